//! From a stretch of the file to rows: 256 KiB at a time, line ends at memory speed.

use disk::{Fault, LogFile};
use memchr::{memchr, memchr_iter, memmem};

use crate::decode::Reason;
use crate::header::{Guesser, HEAD, TAIL, confirm};
use crate::index::{
    Digestion, Flags, Kind, OFFSET_LIMIT, Place, Row, SEQ_ABSENT, SEQ_ASIDE, Unread, kind_of,
};
use crate::instant::instant;
use crate::members::Members;
use crate::mend::{TextPlace, ends_in_text, glued_event, mend};
use crate::source::{Dialect, Told};
use crate::{
    Event, EventKind, FOREIGN_LINE_LIMIT, FOREIGN_LOG_LIMIT, FOREIGN_ROW_LIMIT, LINE_LIMIT, Pieces,
    ROW_LIMIT, Seq,
};

/// Bytes read at once; fits a second-level cache, so that a line is still there when it is looked at.
const BLOCK: usize = 256 << 10;

/// How closely lines are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Care {
    /// Every byte, so that each row is right.
    Full,
    /// The ends of each line where they have Pixir's shape.
    Quick,
}

/// How lines become rows.
#[expect(clippy::large_enum_variant, reason = "there is one for a whole file")]
pub(crate) enum Reader<'d> {
    /// In Pixir's envelope: one event a line.
    Envelope(Care, Guesser),
    /// By an agent's dialect: any number of events a line, each a record.
    Dialect {
        dialect: &'d mut dyn Dialect,
        /// The number the next record has.
        next: u32,
    },
}

impl Reader<'_> {
    pub fn envelope(care: Care) -> Self {
        Self::Envelope(care, Guesser::default())
    }

    /// Returns how much of a log is read.
    fn budget(&self) -> Budget {
        match self {
            Self::Envelope(..) => Budget {
                bytes: OFFSET_LIMIT,
                rows: ROW_LIMIT,
                line: LINE_LIMIT,
                too_long: Reason::TooLong,
                too_many: Reason::TooMany,
            },
            // Its lines are untrusted, and every byte of each is parsed.
            Self::Dialect { .. } => Budget {
                bytes: FOREIGN_LOG_LIMIT,
                rows: FOREIGN_ROW_LIMIT,
                line: FOREIGN_LINE_LIMIT,
                too_long: Reason::OverBudget,
                too_many: Reason::OverBudget,
            },
        }
    }

    /// Returns the number of events that were read of the log before and now.
    fn rows(&self, scanned: usize) -> usize {
        match self {
            Self::Envelope(..) => scanned,
            Self::Dialect { next, .. } => (*next as usize).saturating_sub(1),
        }
    }
}

/// How much of a log is read, and what is said of the rest.
struct Budget {
    bytes: u64,
    rows: usize,
    line: u64,
    too_long: Reason,
    too_many: Reason,
}

/// The last bytes of a file that ends inside a line: being written, not damaged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unfinished {
    /// Line of the file, from 1.
    pub line: u32,
    /// First byte.
    pub offset: u64,
    /// Bytes so far.
    pub length: u64,
}

/// What a stretch of the file holds.
pub(crate) struct Scan {
    pub rows: Pieces<Row>,
    pub unread: Vec<Unread>,
    /// Numbers that do not fit a row, by line.
    pub aside: Vec<(u32, Seq)>,
    /// Lines that ended in this stretch.
    pub lines: u32,
    /// First byte after the last whole line.
    pub end: u64,
    pub unfinished: Option<Unfinished>,
    /// Lines of the file that the rows stand in; empty where a line is one event, and a row knows its own.
    pub standing: Pieces<u32>,
    /// Lines that may be one event together with those that come.
    begun: Option<Begun>,
    first_line: u32,
}

