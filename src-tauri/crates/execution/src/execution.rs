//! The one door to processes.
//!
//! What may run unasked is decided here, and whatever runs is run here, contained as well as the machine
//! allows. This crate must not know what a skill or a session is, nor who asks; it prints nothing and reads no
//! environment.
//!
//! [`judge`] says whether a command provably only reads, [`decide`] what that means under a mode, [`harden`]
//! how git is run so that a repository cannot run programs of its own, [`pixir`] what Pixir would do, and
//! [`Grant`] what a remembered yes covers. [`run`] runs one [`Order`] to its end; on Linux it starts the program
//! that it is part of once more, and that start ([`helper`]) builds the walls: `sandbox.rs` tells how. [`fetch()`]
//! gets a git repository through the same door, and [`get()`] a document.

mod capture;
mod ending;
mod fetch;
mod file_reads;
mod grant;
mod guarded;
mod harden;
mod http;
mod inquiry;
mod judge;
#[cfg(test)]
mod judging;
mod level;
mod limits;
mod links;
mod machine;
mod mode;
mod order;
mod ours;
pub mod pixir;
mod place;
// Compiled with the tests too, so that it is tried where there is a Linux only.
#[cfg(any(not(target_os = "linux"), test))]
mod plain;
mod program;
mod queue;
mod repository;
mod rules;
mod run;
#[cfg(target_os = "linux")]
mod sandbox;
mod seal;
mod shell;
mod stop;
mod talk;
mod verdict;

pub use capture::Captured;
pub use ending::{End, NotRun};
pub use fetch::{Fetch, Fetched, NotFetched, Remote, fetch};
pub use file_reads::judge_files;
pub use grant::{Bound, Grant, Lifetime, Part};
pub use guarded::{guarded_part, guarded_twin, guarded_twins};
pub use harden::{Hardened, git_environment, harden, is_exclude};
pub use http::{Get, get};
pub use inquiry::{Reason, unasked};
pub use judge::{Command, Judgement, judge, shell_text};
pub use level::Level;
pub use limits::Limits;
pub use machine::{best, shortfall};
pub use mode::Mode;
pub use order::{Further, Order, OrderDescription, Writes};
pub use place::Places;
pub use program::{
    Program, Programs, Unresolved, is_changed_by_owner_alone, is_kept_by_system, is_of_system, resolve,
};
pub use run::{Ran, converse, run, run_at};
pub use seal::{NOT_SEALED, Seal};
pub use shell::{plain_commands, plain_words};
pub use stop::Stop;
pub use talk::{Silence, Talk};
pub use verdict::{Decision, Verdict, allows_auto, decide};

/// Must be the first thing every `main` calls, with all of `std::env::args_os()`: some exit code if this process
/// was started to contain a command, which it then has done.
pub fn helper(arguments: impl Iterator<Item = std::ffi::OsString>) -> Option<std::process::ExitCode> {
    #[cfg(target_os = "linux")]
    return sandbox::helper(arguments);
    #[cfg(not(target_os = "linux"))]
    {
        drop(arguments);
        None
    }
}
