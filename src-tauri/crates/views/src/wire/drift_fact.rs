//! What is said of a snapshot and of how it stands to the disk.

use ::drift::{Basis, DriftNote, Hole, State, Steps, Verdict};
use ::sessions::Source;
use ::skills::Convention;
use ::workspace::{Activated, Bundled, Joined, Session, Snapshot, Standing, Use, Workspace, stale_among};

use crate::wire::{
    BundledFact, DriftBasis, DriftFact, DriftRow, DriftState, HoleFact, Millis, SnapshotRef, StandsFact,
    StepsFact, TakenFact, TextMatch, TurnRef,
};

/// Places that are told of one verdict, and letters of what was filled into each.
const HOLES: usize = 20;
const FILLING: usize = 400;

impl DriftFact {
    /// What is said of a snapshot.
    pub fn of(workspace: &Workspace, snapshot: &Snapshot) -> Self {
        let mut fact = Self::of_standing(workspace, &snapshot.standing, snapshot.convention);
        fact.drifted = snapshot.is_drifted();
        if let Some(bundled) = snapshot.changed_beside() {
            let note = DriftNote::BundledChanged { count: bundled.count };
            (fact.state, fact.note) = (DriftState::ResourcesChanged, note.to_string());
            fact.detail = Some(note);
        }
        fact
    }

    /// What is said of how a text stands to the disk by the rules of an agent, whatever was recorded since.
    pub fn of_standing(workspace: &Workspace, standing: &Standing, convention: Convention) -> Self {
        let taken = standing.taken.as_ref();
        let taken =
            taken.map(|taken| Box::new(TakenFact::of(workspace, &standing.verdict, taken, convention)));
        let same_at = standing.same_at.iter().map(|path| workspace.shown(path)).collect();
        Self { taken, same_at, ..Self::of_verdict(workspace, &standing.verdict) }
    }

    fn of_verdict(workspace: &Workspace, verdict: &Verdict) -> Self {
        let (added, removed) = match &verdict.state {
            State::BodyChanged { added, removed, .. } => (*added as u32, *removed as u32),
            _ => (0, 0),
        };
        let detail = DriftNote::of(verdict, &|path| workspace.shown(path));
        let (Verdict { basis, steps, .. }, holes) = (verdict, holes(&verdict.state));
        Self {
            state: state(&verdict.state),
            added,
            removed,
            note: words_of(detail.as_ref()),
            detail,
            drifted: verdict.state.differs(),
            basis: basis_word(*basis),
            steps: StepsFact::of(steps),
            holes: holes.iter().take(HOLES).map(hole).collect(),
            taken: None,
            same_at: Vec::new(),
        }
    }

    /// What is said of an activation in a session of an agent.
    pub(crate) fn of_activation(
        workspace: &Workspace,
        joined: &Joined,
        source: Source,
        activated: &Activated,
    ) -> Self {
        joined.snapshot_of(source, activated).map_or_else(
            || Self {
                state: DriftState::Unverifiable,
                added: 0,
                removed: 0,
                note: DriftNote::NotCompared.to_string(),
                detail: Some(DriftNote::NotCompared),
                drifted: false,
                basis: DriftBasis::Nothing,
                steps: StepsFact::default(),
                holes: Vec::new(),
                taken: None,
                same_at: Vec::new(),
            },
            |snapshot| Self::of(workspace, snapshot),
        )
    }
}

impl TakenFact {
    /// What is said of the file that an agent would take now, beside the one a snapshot came from.
    fn of(workspace: &Workspace, own: &Verdict, taken: &Verdict, convention: Convention) -> Self {
        let path = taken.now.as_ref().map(|place| workspace.shown(&place.path)).unwrap_or_default();
        let (agent, own, now) = (convention.label(), TextMatch::of(own), TextMatch::of(taken));
        let words = format!("original file: {own}; file {agent} would use now: {now} at {path}");
        let fact = DriftFact::of_verdict(workspace, taken);
        Self {
            path,
            state: fact.state,
            added: fact.added,
            removed: fact.removed,
            agent: agent.to_owned(),
            own,
            now,
            words,
        }
    }
}

impl DriftRow {
    /// What is said of a snapshot in a table.
    pub(crate) fn of(workspace: &Workspace, snapshot: &Snapshot) -> Self {
        Self {
            id: snapshot.id(),
            name: snapshot.name.clone(),
            scope: snapshot.scope.clone(),
            hash: snapshot.hash.clone(),
            recorded_path: snapshot.path.display().to_string(),
            drift: DriftFact::of(workspace, snapshot),
            integrity: snapshot.integrity.into(),
            turns: snapshot.turns(),
            sessions: snapshot.sessions(),
            stale: stale_among(&snapshot.uses),
            latest: SnapshotRef::latest(snapshot),
        }
    }
}

