//! Files of Assay's own that hold something for every project, by the project's path: what a person trusts, what
//! agents may see, where skills are looked for.

use std::path::{Path, PathBuf};

use ::workspace::Workspace;
use message::{Message, message};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::{Code, Failure, Surroundings};

/// One of those files.
pub(crate) struct ByProject {
    /// Its name, below what Assay keeps.
    pub file: &'static str,
    /// Bytes of it that are read.
    pub limit: u64,
    /// What holds while it cannot be read, to go on from "until then".
    pub until_then: fn() -> Message,
    /// Says why an entry has another form than it is written in.
    pub entry: fn(&Value) -> Result<(), String>,
}

/// Checks that an entry has the form of `T`.
///
/// # Errors
///
/// Fails with the reason, for a person to read.
pub(crate) fn has_form<T: DeserializeOwned>(entry: &Value) -> Result<(), String> {
    serde_json::from_value::<T>(entry.clone()).map(drop).map_err(|error| error.to_string())
}

impl ByProject {
    /// All of it, by what each project goes by; nothing where there is no such file yet.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, a key in it is no absolute path, or two entries are of one project.
    pub fn read(&self, surroundings: &Surroundings) -> Result<Map<String, Value>, Failure> {
        let kept: Option<Map<String, Value>> =
            read_setting(surroundings, self.file, self.limit, &(self.until_then)())?;
        let mut by_project = Map::new();
        for (path, entry) in kept.unwrap_or_default() {
            if !Path::new(&path).is_absolute() {
                return Err(self.damaged(surroundings, &format!("{path:?} is not an absolute path")));
            }
            let key = project(Path::new(&path)).to_str().map_or(path, str::to_owned);
            if by_project.contains_key(&key) {
                return Err(self.damaged(surroundings, &format!("two entries for {key}")));
            }
            by_project.insert(key, entry);
        }
        Ok(by_project)
    }

    /// Reads all of it, and fails as well if an entry of any project has another form than it is written in.
    pub fn check(&self, surroundings: &Surroundings) -> Result<(), Failure> {
        for (path, entry) in self.read(surroundings)? {
            (self.entry)(&entry)
                .map_err(|why| self.damaged(surroundings, &format!("the entry of {path}: {why}")))?;
        }
        Ok(())
    }

    /// Changes some of it, below `kept`. It is read and written in one turn, in which no other program that changes it
    /// this way comes between, so no change is lost; whoever comes meanwhile waits. What cannot be read is not written
    /// over: it may hold what is kept for other projects.
    pub fn change(
        &self,
        surroundings: &Surroundings,
        kept: &Path,
        make: impl FnOnce(&mut Map<String, Value>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        disk::make_folder(kept)?;
        let _turn = turn(kept, self.file)?;
        let mut all = self.read(surroundings)?;
        make(&mut all)?;
        disk::write_atomic(&kept.join(self.file), format!("{:#}\n", Value::Object(all)).as_bytes())?;
        Ok(())
    }

    /// What is kept for one project; what holds where nothing was said, if nothing is.
    pub fn of<T: DeserializeOwned + Default>(
        &self,
        surroundings: &Surroundings,
        project: &Path,
    ) -> Result<T, Failure> {
        self.one(surroundings, &self.read(surroundings)?, project)
    }

    /// Changes what is kept for the open project. What says nothing any more is not kept.
    pub fn change_own<T>(
        &self,
        workspace: &Workspace,
        make: impl FnOnce(&mut T) -> Result<(), Failure>,
    ) -> Result<(), Failure>
    where
        T: DeserializeOwned + Serialize + Default + PartialEq,
    {
        let Some(folder) = &workspace.surroundings().kept else {
            return Err(Failure::new(Code::NotHere, message!("no home folder to store the settings in.")));
        };
        let project = project(&workspace.folder());
        let Some(key) = project.to_str() else {
            let words = message!("the project’s path is not UTF-8, so its settings cannot be stored.");
            return Err(Failure::new(Code::Refused, words));
        };
        self.change(workspace.surroundings(), folder, |all| {
            let mut kept: T = self.one(workspace.surroundings(), all, &project)?;
            make(&mut kept)?;
            if kept == T::default() {
                all.remove(key);
            } else {
                let value = serde_json::to_value(&kept).map_err(Failure::broken)?;
                all.insert(key.to_owned(), value);
            }
            Ok(())
        })
    }

    fn one<T: DeserializeOwned + Default>(
        &self,
        surroundings: &Surroundings,
        all: &Map<String, Value>,
        project: &Path,
    ) -> Result<T, Failure> {
        match project.to_str().and_then(|key| all.get(key)) {
            None => Ok(T::default()),
            Some(value) => {
                serde_json::from_value(value.clone()).map_err(|error| self.damaged(surroundings, &error))
            }
        }
    }

    /// Returns the failure of an entry that has another form than it was written in.
    pub fn damaged(&self, surroundings: &Surroundings, why: &dyn std::fmt::Display) -> Failure {
        let path = surroundings.kept.as_deref().unwrap_or(Path::new("")).join(self.file);
        damaged_setting(&path, why, &(self.until_then)())
    }
}

/// Reads a settings file of Assay's own; `None` if there is none yet. `until_then` says what holds while it cannot be
/// read.
///
/// # Errors
///
/// Fails if the file is there and cannot be read, has more than `limit` bytes, or is not JSON of that form.
pub(crate) fn read_setting<T: DeserializeOwned>(
    surroundings: &Surroundings,
    file: &str,
    limit: u64,
    until_then: &Message,
) -> Result<Option<T>, Failure> {
    let Some(kept) = &surroundings.kept else { return Ok(None) };
    let path = kept.join(file);
    let contents = match disk::read(&path, limit) {
        Ok(contents) => contents,
        Err(fault) if fault.cause == disk::Cause::Missing => {
            // A link that leads nowhere stands where a file was.
            let is_there = disk::look_at_entry(&path).is_ok();
            let nowhere = || damaged_setting(&path, &message!("it is a broken link"), until_then);
            return if is_there { Err(nowhere()) } else { Ok(None) };
        }
        Err(fault) => return Err(Failure::from(fault).hint(until_fixed(until_then))),
    };
    disk::unique_json(&contents.bytes)
        .and_then(serde_json::from_value)
        .map(Some)
        .map_err(|error| damaged_setting(&path, &error, until_then))
}

/// Returns the failure of a settings file that cannot be read.
pub(crate) fn damaged_setting(path: &Path, why: &dyn std::fmt::Display, until_then: &Message) -> Failure {
    Failure::new(Code::Damaged, message!("{path} cannot be read: {why}.", path = path.display(), why))
        .hint(until_fixed(until_then))
}

fn until_fixed(until_then: &Message) -> Message {
    message!("Fix or remove it; until then {until_then}.", until_then => until_then.clone())
}

/// The right to change a file below `kept`. The file itself is replaced by each change, so one beside it is held.
pub(crate) fn turn(kept: &Path, file: &str) -> Result<disk::Appender, Failure> {
    Ok(disk::append(&kept.join(format!("{file}.lock")))?)
}

/// Returns the path that a project goes by. The same project by another path, such as one with a link or a slash at its
/// end, is the same project; another one at that path is not known apart. A folder that is gone goes by its path as it is
/// written.
pub(crate) fn project(workspace: &Path) -> PathBuf {
    disk::canonical(workspace).unwrap_or_else(|_| workspace.components().collect())
}
