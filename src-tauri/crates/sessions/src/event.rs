//! What one line of a log says: Pixir's own, and what a [`crate::Source`] makes of other agents'.
//!
//! Every field is read with tolerance: a missing or odd value becomes `None`, keys nobody asked for stay in
//! the line, which [`crate::Log::raw`] reads again when somebody wants to see it.

use disk::Digest;
use serde::{Deserialize, Serialize};
use skills::ReadStep;
use thiserror::Error;

use crate::evidence::{Anchor, Hydration};
use crate::{Seq, Source};

/// The place of a model's answer in a log, as the count of the call tells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AnswerPlace {
    /// No answer of a tool stands between the answer and its count.
    #[default]
    AtCount,
    /// It begins with this record.
    From(u32),
    /// It stands somewhere between the count before and this one.
    BeforeCount,
}

/// One event, with the place it was read from.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// Number of the record in the log, from 1: the line of the file where a line is one event; 0 where the file was
    /// read from its end.
    pub line: u32,
    /// First byte of the line.
    pub offset: u64,
    /// Bytes of the line without its line feed.
    pub length: u32,
    /// The event's own id.
    pub id: Option<String>,
    /// Its number.
    pub seq: Seq,
    /// When it was written, as recorded; not monotonic in a fork.
    pub ts: Option<String>,
    /// The session it names, which Pixir does not compare with the file's name.
    pub session_id: Option<String>,
    /// What happened.
    pub kind: EventKind,
    /// What about the line makes Pixir refuse to send the history to a provider.
    pub oddity: Option<Oddity>,
    /// The record after which the conversation goes on with this event, where somebody went back to it: what stands
    /// between the two is no part of the conversation any more.
    pub goes_on_from: Option<u32>,
}

/// Something Pixir folds but no provider request can be built from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Oddity {
    /// `id` is missing or no text.
    Id,
    /// `session_id` is missing or no text.
    SessionId,
    /// `ts` is missing or no text.
    Time,
    /// `seq` is neither absent nor a whole number from 0 on.
    Seq,
    /// `data` is neither absent nor an object.
    Body,
}

/// What happened: Pixir's fourteen types, one of them in two shapes, the one of hydration, and whatever else
/// a line may name.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs, reason = "each variant is one type of event and its struct says what it holds")]
pub enum EventKind {
    UserMessage(UserMessage),
    AssistantMessage(AssistantMessage),
    Reasoning(Reasoning),
    SkillActivation(Activation),
    /// `subagent_event` about the session's own permissions.
    Posture(Posture),
    /// `subagent_event` about the life of a child.
    Subagent(Subagent),
    Workflow(Workflow),
    SessionFork(Fork),
    BranchSummary(BranchSummary),
    Compaction(Compaction),
    ProviderUsage(Usage),
    TurnFailed(TurnFailed),
    ToolCall(ToolCall),
    ToolResult(ToolResult),
    PermissionDecision(Decision),
    /// Known to Assay alone; see [`crate::evidence`].
    Hydration(Box<Hydration>),
    /// What was listed for the model; Pixir records none.
    SkillListing(Listing),
    /// Bookkeeping of another agent that says nothing of the conversation.
    Other {
        /// The type as the line names it.
        name: String,
    },
    /// A type this version does not know; Pixir refuses a log of its own that has one.
    Unknown {
        /// The type as the line names it.
        name: String,
    },
}

macro_rules! bodies {
    ($($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident : $type:ty,)* })*) => {
        $($(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Default)]
        pub struct $name {
            $($(#[$field_doc])* pub $field: $type,)*
        })*
    };
}

