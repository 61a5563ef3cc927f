//! Holding the lease of one of Pixir's sessions for a moment.
//!
//! While it is held Pixir cannot start the session, and a lease left behind blocks its owner until a person
//! forces it. So: hold it for milliseconds, and note in Assay's own folder which leases are ours, so that one
//! that a crash left is given back at the next start ([`release_left_behind`]). A lease of anybody else, live
//! or stale, is never touched.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use disk::{Cause, Fault};
use serde_json::{Value, json};

use crate::find::{Unsafe, safe_state_path};
use crate::instant::written;
use crate::lease::{LEASE_LIMIT, STALE_AFTER, expand, milliseconds};
use crate::{Holder, Lease, SessionId, lease, lease_path, token};

/// The clock; handed in, as everything of the surroundings is.
pub type Clock = fn() -> SystemTime;

/// How often a lease is renewed by whoever holds it longer.
pub const HEARTBEAT: Duration = Duration::from_secs(1);
/// A lease that cannot be read may be half written; it is looked at again after this.
const SECOND_LOOK: Duration = Duration::from_millis(20);

/// A lease that is ours. Dropping it gives it back.
#[derive(Debug)]
pub struct Held {
    workspace: PathBuf,
    id: SessionId,
    lease: PathBuf,
    // Our own note that this lease is ours.
    note: PathBuf,
    holder: String,
    started: SystemTime,
    beat: SystemTime,
    clock: Clock,
    is_released: bool,
}

/// Why a lease cannot be had.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CannotHold {
    /// A writer lives.
    #[error("the session is being written by {}", .0.id)]
    Active(Holder),
    /// A writer left it behind. Only its owner may take it away.
    #[error(
        "the session has a lease that {} left {} s ago; run `pixir resume --force-release-writer-lease` to \
         remove it",
        .0.id,
        .0.age_ms / 1000
    )]
    Stale(Holder),
    /// There is one, and it cannot be trusted.
    #[error("the session has a lease that is not trustworthy; check it first")]
    Ambiguous,
    /// Pixir refuses the path.
    #[error("cannot take the session's lease: {0}")]
    Unsafe(Unsafe),
    /// The workspace's path is not absolute or not text, and a lease must name it.
    #[error("cannot take the session's lease: the path of its workspace is not absolute or not UTF-8")]
    Unnameable,
    /// The disk refuses.
    #[error("cannot take the session's lease: {0}")]
    Disk(Fault),
}

/// Why a lease is no longer ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Lost {
    /// It is gone, or another one has taken its place.
    #[error("nothing was written: another process took the session's lease")]
    Taken,
    /// It was not renewed for longer than it holds, so that somebody may have taken it away.
    #[error("nothing was written: the session's lease was not renewed in time")]
    Late,
    /// It cannot be renewed.
    #[error("nothing was written: the session's lease could not be renewed")]
    Unwritten,
}

/// Takes the lease of a session that has none. `kept` is where Assay keeps what is its own.
///
/// # Errors
///
/// [`CannotHold`] when there is a lease already, whether its writer lives or not, when Pixir would refuse the
/// path, when the workspace's path is not absolute or no UTF-8, and when the disk refuses.
pub fn hold(kept: &Path, workspace: &Path, id: &SessionId, clock: Clock) -> Result<Held, CannotHold> {
    let workspace = expand(workspace);
    if !workspace.is_absolute() || workspace.to_str().is_none() {
        return Err(CannotHold::Unnameable);
    }
    must_be_free(&workspace, id, clock)?;
    let (path, now) = (lease_path(&workspace, id), clock());
    let holder = format!("wrl_{}", token::hexadecimal());
    disk::look(&workspace).map_err(CannotHold::Disk)?;
    disk::make_folder(path.parent().unwrap_or(&workspace)).map_err(CannotHold::Disk)?;
    let note = note_of(kept, &holder);
    let held = Held {
        lease: path,
        note,
        id: id.clone(),
        started: now,
        beat: now,
        clock,
        is_released: false,
        workspace,
        holder,
    };
    held.take_note().map_err(CannotHold::Disk)?;
    match disk::create_whole(&held.lease, &held.body(now)) {
        Ok(()) => Ok(held),
        Err(fault) => {
            let (workspace, id) = (held.workspace.clone(), held.id.clone());
            // Nothing was taken: dropping it only takes our note away.
            drop(held);
            if fault.cause == Cause::Exists {
                must_be_free(&workspace, &id, clock)?;
            }
            Err(CannotHold::Disk(fault))
        }
    }
}

fn must_be_free(workspace: &Path, id: &SessionId, clock: Clock) -> Result<(), CannotHold> {
    let look = || lease(workspace, id, clock()).map_err(CannotHold::Unsafe);
    let mut found = look()?;
    if found == Lease::Ambiguous {
        std::thread::sleep(SECOND_LOOK);
        found = look()?;
    }
    match found {
        Lease::Available => Ok(()),
        Lease::Active(holder) => Err(CannotHold::Active(holder)),
        Lease::Stale(holder) => Err(CannotHold::Stale(holder)),
        Lease::Ambiguous => Err(CannotHold::Ambiguous),
    }
}

impl Held {
    /// The session.
    pub fn id(&self) -> &SessionId {
        &self.id
    }

    /// Its workspace.
    pub fn workspace(&self) -> &Path {
        &self.workspace
    }

    /// The log this lease gives the right to append to.
    pub fn log_path(&self) -> PathBuf {
        self.workspace.join(".pixir/sessions").join(format!("{}.ndjson", self.id))
    }

