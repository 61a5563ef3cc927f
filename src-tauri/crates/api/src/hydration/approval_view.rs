//! What the approval window shows. No other window can ask for it or answer it.

use message::Message;
use serde::Serialize;

use ::hydration::MadeVisible;

use super::approval_text::{
    AgainstLast, AskerText, ChangedPart, CommandKind, CoversText, CutText, LimitsText, NotCovered,
    PermissionEffect, RunEnd,
};
use super::{LifetimeKind, SkillMark, TurnMark};
use crate::access::SandboxView;
use views::wire::Millis;

/// The approval window's whole content.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ApprovalView {
    /// The number of this showing; it changes whenever what is shown changes.
    pub showing: u32,
    /// Milliseconds from now in which keys and clicks are off.
    pub armed_after_ms: u32,
    /// This request's place in the queue, from 1.
    pub position: u32,
    /// Requests in the queue.
    pub waiting: u32,
    /// The request on screen; nothing when none waits.
    pub request: Option<RequestView>,
    /// Why the last request left the screen without a decision, in a sentence.
    pub left: Option<Message>,
}

/// The request on screen.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RequestView {
    /// Its id.
    pub id: String,
    /// The skill.
    pub skill: SkillMark,
    /// What a yes is wanted for.
    pub act: ApprovalAct,
    /// The exact command, and what it is.
    pub command: CommandView,
    /// Where it stands.
    pub step: StepView,
}

/// What a yes is wanted for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ApprovalAct {
    /// Something runs here, or files are read, and its output is released in a second step.
    Hydration,
    /// An agent takes the skill in. Nothing runs.
    Activation,
    /// An agent's Assay runs a script of the skill; the agent gets its output.
    Script,
    /// An agent's Assay runs a hook of the skill around tool calls.
    Hook,
    /// An agent's Assay does what a tool of a skill made of code was called for.
    Tool,
}

/// The exact command.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CommandView {
    /// As one would type it; for a shell source the text itself.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub text: String,
    /// Every argument as it is, the program first; empty for files.
    #[cfg_attr(test, ts(type = "Array<Foreign>"))]
    pub argv: Vec<String>,
    /// What it is.
    pub kind: CommandKind,
    /// What Assay adds to the command for safety, each argument; empty when nothing is.
    #[cfg_attr(test, ts(type = "Array<Foreign>"))]
    pub added: Vec<String>,
}

/// Where a request stands.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum StepView {
    /// Step 1: it has not run.
    Run {
        /// What a person decides on.
        facts: Box<RunFacts>,
    },
    /// It runs.
    Running {
        /// Since when.
        since: Millis,
        /// Milliseconds it may take.
        limit_ms: u32,
    },
    /// Step 2: it has run, nothing was sent.
    Send {
        /// What a person decides on.
        facts: Box<SendFacts>,
    },
}

/// The facts of step 1. What does not apply is empty.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RunFacts {
    /// What is different since it was last allowed.
    pub changed: Vec<ChangedPart>,
    /// The changed lines of SKILL.md as a unified diff; empty when unknown.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub diff: String,
    /// It was allowed before, once or for longer.
    pub allowed_before: bool,
    /// Who asks.
    pub asker: AskerText,
    /// The session and turn.
    pub turn: Option<TurnMark>,
    /// How the skill came into that turn: `activated by user in turn 8`, `not activated in this session`.
    pub activation: Message,
    /// The executable, its hash and what is known of it.
    pub resolves: Option<ExecutableView>,
    /// The folder it runs in, whole.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub cwd: String,
    /// Names of the environment variables it gets.
    #[cfg_attr(test, ts(type = "Array<Foreign>"))]
    pub environment: Vec<String>,
    /// Variables it does not get.
    pub withheld: u32,
    /// The mode and the rule that matched, in words.
    pub rule: Message,
    /// Why it does not provably only read, each in words.
    pub reasons: Vec<Message>,
    /// What contains it.
    pub sandbox: SandboxView,
    /// Its limits.
    pub limits: LimitsText,
    /// The reason: the skill's own words where `reason_place` says where they stand, else Assay's. May be empty.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub reason_given: String,
    /// The place of the skill's words: `SKILL.md line 17`; empty where the words are Assay's own.
    pub reason_place: String,
    /// How long the permission may hold, the shortest first. Nothing else is taken.
    pub lifetimes: Vec<LifetimeChoice>,
}

/// One way to say how long a permission shall hold.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LifetimeChoice {
    /// The choice.
    pub lifetime: LifetimeKind,
    /// What it covers.
    pub covers: CoversText,
    /// What it does not cover; absent where nothing is left.
    pub not_covered: Option<NotCovered>,
}

/// The executable a command resolves to.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExecutableView {
    /// Its path, links resolved.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub path: String,
    /// SHA-256 of its bytes.
    pub hash: String,
    /// Sentences on files that run from a sealed copy or are not bound; may be empty.
    pub notes: Vec<Message>,
}

/// The facts of step 2.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SendFacts {
    /// How it ended.
    pub end: RunEnd,
    /// It ended with exit code 0.
    pub ok: bool,
    /// Milliseconds it took.
    pub duration_ms: u32,
    /// Bytes read from standard output.
    pub stdout_bytes: u64,
    /// Bytes read from standard error.
    pub stderr_bytes: u64,
    /// SHA-256 of all bytes read.
    pub hash: String,
    /// Lines of the text that would be sent.
    pub lines: u32,
    /// Its bytes.
    pub kept_bytes: u64,
    /// Its tokens, estimated as bytes / 4.
    pub tokens: u32,
    /// What was left out; absent where nothing was.
    pub cut: Option<CutText>,
    /// Likely secrets, in order.
    pub secrets: Vec<SecretView>,
    /// Characters made visible.
    pub made_visible: Vec<MadeVisible>,
    /// Against the last run of the same command.
    pub against_last: AgainstLast,
    /// What is known not to be complete, each in words.
    pub limitations: Vec<Message>,
    /// What sending and discarding do to a permission that lasts; empty when none is meant.
    pub permission: Vec<PermissionEffect>,
}

/// One likely secret.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SecretView {
    /// Its number, from 1.
    pub number: u32,
    /// `webhook signing key`.
    pub words: String,
    /// `by prefix whsec_`.
    pub by: String,
    /// The line it begins in, counted from 0.
    pub line: u32,
    /// First character in that line, in UTF-16 units.
    pub from: u32,
    /// The character after its last one in that line, in UTF-16 units.
    pub to: u32,
    /// The line it ends in, counted from 0.
    pub to_line: u32,
}
