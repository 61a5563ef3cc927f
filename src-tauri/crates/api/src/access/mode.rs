//! The permission mode in force in a workspace.

use std::path::{Path, PathBuf};

use ::skills::{Convention, Scope};
use execution::{Mode, pixir};
use message::{Message, message};
use serde::Serialize;
use serde_json::Value;
use thiserror::Error;

use super::by_project::{ByProject, project};
use super::folders::places;
use crate::{Failure, Surroundings};

/// The mode in force, and why.
pub(crate) struct ModeInForce {
    pub mode: Mode,
    pub from: ModeSource,
    pub set_here: bool,
    pub pixir: Mode,
    pub problem: Option<Message>,
}

/// Where a permission mode comes from.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum ModeSource {
    /// It is set for the workspace.
    #[error("set for this workspace in Assay")]
    Workspace,
    /// The settings of Assay cannot be read.
    #[error("{file} cannot be read")]
    Unreadable {
        /// Their file.
        #[cfg_attr(test, ts(type = "Foreign"))]
        file: String,
    },
    /// The configuration of Pixir says it.
    #[error("permission_default in {path}")]
    Configuration {
        /// Its path.
        #[cfg_attr(test, ts(type = "Foreign"))]
        path: String,
    },
    /// No configuration was found.
    #[error("Pixir’s default, no configuration was found")]
    Default,
}

/// Bytes of Pixir's configuration that are read.
const CONFIG: u64 = 1 << 20;

/// The modes set per workspace, by the workspace's path.
pub(crate) const MODES: ByProject = ByProject {
    file: "modes.json",
    limit: 1 << 20,
    until_then: || message!("the mode of every workspace is read-only"),
    entry: |entry| parsed(entry).map(drop).ok_or_else(|| format!("{entry} is not a mode")),
};

fn parsed(entry: &Value) -> Option<Mode> {
    Mode::parse(entry.as_str()?)
}

/// The mode in force in a workspace. A configuration or setting that cannot be read makes it read-only.
pub(crate) fn mode_in_force(surroundings: &Surroundings, workspace: &Path) -> ModeInForce {
    let config = config(surroundings, workspace);
    let (pixir, from, problem) = by_config(config.as_deref());
    let found = ModeInForce { mode: pixir, from, set_here: false, pixir, problem };
    match mode_set(surroundings, workspace) {
        Ok(None) => found,
        Ok(Some(mode)) => ModeInForce { mode, from: ModeSource::Workspace, set_here: true, ..found },
        Err(failure) => ModeInForce {
            mode: Mode::ReadOnly,
            from: ModeSource::Unreadable { file: MODES.file.to_owned() },
            problem: Some(failure.whole()),
            ..found
        },
    }
}

/// Returns the mode of a configuration, where it comes from, and what is wrong with it.
fn by_config(config: Option<&Path>) -> (Mode, ModeSource, Option<Message>) {
    let Some(path) = config else { return (Mode::Auto, ModeSource::Default, None) };
    let from = ModeSource::Configuration { path: path.display().to_string() };
    match disk::read(path, CONFIG) {
        Ok(contents) => {
            let (mode, problem) = pixir::permission_default(Some(&contents.bytes));
            let Some(problem) = problem else { return (mode, from, None) };
            let words = message!("{problem}. Assay uses read-only until it is fixed.", problem);
            (Mode::ReadOnly, from, Some(words))
        }
        // A link that leads nowhere stands where a configuration was.
        Err(fault) if fault.cause == disk::Cause::Missing && disk::look_at_entry(path).is_err() => {
            (Mode::Auto, ModeSource::Default, None)
        }
        Err(fault) => (
            Mode::ReadOnly,
            from,
            Some(message!("{fault}. Assay uses read-only until it can be read.", fault => fault.message())),
        ),
    }
}

// Pixir keeps its configuration beside its global skills.
fn config(surroundings: &Surroundings, workspace: &Path) -> Option<PathBuf> {
    let places = places(surroundings, workspace);
    let roots = ::skills::roots(Convention::Pixir, &places);
    let global = roots.into_iter().find(|root| root.scope == Scope::PixirGlobal)?;
    Some(global.path.parent()?.join("config.json"))
}

/// Returns the mode that is set for a workspace; `None` if none is.
///
/// # Errors
///
/// Fails if the file of modes, or the workspace's own entry in it, cannot be read.
pub(crate) fn mode_set(surroundings: &Surroundings, workspace: &Path) -> Result<Option<Mode>, Failure> {
    let modes = MODES.read(surroundings)?;
    let Some(word) = project(workspace).to_str().and_then(|key| modes.get(key)) else { return Ok(None) };
    let mode = parsed(word);
    let damaged =
        || MODES.damaged(surroundings, &format!("{word} for {} is not a mode", workspace.display()));
    mode.map(Some).ok_or_else(damaged)
}
