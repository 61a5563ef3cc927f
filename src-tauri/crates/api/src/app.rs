//! What answers are made from: the open workspace, the last look at its skills and its logs.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ::hydration::{Desk, Stage};
use ::sessions::{Heads, Homes};
use skills::{AgentPlaces, Convention, Places};

use crate::checks::ChecksLook;
use crate::drift::JoinLook;
use crate::import::Imports;
use crate::index::IndexLook;
use crate::logs::LogsLook;
use crate::manage::{Going, Oddities, ShownPlans};
use crate::remember::Remembered;
use crate::ruling::{MANAGED, ManagedLook};
use crate::wins::WinsLook;
use crate::wire::Millis;
use crate::{Failure, Tag, built_ins, folders, trust, visibility};

/// A look is repeated when it is older than this, even if no rumour came: correctness never rests on
/// a watcher. One screen's requests share one look.
const FRESH: Duration = Duration::from_secs(1);

/// Everything that would otherwise be read from the environment.
#[derive(Debug, Clone)]
pub struct Surroundings {
    /// The workspace to open, absolute; empty where a person has to choose one first.
    pub workspace: PathBuf,
    /// The user's home, when there is one.
    pub home: Option<PathBuf>,
    /// The value of `PIXIR_HOME`, when it is set (pixir-contract §1.1).
    pub pixir_home: Option<OsString>,
    /// Where Assay keeps what is its own; nothing is kept without it. Never inside `.pixir`.
    pub kept: Option<PathBuf>,
    /// The clock.
    pub clock: fn() -> SystemTime,
    /// The environment of this process; a hydration's command gets a few of its names, and some say where other
    /// agents look for skills.
    pub environment: Vec<(String, String)>,
    /// A program that calls [`execution::helper`] first: what contains a command is started as this one.
    pub helper: PathBuf,
}

impl Surroundings {
    /// Where skills of a workspace are looked for.
    pub(crate) fn places(&self, workspace: &Path) -> Places {
        let (claude_folders, named) = folders::in_force(self, workspace);
        Places {
            workspace: workspace.to_owned(),
            home: self.home.clone(),
            pixir_home: self.pixir_home.clone(),
            agents: AgentPlaces::of(|name| self.variable(name), machine()),
            named,
            claude_folders,
        }
    }

    /// Where other agents keep their sessions.
    pub(crate) fn homes(&self) -> Homes {
        let variable = |name: &&'static str| Some((*name, self.variable(name)?.into()));
        Homes { home: self.home.clone(), variables: Homes::VARIABLES.iter().filter_map(variable).collect() }
    }

    fn variable(&self, name: &str) -> Option<OsString> {
        let found = self.environment.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.into())
    }
}

/// Where the settings of a whole machine lie, for agents that read skills there.
fn machine() -> Option<PathBuf> {
    cfg!(all(unix, not(target_os = "macos"))).then(|| "/etc".into())
}

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

/// The engine behind every door.
pub struct App {
    pub(crate) surroundings: Surroundings,
    pub(crate) host: Box<dyn Host>,
    /// Where requests for a hydration wait; one for all workspaces.
    pub(crate) desk: Arc<Desk>,
    workspace: Mutex<PathBuf>,
    pub(crate) skills: Mutex<ManagedLook>,
    pub(crate) logs: LogsLook,
    pub(crate) join: Mutex<JoinLook>,
    pub(crate) plans: Mutex<ShownPlans>,
    pub(crate) going: Going,
    pub(crate) imports: Mutex<Imports>,
    // What an earlier run left half done is ended before the first look.
    begun: OnceLock<()>,
    pub(crate) remembered: Mutex<Remembered>,
    pub(crate) index: IndexLook,
    pub(crate) wins: Mutex<WinsLook>,
    pub(crate) checks: Mutex<ChecksLook>,
    pub(crate) oddities: Mutex<Oddities>,
    // Where the logs of other agents say they were started.
    pub(crate) heads: Mutex<Heads>,
}

impl App {
    /// An engine on one workspace. Nothing is read before the first request.
    pub fn new(surroundings: Surroundings, host: Box<dyn Host>) -> Self {
        let desk = Desk::new(surroundings.kept.clone(), surroundings.clock);
        Self::with(surroundings, host, desk)
    }

    /// An engine on another workspace whose requests wait at the same desk.
    pub(crate) fn beside(&self, workspace: &Path) -> Self {
        let surroundings = Surroundings { workspace: workspace.to_owned(), ..self.surroundings.clone() };
        Self::with(surroundings, Box::new(NoHost), Arc::clone(&self.desk))
    }

