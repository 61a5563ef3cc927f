//! The last look at a workspace's logs: which there are, and what is known of each.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock, RwLock, RwLockReadGuard};
use std::time::SystemTime;

use ::sessions::{
    Activation, Activator, Change, Context, EventKind, Found, Integrity, Kind, Lineage, Log, LogPlace,
    Outlook, Turn, Turns, Verdict,
};
use disk::{Digest, Fault};

use crate::sessions::{Letters, Timeline};
use crate::wire::{Millis, PlaceRow, ProblemRow};
use crate::{App, Failure, Tag, skills};

/// Logs that are opened in one look; beyond it the list says how many were left out.
const OPENED: usize = 20_000;
/// Bytes validated at once in the background; a question waits for at most one slice of its log.
const SLICE: u64 = 16 << 20;

/// The last look, and the logs that are open from it.
#[derive(Default)]
pub(crate) struct LogsLook {
    open: HashMap<PathBuf, Arc<Session>>,
    last: Option<(SystemTime, Arc<Logs>)>,
}

/// All logs of a workspace as of one look.
pub(crate) struct Logs {
    pub found: Found,
    /// In the order they were found.
    pub sessions: Vec<Arc<Session>>,
    /// Logs that could not be opened.
    pub faults: Vec<Fault>,
    // What every session was when this look was made.
    states: Vec<u64>,
}

/// One log and what follows from it.
pub(crate) struct Session {
    pub key: String,
    pub id: String,
    pub path: PathBuf,
    pub place: LogPlace,
    read: RwLock<Read>,
}

/// What was read of a log.
pub(crate) struct Read {
    pub log: Log,
    pub turns: Turns,
    pub context: Context,
    pub activations: Vec<Activated>,
    pub title: String,
    pub verdict: Verdict,
    pub lineage: Lineage,
    // Made when first asked for, and anew when the log has changed.
    views: OnceLock<Vec<Viewing>>,
    timeline: OnceLock<Timeline>,
    letters: OnceLock<Letters>,
    /// Counts refreshes that changed something.
    pub state: u64,
}

/// An activation without its text.
#[derive(Debug, Clone)]
pub(crate) struct Activated {
    pub position: usize,
    pub line: u32,
    pub seq: String,
    pub name: String,
    pub scope: String,
    pub path: PathBuf,
    pub root: PathBuf,
    pub short_path: String,
    /// As recorded; empty when no hash was.
    pub hash: String,
    pub integrity: crate::sessions::Integrity,
    pub by: &'static str,
    pub turn: Option<u32>,
    pub at: Option<Millis>,
    /// The same time, as recorded.
    pub recorded_at: Option<String>,
    pub bytes: u64,
    pub lines: u32,
}

/// A file of a skill that the model viewed.
#[derive(Debug, Clone)]
pub(crate) struct Viewing {
    pub skill: String,
    pub rel: String,
    pub turn: u32,
    pub at: Option<Millis>,
}

impl LogsLook {
    pub(crate) fn forget_look(&mut self) {
        self.last = None;
    }
}

impl App {
    /// The logs as of now, or as of less than a second ago when no rumour has come since.
    pub(crate) fn look_at_logs(&self) -> Arc<Logs> {
        let workspace = self.workspace();
        let mut look = crate::app::locked(&self.logs);
        if let Some((at, logs)) = &look.last
            && self.is_fresh(*at)
        {
            return Arc::clone(logs);
        }
        let logs = Arc::new(look_at(&workspace, &mut look.open, self.now()));
        look.last = Some((self.now(), Arc::clone(&logs)));
        logs
    }

    /// Reads about 16 MiB of a long log in full that was only looked at from the ends of its lines.
    /// Nothing when all logs are read in full; otherwise whether something had to be corrected.
    pub fn validate_some(&self) -> Option<bool> {
        let logs = self.look_at_logs();
        let session = logs.sessions.iter().find(|session| !session.is_validated())?;
        // A log that cannot be read any more is told by the next look.
        let corrected = session.validate(SLICE).unwrap_or(false);
        if corrected {
            self.heard(&[Tag::Sessions]);
        }
        Some(corrected)
    }

