use std::fmt;
use std::path::Path;
use std::time::SystemTime;

use disk::{Cause, Digest, Fault, Folder};

use crate::chain::verify_chain;
use crate::files::{FilesError, compare};
use crate::sigstore::{self, Bundle, Signer};
use crate::statement::Statement;
use crate::{
    BundleError, Certificate, ChainError, Change, ChangeKind, EnvelopeError, StatementError, TrustStore,
};

/// The file in a folder that signs the others.
pub const FILE_NAME: &str = "skill.oms.sig";

/// Bytes of a signature that are read (4 MiB): some 20,000 files.
const LIMIT: u64 = 4 << 20;
/// Changed files that are named in a sentence.
const NAMED: usize = 3;

/// What a signature was found to say of the folder that it lies in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verification {
    /// Whose signature it says it is; nothing where it does not say so much.
    pub signer: Option<String>,
    /// What is proved of the signer; absent where nobody who is trusted says who signed.
    pub identity: Option<SignerIdentity>,
    /// What comes of it.
    pub verdict: Verdict,
    /// What is not as it was signed, by path. Known of a signer who is not trusted, too.
    pub changes: Vec<Change>,
    /// Paths that the signature does not cover and at which something lies.
    pub uncovered: Vec<String>,
    /// The last day of the signer's certificate, such as `2028-04-22`, if it is over. When it was used cannot be told.
    pub expired: Option<String>,
}

/// A signer, by what a signature and a trusted chain prove.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignerIdentity {
    /// SHA-256 of the `SubjectPublicKeyInfo` whose key signed.
    pub spki: Digest,
    /// The whole subject of its certificate, as RFC 4514 writes names; absent of a bare key.
    pub subject: Option<String>,
    /// SHA-256 of the `SubjectPublicKeyInfo` whose key signed that certificate; absent of a bare key, and of a certificate
    /// that is trusted itself.
    pub issuer: Option<Digest>,
}

/// The values as a policy has them.
impl fmt::Display for SignerIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "spki sha256:{}", self.spki)?;
        if let Some(subject) = &self.subject {
            write!(f, ", subject {subject}")?;
        }
        self.issuer.map_or(Ok(()), |issuer| write!(f, ", issuer sha256:{issuer}"))
    }
}

/// What comes of a signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Signed by somebody who is trusted, and every file is what was signed.
    Unchanged,
    /// Something is not what was signed.
    Changed,
    /// Nobody who is trusted says who signed it; why.
    NotTrusted(ChainError),
    /// It was signed with a key that is not trusted.
    UnknownKey,
    /// It cannot be checked; why. This says nothing for it and nothing against it.
    Unverifiable(Unverifiable),
}

/// Why a signature cannot be checked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unverifiable {
    /// The signature or the folder cannot be read.
    #[error("{0}")]
    Fault(Fault),
    /// It is no bundle that is known; why.
    #[error("{FILE_NAME}: {0}")]
    Bundle(BundleError),
    /// Its envelope is none; why.
    #[error("{FILE_NAME}: {0}")]
    Envelope(EnvelopeError),
    /// The key of the certificate is of a kind that is not known; whose.
    #[error("{FILE_NAME}: unsupported key type of {0}; supported are P-256, P-384 and P-521")]
    Key(String),
    /// Its statement cannot be compared with a folder; why.
    #[error("{FILE_NAME}: {0}")]
    Statement(StatementError),
    /// It does not cover the one file that counts; which.
    #[error("{FILE_NAME}: it does not cover {0}")]
    NotCovered(String),
    /// The folder cannot be compared; why.
    #[error("{0}")]
    Files(FilesError),
    /// What a person trusts cannot be read; why.
    #[error("{0}")]
    Trust(String),
}

/// Checks the signature in a folder, of which `main` has to be covered; nothing when there is none. `store` is what a
/// person trusts, or why that cannot be read.
pub fn verify(
    folder: &Path,
    main: &str,
    store: Result<&TrustStore, &str>,
    now: SystemTime,
) -> Option<Verification> {
    match disk::look_at_entry(&folder.join(FILE_NAME)) {
        Err(fault) if matches!(fault.cause, Cause::Missing | Cause::NotAFolder) => return None,
        _ => {}
    }
    let mut found = Verification {
        signer: None,
        identity: None,
        verdict: Verdict::Unchanged,
        changes: Vec::new(),
        uncovered: Vec::new(),
        expired: None,
    };
    found.verdict = found.look(folder, main, store, now).unwrap_or_else(Verdict::Unverifiable);
    Some(found)
}