    /// The workspace this engine was opened on.
    pub fn surrounding_workspace(&self) -> &Path {
        &self.surroundings.workspace
    }

    /// The socket through which agents reach the window; nothing where Assay keeps nothing.
    pub fn socket(&self) -> Option<PathBuf> {
        self.surroundings.kept.as_deref().map(socket)
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
        if let Some(kept) = &self.surroundings.kept {
            ::sessions::release_left_behind(kept, self.now());
        }
    }

    /// An asker is gone: permissions given for its session end.
    pub fn hung_up(&self, connection: &str) {
        self.desk.hung_up(connection);
    }

    fn with(surroundings: Surroundings, host: Box<dyn Host>, desk: Arc<Desk>) -> Self {
        let workspace = Mutex::new(surroundings.workspace.clone());
        Self {
            surroundings,
            host,
            desk,
            workspace,
            skills: Mutex::default(),
            logs: LogsLook::default(),
            join: Mutex::default(),
            plans: Mutex::default(),
            going: Going::default(),
            imports: Mutex::default(),
            oddities: Mutex::default(),
            heads: Mutex::default(),
            begun: OnceLock::new(),
            remembered: Mutex::default(),
            index: IndexLook::default(),
            wins: Mutex::default(),
            checks: Mutex::default(),
        }
    }

    /// The folders where something may change.
    pub fn watched(&self) -> Vec<Watched> {
        if !self.is_open() {
            return Vec::new();
        }
        let ruling = self.ruling(MANAGED);
        let mut watched = Vec::new();
        let places = self.places();
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
        let kept = self.surroundings.kept.iter();
        watched.extend(
            kept.flat_map(|kept| settings.map(|file| Watched::replaced(kept.join(file), Tag::Skills))),
        );
        let logs = self.look_at_logs();
        let folders = logs.folders(self.surroundings.kept.as_deref());
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
            locked(&self.skills).heard();
            locked(&self.wins).heard();
            locked(&self.checks).heard();
        }
        if stale.contains(&Tag::Sessions) {
            self.logs.forget_look();
            self.index.heard();
        }
    }

    /// Looks at everything and tells what differs from the look before.
    pub fn look_for_changes(&self) -> Vec<Tag> {
        if !self.is_open() {
            return Vec::new();
        }
        let (skills, logs) = (self.ruling(MANAGED), self.look_at_logs());
        let wins = locked(&self.wins).seen();
        self.heard(&[Tag::Skills, Tag::Sessions]);
        let mut stale = Vec::new();
        // The roots of other agents are looked at again when somebody has asked about them.
        let turned = wins.is_some_and(|wins| self.wins().survey != wins.survey);
        if turned || !Arc::ptr_eq(&self.ruling(MANAGED), &skills) {
            stale.push(Tag::Skills);
        }
        if !Arc::ptr_eq(&self.look_at_logs(), &logs) {
            stale.push(Tag::Sessions);
        }
        stale
    }

    pub(crate) fn workspace(&self) -> PathBuf {
        locked(&self.workspace).clone()
    }

    pub(crate) fn open(&self, workspace: &Path) {
        workspace.clone_into(&mut locked(&self.workspace));
        *locked(&self.skills) = ManagedLook::default();
        *locked(&self.wins) = WinsLook::default();
        *locked(&self.checks) = ChecksLook::default();
        self.logs.close();
        *locked(&self.join) = JoinLook::default();
        *locked(&self.remembered) = Remembered::default();
    }

    pub(crate) fn places(&self) -> Places {
        self.surroundings.places(&self.workspace())
    }

    /// What comes before the first look: what an earlier run left half done is ended.
    pub(crate) fn begin(&self) {
        let mut is_first = false;
        self.begun.get_or_init(|| is_first = true);
        if is_first {
            self.end_interrupted();
            self.sweep_quarantine();
        }
    }

    pub(crate) fn now(&self) -> SystemTime {
        (self.surroundings.clock)()
    }

    pub(crate) fn is_fresh(&self, at: SystemTime) -> bool {
        self.now().duration_since(at).is_ok_and(|age| age < FRESH)
    }

    pub(crate) fn read_at(&self) -> Millis {
        Millis::at(self.now())
    }

    /// A path as people write it: from the workspace, from `~`, or whole.
    pub(crate) fn shown(&self, path: &Path) -> String {
        if let Ok(rel) = path.strip_prefix(self.workspace()) {
            return rel.display().to_string();
        }
        match self.surroundings.home.as_ref().and_then(|home| path.strip_prefix(home).ok()) {
            Some(rel) => format!("~/{}", rel.display()),
            None => path.display().to_string(),
        }
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

/// A lock that a panicking answer left behind is still good: looks are replaced whole.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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
