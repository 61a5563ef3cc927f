//! What a yes to a command is bound to: the skill's folder, every file that the command's words name, that it starts,
//! and that lies beside those; and what may run that nobody can know beforehand.
//!
//! A command that provably only reads runs nothing: it is bound to the skill's folder, and what it reads may change.

#[cfg(test)]
mod attempts;
mod named;
mod programs;
mod starts;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use disk::Kind;
use execution::{Bound, Part, Seal};
use message::{Message, message};

pub use named::{Reached, candidates, reach};
use starts::{Scene, Started, Starts};

/// Files and bytes of a skill's folder that are bound whole: 2,000 and 16 MiB.
const SKILL: (usize, u64) = (2_000, 16 << 20);
/// Files and bytes of any other folder: 256 and 8 MiB.
const FOLDER: (usize, u64) = (256, 8 << 20);
/// Bytes of one file: 64 MiB.
const FILE: (usize, u64) = (1, 64 << 20);
/// Bytes of all together: 128 MiB.
const ALL: u64 = 128 << 20;
/// Files and folders outside the skill.
const MOST: usize = 64;
/// Names that a folder has at most for each of its files to be told by itself when it changes.
const TOLD: usize = 24;
/// Bytes of a script in which further names are looked for.
const SCRIPT: u64 = 1 << 20;

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
    /// Words that were added.
    pub added: &'a [String],
    /// The text a shell reads, where one does.
    pub shell: Option<&'a str>,
}

/// What of the disk a command is bound to, and what of it is not bound.
#[derive(Debug, Clone, Default)]
pub struct Bindings {
    /// What runs from these bytes; nothing for a command that runs nothing.
    pub sealed: Vec<Seal>,
    /// The skill's folder, if it is small enough.
    skill: Option<Seal>,
    /// What may run and is not bound, each in a sentence.
    pub not_bound: Vec<Message>,
}

pub(crate) fn bindings(of: &Bindable<'_>) -> Bindings {
    let scene =
        Scene { workspace: of.workspace, cwd: of.cwd, home: of.home, skill: of.skill, search: of.search };
    let mut starts = Starts::default();
    match of.shell {
        Some(text) => starts.text(text, &scene),
        None => starts.argv(of.argv, &scene),
    }
    let skill = reach(of.skill);
    let sealed = skill.as_ref().map(|skill| Seal::of(&skill.real, SKILL.0, SKILL.1));
    if !starts.runs {
        return Bindings { skill: sealed.and_then(Result::ok), ..Bindings::default() };
    }
    let mut binding = Binding::new(&scene, starts.unknown);
    match (sealed, skill) {
        (Some(Ok(seal)), Some(skill)) => {
            binding.links(&skill);
            binding.take(seal);
        }
        (Some(Err(fault)), _) => {
            binding.unknown(message!("The skill’s folder is not bound as a whole: {fault}.", fault));
        }
        _ => binding
            .unknown(message!("The skill’s folder {skill} does not exist.", skill = of.skill.display())),
    }
    let words = of.argv.iter().chain(of.added).map(String::as_str);
    words.for_each(|word| binding.word(word, &[of.cwd, of.workspace]));
    starts.files.iter().for_each(|file| binding.started(file));
    binding.done()
}

/// Returns what a command may run, in a folder, besides its program and the files that its words name: modules, what a
/// script finds beside itself, and what is not known beforehand. Each is a sentence.
pub fn unsealed_starts(argv: &[String], folder: &Path, search: &[PathBuf]) -> Vec<Message> {
    let mut starts = Starts::default();
    starts.argv(argv, &Scene { workspace: folder, cwd: folder, home: None, skill: folder, search });
    let beside = starts.files.iter().filter(|file| file.beside);
    let beside = beside.map(|file| {
        let path = file.path.display();
        message!("Files {path} reads next to itself are unknown before the run.", path)
    });
    let beside: Vec<Message> = beside.collect();
    starts.unknown.into_iter().chain(beside).collect()
}

/// The files of a workspace that a text for a shell names: each runs, or is read by what runs, from a sealed copy.
/// What is named and cannot be bound is left out.
pub fn files_named(workspace: &Path, text: &str) -> Vec<Seal> {
    let scene = Scene { workspace, cwd: workspace, home: None, skill: workspace, search: &[] };
    let mut binding = Binding::new(&scene, Vec::new());
    for word in text.split_whitespace().take(MOST_WORDS) {
        binding.file_words(word, &[workspace]);
    }
    binding.done().sealed
}

