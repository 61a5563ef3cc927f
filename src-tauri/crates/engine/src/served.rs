//! A skill as it is served to others file by file: what its manifest holds, and the files of that manifest, byte for
//! byte. What an agent is never shown of a skill's folder stands in no manifest and is not read.

use std::path::{Path, PathBuf};

use disk::{Cause, Digest, Fault, Folder, Kind, Leaf};
use message::message;
use serde_json::{Map, Value};
use skills::{Unfit, verbatim_skill};

use crate::activate::load;
use crate::mount::{is_ignored, with_slashes};
use crate::{Call, Offered, Refusal, Via, inside};

/// Most files of a skill that every host takes.
const FILES: usize = 512;
/// Most bytes of all its files together that every host takes: 16 MiB.
const BYTES: u64 = 16 << 20;
/// Most folders deep.
const DEPTH: usize = 32;
/// What the file of a skill is called.
const MAIN: &str = "SKILL.md";

/// A skill with all its files, as of one look.
#[derive(Debug, Clone, PartialEq)]
pub struct Served {
    /// What stands between the fences of its `SKILL.md`.
    pub frontmatter: Map<String, Value>,
    /// Its files by path, `SKILL.md` among them; at most 512, and at most 16 MiB together.
    pub files: Vec<ServedFile>,
}

/// A file of a skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServedFile {
    /// Its path from the skill's folder, with `/`.
    pub path: String,
    /// SHA-256 of its bytes.
    pub digest: Digest,
    /// How many bytes it has.
    pub size: u64,
}

/// What lies directly in a folder of a skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Child {
    /// Its path from the skill's folder, with `/`.
    pub path: String,
    /// Whether it is a folder.
    pub is_folder: bool,
}

/// Why a skill is not served as one. Its files may be read all the same.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unserved {
    /// It is a file alone, or its file has another name.
    #[error("{} is not a SKILL.md in its own folder", .path.display())]
    NoFolder {
        /// The file.
        path: PathBuf,
    },
    /// Its frontmatter is none that others can be told.
    #[error("its SKILL.md {0}")]
    Unfit(Unfit),
    /// It is called otherwise here than in its file.
    #[error("it is named {id} here, but {name} in its SKILL.md")]
    Name {
        /// What it is called by.
        id: String,
        /// What its file says.
        name: String,
    },
    /// It cannot be taken in by its address.
    #[error("it cannot be activated by its address: {0}")]
    Refused(Refusal),
    /// A file or folder of it cannot be read, so that no list would be whole.
    #[error("its list of files would be incomplete: {0}")]
    Unreadable(Fault),
    /// A name in it cannot be written in an address.
    #[error("its list of files would be incomplete: the name {} is not UTF-8, or has a backslash", .path.display())]
    OddName {
        /// The file, from the skill's folder.
        path: PathBuf,
    },
    /// It has more than hosts need take.
    #[error("it has {0}; hosts may refuse such a skill")]
    TooLarge(&'static str),
}

/// A skill's manifest, its files read and hashed. `kept` are folders, links resolved, of skills that the agent may not
/// see; none of theirs is in it.
///
/// # Errors
///
/// [`Unserved`] when it is no folder with a `SKILL.md`, this has no name and description that others can be told, the
/// name is another than `skill.id`, taking it in would be refused, a file cannot be read, or it has more than 512 files,
/// 16 MiB or 32 levels.
pub fn served(skill: &Offered, kept: &[PathBuf]) -> Result<Served, Unserved> {
    if skill.path != skill.dir.join(MAIN) {
        return Err(Unserved::NoFolder { path: skill.path.clone() });
    }
    let loaded = load(skill, &Call::of(&skill.id, Via::Resource)).map_err(Unserved::Refused)?;
    let frontmatter = verbatim_skill(loaded.content.as_bytes()).map_err(Unserved::Unfit)?;
    let name = frontmatter.get("name").and_then(Value::as_str).unwrap_or_default();
    if name != skill.id {
        return Err(Unserved::Name { id: skill.id.clone(), name: name.to_owned() });
    }
    let tree = Tree::open(skill, kept).map_err(Unserved::Unreadable)?;
    let mut manifest = Manifest { tree, files: Vec::new(), bytes: 0 };
    manifest.below(Path::new(""), DEPTH)?;
    // The frontmatter that is told is that of the file that is hashed.
    let main = manifest.files.iter().find(|file| file.path == MAIN);
    if main.is_none_or(|main| main.digest != loaded.content_hash) {
        let path = skill.path.clone();
        return Err(Unserved::Unreadable(Fault {
            path,
            cause: Cause::Other(message!("it is being changed")),
        }));
    }
    Ok(Served { frontmatter, files: manifest.files })
}

/// The bytes of a file of a skill, which is not its main file by any name: that one is taken in.
///
/// # Errors
///
/// [`Refusal`] when the path is not one of a file below the skill, the file is missing or not for agents, or it is
/// larger than 16 MiB.
pub fn served_file(skill: &Offered, kept: &[PathBuf], path: &str) -> Result<Vec<u8>, Refusal> {
    let rel = inside(path).map_err(|fault| Refusal::Path { path: path.to_owned(), fault })?;
    let tree = Tree::open(skill, kept).map_err(Refusal::Unreadable)?;
    if tree.hides(&rel) {
        return Err(Refusal::NoSuchFile { name: skill.id.clone(), path: path.to_owned() });
    }
    let contents = tree.folder.read(&rel, BYTES).map_err(|fault| Refusal::of_file(fault, &skill.id, path))?;
    if tree.is_main(&rel, &contents.stamp) {
        return Err(Refusal::MainFile { path: path.to_owned() });
    }
    Ok(contents.bytes)
}

