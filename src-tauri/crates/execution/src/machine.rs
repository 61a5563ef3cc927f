//! What this machine can contain a command with.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::Level;

/// The best level that this machine allows, found out by building it once with `helper`, a program that calls
/// [`crate::helper`] first. The answer is kept while this process lives.
pub fn best(helper: &Path) -> Level {
    machine(helper).level
}

/// Why this machine allows no better level than [`best`]; nothing when it allows all.
pub fn shortfall(helper: &Path) -> Option<String> {
    machine(helper).shortfall
}

/// What one machine allows.
#[derive(Debug, Clone)]
pub(crate) struct Machine {
    pub level: Level,
    /// Why it is not better.
    pub shortfall: Option<String>,
    /// Where the walls of this kernel have holes.
    pub holes: Vec<String>,
}

pub(crate) fn machine(helper: &Path) -> Machine {
    static KNOWN: Mutex<Vec<(PathBuf, Machine)>> = Mutex::new(Vec::new());
    // Held while it is found out, so that it is found out once.
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, machine)) = known.iter().find(|(path, _)| path == helper) {
        return machine.clone();
    }
    let machine = probe(helper);
    known.push((helper.to_owned(), machine.clone()));
    machine
}

#[cfg(target_os = "linux")]
fn probe(helper: &Path) -> Machine {
    let mut shortfall = Vec::new();
    for level in [Level::Full, Level::Walls] {
        match crate::sandbox::probe(helper, level) {
            Ok(holes) => {
                let shortfall = (!shortfall.is_empty()).then(|| shortfall.join(" "));
                return Machine { level, shortfall, holes };
            }
            Err(words) => shortfall.push(words),
        }
    }
    Machine { level: Level::None, shortfall: Some(shortfall.join(" ")), holes: Vec::new() }
}

#[cfg(not(target_os = "linux"))]
fn probe(_: &Path) -> Machine {
    let words = "Commands are contained on Linux only.".to_owned();
    Machine { level: Level::None, shortfall: Some(words), holes: Vec::new() }
}
