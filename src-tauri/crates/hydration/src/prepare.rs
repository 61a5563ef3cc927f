//! From a declared source to exactly what would run, under which rule. Nothing runs here.

use std::path::{Path, PathBuf};

use disk::Digest;
use execution::{
    Bound, Command, Decision, Judgement, Level, Mode, OrderDescription, Part, Program, Reason, Unresolved,
};
use message::{Message, Template, message};
use skills::Skill;

use crate::bind::{self, Bindable, Bindings};
use crate::gather::would_gather;
use crate::{Limits, Origin, Source, Surface, definition_hash};

/// The ground that a request stands on, as it was handed in.
#[derive(Debug, Clone)]
pub struct Ground {
    /// The workspace, absolute.
    pub workspace: PathBuf,
    /// The person's home.
    pub home: Option<PathBuf>,
    /// The permission mode in force.
    pub mode: Mode,
    /// Where the mode comes from, in words.
    pub mode_from: String,
    /// The environment of this process; a command gets only what [`PASSED`] names, and one of a body `PATH` alone.
    pub environment: Vec<(String, String)>,
    /// A program that calls [`execution::helper`] first.
    pub helper: PathBuf,
}

/// Variables that a command gets when they are set; all others are withheld. `TERM` and colours are left out,
/// so that output is plain; `HOME` is a private folder that the runner makes.
pub const PASSED: &[&str] = &["PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ"];

/// Names the session that facts are for; empty when they are for none.
const SESSION_ID: &str = "SESSION_ID";
/// The shell that reads a `shell` source, as Pixir's own tool does.
const SHELL: &str = "bash";
/// The largest file of a skill that is approved by its bytes: as large as one that is released.
const RESOURCE: u64 = 4 << 20;
/// Names the skill's folder in a declared command.
const SKILL_DIR: &str = "${SKILL_DIR}";

/// A request as a person decides on it: every byte that matters is known and bound.
#[derive(Debug, Clone)]
pub struct Prepared {
    /// The skill.
    pub skill: SkillFacts,
    /// The source as declared.
    pub source: Source,
    /// What would be done.
    pub work: Work,
    /// What the rule says.
    pub decision: Decision,
    /// The rule, in a sentence.
    pub rule: Message,
    /// It provably only reads.
    pub reads_only: bool,
    /// Why that is not proven, each in words.
    pub reasons: Vec<Message>,
    /// Why it may not run with nobody asked, though its author marked it `auto`; nothing when it may.
    pub not_by_itself: Option<Message>,
    /// What contains a command on this machine.
    pub level: Level,
    /// What a grant for it would be bound to.
    pub bound: Bound,
    /// What may run and is not bound, each in a sentence. While there is any, a yes is for once.
    pub not_bound: Vec<Message>,
    /// Who carries it out once it is allowed.
    pub carried: Carried,
}

/// Who carries out what was allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Carried {
    /// The desk; what came back is shown before it is released.
    Here,
    /// The asker, which is Assay itself serving an agent: only the yes is wanted, for this act.
    ByAsker(Act),
}

/// What an agent's Assay wants a yes for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// Taking a skill in.
    Activation,
    /// Running a script of a skill.
    Script,
    /// Running a hook of a skill around tool calls.
    Hook,
    /// Using a tool of a skill made of code.
    Tool,
}

impl Act {
    /// The word that is recorded as the gate.
    pub fn word(self) -> &'static str {
        match self {
            Self::Activation => "skill_activation",
            Self::Script => "run_skill_script",
            Self::Hook => "skill_hook",
            Self::Tool => "skill_tool",
        }
    }
}

/// A skill as its bytes are now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkillFacts {
    /// Its name.
    pub name: String,
    /// `repo`, `user` or `pixir-global`.
    pub scope: String,
    /// Path of its SKILL.md.
    pub path: PathBuf,
    /// Scope and folder name.
    pub short_path: String,
    /// Its folder.
    pub dir: PathBuf,
    /// SHA-256 of its SKILL.md.
    pub content_hash: Digest,
    /// Its SKILL.md.
    pub content: Vec<u8>,
}

