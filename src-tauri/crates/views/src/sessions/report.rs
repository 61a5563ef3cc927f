//! What scripts may ask about sessions.

use std::io;
use std::sync::Arc;

use ::workspace::{Activated, Read, Session, Workspace};
use message::message;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

use crate::Failure;
use crate::sessions::{
    ActivationFact, Hydrated, LogPart, PixirVerdict, TreeRow, UnfinishedReport, WeakTrace, fact, hydrated,
    unfinished, weak_traces,
};
use crate::wire::{
    Integrity, Json, Nothing, Outcome, PlaceRow, ProblemRow, SessionDrift, SourceFact, StandsFact, UnreadLog,
    release, seq_value,
};

/// One session.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SessionReportAsk {
    /// Its id; of two logs with one id the first found answers.
    pub id: String,
}

/// One moment of one session.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct VisibleAsk {
    /// The session's id.
    pub id: String,
    /// The sequence number of an event.
    pub seq: u64,
}

/// All sessions, those of isolated subagents included.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SessionsReport {
    /// The newest first, whatever agent wrote them.
    pub sessions: Vec<SessionReportRow>,
    /// What is odd there.
    pub problems: Vec<ProblemRow>,
    /// Where logs were looked for.
    pub places: Vec<PlaceRow>,
    /// Large logs of other agents that are not read yet, the newest last; empty unless they are left to the background.
    pub reading: Vec<UnreadLog>,
}

/// One session in short.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SessionReportRow {
    /// The session's id.
    pub id: String,
    /// Its log.
    pub path: String,
    /// First user words.
    pub title: String,
    /// Time of the first event, as recorded.
    pub started: Option<String>,
    /// Events.
    pub events: u32,
    /// Turns.
    pub turns: u32,
    /// Names of the skills activated, in order of first activation.
    pub skills: Vec<String>,
    /// How their recorded texts stand against the disk.
    pub drift: SessionDrift,
    /// A writer holds its lease.
    pub live: bool,
    /// The agent that wrote it.
    pub source: SourceFact,
    /// The release of it that wrote last; null where the log does not say it.
    pub release: Option<String>,
    /// The real Pixir opens it; null for what another agent wrote.
    pub readable_by_pixir: Option<bool>,
}

/// One session.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SessionReport {
    /// The session's id.
    pub id: String,
    /// The agent that wrote it.
    pub source: SourceFact,
    /// The release of it that wrote last; null where the log does not say it.
    pub release: Option<String>,
    /// Its log.
    pub path: String,
    /// All lines but empty ones: events, lines that are no events, and one that is unfinished.
    pub lines: u32,
    /// Events.
    pub events: u32,
    /// Lines that are no events.
    pub unread: Vec<UnreadReport>,
    /// The last line, as long as no line feed ends it and it is no event.
    pub unfinished: Option<UnfinishedReport>,
    /// What the real Pixir would do with the log; null for what another agent wrote.
    pub pixir: Option<PixirVerdict>,
    /// The number Pixir would give the next event.
    #[cfg_attr(feature = "typescript", ts(type = "number | null"))]
    pub next_seq: Json,
    /// The turns.
    pub turns: Vec<TurnReport>,
    /// The family.
    pub tree: TreeReport,
}

/// A line that is no event.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct UnreadReport {
    /// The line, counted from 1.
    pub line: u32,
    /// Why.
    pub reason: String,
}

/// Lines of a log, empty ones left out; of another agent than Pixir a line may hold several events.
pub(crate) fn lines(log: &::sessions::Log) -> u32 {
    let mut lines: Vec<u32> = log.rows().iter().map(|row| log.line_of(row.line())).collect();
    lines.dedup();
    lines.len() as u32 + u32::from(log.unfinished().is_some())
}

/// One turn.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TurnReport {
    /// From 1.
    pub number: u32,
    /// The user's message, whole.
    pub prompt: String,
    /// How it ended.
    pub outcome: Outcome,
    /// Number of its first event.
    #[cfg_attr(feature = "typescript", ts(type = "number | string | null"))]
    pub from_seq: Json,
    /// Number of its last event.
    #[cfg_attr(feature = "typescript", ts(type = "number | string | null"))]
    pub to_seq: Json,
    /// Activations in it.
    pub activations: Vec<ActivationReport>,
    /// Reads of a SKILL.md in it that are no activation.
    pub weak_traces: Vec<WeakTrace>,
    /// Hydrations in it.
    pub hydrations: Vec<HydrationReport>,
    /// It was copied from the parent of a fork.
    pub copied: bool,
    /// The user went back to before it, so that it is no part of the conversation any more.
    pub taken_back: bool,
    /// Its events have numbers of their own; else these are of records.
    pub numbered: bool,
}

