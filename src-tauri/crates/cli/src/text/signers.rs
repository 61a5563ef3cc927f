use std::fmt::Write as _;

use api::signers::SignersReport;
use api::skills::SignaturesReport;

use super::counted;
use crate::screen::visible_text;

/// What the signatures of skills come to.
pub fn signatures(report: &SignaturesReport) -> String {
    let mut text = String::new();
    for row in &report.signed {
        let [name, path, words] = [&row.name, &row.path, &row.signature.words].map(visible_text);
        let _ = writeln!(text, "{name}  {path}\n  {words}");
        if let Some(identity) = &row.signature.identity {
            let _ = writeln!(text, "  spki: {}", identity.spki);
            if let (Some(subject), Some(issuer)) = (&identity.subject, &identity.issuer) {
                let _ = writeln!(text, "  subject: {}\n  issuer: {issuer}", visible_text(subject));
            }
        }
        let told = |change: &api::wire::SignedChange| {
            format!("  {} {}\n", visible_text(&change.change), visible_text(&change.path))
        };
        text.extend(row.signature.changes.iter().map(told));
        if row.signature.omitted > 0 {
            let _ = writeln!(text, "  and {} more", row.signature.omitted);
        }
    }
    let signed = counted(report.signed.len() as u64, "skill");
    let _ = writeln!(text, "{signed} signed, {} unsigned, {} trusted.", report.unsigned, report.trusted);
    text
}

/// Whom a person trusts to say who signed something.
pub fn signers(report: &SignersReport) -> String {
    let mut text = String::new();
    for row in &report.certificates {
        let (subject, root) =
            (visible_text(&row.subject), if row.is_root { "" } else { ", not a root certificate" });
        let _ =
            writeln!(text, "{subject}\n  certificate {}, {} to {}{root}", row.fingerprint, row.from, row.to);
    }
    for key in &report.keys {
        let _ = writeln!(text, "public key {key}");
    }
    if let Some(problem) = &report.problem {
        let _ = writeln!(text, "{}", visible_text(problem));
    } else if report.certificates.is_empty() && report.keys.is_empty() {
        text.push_str(
            "No trusted signers. Run `assay signers --trust FILE` to trust certificates and public \
         keys.\n",
        );
    }
    if let Some(path) = &report.path {
        let _ = writeln!(text, "Stored in {}.", visible_text(path));
    }
    text
}
