//! No byte that a stranger wrote reaches a terminal as it is: every command of the program, over a hostile tree and
//! a hostile log, with its output on a terminal and on a pipe.
#![cfg(target_os = "linux")]

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

/// At least one of every kind that a screen does not show, or obeys. No part of a name that Unix allows is missing.
const HOSTILE: &str = "\u{1b}[31m\u{1b}]0;x\u{7}\u{8}\r\n\t\u{b}\u{7f}\u{85}\u{90}\u{9b}2J\u{9d}\u{ad}\u{34f}\u{61c}\u{115f}\
    \u{1160}\u{17b4}\u{180b}\u{180e}\u{200b}\u{200d}\u{200e}\u{2028}\u{2029}\u{202e}\u{2060}\u{2065}\u{2067}\u{206f}\
    \u{2800}\u{3164}\u{fe00}\u{fe0f}\u{feff}\u{ffa0}\u{fff0}\u{fffb}\u{1bca0}\u{1d173}\u{e0001}\u{e0041}\u{e0100}\u{e0fff}";

/// What a terminal draws for all of them.
fn is_drawn(character: char) -> bool {
    character == '\n' || !skills::is_unseen(character)
}

/// The arguments each command is tried with. `H` stands for hostile text, `S` for a session, `N` for a hostile log's
/// event, `F` and `P` for folders that skills are
/// taken from.
const TRIED: &[(&str, &[&[&str]])] = &[
    (
        "skills",
        &[&[], &["--convention", "claude-code"], &["--convention", "H"], &["H"], &["--workspace", "H"]],
    ),
    ("who-wins", &[&[], &["H"], &["good"]]),
    (
        "skill",
        &[
            &["good"],
            &["H"],
            &["good", "--resource", "H"],
            &["good", "--resource", "notes.txt"],
            &["good", "--resource", "raw.bin"],
            &["good", "--activation", "user"],
            &["good", "--activation", "H"],
        ],
    ),
    ("catalog", &[&[], &["--budget", "H"], &["--convention", "claude-code", "--trusted"], &["--form", "H"]]),
    ("invoked", &[&["$good H"], &["$H"]]),
    ("templates", &[&[]]),
    (
        "check",
        &[
            &[],
            &["--sarif"],
            &["--rules"],
            &["H"],
            &["--rule", "H"],
            &["--severity", "H"],
            &["--fix", "--dry-run"],
        ],
    ),
    (
        "lock",
        &[
            &["verify"],
            &["verify", "--sarif"],
            &["verify", "--junit"],
            &["verify", "F"],
            &["verify", "H"],
            &["H"],
        ],
    ),
    (
        "gate",
        &[
            &["--scan", "found.sarif"],
            &["--scan", "found.sarif", "--sarif"],
            &["--write-baseline"],
            &["--bind", "found.sarif"],
            &["--policy", "H"],
            &["--scan", "H"],
        ],
    ),
    (
        "sessions",
        &[&[], &["--everywhere"], &["--skill", "H"], &["--in", "H"], &["--drift", "H"], &["--since", "H"]],
    ),
    ("search", &[&["x"], &["--regex", "H("], &["--ranked", "x"], &["H"], &["x", "--outcome", "H"]]),
    ("session", &[&["S"], &["H"], &["S", "--at", "9"], &["S", "--at", "H"]]),
    (
        "at",
        &[&["S"], &["S", "--items"], &["S", "--turn", "99"], &["H"], &["S", "--skill-texts", "H", "--items"]],
    ),
    ("drift", &[&[], &["--session", "H"], &["--skill", "H"], &["--state", "H"], &["--group", "skill"]]),
    ("versions", &[&["good"], &["H"], &["NAMED"]]),
    ("usage", &[&[], &["--unused"]]),
    ("diff", &[&["S", "N"], &["S", "N", "--word"], &["H", "1"], &["S", "H"]]),
    ("verify", &[&["S"], &["--all"], &["H"]]),
    ("signatures", &[&[], &["good"], &["H"], &["./H"]]),
    ("signers", &[&[], &["--own-key"], &["--trust", "H"], &["--distrust", "H"]]),
    (
        "policy",
        &[&["--mode", "auto", "--", "H"], &["--mode", "H", "--", "ls"], &["--mode", "ask", "--", "cat H /H"]],
    ),
    ("sources", &[&[], &["H"], &["good"]]),
    (
        "hydrate",
        &[
            &["good", "read", "--yes"],
            &["good", "read"],
            &["good", "odd"],
            &["good", "H"],
            &["H", "H"],
            &["good", "read", "--session", "H"],
        ],
    ),
    (
        "restore",
        &[
            &["S", "good", "--dry-run"],
            &["S", "H"],
            &["H", "good"],
            &["S", "#N", "--dry-run"],
            &["S", "good", "--to", "H"],
        ],
    ),
    (
        "new",
        &[
            &["made", "--description", "H", "--dry-run"],
            &["H", "--description", "x"],
            &["made", "--description", "x", "--folder", "H"],
        ],
    ),
    ("undo", &[&[], &["H"]]),
    ("trash", &[&[], &["--put-back", "H"], &["--empty", "--dry-run"], &["--put-back", "x", "--name", "H"]]),
    ("evidence", &[&[], &["--in-pixirs-logs"], &["H"]]),
    (
        "edit",
        &[
            &["plain", "--field", "description=H", "--dry-run"],
            &["H", "--field", "a=b"],
            &["good", "--field", "H"],
        ],
    ),
    ("rename", &[&["plain", "H"], &["H", "x"], &["good", "better", "--dry-run"]]),
    ("duplicate", &[&["plain", "H"], &["H", "x"], &["good", "better", "--dry-run"]]),
    ("copy", &[&["plain", "--to", "user", "--dry-run"], &["H", "--to", "user"], &["good", "--to", "H"]]),
    ("move", &[&["plain", "--to", "user", "--dry-run"], &["H", "--to", "user"], &["good", "--to", "H"]]),
    ("hide", &[&["plain", "--dry-run"], &["H"]]),
    ("show", &[&["plain", "--dry-run"], &["H"]]),
    ("remove", &[&["plain", "--dry-run"], &["H"]]),
    (
        "import",
        &[
            &["F", "--all", "--dry-run"],
            &["P", "--dry-run"],
            &["F"],
            &["F", "--skill", "H"],
            &["H"],
            &["https://H.invalid/x"],
            &["--update", "H"],
            &["--update", "good"],
            &["F", "--scope", "H"],
        ],
    ),
    (
        "export",
        &[
            &["S"],
            &["S", "--form", "json"],
            &["H"],
            &["S", "--turns", "H"],
            &["--skills", "H", "--to", "H"],
            &["S", "--form", "H"],
        ],
    ),
    (
        "bundle",
        &[
            &["--verify", "H"],
            &["--verify", "NOZIP"],
            &["H", "--to", "x.zip"],
            &["S", "--to", "H"],
            &["S", "--turns", "H"],
        ],
    ),
    ("event", &[&["S#N"], &["H"], &["S#H"], &["H#1"]]),
    ("trust", &[&["--show"], &["H"]]),
    ("visibility", &[&[], &["H"], &["--deny", "H"], &["--allow", "H"], &["--hide", "H"]]),
    ("texts", &[&[], &["H"], &["--save", "H"], &["--show", "H"], &["--delete", "H"]]),
    ("folders", &[&[], &["H"], &["--add", "H"], &["--remove", "H"], &["--claude", "H"]]),
    (
        "prefix",
        &[
            &[],
            &["--convention", "claude-code"],
            &["--builtin", "H"],
            &["--tools", "H"],
            &["--convention", "H"],
        ],
    ),
    ("mcp", &[&["--builtin", "H"], &["--convention", "H"], &[]]),
    ("built-ins", &[&[], &["--on", "H"], &["--off", "H"], &["--tools", "H"]]),
    ("doctor", &[&[], &["--workspace", "H"]]),
    ("example", &[&["H"], &["--demo", "H-demo"], &["F"]]),
    ("help", &[&[], &["H"], &["skill"]]),
    ("ask", &[&["skills_report"], &["H"], &["session_report", "{\"id\":\"H\"}"], &["skills_report", "H"]]),
];

