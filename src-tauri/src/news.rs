//! Tells the page that something may be stale, or was dropped onto it.

use api::Change;
use tauri::{AppHandle, Emitter};

/// Sends the news; a page that is gone does not need it.
pub fn tell(app: &AppHandle, change: &Change) {
    let _ = app.emit("changed", change);
}

/// Says that somebody came with an address.
pub fn tell_arrived(app: &AppHandle) {
    let _ = app.emit_to(crate::shell::MAIN, "arrived", ());
}

/// Says that something was dropped; where it lies stays here.
pub fn tell_dropped(app: &AppHandle) {
    let _ = app.emit_to(crate::shell::MAIN, "dropped", ());
}
