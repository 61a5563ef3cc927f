use std::path::Path;

use disk::Kind;

use crate::judge::Inquiry;
use crate::links::End;

/// Where a command would run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Places<'a> {
    /// The workspace, absolute; nothing outside it is read unasked.
    pub workspace: &'a Path,
    /// The folder the command runs in: the workspace or one below it, absolute.
    pub folder: &'a Path,
    /// The user's home, if there is one; links may be written from there.
    pub home: Option<&'a Path>,
}

impl<'a> Places<'a> {
    /// A command that runs in the workspace itself.
    pub fn of(workspace: &'a Path, home: Option<&'a Path>) -> Self {
        Self { workspace, folder: workspace, home }
    }
}

pub(crate) fn words(word: &str) -> String {
    format!("`{word}` leads outside the workspace")
}

impl Inquiry<'_> {
    /// Notes a word that may be a path and leads outside the workspace, as written or by a link. It does not
    /// matter whether anything stands there.
    pub(crate) fn path(&mut self, word: &str) {
        if !self.is_inside(word) {
            self.note("outside", words(word));
        }
    }

    /// As [`Self::path`]; and a folder is noted, for whoever reads it meets links nobody looked at.
    pub(crate) fn file(&mut self, word: &str, subject: &str) {
        self.path(word);
        if disk::look(&self.places.folder.join(word)).is_ok_and(|found| found.kind == Kind::Folder) {
            let words = format!("`{subject}` follows the links in the folder `{word}`, wherever they lead");
            self.note("operand", words);
        }
    }

    fn is_inside(&mut self, word: &str) -> bool {
        if word.is_empty() || word == "-" {
            return true;
        }
        if word.split('/').any(|part| part == "..") || word == "~" || word.starts_with("~/") {
            return false;
        }
        match self.links.follow(&self.places.folder.join(word)) {
            End::Whole(end) | End::Part(end) => end.starts_with(&self.root),
            End::Lost => false,
        }
    }
}
