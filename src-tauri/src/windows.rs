//! The windows on workspaces. Each shows one workspace and has an engine of its own; one process has them all.
//!
//! One process, and not one for each window: what waits for a person at one home is one queue, whichever workspace it is
//! about. Agents ask through one socket, and each question is put in one window. Of several processes one would hold the
//! socket and hand questions, permissions and notifications on to the others, and its end would take them from all.
//!
//! The windows of another home, such as that of the example, have a queue, a socket and permissions of their own.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use api::App;
use broker::Listening;
use tauri::{AppHandle, Manager, Url, WebviewWindow};

use crate::arguments;

/// The first window's label; those after it have a number behind it. A capability names them.
const MAIN: &str = "main";
/// The label of the window that decides beside the first window; beside the others it has their number.
const DECIDES: &str = "approval";

/// How long the engine of a closed window may take to end.
const ENDS: Duration = Duration::from_secs(5);
/// How often that is looked at.
const BEAT: Duration = Duration::from_millis(20);

/// Every window on a workspace, the one that was in front last first, and the homes they are of.
#[derive(Default)]
pub struct Windows {
    mains: Mutex<Vec<Arc<Main>>>,
    homes: Mutex<Vec<Arc<Home>>>,
    opening: Mutex<()>,
    /// The engine of the last window on the example that was closed.
    ended: Mutex<Weak<App>>,
}

/// A home folder with what Assay keeps for it: the person's own, another one that was named, or that of the example. The
/// one that Assay was begun with comes first. Nothing of one is seen in the windows of another.
pub struct Home {
    /// Answers agents; the engines of its windows are made beside it. It shows no workspace.
    pub engine: Arc<App>,
    /// It is the example's.
    pub is_example: bool,
    /// Agents reach it for as long as this is held; nothing where they cannot.
    pub _listening: Option<Listening>,
}

/// A window on a workspace.
pub struct Main {
    /// Names it to the system.
    pub label: String,
    /// Whose skills, sessions and settings it shows.
    pub home: Arc<Home>,
    /// What answers its page.
    pub engine: Arc<App>,
    /// What a person brought to it.
    pub brought: Arc<Brought>,
}

/// What a person brought to a window and its page did not take yet.
#[derive(Default)]
pub struct Brought {
    /// What was dropped onto it, or opened with it.
    pub dropped: Last<PathBuf>,
    /// The address that somebody came with.
    pub address: Last<String>,
}

/// The last thing of a kind that was brought, until it is taken.
pub struct Last<T>(Mutex<Option<T>>);

impl<T> Default for Last<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> Last<T> {
    /// Keeps it in place of an earlier one.
    pub fn keep(&self, thing: T) {
        *self.place() = Some(thing);
    }

    /// Whether there is one.
    pub fn is_there(&self) -> bool {
        self.place().is_some()
    }

    /// Hands it over, once.
    pub fn take(&self) -> Option<T> {
        self.place().take()
    }

    fn place(&self) -> MutexGuard<'_, Option<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Main {
    /// The label of the window that decides beside this one.
    pub fn deciding(&self) -> String {
        format!("{DECIDES}{}", number(&self.label))
    }

    /// The window itself, as long as it is there.
    pub fn window(&self, app: &AppHandle) -> Option<WebviewWindow> {
        app.get_webview_window(&self.label)
    }

    /// Brings it to the front.
    pub fn raise(&self, app: &AppHandle) {
        if let Some(window) = self.window(app) {
            let _ = window.show();
            let _ = window.unminimize();
            let _ = window.set_focus();
        }
    }

    /// Says in its title what it shows, and how much waits.
    pub fn entitle(&self, app: &AppHandle, waiting: usize) {
        let name = if self.home.is_example { Some("The example".to_owned()) } else { self.engine.name() };
        let name = name.map(|name| format!("{name} - ")).unwrap_or_default();
        let waits = if waiting == 0 { String::new() } else { format!(" ({waiting} waiting)") };
        if let Some(window) = self.window(app) {
            let _ = window.set_title(&format!("{name}Assay{waits}"));
        }
    }
}

impl Windows {
    /// All of them, the one that was in front last first.
    pub fn all(&self) -> Vec<Arc<Main>> {
        self.list().clone()
    }

