//! Where skills of a project are looked for beside the usual folders.

use std::path::{Path, PathBuf};

use ::skills::{AgentPlaces, ClaudeFolders, Places};
use message::message;
use serde::{Deserialize, Serialize};

use super::by_project::{ByProject, has_form, project};
use crate::Surroundings;

/// The settings of one project.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProjectFolders {
    #[serde(default, skip_serializing_if = "is_off")]
    pub claude_folders: bool,
    #[serde(default)]
    pub named: Vec<PathBuf>,
}

/// The settings of all projects.
pub(crate) const FOLDERS: ByProject = ByProject {
    file: "folders.json",
    limit: 1 << 20,
    until_then: || message!("only the default folders are searched"),
    entry: has_form::<ProjectFolders>,
};

/// Where skills of a workspace are looked for.
pub(crate) fn places(surroundings: &Surroundings, workspace: &Path) -> Places {
    let (claude_folders, named) = in_force(surroundings, workspace);
    Places {
        workspace: workspace.to_owned(),
        home: surroundings.home.clone(),
        pixir_home: surroundings.pixir_home.clone(),
        agents: AgentPlaces::of(|name| surroundings.variable(name), machine()),
        named,
        claude_folders,
        plugins: Vec::new(),
        repositories: None,
    }
}

/// Where the settings of a whole machine lie, for agents that read skills there.
fn machine() -> Option<PathBuf> {
    cfg!(all(unix, not(target_os = "macos"))).then(|| "/etc".into())
}

/// Claude's folders, and those that were named. What cannot be read names none.
fn in_force(surroundings: &Surroundings, workspace: &Path) -> (ClaudeFolders, Vec<PathBuf>) {
    let kept = FOLDERS.of(surroundings, &project(workspace));
    let kept: ProjectFolders = kept.unwrap_or_default();
    let claude = if kept.claude_folders { ClaudeFolders::Read } else { ClaudeFolders::Left };
    (claude, kept.named)
}

fn is_off(switch: &bool) -> bool {
    !switch
}