/// What would be done.
#[derive(Debug, Clone)]
pub enum Work {
    /// A command is run.
    Command(Box<CommandWork>),
    /// Files of the workspace are read: a path or a glob.
    Files(String),
    /// A file of the skill is read.
    Resource(String),
    /// The asker does it itself, and starts nothing: exactly what, in a text.
    ByAsker(String),
}

/// A command with everything that decides what it does.
#[derive(Debug, Clone)]
pub struct CommandWork {
    /// The words as declared, the program first; of a shell source the shell and its text.
    pub argv: Vec<String>,
    /// The words that run: those above and what was added.
    pub runs: Vec<String>,
    /// What was added for safety: words, and variables as `NAME=value`.
    pub added: Vec<String>,
    /// The text that a shell reads; nothing without one.
    pub shell: Option<String>,
    /// The program.
    pub program: Program,
    /// What of the disk it is bound to, and what may run besides.
    pub bindings: Bindings,
    /// Where it runs, absolute.
    pub cwd: PathBuf,
    /// Its whole environment.
    pub environment: Vec<(String, String)>,
    /// The names in it that come from outside.
    pub passed: Vec<String>,
    /// How many variables it does not get.
    pub withheld: usize,
    /// What the asker will run, where the asker carries it out.
    pub runs_elsewhere: Option<OrderDescription>,
}

/// Why nothing can be decided on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CannotPrepare {
    /// The source never runs, and why.
    Blocked(Template),
    /// The command names no program.
    NoProgram(Message),
    /// The folder it should run in is not there, or leads out of the workspace.
    NoFolder(PathBuf, Message),
}

impl CannotPrepare {
    /// Returns the reason as a sentence.
    pub fn message(&self) -> Message {
        match self {
            Self::Blocked(why) => why.message(),
            Self::NoProgram(why) => why.clone(),
            Self::NoFolder(folder, why) => {
                message!("it cannot run in {folder}: {why}.", folder = folder.display(), why => why.clone())
            }
        }
    }
}

impl std::fmt::Display for CannotPrepare {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message().text)
    }
}

impl std::error::Error for CannotPrepare {}

/// What would be done for `source`, and what the rules say of it.
///
/// # Errors
///
/// [`CannotPrepare`] when the source never runs, its command names no program that is there, or its folder is
/// missing or lies outside the workspace.
pub fn prepare(
    ground: &Ground,
    skill: &Skill,
    content: &[u8],
    source: &Source,
) -> Result<Prepared, CannotPrepare> {
    if let Some(blocked) = source.blocked {
        return Err(CannotPrepare::Blocked(blocked.words()));
    }
    let work = work(ground, skill, source)?;
    let judgement = judgement(ground, skill, source, &work);
    let skill = facts(skill, content);
    let verdict = execution::decide(ground.mode, &judgement);
    Ok(Prepared {
        rule: message!("Mode {mode}: {why}.", mode = ground.mode.word(), why => verdict.words),
        decision: verdict.decision,
        reads_only: judgement.reads_only,
        not_by_itself: not_by_itself(ground, source, &judgement),
        level: execution::best(&ground.helper),
        bound: bound(ground, &skill, source, (&work, &judgement.reasons)),
        not_bound: match &work {
            Work::Command(command) => command.bindings.not_bound.clone(),
            Work::Files(_) | Work::Resource(_) | Work::ByAsker(_) => Vec::new(),
        },
        reasons: judgement.reasons.into_iter().map(|reason| reason.words).collect(),
        skill,
        source: source.clone(),
        work,
        carried: Carried::Here,
    })
}

