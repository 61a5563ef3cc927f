//! What may be asked about the sessions of all workspaces.

mod all_sessions;
mod ask;
mod drift_everywhere;
mod follow;
mod known;
mod report;
mod search;
mod standing;
mod state;
mod view;

pub use ::index::Stage as IndexingStage;
pub use ask::{
    AllSessionsAsk, IndexingAct, LetterCase, Only, SearchAsk, SearchWay, SessionFilter, SetIndexingAsk,
};
pub use drift_everywhere::{DriftEverywhereReport, DriftEverywhereView, WorkspaceDrift, WorkspaceDriftRow};
pub use report::{ListedSessionRow, ListedSessionsReport, SearchReport, SearchReportAsk};
pub use view::{
    AllSessionRow, AllSessionsView, IndexingView, KnownRow, KnownView, SearchHit, SearchView, SnippetPart,
    WorkspaceMark,
};

pub(crate) use all_sessions::{all_sessions, chosen, row};
pub(crate) use drift_everywhere::{drift_everywhere, drift_everywhere_report};
pub(crate) use follow::{indexing, set_indexing};
pub(crate) use known::{add_workspace, find_workspaces, forget_workspace, known_workspaces, stop_finding};
pub(crate) use report::{listed_sessions_report, search_report};
pub(crate) use search::{search, stop_search, whole_search};
pub(crate) use state::IndexLook;
