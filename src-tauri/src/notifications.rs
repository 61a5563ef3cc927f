//! Says outside of the windows that something waits. A notification leads to the window that decides; it decides
//! nothing.

use std::sync::mpsc;
use std::time::Duration;

use tauri::{AppHandle, Manager};
use tauri_plugin_notification::{Action, ActionType, NotificationExt};

use crate::approvals;
use crate::windows::Windows;

/// There is one at a time; the next takes its place.
const ID: i32 = 1;
/// The kind that has the two buttons.
const WAITING: &str = "waiting";
/// Leads to the window that decides, as a click on the notification itself does.
const DECIDE: &str = "decide";
/// Puts the notification away and nothing else; what waits goes on waiting.
const LATER: &str = "later";
/// One is shown in the background, and nobody is told when. If its reason was gone at once it is taken back after
/// this time.
const SHOWN: Duration = Duration::from_secs(1);
/// How long the end of the app waits for a notification service that does not answer.
const END: Duration = Duration::from_millis(500);

/// Has a notification lead to the window that decides.
pub fn attend(app: &AppHandle) {
    let buttons = [(DECIDE, "Decide"), (LATER, "Later")];
    let buttons = buttons.map(|(id, words)| Action::builder(id, words).build());
    let notifications = app.notification();
    // A desktop that knows no buttons leaves them out.
    let kind = ActionType::builder(WAITING).actions(buttons.into()).build();
    let _ = notifications.register_action_types(vec![kind]);
    let app = app.clone();
    let _ = notifications.on_action(move |done| {
        if done.action_id() != LATER {
            approvals::show(&app);
        }
    });
}

/// Says that this many requests wait, in place of what was said before. A system without notifications still has
/// the window.
pub fn say(app: &AppHandle, waiting: usize) {
    let app = app.clone();
    // A notification service may take its time.
    std::thread::spawn(move || {
        take_back(&app);
        let words = if waiting == 1 {
            "A skill asks for context.".to_owned()
        } else {
            format!("{waiting} requests wait.")
        };
        let notification = app.notification().builder().id(ID).action_type_id(WAITING);
        let _ = notification.title("Assay").body(words).show();
    });
}

/// Nothing waits any more.
pub fn withdraw(app: &AppHandle) {
    let app = app.clone();
    std::thread::spawn(move || {
        take_back(&app);
        std::thread::sleep(SHOWN);
        if app.state::<Windows>().waiting() == 0 {
            take_back(&app);
        }
    });
}

/// The app ends, and with it whatever waits.
pub fn end(app: &AppHandle) {
    let (taken, done) = mpsc::channel();
    let app = app.clone();
    std::thread::spawn(move || {
        take_back(&app);
        let _ = taken.send(());
    });
    let _ = done.recv_timeout(END);
}

fn take_back(app: &AppHandle) {
    let _ = app.notification().remove_active(vec![ID]);
}
