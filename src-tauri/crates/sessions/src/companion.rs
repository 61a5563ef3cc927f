//! Assay's own log beside a session's: what Pixir's log must not hold.
//!
//! It has the same envelope and lies outside every `.pixir`. Each event names the session's last number when
//! it was written, so that it can be shown in its turn, and the digest of the line before it, so that a line
//! that was changed or taken out later is found.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use disk::{Digest, Fault};
use serde_json::Value;

use crate::append::{CannotAppend, Draft, Stamped, line};
use crate::event::Fork;
use crate::evidence::Anchor;
use crate::index::Kind;
use crate::lease::expand;
use crate::{Change, Event, EventKind, Log, Seq, SessionId, decode, instant, next_seq, token};

/// The companion log of one session. It need not exist yet.
#[derive(Debug, Clone)]
pub struct Companion {
    path: PathBuf,
    id: SessionId,
    log: Option<Log>,
}

/// Where an event of a companion stands in the session's own log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placed {
    /// Its position in the companion.
    pub position: usize,
    /// The session's position it stands after; none before its first event.
    pub after: Option<usize>,
}

/// Whether each line names the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chain {
    /// Each does. Lines cut off at the end, or a file written anew as a whole, cannot be told from this.
    Whole,
    /// This line does not: it, or the one before, is not what was written.
    Broken {
        /// The line, from 1.
        line: u32,
    },
}

/// The folder of the companion logs of one workspace: by the digest of its path, since a path is no name.
pub fn companion_folder(kept: &Path, workspace: &Path) -> PathBuf {
    kept.join("companion").join(folder_name(workspace))
}

/// A name for what is kept of a workspace: 16 hexadecimal digits.
pub(crate) fn folder_name(workspace: &Path) -> String {
    let mut digest = Digest::of(expand(workspace).as_os_str().as_encoded_bytes()).to_string();
    digest.truncate(16);
    digest
}

/// The companion log of a session.
pub fn companion_path(kept: &Path, workspace: &Path, id: &SessionId) -> PathBuf {
    companion_folder(kept, workspace).join(format!("{id}.ndjson"))
}

impl Companion {
    /// Reads what there is; a companion that does not exist has no events.
    ///
    /// # Errors
    ///
    /// When the file is there and cannot be read.
    pub fn open(kept: &Path, workspace: &Path, id: &SessionId) -> Result<Self, Fault> {
        Self::at(companion_path(kept, workspace, id), id)
    }

    /// A log that is written the same way at another place.
    pub(crate) fn at(path: PathBuf, id: &SessionId) -> Result<Self, Fault> {
        let mut companion = Self { path, id: id.clone(), log: None };
        companion.refresh()?;
        Ok(companion)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What was read of it; none while it does not exist.
    pub fn log(&self) -> Option<&Log> {
        self.log.as_ref()
    }

    /// Gives the file's handle back to the system.
    pub fn rest(&self) {
        if let Some(log) = &self.log {
            log.rest();
        }
    }

    /// The companion as its file stands now; nothing while that is as it was.
    ///
    /// # Errors
    ///
    /// As [`Companion::refresh`].
    pub fn next(&self) -> Result<Option<Self>, Fault> {
        let is_as_it_was = match &self.log {
            Some(log) => disk::look(&self.path).is_ok_and(|now| now.stamp == log.stamp()),
            None => disk::look(&self.path).is_err_and(|fault| fault.cause == disk::Cause::Missing),
        };
        if is_as_it_was {
            return Ok(None);
        }
        let mut next = self.clone();
        Ok((next.refresh()? != Change::None).then_some(next))
    }

    /// Takes in what has been added since; says what that was.
    ///
    /// # Errors
    ///
    /// When the file is there and cannot be read.
    pub fn refresh(&mut self) -> Result<Change, Fault> {
        let change = match &mut self.log {
            Some(log) => match log.refresh() {
                Err(fault) if fault.cause == disk::Cause::Missing => {
                    self.log = None;
                    return Ok(Change::Rebuilt);
                }
                other => other?,
            },
            None => match Log::open(&self.path) {
                Ok(log) => {
                    self.log = Some(log);
                    Change::Rebuilt
                }
                Err(fault) if fault.cause == disk::Cause::Missing => return Ok(Change::None),
                Err(fault) => return Err(fault),
            },
        };
        if let Some(log) = &mut self.log {
            log.validate()?;
        }
        Ok(change)
    }

    /// Adds a hydration or a refusal and flushes it to the disk; gives it as it is read back.
    ///
    /// # Errors
    ///
    /// [`CannotAppend::WrongType`] for any other event, [`CannotAppend::TooLong`] when the line would be
    /// longer than [`DRAFT_LIMIT`](crate::DRAFT_LIMIT), and [`CannotAppend::Disk`] when the file cannot be
    /// read or written. Nothing is written then.
    pub fn append(&mut self, draft: &Draft, now: SystemTime) -> Result<Event, CannotAppend> {
        if !matches!(draft.kind, Kind::SkillContextHydration | Kind::PermissionDecision) {
            return Err(CannotAppend::WrongType(draft.kind));
        }
        self.add(draft, now)
    }

    /// Adds an event of any type.
    ///
    /// Several processes may do so at once: number and chain are taken while the file is locked. A last line
    /// that a crash cut off is closed first and stays where it is, unread. Files are for this user's eyes only.
    pub(crate) fn add(&mut self, draft: &Draft, now: SystemTime) -> Result<Event, CannotAppend> {
        if let Some(folder) = self.path.parent() {
            disk::make_private_folder(folder).map_err(CannotAppend::Disk)?;
        }
        let mut file = disk::append(&self.path).map_err(CannotAppend::Disk)?;
        self.refresh().map_err(CannotAppend::Disk)?;
        let found = file.stamp().map_err(CannotAppend::Disk)?;
        let Some(log) = self.log.as_ref().filter(|log| same_file(log, found)) else {
            return Err(CannotAppend::Moved);
        };
        let last = last_line(log).map_err(CannotAppend::Disk)?;
        let mut draft = draft.clone();
        let previous = last.as_deref().map(|line| Digest::of(line).to_string());
        draft.data.insert(PREVIOUS.to_owned(), previous.map_or(Value::Null, Value::from));
        let seq = match next_seq(log) {
            Seq::Whole(number) => number,
            Seq::Absent | Seq::Odd(_) => 0,
        };
        let id = format!("evt_{}", token::hexadecimal());
        let line = line(&draft, &Stamped { id, session_id: self.id.as_str(), seq, now })?;
        let is_torn = log.unfinished().is_some() || log.ends_without_line_feed();
        let mut bytes = if is_torn { b"\n".to_vec() } else { Vec::new() };
        let offset = found.size + bytes.len() as u64;
        bytes.extend(&line);
        bytes.push(b'\n');
        file.add(&bytes).map_err(CannotAppend::Disk)?;
        drop(file);
        let number = log.lines() + 1 + u32::from(is_torn);
        self.refresh().map_err(CannotAppend::Disk)?;
        decode::event(&line, number, offset).map_err(|_| CannotAppend::Moved)
    }

    /// Where each event stands in the session's log.
    ///
    /// By the number its anchor names; one beyond the log stands at its end. Without an anchor in this
    /// session, after the last event that is not younger.
    pub fn placed(&self, session: &Log) -> Vec<Placed> {
        self.events(|event| {
            let after = match anchor(&event.kind).filter(|anchor| self.is_own(anchor)) {
                Some(Anchor { after_seq: Some(seq), .. }) => session.position_of(&Seq::Whole((*seq).into())),
                Some(Anchor { after_seq: None, .. }) => None,
                None => by_time(session, session.len(), event.ts.as_deref()),
            };
            Some(after)
        })
    }

    /// Where events of this companion stand in a fork of its session: those of the part that was copied.
    ///
    /// Copies have new numbers and ids and keep their times, so time decides.
    pub fn placed_in_fork(&self, child: &Log, fork: &Fork) -> Vec<Placed> {
        let copied_to = i128::from(fork.replay_event_count.unwrap_or(0));
        let end = child.position_of(&Seq::Whole(copied_to)).map_or(0, |last| last + 1);
        self.events(|event| {
            let seq = anchor(&event.kind).filter(|anchor| self.is_own(anchor))?.after_seq?;
            let is_copied = fork.forked_to_seq.is_some_and(|to| i128::from(seq) <= i128::from(to));
            is_copied.then(|| by_time(child, end, event.ts.as_deref()))
        })
    }

    /// Whether each line names the one before it.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub fn chain(&self) -> Result<Chain, Fault> {
        self.log.as_ref().map_or(Ok(Chain::Whole), chain)
    }

