//! What answers are made from: the open workspace, what waits for a person, and what is under way.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{SystemTime, UNIX_EPOCH};

use ::hydration::{Desk, Stage};
use ::sessions::Homes;
use ::workspace::{Callbacks, MANAGED, Surroundings, Workspace, locked};
use skills::{AgentPlaces, Convention};

use crate::checks::ChecksLook;
use crate::import::Imports;
use crate::index::IndexLook;
use crate::manage::{Going, Oddities, ShownPlans};
use crate::wire::Millis;
use crate::{Failure, Tag, built_ins, folders, import, manage, trust, visibility};

/// Whether a name of the environment moves the folders of an agent, as the home folder does.
pub fn moves_an_agent(name: &str) -> bool {
    AgentPlaces::VARIABLES.contains(&name) || Homes::VARIABLES.contains(&name)
}

/// Where Assay keeps what is its own: the platform's data folder, never `.pixir`. `home` is the person's, and
/// `variable` looks up one of the environment.
pub fn kept(home: Option<&Path>, variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let set = |name| variable(name).map(PathBuf::from).filter(|folder| folder.is_absolute());
    let data = if cfg!(windows) {
        set("APPDATA")
    } else if cfg!(target_os = "macos") {
        home.map(|home| home.join("Library/Application Support"))
    } else {
        set("XDG_DATA_HOME").or_else(|| home.map(|home| home.join(".local/share")))
    };
    data.map(|folder| folder.join("assay"))
}

/// The socket through which agents reach the window, below what Assay keeps.
pub fn socket(kept: &Path) -> PathBuf {
    kept.join("run/broker.sock")
}

/// What only a desktop can do; the other doors have [`NoHost`].
pub trait Host: Send + Sync {
    /// Lets the person choose a folder; nothing when they choose none.
    fn choose_folder(&self) -> Result<Option<PathBuf>, Failure>;
    /// Lets the person choose a file to save to, named like this at first; nothing when they choose none.
    fn choose_file(&self, name: &str) -> Result<Option<PathBuf>, Failure>;
    /// Lets the person choose a folder to import from; nothing when they choose none.
    fn choose_source_folder(&self) -> Result<Option<PathBuf>, Failure> {
        Err(not_here("choose a folder"))
    }
    /// Lets the person choose an archive to import from; nothing when they choose none.
    fn choose_source_file(&self) -> Result<Option<PathBuf>, Failure> {
        Err(not_here("choose a file"))
    }
    /// Hands a checked http, https or mailto address to the system.
    fn open_link(&self, address: &str) -> Result<(), Failure>;
    /// Brings the window to the front in which hydrations are decided on.
    fn show_approvals(&self) -> Result<(), Failure>;
    /// The door's name, for the journal.
    fn door(&self) -> &'static str {
        "window"
    }
}

/// A door without a desktop.
#[derive(Debug, Clone, Copy)]
pub struct NoHost;

impl Host for NoHost {
    fn choose_folder(&self) -> Result<Option<PathBuf>, Failure> {
        Err(not_here("choose a folder"))
    }

    fn choose_file(&self, _: &str) -> Result<Option<PathBuf>, Failure> {
        Err(not_here("choose a file"))
    }

    fn open_link(&self, _: &str) -> Result<(), Failure> {
        Err(not_here("open a link"))
    }

    fn show_approvals(&self) -> Result<(), Failure> {
        Err(not_here("show what waits for a decision"))
    }

    fn door(&self) -> &'static str {
        "terminal"
    }
}

fn not_here(what: &str) -> Failure {
    Failure::new(crate::Code::NotHere, format!("this door cannot {what}; the window can"))
}

/// What a person has said of projects, as Assay keeps it.
const CALLBACKS: Callbacks = Callbacks {
    places: folders::places,
    visibility: visibility::in_force_at,
    before_first_look: |surroundings| {
        manage::end_interrupted(surroundings);
        import::sweep_quarantine(surroundings);
    },
};

/// The engine behind every door.
pub struct App {
    /// What is open: its skills, its sessions and the join of both.
    pub(crate) workspace: Workspace,
    pub(crate) host: Box<dyn Host>,
    /// Where requests for a hydration wait; one for all workspaces.
    pub(crate) desk: Arc<Desk>,
    pub(crate) plans: Mutex<ShownPlans>,
    pub(crate) going: Going,
    pub(crate) imports: Mutex<Imports>,
    pub(crate) index: IndexLook,
    pub(crate) checks: Mutex<ChecksLook>,
    pub(crate) oddities: Mutex<Oddities>,
    /// The state of the index whose texts of other agents are saved, where a person said so.
    pub(crate) saved_texts: Mutex<Option<i64>>,
}

