//! What a log was when it was first seen, so that a change of what stood there is found.
//!
//! A log is only ever added to. The witness keeps, apart from the log, a running digest at the end of every
//! block of some 64 KiB and eight bytes of each line's own digest, so that a later change is not only noticed
//! but found. It proves nothing about what was written before it looked, nor who wrote it; and whoever can
//! change the log can change the witness too, as the same user.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use disk::{Cause, Digest, Fault, Hashing, LogFile};
use memchr::memchr;
use serde_json::{Value, json};

use crate::SessionId;
use crate::companion::folder_name;

/// Bytes after which a block ends with its line (64 KiB); a change without a line is told this closely.
pub const BLOCK: u64 = 64 << 10;
/// Lines of one log of which a mark is kept; a change behind them is told by its block.
pub const MARKED_LINES: u32 = 2_000_000;
/// Bytes of one witness file (64 MiB); what a log grows beyond that is not witnessed.
pub const WITNESS_LIMIT: u64 = 64 << 20;
/// Bytes read at once.
const PIECE: usize = 256 << 10;

/// What was seen of one log.
#[derive(Debug, Clone)]
pub struct Witness {
    path: PathBuf,
    blocks: Vec<Block>,
    // Bytes of its own file.
    kept: u64,
    // Whether that file ends with a whole line.
    is_torn: bool,
}

/// Some whole lines of a log, as they were seen together.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Block {
    from: u64,
    bytes: u64,
    first_line: u32,
    lines: u32,
    seen: SystemTime,
    inode: u64,
    digest: Digest,
    marks: Vec<u64>,
}

/// How far a log was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reach {
    /// Its first bytes.
    pub bytes: u64,
    /// Whole lines among them, empty ones included.
    pub lines: u32,
    /// When the first of them were seen.
    pub since: SystemTime,
    /// When the last of them were seen.
    pub until: SystemTime,
    /// The running digest at their end.
    pub digest: Digest,
}

/// How a log stands to what was seen of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Testimony {
    /// Nothing of it was seen.
    Unseen,
    /// What was seen still stands there, byte for byte.
    Same,
    /// It ends before the end of what was seen; what is left is the same.
    Shorter {
        /// Its size now.
        bytes: u64,
        /// The first line that is gone, or is no longer whole.
        line: u32,
    },
    /// Something else stands where this was seen.
    Differs(Difference),
}

/// Where a log is not what was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Difference {
    /// The first line that differs; absent where no marks of lines were kept.
    pub line: Option<u32>,
    /// First and last line of its block.
    pub lines: (u32, u32),
    /// First byte of the block.
    pub from: u64,
    /// Bytes of the block.
    pub bytes: u64,
    /// When the block was seen.
    pub seen: SystemTime,
}

/// How much of the end of a log is taken down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tail {
    /// Somebody writes to it: whole blocks only, so that a growing log does not become one block a line.
    Growing,
    /// Nobody does: everything up to its last line feed.
    Resting,
}

/// What came of taking down what is new.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extended {
    /// Nothing was new.
    Nothing,
    /// New blocks were kept; `more` when the allowance was used up before the end.
    Grew {
        /// There is more to take down.
        more: bool,
    },
    /// The last block is not what was seen: nothing is added until somebody has looked.
    Doubtful,
    /// The witness has no room left.
    Full,
}

/// The file that keeps what was seen of a session's log; never inside `.pixir`.
pub fn witness_path(kept: &Path, workspace: &Path, id: &SessionId) -> PathBuf {
    kept.join("witness").join(folder_name(workspace)).join(format!("{id}.ndjson"))
}

impl Witness {
    /// Reads what was kept; nothing was seen where there is no file.
    ///
    /// A line that cannot be read, or does not go on where the one before ended, is passed over: a crash may
    /// have cut it off.
    ///
    /// # Errors
    ///
    /// When the file is there and cannot be read, or has more than [`WITNESS_LIMIT`] bytes.
    pub fn open(path: &Path) -> Result<Self, Fault> {
        let bytes = match disk::read(path, WITNESS_LIMIT) {
            Ok(read) => read.bytes,
            Err(fault) if fault.cause == Cause::Missing => Vec::new(),
            Err(fault) => return Err(fault),
        };
        let mut blocks: Vec<Block> = Vec::new();
        for block in bytes.split(|byte| *byte == b'\n').filter_map(block) {
            let (end, line) = blocks.last().map_or((0, 1), Block::end);
            if (block.from, block.first_line) == (end, line) {
                blocks.push(block);
            }
        }
        let is_torn = bytes.last().is_some_and(|last| *last != b'\n');
        Ok(Self { path: path.to_owned(), blocks, kept: bytes.len() as u64, is_torn })
    }

    /// How far the log was seen; nothing when it never was.
    pub fn reach(&self) -> Option<Reach> {
        let (first, last) = (self.blocks.first()?, self.blocks.last()?);
        let (bytes, line) = last.end();
        Some(Reach { bytes, lines: line - 1, since: first.seen, until: last.seen, digest: last.digest })
    }

