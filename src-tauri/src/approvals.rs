//! The window in which a person decides. It has its own capability, its words come from the engine alone, and
//! nothing in the main page can open, cover, style or answer it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use api::{App, Change, Tag};
use tauri::window::Color;
use tauri::{
    AppHandle, LogicalSize, Manager, UserAttentionType, WebviewUrl, WebviewWindow, WebviewWindowBuilder,
};

use crate::{news, notifications, shell};

/// The window's label; its capability names it.
pub const LABEL: &str = "approval";
/// How long the sentence stays that says why a request left by itself.
const FAREWELL: Duration = Duration::from_secs(4);

/// Watches the desk: whenever something waits, the window is there.
pub fn attend(app: &AppHandle, engine: &Arc<App>) {
    notifications::attend(app, engine);
    let (window, asked) = (app.clone(), Arc::clone(engine));
    let before = AtomicUsize::new(0);
    engine.on_approvals(move || {
        let waiting = waiting(&asked);
        let waited = before.swap(waiting, Ordering::Relaxed);
        let new = waiting > waited;
        if waiting == 0 && waited > 0 {
            notifications::withdraw(&window, &asked);
        }
        news::tell(&window, &Change::of(&[Tag::Approvals]));
        let (app, engine) = (window.clone(), Arc::clone(&asked));
        let _ = window.run_on_main_thread(move || turn_to(&app, &engine, waiting, new));
    });
}

/// What waits for a person, of every kind.
pub fn waiting(engine: &App) -> usize {
    engine.waiting() + usize::from(engine.is_loosening_asked())
}

/// Brings the window to the front, or the main one when nothing waits any more.
pub fn show(app: &AppHandle, engine: &Arc<App>) {
    let (window, engine) = (app.clone(), Arc::clone(engine));
    let _ = app.run_on_main_thread(move || {
        shell::raise(&window);
        if waiting(&engine) > 0 || window.get_webview_window(LABEL).is_some() {
            open(&window, &engine);
        }
    });
}

fn turn_to(app: &AppHandle, engine: &Arc<App>, waiting: usize, new: bool) {
    if let Some(main) = app.get_webview_window(shell::MAIN) {
        let title = if waiting == 0 { "Assay".to_owned() } else { format!("Assay ({waiting} waiting)") };
        let _ = main.set_title(&title);
    }
    if waiting == 0 {
        return leave(app, engine);
    }
    let there = app.get_webview_window(LABEL);
    match there {
        Some(window) => fit(&window, engine),
        None if new => {
            announce(app, waiting);
            open(app, engine);
        }
        // A person closed it to decide later; the chip in the header opens it again.
        None => {}
    }
}

// In front of everything, or said where the person is.
fn announce(app: &AppHandle, waiting: usize) {
    let in_front = app.webview_windows().values().any(|window| window.is_focused().unwrap_or(false));
    if in_front {
        return;
    }
    if let Some(main) = app.get_webview_window(shell::MAIN) {
        let _ = main.request_user_attention(Some(UserAttentionType::Critical));
    }
    notifications::say(app, waiting);
}

fn open(app: &AppHandle, engine: &Arc<App>) {
    if let Some(window) = app.get_webview_window(LABEL) {
        let _ = window.unminimize();
        let _ = window.set_focus();
        return;
    }
    let (width, height) = size(engine);
    let mut builder = WebviewWindowBuilder::new(app, LABEL, WebviewUrl::App("approval.html".into()))
        .title(title(engine))
        .inner_size(width, height)
        .min_inner_size(600.0, 480.0)
        .background_color(Color(247, 247, 245, 255))
        .center()
        .minimizable(false)
        .on_navigation(shell::stays);
    // Above the main window, which is shut until a decision is taken or this one is closed.
    if let Some(main) = app.get_webview_window(shell::MAIN) {
        builder = match builder.parent(&main) {
            Ok(builder) => builder,
            Err(_) => return,
        };
        let _ = main.set_enabled(false);
    }
    match builder.build() {
        Ok(window) => {
            let (main, asked) = (app.clone(), Arc::clone(engine));
            window.on_window_event(move |event| {
                if matches!(event, tauri::WindowEvent::Destroyed) {
                    // Whoever closes the question says no to it.
                    asked.leave_permission();
                    free(&main);
                }
            });
            let _ = window.set_zoom(f64::from(engine.text_size().percent) / 100.0);
            let _ = window.set_focus();
        }
        Err(_) => free(app),
    }
}

fn free(app: &AppHandle) {
    if let Some(main) = app.get_webview_window(shell::MAIN) {
        let _ = main.set_enabled(true);
        let _ = main.set_focus();
    }
}

// The output needs more room than the question.
fn fit(window: &WebviewWindow, engine: &Arc<App>) {
    let (width, height) = size(engine);
    let _ = window.set_title(title(engine));
    let _ = window.set_size(LogicalSize::new(width, height));
}

// Says which step it is at, also where only a title is seen.
fn title(engine: &Arc<App>) -> &'static str {
    if engine.is_loosening_asked() {
        "Assay: allow more or leave it"
    } else if engine.has_output_to_send() {
        "Assay: send or discard"
    } else {
        "Assay: run or deny"
    }
}

fn size(engine: &Arc<App>) -> (f64, f64) {
    if engine.is_loosening_asked() {
        (600.0, 480.0)
    } else if engine.has_output_to_send() {
        (940.0, 680.0)
    } else {
        (668.0, 680.0)
    }
}

// Nothing waits any more. If a request left by itself, its sentence is read first.
fn leave(app: &AppHandle, engine: &Arc<App>) {
    let Some(window) = app.get_webview_window(LABEL) else { return };
    if !engine.has_farewell() {
        let _ = window.close();
        return;
    }
    let (app, engine) = (app.clone(), Arc::clone(engine));
    std::thread::spawn(move || {
        std::thread::sleep(FAREWELL);
        if waiting(&engine) == 0 {
            let _ = window.close();
            drop(app);
        }
    });
}
