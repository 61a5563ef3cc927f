//! A skill's scripts. [`Task::plan_script`] says what exactly would run and what the mode says of it; a
//! person decides on that; [`run_script`] runs it, contained, from the task's own copy.

use std::path::{Path, PathBuf};
use std::time::Duration;

use disk::{Digest, Kind};
use execution::{
    Bound, Captured, Decision, End, Further, Level, Limits, Mode, Order, OrderDescription, Part, Program,
    Stop, Unresolved, Writes,
};
use hydration::Ground;
use hydration::secret::withhold;
use message::Message;
use serde::Serialize;
use serde_json::{Value, json};

use crate::interpreter::bash_folders;
use crate::resource::file_of_copy;
use crate::wrap::{attribute, neutral};
use crate::{Approval, Held, Offered, Platform, Refusal, Task, inside, interpreter, split};

/// What is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunScript {
    /// The skill.
    pub name: String,
    /// The script, from the skill's folder.
    pub script: String,
    /// Its arguments as one text, split like a shell's words and expanded by nobody (S4-80).
    pub arguments: Option<String>,
}

/// What exactly would run.
#[derive(Debug, Clone)]
pub struct ScriptPlan {
    /// The skill.
    pub skill: String,
    /// SHA-256 of its `SKILL.md` as it was taken in.
    pub content_hash: Digest,
    /// The script, from the skill's folder.
    pub script: String,
    /// SHA-256 of the script.
    pub script_hash: Digest,
    /// Every word; no shell reads them (S4-78).
    pub argv: Vec<String>,
    /// What is executed.
    pub program: Program,
    /// Where it runs: the task's copy of the skill.
    pub cwd: PathBuf,
    /// What it is told: the variables named here, and a private folder as `HOME` and `TMPDIR`.
    pub environment: Vec<(String, String)>,
    /// Whether its interpreter may want the network, which it does not get where it is contained (S4-74).
    pub network: bool,
    /// What contains it on this machine.
    pub level: Level,
    /// The mode in force.
    pub mode: Mode,
    /// What the mode says.
    pub decision: Decision,
    /// Why, in a sentence.
    pub rule: String,
    /// What a person's yes would be bound to: the skill, the words, the program, all bytes of the copy, the folder
    /// and the mode.
    pub bound: Bound,
    mount: crate::Mount,
    workspace: PathBuf,
    helper: PathBuf,
}

/// What ran and what came back: to be recorded, and to be answered.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ScriptEvidence {
    /// The skill.
    pub skill: String,
    /// SHA-256 of its `SKILL.md`.
    pub content_hash: String,
    /// The script, from the skill's folder.
    pub script: String,
    /// SHA-256 of the script.
    pub script_sha256: String,
    /// One digest over the whole copy it ran from.
    pub mount_sha256: String,
    /// Every word.
    pub argv: Vec<String>,
    /// The program that was executed.
    pub program: String,
    /// SHA-256 of the program.
    pub program_sha256: String,
    /// Where it ran.
    pub cwd: String,
    /// The names in its environment that were set for it.
    pub environment: Vec<String>,
    /// The mode.
    pub mode: String,
    /// `rule` or `user`.
    pub by: String,
    /// How well it was contained.
    pub level: String,
    /// How it ended: `exit`, `signal`, `timeout`, …
    pub end: String,
    /// Its exit code, if it ended by itself. Not zero is a result like any other.
    pub exit_code: Option<i32>,
    /// How long it ran.
    pub duration_ms: u64,
    /// Standard output.
    pub stdout: Stream,
    /// Standard error.
    pub stderr: Stream,
    /// What the record does not show, in sentences.
    pub limitations: Vec<String>,
}

/// One stream of a script.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Stream {
    /// Its beginning as text; bytes that are not UTF-8 show as U+FFFD, and likely secrets are withheld.
    pub text: String,
    /// Places of that text where a likely secret stood. Nobody looks at what a script prints before the model does,
    /// so none is handed on.
    pub withheld: usize,
    /// Bytes of it that were kept.
    pub bytes_kept: u64,
    /// Bytes of it that were read.
    pub bytes_total: u64,
    /// SHA-256 of what was read.
    pub sha256: String,
}

