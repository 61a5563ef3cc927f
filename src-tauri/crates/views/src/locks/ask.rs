//! What may be asked about locks.

use serde::{Deserialize, Serialize};

/// Which locks.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LocksAsk {
    /// Those of this folder alone; when absent, those of the workspace, of the folders above it in its repository, and
    /// of the user.
    pub folder: Option<String>,
    /// Whether every skill of the workspace has to stand in a lock; the report says then which do not.
    #[serde(default)]
    pub require: bool,
}
