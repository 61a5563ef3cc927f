//! Facts about a request and its permission, as codes.

use serde::Serialize;
use thiserror::Error;
use views::window::{counted, grouped};

use super::LifetimeKind;

/// The kind of a command.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum CommandKind {
    /// A program runs without a shell.
    #[error("{arguments} {}, no shell", if *arguments == 1 { "argument" } else { "arguments" })]
    NoShell {
        /// Its arguments, with the program.
        arguments: u32,
    },
    /// A shell reads the text.
    #[error("bash reads this text")]
    Shell,
    /// Files of the workspace are read.
    #[error("files of the workspace")]
    Files,
    /// A file of the skill is read.
    #[error("a file of this skill")]
    Resource,
    /// Assay does it itself.
    #[error("Assay does this itself; no program runs")]
    ByAssay,
}

/// The state of a request that waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum WaitingState {
    /// It waits to run.
    Waits,
    /// It runs.
    Runs,
    /// It waits to be sent.
    Captured,
}

/// Who asks.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum AskerText {
    /// This window.
    #[error("this window")]
    Window,
    /// A terminal.
    #[error("a terminal")]
    Terminal,
    /// An agent over MCP.
    #[error("{name} over MCP")]
    Mcp {
        /// Its name and version.
        #[cfg_attr(test, ts(type = "Foreign"))]
        name: String,
    },
}

/// What was released.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum ReleasedText {
    /// The output.
    Sent {
        /// Its bytes, if they are recorded.
        bytes: Option<u64>,
    },
    /// The output without what was redacted.
    Redacted {
        /// Its bytes, if they are recorded.
        bytes: Option<u64>,
        /// How many marks stand in it.
        marks: u64,
    },
    /// It ran, and nothing was sent.
    NothingSent,
    /// Nothing ran.
    NothingRun,
}

/// A part of what a permission is bound to.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum BoundPart {
    /// The `SKILL.md`.
    #[error("SKILL.md")]
    Skill,
    /// The declaration of the source.
    #[error("the source’s declaration")]
    Source,
    /// The command.
    #[error("the command")]
    Command,
    /// The program it resolves to.
    #[error("the program it resolves to")]
    Program,
    /// The program's bytes.
    #[error("the program’s bytes")]
    ProgramBytes,
    /// The script.
    #[error("the script")]
    Script,
    /// The folder it runs in.
    #[error("the folder")]
    Place,
    /// The permission mode.
    #[error("the permission mode")]
    Mode,
    /// A folder.
    #[error("the folder {path}")]
    Folder {
        /// Its path.
        #[cfg_attr(test, ts(type = "Foreign"))]
        path: String,
    },
    /// A file.
    #[error("the file {path}")]
    File {
        /// Its path.
        #[cfg_attr(test, ts(type = "Foreign"))]
        path: String,
    },
}

/// Something that changed since a request was last allowed.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize)]
#[error("{part} changed{}", counts(*lines))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ChangedPart {
    /// The part.
    pub part: BoundPart,
    /// Lines added and removed, where they are known.
    pub lines: Option<(u32, u32)>,
}

/// What a lifetime covers.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum CoversText {
    /// A hook's text for every call it is for, until the connection of its agent ends.
    #[error("this hook’s text for every call it is for, until this agent’s connection ends")]
    HookText,
    /// This request only.
    #[error("this request only")]
    ThisRequest,
    /// The same bytes until a session ends.
    #[error("until …{session} ends, for the same bytes")]
    UntilSession {
        /// The end of the session's id.
        #[cfg_attr(test, ts(type = "Foreign"))]
        session: String,
    },
    /// The same bytes until the connection of the agent ends.
    #[error("until this agent’s connection ends, for the same bytes")]
    UntilConnection,
    /// These parts.
    #[error("{}", listed(parts))]
    Parts {
        /// The parts.
        parts: Vec<BoundPart>,
    },
    /// These parts and the output that is sent.
    #[error("{}, and the output that you send", listed(parts))]
    PartsAndOutput {
        /// The parts.
        parts: Vec<BoundPart>,
    },
}

/// What a lifetime does not cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum NotCovered {
    /// The output, which the agent gets unseen.
    #[error("Not its output: the agent gets it without you seeing it.")]
    AgentOutput,
    /// Another output, which is shown first.
    #[error("Any other output is shown to you before it is sent.")]
    OtherOutput,
    /// A later output, which is sent unseen unless it has likely secrets.
    #[error("Not the output: a later one is sent without you seeing it, unless likely secrets are found.")]
    LaterOutput,
}

/// What a permission in force covers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HeldText {
    /// The parts.
    pub parts: Vec<BoundPart>,
    /// The beginning of the hash of the output it covers; absent if it covers none.
    pub output: Option<String>,
}

