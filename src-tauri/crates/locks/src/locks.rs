//! What lock files say of installed skills, and whether what lies on disk is still that.
//!
//! A lock is written by another tool, by that tool's rule: which files are hashed, in which order, over which bytes.
//! Each rule here was learned by running its tool on trees made to tell one rule from another; `docs/locks.md` says
//! what was run. A lock is read and never written, nothing it names is fetched, and a path in it that leads out of its
//! folder is not opened.
//!
//! Start with [`find`], which reads the locks of a folder, and [`check`], which holds one [`Target`] against the disk.
//! [`holds`] says the same of a text that a session recorded.

mod apm;
mod check;
mod find;
mod github;
mod hash;
mod lock;
mod skills_cli;
mod tree;
mod well_known;

pub use check::{Checked, Difference, LockState, check, holds};
pub use find::{Found, find, find_of_user, project_of};
pub use lock::{Entry, Lock, LockError, Origin, Proof, Target, Tool};
