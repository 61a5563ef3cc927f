//! The chores of this repository, as far as the tests use them too.
//!
//! [`checkout`] finds the files, [`home`] lays out a home with sessions, [`screen`] starts a display of its own and
//! photographs it. The program beside it
//! (`main.rs`) is `cargo xtask`.
//!
//! It needs nothing but the standard library, so that the first command of the README starts within
//! seconds. It must not know the engine: it only calls cargo, npm and the system's package tool.

#![allow(clippy::disallowed_methods, reason = "chores work on the checkout, not on a user's files")]

pub mod checkout;
pub mod home;
pub mod picture;
pub mod screen;
