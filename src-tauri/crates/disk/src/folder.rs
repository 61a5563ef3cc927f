use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf};

use cap_std::ambient_authority;
use cap_std::fs::{Dir, FileType, OpenOptions};

use crate::read::read_file;
use crate::{Cause, Contents, Fault, Kind};

/// A folder whose inside was named by a stranger: no path, link or race leads out of it.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    dir: Dir,
}

/// One thing below a [`Folder`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leaf {
    /// Its path from the folder.
    pub rel: PathBuf,
    /// What it is itself; a link is a link.
    pub kind: Kind,
    /// Size in bytes, 0 for anything but a file.
    pub size: u64,
    /// Unix permission bits, 0 where there are none.
    pub mode: u32,
    /// Last change of content, name or permissions, nanoseconds since 1970 (UTC).
    pub changed_ns: i128,
}

impl Folder {
    /// Opens the folder; a link to a folder is followed here, and only here.
    ///
    /// # Errors
    ///
    /// When nothing is there, it is no folder, or it may not be entered.
    pub fn open(path: &Path) -> Result<Self, Fault> {
        let opened = Dir::open_ambient_dir(path, ambient_authority());
        Ok(Self { path: path.to_owned(), dir: opened.map_err(|error| Fault::from_io(path, &error))? })
    }

    /// Everything below, depth first and sorted by bytes, at most `limit` leaves and `depth` levels.
    /// Returns the leaves and how many names were seen beyond the limit.
    pub fn tree(&self, limit: usize, depth: usize) -> (Vec<Leaf>, usize) {
        let mut walk = Walk { leaves: Vec::new(), omitted: 0, limit };
        walk.below(&self.dir, Path::new(""), depth);
        (walk.leaves, walk.omitted)
    }

    /// The names in one folder below, sorted by bytes; `rel` is empty for the folder itself. Links among them
    /// are named, and a link on the way that leads out is [`Cause::Outside`].
    ///
    /// # Errors
    ///
    /// [`Cause::Outside`] when the path leads out of the folder, and what the system says when it is missing,
    /// is no folder, or may not be read.
    pub fn list(&self, rel: &Path) -> Result<Vec<Leaf>, Fault> {
        let shown = self.path.join(rel);
        let fault = |error: &std::io::Error| Fault::new(&shown, escape_or(error));
        let opened;
        let dir = if rel.as_os_str().is_empty() {
            &self.dir
        } else {
            check_inside(rel).map_err(|cause| Fault::new(&shown, cause))?;
            opened = self.dir.open_dir(rel).map_err(|error| fault(&error))?;
            &opened
        };
        Ok(names(dir)
            .map_err(|error| fault(&error))?
            .iter()
            .filter_map(|name| leaf(dir, rel, name))
            .collect())
    }

    /// What stands at a path below the folder. Links are followed as long as they stay inside; one that
    /// leads out is [`Cause::Outside`].
    ///
    /// # Errors
    ///
    /// [`Cause::Missing`] when nothing is there, [`Cause::Outside`] when the path leads out of the folder,
    /// and what the system says when it may not be looked at.
    pub fn kind(&self, rel: &Path) -> Result<Kind, Fault> {
        let shown = self.path.join(rel);
        check_inside(rel).map_err(|cause| Fault::new(&shown, cause))?;
        let found = self.dir.metadata(rel);
        found.map(|found| kind_of(found.file_type())).map_err(|error| Fault::new(&shown, escape_or(&error)))
    }

    /// Reads one regular file below the folder, at most `limit` bytes.
    ///
    /// A link inside the folder is followed as long as it stays inside; one that leads out is
    /// [`Cause::Outside`].
    ///
    /// # Errors
    ///
    /// [`Cause::TooLarge`] when it has more than `limit` bytes, [`Cause::NotAFile`] when it is anything but a
    /// file, [`Cause::Outside`] when the path leads out of the folder, and what the system says when it is
    /// missing or may not be read.
    pub fn read(&self, rel: &Path, limit: u64) -> Result<Contents, Fault> {
        read_file(&self.opened(rel)?, limit).map_err(|cause| Fault::new(&self.path.join(rel), cause))
    }

    /// The beginning of one regular file below the folder, at most `most` bytes of it, however large it is.
    ///
    /// # Errors
    ///
    /// As [`Folder::read`], apart from the size.
    pub fn read_beginning(&self, rel: &Path, most: u64) -> Result<Vec<u8>, Fault> {
        let (file, mut bytes) = (self.opened(rel)?, Vec::new());
        let fault = |error: std::io::Error| Fault::from_io(&self.path.join(rel), &error);
        if !file.metadata().map_err(fault)?.is_file() {
            return Err(Fault::new(&self.path.join(rel), Cause::NotAFile("not a regular file")));
        }
        std::io::Read::read_to_end(&mut std::io::Read::take(file, most), &mut bytes).map_err(fault)?;
        Ok(bytes)
    }

