#![allow(clippy::disallowed_methods, reason = "this crate is the door to files")]

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use crate::Fault;
use crate::append::flush_folder;
use crate::handle::above;

/// Writes a file where nothing is, with these permission bits, and does not flush it: for a copy that goes again.
///
/// # Errors
///
/// [`Cause::Exists`](crate::Cause::Exists) when something is there, and what the system says when it cannot
/// write. What was written before an error stays.
pub fn write_passing(path: &Path, bytes: &[u8], mode: u32) -> Result<(), Fault> {
    let made = exclusively(path).and_then(|mut file| {
        file.write_all(bytes)?;
        set_mode(&file, mode)
    });
    made.map_err(|error| Fault::from_io(path, &error))
}

/// Makes one folder where nothing is, with these permission bits.
///
/// # Errors
///
/// [`Cause::Exists`](crate::Cause::Exists) when something is there, and what the system says when it cannot
/// make or flush the folder.
pub fn make_new_folder(path: &Path, mode: u32) -> Result<(), Fault> {
    let made = make_own(path, mode).and_then(|()| flush_folder(path));
    made.map_err(|error| Fault::from_io(path, &error))
}

/// Removes a folder or file that Assay itself put there, with all in it. Links in it are removed, not followed.
/// Nothing there is as good as removed.
///
/// # Errors
///
/// When the system refuses to remove something in it, or to flush the folder it was in.
pub fn clear(path: &Path) -> Result<(), Fault> {
    let (folder, name) = match above(path) {
        Err(Fault { cause: crate::Cause::Missing, .. }) => return Ok(()),
        opened => opened?,
    };
    folder.clear(name)?;
    folder.flush()
}

pub(crate) fn exclusively(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(path)
}

#[cfg(unix)]
pub(crate) fn make_own(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    DirBuilder::new().mode(mode).create(path)
}

#[cfg(not(unix))]
pub(crate) fn make_own(path: &Path, _: u32) -> io::Result<()> {
    DirBuilder::new().create(path)
}

#[cfg(unix)]
fn set_mode(file: &File, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn set_mode(_: &File, _: u32) -> io::Result<()> {
    Ok(())
}
