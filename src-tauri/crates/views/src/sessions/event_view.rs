//! What the page sees of one event.

use ::sessions::{InferredBy, Reason};
use ::skills::ReadStep;
use ::workspace::Activated;
use message::Message;
use serde::Serialize;

use crate::markdown::Markdown;
use crate::sessions::{DroppedText, EventGroup, HydratedFact, Letter, LogPart, TimelineRow};
use crate::wire::{DriftFact, Integrity, Millis, StaleFact, TextKept};

/// Events of one timeline row.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EventsView {
    /// The row.
    pub row: TimelineRow,
    /// All events of the row, or of the group asked for; a result that stands with its call is not counted again.
    pub total: u32,
    /// How many events of the row are of which group, of those that occur.
    pub groups: Vec<GroupCount>,
    /// The first event's number.
    pub from: u32,
    /// The events of the window.
    pub events: Vec<EventRow>,
    /// The model of its provider calls.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
    pub model: Option<String>,
}

/// How many events are of a group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GroupCount {
    /// The group.
    pub group: EventGroup,
    /// Events of it in the row.
    pub count: u32,
}

/// One event.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EventRow {
    /// Which log it stands in.
    pub log: LogPart,
    /// Its record, counted from 1: its line where a line of the log is one event.
    pub line: u32,
    /// The line of the file in which the record stands.
    pub file_line: u32,
    /// Its sequence number as written; empty when it has none.
    pub seq: String,
    /// Its time.
    pub at: Option<Millis>,
    /// Milliseconds since the row's first event; absent when the clock moved back.
    pub offset_ms: Option<u32>,
    /// What happened.
    pub what: EventView,
}

/// The beginning of a text, with what is left out.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Clip {
    /// At most 12 lines and 4 KiB.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub text: String,
    /// Lines of the whole text.
    pub lines: u32,
    /// Bytes of the whole text.
    pub bytes: u64,
    /// Something is left out.
    pub cut: bool,
}

/// What happened.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum EventView {
    /// A user's message.
    UserMessage {
        /// The message.
        text: Clip,
        /// Names of attached resources with their type and size, in words.
        #[cfg_attr(feature = "typescript", ts(type = "Array<Foreign>"))]
        resources: Vec<String>,
        /// Pixir's runtime wrote it, no person.
        by_runtime: bool,
    },
    /// An answer.
    AssistantMessage {
        /// The answer, drawn.
        markdown: Markdown,
        /// The answer, as written.
        text: Clip,
        /// The skill that the agent itself names for it.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
        attributed: Option<String>,
        /// Why it is only a part, in words.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
        partial: Option<String>,
    },
    /// Reasoning.
    Reasoning {
        /// Its readable summary; empty when there is none.
        summary: Clip,
        /// Bytes of encrypted content.
        encrypted_bytes: u64,
    },
    /// A skill came into context.
    SkillActivation {
        /// Its letter.
        letter: Letter,
        /// `user` or `model`.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        by: String,
        /// Its recorded scope.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        scope: String,
        /// Its recorded short path.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        short_path: String,
        /// Its recorded path.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        path: String,
        /// What recomputing the hash says.
        integrity: Integrity,
        /// How it differs from the disk.
        drift: Box<DriftFact>,
        /// Lines of the snapshot.
        lines: u32,
        /// Bytes of the snapshot.
        bytes: u64,
        /// What else the log tells of it.
        told: ActivationFact,
    },
    /// A subagent's life, in its parent's log.
    Subagent {
        /// `queued`, `started`, `finished`, …
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        phase: String,
        /// The agent role.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        agent: String,
        /// Its task.
        task: Clip,
        /// Its result; empty before the end.
        summary: Clip,
        /// Its key when its log is there.
        key: Option<String>,
        /// Its session id.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
        child: Option<String>,
        /// Its permission mode.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
        mode: Option<String>,
    },
    /// The permission mode the session started with.
    Posture {
        /// `auto`, `ask` or `read_only`.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        mode: String,
        /// `root` or `child`.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        lineage: String,
        /// Where it comes from, as recorded.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        source: String,
    },
    /// A workflow.
    Workflow {
        /// `workflow_started`, `step_scheduled`, …
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        phase: String,
        /// The workflow's name.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        name: String,
        /// The step, when it concerns one.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
        step: Option<String>,
        /// The state, when one is recorded.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
        status: Option<String>,
        /// `skill/template` when a skill's template was run.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
        template: Option<String>,
    },
    /// The session was forked from another.
    Fork {
        /// The parent's id.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        parent: String,
        /// The parent's last copied sequence number.
        to_seq: Option<String>,
        /// Events copied.
        copied: u32,
    },
    /// A summary of what a fork left behind.
    BranchSummary {
        /// The summary.
        text: Clip,
    },
    /// Older events were taken out of context.
    Compaction {
        /// Its trigger.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        trigger: String,
        /// `0–97`.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        range: String,
        /// Events it covers, where the log counts them.
        events: Option<u32>,
        /// Texts it dropped, the first 20.
        dropped: Vec<DroppedText>,
        /// The summary that replaces them.
        summary: Clip,
    },
    /// A provider call was counted.
    Usage {
        /// The model.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
        model: Option<String>,
        /// Tokens in.
        input: Option<u32>,
        /// Of these, read from the provider's cache.
        cached: Option<u32>,
        /// Tokens out.
        output: Option<u32>,
        /// The hash of the catalog the model was shown.
        index_hash: Option<String>,
        /// The recorded pressure on the context window.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
        pressure: Option<String>,
    },
    /// The turn failed.
    Failed {
        /// `provider_error`, `tool_error`, `configuration_error`.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        status: String,
        /// The error's kind.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        code: String,
        /// The error's words.
        message: Clip,
    },
    /// A tool was called; its result stands with it when it follows in the same row.
    ToolCall {
        /// The tool.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        name: String,
        /// What it was called with, on one line: the command, the path, or JSON.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        head: String,
        /// All arguments, as indented JSON.
        args: Clip,
        /// The id that ties result and decision to it.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        call_id: String,
        /// The skill that the agent itself names for it.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
        attributed: Option<String>,
        /// Its result.
        result: Option<ToolOutcome>,
    },
    /// A result without its call in the same row.
    ToolResult {
        /// The id of its call.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        call_id: String,
        /// The result.
        result: ToolOutcome,
    },
    /// A permission decision.
    Permission {
        /// `allow` or `deny`.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        decision: String,
        /// The gate that decided, when one is recorded.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
        gate: Option<String>,
        /// The recorded reason, in words.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
        reason: Option<String>,
        /// The id of its call.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        call_id: String,
        /// What was not run, where a hydration was refused.
        refused: Option<RefusedFact>,
    },
    /// A skill was given fresh facts.
    Hydration {
        /// The evidence.
        fact: Box<HydratedFact>,
        /// The text; as much of it as there is, where the rest is lost.
        output: Clip,
        /// Why the rest is lost.
        lost: Option<Message>,
    },
    /// The skills that were listed for the model.
    SkillListing {
        /// Their names, in the order of the list.
        #[cfg_attr(feature = "typescript", ts(type = "Array<Foreign>"))]
        names: Vec<String>,
        /// The list as the model read it; empty where the log has only the names.
        text: Clip,
        /// It adds to an earlier list.
        adds: bool,
    },
    /// All bookkeeping of the agent in this row, in one; what it is follows where it is asked for.
    Bookkeeping {
        /// Lines.
        lines: u32,
        /// The types of the first 300, each once, as written.
        #[cfg_attr(feature = "typescript", ts(type = "Array<Foreign>"))]
        types: Vec<String>,
        /// They follow, one by one.
        open: bool,
    },
    /// Bookkeeping of the agent that says nothing of the conversation.
    Other {
        /// The type as written.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        name: String,
        /// The line.
        raw: Clip,
    },
    /// A type this version does not know; nothing of it is lost.
    Unknown {
        /// The type as written.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        name: String,
        /// The line.
        raw: Clip,
    },
    /// A line that cannot be read.
    Unread {
        /// The reason.
        reason: Reason,
        /// The line.
        raw: Clip,
    },
}

