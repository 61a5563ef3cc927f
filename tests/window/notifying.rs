//! What is said outside of the window, heard by a notification service on a bus of its own.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use zbus::blocking::Connection;
use zbus::object_server::SignalEmitter;
use zbus::zvariant::OwnedValue;

use crate::bus::Bus;
use crate::deciding::{
    RUN, answered, asks, at_step, example_that_asks, find, focus_on, is_gone, press_through, xdotool,
};
use crate::driver::{PATIENCE, Window};

const NAME: &str = "org.freedesktop.Notifications";
const PATH: &str = "/org/freedesktop/Notifications";

/// A notification that is on the desktop.
#[derive(Debug, Clone)]
struct Shown {
    id: u32,
    body: String,
    /// Names and words of its buttons, in turn.
    actions: Vec<String>,
}

/// The desktop's part.
#[derive(Clone, Default)]
struct Board {
    shown: Arc<Mutex<Vec<Shown>>>,
    /// How many were ever shown; the last one's number.
    count: Arc<Mutex<u32>>,
}

impl Board {
    fn shown(&self) -> Vec<Shown> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[zbus::interface(name = "org.freedesktop.Notifications")]
impl Board {
    #[allow(clippy::too_many_arguments, reason = "the protocol has that many")]
    fn notify(
        &self,
        _app: &str,
        _replaces: u32,
        _icon: &str,
        _summary: &str,
        body: String,
        actions: Vec<String>,
        _hints: HashMap<String, OwnedValue>,
        _timeout: i32,
    ) -> u32 {
        let mut count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        *count += 1;
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        shown.push(Shown { id: *count, body, actions });
        *count
    }

    async fn close_notification(
        &self,
        id: u32,
        #[zbus(signal_emitter)] emitter: SignalEmitter<'_>,
    ) -> zbus::fdo::Result<()> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner).retain(|one| one.id != id);
        Ok(emitter.emit(NAME, "NotificationClosed", &(id, 3_u32)).await?)
    }
}

/// A desktop with notifications.
struct Desktop {
    bus: Bus,
    connection: Connection,
    board: Board,
}

impl Desktop {
    fn start(folder: &Path) -> Self {
        let bus = Bus::start(folder);
        let board = Board::default();
        let connection = zbus::blocking::connection::Builder::address(bus.address.as_str())
            .and_then(|builder| builder.serve_at(PATH, board.clone()))
            .and_then(|builder| builder.name(NAME))
            .and_then(zbus::blocking::connection::Builder::build)
            .expect("a service on the bus");
        Self { bus, connection, board }
    }

    /// The one notification, once there is one.
    #[track_caller]
    fn only(&self) -> Shown {
        self.await_that("a notification", |shown| !shown.is_empty());
        let shown = self.board.shown();
        assert_eq!(shown.len(), 1, "{shown:?}");
        shown[0].clone()
    }

