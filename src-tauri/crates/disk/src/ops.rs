//! The single steps by which a folder held open is changed. Each takes one name, never a path: a link is opened,
//! replaced or removed itself and never followed, and no step leaves the folder it is given.
//!
//! Every step passes [`crate::simulated`] on its way, so that a test can let it fail or cut it short.

#[cfg(not(unix))]
mod other;
#[cfg(unix)]
mod unix;

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use cap_std::fs::Dir;

use crate::simulated::{self, Operation, Verdict, asked, through};

#[cfg(not(unix))]
use other as system;
#[cfg(unix)]
use unix as system;

pub(crate) use system::{Mode, cannot, names, node, node_of, open_beneath, open_file, open_real, unlock};

/// Makes a folder that this user alone may enter.
pub(crate) fn make_folder(within: &Dir, name: &OsStr) -> io::Result<()> {
    let make = || system::make_folder(within, name);
    through(|| Operation::MakeFolder { within: node(within), name }, make, || system::node_at(within, name))
}

/// Makes a file where nothing is, open for writing.
pub(crate) fn create(within: &Dir, name: &OsStr, mode: Mode) -> io::Result<File> {
    let make = || system::create(within, name, mode);
    through(|| Operation::Create { within: node(within), name }, make, || system::node_at(within, name))
}

/// Opens a file to add to, and makes it when it is missing, for this user's eyes only. Says whether it was made.
pub(crate) fn open_to_append(within: &Dir, name: &OsStr) -> io::Result<(File, bool)> {
    match system::open_to_append(within, name) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            drop(create(within, name, Mode::PRIVATE)?);
            Ok((system::open_to_append(within, name)?, true))
        }
        found => Ok((found?, false)),
    }
}

/// Writes all the bytes behind what the file has.
pub(crate) fn write_all(file: &File, bytes: &[u8]) -> io::Result<()> {
    let written = |count: usize| {
        let mut file = file;
        file.write_all(&bytes[..count])
    };
    match asked(|| Operation::Write { file: node_of(file), bytes }) {
        Verdict::Go => written(bytes.len()),
        Verdict::Torn(count) => {
            written(count.min(bytes.len()))?;
            Err(io::Error::other("the simulated disk was cut off while it wrote"))
        }
        Verdict::Fail(error) => Err(error),
    }
}

/// Cuts a file to its first bytes.
pub(crate) fn cut(file: &File, size: u64) -> io::Result<()> {
    through(|| Operation::Cut { file: node_of(file), size }, || file.set_len(size), || None)
}

/// Gives an open file or folder its permission bits.
pub(crate) fn set_mode(file: &File, mode: u32) -> io::Result<()> {
    through(|| Operation::SetMode { file: node_of(file), mode }, || system::set_mode(file, mode), || None)
}

/// Makes what was written into an open file outlast a crash.
pub(crate) fn flush_file(file: &File) -> io::Result<()> {
    let flush = || if simulated::is_on() { Ok(()) } else { file.sync_all() };
    through(|| Operation::FlushFile { file: node_of(file) }, flush, || None)
}

/// Makes the names in a folder, and its permission bits, outlast a crash.
pub(crate) fn flush_folder(folder: &Dir) -> io::Result<()> {
    let flush = || if simulated::is_on() { Ok(()) } else { system::flush_folder(folder) };
    through(|| Operation::FlushFolder { folder: node(folder) }, flush, || None)
}

/// Makes a link; where it points is not looked at.
pub(crate) fn link(within: &Dir, name: &OsStr, target: &Path) -> io::Result<()> {
    let make = || system::link(within, name, target);
    let told = || Operation::Link { within: node(within), name, target };
    through(told, make, || system::node_at(within, name))
}

/// Gives something another name, where nothing is.
pub(crate) fn rename_to_nothing(
    (from, name): (&Dir, &OsStr),
    (to, new_name): (&Dir, &OsStr),
) -> io::Result<()> {
    let told = || Operation::Rename { from: node(from), name, to: node(to), new_name };
    through(told, || system::rename_to_nothing((from, name), (to, new_name)), || None)
}

/// Gives a file another name, in place of what stands there.
pub(crate) fn rename_over((from, name): (&Dir, &OsStr), (to, new_name): (&Dir, &OsStr)) -> io::Result<()> {
    let told = || Operation::Rename { from: node(from), name, to: node(to), new_name };
    through(told, || system::rename_over((from, name), (to, new_name)), || None)
}

/// Lets two things change places, at once.
pub(crate) fn swap((one, name): (&Dir, &OsStr), (other, other_name): (&Dir, &OsStr)) -> io::Result<()> {
    let told = || Operation::Swap { one: node(one), name, other: node(other), other_name };
    through(told, || system::swap((one, name), (other, other_name)), || None)
}

/// Removes a file or a link itself.
pub(crate) fn remove_file(within: &Dir, name: &OsStr) -> io::Result<()> {
    let told = || Operation::Remove { within: node(within), name };
    through(told, || system::remove_file(within, name), || None)
}

/// Removes a folder in which nothing is.
pub(crate) fn remove_folder(within: &Dir, name: &OsStr) -> io::Result<()> {
    let told = || Operation::Remove { within: node(within), name };
    through(told, || system::remove_folder(within, name), || None)
}