    /// Whether the log is another file than the one that was seen last, whatever it holds.
    pub fn is_another_file(&self, stamp: disk::Stamp) -> bool {
        self.blocks.last().is_some_and(|last| last.inode != 0 && last.inode != stamp.inode)
    }

    /// Compares a log with what was seen of it. Reads as much of the log as was seen.
    ///
    /// # Errors
    ///
    /// When something was seen of the log, and it is missing or cannot be read.
    pub fn compare(&self, log: &Path) -> Result<Testimony, Fault> {
        if self.blocks.is_empty() {
            return Ok(Testimony::Unseen);
        }
        let file = LogFile::open(log)?;
        let mut before = None;
        for block in &self.blocks {
            if let Some(found) = block.compare(&file, before)? {
                return Ok(found);
            }
            before = Some(block.digest);
        }
        Ok(Testimony::Same)
    }

    /// Takes down what is new in a log, reading at most about `allowance` bytes of it.
    ///
    /// The last block is compared first; what was seen is never replaced. Several processes may do so at once.
    ///
    /// # Errors
    ///
    /// When the log cannot be read, or what was seen cannot be read or written.
    pub fn extend(
        &mut self,
        log: &Path,
        tail: Tail,
        now: SystemTime,
        allowance: u64,
    ) -> Result<Extended, Fault> {
        let file = LogFile::open(log)?;
        let stamp = file.stamp()?;
        if self.blocks.last().is_some_and(|last| last.end().0 == stamp.size && last.inode == stamp.inode) {
            return Ok(Extended::Nothing);
        }
        if let Some(folder) = self.path.parent() {
            disk::make_private_folder(folder)?;
        }
        let mut kept = disk::append(&self.path)?;
        *self = Self::open(&self.path)?;
        let before = self.blocks.len().checked_sub(2).map(|at| self.blocks[at].digest);
        if let Some(last) = self.blocks.last()
            && last.compare(&file, before)?.is_some()
        {
            return Ok(Extended::Doubtful);
        }
        let (new, more) = self.read_new(&file, tail, allowance, (now, stamp.inode))?;
        if new.is_empty() {
            return Ok(Extended::Nothing);
        }
        let mut text = if self.is_torn { "\n".to_owned() } else { String::new() };
        new.iter().for_each(|block| text.push_str(&written(block)));
        if self.kept + text.len() as u64 > WITNESS_LIMIT {
            return Ok(Extended::Full);
        }
        kept.add(text.as_bytes())?;
        (self.kept, self.is_torn) = (self.kept + text.len() as u64, false);
        self.blocks.extend(new);
        Ok(Extended::Grew { more })
    }

    fn read_new(
        &self,
        file: &LogFile,
        tail: Tail,
        allowance: u64,
        (seen, inode): (SystemTime, u64),
    ) -> Result<(Vec<Block>, bool), Fault> {
        let (start, first) = self.blocks.last().map_or((0, 1), Block::end);
        let mut taking = Taking::after(self.blocks.last().map(|last| last.digest));
        let (mut blocks, mut from, mut line, mut at) = (Vec::new(), start, first, start);
        let mut piece = vec![0; PIECE];
        let mut close = |taking: &mut Taking, from: &mut u64, line: &mut u32| {
            let taken = std::mem::take(taking);
            let (bytes, lines, digest, mut marks) = taken.closed();
            if *line + lines > MARKED_LINES {
                marks = Vec::new();
            }
            *taking = Taking::after(Some(digest));
            blocks.push(Block { from: *from, bytes, first_line: *line, lines, seen, inode, digest, marks });
            (*from, *line) = (*from + bytes, *line + lines);
        };
        let mut more = false;
        'reading: loop {
            let read = file.read_at(&mut piece, at)?;
            if read == 0 {
                break;
            }
            at += read as u64;
            let mut rest = &piece[..read];
            while !rest.is_empty() {
                rest = taking.take(rest);
                if taking.whole >= BLOCK && taking.open == 0 {
                    close(&mut taking, &mut from, &mut line);
                    if from - start >= allowance {
                        more = true;
                        break 'reading;
                    }
                }
            }
        }
        if !more && tail == Tail::Resting && taking.whole > 0 {
            // What stands behind the last line feed is read again when its line is whole.
            let mut last = Taking::after(taking.before);
            last.read(file, from, taking.whole)?;
            taking = last;
            close(&mut taking, &mut from, &mut line);
        }
        Ok((blocks, more))
    }
}

impl Block {
    /// The byte and the line behind it.
    fn end(&self) -> (u64, u32) {
        (self.from + self.bytes, self.first_line + self.lines)
    }

