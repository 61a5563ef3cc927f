//! What a command starts, as far as its words tell: scripts, programs, and what nobody can know beforehand.

use std::path::{Path, PathBuf};

use disk::Kind as Found;
use execution::{Command, Places, Programs};
use message::{Message, message};

use super::programs::{BUILTINS, Kind, family, is_harmless_variable, kind};

/// Where a command would run.
pub(super) struct Scene<'a> {
    pub workspace: &'a Path,
    pub cwd: &'a Path,
    pub home: Option<&'a Path>,
    /// The skill's folder.
    pub skill: &'a Path,
    /// The folders in which programs are looked for.
    pub search: &'a [PathBuf],
}

/// What a command starts.
#[derive(Debug, Default)]
pub(super) struct Starts {
    /// Scripts and programs that are no part of the system, as they are reached.
    pub files: Vec<Started>,
    /// Why that may not be all, each in a sentence.
    pub unknown: Vec<Message>,
    /// Something other than a program that runs nothing.
    pub runs: bool,
}

/// A file that runs.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Started {
    pub path: PathBuf,
    /// What runs it looks for modules beside it.
    pub beside: bool,
}

/// Commands in each other that are followed.
const DEEPEST: usize = 6;
/// Bytes of a first line that names an interpreter; Linux reads 256.
const FIRST_LINE: usize = 256;

impl Starts {
    /// Reads the words of a command.
    pub fn argv(&mut self, words: &[String], scene: &Scene<'_>) {
        self.command(words, scene, 0);
    }

    /// Reads a text for a shell.
    pub fn text(&mut self, text: &str, scene: &Scene<'_>) {
        self.shell_text(text, scene, 0);
    }

    fn command(&mut self, words: &[String], scene: &Scene<'_>, depth: usize) {
        let Some(first) = words.first() else { return };
        if depth > DEEPEST {
            return self.not_known(message!("Too many nested commands to determine what they run."));
        }
        let Some(path) = scene.find(first) else {
            return self.not_known(message!("Program {first} not found, so what it runs is unknown.", first));
        };
        let Ok(real) = disk::canonical(&path) else {
            return self
                .not_known(message!("{path} cannot be followed to a program.", path = path.display()));
        };
        let of_system = execution::is_of_system(&real);
        let is_trusted = of_system || execution::is_changed_by_owner_alone(&real);
        let is_trusted = is_trusted && !scene.is_ours(&path) && !scene.is_ours(&real);
        let places = scene.places();
        let name = file_name(first);
        let kind = kind(&name);
        if is_trusted && (kind == Kind::Plain || execution::judge(Command::Argv(words), &places).reads_only) {
            return;
        }
        self.runs = true;
        if !first.contains('/') && scene.search.iter().any(|folder| scene.is_ours(folder)) {
            self.not_known(message!(
                "PATH leads into the workspace or the skill, so a name can resolve to another program."
            ));
        }
        if !of_system {
            let interpreter = interpreter(&real);
            // A script is taken for what it is when its interpreter is.
            self.start(&path, interpreter.is_none() && scene.is_ours(&real) && !scene.is_at_top(&path));
            if let Some(interpreter) = interpreter {
                // A version manager puts a script in the place of an interpreter, which it starts with the same words.
                if let Kind::Script { alone, valued } = kind {
                    self.interpreter(words, (alone, valued), scene);
                }
                let script = path.to_string_lossy().into_owned();
                let whole = interpreter.into_iter().chain([script]).chain(words[1..].iter().cloned());
                return self.command(&whole.collect::<Vec<_>>(), scene, depth + 1);
            }
            if scene.is_ours(&real) && matches!(kind, Kind::Plain | Kind::Runner) {
                return;
            }
            if matches!(kind, Kind::Script { .. }) {
                self.not_known(message!(
                    "{path} is not a system program, and files it reads next to itself are not bound.",
                    path = path.display()
                ));
            }
        } else if scene.is_ours(&path) {
            // As in a virtual environment: what it reads lies beside the link.
            self.not_known(message!(
                "{first} is a link out of the workspace or the skill, and may read files next to its target.",
                first
            ));
        }
        match kind {
            Kind::Wrapper => self.wrapper(words, scene, depth),
            Kind::Shell => self.shell(words, scene, depth),
            Kind::Script { alone, valued } => self.interpreter(words, (alone, valued), scene),
            Kind::Plain | Kind::Runner => self.finds_itself(&name),
        }
    }

