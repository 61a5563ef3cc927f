//! The log of a session that Assay hosts: an agent's conversation over MCP, in Pixir's envelope and in Assay's own
//! folder. Such a log may hold what Pixir's must not: its hydrations stand in it.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use disk::{Cause, Fault};

use crate::append::{CannotAppend, Draft};
use crate::companion::folder_name;
use crate::find::LogPlace;
use crate::instant::written;
use crate::{Companion, Event, SessionId, Source, token};

/// A session that Assay hosts, as its writers see it. Locked, chained and flushed as a [`Companion`] is.
#[derive(Debug)]
pub struct Hosted {
    log: Companion,
    id: SessionId,
}

/// Logs of one workspace that are listed at the most, the newest of them.
const LISTED: usize = 10_000;

/// The folder of the sessions that were hosted for a workspace.
pub fn hosted_folder(kept: &Path, workspace: &Path) -> PathBuf {
    kept.join("hosted").join(folder_name(workspace))
}

/// The file that whoever hosts the session holds while it lasts; see [`disk::Presence`].
pub fn presence_path(kept: &Path, workspace: &Path, id: &SessionId) -> PathBuf {
    hosted_folder(kept, workspace).join(format!("{id}.live"))
}

impl Hosted {
    /// A session that begins now: a new id in Pixir's form and no log yet.
    ///
    /// # Errors
    ///
    /// When a file of that name is there and cannot be read.
    pub fn begin(kept: &Path, workspace: &Path, now: SystemTime) -> Result<Self, Fault> {
        // 2026-05-01T10:20:30… becomes 20260501T102030.
        let time: String = written(now).chars().filter(|at| !matches!(at, '-' | ':')).take(15).collect();
        let name = format!("{time}-{}", &token::hexadecimal()[..6]);
        let id = SessionId::parse(name.as_bytes()).expect("digits, T and - make an id");
        Self::open(kept, workspace, &id)
    }

    /// A session that was begun, here or in another process.
    ///
    /// # Errors
    ///
    /// When the file is there and cannot be read.
    pub fn open(kept: &Path, workspace: &Path, id: &SessionId) -> Result<Self, Fault> {
        let path = hosted_folder(kept, workspace).join(format!("{id}.ndjson"));
        Ok(Self { log: Companion::at(path, id)?, id: id.clone() })
    }

    /// Its id.
    pub fn id(&self) -> &SessionId {
        &self.id
    }

    /// Its log.
    pub fn path(&self) -> &Path {
        self.log.path()
    }

    /// Adds an event of any type and flushes it to the disk; gives it as it is read back.
    ///
    /// # Errors
    ///
    /// As [`Companion::append`], which takes fewer types.
    pub fn append(&mut self, draft: &Draft, now: SystemTime) -> Result<Event, CannotAppend> {
        self.log.add(draft, now)
    }
}

/// The sessions that were hosted for a workspace, oldest first. None when there is no such folder.
///
/// # Errors
///
/// When the folder is there and cannot be listed.
pub fn find_hosted(kept: &Path, workspace: &Path) -> Result<Vec<LogPlace>, Fault> {
    let folder = hosted_folder(kept, workspace);
    let entries = match disk::list(&folder) {
        Err(fault) if fault.cause == Cause::Missing => return Ok(Vec::new()),
        listed => listed?,
    };
    let mut places: Vec<_> = entries
        .iter()
        .filter(|entry| entry.kind == disk::Kind::File)
        .filter_map(|entry| {
            let id = SessionId::parse(entry.name.as_encoded_bytes().strip_suffix(b".ndjson")?).ok()?;
            Some(LogPlace {
                path: folder.join(&entry.name),
                live: disk::is_present(&presence_path(kept, workspace, &id)),
                family: None,
                workspace: workspace.to_owned(),
                subagent: None,
                source: Source::Assay,
                id,
            })
        })
        .collect();
    // Ids begin with their time.
    places.sort_by(|a, b| a.id.cmp(&b.id));
    Ok(places.split_off(places.len().saturating_sub(LISTED)))
}
