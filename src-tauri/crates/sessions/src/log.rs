//! One session's log: an index in memory, the bytes left in the file.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering as Atomic};
use std::thread;

use disk::{Digest, Fault, LogFile, Stamp};

use crate::decode::{self, Reason};
use crate::glance::is_refused;
use crate::index::{Flags, Kind, Row, SEQ_ABSENT, SEQ_ASIDE, Unread};
use crate::mend::mend;
use crate::pieces::partition;
use crate::scan::{self, Care, Reader, Scan, next_line_end, scan};
use crate::source::{About, Dialect, Source};
use crate::validate::Reached;
use crate::{Event, LINE_LIMIT, LogPlace, PIECE, Pieces, Seq, Spot, Stands, Unfinished};

/// A log up to this many bytes is read in full when it is opened; a longer one is indexed from the ends of
/// its lines and read in full by [`Log::validate`].
pub const FULL_LIMIT: u64 = 8 << 20;
/// From this many bytes on a second thread pays.
const SPLIT_LIMIT: u64 = 64 << 20;
/// Bytes at each end whose digest tells a log that grew from one that was rewritten.
const ANCHOR: u64 = 4096;

/// How many threads may build an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Threads {
    /// The caller's own.
    One,
    /// A second one for logs where it pays.
    Two,
}

/// A log with its index: some six bytes a line, and nothing of the text.
///
/// Rows are in file order. A *position* is a place in Pixir's fold order, which is the same order without the
/// unread lines in all logs but odd ones.
#[derive(Debug, Clone)]
pub struct Log {
    pub(crate) file: Arc<LogFile>,
    pub(crate) stamp: Stamp,
    pub(crate) rows: Pieces<Row>,
    pub(crate) unread: Vec<Unread>,
    // Numbers that do not fit a row, by line; empty in real logs.
    pub(crate) aside: Vec<(u32, Seq)>,
    // Positions to rows, only where the two differ.
    pub(crate) order: Option<Vec<u32>>,
    pub(crate) lines: u32,
    pub(crate) end: u64,
    pub(crate) unfinished: Option<Unfinished>,
    // Rows before this one are validated.
    pub(crate) validated: Reached,
    pub(crate) first_unknown: Option<usize>,
    // False where no event has an oddity; true where one has, or had before its line grew.
    pub(crate) is_odd: bool,
    pub(crate) anchor: Anchor,
    // How its lines are read where they are not in Pixir's envelope, and in which line each row stands.
    pub(crate) source: Source,
    pub(crate) dialect: Option<Box<dyn Dialect>>,
    // The keys of lines that another log owns.
    pub(crate) copied: Arc<HashSet<u64>>,
    pub(crate) standing: Pieces<u32>,
    // Lines that were decoded since it was opened.
    pub(crate) decoded: Arc<AtomicU64>,
}

/// Digests of the first and last bytes of what was indexed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Anchor {
    pub head: Digest,
    pub tail: Digest,
    pub end: u64,
}

/// What happened to a log since it was last looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Nothing.
    None,
    /// Lines were added or the unfinished last line grew; rows from this one on are new.
    Grew {
        /// The first new row.
        from: usize,
    },
    /// The file is another one, or shorter, or not what it was: everything was read anew.
    Rebuilt,
}

/// A line of the file: an event or not.
#[derive(Debug, Clone, PartialEq)]
pub enum Line {
    /// An event.
    Event(Box<Event>),
    /// A line that could not be understood.
    Unread(Unread),
}

impl Log {
    /// Opens a log and builds its index.
    ///
    /// # Errors
    ///
    /// When the file is missing, is no regular file, or cannot be read. A line that is no event is no error:
    /// see [`Log::unread`].
    pub fn open(path: &Path) -> Result<Self, Fault> {
        Self::open_with(path, Threads::Two)
    }

    /// Opens a log with a stated number of threads.
    ///
    /// # Errors
    ///
    /// As [`Log::open`].
    pub fn open_with(path: &Path, threads: Threads) -> Result<Self, Fault> {
        Self::of_file(LogFile::open(path)?, Source::Pixir, threads)
    }

    /// Opens a log as its source writes it.
    ///
    /// # Errors
    ///
    /// As [`Log::open_source`].
    pub fn open_place(place: &LogPlace) -> Result<Self, Fault> {
        let file = place.source.file(&place.path)?;
        Self::read(file, place.source, Threads::Two, copied(place))
    }

