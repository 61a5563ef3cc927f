//! The windows on workspaces. Each shows one workspace and has an engine of its own; one process has them all.
//!
//! One process, and not one for each window: what waits for a person is one queue, whichever workspace it is about.
//! Agents ask through one socket, and each question is put in one window. Of several processes one would hold the
//! socket and hand questions, permissions and notifications on to the others, and its end would take them from all.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use api::App;
use tauri::{AppHandle, Manager, Url, WebviewWindow};

/// The first window's label; those after it have a number behind it. A capability names them.
const MAIN: &str = "main";
/// The label of the window that decides beside the first window; beside the others it has their number.
const DECIDES: &str = "approval";

/// Every window on a workspace, the one that was in front last first.
#[derive(Default)]
pub struct Windows(Mutex<Vec<Arc<Main>>>);

/// A window on a workspace.
pub struct Main {
    /// Names it to the system.
    pub label: String,
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
        let name = self.engine.name().map(|name| format!("{name} - ")).unwrap_or_default();
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

    /// The one that was in front last.
    pub fn front(&self) -> Option<Arc<Main>> {
        self.list().first().cloned()
    }

    /// The one with this label, or the one beside which the window with this label decides.
    pub fn of(&self, label: &str) -> Option<Arc<Main>> {
        self.list().iter().find(|main| main.label == label || main.deciding() == label).cloned()
    }

    /// The one that shows a folder.
    pub fn showing(&self, folder: &Path) -> Option<Arc<Main>> {
        self.list().iter().find(|main| main.engine.workspace.folder() == folder).cloned()
    }

    /// The one in which a person is asked: where a change waits that somebody made in it, else the one whose workspace
    /// the next request is about, else the one that was in front last. Nothing where there is no window.
    pub fn asked(&self) -> Option<Arc<Main>> {
        let all = self.all();
        let loosens = all.iter().find(|main| main.engine.is_loosening_asked());
        let about = || {
            let folder = all.first()?.engine.asked_about()?;
            let holds = |main: &&Arc<Main>| {
                main.engine.is_open() && folder.starts_with(main.engine.workspace.folder())
            };
            // Of a workspace inside another one, the inner.
            all.iter().filter(holds).max_by_key(|main| main.engine.workspace.folder().as_os_str().len())
        };
        loosens.or_else(about).or(all.first()).cloned()
    }

    /// How much waits for a person, of every kind.
    pub fn waiting(&self) -> usize {
        let all = self.all();
        let loosenings = all.iter().filter(|main| main.engine.is_loosening_asked()).count();
        all.first().map_or(0, |main| main.engine.waiting()) + loosenings
    }

    /// Takes one in, as the one in front. Where a window stood is remembered of its label, so it gets the lowest that is
    /// free.
    pub fn add(&self, engine: App, brought: Arc<Brought>) -> Arc<Main> {
        let mut all = self.list();
        let numbered = (2..).map(|number: u32| format!("{MAIN}-{number}"));
        let mut labels = std::iter::once(MAIN.to_owned()).chain(numbered);
        let label = labels.find(|label| all.iter().all(|main| main.label != *label)).unwrap_or_default();
        let main = Arc::new(Main { label, engine: Arc::new(engine), brought });
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

    /// Lets go of one that was closed.
    pub fn remove(&self, label: &str) -> Option<Arc<Main>> {
        let mut all = self.list();
        let at = all.iter().position(|main| main.label == label)?;
        Some(all.remove(at))
    }

    fn list(&self) -> MutexGuard<'_, Vec<Arc<Main>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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
    let waiting = all.waiting();
    all.all().iter().for_each(|main| main.entitle(app, waiting));
}

/// A link in a skill's text is inert; should one ever slip through, the window stays where it is.
pub fn stays(address: &Url) -> bool {
    address.scheme() == "tauri" || address.host_str() == Some("tauri.localhost")
}

fn number(label: &str) -> &str {
    label.strip_prefix(MAIN).unwrap_or_default()
}
