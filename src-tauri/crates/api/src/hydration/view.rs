//! What the main page sees of hydration. It can ask for a source, look at decisions and take permissions back;
//! it can decide nothing.

use execution::Mode;
use message::Message;
use serde::Serialize;

use super::approval_text::{AskerText, ChangedPart, HeldText, ReleasedText, WaitingState};
use super::{DecisionWord, LifetimeKind};
use views::wire::{FindingRow, Millis};

/// What a skill may hydrate.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SourcesView {
    /// In the order of the file, inline commands after declared ones.
    pub sources: Vec<SourceRow>,
    /// Mistakes in the declarations.
    pub findings: Vec<FindingRow>,
    /// The file that declares them, shortened; nothing when none does.
    #[cfg_attr(test, ts(type = "Foreign | null"))]
    pub file: Option<String>,
    /// The mode that the rules below are told for.
    pub mode: Mode,
}

/// One source of a skill. Nothing of it has run.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SourceRow {
    /// Its id, unique in its skill.
    pub id: String,
    /// What it is for, in the skill's own words; may be empty.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub title: String,
    /// What produces the facts.
    pub surface: SurfaceView,
    /// The author says that it changes nothing.
    pub read_only: bool,
    /// The author wishes it to run with the activation.
    pub auto: bool,
    /// Milliseconds it may take.
    pub timeout_ms: u32,
    /// Bytes that are kept.
    pub max_bytes: u32,
    /// Where it is declared: `context-sources.yaml line 3`, `SKILL.md line 17`.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub declared: String,
    /// What would happen under the current mode.
    pub rule: RuleView,
    /// Why it can never run; nothing when it can.
    pub blocked: Option<Message>,
    /// The latest decision on it in this workspace.
    pub last: Option<LastDecision>,
}

/// What produces facts, exactly.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SurfaceView {
    /// A program with its arguments, no shell.
    Run {
        /// Every argument as it is, the program first.
        #[cfg_attr(test, ts(type = "Array<Foreign>"))]
        argv: Vec<String>,
        /// The folder below the workspace; empty for the workspace.
        #[cfg_attr(test, ts(type = "Foreign"))]
        cwd: String,
    },
    /// A text that a shell reads.
    Shell {
        /// The text as it is.
        #[cfg_attr(test, ts(type = "Foreign"))]
        text: String,
        /// The folder below the workspace; empty for the workspace.
        #[cfg_attr(test, ts(type = "Foreign"))]
        cwd: String,
    },
    /// Files of the workspace.
    Read {
        /// A path or a glob.
        #[cfg_attr(test, ts(type = "Foreign"))]
        pattern: String,
    },
    /// A file of the skill.
    Resource {
        /// Its path in the skill.
        #[cfg_attr(test, ts(type = "Foreign"))]
        path: String,
    },
}

/// What the rules say of a source.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RuleView {
    /// What would happen.
    pub decision: RuleDecision,
    /// The rule, in one or two sentences.
    pub words: Message,
    /// Why it does not provably only read, each in words; empty when it does.
    pub reasons: Vec<Message>,
}

/// What a rule decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum RuleDecision {
    /// It runs when it is asked for.
    Run,
    /// A person is asked.
    Ask,
    /// It is refused.
    Refuse,
    /// A permission in force covers exactly these bytes.
    Granted,
}

/// The latest decision on a source.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LastDecision {
    /// The decision's id.
    pub id: String,
    /// What was decided.
    pub decision: DecisionWord,
    /// When.
    pub at: Millis,
}

/// A request that was made.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RequestedView {
    /// Its id.
    pub id: String,
    /// What became of it at once, in a sentence; nothing when it waits.
    pub ended: Option<Message>,
}

