//! The skills of a workspace, whatever agent finds them, and the bytes of its files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use ::signatures::Verification;
use ::skills::{RootOutcome, Ruling, SKILL_LIMIT, Skill};
use ::workspace::{Signers, Workspace};
use disk::Digest;

use super::search::{SkillSearch, leads_out};

/// Most bytes of a file whose hash is taken: 64 MiB.
const HASHED: u64 = 64 << 20;

/// A skill of the workspace.
pub(crate) struct One {
    /// As `assay check` reads a file that is named.
    pub skill: Skill,
    /// Its folder, every link resolved.
    pub place: PathBuf,
    /// Its `SKILL.md`.
    pub content: Vec<u8>,
    /// What its signature came to; nothing where it has none.
    pub signature: Option<Verification>,
}

/// What there is.
pub(crate) struct Files {
    /// By their file, every link resolved.
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
            ruling.skills().for_each(|skill| files.take(&skill.path, &skill.dir, &signers));
        }
        let search = SkillSearch::of(&files.folder);
        for path in &search.files {
            files.take(path, path.parent().unwrap_or(path), &signers);
        }
        for (path, why) in search.skipped {
            // An agent's own search may have told of it, or of the skill in it.
            if !files.unread.keys().any(|known| known.starts_with(&path)) {
                files.unread.insert(path, why);
            }
        }
        files
    }

    /// Takes the skill in `dir` whose file is `path`, unless it lies elsewhere.
    fn take(&mut self, path: &Path, dir: &Path, signers: &Signers) {
        if !path.starts_with(&self.folder) {
            return;
        }
        let real = |path: &Path| disk::canonical(path).map_err(|fault| format!("{fault}."));
        let (home, file, place) = match (real(&self.folder), real(path), real(dir)) {
            (Ok(home), Ok(file), Ok(place)) => (home, file, place),
            (Err(why), ..) | (_, Err(why), _) | (.., Err(why)) => {
                self.unread.entry(path.to_owned()).or_insert(why);
                return;
            }
        };
        for (link, to) in [(dir, &place), (path, &file)] {
            if !to.starts_with(&home) {
                self.unread.insert(path.to_owned(), leads_out(link, to));
                return;
            }
        }
        if self.skills.contains_key(&file) {
            return;
        }
        match disk::read(path, SKILL_LIMIT) {
            Ok(read) => {
                let (skill, signature) = (Skill::alone(path, &read), signers.verify(&place));
                self.skills.insert(file, One { skill, place, content: read.bytes, signature });
            }
            Err(fault) => {
                self.unread.insert(path.to_owned(), format!("{fault}."));
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
                self.unread.entry(path.clone()).or_insert_with(|| why.text.clone());
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
