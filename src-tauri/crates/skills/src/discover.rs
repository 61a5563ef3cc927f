use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::iter::Peekable;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use disk::{Cause, Entry, Fault, Kind, Listing, Stamp};

use crate::reading::{problem_of, problem_of_file, problems_of_folder};
use crate::root::{Placed, placed};
use crate::shadowing::settle;
use crate::skill::FILE_NAME;
use crate::{Convention, Places, Problem, Root, RootLook, RootOutcome, Scope, Shadowing, Skill};

/// What one look at all roots gave. Shadowed skills are in it; [`Discovery::winners`] leaves them out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Discovery {
    /// All skills, by name, then rank, then path.
    pub skills: Vec<Skill>,
    /// The names several skills claim, exactly as Pixir warns of them.
    pub warnings: Vec<Shadowing>,
    /// What is not as its owner may think. Pixir says nothing of these.
    pub problems: Vec<Problem>,
    /// Every root and what a look at it gave, in rank order.
    pub roots: Vec<RootLook>,
    /// Needed to read `~` in a path the way Pixir does.
    pub(crate) home: Option<PathBuf>,
}

/// What the last look read.
#[derive(Debug, Default)]
pub struct Cache {
    read: HashMap<Root, Kept>,
}

/// Most bytes of a `SKILL.md` that are read: 16 MiB. A larger one is a [`Problem`] and stays unread.
pub const SKILL_LIMIT: u64 = 16 << 20;

/// Looks at every root of Pixir, reading every `SKILL.md` (pixir-contract §5.2). The other conventions are looked
/// at together, by [`crate::survey`].
pub fn discover(places: &Places) -> Discovery {
    rediscover(places, &mut Cache::default(), UNIX_EPOCH)
}

/// The same answer as [`discover`], but a file whose stamp has not changed is not read again. A file
/// that had changed less than two seconds before it was read is read again, because a second change
/// can leave the same stamp. `now` is the clock, handed in.
pub fn rediscover(places: &Places, cache: &mut Cache, now: SystemTime) -> Discovery {
    let mut found = Discovery { home: places.home.clone(), ..Discovery::default() };
    let (mut listed, mut candidates) = (Vec::new(), Vec::new());
    for Placed { scope, path, .. } in placed(Convention::Pixir, places) {
        let outcome = match list_root(scope, path.as_deref(), &mut found.problems) {
            Ok(root) => {
                let before = cache.read.remove(&root.root).unwrap_or_default();
                candidates.extend(root.candidates(listed.len(), before, &mut found.problems));
                listed.push(root);
                RootOutcome::Found(0)
            }
            Err(outcome) => outcome,
        };
        found.roots.push(RootLook { scope, path, outcome });
    }
    let mut kept: Vec<Kept> = listed.iter().map(|_| Vec::new()).collect();
    let now_ns = now.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as i128);
    let all_seen = see_all(&listed, &candidates);
    found.skills.reserve(candidates.len());
    for (candidate, seen) in candidates.into_iter().zip(all_seen.into_iter().flatten()) {
        kept[candidate.root].extend(candidate.kept(&seen, now_ns));
        found.problems.extend(seen.problems);
        found.skills.extend(seen.skill);
    }
    cache.read = listed.into_iter().map(|listed| listed.root).zip(kept).collect();
    for look in &mut found.roots {
        if let RootOutcome::Found(count) = &mut look.outcome {
            *count = found.skills.iter().filter(|skill| skill.scope == look.scope).count();
        }
    }
    found.warnings = settle(&mut found.skills);
    found
}

impl Discovery {
    /// The skills the agent uses, by name.
    pub fn winners(&self) -> impl Iterator<Item = &Skill> {
        self.skills.iter().filter(|skill| skill.wins())
    }

    /// The skill that name calls.
    pub fn winner(&self, name: &str) -> Option<&Skill> {
        self.winners().find(|skill| skill.name_bytes() == name.as_bytes())
    }
}

impl Cache {
    /// Whether nothing is kept.
    pub fn is_empty(&self) -> bool {
        self.read.values().all(Vec::is_empty)
    }
}

/// In the order of their folders' names, so that the next listing meets them in step.
#[allow(clippy::vec_box, reason = "entries pass from list to list, and a pointer passes sooner")]
type Kept = Vec<Box<Cached>>;

/// What is kept of one file: a skill without its standing, and what there is to say about it.
#[derive(Debug)]
struct Cached {
    folder: OsString,
    skill: Skill,
    problems: Vec<Problem>,
}

/// A root that could be listed.
struct ListedRoot {
    root: Root,
    listing: Listing,
}

/// One name in a root that may be a skill.
struct Candidate {
    /// Which of the listed roots.
    root: usize,
    folder: OsString,
    kind: Kind,
    /// What the last look read there.
    before: Option<Box<Cached>>,
}

/// What was seen at one candidate.
struct Seen {
    skill: Option<Skill>,
    problems: Vec<Problem>,
}