    fn start(&mut self, path: &Path, beside: bool) {
        self.runs = true;
        match self.files.iter_mut().find(|file| file.path == path) {
            Some(file) => file.beside |= beside,
            None => self.files.push(Started { path: path.to_owned(), beside }),
        }
    }

    fn not_known(&mut self, why: Message) {
        self.runs = true;
        if !self.unknown.contains(&why) {
            self.unknown.push(why);
        }
    }

    fn finds_itself(&mut self, name: &str) {
        self.not_known(message!("{name} may run files that are not known beforehand.", name));
    }

    /// The command behind a wrapper's own words: the first word that is a program, for the values of options differ
    /// from one wrapper to the other. What is taken for a program by mistake is not known, and said to be so.
    fn wrapper(&mut self, words: &[String], scene: &Scene<'_>, depth: usize) {
        let name = file_name(&words[0]);
        for (at, word) in words[1..].iter().enumerate() {
            let set = word.split_once('=').filter(|_| name == "env" && !word.starts_with('-'));
            if let Some((variable, _)) = set {
                if !is_harmless_variable(variable) {
                    self.not_known(message!(
                        "{variable}= before a command can change what it runs.",
                        variable
                    ));
                }
            } else if name == "env" && splits_or_moves(word) {
                return self.split(word, &words[at + 2..], scene, depth);
            } else if !word.starts_with('-') && !word.is_empty() && !is_number(word) {
                if scene.find(word).is_some() {
                    return self.command(&words[at + 1..], scene, depth + 1);
                }
                // The value of an option, or a program that is put there later.
                self.not_known(message!(
                    "{name} is given {word}, and no such program was found.",
                    name,
                    word
                ));
            }
        }
        self.not_known(message!("The program that {name} starts is unknown.", name));
    }

    /// `env -S 'words'`, as first lines have it; another folder to run in is not followed.
    fn split(&mut self, word: &str, rest: &[String], scene: &Scene<'_>, depth: usize) {
        let (text, rest) = match word.strip_prefix("-S").or_else(|| word.strip_prefix("--split-string=")) {
            Some("") => match rest.split_first() {
                Some((text, rest)) => (text.as_str(), rest),
                None => ("", rest),
            },
            Some(text) => (text, rest),
            None => return self.finds_itself("env"),
        };
        match execution::plain_words(text) {
            Ok(words) => {
                let whole: Vec<String> =
                    ["env".to_owned()].into_iter().chain(words).chain(rest.iter().cloned()).collect();
                self.command(&whole, scene, depth + 1);
            }
            Err(why) => self
                .not_known(message!("The program that env starts is unknown: {words}.", words => why.words)),
        }
    }

    fn shell(&mut self, words: &[String], scene: &Scene<'_>, depth: usize) {
        let name = file_name(&words[0]);
        let (mut rest, mut text, mut words_only) = (words[1..].iter(), false, false);
        // Other shells have other letters; these mean the same in all.
        let known = if family(&name) == "bash" { "abcefhkmnptuvxBCEHPToO" } else { "acefnuvxCo" };
        while let Some(word) = rest.next() {
            let long = ["--norc", "--noprofile", "--posix", "--verbose"].contains(&word.as_str());
            match word.strip_prefix(['-', '+']).filter(|_| !words_only) {
                _ if long && !words_only => {}
                Some("-" | "") => words_only = true,
                Some(letters) if letters.chars().all(|letter| known.contains(letter)) => {
                    text |= letters.contains('c') && word.starts_with('-');
                    // Each of these takes a word.
                    for _ in letters.chars().filter(|letter| "oO".contains(*letter)) {
                        rest.next();
                    }
                }
                Some(_) => return self.finds_itself(&format!("{name} {word}")),
                None if text => return self.shell_text(word, scene, depth + 1),
                None => return self.script(word, false, scene, &name),
            }
        }
        self.finds_itself(&name);
    }

