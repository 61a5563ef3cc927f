//! Following the logs: look at every file, read what has changed, forget what is gone.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use disk::Fault;
use message::message;
use rusqlite::{OptionalExtension, TransactionBehavior};
use sessions::{LogPlace, companion_folder, find_hosted, hosted_folder};

use crate::list::{SessionRow, SessionRows};
use crate::log_state::LogState;
use crate::schema::OF_SESSION;
use crate::seal::State;
use crate::take_in::{Prepared, Read, Written, companion_state, prepare};
use crate::{Index, Trouble, ahead, packed, seal, words};

/// Sessions written in one transaction, at most; each holds its log open.
const SESSIONS: usize = 64;
/// Logs whose state is asked sooner than a thread has begun.
const FEW: usize = 64;
/// Time for which sessions are read before they are written.
const STEP: Duration = Duration::from_millis(50);

/// What the index is to hold.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    /// The workspaces, absolute. One that lies in another's `.pixir` is found with it and counted once.
    pub workspaces: &'a [PathBuf],
    /// Where Assay keeps its companion logs and the sessions it hosts; none are read without it.
    pub kept: Option<&'a Path>,
    /// The logs of other agents, which lie in no workspace.
    pub elsewhere: &'a [LogPlace],
    /// Tells a live lease from a stale one.
    pub now: SystemTime,
}

/// How much was done.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Work {
    /// Folders listed.
    pub folders: u32,
    /// Files looked at without reading them.
    pub looked: u32,
    /// Sessions read and written.
    pub sessions: u32,
    /// Sessions whose log was read from its start.
    pub anew: u32,
    /// Sessions forgotten.
    pub gone: u32,
    /// Bytes read of logs.
    pub bytes: u64,
    /// Lines decoded.
    pub lines: u64,
    /// Logs that could not be read, and stay as they were in the index.
    pub faults: Vec<Fault>,
}

/// Sessions that have changed since they were taken in, and those that are gone.
#[derive(Debug, Default)]
pub struct Pending {
    /// Latest last, so that taking from the end takes the newest first.
    stale: Vec<LogPlace>,
    gone: Vec<i64>,
    total: u32,
    /// Logs of other agents with more bytes that have changed are left.
    leaves_over: Option<u64>,
    /// Those that were left, with their size.
    left: Vec<(LogPlace, u64)>,
    work: Work,
    /// The workspaces that were looked at, with true for those that Assay keeps companion logs of.
    has_companions: HashMap<PathBuf, bool>,
}

/// How far a sync is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress {
    /// Sessions taken in.
    pub done: u32,
    /// Sessions there were to take in.
    pub total: u32,
    /// Bytes read.
    pub bytes: u64,
}

/// Whether to go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Go {
    /// It goes on.
    On,
    /// It stops; what was taken in stays.
    Stop,
}

/// What came of bringing an index to the state of the logs.
pub(crate) struct Synced {
    pub work: Work,
    /// The rows that were read, where nothing had to be written.
    pub rows: Option<SessionRows>,
    /// Large logs that were left, with their size.
    pub left: Vec<(LogPlace, u64)>,
}

impl Pending {
    /// Compares rows with the logs there are: every folder is listed once and every log looked at once.
    fn of(rows: &SessionRows, wanted: &Wanted<'_>, leaves_over: Option<u64>) -> Self {
        let mut pending = Self { leaves_over, ..Self::default() };
        let mut known: Known<'_> = rows.rows.iter().map(|row| (row.facts.path.as_str(), row)).collect();
        let mut seen = HashSet::new();
        for workspace in wanted.workspaces {
            let found = sessions::find(workspace, wanted.now);
            let fresh: Vec<_> =
                found.looked.iter().filter(|looked| seen.insert(looked.folder.clone())).collect();
            pending.work.folders += fresh.len() as u32;
            let is_fresh = |place: &LogPlace| {
                place.path.parent().is_some_and(|folder| fresh.iter().any(|looked| looked.folder == folder))
            };
            let logs: Vec<LogPlace> = found.logs.into_iter().filter(is_fresh).collect();
            pending.look(&logs, wanted.kept, &mut known);
            let Some(kept) = wanted.kept.filter(|kept| seen.insert(hosted_folder(kept, workspace))) else {
                continue;
            };
            match find_hosted(kept, workspace) {
                Ok(hosted) => pending.look(&hosted, Some(kept), &mut known),
                Err(fault) => pending.work.faults.push(fault),
            }
        }
        pending.look(wanted.elsewhere, wanted.kept, &mut known);
        pending.gone = known.into_values().map(|row| row.facts.number).collect();
        // Ids begin with the time of their session.
        pending.stale.sort_by(|a, b| a.id.cmp(&b.id).then_with(|| a.path.cmp(&b.path)));
        pending.total = pending.stale.len() as u32;
        pending
    }