/// One activation.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ActivationReport {
    /// Its number.
    #[cfg_attr(feature = "typescript", ts(type = "number | string | null"))]
    pub seq: Json,
    /// The skill.
    pub name: String,
    /// `user` or `model`.
    pub activated_by: String,
    /// The recorded hash; where its agent records none, that of the text.
    pub content_hash: String,
    /// What recomputing it says.
    pub integrity: Integrity,
    /// Where it stands in the files of its agent.
    pub stands: StandsFact,
    /// What else the log tells of it.
    pub told: ActivationFact,
}

/// One hydration.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct HydrationReport {
    /// `hyd_…`.
    pub hydration_id: String,
    /// Which log it is recorded in.
    pub log: LogPart,
    /// Its line there.
    pub line: u32,
    /// The skill.
    pub skill: String,
    /// The skill's recorded hash.
    pub content_hash: String,
    /// The source.
    pub context_source_id: String,
    /// The command, the pattern or the path, verbatim on one line.
    pub command: String,
    /// `explicit` or `auto`.
    pub execution: String,
    /// `user`, `grant` or `rule`.
    pub allowed_by: String,
    /// `once`, `session` or `bytes`.
    pub lifetime: Option<String>,
    /// Bytes that were read; null where that is not recorded.
    pub bytes_total: Option<u64>,
    /// Of them, bytes that were kept; where that is not recorded, the bytes that are there.
    pub bytes_kept: u64,
    /// Bytes were left out; null where that is not recorded.
    pub truncated: Option<bool>,
    /// SHA-256 of the text released.
    pub sha256: String,
    /// To whom it was given; null where that is not recorded.
    pub released_to: Option<String>,
    /// When, as recorded.
    pub released_at: Option<String>,
}

/// A session's family.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TreeReport {
    /// The eldest first, this session included.
    pub rows: Vec<TreeRow>,
}

/// What the model sees at one moment.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct VisibleReport {
    /// In the order they are sent, duplicates kept.
    pub visible: Vec<VisibleRow>,
    /// Covered by a compaction.
    pub dropped: Vec<DroppedReport>,
}

/// One activation the model sees.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct VisibleRow {
    /// Its number.
    #[cfg_attr(feature = "typescript", ts(type = "number | string | null"))]
    pub seq: Json,
    /// The skill.
    pub name: String,
    /// The recorded hash.
    pub content_hash: String,
}

/// One activation the model no longer sees.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DroppedReport {
    /// Its number.
    #[cfg_attr(feature = "typescript", ts(type = "number | string | null"))]
    pub seq: Json,
    /// The skill.
    pub name: String,
    /// The recorded hash.
    pub content_hash: String,
    /// Number of the compaction that covers it.
    #[cfg_attr(feature = "typescript", ts(type = "number | string | null"))]
    pub dropped_by: Json,
    /// The compaction still gives its name, path and hash.
    pub named: bool,
}

/// All sessions.
///
/// # Errors
///
/// None: it has the form that every request has.
pub fn sessions_report(workspace: &Workspace, _: &Nothing) -> Result<SessionsReport, Failure> {
    let (logs, joined) = (workspace.logs(), workspace.joined());
    let row = |session: &Arc<Session>| crate::sessions::row(&logs, &joined, session);
    let mut rows: Vec<_> = logs.sessions.iter().map(|session| (row(session), session)).collect();
    rows.sort_by(|(a, _), (b, _)| b.started.cmp(&a.started).then_with(|| b.id.cmp(&a.id)));
    let report = |(row, session): (crate::wire::SessionRow, &Arc<Session>)| {
        let read = session.read();
        SessionReportRow {
            started: read.lineage.first_ts.clone(),
            id: row.id,
            path: session.path.display().to_string(),
            title: row.title,
            events: row.events,
            turns: row.turns,
            skills: row.skills,
            drift: row.drift,
            live: row.live,
            source: row.source,
            release: release(&read.log),
            readable_by_pixir: row.readable_by_pixir,
        }
    };
    Ok(SessionsReport {
        sessions: rows.into_iter().map(report).collect(),
        problems: crate::wire::log_problems(&logs),
        places: crate::wire::log_places(&logs),
        reading: logs.reading.iter().map(UnreadLog::of).collect(),
    })
}