    fn opened(&self, rel: &Path) -> Result<std::fs::File, Fault> {
        let shown = self.path.join(rel);
        check_inside(rel).map_err(|cause| Fault::new(&shown, cause))?;
        let mut options = OpenOptions::new();
        options.read(true);
        #[cfg(unix)]
        {
            use cap_std::fs::OpenOptionsExt;
            options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
        }
        match self.dir.open_with(rel, &options) {
            Ok(file) => Ok(file.into_std()),
            Err(error) => Err(Fault::new(&shown, escape_or(&error))),
        }
    }
}

impl Folder {
    pub(crate) fn dir(&self) -> &Dir {
        &self.dir
    }

    pub(crate) fn of_dir(path: PathBuf, dir: Dir) -> Self {
        Self { path, dir }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn inside(&self, rel: &Path) -> Result<(), Fault> {
        check_inside(rel).map_err(|cause| Fault::new(&self.path.join(rel), cause))
    }

    pub(crate) fn fault(&self, rel: &Path, error: &std::io::Error) -> Fault {
        Fault::new(&self.path.join(rel), escape_or(error))
    }
}

fn check_inside(rel: &Path) -> Result<(), Cause> {
    let stays = |part| matches!(part, Component::Normal(_) | Component::CurDir);
    if rel.components().all(stays) { Ok(()) } else { Err(Cause::Outside) }
}

// cap-std reports an escape as a denied permission without a system number behind it.
fn escape_or(error: &std::io::Error) -> Cause {
    match Cause::of(error) {
        Cause::Denied if error.raw_os_error().is_none() => Cause::Outside,
        cause => cause,
    }
}

struct Walk {
    leaves: Vec<Leaf>,
    omitted: usize,
    limit: usize,
}

impl Walk {
    fn below(&mut self, dir: &Dir, at: &Path, depth: usize) {
        // An unreadable folder still shows as a leaf; there is nothing to add below it.
        let Ok(names) = names(dir) else { return };
        for name in names {
            if self.leaves.len() >= self.limit {
                self.omitted += 1;
                continue;
            }
            let Some(leaf) = leaf(dir, at, &name) else { continue };
            let (kind, rel) = (leaf.kind, leaf.rel.clone());
            self.leaves.push(leaf);
            if kind == Kind::Folder
                && depth > 1
                && let Ok(inside) = dir.open_dir(&name)
            {
                self.below(&inside, &rel, depth - 1);
            }
        }
    }
}

/// The names in a folder, sorted by bytes.
pub(crate) fn names(dir: &Dir) -> std::io::Result<Vec<OsString>> {
    let mut names = crate::ops::names(dir)?;
    names.sort_by(|a, b| a.as_encoded_bytes().cmp(b.as_encoded_bytes()));
    Ok(names)
}

/// `None` for a name that went in the meantime.
fn leaf(dir: &Dir, at: &Path, name: &OsStr) -> Option<Leaf> {
    let found = dir.symlink_metadata(name).ok()?;
    let kind = kind_of(found.file_type());
    let size = if kind == Kind::File { found.len() } else { 0 };
    let changed_ns = changed_ns(&found);
    Some(Leaf { rel: at.join(name), kind, size, mode: mode_of(&found), changed_ns })
}

#[cfg(unix)]
fn changed_ns(found: &cap_std::fs::Metadata) -> i128 {
    use cap_std::fs::MetadataExt;
    let at = |seconds: i64, rest: i64| i128::from(seconds) * 1_000_000_000 + i128::from(rest);
    at(found.mtime(), found.mtime_nsec()).max(at(found.ctime(), found.ctime_nsec()))
}

#[cfg(not(unix))]
fn changed_ns(found: &cap_std::fs::Metadata) -> i128 {
    let since =
        found.modified().ok().and_then(|time| time.into_std().duration_since(std::time::UNIX_EPOCH).ok());
    since.map_or(0, |since| since.as_nanos() as i128)
}

pub(crate) fn kind_of(file_type: FileType) -> Kind {
    if file_type.is_file() {
        Kind::File
    } else if file_type.is_dir() {
        Kind::Folder
    } else if file_type.is_symlink() {
        Kind::Link
    } else {
        Kind::Other("pipe, socket or device")
    }
}

#[cfg(unix)]
pub(crate) fn mode_of(found: &cap_std::fs::Metadata) -> u32 {
    use cap_std::fs::PermissionsExt;
    found.permissions().mode() & 0o7777
}

#[cfg(not(unix))]
pub(crate) fn mode_of(_: &cap_std::fs::Metadata) -> u32 {
    0
}
