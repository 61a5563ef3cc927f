//! What scripts see of a gate.

use std::path::PathBuf;

use disk::Digest;
use serde::Serialize;

/// How the workspace stands to its policy.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GateReport {
    /// The policy, as people write its path.
    pub policy: String,
    /// Skills of the workspace, whatever agent finds them.
    pub skills: u32,
    /// What breaks a rule.
    pub broken: Vec<GateRow>,
    /// What cannot be checked, which does not pass either.
    pub unchecked: Vec<GateRow>,
    /// What would break a rule and is excused by the baseline.
    pub excused: Vec<GateRow>,
    /// Excuses that excuse nothing any more.
    pub fallen: Vec<FallenExcuse>,
    /// Results of other scanners that these were told to leave out.
    pub suppressed: u32,
}

/// A fact that a rule of the policy is about.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GateRow {
    /// The key of the policy: `sources`, `locked`, `findings`, `drift`, `tools` or `signers`.
    pub rule: String,
    /// Where it stands in the policy, counted from 1.
    pub policy_line: u32,
    /// The finding's rule, `TOOL/RULE` of another scanner, or `allowed-tools`; absent where no finding is meant.
    pub finding: Option<String>,
    /// The fact, with where other scanners' words begin. Hostile text.
    pub message: String,
    /// The file, as people write it; absent where none is named.
    pub path: Option<String>,
    /// Where in it, counted from 1.
    pub line: Option<u32>,
    /// Of another scanner's finding: whether it is of the bytes that are there now.
    pub scan: Option<ScanBinding>,
    /// What a baseline would excuse it by: rule, path from the workspace, bytes.
    #[serde(skip)]
    pub(crate) bound: Option<(String, String, Digest)>,
    /// The file, absolute.
    #[serde(skip)]
    pub(crate) file: Option<PathBuf>,
}

/// Whether a finding of another scanner is of the bytes that are there now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ScanBinding {
    /// It is.
    Bound,
    /// The scanner wrote down no hash, so that it may be of others.
    Unbound,
    /// It is of others.
    Stale,
}

/// An excuse that excuses nothing any more.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FallenExcuse {
    /// Its rule.
    pub finding: String,
    /// Its file.
    pub path: String,
    /// Where it stands in the baseline, counted from 1.
    pub line: u32,
    /// Why.
    pub why: String,
}

/// A scan that is bound to bytes.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BoundReport {
    /// The scan, SARIF 2.1.0.
    pub sarif: String,
}