const TOOL: &str = "run_skill_script";
/// How long a script may run.
const WALL: Duration = Duration::from_secs(30);
/// Bytes kept of each stream.
const KEEP: u64 = 16_000;

impl Task {
    /// What would run, or why nothing would. Nothing runs, and nobody is asked.
    ///
    /// # Errors
    ///
    /// [`Refusal`] when this task did not take the skill in, the skill's own list of tools lacks this one,
    /// the path is not one of a file below the skill, the file is missing or larger than 1 MiB, its arguments
    /// have an open quote, or no program here runs it.
    pub fn plan_script(
        &self,
        visible: &[Offered],
        call: &RunScript,
        ground: &Ground,
        platform: Platform,
    ) -> Result<ScriptPlan, Refusal> {
        let held = self.held_as(visible, &call.name)?;
        if !held.allowed.permits(TOOL) {
            let allowed = held.allowed.list().to_vec();
            return Err(Refusal::NotPermitted { name: held.skill.id.clone(), tool: TOOL, allowed });
        }
        let path = &call.script;
        let rel = inside(path).map_err(|fault| Refusal::Path { path: path.clone(), fault })?;
        let arguments =
            split(call.arguments.as_deref().unwrap_or_default()).map_err(|_| Refusal::Arguments)?;
        let contents = file_of_copy(held, path, &rel)?;
        let (program, words, network) = program(held, path, &rel, &contents.bytes, ground, platform)?;
        let argv: Vec<String> = words.into_iter().chain(arguments).collect();
        let level = execution::best(&ground.helper);
        let (decision, rule) = decide(ground.mode, level, network);
        let script_hash = Digest::of(&contents.bytes);
        Ok(ScriptPlan {
            bound: bound(held, &argv, &program, ground),
            skill: held.skill.id.clone(),
            content_hash: held.content_hash,
            script: crate::mount::with_slashes(&rel),
            script_hash,
            argv,
            program,
            cwd: held.mount.path.clone(),
            environment: environment(ground, &held.mount.path, &self.session),
            network,
            level,
            mode: ground.mode,
            decision,
            rule,
            mount: held.mount.clone(),
            workspace: ground.workspace.clone(),
            helper: ground.helper.clone(),
        })
    }
}

/// The variables that every script is told, `PATH` among them.
pub(crate) fn environment(ground: &Ground, skill_dir: &Path, session: &str) -> Vec<(String, String)> {
    let between = if cfg!(windows) { ";" } else { ":" };
    let folders: Vec<_> = search(ground).iter().map(|folder| folder.to_string_lossy().into_owned()).collect();
    let path = (!folders.is_empty()).then(|| folders.join(between));
    let set = |name: &str, value: String| (name.to_owned(), value);
    vec![
        set("PATH", path.unwrap_or_default()),
        set("SKILL_DIR", skill_dir.to_string_lossy().into_owned()),
        set("SESSION_ID", session.to_owned()),
    ]
}

pub(crate) fn search(ground: &Ground) -> Vec<PathBuf> {
    let path = ground.environment.iter().find(|(name, _)| name == "PATH").map(|(_, value)| value.as_str());
    let between = if cfg!(windows) { ';' } else { ':' };
    // An empty one is the folder a command runs in.
    path.map_or_else(Vec::new, |path| {
        path.split(between).map(PathBuf::from).filter(|folder| !has_shims(folder)).collect()
    })
}

/// Returns `true` for a folder of shims: programs of a version manager (pyenv, rbenv, asdf, mise) that start another one
/// in the home folder, which is hidden from what is contained.
fn has_shims(folder: &Path) -> bool {
    folder.file_name().is_some_and(|name| name == "shims")
}