/// The session with an id, validated in full: a script wants the truth, not the first glance.
///
/// # Errors
///
/// [`Code::NotFound`](crate::Code::NotFound) when no session has this id, and as the disk has it when its log
/// cannot be read.
pub fn by_id(workspace: &Workspace, id: &str) -> Result<Arc<Session>, Failure> {
    let logs = workspace.logs();
    let session = logs.sessions.iter().find(|session| session.id == id).ok_or_else(|| {
        let fault = logs.faults.iter().find(|fault| fault.path.file_stem().is_some_and(|stem| stem == id));
        match fault {
            Some(fault) => Failure::from(fault.clone()),
            None => Failure::not_found(message!(
                "session `{id}` not found in {folder}.",
                id,
                folder = workspace.folder().display()
            ))
            .hint(message!("Run `assay sessions` to list all.")),
        }
    })?;
    Ok(workspace.validated(session)?)
}

/// One session.
///
/// # Errors
///
/// [`Code::NotFound`](crate::Code::NotFound) when no session has this id, and as the disk has it when its log
/// cannot be read.
pub fn session_report(workspace: &Workspace, ask: &SessionReportAsk) -> Result<SessionReport, Failure> {
    let session = by_id(workspace, &ask.id)?;
    let tree = TreeReport { rows: crate::sessions::tree(&workspace.logs(), &session) };
    let read = session.read();
    let turns = turns(read).collect();
    Ok(SessionReport { turns, ..head(&session, read, tree) })
}

/// The same as one line of JSON, written turn by turn: a session of a million turns needs no more memory than its
/// index. An error of `out` ends it without a word, since whoever reads has gone.
///
/// # Errors
///
/// [`Code::NotFound`](crate::Code::NotFound) when there is no such session, and what the disk says when its
/// log cannot be read.
pub fn write_session(
    workspace: &Workspace,
    ask: &SessionReportAsk,
    out: &mut dyn io::Write,
) -> Result<(), Failure> {
    let session = by_id(workspace, &ask.id)?;
    let tree = TreeReport { rows: crate::sessions::tree(&workspace.logs(), &session) };
    let read = session.read();
    let head = head(&session, read, tree);
    let written = serde_json::to_writer(&mut *out, &Written { head: &head, turns: Turning(read) });
    let _ = written.map_err(io::Error::from).and_then(|()| out.write_all(b"\n"));
    Ok(())
}

/// The same for people: first what is known of the whole, without its turns, then each turn.
///
/// # Errors
///
/// As [`write_session`].
pub fn tell_session(
    workspace: &Workspace,
    ask: &SessionReportAsk,
    whole: &mut dyn FnMut(&SessionReport),
    each: &mut dyn FnMut(&TurnReport),
) -> Result<(), Failure> {
    let session = by_id(workspace, &ask.id)?;
    let tree = TreeReport { rows: crate::sessions::tree(&workspace.logs(), &session) };
    let read = session.read();
    whole(&head(&session, read, tree));
    turns(read).for_each(|turn| each(&turn));
    Ok(())
}

/// A [`SessionReport`] whose turns are made while they are written, in the same order of fields; a test compares.
struct Written<'a> {
    head: &'a SessionReport,
    turns: Turning<'a>,
}

struct Turning<'a>(&'a Read);

impl Serialize for Written<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let SessionReport {
            id,
            source,
            release,
            path,
            lines,
            events,
            unread,
            unfinished,
            pixir,
            next_seq,
            turns: _,
            tree,
        } = self.head;
        let mut fields = to.serialize_struct("SessionReport", 12)?;
        fields.serialize_field("id", id)?;
        fields.serialize_field("source", source)?;
        fields.serialize_field("release", release)?;
        fields.serialize_field("path", path)?;
        fields.serialize_field("lines", lines)?;
        fields.serialize_field("events", events)?;
        fields.serialize_field("unread", unread)?;
        fields.serialize_field("unfinished", unfinished)?;
        fields.serialize_field("pixir", pixir)?;
        fields.serialize_field("next_seq", next_seq)?;
        fields.serialize_field("turns", &self.turns)?;
        fields.serialize_field("tree", tree)?;
        fields.end()
    }
}

impl Serialize for Turning<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(turns(self.0))
    }
}

fn turns(read: &Read) -> impl Iterator<Item = TurnReport> {
    read.turns.turns().iter().map(|turn| turn_report(read, turn))
}

/// Everything but the turns.
fn head(session: &Session, read: &Read, tree: TreeReport) -> SessionReport {
    let unread = read.log.unread().iter();
    SessionReport {
        id: session.id.clone(),
        source: session.place.source.into(),
        release: release(&read.log),
        path: session.path.display().to_string(),
        lines: lines(&read.log),
        events: read.log.len() as u32,
        unread: unread
            .map(|one| UnreadReport { line: read.log.line_of(one.line), reason: one.reason.to_string() })
            .collect(),
        unfinished: unfinished(&read.log),
        pixir: read.verdict.as_ref().map(crate::sessions::verdict),
        next_seq: seq_value(&::sessions::next_seq(&read.log)),
        turns: Vec::new(),
        tree,
    }
}