    /// Opens the log of a source.
    ///
    /// # Errors
    ///
    /// As [`Log::open`], and when what its lines are made of, such as a database or a packed file, cannot be
    /// read.
    pub fn open_source(path: &Path, source: Source) -> Result<Self, Fault> {
        Self::of_file(source.file(path)?, source, Threads::Two)
    }

    /// A log that is no file, such as a part of an archive, read in full; `name` is what it is called where something
    /// is wrong with it. It does not change, so it is not to be refreshed.
    ///
    /// # Errors
    ///
    /// Not for bytes in memory; the way on which they are read, that of files, may fail.
    pub fn of_bytes(name: &Path, source: Source, bytes: Vec<u8>) -> Result<Self, Fault> {
        let mut log = Self::of_file(LogFile::of_bytes(name, bytes), source, Threads::One)?;
        log.validate()?;
        Ok(log)
    }

    pub(crate) fn of_file(file: LogFile, source: Source, threads: Threads) -> Result<Self, Fault> {
        Self::read(file, source, threads, Arc::default())
    }

    /// Reads its file anew.
    pub(crate) fn reopened(&self, file: LogFile) -> Result<Self, Fault> {
        Self::read(file, self.source, Threads::Two, Arc::clone(&self.copied))
    }

    fn read(
        file: LogFile,
        source: Source,
        threads: Threads,
        copied: Arc<HashSet<u64>>,
    ) -> Result<Self, Fault> {
        let (stamp, size) = (file.stamp()?, file.size()?);
        let mut dialect = source.dialect();
        if let Some(dialect) = dialect.as_mut().filter(|_| !copied.is_empty()) {
            dialect.know(Arc::clone(&copied));
        }
        let scan = match &mut dialect {
            Some(dialect) => {
                scan(&file, 0, size, 1, &mut Reader::Dialect { dialect: &mut **dialect, next: 1 })?
            }
            None => read_all(&file, size, threads)?,
        };
        let anchor = Anchor::of(&file, scan.end)?;
        let mut log = Self {
            file: Arc::new(file),
            stamp,
            rows: scan.rows,
            unread: scan.unread,
            aside: scan.aside,
            order: None,
            lines: scan.lines,
            end: scan.end,
            unfinished: scan.unfinished,
            validated: Reached::default(),
            first_unknown: None,
            is_odd: false,
            anchor,
            source,
            dialect,
            copied,
            standing: scan.standing,
            decoded: Arc::default(),
        };
        log.decoded.store(log.rows.len() as u64, Atomic::Relaxed);
        log.settle(0);
        Ok(log)
    }

    /// The path it was opened by.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Whose log it is.
    pub fn source(&self) -> Source {
        self.source
    }

    /// What the log says about itself; nothing where it is in Pixir's envelope, whose events say it.
    pub fn about(&self) -> Option<&About> {
        self.dialect.as_deref().map(Dialect::about)
    }

    /// The number of the last record, which is that of the last line where a line is one event.
    pub fn last_record(&self) -> u32 {
        if self.dialect.is_none() {
            return self.lines;
        }
        self.rows.last().map_or(0, Row::line)
    }

    /// The line of the file in which a record stands, from 1.
    pub fn line_of(&self, record: u32) -> u32 {
        let row = self.rows.find_by_key(record, Row::line);
        row.and_then(|row| self.standing.get(row)).unwrap_or(record)
    }

    /// Where a record stands in the files of its agent.
    pub fn stands(&self, record: u32) -> Stands {
        let line = self.line_of(record);
        let from = self.standing.partition_point(|standing| standing < line);
        let of = self.standing.partition_point(|standing| standing <= line) - from;
        let at = self.rows.get(from).map_or(record, |first| record - first.line() + 1);
        let laid = self.source.stands(self.path(), line, || self.raw(record)?.ok());
        let (file, spot) = laid.unwrap_or_else(|| (self.path().to_owned(), Spot::Line(line)));
        Stands { file, spot, part: (of > 1).then_some((at, of as u32)) }
    }

    /// Gives the file's handle back to the system; reads open it again.
    pub fn rest(&self) {
        self.file.rest();
    }

    /// The state of the file when it was last read.
    pub fn stamp(&self) -> Stamp {
        self.stamp
    }

    /// All lines but empty ones, in file order.
    pub fn rows(&self) -> &Pieces<Row> {
        &self.rows
    }

    /// Lines that are no events, in file order.
    pub fn unread(&self) -> &[Unread] {
        &self.unread
    }

    /// Returns the first part of the log that is not read since it is larger than Assay reads; `None` if all is read.
    pub fn over_budget(&self) -> Option<&Unread> {
        self.unread.iter().find(|unread| unread.reason == Reason::OverBudget)
    }

