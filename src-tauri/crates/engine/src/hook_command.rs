//! The commands of hooks: what a yes to one is bound to, what text the shell reads, and running it.

use std::path::Path;
use std::time::Duration;

use disk::Digest;
use execution::{
    Bound, End, Further, Level, Limits, Order, OrderDescription, Part, Seal, Stop, Unresolved, Writes,
};
use hydration::{Ground, files_named};

use crate::Held;
use crate::script::{environment, search};

/// What a command gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HookOutput {
    /// How it ended.
    pub end: HookEnd,
    /// What it wrote to its standard output, at most 64 KiB.
    pub stdout: Vec<u8>,
    /// What it wrote to its standard error, likewise.
    pub stderr: Vec<u8>,
}

/// How a command ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HookEnd {
    /// By itself: 0 goes on, 2 blocks, anything else is an error.
    Exit(i32),
    /// At its time limit (S4-57).
    TimedOut,
    /// In any other way, in words.
    Failed(String),
}

impl HookEnd {
    /// The end as a reason, in a sentence.
    pub fn words(&self) -> String {
        match self {
            Self::Exit(0) => "A hook succeeded with exit code 0.".to_owned(),
            Self::Exit(2) => "A hook ended with exit code 2, which blocks.".to_owned(),
            Self::Exit(code) => format!("A hook failed: it ended with exit code {code}."),
            Self::TimedOut => "A hook failed: hook timed out.".to_owned(),
            Self::Failed(words) => format!("A hook failed: {words}."),
        }
    }
}

/// Bytes kept of each stream.
const KEEP: u64 = 64 << 10;
const SHELL: &str = "bash";

/// What a yes to a command is bound to: the skill's bytes, all bytes of its copy, the command's text, the workspace
/// and the files in it that the text names. One byte of any of them, and it is asked about again.
pub fn hook_bound(content_hash: Digest, copy: Option<Digest>, command: &str, workspace: &Path) -> Bound {
    bound_with(&files_named(workspace, command), (content_hash, copy), command, workspace)
}

fn bound_with(
    files: &[Seal],
    (content_hash, copy): (Digest, Option<Digest>),
    command: &str,
    workspace: &Path,
) -> Bound {
    let bound = Bound::default()
        .with_digest(Part::Skill, content_hash)
        .with(Part::Source, b"hook")
        .with(Part::Command, command.as_bytes())
        .with(Part::Place, workspace.as_os_str().as_encoded_bytes());
    let file = |seal: &Seal| Part::File(seal.path.to_string_lossy().into_owned());
    let bound = files.iter().fold(bound, |bound, seal| bound.with_digest(file(seal), seal.digest()));
    match copy {
        Some(copy) => bound.with_digest(Part::Script, copy),
        None => bound,
    }
}

/// The text that the shell reads (S4-58): outside double quotes the skill's folder stands quoted in place of
/// `${SKILL_DIR}` and `${CLAUDE_SKILL_DIR}`, so that blanks and marks in it stay what they are; within them the shell
/// fills it in from the environment.
pub fn hook_text(command: &str, dir: &Path) -> String {
    let dir = dir.to_string_lossy();
    let inner = dir.replace('\'', r"'\''");
    let (mut text, mut rest, mut quote) = (String::with_capacity(command.len()), command, Quote::None);
    while let Some(next) = rest.chars().next() {
        if let Some(behind) = NAMES.iter().find_map(|name| rest.strip_prefix(name)) {
            match quote {
                Quote::None => text.push_str(&format!("'{inner}'")),
                Quote::Single => text.push_str(&inner),
                Quote::Double => text.push_str(NAMES[0]),
            }
            rest = behind;
            continue;
        }
        let escaped = next == '\\' && quote != Quote::Single;
        let length =
            next.len_utf8() + if escaped { rest[1..].chars().next().map_or(0, char::len_utf8) } else { 0 };
        text.push_str(&rest[..length]);
        rest = &rest[length..];
        quote = match (quote, next) {
            (Quote::None, '\'') => Quote::Single,
            (Quote::None, '"') => Quote::Double,
            (Quote::Single, '\'') | (Quote::Double, '"') => Quote::None,
            (same, _) => same,
        };
    }
    text
}

const NAMES: [&str; 2] = ["${SKILL_DIR}", "${CLAUDE_SKILL_DIR}"];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Quote {
    None,
    Single,
    Double,
}

