use std::path::{Path, PathBuf};

use disk::{Digest, Fault, Folder, Hashing, Kind, Leaf, Look};

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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderState {
    sum: Digest,
    /// Everything below the folder, by its path from there.
    names: Box<[PathBuf]>,
    /// Names beyond those that are looked at.
    beyond: usize,
    /// The last change of any of them, nanoseconds since 1970 (UTC).
    pub changed_ns: i128,
}

impl FolderState {
    /// The state of a skill's files, its `SKILL.md` among them, wherever that leads.
    ///
    /// # Errors
    ///
    /// When the skill's folder cannot be opened.
    pub fn of(skill: &Skill) -> Result<Self, Fault> {
        // Before its names are listed, so that one that comes meanwhile is not missed by the next look.
        let mut sum = Sum::of(skill)?;
        let (leaves, beyond) = Folder::open(&skill.dir)?.tree(SEEN, DEPTH);
        leaves.iter().for_each(|leaf| sum.add(leaf.changed_ns, leaf.size, leaf.mode));
        let names = leaves.into_iter().map(|leaf| leaf.rel).collect();
        Ok(Self { changed_ns: sum.changed_ns, sum: sum.hashing.digest(), names, beyond })
    }

    /// Whether a skill's files are still in it. A folder that has other names than before has another stamp, so each
    /// name is looked at and no folder is listed again, which is most of what a look takes.
    pub fn holds(&self, skill: &Skill) -> bool {
        let looked = || {
            let mut sum = Sum::of(skill)?;
            for name in &self.names {
                let Look { kind, stamp, mode, .. } = disk::look_at_entry(&skill.dir.join(name))?;
                let size = if kind == Kind::File { stamp.size } else { 0 };
                sum.add(stamp.modified_ns.max(stamp.changed_ns), size, mode);
            }
            Ok::<_, Fault>(sum.hashing.digest())
        };
        self.beyond == 0 && looked().is_ok_and(|sum| sum == self.sum)
    }
}

/// The stamps of a skill's files, added up.
struct Sum {
    hashing: Hashing,
    changed_ns: i128,
}

impl Sum {
    /// That of its `SKILL.md` and of its folder, which has another one when a name comes or goes.
    fn of(skill: &Skill) -> Result<Self, Fault> {
        let (mut hashing, stamp) = (Hashing::default(), skill.stamp);
        let own = [stamp.modified_ns, stamp.changed_ns, i128::from(stamp.size), i128::from(stamp.inode)];
        own.iter().for_each(|number| hashing.add(&number.to_le_bytes()));
        let mut sum = Self { hashing, changed_ns: stamp.modified_ns.max(stamp.changed_ns) };
        let Look { stamp, mode, .. } = disk::look(&skill.dir)?;
        sum.add(stamp.modified_ns.max(stamp.changed_ns), stamp.inode, mode);
        Ok(sum)
    }

    fn add(&mut self, changed_ns: i128, size: u64, mode: u32) {
        self.hashing.add(&changed_ns.to_le_bytes());
        self.hashing.add(&size.to_le_bytes());
        self.hashing.add(&mode.to_le_bytes());
        self.changed_ns = self.changed_ns.max(changed_ns);
    }
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::FolderState;
    use crate::{Root, Scope, Skill};

    #[test]
    fn a_state_holds_until_a_file_comes_goes_or_changes() {
        let room = tempfile::tempdir().expect("a folder");
        let dir = room.path().join("a");
        let at = |rel: &str| dir.join(rel);
        disk::make_folder(&at("references")).expect("made");
        let text = b"---\nname: a\ndescription: b\n---\n";
        disk::write_atomic(&at("SKILL.md"), text).expect("written");
        disk::write_atomic(&at("references/a.md"), b"x").expect("written");
        let root = Root { scope: Scope::Repo, path: room.path().to_owned() };
        let skill = || {
            let contents = disk::read(&at("SKILL.md"), 1_000).expect("read");
            Skill::from_content(&root, dir.clone(), &contents.bytes, contents.stamp)
        };
        let changes: [(&str, &dyn Fn()); 5] = [
            ("a file more", &|| disk::write_atomic(&at("references/b.md"), b"y").expect("written")),
            ("other bytes", &|| disk::write_atomic(&at("references/a.md"), b"z").expect("written")),
            ("a file less", &|| disk::remove(&at("references/b.md")).expect("removed")),
            ("a folder more", &|| disk::make_folder(&at("scripts/deep")).expect("made")),
            ("another SKILL.md", &|| disk::write_atomic(&at("SKILL.md"), b"x").expect("written")),
        ];
        for (what, change) in changes {
            let state = FolderState::of(&skill()).expect("looked");
            assert!(state.holds(&skill()), "before {what}");
            // Clocks of file systems tick every few milliseconds.
            std::thread::sleep(Duration::from_millis(30));
            change();
            assert!(!state.holds(&skill()), "{what}");
            assert_ne!(FolderState::of(&skill()).expect("looked"), state, "{what}");
        }
    }
}
