#![allow(clippy::disallowed_methods, reason = "this crate is the door to files")]

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::Fault;

/// Makes a folder and those above it.
pub fn make_folder(path: &Path) -> Result<(), Fault> {
    fs::create_dir_all(path).map_err(|error| Fault::from_io(path, &error))
}

/// Replaces a file at once: a reader sees the old bytes or the new ones, also after a crash.
///
/// Written beside the target, flushed to the disk, then renamed over it; the folder is flushed too.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), Fault> {
    let beside = name_beside(path);
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&beside)
        .map_err(|error| Fault::from_io(path, &error))?;
    fill_and_rename(&mut file, bytes, &beside, path).map_err(|error| {
        // Created exclusively a moment ago, so it is ours and nobody else's.
        let _ = fs::remove_file(&beside);
        Fault::from_io(path, &error)
    })
}

fn fill_and_rename(file: &mut File, bytes: &[u8], beside: &Path, path: &Path) -> io::Result<()> {
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(beside, path)?;
    match path.parent() {
        Some(folder) if cfg!(unix) => File::open(folder)?.sync_all(),
        _ => Ok(()),
    }
}

fn name_beside(path: &Path) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let mut name = path.file_name().unwrap_or_default().to_owned();
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    name.push(format!(".tmp-{}-{count}", std::process::id()));
    path.with_file_name(name)
}
