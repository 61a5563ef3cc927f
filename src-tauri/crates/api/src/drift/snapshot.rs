//! A recorded state of a skill and every activation of it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ::sessions::Source;
use ::skills::Convention;

use super::bundled::bundled;
use super::join::Standing;
use super::{BundledFact, DriftFact, DriftRow, DriftState, SnapshotRef};
use crate::logs::{Activated, Session};
use crate::remember::Ledgers;
use crate::sessions::{Integrity, SourceFact, StaleFact};
use crate::skills::id_of;

/// One recorded state of one skill, and every activation of it.
#[derive(Debug, Clone)]
pub(crate) struct Snapshot {
    /// By whose rules it is judged.
    pub convention: Convention,
    pub name: String,
    pub scope: String,
    pub path: PathBuf,
    pub hash: String,
    pub integrity: Integrity,
    pub drift: DriftFact,
    /// How its text stands by itself, whatever was recorded since or lies beside it.
    pub(super) standing: Arc<Standing>,
    /// The SKILL.md it is compared with.
    pub compared: Option<PathBuf>,
    /// What is known of the files beside that one.
    pub bundled: Option<BundledFact>,
    /// In order of the logs.
    pub uses: Vec<Use>,
    /// Copies of activations in forks. They hold the text too, and are no use of the skill.
    pub copies: Vec<Use>,
}

/// One activation.
#[derive(Debug, Clone)]
pub(crate) struct Use {
    pub key: String,
    pub session: String,
    pub source: Source,
    pub line: u32,
    pub seq: String,
    pub turn: Option<u32>,
    pub at: Option<crate::wire::Millis>,
    /// The same time, as recorded.
    pub recorded_at: Option<String>,
    pub by: &'static str,
    /// What proves that the text was older than the file.
    pub stale: Option<Box<StaleFact>>,
}

impl Snapshot {
    pub(super) fn new(convention: Convention, activated: &Activated, standing: Arc<Standing>) -> Self {
        let (drift, compared) = &*standing;
        Self {
            convention,
            name: activated.name.clone(),
            scope: activated.scope.clone(),
            path: activated.path.clone(),
            hash: activated.hash.clone(),
            integrity: activated.integrity,
            drift: drift.clone(),
            compared: compared.clone(),
            standing,
            bundled: None,
            uses: Vec::new(),
            copies: Vec::new(),
        }
    }

    pub(super) fn take_in(&mut self, session: &Session, activated: &Activated) {
        if activated.integrity == Integrity::Mismatch {
            self.integrity = Integrity::Mismatch;
        }
        let found = if activated.copied { &mut self.copies } else { &mut self.uses };
        found.push(Use::of(session, activated));
    }

    /// Every place where its text is recorded: where it was used, then where forks copied that.
    pub(crate) fn records(&self) -> impl Iterator<Item = &Use> + Clone {
        self.uses.iter().chain(&self.copies)
    }

    /// The SKILL.md it belongs to: the one it is compared with, else the one it was read from.
    pub(crate) fn place(&self) -> PathBuf {
        self.compared.clone().unwrap_or_else(|| self.path.clone())
    }

    /// Whether the files beside SKILL.md are what they were when the snapshot was last activated, as far as
    /// Assay saw them.
    pub(super) fn look_beside(&mut self, ledgers: &Ledgers) {
        let ledger = self.compared.as_ref().and_then(|path| ledgers.get(path));
        self.bundled = ledger.and_then(|ledger| bundled(ledger, self.latest().at));
        if let Some(bundled) = self.bundled.as_ref().filter(|bundled| bundled.count > 0)
            && self.drift.state == DriftState::Identical
        {
            self.drift.state = DriftState::ResourcesChanged;
            self.drift.note = bundled.words();
        }
    }

    pub(crate) fn id(&self) -> String {
        // Agents that share a file judge it by rules of their own.
        let rules = self.convention.name();
        let text = format!("{rules}\n{}\n{}\n{}", self.name, self.path.display(), self.hash);
        id_of(Path::new(&text))
    }

    /// Distinct turns; an activation outside any turn counts as one of its own.
    pub(crate) fn turns(&self) -> u32 {
        turns(&self.uses)
    }

    pub(crate) fn sessions(&self) -> u32 {
        sessions(&self.uses)
    }

    pub(crate) fn latest(&self) -> SnapshotRef {
        let latest = |uses: &[Use]| uses.iter().max_by_key(|used| used.at).cloned();
        latest(&self.uses).or_else(|| latest(&self.copies)).as_ref().map(Use::reference).unwrap_or_else(
            || SnapshotRef {
                key: String::new(),
                session: String::new(),
                source: SourceFact::default(),
                line: 0,
                seq: String::new(),
                turn: None,
                at: None,
            },
        )
    }

    pub(crate) fn row(&self) -> DriftRow {
        DriftRow {
            id: self.id(),
            name: self.name.clone(),
            scope: self.scope.clone(),
            hash: self.hash.clone(),
            recorded_path: self.path.display().to_string(),
            drift: self.drift.clone(),
            integrity: self.integrity,
            turns: self.turns(),
            sessions: self.sessions(),
            stale: stale(&self.uses),
            latest: self.latest(),
        }
    }
}

impl Use {
    pub(super) fn of(session: &Session, activated: &Activated) -> Self {
        Self {
            key: session.key.clone(),
            session: session.id.clone(),
            source: session.place.source,
            line: activated.line,
            seq: activated.seq.clone(),
            turn: activated.turn,
            at: activated.at,
            recorded_at: activated.recorded_at.clone(),
            by: activated.by,
            stale: activated.told.stale.clone(),
        }
    }

    pub(crate) fn reference(&self) -> SnapshotRef {
        SnapshotRef {
            key: self.key.clone(),
            session: self.session.clone(),
            source: self.source.into(),
            line: self.line,
            seq: self.seq.clone(),
            turn: self.turn,
            at: self.at,
        }
    }
}

/// Distinct turns of some activations; one outside any turn counts as one of its own.
pub(crate) fn turns<'u>(uses: impl IntoIterator<Item = &'u Use>) -> u32 {
    let place = |used: &Use| (used.key.clone(), used.turn.map_or((1, used.line), |turn| (0, turn)));
    uses.into_iter().map(place).collect::<BTreeSet<_>>().len() as u32
}

/// Activations that gave a text older than the file, as their logs prove.
pub(crate) fn stale<'u>(uses: impl IntoIterator<Item = &'u Use>) -> u32 {
    uses.into_iter().filter(|used| used.stale.is_some()).count() as u32
}

/// Distinct sessions of some activations.
pub(crate) fn sessions<'u>(uses: impl IntoIterator<Item = &'u Use>) -> u32 {
    uses.into_iter().map(|used| &used.key).collect::<BTreeSet<_>>().len() as u32
}