    /// The last line while it is being written.
    pub fn unfinished(&self) -> Option<Unfinished> {
        self.unfinished
    }

    /// The first row whose type is none of Pixir's fourteen.
    pub(crate) fn first_unknown(&self) -> Option<Row> {
        self.first_unknown.and_then(|at| self.rows.get(at))
    }

    /// Whether an event may have an [`crate::Oddity`].
    pub(crate) fn may_be_odd(&self) -> bool {
        self.is_odd
    }

    /// Whether positions before `next` still mean the same after a change. They do not where a line cannot be read or
    /// the numbers are out of order.
    pub fn keeps(&self, change: Change, next: usize) -> bool {
        match change {
            Change::None => true,
            Change::Grew { from } => from >= next && self.order.is_none(),
            Change::Rebuilt => false,
        }
    }

    /// Whether the last event has no line feed yet.
    pub fn ends_without_line_feed(&self) -> bool {
        self.rows.last().is_some_and(|row| row.flags().has(Flags::OPEN_END))
    }

    /// Whole lines, empty ones included.
    pub fn lines(&self) -> u32 {
        self.lines
    }

    /// How many events there are, which is also the number of positions.
    pub fn len(&self) -> usize {
        self.order.as_ref().map_or(self.rows.len(), Vec::len)
    }

    /// Whether there is no event.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether file order and fold order are the same.
    pub fn is_in_order(&self) -> bool {
        let events = || self.rows.iter().filter(|row| row.kind() != Kind::Unread);
        self.order.as_ref().is_none_or(|order| {
            order.windows(2).all(|pair| pair[0] < pair[1]) && order.len() == events().count()
        })
    }

    /// The positions of the first and the last event that say when they were written. Every event of Pixir's does;
    /// other agents' bookkeeping, which may stand first, does not always.
    pub fn timed_ends(&self) -> Option<(usize, usize)> {
        let last = self.len().checked_sub(1)?;
        if self.dialect.is_none() {
            return Some((0, last));
        }
        let is_timed = |at: &usize| self.at(*at).is_some_and(|row| row.seconds().is_some());
        Some(((0..=last).find(is_timed)?, (0..=last).rev().find(is_timed)?))
    }

    /// The row at a position.
    pub fn at(&self, position: usize) -> Option<Row> {
        self.row_index(position).and_then(|row| self.rows.get(row))
    }

    /// The position of the event with a record's number; none where that is no event.
    pub fn position_of_record(&self, record: u32) -> Option<usize> {
        let row = self.rows.find_by_key(record, Row::line)?;
        match &self.order {
            Some(order) => order.iter().position(|at| *at as usize == row),
            None => Some(row),
        }
    }

    /// The rows at neighbouring positions, in less time than one by one.
    pub fn rows_at(&self, positions: Range<usize>) -> Vec<(usize, Row)> {
        self.folded(positions.start).take(positions.len()).collect()
    }

    /// Which row stands at a position.
    pub(crate) fn row_index(&self, position: usize) -> Option<usize> {
        match &self.order {
            Some(order) => order.get(position).map(|row| *row as usize),
            None => (position < self.rows.len()).then_some(position),
        }
    }