/// What lies directly in a folder of a skill, by path; an empty path means its own.
///
/// # Errors
///
/// [`Refusal`] when the path is not one below the skill, or no folder that agents are shown stands there.
pub fn served_children(skill: &Offered, kept: &[PathBuf], path: &str) -> Result<Vec<Child>, Refusal> {
    let rel = match path {
        "" => PathBuf::new(),
        path => inside(path).map_err(|fault| Refusal::Path { path: path.to_owned(), fault })?,
    };
    let missing = || Refusal::NoSuchFile { name: skill.id.clone(), path: path.to_owned() };
    let tree = Tree::open(skill, kept).map_err(Refusal::Unreadable)?;
    let has_link = rel.ancestors().any(|at| !at.as_os_str().is_empty() && !tree.is_folder(at));
    if has_link || tree.hides(&rel) {
        return Err(missing());
    }
    let leaves = tree.folder.list(&rel).map_err(|fault| Refusal::of_file(fault, &skill.id, path))?;
    let child = |leaf: Leaf| {
        let kind = tree.kind(&leaf).ok().flatten()?;
        Some(Child { path: with_slashes(&leaf.rel), is_folder: kind == Kind::Folder })
    };
    Ok(leaves.into_iter().filter_map(child).collect())
}

/// A skill's folder as others are shown it.
struct Tree<'a> {
    folder: Folder,
    // Where it is, links resolved.
    at: PathBuf,
    kept: &'a [PathBuf],
    main: disk::Stamp,
}

impl<'a> Tree<'a> {
    fn open(skill: &Offered, kept: &'a [PathBuf]) -> Result<Self, Fault> {
        let main = disk::look(&skill.path)?.stamp;
        Ok(Self { folder: Folder::open(&skill.dir)?, at: disk::canonical(&skill.dir)?, kept, main })
    }

    /// Whether a path, or a folder on its way, is none that others are shown.
    fn hides(&self, rel: &Path) -> bool {
        let is_kept = |at: &Path| !at.as_os_str().is_empty() && self.kept.contains(&self.at.join(at));
        rel.iter().any(|part| part.to_str().is_none_or(is_ignored)) || rel.ancestors().any(is_kept)
    }

    fn is_folder(&self, rel: &Path) -> bool {
        let name = rel.file_name();
        let leaves = self.folder.list(rel.parent().unwrap_or(Path::new(""))).unwrap_or_default();
        leaves.iter().any(|leaf| leaf.rel.file_name() == name && leaf.kind == Kind::Folder)
    }

    /// A file or a folder; nothing for what is not shown. A link stands for the file that it leads to inside.
    fn kind(&self, leaf: &Leaf) -> Result<Option<Kind>, Unserved> {
        let name = leaf.rel.file_name().and_then(|name| name.to_str()).filter(|name| !name.contains('\\'));
        if name.is_none() {
            return Err(Unserved::OddName { path: leaf.rel.clone() });
        }
        if self.hides(&leaf.rel) {
            return Ok(None);
        }
        Ok(match leaf.kind {
            Kind::File | Kind::Folder => Some(leaf.kind),
            Kind::Link => self.folder.kind(&leaf.rel).ok().filter(|kind| *kind == Kind::File),
            Kind::Other(_) => None,
        })
    }

    fn is_main(&self, rel: &Path, stamp: &disk::Stamp) -> bool {
        if self.main.inode == 0 {
            return rel.as_os_str().eq_ignore_ascii_case(MAIN);
        }
        (self.main.device, self.main.inode) == (stamp.device, stamp.inode)
    }
}

struct Manifest<'a> {
    tree: Tree<'a>,
    files: Vec<ServedFile>,
    bytes: u64,
}

impl Manifest<'_> {
    fn below(&mut self, at: &Path, depth: usize) -> Result<(), Unserved> {
        if depth == 0 {
            return Err(Unserved::TooLarge("more than 32 levels of folders"));
        }
        for leaf in self.tree.folder.list(at).map_err(Unserved::Unreadable)? {
            match self.tree.kind(&leaf)? {
                Some(Kind::Folder) => self.below(&leaf.rel, depth - 1)?,
                Some(_) => self.file(&leaf.rel)?,
                None => {}
            }
        }
        Ok(())
    }

    fn file(&mut self, rel: &Path) -> Result<(), Unserved> {
        let contents = self.tree.folder.read(rel, BYTES - self.bytes).map_err(|fault| match fault.cause {
            Cause::TooLarge { .. } => Unserved::TooLarge("more than 16 MiB of files"),
            _ => Unserved::Unreadable(fault),
        })?;
        // Another name of the main file: it is told once.
        if rel != Path::new(MAIN) && self.tree.is_main(rel, &contents.stamp) {
            return Ok(());
        }
        if self.files.len() == FILES {
            return Err(Unserved::TooLarge("more than 512 files"));
        }
        let size = contents.bytes.len() as u64;
        self.bytes += size;
        self.files.push(ServedFile { path: with_slashes(rel), digest: Digest::of(&contents.bytes), size });
        Ok(())
    }
}