fn turn_report(read: &Read, turn: &::sessions::Turn) -> TurnReport {
    let (from, to) = turn.seqs(&read.log);
    TurnReport {
        number: turn.number,
        prompt: turn.prompt(&read.log).unwrap_or_default(),
        outcome: turn.outcome,
        from_seq: seq_value(&from),
        to_seq: seq_value(&to),
        activations: turn
            .activations
            .iter()
            .filter_map(|at| read.activated_at(*at))
            .map(|one| activation_report(read, one))
            .collect(),
        weak_traces: weak_traces(read, turn),
        hydrations: hydrations(read, turn),
        copied: turn.origin == ::sessions::Origin::Copied,
        taken_back: turn.taken_back,
        numbered: read.log.source().is_envelope(),
    }
}

fn hydrations(read: &Read, turn: &::sessions::Turn) -> Vec<HydrationReport> {
    // The timeline has a row for every turn; most sessions have nothing that it would be needed for.
    let is_noted = |part| read.evidence.log(part).is_some();
    if turn.hydrations == 0 && !is_noted(LogPart::Companion.into()) && !is_noted(LogPart::Inherited.into()) {
        return Vec::new();
    }
    let timeline = read.timeline();
    let row = timeline.row_of(turn.opened).and_then(|row| u32::try_from(row).ok());
    let Some((number, row)) = row.and_then(|number| Some((number, timeline.get(number)?))) else {
        return Vec::new();
    };
    hydrated(read, number, row).iter().map(hydration_report).collect()
}

fn hydration_report(found: &Hydrated) -> HydrationReport {
    let fact = fact(&found.hydration);
    HydrationReport {
        hydration_id: fact.id,
        log: found.log,
        line: found.line,
        skill: fact.skill,
        content_hash: fact.hash,
        context_source_id: fact.source,
        command: fact.command,
        execution: fact.execution,
        allowed_by: fact.by,
        lifetime: fact.lifetime,
        bytes_total: fact.bytes_total,
        bytes_kept: fact.bytes_kept,
        truncated: fact.truncated,
        sha256: fact.sha256,
        released_to: found.hydration.released.as_ref().and_then(|release| release.to.clone()),
        released_at: found.hydration.released.as_ref().and_then(|release| release.at.clone()),
    }
}

fn activation_report(read: &Read, activated: &Activated) -> ActivationReport {
    ActivationReport {
        seq: seq_at(read, activated.position),
        name: activated.name.clone(),
        activated_by: activated.by.to_string(),
        content_hash: activated.hash.clone(),
        integrity: activated.integrity.into(),
        stands: StandsFact::from(&*activated.stands),
        told: activated.into(),
    }
}

pub(crate) fn seq_at(read: &Read, position: usize) -> Json {
    seq_value(&read.log.at(position).map_or(::sessions::Seq::Absent, |row| read.log.seq(row)))
}

/// What the model sees after an event.
///
/// # Errors
///
/// [`Code::NotFound`](crate::Code::NotFound) when no session has this id, and as the disk has it when its log
/// cannot be read.
pub fn visible_report(workspace: &Workspace, ask: &VisibleAsk) -> Result<VisibleReport, Failure> {
    let session = by_id(workspace, &ask.id)?;
    let read = session.read();
    let Some(position) = read.log.position_of(&::sessions::Seq::Whole(i128::from(ask.seq))) else {
        return Ok(VisibleReport { visible: Vec::new(), dropped: Vec::new() });
    };
    let visible = read.context.visible_at(&read.log, position);
    let dropped = read.context.dropped_at(&read.log, position);
    Ok(VisibleReport {
        visible: visible
            .into_iter()
            .filter_map(|at| read.activated_at(at))
            .map(|one| VisibleRow {
                seq: seq_at(read, one.position),
                name: one.name.clone(),
                content_hash: one.hash.clone(),
            })
            .collect(),
        dropped: dropped
            .iter()
            .filter_map(|dropped| Some((dropped, read.activated_at(dropped.position)?)))
            .map(|(dropped, one)| DroppedReport {
                seq: seq_at(read, one.position),
                name: one.name.clone(),
                content_hash: one.hash.clone(),
                dropped_by: seq_at(read, dropped.checkpoint),
                named: dropped.is_named,
            })
            .collect(),
    })
}
