//! Sessions of Gemini CLI: what records and whole files are read as.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may")]

#[path = "told/lines.rs"]
mod told;

use std::fs;
use std::path::{Path, PathBuf};

use sessions::{Change, Context, Heads, Homes, Log, LogPlace, Outcome, Source, find_elsewhere, fold};
use tempfile::TempDir;
use told::told;

const TOKENS: &str = "tokens 100 (0 cached) 5 (0 thought)";
const SKILL: &str = "skill notes by model TrimmedBody /home/ada/shop/.gemini/skills/notes/SKILL.md <# Notes||Write \
                     short notes.>";
const CONTEXT: &str = "runtime <session_context>|This is the Gemini CLI.|- **Workspace Directories:**|  - \
                       /home/ada/shop|</session_context>";

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/agents/gemini-cli").join(name)
}

/// A home with logs in the folder of a project.
struct Room(TempDir);

impl Room {
    fn with(files: &[(&str, &str)]) -> Self {
        let room = Self(tempfile::tempdir().unwrap());
        for (name, file) in files {
            let path = room.chats().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::copy(fixture(file), path).unwrap();
        }
        room
    }

    fn chats(&self) -> PathBuf {
        self.0.path().join(".gemini/tmp/shop/chats")
    }

    fn places(&self) -> Vec<LogPlace> {
        let homes = Homes { home: Some(self.0.path().to_owned()), ..Homes::default() };
        let found = find_elsewhere(&homes, &mut Heads::default());
        found.logs.into_iter().filter(|place| place.source == Source::GeminiCli).collect()
    }
}

fn log(file: &str) -> Log {
    let name = format!("session-2026-11-22T23-50-{file}");
    let room = Room::with(&[(&name, file)]);
    Log::open_place(&room.places()[0]).unwrap()
}

#[test]
fn what_a_resumed_session_tells_again_counts_once() {
    let log = log("twice.jsonl");
    let activated = ["call activate_skill", "result ok", SKILL];
    let mut expected = vec![CONTEXT, "user Write the notes.", TOKENS];
    expected.extend(activated.iter().chain(&[TOKENS]).chain(&activated));
    expected.extend(["said Done.", TOKENS, "user Once more.", TOKENS]);
    expected.extend(activated.iter().chain(&["said Done.", TOKENS]));
    assert_eq!(told(&log), expected);
    assert_eq!(fold(&log).turns().len(), 2);
    assert!(Context::read(&log).bands(&log).iter().all(|band| band.dropped.is_none()));
    let about = log.about().unwrap();
    assert_eq!(about.folder.as_deref(), Some(Path::new("/home/ada/shop")));
    assert_eq!(about.model.as_deref(), Some("gemini-2.5-pro"));
}

#[test]
fn a_list_without_a_message_takes_it_away() {
    let log = log("compaction.jsonl");
    let compactions = |line: &String| line.starts_with("compacted");
    let compactions: Vec<String> = told(&log).into_iter().filter(compactions).collect();
    assert_eq!(
        compactions,
        [
            "compacted to Some(26): A title",
            "compacted to Some(31): A title",
            "compacted to Some(50): A title"
        ]
    );
    let bands = Context::read(&log).bands(&log);
    assert_eq!(bands.len(), 1);
    assert!(bands[0].dropped.is_some());
}

#[test]
fn a_rewound_conversation_goes_on_where_it_was_left() {
    let log = log("rewound.jsonl");
    assert_eq!(
        told(&log),
        [
            "user One.",
            "said First.",
            "tokens 10 (0 cached) 5 (0 thought)",
            "user Two.",
            "said Second.",
            "tokens 20 (0 cached) 5 (0 thought)",
            "user Three.",
        ]
    );
    assert_eq!(log.unread().len(), 1, "a torn line");
}

/// The lines of a conversation in which the second prompt used a skill, and what comes then.
fn taken_away_by(last: &[&str]) -> Log {
    let answer = r##"<activated_skill name=\"notes\">\n  <instructions>\n    # Notes\n  </instructions>\n\n  <available_resources>\n    x"##;
    let used = format!(
        r#"{{"id":"g2","type":"gemini","content":"","toolCalls":[{{"id":"t","name":"activate_skill","args":{{"name":"notes"}},"status":"success","result":[{{"functionResponse":{{"response":{{"output":"{answer}"}}}}}}]}}]}}"#
    );
    let lines = [
        r#"{"sessionId":"s","projectHash":"00","directories":["/home/ada/shop"]}"#,
        r#"{"id":"u1","type":"user","content":"One."}"#,
        r#"{"id":"g1","type":"gemini","content":"First."}"#,
        r#"{"id":"u2","type":"user","content":"Two."}"#,
        &used,
    ];
    let text: String = lines.iter().chain(last).map(|line| format!("{line}\n")).collect();
    Log::of_bytes(Path::new("log.jsonl"), Source::GeminiCli, text.into_bytes()).unwrap()
}

fn check_taken_away(log: &Log) {
    let context = Context::read(log);
    let [activation] = context.activations() else { panic!("{:?}", told(log)) };
    assert_eq!(context.visible_at(log, *activation), [*activation], "it was there");
    assert!(context.visible_at(log, log.len() - 1).is_empty(), "it was taken away");
    assert!(told(log).iter().any(|line| line.starts_with("skill notes by model")), "it is still evidence");
}

