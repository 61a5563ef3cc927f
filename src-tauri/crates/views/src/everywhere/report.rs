//! What scripts may ask about all workspaces.

use std::cmp::Reverse;
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use ::index::{Listed, SessionFacts};
use ::sessions::{FOREIGN_LOG_LIMIT, FOREIGN_ROW_LIMIT, LogPlace, Reason};
use serde::{Deserialize, Serialize};

use super::all_sessions::{chosen, is_live, opens};
use super::search::whole_search;
use super::{Everywhere, SearchAsk, SearchHit, SessionFilter};
use crate::Failure;
use crate::wire::{DriftState, Outcome, ProblemRow, SessionDrift, SourceFact, UnreadLog, agent_named};

/// Hits a script is told at the most.
const HITS: u32 = 2_000;

/// Sessions of all known workspaces that a filter takes.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ListedSessionsReport {
    /// The newest first.
    pub sessions: Vec<ListedSessionRow>,
    /// What was made anew or done without, a sentence each.
    pub notes: Vec<String>,
    /// Large logs of other agents that are not read yet, or have changed since they were read; empty unless they are left
    /// to the background.
    pub reading: Vec<UnreadLog>,
}

/// One session in short.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ListedSessionRow {
    /// The session's id.
    pub id: String,
    /// Its log.
    pub path: String,
    /// Its workspace, absolute.
    pub workspace: String,
    /// First user words.
    pub title: String,
    /// Time of the first event, to the millisecond.
    pub started: Option<String>,
    /// Time of the last event.
    pub last: Option<String>,
    /// Events.
    pub events: u32,
    /// Turns.
    pub turns: u32,
    /// Names of the skills activated, in order of first activation.
    pub skills: Vec<String>,
    /// How their recorded texts stand against the disk.
    pub drift: SessionDrift,
    /// States of their snapshots against the disk, each once.
    pub states: Vec<DriftState>,
    /// How the last turn ended.
    pub outcome: Option<Outcome>,
    /// Hydrations released.
    pub hydrations: u32,
    /// Lines that cannot be read.
    pub unread: u32,
    /// A writer holds its lease.
    pub live: bool,
    /// The agent that wrote it.
    pub source: SourceFact,
    /// The real Pixir opens it; null for what another agent wrote.
    pub readable_by_pixir: Option<bool>,
}

/// A search, to its end.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SearchReportAsk {
    /// The search; its window is not used.
    pub search: SearchAsk,
}

/// What was found.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SearchReport {
    /// Newest session first, or the best first.
    pub hits: Vec<SearchHit>,
    /// There are more.
    pub cut: bool,
    /// Logs searched.
    pub logs: u32,
    /// Bytes searched; 0 for a ranked search.
    pub bytes: u64,
    /// Lines over 64 MiB, which were not searched.
    pub too_long: u32,
    /// Hits of the index that are not in the log as it is now.
    pub dropped: u32,
    /// Logs that could not be read.
    pub problems: Vec<ProblemRow>,
    /// What was made anew or done without, a sentence each.
    pub notes: Vec<String>,
}

/// The sessions of all known workspaces, the index brought up to date first.
///
/// # Errors
///
/// As [`Everywhere::index_sessions`] and [`all_sessions`](super::all_sessions).
pub fn listed_sessions_report(
    all: &Everywhere<'_>,
    ask: &SessionFilter,
) -> Result<ListedSessionsReport, Failure> {
    let ask = SessionFilter { workspaces: all.also(&ask.workspaces), ..ask.clone() };
    all.index_for_a_list()?;
    let mut chosen = chosen(all, &ask)?;
    let listed = Arc::clone(&chosen.listed);
    // They are numbered by their paths.
    chosen.sessions.sort_unstable_by_key(|one| {
        Reverse((listed.sessions[one.at].started.map(i64::unsigned_abs), one.at))
    });
    let sessions = chosen
        .sessions
        .iter()
        .map(|one| {
            let facts = &listed.sessions[one.at];
            ListedSessionRow {
                id: facts.id.clone(),
                path: facts.path.clone(),
                workspace: chosen.marks[one.mark].path.clone(),
                title: facts.title.clone(),
                started: facts.started.map(written),
                last: facts.last.map(written),
                events: facts.events,
                turns: facts.turns,
                skills: one.skills.clone(),
                drift: one.drift(),
                states: one.states(),
                outcome: facts.outcome,
                hydrations: facts.hydrations,
                unread: facts.unread,
                live: is_live(all.workspace, facts),
                source: facts.source.into(),
                readable_by_pixir: opens(facts),
            }
        })
        .collect();
    Ok(ListedSessionsReport { sessions, notes: notes(all, &ask)?, reading: reading(all, &ask, &listed)? })
}

/// The large logs that the list was answered without, of the agent and the workspaces that are asked for.
fn reading(all: &Everywhere<'_>, ask: &SessionFilter, listed: &Listed) -> Result<Vec<UnreadLog>, Failure> {
    let agent = agent_named(&ask.agent)?;
    let left = all.look.live.left(listed);
    let is_wanted = |(place, _): &&(LogPlace, u64)| {
        let is_inside = |folder: &String| place.workspace.starts_with(folder);
        let is_there = ask.workspaces.is_empty() || ask.workspaces.iter().any(is_inside);
        is_there && agent.is_none_or(|agent| place.source == agent)
    };
    Ok(left.iter().filter(is_wanted).map(UnreadLog::of).collect())
}

/// What was made anew or done without, what no list holds, and logs that are larger than Assay reads.
fn notes(all: &Everywhere<'_>, ask: &SessionFilter) -> Result<Vec<String>, Failure> {
    let homeless = if ask.workspaces.is_empty() { all.homeless() } else { None };
    let listed = all.listed()?;
    let unread = listed.sessions.iter().filter_map(unread);
    let notes = all.indexing().notes;
    Ok(notes.iter().map(ToString::to_string).chain(homeless).chain(unread).collect())
}

/// Names a log of another agent that is larger than Assay reads, or has a line that was not read.
fn unread(facts: &SessionFacts) -> Option<String> {
    let is_over = facts.bytes > FOREIGN_LOG_LIMIT || facts.events as usize >= FOREIGN_ROW_LIMIT;
    let line = facts.first_unread.filter(|_| !facts.source.is_envelope())?;
    Some(if is_over {
        format!("{}: from line {line} on {}.", facts.path, Reason::OverBudget)
    } else {
        format!("{}: line {line} was not read.", facts.path)
    })
}

/// A time to the millisecond, which is all that the index knows.
fn written(millis: i64) -> String {
    let mut text = ::sessions::written(UNIX_EPOCH + Duration::from_millis(millis.unsigned_abs()));
    // The microseconds end in three zeros.
    text.truncate(text.len() - "000Z".len());
    text + "Z"
}

/// A search over all known workspaces, to its end.
///
/// # Errors
///
/// As [`Everywhere::index_sessions`] and [`search`](super::search).
pub fn search_report(all: &Everywhere<'_>, ask: &SearchReportAsk) -> Result<SearchReport, Failure> {
    let workspaces = all.also(&ask.search.filter.workspaces);
    let filter = SessionFilter { workspaces, ..ask.search.filter.clone() };
    all.index_sessions()?;
    let found = whole_search(all, &SearchAsk { first: 0, count: HITS, filter, ..ask.search.clone() })?;
    Ok(SearchReport {
        hits: found.hits,
        cut: found.cut,
        logs: found.logs,
        bytes: found.bytes,
        too_long: found.too_long,
        dropped: found.dropped,
        problems: found.problems,
        notes: notes(all, &ask.search.filter)?,
    })
}
