//! What hostile commands try, at each level this machine offers, as root and as a user without rights.
//!
//! Each attack is a small script of `sh` and the core utilities, or a payload of `payload.rs`. It runs in a
//! workspace of its own, and whatever it does, it ends within its limit and nothing of it survives.
#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "a test lays files out by hand, says what it skipped, and fails by panicking"
)]

mod again;
mod approved;
mod escape;
mod exhaust;
mod git;
mod given;
mod kept;
mod orphan;
mod payload;
mod room;
mod sealed;
mod talk;
