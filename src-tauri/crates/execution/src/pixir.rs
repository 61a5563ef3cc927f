//! What Pixir would decide, to the letter: its gaps are its own, and are shown as they are.
//!
//! Assay's own judgement is [`crate::judge`]; it is never laxer than this.

mod default;
mod outside;

use serde_json::Value;

pub use default::permission_default;
pub use outside::outside_token;

use crate::Mode;

/// The programs whose name alone makes a command safe for Pixir.
const SAFE: &[&str] = &[
    "ls", "cat", "pwd", "echo", "grep", "rg", "find", "head", "tail", "wc", "which", "whoami", "date", "env",
    "true", "git", "ripgrep", "tree", "stat", "file", "dirname", "basename", "realpath", "sort", "uniq",
    "diff",
];
/// Texts that make any command unsafe, wherever they stand; `>>`, `&&` and `||` contain one of them.
const MARKS: &[&str] = &["\n", "\r", ";", "|", "&", ">", "<", "`", "$("];
const UNSAFE_FIND: &[&str] = &["-delete", "-exec", "-execdir", "-ok", "-okdir"];
const UNSAFE_GIT: &[&str] = &[
    "push", "commit", "merge", "rebase", "reset", "checkout", "clean", "rm", "mv", "add", "tag", "fetch",
    "pull",
];

/// What Pixir does with one call of a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// It runs.
    Allow,
    /// Somebody is asked; the words are Pixir's own name for what would happen.
    Ask(String),
    /// It does not run; the words are the reason Pixir gives.
    Deny(String),
}

/// What Pixir does with a call of `tool` under `mode`.
pub fn decide(mode: Mode, tool: &str, args: &Value) -> Decision {
    match mode {
        Mode::Auto => Decision::Allow,
        _ if !is_mutating(tool, args) => Decision::Allow,
        Mode::Ask => Decision::Ask(phrase(tool)),
        Mode::ReadOnly => Decision::Deny("denied by read_only mode".to_owned()),
    }
}

/// Whether Pixir counts a call as changing something. Every tool it does not know does.
pub fn is_mutating(tool: &str, args: &Value) -> bool {
    match tool {
        "read"
        | "skills_list"
        | "skill_view"
        | "wait_agent"
        | "list_agents"
        | "run_virtual_commands"
        | "update_plan" => false,
        "spawn_agent" => args.get("validate_only") != Some(&Value::Bool(true)),
        "apply_virtual_diff" => args.get("dry_run") == Some(&Value::Bool(false)),
        "bash" => !args.get("command").and_then(Value::as_str).is_some_and(is_safe),
        _ => true,
    }
}

/// Whether Pixir runs a shell command without asking: a test of its text, nothing more,
/// with all the holes it has in Pixir 0.1.12.
pub fn is_safe(command: &str) -> bool {
    let text = command.trim();
    let words: Vec<&str> = text.split(is_blank).filter(|word| !word.is_empty()).collect();
    !MARKS.iter().any(|mark| text.contains(mark))
        && !words.iter().any(|word| climbs(word))
        && is_safe_call(&words)
}

/// What Pixir makes of the answer to a request for permission over ACP; `None` is a request that failed.
pub fn acp_outcome(result: Option<&Value>) -> Decision {
    let deny = |words: &str| Decision::Deny(words.to_owned());
    let Some(result) = result else { return deny("permission request failed") };
    let member =
        |key: &str| result.get("outcome").and_then(|outcome| outcome.get(key)).and_then(Value::as_str);
    match (member("outcome"), member("optionId")) {
        (Some("selected"), Some("allow")) => Decision::Allow,
        (Some("selected"), _) => deny("rejected by user"),
        (Some("cancelled"), _) => deny("cancelled"),
        _ => deny("denied"),
    }
}

fn is_safe_call(mut words: &[&str]) -> bool {
    while let Some((first, rest)) = words.split_first() {
        words = match *first {
            "env" => match rest.iter().position(|word| !is_assignment(word) && !word.starts_with('-')) {
                Some(at) => &rest[at..],
                None => return true,
            },
            "find" => return !rest.iter().any(|word| UNSAFE_FIND.contains(&unquoted(word))),
            "git" => return !rest.first().is_some_and(|first| UNSAFE_GIT.contains(first)),
            first => return SAFE.contains(&first),
        };
    }
    false
}

