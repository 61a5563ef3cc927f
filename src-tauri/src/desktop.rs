//! What only a desktop can do.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use api::{App, Code, Failure, Host};
use tauri::{AppHandle, Manager};
use tauri_plugin_dialog::DialogExt;

use crate::approvals;

/// The desktop behind the window; empty until the window is there.
#[derive(Default)]
pub struct Desktop {
    attached: OnceLock<(AppHandle, Arc<App>)>,
    /// What a person dropped last and the engine has not taken.
    dropped: Mutex<Option<PathBuf>>,
    /// The address that somebody came with last and the page has not gone to.
    address: Mutex<Option<String>>,
}

impl Desktop {
    /// Gives the desktop its window.
    pub fn attach(&self, app: &AppHandle, engine: &Arc<App>) {
        let _ = self.attached.set((app.clone(), Arc::clone(engine)));
    }

    /// Keeps what was dropped until the page asks for it to be opened.
    pub fn keep_dropped(&self, path: PathBuf) {
        *self.dropped() = Some(path);
    }

    /// Keeps an address until the page asks where to go.
    pub fn keep_address(&self, address: String) {
        *self.address.lock().unwrap_or_else(PoisonError::into_inner) = Some(address);
    }

    fn dropped(&self) -> MutexGuard<'_, Option<PathBuf>> {
        self.dropped.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn attached(&self) -> Result<&(AppHandle, Arc<App>), Failure> {
        self.attached.get().ok_or_else(|| Failure::new(Code::NotHere, "the window is not open yet"))
    }
}

impl Host for &'static Desktop {
    fn choose_folder(&self) -> Result<Option<PathBuf>, Failure> {
        let (app, _) = self.attached()?;
        let chosen = app.dialog().file().set_title("Open a workspace").blocking_pick_folder();
        Ok(chosen.and_then(|folder| folder.into_path().ok()))
    }

    fn choose_file(&self, name: &str) -> Result<Option<PathBuf>, Failure> {
        let (app, _) = self.attached()?;
        let chosen = app.dialog().file().set_title("Save").set_file_name(name).blocking_save_file();
        Ok(chosen.and_then(|file| file.into_path().ok()))
    }

    fn choose_source_folder(&self) -> Result<Option<PathBuf>, Failure> {
        let (app, _) = self.attached()?;
        let chosen = app.dialog().file().set_title("Import from a folder").blocking_pick_folder();
        Ok(chosen.and_then(|folder| folder.into_path().ok()))
    }

    fn choose_source_file(&self) -> Result<Option<PathBuf>, Failure> {
        let (app, _) = self.attached()?;
        let dialog = app.dialog().file().set_title("Import an archive");
        let chosen = dialog.add_filter("Skills (zip, skill)", &["zip", "skill"]).blocking_pick_file();
        Ok(chosen.and_then(|file| file.into_path().ok()))
    }

    fn open_link(&self, address: &str) -> Result<(), Failure> {
        tauri_plugin_opener::open_url(address, None::<&str>)
            .map_err(|error| Failure::new(Code::Failed, format!("no program opened {address}: {error}")))
    }

    fn take_dropped(&self) -> Option<PathBuf> {
        self.dropped().take()
    }

    fn take_address(&self) -> Option<String> {
        self.address.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn show_in_folder(&self, file: &Path) -> Result<(), Failure> {
        let folder = file.parent().unwrap_or(file);
        // Where no file manager can be asked to point at the file, its folder is opened.
        tauri_plugin_opener::reveal_item_in_dir(file)
            .or_else(|_| tauri_plugin_opener::open_path(folder, None::<&str>))
            .map_err(|error| {
                Failure::new(Code::Failed, format!("no program showed {}: {error}", file.display()))
            })
    }

    fn open_file(&self, file: &Path) -> Result<(), Failure> {
        tauri_plugin_opener::open_path(file, None::<&str>).map_err(|error| {
            Failure::new(Code::Failed, format!("no program opened {}: {error}", file.display()))
        })
    }

    fn set_zoom(&self, percent: u16) -> Result<(), Failure> {
        let (app, _) = self.attached()?;
        for window in app.webview_windows().values() {
            window
                .set_zoom(f64::from(percent) / 100.0)
                .map_err(|error| Failure::new(Code::Failed, format!("the window keeps its size: {error}")))?;
        }
        Ok(())
    }

    fn commit(&self) -> Option<&'static str> {
        option_env!("ASSAY_COMMIT")
    }

    fn releases(&self) -> Option<&'static str> {
        option_env!("ASSAY_RELEASES")
    }

    fn show_approvals(&self) -> Result<(), Failure> {
        let (app, engine) = self.attached()?;
        approvals::show(app, engine);
        Ok(())
    }
}
