//! What scripts may ask about the versions of a skill.

use ::workspace::Workspace;
use serde::{Deserialize, Serialize};

use super::{SkillOf, VersionRow, VersionsAsk, versions};
use crate::Failure;

/// A skill by the name sessions recorded.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct VersionsReportAsk {
    /// The name.
    pub name: String,
}

/// Every distinct text of a skill that a session recorded.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct VersionsReport {
    /// The skill's name.
    pub name: String,
    /// The hash of the SKILL.md that answers to the name on disk.
    pub disk_hash: Option<String>,
    /// Distinct turns in which one of them was in front of the model.
    pub in_force: u32,
    /// The latest used first.
    pub versions: Vec<VersionRow>,
}

/// Every version of a skill.
///
/// # Errors
///
/// [`Code::NotFound`](crate::Code::NotFound) when no session recorded the skill.
pub fn versions_report(workspace: &Workspace, ask: &VersionsReportAsk) -> Result<VersionsReport, Failure> {
    let of = SkillOf::Name { name: ask.name.clone() };
    let mut found = Vec::new();
    loop {
        let view =
            versions(workspace, &VersionsAsk { of: of.clone(), from: found.len() as u32, count: u32::MAX })?;
        let total = view.total as usize;
        let before = found.len();
        found.extend(view.rows);
        if found.len() >= total || found.len() == before {
            let (name, disk_hash, in_force) = (view.name, view.disk_hash, view.in_force);
            return Ok(VersionsReport { name, disk_hash, in_force, versions: found });
        }
    }
}
