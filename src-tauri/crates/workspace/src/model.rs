//! What is open, and the caches of the looks at it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, Once};
use std::time::SystemTime;

use skills::{Convention, Places, Visibility};

use crate::Surroundings;
use crate::checks::ChecksLook;
use crate::join::JoinLook;
use crate::ledgers::Recorded;
use crate::locked::locked;
use crate::logs::LogsLook;
use crate::look::elsewhere::ElsewhereCache;
use crate::look::journal::JournalLook;
use crate::recorded_catalog::RecordedCatalogs;
use crate::ruling::ManagedLook;
use crate::wins::WinsLook;

/// What a workspace asks of whoever keeps a person's settings.
#[derive(Debug, Clone, Copy)]
pub struct Callbacks {
    /// Where skills of a workspace are looked for.
    pub places: fn(&Surroundings, &Path) -> Places,
    /// Which skills agents may see in it, and whether it is trusted.
    pub visibility: fn(&Surroundings, &Path) -> Visibility,
    /// Called once, before skills are looked at first: ends what an earlier run left half done.
    pub before_first_look: fn(&Surroundings),
}

/// The opened folder. Cheap to make: nothing is read before somebody asks.
pub struct Workspace {
    surroundings: Surroundings,
    callbacks: Callbacks,
    begun: Arc<Once>,
    folder: Mutex<PathBuf>,
    pub(crate) managed: Mutex<ManagedLook>,
    pub(crate) wins: Mutex<WinsLook>,
    pub(crate) logs: LogsLook,
    pub(crate) checks: Mutex<BTreeMap<Convention, ChecksLook>>,
    pub(crate) journal: Mutex<JournalLook>,
    pub(crate) join: Mutex<JoinLook>,
    pub(crate) recorded: Mutex<Recorded>,
    pub(crate) recorded_catalogs: Mutex<RecordedCatalogs>,
    /// The same for every workspace of one process.
    pub(crate) elsewhere: Arc<Mutex<ElsewhereCache>>,
}

impl Workspace {
    /// The folder that the surroundings name.
    pub fn new(surroundings: Surroundings, callbacks: Callbacks) -> Self {
        Self::with(surroundings, callbacks, Arc::default(), Arc::new(Once::new()))
    }

    fn with(
        surroundings: Surroundings,
        callbacks: Callbacks,
        elsewhere: Arc<Mutex<ElsewhereCache>>,
        begun: Arc<Once>,
    ) -> Self {
        Self {
            folder: Mutex::new(surroundings.workspace.clone()),
            surroundings,
            callbacks,
            begun,
            managed: Mutex::default(),
            wins: Mutex::default(),
            logs: LogsLook::default(),
            checks: Mutex::default(),
            journal: Mutex::default(),
            join: Mutex::default(),
            recorded: Mutex::default(),
            recorded_catalogs: Mutex::default(),
            elsewhere,
        }
    }

    /// Another folder in the same surroundings.
    #[must_use]
    pub fn beside(&self, folder: &Path) -> Self {
        let surroundings = Surroundings { workspace: folder.to_owned(), ..self.surroundings.clone() };
        Self::with(surroundings, self.callbacks, Arc::clone(&self.elsewhere), Arc::clone(&self.begun))
    }

    /// Opens another folder in the place of this one.
    pub fn open(&self, folder: &Path) {
        folder.clone_into(&mut locked(&self.folder));
        *locked(&self.managed) = ManagedLook::default();
        *locked(&self.wins) = WinsLook::default();
        self.logs.close();
        locked(&self.checks).clear();
        *locked(&self.join) = JoinLook::default();
        *locked(&self.recorded) = Recorded::default();
        *locked(&self.recorded_catalogs) = RecordedCatalogs::default();
    }

    /// The folder, absolute; empty where a person has to choose one first.
    pub fn folder(&self) -> PathBuf {
        locked(&self.folder).clone()
    }

    /// Whether a folder is open; otherwise a person has to choose one first.
    pub fn is_open(&self) -> bool {
        !locked(&self.folder).as_os_str().is_empty()
    }

    /// What was read from the environment when the program began.
    pub fn surroundings(&self) -> &Surroundings {
        &self.surroundings
    }

    /// Where skills are looked for.
    pub fn places(&self) -> Places {
        (self.callbacks.places)(&self.surroundings, &self.folder())
    }

    /// What agents may see here.
    pub fn visibility(&self) -> Visibility {
        (self.callbacks.visibility)(&self.surroundings, &self.folder())
    }

    /// Skills may have changed: who asks next looks again.
    pub fn skills_changed(&self) {
        locked(&self.managed).forget();
        locked(&self.wins).forget();
        locked(&self.checks).values_mut().for_each(ChecksLook::heard);
    }

    /// Logs may have changed: who asks next looks again.
    pub fn sessions_changed(&self) {
        locked(&self.elsewhere).forget_search();
        self.logs.forget_look();
    }

    /// A path as people write it: from the workspace, from `~`, or whole.
    pub fn shown(&self, path: &Path) -> String {
        if let Ok(rel) = path.strip_prefix(self.folder()) {
            return rel.display().to_string();
        }
        match self.surroundings.home.as_ref().and_then(|home| path.strip_prefix(home).ok()) {
            Some(rel) => format!("~/{}", rel.display()),
            None => path.display().to_string(),
        }
    }

    /// What comes before the first look at skills.
    pub(crate) fn begin(&self) {
        self.begun.call_once(|| (self.callbacks.before_first_look)(&self.surroundings));
    }

    /// What time it is, by the clock of the surroundings.
    pub fn now(&self) -> SystemTime {
        (self.surroundings.clock)()
    }
}

#[cfg(test)]
impl Workspace {
    /// A folder in which nobody said anything, without a home.
    pub(crate) fn of_test(folder: PathBuf, kept: Option<PathBuf>, clock: fn() -> SystemTime) -> Self {
        let environment = Vec::new();
        let surroundings = Surroundings {
            workspace: folder,
            home: None,
            pixir_home: None,
            kept,
            clock,
            environment,
            helper: PathBuf::new(),
        };
        let callbacks = Callbacks {
            places: |_, folder| Places { workspace: folder.to_owned(), ..Places::default() },
            visibility: |_, _| Visibility::whole(skills::Trust::Trusted),
            before_first_look: |_| (),
        };
        Self::new(surroundings, callbacks)
    }
}
