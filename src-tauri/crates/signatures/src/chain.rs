//! Whether a chain leads from a certificate to one that is trusted, by the rules that OpenSSL follows without further
//! options, and stricter ones: the chain has to be for signing code, and where a rule is not known here, it is not
//! trusted.

use std::time::SystemTime;

use disk::Digest;

use crate::{Certificate, PublicKey, TrustStore};

/// Certificates from the signer to the root at the most.
const DEEPEST: usize = 10;
/// Signatures of certificates that are checked for one chain.
const MOST_CHECKS: usize = 100;

/// Why no chain leads to a certificate that is trusted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChainError {
    /// It ends at a root that nobody here trusts; whose.
    #[error("the chain ends at {0}, which is not trusted")]
    UntrustedRoot(String),
    /// The issuer of a certificate is not there; whose certificate, and the issuer.
    #[error("the certificate of {0} was issued by {1}, whose certificate is missing")]
    NoIssuer(String, String),
    /// A certificate was not signed by its issuer.
    #[error("the certificate of {0} was not signed by {1}, although it names it as issuer")]
    NotSigned(String, String),
    /// A signature of a certificate is of a kind that is not known.
    #[error("the certificate of {0} is signed with an unsupported or weak algorithm or key")]
    Algorithm(String),
    /// A certificate does not hold yet, or no more; with its days.
    #[error("the certificate of {0} is valid from {1} to {2}, not now")]
    NotNow(String, String, String),
    /// A certificate of no authority signed another.
    #[error("{0} may not issue certificates: its own is not a CA certificate")]
    NotAnAuthority(String),
    /// More authorities stand below one than it allows.
    #[error("{0} allows fewer CA certificates below it than the chain has")]
    PathLength(String),
    /// It demands something that is not understood; the number of the extension.
    #[error("the certificate of {0} has an unsupported critical extension ({1})")]
    Demand(String, String),
    /// The signer's certificate, or one above it, is not for signing code.
    #[error("the certificate of {0} does not allow code signing (key usage or extended key usage)")]
    NotForSigning(String),
    /// It is longer, or more tangled, than is followed.
    #[error("the chain exceeds {DEEPEST} certificates or {MOST_CHECKS} signature checks")]
    TooLong,
}

/// Returns the key that signed the certificate of `signer`, where a chain leads from it over `others` to a certificate in
/// `store` and every certificate of it holds at the time `now`; `None` where the signer's own is trusted as a root.
///
/// # Errors
///
/// Says why no chain can be trusted.
pub(crate) fn verify_chain(
    signer: &Certificate,
    others: &[Certificate],
    store: &TrustStore,
    now: SystemTime,
) -> Result<Option<Digest>, ChainError> {
    Search { others, store, now, left: MOST_CHECKS }.from(&mut vec![signer])
}

struct Search<'a> {
    others: &'a [Certificate],
    store: &'a TrustStore,
    now: SystemTime,
    left: usize,
}

impl<'a> Search<'a> {
    fn from(&mut self, path: &mut Vec<&'a Certificate>) -> Result<Option<Digest>, ChainError> {
        let last = path[path.len() - 1];
        // A root names itself as its issuer; one that another key signed is none.
        let is_root = last.names(last) && last.is_signed_by(last) != Some(false);
        if is_root && self.store.holds(last) {
            self.holds(path)?;
            return Ok(path.get(1).and_then(|issuer| issuer.key().ok()).map(PublicKey::id));
        }
        let mut why = None;
        let issuers = self.store.certificates().iter().chain(self.others);
        for issuer in issuers.filter(|issuer| last.names(issuer)) {
            if path.iter().any(|passed| passed.der() == issuer.der()) {
                continue;
            }
            if path.len() == DEEPEST || self.left == 0 {
                return Err(ChainError::TooLong);
            }
            self.left -= 1;
            let found = match last.is_signed_by(issuer) {
                None => Err(ChainError::Algorithm(last.subject())),
                Some(false) => Err(ChainError::NotSigned(last.subject(), issuer.subject())),
                Some(true) => {
                    path.push(issuer);
                    let found = self.from(path);
                    path.pop();
                    found
                }
            };
            match found {
                Ok(key) => return Ok(key),
                Err(error) => why = why.or(Some(error)),
            }
        }
        Err(why.unwrap_or_else(|| {
            if last.is_self_issued() {
                ChainError::UntrustedRoot(last.subject())
            } else {
                ChainError::NoIssuer(last.subject(), last.issuer())
            }
        }))
    }

    /// Whether every certificate of a path does what it must and no more than it may.
    fn holds(&self, path: &[&Certificate]) -> Result<(), ChainError> {
        let mut between = 0;
        for (at, certificate) in path.iter().enumerate() {
            let (subject, authority) = (certificate.subject(), certificate.authority());
            if let Some(extension) = &authority.demands {
                return Err(ChainError::Demand(subject, extension.clone()));
            }
            if self.now < certificate.not_before() || self.now > certificate.not_after() {
                let [from, to] = certificate.days();
                return Err(ChainError::NotNow(subject, from, to));
            }
            let usage = certificate.usage();
            if at == 0 {
                if !usage.digital_signature || !usage.names_code_signing {
                    return Err(ChainError::NotForSigning(subject));
                }
                continue;
            }
            if !usage.allows_code_signing {
                return Err(ChainError::NotForSigning(subject));
            }
            if !authority.is_authority || !authority.may_certify {
                return Err(ChainError::NotAnAuthority(subject));
            }
            if authority.depth.is_some_and(|depth| between > usize::from(depth)) {
                return Err(ChainError::PathLength(subject));
            }
            between += usize::from(!certificate.is_self_issued());
        }
        Ok(())
    }
}
