//! The folder of Assay's own in which journal and trash lie.

use ::skills::manage::{self, Ledger};
use ::workspace::Workspace;
use message::message;

use crate::{Code, Failure, Surroundings};

/// Where journal and trash lie.
pub(crate) fn ledger(workspace: &Workspace) -> Result<Ledger, Failure> {
    workspace.surroundings().kept.as_deref().map(Ledger::below).ok_or_else(|| {
        Failure::new(
            Code::NotHere,
            message!("cannot change anything: Assay has no folder for history and trash."),
        )
        .hint(message!("Set HOME, so that every change can be undone."))
    })
}

/// Finishes or takes back what an earlier run of Assay left half done, and whether there was anything. What cannot be
/// ended now is told by the next change.
pub(crate) fn end_interrupted(surroundings: &Surroundings) -> bool {
    let Some(kept) = &surroundings.kept else { return false };
    manage::recovered(&Ledger::below(kept), (surroundings.clock)()).is_ok_and(|ended| !ended.is_empty())
}