/// Lines of one event that holds line feeds. What was read of them is not read again with the next line.
#[derive(Clone)]
struct Begun {
    /// The bytes of all lines, and where each line ends in them.
    bytes: Vec<u8>,
    ends: Vec<(usize, Place)>,
    /// The place behind these bytes.
    open: TextPlace,
}

impl Begun {
    /// Lines and bytes of one event that are joined at the most.
    const LINES: usize = 64;
    const BYTES: usize = 1 << 20;

    /// The first line of an event.
    fn new(line: &[u8], place: Place) -> Self {
        let open = TextPlace::default().behind(line);
        Self { bytes: line.to_vec(), ends: vec![(line.len(), place)], open }
    }

    fn push(&mut self, line: &[u8], place: Place) {
        self.bytes.push(b'\n');
        self.bytes.extend_from_slice(line);
        self.ends.push((self.bytes.len(), place));
        self.open = self.open.behind(b"\n").behind(line);
    }

    /// Returns whether the lines are a whole event. Inside a text none is.
    fn is_whole(&self) -> bool {
        !self.open.is_inside && members(&mend(&self.bytes)).is_ok()
    }

    /// The place of all lines.
    fn place(&self) -> Place {
        let length = u32::try_from(self.bytes.len()).unwrap_or(u32::MAX);
        Place { length, ..self.ends[0].1 }
    }

    /// Returns whether more lines may complete the event.
    fn may_go_on(&self) -> bool {
        self.ends.len() < Self::LINES && self.bytes.len() < Self::BYTES && self.open.is_inside
    }
}

/// Reads the lines of `from..to`; `from` is the start of line `first_line`.
pub(crate) fn scan(
    file: &LogFile,
    from: u64,
    to: u64,
    first_line: u32,
    reader: &mut Reader<'_>,
) -> Result<Scan, Fault> {
    let mut scan = Scan {
        rows: Pieces::default(),
        unread: Vec::new(),
        aside: Vec::new(),
        lines: 0,
        end: from,
        unfinished: None,
        standing: Pieces::default(),
        begun: None,
        first_line,
    };
    scan.run(file, to, reader)?;
    if let Some(begun) = scan.begun.take() {
        scan.give_back(&begun, reader);
    }
    Ok(scan)
}

impl Scan {
    fn run(&mut self, file: &LogFile, to: u64, reader: &mut Reader<'_>) -> Result<(), Fault> {
        let (budget, whole) = (reader.budget(), to);
        let to = to.min(budget.bytes.max(self.end));
        let mut block = vec![0; BLOCK.min(usize::try_from(to - self.end).unwrap_or(BLOCK))];
        while self.end < whole {
            if self.end >= budget.bytes {
                self.give_up(whole, &budget, reader);
                return Ok(());
            }
            let wanted = usize::try_from(to - self.end).map_or(block.len(), |left| left.min(block.len()));
            let read = file.read_at(&mut block[..wanted], self.end)?;
            let start = self.end;
            let mut at = 0;
            for line_end in memchr_iter(b'\n', &block[..read]) {
                if reader.rows(self.rows.len()) >= budget.rows {
                    self.end = start + at as u64;
                    self.give_up(whole, &budget, reader);
                    return Ok(());
                }
                self.line(&block[at..line_end], start + at as u64, reader);
                at = line_end + 1;
            }
            self.end = start + at as u64;
            if at > 0 {
                continue;
            }
            if start + read as u64 == to && to < whole {
                self.give_up(whole, &budget, reader);
                return Ok(());
            }
            if read < block.len() || start + read as u64 == to {
                self.last(&block[..read], start, reader);
                return Ok(());
            }
            if !self.long_line(file, (start, to, whole), &budget, reader)? {
                return Ok(());
            }
        }
        Ok(())
    }

    fn line(&mut self, line: &[u8], offset: u64, reader: &mut Reader<'_>) {
        let number = self.first_line.saturating_add(self.lines);
        self.lines = self.lines.saturating_add(1);
        if line.is_empty() {
            return;
        }
        let length = u32::try_from(line.len()).unwrap_or(u32::MAX);
        self.keep(line, Place { offset, length, line: number }, Flags::default(), reader);
    }

