//! Skills of an MCP server: it is started with a yes alone, contained, read as far as was chosen,
//! and landing as everything from elsewhere does.

use api::import::server_told;
use base64::Engine as _;
use serde_json::{Value, json};

use super::terminal::assay;
use super::why;
use super::*;

/// Answers what lies in `answers`, one file for each question.
const SERVER: &str = r#"
count=0
while read -r line; do
  case "$line" in *'"id"'*) count=$((count + 1)) ;; *) continue ;; esac
  case "$line" in
    *'"initialize"'*) file=greeting ;;
    *'"skills/list"'*) file=list ;;
    *) rest=${line##*'"uri":"skill://'}; file=$(echo "${rest%%\"*}" | tr / _) ;;
  esac
  printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$count" "$(cat "answers/$file")"
done
"#;

/// A server of the skills `b` and `c`, laid where commands run; what starts it.
fn shop(room: &Room) -> Vec<String> {
    shop_of(room, A)
}

/// The same server with another `SKILL.md`, in which the name is filled in.
fn shop_of(room: &Room, main: &str) -> Vec<String> {
    let answer = |name: &str, answer: Value| room.put(&format!("from/answers/{name}"), answer.to_string());
    answer(
        "greeting",
        json!({ "protocolVersion": "2025-11-25", "serverInfo": { "name": "shop", "version": "1" },
            "capabilities": { "resources": {}, "extensions": { "io.modelcontextprotocol/skills": {} } } }),
    );
    let skill = |name: &str| {
        let resources: Vec<_> = files_of(name, main)
            .into_iter()
            .map(|(rel, bytes)| {
                let uri = format!("skill://{name}/{rel}");
                let blob = base64::engine::general_purpose::STANDARD.encode(&bytes);
                let file = format!("{name}_{}", rel.replace('/', "_"));
                answer(&file, json!({ "contents": [{ "uri": uri, "blob": blob }] }));
                json!({ "uri": uri, "digest": format!("sha256:{}", disk::Digest::of(&bytes)), "size": bytes.len() })
            })
            .collect();
        let frontmatter = json!({ "name": name, "description": "Sums up. Use when asked." });
        json!({ "uri": format!("skill://{name}/SKILL.md"), "frontmatter": frontmatter, "resources": resources })
    };
    answer("list", json!({ "skills": [skill("b"), skill("c")] }));
    room.put("from/server.sh", SERVER);
    ["sh", "server.sh"].map(str::to_owned).to_vec()
}

fn files(name: &str) -> [(&'static str, Vec<u8>); 2] {
    files_of(name, A)
}

fn files_of(name: &str, main: &str) -> [(&'static str, Vec<u8>); 2] {
    [
        ("SKILL.md", main.replace("name: a", &format!("name: {name}")).into_bytes()),
        ("data/raw.bin", vec![0xff, 0, 1]),
    ]
}

#[test]
fn a_server_is_started_with_a_yes_and_what_was_chosen_lands() {
    let room = Room::new();
    let server = shop(&room);
    let run = |words: &[&str]| {
        let words = [&["import"], words, &["--mcp"]].concat();
        let server = server.iter().map(String::as_str);
        assay(&room, &words.into_iter().chain(server).collect::<Vec<_>>())
    };
    let before = room.tree();
    let (code, out, err) = run(&["--skill", "b"]);
    assert_eq!(code, 1, "{out}{err}");
    assert!(out.contains("This will start") && err.contains("not a terminal"), "{out}{err}");
    let (code, _, err) = run(&["--dry-run"]);
    assert!(code == 1 && err.contains("have to start the server"), "{err}");
    let (code, out, err) = run(&["--yes"]);
    assert_eq!(code, 5, "{out}{err}");
    assert!(err.contains("it serves 2 skills: b, c"), "{err}");
    assert_eq!(room.tree(), before, "nothing came in");
    let (code, out, err) = run(&["--skill", "b", "--yes"]);
    assert_eq!(code, 0, "{out}{err}");
    assert!(out.contains("Source: the MCP server") && out.contains("Done."), "{out}");
    // A yes is bound to what it is shown: the files that start the server, and each file that was served.
    let started = disk::Digest::of(SERVER.as_bytes());
    assert!(out.contains(&format!("  sha256:{started}  ")) && out.contains("/from/server.sh"), "{out}");
    for (rel, bytes) in files("b") {
        let (digest, size) = (disk::Digest::of(&bytes), bytes.len());
        let uri = format!("skill://b/{rel}");
        assert!(out.contains(&format!("    sha256:{digest}  {uri}  {size}\n")), "{out}");
        let records = Imprint::of(&room.at("kept")).unwrap().parts;
        let mut records = records.iter().filter(|part| part.rel.extension().is_some_and(|end| end == "json"));
        let is_kept = records.any(|part| {
            let record = fs::read_to_string(room.at("kept").join(&part.rel)).unwrap_or_default();
            record.contains(&uri) && record.contains(&digest.to_string())
        });
        assert!(is_kept, "{uri} and its digest are remembered");
    }
    for (rel, bytes) in files("b") {
        assert_eq!(fs::read(room.at("ws/.agents/skills/b").join(rel)).unwrap(), bytes, "{rel}");
    }
    assert!(!room.at("ws/.agents/skills/c").exists());
    // Nothing is started again unasked.
    let (code, _, err) = assay(&room, &["import", "--update", "b", "--yes"]);
    assert!(code == 1 && err.contains("came from the MCP server"), "{err}");
    assert_eq!(assay(&room, &["undo", "--yes"]).0, 0);
    assert_eq!(room.tree(), before);
    assert_eq!(room.quarantines(), Vec::<PathBuf>::new());
}

#[test]
fn what_is_not_what_the_server_listed_does_not_come_in() {
    let room = Room::new();
    let server = shop(&room);
    let before = room.tree();
    let words = ["import", "--yes", "--skill", "b", "--mcp"];
    let words: Vec<&str> = words.into_iter().chain(server.iter().map(String::as_str)).collect();
    room.put(
        "from/answers/b_data_raw.bin",
        r#"{"contents":[{"uri":"skill://b/data/raw.bin","text":"rotated"}]}"#,
    );
    let (code, out, err) = assay(&room, &words);
    assert_eq!(code, 1, "{out}{err}");
    assert!(
        out.contains("REFUSED [unverified] skill://b/data/raw.bin The MCP server `sh server.sh`: it has 7"),
        "{out}"
    );
    assert_eq!(room.tree(), before);
}

#[test]
fn a_command_that_serves_nothing_is_told() {
    let room = Room::new();
    let check = |command: &[&str], code: i32, words: &str| {
        let (found, out, err) = assay(&room, &[&["import", "--yes", "--mcp"], command].concat());
        assert_eq!(found, code, "{command:?}: {out}{err}");
        assert!(err.contains(words), "{command:?}: {out}{err}");
    };
    check(&["no-such-program"], 3, "there is no program `no-such-program`");
    check(&["true"], 5, "The MCP server `true`: initialize: no answer, for it ended");
    check(&["echo", "hello"], 5, "it sent an invalid MCP message: \"hello\"");
    check(&["sh", "-c", "echo broken >&2; exit 1"], 5, "It wrote: broken");
}

/// An import of what a shell does.
fn script(room: &Room, script: &str) -> (String, ImportView) {
    room.import(started(room, &["sh", "-c", script]))
}

/// The only skill of a server, or all it lists.
fn started(room: &Room, command: &[&str]) -> OriginSource {
    let (command, path) =
        (command.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>(), room.at("from"));
    let files = server_told(&room.app, &command, &path).expect("there is a program").files;
    OriginSource::Served { command, files, path, wanted: None }
}

#[test]
fn a_hostile_server_ends_in_a_sentence_and_nothing_lands() {
    let room = Room::new();
    let before = room.tree();
    let check = |text: &str, words: &str| {
        let (id, view) = script(&room, text);
        assert_eq!(view.stage, ImportStage::Failed, "{text}: {view:#?}");
        assert!(why(&view).contains("The MCP server `sh -c"), "{text}: {}", why(&view));
        assert!(why(&view).contains(words), "{text}: {}", why(&view));
        room.page().end_import(&of(&id)).unwrap();
    };
    check("cat /dev/zero", "no answer, for it says a line of more than 33554432 bytes");
    check(
        r#"yes '{"jsonrpc":"2.0","method":"news"}'"#,
        "it sent 1000 other messages and did not answer initialize",
    );
    check(r#"yes '{"jsonrpc":"2.0","id":1,"method":"ping"}'"#, "it sent 1000 other messages");
    check(r#"printf '{"jsonrpc":'"#, "initialize: no answer, for it ended");
    check("exit 7", "no answer, for it ended. It ended with exit code 7.");
    check("kill -9 $$", "It ended by signal 9.");
    check("echo '[[[[[[[['; sleep 60", "it sent an invalid MCP message");
    let newer = r#"printf '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2031-01-01"}}\n'; sleep 60"#;
    check(newer, "it uses the unsupported MCP revision \"2031-01-01\"");
    assert_eq!(room.tree(), before);
    assert_eq!(room.quarantines(), Vec::<PathBuf>::new());
}

#[test]
fn a_server_that_never_answers_is_killed_when_nobody_waits_any_more() {
    let room = Room::new();
    let marker = format!("never-answers-{}", std::process::id());
    let source = started(&room, &["sh", "-c", "sleep 600 & wait", &marker]);
    let id = begin_at(&room.app, source).expect("it begins");
    let wait = |what: &str, is: &dyn Fn() -> bool| {
        let begun = std::time::Instant::now();
        while !is() {
            assert!(begun.elapsed() < Duration::from_secs(20), "{what}");
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    wait("it runs", &|| runs(&marker));
    assert_eq!(room.page().import(&of(&id)).unwrap().stage, ImportStage::Fetching);
    room.page().end_import(&of(&id)).unwrap();
    wait("it is killed", &|| !runs(&marker));
    wait("nothing of it is kept", &|| room.quarantines().is_empty());
}

/// Whether a process has this word.
fn runs(word: &str) -> bool {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let mut words = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    words.any(|words| words.split(|byte| *byte == 0).any(|one| one == word.as_bytes()))
}

#[test]
fn what_changed_since_it_was_shown_is_not_started_and_does_not_land() {
    let room = Room::new();
    let before = room.tree();
    shop(&room);
    let source = started(&room, &["sh", "server.sh"]);
    let (id, view) = room.import(source.clone());
    assert_eq!((view.stage, view.skills.len()), (ImportStage::Ready, 2), "{view:#?}");
    let plan = room.plan(&id, vec![pick(0, None, Occupied::Refused)]);
    let lying = room.quarantines().into_iter().find(|path| path.is_dir()).expect("a quarantine");
    fs::write(lying.join("skills/0/data/raw.bin"), "another").unwrap();
    assert!(room.tried(&plan).entry.is_none(), "it is not what was shown");
    room.page().end_import(&of(&id)).unwrap();
    room.put("from/server.sh", format!("{SERVER}\n# and more\n"));
    let (_, view) = room.import(source);
    assert_eq!(view.stage, ImportStage::Failed);
    assert!(
        why(&view).contains("server.sh changed since it was shown; nothing was started"),
        "{}",
        why(&view)
    );
    assert_eq!(room.tree(), before);
}

#[test]
fn two_skills_of_one_name_do_not_land_in_one_place() {
    let room = Room::new();
    let before = room.tree();
    shop(&room);
    let list: Value = serde_json::from_slice(&fs::read(room.at("from/answers/list")).unwrap()).unwrap();
    let mut other: Value = list["skills"][0].clone();
    for (place, name) in
        [("/uri", "SKILL.md"), ("/resources/0/uri", "SKILL.md"), ("/resources/1/uri", "data/raw.bin")]
    {
        *other.pointer_mut(place).unwrap() = json!(format!("skill://other/b/{name}"));
        let answer =
            fs::read_to_string(room.at("from/answers").join(format!("b_{}", name.replace('/', "_"))));
        let answer = answer.unwrap().replace("skill://b/", "skill://other/b/");
        room.put(&format!("from/answers/other_b_{}", name.replace('/', "_")), answer);
    }
    room.put("from/answers/list", json!({ "skills": [list["skills"][0], other] }).to_string());
    let (id, view) = room.import(started(&room, &["sh", "server.sh"]));
    assert_eq!((view.stage, view.skills.len()), (ImportStage::Ready, 2), "{view:#?}");
    let picks = || (0..2).map(|skill| pick(skill, None, Occupied::Refused)).collect();
    let refused = room.plan(&id, picks()).refused.expect("both would lie in one place");
    assert!(format!("{refused:?}").contains("Two of these skills would be in"), "{refused:?}");
    let (code, _, err) = assay(&room, &["import", "--yes", "--skill", "b", "--mcp", "sh", "server.sh"]);
    assert!(
        code == 5
            && err.contains(
                "it serves several skills named b; pass one of skill://b/SKILL.md, skill://other/b/SKILL.md"
            ),
        "{err}"
    );
    assert_eq!(room.tree(), before);
}

/// A skill with commands in its text.
const COMMANDS: &str = "---\nname: a\ndescription: Sums up. Use when asked.\n---\n\nOn !`echo from-inline`.\n\n```!\necho hi\n```\n";

#[test]
fn s4_31_no_source_of_a_skill_from_a_server_runs_wherever_it_was_copied_to() {
    let room = Room::new();
    room.put("ws/note.txt", "a note");
    room.put("kept/assay/modes.json", "{}");
    let server = shop_of(&room, COMMANDS);
    let words = ["import", "--skill", "b", "--yes", "--mcp"];
    let words: Vec<&str> = words.into_iter().chain(server.iter().map(String::as_str)).collect();
    let (code, out, err) = assay(&room, &words);
    assert_eq!(code, 0, "{out}{err}");
    let sources = "context-sources:\n  - id: who\n    run: [whoami]\n  - id: note\n    read: note.txt\n";
    room.put("ws/.agents/skills/b/context-sources.yaml", sources);
    let refused = |skill: &str| {
        let (code, out, err) = assay(&room, &["sources", skill]);
        assert!(code == 0 && out.matches("never").count() >= 4, "{skill}: {out}{err}");
        for source in ["who", "note", "inline-1", "block-1"] {
            let (code, out, err) = assay(&room, &["hydrate", skill, source, "--yes"]);
            assert!(code == 1 && err.contains("blocked: remote"), "{skill} {source}: {code} {out}{err}");
            assert!(!out.contains("from-inline") && !out.contains("root"), "{skill} {source}: {out}");
        }
    };
    let done = |words: &[&str]| {
        let (code, out, err) = assay(&room, words);
        assert_eq!(code, 0, "{words:?}: {out}{err}");
    };
    refused("b");
    done(&["duplicate", "b", "twin", "--yes"]);
    refused("twin");
    done(&["rename", "b", "other", "--yes"]);
    refused("other");
    done(&["copy", "other", "--to", "user", "--yes"]);
    done(&["remove", "other", "--yes"]);
    refused("other");
    done(&["undo", "--yes"]);
    refused("other");
    // A copy that Assay did not make is known by its bytes.
    let text = COMMANDS.replace("name: a", "name: b");
    room.put("ws/.agents/skills/b/SKILL.md", &text);
    room.put("ws/.agents/skills/b/context-sources.yaml", sources);
    refused("b");
    // A skill of the user's own still runs.
    room.put("ws/.agents/skills/own/SKILL.md", COMMANDS.replace("name: a", "name: own"));
    let (code, out, err) = assay(&room, &["hydrate", "own", "inline-1", "--yes"]);
    assert!(code == 0 && out.contains("from-inline"), "{out}{err}");
    // Where the record of imports cannot be read, it is not known what came from a server.
    let journal = Imprint::of(&room.at("kept")).unwrap().parts;
    let journal = journal.iter().find(|part| part.rel.ends_with("journal.jsonl")).expect("a journal");
    let path = room.at("kept").join(&journal.rel);
    let whole = fs::read(&path).unwrap();
    fs::write(&path, [whole.as_slice(), b"{ broken\n"].concat()).unwrap();
    let (code, out, err) = assay(&room, &["hydrate", "own", "inline-1", "--yes"]);
    assert!(code == 1 && err.contains("unknown origin"), "{code} {out}{err}");
}

/// The plan named the program and its files as what runs, and a module is none of them.
#[cfg(target_os = "linux")]
#[test]
fn module_that_a_server_runs_is_named_as_not_sealed() {
    let python = "/usr/bin/python3";
    if !Path::new(python).exists() {
        println!("no {python} on this machine");
        return;
    }
    let room = Room::new();
    shop(&room);
    room.put("from/serving.py", "import os\nos.execvp('sh', ['sh', 'server.sh'])\n");
    let command = [python, "-m", "serving"].map(str::to_owned).to_vec();
    let told = server_told(&room.app, &command, &room.at("from")).expect("python3 is there");
    assert_eq!(told.files.len(), 1, "the program alone: {:?}", told.files);
    assert_eq!(told.not_sealed, ["python3 -m may run files that are not known beforehand."]);
    let source = OriginSource::Served { command, files: told.files, path: room.at("from"), wanted: None };
    let view = room.ended(&begin_at(&room.app, source).expect("it begins"));
    assert!(view.doubts.iter().any(|one| one.rule == "not-sealed"), "{view:#?}");

    let (code, out, err) = assay(&room, &["import", "--mcp", python, "-m", "serving"]);
    assert!(out.contains("not sealed: python3 -m may run files that are not known"), "{code} {out}{err}");
}

/// A file of the command was once read when the interpreter came to it: whoever swapped it after the yes had other bytes
/// run than were shown.
#[cfg(target_os = "linux")]
#[test]
fn file_swapped_after_the_yes_does_not_run() {
    use std::os::unix::fs::symlink;

    if execution::best(&crate::doors::program()) == execution::Level::None {
        println!("no sandbox on this machine: files are compared before the start and after the end");
        return;
    }
    for (number, named) in ["server.sh", "link.sh", "--file=server.sh"].into_iter().enumerate() {
        let room = Room::new();
        shop(&room);
        symlink("server.sh", room.at("from/link.sh")).unwrap();
        room.put("from/slow.sh", "sleep 1; . ./${1#--file=}\n");
        room.put("from/evil.sh", "echo EVIL >&2; exit 3\n");
        let marker = format!("swapped-{number}-{}", std::process::id());
        let source = started(&room, &["sh", "slow.sh", named, &marker]);
        let OriginSource::Served { files, .. } = &source else { panic!("a server") };
        let server = room.at("from/server.sh").canonicalize().unwrap();
        assert!(files.iter().any(|file| file.path == server), "{named} is shown: {files:?}");
        let id = begin_at(&room.app, source).expect("it begins");
        let begun = std::time::Instant::now();
        while !runs(&marker) {
            assert!(begun.elapsed() < Duration::from_secs(20), "it runs");
            std::thread::sleep(Duration::from_millis(5));
        }
        if named == "link.sh" {
            symlink("evil.sh", room.at("from/turned")).unwrap();
            fs::rename(room.at("from/turned"), room.at("from/link.sh")).unwrap();
        }
        fs::rename(room.at("from/evil.sh"), room.at("from/server.sh")).unwrap();
        let view = room.ended(&id);
        assert!(!why(&view).contains("EVIL"), "{named}: {}", why(&view));
        let skills = view.skills.len();
        let is_refused = why(&view).contains("changed since it was shown") || why(&view).contains("changed");
        assert!((view.stage == ImportStage::Failed && is_refused) || skills == 2, "{named}: {view:#?}");
    }
}
