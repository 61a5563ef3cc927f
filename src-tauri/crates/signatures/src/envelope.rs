use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use crate::{PublicKey, SigningKey};

/// The type of a payload that is an in-toto statement.
pub const IN_TOTO: &str = "application/vnd.in-toto+json";

/// A payload and its signature: a DSSE envelope as JSON has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Envelope {
    payload: String,
    payload_type: String,
    signatures: Vec<Signature>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Signature {
    #[serde(default)]
    keyid: String,
    sig: String,
}

/// Why an envelope says nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EnvelopeError {
    /// Its payload is of another type; which.
    #[error("it signs the type {0}, not an in-toto statement ({IN_TOTO})")]
    Type(String),
    /// It has no signature, or several; how many.
    #[error("it has {0} signatures instead of one")]
    Count(usize),
    /// A member is not base64; which.
    #[error("its `{0}` is not base64")]
    Base64(&'static str),
}

impl Envelope {
    /// Signs a payload. The same payload and key give the same envelope.
    pub fn sign(payload: &[u8], key: &SigningKey) -> Self {
        let signature =
            Signature { keyid: key.public().id().to_string(), sig: STANDARD.encode(key.sign(&pae(payload))) };
        Self {
            payload: STANDARD.encode(payload),
            payload_type: IN_TOTO.to_owned(),
            signatures: vec![signature],
        }
    }

    /// The statement that is signed. Whether the signature is good is not looked at.
    ///
    /// # Errors
    ///
    /// [`EnvelopeError`] when it is no statement, or not base64.
    pub fn payload(&self) -> Result<Vec<u8>, EnvelopeError> {
        if self.payload_type != IN_TOTO {
            return Err(EnvelopeError::Type(self.payload_type.chars().take(80).collect()));
        }
        STANDARD.decode(&self.payload).map_err(|_| EnvelopeError::Base64("payload"))
    }

    /// Whether its signature is one with this key.
    ///
    /// # Errors
    ///
    /// [`EnvelopeError`] when it has not exactly one signature, or not in base64, and as [`Self::payload`].
    pub fn is_signed_with(&self, key: &PublicKey) -> Result<bool, EnvelopeError> {
        let payload = self.payload()?;
        let [one] = self.signatures.as_slice() else {
            return Err(EnvelopeError::Count(self.signatures.len()));
        };
        let signature = STANDARD.decode(&one.sig).map_err(|_| EnvelopeError::Base64("sig"))?;
        Ok(key.hash().is_some_and(|hash| key.verifies(hash, &pae(&payload), &signature)))
    }
}

/// What is signed of a statement: its type and bytes, so that they cannot be taken for those of another type.
fn pae(payload: &[u8]) -> Vec<u8> {
    let mut signed = format!("DSSEv1 {} {IN_TOTO} {} ", IN_TOTO.len(), payload.len()).into_bytes();
    signed.extend_from_slice(payload);
    signed
}
