//! What a yes to a command is bound to: every file that its words name, that it starts, and that lies beside those;
//! and what may run that nobody can know beforehand.

mod programs;
mod starts;

use std::path::{Path, PathBuf};

use starts::{Scene, Starts};

/// A command whose files are looked for.
pub(crate) struct Bindable<'a> {
    pub workspace: &'a Path,
    pub cwd: &'a Path,
    pub home: Option<&'a Path>,
    /// The skill's folder.
    pub skill: &'a Path,
    /// The folders in which programs are looked for.
    pub search: &'a [PathBuf],
    pub argv: &'a [String],
    /// The text a shell reads, where one does.
    pub shell: Option<&'a str>,
}

/// What is bound.
#[derive(Debug, Default)]
pub(crate) struct Bindings {
    /// What may run and is not bound, each in a sentence.
    pub not_bound: Vec<String>,
    /// Scripts and programs that run and are none of the system's.
    pub files: Vec<PathBuf>,
}

pub(crate) fn bindings(of: &Bindable<'_>) -> Bindings {
    let scene =
        Scene { workspace: of.workspace, cwd: of.cwd, home: of.home, skill: of.skill, search: of.search };
    let mut starts = Starts::default();
    match of.shell {
        Some(text) => starts.text(text, &scene),
        None => starts.argv(of.argv, &scene),
    }
    let files = starts.files.into_iter().map(|file| file.path).collect();
    Bindings { not_bound: starts.unknown, files }
}
