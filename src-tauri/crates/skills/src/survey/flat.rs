//! A look at roots whose skills lie in folders directly in them, as Pixir has it: nothing deeper is listed, every file
//! is read by Pixir's rules alone, and what is said of what it passes over is said in its name.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use disk::{Cause, Entry, Fault, HeldFolder, Kind};
use message::message;

use super::{FileId, Found, Looked, Readings, SKILL_LIMIT, Sighting, Survey};
use crate::reading::{not_utf8, problem_of, problems_of_folder};
use crate::root::Placed;
use crate::skill::FILE_NAME;
use crate::{Problem, RootOutcome};

/// Looks at the roots. A file that rested before and has the same stamp is not read again.
pub(super) fn look(placed: Vec<Placed>, before: &Survey) -> BTreeMap<PathBuf, Looked> {
    let mut looked = BTreeMap::new();
    let (mut listed, mut candidates) = (Vec::new(), Vec::new());
    for root in placed.into_iter().filter_map(|placed| placed.path) {
        if looked.contains_key(&root) {
            continue;
        }
        let mut problems = Vec::new();
        let outcome = match list_root(&root, &mut problems) {
            Ok((base, entries)) => {
                let root = ListedRoot { path: root.clone(), base };
                candidates.extend(root.candidates(listed.len(), entries, before, &mut problems));
                listed.push(root);
                RootOutcome::Found(0)
            }
            Err(outcome) => outcome,
        };
        looked.insert(root, Looked { outcome, files: Vec::new(), problems, inner: Vec::new() });
    }
    let all_seen = see_all(&listed, &candidates);
    for (candidate, seen) in candidates.iter().zip(all_seen.into_iter().flatten()) {
        let Some(looked) = looked.get_mut(&listed[candidate.root].path) else { continue };
        match seen {
            Ok(file) => {
                looked.inner.extend(file.not_utf8.map(|line| not_utf8(&file.path, line)));
                looked.files.push(Sighting {
                    file,
                    folders: vec![candidate.folder.to_string_lossy().into_owned()],
                    ordinal: 0,
                    inside: false,
                    is_link: false,
                });
            }
            Err(problems) => looked.inner.extend(problems),
        }
    }
    for looked in looked.values_mut() {
        if let RootOutcome::Found(count) = &mut looked.outcome {
            *count = looked.files.len();
        }
    }
    looked
}

/// A root that could be listed.
struct ListedRoot {
    path: PathBuf,
    base: HeldFolder,
}

/// One name in a root that may be a skill.
struct Candidate<'b> {
    /// Which of the listed roots.
    root: usize,
    folder: OsString,
    kind: Kind,
    /// What the look before read there, if it rested.
    before: Option<&'b Arc<Found>>,
}

/// The file of a candidate, or why it has none.
type Seen = Result<Arc<Found>, Vec<Problem>>;

fn list_root(path: &Path, problems: &mut Vec<Problem>) -> Result<(HeldFolder, Vec<Entry>), RootOutcome> {
    match disk::list(path).and_then(|entries| Ok((HeldFolder::open(path)?, entries))) {
        Ok(listed) => Ok(listed),
        Err(Fault { cause: Cause::Missing, .. }) if disk::look_at_entry(path).is_err() => {
            Err(RootOutcome::Missing)
        }
        Err(fault) => {
            let problem =
                problem_of(&fault, path, "root_unreadable", &message!("so its skills are not found"));
            let words = problem.message.clone();
            problems.push(problem);
            Err(RootOutcome::Unreadable(words))
        }
    }
}