impl Bindings {
    /// Adds all of it to what a grant is bound to.
    pub(crate) fn bind(&self, mut bound: Bound, main: &Path) -> Bound {
        let skill = self.skill.iter().filter(|skill| !self.sealed.contains(skill));
        for seal in self.sealed.iter().chain(skill) {
            // SKILL.md is a part by itself, and said to have changed by that.
            let marks: Vec<_> = seal.marks.iter().filter(|(rel, _)| seal.path.join(rel) != main).collect();
            let lines: Vec<String> =
                marks.iter().map(|(rel, mark)| format!("{mark} {:?}\n", rel.as_os_str())).collect();
            let name = seal.path.to_string_lossy().into_owned();
            let part = if seal.marks.len() > 1 || is_folder(&seal.path) {
                Part::Folder(name)
            } else {
                Part::File(name)
            };
            bound = bound.with(part, lines.concat().as_bytes());
            if (2..=TOLD).contains(&marks.len()) {
                for (rel, mark) in marks.iter().filter(|(rel, _)| !is_folder(&seal.path.join(rel))) {
                    let name = seal.path.join(rel).to_string_lossy().into_owned();
                    bound = bound.with_digest(Part::File(name), *mark);
                }
            }
        }
        bound
    }
}

fn is_folder(path: &Path) -> bool {
    disk::look_at_entry(path).is_ok_and(|found| found.kind == Kind::Folder)
}

struct Binding<'a> {
    scene: &'a Scene<'a>,
    /// The real paths of the workspace, the folder it runs in, and the skill.
    workspace: PathBuf,
    cwd: PathBuf,
    skill: PathBuf,
    sealed: Vec<Seal>,
    bytes: u64,
    unknown: Vec<Message>,
    read: BTreeSet<PathBuf>,
}

impl<'a> Binding<'a> {
    fn new(scene: &'a Scene<'a>, unknown: Vec<Message>) -> Self {
        let real = |path: &Path| disk::canonical(path).unwrap_or_else(|_| path.to_owned());
        Self {
            workspace: real(scene.workspace),
            cwd: real(scene.cwd),
            skill: real(scene.skill),
            scene,
            sealed: Vec::new(),
            bytes: 0,
            unknown,
            read: BTreeSet::new(),
        }
    }

    fn done(mut self) -> Bindings {
        // What lies in a folder that is sealed has its place there.
        let all = std::mem::take(&mut self.sealed);
        let holds = |outer: &Seal, inner: &Seal| outer.path != inner.path && covers(outer, &inner.path);
        let keep = |seal: &&Seal| !all.iter().any(|outer| holds(outer, seal));
        let sealed: Vec<Seal> = all.iter().filter(keep).cloned().collect();
        Bindings { sealed, skill: None, not_bound: self.unknown }
    }

    fn unknown(&mut self, words: Message) {
        if !self.unknown.contains(&words) {
            self.unknown.push(words);
        }
    }

    fn take(&mut self, seal: Seal) {
        if self.sealed.iter().any(|known| known.path == seal.path) {
            return;
        }
        if self.sealed.len() > MOST || self.bytes + seal.size() > ALL {
            let words = message!(
                "It names more than {limit} files and folders, or more than {size} MiB: {path} is not bound.",
                limit = MOST,
                size = ALL >> 20,
                path = seal.path.display()
            );
            return self.unknown(words);
        }
        self.bytes += seal.size();
        self.sealed.push(seal);
    }

    /// Binds the links on the way to something, where somebody could turn them to another place.
    fn links(&mut self, reached: &Reached) {
        for (link, _) in reached.links.iter().filter(|(link, _)| !execution::is_kept_by_system(link)) {
            match Seal::of(link, FILE.0, FILE.1) {
                Ok(seal) => self.take(seal),
                Err(fault) => self.unknown(message!("A link is not bound: {fault}.", fault)),
            }
        }
    }

    fn is_ours(&self, real: &Path) -> bool {
        [&self.workspace, &self.cwd, &self.skill].iter().any(|ours| real.starts_with(ours))
    }

    /// Binds what a word names, from each of these folders.
    fn word(&mut self, word: &str, bases: &[&Path]) {
        // In a text a point is more often the word that reads a file than the folder.
        for candidate in candidates(word).into_iter().filter(|candidate| *candidate != "." || word == ".") {
            for base in bases {
                let path = base.join(candidate);
                let Some(reached) = reach(&path) else { continue };
                let comes_from_us =
                    self.is_ours(&reached.real) || reached.links.iter().any(|(link, _)| self.is_ours(link));
                if comes_from_us {
                    self.file_or_folder(&reached, candidate);
                }
            }
        }
    }

