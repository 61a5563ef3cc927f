#![allow(clippy::disallowed_methods, reason = "this crate is the door to files")]

use std::fs::{self, DirBuilder, File, FileTimes, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;

use cap_std::ambient_authority;
use cap_std::fs::Dir;

use crate::append::flush_folder;
use crate::folder::{kind_of, mode_of, names};
use crate::imprint::{open, split};
use crate::{Bounds, Cause, Fault, Kind};

/// What became of a file or folder that another took the place of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Displaced {
    /// It stands where the other came from.
    Swapped,
    /// This file system cannot swap: it is gone.
    Gone,
}

/// Copies a file, a link or a folder with all in it to a place where nothing is: bytes, permission bits and
/// times; links as links. Flushed to the disk. A pipe, socket or device is [`Cause::NotAFile`]; what was
/// copied before an error stays for the caller to [`clear`].
pub fn copy(from: &Path, to: &Path) -> Result<(), Fault> {
    let Some((above, name)) = split(from) else { return Err(Fault::new(from, Cause::NotAFolder)) };
    let dir = Dir::open_ambient_dir(above, ambient_authority());
    let dir = dir.map_err(|error| Fault::from_io(above, &error))?;
    copy_entry(&dir, Path::new(name), from, to)?;
    flush_folder(to).map_err(|error| Fault::from_io(to, &error))
}

/// As [`copy`], of no more than so much, and not flushed: for a copy that goes again. Bytes, permission bits and times
/// are those of what stood there while it was copied; who needs certain bytes takes an imprint of the copy.
pub fn copy_passing(from: &Path, to: &Path, bounds: Bounds) -> Result<(), Fault> {
    let Some((above, name)) = split(from) else { return Err(Fault::new(from, Cause::NotAFolder)) };
    let dir = Dir::open_ambient_dir(above, ambient_authority());
    let dir = dir.map_err(|error| Fault::from_io(above, &error))?;
    let mut left = bounds;
    copy_some(&dir, Path::new(name), (from, to), &mut left, true)
}

fn copy_some(
    dir: &Dir,
    name: &Path,
    (from, to): (&Path, &Path),
    left: &mut Bounds,
    is_top: bool,
) -> Result<(), Fault> {
    let read = |error: &io::Error| Fault::from_io(from, error);
    let written = |error: &io::Error| Fault::from_io(to, error);
    let found = dir.symlink_metadata(name).map_err(|error| read(&error))?;
    let limit = left.bytes;
    let too_large = |size| Fault::new(from, Cause::TooLarge { size, limit });
    left.parts = left.parts.checked_sub(1).ok_or_else(|| too_large(found.len()))?;
    match kind_of(found.file_type()) {
        Kind::File => {
            let source = open(dir, name).map_err(|error| read(&error))?;
            let mut target = exclusively(to).map_err(|error| written(&error))?;
            // One byte more than may be tells that it has grown.
            let count =
                io::copy(&mut source.take(left.bytes + 1), &mut target).map_err(|error| written(&error))?;
            left.bytes = left.bytes.checked_sub(count).ok_or_else(|| too_large(count))?;
            keep_looks(&target, &found, to).map_err(|error| written(&error))
        }
        Kind::Folder => {
            let inside = dir.open_dir(name).map_err(|error| read(&error))?;
            make_own(to).map_err(|error| written(&error))?;
            for name in names(inside.entries().map_err(|error| read(&error))?) {
                if is_top && left.except.iter().any(|except| name == *except) {
                    continue;
                }
                copy_some(&inside, Path::new(&name), (&from.join(&name), &to.join(&name)), left, false)?;
            }
            File::open(to).and_then(|folder| keep_looks(&folder, &found, to)).map_err(|error| written(&error))
        }
        Kind::Link => {
            let target = dir.read_link_contents(name).map_err(|error| read(&error))?;
            link(&target, to).map_err(|error| written(&error))
        }
        Kind::Other(what) => Err(Fault::new(from, Cause::NotAFile(what))),
    }
}

fn copy_entry(dir: &Dir, name: &Path, from: &Path, to: &Path) -> Result<(), Fault> {
    let read = |error: &io::Error| Fault::from_io(from, error);
    let written = |error: &io::Error| Fault::from_io(to, error);
    let found = dir.symlink_metadata(name).map_err(|error| read(&error))?;
    match kind_of(found.file_type()) {
        Kind::File => {
            let mut source = open(dir, name).map_err(|error| read(&error))?;
            let mut target = exclusively(to).map_err(|error| written(&error))?;
            io::copy(&mut source, &mut target).map_err(|error| written(&error))?;
            finish(&target, &found, to).map_err(|error| written(&error))
        }
        Kind::Folder => {
            let inside = dir.open_dir(name).map_err(|error| read(&error))?;
            make_own(to).map_err(|error| written(&error))?;
            for name in names(inside.entries().map_err(|error| read(&error))?) {
                copy_entry(&inside, Path::new(&name), &from.join(&name), &to.join(&name))?;
            }
            File::open(to).and_then(|folder| finish(&folder, &found, to)).map_err(|error| written(&error))
        }
        Kind::Link => {
            let target = dir.read_link_contents(name).map_err(|error| read(&error))?;
            link(&target, to).map_err(|error| written(&error))
        }
        Kind::Other(what) => Err(Fault::new(from, Cause::NotAFile(what))),
    }
}

// Times and permissions last: writing changes the one and may need the other.
fn finish(target: &File, found: &cap_std::fs::Metadata, to: &Path) -> io::Result<()> {
    keep_looks(target, found, to)?;
    if cfg!(unix) || found.is_file() { target.sync_all() } else { Ok(()) }
}