impl Verification {
    fn look(
        &mut self,
        path: &Path,
        main: &str,
        store: Result<&TrustStore, &str>,
        now: SystemTime,
    ) -> Result<Verdict, Unverifiable> {
        let folder = Folder::open(path).map_err(Unverifiable::Fault)?;
        let file = folder.read(Path::new(FILE_NAME), LIMIT).map_err(Unverifiable::Fault)?;
        let Bundle { envelope, signer } = sigstore::read(&file.bytes).map_err(Unverifiable::Bundle)?;
        let store = store.map_err(|why| Unverifiable::Trust(why.to_owned()))?;
        let doubt = match &signer {
            Signer::Certificate { certificate, others } => {
                self.told_by(certificate, now);
                let key = certificate.key().map_err(|_| Unverifiable::Key(certificate.subject()))?;
                if key.hash().is_none() {
                    return Err(Unverifiable::Key(certificate.subject()));
                }
                if !envelope.is_signed_with(key).map_err(Unverifiable::Envelope)? {
                    return Ok(self.forged());
                }
                match verify_chain(certificate, others, store, now) {
                    Ok(issuer) => {
                        let subject = Some(certificate.whole_subject());
                        self.identity = Some(SignerIdentity { spki: key.id(), subject, issuer });
                        None
                    }
                    Err(why) => Some(Verdict::NotTrusted(why)),
                }
            }
            Signer::Key => {
                let mut known = None;
                for key in store.keys() {
                    if envelope.is_signed_with(key).map_err(Unverifiable::Envelope)? {
                        known = Some(key.id());
                    }
                }
                self.signer = known.map(|id| format!("the key {}", id.short()));
                self.identity = known.map(|spki| SignerIdentity { spki, subject: None, issuer: None });
                known.is_none().then_some(Verdict::UnknownKey)
            }
        };
        let payload = envelope.payload().map_err(Unverifiable::Envelope)?;
        let statement = Statement::read(&payload).map_err(Unverifiable::Statement)?;
        let compared = compare(&folder, FILE_NAME, &statement).map_err(Unverifiable::Files)?;
        self.changes = compared.changes;
        self.uncovered = compared.ignored.into_iter().collect();
        if !statement.files.contains_key(main) {
            return Err(Unverifiable::NotCovered(main.to_owned()));
        }
        Ok(match doubt {
            Some(doubt) => doubt,
            None if self.changes.is_empty() => Verdict::Unchanged,
            None => Verdict::Changed,
        })
    }

    fn told_by(&mut self, certificate: &Certificate, now: SystemTime) {
        self.signer = Some(certificate.subject());
        if now > certificate.not_after() {
            let [_, until] = certificate.days();
            self.expired = Some(until);
        }
    }

    fn forged(&mut self) -> Verdict {
        self.changes = vec![Change { path: FILE_NAME.to_owned(), kind: ChangeKind::Forged }];
        Verdict::Changed
    }

    /// The files that are not as they were signed, in words.
    fn changed(&self) -> String {
        let named: Vec<String> = self.changes.iter().take(NAMED).map(ToString::to_string).collect();
        let more = self.changes.len().saturating_sub(NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("{}{more}", named.join(", "))
    }
}

impl Verdict {
    /// One word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Unchanged => "unchanged",
            Self::Changed => "changed",
            Self::NotTrusted(_) | Self::UnknownKey => "not_trusted",
            Self::Unverifiable(_) => "unverifiable",
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = &self.path;
        match self.kind {
            ChangeKind::Changed => write!(f, "{path} was changed"),
            ChangeKind::Added => write!(f, "{path} was added"),
            ChangeKind::Removed => write!(f, "{path} was removed"),
            ChangeKind::Link => write!(f, "{path} is a link"),
            ChangeKind::NoFile => write!(f, "{path} is not a file"),
            ChangeKind::Forged => write!(f, "{path} does not match its own content"),
        }
    }
}

/// One sentence or two, for a person.
impl fmt::Display for Verification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let signer = self.signer.as_deref().unwrap_or("somebody");
        match &self.verdict {
            Verdict::Unchanged => write!(f, "Signed by {signer}, unchanged.")?,
            Verdict::Changed if self.changes.iter().any(|change| change.kind == ChangeKind::Forged) => {
                write!(
                    f,
                    "{FILE_NAME} claims to be signed by {signer}, but the signature does not match its content: \
                     one of the two was changed."
                )?;
            }
            Verdict::Changed => write!(f, "Changed since {signer} signed it: {}.", self.changed())?,
            Verdict::NotTrusted(why) => {
                write!(f, "The signature claims to be by {signer}, but {why}.")?;
            }
            Verdict::UnknownKey => f.write_str("It is signed with a key that you do not trust.")?,
            Verdict::Unverifiable(why) => write!(f, "The signature cannot be checked: {why}.")?,
        }
        if matches!(self.verdict, Verdict::NotTrusted(_) | Verdict::UnknownKey) && !self.changes.is_empty() {
            write!(f, " The files also differ from the signed ones: {}.", self.changed())?;
        }
        if let Some(day) = &self.expired {
            write!(
                f,
                " The signer's certificate expired on {day}; the signature may be from before or after."
            )?;
        }
        if !self.uncovered.is_empty() {
            write!(f, " Not covered by the signature: {}.", self.uncovered.join(", "))?;
        }
        Ok(())
    }
}
