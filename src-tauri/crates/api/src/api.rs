//! Everything the outside may ask, and the answers.
//!
//! [`REQUESTS`] is the one list; [`answer`] answers by name, and [`Page`], [`Approval`], [`Scripts`] and [`Agents`] have
//! a method for each request they may ask.
//!
//! Who asks decides whether there is an answer, and never what it is. This crate prints nothing and opens no window;
//! what only a desktop can do comes in through [`Host`]. It reads no environment; [`Surroundings`] hands in home,
//! workspace and clock.
//!
//! A new request is a function in the module of its word, here or in `views`, and one line in `list.rs`.

mod access;
pub mod agent;
mod app;
mod audience;
mod change;
pub mod desk;
pub mod export;
pub mod hooks;
pub mod hydration;
pub mod import;
pub mod index;
mod landing;
mod ledger;
mod list;
pub mod manage;
pub mod outside;
pub mod permission;
pub mod preview;
mod request;
pub mod settings;
pub mod signers;
pub mod skills;
mod start;
pub mod texts;
mod whereabouts;
pub mod wins;
pub mod workspace;

pub use ::skills::{Allowed, Convention, is_unseen};
pub use ::workspace::Surroundings;
pub use agent::{Call, Conversation};
pub use app::{App, Host, NoHost, kept, moves_an_agent, own_home, socket};
pub use audience::{Agents, Approval, Audience, Page, Scripts};
pub use change::{Change, Tag};
pub use disk::unique_json;
pub use execution::Stop;
pub use list::{REQUESTS, answer, request};
pub use request::{Effect, Request};
pub use start::Watched;
pub use views::{
    Code, Failure, checks, draft, drift, everywhere, gate, locks, manual, sarif, sessions, times, wire,
};

/// Carries on as what contains a command, if this process was started as that: the first thing every program
/// does that hosts the engine. Nothing when it was not.
pub fn contain(arguments: impl Iterator<Item = std::ffi::OsString>) -> Option<std::process::ExitCode> {
    execution::helper(arguments)
}

/// The beginning of a day written `2026-05-01`, milliseconds since 1970 (UTC); none for anything else.
pub fn midnight(day: &str) -> Option<i64> {
    let time = ::sessions::instant(&format!("{day}T00:00:00Z"))?;
    // The thirteenth month is no month.
    ::sessions::written(time).starts_with(day).then_some(wire::Millis::at(time).0).filter(|_| day.len() == 10)
}

/// The day of a moment in UTC, such as `2026-05-01`.
pub fn day_of(at: wire::Millis) -> String {
    let since = std::time::Duration::from_millis(at.0.unsigned_abs());
    ::sessions::written(std::time::UNIX_EPOCH + since)[..10].to_owned()
}

#[cfg(test)]
mod messages;
#[cfg(test)]
mod typescript;
