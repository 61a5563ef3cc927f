use disk::Digest;
use p256::ecdsa::signature::hazmat::PrehashVerifier;
use p256::pkcs8::DecodePublicKey;
use rsa::Pkcs1v15Sign;
use rsa::traits::PublicKeyParts;
use sha2::{Digest as _, Sha256, Sha384, Sha512};

use crate::pem;

/// Least bytes of an RSA modulus: 2,048 bits.
const LEAST_RSA: usize = 256;

/// A public key that signatures can be checked with.
#[derive(Clone, Debug)]
pub struct PublicKey {
    kind: Kind,
    der: Vec<u8>,
}

#[derive(Clone, Debug)]
enum Kind {
    P256(p256::ecdsa::VerifyingKey),
    P384(p384::ecdsa::VerifyingKey),
    P521(p521::ecdsa::VerifyingKey),
    Rsa(Box<rsa::PublicKey>),
}

/// Why a key cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unsupported key type; supported are P-256, P-384, P-521 and RSA from 2,048 to 4,096 bits")]
pub struct UnsupportedKey;

/// What is signed is the hash of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hash {
    Sha256,
    Sha384,
    Sha512,
}

impl PublicKey {
    /// Reads a `SubjectPublicKeyInfo` in DER.
    ///
    /// # Errors
    ///
    /// [`UnsupportedKey`] when it is damaged or of another kind.
    pub fn from_der(der: &[u8]) -> Result<Self, UnsupportedKey> {
        let kind = p256::ecdsa::VerifyingKey::from_public_key_der(der)
            .map(Kind::P256)
            .or_else(|_| p384::ecdsa::VerifyingKey::from_public_key_der(der).map(Kind::P384))
            .or_else(|_| p521::ecdsa::VerifyingKey::from_public_key_der(der).map(Kind::P521))
            .or_else(|_| rsa::PublicKey::from_public_key_der(der).map(|key| Kind::Rsa(Box::new(key))));
        let kind = kind.map_err(|_| UnsupportedKey)?;
        let is_short = matches!(&kind, Kind::Rsa(key) if key.size() < LEAST_RSA);
        if is_short { Err(UnsupportedKey) } else { Ok(Self { kind, der: der.to_owned() }) }
    }

    /// SHA-256 of its `SubjectPublicKeyInfo` in DER: what it is called by.
    pub fn id(&self) -> Digest {
        Digest::of(&self.der)
    }

    /// Reads one in PEM.
    ///
    /// # Errors
    ///
    /// [`UnsupportedKey`] when the text is not one block `PUBLIC KEY`, or the key is damaged or of another kind.
    pub fn from_pem(text: &str) -> Result<Self, UnsupportedKey> {
        match pem::decoded(text.trim()) {
            Ok((pem::KEY, der)) => Self::from_der(&der),
            _ => Err(UnsupportedKey),
        }
    }

    /// The same in PEM.
    pub fn to_pem(&self) -> String {
        pem::encoded(pem::KEY, &self.der)
    }

    /// Its `SubjectPublicKeyInfo` in DER.
    pub fn der(&self) -> &[u8] {
        &self.der
    }

    /// The hash that signers of bundles use with a key of this kind; none with RSA, with which none are signed.
    pub(crate) fn hash(&self) -> Option<Hash> {
        match self.kind {
            Kind::P256(_) => Some(Hash::Sha256),
            Kind::P384(_) => Some(Hash::Sha384),
            Kind::P521(_) => Some(Hash::Sha512),
            Kind::Rsa(_) => None,
        }
    }

    /// Whether a signature (ECDSA in DER, or RSA by PKCS #1 v1.5) is one of the message with this key.
    pub(crate) fn verifies(&self, hash: Hash, message: &[u8], signature: &[u8]) -> bool {
        let digest = hash.of(message);
        match &self.kind {
            Kind::P256(key) => p256::ecdsa::DerSignature::from_bytes(signature)
                .is_ok_and(|signature| key.verify_prehash(&digest, &signature).is_ok()),
            Kind::P384(key) => p384::ecdsa::DerSignature::from_bytes(signature)
                .is_ok_and(|signature| key.verify_prehash(&digest, &signature).is_ok()),
            Kind::P521(key) => p521::ecdsa::DerSignature::from_bytes(signature)
                .is_ok_and(|signature| key.verify_prehash(&digest, &signature).is_ok()),
            Kind::Rsa(key) => {
                let scheme = match hash {
                    Hash::Sha256 => Pkcs1v15Sign::new::<Sha256>(),
                    Hash::Sha384 => Pkcs1v15Sign::new::<Sha384>(),
                    Hash::Sha512 => Pkcs1v15Sign::new::<Sha512>(),
                };
                key.verify(scheme, &digest, signature).is_ok()
            }
        }
    }
}

impl Hash {
    fn of(self, message: &[u8]) -> Vec<u8> {
        match self {
            Self::Sha256 => Sha256::digest(message).to_vec(),
            Self::Sha384 => Sha384::digest(message).to_vec(),
            Self::Sha512 => Sha512::digest(message).to_vec(),
        }
    }
}
