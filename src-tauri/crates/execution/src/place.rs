use std::path::{Path, PathBuf};

use disk::Kind;
use message::{Message, message};

use crate::guarded::{guarded, guarded_below, guarded_end, guarded_twin};
use crate::inquiry::{Inquiry, unasked};
use crate::links::End;
use crate::program::{Programs, not_the_systems};

/// Where a command would run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Places<'a> {
    /// The workspace, absolute; nothing outside it is read unasked.
    pub workspace: &'a Path,
    /// The folder the command runs in: the workspace or one below it, absolute.
    pub folder: &'a Path,
    /// The user's home, if there is one; links may be written from there.
    pub home: Option<&'a Path>,
    /// Where the programs it names are looked for.
    pub programs: Programs<'a>,
}

impl<'a> Places<'a> {
    /// A command that runs in the workspace itself.
    pub fn of(workspace: &'a Path, home: Option<&'a Path>, programs: Programs<'a>) -> Self {
        Self { workspace, folder: workspace, home, programs }
    }
}

pub(crate) fn words(word: &str) -> Message {
    message!("`{word}` leads outside the workspace", word)
}

impl Inquiry<'_> {
    /// Notes a word that may be a path and leads outside the workspace, as written or by a link. It does not
    /// matter whether anything stands there.
    ///
    /// And, where what is read is printed, a word that leads to what is read by nobody unasked.
    pub(crate) fn path(&mut self, word: &str) {
        let end = self.end(word);
        if !end.as_ref().is_some_and(|end| end.starts_with(&self.root)) {
            self.note("outside", words(word));
        }
        if !self.prints_contents {
            return;
        }
        let behind = |end: PathBuf| guarded_end(&self.root, &end);
        let twin = || guarded_twin(&self.root, &self.places.folder.join(word));
        if let Some(name) = guarded(word).or_else(|| end.and_then(behind)).or_else(twin) {
            let reason = unasked(word, &name);
            self.note(reason.rule, reason.words);
        }
    }

    /// As [`Self::path`]; and a folder is noted, for whoever reads it meets links nobody looked at.
    pub(crate) fn file(&mut self, word: &str, subject: &str) {
        self.path(word);
        if disk::look(&self.places.folder.join(word)).is_ok_and(|found| found.kind == Kind::Folder) {
            let words = message!(
                "`{subject}` follows the links in the folder `{word}`, wherever they lead",
                subject,
                word
            );
            self.note("operand", words);
        }
    }

    /// Notes a folder if everything in it is read, and something in it is read by nobody unasked.
    pub(crate) fn swept(&mut self, word: &str, subject: &str) {
        if let Some(name) = guarded_below(&self.places.folder.join(word)) {
            let words = message!("`{subject}` reads everything in `{word}`, and {name}", subject, word, name);
            self.note("guarded", words);
        }
    }

    /// Notes a name that does not lead to a program of the system.
    pub(crate) fn program(&mut self, name: &str) {
        let places = self.places;
        if let Some(words) = not_the_systems(name, places.programs, places.workspace, self.by_shell) {
            self.note("program", words);
        }
    }

    /// Where a word leads from the folder the command runs in; nothing for one that says it leads away.
    fn end(&mut self, word: &str) -> Option<PathBuf> {
        if word.is_empty() || word == "-" {
            return Some(self.root.clone());
        }
        if word.split('/').any(|part| part == "..") || word == "~" || word.starts_with("~/") {
            return None;
        }
        match self.links.follow(&self.places.folder.join(word)) {
            End::Whole(end) | End::Part(end) => Some(end),
            End::Lost => None,
        }
    }
}
