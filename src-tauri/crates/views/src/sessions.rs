//! What may be asked about sessions.

mod after;
mod ask;
mod bands;
mod bookkeeping;
mod branches;
mod catalog_then;
mod context_note;
mod damage;
mod event_view;
mod events;
mod family;
mod fork_skills;
mod hydrated;
mod hydrated_view;
mod integrity;
mod integrity_view;
mod items;
mod letter;
mod listed;
mod moment;
mod moment_report;
mod moment_view;
mod named;
mod notices;
mod overview;
mod overview_view;
mod provenance;
mod provenance_view;
mod relative;
mod report;
mod texts;
mod timeline;
mod timeline_view;
mod unfinished;
mod verify;
mod view;
mod witness_text;

use ::sessions::{LogPlace, TextIntegrity};
use ::workspace::{Joined, Logs, Read, Session, Workspace, locked};

use crate::Failure;
use crate::times::Times;
use crate::wire::{
    Ancestry, IntegrityFact, Millis, ROWS, ReadingRow, SessionDrift, SessionRow, SessionSort, SessionsView,
    agent_named, agents, log_places, log_problems, release, state_of,
};

pub use ::sessions::SkillTexts;
pub use ask::{
    EventGroup, EventPart, EventTextAsk, EventsAsk, LogPart, Place, PlaceAsk, ProvenanceAsk, RawAsk,
    SessionAsk, SessionsAsk, TimelineAsk,
};
pub use context_note::{ContextNote, VersionInContext};
pub use event_view::{
    ActivationFact, Clip, EventRow, EventView, EventsView, GroupCount, RawView, RefusedFact, ToolOutcome,
};
pub use fork_skills::{ForkNote, ForkSkill, ForkSkillState, ForkSkillsView, ForkText, fork_skills};
pub use hydrated_view::{CompanionFact, HydratedCard, HydratedFact, HydrationStep, ReleaseFact};
pub use integrity_view::{
    CopiedFact, DoubtfulRow, EndingFact, GapRow, IntegrityView, RepeatRow, UnreadRow, WitnessFact,
    WitnessState,
};
pub use letter::{AfterDrop, Letter};
pub use listed::ListedThen;
pub use moment_view::{
    CatalogDifference, CatalogFound, CatalogThen, ItemKind, ItemRow, ItemTextAsk, ItemsAsk, ItemsView,
    MomentAsk, MomentView, PermissionThen, Step, SummaryThen, TextCard, TextState,
};
pub use named::NamedFact;
pub use overview_view::{EventSpan, OverviewAsk, OverviewLane, OverviewStretch, OverviewView};
pub use provenance_view::{
    DecisionFact, DroppedCard, ListingEvidence, ProvenanceCard, ProvenanceView, WeakTrace,
};
pub use relative::{OriginText, RelativeFact};
pub use timeline_view::{
    ActivationChip, DroppedText, EventKinds, PlaceView, Segment, TimelineRow, TimelineView,
};
pub use view::{
    Band, BranchMark, DamageView, DamagedActivation, Notice, NoticeKind, OriginFact, PixirVerdict,
    PostureFact, SessionView, TreeRow,
};

pub use events::events;
pub(crate) use family::tree;
pub(crate) use hydrated::{Hydrated, fact, hydrated};
pub use integrity::integrity;
pub(crate) use integrity::{copied, out_of_order, witness};
pub(crate) use items::row_of as item_row;
pub use items::{item_text, moment_items};
pub use moment::moment;
pub(crate) use moment::{composed, moment_at_end, moment_of_turn};
pub use moment_report::{ItemReport, MomentItems, MomentReport, MomentReportAsk, moment_report};
pub(crate) use overview::ends;
pub use overview::overview;
pub use provenance::provenance;
pub(crate) use provenance::weak_traces;
pub use report::{
    ActivationReport, DroppedReport, HydrationReport, SessionReport, SessionReportAsk, SessionReportRow,
    SessionsReport, TreeReport, TurnReport, UnreadReport, VisibleAsk, VisibleReport, VisibleRow, by_id,
    session_report, sessions_report, tell_session, visible_report, write_session,
};
pub use unfinished::UnfinishedReport;
pub use verify::{
    ActivationVerdict, VerifyAllReport, VerifyAllRow, VerifyReport, verify_all_report, verify_report,
};