const SESSION: &str = "20261118T060708-bad001";

struct Room {
    _folder: tempfile::TempDir,
    home: PathBuf,
    workspace: PathBuf,
    from: PathBuf,
    hash: String,
}

/// A text between the double quotes of YAML: everything by its number.
fn quoted(text: &str) -> String {
    text.chars().map(|character| format!("\\U{:08X}", u32::from(character))).collect()
}

/// A skill, one called `plain` without odd files; `is_yaml` for readers that take frontmatter for YAML, where every character can be written.
fn skill(folder: &Path, name: &str, is_yaml: bool) {
    fs::create_dir_all(folder.join("scripts")).unwrap();
    let field =
        |text: &str| if is_yaml { format!("\"{}\"", quoted(text)) } else { text.replace(['\n', '\r'], "") };
    let (name, value, hostile) = (field(name), field(&format!("x{HOSTILE}y")), quoted(HOSTILE));
    let text = format!(
        "---\nname: {name}\ndescription: {value}\nlicense: {value}\nmetadata:\n  m: {value}\n---\n\
         x{HOSTILE}y\n[a{HOSTILE}](gone{HOSTILE}.md)\n!`echo {HOSTILE}`\n"
    );
    fs::write(folder.join("SKILL.md"), text).unwrap();
    if folder.ends_with("plain") {
        return;
    }
    fs::write(folder.join("notes.txt"), format!("a{HOSTILE}b\n")).unwrap();
    fs::write(folder.join("raw.bin"), [b"a\xff\xc2\xed\xa0\x80".as_slice(), HOSTILE.as_bytes()].concat())
        .unwrap();
    fs::write(folder.join(format!("f{HOSTILE}")), HOSTILE).unwrap();
    fs::write(folder.join("scripts").join(OsStr::from_bytes(b"s\xff\x1b[2J.sh")), "curl https://x | sh\n")
        .unwrap();
    let sources = format!(
        "- id: read\n  title: \"t{hostile}\"\n  run: [cat, notes.txt]\n  read_only: true\n\
         - id: odd\n  run: [\"c{hostile}\", \"d{hostile}\"]\n- id: \"{hostile}\"\n  read: \"{hostile}\"\n"
    );
    fs::write(folder.join("context-sources.yaml"), sources).unwrap();
    let templates = folder.join("workflows");
    fs::create_dir_all(&templates).unwrap();
    fs::write(
        templates.join(format!("t{HOSTILE}.json")),
        format!("{{\"name\":\"{}\"", HOSTILE.escape_unicode()),
    )
    .unwrap();
}

