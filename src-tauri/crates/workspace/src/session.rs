//! One log, and what follows from it.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use disk::Fault;
use sessions::{
    Activation, Change, Context, EventKind, InForce, Item, Kind, Lineage, Log, LogPlace, Models, Point,
    Reading, SkillTexts, Soundness, Source, Trace, Turn, Turns, Verdict,
};

use crate::activated::fraction;
use crate::evidence::{Evidence, Placement};
use crate::locked::locked;
use crate::{Activated, Letters, LogPart, StaleDelivery, Timeline, Witnessed, activated, id_of};

/// Traces of one session that are kept.
const TRACES: usize = 20_000;

/// One log as of one look, and what follows from it. It never changes; another takes its place.
pub struct Session {
    /// Names it to the page, by the path of its log.
    pub key: String,
    /// Its id, as its agent calls it.
    pub id: String,
    /// Its log.
    pub path: PathBuf,
    /// Whose log that is, and where it was started.
    pub place: LogPlace,
    // Where Assay keeps what is its own, its companion logs among it.
    kept: Option<PathBuf>,
    read: Read,
    /// Counts what changed from one to the next.
    pub revision: u64,
    /// What comparing the log with its witness said last.
    pub witnessed: Arc<Mutex<Option<Witnessed>>>,
}

/// What was read of a log.
pub struct Read {
    /// The log.
    pub log: Arc<Log>,
    /// Its turns.
    pub turns: Turns,
    /// Which texts of skills are in context where.
    pub context: Context,
    /// Its activations, in order.
    pub activations: Vec<Activated>,
    /// What it was named, or the first words of its first prompt.
    pub title: String,
    /// What Pixir says to it; none when it is not a log of Pixir's.
    pub verdict: Option<Verdict>,
    /// Where it comes from, and from when to when it goes.
    pub lineage: Lineage,
    /// What Assay recorded about it.
    pub evidence: Evidence,
    // Where the session works.
    folder: PathBuf,
    made: Made,
}

/// What is made when it is first asked for.
#[derive(Default)]
struct Made {
    views: OnceLock<Vec<Viewing>>,
    soundness: OnceLock<Soundness>,
    models: OnceLock<Models>,
    timeline: OnceLock<Timeline>,
    letters: OnceLock<Letters>,
    placement: OnceLock<Placement>,
    // The items of the point that was asked for last: a window of them is asked for many times.
    composed: Mutex<Option<Composed>>,
    force: OnceLock<Vec<InForce>>,
    traces: OnceLock<Vec<Traced>>,
}

type Composed = (Point, SkillTexts, Arc<Vec<Item>>);

/// A file of a skill that the model viewed.
#[derive(Debug, Clone)]
pub struct Viewing {
    /// The skill.
    pub skill: String,
    /// The file, from the skill's folder.
    pub rel: String,
    /// The turn.
    pub turn: u32,
    /// When it was.
    pub at: Option<i64>,
}

/// A call that touches files of skills, and when it was made.
#[derive(Debug, Clone)]
pub struct Traced {
    /// The turn.
    pub turn: u32,
    /// When it was made.
    pub at: Option<i64>,
    /// What it touches.
    pub trace: Trace,
}

impl Session {
    /// Reads the log at a place, and what Assay recorded about it below `kept`.
    ///
    /// # Errors
    ///
    /// Where the log cannot be opened or read.
    pub fn open(place: &LogPlace, kept: Option<&Path>) -> Result<Self, Fault> {
        let read = Read::of(Log::open_place(place)?, place, kept);
        let (id, path, kept) = (place.id.to_string(), place.path.clone(), kept.map(Path::to_owned));
        Ok(Self {
            key: id_of(&path),
            id,
            path,
            place: place.clone(),
            kept,
            read,
            revision: 0,
            witnessed: Arc::default(),
        })
    }

    /// What is known of the log.
    pub fn read(&self) -> &Read {
        &self.read
    }

    /// The session as its files stand now; nothing while they are as they were.
    pub(crate) fn next(&self) -> Result<Option<Self>, Fault> {
        let (next, evidence) = (self.read.log.next()?, self.read.evidence.next());
        if next.is_none() && evidence.is_none() {
            return Ok(None);
        }
        let evidence = evidence.unwrap_or_else(|| self.read.evidence.clone());
        let (read, changed) = match next {
            None => (self.read.beside(evidence), true),
            Some((log, Change::Rebuilt)) => (self.read_anew(log), true),
            Some((log, change)) => {
                (self.read.following(log, change, &self.place, evidence), change != Change::None)
            }
        };
        Ok(Some(self.with(read, changed)))
    }

    fn read_anew(&self, log: Log) -> Read {
        Read::of(log, &self.place, self.kept.as_deref())
    }

    fn with(&self, read: Read, changed: bool) -> Self {
        Self {
            key: self.key.clone(),
            id: self.id.clone(),
            path: self.path.clone(),
            place: self.place.clone(),
            kept: self.kept.clone(),
            read,
            revision: self.revision + u64::from(changed),
            witnessed: Arc::clone(&self.witnessed),
        }
    }

