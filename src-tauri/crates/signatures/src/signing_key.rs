use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use disk::{Cause, Fault, FolderHandle};
use p256::ecdsa::signature::Signer;
use p256::elliptic_curve::Generate;
use p256::pkcs8::{DecodePrivateKey, EncodePrivateKey, EncodePublicKey, LineEnding};

use crate::PublicKey;

/// The name of the file with the key.
pub const KEY_FILE: &str = "signing-key.pem";

/// Bytes of a key that are read.
const LIMIT: u64 = 16 << 10;

/// The key that this machine signs with: P-256, made on first use, in a file for its owner alone.
pub struct SigningKey {
    key: p256::ecdsa::SigningKey,
    public: PublicKey,
}

/// Why there is no key to sign with.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SigningKeyError {
    /// The file or its folder cannot be read or written.
    #[error("{0}")]
    Fault(Fault),
    /// It is no key.
    #[error("{0} is not a P-256 private key in PEM; restore it, or delete it to sign with a new one")]
    Damaged(PathBuf),
    /// Others may read it.
    #[error(
        "{0} is readable by other users, who may have signed with it; run `chmod 600`, or delete it to sign \
         with a new one"
    )]
    Open(PathBuf),
    /// The system gives no random numbers.
    #[error("cannot create a key: the system returns no random numbers")]
    NoRandom,
}

impl From<Fault> for SigningKeyError {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl SigningKey {
    /// The key in a folder; made when there is none.
    ///
    /// # Errors
    ///
    /// [`SigningKeyError`] when it cannot be read or made, is damaged, or others may read it. A key that is there is
    /// never replaced.
    pub fn kept_in(folder: &Path) -> Result<Self, SigningKeyError> {
        match Self::read(folder) {
            Err(SigningKeyError::Fault(fault)) if fault.cause == Cause::Missing => {}
            read => return read,
        }
        disk::make_private_folder(folder)?;
        let made = Self::of(p256::ecdsa::SigningKey::try_generate().map_err(|_| SigningKeyError::NoRandom)?);
        let pem = made.key.to_pkcs8_pem(LineEnding::LF);
        let pem = pem.map_err(|_| SigningKeyError::Damaged(folder.join(KEY_FILE)))?;
        match FolderHandle::following(folder)?.write_new(OsStr::new(KEY_FILE), pem.as_bytes(), 0o600) {
            Ok(()) => Ok(made),
            // Somebody else made one in between.
            Err(fault) if fault.cause == Cause::Exists => Self::read(folder),
            Err(fault) => Err(fault.into()),
        }
    }

    fn read(folder: &Path) -> Result<Self, SigningKeyError> {
        let path = folder.join(KEY_FILE);
        let read = disk::read(&path, LIMIT)?;
        if disk::look(&path)?.mode & 0o077 != 0 {
            return Err(SigningKeyError::Open(path));
        }
        let text = std::str::from_utf8(&read.bytes).ok();
        let key = text.and_then(|text| p256::ecdsa::SigningKey::from_pkcs8_pem(text).ok());
        key.map(Self::of).ok_or(SigningKeyError::Damaged(path))
    }

    fn of(key: p256::ecdsa::SigningKey) -> Self {
        let der = key.verifying_key().to_public_key_der().expect("a key of this curve can be written");
        let public = PublicKey::from_der(der.as_bytes()).expect("a key of this curve can be read");
        Self { key, public }
    }

    /// What others check its signatures with.
    pub fn public(&self) -> &PublicKey {
        &self.public
    }

    /// A signature (ECDSA over SHA-256, in DER). The same message gives the same one.
    pub(crate) fn sign(&self, message: &[u8]) -> Vec<u8> {
        let signature: p256::ecdsa::DerSignature = self.key.sign(message);
        signature.as_bytes().to_vec()
    }
}
