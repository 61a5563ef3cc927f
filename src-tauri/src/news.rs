//! Tells the page that something may be stale.

use api::Change;
use tauri::{AppHandle, Emitter};

/// Sends the news; a page that is gone does not need it.
pub fn tell(app: &AppHandle, change: &Change) {
    let _ = app.emit("changed", change);
}