impl SnapshotRef {
    /// Where a snapshot was last used.
    pub fn latest(snapshot: &Snapshot) -> Self {
        snapshot.latest().map(Self::from).unwrap_or_default()
    }
}

impl From<&Use> for SnapshotRef {
    fn from(used: &Use) -> Self {
        Self {
            key: used.key.clone(),
            session: used.session.clone(),
            source: used.source.into(),
            line: used.line,
            stands: StandsFact::from(&*used.stands),
            seq: used.seq.clone(),
            turn: used.turn,
            at: used.at.map(Millis),
        }
    }
}

impl TurnRef {
    /// One turn of a session.
    pub fn of(session: &Session, turn: u32, at: Option<i64>) -> Self {
        let (key, id) = (session.key.clone(), session.id.clone());
        Self { key, session: id, source: session.place.source.into(), turn, at: at.map(Millis) }
    }
}

impl From<&Bundled> for BundledFact {
    fn from(bundled: &Bundled) -> Self {
        Self {
            since: Millis::at(bundled.since),
            from: Millis::at(bundled.from),
            after_use: bundled.after_use,
            count: bundled.count,
            changed: bundled.changed.clone(),
            added: bundled.added.clone(),
            removed: bundled.removed.clone(),
            unhashed: bundled.unhashed,
        }
    }
}

/// The state a snapshot is shown in.
pub fn state_of(snapshot: &Snapshot) -> DriftState {
    match snapshot.changed_beside() {
        Some(_) => DriftState::ResourcesChanged,
        None => state(&snapshot.standing.verdict.state),
    }
}

fn words_of(note: Option<&DriftNote>) -> String {
    note.map(ToString::to_string).unwrap_or_default()
}

impl DriftBasis {
    /// Whether the frontmatter was not recorded, so that nothing can be said of it.
    pub(crate) fn leaves_out_frontmatter(self) -> bool {
        matches!(self, Self::Body | Self::TrimmedBody | Self::Part | Self::Template)
    }
}

impl StepsFact {
    fn of(steps: &Steps) -> Self {
        let words = |steps: &[::drift::Step]| steps.iter().map(ToString::to_string).collect();
        Self {
            recorded: words(&steps.recorded),
            disk: words(&steps.file),
            recorded_steps: steps.recorded.clone(),
            disk_steps: steps.file.clone(),
        }
    }
}

fn holes(state: &State) -> &[Hole] {
    match state {
        State::Filled(holes) | State::ChangedByAgent(holes) => holes,
        _ => &[],
    }
}

fn hole(hole: &Hole) -> HoleFact {
    let cut = |text: &str| {
        let end = text.char_indices().nth(FILLING).map_or(text.len(), |(at, _)| at);
        if end < text.len() { format!("{}…", &text[..end]) } else { text.to_owned() }
    };
    HoleFact {
        line: hole.line as u32,
        placeholder: cut(&hole.placeholder),
        filling: cut(&hole.filling),
        blanked: hole.blanked,
    }
}

fn state(state: &State) -> DriftState {
    match state {
        State::Identical => DriftState::Identical,
        State::WhitespaceOnly(_) => DriftState::WhitespaceOnly,
        State::FrontmatterOnly(_) => DriftState::FrontmatterOnly,
        State::BodyChanged { .. } => DriftState::BodyChanged,
        State::Renamed { .. } => DriftState::Renamed,
        State::MovedScope { .. } => DriftState::MovedScope,
        State::ShadowedNow { .. } => DriftState::ShadowedNow,
        State::InAnotherVersion { .. } => DriftState::InAnotherVersion,
        State::Deleted => DriftState::Deleted,
        State::Filled(_) => DriftState::Filled,
        State::ChangedByAgent(_) => DriftState::ChangedByAgent,
        State::Unverifiable(_) => DriftState::Unverifiable,
    }
}

fn basis_word(basis: Basis) -> DriftBasis {
    match basis {
        Basis::Digest => DriftBasis::Digest,
        Basis::WholeText => DriftBasis::WholeText,
        Basis::Body => DriftBasis::Body,
        Basis::TrimmedBody => DriftBasis::TrimmedBody,
        Basis::Part => DriftBasis::Part,
        Basis::Template => DriftBasis::Template,
        Basis::Nothing => DriftBasis::Nothing,
    }
}