fn not_by_itself(ground: &Ground, source: &Source, judgement: &Judgement) -> Option<Message> {
    if source.auto {
        execution::allows_auto(ground.mode, judgement).err()
    } else {
        Some(message!("its author did not mark it auto"))
    }
}

fn judgement(ground: &Ground, skill: &Skill, source: &Source, work: &Work) -> Judgement {
    let Work::Command(command) = work else {
        // What reads files itself starts nothing and cannot leave its folder.
        let files = would_gather(&source.surface, &ground.workspace, Limits::default());
        return judge_gathered(ground, &skill.dir, work, &files);
    };
    let home = ground.home.as_deref();
    let search = path_of(&command.environment);
    let programs = execution::Programs::In(&search);
    let places = execution::Places { workspace: &ground.workspace, folder: &command.cwd, home, programs };
    match &command.shell {
        Some(text) => execution::judge(Command::Shell(text), &places),
        None => execution::judge(Command::Argv(&command.argv), &places),
    }
}

/// Judges files that a source reads, by their paths from the workspace or from the folder of the skill.
pub(crate) fn judge_gathered(ground: &Ground, skill: &Path, work: &Work, files: &[PathBuf]) -> Judgement {
    let mut judgement = match work {
        Work::Files(_) => return execution::judge_files(&ground.workspace, files),
        Work::Resource(_) => execution::judge_files(skill, files),
        Work::Command(_) | Work::ByAsker(_) => return Judgement { reads_only: true, reasons: Vec::new() },
    };
    // A file of the skill may be one of the workspace by another name.
    let twins = files.iter().filter_map(|file| {
        let name = execution::guarded_twin(&ground.workspace, &skill.join(file))?;
        Some(execution::unasked(&file.display().to_string(), &name))
    });
    judgement.reasons.extend(twins);
    Judgement { reads_only: judgement.reasons.is_empty(), ..judgement }
}

fn facts(skill: &Skill, content: &[u8]) -> SkillFacts {
    SkillFacts {
        name: skill.name.clone(),
        scope: skill.scope.to_string(),
        path: skill.path.clone(),
        short_path: skill.short_path.clone(),
        dir: skill.dir.clone(),
        content_hash: Digest::of(content),
        content: content.to_vec(),
    }
}

fn work(ground: &Ground, skill: &Skill, source: &Source) -> Result<Work, CannotPrepare> {
    let folder = skill.dir.to_string_lossy();
    // What a body writes for a shell stays as it is, whatever reads it.
    let filled = |word: &String| match source.origin {
        Origin::Inline => word.clone(),
        Origin::File | Origin::Frontmatter => word.replace(SKILL_DIR, &folder),
    };
    match &source.surface {
        Surface::Run(argv) => command(ground, skill, source, argv.iter().map(filled).collect(), None),
        Surface::Shell(text) => {
            let argv = [SHELL, "-c", text].map(str::to_owned).to_vec();
            command(ground, skill, source, argv, Some(text.clone()))
        }
        Surface::Read(pattern) => Ok(Work::Files(pattern.clone())),
        Surface::Resource(path) => Ok(Work::Resource(path.clone())),
    }
}

