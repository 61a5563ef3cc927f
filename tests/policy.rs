//! What Pixir would decide, against what it decided; and what Assay decides, against that.
//!
//! Nothing here runs a command: the cases are read and judged, and some of them would do harm.

#![allow(clippy::disallowed_methods, reason = "tests make the files they look at")]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use execution::{Command, Judgement, Mode, Places, Programs, judge, pixir, plain_words, shell_text};
use proptest::prelude::*;
use serde_json::Value;
use tests::recording;

const MODES: [Mode; 3] = [Mode::Auto, Mode::Ask, Mode::ReadOnly];

fn read(name: &str) -> Value {
    serde_json::from_slice(&fs::read(recording(name)).expect("there")).expect("JSON")
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().expect("a list")
}

/// A workspace laid out as an oracle says, for as long as it is held.
struct Ground {
    root: PathBuf,
    /// What the oracle calls its root.
    recorded: String,
    _folder: tempfile::TempDir,
}

impl Ground {
    fn of(tree: &[Value], recorded: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let root = fs::canonicalize(folder.path()).expect("a name");
        let ground = Self { root, recorded: recorded.to_owned(), _folder: folder };
        for entry in tree {
            let path = ground.root.join(entry["path"].as_str().expect("a path"));
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            match entry["type"].as_str() {
                Some("dir") => fs::create_dir_all(path).expect("made"),
                Some("file") => fs::write(path, entry["content"].as_str().expect("text")).expect("written"),
                #[cfg(unix)]
                Some("symlink") => {
                    let target = ground.here(entry["target"].as_str().expect("a target"));
                    std::os::unix::fs::symlink(target, path).expect("linked");
                }
                other => panic!("a tree with {other:?}"),
            }
        }
        ground
    }

    fn workspace(&self) -> PathBuf {
        self.root.join("ws")
    }

    /// A text of the oracle, with this ground's names in it.
    fn here(&self, text: &str) -> String {
        let root = self.root.to_str().expect("plain");
        text.replace("{{WS}}", &format!("{root}/ws")).replace("{{ROOT}}", root).replace(&self.recorded, root)
    }

    fn outside(&self, command: &str) -> Option<String> {
        pixir::outside_token(command, &self.workspace(), Some(Path::new("/home/dev")))
    }

    fn judge(&self, command: &str) -> Judgement {
        judge(Command::Shell(command), &Places::of(&self.workspace(), None, Programs::AsNamed))
    }
}

fn word(decision: &pixir::Decision) -> Value {
    match decision {
        pixir::Decision::Allow => Value::from("allow"),
        pixir::Decision::Ask(words) => serde_json::json!({ "ask": words }),
        pixir::Decision::Deny(_) => Value::from("deny"),
    }
}

#[cfg(unix)]
#[test]
fn every_command_is_decided_as_pixir_decides_it() {
    let oracle = read("commands/commands.json");
    let ground = Ground::of(list(&oracle, "tree"), "{{ROOT}}");
    let (mut compared, mut proven, mut wrong) = (0, 0, Vec::new());
    for case in list(&oracle, "commands") {
        // A command that is not UTF-8 cannot reach this place, and made Pixir raise.
        let Some(command) = case["command"].as_str().map(|text| ground.here(text)) else { continue };
        let mut check = |what: &str, found: &Value, expected: &Value| {
            compared += 1;
            if found != expected {
                wrong.push(format!("{command:?} {what}: {found} instead of {expected}"));
            }
        };
        check("safe", &pixir::is_safe(&command).into(), &case["safe_command"]);
        let outside = case["outside_workspace_token"].as_str().map(|text| ground.here(text));
        check("outside", &ground.outside(&command).into(), &outside.clone().into());
        let args = serde_json::json!({ "command": command });
        for mode in MODES {
            let name = format!("decide_{}", mode.word());
            check(&name, &word(&pixir::decide(mode, "bash", &args)), &case[&name]);
        }
        let judgement = ground.judge(&command);
        proven += usize::from(judgement.reads_only);
        check("reasons", &judgement.reasons.is_empty().into(), &judgement.reads_only.into());
        if judgement.reads_only {
            check("laxer", &(case["safe_command"] == true && outside.is_none()).into(), &true.into());
        }
    }
    assert!(wrong.is_empty(), "{} of {compared} differ:\n{}", wrong.len(), wrong.join("\n"));
    println!("commands: {compared} answers agree with Pixir's; Assay proves {proven} commands to read only");
}