    fn keep(&mut self, line: &[u8], place: Place, more: Flags, reader: &mut Reader<'_>) {
        let (care, guesser) = match reader {
            Reader::Envelope(care, guesser) => (*care, guesser),
            Reader::Dialect { .. } => return self.keep_foreign(line, place, more, reader),
        };
        if care == Care::Quick
            && let Some(guess) = guesser.guess(line)
        {
            self.rows.push(Row::new(place, guess.kind, guess.flags.and(more)).with(guess.seq, guess.ts));
            return;
        }
        match confirm(line, guesser) {
            Ok(read) => {
                let seq = pack(&read.seq);
                if seq == SEQ_ASIDE {
                    self.aside.push((place.line, read.seq.clone()));
                }
                self.rows.push(row(place, &read, more));
            }
            Err(reason) => self.refuse(place, reason, reader),
        }
    }

    /// Keeps what a line of another agent says. A line that ends inside a text goes on in the next ones, where they are an
    /// event together; one that is none may end with a whole event.
    fn keep_foreign(&mut self, line: &[u8], place: Place, more: Flags, reader: &mut Reader<'_>) {
        if let Some(mut begun) = self.begun.take() {
            begun.push(line, place);
            if begun.is_whole() {
                return self.keep_members(&begun.bytes, begun.place(), more, reader);
            }
            if begun.may_go_on() && members(&mend(line)).is_err() {
                self.begun = Some(begun);
                return;
            }
            begun.ends.pop();
            self.give_back(&begun, reader);
        }
        // Only a line that ends inside a text can go on in the next.
        let may_go_on = line.starts_with(b"{") && ends_in_text(line) && more == Flags::default();
        if may_go_on && members(&mend(line)).is_err() && glued_event(line).is_none() {
            self.begun = Some(Begun::new(line, place));
        } else {
            self.keep_members(line, place, more, reader);
        }
    }

    /// Keeps the lines of a text that never ended, each by itself.
    fn give_back(&mut self, begun: &Begun, reader: &mut Reader<'_>) {
        let mut start = 0;
        for (end, place) in &begun.ends {
            self.keep_members(&begun.bytes[start..*end], *place, Flags::default(), reader);
            // The line feed between two lines is of neither.
            start = end + 1;
        }
    }

    fn keep_members(&mut self, line: &[u8], place: Place, more: Flags, reader: &mut Reader<'_>) {
        let text = mend(line);
        match members(&text) {
            Ok(members) => {
                if let Reader::Dialect { dialect, next } = reader {
                    self.keep_all(&members, place, more, *dialect, next);
                }
            }
            Err(reason) => match glued_event(line) {
                Some(at) => {
                    let part = |from: usize, to: usize| Place {
                        offset: place.offset + from as u64,
                        length: u32::try_from(to - from).unwrap_or(u32::MAX),
                        ..place
                    };
                    self.keep_members(&line[..at], part(0, at), Flags::default(), reader);
                    self.keep_members(&line[at..], part(at, line.len()), more, reader);
                }
                None => self.refuse(place, reason, reader),
            },
        }
    }

    /// Keeps a row for every event of a line, and one for a line that has none, so that no line is lost.
    fn keep_all(
        &mut self,
        line: &Members<'_>,
        place: Place,
        more: Flags,
        dialect: &mut dyn Dialect,
        next: &mut u32,
    ) {
        let first = *next;
        dialect.learn(first, line);
        for told in or_bookkeeping(dialect.outline(first, line), line) {
            let seconds = told.ts.as_deref().and_then(instant).map_or(0, seconds_of);
            let flags = told.flags.and(Flags::CHECKED).and(Flags::SAME_TURN).and(more);
            let flags = flags.and(Flags::NAMES_SKILL.when(names_skill(&told.kind)));
            let record = Place { line: *next, ..place };
            self.rows.push(Row::new(record, kind_of(&told.kind), flags).with(first, seconds));
            self.standing.push(place.line);
            *next += 1;
        }
    }

