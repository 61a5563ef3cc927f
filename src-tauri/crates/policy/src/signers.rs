//! Who has to have signed every skill.

use std::path::Path;

use disk::Digest;
use skills::{Field, Value};

use crate::unread::{PolicyError, map, only, text};

/// Signers of whom one has to have signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignerRules {
    /// The line of the policy they stand on, counted from 1.
    pub line: u32,
    allowed: Vec<SignerRule>,
}

/// A signer that is allowed.
#[derive(Debug, Clone, PartialEq, Eq)]
enum SignerRule {
    /// By the key that signed.
    Key(Digest),
    /// By the whole subject of the certificate and the key of its issuer.
    Subject { subject: String, issuer: Digest },
}

/// A signer, by what the signature proves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SignerFacts<'f> {
    /// SHA-256 of the `SubjectPublicKeyInfo` that signed.
    pub spki: Digest,
    /// The whole subject of its certificate, as RFC 4514 writes it.
    pub subject: Option<&'f str>,
    /// SHA-256 of the `SubjectPublicKeyInfo` that signed that certificate.
    pub issuer: Option<Digest>,
}

/// The form that is wanted, in words that end a message.
const FORM: &str = "write `spki: sha256:…`, or `subject: …` with `issuer: sha256:…`; `assay signatures --json` prints the \
                    values of each signed skill";

impl SignerRules {
    /// Reads `allow`, a list of signers.
    pub(crate) fn read(path: &Path, field: &Field) -> Result<Self, PolicyError> {
        let fields = map(path, field, &["allow"])?;
        let Some(allow) = fields.first() else {
            return Err(PolicyError::new(path, field.line, "signers has no list named allow"));
        };
        let Value::List(values) = &allow.value else {
            return Err(PolicyError::new(path, allow.line, "allow is not a list"));
        };
        let allowed = values.iter().map(|value| rule(path, allow.line, value)).collect::<Result<_, _>>()?;
        Ok(Self { line: field.line, allowed })
    }

    /// Whether a signer is allowed.
    pub fn allows(&self, signer: &SignerFacts<'_>) -> bool {
        self.allowed.iter().any(|rule| match rule {
            SignerRule::Key(spki) => *spki == signer.spki,
            SignerRule::Subject { subject, issuer } => {
                signer.subject == Some(subject.as_str()) && signer.issuer == Some(*issuer)
            }
        })
    }
}

fn rule(path: &Path, line: u32, value: &Value) -> Result<SignerRule, PolicyError> {
    let line = value.line().unwrap_or(line);
    let fields = match value {
        Value::Map(fields) => fields,
        Value::Text { .. } | Value::List(_) => {
            let words = format!(
                "{} names a signer by text, which any certificate can contain; {FORM}",
                value.shown()
            );
            return Err(PolicyError::new(path, line, words));
        }
    };
    only(path, fields, &["spki", "subject", "issuer"])?;
    let get = |key: &str| fields.iter().find(|field| field.key == key);
    match (get("spki"), get("subject"), get("issuer")) {
        (Some(spki), None, None) => Ok(SignerRule::Key(key(path, spki)?)),
        (None, Some(subject), Some(issuer)) => {
            let subject = text(path, subject)?.to_owned();
            Ok(SignerRule::Subject { subject, issuer: key(path, issuer)? })
        }
        _ => Err(PolicyError::new(path, line, format!("this is not a signer; {FORM}"))),
    }
}

fn key(path: &Path, field: &Field) -> Result<Digest, PolicyError> {
    let digest = text(path, field)?.strip_prefix("sha256:").and_then(Digest::parse);
    digest.ok_or_else(|| {
        let words = format!("{} is not sha256: and 64 lowercase hexadecimal digits", field.key);
        PolicyError::new(path, field.line, words)
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::path::Path;

    use disk::Digest;

    use super::SignerFacts;
    use crate::Policy;

    fn read(allow: &str) -> Result<Policy, String> {
        let text = format!("version: 1\nsigners:\n  allow:\n{allow}");
        Policy::read(Path::new("p.yaml"), &text).map_err(|error| error.to_string())
    }

    #[test]
    fn signer_is_allowed_by_its_key_or_by_subject_and_issuer_together() {
        let (own, other) = (Digest::of(b"own"), Digest::of(b"other"));
        let policy =
            format!("    - spki: sha256:{own}\n    - {{subject: 'CN=A,O=B', issuer: 'sha256:{other}'}}\n");
        let rules = read(&policy).unwrap().signers.unwrap();
        let check = |spki, subject, issuer, allowed| {
            let facts = SignerFacts { spki, subject, issuer };
            assert_eq!(rules.allows(&facts), allowed, "{facts:?}");
        };
        check(own, None, None, true);
        check(other, None, None, false);
        check(other, Some("CN=A,O=B"), Some(other), true);
        check(other, Some("CN=A,O=B"), Some(own), false);
        check(other, Some("CN=A,O=B"), None, false);
        check(other, Some("CN=A"), Some(other), false);
    }

    #[test]
    fn signer_by_a_name_alone_is_refused_with_what_to_write() {
        let check = |allow: &str, words: &str| {
            let error = read(allow).unwrap_err();
            assert!(error.starts_with("p.yaml:4: ") && error.contains(words), "{error}");
        };
        check("    - Example Skills (Example)\n", "names a signer by text");
        check("    - '*'\n", "`assay signatures --json` prints the values");
        check("    - subject: CN=A\n", "this is not a signer");
        check("    - issuer: sha256:00\n", "this is not a signer");
        check("    - {spki: x}\n", "spki is not sha256: and 64 lowercase");
        check("    - {name: x}\n", "unknown key name");
    }
}
