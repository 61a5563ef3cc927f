//! Builds the app and its one window.

use std::sync::Arc;

use api::{App, Change, Tag};
use tauri::{
    AppHandle, DragDropEvent, Manager, RunEvent, Url, WebviewUrl, WebviewWindowBuilder, WindowEvent,
};

use crate::arguments::Start;
use crate::desktop::Desktop;
use crate::{agents, approvals, arguments, ask, news, notifications, remember, watch};

/// The main window's label; its capability names it.
pub const MAIN: &str = "main";

static DESKTOP: std::sync::LazyLock<Desktop> = std::sync::LazyLock::new(Desktop::default);

/// Opens the window and stays until it is closed.
pub fn run(start: Start) {
    let app = Arc::new(App::new(start.surroundings, Box::new(&*DESKTOP)));
    if start.everywhere {
        app.show_everywhere(true);
    }
    if let Some(address) = start.address {
        DESKTOP.keep_address(address);
    }
    app.remember_workspace();
    app.give_back_leases();
    tauri::Builder::default()
        .plugin(tauri_plugin_single_instance::init(second_start))
        .plugin(tauri_plugin_dialog::init())
        .plugin(tauri_plugin_notification::init())
        // The approval window stands where the system puts it, in the size its content needs.
        .plugin(tauri_plugin_window_state::Builder::default().with_denylist(&[approvals::LABEL]).build())
        .manage(Arc::clone(&app))
        .invoke_handler(tauri::generate_handler![ask::ask, ask::approve])
        .setup(move |tauri| {
            DESKTOP.attach(tauri.handle(), &app);
            open_window(tauri.handle(), app.text_size().percent)?;
            approvals::attend(tauri.handle(), &app);
            // A second window of another home, or an older one that still runs: agents keep asking that one.
            if let Some(Ok(listening)) = agents::listen(&app) {
                tauri.manage(listening);
            }
            watch::start(tauri.handle().clone(), Arc::clone(&app));
            remember::start(tauri.handle().clone(), Arc::clone(&app));
            Ok(())
        })
        .build(tauri::generate_context!())
        .expect("the system can open a window")
        .run(|app, event| {
            if matches!(event, RunEvent::Exit) {
                notifications::end(app);
            }
        });
}

fn open_window(app: &AppHandle, percent: u16) -> tauri::Result<()> {
    let window = WebviewWindowBuilder::new(app, MAIN, WebviewUrl::default())
        .title("Assay")
        .inner_size(1440.0, 900.0)
        .min_inner_size(900.0, 600.0)
        .on_navigation(stays)
        .build()?;
    let told = app.clone();
    window.on_window_event(move |event| {
        // Several at once are several wishes; the first is the one that can be followed.
        if let WindowEvent::DragDrop(DragDropEvent::Drop { paths, .. }) = event
            && let Some(path) = paths.first()
        {
            DESKTOP.keep_dropped(path.clone());
            news::tell_dropped(&told);
        }
    });
    window.set_zoom(f64::from(percent) / 100.0)
}

/// A link in a skill's text is inert; should one ever slip through, the window stays where it is.
pub fn stays(address: &Url) -> bool {
    address.scheme() == "tauri" || address.host_str() == Some("tauri.localhost")
}

// A second start shows the first window, on the workspace or at the place it was given.
#[allow(clippy::needless_pass_by_value, reason = "the plugin hands its strings over")]
fn second_start(app: &AppHandle, arguments: Vec<String>, folder: String) {
    let typed = arguments.into_iter().skip(1).map(Into::into);
    let (workspace, address) = arguments::again(typed, folder.as_ref());
    if let Some(workspace) = workspace {
        // A folder that cannot be opened leaves the window as it is.
        if app.state::<Arc<App>>().open_workspace(&workspace).is_ok() {
            news::tell(app, &Change::of(&[Tag::Workspace, Tag::Skills, Tag::Sessions]));
        }
    }
    if let Some(address) = address {
        DESKTOP.keep_address(address);
        news::tell_arrived(app);
    }
    raise(app);
}

/// Brings the main window to the front.
pub fn raise(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(MAIN) {
        let _ = window.unminimize();
        let _ = window.set_focus();
    }
}