fn command(
    ground: &Ground,
    skill: &Skill,
    source: &Source,
    argv: Vec<String>,
    shell: Option<String>,
) -> Result<Work, CannotPrepare> {
    let cwd =
        if source.cwd.is_empty() { ground.workspace.clone() } else { ground.workspace.join(&source.cwd) };
    let search: Vec<PathBuf> = path_of(&ground.environment);
    let name = argv.first().map_or("", String::as_str);
    let program = execution::resolve(name, &cwd, &search).map_err(|unresolved| match unresolved {
        Unresolved::Unreadable(fault) => CannotPrepare::NoFolder(cwd.clone(), fault.message()),
        other => CannotPrepare::NoProgram(Message::of_error(other)),
    })?;
    let hardened = execution::harden(&argv);
    let mut environment = environment(ground, &skill.dir, source.origin);
    let is_passed = |(name, _): &&(String, String)| environment.iter().any(|(known, _)| known == name);
    let withheld = ground.environment.iter().filter(|one| !is_passed(one)).count();
    let is_shell = shell.is_some() || source.origin == Origin::Inline;
    let text = shell.as_deref().or(argv.last().map(String::as_str)).unwrap_or_default();
    let of_git = match is_shell {
        true if may_start_git(text) => execution::git_environment(),
        true => Vec::new(),
        false => hardened.environment,
    };
    let set: Vec<(String, String)> =
        of_git.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    let mut added = shown_added(&argv, &hardened.runs);
    added.extend(set.iter().map(|(name, value)| format!("{name}={value}")));
    let passed = environment.iter().map(|(name, _)| name.clone()).collect();
    environment.extend(set);
    let bindings = bind::bindings(&Bindable {
        workspace: &ground.workspace,
        cwd: &cwd,
        home: ground.home.as_deref(),
        skill: &skill.dir,
        search: &search,
        argv: &argv,
        added: &added,
        shell: shell.as_deref(),
    });
    Ok(Work::Command(Box::new(CommandWork {
        bindings,
        runs: hardened.runs,
        added,
        argv,
        shell,
        program,
        cwd,
        environment,
        passed,
        withheld,
        runs_elsewhere: None,
    })))
}

/// What a command is told (S4-32): its skill's folder, the session that the facts are for, and where programs lie. One
/// that is declared gets what names language and time as well.
fn environment(ground: &Ground, skill: &Path, origin: Origin) -> Vec<(String, String)> {
    let is_passed = |name: &str| match origin {
        Origin::Inline => name == "PATH",
        Origin::File | Origin::Frontmatter => PASSED.contains(&name),
    };
    let passed = ground.environment.iter().filter(|(name, _)| is_passed(name)).cloned();
    let own = [("SKILL_DIR", skill.to_string_lossy().into_owned()), (SESSION_ID, String::new())];
    passed.chain(own.map(|(name, value)| (name.to_owned(), value))).collect()
}

/// Whether shell text may start git, which then gets what keeps a repository from running programs of its own. What is
/// proven to only read is one plain command, whose words are known; of any other text its letters are looked at.
fn may_start_git(text: &str) -> bool {
    let is_git = |word: &str| {
        let name = word.rsplit(['/', '\\']).next().unwrap_or_default();
        name == "git" || name.starts_with("git-") || name.eq_ignore_ascii_case("git.exe")
    };
    match execution::plain_words(text) {
        Ok(words) => words.iter().any(|word| is_git(word)),
        Err(_) => {
            let bare: String = text.chars().filter(|char| !matches!(char, '\'' | '"' | '\\')).collect();
            bare.split(|char: char| !char.is_alphanumeric() && !"._/+-".contains(char)).any(is_git)
        }
    }
}

/// The words that run and were not declared.
fn added(declared: &[String], runs: &[String]) -> Vec<String> {
    let mut rest = declared.iter().peekable();
    runs.iter().filter(|word| rest.next_if(|next| next == word).is_none()).cloned().collect()
}

/// Returns the added words as they are shown: the patterns that leave out names are one line together.
fn shown_added(declared: &[String], runs: &[String]) -> Vec<String> {
    let (excludes, mut shown): (Vec<_>, Vec<_>) =
        added(declared, runs).into_iter().partition(|word| execution::is_exclude(word));
    if !excludes.is_empty() {
        let count = excludes.len();
        shown.push(format!("{count} patterns that leave out files whose names say that they hold secrets"));
    }
    shown
}

/// The folders of `PATH` in an environment that was handed in. One that is empty is the folder a command runs in.
pub fn path_of(environment: &[(String, String)]) -> Vec<PathBuf> {
    let path = environment.iter().find(|(name, _)| name == "PATH").map(|(_, value)| value.as_str());
    let between = if cfg!(windows) { ';' } else { ':' };
    path.map_or_else(Vec::new, |path| path.split(between).map(PathBuf::from).collect())
}