impl App {
    /// An engine on one workspace. Nothing is read before the first request.
    pub fn new(surroundings: Surroundings, host: Box<dyn Host>) -> Self {
        let desk = Desk::new(surroundings.kept.clone(), surroundings.clock);
        Self::with(Workspace::new(surroundings, CALLBACKS), host, desk)
    }

    /// An engine on another workspace whose requests wait at the same desk.
    pub(crate) fn beside(&self, folder: &Path) -> Self {
        Self::with(self.workspace.beside(folder), Box::new(NoHost), Arc::clone(&self.desk))
    }

    fn with(workspace: Workspace, host: Box<dyn Host>, desk: Arc<Desk>) -> Self {
        Self {
            workspace,
            host,
            desk,
            plans: Mutex::default(),
            going: Going::default(),
            imports: Mutex::default(),
            index: IndexLook::default(),
            checks: Mutex::default(),
            oddities: Mutex::default(),
            saved_texts: Mutex::default(),
        }
    }

    /// The workspace this engine was opened on.
    pub fn surrounding_workspace(&self) -> &Path {
        &self.workspace.surroundings().workspace
    }

    /// The socket through which agents reach the window; nothing where Assay keeps nothing.
    pub fn socket(&self) -> Option<PathBuf> {
        self.workspace.surroundings().kept.as_deref().map(socket)
    }

    /// Who is told whenever something waits or was decided.
    pub fn on_approvals(&self, news: impl Fn() + Send + Sync + 'static) {
        self.desk.on_news(news);
    }

    /// How many requests wait for a person.
    pub fn waiting(&self) -> usize {
        self.desk.face().waiting
    }

    /// Whether the request on screen has run and waits to be sent.
    pub fn has_output_to_send(&self) -> bool {
        self.desk.face().request.is_some_and(|request| matches!(request.stage, Stage::Captured(_)))
    }

    /// Whether a request left by itself and the approval window says why.
    pub fn has_farewell(&self) -> bool {
        self.desk.face().left.is_some()
    }

    /// Gives back the leases of sessions that a crash of Assay left behind; Pixir cannot start those sessions
    /// before that.
    pub fn give_back_leases(&self) {
        if let Some(kept) = &self.workspace.surroundings().kept {
            ::sessions::release_left_behind(kept, self.now());
        }
    }

    /// An asker is gone: permissions given for its session end.
    pub fn hung_up(&self, connection: &str) {
        self.desk.hung_up(connection);
    }

    /// Whether a workspace is open; otherwise a person has to choose one first.
    pub fn is_open(&self) -> bool {
        self.workspace.is_open()
    }

    /// Records a small part of what is left to record: a slice of one log, or the files of one skill, so that a later
    /// change of either can be told. Nothing when nothing is left; otherwise whether an answer may have changed by it.
    pub fn remember_some(&self) -> Option<bool> {
        self.workspace.record_some().or_else(|| {
            let is_possible = self.workspace.surroundings().kept.is_some() && self.is_open();
            // What cannot be saved is told where saved texts are listed.
            (is_possible && self.save_new_texts().is_ok_and(|saved| saved)).then_some(false)
        })
    }

    /// Records everything that is left; what a command at the terminal does, since it has no later.
    pub fn remember(&self) {
        self.workspace.record_logs();
        while self.remember_some().is_some() {}
    }

    /// Reads about 16 MiB of a long log in full that was only looked at from the ends of its lines.
    /// Nothing when all logs are read in full; otherwise whether something had to be corrected.
    pub fn validate_some(&self) -> Option<bool> {
        self.workspace.validate_some()
    }

    /// The folders where something may change.
    pub fn watched(&self) -> Vec<Watched> {
        if !self.workspace.is_open() {
            return Vec::new();
        }
        let ruling = self.workspace.ruling(MANAGED);
        let mut watched = Vec::new();
        let places = self.workspace.places();
        // Who wins elsewhere rests on the roots of every agent.
        for root in Convention::ALL.iter().flat_map(|convention| skills::roots(*convention, &places)) {
            watched.push(Watched::of(root.path, Tag::Skills));
        }
        let skills = ruling.skills().take(WATCHED_SKILLS);
        watched.extend(skills.map(|skill| Watched::of(skill.dir.clone(), Tag::Skills)));
        if let Ok(ledger) = self.ledger() {
            watched.push(Watched::of(ledger.journal_path(), Tag::Journal));
        }
        // What a person lets agents see, and where skills are looked for, by whatever door it is changed.
        let settings =
            [visibility::SETTINGS.file, trust::TRUSTED.file, folders::FOLDERS.file, built_ins::FILE];
        let kept = self.workspace.surroundings().kept.iter();
        watched.extend(
            kept.flat_map(|kept| settings.map(|file| Watched::replaced(kept.join(file), Tag::Skills))),
        );
        let logs = self.workspace.logs();
        let folders = logs.folders(self.workspace.surroundings().kept.as_deref());
        watched.extend(folders.into_iter().map(|folder| Watched::of(folder, Tag::Sessions)));
        watched.sort();
        watched.dedup();
        watched
    }

