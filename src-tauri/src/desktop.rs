//! What only a desktop can do.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use api::{Code, Failure, Host};
use message::{Message, message};
use tauri::{AppHandle, Manager};
use tauri_plugin_dialog::DialogExt;

use crate::windows::{Brought, Home, Windows};
use crate::{approvals, shell, stay};

/// The desktop around one window.
pub struct Desktop {
    app: AppHandle,
    brought: Arc<Brought>,
}

impl Desktop {
    /// The desktop around a window to which things are brought.
    pub fn new(app: &AppHandle, brought: &Arc<Brought>) -> Self {
        Self { app: app.clone(), brought: Arc::clone(brought) }
    }

    /// The home of its window.
    fn home(&self) -> Option<Arc<Home>> {
        self.app.state::<Windows>().brought_to(&self.brought).map(|main| Arc::clone(&main.home))
    }

    /// The example stays by itself: nothing of the person's comes into its window.
    fn own_only(&self) -> Result<(), Failure> {
        if self.home().is_some_and(|home| home.is_example) {
            let words = message!("this window shows the example and nothing of yours.");
            return Err(Failure::new(Code::NotHere, words).hint(message!("Do it in a window of your own.")));
        }
        Ok(())
    }
}

impl Host for Desktop {
    fn choose_folder(&self) -> Result<Option<PathBuf>, Failure> {
        self.own_only()?;
        let chosen = self.app.dialog().file().set_title("Open a workspace").blocking_pick_folder();
        Ok(chosen.and_then(|folder| folder.into_path().ok()))
    }

    fn choose_file(&self, name: &str) -> Result<Option<PathBuf>, Failure> {
        let chosen = self.app.dialog().file().set_title("Save").set_file_name(name).blocking_save_file();
        Ok(chosen.and_then(|file| file.into_path().ok()))
    }

    fn choose_source_folder(&self) -> Result<Option<PathBuf>, Failure> {
        let chosen = self.app.dialog().file().set_title("Import from a folder").blocking_pick_folder();
        Ok(chosen.and_then(|folder| folder.into_path().ok()))
    }

    fn choose_source_file(&self) -> Result<Option<PathBuf>, Failure> {
        let dialog = self.app.dialog().file().set_title("Import an archive");
        let chosen = dialog.add_filter("Skills (zip, skill)", &["zip", "skill"]).blocking_pick_file();
        Ok(chosen.and_then(|file| file.into_path().ok()))
    }

    fn open_link(&self, address: &str) -> Result<(), Failure> {
        tauri_plugin_opener::open_url(address, None::<&str>).map_err(|error| {
            Failure::new(Code::Failed, message!("no program opened {address}: {error}.", address, error))
        })
    }

    fn take_dropped(&self) -> Option<PathBuf> {
        self.brought.dropped.take()
    }

    fn has_dropped(&self) -> bool {
        self.brought.dropped.is_there()
    }

    fn take_address(&self) -> Option<String> {
        self.brought.address.take()
    }

    fn show_in_folder(&self, file: &Path) -> Result<(), Failure> {
        let folder = file.parent().unwrap_or(file);
        // Where no file manager can be asked to point at the file, its folder is opened.
        tauri_plugin_opener::reveal_item_in_dir(file)
            .or_else(|_| tauri_plugin_opener::open_path(folder, None::<&str>))
            .map_err(|error| {
                Failure::new(
                    Code::Failed,
                    message!("no program showed {file}: {error}.", file = file.display(), error),
                )
            })
    }

    fn open_file(&self, file: &Path) -> Result<(), Failure> {
        tauri_plugin_opener::open_path(file, None::<&str>).map_err(|error| {
            Failure::new(
                Code::Failed,
                message!("no program opened {file}: {error}.", file = file.display(), error),
            )
        })
    }

    fn set_zoom(&self, percent: u16) -> Result<(), Failure> {
        let all = self.app.state::<Windows>();
        let of = self.home().map(|home| all.labels_of(&home)).unwrap_or_default();
        for window in of.iter().filter_map(|label| self.app.get_webview_window(label)) {
            window.set_zoom(f64::from(percent) / 100.0).map_err(|error| {
                Failure::new(Code::Failed, message!("the window keeps its size: {error}.", error))
            })?;
        }
        Ok(())
    }

    fn commit(&self) -> Option<&'static str> {
        option_env!("ASSAY_COMMIT")
    }

    fn releases(&self) -> Option<&'static str> {
        option_env!("ASSAY_RELEASES")
    }

    fn open_window(&self, folder: &Path) -> Result<(), Failure> {
        let Some(home) = self.home() else { return Ok(()) };
        shell::open_on(&self.app, &home, folder).map_err(|error| no_window(&error))
    }

    fn open_example(&self) -> Result<(), Failure> {
        shell::open_example(&self.app)
    }

    fn stay(&self, stays: bool) -> Result<(), Failure> {
        self.own_only()?;
        stay::set(&self.app, stays).map_err(|why| {
            Failure::new(Code::NotHere, Message::of_error(why))
                .hint(message!("Closing the last window ends Assay, as before."))
        })
    }

    fn why_not_stay(&self) -> Option<Message> {
        stay::why_not(&self.app)
    }

    fn show_approvals(&self) -> Result<(), Failure> {
        approvals::show(&self.app);
        Ok(())
    }
}

/// What is said where the system opens no window.
pub fn no_window(error: &tauri::Error) -> Failure {
    Failure::new(Code::Failed, message!("no window can be opened: {error}.", error))
}