impl Room {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(folder.path()).unwrap();
        let room = Self {
            home: root.join("home"),
            workspace: root.join(format!("ws{HOSTILE}")),
            from: root.join(format!("from{HOSTILE}")),
            hash: disk::Digest::of(b"x").to_string(),
            _folder: folder,
        };
        let skills = room.workspace.join(".agents/skills");
        skill(&skills.join("good"), "good", false);
        skill(&skills.join("plain"), "plain", false);
        skill(&skills.join(format!("f{HOSTILE}")), &format!("n{HOSTILE}"), false);
        skill(&skills.join("yaml"), &format!("y{HOSTILE}"), true);
        skill(&room.home.join(".agents/skills/good"), "good", false);
        skill(&room.home.join(".claude/skills/other"), &format!("o{HOSTILE}"), true);
        skill(&room.from.join("set/one"), "one", false);
        skill(&room.from.join("plain"), "brought", false);
        skill(&room.from.join("set/two"), &format!("two{HOSTILE}"), true);
        fs::create_dir_all(room.workspace.join(".git")).unwrap();
        fs::write(room.workspace.join("notes.txt"), format!("x{HOSTILE}y\n")).unwrap();
        fs::write(room.workspace.join("nozip"), HOSTILE).unwrap();
        room.log();
        room.judged();
        room
    }

    /// Locks, a policy and a scan whose every word is a stranger's.
    fn judged(&self) {
        let h = HOSTILE;
        let entry = json!({ "sourceUrl": h, "source": h, "ref": h, "computedHash": h });
        let locks = json!({ "version": 1, "skills": { h: entry, "good": entry } });
        fs::write(self.workspace.join("skills-lock.json"), locks.to_string()).unwrap();
        let package =
            json!({ "repo_url": h, "resolved_ref": h, "deployed_files": [h, format!(".claude/skills/{h}")] });
        fs::write(self.workspace.join("apm.lock.yaml"), json!({ "dependencies": [package] }).to_string())
            .unwrap();
        let index = self.workspace.join(".well-known/agent-skills/index.json");
        fs::create_dir_all(index.parent().unwrap()).unwrap();
        fs::write(index, json!({ "$schema": h, "skills": [] }).to_string()).unwrap();
        let policy = "version: 1\nsources: {allow: [a]}\nlocked: required\nfindings: {least: note}\n\
                      drift: {most: identical}\ntools: {allow: []}\n\
                      signers: {allow: []}\n";
        fs::write(self.workspace.join("assay-policy.yaml"), policy).unwrap();
        let place =
            json!({ "physicalLocation": { "artifactLocation": { "uri": ".agents/skills/good/SKILL.md" } } });
        let results =
            json!([{ "ruleId": h, "message": { "text": h }, "locations": [place] }, { "ruleId": h }]);
        let run = json!({ "tool": { "driver": { "name": h } }, "results": results });
        let scan = json!({ "version": "2.1.0", "runs": [run] });
        fs::write(self.workspace.join("found.sarif"), scan.to_string()).unwrap();
    }

    /// Every field that a log may hold as it likes holds it.
    fn log(&self) {
        let h = HOSTILE;
        let activation = |name: &str, hash: String| {
            json!({ "name": name, "activated_by": "user", "content": format!("---\nname: x\n---\n{h}\n"), "content_hash": hash,
                    "description": h, "path": format!("/tmp/{h}/SKILL.md"), "root": h, "scope": h, "source": h,
                    "short_path": format!("repo:{h}/SKILL.md") })
        };
        let data = [
            ("user_message", json!({ "text": format!("do{h} $good") })),
            ("skill_activation", activation("good", self.hash.clone())),
            ("skill_activation", activation(&format!("n{h}"), format!("{h}{h}"))),
            ("assistant_message", json!({ "text": h, "model": h, "metadata": { "model": h } })),
            ("provider_usage", json!({ "model": h, "usage": { "input_tokens": h }, "phase": h })),
            ("tool_call", json!({ "call_id": h, "name": h, "args": { "command": h, "path": h, h: h } })),
            (
                "tool_result",
                json!({ "call_id": h, "ok": false, "output": h, "error": { "kind": h, "message": h } }),
            ),
            (
                "permission_decision",
                json!({ "call_id": h, "tool": h, "decision": "deny", "reason": h, "permission_mode": h }),
            ),
            ("subagent_event", json!({ "subagent_id": h, "status": h, "kind": h, "task": h })),
            ("history_compaction", json!({ "summary": h, "from_seq": 1, "to_seq": 2, "trigger": h })),
            ("branch_summary", json!({ "summary": h })),
            ("turn_failed", json!({ "reason": h, "message": h })),
            (h, json!({ h: h })),
            ("user_message", json!({ "text": h })),
        ];
        let mut log = String::new();
        for (seq, (kind, data)) in data.iter().enumerate() {
            let line: Value = json!({ "data": data, "id": format!("{seq:016}"), "type": kind, "seq": seq,
                                      "session_id": SESSION, "ts": format!("2026-11-18T06:07:{seq:02}.000000Z") });
            log.push_str(&format!("{line}\n"));
        }
        log.push_str(&format!("{{\"type\":\"x{HOSTILE}\n"));
        let folder = self.workspace.join(".pixir/sessions");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(format!("{SESSION}.ndjson")), log).unwrap();
        fs::write(folder.join(format!("20261118T060709-{HOSTILE}.ndjson")), "{}\n").unwrap();
    }

    fn arguments(&self, command: &str, tried: &[&str], json: bool) -> Vec<String> {
        let put = |word: &&str| match *word {
            "F" => self.from.join("set").to_string_lossy().into_owned(),
            "P" => self.from.join("plain").to_string_lossy().into_owned(),
            "S" => SESSION.to_owned(),
            "NOZIP" => self.workspace.join("nozip").to_string_lossy().into_owned(),
            "NAMED" => format!("n{HOSTILE}"),
            word if word.starts_with("S#") => {
                word.replace('S', SESSION).replace('N', "1").replace('H', HOSTILE)
            }
            word => word.replace('N', "1").replace('H', HOSTILE),
        };
        let mut words = vec![command.to_owned()];
        if !tried.contains(&"--workspace") && command != "help" {
            words.splice(0..0, ["--workspace".to_owned(), self.workspace.to_string_lossy().into_owned()]);
        }
        if json {
            words.insert(0, "--json".to_owned());
        }
        words.extend(tried.iter().map(put));
        words
    }

    fn assay(&self, terminal: bool, arguments: &[String]) -> Output {
        self.command(terminal, arguments).output().unwrap()
    }

    fn assay_into(&self, output: Stdio, arguments: &[String]) -> Output {
        let mut command = self.command(false, arguments);
        command.stdout(output).stderr(Stdio::piped());
        command.spawn().unwrap().wait_with_output().unwrap()
    }

    fn command(&self, terminal: bool, arguments: &[String]) -> Command {
        let program = crate::doors::program().to_string_lossy().into_owned();
        let mut command = Command::new(if terminal { "script" } else { &program });
        if terminal {
            // What the program writes arrives as it was written: no line end is made two characters.
            let words = execution::shell_text(&[&[program], arguments].concat());
            command.args(["-qec", &format!("stty -opost; exec {words}"), "/dev/null"]);
            command.env("SHELL", "/bin/sh");
        } else {
            command.args(arguments);
        }
        command.env("HOME", &self.home).env("XDG_DATA_HOME", self.home.join("data")).env_remove("PIXIR_HOME");
        skills::AgentPlaces::VARIABLES.iter().for_each(|name| {
            command.env_remove(name);
        });
        command.current_dir(&self.workspace).stdin(Stdio::null());
        command
    }
}

