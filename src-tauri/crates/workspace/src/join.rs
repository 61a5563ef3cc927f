//! The join of sessions and skills: every recorded snapshot, what it shaped, and what became of it.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use drift::{Kept, Now, Present as OnDisk, Recorded, Verdict, Writer, classify, holding, taken_now};
use sessions::{Activation, Source, TextKept};
use skills::{Claim, Convention, Ruling, SKILL_LIMIT};

use crate::model::locked;
use crate::record::Ledgers;
use crate::{
    Activated, Logs, MANAGED, Read, Seen, Session, Snapshot, TextIntegrity, Traced, Viewing, Workspace,
    convention_of,
};

/// Files with the text of a snapshot that are named.
const NAMED: usize = 3;

/// Everything recorded, joined with what is on disk. It never changes; what one session adds makes the next one, which
/// shares with it all that stays as it is.
#[derive(Default, Clone)]
pub struct Joined {
    pub(crate) snapshots: Arc<Vec<Arc<Snapshot>>>,
    pub(crate) index: Arc<Index>,
    // The places of sessions among the logs, by key.
    pub(crate) sessions: Arc<HashMap<String, usize>>,
    pub(crate) logs: Option<Arc<Logs>>,
    pub(crate) ledgers: Arc<Ledgers>,
    // How many snapshots of each session are drifted, by its key, once somebody asked.
    pub(crate) drifted: OnceLock<HashMap<String, u32>>,
}

/// Where snapshots stand in their order.
#[derive(Default)]
pub(crate) struct Index {
    pub by_text: HashMap<TextKey, usize>,
    /// Those that belong to the skill at a path.
    pub by_skill: HashMap<PathBuf, Vec<usize>>,
}

/// What tells one recorded text of a skill from another.
pub(crate) type TextKey = (Convention, String, PathBuf, String);

/// A snapshot as a session recorded it.
pub struct Recording<'a> {
    /// The skill's recorded name.
    pub name: &'a str,
    /// The recorded scope.
    pub scope: &'a str,
    /// The recorded path of its SKILL.md.
    pub path: &'a Path,
    /// The root it was found below.
    pub root: &'a Path,
    /// What names the text; empty when nothing does.
    pub hash: &'a str,
    /// Whether the text is what its hash says.
    pub integrity: TextIntegrity,
}

/// How a snapshot stands to the disk.
#[derive(Debug, Clone)]
pub struct Standing {
    /// Beside the file it came from.
    pub verdict: Verdict,
    /// Beside the file that would be taken now under its name, where that is another one.
    pub taken: Option<Verdict>,
    /// Other files of the name that hold the same text, the first 3; they are looked for where neither of the two does.
    pub same_at: Vec<PathBuf>,
}

impl Standing {
    /// The file it is compared with.
    pub fn compared(&self) -> Option<&Path> {
        self.verdict.now.as_ref().map(|place| place.path.as_path())
    }
}

/// A recorded text, with who recorded it.
#[derive(Debug, Default)]
pub struct RecordedText {
    /// The text, and how much of its file it is.
    pub activation: Activation,
    /// Whose log it is from.
    pub writer: Writer,
}

impl RecordedText {
    /// The text of an activation in a log of this source, written by this release.
    pub fn of(activation: Activation, source: Source, release: Option<&str>) -> Self {
        Self { activation, writer: Writer::named(source.rules().name, release) }
    }

    fn kept(&self) -> Kept<'_> {
        let Some(text) = self.activation.content.as_deref().map(str::as_bytes) else { return Kept::Nothing };
        match self.activation.kept {
            TextKept::Whole => Kept::Whole(text),
            TextKept::Body => Kept::Body(text),
            TextKept::TrimmedBody => Kept::TrimmedBody(text),
            TextKept::Part => Kept::Part(text),
            TextKept::Mixed => Kept::Mixed(text),
            TextKept::Nothing => Kept::Nothing,
        }
    }
}

/// Verdicts by what they depend on besides the disk: whose rules they go by, the path, the name, the hash with what it
/// is worth.
pub type Verdicts = HashMap<(Convention, PathBuf, String, String), Arc<Standing>>;

/// What is there now by the rules of one agent, for snapshots to be held against.
pub struct Present {
    ruling: Arc<Seen>,
    now: Now,
}

/// The same of every agent of some sessions.
pub type Presents = BTreeMap<Convention, Present>;

/// The last join and what it was made of.
#[derive(Default)]
pub struct JoinLook {
    pub(crate) last: Option<(Presents, Arc<Logs>, Arc<Joined>)>,
    // Verdicts hold as long as the disk does.
    verdicts: Verdicts,
}