fn bound(ground: &Ground, skill: &SkillFacts, source: &Source, (work, reasons): (&Work, &[Reason])) -> Bound {
    let place = format!("{}\0{}", ground.workspace.display(), source.cwd);
    let bound = Bound::default()
        .with_digest(Part::Skill, skill.content_hash)
        .with_digest(Part::Source, definition_hash(source))
        .with(Part::Place, place.as_bytes())
        .with(Part::Mode, ground.mode.word().as_bytes());
    match work {
        Work::Command(command) => {
            let bound = bound
                .with(Part::Command, command.runs.join("\0").as_bytes())
                .with(Part::Program, command.program.path.as_os_str().as_encoded_bytes())
                .with_digest(Part::ProgramBytes, command.program.digest);
            command.bindings.bind(bound, &skill.path)
        }
        Work::ByAsker(text) => bound.with(Part::Command, text.as_bytes()),
        // What a pattern reads changes with the files; those that are asked about are part of the yes.
        Work::Files(text) => {
            let asked = reasons.iter().map(|reason| reason.words.text.as_str());
            let words: Vec<&str> = std::iter::once(text.as_str()).chain(asked).collect();
            bound.with(Part::Command, words.join("\0").as_bytes())
        }
        Work::Resource(path) => {
            let bound = bound.with(Part::Command, path.as_bytes());
            match disk::read(&skill.dir.join(path), RESOURCE) {
                Ok(read) => bound.with(Part::Script, &read.bytes),
                // It could not be released either; whatever takes its place is another.
                Err(fault) => bound.with(Part::Script, format!("{fault:?}").as_bytes()),
            }
        }
    }
}

impl Work {
    /// Tells a command the session that its facts are for.
    pub fn tell_session(&mut self, id: &str) {
        let Self::Command(command) = self else { return };
        if let Some((_, value)) = command.environment.iter_mut().find(|(name, _)| name == SESSION_ID) {
            id.clone_into(value);
        }
    }

    /// The command as one would type it, the shell's text, the pattern, or what the asker does.
    pub fn text(&self) -> String {
        match self {
            Self::Command(command) => match &command.shell {
                Some(text) => text.clone(),
                None => execution::shell_text(&command.argv),
            },
            Self::Files(text) | Self::Resource(text) | Self::ByAsker(text) => text.clone(),
        }
    }
}

/// A part of what is bound, in words that a sentence can hold.
pub fn part_words(part: &Part) -> Message {
    match part {
        Part::Folder(path) => message!("the folder {path}", path),
        Part::File(path) => message!("the file {path}", path),
        Part::Skill => message!("SKILL.md"),
        Part::Source => message!("the source’s declaration"),
        Part::Command => message!("the command"),
        Part::Program => message!("the program it resolves to"),
        Part::ProgramBytes => message!("the program’s bytes"),
        Part::Script => message!("the script"),
        Part::Place => message!("the folder"),
        Part::Mode => message!("the permission mode"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Part, added, part_words};

    #[test]
    fn words_that_were_not_declared_are_told() {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        for (declared, runs, expected) in [
            ("git diff HEAD", "git --no-pager diff --no-ext-diff HEAD", "--no-pager --no-ext-diff"),
            ("git status", "git status", ""),
            ("a b", "b a", "b"),
        ] {
            assert_eq!(added(&words(declared), &words(runs)), words(expected), "{runs}");
        }
    }

    #[test]
    fn a_part_is_called_by_what_it_is() {
        let (folder, file) = (Part::Folder("/a".to_owned()), Part::File("/b".to_owned()));
        assert_eq!([&folder, &file].map(part_words), ["the folder /a", "the file /b"]);
        assert_eq!(part_words(&Part::ProgramBytes), "the program’s bytes");
    }
}