    fn file_or_folder(&mut self, reached: &Reached, word: &str) {
        let real = &reached.real;
        self.links(reached);
        let holds_workspace = self.workspace.starts_with(real) || self.cwd.starts_with(real);
        let result = match reached.kind {
            _ if holds_workspace => {
                return self.unknown(message!(
                    "{word} names the whole folder it runs in, which is not bound.",
                    word
                ));
            }
            _ if real.starts_with(&self.skill) && self.sealed.iter().any(|seal| covers(seal, real)) => return,
            _ if execution::is_of_system(real) => return,
            Kind::File => Seal::of(real, FILE.0, FILE.1),
            Kind::Folder => Seal::of(real, FOLDER.0, FOLDER.1),
            Kind::Link | Kind::Other(_) => {
                return self
                    .unknown(message!("{word} is neither a file nor a folder, and is not bound.", word));
            }
        };
        match result {
            Ok(seal) => self.take(seal),
            Err(fault) => self.unknown(message!("{word} is not bound: {fault}.", word, fault)),
        }
    }

    /// Binds a script or a program, what lies beside it, and what a script's own words name.
    fn started(&mut self, file: &Started) {
        let Some(reached) = reach(&file.path) else {
            return self.unknown(message!("{path} does not exist.", path = file.path.display()));
        };
        let name = file.path.display().to_string();
        self.file_or_folder(&reached, &name);
        let real = reached.real;
        if !self.read.insert(real.clone()) || execution::is_of_system(&real) {
            return;
        }
        let in_skill = real.starts_with(&self.skill);
        if let Some(folder) = real.parent().filter(|_| file.beside && !in_skill) {
            let is_above = folder != self.workspace && self.workspace.starts_with(folder);
            match Seal::of(folder, FOLDER.0, FOLDER.1) {
                Ok(seal) if !is_above => self.take(seal),
                _ => self.unknown(message!(
                    "{folder} holds more than {files} files or {size} MiB, or something other than files: files {name} reads \
                     next to itself are not bound.",
                    folder = folder.display(),
                    files = FOLDER.0,
                    size = FOLDER.1 >> 20,
                    name
                )),
            }
        }
        self.words_of_script(&real);
    }

    /// A script of a shell names what it starts in turn: words behind the name of an interpreter, and paths that are
    /// commands. What it makes up while it runs is not found.
    fn words_of_script(&mut self, path: &Path) {
        let Some(text) = disk::read(path, SCRIPT).ok().filter(|text| !text.bytes.contains(&0)) else {
            return;
        };
        let text = String::from_utf8_lossy(&text.bytes).into_owned();
        let beside = path.parent().unwrap_or(path).to_owned();
        let (cwd, workspace) = (self.scene.cwd, self.scene.workspace);
        for line in text.split(['\n', ';', '&', '|', '(', ')', '`']).take(MOST_LINES) {
            let words = line.split_whitespace().filter(|word| !BEFORE.contains(word));
            if words.clone().next().is_some_and(programs::starts_files) {
                for word in words.take(MOST_WORDS) {
                    self.file_words(word, &[cwd, workspace, &beside]);
                }
            }
        }
    }

    fn file_words(&mut self, word: &str, bases: &[&Path]) {
        for candidate in candidates(word) {
            for base in bases {
                let found = reach(&base.join(candidate))
                    .filter(|found| found.kind == Kind::File && self.is_ours(&found.real));
                if let Some(reached) = found {
                    self.started(&Started { path: reached.real, beside: false });
                }
            }
        }
    }
}

/// Lines of a script, and words of a line, that are looked at.
const MOST_LINES: usize = 5_000;
const MOST_WORDS: usize = 64;
/// Words of a shell that may stand before a command.
const BEFORE: &[&str] = &["exec", "if", "then", "elif", "else", "while", "until", "do", "!", "time", "{"];

/// Whether a path is sealed with a folder.
fn covers(seal: &Seal, path: &Path) -> bool {
    let Ok(rel) = path.strip_prefix(&seal.path) else { return false };
    let is_passed_over =
        rel.iter().next().is_some_and(|first| execution::NOT_SEALED.iter().any(|name| first == *name));
    rel.as_os_str().is_empty() || !is_passed_over
}