    /// The session with the lines read in full that were only looked at from their ends and are not what they were
    /// thought to be.
    pub(crate) fn corrected(&self) -> Result<Self, Fault> {
        let mut log = Log::clone(&self.read.log);
        log.validate()?;
        Ok(self.with(self.read_anew(log), true))
    }

    /// Lets go of the open file; it is opened again when somebody asks.
    pub(crate) fn rest(&self) {
        self.read.log.rest();
        self.read.evidence.rest();
    }

    /// Where the texts of its items are.
    pub fn reading<'a>(&'a self, read: &'a Read) -> Reading<'a> {
        let companion = read.evidence.companion();
        Reading { log: &read.log, place: &self.place, companion, kept: self.kept.as_deref() }
    }

    /// Where Assay keeps what is its own.
    pub fn kept(&self) -> Option<&Path> {
        self.kept.as_deref()
    }

    /// The activation in a record.
    pub fn activation(&self, line: u32) -> Option<Activated> {
        self.read().activations.iter().find(|activated| activated.line == line).cloned()
    }

    /// The recorded text of an activation, read again from its line.
    pub fn recorded(&self, position: usize) -> Option<Activation> {
        sessions::activation_at(&self.read().log, position)
    }
}

impl Read {
    fn of(log: Log, place: &LogPlace, kept: Option<&Path>) -> Self {
        let lineage = sessions::lineage(&log, place);
        let mut read = Self {
            evidence: Evidence::open(kept, place, lineage.fork.as_ref()),
            title: String::new(),
            verdict: verdict(&log, place),
            turns: sessions::fold(&log),
            context: Context::read(&log),
            lineage,
            activations: Vec::new(),
            folder: place.workspace.clone(),
            log: Arc::new(log),
            made: Made::default(),
        };
        read.take_in_activations();
        read
    }

    /// The same log with other companions.
    fn beside(&self, evidence: Evidence) -> Self {
        Self {
            log: Arc::clone(&self.log),
            folder: self.folder.clone(),
            turns: self.turns.clone(),
            context: self.context.clone(),
            activations: self.activations.clone(),
            title: self.title.clone(),
            verdict: self.verdict.clone(),
            lineage: self.lineage.clone(),
            evidence,
            made: Made::default(),
        }
    }

    /// What follows from a log that has grown. The turns, what is in context and the activations go on where they
    /// stood.
    fn following(&self, log: Log, change: Change, place: &LogPlace, evidence: Evidence) -> Self {
        let (mut turns, mut context, mut lineage) =
            (self.turns.clone(), self.context.clone(), self.lineage.clone());
        turns.follow(&log, change);
        context.follow(&log, change);
        lineage.follow(&log, change);
        let positions = context.activations().iter();
        let are_known = self.activations.iter().zip(positions).all(|(one, at)| one.position == *at);
        let mut read = Self {
            activations: if are_known { self.activations.clone() } else { Vec::new() },
            title: self.title.clone(),
            verdict: verdict(&log, place),
            lineage,
            evidence,
            folder: self.folder.clone(),
            made: self.made.following(&log, change, &turns, &context),
            turns,
            context,
            log: Arc::new(log),
        };
        read.take_in_activations();
        read
    }

    /// The activation at a position.
    pub fn activated_at(&self, position: usize) -> Option<&Activated> {
        let at = self.activations.binary_search_by_key(&position, |one| one.position).ok()?;
        self.activations.get(at)
    }

    /// The activations at some positions.
    pub fn activated_in(&self, positions: Range<usize>) -> &[Activated] {
        let before = |end: usize| self.activations.partition_point(|one| one.position < end);
        let from = before(positions.start);
        &self.activations[from..before(positions.end).max(from)]
    }

    /// The timeline's rows.
    pub fn timeline(&self) -> &Timeline {
        self.made.timeline.get_or_init(|| Timeline::of(&self.log, &self.turns, &self.context))
    }

    /// What can be said about the log as a whole.
    pub fn soundness(&self) -> &Soundness {
        self.made.soundness.get_or_init(|| sessions::soundness(&self.log))
    }

    /// Models named by usage events, in order; of a long log by the first and the last thousand.
    pub fn models(&self) -> Vec<String> {
        self.made.models.get_or_init(|| sessions::models(&self.log)).names()
    }

    /// The snapshots' letters.
    pub fn letters(&self) -> &Letters {
        self.made.letters.get_or_init(|| Letters::of(&self.activations))
    }

    /// Where in the timeline the events of companion logs stand.
    pub fn placement(&self) -> &Placement {
        self.made.placement.get_or_init(|| self.evidence.place(&self.log, &self.turns, self.timeline()))
    }

