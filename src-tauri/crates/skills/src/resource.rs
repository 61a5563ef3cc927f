use std::path::{Path, PathBuf};

use disk::{Fault, Folder, HeldFolder, Kind, Leaf, Look, Stamp};

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
    Opened::of(skill).map(|opened| opened.resources())
}

/// A skill's folder, opened and listed once for all that look into it.
pub struct Opened {
    pub(crate) folder: Folder,
    leaves: Vec<Leaf>,
    /// Names beyond those that are looked at.
    beyond: usize,
}

impl Opened {
    /// Opens the folder and lists everything below it.
    ///
    /// # Errors
    ///
    /// When it cannot be opened.
    pub fn of(skill: &Skill) -> Result<Self, Fault> {
        let folder = Folder::open(&skill.dir)?;
        let (leaves, beyond) = folder.tree(SEEN, DEPTH);
        Ok(Self { folder, leaves, beyond })
    }

    /// As [`resources`].
    pub fn resources(&self) -> (Vec<Resource>, usize) {
        let mut found: Vec<Resource> = self.leaves.iter().filter_map(resource).collect();
        let omitted = found.len().saturating_sub(LISTED) + self.beyond;
        found.truncate(LISTED);
        (found, omitted)
    }
}

/// What tells one state of a skill's files from another without reading them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderState {
    /// Of its `SKILL.md`, wherever that leads.
    main: Stamp,
    /// Of its folder, which has another one when a name comes or goes.
    folder: Stamp,
    /// Everything else below the folder, by its path from the root in which the skill was found.
    names: Box<[(PathBuf, Mark)]>,
    /// Names beyond those that are looked at.
    beyond: usize,
    /// The last change of any of them, nanoseconds since 1970 (UTC).
    pub changed_ns: i128,
}

/// What tells one state of a name from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Mark {
    changed_ns: i128,
    size: u64,
    mode: u32,
}

impl FolderState {
    /// Opens a skill's folder, with the state of its files. `base` is the root in which it was found.
    ///
    /// # Errors
    ///
    /// When the skill's folder cannot be opened.
    pub fn opened(skill: &Skill, base: &HeldFolder) -> Result<(Self, Opened), Fault> {
        let dir = from_root(skill);
        // Before its names are listed, so that one that comes meanwhile is not missed by the next look.
        let folder = base.look(dir)?.stamp;
        let opened = Opened::of(skill)?;
        // The look that found the skill has looked at its own file; a link to one is looked at here.
        let is_own = |leaf: &Leaf| leaf.kind == Kind::File && skill.dir.join(&leaf.rel) == skill.path;
        let own = [changed_ns(&skill.stamp), changed_ns(&folder)];
        let names: Box<[_]> = opened
            .leaves
            .iter()
            .filter(|leaf| !is_own(leaf))
            .map(|Leaf { rel, changed_ns, size, mode, .. }| {
                (dir.join(rel), Mark { changed_ns: *changed_ns, size: *size, mode: *mode })
            })
            .collect();
        let changed_ns = names.iter().map(|(_, mark)| mark.changed_ns).chain(own).max().unwrap_or_default();
        let state = Self { main: skill.stamp, folder, names, beyond: opened.beyond, changed_ns };
        Ok((state, opened))
    }

    /// Whether a skill's files are still in it. A folder that has other names than before has another stamp, so each
    /// name is looked at and no folder is listed again, which is most of what a look takes.
    pub fn holds(&self, skill: &Skill, base: &HeldFolder) -> bool {
        let dir = from_root(skill);
        let is_same = |(name, mark): &(PathBuf, Mark)| {
            base.look_at_entry(name).is_ok_and(|look| Mark::of(&look) == *mark)
        };
        self.beyond == 0
            && self.main == skill.stamp
            && base.look(dir).is_ok_and(|look| look.stamp == self.folder)
            && self.names.iter().all(is_same)
    }
}

impl Mark {
    fn of(look: &Look) -> Self {
        let size = if look.kind == Kind::File { look.stamp.size } else { 0 };
        Self { changed_ns: changed_ns(&look.stamp), size, mode: look.mode }
    }
}

/// The folder of a skill, from its root.
fn from_root(skill: &Skill) -> &Path {
    skill.dir.strip_prefix(&skill.root).unwrap_or(&skill.dir)
}

fn changed_ns(stamp: &Stamp) -> i128 {
    stamp.modified_ns.max(stamp.changed_ns)
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

fn resource(leaf: &Leaf) -> Option<Resource> {
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
        rel: leaf.rel.clone(),
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
        let base = disk::HeldFolder::open(room.path()).expect("opened");
        let changes: [(&str, &dyn Fn()); 5] = [
            ("a file more", &|| disk::write_atomic(&at("references/b.md"), b"y").expect("written")),
            ("other bytes", &|| disk::write_atomic(&at("references/a.md"), b"z").expect("written")),
            ("a file less", &|| disk::remove(&at("references/b.md")).expect("removed")),
            ("a folder more", &|| disk::make_folder(&at("scripts/deep")).expect("made")),
            ("another SKILL.md", &|| disk::write_atomic(&at("SKILL.md"), b"x").expect("written")),
        ];
        for (what, change) in changes {
            let state = FolderState::opened(&skill(), &base).expect("looked").0;
            assert!(state.holds(&skill(), &base), "before {what}");
            // Clocks of file systems tick every few milliseconds.
            std::thread::sleep(Duration::from_millis(30));
            change();
            assert!(!state.holds(&skill(), &base), "{what}");
            assert_ne!(FolderState::opened(&skill(), &base).expect("looked").0, state, "{what}");
        }
    }
}
