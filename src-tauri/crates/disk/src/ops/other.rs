//! Systems without descriptors of folders to work from: each step is taken by cap-std, which does not leave the
//! folder; that a name is no link is looked at first, and a program that is faster than that is not found out.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::path::{Component, Path};

use cap_std::ambient_authority;
use cap_std::fs::{Dir, OpenOptions};

use crate::simulated::Node;

/// Permission bits are not set here.
#[derive(Clone, Copy)]
pub(crate) struct Mode;

impl Mode {
    pub const PRIVATE: Self = Self;
}

pub(crate) fn open_real(path: &Path) -> io::Result<Dir> {
    // A canonical path has no link in it.
    if std::fs::canonicalize(path)?
        != std::fs::canonicalize(path.parent().unwrap_or(path))?.join(path.file_name().unwrap_or_default())
    {
        return Err(io::ErrorKind::NotADirectory.into());
    }
    Dir::open_ambient_dir(path, ambient_authority())
}

pub(crate) fn open_beneath(within: &Dir, rel: &Path) -> io::Result<Dir> {
    let mut at = within.try_clone()?;
    for part in rel.components() {
        let name = match part {
            Component::Normal(name) => name,
            Component::CurDir => continue,
            _ => return Err(io::ErrorKind::InvalidInput.into()),
        };
        if !at.symlink_metadata(name)?.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        at = at.open_dir(name)?;
    }
    Ok(at)
}

pub(crate) fn open_file(within: &Dir, name: &OsStr) -> io::Result<File> {
    if within.symlink_metadata(name)?.is_symlink() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    within.open(name).map(cap_std::fs::File::into_std)
}

pub(super) fn make_folder(within: &Dir, name: &OsStr) -> io::Result<()> {
    within.create_dir(name)
}

pub(super) fn create(within: &Dir, name: &OsStr, _: Mode) -> io::Result<File> {
    let opened = within.open_with(name, OpenOptions::new().write(true).create_new(true));
    opened.map(cap_std::fs::File::into_std)
}

pub(super) fn open_to_append(within: &Dir, name: &OsStr) -> io::Result<File> {
    if within.symlink_metadata(name)?.is_symlink() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    within.open_with(name, OpenOptions::new().append(true)).map(cap_std::fs::File::into_std)
}

pub(super) fn set_mode(_: &File, _: u32) -> io::Result<()> {
    Ok(())
}

pub(super) fn flush_folder(_: &Dir) -> io::Result<()> {
    Ok(())
}

pub(super) fn link(_: &Dir, _: &OsStr, _: &Path) -> io::Result<()> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "links are not copied on this system"))
}

pub(super) fn rename_to_nothing(
    (from, name): (&Dir, &OsStr),
    (to, new_name): (&Dir, &OsStr),
) -> io::Result<()> {
    if to.symlink_metadata(new_name).is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    from.rename(name, to, new_name)
}

pub(super) fn rename_over((from, name): (&Dir, &OsStr), (to, new_name): (&Dir, &OsStr)) -> io::Result<()> {
    from.rename(name, to, new_name)
}

pub(super) fn swap(_: (&Dir, &OsStr), _: (&Dir, &OsStr)) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

pub(super) fn remove_file(within: &Dir, name: &OsStr) -> io::Result<()> {
    within.remove_file(name)
}

pub(super) fn remove_folder(within: &Dir, name: &OsStr) -> io::Result<()> {
    within.remove_dir(name)
}

pub(crate) fn unlock(_: &Dir, _: &OsStr) -> io::Result<()> {
    Ok(())
}

pub(crate) fn names(folder: &Dir) -> io::Result<Vec<OsString>> {
    Ok(folder.entries()?.filter_map(Result::ok).map(|entry| entry.file_name()).collect())
}

pub(crate) fn node(_: &Dir) -> Node {
    Node::default()
}

pub(crate) fn node_of(_: &File) -> Node {
    Node::default()
}

pub(super) fn node_at(_: &Dir, _: &OsStr) -> Option<Node> {
    None
}

/// The file system or the system does not know this way of renaming.
pub(crate) fn cannot(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::Unsupported
}