/// Runs the command of a hook of `held`, contained, in the workspace: it reads that and the task's copy, writes
/// nothing, and is told `PATH`, `SKILL_DIR` and `SESSION_ID` alone (S4-32). That a person approved it was seen to
/// before: `approved` is what that yes was bound to, and nothing else runs.
pub fn run_hook(
    (command, timeout, approved): (&str, Duration, Option<&Bound>),
    held: &Held,
    session: &str,
    ground: &Ground,
    input: &[u8],
    stop: &Stop,
) -> HookOutput {
    let failed =
        |words: String| HookOutput { end: HookEnd::Failed(words), stdout: Vec::new(), stderr: Vec::new() };
    let Some(seal) = held.mount.seal() else {
        return failed("the task's copy of the skill was changed".to_owned());
    };
    let mut sealed = files_named(&ground.workspace, command);
    let bytes = (held.content_hash, Some(held.mount.digest));
    let now = bound_with(&sealed, bytes, command, &ground.workspace);
    if let Some(other) = approved.and_then(|approved| now.changed_since(approved).into_iter().next()) {
        return failed(format!("{} changed since it was approved", hydration::part_words(&other)));
    }
    sealed.push(seal);
    let order = match order((command, timeout), held, session, ground) {
        Ok(order) => Order { sealed, input: input.to_vec(), ..order },
        Err(unresolved) => return failed(unresolved.to_string()),
    };
    match execution::run(&order, stop) {
        Err(not_run) => failed(not_run.to_string()),
        Ok(ran) => HookOutput {
            end: match ran.end {
                End::Exit(code) => HookEnd::Exit(code),
                End::TimedOut => HookEnd::TimedOut,
                other => HookEnd::Failed(format!("it {other}")),
            },
            stdout: ran.stdout.kept,
            stderr: ran.stderr.kept,
        },
    }
}

// Without what is sealed and what it reads, which are known when it runs.
fn order(
    (command, timeout): (&str, Duration),
    held: &Held,
    session: &str,
    ground: &Ground,
) -> Result<Order, Unresolved> {
    Ok(Order {
        argv: vec![SHELL.to_owned(), "-c".to_owned(), hook_text(command, &held.mount.path)],
        program: execution::resolve(SHELL, &ground.workspace, &search(ground))?,
        sealed: Vec::new(),
        kept: Vec::new(),
        workspace: ground.workspace.clone(),
        cwd: ground.workspace.clone(),
        environment: environment(ground, &held.mount.path, session),
        further: Further::Nothing,
        input: Vec::new(),
        readable: vec![held.mount.path.clone()],
        writes: Writes::Nothing,
        limits: Limits::for_source(timeout, KEEP),
        least: Level::None,
        helper: ground.helper.clone(),
    })
}

/// Returns what the command of a hook would run and within which limits, as the user is shown it.
///
/// # Errors
///
/// [`Unresolved`] if there is no `bash` here.
pub fn hook_description(
    (command, timeout): (&str, Duration),
    held: &Held,
    session: &str,
    ground: &Ground,
) -> Result<OrderDescription, Unresolved> {
    Ok(order((command, timeout), held, session, ground)?.description())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::hook_text;

    #[test]
    fn s4_58_the_skills_folder_is_put_in_quoted() {
        let check = |command: &str, expected: &str| {
            assert_eq!(hook_text(command, Path::new("/a b/$c/it's")), expected, "{command}");
        };
        check("${SKILL_DIR}/x.sh", r"'/a b/$c/it'\''s'/x.sh");
        check("sh ${CLAUDE_SKILL_DIR}/x.sh ${SKILL_DIR}", r"sh '/a b/$c/it'\''s'/x.sh '/a b/$c/it'\''s'");
        check("\"${SKILL_DIR}/x.sh\"", "\"${SKILL_DIR}/x.sh\"");
        check("\"${CLAUDE_SKILL_DIR}/x.sh\"", "\"${SKILL_DIR}/x.sh\"");
        check("'${SKILL_DIR}'", r"'/a b/$c/it'\''s'");
        check("\\\"${SKILL_DIR}", r#"\"'/a b/$c/it'\''s'"#);
        check("echo \\${SKILL_DIR}", "echo \\${SKILL_DIR}");
        check("echo 'a\\' ${SKILL_DIR}", r"echo 'a\' '/a b/$c/it'\''s'");
        check("echo naïve\\", "echo naïve\\");
        check("$SKILL_DIR ${HOME} \"a\\\"b\"", "$SKILL_DIR ${HOME} \"a\\\"b\"");
    }
}
