//! Texts of skills that a person had Assay save, apart from the logs that recorded them.
//!
//! Other agents delete their sessions after some weeks, and the text that a model was given goes with them. Each text
//! is one file below Assay's own folder, readable by its user alone; nothing is saved unless a person says so.

use std::path::{Path, PathBuf};

use disk::{Cause, Digest, Fault};
use message::{Message, message};
use serde::{Deserialize, Serialize};

use crate::{TextIntegrity, TextKept};

/// Most bytes of one file of the archive (16 MiB); a larger one is a fault, not a text.
const FILE_LIMIT: u64 = 16 << 20;

/// A text, with what the log said of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArchivedText {
    /// The name of its source, see [`crate::Source::named`].
    pub source: String,
    /// The release that wrote it, where the log said so.
    pub release: Option<String>,
    /// The workspace of the session.
    pub workspace: String,
    /// The session's id.
    pub session: String,
    /// The skill's recorded name.
    pub name: String,
    /// Its recorded scope.
    pub scope: String,
    /// The path it was recorded to come from.
    pub path: String,
    /// The root of that path, as recorded.
    pub root: String,
    /// What names the text, see [`crate::event::Activation::text_hash`].
    pub hash: String,
    /// How well that fits.
    pub integrity: TextIntegrity,
    /// How much of the file it is.
    pub kept: TextKept,
    /// What the skill was called with.
    pub arguments: Option<String>,
    /// When it was given last, in milliseconds since 1970 (UTC).
    pub at: Option<i64>,
    /// When it was saved, the same way.
    pub saved: i64,
    /// The text.
    pub text: String,
}

/// A text and its id.
pub type Listed = (String, ArchivedText);

/// The saved texts.
#[derive(Debug, Clone)]
pub struct TextArchive {
    folder: PathBuf,
}

impl TextArchive {
    /// The archive below Assay's own folder. Nothing is made before something is saved.
    pub fn below(data: &Path) -> Self {
        Self { folder: data.join("skill-texts") }
    }

    /// The folder of its files.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The name of a text in the archive: by whom, under which name, from where and what.
    pub fn id(source: &str, name: &str, path: &str, text: &str) -> String {
        let content = Digest::of(text.as_bytes());
        Digest::of(format!("{source}\n{name}\n{path}\n{content}").as_bytes()).to_string()
    }

    /// Whether a text is saved.
    pub fn holds(&self, id: &str) -> bool {
        self.file(id).is_some_and(|file| disk::look(&file).is_ok())
    }

    /// All texts by their ids, and what in the folder is none.
    ///
    /// # Errors
    ///
    /// When the folder is there and cannot be listed.
    pub fn list(&self) -> Result<(Vec<Listed>, Vec<Fault>), Fault> {
        let entries = match disk::list(&self.folder) {
            Err(fault) if fault.cause == Cause::Missing => return Ok(Default::default()),
            other => other?,
        };
        let (mut texts, mut faults) = (Vec::new(), Vec::new());
        for entry in entries {
            let name = entry.name.to_string_lossy();
            let Some(id) = name.strip_suffix(".json") else { continue };
            match self.get(id) {
                Ok(Some(text)) => texts.push((id.to_owned(), text)),
                Ok(None) => {}
                Err(fault) => faults.push(fault),
            }
        }
        texts.sort_by(|(_, a), (_, b)| (&a.name, a.at, &a.path).cmp(&(&b.name, b.at, &b.path)));
        Ok((texts, faults))
    }

    /// A text; nothing where none has this id.
    ///
    /// # Errors
    ///
    /// When its file cannot be read, is none of the archive's, or holds another text than its name says.
    pub fn get(&self, id: &str) -> Result<Option<ArchivedText>, Fault> {
        let Some(file) = self.file(id) else { return Ok(None) };
        let contents = match disk::read(&file, FILE_LIMIT) {
            Err(fault) if fault.cause == Cause::Missing => return Ok(None),
            other => other?,
        };
        let damaged = |why| Fault { path: file.clone(), cause: Cause::Other(why) };
        let text: ArchivedText = serde_json::from_slice(&contents.bytes)
            .map_err(|error| damaged(message!("not a saved text: {error}", error)))?;
        if Self::id(&text.source, &text.name, &text.path, &text.text) != id {
            return Err(damaged(message!("its text does not match its name")));
        }
        Ok(Some(text))
    }