pub use texts::{event_raw, event_text};
pub use timeline::{place, timeline};
pub(crate) use unfinished::unfinished;
pub use witness_text::{NotProven, WitnessText};

/// Unread lines named in one answer.
const UNREAD: usize = 100;

/// The session list.
///
/// # Errors
///
/// [`Code::WrongUse`](crate::Code::WrongUse) when no agent has the name that was given.
pub fn list(workspace: &Workspace, ask: &SessionsAsk) -> Result<SessionsView, Failure> {
    let (logs, joined, agent) = (workspace.logs(), workspace.joined(), agent_named(&ask.agent)?);
    let text = ask.text.to_lowercase();
    let wanted = logs.sessions.iter().filter(|one| agent.is_none_or(|agent| one.place.source == agent));
    let mut rows: Vec<_> = wanted.map(|session| row(&logs, &joined, session)).collect();
    rows.retain(|row| {
        let holds = |field: &str| field.to_lowercase().contains(&text);
        holds(&row.title) || holds(&row.id) || row.skills.iter().any(|name| holds(name))
    });
    let times = Times::of(rows.iter().map(|row| row.started.map(|at| at.0)), ask.zone, workspace.now());
    rows.retain(|row| {
        ask.since.is_none_or(|since| row.last.is_some_and(|last| last >= since))
            && ask.until.is_none_or(|until| row.started.is_some_and(|started| started < until))
    });
    rows.sort_by(|a, b| {
        let newest = b.started.cmp(&a.started).then_with(|| b.id.cmp(&a.id));
        match ask.sort {
            SessionSort::Newest => newest,
            SessionSort::Oldest => newest.reverse(),
            SessionSort::Turns => b.turns.cmp(&a.turns).then(newest),
            SessionSort::Drift => a.drift.rank().cmp(&b.drift.rank()).then(newest),
        }
    });
    Ok(SessionsView {
        total: logs.count(),
        events: logs.events(),
        damaged: logs.damaged(),
        matching: rows.len() as u32,
        from: ask.from,
        rows: rows.into_iter().skip(ask.from as usize).take(ask.count.min(ROWS) as usize).collect(),
        times,
        agents: agents(logs.sessions.iter().map(|session| session.place.source)),
        places: log_places(&logs),
        problems: log_problems(&logs),
        reading: logs.reading.iter().map(|(place, bytes)| reading_row(workspace, place, *bytes)).collect(),
        read_at: Millis::at(workspace.now()),
    })
}

fn reading_row(workspace: &Workspace, place: &LogPlace, bytes: u64) -> ReadingRow {
    ReadingRow { path: workspace.shown(&place.path), source: place.source.into(), bytes }
}

pub(crate) fn row(logs: &Logs, joined: &Joined, session: &Session) -> SessionRow {
    let read = session.read();
    let ends = read.log.timed_ends();
    let time = |position: usize| {
        let event = read.log.event(position)?;
        read.at(position, event.ts.as_deref()).map(Millis)
    };
    // The first text of each name has its own letter.
    let first = read.letters().all().iter().filter(|letter| letter.version == 1);
    let skills = first.map(|letter| letter.name.clone()).collect();
    SessionRow {
        key: session.key.clone(),
        id: session.id.clone(),
        title: if read.title.is_empty() { session.id.clone() } else { read.title.clone() },
        source: session.place.source.into(),
        started: ends.and_then(|(first, _)| time(first)),
        last: ends.and_then(|(_, last)| time(last)),
        events: read.log.len() as u32,
        turns: read.turns.turns().len() as u32,
        skills,
        drift: SessionDrift::of(joined.snapshots_in(&session.key).iter().map(|one| state_of(one))),
        integrity: hashes(logs, session),
        live: logs.is_live(&session.path),
        readable_by_pixir: read.verdict.as_ref().map(::sessions::Verdict::opens),
        lineage: lineage(session, read),
    }
}

