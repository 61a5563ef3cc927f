//! Assay without a window: closed while an agent waits, brought back, and ended, from the status icons of a desktop that
//! is played here, on a bus of its own.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use zbus::blocking::Connection;

use crate::bus::Bus;
use crate::closing::close;
use crate::deciding::{RUN, answered, asks, at_step, example_that_asks, find, is_gone, press_through};
use crate::driver::{PATIENCE, Window};
use crate::several::{beside, start_again};

const NAME: &str = "org.kde.StatusNotifierWatcher";
const MAIN: &str = "example/workspace - Assay";
const OTHER: &str = "example/tools - Assay";

/// The desktop's part: who has an entry among its status icons.
#[derive(Clone, Default)]
struct Icons(Arc<Mutex<Vec<String>>>);

#[zbus::interface(name = "org.kde.StatusNotifierWatcher")]
impl Icons {
    fn register_status_notifier_item(&self, service: String) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(service);
    }

    #[zbus(property)]
    fn is_status_notifier_host_registered(&self) -> bool {
        true
    }

    #[zbus(property)]
    fn protocol_version(&self) -> i32 {
        0
    }

    #[zbus(property)]
    fn registered_status_notifier_items(&self) -> Vec<String> {
        Vec::new()
    }
}

struct Desktop {
    connection: Connection,
    icons: Icons,
    bus: Bus,
}

impl Desktop {
    fn with_icons(bus: Bus) -> Self {
        let icons = Icons::default();
        let connection = zbus::blocking::connection::Builder::address(bus.address.as_str())
            .and_then(|builder| builder.serve_at("/StatusNotifierWatcher", icons.clone()))
            .and_then(|builder| builder.name(NAME))
            .and_then(zbus::blocking::connection::Builder::build)
            .expect("a service on the bus");
        Self { connection, icons, bus }
    }

    /// The program that has the one entry, once there is one.
    #[track_caller]
    fn entry(&self) -> String {
        let mut found = None;
        within("an entry", || {
            found = self.icons.0.lock().unwrap_or_else(PoisonError::into_inner).last().cloned();
            found.is_some()
        });
        found.expect("an entry")
    }

    /// Whether a program still has its entry.
    fn has_assay(&self) -> bool {
        let (bus, entry) = ("org.freedesktop.DBus", self.entry());
        let said = self.connection.call_method(
            Some(bus),
            "/org/freedesktop/DBus",
            Some(bus),
            "NameHasOwner",
            &entry,
        );
        said.and_then(|said| said.body().deserialize()).unwrap_or(false)
    }

    /// A person presses the entry.
    fn press(&self) {
        let (to, of) = (self.entry(), Some("org.kde.StatusNotifierItem"));
        self.connection
            .call_method(Some(to.as_str()), "/StatusNotifierItem", of, "Activate", &(0_i32, 0_i32))
            .expect("the entry answers");
    }

    /// A person picks a line of its menu, counted from 1.
    fn pick(&self, line: i32) {
        let (to, of) = (self.entry(), Some("com.canonical.dbusmenu"));
        let event = (line, "clicked", zbus::zvariant::Value::from(0_i32), 0_u32);
        self.connection.call_method(Some(to.as_str()), "/MenuBar", of, "Event", &event).expect("it answers");
    }
}

#[track_caller]
fn within(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < PATIENCE, "not so within {PATIENCE:?}: {what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn choose_to_stay(window: &Window) {
    window.go("Settings");
    window.click_on("radio", "Keep running");
}

#[test]
fn closed_while_an_agent_waits_assay_stays_and_comes_back_and_ends_with_the_last_agent() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let example = example_that_asks(folder.path());
    let desktop = Desktop::with_icons(Bus::start(folder.path()));
    let window = Window::open_beside(Some(&desktop.bus.address), folder, example);
    choose_to_stay(&window);
    desktop.entry();
    let asker = asks(&window, "newest");
    at_step(&window, RUN);
    close(&window, MAIN);
    within("the window is gone", || find(&window, MAIN).is_none());
    desktop.press();
    within("the window is back", || find(&window, MAIN).is_some());
    close(&window, MAIN);
    within("the window is gone", || find(&window, MAIN).is_none());
    press_through(&window, RUN, "Escape");
    let (code, _, words) = answered(asker);
    assert_eq!(code, Some(1), "{words}");
    within("Assay has ended", || !desktop.has_assay());
}

#[test]
fn a_window_closed_while_an_agent_waited_goes_with_the_last_one_that_is_seen() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let example = example_that_asks(folder.path());
    let other = beside(&example);
    let desktop = Desktop::with_icons(Bus::start(folder.path()));
    let window = Window::open_beside(Some(&desktop.bus.address), folder, example);
    choose_to_stay(&window);
    let mut asker = asks(&window, "newest");
    at_step(&window, RUN);
    close(&window, MAIN);
    within("the window is gone", || find(&window, MAIN).is_none());
    start_again(&window, &desktop.bus, &other);
    within("another one is there", || find(&window, OTHER).is_some());
    asker.kill().expect("the asker ends");
    asker.wait().expect("it ended");
    assert!(is_gone(&window));
    assert!(desktop.has_assay(), "somebody looks at it");
    close(&window, OTHER);
    within("Assay has ended", || !desktop.has_assay());
}

#[test]
fn the_entry_ends_assay() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let example = example_that_asks(folder.path());
    let desktop = Desktop::with_icons(Bus::start(folder.path()));
    let window = Window::open_beside(Some(&desktop.bus.address), folder, example);
    choose_to_stay(&window);
    let asker = asks(&window, "newest");
    at_step(&window, RUN);
    close(&window, MAIN);
    desktop.pick(2);
    let (code, _, words) = answered(asker);
    assert_eq!(code, Some(1), "{words}");
    within("Assay has ended", || !desktop.has_assay());
}

#[test]
fn where_nothing_shows_status_icons_the_setting_says_so_and_closing_closes() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let example = example_that_asks(folder.path());
    let bus = Bus::start(folder.path());
    let window = Window::open_beside(Some(&bus.address), folder, example);
    choose_to_stay(&window);
    window.await_text("Nothing on this desktop shows status icons");
    let off = "return document.querySelector('[aria-label^=\"When the last window\"] [aria-checked=true]')?.textContent === 'Quit'";
    window.await_that("it is off", off, &[]);
    let asker = asks(&window, "newest");
    at_step(&window, RUN);
    close(&window, MAIN);
    let (code, _, words) = answered(asker);
    assert_eq!(code, Some(1), "{words}");
}