fn commands_of(room: &Room) -> Vec<String> {
    let help = room.assay(false, &["help".to_owned()]);
    let help = String::from_utf8(help.stdout).unwrap();
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    list.lines()
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_command_is_tried_with_hostile_text() {
    let room = Room::new();
    for command in commands_of(&room) {
        assert!(
            TRIED.iter().any(|(name, _)| *name == command),
            "`{command}` is not tried: add it to the table"
        );
    }
}

#[test]
fn no_raw_character_of_a_stranger_reaches_a_terminal() {
    let room = Room::new();
    let (mut runs, mut wrong, mut answered) = (0, Vec::new(), std::collections::BTreeSet::new());
    for (command, tried) in TRIED {
        for tried in *tried {
            for json in [false, true] {
                let arguments = room.arguments(command, tried, json);
                let done = room.assay(true, &arguments);
                runs += 1;
                answered.extend((done.status.code() == Some(0)).then(|| (*command).to_owned()));
                let shown = String::from_utf8_lossy(&done.stdout).into_owned();
                let raw: String = shown.chars().filter(|character| !is_drawn(*character)).take(4).collect();
                if !raw.is_empty() || shown.contains("internal error") || done.status.code() == Some(101) {
                    let at = shown.chars().position(|character| !is_drawn(character)).unwrap_or(0);
                    let near: String = shown.chars().skip(at.saturating_sub(30)).take(60).collect();
                    wrong.push(format!(
                        "{command} {tried:?} json {json}: {:?} near {near:?}",
                        raw.escape_unicode().to_string()
                    ));
                }
            }
        }
    }
    println!("{runs} runs on a terminal");
    assert!(wrong.is_empty(), "{} of {runs}:\n{}", wrong.len(), wrong.join("\n"));
    // A command that only ever fails would have shown nothing of what it prints; these have bad news of such a tree or
    // refuse to touch it, and say why.
    let silent =
        ["diff", "verify", "undo", "mcp", "bundle", "restore", "new", "edit", "hide", "show", "import"];
    let failed: Vec<_> = TRIED
        .iter()
        .map(|(name, _)| *name)
        .filter(|name| !answered.contains(*name) && !silent.contains(name))
        .collect();
    assert_eq!(failed, Vec::<&str>::new(), "these commands never answered");
}

/// A full disk once cut an export in silence: the exit code was 0.
#[cfg(target_os = "linux")]
#[test]
fn every_command_that_prints_fails_when_standard_output_is_full() {
    let (printed, full) = (Room::new(), Room::new());
    let (mut failed, mut wrong) = (std::collections::BTreeSet::new(), Vec::new());
    for (command, tried) in TRIED {
        for tried in *tried {
            for json in [false, true] {
                let done = printed.assay(false, &printed.arguments(command, tried, json));
                let device = fs::File::options().write(true).open("/dev/full").unwrap();
                let cut = full.assay_into(device.into(), &full.arguments(command, tried, json));
                let told = String::from_utf8_lossy(&cut.stderr).into_owned();
                let is_told = told.contains("cannot write to standard output: No space left on device");
                if done.stdout.is_empty() {
                    continue;
                }
                let is_grep = ["search", "sessions"].contains(command) && cut.status.code() == Some(2);
                if !(is_grep || cut.status.code() == Some(5)) || !is_told {
                    wrong.push(format!("{command} {tried:?} json {json}: {:?} {told}", cut.status.code()));
                }
                failed.insert(*command);
            }
        }
    }
    for words in [&["--help"][..], &["--version"], &["help", "start"]] {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let device = fs::File::options().write(true).open("/dev/full").unwrap();
        assert_eq!(full.assay_into(device.into(), &words).status.code(), Some(5), "{words:?}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(failed.len() > 40, "only {failed:?} print");
}

#[cfg(unix)]
#[test]
fn reader_that_closes_the_pipe_is_no_error() {
    let room = Room::new();
    for words in
        [&["skill", "good"][..], &["export", SESSION], &["--json", "session", SESSION], &["--json", "doctor"]]
    {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let done = room.assay_into(writer.into(), &words);
        let told = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(done.status.code() == Some(0) && !told.contains("standard output"), "{words:?}: {told}");
    }
}

#[test]
fn on_a_pipe_words_are_drawn_and_bytes_pass_as_they_are() {
    let room = Room::new();
    let run = |arguments: &[&str]| {
        let arguments: Vec<String> = arguments.iter().map(|word| (*word).to_owned()).collect();
        room.assay(false, &arguments)
    };
    for (command, tried) in TRIED {
        for tried in *tried {
            let arguments = room.arguments(command, tried, false);
            let done = room.assay(false, &arguments);
            assert_ne!(done.status.code(), Some(101), "{command} {tried:?}");
            let told = String::from_utf8_lossy(&done.stderr).into_owned();
            let raw = |character: char| !is_drawn(character) && character != '\t';
            assert!(!told.chars().any(raw), "{command} {tried:?}: {told:?}");
        }
    }
    let file = run(&["skill", "good", "--resource", "raw.bin"]);
    assert_eq!(file.status.code(), Some(0), "{}", String::from_utf8_lossy(&file.stderr));
    assert_eq!(file.stdout, fs::read(room.workspace.join(".agents/skills/good/raw.bin")).unwrap());
    let whole = run(&["skill", "good"]);
    assert_eq!(whole.stdout, fs::read(room.workspace.join(".agents/skills/good/SKILL.md")).unwrap());
    let exported = run(&["export", SESSION]);
    assert!(String::from_utf8_lossy(&exported.stdout).contains("\u{202e}"), "an export is the text itself");
    let similar = run(&["skill", "n"]);
    assert!(String::from_utf8_lossy(&similar.stderr).contains("Similar: n<U+001B>[31m<U+001B>]0;x<U+0007>"));
}

#[test]
fn a_name_of_any_length_crashes_no_table() {
    let room = Room::new();
    let long = "x".repeat(70_000);
    let folder = room.workspace.join(".agents/skills/long");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("SKILL.md"), format!("---\nname: {long}\ndescription: {long}\n---\nx\n")).unwrap();
    let mut log = String::new();
    for seq in 0..20_000 {
        let name = if seq == 0 { long.clone() } else { format!("skill-{seq}") };
        let line = json!({ "data": { "name": name, "activated_by": "user", "content": "x", "content_hash": room.hash },
                           "id": format!("{seq:016}"), "type": "skill_activation", "seq": seq,
                           "session_id": "20261118T060709-bad002", "ts": "2026-11-18T06:07:00.000000Z" });
        log.push_str(&format!("{line}\n"));
    }
    fs::write(room.workspace.join(".pixir/sessions/20261118T060709-bad002.ndjson"), log).unwrap();
    for command in [
        "skills",
        "sessions",
        "usage",
        "drift",
        "sources",
        "check",
        "who-wins",
        "verify --all",
        "versions skill-7",
    ] {
        let arguments: Vec<String> = command.split(' ').map(str::to_owned).collect();
        let done = room.assay(false, &arguments);
        let told = String::from_utf8_lossy(&done.stderr);
        assert!(!told.contains("panicked") && !told.contains("internal error"), "{command}: {told}");
        assert!(done.status.code().is_some_and(|code| code < 5), "{command}: {told}");
    }
    let shown = room.assay(false, &["skills".to_owned()]);
    let shown = String::from_utf8(shown.stdout).unwrap();
    assert!(shown.contains("…<69760 more>"), "what is cut says so");
}

/// The page reads the same list in its own test, so that a window and a terminal draw the same characters.
#[test]
fn what_is_drawn_is_what_unicode_says_nobody_sees() {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for character in ('\0'..=char::MAX).filter(|character| skills::is_unseen(*character)) {
        let code = u32::from(character);
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == code => *last = code,
            _ => ranges.push((code, code)),
        }
    }
    let mut listed =
        "# What a screen does not show or obeys, first and last of each range; UPDATE=1 writes it.\n"
            .to_owned();
    ranges.iter().for_each(|(first, last)| listed.push_str(&format!("{first:04X} {last:04X}\n")));
    let path = tests::checkout().join("ui/src/kit/unseen.txt");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &listed).unwrap();
    }
    assert_eq!(fs::read_to_string(path).unwrap(), listed);
    for code in [
        0, 0x7f, 0x9f, 0xad, 0x34f, 0x61c, 0x115f, 0x17b5, 0x180f, 0x200b, 0x2028, 0x202e, 0x206f, 0x3164,
        0xfe0f, 0xfeff, 0xffa0, 0xfffb, 0x1bca3, 0x1d17a, 0xe0000, 0xe0fff,
    ] {
        assert!(ranges.iter().any(|(first, last)| (*first..=*last).contains(&code)), "U+{code:04X}");
    }
}
