//! An activation as the join needs it: everything but its text.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use sessions::{Activator, EventKind, InferredBy, Log, Proof, Stale, Stands, TextIntegrity, TextKept};
use skills::ReadStep;

use crate::line_count;

/// An activation without its text.
#[derive(Debug, Clone, PartialEq)]
pub struct Activated {
    /// Its position in the log.
    pub position: usize,
    /// Its record.
    pub line: u32,
    /// Where that stands in the files of its agent.
    pub stands: Arc<Stands>,
    /// Its sequence number, as written.
    pub seq: String,
    /// The skill's recorded name.
    pub name: String,
    /// The recorded scope.
    pub scope: String,
    /// The recorded path of its SKILL.md.
    pub path: PathBuf,
    /// The root it was found below.
    pub root: PathBuf,
    /// The path as it was shown to the model.
    pub short_path: String,
    /// What names the text, see [`Activation::text_hash`]; empty when nothing does.
    pub hash: String,
    /// Whether the text is what its hash says.
    pub integrity: TextIntegrity,
    /// Who asked for it.
    pub by: ActivatedBy,
    /// Its event's own id, where that was made by chance: it stands in two logs only where one copied the other.
    pub event: Option<String>,
    /// Its turn, when it belongs to one.
    pub turn: Option<u32>,
    /// A fork copied it; it happened in the session that was forked.
    pub copied: bool,
    /// When it was.
    pub at: Option<i64>,
    /// The same time, as recorded.
    pub recorded_at: Option<String>,
    /// The log holds its text.
    pub kept: bool,
    /// Bytes of the text.
    pub bytes: u64,
    /// Lines of the text.
    pub lines: u32,
    /// How much of the file the text is.
    pub text: TextKept,
    /// What was filled into it.
    pub arguments: Option<String>,
    /// What the reader took off the recorded text, in plain words.
    pub steps: Vec<ReadStep>,
    /// Why it is taken for an activation, where the log does not call it one.
    pub inferred: Option<InferredBy>,
    /// Its agent gave the text again by itself, behind a compaction.
    pub given_again: bool,
    /// What proves that the text was older than its file.
    pub stale: Option<Box<StaleDelivery>>,
}

/// Who asked for a skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActivatedBy {
    /// The person.
    User,
    /// The model.
    Model,
    /// Its agent, by itself.
    Agent,
    /// The log does not say.
    NotRecorded,
}

impl fmt::Display for ActivatedBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::User => "user",
            Self::Model => "model",
            Self::Agent => "its agent",
            Self::NotRecorded => "not recorded",
        })
    }
}

/// What proves that a text was older than its file when it was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StaleDelivery {
    /// What kind of proof it is.
    pub proof: Proof,
    /// The record that proves it.
    pub record: u32,
    /// Its line in the file.
    pub line: u32,
}

impl Activated {
    /// The agent said that the skill is loaded and sent no text.
    pub fn is_by_name(&self) -> bool {
        self.text == TextKept::Nothing
    }
}

impl StaleDelivery {
    pub(crate) fn of(log: &Log, stale: &Stale) -> Self {
        Self { proof: stale.proof, record: stale.record, line: log.line_of(stale.record) }
    }
}

/// Decodes the activation at a position; its turn, and whether it was copied, are not known yet.
pub fn activated(log: &Log, position: usize) -> Option<Activated> {
    let event = log.event(position)?;
    let EventKind::SkillActivation(activation) = event.kind else { return None };
    let seconds = log.at(position).and_then(sessions::Row::seconds);
    let content = activation.content.as_deref().unwrap_or_default();
    Some(Activated {
        position,
        line: event.line,
        stands: Arc::new(log.stands(event.line)),
        seq: event.seq.to_string(),
        integrity: TextIntegrity::of(&activation, log.source()),
        hash: activation.text_hash(log.source()).unwrap_or_default(),
        kept: activation.content.is_some(),
        bytes: content.len() as u64,
        lines: line_count(content.as_bytes()),
        text: activation.kept,
        steps: activation.steps.clone(),
        inferred: activation.inferred,
        given_again: activation.given_again,
        // What stands before it in the log is looked at where all activations are.
        stale: None,
        by: match activation.activated_by {
            Some(Activator::User) => ActivatedBy::User,
            Some(Activator::Model) => ActivatedBy::Model,
            None if activation.given_again => ActivatedBy::Agent,
            None => ActivatedBy::NotRecorded,
        },
        arguments: activation.arguments,
        name: activation.name.unwrap_or_default(),
        scope: activation.scope.or(activation.source).unwrap_or_default(),
        path: activation.path.unwrap_or_default().into(),
        root: activation.root.unwrap_or_default().into(),
        short_path: activation.short_path.unwrap_or_default(),
        event: event.id.filter(|id| is_uuid(id)),
        turn: None,
        copied: false,
        at: seconds.map(|seconds| i64::from(seconds) * 1000 + fraction(event.ts.as_deref())),
        recorded_at: event.ts,
    })
}

/// Whether an id is a UUID.
fn is_uuid(id: &str) -> bool {
    let is_part = |(part, length): (&str, usize)| {
        part.len() == length && part.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    id.split('-').count() == 5 && id.split('-').zip([8, 4, 4, 4, 12]).all(is_part)
}

/// Milliseconds of a recorded time; Pixir writes six digits of a second.
pub(crate) fn fraction(ts: Option<&str>) -> i64 {
    let digits = ts.and_then(|ts| ts.split_once('.')).map_or("", |(_, rest)| rest.get(..3).unwrap_or(""));
    digits.parse().unwrap_or(0)
}
