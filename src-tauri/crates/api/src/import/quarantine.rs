//! Where skills from elsewhere lie until they land or are let go: `quarantine/` below Assay's own folder, for this
//! user's eyes only. It goes when its import ends; one that a killed process left goes when the next begins.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use ::signatures::Verification;
use ::skills::incoming::{Doubt, Inspected};
use ::skills::manage::Origin;
use ::workspace::{Signers, locked};
use disk::{Cause, Fault, Kind, Presence};
use execution::Stop;

use super::view::ImportStage;
use crate::Surroundings;

/// Imports that are remembered; the oldest is let go for a further one.
pub(super) const REMEMBERED: usize = 4;

/// The imports of one process.
#[derive(Default)]
pub(crate) struct Imports {
    pub(super) count: u64,
    pub(super) all: VecDeque<(String, Arc<Import>)>,
}

/// One import: what it comes from, how far it is, and what was found.
pub(crate) struct Import {
    /// The source, as the origin of what lands will have it.
    pub origin: Origin,
    /// The row of the skill that it updates.
    pub updates: Option<Updated>,
    /// Whom a person trusted to say who signed a skill when it began.
    pub signers: Signers,
    pub stop: Stop,
    pub state: Mutex<State>,
    pub quarantine: Quarantine,
}

/// The skill that an import updates.
#[derive(Clone)]
pub(crate) struct Updated {
    pub skill: String,
    pub name: String,
    /// What was imported then.
    pub origin: Origin,
}

/// How far an import is.
pub(crate) struct State {
    pub stage: ImportStage,
    pub why: String,
    pub files: u32,
    pub bytes: u64,
    pub commit: Option<String>,
    pub archive: Option<String>,
    pub doubts: Vec<Doubt>,
    pub skills: Vec<Arc<Found>>,
}

/// A skill in quarantine.
pub(crate) struct Found {
    /// Its folder from the top of the source.
    pub rel: PathBuf,
    /// The folder it would get; empty when none fits.
    pub folder: String,
    /// Where it lies.
    pub dir: PathBuf,
    pub inspected: Inspected,
    /// What its signature comes to; nothing where it has none.
    pub signature: Option<Verification>,
}

impl Default for State {
    fn default() -> Self {
        Self {
            stage: ImportStage::Fetching,
            why: String::new(),
            files: 0,
            bytes: 0,
            commit: None,
            archive: None,
            doubts: Vec::new(),
            skills: Vec::new(),
        }
    }
}

/// A folder of quarantine. It goes, with all in it, when it is dropped.
pub(crate) struct Quarantine {
    path: PathBuf,
    // Tells other processes that the folder is in use; it goes after the folder.
    _presence: Presence,
}

impl Quarantine {
    /// Makes one below what Assay keeps, and removes those that nobody uses any more.
    pub fn below(kept: &Path) -> Result<Self, Fault> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let place = kept.join("quarantine");
        disk::make_private_folder(&place)?;
        sweep(&place);
        loop {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let name = format!("{}-{count}", std::process::id());
            let presence = match Presence::hold(&place.join(format!("{name}{HELD}"))) {
                Err(Fault { cause: Cause::Exists, .. }) => continue,
                held => held?,
            };
            let path = place.join(name);
            match disk::make_new_folder(&path, 0o700) {
                Err(Fault { cause: Cause::Exists, .. }) => {}
                made => {
                    return made.map(|()| Self {
                        path: disk::canonical(&path).unwrap_or(path),
                        _presence: presence,
                    });
                }
            }
        }
    }

    /// Where it lies, links resolved.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// What ends the name of the file that says that a folder is in use.
const HELD: &str = ".held";

fn sweep(place: &Path) {
    for entry in disk::list(place).unwrap_or_default() {
        let held = place.join(format!("{}{HELD}", entry.name.display()));
        if entry.kind == Kind::Folder && !disk::is_present(&held) {
            // What cannot go now goes another time.
            let _ = disk::clear(&place.join(&entry.name));
        }
    }
}

impl Drop for Quarantine {
    fn drop(&mut self) {
        let _ = disk::clear(&self.path);
    }
}

impl Import {
    pub fn new(origin: Origin, updates: Option<Updated>, signers: Signers, quarantine: Quarantine) -> Self {
        Self { origin, updates, signers, stop: Stop::default(), state: Mutex::default(), quarantine }
    }

    /// Says how far it is.
    pub fn tell(&self, change: impl FnOnce(&mut State)) {
        change(&mut locked(&self.state));
    }
}

/// Removes what a process that was killed left in quarantine.
pub(crate) fn sweep_quarantine(surroundings: &Surroundings) {
    if let Some(kept) = &surroundings.kept {
        sweep(&kept.join("quarantine"));
    }
}
