use std::path::{Path, PathBuf};

use crate::{Level, Limits, NotRun, Program, Seal};

/// One command with all that decides what it may do: what was approved, and nothing that is looked up later.
#[derive(Debug, Clone)]
pub struct Order {
    /// The words of the command; the first is only the name that the program is told it has.
    pub argv: Vec<String>,
    /// What is executed. Its file and the folder it was resolved in must still be what they were then.
    pub program: Program,
    /// What runs from its approved bytes, besides the program: it is read and executed from a copy of these bytes that
    /// nobody can write. Without namespaces it is compared before the start and after the end.
    pub sealed: Vec<Seal>,
    /// The folder it may read, and that `cwd` must lie in; absolute.
    pub workspace: PathBuf,
    /// Where it runs; absolute, and no link may stand on the way from the workspace.
    pub cwd: PathBuf,
    /// Its environment.
    pub environment: Vec<(String, String)>,
    /// What its environment has beside that.
    pub further: Further,
    /// What it reads from its standard input, which then ends; at most 8 MiB.
    pub input: Vec<u8>,
    /// Further files and folders it may read and execute; those that are missing are left out.
    pub readable: Vec<PathBuf>,
    /// What it may write.
    pub writes: Writes,
    /// Files and folders below the workspace that it may only read, whatever it may write.
    pub kept: Vec<PathBuf>,
    /// What it may use up.
    pub limits: Limits,
    /// Below this it is not run.
    pub least: Level,
    /// A program that calls [`crate::helper`] first; used on Linux only.
    pub helper: PathBuf,
}

/// What a command may write, besides the private folder that `TMPDIR` names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(target_os = "linux", derive(serde::Serialize, serde::Deserialize))]
pub enum Writes {
    /// Nothing.
    Nothing,
    /// What is in the workspace, but never its `.pixir` nor what an order keeps. Entries directly in the workspace's top folder can be
    /// written but not added, renamed or removed: who may do that may also put another `.pixir` there.
    Workspace,
}

/// What a command's environment has that nobody named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Further {
    /// `PATH`, `HOME`, `TMPDIR` and `LANG` where they are not named: the system's folders, a private folder that
    /// is gone afterwards, and `C.UTF-8`.
    Usual,
    /// Nothing at all.
    Nothing,
}

/// The limits of an order in the terms of the user who decides on it. It is made of the order itself, so that nothing
/// else can be shown than what will run.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct OrderDescription {
    /// Every word, the program's name first.
    pub argv: Vec<String>,
    /// The program that is executed.
    pub program: PathBuf,
    /// The folder it runs in.
    pub cwd: PathBuf,
    /// The names of its whole environment.
    pub environment: Vec<String>,
    /// It may write in the workspace.
    pub writes_workspace: bool,
    /// Milliseconds until it is ended.
    pub wall_ms: u64,
    /// Bytes kept of each of its two streams.
    pub keep: u64,
}

impl Order {
    /// Returns what the order may do, for the user who decides.
    pub fn description(&self) -> OrderDescription {
        OrderDescription {
            argv: self.argv.clone(),
            program: self.program.path.clone(),
            cwd: self.cwd.clone(),
            environment: environment(self, Path::new("")).into_iter().map(|(name, _)| name).collect(),
            writes_workspace: self.writes == Writes::Workspace,
            wall_ms: u64::try_from(self.limits.wall.as_millis()).unwrap_or(u64::MAX),
            keep: self.limits.keep,
        }
    }
}

/// Bytes of all words, or of the whole environment: Linux gives both together 2 MiB at least, a quarter of a
/// stack, and one word 128 KiB.
const WORDS: usize = 512 << 10;
const WORD: usize = 128 << 10;
/// Bytes of the standard input: they cross to the sandbox as text of about four times their length.
const INPUT: usize = 8 << 20;

/// Complains about an order that cannot be carried out by anybody.
pub(crate) fn check(order: &Order) -> Result<(), NotRun> {
    let fail = |words: String| Err(NotRun::Failed(words));
    if order.argv.is_empty() {
        return fail("The command has no words.".into());
    }
    if let Some(number) = order.argv.iter().position(|word| word.contains('\0')) {
        return fail(format!(
            "Word {} of the command has a NUL byte, which no program can be given.",
            number + 1
        ));
    }
    if let Some(number) = order.argv.iter().position(|word| word.len() >= WORD) {
        return fail(format!("Word {} of the command has {WORD} bytes or more.", number + 1));
    }
    if order.argv.iter().map(String::len).sum::<usize>() > WORDS {
        return fail(format!("The words of the command have more than {WORDS} bytes together."));
    }
    let is_odd = |(name, value): &&(String, String)| {
        name.is_empty() || name.contains(['=', '\0']) || value.contains('\0')
    };
    if let Some((name, _)) = order.environment.iter().find(is_odd) {
        return fail(format!(
            "The variable {name:?} of its environment has a name or value that none can have."
        ));
    }
    let size = order.environment.iter().map(|(name, value)| name.len() + value.len() + 2);
    if size.clone().any(|size| size >= WORD) || size.sum::<usize>() > WORDS {
        return fail(format!("Its environment has more than {WORDS} bytes, or one variable {WORD} or more."));
    }
    if order.input.len() > INPUT {
        return fail(format!("It would be given {} bytes to read; {INPUT} is the limit.", order.input.len()));
    }
    if !order.workspace.is_absolute() || order.cwd.strip_prefix(&order.workspace).is_err() {
        let (cwd, workspace) = (order.cwd.display(), order.workspace.display());
        return fail(format!("It would run in {cwd}, which is not in the workspace {workspace}."));
    }
    Ok(())
}

/// The first thing in which what was approved to the byte differs from what is there now.
pub(crate) fn changed(order: &Order) -> Option<PathBuf> {
    order.sealed.iter().find_map(Seal::changed)
}

/// The whole environment of the command; `scratch` is its private folder.
pub(crate) fn environment(order: &Order, scratch: &Path) -> Vec<(String, String)> {
    if order.further == Further::Nothing {
        return order.environment.clone();
    }
    let scratch = scratch.to_string_lossy();
    let ours = [
        ("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"),
        ("HOME", &*scratch),
        ("TMPDIR", &*scratch),
        ("LANG", "C.UTF-8"),
    ];
    let is_named = |wanted: &str| order.environment.iter().any(|(name, _)| name == wanted);
    let missing = ours.iter().filter(|(name, _)| !is_named(name));
    let missing = missing.map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    order.environment.iter().cloned().chain(missing).collect()
}