    /// Our own id in the lease.
    pub fn holder(&self) -> &str {
        &self.holder
    }

    pub(crate) fn now(&self) -> SystemTime {
        (self.clock)()
    }

    /// Renews the lease, or finds that it is lost; then nothing may be written any more. To be called each
    /// [`HEARTBEAT`] by whoever holds it longer than that.
    ///
    /// # Errors
    ///
    /// [`Lost`] when the lease is gone or another's, was not renewed for more than five seconds, or cannot be
    /// written.
    pub fn beat(&mut self) -> Result<(), Lost> {
        let now = self.now();
        let silent = now.duration_since(self.beat).map_or(0, |since| since.as_millis() as i128);
        if silent > STALE_AFTER {
            return Err(Lost::Late);
        }
        if !self.is_ours() {
            return Err(Lost::Taken);
        }
        disk::write_atomic(&self.lease, &self.body(now)).map_err(|_| Lost::Unwritten)?;
        self.beat = now;
        Ok(())
    }

    /// Gives the lease back, unless it is no longer ours.
    ///
    /// # Errors
    ///
    /// When the lease is still ours and cannot be removed.
    pub fn release(mut self) -> Result<(), Fault> {
        self.let_go()
    }

    fn let_go(&mut self) -> Result<(), Fault> {
        if self.is_released {
            return Ok(());
        }
        self.is_released = true;
        // Between this look and the removal nobody else may write: whoever takes over must see it stale first.
        if self.is_ours() {
            disk::remove(&self.lease)?;
        }
        disk::remove(&self.note)
    }

    fn is_ours(&self) -> bool {
        names(&self.workspace, &self.lease, &self.holder)
    }

    fn take_note(&self) -> Result<(), Fault> {
        if let Some(folder) = self.note.parent() {
            disk::make_private_folder(folder)?;
        }
        let note = json!({
            "holder_id": self.holder,
            "session_id": self.id.as_str(),
            "workspace": self.workspace.to_str(),
        });
        disk::write_private(&self.note, note.to_string().as_bytes())
    }

    /// The lease as Pixir writes it, keys in its order.
    fn body(&self, now: SystemTime) -> Vec<u8> {
        let lease = json!({
            "beam_node": "assay",
            "heartbeat_at": written(now),
            "heartbeat_at_ms": milliseconds(now) as i64,
            "heartbeat_interval_ms": HEARTBEAT.as_millis() as u64,
            "holder_id": self.holder,
            "lease_path": self.lease.to_str(),
            "os_pid": std::process::id().to_string(),
            "purpose": "session_writer",
            "session_id": self.id.as_str(),
            "stale_after_ms": STALE_AFTER as i64,
            "started_at": written(self.started),
            "started_at_ms": milliseconds(self.started) as i64,
            "version": 1,
            "workspace": self.workspace.to_str(),
        });
        format!("{lease:#}").into_bytes()
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        // What cannot be given back now is at the next start.
        let _ = self.let_go();
    }
}

/// Whether the lease file is this holder's.
fn names(workspace: &Path, lease: &Path, holder: &str) -> bool {
    safe_state_path(workspace, lease) == Ok(true)
        && object(lease).is_some_and(|found| found["holder_id"].as_str() == Some(holder))
}

fn object(path: &Path) -> Option<Value> {
    serde_json::from_slice(&disk::read(path, LEASE_LIMIT).ok()?.bytes).ok()
}

fn notes(kept: &Path) -> PathBuf {
    kept.join("leases")
}

fn note_of(kept: &Path, holder: &str) -> PathBuf {
    notes(kept).join(format!("{holder}.json"))
}

/// Gives back the leases that a crash of Assay left behind: those it took note of as its own and that have
/// not been renewed for longer than they hold. Returns the lease files that are gone for it.
pub fn release_left_behind(kept: &Path, now: SystemTime) -> Vec<PathBuf> {
    let mut released = Vec::new();
    for entry in disk::list(&notes(kept)).unwrap_or_default() {
        let note = notes(kept).join(&entry.name);
        let Some(found) = object(&note) else { continue };
        let text = |key: &str| found[key].as_str().map(str::to_owned);
        let (Some(holder), Some(workspace), Some(id)) =
            (text("holder_id"), text("workspace"), text("session_id"))
        else {
            continue;
        };
        let Ok(id) = SessionId::parse(id.as_bytes()) else { continue };
        let workspace = PathBuf::from(workspace);
        let path = lease_path(&workspace, &id);
        let is_over = match lease(&workspace, &id, now) {
            // Another Assay may be writing at this moment.
            Ok(Lease::Active(_) | Lease::Ambiguous) | Err(_) => false,
            Ok(Lease::Available) => true,
            Ok(Lease::Stale(_)) if names(&workspace, &path, &holder) => {
                let is_removed = disk::remove(&path).is_ok();
                if is_removed {
                    released.push(path);
                }
                is_removed
            }
            Ok(Lease::Stale(_)) => true,
        };
        if is_over {
            // A note that stays is looked at again at the next start.
            let _ = disk::remove(&note);
        }
    }
    released
}

impl CannotHold {
    /// The kind under which Pixir reports the same.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Active(_) => "session_writer_active",
            Self::Stale(_) => "session_writer_stale",
            Self::Ambiguous => "session_writer_ambiguous",
            Self::Unsafe(_) => "unsafe_state_path",
            Self::Unnameable => "invalid_args",
            Self::Disk(_) => "log_write_failed",
        }
    }
}
