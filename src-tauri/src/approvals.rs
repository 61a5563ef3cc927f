//! The window in which a person decides. It has its own capability, its words come from the engine alone, and
//! nothing in a page of a workspace can open, cover, style or answer it. It stands above the window whose workspace the
//! question is about; there is one at a time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use api::{App, Change, Tag};
use tauri::window::Color;
use tauri::{
    AppHandle, LogicalSize, Manager, UserAttentionType, WebviewUrl, WebviewWindow, WebviewWindowBuilder,
    WindowEvent,
};

use crate::windows::{self, Main, Windows};
use crate::{news, notifications, shell};

/// How long the sentence stays that says why a request left by itself.
const FAREWELL: Duration = Duration::from_secs(4);

/// How many waited when that was last told.
#[derive(Default)]
pub struct Waited(AtomicUsize);

/// Watches the desk and the changes of a window: whenever something waits, the window that decides is there.
pub fn attend(app: &AppHandle, engine: &App) {
    let app = app.clone();
    engine.on_approvals(move || {
        let waiting = app.state::<Windows>().waiting();
        let waited = app.state::<Waited>().0.swap(waiting, Ordering::Relaxed);
        if waiting == 0 && waited > 0 {
            notifications::withdraw(&app);
        }
        news::tell_all(&app, &Change::of(&[Tag::Approvals]));
        let there = app.clone();
        let _ = app.run_on_main_thread(move || turn_to(&there, waiting, waiting > waited));
    });
}

/// What waited at a home that has ended waits no more.
pub fn recount(app: &AppHandle) {
    let waiting = app.state::<Windows>().waiting();
    if app.state::<Waited>().0.swap(waiting, Ordering::Relaxed) > 0 && waiting == 0 {
        notifications::withdraw(app);
    }
}

/// Brings the window to the front, or the one in front last when nothing waits any more.
pub fn show(app: &AppHandle) {
    let there = app.clone();
    let _ = app.run_on_main_thread(move || {
        let all = there.state::<Windows>();
        let Some(main) = all.asked() else { return };
        main.raise(&there);
        if all.waiting() > 0 || there.get_webview_window(&main.deciding()).is_some() {
            close_others(&there, &main);
            open(&there, &main);
        }
    });
}

fn turn_to(app: &AppHandle, waiting: usize, is_new: bool) {
    let windows = app.state::<Windows>();
    windows::entitle(app);
    if let Some(home) = windows.unattended() {
        // All its windows were closed, and those of another home stay.
        let folder = home.engine.asked_about().unwrap_or_default();
        let _ = shell::open_on(app, &home, &folder);
    }
    let Some(main) = windows.asked() else { return };
    if waiting == 0 {
        windows.all().iter().for_each(|main| leave(app, main));
        return;
    }
    let moves = close_others(app, &main);
    match app.get_webview_window(&main.deciding()) {
        Some(window) => fit(&window, &main.engine),
        None if is_new || moves => {
            if is_new {
                announce(app, &main, waiting);
            }
            open(app, &main);
        }
        // A person closed it to decide later; the chip in the header opens it again.
        None => {}
    }
}

/// What is decided next is about another workspace than what was decided last: whether a window stood elsewhere.
fn close_others(app: &AppHandle, main: &Main) -> bool {
    let labels = app.state::<Windows>().all().into_iter().map(|other| other.deciding());
    let others = labels.filter(|label| *label != main.deciding());
    let open: Vec<_> = others.filter_map(|label| app.get_webview_window(&label)).collect();
    open.iter().for_each(|window| drop(window.destroy()));
    !open.is_empty()
}

// In front of everything, or said where the person is.
fn announce(app: &AppHandle, main: &Main, waiting: usize) {
    let in_front = app.webview_windows().values().any(|window| window.is_focused().unwrap_or(false));
    if in_front {
        return;
    }
    if let Some(window) = main.window(app) {
        let _ = window.request_user_attention(Some(UserAttentionType::Critical));
    }
    notifications::say(app, waiting);
}

fn open(app: &AppHandle, main: &Arc<Main>) {
    if let Some(window) = app.get_webview_window(&main.deciding()) {
        let _ = window.unminimize();
        let _ = window.set_focus();
        return;
    }
    let (width, height) = size(&main.engine);
    let address = WebviewUrl::App("approval.html".into());
    let mut builder = WebviewWindowBuilder::new(app, main.deciding(), address)
        .title(title(&main.engine))
        .inner_size(width, height)
        .min_inner_size(600.0, 480.0)
        .background_color(Color(247, 247, 245, 255))
        .center()
        .minimizable(false)
        .on_navigation(windows::stays);
    // Above the window of the workspace, which is shut until a decision is taken or this one is closed.
    if let Some(window) = main.window(app) {
        builder = match builder.parent(&window) {
            Ok(builder) => builder,
            Err(_) => return,
        };
        let _ = window.set_enabled(false);
    }
    let Ok(window) = builder.build() else { return free(app, main, true) };
    let was_in_front = AtomicBool::new(false);
    let (there, beside, deciding) = (app.clone(), Arc::clone(main), window.clone());
    window.on_window_event(move |event| match event {
        WindowEvent::CloseRequested { .. } => {
            was_in_front.store(deciding.is_focused().unwrap_or(false), Ordering::Relaxed);
        }
        WindowEvent::Destroyed => {
            // Whoever closes the question says no to it.
            beside.engine.leave_permission();
            free(&there, &beside, was_in_front.load(Ordering::Relaxed));
        }
        _ => {}
    });
    let _ = window.set_zoom(f64::from(main.engine.text_size().percent) / 100.0);
    let _ = window.set_focus();
}

/// The window of the workspace goes on, and gets the keys only from the one that decided: a person who is at something
/// else stays there.
fn free(app: &AppHandle, main: &Main, takes_keys: bool) {
    if let Some(window) = main.window(app) {
        let _ = window.set_enabled(true);
        // One that was closed while agents wait stays so.
        if takes_keys && window.is_visible().unwrap_or(true) {
            let _ = window.set_focus();
        }
    }
}

// The output needs more room than the question.
fn fit(window: &WebviewWindow, engine: &App) {
    let (width, height) = size(engine);
    let _ = window.set_title(title(engine));
    let _ = window.set_size(LogicalSize::new(width, height));
}

// Says which step it is at, also where only a title is seen.
fn title(engine: &App) -> &'static str {
    if engine.is_loosening_asked() {
        "Assay: allow more or leave it"
    } else if engine.has_output_to_send() {
        "Assay: send or discard"
    } else {
        "Assay: run or deny"
    }
}

fn size(engine: &App) -> (f64, f64) {
    if engine.is_loosening_asked() {
        (600.0, 480.0)
    } else if engine.has_output_to_send() {
        (940.0, 680.0)
    } else {
        (668.0, 680.0)
    }
}

// Nothing waits any more. If a request left by itself, its sentence is read first.
fn leave(app: &AppHandle, main: &Main) {
    let Some(window) = app.get_webview_window(&main.deciding()) else { return };
    if !main.engine.has_farewell() {
        let _ = window.close();
        return;
    }
    let app = app.clone();
    std::thread::spawn(move || {
        std::thread::sleep(FAREWELL);
        if app.state::<Windows>().waiting() == 0 {
            let _ = window.close();
        }
    });
}
