//! Takes down what Assay keeps for itself, a small part at a time, while nothing else waits for it.

use std::sync::{Arc, Weak};
use std::time::Duration;

use api::{App, Change, Tag};
use tauri::AppHandle;

use crate::{background, news};

const PAUSE: Duration = Duration::from_secs(5);

/// Starts for the window with this label; ends with its engine.
pub fn start(app: &AppHandle, label: &str, engine: &Arc<App>) {
    let (app, label, engine) = (app.clone(), label.to_owned(), Arc::downgrade(engine));
    std::thread::spawn(move || {
        background::enter();
        while engine.strong_count() > 0 {
            std::thread::sleep(PAUSE);
            while let Some(changed) = Weak::upgrade(&engine).and_then(|engine| engine.remember_some()) {
                if changed {
                    news::tell(&app, &label, &Change::of(&[Tag::Skills, Tag::Sessions]));
                }
            }
        }
    });
}
