use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path};

use cap_std::fs::Dir;
use rustix::fs::{AtFlags, CWD, OFlags};

use crate::simulated::Node;

/// Permission bits of what is made, before they are set for good.
#[derive(Clone, Copy)]
pub(crate) struct Mode(rustix::fs::Mode);

impl Mode {
    /// The user alone.
    pub const PRIVATE: Self = Self(rustix::fs::Mode::RUSR.union(rustix::fs::Mode::WUSR));
}

fn folder_flags() -> OFlags {
    OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC
}

fn dir(opened: OwnedFd) -> Dir {
    Dir::from_std_file(File::from(opened))
}

/// Opens a folder by its whole path; a link anywhere on the way is an error.
pub(crate) fn open_real(path: &Path) -> io::Result<Dir> {
    #[cfg(target_os = "linux")]
    match at_once(CWD, path, rustix::fs::ResolveFlags::NO_SYMLINKS) {
        Err(rustix::io::Errno::NOSYS | rustix::io::Errno::PERM) => {}
        opened => return Ok(dir(opened?)),
    }
    let top = rustix::fs::openat(CWD, "/", by_name(), rustix::fs::Mode::empty())?;
    one_by_one(top, path.strip_prefix("/").map_err(|_| io::Error::from(io::ErrorKind::InvalidInput))?)
}

/// Opens a folder below another; a link anywhere on the way is an error.
pub(crate) fn open_beneath(within: &Dir, rel: &Path) -> io::Result<Dir> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::ResolveFlags;
        match at_once(within, rel, ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS) {
            Err(rustix::io::Errno::NOSYS | rustix::io::Errno::PERM) => {}
            opened => return Ok(dir(opened?)),
        }
    }
    one_by_one(rustix::fs::openat(within, ".", by_name(), rustix::fs::Mode::empty())?, rel)
}

#[cfg(target_os = "linux")]
fn at_once(
    within: impl std::os::fd::AsFd,
    path: &Path,
    resolve: rustix::fs::ResolveFlags,
) -> rustix::io::Result<OwnedFd> {
    use rustix::fs::ResolveFlags;
    // The kernel asks for another try when names were changed under its hands.
    for _ in 0..100 {
        let resolve = resolve | ResolveFlags::NO_MAGICLINKS;
        match rustix::fs::openat2(&within, path, folder_flags(), rustix::fs::Mode::empty(), resolve) {
            Err(rustix::io::Errno::AGAIN | rustix::io::Errno::INTR) => {}
            opened => return opened,
        }
    }
    Err(rustix::io::Errno::AGAIN)
}

/// What older kernels and other systems have instead: each folder is opened from the one above it.
fn one_by_one(top: OwnedFd, rel: &Path) -> io::Result<Dir> {
    let mut at = top;
    for part in rel.components() {
        let Component::Normal(name) = part else { return Err(io::ErrorKind::InvalidInput.into()) };
        let flags = by_name() | OFlags::NOFOLLOW;
        at = rustix::fs::openat(&at, name, flags, rustix::fs::Mode::empty())?;
    }
    let opened = rustix::fs::openat(&at, ".", folder_flags(), rustix::fs::Mode::empty())?;
    Ok(dir(opened))
}

/// To be entered, which asks for no right to read it where the system knows the difference.
fn by_name() -> OFlags {
    #[cfg(target_os = "linux")]
    let kind = OFlags::PATH;
    #[cfg(not(target_os = "linux"))]
    let kind = OFlags::RDONLY;
    kind | OFlags::DIRECTORY | OFlags::CLOEXEC
}

/// Opens a file for reading; a link is not followed, a pipe not waited for.
pub(crate) fn open_file(within: &Dir, name: &OsStr) -> io::Result<File> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    Ok(rustix::fs::openat(within, name, flags, rustix::fs::Mode::empty())?.into())
}

pub(super) fn make_folder(within: &Dir, name: &OsStr) -> io::Result<()> {
    Ok(rustix::fs::mkdirat(within, name, rustix::fs::Mode::RWXU)?)
}

pub(super) fn create(within: &Dir, name: &OsStr, mode: Mode) -> io::Result<File> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(rustix::fs::openat(within, name, flags, mode.0)?.into())
}

pub(super) fn open_to_append(within: &Dir, name: &OsStr) -> io::Result<File> {
    // A pipe would be waited for.
    let flags = OFlags::WRONLY | OFlags::APPEND | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    Ok(rustix::fs::openat(within, name, flags, rustix::fs::Mode::empty())?.into())
}

