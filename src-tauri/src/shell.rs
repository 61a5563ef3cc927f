//! Builds the app and its windows.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use api::{App, Code, Failure, NoHost, Surroundings};
use message::message;
use tauri::{AppHandle, DragDropEvent, Manager, RunEvent, WebviewUrl, WebviewWindowBuilder, WindowEvent};

use crate::arguments::{Start, Typed};
use crate::desktop::{Desktop, no_window};
use crate::windows::{self, Brought, Home, Windows};
use crate::{agents, approvals, arguments, ask, background, news, notifications, remember, stay, watch};

/// Opens the first window and stays until the last one is closed.
pub fn run(start: Start) {
    tauri::Builder::default()
        .plugin(tauri_plugin_single_instance::init(second_start))
        .plugin(tauri_plugin_dialog::init())
        .plugin(tauri_plugin_notification::init())
        // The approval window stands where the system puts it, in the size its content needs.
        .plugin(tauri_plugin_window_state::Builder::default().with_filter(windows::is_main).build())
        .manage(Windows::default())
        .manage(approvals::Waited::default())
        .manage(stay::Stay::default())
        .invoke_handler(tauri::generate_handler![ask::ask, ask::approve])
        .setup(move |tauri| {
            begin(tauri.handle(), start)?;
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

/// Opens the first window, and listens to agents.
fn begin(app: &AppHandle, start: Start) -> tauri::Result<()> {
    notifications::attend(app);
    let stays = open_home(app, start, false)?.engine.stays();
    if stays {
        let app = app.clone();
        // A desktop that has just started may take its time; where it never answers, Settings say so.
        std::thread::spawn(move || stay::set(&app, true));
    }
    Ok(())
}

/// Opens the first window on a home, with a queue and a socket of its own.
///
/// # Errors
///
/// When the system opens no window.
fn open_home(app: &AppHandle, start: Start, is_example: bool) -> tauri::Result<Arc<Home>> {
    let brought = Arc::<Brought>::default();
    if let Some(file) = start.file {
        brought.dropped.keep(file);
    }
    if let Some(address) = start.address {
        brought.address.keep(address);
    }
    let engine = App::new(start.surroundings, Box::new(Desktop::new(app, &brought)));
    if start.everywhere {
        engine.show_everywhere(true);
    }
    engine.give_back_leases();
    let answers = Arc::new(engine.beside(Path::new(""), Box::new(Desktop::new(app, &Arc::default()))));
    // Where an older process still listens, agents keep asking that one.
    let listening = agents::listen(app, &answers).and_then(Result::ok);
    let home = app.state::<Windows>().add_home(Home { engine: answers, is_example, _listening: listening });
    open(app, &home, engine, brought)?;
    Ok(home)
}

/// Opens a workspace in a window of its own, or brings the one to the front that shows it as it is at that home.
///
/// # Errors
///
/// When the system opens no window.
pub fn open_on(app: &AppHandle, home: &Arc<Home>, folder: &Path) -> tauri::Result<()> {
    if let Some(main) = app.state::<Windows>().showing(home, folder) {
        main.raise(app);
        return Ok(());
    }
    let brought = Arc::<Brought>::default();
    let engine = home.engine.beside(folder, Box::new(Desktop::new(app, &brought)));
    open(app, home, engine, brought)
}

/// Opens the example in a window of its own, laid out below what Assay keeps, or brings it to the front. One that was
/// changed since is opened as it stands.
///
/// # Errors
///
/// When Assay keeps nothing here, the example cannot be laid out, or the system opens no window.
pub fn open_example(app: &AppHandle) -> Result<(), Failure> {
    let all = app.state::<Windows>();
    // Whoever presses twice opens one.
    let _one = all.opening();
    if let Some(main) = all.example().and_then(|home| all.front_of(&home)) {
        main.raise(app);
        return Ok(());
    }
    let Some(first) = all.first_home() else { return Ok(()) };
    let Some(kept) = &first.engine.workspace.surroundings().kept else {
        return Err(Failure::new(Code::NotHere, message!("there is no folder to lay the example out in."))
            .hint(message!("`assay example FOLDER` lays it out where you say.")));
    };
    let folder = kept.join("example");
    let laid = example::lay_out_to_try(&folder)
        .or_else(|trouble| example::laid_out(&folder).ok_or(trouble))
        .map_err(|trouble| {
            Failure::new(Code::Failed, message!("the example is not laid out: {trouble}.", trouble))
        })?;
    let around = arguments::surroundings(Some(laid.home.clone()));
    // Where a system has one place for what programs keep, whatever the home, it is not that one.
    let kept = around.kept.clone().or(Some(laid.home.join("assay")));
    let surroundings = Surroundings { workspace: laid.workspace, kept, ..around };
    // As large as the person reads everything else.
    let kept = App::new(surroundings.clone(), Box::new(NoHost));
    api::Page(&kept).set_text_size(&first.engine.text_size())?;
    let start = Start { surroundings, everywhere: false, file: None, address: None };
    open_home(app, start, true).map(drop).map_err(|error| no_window(&error))
}

fn open(app: &AppHandle, home: &Arc<Home>, engine: App, brought: Arc<Brought>) -> tauri::Result<()> {
    engine.remember_workspace();
    let all = app.state::<Windows>();
    // Before the window: its page asks at once.
    let main = all.add(home, engine, brought);
    // Until a page can ask, the web engine has to start: meanwhile what it will ask is looked at.
    let ahead = Arc::clone(&main.engine);
    std::thread::spawn(move || {
        background::enter();
        ahead.look_ahead();
    });
    let page = if home.is_example { "index.html?example" } else { "index.html" };
    let built = WebviewWindowBuilder::new(app, &main.label, WebviewUrl::App(page.into()))
        .title("Assay")
        .inner_size(1440.0, 900.0)
        .min_inner_size(900.0, 600.0)
        .on_navigation(windows::stays)
        .build();
    let window = built.inspect_err(|_| drop(all.remove(&main.label)))?;
    main.entitle(app, all.waiting_at(home));
    approvals::attend(app, &main.engine);
    watch::start(app, &main.label, &main.engine);
    remember::start(app, &main.label, &main.engine);
    let percent = main.engine.text_size().percent;
    let (there, label) = (app.clone(), main.label.clone());
    window.on_window_event(move |event| happened(&there, &label, event));
    window.set_zoom(f64::from(percent) / 100.0)
}

fn happened(app: &AppHandle, label: &str, event: &WindowEvent) {
    let all = app.state::<Windows>();
    match event {
        WindowEvent::Focused(true) => all.to_front(label),
        // Several at once are several wishes; the first is the one that can be followed.
        WindowEvent::DragDrop(DragDropEvent::Drop { paths, .. }) => {
            if let (Some(path), Some(main)) = (paths.first(), all.of(label)) {
                main.brought.dropped.keep(path.clone());
                news::tell_dropped(app, &main);
            }
        }
        WindowEvent::CloseRequested { api, .. } if windows::seen(app) == 1 && stay::keeps(app) => {
            api.prevent_close();
            if let Some(window) = app.get_webview_window(label) {
                let _ = window.hide();
            }
        }
        WindowEvent::Destroyed => closed(app, label),
        _ => {}
    }
}

/// A window was closed, and the one that decides beside it goes with it; what waits is asked about in another.
fn closed(app: &AppHandle, label: &str) {
    let Some(main) = app.state::<Windows>().remove(label) else { return };
    approvals::recount(app);
    if let Some(deciding) = app.get_webview_window(&main.deciding()) {
        let _ = deciding.destroy();
    }
    if windows::seen(app) == 0 {
        // The next start begins where a person was last. What was closed while agents waited ends with it.
        main.engine.remember_workspace();
        app.exit(0);
    } else if app.state::<Windows>().waiting() > 0 {
        approvals::show(app);
    }
}

// A second start leads to a window: the one of the workspace that was typed, the one that knows the place of the
// address, else the one in front last of the home that was typed, or of the person's own. A home that has no window yet
// gets one.
#[allow(clippy::needless_pass_by_value, reason = "the plugin hands its strings over")]
fn second_start(app: &AppHandle, arguments: Vec<String>, folder: String) {
    let folder = PathBuf::from(folder);
    let typed = arguments::again(arguments.into_iter().skip(1).map(Into::into), &folder);
    let there = app.clone();
    let _ = app.run_on_main_thread(move || lead(&there, typed, &folder));
}

fn lead(app: &AppHandle, typed: Typed, folder: &Path) {
    let all = app.state::<Windows>();
    let knows = || {
        let address = typed.address.as_ref()?;
        all.all().into_iter().find(|main| main.engine.knows_place(address))
    };
    let of_known = || knows().filter(|_| typed.workspace.is_none()).map(|main| Arc::clone(&main.home));
    let Some(home) = all.home_meant(typed.home.as_deref()).or_else(of_known) else {
        let _ = open_home(app, arguments::start(typed, folder), false);
        return;
    };
    if let Some(workspace) = &typed.workspace {
        // A folder that cannot be opened leaves the windows as they are.
        if home.engine.opens(workspace).is_ok() {
            let _ = open_on(app, &home, workspace);
        }
    }
    let typed_in = || typed.workspace.as_ref().and_then(|workspace| all.showing(&home, workspace));
    let of_home = || {
        all.front_of(&home).or_else(|| {
            let surroundings = home.engine.workspace.surroundings();
            let first = api::workspace::first_workspace(None, folder, surroundings);
            open_on(app, &home, &first.unwrap_or_default()).ok()?;
            all.front_of(&home)
        })
    };
    let Some(main) = typed_in().or_else(knows).or_else(of_home) else { return };
    if let Some(address) = typed.address {
        main.brought.address.keep(address);
        news::tell_arrived(app, &main);
    }
    if let Some(file) = typed.file {
        main.brought.dropped.keep(file);
        news::tell_dropped(app, &main);
    }
    main.raise(app);
}
