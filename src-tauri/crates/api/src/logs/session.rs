//! One log, and what follows from it.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock, RwLockWriteGuard};

use ::sessions::{
    Activation, Change, Context, EventKind, InForce, Item, Kind, Lineage, Log, LogPlace, Point, Reading,
    SkillTexts, Source, Turn, Turns, Verdict,
};
use disk::Fault;

use super::activated::{Activated, activated, fraction};
use super::evidence::{Evidence, Placement};
use super::held::{Held, holds_nothing};
use super::mention::Mention;
use super::witnessed::Witnessed;
use crate::app::locked;
use crate::drift::TurnRef;
use crate::sessions::{Letters, LogPart, Timeline, first_words};
use crate::skills;
use crate::wire::Millis;

/// Most characters of a title.
const TITLE: usize = 90;

/// One log and what follows from it.
pub(crate) struct Session {
    pub key: String,
    pub id: String,
    pub path: PathBuf,
    pub place: LogPlace,
    // Where Assay keeps what is its own, its companion logs among it.
    kept: Option<PathBuf>,
    read: RwLock<Read>,
    /// What comparing the log with its witness said last.
    pub witnessed: Mutex<Option<Witnessed>>,
}

/// What was read of a log.
pub(crate) struct Read {
    pub log: Log,
    pub turns: Turns,
    pub context: Context,
    pub activations: Vec<Activated>,
    pub title: String,
    /// What Pixir says to it; none when it is not a log of Pixir's.
    pub verdict: Option<Verdict>,
    pub lineage: Lineage,
    pub evidence: Evidence,
    // Made when first asked for, and anew when the log has changed.
    views: OnceLock<Vec<Viewing>>,
    timeline: OnceLock<Timeline>,
    letters: OnceLock<Letters>,
    placement: OnceLock<Placement>,
    // The items of the point that was asked for last: a window of them is asked for many times.
    composed: Mutex<Option<Composed>>,
    force: OnceLock<Vec<InForce>>,
    mentions: OnceLock<Vec<Mention>>,
    /// Counts refreshes that changed something.
    pub state: u64,
}

type Composed = (Point, SkillTexts, Arc<Vec<Item>>);

/// A file of a skill that the model viewed.
#[derive(Debug, Clone)]
pub(crate) struct Viewing {
    pub skill: String,
    pub rel: String,
    pub turn: u32,
    pub at: Option<Millis>,
}

impl Session {
    pub(crate) fn open(place: &LogPlace, kept: Option<&Path>) -> Result<Self, Fault> {
        let read = RwLock::new(Read::of(Log::open_place(place)?, place, kept, 0));
        let (id, path, kept) = (place.id.to_string(), place.path.clone(), kept.map(Path::to_owned));
        Ok(Self {
            key: skills::id_of(&path),
            id,
            path,
            place: place.clone(),
            kept,
            read,
            witnessed: Mutex::default(),
        })
    }

    /// What is known of the log. A lock that a panicking answer left behind is still good: a reading
    /// is replaced whole.
    #[track_caller]
    pub(crate) fn read(&self) -> Held<'_> {
        Held::of(self, || self.read.read().unwrap_or_else(PoisonError::into_inner))
    }

    #[track_caller]
    fn change(&self) -> RwLockWriteGuard<'_, Read> {
        holds_nothing();
        self.read.write().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn refresh(&self) -> Result<(), Fault> {
        let mut read = self.change();
        match read.log.refresh()? {
            Change::None => {}
            Change::Rebuilt => {
                let log = Log::open_place(&self.place)?;
                *read = Read::of(log, &self.place, self.kept.as_deref(), read.state + 1);
            }
            grew @ Change::Grew { .. } => read.follow(grew, &self.place),
        }
        if read.evidence.refresh() {
            read.placement = OnceLock::new();
            read.state += 1;
        }
        Ok(())
    }

    /// Reads in full what was only looked at from the ends of its lines; true when that changed something.
    pub(crate) fn validate(&self, bytes: u64) -> Result<bool, Fault> {
        if self.is_validated() {
            return Ok(false);
        }
        let mut read = self.change();
        if !read.log.validate_slice(bytes)? {
            return Ok(false);
        }
        read.follow(Change::Rebuilt, &self.place);
        Ok(true)
    }

    /// Lets go of the open file; it is opened again when somebody asks.
    pub(crate) fn rest(&self) {
        let mut read = self.change();
        read.log.rest();
        read.evidence.rest();
    }

    /// Whether every line was read in full.
    #[track_caller]
    pub(crate) fn is_validated(&self) -> bool {
        self.read().log.is_validated()
    }

    /// Where the texts of its items are.
    pub(crate) fn reading<'a>(&'a self, read: &'a Read) -> Reading<'a> {
        let companion = read.evidence.companion();
        Reading { log: &read.log, place: &self.place, companion, kept: self.kept.as_deref() }
    }

    /// One of its turns.
    pub(crate) fn turn_ref(&self, turn: u32, at: Option<Millis>) -> TurnRef {
        let (key, session) = (self.key.clone(), self.id.clone());
        TurnRef { key, session, source: self.place.source.into(), turn, at }
    }

    /// Where Assay keeps what is its own.
    pub(crate) fn kept(&self) -> Option<&Path> {
        self.kept.as_deref()
    }

    #[track_caller]
    pub(crate) fn activation(&self, line: u32) -> Option<Activated> {
        self.read().activations.iter().find(|activated| activated.line == line).cloned()
    }

    /// The recorded text of an activation, read again from its line.
    #[track_caller]
    pub(crate) fn recorded(&self, position: usize) -> Option<Activation> {
        ::sessions::activation_at(&self.read().log, position)
    }
}

