//! What shaped one turn: activated here, still replayed, left by name only, listed, opened, decided.

use std::collections::BTreeSet;

use ::sessions::{EventKind, Kind, Shaping, Source, TextIntegrity};
use ::skills::Quote;
use ::workspace::{Joined, Letters, Read, Row, What, Workspace, convention_of};

use super::after::after;
use super::hydrated::noted_before;
use super::listed::listed;
use super::named::named;
use super::timeline::{Texts, row_at, templates, view};
use super::{
    ContextNote, DecisionFact, DroppedCard, Hydrated, ListingEvidence, ProvenanceAsk, ProvenanceCard,
    ProvenanceView, VersionInContext, WeakTrace, family, hydrated,
};
use crate::Failure;
use crate::wire::{DriftFact, StaleFact, StandsFact};

/// What shaped one row of the timeline.
///
/// # Errors
///
/// [`Code::NotFound`](crate::Code::NotFound) when the session's log is no longer there.
pub fn provenance(workspace: &Workspace, ask: &ProvenanceAsk) -> Result<ProvenanceView, Failure> {
    let session = workspace.session(&ask.key).ok_or_else(Failure::session_gone)?;
    let (logs, joined, ruling) =
        (workspace.logs(), workspace.joined(), workspace.ruling(convention_of(session.place.source)));
    let read = session.read();
    let letters = read.letters();
    let row = row_at(read.timeline(), ask.row)?;
    let (visible, dropped) = row.end().map_or((Vec::new(), Vec::new()), |end| {
        (read.context.visible_at(&read.log, end), read.context.dropped_at(&read.log, end))
    });
    let card = |at: usize| card(read, (workspace, &joined, session.place.source), letters, at);
    let full: BTreeSet<_> = visible.iter().filter_map(|at| letters.index_at(*at)).collect();
    let mut told = BTreeSet::new();
    let name_only = dropped
        .iter()
        .filter(|one| {
            letters
                .index_at(one.position)
                .is_some_and(|letter| !full.contains(&letter) && told.insert(letter))
        })
        .filter_map(|one| dropped_card(read, letters, one));
    let turn = turn_of(read, row);
    let shaped = turn.map(|turn| ::sessions::detail(&read.log, turn).shaped).unwrap_or_default();
    let found = hydrated(read, ask.row, row);
    Ok(ProvenanceView {
        row: view(&logs, &mut Texts::of(read, letters), ask.row, row),
        notes: notes(read, letters, &visible),
        named: named(read, row.positions()),
        activated: row.positions().filter_map(card).collect(),
        replayed: visible.iter().copied().filter(|at| !row.contains(*at)).filter_map(card).collect(),
        name_only: name_only.collect(),
        templates: templates(&shaped),
        opened: opened(&shaped),
        weak_traces: turn.map(|turn| weak_traces(read, turn)).unwrap_or_default(),
        decisions: decisions(read, ask.row, row, &found, usize::MAX),
        hydrated: found.iter().map(hydrated::card).collect(),
        listing: listing(read, row, ruling.catalog.index_hash.as_deref()),
    })
}

pub(crate) fn turn_of<'a>(read: &'a Read, row: &Row) -> Option<&'a ::sessions::Turn> {
    match row.what {
        What::Turn(index) => read.turns.turns().get(index),
        _ => None,
    }
}

fn card(
    read: &Read,
    (workspace, joined, source): (&Workspace, &Joined, Source),
    letters: &Letters,
    position: usize,
) -> Option<ProvenanceCard> {
    let activated = read.activated_at(position)?;
    Some(ProvenanceCard {
        letter: letters.at(position)?.into(),
        by: activated.by.to_string(),
        turn: activated.turn,
        seq: activated.seq.clone(),
        line: activated.line,
        stands: StandsFact::from(&*activated.stands),
        integrity: activated.integrity.into(),
        drift: DriftFact::of_activation(workspace, joined, source, activated),
        stale: StaleFact::of(activated.stale.as_deref()),
    })
}

fn dropped_card(read: &Read, letters: &Letters, dropped: &::sessions::Dropped) -> Option<DroppedCard> {
    let activated = read.activated_at(dropped.position)?;
    let checkpoint = read.log.at(dropped.checkpoint)?;
    Some(DroppedCard {
        letter: letters.at(dropped.position)?.into(),
        turn: activated.turn,
        dropped_at: read.log.seq(checkpoint).to_string(),
        dropped_on: read.log.line_of(checkpoint.line()),
        after: after(read, dropped),
        line: activated.line,
    })
}

