//! The readers of hostile bytes, each with what it is fed at first and a law that holds whatever it is fed.

mod agent;
mod agents;
mod archive;
#[cfg(unix)]
mod broker;
mod databases;
mod log;
mod skill;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Bytes of the longest input: 64 KiB.
pub const LONGEST: usize = 64 << 10;
/// How long one input may take: 10 s. Tests run unoptimised and beside others.
pub const SLOWEST: Duration = Duration::from_secs(10);

/// Reads, and panics when its law does not hold.
type Read = dyn FnMut(&[u8]);

/// A reader of hostile bytes.
pub struct Reader {
    /// What it is fed at first.
    pub seeds: Vec<Vec<u8>>,
    /// What is fed.
    pub read: Box<Read>,
}

/// Makes a reader ready.
type Make = fn() -> Reader;

/// All of them by name.
pub const READERS: &[(&str, Make)] = &[
    ("log_lines", log::log_lines),
    ("agents_lines", agents::agents_lines),
    ("agents_files", agents::agents_files),
    ("agents_databases", databases::agents_databases),
    ("frontmatter", skill::frontmatter),
    ("context_sources", skill::context_sources),
    ("archives", archive::archives),
    ("bundles", archive::bundles),
    #[cfg(unix)]
    ("frames_of_the_broker", broker::frames_of_the_broker),
    ("frames_of_an_agent", agent::frames_of_an_agent),
];

impl Reader {
    /// The reader of this name; nothing if there is none.
    pub fn named(name: &str) -> Option<Self> {
        let (_, make) = READERS.iter().find(|(known, _)| *known == name)?;
        Some(make())
    }

    fn new(seeds: Vec<Vec<u8>>, read: impl FnMut(&[u8]) + 'static) -> Self {
        assert!(!seeds.is_empty(), "a reader has something to begin with");
        Self { seeds, read: Box::new(read) }
    }
}

/// The files below a folder of this project whose names end so, each cut to a quarter of the longest input.
fn seeds(folder: &Path, end: &str) -> Vec<Vec<u8>> {
    let (mut folders, mut found) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        let mut paths: Vec<PathBuf> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        for path in paths {
            if path.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(end) {
                found.push(fs::read(path).unwrap());
            }
        }
    }
    found.iter_mut().for_each(|bytes| bytes.truncate(LONGEST / 4));
    found
}
