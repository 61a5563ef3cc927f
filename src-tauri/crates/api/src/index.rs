//! What may be done about the index, and about the list of the workspaces whose sessions stand in it.

mod indexing;
mod known;

pub use indexing::{IndexingAct, SetIndexingAsk};

pub(crate) use indexing::{set_indexing, stop_search};
pub(crate) use known::{add_workspace, find_workspaces, forget_workspace, stop_finding};