    /// Keeps a row for a line that is no event; where a dialect reads, it is a record like any other.
    fn refuse(&mut self, mut place: Place, reason: Reason, reader: &mut Reader<'_>) {
        if let Reader::Dialect { next, .. } = reader {
            self.standing.push(place.line);
            place.line = *next;
            *next += 1;
        }
        let Place { offset, length, line } = place;
        self.rows.push(Row::new(place, Kind::Unread, Flags::CHECKED));
        self.unread.push(Unread { line, offset, length: u64::from(length), reason });
    }

    /// The bytes after the last line feed.
    fn last(&mut self, line: &[u8], offset: u64, reader: &mut Reader<'_>) {
        if line.is_empty() {
            return;
        }
        let number = self.first_line.saturating_add(self.lines);
        let closed = line.trim_ascii_end().ends_with(b"}");
        let length = u32::try_from(line.len()).unwrap_or(u32::MAX);
        let place = Place { offset, length, line: number };
        let is_whole = match reader {
            Reader::Envelope(_, guesser) => closed && confirm(line, guesser).is_ok(),
            // A part of an object is never a whole one, so it is the line that was meant.
            Reader::Dialect { .. } => {
                closed
                    && (members(&mend(line)).is_ok()
                        || self.completes(line, place)
                        || glued_event(line).is_some())
            }
        };
        if is_whole {
            self.keep(line, place, Flags::OPEN_END, reader);
        } else {
            self.unfinished = Some(Unfinished { line: number, offset, length: line.len() as u64 });
        }
    }

    /// Returns whether a line completes the event that the lines before it began.
    fn completes(&self, line: &[u8], place: Place) -> bool {
        self.begun.as_ref().is_some_and(|begun| {
            let mut begun = begun.clone();
            begun.push(line, place);
            begun.is_whole()
        })
    }

    /// A line longer than a block. Answers whether the file goes on after it.
    fn long_line(
        &mut self,
        file: &LogFile,
        (start, to, whole): (u64, u64, u64),
        budget: &Budget,
        reader: &mut Reader<'_>,
    ) -> Result<bool, Fault> {
        let found = next_line_end(file, start + BLOCK as u64, to)?;
        let length = found.unwrap_or(to) - start;
        let number = self.first_line.saturating_add(self.lines);
        let place = Place { offset: start, length: u32::try_from(length).unwrap_or(u32::MAX), line: number };
        if found.is_none() && to < whole {
            self.give_up(whole, budget, reader);
            return Ok(false);
        }
        if found.is_none() {
            let mut line = vec![0; usize::try_from(length.min(budget.line)).unwrap_or(0)];
            let read = file.read_at(&mut line, start)?;
            self.last(&line[..read], start, reader);
            return Ok(false);
        }
        self.lines = self.lines.saturating_add(1);
        self.end = start + length + 1;
        if length > budget.line {
            self.refuse(place, budget.too_long.clone(), reader);
            if let Some(unread) = self.unread.last_mut() {
                unread.length = length;
            }
            return Ok(true);
        }
        if let Reader::Envelope(Care::Quick, guesser) = reader {
            // The guess looks at the two ends only, so the middle need not come into memory.
            let mut ends = vec![0; HEAD + TAIL];
            file.read_at(&mut ends[..HEAD], start)?;
            file.read_at(&mut ends[HEAD..], start + length - TAIL as u64)?;
            if let Some(guess) = guesser.guess(&ends) {
                self.rows.push(Row::new(place, guess.kind, guess.flags).with(guess.seq, guess.ts));
                return Ok(true);
            }
        }
        let mut line = vec![0; usize::try_from(length).unwrap_or(0)];
        let read = file.read_at(&mut line, start)?;
        self.keep(&line[..read], place, Flags::default(), reader);
        Ok(true)
    }