// Two versions of one skill side by side in context is what an auditor must not miss.
pub(crate) fn notes(read: &Read, letters: &Letters, visible: &[usize]) -> Vec<ContextNote> {
    let mut notes = Vec::new();
    let mut seen: Vec<(&str, BTreeSet<usize>)> = Vec::new();
    for at in visible {
        let Some((activated, letter)) = read.activated_at(*at).zip(letters.index_at(*at)) else { continue };
        match seen.iter_mut().find(|(name, _)| *name == activated.name) {
            Some((_, found)) => {
                found.insert(letter);
            }
            None => seen.push((&activated.name, BTreeSet::from([letter]))),
        }
    }
    for (name, found) in seen.iter().filter(|(_, found)| found.len() > 1) {
        let turn = |letter: usize| {
            let first = visible.iter().find(|at| letters.index_at(**at) == Some(letter));
            first.and_then(|at| read.activated_at(*at)).and_then(|one| one.turn)
        };
        let named = letters.all();
        let versions = found
            .iter()
            .map(|letter| VersionInContext { letter: named[*letter].letter.clone(), turn: turn(*letter) })
            .collect();
        notes.push(ContextNote::Versions { name: Quote::whole(*name), versions });
    }
    let mismatches = visible.iter().filter_map(|at| read.activated_at(*at));
    for one in mismatches.filter(|one| one.integrity == TextIntegrity::Mismatch) {
        notes.push(ContextNote::Mismatch { name: Quote::whole(&one.name), line: one.line });
    }
    notes
}

/// The reads of main files in a turn that are no activation.
pub(crate) fn weak_traces(read: &Read, turn: &::sessions::Turn) -> Vec<WeakTrace> {
    let reads = |trace: ::sessions::Trace| {
        let record = read.log.at(trace.position).map_or(0, ::sessions::Row::line);
        let stands = StandsFact::from(&read.log.stands(record));
        trace.reads.into_iter().map(move |path| WeakTrace { path, stands: stands.clone() })
    };
    read.traces_in(turn).into_iter().flat_map(reads).collect()
}

fn opened(shaped: &[::sessions::Shaped]) -> Vec<String> {
    let file = |shaped: &::sessions::Shaped| match &shaped.by {
        Shaping::Resource(opened) => {
            let refused = if opened.ok == Some(false) { " (refused)" } else { "" };
            Some(format!("{}: {}{refused}", opened.skill, opened.path))
        }
        Shaping::Activation(_) | Shaping::Workflow(_) => None,
    };
    shaped.iter().filter_map(file).collect()
}

fn listing(read: &Read, row: &Row, now: Option<&str>) -> ListingEvidence {
    let mut hashes: Vec<String> = Vec::new();
    for event in of_kind(read, row, Kind::ProviderUsage, usize::MAX) {
        if let EventKind::ProviderUsage(usage) = event
            && let Some(hash) = usage.skill_index_hash
            && !hashes.contains(&hash)
        {
            hashes.push(hash);
        }
    }
    let same_as_now = hashes.last().map(|hash| Some(hash.as_str()) == now);
    ListingEvidence { same_as_now, hashes, listed: row.end().and_then(|end| listed(read, end + 1)) }
}

/// The decisions of a row before a position, those on the hydrations found there included.
pub(crate) fn decisions(read: &Read, number: u32, row: &Row, found: &[Hydrated], end: usize) -> DecisionFact {
    let noted = read.evidence.of_kind(noted_before(read, number, end), Kind::PermissionDecision);
    let own = of_kind(read, row, Kind::PermissionDecision, end);
    let decided = own.chain(noted.map(|(_, event)| event.kind)).filter_map(|event| match event {
        EventKind::PermissionDecision(decision) => Some(decision.decision),
        _ => None,
    });
    // What allowed a hydration stands in the hydration itself.
    let allowed = |one: &Hydrated| one.hydration.permission.as_ref()?.decision.clone();
    let (mut allow, mut deny) = (0, 0);
    for decision in decided.chain(found.iter().map(allowed).filter(Option::is_some)) {
        match decision.as_deref() {
            Some("allow") => allow += 1,
            _ => deny += 1,
        }
    }
    let mode = family::posture(read).map(|posture| posture.mode);
    DecisionFact { mode, allowed: allow, denied: deny }
}

fn of_kind<'a>(read: &'a Read, row: &'a Row, kind: Kind, end: usize) -> impl Iterator<Item = EventKind> + 'a {
    let is = move |at: &usize| *at < end && read.log.at(*at).is_some_and(|row| row.kind() == kind);
    row.positions().filter(is).filter_map(|at| read.log.event(at)).map(|event| event.kind)
}
