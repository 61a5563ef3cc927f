//! What a command that starts a server consists of: shown to a person before, and compared when it starts.

use std::path::{Path, PathBuf};

use disk::{Kind, Pinned};
use execution::{Program, Unresolved, resolve};
use skills::manage::StartedFile;

/// Bytes of a file that a word names: 1 GiB, as of a program.
const LARGEST: u64 = 1 << 30;

/// The program of a command, and it and every file that a further word of the command names, in the order of the words,
/// links resolved. What those read in turn is not told.
///
/// # Errors
///
/// When the command names no program, or a file that it names cannot be read.
pub fn started_files(
    command: &[String],
    folder: &Path,
    search: &[PathBuf],
) -> Result<(Program, Vec<StartedFile>), Unresolved> {
    let name = command.first().map(String::as_str).unwrap_or_default();
    let program = resolve(name, folder, search)?;
    let mut files = vec![StartedFile { path: program.path.clone(), digest: program.digest.to_string() }];
    for word in command.iter().skip(1) {
        let Ok(path) = disk::canonical(&folder.join(word)) else { continue };
        if !disk::look(&path).is_ok_and(|look| look.kind == Kind::File) {
            continue;
        }
        let digest = Pinned::file(&path).and_then(|file| file.read_through(LARGEST, |_| Ok(())));
        let digest = digest.map_err(Unresolved::Unreadable)?.to_string();
        files.push(StartedFile { path, digest });
    }
    Ok((program, files))
}