    /// Positions, kinds and flags in fold order, for what needs no more of the rows.
    pub(crate) fn marks(&self, from: usize) -> impl Iterator<Item = (usize, (Kind, Flags))> + '_ {
        let plain = self.order.is_none().then(|| self.rows.marks(from)).into_iter().flatten();
        let ordered = self.order.is_some().then(|| self.folded(from)).into_iter().flatten();
        plain.chain(ordered.map(|(position, row)| (position, (row.kind(), row.flags()))))
    }

    /// The rows in fold order.
    pub(crate) fn folded(&self, from: usize) -> impl Iterator<Item = (usize, Row)> + '_ {
        let plain = self.order.is_none().then(|| self.rows.range(from..self.rows.len()));
        let ordered = self.order.iter().flat_map(move |order| order.iter().skip(from));
        let rows = plain.into_iter().flatten().chain(ordered.filter_map(|row| self.rows.get(*row as usize)));
        (from..).zip(rows)
    }

    /// The number of a row's event; where a source numbers none, that of the record.
    pub fn seq(&self, row: Row) -> Seq {
        if self.dialect.is_some() {
            return Seq::Whole(i128::from(row.line()));
        }
        match row.raw_seq() {
            SEQ_ABSENT => Seq::Absent,
            SEQ_ASIDE => {
                let found = self.aside.binary_search_by_key(&row.line(), |(line, _)| *line);
                found.map_or(Seq::Absent, |at| self.aside[at].1.clone())
            }
            number => Seq::Whole(i128::from(number)),
        }
    }

    /// The last position whose number is at most `seq`; none where all are larger.
    pub fn position_of(&self, seq: &Seq) -> Option<usize> {
        let count = if self.dialect.is_none() && self.is_packed() {
            let limit = scan::pack(seq);
            partition(self.len(), |at| self.at(at).is_some_and(|row| row.raw_seq() <= limit))
        } else {
            partition(self.len(), |at| {
                self.at(at).is_some_and(|row| self.seq(row).fold_order(seq) != Ordering::Greater)
            })
        };
        count.checked_sub(1)
    }

    fn is_packed(&self) -> bool {
        self.aside.is_empty()
    }

    /// Decodes the events at some positions. A line that only now turns out broken is left out here and is
    /// among [`Log::unread`] after [`Log::validate`].
    pub fn events(&self, positions: Range<usize>) -> Vec<Event> {
        let positions = positions.start..positions.end.min(self.len());
        positions.filter_map(|position| self.event(position)).collect()
    }

    /// Decodes the event at one position.
    pub fn event(&self, position: usize) -> Option<Event> {
        self.decode(self.at(position)?).ok()
    }

    /// Decodes the lines behind some rows, in file order.
    pub fn window(&self, rows: Range<usize>) -> Vec<Line> {
        let line = |row: Row| match self.decode(row) {
            Ok(event) => Line::Event(Box::new(event)),
            Err(unread) => Line::Unread(unread),
        };
        self.rows.range(rows).map(line).collect()
    }

    pub(crate) fn decode(&self, row: Row) -> Result<Event, Unread> {
        let known = self.unread.binary_search_by_key(&row.line(), |unread| unread.line);
        if let Ok(at) = known {
            return Err(self.unread[at].clone());
        }
        self.decoded.fetch_add(1, Atomic::Relaxed);
        let bytes = self.bytes(row).unwrap_or_default();
        let event = match &self.dialect {
            Some(dialect) => self.told(&**dialect, row, &bytes),
            None => decode::event(&bytes, row.line(), row.offset()),
        };
        event.map_err(|reason| Unread {
            line: row.line(),
            offset: row.offset(),
            length: u64::from(row.length()),
            reason,
        })
    }

    /// The event a dialect reads for a row: of all that its line holds, the one with its number.
    fn told(&self, dialect: &dyn Dialect, row: Row, bytes: &[u8]) -> Result<Event, Reason> {
        let told = scan::record(dialect, &scan::members(&mend(bytes))?, row)?;
        Ok(Event { session_id: dialect.about().session.clone(), ..told })
    }

    /// The bytes of a line as they stand in the file, at most [`LINE_LIMIT`] of them.
    pub fn raw(&self, line: u32) -> Option<Result<Vec<u8>, Fault>> {
        let at = self.rows.find_by_key(line, Row::line)?;
        Some(self.bytes(self.rows.get(at)?))
    }

    pub(crate) fn bytes(&self, row: Row) -> Result<Vec<u8>, Fault> {
        let length = u64::from(row.length()).min(LINE_LIMIT);
        let mut bytes = vec![0; usize::try_from(length).unwrap_or(0)];
        let read = self.file.read_at(&mut bytes, row.offset())?;
        bytes.truncate(read);
        Ok(bytes)
    }

    /// Restores what follows from the rows after those from `from` on have changed.
    pub(crate) fn settle(&mut self, from: usize) {
        self.settle_order(from);
        let moved = self.dialect.as_deref().map(Dialect::moved).filter(|moved| !moved.is_empty());
        if let Some(moved) = moved {
            self.order = Some(moved_order(&self.rows, moved));
        }
    }

    fn settle_order(&mut self, from: usize) {
        if from == 0 {
            (self.first_unknown, self.is_odd) = (None, false);
        }
        // Pieces are looked at whole: the rows before `from` in the first of them add nothing that is not known.
        let before = (from - from % PIECE).checked_sub(1).and_then(|before| self.rows.get(before));
        let (mut last, mut is_sorted, mut refused) = (before.map_or(0, Row::raw_seq), true, None);
        for (from, glance) in self.rows.glances(from) {
            self.is_odd |= glance.is_odd;
            is_sorted &= glance.is_sorted && last <= glance.seqs.0;
            last = glance.seqs.1;
            refused = refused.or(glance.is_refused().then_some(from));
        }
        if self.first_unknown.is_none() {
            let is_it = |row: Row| is_refused(row.kind());
            self.first_unknown = refused.map(|from| {
                from + self.rows.range(from..self.rows.len()).take_while(|row| !is_it(*row)).count()
            });
        }
        let is_plain = self.unread.is_empty() && self.aside.is_empty() && self.order.is_none();
        if is_plain && is_sorted {
            return;
        }
        let events = self.rows.iter().enumerate().filter(|(_, row)| row.kind() != Kind::Unread);
        let mut order: Vec<u32> = events.map(|(at, _)| at as u32).collect();
        let rows: Vec<Row> = self.rows.iter().collect();
        if self.is_packed() {
            // Absent numbers are packed as the largest.
            order.sort_by_key(|row| rows[*row as usize].raw_seq());
        } else {
            let seq = |row: &u32| self.seq(rows[*row as usize]);
            order.sort_by(|a, b| seq(a).fold_order(&seq(b)));
        }
        self.order = Some(order);
    }
}