    /// Takes note of a rumour: the next request looks again.
    pub fn heard(&self, stale: &[Tag]) {
        if stale.contains(&Tag::Skills) {
            // What waits may rest on what changed.
            self.desk.recheck();
            self.workspace.skills_changed();
            locked(&self.checks).heard();
        }
        if stale.contains(&Tag::Sessions) {
            self.workspace.sessions_changed();
            self.index.heard();
        }
    }

    /// Looks at everything and tells what differs from the look before.
    pub fn look_for_changes(&self) -> Vec<Tag> {
        if !self.workspace.is_open() {
            return Vec::new();
        }
        let (skills, logs) = (self.workspace.ruling(MANAGED), self.workspace.logs());
        let wins = self.workspace.last_wins();
        self.heard(&[Tag::Skills, Tag::Sessions]);
        let mut stale = Vec::new();
        // The roots of other agents are looked at again when somebody has asked about them.
        let turned = wins.is_some_and(|wins| self.workspace.wins().survey != wins.survey);
        if turned || !Arc::ptr_eq(&self.workspace.ruling(MANAGED), &skills) {
            stale.push(Tag::Skills);
        }
        if !Arc::ptr_eq(&self.workspace.logs(), &logs) {
            stale.push(Tag::Sessions);
        }
        stale
    }

    pub(crate) fn open(&self, folder: &Path) {
        self.workspace.open(folder);
        *locked(&self.checks) = ChecksLook::default();
        *locked(&self.saved_texts) = None;
    }

    pub(crate) fn now(&self) -> SystemTime {
        (self.workspace.surroundings().clock)()
    }

    pub(crate) fn read_at(&self) -> Millis {
        Millis::at(self.now())
    }
}

/// Folders of single skills that are watched; beyond it their roots are, and the five-second look.
const WATCHED_SKILLS: usize = 2_000;

/// Something that may change, and the folder in which that would be seen.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Watched {
    /// The folder to listen to. What does not exist yet announces itself in the nearest folder that does.
    pub folder: PathBuf,
    /// What it is about.
    pub subject: PathBuf,
    /// What it concerns.
    pub tag: Tag,
}

impl Watched {
    fn of(subject: PathBuf, tag: Tag) -> Self {
        Self { folder: nearest(&subject), subject, tag }
    }

    // A file that is replaced whole is seen from its folder: who listens to the file hears of the old one.
    fn replaced(subject: PathBuf, tag: Tag) -> Self {
        let folder = nearest(subject.parent().unwrap_or(&subject));
        Self { folder, subject, tag }
    }

    /// Whether a change at a path may be a change of the subject.
    pub fn concerns(&self, path: &Path) -> bool {
        path.starts_with(&self.subject) || self.subject.starts_with(path)
    }
}

fn nearest(path: &Path) -> PathBuf {
    path.ancestors().find(|folder| disk::look(folder).is_ok()).unwrap_or(path).to_owned()
}

impl Millis {
    /// A point in time.
    pub(crate) fn at(time: SystemTime) -> Self {
        Self(time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64))
    }

    /// A stamp's nanoseconds.
    pub(crate) fn of_stamp(nanoseconds: i128) -> Self {
        Self((nanoseconds / 1_000_000) as i64)
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::Watched;
    use crate::Tag;

    #[test]
    fn a_rumour_concerns_what_lies_below_and_what_leads_there() {
        let watched =
            Watched { folder: "/home".into(), subject: "/home/.agents/skills".into(), tag: Tag::Skills };
        for (path, concerned) in [
            ("/home/.agents/skills/a/SKILL.md", true),
            ("/home/.agents/skills", true),
            ("/home/.agents", true),
            ("/home/.bash_history", false),
            ("/home/.agents/other", false),
        ] {
            assert_eq!(watched.concerns(Path::new(path)), concerned, "{path}");
        }
    }

    #[test]
    fn what_is_missing_is_watched_where_it_would_appear() {
        let room = tempfile::tempdir().expect("a temporary folder");
        let subject: PathBuf = room.path().join("a/b/c");
        assert_eq!(Watched::of(subject.clone(), Tag::Sessions).folder, room.path());
        disk::make_folder(&subject).expect("folders can be made");
        assert_eq!(Watched::of(subject.clone(), Tag::Sessions).folder, subject);
    }
}
