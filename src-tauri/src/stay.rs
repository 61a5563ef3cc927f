//! Assay stays when its last window is closed, where a person chose that and as long as agents are connected. An entry
//! among the status icons of the desktop brings the window back, or ends Assay.
//!
//! On Linux the entry is a StatusNotifierItem over D-Bus: Tauri's own loads a library at run time and ends the app where
//! that is missing. Other systems have no entry yet, and closing closes.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use message::{Message, message};
use tauri::{AppHandle, Manager};

use crate::windows::{self, Windows};

/// The entry, and how many agents are connected.
#[derive(Default)]
pub struct Stay {
    agents: AtomicUsize,
    entry: Mutex<Option<entry::Entry>>,
}

impl Stay {
    fn entry(&self) -> MutexGuard<'_, Option<entry::Entry>> {
        self.entry.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Shows the entry, or takes it away.
///
/// # Errors
///
/// Why nothing here shows it, in a sentence.
pub fn set(app: &AppHandle, stays: bool) -> Result<(), String> {
    let stay = app.state::<Stay>();
    let mut entry = stay.entry();
    if stays == entry.is_some() {
        return Ok(());
    }
    *entry = stays.then(|| entry::show(app)).transpose()?;
    Ok(())
}

/// Why there is no entry, in a sentence; nothing where there is one.
pub fn why_not(app: &AppHandle) -> Option<Message> {
    let is_there = app.state::<Stay>().entry().is_some();
    (!is_there).then(|| message!("There is no status icon now, so closing the last window ends Assay."))
}

/// Whether Assay stays although its last window is closed.
pub fn keeps(app: &AppHandle) -> bool {
    let stay = app.state::<Stay>();
    stay.agents.load(Ordering::Relaxed) > 0 && stay.entry().is_some()
}

/// Counts an agent for as long as it is connected. When the last one goes and no window is seen, Assay ends.
pub fn with_agent<T>(app: &AppHandle, answer: impl FnOnce() -> T) -> T {
    let stay = app.state::<Stay>();
    stay.agents.fetch_add(1, Ordering::Relaxed);
    let answered = answer();
    if stay.agents.fetch_sub(1, Ordering::Relaxed) == 1 {
        let there = app.clone();
        let _ = app.run_on_main_thread(move || {
            if windows::seen(&there) == 0 && there.state::<Stay>().agents.load(Ordering::Relaxed) == 0 {
                there.exit(0);
            }
        });
    }
    answered
}

/// Brings the window back that was in front last, of the home that Assay was begun with if it has one.
fn bring_back(app: &AppHandle) {
    let there = app.clone();
    let _ = app.run_on_main_thread(move || {
        let all = there.state::<Windows>();
        if let Some(main) = all.first_home().and_then(|home| all.front_of(&home)) {
            main.raise(&there);
        } else if let Some(main) = all.all().first() {
            main.raise(&there);
        }
    });
}

#[cfg(target_os = "linux")]
mod entry {
    use ksni::blocking::{Handle, TrayMethods};
    use ksni::menu::StandardItem;
    use ksni::{Error, Icon, MenuItem, OfflineReason, Tray};
    use tauri::AppHandle;

    use super::bring_back;

    /// The name of the installed icon, and of the entry.
    const NAME: &str = "app.assay.window";

    /// An entry that is shown until this is dropped.
    pub struct Entry(Handle<Status>);

    impl Drop for Entry {
        fn drop(&mut self) {
            self.0.shutdown().wait();
        }
    }

    /// Shows it, where a program answers that shows such entries.
    pub fn show(app: &AppHandle) -> Result<Entry, String> {
        Status(app.clone()).spawn().map(Entry).map_err(|error| match error {
            Error::Watcher(_) | Error::WontShow => {
                "nothing on this desktop shows status icons (no StatusNotifierWatcher answers)".to_owned()
            }
            other => format!("no status icon can be shown: {other}"),
        })
    }

    struct Status(AppHandle);

    impl Tray for Status {
        fn id(&self) -> String {
            NAME.to_owned()
        }

        fn title(&self) -> String {
            "Assay".to_owned()
        }

        fn icon_name(&self) -> String {
            NAME.to_owned()
        }

        // Where the icon is not installed.
        fn icon_pixmap(&self) -> Vec<Icon> {
            let Some(icon) = self.0.default_window_icon() else { return Vec::new() };
            let argb = icon.rgba().chunks_exact(4).flat_map(|at| [at[3], at[0], at[1], at[2]]).collect();
            vec![Icon { width: icon.width() as i32, height: icon.height() as i32, data: argb }]
        }

        fn activate(&mut self, _: i32, _: i32) {
            bring_back(&self.0);
        }

        fn menu(&self) -> Vec<MenuItem<Self>> {
            let item = |label: &str, act: fn(&AppHandle)| {
                let activate = Box::new(move |status: &mut Self| act(&status.0));
                StandardItem { label: label.to_owned(), activate, ..StandardItem::default() }.into()
            };
            vec![item("Open Assay", bring_back), item("End Assay", |app| app.exit(0))]
        }

        // With it would go the only way back to a window that is closed.
        fn watcher_offline(&self, _: OfflineReason) -> bool {
            bring_back(&self.0);
            true
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod entry {
    use tauri::AppHandle;

    /// Nothing; it cannot be made here.
    pub enum Entry {}

    /// Always refused here.
    pub fn show(_: &AppHandle) -> Result<Entry, String> {
        Err("Assay has no status icon on this system yet".to_owned())
    }
}
