//! What a look finds.

use std::path::PathBuf;
use std::sync::Arc;

use disk::{Digest, Entry, Stamp};

use super::reading::Readings;
use crate::fence::body_size;
use crate::finding::line_at;
use crate::skill::line_count;
use crate::{Problem, RootOutcome};

/// One root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Looked {
    pub outcome: RootOutcome,
    /// In the order they were found: nearer to the root first, then by path.
    pub files: Vec<Sighting>,
    /// What there is to say of the root and of the names in it.
    pub problems: Vec<Problem>,
    /// What there is to say of the folders in it, where that is kept apart.
    pub inner: Vec<Problem>,
}

/// A folder and the names in it.
#[derive(Debug)]
pub(crate) struct Listed {
    /// Its state before it was listed.
    pub stamp: Stamp,
    pub entries: Vec<Entry>,
}

/// A file where a root leads to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sighting {
    pub file: Arc<Found>,
    /// Names of the folders between the root and the file.
    pub folders: Vec<String>,
    /// Folders that were listed before its own.
    pub ordinal: usize,
    /// Whether it lies inside the folder of another skill.
    pub inside: bool,
    /// Whether the file itself is a link.
    pub is_link: bool,
}

/// A file that may be a skill's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Found {
    /// As the root leads to it.
    pub path: PathBuf,
    /// `SKILL.md`, or that in another case.
    pub name: String,
    pub id: FileId,
    pub stamp: Stamp,
    pub size: u64,
    /// Of these, what stands below the frontmatter.
    pub body_size: u64,
    pub lines: u32,
    pub hash: Digest,
    /// The line of the first byte that is not UTF-8.
    pub not_utf8: Option<u32>,
    pub readings: Readings,
    /// Whether `agents/openai.yaml` beside it keeps it from Codex's list.
    pub kept_from_codex: bool,
}

/// Tells whether two paths lead to one file.
#[derive(Debug, Clone)]
pub struct FileId {
    /// The path with every link resolved.
    pub real: PathBuf,
    device: u64,
    inode: u64,
}

// Two paths lead to one file when they are one once links are resolved, and when they are two names of it.
impl PartialEq for FileId {
    fn eq(&self, other: &Self) -> bool {
        self.real == other.real || self.number().is_some_and(|number| other.number() == Some(number))
    }
}

impl Eq for FileId {}

impl FileId {
    pub(crate) fn new(real: PathBuf, stamp: Stamp) -> Self {
        Self { real, device: stamp.device, inode: stamp.inode }
    }

    /// The file's number, where the system numbers files.
    pub(crate) fn number(&self) -> Option<(u64, u64)> {
        (self.inode != 0).then_some((self.device, self.inode))
    }
}

impl Found {
    /// A file with these bytes; nothing is read.
    pub fn of(path: PathBuf, id: FileId, stamp: Stamp, content: &[u8], readings: Readings) -> Self {
        Self {
            name: path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default(),
            path,
            id,
            stamp,
            size: content.len() as u64,
            body_size: body_size(content) as u64,
            lines: line_count(content),
            hash: Digest::of(content),
            not_utf8: std::str::from_utf8(content).err().map(|error| line_at(content, error.valid_up_to())),
            readings,
            kept_from_codex: false,
        }
    }
}