    /// The session of a row.
    pub(crate) fn session(&self, key: &str) -> Result<Arc<Session>, Failure> {
        let logs = self.look_at_logs();
        let session = logs.sessions.iter().find(|session| session.key == key).ok_or_else(|| {
            Failure::not_found("this session's log is no longer there")
                .hint("the list shows what is there now")
        })?;
        Ok(Arc::clone(session))
    }
}

fn look_at(workspace: &Path, open: &mut HashMap<PathBuf, Arc<Session>>, now: SystemTime) -> Logs {
    let found = ::sessions::find(workspace, now);
    let mut kept = HashMap::new();
    let mut logs = Logs { found, sessions: Vec::new(), faults: Vec::new(), states: Vec::new() };
    for place in logs.found.logs.iter().take(OPENED) {
        match current(open.remove(&place.path), place) {
            Ok(session) => {
                logs.states.push(session.read().state);
                logs.sessions.push(Arc::clone(&session));
                kept.insert(place.path.clone(), session);
            }
            Err(fault) => logs.faults.push(fault),
        }
    }
    *open = kept;
    logs
}

fn current(open: Option<Arc<Session>>, place: &LogPlace) -> Result<Arc<Session>, Fault> {
    match open {
        Some(session) => {
            session.refresh()?;
            Ok(session)
        }
        None => Ok(Arc::new(Session::open(place)?)),
    }
}

impl Session {
    fn open(place: &LogPlace) -> Result<Self, Fault> {
        let read = RwLock::new(Read::of(Log::open(&place.path)?, place, 0));
        let (id, path) = (place.id.to_string(), place.path.clone());
        Ok(Self { key: skills::id_of(&path), id, path, place: place.clone(), read })
    }

    /// What is known of the log. A lock that a panicking answer left behind is still good: a reading
    /// is replaced whole.
    pub(crate) fn read(&self) -> RwLockReadGuard<'_, Read> {
        self.read.read().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn refresh(&self) -> Result<(), Fault> {
        let mut read = self.read.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        match read.log.refresh()? {
            Change::None => {}
            Change::Rebuilt => {
                let log = Log::open(&self.path)?;
                *read = Read::of(log, &self.place, read.state + 1);
            }
            grew @ Change::Grew { .. } => read.follow(grew, &self.place),
        }
        Ok(())
    }

    /// Reads in full what was only looked at from the ends of its lines; true when that changed something.
    pub(crate) fn validate(&self, bytes: u64) -> Result<bool, Fault> {
        if self.is_validated() {
            return Ok(false);
        }
        let mut read = self.read.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        if !read.log.validate_slice(bytes)? {
            return Ok(false);
        }
        read.follow(Change::Rebuilt, &self.place);
        Ok(true)
    }

    /// Whether every line was read in full.
    pub(crate) fn is_validated(&self) -> bool {
        self.read().log.is_validated()
    }

    pub(crate) fn activation(&self, line: u32) -> Option<Activated> {
        self.read().activations.iter().find(|activated| activated.line == line).cloned()
    }

    /// The recorded text of an activation, read again from its line.
    pub(crate) fn recorded(&self, position: usize) -> Option<Activation> {
        ::sessions::activation_at(&self.read().log, position)
    }
}

impl Read {
    fn of(log: Log, place: &LogPlace, state: u64) -> Self {
        let mut read = Self {
            title: String::new(),
            verdict: ::sessions::accept(&log),
            turns: ::sessions::fold(&log),
            context: Context::read(&log),
            lineage: ::sessions::lineage(&log, place),
            activations: Vec::new(),
            views: OnceLock::new(),
            timeline: OnceLock::new(),
            letters: OnceLock::new(),
            log,
            state,
        };
        read.take_in_activations();
        read
    }