    /// Whether nothing is left to take in.
    pub fn is_empty(&self) -> bool {
        self.stale.is_empty() && self.gone.is_empty()
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        let left = self.stale.len() as u32;
        Progress { done: self.total - left, total: self.total, bytes: self.work.bytes }
    }

    /// What it has cost so far.
    pub fn work(&self) -> &Work {
        &self.work
    }

    fn has_companions(&mut self, kept: &Path, workspace: &Path) -> bool {
        if let Some(has_companions) = self.has_companions.get(workspace) {
            return *has_companions;
        }
        let has_companions = disk::look(&companion_folder(kept, workspace)).is_ok();
        self.has_companions.insert(workspace.to_owned(), has_companions);
        has_companions
    }

    /// Looks at logs, and takes them off those that are known.
    fn look(&mut self, places: &[LogPlace], kept: Option<&Path>, known: &mut Known<'_>) {
        let stamps = disk::in_threads(places, FEW, |_, place| place.source.look(&place.path));
        for (place, stamp) in places.iter().zip(stamps) {
            self.compare(place, stamp, kept, known);
        }
    }

    fn compare(
        &mut self,
        place: &LogPlace,
        stamp: Result<disk::Stamp, Fault>,
        kept: Option<&Path>,
        known: &mut Known<'_>,
    ) {
        let Some(path) = place.path.to_str() else {
            let why = message!("its path is not UTF-8, so its session is not listed; rename the folder");
            self.work.faults.push(Fault { path: place.path.clone(), cause: disk::Cause::Other(why) });
            return;
        };
        self.work.looked += 1;
        match stamp {
            Ok(stamp) => {
                let kept = kept.filter(|kept| self.has_companions(kept, &place.workspace));
                let state = LogState { stamp, companion: companion_state(place, kept) };
                if known.remove(path).is_none_or(|row| row.state != state) {
                    let is_large = self.leaves_over.is_some_and(|most| stamp.size > most);
                    match is_large && !place.source.is_envelope() {
                        true => self.left.push((place.clone(), stamp.size)),
                        false => self.stale.push(place.clone()),
                    }
                }
            }
            Err(fault) => {
                self.work.faults.push(fault);
                known.remove(path);
            }
        }
    }
}

/// Logs that are in an index, by their paths.
type Known<'a> = HashMap<&'a str, &'a SessionRow>;

impl Index {
    /// Brings the index to the state of the logs. What can be mended is mended, at most twice.
    ///
    /// # Errors
    ///
    /// [`Trouble::Busy`] when another process writes for longer than five seconds, [`Trouble::Failed`] when
    /// SQLite refuses, and what is still wrong after it was mended twice. A log or folder that cannot be read
    /// is told in [`Work::faults`] and stops nothing.
    pub fn sync(&mut self, wanted: &Wanted<'_>) -> Result<Work, Trouble> {
        let rows = self.session_rows();
        Ok(self.sync_from(rows, wanted, None)?.work)
    }

    /// As [`Index::sync`], from rows that were read. Logs of other agents with more than `leaves_over` bytes that have
    /// changed are left.
    ///
    /// # Errors
    ///
    /// As [`Index::sync`].
    pub(crate) fn sync_from(
        &mut self,
        rows: Result<SessionRows, Trouble>,
        wanted: &Wanted<'_>,
        leaves_over: Option<u64>,
    ) -> Result<Synced, Trouble> {
        let (mut rows, mut mended) = (rows, 0);
        loop {
            match rows.and_then(|rows| self.sync_once(rows, wanted, leaves_over)) {
                Err(trouble) if mended < 2 && self.mend(&trouble) => mended += 1,
                other => return other,
            }
            rows = self.session_rows();
        }
    }