impl ListedRoot {
    /// Everything in root number `root` that may be a skill, each with what is known of it from before.
    fn candidates<'b>(
        &self,
        root: usize,
        entries: Vec<Entry>,
        before: &'b Survey,
        problems: &mut Vec<Problem>,
    ) -> Vec<Candidate<'b>> {
        let known = before.roots.get(&self.path).map_or(&[][..], |looked| &looked.files);
        // Both are in the order of their folders' names, so that one meets the other in step.
        let mut known = known.iter().peekable();
        let mut candidates = Vec::with_capacity(entries.len());
        for Entry { name, kind } in entries {
            if let Err(problem) = self.admit(&name, kind) {
                problems.extend(problem);
                continue;
            }
            while known.next_if(|sighting| folder_of(sighting) < Some(&name)).is_some() {}
            let known = known.next_if(|sighting| folder_of(sighting) == Some(&name));
            candidates.push(Candidate {
                root,
                folder: name,
                kind,
                before: known.map(|sighting| &sighting.file).filter(|file| before.has_rested(&file.stamp)),
            });
        }
        candidates
    }

    /// Refuses what cannot be a skill, with what there is to say about it.
    fn admit(&self, name: &OsStr, kind: Kind) -> Result<(), Option<Problem>> {
        if !matches!(kind, Kind::Folder | Kind::Link) {
            return Err((name == FILE_NAME).then(|| {
                let path = self.path.join(name);
                let message = message!(
                    "{path} is directly in the root, where no skills are read. Move it into its own folder.",
                    path = path.display()
                );
                Problem::new(&path, "skill_in_root", message)
            }));
        }
        if name.to_str().is_none() {
            let path = self.path.join(name);
            let message = message!(
                "The name of {path} is not UTF-8, so Pixir does not see the folder. Rename it.",
                path = path.display()
            );
            return Err(Some(Problem::new(&path, "name_not_utf8", message)));
        }
        Ok(())
    }

    fn see(&self, candidate: &Candidate<'_>, buffer: &mut Vec<u8>) -> Seen {
        let file = Path::new(&candidate.folder).join(FILE_NAME);
        if let Some(before) = candidate.before.filter(|before| self.is_unchanged(before, &file)) {
            return Ok(Arc::clone(before));
        }
        match self.base.read(&file, SKILL_LIMIT, buffer) {
            Ok((bytes, stamp)) => {
                let path = self.path.join(&file);
                // Links are not resolved: where the system numbers files, that tells them apart as well.
                let id = FileId::new(path.clone(), stamp);
                let readings = Readings::of_pixir(&candidate.folder.to_string_lossy(), bytes);
                Ok(Arc::new(Found::of(path, id, stamp, bytes, readings)))
            }
            Err(fault) => Err(problems_of_folder(&self.path.join(&candidate.folder), candidate.kind, &fault)),
        }
    }

    fn is_unchanged(&self, before: &Found, file: &Path) -> bool {
        let look = self.base.look(file);
        look.is_ok_and(|look| look.kind == Kind::File && look.stamp == before.stamp)
    }
}

fn folder_of(sighting: &Sighting) -> Option<&OsStr> {
    sighting.file.path.parent()?.file_name()
}

/// Looks at the candidates in a few threads and gives each thread's answers, all in the candidates' order.
fn see_all(listed: &[ListedRoot], candidates: &[Candidate<'_>]) -> Vec<Vec<Seen>> {
    let see = |part: &[Candidate<'_>]| -> Vec<Seen> {
        let mut buffer = Vec::new();
        part.iter().map(|candidate| listed[candidate.root].see(candidate, &mut buffer)).collect()
    };
    if candidates.len() <= ALONE {
        return vec![see(candidates)];
    }
    let threads = std::thread::available_parallelism().map_or(1, |count| count.get().min(4));
    std::thread::scope(|scope| {
        let mut parts = candidates.chunks(candidates.len().div_ceil(threads));
        let own = parts.next().unwrap_or_default();
        let others: Vec<_> = parts.map(|part| scope.spawn(|| see(part))).collect();
        let join = |other: std::thread::ScopedJoinHandle<'_, _>| {
            other.join().expect("looking at a candidate does not panic")
        };
        std::iter::once(see(own)).chain(others.into_iter().map(join)).collect()
    })
}

/// So many candidates are looked at sooner than a second thread has begun.
const ALONE: usize = 32;
