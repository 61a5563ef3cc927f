//! The permission mode in force in a workspace.

use std::path::{Path, PathBuf};

use ::skills::{Convention, Scope};
use execution::{Mode, pixir};
use serde_json::{Map, Value};

use super::folders::places;
use crate::Surroundings;

/// The mode in force, and why.
pub(crate) struct ModeInForce {
    pub mode: Mode,
    pub from: String,
    pub set_here: bool,
    pub pixir: Mode,
    pub problem: Option<String>,
}

/// Bytes of Pixir's configuration that are read.
const CONFIG: u64 = 1 << 20;

/// The file that holds the modes set per workspace.
pub(crate) const MODES: &str = "modes.json";

/// The mode in force in a workspace.
pub(crate) fn mode_in_force(surroundings: &Surroundings, workspace: &Path) -> ModeInForce {
    let config = config(surroundings, workspace);
    let read = config.as_ref().map(|path| disk::read(path, CONFIG));
    let (bytes, unreadable) = match read {
        Some(Ok(contents)) => (Some(contents.bytes), None),
        Some(Err(fault)) if fault.cause != disk::Cause::Missing => (None, Some(fault.to_string())),
        _ => (None, None),
    };
    let (pixir, odd) = pixir::permission_default(bytes.as_deref());
    let set = set(surroundings, workspace);
    let from = match (&set, &config, &bytes) {
        (Some(_), ..) => "set for this workspace in Assay".to_owned(),
        (None, Some(path), Some(_)) => format!("permission_default in {}", path.display()),
        _ => "Pixir’s default, no configuration was found".to_owned(),
    };
    ModeInForce {
        mode: set.unwrap_or(pixir),
        from,
        set_here: set.is_some(),
        pixir,
        problem: unreadable.or(odd),
    }
}

// Pixir keeps its configuration beside its global skills.
fn config(surroundings: &Surroundings, workspace: &Path) -> Option<PathBuf> {
    let places = places(surroundings, workspace);
    let roots = ::skills::roots(Convention::Pixir, &places);
    let global = roots.into_iter().find(|root| root.scope == Scope::PixirGlobal)?;
    Some(global.path.parent()?.join("config.json"))
}

fn set(surroundings: &Surroundings, workspace: &Path) -> Option<Mode> {
    let modes = modes(surroundings);
    Mode::parse(modes.get(workspace.to_str()?)?.as_str()?)
}

pub(crate) fn modes(surroundings: &Surroundings) -> Map<String, Value> {
    let file = surroundings.kept.as_ref().map(|kept| kept.join(MODES));
    let read = file.and_then(|file| disk::read(&file, CONFIG).ok());
    read.and_then(|contents| serde_json::from_slice(&contents.bytes).ok()).unwrap_or_default()
}