    /// Held by whoever opens the example. Waits until nothing is at work any more on one that was closed, but no longer
    /// than [`ENDS`]: what still is would write into the one that takes its place.
    pub fn opening(&self) -> MutexGuard<'_, ()> {
        let opening = self.opening.lock().unwrap_or_else(PoisonError::into_inner);
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let begun = Instant::now();
        while ended.strong_count() > 0 && begun.elapsed() < ENDS {
            std::thread::sleep(BEAT);
        }
        opening
    }

    /// Takes a home in.
    pub fn add_home(&self, home: Home) -> Arc<Home> {
        let home = Arc::new(home);
        self.home_list().push(Arc::clone(&home));
        home
    }

    /// The home that Assay was begun with.
    pub fn first_home(&self) -> Option<Arc<Home>> {
        self.home_list().first().cloned()
    }

    /// The home that was typed, else the person's own, while it is open: Assay may have been begun with another.
    pub fn home_meant(&self, typed: Option<&Path>) -> Option<Arc<Home>> {
        let folder = arguments::home_meant(typed.map(Path::to_owned));
        self.home_list().iter().find(|home| home.engine.workspace.surroundings().home == folder).cloned()
    }

    /// The home of the example, while it is open.
    pub fn example(&self) -> Option<Arc<Home>> {
        self.home_list().iter().find(|home| home.is_example).cloned()
    }

    /// A home where something waits for a person, and no window that could ask.
    pub fn unattended(&self) -> Option<Arc<Home>> {
        let homes = self.home_list().clone();
        homes.into_iter().find(|home| home.engine.waiting() > 0 && self.front_of(home).is_none())
    }

    /// The window of a home that was in front last.
    pub fn front_of(&self, home: &Arc<Home>) -> Option<Arc<Main>> {
        self.list().iter().find(|main| Arc::ptr_eq(&main.home, home)).cloned()
    }

    /// The labels of all windows of a home, those that decide too.
    pub fn labels_of(&self, home: &Arc<Home>) -> Vec<String> {
        let of = self.all().into_iter().filter(|main| Arc::ptr_eq(&main.home, home));
        of.flat_map(|main| [main.label.clone(), main.deciding()]).collect()
    }

    /// The one to which things are brought so.
    pub fn brought_to(&self, brought: &Arc<Brought>) -> Option<Arc<Main>> {
        self.list().iter().find(|main| Arc::ptr_eq(&main.brought, brought)).cloned()
    }

    /// The one with this label, or the one beside which the window with this label decides.
    pub fn of(&self, label: &str) -> Option<Arc<Main>> {
        self.list().iter().find(|main| main.label == label || main.deciding() == label).cloned()
    }

    /// The one that shows a folder as it is at that home.
    pub fn showing(&self, home: &Arc<Home>, folder: &Path) -> Option<Arc<Main>> {
        let shows =
            |main: &&Arc<Main>| Arc::ptr_eq(&main.home, home) && main.engine.workspace.folder() == folder;
        self.list().iter().find(shows).cloned()
    }

    /// The one in which a person is asked: where a change waits that somebody made in it, else the one whose workspace
    /// the next request is about, else the one that was in front last. Nothing where there is no window.
    pub fn asked(&self) -> Option<Arc<Main>> {
        let all = self.all();
        let loosens = all.iter().find(|main| main.engine.is_loosening_asked());
        let about = || {
            // Where something waits at several homes, the one whose window was in front last.
            let waits = all.iter().find(|main| main.engine.waiting() > 0)?;
            let folder = waits.engine.asked_about()?;
            let holds = |main: &&Arc<Main>| {
                Arc::ptr_eq(&main.home, &waits.home)
                    && main.engine.is_open()
                    && folder.starts_with(main.engine.workspace.folder())
            };
            // Of a workspace inside another one, the inner.
            let inner =
                all.iter().filter(holds).max_by_key(|main| main.engine.workspace.folder().as_os_str().len());
            inner.or(Some(waits))
        };
        loosens.or_else(about).or(all.first()).cloned()
    }

    /// How much waits for a person, of every kind and at every home.
    pub fn waiting(&self) -> usize {
        let homes = self.home_list().clone();
        homes.iter().map(|home| self.waiting_at(home)).sum()
    }

    /// How much waits for a person at a home.
    pub fn waiting_at(&self, home: &Arc<Home>) -> usize {
        let is_asked = |main: &&Arc<Main>| Arc::ptr_eq(&main.home, home) && main.engine.is_loosening_asked();
        home.engine.waiting() + self.all().iter().filter(is_asked).count()
    }

    /// Takes one in, as the one in front. Where a window stood is remembered of its label, so it gets the lowest that is
    /// free.
    pub fn add(&self, home: &Arc<Home>, engine: App, brought: Arc<Brought>) -> Arc<Main> {
        let mut all = self.list();
        let numbered = (2..).map(|number: u32| format!("{MAIN}-{number}"));
        let mut labels = std::iter::once(MAIN.to_owned()).chain(numbered);
        let label = labels.find(|label| all.iter().all(|main| main.label != *label)).unwrap_or_default();
        let main = Arc::new(Main { label, home: Arc::clone(home), engine: Arc::new(engine), brought });
        all.insert(0, Arc::clone(&main));
        main
    }

    /// That one is in front now.
    pub fn to_front(&self, label: &str) {
        let mut all = self.list();
        if let Some(at) = all.iter().position(|main| main.label == label) {
            all[..=at].rotate_right(1);
        }
    }

    /// Lets go of one that was closed. A home ends with its last window, but for the first one: agents may still ask
    /// there.
    pub fn remove(&self, label: &str) -> Option<Arc<Main>> {
        let mut all = self.list();
        let at = all.iter().position(|main| main.label == label)?;
        let main = all.remove(at);
        let is_last = !all.iter().any(|other| Arc::ptr_eq(&other.home, &main.home));
        drop(all);
        let mut homes = self.home_list();
        if let Some(at) = homes.iter().position(|home| is_last && Arc::ptr_eq(home, &main.home))
            && at > 0
        {
            homes.remove(at);
        }
        drop(homes);
        if main.home.is_example {
            *self.ended.lock().unwrap_or_else(PoisonError::into_inner) = Arc::downgrade(&main.engine);
        }
        Some(main)
    }

    fn list(&self) -> MutexGuard<'_, Vec<Arc<Main>>> {
        self.mains.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn home_list(&self) -> MutexGuard<'_, Vec<Arc<Home>>> {
        self.homes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a label is one of a window on a workspace.
