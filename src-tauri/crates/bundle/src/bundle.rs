//! One file that proves something and can be handed on: parts, each with its digest in a manifest.
//!
//! A bundle is a zip whose bytes depend on its parts alone: no times, no owners, parts in the order of their
//! names. Whoever gets it can [`verify`] it on another machine, without Assay's folders and without unpacking
//! anything to a disk. One that is packed with a key is signed: every part, and the list of them.
//!
//! A plain archive of files is packed in the same way by [`archive()`], and one that a stranger packed is looked
//! into by [`open()`], entry by entry, without belief in what it says of itself.
//!
//! This crate must not know what a session or a skill is, and it opens no file.
//!
//! Start with [`Manifest`], then [`pack()`] and [`verify()`].

mod archive;
mod layout;
mod manifest;
mod open;
mod pack;
mod signed;
#[cfg(test)]
mod tests;
mod verify;

pub use archive::{Matter, Thing, archive};
pub use manifest::{MANIFEST, Manifest, PartRow};
pub use open::{Listed, ListedKind, NotUnpacked, Opened, open};
pub use pack::{CannotPack, Part, pack};
pub use signed::SIGNATURE;
pub use verify::{Finding, LIMIT, NotABundle, PARTS, Verified, verify};
