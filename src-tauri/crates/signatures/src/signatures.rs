//! Who signed the files of a folder, and whether they still are what was signed; and Assay's own signature.
//!
//! What is read is the format of OpenSSF Model Signing: a Sigstore bundle ([`FILE_NAME`]) with an in-toto statement
//! in a DSSE envelope, signed with the key of an X.509 certificate. Nothing is asked of a network: a certificate counts
//! if a chain leads from it to one that a person trusts ([`TrustStore`]), and whether it was revoked is not known.
//!
//! What is written is a DSSE envelope ([`Envelope`]) around any payload, with a key of this machine ([`SigningKey`]).
//!
//! Everything that is read here was written by strangers. This crate knows neither skills nor sessions. Start with
//! [`verify()`].

mod certificate;
mod chain;
#[cfg(test)]
mod chain_tests;
mod envelope;
mod files;
mod pem;
mod public_key;
mod signing_key;
mod sigstore;
mod statement;
#[cfg(test)]
mod tests;
mod trust;
mod verify;

pub use certificate::{BadCertificate, Certificate};
pub use chain::ChainError;
pub use envelope::{Envelope, EnvelopeError, IN_TOTO};
pub use files::{Change, ChangeKind};
pub use public_key::{PublicKey, UnsupportedKey};
pub use signing_key::{KEY_FILE, SigningKey, SigningKeyError};
pub use sigstore::BundleError;
pub use statement::StatementError;
pub use trust::{TRUST_FILE, TrustError, TrustStore};
pub use verify::{FILE_NAME, SignerIdentity, Unverifiable, Verdict, Verification, verify};