    fn follow(&mut self, change: Change, place: &LogPlace) {
        self.turns.follow(&self.log, change);
        self.context.follow(&self.log, change);
        self.verdict = ::sessions::accept(&self.log);
        self.lineage = ::sessions::lineage(&self.log, place);
        (self.views, self.timeline, self.letters) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        let positions = self.context.activations().iter();
        if change == Change::Rebuilt
            || self.activations.iter().zip(positions).any(|(one, at)| one.position != *at)
        {
            self.activations.clear();
        }
        self.take_in_activations();
        self.state += 1;
    }

    /// The timeline's rows.
    pub(crate) fn timeline(&self) -> &Timeline {
        self.timeline.get_or_init(|| Timeline::of(&self.log, &self.turns))
    }

    /// The snapshots' letters.
    pub(crate) fn letters(&self) -> &Letters {
        self.letters.get_or_init(|| crate::sessions::letters(&self.activations))
    }

    /// Files of skills the model viewed, found by decoding the tool calls once.
    pub(crate) fn views(&self) -> &[Viewing] {
        self.views.get_or_init(|| self.turns.turns().iter().flat_map(|turn| self.viewed_in(turn)).collect())
    }

    fn viewed_in(&self, turn: &Turn) -> Vec<Viewing> {
        let calls = turn
            .positions
            .clone()
            .filter(|at| self.log.at(*at).is_some_and(|row| row.kind() == Kind::ToolCall));
        calls
            .filter_map(|position| {
                let event = self.log.event(position)?;
                let EventKind::ToolCall(call) = event.kind else { return None };
                let viewed = call.viewed?;
                let (skill, rel) = (viewed.skill.clone()?, viewed.path.clone()?);
                let at = self.at(position, event.ts.as_deref());
                (!viewed.is_main_file()).then_some(Viewing { skill, rel: plain(&rel), turn: turn.number, at })
            })
            .collect()
    }

    // Activations are decoded once: their text is hashed and left in the file.
    fn take_in_activations(&mut self) {
        let known = self.activations.len();
        let new: Vec<_> = self.context.activations().iter().skip(known).copied().collect();
        self.activations.extend(new.into_iter().filter_map(|at| activated(&self.log, at)));
        // An activation is recorded before the message of its turn, so its turn may have come since.
        for activated in &mut self.activations {
            activated.turn = self.turns.turn_at(activated.position).map(|turn| turn.number);
        }
        if self.title.is_empty() {
            self.title = title(&self.log, &self.turns);
        }
    }

    pub(crate) fn at(&self, position: usize, ts: Option<&str>) -> Option<Millis> {
        let seconds = i64::from(self.log.at(position)?.seconds()?);
        Some(Millis(seconds * 1000 + fraction(ts)))
    }
}

fn activated(log: &Log, position: usize) -> Option<Activated> {
    let event = log.event(position)?;
    let EventKind::SkillActivation(activation) = event.kind else { return None };
    let seconds = log.at(position).and_then(::sessions::Row::seconds);
    let content = activation.content.as_deref().unwrap_or_default();
    Some(Activated {
        position,
        line: event.line,
        seq: event.seq.to_string(),
        integrity: integrity(&activation),
        bytes: content.len() as u64,
        lines: crate::window::line_count(content.as_bytes()),
        name: activation.name.unwrap_or_default(),
        scope: activation.scope.or(activation.source).unwrap_or_default(),
        path: activation.path.unwrap_or_default().into(),
        root: activation.root.unwrap_or_default().into(),
        short_path: activation.short_path.unwrap_or_default(),
        hash: activation.content_hash.unwrap_or_default(),
        by: match activation.activated_by {
            Some(Activator::User) => "user",
            Some(Activator::Model) => "model",
            None => "not recorded",
        },
        turn: None,
        at: seconds.map(|seconds| Millis(i64::from(seconds) * 1000 + fraction(event.ts.as_deref()))),
        recorded_at: event.ts,
    })
}

