//! The one door to files.
//!
//! Everything Assay reads or writes passes through here, so that three promises are kept in one
//! place: a read has a limit and never blocks on a pipe, a folder that was opened confined cannot be
//! left by a link, and a write is complete or did not happen.
//!
//! This crate must not know what a skill or a session is. It reads no environment and no HOME.
//! Start with [`read`] for a whole small file, [`HeldFolder`] for many below one folder, [`LogFile`] for a
//! large one, [`Folder`] for anything named by a stranger, [`Pinned`] for what must stay the same between a
//! look and its use, [`Imprint`] and [`FolderHandle`] for changing folders without losing any, and [`Fault`] for
//! what can go wrong.

mod append;
mod confined;
mod copy_passing;
mod digest;
mod entry;
mod fault;
mod folder;
mod handle;
mod held_folder;
mod imprint;
mod in_threads;
mod lay;
mod ops;
mod pinned;
#[cfg(target_os = "linux")]
mod pipe;
mod place;
mod plain;
mod presence;
mod read;
mod scratch;
#[cfg(target_os = "linux")]
mod sealed;
pub mod simulated;
#[cfg(unix)]
mod socket;
#[cfg(test)]
mod tests;
mod unique_json;
mod write;

pub use append::{Appender, append, append_to_existing};
pub use copy_passing::copy_passing;
pub use digest::{Digest, Hashing};
pub use entry::{Entry, Kind, Look, Stamp, canonical, link_target, list, look, look_at_entry};
pub use fault::{Cause, Fault};
pub use folder::{Folder, Leaf};
pub use handle::{Displaced, FolderHandle, FolderId};
pub use held_folder::HeldFolder;
pub use imprint::{Bounds, Imprint, MOST_BYTES, MOST_PARTS, Matter, Part};
pub use in_threads::in_threads;
pub use pinned::Pinned;
#[cfg(target_os = "linux")]
pub use pipe::{make_pipe, open_pipe};
pub use place::{clear, make_new_folder, write_passing};
pub use presence::{Presence, is_present};
pub use read::{Contents, LogFile, Make, read};
pub use scratch::Scratch;
#[cfg(target_os = "linux")]
pub use sealed::Sealed;
#[cfg(unix)]
pub use socket::{close_to_others, is_own_socket, make_own_folder, remove_socket};
pub use unique_json::unique_json;
pub use write::{create_whole, make_folder, make_private_folder, remove, write_atomic, write_private};
