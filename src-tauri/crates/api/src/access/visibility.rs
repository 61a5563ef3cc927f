//! What a person lets agents see of a project's skills.

use std::path::Path;

use ::skills::{Allowed, Visibility};
use ::workspace::Workspace;
use message::message;
use serde::{Deserialize, Serialize};

use super::by_project::{ByProject, has_form, project};
use super::trust::trusted;
use crate::{Failure, Surroundings};
use views::wire::SwitchWord;

/// The settings of one project.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct VisibleNames {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allowed: Option<Vec<String>>,
    pub disabled: Vec<String>,
    pub denied: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file_reads: Option<SwitchWord>,
}

/// The settings of all projects.
pub(crate) const SETTINGS: ByProject = ByProject {
    file: "visibility.json",
    limit: 4 << 20,
    until_then: || message!("agents see no skill"),
    entry: has_form::<VisibleNames>,
};

/// What may be seen in a workspace, trust included. What cannot be read lets nothing be seen.
pub(crate) fn in_force_at(surroundings: &Surroundings, workspace: &Path) -> Visibility {
    let whole = Visibility::whole(trusted(surroundings, workspace));
    match visible_names(surroundings, workspace) {
        Ok(kept) => Visibility {
            disabled: kept.disabled,
            denied: kept.denied,
            allowed: Allowed::of(kept.allowed.as_deref()),
            ..whole
        },
        Err(_) => Visibility { allowed: Allowed::Only(Vec::new()), ..whole },
    }
}

/// Whether a plain read of a visible skill's file takes the skill in here. What cannot be read lets nothing be.
pub(crate) fn file_reads(workspace: &Workspace) -> SwitchWord {
    let kept = visible_names(workspace.surroundings(), &workspace.folder());
    kept.ok().and_then(|kept| kept.file_reads).unwrap_or(SwitchWord::Off)
}

/// What is kept for the open project.
pub(crate) fn visible_names(surroundings: &Surroundings, workspace: &Path) -> Result<VisibleNames, Failure> {
    SETTINGS.of(surroundings, &project(workspace))
}
