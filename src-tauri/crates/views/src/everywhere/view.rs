//! What the page sees of all workspaces.

use ::index::{IndexNote, Stage};
use serde::Serialize;

use crate::times::Times;
use crate::wire::{DriftState, Millis, Outcome, ProblemRow, SessionRow, SourceFact, StandsFact};

/// A workspace, where only its name matters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct WorkspaceMark {
    /// Names it to `switch_workspace`.
    pub id: String,
    /// Its folder's name, with the folder above it.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub name: String,
    /// Its path, absolute.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub path: String,
    /// It is the open one.
    pub current: bool,
}

/// A window on the sessions of all known workspaces.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AllSessionsView {
    /// Sessions of all known workspaces.
    pub total: u32,
    /// Rows that match the ask.
    pub matching: u32,
    /// When those began that the filter takes whenever they were.
    pub times: Times,
    /// The first row's number.
    pub first: u32,
    /// The rows of the window.
    pub rows: Vec<AllSessionRow>,
    /// Names of all skills that any session activated, sorted, at most 1,000.
    #[cfg_attr(feature = "typescript", ts(type = "Array<Foreign>"))]
    pub skills: Vec<String>,
    /// Agents that wrote any of them.
    pub agents: Vec<SourceFact>,
    /// The known workspaces.
    pub workspaces: Vec<WorkspaceMark>,
    /// How far the index follows the logs.
    pub indexing: IndexingView,
}

/// One session of any workspace.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AllSessionRow {
    /// The session. Its key is good once its workspace is open.
    pub row: SessionRow,
    /// Its workspace.
    pub workspace: WorkspaceMark,
    /// How its last turn ended; absent without turns.
    pub outcome: Option<Outcome>,
    /// Hydrations that were released in it.
    pub hydrations: u32,
    /// States of its snapshots, each once.
    pub states: Vec<DriftState>,
}

/// How far the index follows the logs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct IndexingView {
    /// What it does.
    pub stage: Stage,
    /// Sessions taken in, in this stage.
    pub done: u32,
    /// Sessions there are to take in, in this stage.
    pub total: u32,
    /// Bytes read in this stage.
    pub bytes: u64,
    /// Bytes of its file; 0 where it lives in memory.
    pub size: u64,
    /// Its file; absent where it lives in memory and ranked search does not work.
    pub file: Option<String>,
    /// Folders looked at by a search for workspaces that goes on.
    pub looked_for: Option<u32>,
    /// What had to be made anew or done without since Assay was started, at most 20.
    pub notes: Vec<IndexNote>,
}

/// What is found so far.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SearchView {
    /// Whether the search has ended; else the same ask tells more a moment later.
    pub done: bool,
    /// Hits so far, at most 2,000.
    pub matching: u32,
    /// Sessions with a hit so far.
    pub sessions: u32,
    /// When these began.
    pub times: Times,
    /// There are more hits than are told.
    pub cut: bool,
    /// Logs searched to their end.
    pub logs_done: u32,
    /// Logs to search.
    pub logs: u32,
    /// Bytes searched.
    pub bytes: u64,
    /// Lines over 64 MiB, which were not searched.
    pub too_long: u32,
    /// Hits of the index that are not in the log as it is now, and are not shown.
    pub dropped: u32,
    /// The first hit's number.
    pub first: u32,
    /// The hits of the window: newest session first, or the best first.
    pub hits: Vec<SearchHit>,
    /// Logs that could not be read.
    pub problems: Vec<ProblemRow>,
}

/// A line in which something was found.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SearchHit {
    /// The session's key, good once its workspace is open.
    pub key: String,
    /// The session id.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub session: String,
    /// The session's title.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub title: String,
    /// The agent that wrote it.
    pub source: SourceFact,
    /// Its workspace.
    pub workspace: WorkspaceMark,
    /// Its record, counted from 1: its line where a line of the log is one event.
    pub line: u32,
    /// Where that stands in the files of its agent; nothing where a ranked search found what another agent than Pixir
    /// wrote, which keeps records alone.
    pub stands: Option<StandsFact>,
    /// The event's number as written; empty for a line that is no event.
    pub seq: String,
    /// The event's type, or `message`, `call`, `result` in a ranked search; empty for a line that is no event.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub kind: String,
    /// Which text of the event, such as `data.args.command`; empty where that is not told.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub field: String,
    /// First byte of what was found in the decoded text, and the byte behind it, where that can be told.
    pub span: Option<(u32, u32)>,
    /// When the event was written, as recorded.
    pub ts: Option<String>,
    /// The text around it.
    pub snippet: Vec<SnippetPart>,
    /// Bytes of the text before the snippet.
    pub before: u32,
    /// Bytes of the text after the snippet.
    pub after: u32,
}

/// A piece of a snippet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SnippetPart {
    /// The piece, as it stands in the log.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub text: String,
    /// It is what was looked for.
    pub hit: bool,
}

/// The workspaces Assay lists sessions of.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct KnownView {
    /// By name.
    pub rows: Vec<KnownRow>,
    /// What the last search for workspaces came to.
    pub found: Option<WorkspacesFound>,
}

/// What a search for workspaces came to.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct WorkspacesFound {
    /// The folder that was searched.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub below: String,
    /// Workspaces below it.
    pub total: u32,
    /// Of them, workspaces that were not known.
    pub new: u32,
    /// Folders that were searched.
    pub folders: u32,
    /// Deeper or further folders, or those after it was stopped, were not searched.
    pub cut: bool,
}

/// A known workspace.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct KnownRow {
    /// The workspace.
    pub workspace: WorkspaceMark,
    /// The folder is still there.
    pub exists: bool,
    /// Sessions of it in the index.
    pub sessions: u32,
    /// Its latest event.
    pub last: Option<Millis>,
}
