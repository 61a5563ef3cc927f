//! Whether a session is being written, as Pixir's lease beside its log says. [`crate::hold`] takes one.

use std::path::{Component, Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use disk::Cause;

use crate::find::{Unsafe, safe_state_path};
use crate::members::Members;
use crate::{Seq, SessionId};

/// Bytes of a lease that are read; real ones have about 600.
pub(crate) const LEASE_LIMIT: u64 = 64 << 10;
/// How long a lease holds without a heartbeat, and how far ahead its clock may be, in milliseconds.
pub(crate) const STALE_AFTER: i128 = 5000;
const AHEAD: i128 = 5000;

/// Who may append to a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lease {
    /// Nobody does: there is no lease.
    Available,
    /// A writer lives.
    Active(Holder),
    /// The writer has not been heard of for longer than its lease holds.
    Stale(Holder),
    /// There is a lease, and it cannot be trusted. It may be half written: look once more before saying so.
    Ambiguous,
}

/// Who holds a lease.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holder {
    /// The holder's own id.
    pub id: String,
    /// The process it runs in, as recorded.
    pub process: Option<String>,
    /// Milliseconds since its last sign of life; 0 if its clock is ahead.
    pub age_ms: u64,
}

/// Reads the lease of a session.
///
/// # Errors
///
/// [`Unsafe`] when Pixir would refuse the path: a part of it is a link, no folder, or cannot be looked at. A
/// lease that cannot be read or understood is [`Lease::Ambiguous`], no error.
pub fn lease(workspace: &Path, id: &SessionId, now: SystemTime) -> Result<Lease, Unsafe> {
    let path = lease_path(workspace, id);
    if !safe_state_path(workspace, &path)? {
        return Ok(Lease::Available);
    }
    match disk::read(&path, LEASE_LIMIT) {
        Ok(contents) => Ok(read(&contents.bytes, workspace, id, milliseconds(now))),
        Err(fault) if fault.cause == Cause::Missing => Ok(Lease::Available),
        Err(_) => Ok(Lease::Ambiguous),
    }
}

/// Where the lease of a session stands.
pub fn lease_path(workspace: &Path, id: &SessionId) -> PathBuf {
    workspace.join(".pixir/session_leases").join(format!("{id}.json"))
}

fn read(bytes: &[u8], workspace: &Path, id: &SessionId, now_ms: i128) -> Lease {
    let Some(lease) = Members::of_line(bytes).ok().flatten() else { return Lease::Ambiguous };
    let number = |key| match Seq::read(lease.raw(key)) {
        Seq::Whole(number) => Some(number),
        Seq::Absent | Seq::Odd(_) => None,
    };
    let same_place =
        lease.text("workspace").is_some_and(|text| expand(Path::new(&text)) == expand(workspace));
    let identity = number("version") == Some(1)
        && lease.text("purpose").as_deref() == Some("session_writer")
        && lease.text("session_id").as_deref() == Some(id.as_str())
        && same_place;
    let (Some(holder), Some(beat), true) = (lease.text("holder_id"), number("heartbeat_at_ms"), identity)
    else {
        return Lease::Ambiguous;
    };
    let age = now_ms - beat;
    if age < -AHEAD {
        return Lease::Ambiguous;
    }
    let age_ms = u64::try_from(age.max(0)).unwrap_or(u64::MAX);
    let holder = Holder { id: holder, process: lease.text("os_pid"), age_ms };
    let limit = number("stale_after_ms").filter(|limit| *limit > 0).unwrap_or(STALE_AFTER);
    if age <= limit { Lease::Active(holder) } else { Lease::Stale(holder) }
}

pub(crate) fn milliseconds(now: SystemTime) -> i128 {
    match now.duration_since(UNIX_EPOCH) {
        Ok(since) => since.as_millis() as i128,
        Err(before) => -(before.duration().as_millis() as i128),
    }
}

/// The path without `.`, `..` and doubled slashes, as written; links are not followed.
pub(crate) fn expand(path: &Path) -> PathBuf {
    let mut parts = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Lease, read};
    use crate::SessionId;

    #[test]
    fn a_lease_says_whether_a_writer_lives() {
        let id = SessionId::parse(b"s").expect("an id");
        let state = |lease: &str| match read(lease.as_bytes(), Path::new("/w"), &id, 100_000) {
            Lease::Available => "available",
            Lease::Active(_) => "active",
            Lease::Stale(_) => "stale",
            Lease::Ambiguous => "ambiguous",
        };
        let with = |from: &str, to: &str| {
            r#"{"version":1,"purpose":"session_writer","session_id":"s","workspace":"/w","holder_id":"h","heartbeat_at_ms":99000,"stale_after_ms":5000}"#
                .replace(from, to)
        };
        for (from, to, expected) in [
            ("", "", "active"),
            ("99000", "94999", "stale"),
            ("99000", "105000", "active"),
            ("99000", "105001", "ambiguous"),
            ("99000", "99000.0", "ambiguous"),
            ("99000,\"stale_after_ms\":5000", "91000,\"stale_after_ms\":9000", "active"),
            ("99000,\"stale_after_ms\":5000", "96000,\"stale_after_ms\":0", "active"),
            ("99000,\"stale_after_ms\":5000", "94000,\"stale_after_ms\":\"9\"", "stale"),
            ("/w", "/w/x/.././", "active"),
            ("/w", "/v", "ambiguous"),
            ("\"s\"", "\"t\"", "ambiguous"),
            (":1,", ":2,", "ambiguous"),
            ("holder_id", "holder", "ambiguous"),
        ] {
            assert_eq!(state(&with(from, to)), expected, "{from} -> {to}");
        }
        for broken in ["", "{", "[]", "null"] {
            assert_eq!(state(broken), "ambiguous", "{broken}");
        }
    }
}