fn list_root(
    scope: Scope,
    path: Option<&Path>,
    problems: &mut Vec<Problem>,
) -> Result<ListedRoot, RootOutcome> {
    let Some(path) = path else {
        let message = format!(
            "The home folder is unknown, so the {scope} skills were not looked at. Set HOME to see them."
        );
        problems.push(Problem::new(Path::new("~"), "no_home", message));
        return Err(RootOutcome::NoHome);
    };
    match Listing::of(path) {
        Ok(listing) => Ok(ListedRoot { root: Root { scope, path: path.to_owned() }, listing }),
        Err(Fault { cause: Cause::Missing, .. }) if disk::look_at_entry(path).is_err() => {
            Err(RootOutcome::Missing)
        }
        Err(fault) => {
            let problem = problem_of(&fault, path, "root_unreadable", "so no skill in it is seen");
            let words = problem.message.clone();
            problems.push(problem);
            Err(RootOutcome::Unreadable(words))
        }
    }
}

impl ListedRoot {
    /// Everything in root number `root` that may be a skill, each with what is known of it from before.
    fn candidates(&self, root: usize, before: Kept, problems: &mut Vec<Problem>) -> Vec<Candidate> {
        let mut before = before.into_iter().peekable();
        let mut candidates = Vec::with_capacity(self.listing.entries().len());
        for Entry { name, kind } in self.listing.entries() {
            match self.admit(name, *kind) {
                Ok(()) => candidates.push(Candidate {
                    root,
                    folder: name.clone(),
                    kind: *kind,
                    before: catch_up(&mut before, name),
                }),
                Err(problem) => problems.extend(problem),
            }
        }
        candidates
    }

    /// Refuses what cannot be a skill, with what there is to say about it.
    fn admit(&self, name: &OsStr, kind: Kind) -> Result<(), Option<Problem>> {
        if !matches!(kind, Kind::Folder | Kind::Link) {
            return Err((name == FILE_NAME).then(|| {
                let path = self.root.path.join(name);
                let message = format!(
                    "{} lies in the root itself, where no skill is looked for. Move it into a folder of its own.",
                    path.display()
                );
                Problem::new(&path, "skill_in_root", message)
            }));
        }
        if name.to_str().is_none() {
            let path = self.root.path.join(name);
            let message = format!(
                "The name of {} is not UTF-8, so Pixir does not see the folder. Rename it.",
                path.display()
            );
            return Err(Some(Problem::new(&path, "name_not_utf8", message)));
        }
        Ok(())
    }

    fn see(&self, candidate: &Candidate, buffer: &mut Vec<u8>) -> Seen {
        let file = Path::new(&candidate.folder).join(FILE_NAME);
        if let Some(cached) = candidate.before.as_ref().filter(|cached| self.is_unchanged(cached, &file)) {
            return Seen { skill: Some(cached.skill.clone()), problems: cached.problems.clone() };
        }
        let dir = self.root.path.join(&candidate.folder);
        match self.listing.read(&file, SKILL_LIMIT, buffer) {
            Ok((bytes, stamp)) => {
                let skill = Skill::from_content(&self.root, dir, bytes, stamp);
                let problems = problem_of_file(&skill.path, bytes).into_iter().collect();
                Seen { skill: Some(skill), problems }
            }
            Err(fault) => Seen { skill: None, problems: problems_of_folder(&dir, candidate.kind, &fault) },
        }
    }

    fn is_unchanged(&self, cached: &Cached, file: &Path) -> bool {
        let look = self.listing.look(file);
        look.is_ok_and(|look| look.kind == Kind::File && look.stamp == cached.skill.stamp)
    }
}

/// The one of that name, where both the listing and what is kept of the last one are in order.
fn catch_up(before: &mut Peekable<std::vec::IntoIter<Box<Cached>>>, name: &OsStr) -> Option<Box<Cached>> {
    while before.next_if(|cached| cached.folder.as_os_str() < name).is_some() {}
    before.next_if(|cached| cached.folder == name)
}

/// Looks at the candidates in a few threads and gives each thread's answers, all in the candidates' order.
fn see_all(listed: &[ListedRoot], candidates: &[Candidate]) -> Vec<Vec<Seen>> {
    let see = |part: &[Candidate]| -> Vec<Seen> {
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

impl Candidate {
    /// What the next look may use again: a file that had rested for two seconds when it was looked at.
    fn kept(self, seen: &Seen, now_ns: i128) -> Option<Box<Cached>> {
        let skill = seen.skill.as_ref().filter(|skill| is_settled(skill.stamp, now_ns))?;
        let before = self.before.filter(|cached| cached.skill.stamp == skill.stamp);
        Some(before.unwrap_or_else(|| {
            let (skill, problems) = (skill.clone(), seen.problems.clone());
            Box::new(Cached { folder: self.folder, skill, problems })
        }))
    }
}

fn is_settled(stamp: Stamp, now_ns: i128) -> bool {
    now_ns - stamp.modified_ns.max(stamp.changed_ns) >= 2_000_000_000
}