bodies! {
    /// What the user said; in a child session, the task.
    UserMessage {
        /// The text, with its `$skill` marks.
        text: Option<String>,
        /// Attached resources.
        resources: Vec<ResourceMark>,
        /// `runtime` where Pixir itself wrote the message; such a message opens no turn.
        author: Option<String>,
    }

    /// The descriptor of an attached resource.
    ResourceMark {
        /// `res_` and 16 hexadecimal digits.
        resource_id: Option<String>,
        /// `image`, `file` or `resource_link`.
        kind: Option<String>,
        /// Name of the file it came from.
        name: Option<String>,
        /// MIME type.
        mime_type: Option<String>,
        /// Size in bytes.
        size: Option<u64>,
        /// Recorded SHA-256, as text.
        content_hash: Option<String>,
        /// Extension in the store, without a dot.
        extension: Option<String>,
        /// Address, for links.
        uri: Option<String>,
    }

    /// What the model said last in a turn, or before it failed.
    AssistantMessage {
        /// The text.
        text: Option<String>,
        /// The text was cut by a failure; `turn_failed` follows.
        partial: bool,
        /// Why the text was cut.
        error_kind: Option<String>,
        /// The provider stopped the text at a limit; the reason it gave.
        cut_off: Option<String>,
        /// The skill that the agent itself names for this answer.
        attributed: Option<String>,
    }

    /// An opaque item of the provider.
    Reasoning {
        /// Model it belongs to.
        model: Option<String>,
        /// Provider dialect; absent means OpenAI.
        dialect: Option<String>,
        /// The skill that the agent itself names for this answer.
        attributed: Option<String>,
    }

    /// A skill's whole text taken into the session.
    Activation {
        /// The skill's name.
        name: Option<String>,
        /// Its description then.
        description: Option<String>,
        /// `repo`, `user` or `pixir-global`.
        scope: Option<String>,
        /// The same word again, as Pixir writes it.
        source: Option<String>,
        /// The root it was found in.
        root: Option<String>,
        /// Path of the `SKILL.md`.
        path: Option<String>,
        /// Scope and folder name.
        short_path: Option<String>,
        /// Recorded SHA-256 of the file, as text.
        content_hash: Option<String>,
        /// The text; of Pixir's the whole file, of others see `kept`.
        content: Option<String>,
        /// Who asked for it.
        activated_by: Option<Activator>,
        /// How much of the file `content` is.
        kept: TextKept,
        /// What the skill was called with.
        arguments: Option<String>,
        /// What was taken off the log's text to get `content`, step by step.
        steps: Vec<ReadStep>,
        /// Why this is taken for an activation where the log does not call it one.
        inferred: Option<InferredBy>,
        /// The agent gave a text again that it had given before, without anybody asking.
        given_again: bool,
    }

    /// The skills that were listed for the model.
    Listing {
        /// Their names, in the order of the list.
        names: Vec<String>,
        /// The list as the model read it.
        text: Option<String>,
        /// It adds to an earlier list; else it is the whole of it.
        adds: bool,
        /// The main files the list names, in its order; empty where it names none.
        paths: Vec<String>,
    }

    /// The permissions of a session.
    Posture {
        /// `root` or `child`.
        lineage: Option<String>,
        /// What set it.
        source: Option<String>,
        /// `auto`, `ask` or `read_only`.
        permission_mode: Option<String>,
        /// `shared`, `isolated` or `virtual_overlay`.
        workspace_mode: Option<String>,
        /// The workspace as recorded.
        workspace: Option<String>,
        /// The child this session is.
        subagent_id: Option<String>,
        /// The session that started it.
        parent_session_id: Option<String>,
        /// Whether a write policy is set.
        write_policy: bool,
    }

    /// A step in the life of a child.
    Subagent {
        /// `queued`, `started`, `finished`, `failed`, …
        event: Option<String>,
        /// The child.
        subagent_id: Option<String>,
        /// Its session; absent while queued.
        child_session_id: Option<String>,
        /// Its role.
        agent: Option<String>,
        /// What it was told.
        task: Option<String>,
        /// Its state in words.
        status: Option<String>,
        /// What it reported.
        summary: Option<String>,
        /// Why it ended so.
        reason: Option<String>,
        /// Its workspace as recorded.
        workspace: Option<String>,
        /// `shared`, `isolated` or `virtual_overlay`.
        workspace_mode: Option<String>,
        /// The session a retry replaces.
        failed_child_session_id: Option<String>,
    }

    /// A step of a workflow.
    Workflow {
        /// `workflow_started`, `step_scheduled`, …
        kind: Option<String>,
        /// The run.
        workflow_id: Option<String>,
        /// Its name.
        workflow_name: Option<String>,
        /// The step.
        step_id: Option<String>,
        /// How it stands.
        status: Option<String>,
        /// The skill's template it was made from.
        template: Option<Template>,
    }

    /// The template a workflow was made from.
    Template {
        /// `skill/id`.
        template_id: Option<String>,
        /// The skill it belongs to.
        skill: Option<String>,
        /// That skill's scope.
        scope: Option<String>,
        /// Path of the template.
        path: Option<String>,
    }

    /// Where a forked session comes from.
    Fork {
        /// The session it was forked from.
        parent_session_id: Option<String>,
        /// The first of the line.
        root_session_id: Option<String>,
        /// The parent's last copied number.
        forked_to_seq: Option<i64>,
        /// How many events were copied; they carry the numbers 1 to this.
        replay_event_count: Option<u64>,
        /// First copied number of the parent.
        from_seq: Option<i64>,
        /// How the copy was made.
        strategy: Option<String>,
        /// The workspace of the fork.
        child_workspace: Option<String>,
        /// `delegate_warm_start` for a child that starts with its parent's history.
        source: Option<String>,
    }

    /// A fork's summary of what it copied.
    BranchSummary {
        /// The parent.
        parent_session_id: Option<String>,
        /// How it was made.
        strategy: Option<String>,
        /// The text.
        summary: Option<String>,
    }

    /// A checkpoint that stands for older events.
    Compaction {
        /// What caused it.
        trigger: Option<String>,
        /// How it was made.
        strategy: Option<String>,
        /// First number it stands for.
        from_seq: Option<i64>,
        /// Last number it stands for; without it, it hides every number.
        to_seq: Option<i64>,
        /// Activations before that number which it leaves in place all the same.
        keeps: Vec<i64>,
        /// Events it stands for.
        source_event_count: Option<u64>,
        /// Activations it stands for, all levels together.
        activation_count: Option<u64>,
        /// The latest of them by name, at most five.
        named: Vec<NamedActivation>,
        /// What the model is given again behind it would stand in the log: a text that does not is not given again.
        settles: bool,
        /// The text.
        summary: Option<String>,
    }

    /// An activation that a checkpoint still names.
    NamedActivation {
        /// Its number.
        seq: Option<i64>,
        /// The skill.
        name: Option<String>,
        /// Path of the `SKILL.md`.
        path: Option<String>,
        /// Recorded SHA-256.
        content_hash: Option<String>,
    }

    /// One successful call of the provider.
    Usage {
        /// The model.
        model: Option<String>,
        /// `build` or `plan`.
        mode: Option<String>,
        /// Number of the call in its turn, from 0.
        iteration: Option<u64>,
        /// Tokens sent.
        input_tokens: Option<u64>,
        /// Of them, read from a cache.
        cached_tokens: Option<u64>,
        /// Tokens received.
        output_tokens: Option<u64>,
        /// Of them, spent on reasoning.
        reasoning_tokens: Option<u64>,
        /// Which menu of skills the model saw at this call.
        skill_index_hash: Option<String>,
        /// `none`, `warning`, `critical`, …
        pressure: Option<String>,
        /// The skill that the agent itself names for this call.
        attributed: Option<String>,
        /// The place of its answer; the model was given what stands before that.
        answer: AnswerPlace,
    }

    /// A turn's failure.
    TurnFailed {
        /// `provider_error`, `tool_error` or `configuration_error`.
        terminal_status: Option<String>,
        /// The error's kind.
        error_kind: Option<String>,
        /// Its words.
        error_message: Option<String>,
    }

    /// A tool asked for.
    ToolCall {
        /// The provider's id, which can repeat in later turns. Text, or JSON where it is no text.
        call_id: Option<String>,
        /// The tool.
        name: Option<String>,
        /// Its arguments, as JSON.
        args: Option<String>,
        /// For `skill_view`: the skill and the file asked for.
        viewed: Option<Viewed>,
        /// The skill that the agent itself names for this call.
        attributed: Option<String>,
    }

    /// What a `skill_view` call asks for.
    Viewed {
        /// The skill.
        skill: Option<String>,
        /// The file; absent where the argument is no text. Not given means `SKILL.md`.
        path: Option<String>,
    }

    /// A tool's answer.
    ToolResult {
        /// The call it answers.
        call_id: Option<String>,
        /// Whether it worked.
        ok: Option<bool>,
        /// What it printed.
        output: Option<String>,
        /// `bash`: the exit status.
        exit_code: Option<i64>,
        /// What went wrong.
        error: Option<ToolError>,
        /// `skill_view`: whether the skill was activated.
        activated: Option<bool>,
    }

    /// What went wrong in a tool.
    ToolError {
        /// The error's kind; an open set.
        kind: Option<String>,
        /// Its words.
        message: Option<String>,
        /// For `orphan_tool_call`: `interrupt`, `interrupt_no_turn` or `before_start_turn`.
        reason: Option<String>,
    }

    /// A yes or no to a tool call.
    Decision {
        /// The call.
        call_id: Option<String>,
        /// `allow` or `deny`.
        decision: Option<String>,
        /// Which gate spoke; absent for the plain mode decision.
        gate: Option<String>,
        /// The rule that matched.
        matched_rule: Option<String>,
        /// The tool, where the gate names it.
        tool: Option<String>,
        /// A refused hydration: where in the session it stands.
        anchor: Option<Anchor>,
        /// A refused hydration: the source.
        context_source_id: Option<String>,
        /// A refused hydration: the skill.
        skill: Option<String>,
        /// A refused hydration: `user` or `rule`.
        by: Option<String>,
        /// A refused hydration: what the person said.
        note: Option<String>,
        /// A refused hydration: the command that did not run.
        argv: Vec<String>,
    }
}

