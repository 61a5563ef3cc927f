//! The skills of a workspace, whatever agent finds them, and the bytes of its files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use ::signatures::Verification;
use ::skills::{RootOutcome, Ruling, SKILL_LIMIT, Skill};
use ::workspace::{Signers, Workspace};
use disk::Digest;

/// Most bytes of a file whose hash is taken: 64 MiB.
const HASHED: u64 = 64 << 20;

/// A skill of the workspace.
pub(super) struct One {
    /// As `assay check` reads a file that is named.
    pub skill: Skill,
    /// Its `SKILL.md`.
    pub content: Vec<u8>,
    /// What its signature came to; nothing where it has none.
    pub signature: Option<Verification>,
}

/// What there is.
pub(super) struct Files {
    /// By folder, every link resolved.
    pub skills: BTreeMap<PathBuf, One>,
    /// What is, should be or may hold a skill and cannot be looked at, with the reason in a whole sentence.
    pub unread: BTreeMap<PathBuf, String>,
    folder: PathBuf,
}

impl Files {
    pub fn of(workspace: &Workspace) -> Self {
        let folder = workspace.folder();
        let mut files = Self { skills: BTreeMap::new(), unread: BTreeMap::new(), folder };
        let (wins, signers) = (workspace.wins(), workspace.signers());
        for ruling in &wins.matrix().rulings {
            files.not_looked_at(ruling);
            ruling.skills().for_each(|skill| files.take(skill, &signers));
        }
        files
    }

    fn take(&mut self, skill: &Skill, signers: &Signers) {
        if !skill.dir.starts_with(&self.folder) {
            return;
        }
        let (Ok(home), Ok(place)) = (disk::canonical(&self.folder), disk::canonical(&skill.dir)) else {
            return;
        };
        if !place.starts_with(&home) {
            let words = format!(
                "{} is a link that leads out of the workspace, to {}; let it lead to a folder of the workspace.",
                skill.dir.display(),
                place.display()
            );
            self.unread.insert(skill.path.clone(), words);
            return;
        }
        if self.skills.contains_key(&place) {
            return;
        }
        match disk::read(&skill.path, SKILL_LIMIT) {
            Ok(read) => {
                let (skill, signature) = (Skill::alone(&skill.path, &read), signers.verify(&place));
                self.skills.insert(place, One { skill, content: read.bytes, signature });
            }
            Err(fault) => {
                self.unread.insert(skill.path.clone(), format!("{fault}."));
            }
        }
    }

    /// Files that should be skills, and folders of the workspace that were not looked through to their end.
    fn not_looked_at(&mut self, ruling: &Ruling) {
        let ends =
            ruling.problems.iter().filter(|problem| ["folder_cap", "depth_cap"].contains(&problem.code));
        let roots = ruling.roots.iter().filter_map(|root| match &root.outcome {
            RootOutcome::Unreadable(why) => Some((root.path.as_ref()?, why)),
            _ => None,
        });
        let problems = ruling.unreadable().chain(ends).map(|problem| (&problem.path, &problem.message));
        for (path, why) in problems.chain(roots) {
            if path.starts_with(&self.folder) {
                self.unread.entry(path.clone()).or_insert_with(|| why.clone());
            }
        }
    }

    /// A path from the workspace, with slashes; nothing for one that lies elsewhere.
    pub fn rel(&self, path: &Path) -> Option<String> {
        let rel = path.strip_prefix(&self.folder).ok()?;
        let parts: Option<Vec<&str>> = rel.iter().map(|part| part.to_str()).collect();
        Some(parts?.join("/"))
    }

    pub fn digest(&self, rel: &str) -> Option<Digest> {
        digest(&self.folder, rel)
    }

    /// The folders of the skills, links not resolved.
    pub fn folders(&self) -> BTreeSet<&Path> {
        self.skills.values().map(|one| one.skill.dir.as_path()).collect()
    }

    pub fn at(&self, rel: &str) -> PathBuf {
        self.folder.join(rel)
    }
}

/// The hash of a file of the workspace; nothing where there is none, or none that can be read.
pub(super) fn digest(folder: &Path, rel: &str) -> Option<Digest> {
    let folder = disk::Folder::open(folder).ok()?;
    folder.read(Path::new(rel), HASHED).ok().map(|read| Digest::of(&read.bytes))
}