    fn give_up(&mut self, to: u64, budget: &Budget, reader: &mut Reader<'_>) {
        let line = self.first_line.saturating_add(self.lines);
        let length = to - self.end;
        let place = Place { offset: self.end.min(OFFSET_LIMIT - 1), length: u32::MAX, line };
        self.refuse(place, budget.too_many.clone(), reader);
        if let Some(unread) = self.unread.last_mut() {
            (unread.offset, unread.length) = (self.end, length);
        }
        self.end = to;
    }
}

/// The members of a line that is an object.
pub(crate) fn members(line: &[u8]) -> Result<Members<'_>, Reason> {
    Members::of_line(line).map_err(Reason::NotJson)?.ok_or(Reason::NotAnObject)
}

/// The events of a line; one that says so where it has none.
fn or_bookkeeping(told: Vec<Told>, line: &Members<'_>) -> Vec<Told> {
    if !told.is_empty() {
        return told;
    }
    let name = line.text("type").unwrap_or_else(|| "record".to_owned());
    vec![Told::of(EventKind::Other { name }).at(line.text("timestamp"), None)]
}

/// The event of a row, whose line holds it among others: a row of a dialect has the number of the first of them in
/// the place of the number that Pixir gives an event.
pub(crate) fn record(dialect: &dyn Dialect, line: &Members<'_>, row: Row) -> Result<Event, Reason> {
    let first = row.raw_seq();
    let part = row.line().saturating_sub(first) as usize;
    // A file that was changed in place has other events in the line than when it was read.
    let told = or_bookkeeping(dialect.events(first, line), line);
    told.into_iter().nth(part).map(|told| event(told, row)).ok_or(Reason::NoType)
}

fn event(told: Told, row: Row) -> Event {
    Event {
        line: row.line(),
        offset: row.offset(),
        length: row.length(),
        id: told.id,
        session_id: None,
        kind: told.kind,
        seq: Seq::Whole(i128::from(row.line())),
        ts: told.ts,
        oddity: None,
        goes_on_from: told.goes_on_from,
    }
}

/// Whether a call names the main file of some skill, so that it may have written it.
fn names_skill(kind: &EventKind) -> bool {
    let EventKind::ToolCall(call) = kind else { return false };
    call.args.as_deref().is_some_and(|args| memmem::find(args.as_bytes(), b"SKILL.md").is_some())
}

fn seconds_of(time: std::time::SystemTime) -> u32 {
    let since = time.duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    u32::try_from(since.as_secs()).unwrap_or(0)
}

/// A row for a line that was read in full.
pub(crate) fn row(place: Place, read: &Digestion, more: Flags) -> Row {
    Row::new(place, read.kind, read.flags.and(more)).with(pack(&read.seq), read.ts)
}

/// The number as a row holds it.
pub(crate) fn pack(seq: &Seq) -> u32 {
    match (seq, seq.number().and_then(|number| u32::try_from(number).ok())) {
        (Seq::Absent, _) => SEQ_ABSENT,
        (_, Some(number)) if number < SEQ_ASIDE => number,
        _ => SEQ_ASIDE,
    }
}

/// Where the first line feed at or after `from` stands, before `to`.
pub(crate) fn next_line_end(file: &LogFile, from: u64, to: u64) -> Result<Option<u64>, Fault> {
    let mut block = vec![0; BLOCK];
    let mut at = from;
    while at < to {
        let wanted = usize::try_from(to - at).map_or(BLOCK, |left| left.min(BLOCK));
        let read = file.read_at(&mut block[..wanted], at)?;
        if let Some(found) = memchr(b'\n', &block[..read]) {
            return Ok(Some(at + found as u64));
        }
        if read < wanted {
            return Ok(None);
        }
        at += read as u64;
    }
    Ok(None)
}
