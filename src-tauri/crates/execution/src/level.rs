use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// How well a command is contained, from not at all to best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(target_os = "linux", derive(serde::Serialize, serde::Deserialize))]
pub enum Level {
    /// Not at all: it may do whatever this user may. On Linux its children still end with it.
    None,
    /// Landlock and a filter of system calls; its children are found and ended one by one.
    Walls,
    /// The same, in namespaces of its own: no network, no other process to be seen, and all ends at once.
    Full,
}

impl Level {
    /// The word that evidence uses.
    pub fn word(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Walls => "walls",
            Self::None => "none",
        }
    }

    /// The level in words for a person.
    pub fn words(self) -> &'static str {
        match self {
            Self::Full => "contained: files (Landlock), system calls (seccomp), own namespaces",
            Self::Walls => "contained: files (Landlock), system calls (seccomp)",
            Self::None => "not contained",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

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