/// How much of a skill's file an agent recorded. Its number is kept in the index, so it is never given to another.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, strum::FromRepr, Serialize, Deserialize,
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum TextKept {
    /// Every byte.
    #[default]
    Whole = 1,
    /// What stands behind the frontmatter, without the line breaks it begins with.
    Body = 2,
    /// What stands behind the frontmatter, without the blanks and line breaks at both ends.
    TrimmedBody = 3,
    /// Lines of it, as a tool printed them.
    Part = 4,
    /// All of it or lines of it, among other output of the same tool.
    Mixed = 5,
    /// Only that it was given: its text stands elsewhere in the log, or nowhere.
    Nothing = 6,
}

/// The reason why something is taken for an activation that its log does not call one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum InferredBy {
    /// The agent labels a text of the conversation as the skill.
    #[error("the agent added a text to the conversation that it labels as this skill")]
    Labelled,
    /// The `SKILL.md` was read, and the session's catalog lists it.
    #[error("its SKILL.md was read, and the session's catalog lists that file")]
    Listed,
    /// The `SKILL.md` was read in a skill folder, and the release records no catalog.
    #[error(
        "its SKILL.md was read in a skill folder of Pi; this release records no catalog to check against"
    )]
    Unlisted,
}

/// Who asked for a skill. Its number is kept in the index, so it is never given to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Activator {
    /// By `$name` or `/name` in the prompt.
    User = 1,
    /// By a `skill_view` of its main file.
    Model = 2,
}

