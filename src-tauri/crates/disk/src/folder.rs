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
}

impl Folder {
    /// Opens the folder; a link to a folder is followed here, and only here.
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

    /// Reads one regular file below the folder, at most `limit` bytes.
    ///
    /// A link inside the folder is followed as long as it stays inside; one that leads out is
    /// [`Cause::Outside`].
    pub fn read(&self, rel: &Path, limit: u64) -> Result<Contents, Fault> {
        let shown = self.path.join(rel);
        if rel.components().any(|part| !matches!(part, Component::Normal(_) | Component::CurDir)) {
            return Err(Fault::new(&shown, Cause::Outside));
        }
        let mut options = OpenOptions::new();
        options.read(true);
        #[cfg(unix)]
        {
            use cap_std::fs::OpenOptionsExt;
            options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
        }
        let file = match self.dir.open_with(rel, &options) {
            Ok(file) => file.into_std(),
            Err(error) => return Err(Fault::new(&shown, escape_or(&error))),
        };
        read_file(&file, limit).map_err(|cause| Fault::new(&shown, cause))
    }
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
        let Ok(entries) = dir.entries() else { return };
        let mut names: Vec<_> = entries.filter_map(Result::ok).map(|entry| entry.file_name()).collect();
        names.sort_by(|a, b| a.as_encoded_bytes().cmp(b.as_encoded_bytes()));
        for name in names {
            if self.leaves.len() >= self.limit {
                self.omitted += 1;
                continue;
            }
            let Ok(found) = dir.symlink_metadata(&name) else { continue };
            let kind = kind_of(found.file_type());
            let rel = at.join(&name);
            let size = if kind == Kind::File { found.len() } else { 0 };
            self.leaves.push(Leaf { rel: rel.clone(), kind, size, mode: mode_of(&found) });
            if kind == Kind::Folder
                && depth > 1
                && let Ok(inside) = dir.open_dir(&name)
            {
                self.below(&inside, &rel, depth - 1);
            }
        }
    }
}

fn kind_of(file_type: FileType) -> Kind {
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
fn mode_of(found: &cap_std::fs::Metadata) -> u32 {
    use cap_std::fs::PermissionsExt;
    found.permissions().mode() & 0o7777
}

#[cfg(not(unix))]
fn mode_of(_: &cap_std::fs::Metadata) -> u32 {
    0
}