/// The worst that the hashes and the lines of a log say.
pub(crate) fn hashes(logs: &Logs, session: &Session) -> IntegrityFact {
    let read = session.read();
    let texts = || read.activations.iter().map(|one| one.integrity);
    let mismatched = texts().filter(|text| *text == TextIntegrity::Mismatch).count() as u32;
    let unhashed = texts().filter(|text| text.is_unhashed()).count() as u32;
    let fact =
        IntegrityFact::of_hashes(session.place.source, read.activations.len() as u32, mismatched, unhashed);
    let unread = read.log.unread().first().map(|unread| read.log.line_of(unread.line));
    let torn = || read.log.unfinished().filter(|_| logs.is_torn(session)).map(|last| last.line);
    match unread.or_else(torn) {
        Some(line) => fact.damaged(line),
        None => fact,
    }
}

fn lineage(session: &Session, read: &Read) -> Ancestry {
    if read.lineage.fork.is_some() {
        Ancestry::Fork
    } else if read.lineage.parent.is_some() || session.place.subagent.is_some() {
        Ancestry::Subagent
    } else {
        Ancestry::Root
    }
}

/// One session without its events.
///
/// # Errors
///
/// [`Code::NotFound`](crate::Code::NotFound) when the session's log is no longer there.
pub fn session(workspace: &Workspace, ask: &SessionAsk) -> Result<SessionView, Failure> {
    let session = workspace.session(&ask.key).ok_or_else(Failure::session_gone)?;
    let (logs, joined) = (workspace.logs(), workspace.joined());
    let row = row(&logs, &joined, &session);
    let tree = tree(&logs, &session);
    let (origin, branches) = (branches::origin(&logs, &session), branches::branches(&logs, &session));
    let read = session.read();
    let (timeline, letters) = (read.timeline(), read.letters());
    let in_context = read.context.bands(&read.log);
    let (bands, folded_lanes) = bands::bands(read, timeline, letters, &in_context);
    let sound = read.soundness();
    let unread = read.log.unread();
    let named = letters.all().iter().take(200).map(Letter::from).collect();
    Ok(SessionView {
        row,
        tells: session.place.source.into(),
        release: release(&read.log),
        path: session.path.display().to_string(),
        bytes: read.log.stamp().size,
        lines: read.log.lines(),
        unread: unread.iter().take(UNREAD).map(|one| UnreadRow::of(&read.log, one)).collect(),
        unread_total: unread.len() as u32,
        unfinished: unfinished(&read.log),
        pixir: read.verdict.as_ref().map(verdict),
        posture: family::posture(read),
        models: read.models(),
        timeline_rows: timeline.rows.len() as u32,
        letters: named,
        bands,
        folded_lanes,
        tree,
        origin,
        branches,
        notices: notices::notices(read, timeline, letters, &in_context),
        seq_gaps: u32::try_from(sound.gaps.missing).unwrap_or(u32::MAX),
        seq_duplicates: u32::try_from(sound.repeated).unwrap_or(u32::MAX),
        damage: damage::damage(read, timeline),
        companion: hydrated::companion(read),
        witness: witnessed(&session),
    })
}

/// What the last comparison with the witness said; it is not compared for this.
fn witnessed(session: &Session) -> Option<WitnessState> {
    let known = *locked(&session.witnessed);
    known.map(|known| match known.testimony {
        ::sessions::Testimony::Unseen => WitnessState::Unseen,
        ::sessions::Testimony::Same => WitnessState::Same,
        ::sessions::Testimony::Shorter { .. } => WitnessState::Shorter,
        ::sessions::Testimony::Differs(_) => WitnessState::Rewritten,
    })
}

pub(crate) fn verdict(verdict: &::sessions::Verdict) -> PixirVerdict {
    use ::sessions::Verdict;
    let code = match verdict {
        Verdict::Accepted | Verdict::NotKnown { .. } => None,
        Verdict::HistoryRefused { .. } => Some("invalid_event_list".to_owned()),
        Verdict::LogRefused { .. } => Some("corrupt_log_line".to_owned()),
    };
    let reason = if *verdict == Verdict::Accepted { None } else { Some(verdict.to_string()) };
    PixirVerdict { accepts: verdict.opens(), line: verdict.line(), code, verdict: verdict.clone(), reason }
}