#[cfg(unix)]
#[test]
fn what_leads_outside_is_what_pixir_finds() {
    let oracle = read("misc/outside_extra.json");
    let ground = Ground::of(list(&oracle, "tree"), oracle["root"].as_str().expect("a root"));
    let mut wrong = Vec::new();
    for case in list(&oracle, "cases") {
        let command = ground.here(case["command"].as_str().expect("text"));
        let expected = case["outside_workspace_token"].as_str().map(|text| ground.here(text));
        if ground.outside(&command) != expected {
            wrong.push(format!("{command:?}: {:?} instead of {expected:?}", ground.outside(&command)));
        }
        assert_eq!(pixir::is_safe(&command), case["safe_command"], "{command:?}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    println!("outside: {} commands agree with Pixir's", list(&oracle, "cases").len());
}

#[test]
fn every_tool_and_answer_is_decided_as_pixir_decides_it() {
    let oracle = read("commands/decide_table.json");
    for row in list(&oracle, "rows") {
        let mode = Mode::parse(row["mode"].as_str().expect("a mode")).expect("known");
        let tool = row["tool"].as_str().expect("a tool");
        assert_eq!(word(&pixir::decide(mode, tool, &row["args"])), row["decision"], "{row}");
        assert_eq!(pixir::is_mutating(tool, &row["args"]), row["mutating"], "{row}");
    }
    for case in list(&oracle, "acp_outcomes") {
        let reply = &case["client_reply"];
        let outcome = pixir::acp_outcome((reply["kind"] == "ok").then_some(&reply["result"]));
        let found = match outcome {
            pixir::Decision::Deny(words) => serde_json::json!({ "deny": words }),
            other => word(&other),
        };
        assert_eq!(found, case["decision"], "{case}");
    }
    println!(
        "decisions: {} rows, {} answers",
        list(&oracle, "rows").len(),
        list(&oracle, "acp_outcomes").len()
    );
}

#[test]
fn the_default_mode_is_read_as_pixir_reads_it() {
    let oracle = read("misc/config.json");
    for case in list(&oracle, "cases") {
        let (mode, problem) = pixir::permission_default(case["config_text"].as_str().map(str::as_bytes));
        assert_eq!(mode.word(), case["permission_default"], "{case}");
        let loaded = &case["loaded"];
        let warned = list(loaded, "warnings").iter().any(|warning| warning["field"] == "permission_default");
        assert_eq!(problem.is_some(), warned || loaded.get("error").is_some(), "{case}: {problem:?}");
    }
    println!("configurations: {} agree", list(&oracle, "cases").len());
}

#[test]
fn no_known_hole_is_left_open() {
    let oracle = read("misc/safe_list_holes.json");
    let ground = Ground::of(&[serde_json::json!({"type": "dir", "path": "ws/.git"})], "{{ROOT}}");
    for case in list(&oracle, "cases") {
        let command = case["command"].as_str().expect("text");
        let judgement = ground.judge(command);
        assert!(!judgement.reads_only && !judgement.reasons.is_empty(), "{command:?} passes");
        println!("{command:?}: {}", judgement.reasons[0].words);
    }
}

/// What commands are made of; put together at random it is rarely sensible, and must never pass Pixir.
const FRAGMENTS: &[&str] = &[
    "ls",
    "cat",
    "sort",
    "uniq",
    "git",
    "find",
    "env",
    "date",
    "grep",
    "tree",
    "diff",
    "status",
    "log",
    "branch",
    "config",
    "stash",
    "-o",
    "-la",
    "-R",
    "-C",
    "-S",
    "-c",
    "--",
    "-",
    "--output=x",
    "--outp",
    "-exec",
    "-name",
    "a.txt",
    "sub/b",
    "link",
    "out",
    "..",
    "../x",
    "/etc",
    "/",
    "~",
    "~/x",
    "$HOME",
    "${HOME}/a",
    "$X",
    "`x`",
    "$(x)",
    "(",
    ")",
    "{",
    "}",
    "{a,b}",
    "'",
    "\"",
    "\\",
    "\\ ",
    "''",
    "\"a b\"",
    "'a b'",
    "'..'",
    ".\".\"",
    "*",
    "?",
    "[a]",
    "#",
    "!",
    "&",
    "&&",
    "|",
    "||",
    ";",
    ">",
    ">>",
    "<",
    "<<E",
    "<<<",
    "2>",
    "\n",
    "\r",
    "\t",
    "\u{b}",
    "\u{c}",
    "\u{a0}",
    "\u{3000}",
    "\u{85}",
    "\0",
    "é",
    "=",
    "A=1",
    "A=/etc",
    "=/etc",
    "+%F",
    "HEAD",
    "HEAD~1",
    "@{0}",
];

fn words() -> impl Strategy<Value = Vec<String>> {
    let fragment = (0..FRAGMENTS.len(), 0..3usize).prop_map(|(at, gap)| (FRAGMENTS[at], gap));
    proptest::collection::vec(fragment, 0..9).prop_map(|parts| {
        // A gap of 0 glues a fragment to the one before it.
        let mut words = vec![String::new()];
        for (text, gap) in parts {
            if gap > 0 {
                words.push(String::new());
            }
            words.last_mut().expect("there is one").push_str(text);
        }
        words
    })
}

#[cfg(unix)]
#[test]
fn assay_is_never_laxer_than_pixir() {
    let tree = serde_json::json!([
        {"type": "dir", "path": "ws/.git/objects"}, {"type": "dir", "path": "ws/.git/refs"},
        {"type": "file", "path": "ws/.git/HEAD", "content": "ref: refs/heads/main"}, {"type": "dir", "path": "ws/sub"}, {"type": "dir", "path": "other"},
        {"type": "file", "path": "ws/a.txt", "content": "a"}, {"type": "symlink", "path": "ws/out", "target": "../other"},
        {"type": "symlink", "path": "ws/link", "target": "sub"},
    ]);
    let ground = Ground::of(tree.as_array().expect("a list"), "{{ROOT}}");
    let workspace = ground.workspace();
    let places = Places::of(&workspace, None, Programs::AsNamed);
    let config = ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() };
    let mut runner = proptest::test_runner::TestRunner::new(config);
    let proven = std::cell::Cell::new(0_usize);
    let law = |words: Vec<String>| {
        let (text, listed) = (words.join(" "), shell_text(&words));
        for (command, text) in [(Command::Shell(&text), &text), (Command::Argv(&words), &listed)] {
            let judgement = judge(command, &places);
            prop_assert_eq!(judgement.reads_only, judgement.reasons.is_empty());
            if judgement.reads_only {
                proven.set(proven.get() + 1);
                prop_assert!(pixir::is_safe(text), "{text:?} is not safe");
                prop_assert_eq!(pixir::outside_token(text, &workspace, None), None);
                prop_assert!(plain_words(text).is_ok(), "{text:?} is not plain");
            }
        }
        // What a list of words is written as, is read as that list.
        if let Ok(read) = plain_words(&listed) {
            prop_assert_eq!(read, words);
        }
        Ok(())
    };
    runner.run(&words(), law).expect("the law holds");
    assert!(proven.get() > 20, "only {} were proven: the fragments say too little", proven.get());
    println!(
        "never laxer: {} of 8000 random commands were proven, all of them safe for Pixir too",
        proven.get()
    );
}

#[test]
fn a_judgement_takes_no_time_whatever_is_judged() {
    let ground = Ground::of(&[serde_json::json!({"type": "dir", "path": "ws/.git"})], "{{ROOT}}");
    let mut slowest = (Duration::ZERO, "");
    for part in [
        "a",
        "a ",
        "ls ",
        "ls;",
        "ls|",
        "ls&&",
        "ls&",
        "ls\n",
        "(",
        "( ",
        ")",
        "((",
        "{ ",
        "{",
        "[[ ",
        "if ",
        "if a;then ",
        "while ",
        "for a in ",
        "case a in ",
        "f(){ ",
        "$(",
        "$((",
        "${",
        "${a:-",
        "`",
        "\"",
        "'",
        "\"$(",
        "\\",
        "<<E ",
        "<<E\n",
        "<(",
        "a=",
        "a=(",
        "A=1 ",
        "9",
        "9>",
        "9>x ",
        ">",
        "<",
        "=",
        "../",
        "/",
        "a/",
        "~",
        "#",
        "# a\n",
        "!",
        "! ",
        "\0",
        "é",
        "\u{85}",
        "-o ",
        "--x ",
        "-exec ",
        "'a",
        "@(",
        "*",
        "time ",
        "coproc ",
        "function f ",
    ] {
        for start in ["", "ls ", "git log ", "find "] {
            for length in [256, 8 << 10, 64 << 10] {
                let room = length - start.len();
                let text = format!("{start}{}", part.repeat(room / part.len()));
                let before = Instant::now();
                ground.judge(&text);
                if length > 8 << 10 {
                    // What is too long to be judged is still decided as Pixir decides it.
                    pixir::is_safe(&text);
                }
                slowest = slowest.max((before.elapsed(), part));
            }
            // As much as is allowed to be nested, and some more.
            for count in 1..20 {
                let text = format!("{start}{}", part.repeat(count));
                let before = Instant::now();
                ground.judge(&text);
                slowest = slowest.max((before.elapsed(), part));
            }
        }
    }
    println!("slowest judgement: {slowest:?}");
    assert!(slowest.0 < Duration::from_secs(2), "{slowest:?}");
}