    fn is_own(&self, anchor: &Anchor) -> bool {
        anchor.session_id.as_deref() == Some(self.id.as_str())
    }

    fn events(&self, place: impl Fn(&Event) -> Option<Option<usize>>) -> Vec<Placed> {
        let Some(log) = &self.log else { return Vec::new() };
        let placed = |position: usize| {
            let after = place(&log.event(position)?)?;
            Some(Placed { position, after })
        };
        (0..log.len()).filter_map(placed).collect()
    }
}

const PREVIOUS: &str = "previous_sha256";

/// Whether each line of a companion names the one before it. A line that cannot be read names none; the one
/// after it still names it.
///
/// # Errors
///
/// When the file cannot be read.
pub fn chain(log: &Log) -> Result<Chain, Fault> {
    let mut before: Option<Digest> = None;
    for row in log.rows().iter() {
        let bytes = log.bytes(row)?;
        if let Ok(read) = decode::envelope(&bytes)
            && read.body.text(PREVIOUS) != before.map(|digest| digest.to_string())
        {
            return Ok(Chain::Broken { line: row.line() });
        }
        before = Some(Digest::of(&bytes));
    }
    Ok(Chain::Whole)
}

fn anchor(kind: &EventKind) -> Option<&Anchor> {
    match kind {
        EventKind::Hydration(hydration) => hydration.anchor.as_ref(),
        EventKind::PermissionDecision(decision) => decision.anchor.as_ref(),
        _ => None,
    }
}

/// The last position before `end` whose time is not later.
fn by_time(log: &Log, end: usize, ts: Option<&str>) -> Option<usize> {
    let limit = instant(ts?)?;
    let second = limit.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let not_later = |at: &usize| {
        let Some(seconds) = log.at(*at).and_then(crate::Row::seconds) else { return false };
        let own = || log.event(*at).and_then(|event| instant(&event.ts?));
        u64::from(seconds) < second || (u64::from(seconds) == second && own().is_some_and(|own| own <= limit))
    };
    (0..end).rev().find(not_later)
}

fn same_file(log: &Log, found: disk::Stamp) -> bool {
    let read = log.stamp();
    (read.device, read.inode, read.size) == (found.device, found.inode, found.size)
}

/// The last line that is not empty, the one a crash cut off included.
fn last_line(log: &Log) -> Result<Option<Vec<u8>>, Fault> {
    if let Some(last) = log.unfinished() {
        let mut bytes = vec![0; usize::try_from(last.length).unwrap_or(0)];
        let read = log.file.read_at(&mut bytes, last.offset)?;
        bytes.truncate(read);
        return Ok(Some(bytes));
    }
    log.rows().last().map(|row| log.bytes(row)).transpose()
}
