//! What may be asked of a gate.

use serde::{Deserialize, Serialize};

/// By which files it is judged. Paths are from the workspace.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GateAsk {
    /// The policy; `assay-policy.yaml` when absent.
    pub policy: Option<String>,
    /// The baseline; `assay-baseline.yaml` when absent, if there is one.
    pub baseline: Option<String>,
    /// What other scanners found, SARIF 2.1.0.
    pub scans: Vec<String>,
}

/// A scan to bind to the bytes that are there now.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BindAsk {
    /// SARIF 2.1.0, by its path from the workspace.
    pub scan: String,
}
