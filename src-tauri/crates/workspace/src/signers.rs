//! Who signed a skill, by what a person trusts.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use disk::{Cause, Digest};
use signatures::{TRUST_FILE, TrustStore, Verification};

use crate::checks::MAIN;
use crate::{Surroundings, Workspace};

/// Bytes of the file of trusted signers that are read (4 MiB).
const LIMIT: u64 = 4 << 20;

/// What a person trusts to say who signed something, as of one look.
pub struct Signers {
    trusted: Result<TrustStore, String>,
    // Of the file: another state of it may come to other verdicts.
    pub(crate) digest: Digest,
    now: SystemTime,
}

impl Workspace {
    /// What a person trusts to say who signed something.
    pub fn signers(&self) -> Signers {
        let path = signers_path(self.surroundings());
        let read = path.as_deref().map_or(Ok(Vec::new()), |path| match disk::read(path, LIMIT) {
            Ok(read) => Ok(read.bytes),
            // A link that leads nowhere stands where certificates were.
            Err(fault) if fault.cause == Cause::Missing && disk::look_at_entry(path).is_err() => {
                Ok(Vec::new())
            }
            Err(fault) => Err(format!("cannot read the trusted signers: {fault}")),
        });
        let digest = Digest::of(read.as_deref().unwrap_or_default());
        let trusted = read.and_then(|bytes| match (bytes.is_empty(), TrustStore::from_pem(&bytes)) {
            (true, _) => Ok(TrustStore::default()),
            (false, Ok(store)) => Ok(store),
            (false, Err(why)) => {
                let path = path.unwrap_or_default();
                Err(format!(
                    "cannot read the trusted signers: {}: {why}; repair or delete the file",
                    path.display()
                ))
            }
        });
        Signers { trusted, digest, now: self.now() }
    }
}

impl Signers {
    /// The certificates and keys.
    ///
    /// # Errors
    ///
    /// Why they cannot be read, in a sentence without its full stop; nothing is trusted then.
    pub fn trusted(&self) -> Result<&TrustStore, &str> {
        self.trusted.as_ref().map_err(String::as_str)
    }

    /// What the signature of a skill comes to; nothing where it has none.
    pub fn verify(&self, skill: &Path) -> Option<Verification> {
        signatures::verify(skill, MAIN, self.trusted(), self.now)
    }
}

/// Where what is trusted is kept; nothing where nothing is.
pub fn signers_path(surroundings: &Surroundings) -> Option<PathBuf> {
    surroundings.kept.as_ref().map(|kept| kept.join(TRUST_FILE))
}
