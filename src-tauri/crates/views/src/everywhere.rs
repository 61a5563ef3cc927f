//! The sessions of all known workspaces: the list, the search, and how what they recorded stands against the disk.

mod all_sessions;
mod ask;
mod drift;
mod follow;
mod known;
mod report;
mod search;
mod standing;
mod state;
mod used;
mod view;

use ::workspace::Workspace;

pub use ::index::Stage as IndexingStage;
pub use all_sessions::all_sessions;
pub use ask::{AllSessionsAsk, LetterCase, Only, SearchAsk, SearchWay, SessionFilter};
pub use drift::{
    DriftEverywhereReport, DriftEverywhereView, WorkspaceDrift, WorkspaceDriftRow, drift_everywhere,
    drift_everywhere_report,
};
pub use follow::indexing;
pub use known::{KNOWN, known_view, known_workspaces};
pub use report::{
    ListedSessionRow, ListedSessionsReport, SearchReport, SearchReportAsk, listed_sessions_report,
    search_report,
};
pub use search::search;
pub use state::{Finding, IndexLook};
pub use used::{UsedElsewhere, used_elsewhere};
pub use view::{
    AllSessionRow, AllSessionsView, IndexingView, KnownRow, KnownView, SearchHit, SearchView, SnippetPart,
    WorkspaceMark, WorkspacesFound,
};

/// All known workspaces, asked about from the one that is open.
#[derive(Clone, Copy)]
pub struct Everywhere<'a> {
    /// What is open.
    pub workspace: &'a Workspace,
    /// The index, and what was last made of it.
    pub look: &'a IndexLook,
}