/// What recomputing an activation's hash says.
pub(crate) fn integrity(activation: &Activation) -> crate::sessions::Integrity {
    match ::sessions::verify(activation) {
        Integrity::Verified(_) => crate::sessions::Integrity::Verified,
        Integrity::Mismatch { .. } => crate::sessions::Integrity::Mismatch,
        Integrity::NoHash(_) | Integrity::NoContent => crate::sessions::Integrity::NoHash,
    }
}

impl Activated {
    pub(crate) fn digest(&self) -> Option<Digest> {
        Digest::parse(&self.hash)
    }
}

// `./references/a.md` and `references/a.md` are one file.
fn plain(rel: &str) -> String {
    let parts: Vec<_> = rel.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    parts.join("/")
}

// Pixir writes six digits of a second.
fn fraction(ts: Option<&str>) -> i64 {
    let digits = ts.and_then(|ts| ts.split_once('.')).map_or("", |(_, rest)| rest.get(..3).unwrap_or(""));
    digits.parse().unwrap_or(0)
}

/// Most characters of a title.
const TITLE: usize = 90;

fn title(log: &Log, turns: &Turns) -> String {
    let prompt = turns.turns().first().and_then(|turn| turn.prompt(log)).unwrap_or_default();
    crate::sessions::first_words(&prompt, TITLE)
}

impl Logs {
    pub(crate) fn count(&self) -> u32 {
        self.sessions.len() as u32
    }

    pub(crate) fn events(&self) -> u32 {
        self.sessions.iter().map(|session| session.read().log.len() as u32).sum()
    }

    pub(crate) fn live(&self) -> u32 {
        self.found.logs.iter().filter(|place| place.live).count() as u32
    }

    pub(crate) fn damaged(&self) -> u32 {
        self.sessions.iter().filter(|session| !session.read().log.unread().is_empty()).count() as u32
    }

    /// The folders in which logs and leases lie.
    pub(crate) fn folders(&self) -> Vec<PathBuf> {
        self.found.folders()
    }

    pub(crate) fn same_as(&self, other: &Self) -> bool {
        let paths =
            |logs: &Self| logs.sessions.iter().map(|session| session.path.clone()).collect::<Vec<_>>();
        self.states == other.states && paths(self) == paths(other) && self.live() == other.live()
    }

    pub(crate) fn is_live(&self, path: &Path) -> bool {
        self.found.logs.iter().any(|place| place.live && place.path == path)
    }

    pub(crate) fn places(&self) -> Vec<PlaceRow> {
        // The folder of isolated children matters only when it is there.
        let told = |looked: &&::sessions::Looked| {
            looked.folder.ends_with("sessions") || looked.outcome != Outlook::Missing
        };
        self.found
            .looked
            .iter()
            .filter(told)
            .map(|looked| {
                let is_logs = looked.folder.ends_with("sessions");
                PlaceRow {
                    path: looked.folder.display().to_string(),
                    source: if is_logs { "Pixir sessions" } else { "Pixir, isolated subagents" }.to_owned(),
                    found: found_words(&looked.outcome, if is_logs { "log" } else { "workspace" }),
                    readable: !matches!(looked.outcome, Outlook::Closed(_)),
                    exists: looked.outcome != Outlook::Missing,
                }
            })
            .collect()
    }

    pub(crate) fn problems(&self) -> Vec<ProblemRow> {
        let found = self.found.problems.iter().map(|problem| ProblemRow {
            path: problem.path.display().to_string(),
            code: "not_a_log".to_owned(),
            message: format!("{problem}."),
        });
        let faults = self.faults.iter().map(|fault| ProblemRow {
            path: fault.path.display().to_string(),
            code: "unreadable_log".to_owned(),
            message: format!("{fault}."),
        });
        found.chain(faults).collect()
    }
}

fn found_words(outcome: &Outlook, what: &str) -> String {
    match outcome {
        Outlook::Logs(0) => "empty folder".to_owned(),
        Outlook::Logs(1) => format!("1 {what}"),
        Outlook::Logs(count) => format!("{count} {what}s"),
        Outlook::Missing => "folder does not exist".to_owned(),
        Outlook::Closed(words) => words.clone(),
    }
}
