//! The one door to files.
//!
//! Everything Assay reads or writes passes through here, so that three promises are kept in one
//! place: a read has a limit and never blocks on a pipe, a folder that was opened confined cannot be
//! left by a link, and a write is complete or did not happen.
//!
//! This crate must not know what a skill or a session is. It reads no environment and no HOME.
//! Start with [`read`] for a whole small file, [`Listing`] for many in one folder, [`LogFile`] for a
//! large one, [`Folder`] for anything named by a stranger, and [`Fault`] for what can go wrong.

mod digest;
mod entry;
mod fault;
mod folder;
mod listing;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use digest::Digest;
pub use entry::{Entry, Kind, Look, Stamp, canonical, link_target, list, look, look_at_entry};
pub use fault::{Cause, Fault};
pub use folder::{Folder, Leaf};
pub use listing::Listing;
pub use read::{Contents, LogFile, read};
pub use write::{make_folder, write_atomic};