pub(super) fn set_mode(file: &File, mode: u32) -> io::Result<()> {
    Ok(rustix::fs::fchmod(file, rustix::fs::Mode::from_raw_mode(mode as rustix::fs::RawMode))?)
}

pub(super) fn flush_folder(folder: &Dir) -> io::Result<()> {
    Ok(rustix::fs::fsync(folder)?)
}

pub(super) fn link(within: &Dir, name: &OsStr, target: &Path) -> io::Result<()> {
    Ok(rustix::fs::symlinkat(target, within, name)?)
}

pub(super) fn rename_to_nothing(
    (from, name): (&Dir, &OsStr),
    (to, new_name): (&Dir, &OsStr),
) -> io::Result<()> {
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    {
        let flags = rustix::fs::RenameFlags::NOREPLACE;
        match rustix::fs::renameat_with(from, name, to, new_name, flags).map_err(io::Error::from) {
            Err(error) if cannot(&error) => {}
            done => return done,
        }
    }
    // Another program may take the name in between; nothing better is known here.
    if rustix::fs::statat(to, new_name, AtFlags::SYMLINK_NOFOLLOW).is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    rename_over((from, name), (to, new_name))
}

pub(super) fn rename_over((from, name): (&Dir, &OsStr), (to, new_name): (&Dir, &OsStr)) -> io::Result<()> {
    Ok(rustix::fs::renameat(from, name, to, new_name)?)
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
pub(super) fn swap((one, name): (&Dir, &OsStr), (other, other_name): (&Dir, &OsStr)) -> io::Result<()> {
    Ok(rustix::fs::renameat_with(one, name, other, other_name, rustix::fs::RenameFlags::EXCHANGE)?)
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
pub(super) fn swap(_: (&Dir, &OsStr), _: (&Dir, &OsStr)) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

pub(super) fn remove_file(within: &Dir, name: &OsStr) -> io::Result<()> {
    Ok(rustix::fs::unlinkat(within, name, AtFlags::empty())?)
}

pub(super) fn remove_folder(within: &Dir, name: &OsStr) -> io::Result<()> {
    Ok(rustix::fs::unlinkat(within, name, AtFlags::REMOVEDIR)?)
}

/// Lets this user enter a folder again that is locked; a link of that name is left alone.
pub(crate) fn unlock(within: &Dir, name: &OsStr) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        use std::os::fd::AsRawFd;
        let held = rustix::fs::openat(within, name, by_name() | OFlags::NOFOLLOW, rustix::fs::Mode::empty())?;
        // A handle by name alone cannot be given bits, but the name the system has for it can.
        let own = format!("/proc/self/fd/{}", held.as_raw_fd());
        Ok(rustix::fs::chmod(own, rustix::fs::Mode::RWXU)?)
    }
    #[cfg(not(target_os = "linux"))]
    Ok(rustix::fs::chmodat(within, name, rustix::fs::Mode::RWXU, AtFlags::SYMLINK_NOFOLLOW)?)
}

/// The names in a folder, in the system's order. cap-std opens a folder twice to list it.
pub(crate) fn names(folder: &Dir) -> io::Result<Vec<OsString>> {
    let opened = rustix::fs::openat(folder, ".", folder_flags(), rustix::fs::Mode::empty())?;
    let entries = rustix::fs::Dir::new(opened)?.filter_map(Result::ok);
    let names = entries.map(|entry| OsStr::from_bytes(entry.file_name().to_bytes()).to_owned());
    Ok(names.filter(|name| name != "." && name != "..").collect())
}

pub(crate) fn node(folder: &Dir) -> Node {
    rustix::fs::fstat(folder).map(|found| Node::of(&found)).unwrap_or_default()
}

pub(crate) fn node_of(file: &File) -> Node {
    rustix::fs::fstat(file).map(|found| Node::of(&found)).unwrap_or_default()
}

pub(super) fn node_at(within: &Dir, name: &OsStr) -> Option<Node> {
    rustix::fs::statat(within, name, AtFlags::SYMLINK_NOFOLLOW).ok().map(|found| Node::of(&found))
}

/// The file system or the system does not know this way of renaming.
pub(crate) fn cannot(error: &io::Error) -> bool {
    let numbers = [rustix::io::Errno::INVAL, rustix::io::Errno::NOSYS, rustix::io::Errno::OPNOTSUPP];
    error.kind() == io::ErrorKind::Unsupported
        || numbers.iter().any(|known| error.raw_os_error() == Some(known.raw_os_error()))
}
