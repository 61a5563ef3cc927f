//! The real window, driven from outside: what a user would be furious to lose.
//!
//! `cargo xtask test window` builds the app and runs this; each test opens its own copy of the example on a
//! display of its own. `driver` is the harness, `page` finds things as a reader does.

#![allow(clippy::print_stdout, reason = "figures are printed for whoever runs the suite")]
#![allow(clippy::disallowed_methods, reason = "these tests change the files that the window watches")]

#[path = "window/acting.rs"]
mod acting;
#[path = "window/auditing.rs"]
mod auditing;
#[path = "window/bus.rs"]
mod bus;
#[path = "window/closing.rs"]
mod closing;
#[path = "window/contrast.rs"]
mod contrast;
#[path = "window/deciding.rs"]
mod deciding;
#[path = "window/driver.rs"]
mod driver;
#[path = "window/figures.rs"]
mod figures;
#[path = "window/hostile.rs"]
mod hostile;
#[path = "window/keyboard.rs"]
mod keyboard;
#[path = "window/live.rs"]
mod live;
#[path = "window/looks.rs"]
mod looks;
#[path = "window/managing.rs"]
mod managing;
#[path = "window/notifying.rs"]
mod notifying;
#[path = "window/page.rs"]
mod page;
#[path = "window/pictures.rs"]
mod pictures;
#[path = "window/reading.rs"]
mod reading;
#[path = "window/remembering.rs"]
mod remembering;
#[path = "window/room.rs"]
mod room;
#[path = "window/scale.rs"]
mod scale;
#[path = "window/several.rs"]
mod several;
#[path = "window/starting.rs"]
mod starting;
#[path = "window/states.rs"]
mod states;
#[path = "window/staying.rs"]
mod staying;
#[path = "window/touring.rs"]
mod touring;
