//! What a yes was given for to the byte, besides the program: files and folders that a command names, starts, or may
//! find beside what it starts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use disk::{Bounds, Digest, Fault, Imprint};

/// A file, a link, or a folder with all in it, as it was when it was approved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seal {
    /// Where it is; no part of the way to it is a link.
    pub path: PathBuf,
    /// Each thing in it by its path from there, depth first and sorted by bytes, with a digest of its kind, its
    /// permission bits and its bytes. The first, with an empty path, is the thing itself.
    pub marks: Vec<(PathBuf, Digest)>,
    size: u64,
    /// Files, folders and links it has at most.
    pub(crate) parts: usize,
    /// Bytes it has at most.
    pub(crate) bytes: u64,
    /// Nothing in it is passed over.
    pub(crate) whole: bool,
}

/// What is passed over directly in a sealed folder: it changes with every commit and every turn.
pub const NOT_SEALED: &[&str] = &[".git", ".pixir"];

impl Seal {
    /// Takes in what stands at a path, of at most so many things and bytes. A link is taken itself, not followed.
    /// Nothing there, a pipe, a socket, or more than that is an error.
    ///
    /// # Errors
    ///
    /// When nothing is there, a pipe, socket or device is in it, it holds more than `parts` things or `bytes`
    /// bytes, or it may not be read.
    pub fn of(path: &Path, parts: usize, bytes: u64) -> Result<Self, Fault> {
        let imprint = Imprint::within(path, bounds(parts, bytes, false))?;
        if imprint.is_nothing() {
            return Err(Fault { path: path.to_owned(), cause: disk::Cause::Missing });
        }
        Ok(Self {
            path: path.to_owned(),
            marks: imprint.marks(),
            size: imprint.bytes(),
            parts,
            bytes,
            whole: false,
        })
    }

    /// What an imprint was taken of, with nothing passed over.
    pub fn of_imprint(path: &Path, imprint: &Imprint) -> Self {
        let (parts, bytes) = (imprint.parts.len(), imprint.bytes());
        Self { path: path.to_owned(), marks: imprint.marks(), size: bytes, parts, bytes, whole: true }
    }

    /// One digest over all of it: that of the text with a line for each thing, its digest and its path.
    pub fn digest(&self) -> Digest {
        let line = |(rel, mark): &(PathBuf, Digest)| format!("{mark} {:?}\n", rel.as_os_str());
        Digest::of(self.marks.iter().map(line).collect::<String>().as_bytes())
    }

    /// Bytes of all files in it.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// What is different at its place now: a path that has changed, is gone, or was added.
    pub fn changed(&self) -> Option<PathBuf> {
        changed(&self.path, &self.marks, &self.path, bounds(self.parts, self.bytes, self.whole))
    }
}

pub(crate) fn bounds(parts: usize, bytes: u64, whole: bool) -> Bounds {
    Bounds { parts, bytes, except: if whole { &[] } else { NOT_SEALED } }
}

/// The path below `named` in which what stands at `at` differs from `marks`.
pub(crate) fn changed(
    named: &Path,
    marks: &[(PathBuf, Digest)],
    at: &Path,
    bounds: Bounds,
) -> Option<PathBuf> {
    let Ok(now) = Imprint::within(at, bounds) else { return Some(named.to_owned()) };
    let now = now.marks();
    if now == marks {
        return None;
    }
    let then: BTreeMap<_, _> = marks.iter().map(|(rel, mark)| (rel, mark)).collect();
    let others: BTreeMap<_, _> = now.iter().map(|(rel, mark)| (rel, mark)).collect();
    let differs = |rel: &&PathBuf| then.get(*rel) != others.get(*rel);
    let first =
        then.keys().chain(others.keys()).copied().filter(differs).max_by_key(|rel| rel.iter().count());
    Some(first.map_or_else(|| named.to_owned(), |rel| below(named, rel)))
}

/// A path below another; an empty one is that itself.
pub(crate) fn below(top: &Path, rel: &Path) -> PathBuf {
    if rel.as_os_str().is_empty() { top.to_owned() } else { top.join(rel) }
}
