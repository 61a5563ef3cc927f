//! Takes down what Assay keeps for itself, a small part at a time, while nothing else waits for it.

use std::sync::Arc;
use std::time::Duration;

use api::{App, Change, Tag};
use tauri::AppHandle;

use crate::{background, news};

const PAUSE: Duration = Duration::from_secs(5);

/// Starts; ends with the app.
pub fn start(window: AppHandle, app: Arc<App>) {
    std::thread::spawn(move || {
        background::enter();
        loop {
            std::thread::sleep(PAUSE);
            while let Some(changed) = app.remember_some() {
                if changed {
                    news::tell(&window, &Change::of(&[Tag::Skills, Tag::Sessions]));
                }
            }
        }
    });
}
