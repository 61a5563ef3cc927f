//! What lies in a folder, beside what was signed of it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use disk::{Cause, Digest, Fault, Folder, Kind};

use crate::statement::Statement;

/// Names below a folder that are looked at.
const MOST_NAMES: usize = 100_000;
/// Folders within each other that are looked into.
const DEEPEST: usize = 64;
/// Bytes of all files that are read (1 GiB).
pub(crate) const MOST_BYTES: u64 = 1 << 30;

/// A path at which something else is than what was signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The path, from the folder.
    pub path: String,
    /// What is different.
    pub kind: ChangeKind,
}

/// What is different at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeKind {
    /// A file with other bytes.
    Changed,
    /// A file that was not signed.
    Added,
    /// A file that was signed is not there.
    Removed,
    /// A link: what it leads to was not signed, whatever it is.
    Link,
    /// No file, folder or link.
    NoFile,
    /// The signature itself: it is not one of the statement that it stands by.
    Forged,
}

impl ChangeKind {
    /// One word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Link => "link",
            Self::NoFile => "no_file",
            Self::Forged => "forged",
        }
    }
}

/// What a look at a folder found.
#[derive(Debug, Default)]
pub(crate) struct Compared {
    /// What is not as it was signed, by path.
    pub changes: Vec<Change>,
    /// Ignored paths at which something lies.
    pub ignored: BTreeSet<String>,
}

/// Why a folder could not be compared.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FilesError {
    /// A file or folder could not be read.
    #[error("{0}")]
    Fault(Fault),
    /// There is more than is looked at.
    #[error("the folder exceeds {MOST_NAMES} names, {DEEPEST} nested folders or {MOST_BYTES} bytes of files")]
    TooLarge,
}

/// Compares everything below a folder with a statement; `own` is the signature, which no statement covers.
pub(crate) fn compare(folder: &Folder, own: &str, statement: &Statement) -> Result<Compared, FilesError> {
    let mut walk = Walk {
        folder,
        own,
        statement,
        found: Compared::default(),
        seen: BTreeMap::new(),
        names: 0,
        left: MOST_BYTES,
    };
    walk.below(Path::new(""), DEEPEST)?;
    let Walk { mut found, seen, .. } = walk;
    // A link in the place of a file is told already.
    let told: BTreeSet<String> = found.changes.iter().map(|change| change.path.clone()).collect();
    for (path, digest) in &statement.files {
        let kind = match seen.get(path) {
            Some(there) if there == digest => continue,
            Some(_) => ChangeKind::Changed,
            None if told.contains(path) => continue,
            None => ChangeKind::Removed,
        };
        found.changes.push(Change { path: path.clone(), kind });
    }
    let added = seen.into_keys().filter(|path| !statement.files.contains_key(path));
    found.changes.extend(added.map(|path| Change { path, kind: ChangeKind::Added }));
    found.changes.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}

struct Walk<'a> {
    folder: &'a Folder,
    own: &'a str,
    statement: &'a Statement,
    found: Compared,
    seen: BTreeMap<String, Digest>,
    names: usize,
    left: u64,
}

impl Walk<'_> {
    fn below(&mut self, rel: &Path, depth: usize) -> Result<(), FilesError> {
        let leaves = self.folder.list(rel).map_err(FilesError::Fault)?;
        self.names += leaves.len();
        if depth == 0 || self.names > MOST_NAMES {
            return Err(FilesError::TooLarge);
        }
        for leaf in leaves {
            let path = slashed(&leaf.rel);
            let ignored = self.statement.ignores(&path).map(str::to_owned);
            match leaf.kind {
                Kind::Folder => {
                    self.below(&leaf.rel, depth - 1)?;
                    continue;
                }
                Kind::Link => self.tell(&path, ChangeKind::Link),
                Kind::Other(_) => self.tell(&path, ChangeKind::NoFile),
                Kind::File if path == self.own || ignored.is_some() => {}
                Kind::File => self.take(&leaf.rel, path.clone())?,
            }
            self.found.ignored.extend(ignored.filter(|_| path != self.own));
        }
        Ok(())
    }

    fn tell(&mut self, path: &str, kind: ChangeKind) {
        self.found.changes.push(Change { path: path.to_owned(), kind });
    }

    fn take(&mut self, rel: &Path, path: String) -> Result<(), FilesError> {
        let read = self.folder.read(rel, self.left).map_err(|fault| match fault.cause {
            Cause::TooLarge { .. } => FilesError::TooLarge,
            _ => FilesError::Fault(fault),
        })?;
        self.left -= read.bytes.len() as u64;
        self.seen.insert(path, Digest::of(&read.bytes));
        Ok(())
    }
}

/// A path as statements have it. Bytes that are no text cannot have been signed; they stand as marks of that.
fn slashed(rel: &Path) -> String {
    let parts: Vec<_> = rel.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}
