//! Where an imported skill came from, and what of it was imported: kept in Assay's own folder, never in the skill.
//!
//! A record is written by the change that imports or updates, before anything of it stands, and counts while that
//! change does: an undone import has no origin. A skill that Assay has since renamed, moved or copied is followed by
//! the journal.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use disk::{Cause, Digest, Fault, Imprint};
use message::{Message, message};
use serde::{Deserialize, Serialize};

use super::change::{Act, Trouble};
use super::change::{Origin, OriginSource};
use super::checked::{CHECKED, checked, read_checked};
use super::journal::{Entry, Journal, Ledger, Outcome, Writing, journal};
use crate::incoming::FileMark;
use crate::skill::FILE_NAME;

impl OriginSource {
    /// Returns the source in words: `git https://example.org/skills, at v2`.
    pub fn message(&self) -> Message {
        let at = |source: Message, reference: &Option<String>| match reference {
            Some(reference) => message!("{source}, at {reference}", source => source, reference),
            None => source,
        };
        match self {
            Self::Folder { path } => message!("the folder {path}", path = path.display()),
            Self::Archive { path } => message!("the archive {path}", path = path.display()),
            Self::Repository { path, reference } => {
                at(message!("the repository {path}", path = path.display()), reference)
            }
            Self::Git { address, reference } => at(message!("git {address}", address), reference),
            Self::Served { command, .. } => {
                message!("the MCP server `{command}`", command = command.join(" "))
            }
        }
    }
}

/// What became of a file since it was imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FileDrift {
    /// It has other bytes or another executable bit.
    Changed,
    /// It was not imported.
    Added,
    /// It is gone.
    Removed,
}

/// The folder that holds the records, beside the journal.
pub(super) const FOLDER: &str = "origins";
/// Most bytes of a record that are read: 16 MiB.
const LIMIT: u64 = 16 << 20;

#[derive(Debug, Serialize, Deserialize)]
struct Record {
    v: u32,
    origins: Vec<Origin>,
}

impl Ledger {
    fn origin_path(&self, id: &str) -> PathBuf {
        self.origins_path().join(record_name(id))
    }
}

fn record_name(id: &str) -> String {
    format!("{id}.json")
}

/// Writes what a change imports; nothing when it imports nothing.
pub(crate) fn write_origins(writing: &Writing, id: &str, origins: &[Origin]) -> Result<(), Trouble> {
    if origins.is_empty() {
        return Ok(());
    }
    let folder = writing.changes.made_folder(OsStr::new(FOLDER))?;
    let record = Record { v: CHECKED, origins: origins.to_owned() };
    let bytes = serde_json::to_vec_pretty(&record).or_else(|_| {
        Trouble::refused(message!("A path of what is imported is not UTF-8; nothing was written."))
    })?;
    Ok(folder.write_whole(OsStr::new(&record_name(id)), &checked(bytes))?)
}

/// Returns where the skill in this folder came from; `None` if Assay did not import it.
///
/// # Errors
///
/// Fails if the journal, or the record of the import beside it, cannot be read.
pub fn origin(ledger: &Ledger, dir: &Path) -> Result<Option<Origin>, Fault> {
    SkillOrigins::read(ledger)?.of(dir)
}

/// The origins of all imported skills, as the journal has them at one moment.
#[derive(Debug)]
pub struct SkillOrigins<'a> {
    ledger: &'a Ledger,
    journal: Journal,
}

impl<'a> SkillOrigins<'a> {
    /// Reads the journal.
    ///
    /// # Errors
    ///
    /// Fails if the journal cannot be read.
    pub fn read(ledger: &'a Ledger) -> Result<Self, Fault> {
        Ok(Self { ledger, journal: journal(ledger)? })
    }