fn keep_looks(target: &File, found: &cap_std::fs::Metadata, to: &Path) -> io::Result<()> {
    if let Ok(modified) = found.modified() {
        // Not every file system keeps times; bytes are what counts.
        let _ = target.set_times(FileTimes::new().set_modified(modified.into_std()));
    }
    set_mode(to, mode_of(found))
}

/// Writes a file where nothing is, with these permission bits, flushed to the disk.
pub fn write_new(path: &Path, bytes: &[u8], mode: u32) -> Result<(), Fault> {
    let made = exclusively(path).and_then(|mut file| {
        file.write_all(bytes)?;
        set_mode(path, mode)?;
        file.sync_all()
    });
    made.and_then(|()| flush_folder(path)).map_err(|error| Fault::from_io(path, &error))
}

/// As [`write_new`], and not flushed: for a copy that goes again.
pub fn write_passing(path: &Path, bytes: &[u8], mode: u32) -> Result<(), Fault> {
    let made = exclusively(path).and_then(|mut file| {
        file.write_all(bytes)?;
        set_mode(path, mode)
    });
    made.map_err(|error| Fault::from_io(path, &error))
}

/// Makes one folder where nothing is, with these permission bits.
pub fn make_new_folder(path: &Path, mode: u32) -> Result<(), Fault> {
    let made = make_own(path).and_then(|()| set_mode(path, mode)).and_then(|()| flush_folder(path));
    made.map_err(|error| Fault::from_io(path, &error))
}

/// Gives something another place on the same file system, where nothing is: [`Cause::Exists`] when
/// something is there after all. Both folders are flushed.
pub fn place(from: &Path, to: &Path) -> Result<(), Fault> {
    let moved = rename_to_nothing(from, to);
    moved.and_then(|()| flush_both(from, to)).map_err(|error| Fault::from_io(to, &error))
}

/// Lets `new` and what stands at `path` change places, at once. Where the file system cannot, a file is
/// replaced at once, and a folder is put aside to `new` and replaced in two steps.
pub fn exchange(new: &Path, path: &Path) -> Result<Displaced, Fault> {
    let fault = |error: &io::Error| Fault::from_io(path, error);
    let displaced = match swap(new, path) {
        Ok(()) => Displaced::Swapped,
        Err(error) if cannot(&error) => in_steps(new, path).map_err(|error| fault(&error))?,
        Err(error) => return Err(fault(&error)),
    };
    flush_both(new, path).map_err(|error| fault(&error))?;
    Ok(displaced)
}

fn in_steps(new: &Path, path: &Path) -> io::Result<Displaced> {
    if fs::symlink_metadata(path)?.is_dir() {
        let aside = new.with_extension("aside");
        fs::rename(path, &aside)?;
        fs::rename(new, path)?;
        fs::rename(&aside, new)?;
        Ok(Displaced::Swapped)
    } else {
        fs::rename(new, path)?;
        Ok(Displaced::Gone)
    }
}

/// Removes a folder or file that Assay itself put there, with all in it. Links in it are removed, not followed.
/// Nothing there is as good as removed.
pub fn clear(path: &Path) -> Result<(), Fault> {
    let remove = || match fs::symlink_metadata(path) {
        Ok(found) if found.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    };
    remove()
        .or_else(|_| {
            crate::scratch::unlock(path);
            remove()
        })
        .and_then(|()| flush_folder(path))
        .map_err(|error| Fault::from_io(path, &error))
}

/// Removes a folder if nothing is in it; says whether it did.
pub fn remove_empty_folder(path: &Path) -> bool {
    fs::remove_dir(path).and_then(|()| flush_folder(path)).is_ok()
}

fn flush_both(from: &Path, to: &Path) -> io::Result<()> {
    flush_folder(to)?;
    if from.parent() == to.parent() { Ok(()) } else { flush_folder(from) }
}

fn exclusively(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(path)
}

fn make_own(path: &Path) -> io::Result<()> {
    #[cfg_attr(not(unix), allow(unused_mut))]
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(path)
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn set_mode(_: &Path, _: u32) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn link(target: &Path, at: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, at)
}

#[cfg(not(unix))]
fn link(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "links are not copied on this system"))
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
fn rename_with(from: &Path, to: &Path, flags: rustix::fs::RenameFlags) -> io::Result<()> {
    rustix::fs::renameat_with(rustix::fs::CWD, from, rustix::fs::CWD, to, flags).map_err(io::Error::from)
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
fn rename_to_nothing(from: &Path, to: &Path) -> io::Result<()> {
    match rename_with(from, to, rustix::fs::RenameFlags::NOREPLACE) {
        Err(error) if cannot(&error) => rename_if_free(from, to),
        other => other,
    }
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
fn swap(a: &Path, b: &Path) -> io::Result<()> {
    rename_with(a, b, rustix::fs::RenameFlags::EXCHANGE)
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn rename_to_nothing(from: &Path, to: &Path) -> io::Result<()> {
    rename_if_free(from, to)
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn swap(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

fn rename_if_free(from: &Path, to: &Path) -> io::Result<()> {
    if fs::symlink_metadata(to).is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    fs::rename(from, to)
}

/// The file system or the system does not know this way of renaming.
fn cannot(error: &io::Error) -> bool {
    let numbers = [rustix::io::Errno::INVAL, rustix::io::Errno::NOSYS, rustix::io::Errno::OPNOTSUPP];
    error.kind() == io::ErrorKind::Unsupported
        || cfg!(unix) && numbers.iter().any(|known| error.raw_os_error() == Some(known.raw_os_error()))
}
