//! Reading in full what the index only guessed, in slices that a background task can do between others.

use std::ops::Range;

use disk::Fault;

use crate::Log;
use crate::header::{Guesser, confirm};
use crate::index::{Flags, Kind, Row, SEQ_ASIDE, Unread};
use crate::scan::row;

impl Log {
    /// Whether every line was read in full.
    pub fn is_validated(&self) -> bool {
        self.validated == self.rows.len()
    }

    /// Reads every line in full that was only looked at from its ends, and corrects the index.
    /// Answers whether anything had to be corrected.
    pub fn validate(&mut self) -> Result<bool, Fault> {
        let mut corrected = false;
        while !self.is_validated() {
            corrected |= self.validate_slice(64 << 20)?;
        }
        Ok(corrected)
    }

    /// As [`Log::validate`], but stops after about `budget` bytes, so that a background task can take turns.
    pub fn validate_slice(&mut self, budget: u64) -> Result<bool, Fault> {
        let mut left = i64::try_from(budget).unwrap_or(i64::MAX).max(1);
        let (mut corrected, mut block, mut guesser) = (false, Vec::new(), Guesser::default());
        while left > 0 && !self.is_validated() {
            let rows = self.next_unchecked();
            let Some((first, last)) = self.rows[rows.clone()].first().zip(self.rows[rows.clone()].last())
            else {
                self.validated = self.rows.len();
                break;
            };
            let start = first.offset();
            block.resize(usize::try_from(last.offset() + u64::from(last.length()) - start).unwrap_or(0), 0);
            let read = self.file.read_at(&mut block, start)?;
            block.truncate(read);
            for at in rows.clone() {
                corrected |= self.correct(at, &block, start, &mut guesser);
            }
            left -= block.len() as i64;
            self.validated = rows.end;
        }
        if corrected {
            self.settle(0);
        }
        Ok(corrected)
    }

    /// The next rows to validate: neighbours of together about one block.
    fn next_unchecked(&self) -> Range<usize> {
        const BLOCK: u64 = 256 << 10;
        let unchecked = |row: &Row| !row.flags().has(Flags::CHECKED);
        let rest = &self.rows[self.validated..];
        let start = self.validated + rest.iter().position(unchecked).unwrap_or(rest.len());
        let from = self.rows.get(start).map_or(0, |row| row.offset());
        let near = |row: &Row| unchecked(row) && row.offset() + u64::from(row.length()) - from <= BLOCK;
        let count = self.rows[start..].iter().take_while(|row| near(row)).count();
        start..(start + count.max(1)).min(self.rows.len())
    }

    fn correct(&mut self, at: usize, block: &[u8], start: u64, guesser: &mut Guesser) -> bool {
        let old = self.rows[at];
        let from = usize::try_from(old.offset() - start).unwrap_or(usize::MAX);
        let line = block.get(from..from.saturating_add(old.length() as usize)).unwrap_or_default();
        let (place, more) = (old.place(), Flags::OPEN_END.when(old.flags().has(Flags::OPEN_END)));
        let new = match confirm(line, guesser) {
            Ok(read) => {
                let new = row(place, &read, more);
                if new.raw_seq() == SEQ_ASIDE {
                    let to = self.aside.partition_point(|(line, _)| *line < place.line);
                    self.aside.insert(to, (place.line, read.seq));
                }
                new
            }
            Err(reason) => {
                let to = self.unread.partition_point(|unread| unread.line < place.line);
                let length = u64::from(place.length);
                self.unread.insert(to, Unread { line: place.line, offset: place.offset, length, reason });
                Row::new(place, Kind::Unread, Flags::CHECKED)
            }
        };
        self.rows[at] = new;
        (old.kind(), old.raw_seq(), old.flags().and(Flags::CHECKED))
            != (new.kind(), new.raw_seq(), new.flags().and(Flags::CHECKED))
    }
}