    fn sync_once(
        &mut self,
        rows: SessionRows,
        wanted: &Wanted<'_>,
        leaves_over: Option<u64>,
    ) -> Result<Synced, Trouble> {
        let mut pending = Pending::of(&rows, wanted, leaves_over);
        let left = std::mem::take(&mut pending.left);
        if pending.is_empty() {
            return Ok(Synced { work: pending.work, rows: Some(rows), left });
        }
        let places: Vec<LogPlace> = pending.stale.iter().rev().cloned().collect();
        ahead::while_read(&places, |mut ahead| {
            while !pending.is_empty() {
                self.step_with(&mut pending, wanted.kept, || ahead.next())?;
            }
            Ok(Synced { work: pending.work, rows: None, left })
        })
    }

    /// What has to be done: every folder is listed once and every log looked at once; none is read.
    ///
    /// # Errors
    ///
    /// As [`Index::listed`].
    pub fn pending(&self, wanted: &Wanted<'_>) -> Result<Pending, Trouble> {
        Ok(Pending::of(&self.session_rows()?, wanted, None))
    }

    /// Forgets what is gone and takes in the newest sessions that are left: as many as are read in [`STEP`].
    ///
    /// # Errors
    ///
    /// When the index cannot be read or written; what was taken in before stays.
    pub fn step(&mut self, pending: &mut Pending, kept: Option<&Path>) -> Result<(), Trouble> {
        self.step_with(pending, kept, || None)
    }

    fn step_with(
        &mut self,
        pending: &mut Pending,
        kept: Option<&Path>,
        mut read: impl FnMut() -> Option<Result<Read, Trouble>>,
    ) -> Result<(), Trouble> {
        for id in std::mem::take(&mut pending.gone) {
            self.forget(id)?;
            pending.work.gone += 1;
        }
        let begun = Instant::now();
        let mut ready: Vec<Prepared> = Vec::new();
        while ready.len() < SESSIONS
            && (ready.is_empty() || begun.elapsed() < STEP)
            && let Some(place) = pending.stale.pop()
        {
            match prepare(&self.db, place, kept, read()) {
                Ok(prepared) => ready.push(prepared),
                Err(Trouble::Log(fault)) => pending.work.faults.push(fault),
                Err(trouble) => return Err(trouble),
            }
        }
        if !ready.is_empty() {
            self.write(&ready)?;
        }
        for prepared in &ready {
            let cost = prepared.cost();
            pending.work.sessions += 1;
            pending.work.anew += u32::from(prepared.is_anew());
            pending.work.bytes += cost.bytes;
            pending.work.lines += cost.lines;
        }
        Ok(())
    }

    /// Writes sessions in one transaction; none where other processes have written all of them.
    fn write(&mut self, ready: &[Prepared]) -> Result<(), Trouble> {
        let tx = self.db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut all = Written::default();
        let mut is_changed = false;
        for written in ready.iter().map(|prepared| prepared.write(&tx)) {
            let Some(written) = written? else { continue };
            is_changed = true;
            all.before = all.before.wrapping_add(written.before);
            all.now = all.now.wrapping_add(written.now);
            all.has_lost_activations |= written.has_lost_activations;
        }
        if !is_changed {
            return Ok(());
        }
        if all.has_lost_activations {
            forget_snapshots(&tx)?;
        }
        seal::count(&tx, all.before, all.now)?;
        bump(&tx)?;
        self.changed.seal(&tx)?;
        Ok(tx.commit()?)
    }

    fn forget(&mut self, session: i64) -> Result<(), Trouble> {
        let tx = self.db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let seal: Option<i64> =
            tx.query_row("select seal from session where id = ?", [session], |row| row.get(0)).optional()?;
        for table in OF_SESSION {
            tx.execute(&format!("delete from {table} where session = ?"), [session])?;
        }
        packed::forget(&tx, session, 0)?;
        words::forget(&tx, session)?;
        tx.execute("delete from session where id = ?", [session])?;
        seal::count(&tx, seal.unwrap_or(0), 0)?;
        forget_snapshots(&tx)?;
        bump(&tx)?;
        self.changed.seal(&tx)?;
        Ok(tx.commit()?)
    }
}

/// Snapshots stay as long as an activation names them.
fn forget_snapshots(db: &rusqlite::Connection) -> Result<(), Trouble> {
    db.execute(
        "delete from snapshot where not exists (select 1 from activation a where a.content = snapshot.content)",
        [],
    )?;
    Ok(())
}

/// Counts a change of what lists show.
fn bump(db: &rusqlite::Connection) -> Result<(), Trouble> {
    let state = State::read(db)?;
    State { revision: state.revision + 1, ..state }.write(db)
}
