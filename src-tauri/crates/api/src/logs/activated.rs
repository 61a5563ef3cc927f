//! An activation as the join needs it: everything but its text.

use std::path::PathBuf;

use ::sessions::{Activation, Activator, EventKind, Log, Proof, Source, Stale};

use crate::sessions::{ActivationFact, Integrity, KeptText, StaleFact, StaleProof};
use crate::wire::Millis;

/// An activation without its text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Activated {
    pub position: usize,
    pub line: u32,
    pub seq: String,
    pub name: String,
    pub scope: String,
    pub path: PathBuf,
    pub root: PathBuf,
    pub short_path: String,
    /// What names the text, see [`Activation::text_hash`]; empty when nothing does.
    pub hash: String,
    pub integrity: Integrity,
    pub by: &'static str,
    pub turn: Option<u32>,
    /// A fork copied it; it happened in the session that was forked.
    pub copied: bool,
    pub at: Option<Millis>,
    /// The same time, as recorded.
    pub recorded_at: Option<String>,
    /// The log holds its text.
    pub kept: bool,
    pub bytes: u64,
    pub lines: u32,
    /// What else the log tells of it.
    pub told: ActivationFact,
}

impl Activated {
    /// The agent said that the skill is loaded and sent no text.
    pub(crate) fn is_by_name(&self) -> bool {
        self.told.kept == KeptText::Nothing
    }
}

/// Decodes the activation at a position; its turn, and whether it was copied, are not known yet.
pub(crate) fn activated(log: &Log, position: usize) -> Option<Activated> {
    let event = log.event(position)?;
    let EventKind::SkillActivation(activation) = event.kind else { return None };
    let seconds = log.at(position).and_then(::sessions::Row::seconds);
    let content = activation.content.as_deref().unwrap_or_default();
    Some(Activated {
        position,
        line: event.line,
        seq: event.seq.to_string(),
        integrity: integrity(&activation, log.source()),
        hash: activation.text_hash(log.source()).unwrap_or_default(),
        kept: activation.content.is_some(),
        bytes: content.len() as u64,
        lines: crate::window::line_count(content.as_bytes()),
        told: told(&activation),
        name: activation.name.unwrap_or_default(),
        scope: activation.scope.or(activation.source).unwrap_or_default(),
        path: activation.path.unwrap_or_default().into(),
        root: activation.root.unwrap_or_default().into(),
        short_path: activation.short_path.unwrap_or_default(),
        by: match activation.activated_by {
            Some(Activator::User) => "user",
            Some(Activator::Model) => "model",
            None if activation.given_again => "its agent",
            None => "not recorded",
        },
        turn: None,
        copied: false,
        at: seconds.map(|seconds| Millis(i64::from(seconds) * 1000 + fraction(event.ts.as_deref()))),
        recorded_at: event.ts,
    })
}

fn told(activation: &Activation) -> ActivationFact {
    ActivationFact {
        kept: activation.kept.into(),
        arguments: activation.arguments.clone(),
        steps: activation.steps.iter().map(|step| (*step).to_owned()).collect(),
        inferred: activation.inferred.map(str::to_owned),
        given_again: activation.given_again,
        // What stands before it in the log is looked at where all activations are.
        stale: None,
    }
}

/// What is said of a text that was older than its file.
pub(crate) fn stale_fact(log: &Log, stale: &Stale) -> StaleFact {
    let line = log.line_of(stale.record);
    let (by, words) = match stale.proof {
        Proof::Written => (
            StaleProof::Written,
            format!("older than the file: line {line} wrote to it, and this is the text from before"),
        ),
        Proof::Listed => (
            StaleProof::Listed,
            format!("older than the file: line {line} announced the skill anew, and no text was sent since"),
        ),
        Proof::Replaced => (
            StaleProof::Replaced,
            format!(
                "an earlier text: line {line} gave another one of the same file, and this one came before it"
            ),
        ),
    };
    StaleFact { by, record: stale.record, line, words }
}

/// What recomputing an activation's hash says.
fn integrity(activation: &Activation, source: Source) -> Integrity {
    match ::sessions::verify(activation) {
        ::sessions::Integrity::Verified(_) => Integrity::Verified,
        ::sessions::Integrity::Mismatch { .. } => Integrity::Mismatch,
        ::sessions::Integrity::NoHash(_) if !source.is_envelope() => Integrity::Computed,
        ::sessions::Integrity::NoContent if !source.is_envelope() => Integrity::None,
        ::sessions::Integrity::NoHash(_) | ::sessions::Integrity::NoContent => Integrity::NoHash,
    }
}

/// Milliseconds of a recorded time; Pixir writes six digits of a second.
pub(crate) fn fraction(ts: Option<&str>) -> i64 {
    let digits = ts.and_then(|ts| ts.split_once('.')).map_or("", |(_, rest)| rest.get(..3).unwrap_or(""));
    digits.parse().unwrap_or(0)
}
