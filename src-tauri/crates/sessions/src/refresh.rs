//! A log that was read, brought to the state of its file: what it gained is taken in, what became another is read anew.

use std::sync::Arc;
use std::sync::atomic::Ordering as Atomic;

use disk::{Fault, Stamp};

use crate::index::{Flags, Row};
use crate::log::Anchor;
use crate::scan::{Care, Reader, Scan, scan};
use crate::validate::Reached;
use crate::{Change, Log};

impl Log {
    /// The log as its file stands now, and what happened to it; nothing while that is as it was. This one stays what it
    /// is, so that whoever reads it is not disturbed.
    ///
    /// # Errors
    ///
    /// As [`Log::refresh`].
    pub fn next(&self) -> Result<Option<(Self, Change)>, Fault> {
        if self.source.look(self.file.path())? == self.stamp {
            return Ok(None);
        }
        let mut next = self.clone();
        let change = next.refresh()?;
        Ok(Some((next, change)))
    }

    /// Looks at the file again and takes in what is new. New lines are always read in full.
    ///
    /// # Errors
    ///
    /// When the file is gone or cannot be read.
    pub fn refresh(&mut self) -> Result<Change, Fault> {
        let now = self.source.look(self.file.path())?;
        if now == self.stamp {
            return Ok(Change::None);
        }
        if self.file.is_made() || self.source.is_made(self.file.path()) {
            return self.lay_again();
        }
        let same_file = (now.device, now.inode) == (self.stamp.device, self.stamp.inode);
        let grew = now.size > self.stamp.size;
        let is_as_it_was = same_file && grew && Anchor::of(&self.file, self.anchor.end)? == self.anchor;
        if !is_as_it_was || !self.closes_its_last_line()? {
            *self = self.reopened(self.source.file(self.file.path())?)?;
            return Ok(Change::Rebuilt);
        }
        self.take_in(now, now.size)
    }

    /// Goes on behind a last line that had no line feed, where one was all that it lacked; no where a dialect has taken
    /// in what became another line, since it cannot take that back.
    fn closes_its_last_line(&mut self) -> Result<bool, Fault> {
        let Some(last) = self.rows.last().filter(|_| self.dialect.is_some()) else {
            return Ok(true);
        };
        if !last.flags().has(Flags::OPEN_END) {
            return Ok(true);
        }
        let end = last.offset() + u64::from(last.length());
        let mut next = [0];
        if self.file.read_at(&mut next, end)? == 0 || next != *b"\n" {
            return Ok(false);
        }
        let of_the_line = self.rows.partition_point(|row| row.offset() < last.offset());
        let closed: Vec<_> = self.rows.range(of_the_line..self.rows.len()).map(Row::closed).collect();
        self.rows.replace(of_the_line, &closed);
        (self.lines, self.end) = (self.lines.saturating_add(1), end + 1);
        Ok(true)
    }

    /// Lays out what is no file of lines anew.
    fn lay_again(&mut self) -> Result<Change, Fault> {
        let file = self.source.file(self.file.path())?;
        let (now, size) = (file.stamp()?, file.size()?);
        if !file.begins_with(&self.file) {
            *self = self.reopened(file)?;
            return Ok(Change::Rebuilt);
        }
        self.file = Arc::new(file);
        if size == self.end {
            self.stamp = now;
            return Ok(Change::None);
        }
        self.take_in(now, size)
    }

    /// Takes in the lines that the file has gained up to its new size.
    fn take_in(&mut self, now: Stamp, size: u64) -> Result<Change, Fault> {
        // A last line without line feed is read again from its start: it may have grown.
        if self.ends_without_line_feed() {
            self.rows.pop();
        }
        let from = self.rows.len();
        self.first_unknown = self.first_unknown.filter(|at| *at < from);
        self.validated = Reached::at(self.validated.get().min(from));
        let next = self.rows.last().map_or(1, |row| row.line().saturating_add(1));
        let mut reader = match &mut self.dialect {
            Some(dialect) => Reader::Dialect { dialect: &mut **dialect, next },
            None => Reader::envelope(Care::Full),
        };
        let scan = scan(&self.file, self.end, size, self.lines.saturating_add(1), &mut reader)?;
        self.aside.truncate(self.aside.partition_point(|(line, _)| *line <= self.lines));
        self.stamp = now;
        self.append(scan);
        self.anchor = Anchor::of(&self.file, self.end)?;
        self.settle(from);
        Ok(Change::Grew { from })
    }

    fn append(&mut self, scan: Scan) {
        self.decoded.fetch_add(scan.rows.len() as u64, Atomic::Relaxed);
        self.rows.extend(scan.rows.iter());
        self.unread.extend(scan.unread);
        self.aside.extend(scan.aside);
        self.standing.extend(scan.standing.iter());
        self.lines = self.lines.saturating_add(scan.lines);
        self.end = scan.end;
        self.unfinished = scan.unfinished;
    }
}