    fn of(&self, dir: &Path) -> Result<Option<Origin>, Fault> {
        let mut at = super::settled(dir).unwrap_or_else(|_| dir.to_owned());
        for entry in self.journal.entries.iter().rev().filter(|entry| stands(entry, &self.journal)) {
            if let Some(from) = came_from(entry, &at) {
                at = from;
            } else if let Some(origin) =
                record(self.ledger, entry)?.into_iter().find(|origin| origin.path == at)
            {
                return Ok(Some(origin));
            } else if replaces(entry, &at) {
                // Another skill was put there since.
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// Reports whether a skill came from an MCP server: by the journal, which follows it through renames, moves and
    /// copies, or since its `SKILL.md` has the bytes of one that was imported from a server.
    ///
    /// # Errors
    ///
    /// Fails if the journal has a damaged line or a record of an import cannot be read: then the answer is unknown.
    pub fn is_from_server(&self, dir: &Path, content: &Digest) -> Result<bool, Fault> {
        if let Some(line) = self.journal.damaged.first() {
            let why =
                message!("line {line} is corrupt, so it is unknown which skills came from a server", line);
            return Err(Fault { path: self.ledger.journal_path(), cause: Cause::Other(why) });
        }
        if self.of(dir)?.is_some_and(|origin| origin.is_server()) {
            return Ok(true);
        }
        let content = content.to_string();
        for entry in &self.journal.entries {
            let has_content = |origin: &Origin| {
                let is_main = |mark: &FileMark| mark.rel == Path::new(FILE_NAME) && mark.digest == content;
                origin.is_server() && origin.files.iter().any(is_main)
            };
            if record(self.ledger, entry)?.iter().any(has_content) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Origin {
    fn is_server(&self) -> bool {
        matches!(self.source, OriginSource::Served { .. })
    }
}

/// Whether a change was carried out and has not been taken back.
fn stands(entry: &Entry, journal: &Journal) -> bool {
    let is_undone = |by: &String| journal.entry(by).is_some_and(|undo| undo.undone_by.is_none());
    entry.outcome == Outcome::Done && !entry.undone_by.as_ref().is_some_and(is_undone)
}

/// Where the skill at a place was before this change put it there.
fn came_from(entry: &Entry, at: &Path) -> Option<PathBuf> {
    let copied = entry.steps.iter().find(|step| step.path == at && !step.after.is_nothing());
    if let Some(from) = copied.and_then(|step| step.copy_of.clone()) {
        return Some(super::settled(&from).unwrap_or(from));
    }
    // Journals of earlier versions name no source.
    if entry.act != Act::Rename.name() && entry.act != Act::Move.name() {
        return None;
    }
    let [made, gone] = entry.steps.as_slice() else { return None };
    (made.path == at && !made.after.is_nothing()).then(|| gone.path.clone())
}

/// Whether this change put another folder there.
fn replaces(entry: &Entry, at: &Path) -> bool {
    let brings_back = [Act::Undo, Act::PutBack, Act::Restore].iter().any(|act| entry.act == act.name());
    !brings_back && entry.steps.iter().any(|step| step.path == at && step.after.kind == "folder")
}

fn record(ledger: &Ledger, entry: &Entry) -> Result<Vec<Origin>, Fault> {
    if entry.act != Act::Import.name() && entry.act != Act::Update.name() {
        return Ok(Vec::new());
    }
    let path = ledger.origin_path(&entry.id);
    let read = match disk::read(&path, LIMIT) {
        Ok(read) => read.bytes,
        Err(Fault { cause: Cause::Missing, .. }) => return Ok(Vec::new()),
        Err(fault) => return Err(fault),
    };
    match read_checked(&read, |record: &Record| record.v) {
        Ok(record) => Ok(record.origins),
        Err(_) => {
            let why = message!("is corrupt, so the origin of the skill is unknown; import it again");
            Err(Fault { path, cause: Cause::Other(why) })
        }
    }
}

impl Origin {
    /// What differs between what was imported and what lies in the skill's folder now.
    ///
    /// # Errors
    ///
    /// When the folder is missing, cannot be read, or holds more than an [`Imprint`] is taken of.
    pub fn drift(&self, dir: &Path) -> Result<Vec<(PathBuf, FileDrift)>, Fault> {
        let now = Imprint::of(&disk::canonical(dir)?)?;
        Ok(between(&self.files, &FileMark::all(&now)))
    }
}

/// What differs between two lists of files.
pub(crate) fn between(before: &[FileMark], after: &[FileMark]) -> Vec<(PathBuf, FileDrift)> {
    let find = |list: &'_ [FileMark], rel: &Path| list.iter().find(|mark| mark.rel == rel).cloned();
    let mut found: Vec<(PathBuf, FileDrift)> = Vec::new();
    for mark in before {
        match find(after, &mark.rel) {
            None => found.push((mark.rel.clone(), FileDrift::Removed)),
            Some(now) if now != *mark => found.push((mark.rel.clone(), FileDrift::Changed)),
            Some(_) => {}
        }
    }
    let added = after.iter().filter(|mark| find(before, &mark.rel).is_none());
    found.extend(added.map(|mark| (mark.rel.clone(), FileDrift::Added)));
    found.sort();
    found
}
