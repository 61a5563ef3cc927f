use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use disk::{Cause, Contents, Entry, Fault, Kind, Stamp};

use crate::reading::{problem_of, problem_of_file, problems_of_folder};
use crate::root::placed;
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

/// What earlier looks read.
#[derive(Debug, Default)]
pub struct Cache {
    read: HashMap<Scope, HashMap<PathBuf, Cached>>,
}

/// Most bytes of a `SKILL.md` that are read: 16 MiB. A larger one is a [`Problem`] and stays unread.
pub const SKILL_LIMIT: u64 = 16 << 20;

/// Looks at every root of the convention, reading every `SKILL.md` (pixir-contract §5.2).
pub fn discover(convention: Convention, places: &Places) -> Discovery {
    rediscover(convention, places, &mut Cache::default(), UNIX_EPOCH)
}

/// The same answer as [`discover`], but a file whose stamp has not changed is not read again. A file
/// that had changed less than two seconds before it was read is read again, because a second change
/// can leave the same stamp. `now` is the clock, handed in.
pub fn rediscover(convention: Convention, places: &Places, cache: &mut Cache, now: SystemTime) -> Discovery {
    let mut found = Discovery { home: places.home.clone(), ..Discovery::default() };
    let mut candidates = Vec::new();
    for (scope, path) in placed(convention, places) {
        let outcome = list_root(scope, path.as_deref(), &mut found.problems, &mut candidates);
        found.roots.push(RootLook { scope, path, outcome });
    }
    for seen in read_all(&candidates, cache) {
        found.problems.extend(seen.problems);
        found.skills.extend(seen.skill);
    }
    cache.keep(&found, now);
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
        self.read.values().all(HashMap::is_empty)
    }

    /// What was read of that file, if its stamp is still the same.
    fn get(&self, candidate: &Candidate, path: &Path) -> Option<&Cached> {
        let cached = self.read.get(&candidate.root.scope)?.get(path)?;
        let look = disk::look(path).ok()?;
        (look.kind == Kind::File && look.stamp == cached.skill.stamp).then_some(cached)
    }

    /// Keeps the files of this look that had rested, and drops all others.
    fn keep(&mut self, found: &Discovery, now: SystemTime) {
        let mut before = std::mem::take(&mut self.read);
        let mut about: HashMap<&Path, Vec<Problem>> = HashMap::new();
        for problem in &found.problems {
            about.entry(&problem.path).or_default().push(problem.clone());
        }
        for skill in found.skills.iter().filter(|skill| is_settled(skill.stamp, now)) {
            let known = before.get_mut(&skill.scope).and_then(|scope| scope.remove_entry(&skill.path));
            let known = known.filter(|(_, cached)| cached.skill.stamp == skill.stamp);
            let (path, cached) = known.unwrap_or_else(|| {
                let problems = about.get(skill.path.as_path()).cloned().unwrap_or_default();
                (skill.path.clone(), Cached { skill: skill.clone(), problems })
            });
            self.read.entry(skill.scope).or_default().insert(path, cached);
        }
    }
}

/// What the cache keeps of one file: a skill without its standing, and what there is to say about it.
#[derive(Debug)]
struct Cached {
    skill: Skill,
    problems: Vec<Problem>,
}

/// One name in a root that may be a skill.
struct Candidate {
    root: Root,
    dir: PathBuf,
    kind: Kind,
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
    candidates: &mut Vec<Candidate>,
) -> RootOutcome {
    let Some(path) = path else {
        let message = format!(
            "The home folder is unknown, so the {scope} skills were not looked at. Set HOME to see them."
        );
        problems.push(Problem::new(Path::new("~"), "no_home", message));
        return RootOutcome::NoHome;
    };
    match disk::list(path) {
        Ok(entries) => {
            let root = Root { scope, path: path.to_owned() };
            candidates.extend(entries.iter().filter_map(|entry| candidate(&root, entry, problems)));
            RootOutcome::Found(0)
        }
        Err(Fault { cause: Cause::Missing, .. }) if disk::look_at_entry(path).is_err() => {
            RootOutcome::Missing
        }
        Err(fault) => {
            let problem = problem_of(&fault, path, "root_unreadable", "so no skill in it is seen");
            let words = problem.message.clone();
            problems.push(problem);
            RootOutcome::Unreadable(words)
        }
    }
}

fn candidate(root: &Root, entry: &Entry, problems: &mut Vec<Problem>) -> Option<Candidate> {
    let dir = root.path.join(&entry.name);
    if !matches!(entry.kind, Kind::Folder | Kind::Link) {
        if entry.name == FILE_NAME {
            let message = format!(
                "{} lies in the root itself, where no skill is looked for. Move it into a folder of its own.",
                dir.display()
            );
            problems.push(Problem::new(&dir, "skill_in_root", message));
        }
        return None;
    }
    if entry.name.to_str().is_none() {
        let message = format!(
            "The name of {} is not UTF-8, so Pixir does not see the folder. Rename it.",
            dir.display()
        );
        problems.push(Problem::new(&dir, "name_not_utf8", message));
        return None;
    }
    Some(Candidate { root: root.clone(), dir, kind: entry.kind })
}

/// Reads the candidates in a few threads and gives the answers in the candidates' order.
fn read_all(candidates: &[Candidate], cache: &Cache) -> Vec<Seen> {
    let threads = std::thread::available_parallelism().map_or(1, |count| count.get().min(4));
    let share = candidates.len().div_ceil(threads).max(1);
    std::thread::scope(|scope| {
        let parts: Vec<_> = candidates
            .chunks(share)
            .map(|part| scope.spawn(|| part.iter().map(|one| see(one, cache)).collect::<Vec<_>>()))
            .collect();
        parts.into_iter().flat_map(|part| part.join().expect("reading a candidate does not panic")).collect()
    })
}

fn see(candidate: &Candidate, cache: &Cache) -> Seen {
    let path = candidate.dir.join(FILE_NAME);
    if let Some(cached) = cache.get(candidate, &path) {
        return Seen { skill: Some(cached.skill.clone()), problems: cached.problems.clone() };
    }
    match disk::read(&path, SKILL_LIMIT) {
        Ok(Contents { bytes, stamp }) => {
            let problems = problem_of_file(&path, &bytes).into_iter().collect();
            let skill = Skill::from_content(&candidate.root, candidate.dir.clone(), &bytes, stamp);
            Seen { skill: Some(skill), problems }
        }
        Err(fault) => {
            Seen { skill: None, problems: problems_of_folder(&candidate.dir, candidate.kind, &fault) }
        }
    }
}

/// Whether the file had rested for two seconds when it was read.
fn is_settled(stamp: Stamp, now: SystemTime) -> bool {
    let now_ns = now.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as i128);
    now_ns - stamp.modified_ns.max(stamp.changed_ns) >= 2_000_000_000
}
