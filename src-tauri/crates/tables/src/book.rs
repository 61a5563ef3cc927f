//! All sheets of one export, and the folder they become files in.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use disk::{Fault, FolderHandle};

use crate::schema::Table;
use crate::sheet::{Sheet, Value};
use crate::trouble::Trouble;

/// Rows of one file.
const ROWS: usize = 1 << 17;
/// Bytes that are held in all sheets (48 MiB); beyond it the largest becomes a file.
const HELD: usize = 48 << 20;

/// The tables of one machine below a folder.
pub struct Book {
    folder: FolderHandle,
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
    pub fn open(folder: &Path, machine: &str, since: Option<&str>) -> Result<Self, Trouble> {
        let machine = plain(machine);
        let folder = FolderHandle::made_private(folder)?;
        let since = since.map_or_else(|| last_day(folder.path(), &machine), |day| Ok(day.to_owned()))?;
        Ok(Self {
            folder,
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

    /// Takes in a row of a day.
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
        let at = (table.name, day.to_owned());
        let sheet = self.sheets.entry(at.clone()).or_insert_with(|| Sheet::new(table));
        let before = sheet.bytes;
        sheet.add(row);
        self.bytes += sheet.bytes - before;
        *self.written.rows.entry(table.name).or_default() += 1;
        if sheet.rows >= ROWS {
            self.write(&at)?;
        }
        while self.bytes > HELD {
            let largest = self.sheets.iter().max_by_key(|(_, sheet)| sheet.bytes);
            let Some(at) = largest.map(|(at, _)| at.clone()) else { break };
            self.write(&at)?;
        }
        Ok(())
    }

    /// Writes what is left, and takes away files of an earlier export that had more parts of a day.
    ///
    /// # Errors
    ///
    /// When a file cannot be written.
    pub fn close(mut self) -> Result<Written, Trouble> {
        while let Some(at) = self.sheets.keys().next().cloned() {
            self.write(&at)?;
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

/// A machine's name as it may stand in a path: letters, digits, `-`, `_` and `.`, at most 64.
fn plain(machine: &str) -> String {
    let plain =
        |letter: char| if letter.is_ascii_alphanumeric() || "-_".contains(letter) { letter } else { '-' };
    let name: String = machine.chars().take(64).map(plain).collect();
    if name.is_empty() { "unnamed".to_owned() } else { name }
}

/// The day of the last export of this machine: whatever came before it was over then. Every export writes a table that
/// stands as of its own day.
fn last_day(folder: &Path, machine: &str) -> Result<String, Fault> {
    let drift: PathBuf = folder.join(crate::schema::DRIFT.name);
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