/// What a log tells of an activation besides its text.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ActivationFact {
    /// How much of the skill's file the log has.
    pub kept: TextKept,
    /// What the skill was called with.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
    pub arguments: Option<String>,
    /// What was taken off the text in the log, step by step, to get the skill's own.
    pub read_steps: Vec<ReadStep>,
    /// Why it is taken for an activation where the log does not call it one.
    pub inferred_by: Option<InferredBy>,
    /// The steps in words.
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub steps: Vec<String>,
    /// The reason of the inference in words.
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub inferred: Option<String>,
    /// The agent gave a text again that it had given before, without anybody asking.
    pub given_again: bool,
    /// What in the log proves that the text was older than the skill's file; absent where nothing does, which does not
    /// say that it was not.
    pub stale: Option<Box<StaleFact>>,
}

/// A hydration that was refused: nothing was released.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RefusedFact {
    /// The skill's name.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub skill: String,
    /// The source's id in the skill.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub source: String,
    /// The command, verbatim; empty where none is recorded.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub command: String,
    /// `user` or `rule`.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub by: String,
    /// What the person said.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
    pub note: Option<String>,
}

/// What came back from a tool.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ToolOutcome {
    /// Its log line.
    pub line: u32,
    /// Its sequence number as written.
    pub seq: String,
    /// Whether it worked; nothing where the log does not say.
    pub ok: Option<bool>,
    /// The exit code of a command.
    pub exit_code: Option<i32>,
    /// The error's kind and words.
    pub error: Option<Clip>,
    /// The output.
    pub output: Clip,
}

/// Raw bytes of one line.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RawView {
    /// The line of the file.
    pub line: u32,
    /// The bytes asked for as text; bytes that are not UTF-8 show as U+FFFD.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub text: String,
    /// The first byte's place in the line.
    pub from: u32,
    /// Bytes of the whole line.
    pub bytes: u64,
    /// The line's first byte in the file.
    pub offset: u64,
    /// The line stands in no file: Assay laid it out of what its agent keeps otherwise.
    pub made: bool,
    /// `session#seq`, which leads back to the event; nothing when it has no number of its own.
    pub reference: Option<String>,
}

impl From<&Activated> for ActivationFact {
    fn from(activated: &Activated) -> Self {
        Self {
            kept: activated.text,
            arguments: activated.arguments.clone(),
            read_steps: activated.steps.clone(),
            inferred_by: activated.inferred,
            steps: activated.steps.iter().map(ToString::to_string).collect(),
            inferred: activated.inferred.map(|by| by.to_string()),
            given_again: activated.given_again,
            stale: StaleFact::of(activated.stale.as_deref()),
        }
    }
}
