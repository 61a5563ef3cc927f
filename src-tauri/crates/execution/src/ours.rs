//! What is Assay's own around a command that runs.

use std::path::{Path, PathBuf};

/// Folders of ours for a command, the first of them its own, and the pipe that it is spoken to through.
pub(crate) type Ours<'a> = (&'a Path, &'a Path, Option<&'a Path>);

pub(crate) fn place_of_scratch() -> PathBuf {
    // Not from the environment: the engine reads none, and every Unix has this one.
    PathBuf::from(if cfg!(windows) { r"C:\Windows\Temp" } else { "/tmp" })
}
