//! What only a desktop can do.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use api::{App, Code, Failure, Host};
use tauri::{AppHandle, Manager};
use tauri_plugin_dialog::DialogExt;

use crate::approvals;

/// The desktop behind the window; empty until the window is there.
#[derive(Default)]
pub struct Desktop(OnceLock<(AppHandle, Arc<App>)>);

impl Desktop {
    /// Gives the desktop its window.
    pub fn attach(&self, app: &AppHandle, engine: &Arc<App>) {
        let _ = self.0.set((app.clone(), Arc::clone(engine)));
    }

    fn attached(&self) -> Result<&(AppHandle, Arc<App>), Failure> {
        self.0.get().ok_or_else(|| Failure::new(Code::NotHere, "the window is not open yet"))
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
        open::that_detached(address)
            .map_err(|error| Failure::new(Code::Failed, format!("no program opened {address}: {error}")))
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

    fn show_approvals(&self) -> Result<(), Failure> {
        let (app, engine) = self.attached()?;
        approvals::show(app, engine);
        Ok(())
    }
}