/// The program, the words before the arguments, and whether it may want the network.
fn program(
    held: &Held,
    path: &str,
    rel: &Path,
    bytes: &[u8],
    ground: &Ground,
    platform: Platform,
) -> Result<(Program, Vec<String>, bool), Refusal> {
    let cwd = &held.mount.path;
    let file = cwd.join(rel);
    // An absolute path: a script named `-c` is no option.
    let word = file.to_string_lossy().into_owned();
    let search = search(ground);
    let program_files = ground.environment.iter().find(|(name, _)| name.eq_ignore_ascii_case("ProgramFiles"));
    let of_bash = bash_folders(&search, program_files.map(|(_, folder)| folder.as_str()));
    let folders =
        |name: &str| if platform == Platform::Windows && name == "bash" { &of_bash } else { &search };
    match interpreter(rel, platform, |name| execution::resolve(name, cwd, folders(name)).ok()) {
        Ok(chosen) => {
            let words = chosen.words.iter().map(|word| (*word).to_owned()).chain([word]).collect();
            Ok((chosen.program, words, chosen.network))
        }
        Err(tried) => {
            let itself = platform == Platform::Unix && tried.is_empty() && bytes.starts_with(b"#!");
            if !itself {
                return Err(Refusal::NoInterpreter { path: path.to_owned(), tried });
            }
            let program = execution::resolve(&word, cwd, &search).map_err(|unresolved| match unresolved {
                Unresolved::NotExecutable { .. } => {
                    Refusal::NoInterpreter { path: path.to_owned(), tried: Vec::new() }
                }
                other => Refusal::NotRun(other.to_string()),
            })?;
            let is_executable =
                disk::look(&file).is_ok_and(|look| look.kind == Kind::File && look.mode & 0o111 != 0);
            if !is_executable {
                return Err(Refusal::NoInterpreter { path: path.to_owned(), tried: Vec::new() });
            }
            Ok((program, vec![word], false))
        }
    }
}

/// What a mode makes of a script (S0-36). Unasked it runs in mode `auto` alone, and there only where the machine
/// holds it to reading and its interpreter needs nothing from the network (S4-74).
fn decide(mode: Mode, level: Level, network: bool) -> (Decision, String) {
    let (decision, words) = match mode {
        Mode::Auto if network => (Decision::Ask, "npx may download what it runs, so the user decides"),
        Mode::Auto if level > Level::None => (Decision::Allow, "it can write nothing and reach no network"),
        Mode::Auto => (Decision::Ask, "there is no sandbox on this machine, so the user decides"),
        Mode::Ask => (Decision::Ask, "a script needs approval for these exact bytes"),
        Mode::ReadOnly => (Decision::Refuse, "no script runs in it"),
    };
    (decision, format!("Mode {}: {words}.", mode.word()))
}

fn bound(held: &Held, argv: &[String], program: &Program, ground: &Ground) -> Bound {
    // The copy lies elsewhere in every task; its bytes are bound instead of its place.
    let here = held.mount.path.to_string_lossy();
    let words: Vec<String> = argv.iter().map(|word| word.replace(&*here, "${SKILL_DIR}")).collect();
    let path = program.path.to_string_lossy().replace(&*here, "${SKILL_DIR}");
    Bound::default()
        .with_digest(Part::Skill, held.content_hash)
        .with(Part::Source, TOOL.as_bytes())
        .with(Part::Command, words.join("\0").as_bytes())
        .with(Part::Program, path.as_bytes())
        .with_digest(Part::ProgramBytes, program.digest)
        .with_digest(Part::Script, held.mount.digest)
        .with(Part::Place, ground.workspace.as_os_str().as_encoded_bytes())
        .with(Part::Mode, ground.mode.word().as_bytes())
}

impl ScriptPlan {
    // Without the seal of the copy, which is taken when it runs.
    fn order(&self) -> Order {
        Order {
            argv: self.argv.clone(),
            program: self.program.clone(),
            sealed: Vec::new(),
            kept: Vec::new(),
            workspace: self.cwd.clone(),
            cwd: self.cwd.clone(),
            environment: self.environment.clone(),
            further: Further::Usual,
            input: Vec::new(),
            readable: vec![self.workspace.clone()],
            writes: Writes::Nothing,
            limits: Limits::for_source(WALL, KEEP),
            least: Level::None,
            helper: self.helper.clone(),
        }
    }

    /// Returns what would run and within which limits, as the user is shown it.
    pub fn description(&self) -> OrderDescription {
        self.order().description()
    }

