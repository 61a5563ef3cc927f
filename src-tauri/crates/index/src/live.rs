//! The index of one process: opened when it is first wanted, brought up to date a step at a time, made anew when what
//! it says is not what was written.

use std::cell::OnceCell;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, SystemTime};

use serde::Serialize;
use sessions::LogPlace;

use crate::door::Door;
use crate::index_note::IndexNote;
use crate::sync::Synced;
use crate::{Index, Listed, Pending, Ranked, Reader, Trouble, Wanted};

/// Bytes of logs whose words are taken in at one step.
const WORDS: u64 = 2 << 20;
/// Notes that are kept.
const NOTES: usize = 20;
/// How long a look at the logs stands for what is there.
const FRESH: Duration = Duration::from_secs(1);
/// How often the index is made anew for one question; a file that is damaged again and again is not used.
const TRIES: usize = 3;

/// The logs there are, told when the index looks.
pub trait Logs: Sync {
    /// Where they lie.
    fn places(&self) -> LogPlaces;
    /// The time it is.
    fn now(&self) -> SystemTime;
}

/// Where logs lie.
pub struct LogPlaces {
    /// The workspaces, absolute.
    pub workspaces: Vec<PathBuf>,
    /// The logs of other agents, which lie in no workspace.
    pub elsewhere: Arc<[LogPlace]>,
}

/// What an index that had to be made anew is to hold again before a question is answered from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anew {
    /// The lists; words follow while nothing else happens.
    Lists,
    /// The words too, for a door that asks once and ends.
    Words,
}

/// How far the index follows the logs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Following {
    /// What it does.
    pub stage: Stage,
    /// Sessions taken in, in this stage.
    pub done: u32,
    /// Sessions there are to take in, in this stage.
    pub total: u32,
    /// Bytes read in this stage.
    pub bytes: u64,
    /// Bytes of its file; 0 where it lives in memory.
    pub size: u64,
    /// Its file; absent where it lives in memory and has no words.
    pub file: Option<PathBuf>,
    /// What had to be made anew or done without, a sentence each, at most 20.
    pub notes: Vec<IndexNote>,
}

/// What the index does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "IndexingStage"))]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Nothing was looked at yet.
    #[default]
    NotStarted,
    /// It reads sessions.
    Sessions,
    /// It takes in words for ranked search; lists are complete.
    Words,
    /// It is complete.
    Complete,
    /// Somebody holds it.
    Held,
}

/// The index of one process.
pub struct LiveIndex {
    // Assay's own folder, and the file in it; in memory without one.
    kept: Option<PathBuf>,
    file: Option<PathBuf>,
    writer: Mutex<Writer>,
    listed: Mutex<Option<Arc<Listed>>>,
    // Small logs were taken in, and nothing was said to have changed since.
    has_small_logs: AtomicBool,
    // Large logs that lists were answered without.
    left: Mutex<Vec<(LogPlace, u64)>>,
    told: Mutex<Following>,
    held: AtomicBool,
    // The file was opened by this process, and looked at as only the one who writes it does.
    opened: AtomicBool,
    stale: AtomicBool,
    // The file could not be written: what it says is old.
    in_memory: AtomicBool,
    remade: AtomicU64,
}

/// What only one at a time may do something with.
#[derive(Default)]
pub(crate) struct Writer {
    pub(crate) index: Option<Index>,
    pending: Option<Pending>,
    looked: Option<SystemTime>,
    // Its pages were found whole since it was opened.
    checked: bool,
}

/// The recorded texts of snapshots, for one answer.
pub struct SnapshotTexts<'a> {
    live: &'a LiveIndex,
    logs: &'a dyn Logs,
    reader: OnceCell<Reader>,
}

impl SnapshotTexts<'_> {
    /// The text with a digest; absent where the index does not hold it.
    ///
    /// # Errors
    ///
    /// When it cannot be read. Hand a [`Trouble::Broken`] to [`LiveIndex::make_anew`].
    pub fn get(&self, content: &str) -> Result<Option<String>, Trouble> {
        if let Some(reader) = self.reader.get() {
            return reader.snapshot(content);
        }
        match self.live.door(self.logs)? {
            Door::Reader(reader) => self.reader.get_or_init(|| reader).snapshot(content),
            // The index itself is held no longer than one question takes.
            door @ Door::Writer(_) => door.snapshot(content),
        }
    }
}

/// What one step took in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Session,
    Words,
    Nothing,
}