/// What sending and discarding do to a permission that lasts.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum PermissionEffect {
    /// Sending begins it.
    #[error("Sending begins your permission “{}”; discarding permits nothing.", lifetime_words(*lifetime))]
    Begins {
        /// How long it holds.
        lifetime: LifetimeKind,
    },
    /// It ran under it, and it has ended.
    #[error("It ran under your permission “{}”, which has ended since.", lifetime_words(*lifetime))]
    Ended {
        /// How long it held.
        lifetime: LifetimeKind,
    },
    /// It ran under it, and discarding ends it.
    #[error("It ran under your permission “{}”; discarding ends that.", lifetime_words(*lifetime))]
    RanUnder {
        /// How long it holds.
        lifetime: LifetimeKind,
    },
    /// Sending makes it cover this output in place of the one before.
    #[error("Sending makes it cover this output in place of the one before.")]
    Replaces,
    /// What it does not cover.
    #[error("{what}")]
    NotCovered {
        /// That.
        what: NotCovered,
    },
}

/// The limits of a run.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum LimitsText {
    /// Exactly what is asked for, and nothing else.
    #[error("exactly this, and nothing else")]
    Exactly,
    /// Files are read.
    #[error("read only, keeps {} bytes", grouped(*keep))]
    ReadOnly {
        /// Bytes that are kept.
        keep: u64,
    },
    /// Nothing contains the command.
    #[error("your rights, network open, {}, keeps {} bytes", time(*ms), grouped(*keep))]
    Open {
        /// Milliseconds it may take.
        ms: u64,
        /// Bytes that are kept.
        keep: u64,
    },
    /// The workspace is read-only.
    #[error("workspace read-only, no network, {}, keeps {} bytes", time(*ms), grouped(*keep))]
    WorkspaceReadOnly {
        /// Milliseconds it may take.
        ms: u64,
        /// Bytes that are kept.
        keep: u64,
    },
    /// The workspace can be written except for some folders.
    #[error(
        "workspace can be written but for .git, skills and hooks, no network, {}, keeps {} bytes",
        time(*ms),
        grouped(*keep)
    )]
    WorkspaceWritable {
        /// Milliseconds it may take.
        ms: u64,
        /// Bytes that are kept.
        keep: u64,
    },
}

/// The end of a run.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum RunEnd {
    /// Files were read.
    #[error("{} read", counted(*count as u64, "file"))]
    FilesRead {
        /// How many.
        count: usize,
    },
    /// It ended by itself.
    #[error("exit {code}")]
    Exit {
        /// The exit code.
        code: i32,
    },
    /// A signal ended it.
    #[error("ended by signal {signal}")]
    Signal {
        /// Its number.
        signal: i32,
    },
    /// Its time was up.
    #[error("stopped after {seconds} s")]
    TimedOut {
        /// The limit in seconds.
        seconds: u64,
    },
    /// It wrote too much.
    #[error("ended for too much output")]
    Flooded,
    /// It was stopped.
    #[error("stopped by wish")]
    Stopped,
    /// It started too many processes.
    #[error("ended for too many processes")]
    TooManyProcesses,
    /// It needed too much memory.
    #[error("ended for too much memory")]
    TooMuchMemory,
    /// Its end is not known.
    #[error("ended, it is not known how")]
    Unknown,
}

/// An output that was truncated.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize)]
#[error(
    "Truncated to the first {} of {}; {} ({}) omitted.",
    grouped(*kept),
    counted(*total, "byte"),
    counted(total - kept, "byte"),
    counted(*lines, "line")
)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CutText {
    /// Bytes that are kept.
    pub kept: u64,
    /// Bytes in all.
    pub total: u64,
    /// Lines that are left out.
    pub lines: u64,
}

/// An output against that of the last run.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum AgainstLast {
    /// It is the first run.
    #[error("First run of this source in this workspace. Nothing to compare.")]
    First,
    /// The output is the same.
    #[error("Same output as in the last run.")]
    Same,
    /// The output differs.
    #[error("The output differs from the last run: {} then, {} now.", grouped(*before), grouped(*now))]
    Differs {
        /// Bytes of the last run.
        before: u64,
        /// Bytes of this run.
        now: u64,
    },
}

/// A lifetime in words.
pub fn lifetime_words(lifetime: LifetimeKind) -> &'static str {
    match lifetime {
        LifetimeKind::Once => "once",
        LifetimeKind::Session => "this session",
        LifetimeKind::Bytes => "while these bytes stay the same",
        LifetimeKind::Output => "these bytes and this output",
    }
}

fn listed(parts: &[BoundPart]) -> String {
    parts.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn counts(lines: Option<(u32, u32)>) -> String {
    lines.map(|(added, removed)| format!(" +{added} −{removed}")).unwrap_or_default()
}

fn time(ms: u64) -> String {
    if ms.is_multiple_of(1000) { format!("{} s", ms / 1000) } else { format!("{ms} ms") }
}