pub fn is_main(label: &str) -> bool {
    label.starts_with(MAIN)
}

/// How many of them a person sees; one may be closed while agents wait, and come back.
pub fn seen(app: &AppHandle) -> usize {
    let windows = app.state::<Windows>().all().into_iter().filter_map(|main| main.window(app));
    windows.filter(|window| window.is_visible().unwrap_or(true)).count()
}

/// Says in every title what the window shows.
pub fn entitle(app: &AppHandle) {
    let all = app.state::<Windows>();
    all.all().iter().for_each(|main| main.entitle(app, all.waiting_at(&main.home)));
}

/// A link in a skill's text is inert; should one ever slip through, the window stays where it is.
pub fn stays(address: &Url) -> bool {
    address.scheme() == "tauri" || address.host_str() == Some("tauri.localhost")
}

fn number(label: &str) -> &str {
    label.strip_prefix(MAIN).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use api::{App, NoHost};

    use super::{Home, Windows};
    use crate::arguments;

    #[test]
    fn without_a_home_the_persons_own_is_meant_also_where_assay_was_begun_with_another() {
        let all = Windows::default();
        let named = Path::new(env!("CARGO_MANIFEST_DIR"));
        let open = |typed: Option<&Path>| {
            let surroundings = arguments::surroundings(typed.map(Path::to_owned));
            let engine = Arc::new(App::new(surroundings, Box::new(NoHost)));
            all.add_home(Home { engine, is_example: false, _listening: None })
        };
        let is = |typed: Option<&Path>, home: &Arc<Home>| {
            all.home_meant(typed).is_some_and(|meant| Arc::ptr_eq(&meant, home))
        };
        let other = open(Some(named));
        assert!(all.home_meant(None).is_none(), "the other one is taken for the person's own");
        let own = open(None);
        assert!(is(None, &own) && is(Some(named), &other));
    }
}
