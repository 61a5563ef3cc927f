//! What answers are made from: the open workspace, what waits for a person, and what is under way.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use ::hydration::{Desk, Stage};
use ::sessions::Homes;
use ::workspace::{MANAGED, Workspace, locked};
use message::{Message, message};
use skills::AgentPlaces;

use crate::export::Saving;
use crate::manage::{Going, ShownPlans};
use crate::permission::Loosenings;
use crate::{Failure, Tag};
use views::everywhere::IndexLook;
use views::wire::Millis;

/// Whose rules decide what is read, accepted and shown.
pub(crate) const RULES: &str = "Pixir 0.1.12";

/// Whether a name of the environment moves the folders of an agent, as the home folder does.
pub fn moves_an_agent(name: &str) -> bool {
    AgentPlaces::VARIABLES.contains(&name) || Homes::VARIABLES.contains(&name)
}

/// Returns the user's home folder as the system names it; `None` if it names none.
///
/// # Errors
///
/// When it is not absolute, in a sentence: it would be another folder wherever Assay is started, and Assay would write
/// there.
pub fn own_home(named: Option<PathBuf>) -> Result<Option<PathBuf>, String> {
    match named.filter(|home| !home.as_os_str().is_empty()) {
        Some(home) if !home.is_absolute() => {
            Err(format!("the home folder {} is not absolute; set HOME to an absolute path", home.display()))
        }
        home => Ok(home),
    }
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
    ///
    /// # Errors
    ///
    /// [`Code::NotHere`] where there is no window, and [`Code::Failed`] when the system shows no dialog.
    fn choose_folder(&self) -> Result<Option<PathBuf>, Failure>;
    /// Lets the person choose a file to save to, named like this at first; nothing when they choose none.
    ///
    /// # Errors
    ///
    /// As [`Host::choose_folder`].
    fn choose_file(&self, name: &str) -> Result<Option<PathBuf>, Failure>;
    /// Lets the person choose a folder to import from; nothing when they choose none.
    ///
    /// # Errors
    ///
    /// As [`Host::choose_folder`].
    fn choose_source_folder(&self) -> Result<Option<PathBuf>, Failure> {
        Err(not_here("choose a folder"))
    }
    /// Lets the person choose an archive to import from; nothing when they choose none.
    ///
    /// # Errors
    ///
    /// As [`Host::choose_folder`].
    fn choose_source_file(&self) -> Result<Option<PathBuf>, Failure> {
        Err(not_here("choose a file"))
    }
    /// Hands a checked http, https or mailto address to the system.
    ///
    /// # Errors
    ///
    /// [`Code::NotHere`] where there is no window, and [`Code::Failed`] when the system opens nothing.
    fn open_link(&self, address: &str) -> Result<(), Failure>;
    /// What a person dropped onto the window, or opened with it, and nobody took yet.
    fn take_dropped(&self) -> Option<PathBuf> {
        None
    }
    /// Whether there is such a thing.
    fn has_dropped(&self) -> bool {
        false
    }
    /// The address of a place with which somebody came to the window, as it was written; told once.
    fn take_address(&self) -> Option<String> {
        None
    }
    /// Shows a file in the system's file manager.
    ///
    /// # Errors
    ///
    /// As [`Host::open_link`].
    fn show_in_folder(&self, _: &Path) -> Result<(), Failure> {
        Err(not_here("show a file in its folder"))
    }
    /// Opens a text in the program that the person has for it.
    ///
    /// # Errors
    ///
    /// As [`Host::open_link`].
    fn open_file(&self, _: &Path) -> Result<(), Failure> {
        Err(not_here("open a file"))
    }
    /// Opens a workspace in a window of its own, or brings the one to the front that shows it.
    ///
    /// # Errors
    ///
    /// [`Code::NotHere`] where there is no window, and [`Code::Failed`] when none can be made.
    fn open_window(&self, _folder: &Path) -> Result<(), Failure> {
        Err(not_here("open a window"))
    }
    /// Lays the example out and opens it in a window of its own, or brings that to the front.
    ///
    /// # Errors
    ///
    /// [`Code::NotHere`] where there is no window, and [`Code::Failed`] when it cannot be laid out or opened.
    fn open_example(&self) -> Result<(), Failure> {
        Err(not_here("open the example"))
    }
    /// Brings the window to the front in which hydrations are decided on.
    ///
    /// # Errors
    ///
    /// [`Code::NotHere`] where there is no window, and [`Code::Failed`] when it cannot be made.
    fn show_approvals(&self) -> Result<(), Failure>;
    /// Draws everything in every window in this size, in percent.
    ///
    /// # Errors
    ///
    /// [`Code::NotHere`] before there is a window, and [`Code::Failed`] when one keeps its size.
    fn set_zoom(&self, _percent: u16) -> Result<(), Failure> {
        Ok(())
    }
    /// Stays when the last window is closed, as long as agents are connected, or ends with it.
    ///
    /// # Errors
    ///
    /// [`Code::NotHere`] where nothing would lead back to a window.
    fn stay(&self, _stays: bool) -> Result<(), Failure> {
        Err(not_here("stay without a window"))
    }
    /// Why it does not stay although that was chosen, in a sentence.
    fn why_not_stay(&self) -> Option<Message> {
        None
    }
    /// The commit this door was built from, where its build said so.
    fn commit(&self) -> Option<&'static str> {
        None
    }
    /// The address of the page that lists releases, where a build says so. Packages of a system have none: what is newer
    /// comes with the system there.
    fn releases(&self) -> Option<&'static str> {
        None
    }
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
    Failure::new(crate::Code::NotHere, message!("cannot {what} here; only the window can.", what))
}