    /// What is not as it was; nothing when all is.
    fn compare(&self, file: &LogFile, before: Option<Digest>) -> Result<Option<Testimony>, Fault> {
        let mut taking = Taking::after(before);
        let read = taking.read(file, self.from, self.bytes)?;
        let is_short = read < self.bytes;
        let open = taking.open > 0;
        let (_, _, digest, marks) = taking.closed();
        if !is_short && digest == self.digest {
            return Ok(None);
        }
        let whole = marks.len() - usize::from(open);
        let differs = self.marks.iter().zip(&marks[..whole]).position(|(seen, now)| seen != now);
        let line = |at: usize| self.first_line + u32::try_from(at).unwrap_or(u32::MAX);
        if is_short && differs.is_none() && !self.marks.is_empty() {
            let bytes = self.from + read;
            return Ok(Some(Testimony::Shorter { bytes, line: line(whole) }));
        }
        // Lines that ran together or lost their end are told by the first that is not there any more.
        let ran_out = (!self.marks.is_empty() && whole < self.marks.len()).then_some(whole);
        Ok(Some(Testimony::Differs(Difference {
            line: differs.or(ran_out).map(line),
            lines: (self.first_line, self.first_line + self.lines.saturating_sub(1)),
            from: self.from,
            bytes: self.bytes,
            seen: self.seen,
        })))
    }
}

/// Bytes on their way to a block.
#[derive(Default)]
struct Taking {
    before: Option<Digest>,
    block: Hashing,
    line: Hashing,
    marks: Vec<u64>,
    // Bytes of whole lines, and of the line that is not whole yet.
    whole: u64,
    open: u64,
}

impl Taking {
    fn after(before: Option<Digest>) -> Self {
        let mut taking = Self { before, ..Self::default() };
        if let Some(before) = before {
            taking.block.add(before.to_string().as_bytes());
        }
        taking
    }

    /// Takes in bytes up to the end of a line; gives what is left.
    fn take<'b>(&mut self, bytes: &'b [u8]) -> &'b [u8] {
        let end = memchr(b'\n', bytes).map(|at| at + 1);
        let (own, rest) = bytes.split_at(end.unwrap_or(bytes.len()));
        self.block.add(own);
        self.line.add(own);
        self.open += own.len() as u64;
        if end.is_some() {
            self.end_line();
        }
        rest
    }

    fn end_line(&mut self) {
        self.marks.push(std::mem::take(&mut self.line).digest().mark());
        (self.whole, self.open) = (self.whole + self.open, 0);
    }

    /// Takes in a stretch of a file; gives the bytes that are there.
    fn read(&mut self, file: &LogFile, from: u64, bytes: u64) -> Result<u64, Fault> {
        let mut piece = vec![0; PIECE];
        let mut done = 0;
        while done < bytes {
            let wanted = usize::try_from(bytes - done).unwrap_or(PIECE).min(PIECE);
            let read = file.read_at(&mut piece[..wanted], from + done)?;
            if read == 0 {
                break;
            }
            done += read as u64;
            let mut rest = &piece[..read];
            while !rest.is_empty() {
                rest = self.take(rest);
            }
        }
        Ok(done)
    }

    fn closed(mut self) -> (u64, u32, Digest, Vec<u64>) {
        if self.open > 0 {
            self.end_line();
        }
        let lines = u32::try_from(self.marks.len()).unwrap_or(u32::MAX);
        (self.whole, lines, self.block.digest(), self.marks)
    }
}

fn written(block: &Block) -> String {
    let marks: String = block.marks.iter().map(|mark| format!("{mark:016x}")).collect();
    let seen = block.seen.duration_since(UNIX_EPOCH).unwrap_or_default();
    let line = json!({
        "from": block.from,
        "bytes": block.bytes,
        "first_line": block.first_line,
        "lines": block.lines,
        "seen": u64::try_from(seen.as_millis()).unwrap_or(u64::MAX),
        "inode": block.inode,
        "digest": block.digest.to_string(),
        "marks": marks,
    });
    format!("{line}\n")
}

// Whatever is not exactly as it was written says nothing.
fn block(line: &[u8]) -> Option<Block> {
    let found: Value = serde_json::from_slice(line).ok()?;
    let number = |key: &str| found[key].as_u64();
    let lines = u32::try_from(number("lines")?).ok().filter(|lines| *lines > 0)?;
    let digits = found["marks"].as_str()?;
    let marks: Option<Vec<u64>> = digits
        .as_bytes()
        .chunks(16)
        .map(|mark| u64::from_str_radix(std::str::from_utf8(mark).ok()?, 16).ok())
        .collect();
    let marks = marks.filter(|marks| marks.is_empty() || marks.len() == lines as usize)?;
    let (from, first_line) = (number("from")?, u32::try_from(number("first_line")?).ok()?);
    let bytes = number("bytes")?;
    from.checked_add(bytes)?;
    first_line.checked_add(lines)?;
    Some(Block {
        from,
        bytes,
        first_line,
        lines,
        seen: UNIX_EPOCH.checked_add(Duration::from_millis(number("seen")?))?,
        inode: number("inode")?,
        digest: Digest::parse(found["digest"].as_str()?)?,
        marks,
    })
}