#[test]
fn what_was_rewound_is_not_in_context_from_there_on() {
    check_taken_away(&taken_away_by(&[
        r#"{"$rewindTo":"u2"}"#,
        r#"{"id":"u3","type":"user","content":"Three."}"#,
    ]));
}

#[test]
fn what_a_list_leaves_out_is_not_in_context_from_there_on() {
    let list = r#"{"$set":{"messages":[{"id":"u1","type":"user","content":"One."},{"id":"g1","type":"gemini","content":"First."}]}}"#;
    check_taken_away(&taken_away_by(&[list, r#"{"id":"u3","type":"user","content":"Three."}"#]));
}

#[test]
fn a_helper_has_the_name_of_the_session_that_asked_for_it() {
    let parent = "6bb8a5dc-5fa8-46b2-bf63-fe860ec87656";
    let room = Room::with(&[
        ("session-2026-11-22T23-53-6bb8a5dc.jsonl", "sub-agent.jsonl"),
        (&format!("{parent}/32b81ef0-6279-4288-ad0e-90265177301b.jsonl"), "helper.jsonl"),
    ]);
    let places = room.places();
    let helper = places.iter().find(|place| place.subagent.is_some()).unwrap();
    assert_eq!(helper.subagent.as_deref(), Some(parent));
    let asking = places.iter().find(|place| place.id.as_str() == parent).unwrap();
    let lines = told(&Log::open_place(asking).unwrap());
    assert!(lines.contains(&format!("helper finished generalist {}", helper.id)), "{lines:?}");
    let helper = Log::open_place(helper).unwrap();
    assert!(told(&helper).contains(&SKILL.to_owned()) && helper.about().unwrap().is_subagent);
    assert_eq!(fold(&helper).turns().len(), 1, "what the program says in the user's place opens no turn");
}

#[test]
fn a_session_that_was_resumed_later_is_one() {
    let (first, later) =
        ("session-2026-11-22T23-50-1841fb93.jsonl", "session-2026-11-22T23-52-1841fb93.jsonl");
    let room = Room::with(&[(first, "twice.jsonl")]);
    let text = fs::read_to_string(fixture("twice.jsonl")).unwrap();
    let head: String = text.lines().take(2).map(|line| format!("{line}\n")).collect();
    fs::write(room.chats().join(later), head).unwrap();
    let places = room.places();
    assert_eq!(places.len(), 1, "the file that resuming made has no conversation: {places:?}");
    assert!(places[0].path.ends_with(first));
    fs::write(room.0.path().join(".gemini/tmp/shop/.project_root"), "/home/ada/moved").unwrap();
    assert_eq!(room.places()[0].workspace, Path::new("/home/ada/moved"));
}

#[test]
fn a_whole_file_is_read_line_by_line() {
    let name = "session-2026-01-10T02-08-9b1deb4d.json";
    let room = Room::with(&[(name, "whole.json")]);
    let mut log = Log::open_place(&room.places()[0]).unwrap();
    let activated = "skill notes by model TrimmedBody /home/ada/shop/.gemini/skills/notes/SKILL.md \
                     <# Notes||  </instructions>||  <available_resources>|    x>";
    let lines = [
        "user Write the notes.",
        "thought",
        "tokens 12876 (4 cached) 49 (31 thought)",
        "call activate_skill",
        "result ok",
        activated,
        "failed -: [API Error: 500]",
        "unknown hologram",
    ];
    assert_eq!(told(&log), lines);
    assert_eq!((log.lines(), log.unread().len()), (7, 1), "no line is lost");
    assert_eq!(fold(&log).turns()[0].outcome, Outcome::Interrupted);
    let path = room.chats().join(name);
    let grown = fs::read_to_string(&path).unwrap().replace(
        "\"no record\"",
        "\"no record\", {\"id\": \"u2\", \"type\": \"user\", \"content\": \"More.\"}",
    );
    fs::write(&path, grown).unwrap();
    assert!(matches!(log.refresh(), Ok(Change::Grew { .. })));
    assert_eq!(told(&log).last().unwrap(), "user More.");
    fs::write(&path, "{\"messages\": [").unwrap();
    assert_eq!(log.refresh(), Ok(Change::Rebuilt));
    assert_eq!((log.len(), log.unread().len()), (0, 1));
}

#[test]
fn a_read_of_a_file_beside_a_skill_is_told() {
    let lines = told(&log("resource.jsonl"));
    assert!(lines.contains(&"call read_file of notes: references/guide.md".to_owned()), "{lines:?}");
}

/// Every line cut at many lengths, and with other types in it.
#[test]
fn odd_lines_are_read_without_a_panic() {
    for file in ["twice.jsonl", "compaction.jsonl", "rewound.jsonl"] {
        for line in fs::read_to_string(fixture(file)).unwrap().lines() {
            let cuts = (0..line.len()).step_by(7).filter_map(|at| line.get(..at).map(str::to_owned));
            let odd = [
                ("\":\"", "\":1,\"x\":\""),
                ("\":{", "\":[],\"y\":{"),
                ("\":[", "\":{},\"z\":["),
                (":1", ":-1"),
            ];
            let changed = odd.iter().map(|(from, to)| line.replace(from, to));
            let lines: Vec<String> = cuts.chain(changed).chain([line.to_owned()]).collect();
            let bytes = (lines.join("\n") + "\n").into_bytes();
            let log = Log::of_bytes(Path::new("odd"), Source::GeminiCli, bytes).unwrap();
            assert_eq!(log.lines() as usize, lines.len());
            told(&log);
        }
    }
}