    /// As a dry run answers it: what would run, and nothing did.
    pub fn payload(&self) -> Value {
        json!({
            "dry_run": true,
            "would": TOOL,
            "skill": self.skill,
            "script": self.script,
            "argv": self.argv,
            "cwd": self.cwd.display().to_string(),
            "environment": self.description().environment,
            "network": self.network,
            "decision": match self.decision {
                Decision::Allow => "allow",
                Decision::Ask => "ask",
                Decision::Refuse => "deny",
            },
            "rule": self.rule,
        })
    }
}

/// Runs what was planned, if the mode or a person lets it. Blocks until nothing of it is left. An exit code other
/// than zero is a result.
///
/// It may read the task's copy, the workspace and the system, and write nothing but a private folder that is gone
/// afterwards; where nothing contains it, only a person's yes lets it run.
///
/// # Errors
///
/// [`Refusal::Rejected`], [`Refusal::Denied`] or [`Refusal::Undecided`] when neither the mode nor a person
/// lets it, and [`Refusal::NotRun`] when the copy or the program has changed since it was planned, or it
/// could not be started or contained.
pub fn run_script(plan: &ScriptPlan, approval: Approval, stop: &Stop) -> Result<ScriptEvidence, Refusal> {
    let by = approval.lets(plan.decision, &plan.rule, &plan.bound)?;
    let Some(seal) = plan.mount.seal() else {
        let words = "the task's copy of the skill was changed; activate the skill again";
        return Err(Refusal::NotRun(words.to_owned()));
    };
    let least = if by == "rule" { Level::Walls } else { Level::None };
    let order = Order { sealed: vec![seal], least, ..plan.order() };
    let ran = execution::run(&order, stop).map_err(|not_run| Refusal::NotRun(not_run.to_string()))?;
    Ok(ScriptEvidence {
        skill: plan.skill.clone(),
        content_hash: plan.content_hash.to_string(),
        script: plan.script.clone(),
        script_sha256: plan.script_hash.to_string(),
        mount_sha256: plan.mount.digest.to_string(),
        argv: plan.argv.clone(),
        program: plan.program.path.display().to_string(),
        program_sha256: plan.program.digest.to_string(),
        cwd: plan.cwd.display().to_string(),
        environment: plan.description().environment,
        mode: plan.mode.word().to_owned(),
        by: by.to_owned(),
        level: ran.level.word().to_owned(),
        end: ran.end.word().to_owned(),
        exit_code: if let End::Exit(code) = ran.end { Some(code) } else { None },
        duration_ms: u64::try_from(ran.wall.as_millis()).unwrap_or(u64::MAX),
        stdout: Stream::of(&ran.stdout),
        stderr: Stream::of(&ran.stderr),
        limitations: ran.limitations.iter().map(Message::to_string).collect(),
    })
}

impl Stream {
    pub(crate) fn of(captured: &Captured) -> Self {
        let (text, withheld) = withhold(&String::from_utf8_lossy(&captured.kept));
        Self {
            text,
            withheld,
            bytes_kept: captured.kept.len() as u64,
            bytes_total: captured.total,
            sha256: captured.digest.to_string(),
        }
    }

    pub(crate) fn said(&self) -> String {
        let text = neutral(&self.text);
        if self.bytes_kept == self.bytes_total {
            return text;
        }
        format!("{text}\n…[the first {} of {} bytes]", self.bytes_kept, self.bytes_total)
    }
}

impl ScriptEvidence {
    /// As text for the model. What the script wrote cannot end the wrapping.
    pub fn wrapped(&self) -> String {
        let code = self.exit_code.map_or_else(|| self.end.clone(), |code| code.to_string());
        let head = format!(
            "<script_output skill=\"{}\" script=\"{}\" exit_code=\"{code}\">",
            attribute(&self.skill),
            attribute(&self.script)
        );
        let errors = if self.stderr.bytes_total == 0 {
            String::new()
        } else {
            format!("\n<stderr>\n{}\n</stderr>", self.stderr.said())
        };
        format!("{head}\n{}{errors}\n</script_output>", self.stdout.said())
    }
}