impl Activation {
    /// What names its text: the recorded hash; in a log of `source`, if that records none, the hash of the text that
    /// stands in it, which proves nothing about the log.
    pub fn text_hash(&self, source: Source) -> Option<String> {
        let computed = || self.content.as_ref().map(|text| Digest::of(text.as_bytes()).to_string());
        self.content_hash.clone().or_else(|| computed().filter(|_| !source.is_envelope()))
    }
}

impl Viewed {
    /// Whether the file asked for is the skill's main file, which activates it.
    pub fn is_main_file(&self) -> bool {
        self.path.as_deref().is_some_and(|path| path.is_empty() || normal(path) == ["SKILL.md"])
    }
}

/// The parts of a path once `.`, `..` and empty parts are taken out, as if it started at `/`.
fn normal(path: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::Viewed;

    #[test]
    fn only_paths_that_come_out_as_the_main_file_activate() {
        let check = |path: &str, expected| {
            assert_eq!(Viewed { skill: None, path: Some(path.into()) }.is_main_file(), expected, "{path}");
        };
        for path in ["SKILL.md", "", "./SKILL.md", "x/../SKILL.md", "SKILL.md/", "//SKILL.md", "../SKILL.md"]
        {
            check(path, true);
        }
        for path in ["../deploy/SKILL.md", "skill.md", "references/SKILL.md", "."] {
            check(path, false);
        }
        assert!(!Viewed::default().is_main_file());
    }
}
