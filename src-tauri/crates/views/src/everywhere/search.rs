//! A search over all sessions: it runs beside the requests, which tell how far it is.

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use ::index::{Anew, Asked, Go, Hit, Letters, Query, Records, Snippet, Told, query, search_logs};
use ::sessions::{Spot, Stands};
use ::workspace::{id_of, locked};
use message::message;

use super::all_sessions::{Chosen, chosen};
use super::state::{Found, Running, Target};
use super::{Everywhere, LetterCase, SearchAsk, SearchHit, SearchView, SearchWay, SnippetPart};
use crate::times::Times;
use crate::wire::{ProblemRow, StandsFact};
use crate::{Code, Failure};

/// Hits of one search.
const HITS: usize = 2_000;
/// Hits of a ranked search, of which the last are worth little.
const RANKED: usize = 200;
/// Hits of one answer.
const WINDOW: u32 = 200;
/// How long an answer waits for a search to end before it tells what there is.
const PATIENCE: Duration = Duration::from_millis(80);

/// What is found so far; the first ask begins the search, another search ends it.
///
/// # Errors
///
/// As [`all_sessions`](super::all_sessions), when the words are no pattern or too long, and when a ranked search has no
/// index to ask.
pub fn search(all: &Everywhere<'_>, ask: &SearchAsk) -> Result<SearchView, Failure> {
    if ask.way == SearchWay::Ranked {
        return ranked(all, ask, Anew::Lists);
    }
    let running = begin(all, ask)?;
    let found = locked(&running.found);
    let waited = running.ended.wait_timeout_while(found, PATIENCE, |found| found.end.is_none());
    let (found, _) = waited.unwrap_or_else(std::sync::PoisonError::into_inner);
    Ok(view(all, &running, &found, ask, ask.count.min(WINDOW)))
}

/// The same, to its end and with all its hits.
pub(super) fn whole_search(all: &Everywhere<'_>, ask: &SearchAsk) -> Result<SearchView, Failure> {
    if ask.way == SearchWay::Ranked {
        all.index_words()?;
        return ranked(all, &SearchAsk { first: 0, count: RANKED as u32, ..ask.clone() }, Anew::Words);
    }
    let running = begin(all, ask)?;
    let found = locked(&running.found);
    let waited = running.ended.wait_while(found, |found| found.end.is_none());
    let found = waited.unwrap_or_else(std::sync::PoisonError::into_inner);
    Ok(view(all, &running, &found, &SearchAsk { first: 0, ..ask.clone() }, ask.count))
}

fn begin(all: &Everywhere<'_>, ask: &SearchAsk) -> Result<Arc<Running>, Failure> {
    let key = SearchAsk { first: 0, count: 0, ..ask.clone() };
    let asked = serde_json::to_string(&key).map_err(Failure::broken)?;
    // It is asked many times a second while it goes on, and choosing judges every session by the filter.
    let known = locked(&all.look.search).clone();
    if let Some(running) = known.filter(|running| running.asked == asked && running.goes_on()) {
        return Ok(running);
    }
    let logs = targets(chosen(all, &ask.filter)?);
    let mut last = locked(&all.look.search);
    if let Some(running) = last.as_ref().filter(|running| running.asked == asked && running.is_good(&logs)) {
        return Ok(Arc::clone(running));
    }
    let query = query_of(ask)?;
    if let Some(running) = last.take() {
        running.stop.store(true, Ordering::Relaxed);
    }
    let running = Arc::new(Running {
        asked,
        logs,
        found: Mutex::default(),
        ended: Condvar::new(),
        stop: AtomicBool::new(false),
        aged: AtomicBool::new(false),
    });
    let own = Arc::clone(&running);
    std::thread::spawn(move || run(&own, &query));
    *last = Some(Arc::clone(&running));
    Ok(running)
}

fn run(running: &Running, query: &Query) {
    let logs: Vec<_> = running.logs.iter().map(|target| (target.path.clone(), target.source)).collect();
    let mut records = Records::default();
    let searched = search_logs(&Asked { logs: &logs, query, limit: HITS }, &mut |told| {
        match told {
            Told::Hit(mut hit) => {
                records.place(&logs[hit.place.log], query, &mut hit);
                locked(&running.found).hits.push(*hit);
            }
            Told::Log(done) => locked(&running.found).logs_done = done as u32,
        }
        if running.stop.load(Ordering::Relaxed) { Go::Stop } else { Go::On }
    });
    locked(&running.found).end = Some(searched);
    running.ended.notify_all();
}

fn query_of(ask: &SearchAsk) -> Result<Query, Failure> {
    let letters = match ask.letters {
        LetterCase::Exact => Letters::Exact,
        LetterCase::Any => Letters::Any,
    };
    let made = match ask.way {
        SearchWay::Pattern => Query::pattern(&ask.words, letters),
        SearchWay::Exact | SearchWay::Ranked => query(&ask.words, letters),
    };
    made.map_err(|bad| Failure::new(Code::WrongUse, bad.message()))
}

