//! What was recorded since the workspace was opened.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

use disk::Stamp;
use skills::Ledger;

/// What was recorded since the workspace was opened.
#[derive(Default)]
pub(crate) struct Recorded {
    // The state of each log up to which nothing is left to do.
    pub logs: HashMap<PathBuf, (Stamp, bool)>,
    // Up to which log of which look nothing is left to do.
    pub reached: (u64, usize),
    #[cfg(test)]
    pub compared: usize,
    // When the files beside each SKILL.md were looked at.
    pub looked: HashMap<PathBuf, SystemTime>,
    pub ledgers: Arc<Ledgers>,
}

/// What was seen of the files of skills that sessions used, by the path of their SKILL.md.
pub type Ledgers = HashMap<PathBuf, Ledger>;
