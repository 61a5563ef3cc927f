//! Whether an answer is bad news: the exit code. 0 fine, 1 bad news, 4 the input is damaged.

use api::checks::CheckReport;
use api::drift::{DiffReport, DriftReport};
use api::everywhere::DriftEverywhereReport;
use api::sessions::{VerifyAllReport, VerifyReport, WitnessState};
use api::skills::SignaturesReport;
use api::wire::{DriftState, Integrity, Severity, SignatureVerdict};

use crate::arguments::{Command, Filter};

/// There are errors among the findings.
pub fn check(report: &CheckReport) -> u8 {
    u8::from(report.findings.iter().any(|finding| finding.severity == Severity::Error))
}

/// A snapshot is not what is on the disk.
pub fn drift(report: &DriftReport) -> u8 {
    u8::from(report.rows.iter().any(|row| row.state != DriftState::Identical))
}

/// The same of every known workspace.
pub fn drift_everywhere(report: &DriftEverywhereReport) -> u8 {
    report.workspaces.iter().map(|one| drift(&one.drift)).max().unwrap_or(0)
}

/// It is not what is on the disk.
pub fn diff(report: &DiffReport) -> u8 {
    u8::from(report.state != DriftState::Identical)
}

/// What a log says of itself, and what was seen of it before.
pub fn verify(report: &VerifyReport) -> u8 {
    let is_numbered =
        report.seq_gaps.is_empty() && report.duplicates.is_empty() && report.out_of_order.is_none();
    verified(report.verdict, report.witness.state, is_numbered)
}

/// The worst of all sessions.
pub fn verify_all(report: &VerifyAllReport) -> u8 {
    let faults = if report.faults.is_empty() { 0 } else { 4 };
    let sessions = report.sessions.iter().map(|row| {
        let is_numbered = row.missing == 0 && row.repeated == 0 && row.out_of_order.is_none();
        verified(row.verdict, row.witness, is_numbered)
    });
    sessions.max().unwrap_or(0).max(faults)
}

fn verified(verdict: Integrity, witness: WitnessState, is_numbered: bool) -> u8 {
    let is_what_it_was = !matches!(witness, WitnessState::Rewritten | WitnessState::Shorter);
    match verdict {
        Integrity::Damaged => 4,
        // An agent that records no hashes leaves nothing to hold a text against, which is no bad news.
        Integrity::Verified | Integrity::None | Integrity::Computed | Integrity::NoHash
            if is_what_it_was && is_numbered =>
        {
            0
        }
        _ => 1,
    }
}

/// A signature is no trusted one of what lies there.
pub fn signatures(report: &SignaturesReport) -> u8 {
    u8::from(report.signed.iter().any(|row| row.signature.verdict != SignatureVerdict::Unchanged))
}

/// Whether a command's exit codes are those of `grep`.
pub fn is_like_grep(command: &Command) -> bool {
    match command {
        Command::Search { .. } => true,
        Command::Sessions(filter) => *filter != Filter::default(),
        _ => false,
    }
}
