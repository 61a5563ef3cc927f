use std::path::{Path, PathBuf};

use disk::{Digest, Fault, Folder, Hashing, Kind, Leaf};

use crate::Skill;
use crate::skill::FILE_NAME;

/// A file of a skill beside its `SKILL.md`; named, not read (S3-38).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resource {
    /// Its path from the skill's folder.
    pub rel: PathBuf,
    /// What it is for, told by the folder it lies in.
    pub kind: ResourceKind,
    /// Size in bytes; 0 for a link, which is not followed.
    pub size: u64,
    /// Whether the system would run it.
    pub is_executable: bool,
    /// Whether it is a link.
    pub is_link: bool,
}

/// What a resource is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ResourceKind {
    /// Below `references/`.
    Reference,
    /// Below `scripts/`.
    Script,
    /// Below `assets/`.
    Asset,
    /// Below `templates/`.
    Template,
    /// Below `workflows/`.
    Workflow,
    /// Anywhere else.
    Other,
}

/// Most resources that are listed.
const LISTED: usize = 500;
/// Most names that are looked at, `.git` and `node_modules` included.
const SEEN: usize = 20_000;
/// Most folders deep.
const DEPTH: usize = 16;

/// The files below the skill's folder by path, at most 500, and how many more there are. Links are
/// named and never followed; `.git` and `node_modules` are left out (S2-35).
///
/// # Errors
///
/// When the skill's folder cannot be opened.
pub fn resources(skill: &Skill) -> Result<(Vec<Resource>, usize), Fault> {
    let (leaves, beyond) = Folder::open(&skill.dir)?.tree(SEEN, DEPTH);
    let mut found: Vec<Resource> = leaves.into_iter().filter_map(resource).collect();
    let omitted = found.len().saturating_sub(LISTED) + beyond;
    found.truncate(LISTED);
    Ok((found, omitted))
}

/// What tells one state of a skill's files from another without reading them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FolderState {
    sum: Digest,
    /// The last change of any of them, nanoseconds since 1970 (UTC).
    pub changed_ns: i128,
}

/// The state of a skill's files, its `SKILL.md` among them, wherever that leads.
///
/// # Errors
///
/// When the skill's folder cannot be opened.
pub fn folder_state(skill: &Skill) -> Result<FolderState, Fault> {
    let (leaves, beyond) = Folder::open(&skill.dir)?.tree(SEEN, DEPTH);
    let (mut hashing, stamp) = (Hashing::default(), skill.stamp);
    let own = [stamp.modified_ns, stamp.changed_ns, i128::from(stamp.size), i128::from(stamp.inode)];
    own.iter().for_each(|number| hashing.add(&number.to_le_bytes()));
    hashing.add(&(beyond as u64).to_le_bytes());
    for leaf in &leaves {
        let name = leaf.rel.as_os_str().as_encoded_bytes();
        hashing.add(&(name.len() as u64).to_le_bytes());
        hashing.add(name);
        hashing.add(&leaf.changed_ns.to_le_bytes());
        hashing.add(&leaf.size.to_le_bytes());
        hashing.add(&leaf.mode.to_le_bytes());
    }
    let latest = leaves.iter().map(|leaf| leaf.changed_ns).max().unwrap_or_default();
    let changed_ns = latest.max(stamp.modified_ns).max(stamp.changed_ns);
    Ok(FolderState { sum: hashing.digest(), changed_ns })
}

impl ResourceKind {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reference => "reference",
            Self::Script => "script",
            Self::Asset => "asset",
            Self::Template => "template",
            Self::Workflow => "workflow",
            Self::Other => "other",
        }
    }

    fn of(rel: &Path) -> Self {
        let mut parts = rel.iter();
        match (parts.next().and_then(|folder| folder.to_str()), parts.next()) {
            (Some("references"), Some(_)) => Self::Reference,
            (Some("scripts"), Some(_)) => Self::Script,
            (Some("assets"), Some(_)) => Self::Asset,
            (Some("templates"), Some(_)) => Self::Template,
            (Some("workflows"), Some(_)) => Self::Workflow,
            _ => Self::Other,
        }
    }
}

fn resource(leaf: Leaf) -> Option<Resource> {
    let is_link = leaf.kind == Kind::Link;
    let hidden = leaf.rel.iter().any(|part| part == ".git" || part == "node_modules");
    if hidden || leaf.rel == Path::new(FILE_NAME) || !(is_link || leaf.kind == Kind::File) {
        return None;
    }
    Some(Resource {
        kind: ResourceKind::of(&leaf.rel),
        size: leaf.size,
        is_executable: !is_link && leaf.mode & 0o111 != 0,
        is_link,
        rel: leaf.rel,
    })
}
