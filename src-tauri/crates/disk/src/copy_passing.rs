#![allow(clippy::disallowed_methods, reason = "this crate is the door to files")]

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use cap_std::ambient_authority;
use cap_std::fs::Dir;

use crate::folder::{kind_of, names};
use crate::handle::keep_looks;
use crate::imprint::split;
use crate::place::{exclusively, make_own};
use crate::{Bounds, Cause, Fault, Kind, ops};

/// Copies a file, a link or a folder with all in it to a place where nothing is, of no more than so much: bytes,
/// permission bits and times; links as links. Not flushed: for a copy that goes again. A pipe, socket or device is
/// [`Cause::NotAFile`]; what was copied before an error stays.
///
/// The bytes are those that stood there while it was copied; who needs certain bytes takes an imprint of the copy.
///
/// # Errors
///
/// When the source cannot be read or holds a pipe, socket or device, when something stands at the target,
/// when there are more things or bytes than `bounds` allows, or when the system cannot write.
pub fn copy_passing(from: &Path, to: &Path, bounds: Bounds) -> Result<(), Fault> {
    let Some((above, name)) = split(from) else { return Err(Fault::new(from, Cause::NotAFolder)) };
    let dir = Dir::open_ambient_dir(above, ambient_authority());
    let dir = dir.map_err(|error| Fault::from_io(above, &error))?;
    let mut left = bounds;
    copy(&dir, Path::new(name), (from, to), &mut left, true)
}

fn copy(
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
            let source = ops::open_file(dir, name.as_os_str()).map_err(|error| read(&error))?;
            let mut target = exclusively(to).map_err(|error| written(&error))?;
            // One byte more than may be tells that it has grown.
            let count =
                io::copy(&mut source.take(left.bytes + 1), &mut target).map_err(|error| written(&error))?;
            left.bytes = left.bytes.checked_sub(count).ok_or_else(|| too_large(count))?;
            keep_looks(&target, &found).map_err(|error| written(&error))
        }
        Kind::Folder => {
            let inside = ops::open_beneath(dir, name).map_err(|error| read(&error))?;
            make_own(to, 0o700).map_err(|error| written(&error))?;
            for name in names(&inside).map_err(|error| read(&error))? {
                if is_top && left.except.iter().any(|except| name == *except) {
                    continue;
                }
                copy(&inside, Path::new(&name), (&from.join(&name), &to.join(&name)), left, false)?;
            }
            File::open(to).and_then(|folder| keep_looks(&folder, &found)).map_err(|error| written(&error))
        }
        Kind::Link => {
            let target = dir.read_link_contents(name).map_err(|error| read(&error))?;
            link(&target, to).map_err(|error| written(&error))
        }
        Kind::Other(what) => Err(Fault::new(from, Cause::NotAFile(what))),
    }
}

#[cfg(unix)]
fn link(target: &Path, at: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, at)
}

#[cfg(not(unix))]
fn link(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "links are not copied on this system"))
}