impl Read {
    fn of(log: Log, place: &LogPlace, kept: Option<&Path>, state: u64) -> Self {
        let lineage = ::sessions::lineage(&log, place);
        let mut read = Self {
            evidence: Evidence::open(kept, place, lineage.fork.as_ref()),
            title: String::new(),
            verdict: verdict(&log, place),
            turns: ::sessions::fold(&log),
            context: Context::read(&log),
            lineage,
            activations: Vec::new(),
            views: OnceLock::new(),
            timeline: OnceLock::new(),
            letters: OnceLock::new(),
            placement: OnceLock::new(),
            composed: Mutex::new(None),
            force: OnceLock::new(),
            mentions: OnceLock::new(),
            log,
            state,
        };
        read.take_in_activations();
        read
    }

    // The turns, what is in context and the verdict go on where they stood; what is laid out for the
    // page is made anew when it is asked for.
    fn follow(&mut self, change: Change, place: &LogPlace) {
        self.turns.follow(&self.log, change);
        self.context.follow(&self.log, change);
        self.verdict = verdict(&self.log, place);
        self.lineage = ::sessions::lineage(&self.log, place);
        (self.views, self.timeline, self.letters) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        self.placement = OnceLock::new();
        self.composed = Mutex::new(None);
        (self.force, self.mentions) = (OnceLock::new(), OnceLock::new());
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

    /// Where in the timeline the events of companion logs stand.
    pub(crate) fn placement(&self) -> &Placement {
        self.placement.get_or_init(|| self.evidence.place(&self.log, &self.turns, self.timeline()))
    }

    /// What Pixir sends at a point, or would if it treated texts of skills otherwise. Nothing of the companion is in
    /// it: Pixir does not know of that log.
    pub(crate) fn composed(&self, point: &Point, texts: SkillTexts) -> Arc<Vec<Item>> {
        let mut kept = locked(&self.composed);
        match &*kept {
            Some((known, of, items)) if (known, *of) == (point, texts) => Arc::clone(items),
            _ => {
                let items = Arc::new(::sessions::compose(&self.log, None, point, texts));
                *kept = Some((point.clone(), texts, Arc::clone(&items)));
                items
            }
        }
    }

    /// The log that holds a part of what is known of the session.
    pub(crate) fn log_of(&self, part: LogPart) -> Option<&Log> {
        match part {
            LogPart::Log => Some(&self.log),
            LogPart::Companion | LogPart::Inherited => self.evidence.log(part),
        }
    }

    /// Files of skills the model viewed, found by decoding the tool calls once.
    pub(crate) fn views(&self) -> &[Viewing] {
        self.views.get_or_init(|| self.turns.turns().iter().flat_map(|turn| self.viewed_in(turn)).collect())
    }

    /// In which turns the text of each activation was with the model.
    pub(crate) fn in_force(&self) -> &[InForce] {
        self.force.get_or_init(|| ::sessions::in_force(&self.log, &self.turns, &self.context))
    }

    /// Calls that name a path in a folder of skills, found by decoding the tool calls once.
    pub(crate) fn mentions(&self) -> &[Mention] {
        self.mentions.get_or_init(|| super::mention::mentions(self))
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
        // An activation is recorded before the message of its turn, so its turn may have come since.
        for activated in &mut self.activations {
            activated.turn = self.turns.turn_at(activated.position).map(|turn| turn.number);
            activated.copied = self.log.at(activated.position).is_some_and(|row| self.turns.is_copy(row));
        }
        if self.title.is_empty() {
            self.title = title(&self.log, &self.turns);
        }
    }

    pub(crate) fn at(&self, position: usize, ts: Option<&str>) -> Option<Millis> {
        time_of(&self.log, position, ts)
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
    (place.source == Source::Pixir).then(|| ::sessions::accept(log))
}

/// The time of an event of any log.
pub(crate) fn time_of(log: &Log, position: usize, ts: Option<&str>) -> Option<Millis> {
    let seconds = i64::from(log.at(position)?.seconds()?);
    Some(Millis(seconds * 1000 + fraction(ts)))
}

// `./references/a.md` and `references/a.md` are one file.
fn plain(rel: &str) -> String {
    let parts: Vec<_> = rel.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    parts.join("/")
}

fn title(log: &Log, turns: &Turns) -> String {
    if let Some(named) = log.about().and_then(|about| about.title.as_deref()) {
        return first_words(named, TITLE);
    }
    let prompt = turns.turns().first().and_then(|turn| turn.prompt(log)).unwrap_or_default();
    first_words(&prompt, TITLE)
}