/// Returns the keys of lines that other logs than the one at a place own.
fn copied(place: &LogPlace) -> Arc<HashSet<u64>> {
    let owned = place.family.as_ref().map(|family| family.owned_by_others(place.source, &place.path));
    owned.map_or_else(Arc::default, Arc::new)
}

/// The order of events where lines belong behind others than those that they stand behind.
fn moved_order(rows: &Pieces<Row>, moved: &[(u32, u32)]) -> Vec<u32> {
    let lines: HashMap<u32, u32> = moved.iter().copied().collect();
    let mut behind: HashMap<u32, Vec<u32>> = HashMap::new();
    for (line, before) in moved {
        behind.entry(*before).or_default().push(*line);
    }
    let rows: Vec<Row> = rows.iter().collect();
    // The rows of a line: they share the number of the first.
    let of_line = |first: u32| {
        let from = rows.partition_point(|row| row.line() < first);
        let to = rows[from..].iter().take_while(|row| row.raw_seq() == first || row.line() == first).count();
        from..from + to
    };
    let (mut order, mut at) = (Vec::with_capacity(rows.len()), 0);
    while let Some(row) = rows.get(at) {
        let line = of_line(row.line());
        let next = line.end.max(at + 1);
        // Each line is behind one other, so that none comes twice.
        let mut waiting = if lines.contains_key(&row.line()) { Vec::new() } else { vec![row.line()] };
        while let Some(first) = waiting.pop() {
            let is_event = |at: &usize| rows[*at].kind() != Kind::Unread;
            order.extend(of_line(first).filter(is_event).map(|at| at as u32));
            waiting.extend(behind.remove(&first).into_iter().flatten().rev());
        }
        at = next;
    }
    order
}

fn read_all(file: &LogFile, size: u64, threads: Threads) -> Result<Scan, Fault> {
    let care = if size <= FULL_LIMIT { Care::Full } else { Care::Quick };
    let middle = match threads {
        Threads::Two if size >= SPLIT_LIMIT => next_line_end(file, size / 2, size)?,
        _ => None,
    };
    let read = |from: u64, to: u64| scan(file, from, to, 1, &mut Reader::envelope(care));
    let Some(middle) = middle else { return read(0, size) };
    let (first, second) = thread::scope(|scope| {
        let second = scope.spawn(|| read(middle + 1, size));
        (read(0, middle + 1), second.join())
    });
    let mut whole = first?;
    let second = second.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
    let lines = whole.lines;
    whole.rows.extend(second.rows.iter().map(|row| row.moved(lines)));
    whole
        .unread
        .extend(second.unread.into_iter().map(|unread| Unread { line: unread.line + lines, ..unread }));
    whole.aside.extend(second.aside.into_iter().map(|(line, seq)| (line + lines, seq)));
    whole.unfinished = second.unfinished.map(|last| Unfinished { line: last.line + lines, ..last });
    whole.lines = lines.saturating_add(second.lines);
    whole.end = second.end;
    Ok(whole)
}

impl Anchor {
    pub(crate) fn of(file: &LogFile, end: u64) -> Result<Self, Fault> {
        let digest = |from: u64| {
            let mut bytes = vec![0; usize::try_from((end - from).min(ANCHOR)).unwrap_or(0)];
            let read = file.read_at(&mut bytes, from)?;
            Ok(Digest::of(&bytes[..read]))
        };
        Ok(Self { head: digest(0)?, tail: digest(end.saturating_sub(ANCHOR))?, end })
    }
}
