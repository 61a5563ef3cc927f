//! Whether a person trusts a project.

use std::path::Path;

use ::skills::Trust;
use message::message;
use serde_json::{Map, Value};

use super::by_project::{ByProject, has_form, project};
use crate::Surroundings;

/// All trusted projects.
pub(crate) const TRUSTED: ByProject = ByProject {
    file: "trust.json",
    limit: 1 << 20,
    until_then: || message!("no project is trusted"),
    entry: has_form::<Map<String, Value>>,
};

/// Whether a person trusts the project at `workspace`. What cannot be read trusts nobody.
pub(crate) fn trusted(surroundings: &Surroundings, workspace: &Path) -> Trust {
    let kept = TRUSTED.read(surroundings).unwrap_or_default();
    let project = project(workspace);
    let is_known = project.to_str().and_then(|key| kept.get(key)).is_some_and(Value::is_object);
    if is_known { Trust::Trusted } else { Trust::Untrusted }
}
