//! What sessions recorded of the skill in a place.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ::drift::State as Drift;
use ::locks::{Checked, LockState, Target, holds};
use ::sessions::TextKept;
use ::workspace::{Joined, Snapshot, Workspace};

use super::report::{LockUse, LockUseState};
use crate::wire::SourceFact;

/// Most texts of one skill that are held against its lock, the latest first.
const TEXTS: usize = 50;

/// The recorded texts by the folder of their skill, every link resolved.
pub(super) struct Recorded {
    joined: Arc<Joined>,
    by_place: BTreeMap<PathBuf, Vec<usize>>,
}

/// A text that sessions recorded.
pub(super) struct Text<'r> {
    snapshot: &'r Snapshot,
    /// The whole file, where it was recorded.
    pub whole: Option<Vec<u8>>,
}

impl Recorded {
    pub fn of(workspace: &Workspace) -> Self {
        let joined = workspace.joined();
        let mut by_place: BTreeMap<PathBuf, Vec<usize>> = BTreeMap::new();
        let mut known: BTreeMap<PathBuf, Option<PathBuf>> = BTreeMap::new();
        for (at, snapshot) in joined.snapshots().enumerate() {
            let resolve = |file: &PathBuf| disk::canonical(file.parent()?).ok();
            let file = snapshot.place();
            let place = known.entry(file.clone()).or_insert_with(|| resolve(&file));
            if let Some(place) = place {
                by_place.entry(place.clone()).or_default().push(at);
            }
        }
        Self { joined, by_place }
    }

    /// The texts of the skill in a folder, the latest first.
    pub fn texts_at(&self, place: &Path) -> Vec<Text<'_>> {
        let place = disk::canonical(place).unwrap_or_else(|_| place.to_owned());
        let at = self.by_place.get(&place).into_iter().flatten();
        let mut snapshots: Vec<&Snapshot> = at.filter_map(|at| self.joined.snapshots().nth(*at)).collect();
        snapshots.sort_by_key(|one| std::cmp::Reverse(one.latest().and_then(|used| used.at)));
        let text = |snapshot| Text { snapshot, whole: whole(&self.joined, snapshot) };
        snapshots.into_iter().take(TEXTS).map(text).collect()
    }
}

/// The whole file that a snapshot is of, read again from its log.
fn whole(joined: &Joined, snapshot: &Snapshot) -> Option<Vec<u8>> {
    let used = snapshot.latest()?;
    let (_, session) = joined.session_of(&used.key)?;
    let recorded = session.recorded(session.activation(used.line)?.position)?;
    (recorded.kept == TextKept::Whole).then(|| recorded.content.map(String::into_bytes))?
}

impl Text<'_> {
    /// How the text stands to the lock of its place.
    pub fn told(&self, target: &Target, checked: &Checked) -> LockUse {
        let snapshot = self.snapshot;
        let latest = snapshot.latest();
        let (state, why) = self.state(target, checked);
        let sources: BTreeSet<_> = snapshot.records().map(|used| used.source).collect();
        LockUse {
            state,
            why: why.to_owned(),
            content_hash: snapshot.hash.clone(),
            turns: snapshot.turns(),
            sessions: snapshot.sessions(),
            agents: sources.into_iter().map(SourceFact::from).collect(),
            last_in: latest.map(|used| used.session.clone()),
            last_used: latest.and_then(|used| used.recorded_at.clone()),
        }
    }

    fn state(&self, target: &Target, checked: &Checked) -> (LockUseState, &'static str) {
        match self.whole.as_deref().map(|text| holds(target, text)) {
            Some(Some(true)) => return (LockUseState::AsLocked, "The recorded file is the locked one."),
            Some(Some(false)) => return (LockUseState::Other, "The recorded file is not the locked one."),
            Some(None) => {
                let why =
                    "The lock has no hash of SKILL.md alone, and the other files may differ from the lock.";
                return (LockUseState::Unknown, why);
            }
            None => {}
        }
        if checked.state != LockState::AsLocked {
            let why = "The log does not hold the whole file, and the one on disk may not be the locked one.";
            return (LockUseState::Unknown, why);
        }
        match &self.snapshot.standing.verdict.state {
            Drift::Identical => {
                (LockUseState::AsLocked, "The recorded part matches the locked file on disk.")
            }
            state if state.differs() => {
                (LockUseState::Other, "The recorded part differs from the locked file on disk.")
            }
            _ => (LockUseState::Unknown, "The recorded part cannot be compared with the file on disk."),
        }
    }
}
