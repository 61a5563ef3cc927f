//! One list of the sessions of all known workspaces.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::Path;
use std::sync::{Arc, Mutex};

use ::index::{Listed, Recorded, SessionFacts};
use ::sessions::Source;
use ::skills::Convention;
use ::workspace::{Workspace, convention_of, id_of, locked};

use super::known::MarkPlaces;
use super::{AllSessionRow, AllSessionsAsk, AllSessionsView, Everywhere, Only, SessionFilter, WorkspaceMark};
use crate::Failure;
use crate::times::Times;
use crate::wire::{
    DriftState, IntegrityFact, Millis, ROWS, SessionDrift, SessionRow, SessionSort, agent_named, agents,
};

/// Skill names told at the most.
const NAMES: usize = 1_000;

/// The sessions a filter takes, and what is known of them.
pub(super) struct Chosen {
    pub listed: Arc<Listed>,
    pub marks: Vec<WorkspaceMark>,
    pub sessions: Vec<One>,
}

/// One session: its number in the list, its workspace among the known ones, its drift.
pub(super) struct One {
    pub at: usize,
    pub mark: usize,
    pub skills: Vec<String>,
    /// Of each of its snapshots.
    pub states: Vec<DriftState>,
}

impl One {
    /// The drift of the session: the worst of its snapshots, with how many of each state.
    pub fn drift(&self) -> SessionDrift {
        SessionDrift::of(self.states.iter().copied())
    }

    /// Each state once.
    pub fn states(&self) -> Vec<DriftState> {
        distinct(self.states.iter().copied())
    }
}

/// A window on the list.
///
/// # Errors
///
/// As [`Everywhere::listed`], and when the filter names an agent that there is not.
pub fn all_sessions(all: &Everywhere<'_>, ask: &AllSessionsAsk) -> Result<AllSessionsView, Failure> {
    // When the others were is told as well.
    let mut chosen = chosen(all, &SessionFilter { from: None, to: None, ..ask.filter.clone() })?;
    let (listed, marks) = (&chosen.listed, &chosen.marks);
    let times = Times::of(
        chosen.sessions.iter().map(|one| listed.sessions[one.at].started),
        ask.zone,
        all.workspace.now(),
    );
    chosen.sessions.retain(|one| is_then(&ask.filter, &listed.sessions[one.at]));
    chosen.sessions.sort_by(|a, b| {
        let (one, other) = (&listed.sessions[a.at], &listed.sessions[b.at]);
        let newest = other.started.cmp(&one.started).then_with(|| other.path.cmp(&one.path));
        match ask.sort {
            SessionSort::Newest => newest,
            SessionSort::Oldest => newest.reverse(),
            SessionSort::Turns => other.turns.cmp(&one.turns).then(newest),
            SessionSort::Drift => a.drift().rank().cmp(&b.drift().rank()).then(newest),
        }
    });
    let names: BTreeSet<&str> = listed.recorded.iter().map(|one| one.name.as_str()).collect();
    let count = ask.count.min(ROWS) as usize;
    let window = chosen.sessions.iter().skip(ask.first as usize).take(count);
    Ok(AllSessionsView {
        total: listed.sessions.len() as u32,
        matching: chosen.sessions.len() as u32,
        times,
        first: ask.first,
        rows: window.map(|one| row(all.workspace, &listed.sessions[one.at], &marks[one.mark], one)).collect(),
        skills: names.into_iter().take(NAMES).map(str::to_owned).collect(),
        agents: agents(listed.sessions.iter().map(|facts| facts.source)),
        workspaces: marks.clone(),
        indexing: all.indexing(),
    })
}

/// The sessions a filter takes, in no order that matters.
pub(super) fn chosen(all: &Everywhere<'_>, filter: &SessionFilter) -> Result<Chosen, Failure> {
    all.unless_damaged(&|| choose(all, filter))
}

fn choose(all: &Everywhere<'_>, filter: &SessionFilter) -> Result<Chosen, Failure> {
    let (listed, marks) = (all.listed()?, all.marks());
    let mut recorded: HashMap<i64, Vec<&Recorded>> = HashMap::new();
    for one in &listed.recorded {
        recorded.entry(one.session).or_default().push(one);
    }
    let agent = agent_named(&filter.agent)?;
    let wanted: HashSet<&str> = filter.workspaces.iter().map(String::as_str).collect();
    let text = filter.text.to_lowercase();
    let (places, mut sessions) = (MarkPlaces::new(&marks), Vec::new());
    for (at, facts) in listed.sessions.iter().enumerate() {
        let Some(mark) = places.all_of(Path::new(&facts.workspace)).next() else { continue };
        let own = recorded.get(&facts.number).map(Vec::as_slice).unwrap_or_default();
        let is_wanted = wanted.is_empty()
            || wanted.contains(marks[mark].id.as_str())
            || wanted.contains(marks[mark].path.as_str());
        let is_wanted = is_wanted && agent.is_none_or(|agent| facts.source == agent);
        if is_wanted && takes(all.workspace, filter, &text, facts, own) {
            sessions.push(One {
                at,
                mark,
                skills: distinct(own.iter().map(|one| one.name.clone())),
                states: Vec::new(),
            });
        }
    }
    judge(all, &listed, &marks, &recorded, &mut sessions);
    sessions
        .retain(|one| filter.drift.is_empty() || one.states.iter().any(|state| filter.drift.contains(state)));
    Ok(Chosen { listed, marks, sessions })
}

