use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use cap_std::ambient_authority;
use cap_std::fs::Dir;
use message::message;

use crate::folder::{kind_of, mode_of, names};
use crate::{Cause, Digest, Fault, Hashing, Kind};

/// What stands at a path, to the byte: a file, a link, or a folder with everything in it. Links are never
/// followed, times are left out. Two places with equal imprints hold the same.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Imprint {
    /// The thing itself first, with an empty path, then what is below it, depth first and sorted by bytes.
    /// Nothing when nothing is there.
    pub parts: Vec<Part>,
}

/// One thing of an [`Imprint`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Its path from the top.
    pub rel: PathBuf,
    /// What it is.
    pub matter: Matter,
    /// Unix permission bits; 0 for a link and where there are none.
    pub mode: u32,
}

/// What a [`Part`] is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Matter {
    /// A folder.
    Folder,
    /// A regular file.
    File {
        /// Bytes.
        size: u64,
        /// Their digest.
        digest: Digest,
    },
    /// A link, and where it points as it is written in it.
    Link(PathBuf),
}

/// Most things an imprint is made of.
pub const MOST_PARTS: usize = 20_000;
/// Most bytes an imprint is taken of: 1 GiB.
pub const MOST_BYTES: u64 = 1 << 30;
/// Most folders deep.
const DEEPEST: usize = 64;

impl Imprint {
    /// Takes the imprint of what stands at a path. A pipe, socket or device anywhere in it is
    /// [`Cause::NotAFile`]; more than [`MOST_PARTS`] or [`MOST_BYTES`] are refused.
    ///
    /// # Errors
    ///
    /// As said above, and when something in it may not be read or lies more than 64 folders deep.
    pub fn of(path: &Path) -> Result<Self, Fault> {
        Self::within(path, Bounds::default())
    }

    /// The same of no more than so much.
    ///
    /// # Errors
    ///
    /// As [`Imprint::of`], with these bounds instead.
    pub fn within(path: &Path, bounds: Bounds) -> Result<Self, Fault> {
        let Some((above, name)) = split(path) else { return Err(Fault::new(path, Cause::NotAFolder)) };
        let dir = match Dir::open_ambient_dir(above, ambient_authority()) {
            Ok(dir) => dir,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(Fault::from_io(above, &error)),
        };
        Self::beneath(&dir, name, path, bounds)
    }

    /// The same of a name in a folder that is open.
    pub(crate) fn beneath(
        dir: &Dir,
        name: &std::ffi::OsStr,
        path: &Path,
        bounds: Bounds,
    ) -> Result<Self, Fault> {
        match dir.symlink_metadata(name) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(Fault::from_io(path, &error)),
            Ok(_) => {}
        }
        let mut taking = Taking { top: path, parts: Vec::new(), bytes: 0, bounds };
        taking.take(dir, Path::new(name), Path::new(""))?;
        Ok(Self { parts: taking.parts })
    }

    /// The imprint of a file with these bytes.
    pub fn of_file(bytes: &[u8], mode: u32) -> Self {
        Self { parts: vec![Part::file(Path::new(""), bytes, mode)] }
    }

    /// Whether nothing is there.
    pub fn is_nothing(&self) -> bool {
        self.parts.is_empty()
    }

    /// One digest over all of it; that of no bytes when nothing is there.
    pub fn digest(&self) -> Digest {
        let mut hashing = Hashing::default();
        let mut add = |bytes: &[u8]| {
            hashing.add(&(bytes.len() as u64).to_le_bytes());
            hashing.add(bytes);
        };
        for part in &self.parts {
            add(part.rel.as_os_str().as_encoded_bytes());
            add(&part.mode.to_le_bytes());
            match &part.matter {
                Matter::Folder => add(b"folder"),
                Matter::File { digest, .. } => add(format!("file {digest}").as_bytes()),
                Matter::Link(to) => {
                    add(b"link");
                    add(to.as_os_str().as_encoded_bytes());
                }
            }
        }
        hashing.digest()
    }

    /// A digest of each of its parts by itself: kind, permission bits and bytes, or where a link points.
    pub fn marks(&self) -> Vec<(PathBuf, Digest)> {
        let mark = |part: &Part| {
            let matter = match &part.matter {
                Matter::Folder => b"folder".to_vec(),
                Matter::File { digest, .. } => format!("file {digest}").into_bytes(),
                Matter::Link(to) => [b"link ", to.as_os_str().as_encoded_bytes()].concat(),
            };
            Digest::of(&[&part.mode.to_le_bytes()[..], &matter].concat())
        };
        self.parts.iter().map(|part| (part.rel.clone(), mark(part))).collect()
    }

    /// Bytes of all files in it.
    pub fn bytes(&self) -> u64 {
        let size = |part: &Part| if let Matter::File { size, .. } = part.matter { size } else { 0 };
        self.parts.iter().map(size).sum()
    }

    /// Files and links in it.
    pub fn files(&self) -> usize {
        self.parts.iter().filter(|part| part.matter != Matter::Folder).count()
    }
}

