//! All sheets of one export, and the folder they become files in.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use disk::{Fault, FolderHandle};

use crate::schema::{DRIFT, TABLES, Table};
use crate::sheet::{Sheet, Value};
use crate::trouble::Trouble;

/// Rows of one file.
const ROWS: usize = 1 << 17;
/// Bytes that are held in all sheets (48 MiB); beyond it the largest becomes a file.
const HELD: usize = 48 << 20;

/// Shortened texts that are kept.
const SHORTENED: usize = 4_096;

/// The tables of one machine below a folder.
pub struct Book {
    folder: FolderHandle,
    /// The home folder, which is written as `~`.
    home: Option<String>,
    /// Texts that were shortened.
    short: HashMap<String, String>,
    machine: String,
    /// The first day that is written, as `YYYY-MM-DD`; earlier rows are left out.
    since: String,
    sheets: BTreeMap<(&'static str, String), Sheet>,
    bytes: usize,
    parts: BTreeMap<(&'static str, String), usize>,
    written: Written,
}

/// What an export did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Written {
    /// Rows by table.
    pub rows: BTreeMap<&'static str, u64>,
    /// Files that were written.
    pub files: u64,
    /// Files that were there already, byte for byte.
    pub kept: u64,
    /// Bytes of the files that were written.
    pub bytes: u64,
}

impl Book {
    /// Opens the folder, which is made where it is missing.
    ///
    /// # Errors
    ///
    /// When something else stands there, or the system refuses to make or open it.
    pub fn open(
        folder: &Path,
        machine: &str,
        since: Option<&str>,
        home: Option<&Path>,
    ) -> Result<Self, Trouble> {
        let machine = plain(machine);
        let folder = FolderHandle::made_private(folder)?;
        let since = since.map_or_else(|| last_day(folder.path(), &machine), |day| Ok(day.to_owned()))?;
        let home = home.and_then(Path::to_str).map(str::to_owned);
        Ok(Self {
            folder,
            home,
            short: HashMap::new(),
            machine,
            since,
            sheets: BTreeMap::new(),
            bytes: 0,
            parts: BTreeMap::new(),
            written: Written::default(),
        })
    }

    /// The first day that is written; empty when it is every day.
    pub fn since(&self) -> &str {
        &self.since
    }