fn phrase(tool: &str) -> String {
    match tool {
        "write" => "write a file",
        "apply_virtual_diff" => "apply a virtual diff",
        "bash" => "run a shell command",
        "spawn_agent" => "spawn a subagent",
        "send_input" => "send input to a subagent",
        "close_agent" => "close a subagent",
        "run_workflow" => "run a workflow",
        tool => return format!("run {tool}"),
    }
    .to_owned()
}

/// The blanks that part words; Pixir's pattern knows no others, though it trims by Unicode.
fn is_blank(letter: char) -> bool {
    matches!(letter, ' ' | '\t'..='\r')
}

/// A word without the quotes around it: single ones first, then double ones, as many as there are.
fn unquoted(word: &str) -> &str {
    word.trim_matches('\'').trim_matches('"')
}

/// Whether one of the parts between slashes is `..`, quotes left out.
fn climbs(word: &str) -> bool {
    word.split('/').any(|part| part.chars().filter(|letter| !matches!(letter, '\'' | '"')).eq("..".chars()))
}

/// `NAME=anything`.
fn is_assignment(word: &str) -> bool {
    let Some((name, _)) = word.split_once('=') else { return false };
    name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Decision, acp_outcome, decide, is_safe};
    use crate::Mode;

    #[test]
    fn a_command_is_safe_by_its_look() {
        let check = |command: &str, safe: bool| assert_eq!(is_safe(command), safe, "{command:?}");
        check("ls", true);
        check("\u{a0}\u{3000}ls -la\u{85}\n", true);
        check("ls\u{3000}-la", false);
        check("ls\u{b}-la", true);
        check("", false);
        check("\u{2003}", false);
        check("env", true);
        check("env A=1 -i B=2", true);
        check("env A=1 rm", false);
        check("env 1A=1 ls", false);
        check("env -S'touch\\_x'", true);
        check("env env env git push", false);
        check("find . \"'-delete'\"", true);
        check("find . '\"-delete\"'", false);
        check("git -c a push", true);
        check("git push", false);
        check("git \"push\"", true);
        check("echo 'a'/.\"\"./b", false);
        check("echo a$(", false);
        check("ls ..a ...", true);
    }

    #[test]
    fn a_tool_is_decided_by_its_mode() {
        let check = |tool: &str, args: Value, ask: &str| {
            assert_eq!(decide(Mode::Auto, tool, &args), Decision::Allow);
            let (asked, denied) = match ask {
                "" => (Decision::Allow, Decision::Allow),
                words => (Decision::Ask(words.into()), Decision::Deny("denied by read_only mode".into())),
            };
            assert_eq!(decide(Mode::Ask, tool, &args), asked, "{tool} {args}");
            assert_eq!(decide(Mode::ReadOnly, tool, &args), denied, "{tool} {args}");
        };
        check("read", json!({}), "");
        check("bash", json!({"command": "ls"}), "");
        check("bash", json!({"command": ["ls"]}), "run a shell command");
        check("bash", json!("ls"), "run a shell command");
        check("spawn_agent", json!({"validate_only": 1}), "spawn a subagent");
        check("apply_virtual_diff", json!({"dry_run": 0}), "");
        check("Read", json!({}), "run Read");
    }

    #[test]
    fn only_an_exact_yes_over_acp_is_one() {
        let check = |result: Value, expected: &str| {
            let words = match acp_outcome(Some(&result)) {
                Decision::Deny(words) => words,
                other => format!("{other:?}"),
            };
            assert_eq!(words, expected, "{result}");
        };
        check(json!({"outcome": {"outcome": "selected", "optionId": "allow"}}), "Allow");
        check(json!({"outcome": {"outcome": "selected", "optionId": ["allow"]}}), "rejected by user");
        check(json!({"outcome": {"outcome": "Selected", "optionId": "allow"}}), "denied");
        check(json!({"outcome": {"optionId": "allow"}}), "denied");
        check(json!([]), "denied");
        assert_eq!(acp_outcome(None), Decision::Deny("permission request failed".to_owned()));
    }
}