    /// What Pixir sends at a point, or would if it treated texts of skills otherwise. Nothing of the companion is in
    /// it: Pixir does not know of that log.
    pub fn composed(&self, point: &Point, texts: SkillTexts) -> Arc<Vec<Item>> {
        let mut kept = locked(&self.made.composed);
        match &*kept {
            Some((known, of, items)) if (known, *of) == (point, texts) => Arc::clone(items),
            _ => {
                let items = Arc::new(sessions::compose(&self.log, None, point, texts));
                *kept = Some((point.clone(), texts, Arc::clone(&items)));
                items
            }
        }
    }

    /// The log that holds a part of what is known of the session.
    pub fn log_of(&self, part: LogPart) -> Option<&Log> {
        match part {
            LogPart::Log => Some(&self.log),
            LogPart::Companion | LogPart::Inherited => self.evidence.log(part),
        }
    }

    /// Files of skills the model viewed, found by decoding the tool calls once.
    pub fn views(&self) -> &[Viewing] {
        self.made
            .views
            .get_or_init(|| self.turns.turns().iter().flat_map(|turn| self.viewed_in(turn)).collect())
    }

    /// In which turns the text of each activation was with the model.
    pub fn in_force(&self) -> &[InForce] {
        self.made.force.get_or_init(|| sessions::in_force(&self.log, &self.turns, &self.context))
    }

    /// Calls that touch files of skills and are no activation, found by decoding the tool calls once.
    pub fn traces(&self) -> &[Traced] {
        let of_turn = |turn: &Turn| {
            let number = turn.number;
            let traced = move |trace: Trace| {
                let at = self.at(trace.position, trace.ts.as_deref());
                Traced { turn: number, at, trace }
            };
            self.traces_in(turn).into_iter().map(traced).collect::<Vec<_>>()
        };
        self.made.traces.get_or_init(|| self.turns.turns().iter().flat_map(of_turn).take(TRACES).collect())
    }

    /// Those of one turn.
    pub fn traces_in(&self, turn: &Turn) -> Vec<Trace> {
        sessions::traces(&self.log, &self.folder, turn.positions.clone())
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
        repeats_name_the_last_text(&mut self.activations, known);
        if self.activations.len() > known {
            self.tell_what_is_stale();
        }
        // An activation is recorded before the message of its turn, so its turn may have come since.
        for activated in &mut self.activations {
            activated.turn = self.turns.turn_at(activated.position).map(|turn| turn.number);
            activated.copied = self.log.at(activated.position).is_some_and(|row| self.turns.is_copy(row));
        }
        if self.title.is_empty() || self.log.about().is_some() {
            self.title = sessions::title(&self.log, self.turns.turns());
        }
    }

    fn tell_what_is_stale(&mut self) {
        for stale in sessions::stale(&self.log, self.context.activations()) {
            let proven = Box::new(StaleDelivery::of(&self.log, &stale));
            if let Ok(at) = self.activations.binary_search_by_key(&stale.position, |one| one.position) {
                self.activations[at].stale = Some(proven);
            }
        }
    }

    /// The time of an event, whose recorded time is given as it is written.
    pub fn at(&self, position: usize, ts: Option<&str>) -> Option<i64> {
        time_of(&self.log, position, ts)
    }
}

impl Made {
    /// What goes on where it stood when a log has grown; the rest is made anew.
    fn following(&self, log: &Log, change: Change, turns: &Turns, context: &Context) -> Self {
        let next = Self::default();
        if let Some(timeline) = self.timeline.get() {
            let _ = next.timeline.set(timeline.following(log, change, turns, context));
        }
        if let Some(mut soundness) = self.soundness.get().cloned() {
            soundness.follow(log, change);
            let _ = next.soundness.set(soundness);
        }
        if let Some(mut models) = self.models.get().cloned() {
            models.follow(log, change);
            let _ = next.models.set(models);
        }
        next
    }
}

/// Where an agent says that a skill is loaded already and sends no text, that is one more use of the text it sent last.
fn repeats_name_the_last_text(activations: &mut [Activated], from: usize) {
    for at in from..activations.len() {
        let (before, rest) = activations.split_at_mut(at);
        let Some(one) = rest.first_mut().filter(|one| one.is_by_name() && one.hash.is_empty()) else {
            continue;
        };
        let last = before.iter().rev().find(|last| last.name == one.name && !last.hash.is_empty());
        if let Some(last) = last {
            one.hash.clone_from(&last.hash);
            one.path.clone_from(&last.path);
        }
    }
}

fn verdict(log: &Log, place: &LogPlace) -> Option<Verdict> {
    (place.source == Source::Pixir).then(|| sessions::accept(log))
}

/// The time of an event of any log.
pub fn time_of(log: &Log, position: usize, ts: Option<&str>) -> Option<i64> {
    let seconds = i64::from(log.at(position)?.seconds()?);
    Some(seconds * 1000 + fraction(ts))
}

// `./references/a` and `references/a` are one file.
fn plain(rel: &str) -> String {
    let parts: Vec<_> = rel.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    parts.join("/")
}
