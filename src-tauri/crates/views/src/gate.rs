//! What a team's policy allows, against the skills of the workspace, their locks and what sessions recorded.

mod ask;
mod distance;
pub(crate) mod facts;
mod granted;
mod judge;
mod report;
mod sarif;
pub(crate) mod search;

use std::path::Path;

use ::policy::{Baseline, Policy, PolicyError, Scan, written};
use ::workspace::Workspace;
use message::{Message, message};

use crate::{Code, Failure};
use facts::Files;
use judge::Judge;

pub use ask::{BindAsk, GateAsk};
pub use report::{BoundReport, FallenExcuse, GateReport, GateRow, ScanBinding};
pub use sarif::gate_sarif_report;

/// What a policy is called where none is named.
pub const POLICY: &str = "assay-policy.yaml";
/// What a baseline is called where none is named.
pub const BASELINE: &str = "assay-baseline.yaml";
/// Most bytes of a policy: 64 KiB, as of all YAML that people write.
const WRITTEN: u64 = 64 << 10;
/// Most bytes of a baseline: 4 MiB, as of all YAML that programs write.
const GENERATED: u64 = 4 << 20;
/// Most bytes of a scan: 16 MiB.
const SCANNED: u64 = 16 << 20;

/// What breaks the policy, what cannot be checked, and what is excused.
///
/// # Errors
///
/// [`Code::NotFound`] when there is no policy, [`Code::Damaged`] when policy, baseline or a scan cannot be read: then
/// nothing passes.
pub fn gate_report(workspace: &Workspace, ask: &GateAsk) -> Result<GateReport, Failure> {
    let folder = workspace.folder();
    let path = folder.join(ask.policy.as_deref().unwrap_or(POLICY));
    let text = text_of(&path, WRITTEN)?.ok_or_else(|| {
        let words = message!("policy `{path}` not found.", path = path.display());
        Failure::not_found(words)
            .hint(message!("Create one (see docs/gate.md), or pass another with --policy FILE."))
    })?;
    let policy = Policy::read(&path, &text).map_err(|error| damaged(&error))?;
    let baseline = baseline(&folder, ask)?;
    let mut scans = Vec::new();
    for scan in &ask.scans {
        let path = folder.join(scan);
        let text = text_of(&path, SCANNED)?
            .ok_or_else(|| Failure::not_found(message!("scan `{path}` not found.", path = path.display())))?;
        scans.push(Scan::read(&path, &text, &folder).map_err(|error| damaged(&error))?);
    }
    let files = Files::of(workspace);
    let mut judge = Judge::new(workspace, &policy, &baseline, &files);
    judge.unread();
    judge.sources_and_locks();
    judge.findings(&scans);
    judge.drift();
    judge.tools();
    judge.signers();
    let mut report = judge.done();
    report.policy = workspace.shown(&path);
    report.skills = files.skills.len() as u32;
    report.suppressed = scans.iter().map(|scan| scan.suppressed).sum();
    Ok(report)
}

fn baseline(folder: &Path, ask: &GateAsk) -> Result<Baseline, Failure> {
    let path = folder.join(ask.baseline.as_deref().unwrap_or(BASELINE));
    match text_of(&path, GENERATED)? {
        Some(text) => Baseline::read(&path, &text).map_err(|error| damaged(&error)),
        None if ask.baseline.is_some() => {
            Err(Failure::not_found(message!("baseline `{path}` not found.", path = path.display())))
        }
        None => Ok(Baseline::default()),
    }
}

/// A baseline that excuses everything that breaks the policy now and is bound to bytes.
pub fn baseline_of(report: &GateReport) -> String {
    let excusable = report.broken.iter().chain(&report.excused);
    let mut excused: Vec<_> = excusable.filter_map(|row| row.bound.clone()).collect();
    excused.sort();
    excused.dedup();
    written(&excused)
}

/// A scan with the hash of every file it names, as it is now.
///
/// # Errors
///
/// [`Code::NotFound`] when it is not there, [`Code::Damaged`] when it is no SARIF.
pub fn bound_report(workspace: &Workspace, ask: &BindAsk) -> Result<BoundReport, Failure> {
    let folder = workspace.folder();
    let path = folder.join(&ask.scan);
    let content = text_of(&path, SCANNED)?
        .ok_or_else(|| Failure::not_found(message!("scan `{path}` not found.", path = path.display())))?;
    let hash = |rel: &str| facts::digest(&folder, rel);
    let sarif = ::policy::bound(&path, &content, &folder, &hash).map_err(|error| damaged(&error))?;
    Ok(BoundReport { sarif })
}

/// A file that a person named; nothing where there is none.
fn text_of(path: &Path, limit: u64) -> Result<Option<String>, Failure> {
    let bytes = match disk::read(path, limit) {
        Ok(read) => read.bytes,
        Err(fault) if fault.cause == disk::Cause::Missing => return Ok(None),
        Err(fault) => return Err(fault.into()),
    };
    let text = String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        Failure::new(
            Code::Damaged,
            message!("{path}:{line}: not UTF-8; save the file as UTF-8.", path = path.display(), line),
        )
    })?;
    Ok(Some(text))
}

fn damaged(error: &PolicyError) -> Failure {
    Failure::new(Code::Damaged, Message::of_error(error))
}
