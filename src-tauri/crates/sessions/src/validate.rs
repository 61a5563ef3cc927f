//! Reading in full what the index only guessed, in slices that a background task can do between others.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use disk::Fault;

use crate::header::{Guesser, confirm};
use crate::index::{Flags, Kind, Row, SEQ_ASIDE, Unread};
use crate::scan::row;
use crate::{Log, Seq};

/// What reading on in full came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Checked {
    /// There is more to read; so far all is as it was thought to be.
    InPart,
    /// Every line was read, and all is as it was thought to be.
    Sound,
    /// A line is not what it was thought to be: [`Log::validate`] corrects the index.
    Differs,
}

/// Up to which row every line was read in full. Reading changes no row, so it needs no more than a look at the log.
#[derive(Debug, Default)]
pub(crate) struct Reached(AtomicUsize);

impl Reached {
    pub fn at(row: usize) -> Self {
        Self(AtomicUsize::new(row))
    }

    pub fn get(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    fn set(&self, row: usize) {
        self.0.store(row, Ordering::Relaxed);
    }
}

impl Clone for Reached {
    fn clone(&self) -> Self {
        Self::at(self.get())
    }
}

/// What a line is once it was read in full.
struct Confirmed {
    row: Row,
    /// A number that does not fit the row.
    aside: Option<Seq>,
    unread: Option<Unread>,
}

impl Log {
    /// Whether every line was read in full.
    pub fn is_validated(&self) -> bool {
        self.validated.get() == self.rows.len()
    }

    /// Reads about `budget` bytes of lines in full that were only looked at from their ends, so that a background task
    /// can take turns.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, such as when another has taken its place.
    pub fn check(&self, budget: u64) -> Result<Checked, Fault> {
        let (mut left, mut block, mut guesser) = (budget.max(1), Vec::new(), Guesser::default());
        while left > 0 && !self.is_validated() {
            let rows = self.next_unchecked();
            let start = self.read_rows(rows.clone(), &mut block)?;
            if self
                .rows
                .range(rows.clone())
                .any(|row| confirmed(row, &block, start, &mut guesser).differs_from(row))
            {
                return Ok(Checked::Differs);
            }
            left = left.saturating_sub(block.len().max(1) as u64);
            self.validated.set(if rows.is_empty() { self.rows.len() } else { rows.end });
        }
        Ok(if self.is_validated() { Checked::Sound } else { Checked::InPart })
    }

    /// Reads every line in full that was only looked at from its ends, and corrects the index.
    /// Answers whether anything had to be corrected.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, such as when another has taken its place.
    pub fn validate(&mut self) -> Result<bool, Fault> {
        let (mut corrected, mut block, mut guesser) = (false, Vec::new(), Guesser::default());
        while !self.is_validated() {
            let rows = self.next_unchecked();
            let start = self.read_rows(rows.clone(), &mut block)?;
            let old: Vec<_> = self.rows.range(rows.clone()).collect();
            let new: Vec<_> = old.iter().map(|row| confirmed(*row, &block, start, &mut guesser)).collect();
            // Packing a piece anew costs more than to look whether that is needed, and it seldom is.
            if new.iter().zip(&old).any(|(new, old)| new.differs_from(*old)) {
                let taken: Vec<_> = new.into_iter().map(|confirmed| self.take(confirmed)).collect();
                self.rows.replace(rows.start, &taken);
                corrected = true;
            }
            self.validated.set(if rows.is_empty() { self.rows.len() } else { rows.end });
        }
        if corrected {
            self.settle(0);
        }
        Ok(corrected)
    }

    /// Reads the bytes of neighbouring rows; answers where in the file they begin.
    fn read_rows(&self, rows: Range<usize>, block: &mut Vec<u8>) -> Result<u64, Fault> {
        let last = rows.end.checked_sub(1).filter(|_| !rows.is_empty()).and_then(|last| self.rows.get(last));
        let Some((first, last)) = self.rows.get(rows.start).zip(last) else {
            block.clear();
            return Ok(0);
        };
        let start = first.offset();
        block.resize(usize::try_from(last.offset() + u64::from(last.length()) - start).unwrap_or(0), 0);
        let read = self.file.read_at(block, start)?;
        block.truncate(read);
        Ok(start)
    }

    /// The next rows to validate: neighbours of together about one block.
    fn next_unchecked(&self) -> Range<usize> {
        const BLOCK: u64 = 256 << 10;
        let unchecked = |row: &Row| !row.flags().has(Flags::CHECKED);
        let validated = self.validated.get();
        let end = self.rows.len();
        let start = validated + self.rows.range(validated..end).take_while(|row| !unchecked(row)).count();
        let from = self.rows.get(start).map_or(0, Row::offset);
        let near = |row: &Row| unchecked(row) && row.offset() + u64::from(row.length()) - from <= BLOCK;
        let count = self.rows.range(start..end).take_while(near).count();
        start..(start + count.max(1)).min(end)
    }

    /// Keeps what does not fit a row, and answers with the row.
    fn take(&mut self, confirmed: Confirmed) -> Row {
        let line = confirmed.row.line();
        if let Some(seq) = confirmed.aside {
            let to = self.aside.partition_point(|(aside, _)| *aside < line);
            self.aside.insert(to, (line, seq));
        }
        if let Some(unread) = confirmed.unread {
            let to = self.unread.partition_point(|unread| unread.line < line);
            self.unread.insert(to, unread);
        }
        confirmed.row
    }
}

/// What the line of a row is, which lies in a block that begins at `start`.
fn confirmed(old: Row, block: &[u8], start: u64, guesser: &mut Guesser) -> Confirmed {
    let from = usize::try_from(old.offset() - start).unwrap_or(usize::MAX);
    let line = block.get(from..from.saturating_add(old.length() as usize)).unwrap_or_default();
    let (place, more) = (old.place(), Flags::OPEN_END.when(old.flags().has(Flags::OPEN_END)));
    match confirm(line, guesser) {
        Ok(read) => {
            let row = row(place, &read, more);
            Confirmed { row, aside: (row.raw_seq() == SEQ_ASIDE).then_some(read.seq), unread: None }
        }
        Err(reason) => {
            let length = u64::from(place.length);
            let unread = Unread { line: place.line, offset: place.offset, length, reason };
            let row = Row::new(place, Kind::Unread, Flags::CHECKED);
            Confirmed { row, aside: None, unread: Some(unread) }
        }
    }
}

impl Confirmed {
    fn differs_from(&self, old: Row) -> bool {
        self.row != old.checked()
    }
}
