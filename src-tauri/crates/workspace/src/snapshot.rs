//! A recorded state of a skill and every activation of it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use drift::State;
use sessions::{Source, Stands, TextIntegrity};
use skills::Convention;

use crate::ledgers::Ledgers;
use crate::{Activated, ActivatedBy, Bundled, Session, StaleDelivery, Standing, id_of};

/// One recorded state of one skill, and every activation of it.
#[derive(Debug, Clone)]
pub struct Snapshot {
    /// By whose rules it is judged.
    pub convention: Convention,
    /// The skill's recorded name.
    pub name: String,
    /// The recorded scope.
    pub scope: String,
    /// The recorded path of its SKILL.md.
    pub path: PathBuf,
    /// What names the text; empty when nothing does.
    pub hash: String,
    /// Whether the text is what its hash says.
    pub integrity: TextIntegrity,
    /// How its text stands by itself, whatever was recorded since or lies beside it.
    pub standing: Arc<Standing>,
    /// No text of the skill was recorded since.
    pub is_last: bool,
    /// What is known of the files beside the SKILL.md it is compared with.
    pub bundled: Option<Bundled>,
    /// In order of the logs.
    pub uses: Vec<Use>,
    /// Copies of activations in forks. They hold the text too, and are no use of the skill.
    pub copies: Vec<Use>,
}

/// One activation.
#[derive(Debug, Clone)]
pub struct Use {
    /// The key of its session.
    pub key: String,
    /// The id of its session.
    pub session: String,
    /// Whose session it is.
    pub source: Source,
    /// Its record.
    pub line: u32,
    /// Where that stands in the files of its agent.
    pub stands: Arc<Stands>,
    /// Its sequence number, as written.
    pub seq: String,
    /// Its turn, when it belongs to one.
    pub turn: Option<u32>,
    /// When it was.
    pub at: Option<i64>,
    /// The same time, as recorded.
    pub recorded_at: Option<String>,
    /// Who asked for it.
    pub by: ActivatedBy,
    /// What proves that the text was older than the file.
    pub stale: Option<Box<StaleDelivery>>,
}

impl Snapshot {
    pub(crate) fn new(convention: Convention, activated: &Activated, standing: Arc<Standing>) -> Self {
        Self {
            convention,
            name: activated.name.clone(),
            scope: activated.scope.clone(),
            path: activated.path.clone(),
            hash: activated.hash.clone(),
            integrity: activated.integrity,
            standing,
            is_last: false,
            bundled: None,
            uses: Vec::new(),
            copies: Vec::new(),
        }
    }

    pub(crate) fn take_in(&mut self, session: &Session, activated: &Activated, is_copy: bool) {
        if activated.integrity == TextIntegrity::Mismatch {
            self.integrity = TextIntegrity::Mismatch;
        }
        let found = if is_copy { &mut self.copies } else { &mut self.uses };
        found.push(Use::of(session, activated));
    }

    /// The SKILL.md it is compared with.
    pub fn compared(&self) -> Option<&Path> {
        self.standing.compared()
    }

    /// The skill changed since it was last used: this is the last text that was recorded of it, and the disk has another.
    pub fn is_drifted(&self) -> bool {
        self.is_last && self.standing.verdict.state.differs()
    }

    /// What is known of the files beside an unchanged SKILL.md, where they changed.
    pub fn changed_beside(&self) -> Option<&Bundled> {
        let is_same = matches!(self.standing.verdict.state, State::Identical);
        self.bundled.as_ref().filter(|bundled| is_same && bundled.count > 0)
    }

    /// Every place where its text is recorded: where it was used, then where forks copied that.
    pub fn records(&self) -> impl Iterator<Item = &Use> + Clone {
        self.uses.iter().chain(&self.copies)
    }

    /// The SKILL.md it belongs to: the one it is compared with, else the one it was read from.
    pub fn place(&self) -> PathBuf {
        self.compared().map_or_else(|| self.path.clone(), Path::to_owned)
    }

    /// Whether the files beside SKILL.md are what they were when the snapshot was last activated, as far as
    /// Assay saw them.
    pub(crate) fn look_beside(&mut self, ledgers: &Ledgers) {
        let ledger = self.compared().and_then(|path| ledgers.get(path));
        self.bundled = ledger.and_then(|ledger| Bundled::of(ledger, self.latest()?.at));
    }

    /// Names it to the page.
    pub fn id(&self) -> String {
        // Agents that share a file judge it by rules of their own.
        let rules = self.convention.name();
        let text = format!("{rules}\n{}\n{}\n{}", self.name, self.path.display(), self.hash);
        id_of(Path::new(&text))
    }

    /// Distinct turns; an activation outside any turn counts as one of its own.
    pub fn turns(&self) -> u32 {
        turns_of_uses(&self.uses)
    }

    /// Distinct sessions.
    pub fn sessions(&self) -> u32 {
        sessions_of(&self.uses)
    }

    /// The last use; where there is none, the last copy in a fork.
    pub fn latest(&self) -> Option<&Use> {
        let latest = |uses| Iterator::max_by_key(<[Use]>::iter(uses), |used| used.at);
        latest(&self.uses).or_else(|| latest(&self.copies))
    }
}

impl Use {
    pub(crate) fn of(session: &Session, activated: &Activated) -> Self {
        Self {
            key: session.key.clone(),
            session: session.id.clone(),
            source: session.place.source,
            line: activated.line,
            stands: Arc::clone(&activated.stands),
            seq: activated.seq.clone(),
            turn: activated.turn,
            at: activated.at,
            recorded_at: activated.recorded_at.clone(),
            by: activated.by,
            stale: activated.stale.clone(),
        }
    }
}

/// Distinct turns of some activations; one outside any turn counts as one of its own.
pub fn turns_of_uses<'u>(uses: impl IntoIterator<Item = &'u Use>) -> u32 {
    let place = |used: &Use| (used.key.clone(), used.turn.map_or((1, used.line), |turn| (0, turn)));
    uses.into_iter().map(place).collect::<BTreeSet<_>>().len() as u32
}

/// Activations that gave a text older than the file, as their logs prove.
pub fn stale_among<'u>(uses: impl IntoIterator<Item = &'u Use>) -> u32 {
    uses.into_iter().filter(|used| used.stale.is_some()).count() as u32
}

/// Distinct sessions of some activations.
pub fn sessions_of<'u>(uses: impl IntoIterator<Item = &'u Use>) -> u32 {
    uses.into_iter().map(|used| &used.key).collect::<BTreeSet<_>>().len() as u32
}
