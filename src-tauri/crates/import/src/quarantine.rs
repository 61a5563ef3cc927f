//! Where skills from elsewhere lie until they land or are let go: `quarantine/` below Assay's own folder, for this
//! user's eyes only. It goes when its import ends; one that a killed process left goes when the next begins.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use disk::{Cause, Fault, Kind, Presence};

/// Its folder below Assay's own.
const QUARANTINE: &str = "quarantine";

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
        let place = kept.join(QUARANTINE);
        disk::make_private_folder(&place)?;
        sweep(kept);
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

/// Removes what a process that was killed left in quarantine below `kept`, Assay's own folder.
pub fn sweep(kept: &Path) {
    let place = kept.join(QUARANTINE);
    for entry in disk::list(&place).unwrap_or_default() {
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
