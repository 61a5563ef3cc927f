//! What is found in the signature of a skill.

use signatures::{FILE_NAME, Verdict, Verification};
use skills::{Finding, FindingText, Quote};

use super::found::Said;

/// What there is to say of a signature; nothing where it is good.
pub(super) fn of_signature(found: &Verification) -> Option<Said> {
    let rule = match found.verdict {
        Verdict::Unchanged => return None,
        Verdict::Changed => "signature-changed",
        Verdict::NotTrusted(_) | Verdict::UnknownKey => "signature-not-trusted",
        Verdict::Unverifiable(_) => "signature-unverifiable",
    };
    let finding =
        Finding::by_rule(rule, None, FindingText::Signature { words: Quote::whole(found.to_string()) });
    Some(Said { rel: FILE_NAME.into(), finding, mend: None })
}
