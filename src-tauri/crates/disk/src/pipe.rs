use std::io::{PipeReader, PipeWriter};
use std::path::Path;

use rustix::fs::{CWD, Mode, OFlags, mkfifoat, open};

use crate::Fault;

/// Makes a pipe that is found by its name, and holds it open for writing: whoever reads from it meets its end once what
/// is returned is closed. It is for this user alone. Writing to it waits for nobody: a full pipe is an error of the kind
/// [`std::io::ErrorKind::WouldBlock`].
///
/// # Errors
///
/// When the system makes no pipe there, or something stands there already.
pub fn make_pipe(path: &Path) -> Result<PipeWriter, Fault> {
    let fault = |error: rustix::io::Errno| Fault::from_io(path, &error.into());
    mkfifoat(CWD, path, Mode::RUSR | Mode::WUSR).map_err(fault)?;
    // For reading too, so that nobody is waited for.
    open(path, OFlags::RDWR | OFlags::NONBLOCK | OFlags::CLOEXEC | OFlags::NOFOLLOW, Mode::empty())
        .map(PipeWriter::from)
        .map_err(fault)
}

/// Opens such a pipe to read from it.
///
/// # Errors
///
/// When there is none.
pub fn open_pipe(path: &Path) -> Result<PipeReader, Fault> {
    let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NOFOLLOW;
    open(path, flags, Mode::empty())
        .map(PipeReader::from)
        .map_err(|error| Fault::from_io(path, &error.into()))
}