    #[track_caller]
    fn await_that(&self, what: &str, holds: impl Fn(&[Shown]) -> bool) {
        let begun = Instant::now();
        while !holds(&self.board.shown()) {
            assert!(begun.elapsed() < PATIENCE, "not so: {what}; shown: {:?}", self.board.shown());
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    /// A person presses a button; the desktop takes the notification away, as the protocol has it.
    fn press(&self, id: u32, action: &str) {
        let (bus, to) = (&self.connection, None::<&str>);
        bus.emit_signal(to, PATH, NAME, "ActionInvoked", &(id, action)).expect("a signal is sent");
        self.board.shown.lock().unwrap_or_else(PoisonError::into_inner).retain(|one| one.id != id);
        bus.emit_signal(to, PATH, NAME, "NotificationClosed", &(id, 2_u32)).expect("a signal is sent");
    }
}

/// A window on a desktop with notifications, in mode ask. The desktop outlives the window.
fn open() -> (Window, Desktop) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let example = example_that_asks(folder.path());
    let desktop = Desktop::start(folder.path());
    (Window::open_beside(Some(&desktop.bus.address), folder, example), desktop)
}

/// Somebody is at something else: no window has the keys, and the pointer is beside them all.
fn look_elsewhere(window: &Window) {
    const NOBODY: &str = "1";
    xdotool(window, &["mousemove", "1590", "990", "windowfocus", NOBODY]).expect("the keys are taken away");
    // The window has to hear of it.
    std::thread::sleep(Duration::from_millis(500));
}

/// Whether keys go to that window of the display, soon.
fn is_in_front(window: &Window, id: &str) -> bool {
    let begun = Instant::now();
    while xdotool(window, &["getwindowfocus"]).as_deref() != Some(id) {
        if begun.elapsed() > PATIENCE {
            return false;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    true
}

#[test]
fn a_notification_leads_to_the_window_that_decides_and_decides_nothing() {
    let (window, desktop) = open();
    look_elsewhere(&window);
    let mut asker = asks(&window, "newest");
    let first = desktop.only();
    assert_eq!(first.body, "A skill asks for context.");
    // `default` is a click on the notification itself.
    assert_eq!(first.actions, ["decide", "Decide", "later", "Later", "default", ""]);
    let deciding = at_step(&window, RUN);
    let main = find(&window, "Assay \\(1 waiting\\)$").expect("the main window");
    assert!(focus_on(&window, &main), "the main window takes the focus");
    desktop.press(first.id, "decide");
    assert!(is_in_front(&window, &deciding), "the window that decides is in front");
    assert!(asker.try_wait().expect("a process").is_none(), "nothing was decided");
    press_through(&window, RUN, "Escape");
    let (code, _, words) = answered(asker);
    assert_eq!(code, Some(1), "{words}");
}

#[test]
fn later_puts_the_notification_away_and_what_waits_goes_on_waiting() {
    let (window, desktop) = open();
    look_elsewhere(&window);
    let mut asker = asks(&window, "newest");
    let only = desktop.only();
    at_step(&window, RUN);
    let main = find(&window, "Assay \\(1 waiting\\)$").expect("the main window");
    assert!(focus_on(&window, &main), "the main window takes the focus");
    desktop.press(only.id, "later");
    std::thread::sleep(Duration::from_secs(1));
    assert!(is_in_front(&window, &main), "nothing is raised");
    assert!(find(&window, RUN).is_some(), "the question is where it was");
    assert!(asker.try_wait().expect("a process").is_none(), "nothing was decided");
    assert!(desktop.board.shown().is_empty(), "it does not come again");
    press_through(&window, RUN, "Escape");
    answered(asker);
}

#[test]
fn a_notification_is_withdrawn_when_nothing_waits_any_more() {
    let (window, desktop) = open();
    look_elsewhere(&window);
    let asker = asks(&window, "newest");
    desktop.only();
    press_through(&window, RUN, "Escape");
    answered(asker);
    assert!(is_gone(&window));
    desktop.await_that("it is withdrawn", <[Shown]>::is_empty);
    // One whose reason is gone at once, too.
    look_elsewhere(&window);
    let mut asker = asks(&window, "newest");
    at_step(&window, RUN);
    asker.kill().expect("the asker ends");
    asker.wait().expect("it ended");
    assert!(is_gone(&window));
    desktop.await_that("it is withdrawn", <[Shown]>::is_empty);
}

#[test]
fn nothing_is_said_outside_while_a_window_is_in_front() {
    let (window, desktop) = open();
    let main = find(&window, "workspace - Assay$").expect("the main window");
    assert!(focus_on(&window, &main), "the main window takes the focus");
    let asker = asks(&window, "newest");
    at_step(&window, RUN);
    std::thread::sleep(Duration::from_secs(1));
    assert!(desktop.board.shown().is_empty(), "{:?}", desktop.board.shown());
    press_through(&window, RUN, "Escape");
    answered(asker);
}

#[test]
fn whoever_is_at_something_else_stays_there_when_the_window_that_decides_goes() {
    let (window, _desktop) = open();
    let main = find(&window, "workspace - Assay$").expect("the main window");
    let mut asker = asks(&window, "newest");
    at_step(&window, RUN);
    look_elsewhere(&window);
    asker.kill().expect("the asker ends");
    asker.wait().expect("it ended");
    assert!(is_gone(&window));
    std::thread::sleep(Duration::from_secs(1));
    let focus = xdotool(&window, &["getwindowfocus"]);
    assert_ne!(focus.as_deref(), Some(main.as_str()), "the keys were taken");
}
