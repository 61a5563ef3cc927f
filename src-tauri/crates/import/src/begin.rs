//! How an import begins, and how its end is told.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use disk::{Digest, Fault};
use execution::Remote;
use skills::manage::{Origin, OriginSource};
use workspace::Signers;

use crate::archive::{MOST_PACKED, lay_archive};
use crate::folder::lay_folder;
use crate::git::{Tools, lay_git};
use crate::lay::Ended;
use crate::quarantine::Quarantine;
use crate::served::lay_served;
use crate::{Import, Stage, State, Updated};

/// Why an import was not begun.
#[derive(Debug, thiserror::Error)]
pub enum NotBegun {
    /// Its quarantine cannot be made.
    #[error(transparent)]
    Quarantine(#[from] Fault),
    /// The system gives no thread.
    #[error("cannot start the import: {0}")]
    Thread(std::io::Error),
}

impl Import {
    /// Begins an import into a quarantine below `kept`, Assay's own folder. It goes on by itself: [`Self::state`] says
    /// how far it is. `at_ms` is now, in milliseconds since 1970.
    ///
    /// # Errors
    ///
    /// When its quarantine cannot be made, or no thread. What goes wrong afterwards is told by [`Self::state`].
    pub fn begin(
        source: OriginSource,
        updates: Option<Updated>,
        signers: Signers,
        kept: &Path,
        tools: Tools,
        at_ms: i64,
    ) -> Result<Arc<Self>, NotBegun> {
        let origin = Origin {
            path: PathBuf::new(),
            source,
            rel: PathBuf::new(),
            commit: None,
            archive: None,
            at_ms,
            files: Vec::new(),
            served: Vec::new(),
        };
        let quarantine = Quarantine::below(kept)?;
        let import = Arc::new(Self::new(origin, updates, signers, quarantine));
        let working = Arc::clone(&import);
        let work = move || {
            let ended = lay(&working, &tools);
            working.tell(|state| end(state, ended));
        };
        thread::Builder::new().name("import".into()).spawn(work).map_err(NotBegun::Thread)?;
        Ok(import)
    }
}

/// Lays the source of an import into its quarantine, and looks at what lies there.
pub(crate) fn lay(import: &Import, tools: &Tools) -> Result<(), Ended> {
    match &import.origin.source {
        OriginSource::Folder { path } => lay_folder(import, path),
        OriginSource::Archive { path } => {
            let bytes = disk::read(path, MOST_PACKED)?.bytes;
            let digest = Digest::of(&bytes).to_string();
            import.tell(|state| state.archive = Some(digest));
            let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
            lay_archive(import, bytes, &stem.unwrap_or_default())
        }
        OriginSource::Repository { path, reference } => {
            let path = disk::canonical(path)?;
            lay_git(import, Remote::Folder(&path), reference.as_deref(), tools)
        }
        OriginSource::Git { address, reference } => {
            lay_git(import, Remote::Address(address), reference.as_deref(), tools)
        }
        OriginSource::Served { command, files, path, wanted } => {
            lay_served(import, (command, files, path), wanted, tools)
        }
    }
}

fn end(state: &mut State, ended: Result<(), Ended>) {
    match ended {
        Ok(()) => state.stage = Stage::Ready,
        Err(Ended::Refused(doubts)) => {
            state.stage = Stage::Refused;
            state.doubts = doubts;
            state.skills.clear();
        }
        Err(Ended::Stopped) => state.stage = Stage::Stopped,
        Err(Ended::Failed(why)) => {
            state.stage = Stage::Failed;
            state.why = Some(why);
        }
    }
}
