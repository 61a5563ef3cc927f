//! What is kept of a log elsewhere, so that it need not be read again from its start.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use disk::{Digest, Fault, LogFile, Stamp};

use crate::index::{Flags, Kind, Row, SEQ_ASIDE};
use crate::log::Anchor;
use crate::mend::mend;
use crate::validate::Reached;
use crate::{Event, LINE_LIMIT, Log, PIECE, Pieces, Reason, Source, Unfinished, Unread, decode, scan};

/// A validated log without its file and without its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// The state of the file when it was read.
    pub stamp: Stamp,
    /// Whole lines, empty ones included.
    pub lines: u32,
    /// First byte that was not read as part of a whole line.
    pub end: u64,
    /// Digest of the first 4 KiB of what was read.
    pub head: Digest,
    /// Digest of the last 4 KiB of what was read.
    pub tail: Digest,
}

/// What a log has cost since it was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cost {
    /// Bytes read of the file.
    pub bytes: u64,
    /// Lines decoded, a line that was decoded twice counted twice.
    pub lines: u64,
}

impl Log {
    /// What to keep beside [`Log::rows`] so that [`Log::restore`] can go on; none before [`Log::validate`].
    pub fn kept(&self) -> Option<Kept> {
        let Anchor { head, tail, .. } = self.anchor;
        let kept = Kept { stamp: self.stamp, lines: self.lines, end: self.end, head, tail };
        self.is_validated().then_some(kept)
    }

    /// A log in Pixir's envelope as it was kept. Its file is opened, and only lines that are no events or have odd numbers are read
    /// again. None where the log is too odd for that; [`Log::open`] reads it anew.
    ///
    /// Whether the file is still the same is [`Log::refresh`]'s to say.
    ///
    /// # Errors
    ///
    /// When the file is missing or cannot be read.
    pub fn restore(path: &Path, kept: &Kept, rows: Pieces<Row>) -> Result<Option<Self>, Fault> {
        let file = LogFile::open(path)?;
        let is_open = rows.last().is_some_and(|row| row.flags().has(Flags::OPEN_END));
        let unfinished = (kept.stamp.size > kept.end && !is_open).then(|| Unfinished {
            line: kept.lines.saturating_add(1),
            offset: kept.end,
            length: kept.stamp.size - kept.end,
        });
        let validated = Reached::at(rows.len());
        let mut log = Self {
            file: Arc::new(file),
            stamp: kept.stamp,
            rows,
            unread: Vec::new(),
            aside: Vec::new(),
            order: None,
            lines: kept.lines,
            end: kept.end,
            unfinished,
            validated,
            first_unknown: None,
            is_odd: false,
            anchor: Anchor { head: kept.head, tail: kept.tail, end: kept.end },
            source: Source::Pixir,
            dialect: None,
            copied: Arc::default(),
            standing: Pieces::default(),
            decoded: Arc::default(),
        };
        if !log.read_odd_lines()? {
            return Ok(None);
        }
        log.settle(0);
        Ok(Some(log))
    }

    /// Reads again what does not fit a row.
    fn read_odd_lines(&mut self) -> Result<bool, Fault> {
        let odd = |row: &Row| row.kind() == Kind::Unread || row.raw_seq() == SEQ_ASIDE;
        let apart = self.rows.glances(0).filter(|(_, glance)| glance.is_apart());
        let rows: Vec<Row> =
            apart.flat_map(|(from, _)| self.rows.range(from..from + PIECE)).filter(odd).collect();
        for row in rows {
            if u64::from(row.length()) > LINE_LIMIT {
                return Ok(false);
            }
            self.decoded.fetch_add(1, Ordering::Relaxed);
            let bytes = self.bytes(row)?;
            match (row.kind(), decode::envelope(&bytes)) {
                (Kind::Unread, Err(reason)) => {
                    let (offset, length) = (row.offset(), u64::from(row.length()));
                    self.unread.push(Unread { line: row.line(), offset, length, reason });
                }
                (Kind::Unread, Ok(_)) | (_, Err(_)) => return Ok(false),
                (_, Ok(read)) => self.aside.push((row.line(), read.seq)),
            }
        }
        Ok(true)
    }

    /// What reading it has cost since it was opened or restored.
    pub fn cost(&self) -> Cost {
        Cost { bytes: self.file.bytes_read(), lines: self.decoded.load(Ordering::Relaxed) }
    }
}

/// Reads one line by itself: `number` and `offset` say where it stands.
///
/// # Errors
///
/// [`Reason`] when the line is no event.
pub fn read_line(line: &[u8], number: u32, offset: u64) -> Result<Event, Reason> {
    decode::event(line, number, offset)
}

/// Reads the event of a row by its line alone. What an agent's line says only together with earlier ones, such as the
/// text of a skill that it names by digest, is not there.
///
/// # Errors
///
/// [`Reason`] when the line is no event.
pub fn read_row(source: Source, line: &[u8], row: Row) -> Result<Event, Reason> {
    let Some(mut dialect) = source.dialect() else { return read_line(line, row.line(), row.offset()) };
    let text = mend(line);
    let members = scan::members(&text)?;
    dialect.learn(row.raw_seq(), &members);
    scan::record(&*dialect, &members, row)
}