impl Workspace {
    /// Sessions and skills joined, as of the last look at both.
    pub fn joined(&self) -> Arc<Joined> {
        let logs = self.logs();
        let sources: BTreeSet<Source> = logs.sessions.iter().map(|session| session.place.source).collect();
        let rulings = self.rulings(&sources.into_iter().map(convention_of).collect());
        let mut look = locked(&self.join);
        let JoinLook { last, verdicts } = &mut *look;
        if let Some((presents, sessions, joined)) = last {
            if !are_of(presents, &rulings) {
                verdicts.clear();
            } else if self.has_ledgers(&joined.ledgers) {
                if Arc::ptr_eq(sessions, &logs) {
                    return Arc::clone(joined);
                }
                if let Some(next) = joined.next(&logs) {
                    (*sessions, *joined) = (logs, Arc::new(next));
                    return Arc::clone(joined);
                }
            }
        }
        let presents = presents(rulings);
        let joined = Arc::new(self.join(&presents, &logs, verdicts));
        *last = Some((presents, logs, Arc::clone(&joined)));
        joined
    }

    /// What these conventions make of the skills as of now.
    pub fn rulings(&self, conventions: &BTreeSet<Convention>) -> Vec<Arc<Seen>> {
        conventions.iter().map(|convention| self.ruling(*convention)).collect()
    }

    fn join(&self, presents: &Presents, logs: &Arc<Logs>, verdicts: &mut Verdicts) -> Joined {
        let (mut index, mut snapshots) = (Index::default(), Vec::<Snapshot>::new());
        for session in &logs.sessions {
            let read = session.read();
            let convention = convention_of(session.place.source);
            let Some(present) = presents.get(&convention) else { continue };
            for activated in &read.activations {
                let at = *index.by_text.entry(text_key(convention, activated)).or_insert_with(|| {
                    let standing = self.verdict(present, read, activated, verdicts);
                    snapshots.push(Snapshot::new(convention, activated, standing));
                    snapshots.len() - 1
                });
                snapshots[at].take_in(session, activated);
            }
        }
        for (at, snapshot) in snapshots.iter().enumerate() {
            index.by_skill.entry(snapshot.place()).or_default().push(at);
        }
        let keys = logs.sessions.iter().enumerate();
        let ledgers = self.ledgers(snapshots.iter().filter_map(|one| one.compared()));
        let mut joined = Joined {
            snapshots: Arc::new(snapshots.into_iter().map(Arc::new).collect()),
            sessions: Arc::new(keys.map(|(at, session)| (session.key.clone(), at)).collect()),
            index: Arc::new(index),
            logs: Some(Arc::clone(logs)),
            ledgers,
            drifted: OnceLock::new(),
        };
        let skills = Arc::clone(&joined.index);
        skills.by_skill.keys().for_each(|skill| joined.settle(skill));
        joined
    }

    fn verdict(
        &self,
        present: &Present,
        read: &Read,
        activated: &Activated,
        verdicts: &mut Verdicts,
    ) -> Arc<Standing> {
        let recording = Recording {
            name: &activated.name,
            scope: &activated.scope,
            path: &activated.path,
            root: &activated.root,
            hash: &activated.hash,
            integrity: activated.integrity,
        };
        let content = || {
            let recorded = sessions::activation_at(&read.log, activated.position)?;
            let release = read.log.about().and_then(|about| about.release.as_deref());
            Some(RecordedText::of(recorded, read.log.source(), release))
        };
        self.judge(present, &recording, &content, verdicts)
    }

