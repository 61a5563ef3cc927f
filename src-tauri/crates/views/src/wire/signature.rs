use ::signatures::{SignerIdentity, Verdict, Verification};
use serde::Serialize;

/// Changed files that are told one by one.
const TOLD: usize = 100;

/// What the signature of a skill comes to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SignatureFact {
    /// The verdict.
    pub verdict: SignatureVerdict,
    /// Whose signature it says it is; believed only where the verdict is `unchanged` or `changed`.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
    pub signer: Option<String>,
    /// What is proved of the signer, as the policy of a gate names signers; absent where nobody who is trusted says so.
    pub identity: Option<SignerIdentityFact>,
    /// The verdict in a sentence or two, with the reason.
    pub words: String,
    /// Files that are not as they were signed, at most 100. Told of signers who are not trusted, too.
    pub changes: Vec<SignedChange>,
    /// Files beyond those.
    pub omitted: u32,
    /// Paths that the signature does not cover and at which something lies.
    #[cfg_attr(feature = "typescript", ts(type = "Array<Foreign>"))]
    pub uncovered: Vec<String>,
    /// The last day of the signer's certificate, such as `2028-04-22`, if it is over.
    pub expired: Option<String>,
}

/// What a signature comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum SignatureVerdict {
    /// Signed by somebody who is trusted, and every file is what was signed.
    Unchanged,
    /// Something is not what was signed.
    Changed,
    /// Nobody who is trusted says who signed it.
    NotTrusted,
    /// It cannot be checked, which says nothing for it.
    Unverifiable,
}

/// A signer, in the values that the policy of a gate names signers by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SignerIdentityFact {
    /// `sha256:` and the SHA-256 of the key that signed.
    pub spki: String,
    /// The whole subject of its certificate; absent of a bare key.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
    pub subject: Option<String>,
    /// `sha256:` and the SHA-256 of the key that signed that certificate; absent of a bare key, and of a certificate that is
    /// trusted itself.
    pub issuer: Option<String>,
}

impl From<&SignerIdentity> for SignerIdentityFact {
    fn from(identity: &SignerIdentity) -> Self {
        Self {
            spki: format!("sha256:{}", identity.spki),
            subject: identity.subject.clone(),
            issuer: identity.issuer.map(|issuer| format!("sha256:{issuer}")),
        }
    }
}

/// A file that is not as it was signed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SignedChange {
    /// Its path, from the skill's folder.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub path: String,
    /// `changed`, `added`, `removed`, `link`, `no_file`, or `forged` of the signature itself.
    pub change: String,
}

impl From<&Verification> for SignatureFact {
    fn from(found: &Verification) -> Self {
        let change = |change: &::signatures::Change| SignedChange {
            path: change.path.clone(),
            change: change.kind.word().to_owned(),
        };
        Self {
            verdict: match found.verdict {
                Verdict::Unchanged => SignatureVerdict::Unchanged,
                Verdict::Changed => SignatureVerdict::Changed,
                Verdict::NotTrusted(_) | Verdict::UnknownKey => SignatureVerdict::NotTrusted,
                Verdict::Unverifiable(_) => SignatureVerdict::Unverifiable,
            },
            signer: found.signer.clone(),
            identity: found.identity.as_ref().map(SignerIdentityFact::from),
            words: found.to_string(),
            changes: found.changes.iter().take(TOLD).map(change).collect(),
            omitted: found.changes.len().saturating_sub(TOLD) as u32,
            uncovered: found.uncovered.clone(),
            expired: found.expired.clone(),
        }
    }
}
