//! The files of an installed skill, read once for whatever rule hashes them.

use std::path::{Path, PathBuf};

use disk::{Folder, Kind};

/// One file or link of a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Leaf {
    /// Its path from the folder, with slashes.
    pub rel: String,
    /// What it is.
    pub matter: Matter,
}

/// What a leaf holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Matter {
    /// A file.
    File {
        /// Its bytes.
        bytes: Vec<u8>,
        /// Whether its owner may run it.
        is_executable: bool,
    },
    /// A link, and where it points.
    Link(PathBuf),
}

impl Leaf {
    /// Bytes of its file; 0 of a link.
    pub fn size(&self) -> usize {
        if let Matter::File { bytes, .. } = &self.matter { bytes.len() } else { 0 }
    }
}

/// Most names that are looked at.
const NAMES: usize = 20_000;
/// Most folders in each other.
const DEEPEST: usize = 32;
/// Most bytes of all files together: 64 MiB.
const BYTES: u64 = 64 << 20;

/// Every file and link below a folder, in the order of their bytes; why not, in words that go on from "cannot be
/// checked:".
pub(crate) fn read(place: &Path) -> Result<Vec<Leaf>, String> {
    let folder = Folder::open(place).map_err(|fault| fault.to_string())?;
    let (names, omitted) = folder.tree(NAMES, DEEPEST);
    if omitted > 0 {
        return Err(format!("it holds more than {NAMES} files, or folders more than {DEEPEST} deep"));
    }
    let mut left = BYTES;
    let mut leaves = Vec::new();
    for name in names {
        let rel = name.rel.to_str().ok_or_else(|| {
            format!("the name {} is not UTF-8, and the tool has no hash for it", name.rel.display())
        })?;
        let rel = rel.replace('\\', if cfg!(windows) { "/" } else { "\\" });
        let matter = match name.kind {
            Kind::Folder => continue,
            Kind::Link => {
                Matter::Link(disk::link_target(&place.join(&name.rel)).map_err(|fault| fault.to_string())?)
            }
            Kind::File => {
                let read = folder.read(&name.rel, left).map_err(|fault| match fault.cause {
                    disk::Cause::TooLarge { .. } => format!("its files have more than {BYTES} bytes"),
                    _ => fault.to_string(),
                })?;
                left -= read.bytes.len() as u64;
                Matter::File { bytes: read.bytes, is_executable: name.mode & 0o100 != 0 }
            }
            Kind::Other(what) => return Err(format!("{rel} is a {what}")),
        };
        leaves.push(Leaf { rel, matter });
    }
    Ok(leaves)
}

/// The same leaves with another text as their `SKILL.md`.
pub(crate) fn with_text(leaves: &[Leaf], text: &[u8]) -> Vec<Leaf> {
    let put = |leaf: &Leaf| match &leaf.matter {
        Matter::File { is_executable, .. } if leaf.rel == "SKILL.md" => {
            let matter = Matter::File { bytes: text.to_owned(), is_executable: *is_executable };
            Leaf { rel: leaf.rel.clone(), matter }
        }
        _ => leaf.clone(),
    };
    leaves.iter().map(put).collect()
}