/// The logs of the chosen sessions, the newest first.
fn targets(chosen: Chosen) -> Vec<Target> {
    let Chosen { listed, marks, mut sessions } = chosen;
    sessions.sort_by(|a, b| {
        let (a, b) = (&listed.sessions[a.at], &listed.sessions[b.at]);
        b.started.cmp(&a.started).then_with(|| b.path.cmp(&a.path))
    });
    let target = |at: usize, mark: usize| {
        let facts = &listed.sessions[at];
        let path = PathBuf::from(&facts.path);
        Target {
            key: id_of(&path),
            path,
            source: facts.source,
            session: facts.id.clone(),
            title: if facts.title.is_empty() { facts.id.clone() } else { facts.title.clone() },
            started: facts.started,
            mark: marks[mark].clone(),
        }
    };
    sessions.iter().map(|one| target(one.at, one.mark)).collect()
}

fn view(all: &Everywhere<'_>, running: &Running, found: &Found, ask: &SearchAsk, count: u32) -> SearchView {
    let first = ask.first;
    let window = found.hits.iter().skip(first as usize).take(count as usize);
    let sessions: BTreeSet<usize> = found.hits.iter().map(|hit| hit.place.log).collect();
    let end = found.end.as_ref();
    SearchView {
        done: end.is_some(),
        matching: found.hits.len() as u32,
        sessions: sessions.len() as u32,
        times: Times::of(sessions.iter().map(|at| running.logs[*at].started), ask.zone, all.workspace.now()),
        cut: end.is_some_and(|end| end.cut || end.stopped),
        logs_done: found.logs_done,
        logs: running.logs.len() as u32,
        bytes: end.map_or(0, |end| end.bytes),
        too_long: end.map_or(0, |end| end.too_long),
        dropped: 0,
        first,
        hits: window.map(|hit| hit_view(&running.logs[hit.place.log], hit)).collect(),
        problems: end.map(|end| end.faults.iter().map(problem).collect()).unwrap_or_default(),
    }
}

fn problem(fault: &disk::Fault) -> ProblemRow {
    ProblemRow {
        path: fault.path.display().to_string(),
        code: "unreadable_log".to_owned(),
        message: message!("{fault}. This log was not searched.", fault => fault.message()),
    }
}

fn hit_view(target: &Target, hit: &Hit) -> SearchHit {
    let narrow = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    SearchHit {
        key: target.key.clone(),
        session: target.session.clone(),
        title: target.title.clone(),
        source: target.source.into(),
        workspace: target.mark.clone(),
        line: hit.place.line,
        stands: hit.stands.as_ref().map(StandsFact::from).or_else(|| on_line(target, hit.place.line)),
        seq: hit.seq.clone(),
        kind: hit.kind.clone(),
        field: hit.field.clone(),
        span: hit.spans.first().map(|span| (narrow(span.start), narrow(span.end))),
        ts: hit.ts.clone(),
        snippet: parts(&hit.snippet),
        before: narrow(hit.snippet.before),
        after: narrow(hit.snippet.after),
    }
}

/// Of a log in which a record is a line.
fn on_line(target: &Target, line: u32) -> Option<StandsFact> {
    let stands = || Stands { file: target.path.clone(), spot: Spot::Line(line), part: None };
    target.source.is_envelope().then(|| StandsFact::from(&stands()))
}

fn parts(snippet: &Snippet) -> Vec<SnippetPart> {
    let mut parts = Vec::new();
    let mut add = |text: &str, hit| {
        if !text.is_empty() {
            parts.push(SnippetPart { text: text.to_owned(), hit });
        }
    };
    let mut at = 0;
    for hit in &snippet.hits {
        add(&snippet.text[at..hit.start], false);
        add(&snippet.text[hit.clone()], true);
        at = hit.end;
    }
    add(&snippet.text[at..], false);
    parts
}

fn ranked(all: &Everywhere<'_>, ask: &SearchAsk, anew: Anew) -> Result<SearchView, Failure> {
    query_of(ask)?;
    let logs = targets(chosen(all, &ask.filter)?);
    let by_path: HashMap<&str, &Target> =
        logs.iter().filter_map(|target| Some((target.path.to_str()?, target))).collect();
    let found = all.ranked(&ask.words, RANKED, &|path| by_path.contains_key(path), anew)?;
    let sessions: BTreeSet<&str> = found.hits.iter().map(|hit| hit.path.as_str()).collect();
    let started = sessions.iter().map(|path| by_path.get(path).and_then(|target| target.started));
    let times = Times::of(started, ask.zone, all.workspace.now());
    let narrow = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let window = found.hits.iter().skip(ask.first as usize).take(ask.count.min(WINDOW) as usize);
    let hits = window.filter_map(|hit| {
        let target = by_path.get(hit.path.as_str())?;
        Some(SearchHit {
            key: target.key.clone(),
            session: target.session.clone(),
            title: target.title.clone(),
            source: target.source.into(),
            workspace: target.mark.clone(),
            line: hit.line,
            stands: on_line(target, hit.line),
            seq: hit.seq.clone(),
            kind: hit.column.to_owned(),
            field: String::new(),
            span: None,
            ts: hit.ts.clone(),
            snippet: parts(&hit.snippet),
            before: narrow(hit.snippet.before),
            after: narrow(hit.snippet.after),
        })
    });
    Ok(SearchView {
        done: true,
        matching: found.hits.len() as u32,
        sessions: sessions.len() as u32,
        times,
        cut: found.cut,
        logs_done: logs.len() as u32,
        logs: logs.len() as u32,
        bytes: 0,
        too_long: 0,
        dropped: found.dropped,
        first: ask.first,
        hits: hits.collect(),
        problems: Vec::new(),
    })
}