    /// How a recorded snapshot stands against the disk, read once for each state of it.
    pub fn judge(
        &self,
        present: &Present,
        one: &Recording<'_>,
        content: &dyn Fn() -> Option<RecordedText>,
        verdicts: &mut Verdicts,
    ) -> Arc<Standing> {
        let path = place_now(&present.ruling, one);
        let key = (
            present.ruling.convention,
            path.clone(),
            one.name.to_owned(),
            format!("{} {:?}", one.hash, one.integrity),
        );
        if let Some(known) = verdicts.get(&key) {
            return Arc::clone(known);
        }
        let text = content().unwrap_or_default();
        let recorded = Recorded {
            name: one.name,
            scope: one.scope,
            path: &path,
            elsewhere: is_elsewhere(&path),
            // A hash that Assay computed itself proves nothing about the log.
            digest: disk::Digest::parse(one.hash)
                .filter(|_| matches!(one.integrity, TextIntegrity::Verified | TextIntegrity::Mismatch)),
            kept: text.kept(),
            steps: &text.activation.steps,
            writer: text.writer,
            arguments: text.activation.arguments.as_deref(),
        };
        let read = |path: &Path| disk::read(path, SKILL_LIMIT).map(|contents| contents.bytes);
        let verdict = classify(&recorded, &present.now, &read);
        let taken = taken_now(&recorded, &present.now, &verdict, &read);
        let holds_nowhere = !verdict.holds() && !taken.as_ref().is_some_and(Verdict::holds);
        let among = if holds_nowhere { self.of_name(&present.ruling, one.name) } else { Vec::new() };
        let same = holding(&recorded, &among, &read);
        let verdict = match same.first() {
            Some(there) => verdict.found_at(&recorded, there, &read),
            None => verdict,
        };
        let same_at = same.iter().take(NAMED).map(|one| one.path.clone()).collect();
        let answer = Arc::new(Standing { verdict, taken, same_at });
        verdicts.insert(key, Arc::clone(&answer));
        answer
    }
}

impl Workspace {
    /// The skills of a name in the roots of all agents. Where Pixir's rules hold, what they find is all there is: it
    /// records whole files, which are found by their hash.
    fn of_name(&self, ruling: &Seen, name: &str) -> Vec<OnDisk> {
        if ruling.convention == MANAGED {
            return Vec::new();
        }
        let mut found: Vec<OnDisk> = Vec::new();
        for claim in self.wins().matrix.rulings.iter().flat_map(|ruling| &ruling.claims) {
            if claim.skill.name == name && found.iter().all(|known| known.path != claim.skill.path) {
                found.push(on_disk(claim));
            }
        }
        found
    }
}

/// Whether a path is one of another machine: written as another system writes them, or below a home that is not here.
/// That nothing is there says nothing of the file then.
fn is_elsewhere(path: &Path) -> bool {
    let Some(path) = path.to_str() else { return false };
    let is_of_windows =
        path.starts_with("\\\\") || path.get(1..3).is_some_and(|at| [":\\", ":/"].contains(&at));
    if is_of_windows || cfg!(windows) {
        return is_of_windows != cfg!(windows);
    }
    let homes = ["/home/", "/Users/"].iter().find_map(|homes| Some((homes, path.strip_prefix(homes)?)));
    let home = homes.and_then(|(homes, rest)| Some(format!("{homes}{}", rest.split_once('/')?.0)));
    home.is_some_and(|home| {
        disk::look(Path::new(&home)).is_err_and(|fault| fault.cause == disk::Cause::Missing)
    })
}

/// Where a recorded path is today. A workspace or a home that moved keeps its skills at the same
/// place below the root of the same scope; a path that is still there is taken as it is.
fn place_now(ruling: &Ruling, activated: &Recording<'_>) -> PathBuf {
    let is_there = |path: &Path| ruling.skills().any(|skill| skill.path == path);
    if is_there(activated.path) {
        return activated.path.to_owned();
    }
    let root = ruling.roots.iter().find(|root| root.scope.name() == activated.scope);
    let moved = root
        .and_then(|root| root.path.as_ref())
        .zip(activated.path.strip_prefix(activated.root).ok())
        .map(|(root, rel)| root.join(rel));
    moved.filter(|path| is_there(path)).unwrap_or_else(|| activated.path.to_owned())
}

pub(crate) fn text_key(convention: Convention, activated: &Activated) -> TextKey {
    (convention, activated.name.clone(), activated.path.clone(), activated.hash.clone())
}

/// What is there now by each of these rulings.
pub fn presents(rulings: Vec<Arc<Seen>>) -> Presents {
    rulings.into_iter().map(|ruling| (ruling.convention, Present { now: now(&ruling), ruling })).collect()
}

/// Whether these are what is there now by exactly these rulings.
pub fn are_of(presents: &Presents, rulings: &[Arc<Seen>]) -> bool {
    presents.len() == rulings.len()
        && presents.values().zip(rulings).all(|(present, ruling)| Arc::ptr_eq(&present.ruling, ruling))
}

fn now(ruling: &Ruling) -> Now {
    Now::of(ruling.claims.iter().map(on_disk).collect())
}

fn on_disk(claim: &Claim) -> OnDisk {
    OnDisk {
        name: claim.skill.name.clone(),
        scope_rank: claim.skill.scope.rank(),
        scope: claim.skill.scope.name().to_owned(),
        path: claim.skill.path.clone(),
        digest: Some(claim.skill.content_hash),
        wins: claim.is_visible(),
    }
}