/// The engine behind every door.
pub struct App {
    /// What is open: its skills, its sessions and the join of both.
    pub workspace: Workspace,
    pub(crate) host: Box<dyn Host>,
    /// Where requests for a hydration wait; one for all workspaces.
    pub(crate) desk: Arc<Desk>,
    pub(crate) loosenings: Loosenings,
    pub(crate) plans: Mutex<ShownPlans>,
    pub(crate) going: Going,
    pub(crate) saving_tables: Saving,
    pub(crate) imports: Mutex<::import::Imports>,
    pub(crate) index: IndexLook,
    /// The state of the index whose texts of other agents are saved, where a person said so.
    pub(crate) saved_texts: Mutex<Option<i64>>,
    /// Whether the sessions of every known workspace are shown, once that was said here; before, as it is remembered.
    pub(crate) is_everywhere: Mutex<Option<bool>>,
}

impl App {
    pub(crate) fn with(workspace: Workspace, host: Box<dyn Host>, desk: Arc<Desk>) -> Self {
        let index = IndexLook::new(workspace.surroundings().kept.as_deref());
        Self {
            workspace,
            host,
            desk,
            index,
            loosenings: Loosenings::default(),
            plans: Mutex::default(),
            going: Going::default(),
            saving_tables: Saving::default(),
            imports: Mutex::default(),
            saved_texts: Mutex::default(),
            is_everywhere: Mutex::default(),
        }
    }

    /// An engine for another window, on a workspace of its own. What waits for a person waits at the same desk.
    #[must_use]
    pub fn beside(&self, folder: &Path, host: Box<dyn Host>) -> Self {
        let beside = Self::with(self.workspace.beside(folder), host, Arc::clone(&self.desk));
        *locked(&beside.is_everywhere) = Some(false);
        beside
    }

    /// Ends with the process. What the looks at skills and sessions hold in memory is left to the system, which takes it
    /// back at once; all that writes or removes something when it ends, such as the index and imports, is dropped.
    pub fn leave(self) {
        std::mem::forget(self.workspace);
        self.index.leave();
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
        let news = Arc::new(news);
        self.loosenings.on_news(Arc::clone(&news) as _);
        self.desk.on_news(move || news());
    }

    /// How many requests wait for a person.
    pub fn waiting(&self) -> usize {
        self.desk.face().waiting
    }

    /// The workspace of the request that is decided on next; nothing where none waits.
    pub fn asked_about(&self) -> Option<PathBuf> {
        self.desk.face().request.map(|request| request.wish.ground.workspace.clone())
    }

    /// Whether a change that would loosen something waits for a person.
    pub fn is_loosening_asked(&self) -> bool {
        self.loosenings.is_waiting()
    }

    /// Leaves what agents may do as it is: the person closed the question.
    pub fn leave_permission(&self) {
        self.loosenings.drop_waiting();
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

    /// What the open workspace goes by, such as `acme/payments`; nothing where none is open.
    pub fn name(&self) -> Option<String> {
        self.is_open().then(|| views::remembered::name(&self.workspace.folder()))
    }

    /// Whether a workspace is open; otherwise a person has to choose one first.
    pub fn is_open(&self) -> bool {
        self.workspace.is_open()
    }

    /// Leaves large logs to [`App::read_on`], so that no list waits for them.
    pub fn leave_large_logs(&self) {
        self.workspace.leave_large_logs();
    }

    /// Reads a large log that was left, or about 16 MiB of a long log in full that was only looked at from the ends of its
    /// lines. `None` when all logs are read in full; otherwise whether lists have changed.
    pub fn read_on(&self) -> Option<bool> {
        self.workspace.read_on()
    }

    /// Reads all large logs of the open workspace that were left, several at once.
    pub fn read_large_logs(&self) {
        self.workspace.read_large_logs();
    }

    /// Looks at skills and sessions, so that the first screen finds them seen.
    pub fn look_ahead(&self) {
        if self.is_open() {
            self.workspace.ruling(MANAGED);
            self.workspace.joined();
        }
    }

    /// Takes note of a rumour: the next request looks again.
    pub fn heard(&self, stale: &[Tag]) {
        if stale.contains(&Tag::Skills) {
            // What waits may rest on what changed.
            self.desk.recheck();
            self.workspace.skills_changed();
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
        *locked(&self.saved_texts) = None;
    }

    pub(crate) fn now(&self) -> SystemTime {
        (self.workspace.surroundings().clock)()
    }

    pub(crate) fn read_at(&self) -> Millis {
        Millis::at(self.now())
    }
}
