//! Skills from elsewhere: a source is laid into a quarantine, looked at there, and lands as a plan like any other
//! change.
//!
//! Start with `incoming.rs` for one import, `begin.rs` for how it begins, `lay.rs` for how what a source has comes into
//! quarantine (`archive.rs`, `folder.rs`, `git.rs` and `served.rs` read the sources), and `landing.rs` for the plans.

mod archive;
mod begin;
mod entry;
mod folder;
mod git;
mod imports;
mod incoming;
mod landing;
mod lay;
mod quarantine;
mod served;
#[cfg(test)]
mod served_tests;
mod server;
mod started;

pub use begin::NotBegun;
pub use git::Tools;
pub use imports::Imports;
pub use incoming::{Found, Import, Stage, State, Updated};
pub use landing::{NotLanded, Pick, plan, plan_update, upstream};
pub use quarantine::sweep;
pub use started::{StartedCommand, started_files};