    /// Saves a text; one that is saved already stays as it is. Answers its id.
    ///
    /// # Errors
    ///
    /// When the folder or the file cannot be written; nothing is left half written.
    pub fn save(&self, text: &ArchivedText) -> Result<String, Fault> {
        let id = Self::id(&text.source, &text.name, &text.path, &text.text);
        let Some(file) = self.file(&id).filter(|_| !self.holds(&id)) else { return Ok(id) };
        disk::make_private_folder(&self.folder)?;
        let written = serde_json::to_vec_pretty(text).map_err(|error| Fault {
            path: file.clone(),
            cause: Cause::Other(Message::verbatim(error.to_string())),
        })?;
        disk::write_private(&file, &written)?;
        Ok(id)
    }

    /// Deletes a text; that there is none is no fault.
    ///
    /// # Errors
    ///
    /// When its file cannot be removed.
    pub fn delete(&self, id: &str) -> Result<(), Fault> {
        let Some(file) = self.file(id) else { return Ok(()) };
        match disk::remove(&file) {
            Err(fault) if fault.cause == Cause::Missing => Ok(()),
            other => other,
        }
    }

    /// The file of an id; none for what is no id, so that none leads out of the folder.
    fn file(&self, id: &str) -> Option<PathBuf> {
        let is_id = id.len() == 64 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_id.then(|| self.folder.join(format!("{id}.json")))
    }
}

#[cfg(test)]
mod tests {
    use super::{ArchivedText, TextArchive, TextIntegrity, TextKept};

    fn text(body: &str) -> ArchivedText {
        ArchivedText {
            source: "claude-code".into(),
            release: Some("2.1.330".into()),
            workspace: "/w".into(),
            session: "s".into(),
            name: "notes".into(),
            scope: "user".into(),
            path: "/h/.claude/skills/notes/SKILL.md".into(),
            root: "/h/.claude/skills".into(),
            hash: disk::Digest::of(body.as_bytes()).to_string(),
            integrity: TextIntegrity::NoHash,
            kept: TextKept::Body,
            arguments: None,
            at: Some(1),
            saved: 2,
            text: body.into(),
        }
    }

    #[test]
    fn a_text_is_saved_once_and_deleted_for_good() {
        let room = tempfile::tempdir().expect("a temporary folder");
        let archive = TextArchive::below(room.path());
        assert_eq!(archive.list().expect("nothing yet").0, []);
        let id = archive.save(&text("# Notes\n")).expect("saved");
        assert_eq!(archive.save(&ArchivedText { saved: 9, ..text("# Notes\n") }), Ok(id.clone()));
        let other = archive.save(&text("# Other\n")).expect("saved");
        let (all, faults) = archive.list().expect("listed");
        assert_eq!((all.len(), faults.len()), (2, 0));
        assert_eq!(archive.get(&id), Ok(Some(text("# Notes\n"))), "the first one stays");
        archive.delete(&id).expect("deleted");
        archive.delete(&id).expect("deleted already");
        assert!(!archive.holds(&id) && archive.holds(&other));
    }

    #[test]
    fn a_changed_file_and_a_name_that_leads_away_are_no_texts() {
        let room = tempfile::tempdir().expect("a temporary folder");
        let archive = TextArchive::below(room.path());
        let id = archive.save(&text("# Notes\n")).expect("saved");
        let file = archive.folder().join(format!("{id}.json"));
        let bytes = disk::read(&file, 1 << 20).expect("read").bytes;
        let changed = String::from_utf8(bytes).expect("text").replace("# Notes", "# Knots");
        disk::write_private(&file, changed.as_bytes()).expect("written");
        assert!(archive.get(&id).is_err_and(|fault| fault.path == file));
        assert_eq!(archive.list().map(|(texts, faults)| (texts.len(), faults.len())), Ok((0, 1)));
        assert_eq!(archive.get("../../etc/passwd"), Ok(None));
        archive.delete("../outside").expect("no id, no file");
    }
}