    fn interpreter(&mut self, words: &[String], (alone, valued): (&[&str], &[&str]), scene: &Scene<'_>) {
        let name = file_name(&words[0]);
        let mut rest = words[1..].iter();
        while let Some(word) = rest.next() {
            if valued.contains(&word.as_str()) {
                rest.next();
            } else if !word.starts_with('-') {
                return self.script(word, true, scene, &name);
            } else if !alone.contains(&word.as_str()) {
                return self.finds_itself(&format!("{name} {word}"));
            }
        }
        self.finds_itself(&name);
    }

    fn script(&mut self, word: &str, beside: bool, scene: &Scene<'_>, name: &str) {
        let path = scene.cwd.join(word);
        if disk::look(&path).is_ok_and(|found| found.kind == Found::File) {
            // A shell looks for nothing by itself; what lies beside a script it may name all the same. Not so for the
            // workspace itself, which would become read-only for that.
            self.start(&path, beside || !scene.is_at_top(&path));
        } else {
            self.not_known(message!(
                "{name} is given {word}, which is not a file, so what it runs is unknown.",
                name,
                word
            ));
        }
    }

    fn shell_text(&mut self, text: &str, scene: &Scene<'_>, depth: usize) {
        let commands = match execution::plain_commands(text) {
            Ok(commands) if depth <= DEEPEST => commands,
            Ok(_) => {
                return self.not_known(message!("Too many nested commands to determine what they run."));
            }
            Err(why) => {
                return self.not_known(message!(
                    "The programs that the shell runs are unknown before the run: {words}.",
                    words => why.words
                ));
            }
        };
        for words in &commands {
            match words.first().map(String::as_str) {
                Some("." | "source") => match words.get(1) {
                    Some(word) => self.script(word, false, scene, "the shell"),
                    None => self.finds_itself("the shell"),
                },
                Some(builtin) if BUILTINS.contains(&builtin) => {}
                _ => self.command(words, scene, depth + 1),
            }
        }
    }
}

impl Scene<'_> {
    fn places(&self) -> Places<'_> {
        let programs = Programs::In(self.search);
        Places { workspace: self.workspace, folder: self.cwd, home: self.home, programs }
    }

    /// The file a program's name stands for, its links not resolved.
    fn find(&self, name: &str) -> Option<PathBuf> {
        let is_program = |path: &PathBuf| {
            disk::look(path)
                .is_ok_and(|found| found.kind == Found::File && (found.mode & 0o111 != 0 || cfg!(windows)))
        };
        if name.contains('/') {
            return Some(self.cwd.join(name)).filter(is_program);
        }
        let folders = self.search.iter().filter(|folder| folder.is_absolute());
        folders.map(|folder| folder.join(name)).find(is_program)
    }

    /// Whether a file lies directly in the workspace.
    fn is_at_top(&self, path: &Path) -> bool {
        path.parent() == Some(self.workspace)
    }

    /// Whether a path lies in the workspace or in the skill.
    pub fn is_ours(&self, path: &Path) -> bool {
        path.starts_with(self.workspace) || path.starts_with(self.skill)
    }
}

/// The interpreter that a program's first line names, with the one word Linux gives it.
fn interpreter(path: &Path) -> Option<Vec<String>> {
    let mut bytes = [0; FIRST_LINE];
    let count = disk::LogFile::open(path).ok()?.read_at(&mut bytes, 0).ok()?;
    let line = bytes[..count].strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let line = String::from_utf8_lossy(line).into_owned();
    let line = line.trim();
    let (program, rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
    Some([program, rest.trim()].into_iter().filter(|word| !word.is_empty()).map(str::to_owned).collect())
}

fn file_name(word: &str) -> String {
    Path::new(word).file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Options of `env` that read a word as several, or that go to another folder.
fn splits_or_moves(word: &str) -> bool {
    match word.strip_prefix("--") {
        Some(long) => long.starts_with("split") || long.starts_with("chdir"),
        None => word.starts_with('-') && word.contains(['S', 'C']),
    }
}

fn is_number(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_digit())
}
