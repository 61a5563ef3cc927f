//! A Sigstore bundle: an envelope, and what its signature is checked with.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::{BadCertificate, Certificate, Envelope};

const FORM: &str = "application/vnd.dev.sigstore.bundle.v0.3+json";
/// Certificates of one bundle that are read.
const MOST_CERTIFICATES: usize = 20;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct File {
    media_type: String,
    verification_material: Material,
    dsse_envelope: Option<Envelope>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Material {
    x509_certificate_chain: Option<Chain>,
    certificate: Option<IgnoredAny>,
    public_key: Option<IgnoredAny>,
    #[serde(rename = "tlogEntries")]
    _log: Option<IgnoredAny>,
    #[serde(rename = "timestampVerificationData")]
    _times: Option<IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Chain {
    certificates: Vec<RawCertificate>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RawCertificate {
    raw_bytes: String,
}

/// A bundle that was read.
#[derive(Debug)]
pub(crate) struct Bundle {
    pub envelope: Envelope,
    pub signer: Signer,
}

/// What the signature of a bundle is checked with.
#[derive(Debug)]
pub(crate) enum Signer {
    /// The key of a certificate.
    Certificate {
        certificate: Box<Certificate>,
        /// The other certificates that came with it.
        others: Vec<Certificate>,
    },
    /// A key that has to be known already.
    Key,
}

/// Why a file is no bundle that can be checked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BundleError {
    /// It is no bundle; why.
    #[error("not a Sigstore bundle: {0}")]
    Malformed(String),
    /// It is of another form; which.
    #[error("unsupported format {0}; Assay reads {FORM}")]
    Form(String),
    /// It holds no envelope.
    #[error("it signs no statement: it has no `dsseEnvelope`")]
    NoEnvelope,
    /// It was signed with a certificate of Sigstore's own.
    #[error(
        "it was signed with a certificate of Sigstore that held for minutes; only a transparency log can prove \
         that it was signed then, and Assay does not use the network"
    )]
    Keyless,
    /// It does not say with what it was signed, or in two ways.
    #[error("it has neither a certificate chain nor a key")]
    NoSigner,
    /// It has no certificates, or more than are read; how many.
    #[error("it has {0} certificates; 1 to {MOST_CERTIFICATES} are allowed")]
    Count(usize),
    /// A certificate, counted from 1, cannot be read; why.
    #[error("its certificate {0} cannot be read: {1}")]
    Certificate(usize, BadCertificate),
}

/// Reads a bundle. Nothing in it is believed yet.
pub(crate) fn read(bytes: &[u8]) -> Result<Bundle, BundleError> {
    let malformed = |error: serde_json::Error| BundleError::Malformed(error.to_string());
    let whole = disk::unique_json(bytes).map_err(malformed)?;
    let file: File = serde_json::from_value(whole).map_err(malformed)?;
    if file.media_type != FORM {
        return Err(BundleError::Form(file.media_type.chars().take(80).collect()));
    }
    let envelope = file.dsse_envelope.ok_or(BundleError::NoEnvelope)?;
    let material = file.verification_material;
    let signer = match (material.x509_certificate_chain, material.certificate, material.public_key) {
        (Some(chain), None, None) => certificates(&chain)?,
        (None, Some(_), None) => return Err(BundleError::Keyless),
        (None, None, Some(_)) => Signer::Key,
        _ => return Err(BundleError::NoSigner),
    };
    Ok(Bundle { envelope, signer })
}

fn certificates(chain: &Chain) -> Result<Signer, BundleError> {
    let count = chain.certificates.len();
    if count > MOST_CERTIFICATES {
        return Err(BundleError::Count(count));
    }
    let mut read = chain.certificates.iter().zip(1..).map(|(raw, at)| {
        let der =
            STANDARD.decode(&raw.raw_bytes).map_err(|error| BadCertificate::Malformed(error.to_string()));
        der.and_then(|der| Certificate::from_der(&der)).map_err(|why| BundleError::Certificate(at, why))
    });
    let certificate = Box::new(read.next().ok_or(BundleError::Count(0))??);
    Ok(Signer::Certificate { certificate, others: read.collect::<Result<_, _>>()? })
}