fn takes(
    workspace: &Workspace,
    filter: &SessionFilter,
    text: &str,
    facts: &SessionFacts,
    own: &[&Recorded],
) -> bool {
    let holds = |field: &str| field.to_lowercase().contains(text);
    let says =
        text.is_empty() || holds(&facts.title) || holds(&facts.id) || own.iter().any(|one| holds(&one.name));
    says && (filter.skill.is_empty() || own.iter().any(|one| one.name == filter.skill))
        && (filter.outcomes.is_empty()
            || facts.outcome.is_some_and(|outcome| filter.outcomes.contains(&outcome)))
        && is_then(filter, facts)
        && filter.only.iter().all(|only| match only {
            Only::Hydrated => facts.hydrations > 0,
            Only::Damaged => facts.unread > 0 || torn(workspace, facts).is_some(),
        })
}

/// Whether a session ran in the time that is asked for.
fn is_then(filter: &SessionFilter, facts: &SessionFacts) -> bool {
    filter.from.is_none_or(|from| facts.last.is_some_and(|last| last >= from.0))
        && filter.to.is_none_or(|to| facts.started.is_some_and(|started| started < to.0))
}

/// Workspaces whose skills are looked at sooner than a thread has begun.
const FEW: usize = 2;

/// The snapshots that the sessions of one workspace recorded, each with the place of its session.
#[derive(Default)]
struct OfWorkspace<'a> {
    sessions: Vec<usize>,
    recorded: Vec<(Convention, &'a Recorded)>,
}

/// The drift of each session's snapshots, every workspace's skills looked at once.
fn judge(
    all: &Everywhere<'_>,
    listed: &Listed,
    marks: &[WorkspaceMark],
    recorded: &HashMap<i64, Vec<&Recorded>>,
    sessions: &mut [One],
) {
    let mut by_mark: HashMap<usize, OfWorkspace<'_>> = HashMap::new();
    for (number, one) in sessions.iter().enumerate() {
        let facts = &listed.sessions[one.at];
        let Some(own) = recorded.get(&facts.number) else { continue };
        let convention = convention_of(facts.source);
        let of_workspace = by_mark.entry(one.mark).or_default();
        of_workspace.sessions.extend(own.iter().map(|_| number));
        of_workspace.recorded.extend(own.iter().map(|one| (convention, *one)));
    }
    let texts = Mutex::new(all.recorded_texts());
    let by_mark: Vec<_> = by_mark.into_iter().collect();
    let facts = disk::in_threads(&by_mark, FEW, |_, (mark, OfWorkspace { recorded: own, .. })| {
        let text = |at: usize| own[at].1.content.as_deref().and_then(|content| locked(&texts).get(content));
        all.standing(Path::new(&marks[*mark].path), own, &text)
    });
    for ((_, OfWorkspace { sessions: of_session, .. }), facts) in by_mark.into_iter().zip(facts) {
        for (number, fact) in of_session.into_iter().zip(facts) {
            sessions[number].states.push(fact.state);
        }
    }
}

pub(super) fn row(
    workspace: &Workspace,
    facts: &SessionFacts,
    mark: &WorkspaceMark,
    one: &One,
) -> AllSessionRow {
    AllSessionRow {
        row: SessionRow {
            key: id_of(Path::new(&facts.path)),
            id: facts.id.clone(),
            title: if facts.title.is_empty() { facts.id.clone() } else { facts.title.clone() },
            source: facts.source.into(),
            started: facts.started.map(Millis),
            last: facts.last.map(Millis),
            events: facts.events,
            turns: facts.turns,
            skills: one.skills.clone(),
            drift: one.drift(),
            integrity: integrity(workspace, facts),
            live: is_live(workspace, facts),
            readable_by_pixir: opens(facts),
            lineage: facts.ancestry,
        },
        workspace: mark.clone(),
        outcome: facts.outcome,
        hydrations: facts.hydrations,
        states: one.states(),
    }
}

/// Each of them once, in the order of their first.
fn distinct<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut distinct = Vec::new();
    for one in all {
        if !distinct.contains(&one) {
            distinct.push(one);
        }
    }
    distinct
}

/// Returns whether its own program opens it; `None` for what another agent wrote.
pub(super) fn opens(facts: &SessionFacts) -> Option<bool> {
    (facts.source == Source::Pixir).then_some(facts.opens)
}

/// Returns whether a writer holds a session.
pub(super) fn is_live(workspace: &Workspace, facts: &SessionFacts) -> bool {
    // Other agents hold no lease.
    if !facts.source.is_envelope() {
        return false;
    }
    let Ok(id) = ::sessions::SessionId::parse(facts.id.as_bytes()) else { return false };
    let folder = Path::new(&facts.workspace);
    match (facts.source, &workspace.surroundings().kept) {
        (Source::Assay, Some(kept)) => disk::is_present(&::sessions::presence_path(kept, folder, &id)),
        (Source::Assay, None) => false,
        _ => ::sessions::lease(folder, &id, workspace.now())
            .is_ok_and(|lease| matches!(lease, ::sessions::Lease::Active(_))),
    }
}

/// The last line of a log in the envelope, where it was begun and will not be ended.
fn torn(workspace: &Workspace, facts: &SessionFacts) -> Option<u32> {
    facts.unfinished.filter(|_| facts.source.is_envelope() && !is_live(workspace, facts))
}

fn integrity(workspace: &Workspace, facts: &SessionFacts) -> IntegrityFact {
    let fact = IntegrityFact::of_hashes(facts.source, facts.activations, facts.mismatched, facts.unhashed);
    match facts.first_unread.or_else(|| torn(workspace, facts)) {
        Some(line) => fact.damaged(line),
        None => fact,
    }
}
