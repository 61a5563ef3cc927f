//! Whether a person trusts a project.

use std::path::Path;

use ::skills::Trust;
use serde_json::Value;

use super::by_project::{ByProject, project};
use crate::Surroundings;

/// All trusted projects.
pub(crate) const TRUSTED: ByProject =
    ByProject { file: "trust.json", limit: 1 << 20, until_then: "no project is trusted" };

/// Whether a person trusts the project at `workspace`. What cannot be read trusts nobody.
pub(crate) fn trusted(surroundings: &Surroundings, workspace: &Path) -> Trust {
    let known = project(workspace).and_then(|project| {
        let kept = TRUSTED.read(surroundings)?;
        Ok(project.to_str().and_then(|key| kept.get(key)).is_some_and(Value::is_object))
    });
    if known.unwrap_or(false) { Trust::Trusted } else { Trust::Untrusted }
}
