//! Tells pages that something may be stale, or was brought to their window.

use api::Change;
use tauri::{AppHandle, Emitter, EventTarget, Manager};

use crate::windows::{Main, Windows};

/// Tells the page of a window, and the one that decides beside it; a page that is gone does not need it.
pub fn tell(app: &AppHandle, main: &str, change: &Change) {
    let deciding = app.state::<Windows>().of(main).map(|main| main.deciding());
    let _ = app.emit_filter("changed", change, |target| {
        is_of(target, main) || deciding.as_deref().is_some_and(|label| is_of(target, label))
    });
}

/// Tells every page.
pub fn tell_all(app: &AppHandle, change: &Change) {
    let _ = app.emit("changed", change);
}

/// Says that somebody came with an address.
pub fn tell_arrived(app: &AppHandle, main: &Main) {
    let _ = app.emit_to(main.label.as_str(), "arrived", ());
}

/// Says that something was dropped; where it lies stays here.
pub fn tell_dropped(app: &AppHandle, main: &Main) {
    let _ = app.emit_to(main.label.as_str(), "dropped", ());
}

fn is_of(target: &EventTarget, wanted: &str) -> bool {
    match target {
        EventTarget::AnyLabel { label }
        | EventTarget::Window { label }
        | EventTarget::Webview { label }
        | EventTarget::WebviewWindow { label } => label == wanted,
        _ => false,
    }
}
