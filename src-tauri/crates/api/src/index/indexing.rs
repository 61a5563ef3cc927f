//! The index of this process, as the doors carry it on and a person holds it.

use serde::{Deserialize, Serialize};
use views::everywhere::{Everywhere, IndexingView};
use views::wire::Nothing;

use crate::{App, Failure};

/// What to do about the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum IndexingAct {
    /// Stop for now; what was taken in stays.
    Hold,
    /// Go on.
    GoOn,
    /// Throw it away and make it anew.
    Rebuild,
}

/// See [`IndexingAct`].
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SetIndexingAsk {
    /// What to do.
    pub act: IndexingAct,
}

impl App {
    /// All known workspaces, asked about from the one that is open.
    pub fn everywhere(&self) -> Everywhere<'_> {
        Everywhere { workspace: &self.workspace, look: &self.index }
    }
}

/// Holds the index, lets it go on, or has it made anew.
pub(crate) fn set_indexing(app: &App, ask: &SetIndexingAsk) -> Result<IndexingView, Failure> {
    app.index.live.hold(ask.act == IndexingAct::Hold);
    if ask.act == IndexingAct::Rebuild {
        app.index.live.rebuild();
    }
    Ok(app.everywhere().indexing())
}

/// Ends the search that goes on; what it found stays.
pub(crate) fn stop_search(app: &App, _: &Nothing) -> Result<Nothing, Failure> {
    app.index.stop_search();
    Ok(Nothing {})
}
