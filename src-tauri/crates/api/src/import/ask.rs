//! What may be asked about imports.

use serde::{Deserialize, Serialize};

/// An import to begin. The page names no path: the system's own dialog does.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BeginImportAsk {
    /// From what.
    pub from: ImportFrom,
}

/// From what skills are imported.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ImportFrom {
    /// A folder that the person chooses.
    Folder,
    /// A `.zip` or `.skill` file that the person chooses.
    Archive,
    /// A git repository of this machine; the person chooses its folder.
    Repository {
        /// The branch, tag or commit; its own head when absent.
        reference: Option<String>,
    },
    /// A git repository elsewhere.
    Git {
        /// Its address, https alone.
        address: String,
        /// The branch or tag; its own head when absent.
        reference: Option<String>,
    },
}

/// One import.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ImportAsk {
    /// Its id, from [`super::BegunImport`].
    pub import: String,
}
