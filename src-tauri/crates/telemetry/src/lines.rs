//! The file of an export, which is there whole or not at all.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use disk::{Appender, Cause, Fault, FolderHandle};
use serde_json::Value;

/// Bytes that are held before they are written (4 MiB).
const HELD: usize = 4 << 20;

/// Lines that become a file once all of them are there.
pub struct Lines {
    file: PathBuf,
    beside: PathBuf,
    appender: Appender,
    held: Vec<u8>,
    written: Written,
    is_whole: bool,
}

/// What was written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Written {
    /// Turns, a trace each.
    pub traces: u64,
    /// Spans in them.
    pub spans: u64,
    /// Log records.
    pub records: u64,
    /// Turns that were left out because their log says no time.
    pub untimed: u64,
    /// Bytes.
    pub bytes: u64,
}

impl Lines {
    /// Begins a file that is not there yet.
    ///
    /// # Errors
    ///
    /// [`Cause::Exists`] when it is there already, and what the system says when its folder cannot be written to.
    pub fn begin(file: &Path) -> Result<Self, Fault> {
        if disk::look_at_entry(file).is_ok() {
            return Err(Fault { path: file.to_owned(), cause: Cause::Exists });
        }
        let mut name = file.file_name().map(OsString::from).unwrap_or_default();
        name.push(".partial");
        let beside = file.with_file_name(name);
        // Left there by an export that was killed.
        disk::clear(&beside)?;
        let appender = disk::append(&beside)?;
        Ok(Self {
            file: file.to_owned(),
            beside,
            appender,
            held: Vec::new(),
            written: Written::default(),
            is_whole: false,
        })
    }

    /// What was taken in so far.
    pub fn written(&mut self) -> &mut Written {
        &mut self.written
    }

    /// Takes in a request.
    ///
    /// # Errors
    ///
    /// When lines that are held cannot be written.
    pub fn add(&mut self, request: &Value) -> Result<(), Fault> {
        let before = self.held.len();
        self.held.extend_from_slice(request.to_string().as_bytes());
        self.held.push(b'\n');
        self.written.bytes += (self.held.len() - before) as u64;
        if self.held.len() >= HELD {
            self.appender.add(&self.held)?;
            self.held.clear();
        }
        Ok(())
    }

    /// Gives the file its name.
    ///
    /// # Errors
    ///
    /// When what is left cannot be written, or something got the name meanwhile.
    pub fn close(mut self) -> Result<Written, Fault> {
        self.appender.add(&self.held)?;
        let folder = self.file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = FolderHandle::following(folder.unwrap_or(Path::new(".")))?;
        let names = self.beside.file_name().zip(self.file.file_name());
        let (beside, name) =
            names.ok_or_else(|| Fault { path: self.file.clone(), cause: Cause::NotAFile("folder") })?;
        folder.place(beside, &folder, name)?;
        self.is_whole = true;
        Ok(self.written)
    }
}

/// What did not become whole goes.
impl Drop for Lines {
    fn drop(&mut self) {
        if !self.is_whole {
            // It lies beside the file under a name that says so; the next export begins with taking it away.
            let _ = disk::clear(&self.beside);
        }
    }
}