    /// Takes in a row of a day. Home folders in its texts are written as `~`.
    ///
    /// # Errors
    ///
    /// When sheets that are full cannot be written.
    pub fn add(
        &mut self,
        table: &'static Table,
        day: &str,
        row: &[(&str, Value<'_>)],
    ) -> Result<(), Trouble> {
        if day < self.since.as_str() {
            return Ok(());
        }
        let short: Vec<Option<String>> = row.iter().map(|(_, value)| self.shortened(value)).collect();
        let row: Vec<_> = row
            .iter()
            .zip(&short)
            .map(|((name, value), short)| (*name, short.as_deref().map_or(*value, Value::Text)))
            .collect();
        let at = (table.name, day.to_owned());
        let sheet = self.sheets.entry(at.clone()).or_insert_with(|| Sheet::new(table));
        let before = sheet.bytes;
        sheet.add(&row);
        self.bytes += sheet.bytes - before;
        *self.written.rows.entry(table.name).or_default() += 1;
        // The table that says that an export is whole is written at its end.
        if sheet.rows >= ROWS && table.name != DRIFT.name {
            self.write(&at)?;
        }
        while self.bytes > HELD {
            let others = self.sheets.iter().filter(|((table, _), _)| *table != DRIFT.name);
            let largest = others.max_by_key(|(_, sheet)| sheet.bytes);
            let Some(at) = largest.map(|(at, _)| at.clone()) else { break };
            self.write(&at)?;
        }
        Ok(())
    }

    /// Writes what is left, and takes away files of an earlier export that had more parts of a day, and what an export that
    /// was killed left half written. The table that says which day is whole comes last.
    ///
    /// # Errors
    ///
    /// When a file cannot be written.
    pub fn close(mut self) -> Result<Written, Trouble> {
        self.sweep()?;
        let is_mark = |at: &(&'static str, String)| at.0 == DRIFT.name;
        let (marks, others): (Vec<_>, Vec<_>) = self.sheets.keys().cloned().partition(is_mark);
        for at in others.iter().chain(&marks) {
            self.write(at)?;
        }
        for ((table, day), parts) in &self.parts {
            let folder = self.partition(table, day)?;
            let own: BTreeSet<String> = (0..*parts).map(part).collect();
            for name in folder.names()? {
                // What another export is writing has a name of its own.
                let is_old = name.to_str().is_some_and(|name| number(name).is_some() && !own.contains(name));
                if is_old {
                    disk::clear(&folder.path().join(name))?;
                }
            }
        }
        Ok(self.written)
    }

    /// Returns a text without the names of home folders; `None` of what cannot hold one. The same paths come again and
    /// again, so that the last ones are kept.
    fn shortened(&mut self, value: &Value<'_>) -> Option<String> {
        let Value::Text(text) = value else { return None };
        if !text.contains(['/', '\\', '~', '%']) {
            return None;
        }
        if let Some(short) = self.short.get(*text) {
            return Some(short.clone());
        }
        if self.short.len() >= SHORTENED {
            self.short.clear();
        }
        let short = hydration::shorten_homes(text, self.home.as_deref());
        self.short.insert((*text).to_owned(), short.clone());
        Some(short)
    }

    /// Clears the half-written files of exports of this machine that do not run any more.
    fn sweep(&self) -> Result<(), Trouble> {
        for table in TABLES {
            let days = match disk::list(&self.folder.path().join(table.name)) {
                Err(Fault { cause: disk::Cause::Missing, .. }) => continue,
                days => days?,
            };
            for day in days.iter().filter(|day| day.kind == disk::Kind::Folder) {
                let own = self.folder.path().join(table.name).join(&day.name);
                let own = own.join(format!("machine={}", self.machine));
                let names = match disk::list(&own) {
                    Err(Fault { cause: disk::Cause::Missing, .. }) => continue,
                    names => names?,
                };
                for name in names.iter().filter(|name| name.kind == disk::Kind::File) {
                    if name.name.to_str().is_some_and(is_left_over) {
                        disk::clear(&own.join(&name.name))?;
                    }
                }
            }
        }
        Ok(())
    }

    fn write(&mut self, at: &(&'static str, String)) -> Result<(), Trouble> {
        let Some(sheet) = self.sheets.remove(at) else { return Ok(()) };
        self.bytes -= sheet.bytes;
        let bytes = sheet.file()?;
        let number = self.parts.entry(at.clone()).or_default();
        let name = part(*number);
        *number += 1;
        let folder = self.partition(at.0, &at.1)?;
        let name = OsStr::new(&name);
        let there = folder.read(name, bytes.len() as u64 + 1);
        if there.is_ok_and(|there| there.bytes == bytes) {
            self.written.kept += 1;
            return Ok(());
        }
        folder.write_whole(name, &bytes)?;
        self.written.files += 1;
        self.written.bytes += bytes.len() as u64;
        Ok(())
    }

    fn partition(&self, table: &str, day: &str) -> Result<FolderHandle, Fault> {
        let table = self.folder.made_folder(OsStr::new(table))?;
        let day = table.made_folder(OsStr::new(&format!("day={day}")))?;
        day.made_folder(OsStr::new(&format!("machine={}", self.machine)))
    }
}

fn part(number: usize) -> String {
    format!("part-{number:04}.parquet")
}

/// The number of a part, where a name is one's.
fn number(name: &str) -> Option<usize> {
    let digits = name.strip_prefix("part-")?.strip_suffix(".parquet")?;
    digits.parse().ok()
}

/// Whether a name is one of a part that another process began to write, and that process is gone.
fn is_left_over(name: &str) -> bool {
    let Some((part, process)) = name.split_once(".tmp-") else { return false };
    let process = process.split_once('-').and_then(|(process, _)| process.parse::<u32>().ok());
    number(part).is_some()
        && process.is_some_and(|process| process != std::process::id() && !is_running(process))
}

/// Whether a process of this machine runs; where that cannot be told, it may.
fn is_running(process: u32) -> bool {
    #[cfg(unix)]
    {
        let id = i32::try_from(process).ok().and_then(rustix::process::Pid::from_raw);
        id.is_some_and(|id| rustix::process::test_kill_process(id) != Err(rustix::io::Errno::SRCH))
    }
    #[cfg(not(unix))]
    {
        let _ = process;
        true
    }
}

/// A machine's name as it may stand in a path: letters, digits, `-`, `_` and `.`, at most 64.
fn plain(machine: &str) -> String {
    let plain =
        |letter: char| if letter.is_ascii_alphanumeric() || "-_".contains(letter) { letter } else { '-' };
    let name: String = machine.chars().take(64).map(plain).collect();
    if name.is_empty() { "unnamed".to_owned() } else { name }
}

/// The day of the last export of this machine that was not cut off: whatever came before it was over then. Every export
/// writes a table that stands as of its own day, after all others.
fn last_day(folder: &Path, machine: &str) -> Result<String, Fault> {
    let drift: PathBuf = folder.join(DRIFT.name);
    let entries = match disk::list(&drift) {
        Err(Fault { cause: disk::Cause::Missing, .. }) => return Ok(String::new()),
        listed => listed?,
    };
    let day = |entry: &disk::Entry| {
        let day = entry.name.to_str()?.strip_prefix("day=")?.to_owned();
        let own = drift.join(&entry.name).join(format!("machine={machine}"));
        disk::look(&own).is_ok().then_some(day)
    };
    Ok(entries.iter().filter_map(day).max().unwrap_or_default())
}

#[cfg(test)]
mod tests;