/// The queue, the history and the permissions in force.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ApprovalsView {
    /// Waiting, in the order they came.
    pub waiting: Vec<WaitingRow>,
    /// All decisions of this workspace.
    pub total: u32,
    /// Decisions that match the ask.
    pub matching: u32,
    /// The first row's number.
    pub from: u32,
    /// Decisions, newest first.
    pub decided: Vec<DecidedRow>,
    /// Permissions in force.
    pub grants: Vec<GrantRow>,
    /// Sentences on what is not shown or not known.
    pub notes: Vec<Message>,
}

/// A skill as a request or a decision knows it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SkillMark {
    /// The name.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub name: String,
    /// `repo`, `user` or `pixir-global`.
    pub scope: String,
    /// SHA-256 of its SKILL.md, 64 digits.
    pub hash: String,
    /// The id of its row, when the skill is still there.
    pub id: Option<String>,
}

/// A session and turn as a request or a decision knows them.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TurnMark {
    /// The session's id.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub session: String,
    /// The key of its row, when its log is there.
    pub key: Option<String>,
    /// The turn, from 1.
    pub turn: Option<u32>,
    /// The row of that turn in the session's timeline.
    pub row: Option<u32>,
}

/// One request that waits.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WaitingRow {
    /// Its id.
    pub id: String,
    /// The command, path or pattern as it is.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub command: String,
    /// The skill.
    pub skill: SkillMark,
    /// The session and turn it is for.
    pub turn: Option<TurnMark>,
    /// When it was asked.
    pub asked: Millis,
    /// This page asked for it, so it may be taken back here.
    pub own: bool,
    /// Who asks.
    pub asker: AskerText,
    /// Its state.
    pub state: WaitingState,
    /// What is different since it was last allowed; empty when it never was or nothing is.
    pub changed: Vec<ChangedPart>,
    /// Characters of the command that cannot be seen.
    pub invisible: u32,
}

/// One decision.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DecidedRow {
    /// Its id: the hydration's.
    pub id: String,
    /// When.
    pub at: Millis,
    /// What was decided.
    pub decision: DecisionWord,
    /// The command, path or pattern as it was.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub command: String,
    /// The skill.
    pub skill: SkillMark,
    /// What was released.
    pub released: ReleasedText,
    /// The session and turn.
    pub turn: Option<TurnMark>,
}

/// One decision with its evidence.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DecisionView {
    /// The row.
    pub row: DecidedRow,
    /// From source to release, in order.
    pub chain: Vec<ChainStep>,
    /// The permission, in a sentence.
    pub permission: Message,
    /// Whether the same request would be asked about again now, in a sentence.
    pub again: Message,
    /// What is known not to be complete, each in words.
    #[cfg_attr(test, ts(type = "Array<Foreign>"))]
    pub limitations: Vec<String>,
    /// The note that was given with a no.
    #[cfg_attr(test, ts(type = "Foreign | null"))]
    pub note: Option<String>,
    /// The released text: at most its first 200 lines.
    #[cfg_attr(test, ts(type = "Foreign | null"))]
    pub output: Option<String>,
    /// Where the event stands: the companion log's path, shortened, and its line.
    pub recorded: String,
    /// The event as indented JSON, for copying.
    pub json: String,
}

/// One step of the chain of evidence.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ChainStep {
    /// `Source`, `Asked`, `Run`, `Read`, `Sent`, `Denied`, …
    pub step: Message,
    /// What it is about: `release-notes`, `/usr/bin/git`, `2,114 bytes`.
    pub subject: Message,
    /// SHA-256 of the bytes it is about.
    pub hash: Option<String>,
    /// More, in words.
    pub words: Message,
}

/// One permission in force.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GrantRow {
    /// Its id.
    pub id: String,
    /// How long it holds.
    pub lifetime: LifetimeKind,
    /// What it covers.
    pub covers: HeldText,
    /// The command as it is.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub command: String,
    /// The skill.
    pub skill: SkillMark,
    /// The session it ends with.
    pub session: Option<String>,
    /// When it was given.
    pub given: Millis,
    /// How often it let something run.
    pub used: u32,
    /// When it was last used.
    pub last_used: Option<Millis>,
}
