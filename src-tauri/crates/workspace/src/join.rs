//! The join of sessions and skills: every recorded snapshot, what it shaped, and what became of it.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use sessions::Source;
use skills::Convention;

use crate::ledgers::Ledgers;
use crate::{Activated, Logs, Presents, Session, Snapshot, Traced, Verdicts, Viewing, convention_of};

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
    // The places of the snapshots of each session, by its key, once somebody asked.
    pub(crate) by_session: OnceLock<HashMap<String, Vec<usize>>>,
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

/// The last join and what it was made of.
#[derive(Default)]
pub struct JoinLook {
    pub(crate) last: Option<(Presents, Arc<Logs>, Arc<Joined>)>,
    // Verdicts hold as long as the disk does.
    pub(crate) verdicts: Verdicts,
    /// Recorded paths that no rule looks at, as they were in that look at the logs.
    pub(crate) beyond: (u64, Vec<(PathBuf, Option<disk::Look>)>),
}

/// In which log each event with an id of its own stands first, by the log's place. Some forks copy events with their
/// ids and mark nothing, so that nothing tells which of two logs is the older one.
pub(crate) fn first_logs(logs: &Logs) -> HashMap<&str, usize> {
    let mut first = HashMap::new();
    for (number, session) in logs.sessions.iter().enumerate() {
        for event in session.read().activations.iter().filter_map(|one| one.event.as_deref()) {
            first.entry(event).or_insert(number);
        }
    }
    first
}

pub(crate) fn text_key(convention: Convention, activated: &Activated) -> TextKey {
    (convention, activated.name.clone(), activated.path.clone(), activated.hash.clone())
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

    /// Skills that changed since they were last used: the disk has another text than the last one recorded.
    pub fn drifted(&self) -> u32 {
        self.snapshots().filter(|one| one.is_drifted()).count() as u32
    }

    /// Returns the snapshots that one session recorded, its copies of others' among them.
    pub fn snapshots_in(&self, key: &str) -> Vec<&Snapshot> {
        let gathered = || {
            let mut by_session = HashMap::<String, Vec<usize>>::new();
            for (at, snapshot) in self.snapshots().enumerate() {
                let keys: BTreeSet<&String> = snapshot.records().map(|used| &used.key).collect();
                for key in keys {
                    by_session.entry(key.clone()).or_default().push(at);
                }
            }
            by_session
        };
        let places = self.by_session.get_or_init(gathered).get(key);
        places.into_iter().flatten().map(|at| &*self.snapshots[*at]).collect()
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