impl Part {
    /// A file at a path from the top.
    pub fn file(rel: &Path, bytes: &[u8], mode: u32) -> Self {
        let matter = Matter::File { size: bytes.len() as u64, digest: Digest::of(bytes) };
        Self { rel: rel.to_owned(), matter, mode }
    }
}

/// How much of a place an imprint is taken of at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Files, folders and links.
    pub parts: usize,
    /// Bytes of all files together.
    pub bytes: u64,
    /// Names that are passed over where they stand directly in the folder.
    pub except: &'static [&'static str],
}

impl Default for Bounds {
    fn default() -> Self {
        Self { parts: MOST_PARTS, bytes: MOST_BYTES, except: &[] }
    }
}

struct Taking<'p> {
    top: &'p Path,
    parts: Vec<Part>,
    bytes: u64,
    bounds: Bounds,
}

impl Taking<'_> {
    fn take(&mut self, dir: &Dir, name: &Path, rel: &Path) -> Result<(), Fault> {
        let shown = self.top.join(rel);
        let fault = |error: &io::Error| Fault::from_io(&shown, error);
        if self.parts.len() >= self.bounds.parts || rel.iter().count() > DEEPEST {
            let why = message!(
                "it holds more than {files} files or {folders} nested folders",
                files = self.bounds.parts,
                folders = DEEPEST
            );
            return Err(Fault::new(self.top, Cause::Other(why)));
        }
        let found = dir.symlink_metadata(name).map_err(|error| fault(&error))?;
        let mode = mode_of(&found);
        let mut part = Part { rel: rel.to_owned(), matter: Matter::Folder, mode };
        match kind_of(found.file_type()) {
            Kind::Folder => {
                self.parts.push(part);
                let inside = crate::ops::open_beneath(dir, name).map_err(|error| fault(&error))?;
                for name in names(&inside).map_err(|error| fault(&error))? {
                    let is_top = rel.as_os_str().is_empty();
                    if is_top && self.bounds.except.iter().any(|except| name == *except) {
                        continue;
                    }
                    self.take(&inside, Path::new(&name), &rel.join(&name))?;
                }
            }
            Kind::File => {
                self.bytes += found.len();
                let limit = self.bounds.bytes;
                if self.bytes > limit {
                    return Err(Fault::new(self.top, Cause::TooLarge { size: self.bytes, limit }));
                }
                let opened = crate::ops::open_file(dir, name.as_os_str());
                let hashed = opened.and_then(|file| hashed(&file, limit));
                let (size, digest) = hashed.map_err(|error| fault(&error))?;
                part.matter = Matter::File { size, digest };
                self.parts.push(part);
            }
            Kind::Link => {
                let to = dir.read_link_contents(name).map_err(|error| fault(&error))?;
                self.parts.push(Part { matter: Matter::Link(to), mode: 0, ..part });
            }
            Kind::Other(what) => return Err(Fault::new(&shown, Cause::NotAFile(what))),
        }
        Ok(())
    }
}

/// The folder a path lies in, and its name there.
pub(crate) fn split(path: &Path) -> Option<(&Path, &std::ffi::OsStr)> {
    Some((path.parent()?, path.file_name()?))
}

fn hashed(mut file: &File, limit: u64) -> io::Result<(u64, Digest)> {
    let (mut hashing, mut piece, mut size) = (Hashing::default(), vec![0; 64 << 10], 0);
    loop {
        match file.read(&mut piece) {
            Ok(0) => return Ok((size, hashing.digest())),
            Ok(count) => {
                size += count as u64;
                // It may grow while it is read; a longer one than is taken of anything is no file to move.
                if size > limit {
                    return Err(io::Error::other("it grew while it was read"));
                }
                hashing.add(&piece[..count]);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}