impl Joined {
    /// The logs it was made of; none before the first join.
    pub fn logs(&self) -> Option<&Logs> {
        self.logs.as_deref()
    }

    /// The session of a use, with its place among the logs.
    pub fn session_of(&self, key: &str) -> Option<(u32, &Session)> {
        let at = *self.sessions.get(key)?;
        Some((u32::try_from(at).ok()?, self.logs.as_ref()?.sessions.get(at)?))
    }

    /// Distinct snapshots by convention, name, recorded path and hash, in order of first activation.
    pub fn snapshots(&self) -> impl ExactSizeIterator<Item = &Snapshot> + Clone {
        self.snapshots.iter().map(|snapshot| &**snapshot)
    }

    /// The snapshots of the skill at a path.
    pub fn snapshots_at(&self, path: &Path) -> Vec<&Snapshot> {
        let places = self.index.by_skill.get(path).into_iter().flatten();
        places.map(|at| &*self.snapshots[*at]).collect()
    }

    /// Skills that are drifted: the disk has another text than the last one recorded.
    pub fn drifted(&self) -> u32 {
        self.snapshots().filter(|one| one.is_drifted()).count() as u32
    }

    /// Of these, those whose last text was recorded in one session.
    pub fn drifted_in(&self, key: &str) -> u32 {
        let counted = || {
            let mut drifted = HashMap::new();
            for snapshot in self.snapshots().filter(|one| one.is_drifted()) {
                let keys: BTreeSet<&String> = snapshot.records().map(|used| &used.key).collect();
                keys.into_iter().for_each(|key| *drifted.entry(key.clone()).or_default() += 1);
            }
            drifted
        };
        self.drifted.get_or_init(counted).get(key).copied().unwrap_or_default()
    }

    /// The snapshot of an activation in a session of an agent.
    pub fn snapshot_of(&self, source: Source, activated: &Activated) -> Option<&Snapshot> {
        let at = self.index.by_text.get(&text_key(convention_of(source), activated))?;
        self.snapshots.get(*at).map(|one| &**one)
    }

    /// The files of a skill that recorded sessions viewed, by path from the skill's folder, with the session of each.
    ///
    /// Decodes every tool call once per session state; asked for only where files are shown.
    pub fn opened(&self, skill: &str) -> HashMap<String, Vec<(&Session, &Viewing)>> {
        let mut opened: HashMap<String, Vec<(&Session, &Viewing)>> = HashMap::new();
        for session in self.logs().into_iter().flat_map(|logs| &logs.sessions) {
            for view in session.read().views().iter().filter(|view| view.skill == skill) {
                let turns = opened.entry(view.rel.clone()).or_default();
                if turns.last().is_none_or(|(last, known)| last.key != session.key || known.turn != view.turn)
                {
                    turns.push((session, view));
                }
            }
        }
        opened
    }

    /// The files of a skill that some call named by their path, with the session of each. The folder may be written in
    /// several ways; whether the file was read is inferred from its name alone.
    pub fn named(&self, folders: &[String], rels: &[String]) -> HashMap<String, Vec<(&Session, &Traced)>> {
        let mut named: HashMap<String, Vec<(&Session, &Traced)>> = HashMap::new();
        for session in self.logs().into_iter().flat_map(|logs| &logs.sessions) {
            let of_skill = |text: &str| folders.iter().any(|folder| text.contains(folder.as_str()));
            for traced in session.read().traces().iter().filter(|traced| of_skill(&traced.trace.text)) {
                for rel in rels.iter().filter(|rel| traced.trace.names(folders, rel)) {
                    let turns = named.entry(rel.clone()).or_default();
                    if turns
                        .last()
                        .is_none_or(|(last, known)| last.key != session.key || known.turn != traced.turn)
                    {
                        turns.push((session, traced));
                    }
                }
            }
        }
        named
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::is_elsewhere;

    #[cfg(unix)]
    #[test]
    fn a_path_of_another_system_or_of_a_home_that_is_not_here_is_elsewhere() {
        let check = |path: &str, expected| assert_eq!(is_elsewhere(Path::new(path)), expected, "{path}");
        check("D:\\work\\.claude\\skills\\a\\SKILL.md", true);
        check("c:/Users/a/SKILL.md", true);
        check("\\\\server\\share\\SKILL.md", true);
        check("/home/nobody-of-this-name/.claude/skills/a/SKILL.md", true);
        check("/Users/nobody-of-this-name/SKILL.md", true);
        check("/nowhere/SKILL.md", false);
        check("/home/SKILL.md", false);
        check("", false);
    }
}