// A lock that a panicking answer left behind is still good: what it guards is replaced whole.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl LiveIndex {
    /// The index below `kept`, Assay's own folder; in memory without one. Nothing is opened before it is asked.
    pub fn new(kept: Option<&Path>) -> Self {
        let file = kept.map(|kept| kept.join("index/index.sqlite"));
        Self {
            kept: kept.map(Path::to_owned),
            told: Mutex::new(Following { file: file.clone(), ..Following::default() }),
            file,
            writer: Mutex::default(),
            listed: Mutex::default(),
            has_small_logs: AtomicBool::default(),
            left: Mutex::default(),
            held: AtomicBool::default(),
            opened: AtomicBool::default(),
            stale: AtomicBool::default(),
            in_memory: AtomicBool::default(),
            remade: AtomicU64::default(),
        }
    }

    /// Ends with the process: closes the file and leaves the lists in memory to the system.
    pub fn leave(self) {
        std::mem::forget(self.listed);
    }

    /// Whether it lives in memory, so that it has no words.
    pub fn is_in_memory(&self) -> bool {
        self.in_memory.load(Ordering::Relaxed)
    }

    /// How often it was made anew; what was judged of its texts before is judged again.
    pub fn remade(&self) -> u64 {
        self.remade.load(Ordering::Relaxed)
    }

    /// Logs may have changed: the next step looks at them.
    pub fn heard(&self) {
        self.stale.store(true, Ordering::Relaxed);
        self.has_small_logs.store(false, Ordering::Relaxed);
    }

    /// Holds it, or lets it go on.
    pub fn hold(&self, held: bool) {
        self.held.store(held, Ordering::Relaxed);
    }

    /// How far it is, without waiting for it.
    pub fn following(&self) -> Following {
        let mut told = locked(&self.told).clone();
        if self.held.load(Ordering::Relaxed) && told.stage != Stage::Complete {
            told.stage = Stage::Held;
        }
        told
    }

    /// One step of bringing it up to date: one session, or a few megabytes of words. Nothing when it is up to date or
    /// held; otherwise whether a list may have changed.
    pub fn step(&self, logs: &dyn Logs) -> Option<bool> {
        if self.held.load(Ordering::Relaxed) {
            return None;
        }
        let mut writer = locked(&self.writer);
        let step = self.take_in(&mut writer, logs);
        self.tell(&mut writer, step.as_ref().ok().copied().unwrap_or(Step::Nothing));
        match step {
            Ok(Step::Session) => Some(true),
            Ok(Step::Words) => Some(false),
            Ok(Step::Nothing) => None,
            Err(trouble) => {
                writer.pending = None;
                let mended = self.index(&mut writer).mend(&trouble);
                if !mended {
                    self.note(IndexNote::Trouble { message: trouble.message() });
                }
                self.tell(&mut writer, Step::Nothing);
                mended.then_some(true)
            }
        }
    }

    fn take_in(&self, writer: &mut Writer, logs: &dyn Logs) -> Result<Step, Trouble> {
        let is_fresh = |at: SystemTime| logs.now().duration_since(at).is_ok_and(|age| age < FRESH);
        let is_fresh = writer.looked.is_some_and(is_fresh);
        let is_stale = self.stale.swap(false, Ordering::Relaxed);
        if writer.pending.as_ref().is_none_or(|pending| pending.is_empty() && (is_stale || !is_fresh)) {
            let places = logs.places();
            let pending = self.index(writer).pending(&self.wanted(&places, logs))?;
            writer.looked = Some(logs.now());
            writer.pending = Some(pending);
        }
        self.index(writer);
        if let (Some(index), Some(pending)) = (&mut writer.index, &mut writer.pending)
            && !pending.is_empty()
        {
            index.step(pending, self.kept.as_deref())?;
            return Ok(Step::Session);
        }
        match self.index(writer).fill_words(WORDS)? {
            Some(_) => Ok(Step::Words),
            None => {
                // There is nothing else to do, so that the time it takes keeps nobody waiting.
                if !writer.checked {
                    self.index(writer).check()?;
                    writer.checked = true;
                }
                Ok(Step::Nothing)
            }
        }
    }

    /// Brings lists up to date at once, for a door that asks once and ends; words are left to those that stay.
    ///
    /// # Errors
    ///
    /// When the index cannot be read or written, such as while another process writes it for longer than five
    /// seconds. A log that cannot be read is noted and stops nothing.
    pub fn take_in_lists(&self, logs: &dyn Logs) -> Result<(), Trouble> {
        self.take_in_at_once(&mut locked(&self.writer), logs, None)
    }

    /// As [`Self::take_in_lists`], without logs of other agents that have changed and have more than `most` bytes: those
    /// are in [`Self::left`] afterwards. Nothing is done if they were taken in and nothing was said to have changed since,
    /// or while another thread takes in all logs.
    ///
    /// # Errors
    ///
    /// As [`Self::take_in_lists`].
    pub fn take_in_small_logs(&self, logs: &dyn Logs, most: u64) -> Result<(), Trouble> {
        let mut writer = match self.writer.try_lock() {
            Ok(writer) => writer,
            Err(TryLockError::Poisoned(writer)) => writer.into_inner(),
            Err(TryLockError::WouldBlock) => return Ok(()),
        };
        if self.has_small_logs.load(Ordering::Relaxed) {
            return Ok(());
        }
        self.take_in_at_once(&mut writer, logs, Some(most))?;
        self.has_small_logs.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Returns the large logs that were left when small ones were taken in, with their size, without those that are in
    /// the list now.
    pub fn left(&self, listed: &Listed) -> Vec<(LogPlace, u64)> {
        let mut left = locked(&self.left).clone();
        let is_listed = |path: &Path, bytes: u64| {
            listed.sessions.iter().any(|facts| Path::new(&facts.path) == path && facts.bytes == bytes)
        };
        left.retain(|(place, bytes)| !is_listed(&place.path, *bytes));
        left
    }

    fn take_in_at_once(
        &self,
        writer: &mut Writer,
        logs: &dyn Logs,
        leaves_over: Option<u64>,
    ) -> Result<(), Trouble> {
        let index = self.index(writer);
        // Rows are read while logs are looked for.
        let (places, rows) = thread::scope(|scope| {
            let places = scope.spawn(|| logs.places());
            let rows = index.session_rows();
            (places.join().unwrap_or_else(|panic| resume_unwind(panic)), rows)
        });
        let synced = index.sync_from(rows, &self.wanted(&places, logs), leaves_over);
        self.tell(writer, Step::Nothing);
        let Synced { work, rows, left } = synced?;
        *locked(&self.left) = left;
        for fault in work.faults {
            self.note(IndexNote::Earlier { fault: fault.message() });
        }
        // Where nothing has changed, the list is made of the same rows. A row that is damaged is told by the list.
        let listed = rows.and_then(|rows| self.index(writer).listed_of(rows).ok().flatten());
        if let Some(listed) = listed {
            *locked(&self.listed) = Some(Arc::new(listed));
        }
        Ok(())
    }

    /// As [`Self::take_in_lists`], and the words too.
    ///
    /// # Errors
    ///
    /// As [`Self::take_in_lists`].
    pub fn take_in_words(&self, logs: &dyn Logs) -> Result<(), Trouble> {
        self.take_in_lists(logs)?;
        let mut tries = 0;
        loop {
            let mut writer = locked(&self.writer);
            match self.index(&mut writer).fill_words(WORDS) {
                Ok(Some(_)) => {}
                Ok(None) => return Ok(()),
                Err(trouble) => {
                    tries += 1;
                    if tries == TRIES || !self.index(&mut writer).mend(&trouble) {
                        return Err(trouble);
                    }
                    drop(writer);
                    self.take_in_lists(logs)?;
                }
            }
        }
    }

    /// Makes it anew because somebody asked for it; what it holds comes back step by step.
    pub fn rebuild(&self) {
        let mut writer = locked(&self.writer);
        self.index(&mut writer).start_over("it was asked for");
        (writer.pending, writer.looked) = (None, None);
        *locked(&self.listed) = None;
        self.tell(&mut writer, Step::Session);
    }

    /// Puts a damaged index aside and makes it anew, so that the question can be answered.
    ///
    /// # Errors
    ///
    /// The trouble itself where making it anew does not mend it, and as [`Self::take_in_lists`].
    pub fn make_anew(&self, trouble: &Trouble, anew: Anew, logs: &dyn Logs) -> Result<(), Trouble> {
        {
            let mut writer = locked(&self.writer);
            if !self.index(&mut writer).mend(trouble) {
                return Err(trouble.clone());
            }
            (writer.pending, writer.looked, writer.checked) = (None, None, false);
            *locked(&self.listed) = None;
            self.remade.fetch_add(1, Ordering::Relaxed);
            self.tell(&mut writer, Step::Session);
        }
        match anew {
            Anew::Lists => self.take_in_lists(logs),
            Anew::Words => self.take_in_words(logs),
        }
    }

    /// An answer made of what the index says; where that is not what was written, it is made anew and asked again, three
    /// times at the most.
    fn unless_damaged<T>(
        &self,
        anew: Anew,
        logs: &dyn Logs,
        answer: &dyn Fn() -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        for _ in 1..TRIES {
            match answer() {
                Err(trouble @ (Trouble::Broken(_) | Trouble::Outdated(_))) => {
                    self.make_anew(&trouble, anew, logs)?;
                }
                other => return other,
            }
        }
        answer()
    }

    /// All sessions as of the index.
    ///
    /// # Errors
    ///
    /// When it cannot be read and making it anew does not help.
    pub fn listed(&self, logs: &dyn Logs) -> Result<Arc<Listed>, Trouble> {
        let revision = self.unless_damaged(Anew::Lists, logs, &|| self.door(logs)?.revision())?;
        if let Some(listed) = locked(&self.listed).as_ref().filter(|listed| listed.revision == revision) {
            return Ok(Arc::clone(listed));
        }
        let listed = self.unless_damaged(Anew::Lists, logs, &|| self.door(logs)?.listed())?;
        let listed = Arc::new(listed);
        *locked(&self.listed) = Some(Arc::clone(&listed));
        Ok(listed)
    }

    /// The recorded texts of snapshots, for one answer: the file is opened once for all of them.
    pub fn texts<'a>(&'a self, logs: &'a dyn Logs) -> SnapshotTexts<'a> {
        SnapshotTexts { live: self, logs, reader: OnceCell::new() }
    }

    /// The best hits for words, among the logs that `takes` takes.
    ///
    /// # Errors
    ///
    /// As [`Self::listed`].
    pub fn ranked(
        &self,
        words: &str,
        limit: usize,
        takes: &dyn Fn(&str) -> bool,
        anew: Anew,
        logs: &dyn Logs,
    ) -> Result<Ranked, Trouble> {
        self.unless_damaged(anew, logs, &|| self.door(logs)?.ranked(words, limit, takes))
    }

    fn wanted<'a>(&'a self, places: &'a LogPlaces, logs: &dyn Logs) -> Wanted<'a> {
        Wanted {
            workspaces: &places.workspaces,
            elsewhere: &places.elsewhere,
            kept: self.kept.as_deref(),
            now: logs.now(),
        }
    }

    fn index<'a>(&self, writer: &'a mut Writer) -> &'a mut Index {
        writer.index.get_or_insert_with(|| Index::open(self.file.as_deref()))
    }

    /// Opens the file before it is first asked. Where it was damaged, lists are made before they are told.
    fn open(&self, logs: &dyn Logs) {
        if self.opened.swap(true, Ordering::Relaxed) {
            return;
        }
        let is_anew = self.index(&mut locked(&self.writer)).has_notes();
        if is_anew && let Err(trouble) = self.take_in_lists(logs) {
            self.note(IndexNote::Trouble { message: trouble.message() });
        }
    }

    fn door(&self, logs: &dyn Logs) -> Result<Door<'_>, Trouble> {
        self.open(logs);
        let file = self.file.as_deref().filter(|_| !self.is_in_memory());
        Door::open(file, || {
            let mut writer = locked(&self.writer);
            self.index(&mut writer);
            writer
        })
    }

    fn note(&self, note: IndexNote) {
        let notes = &mut locked(&self.told).notes;
        if !notes.contains(&note) {
            notes.push(note);
            let more = notes.len().saturating_sub(NOTES);
            notes.drain(..more);
        }
    }

    fn tell(&self, writer: &mut Writer, step: Step) {
        let notes = self.index(writer).notes();
        notes.into_iter().for_each(|note| self.note(note));
        let progress = writer.pending.as_ref().map(Pending::progress).unwrap_or_default();
        let index = self.index(writer);
        let (stage, done, total) = match step {
            Step::Session => (Stage::Sessions, progress.done, progress.total),
            Step::Words => {
                let (done, total) = index.worded().unwrap_or_default();
                (Stage::Words, done, total)
            }
            Step::Nothing => (Stage::Complete, progress.total, progress.total),
        };
        self.in_memory.store(index.file().is_none(), Ordering::Relaxed);
        let (size, file) = (index.bytes(), index.file().map(Path::to_owned));
        let told = &mut *locked(&self.told);
        let notes = std::mem::take(&mut told.notes);
        *told = Following { stage, done, total, bytes: progress.bytes, size, file, notes };
    }
}
