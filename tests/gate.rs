//! `assay gate`: what breaks a policy, what is excused in which bytes, and what other scanners found in which bytes.

use serde_json::{Value, json};
use tests::room::Room;

const SKILL: &str = "---\nname: notes\ndescription: Use when there are notes.\nallowed-tools: Read Bash(git log)\n---\n\
                     Write them down.\n";

fn room(policy: &str) -> Room {
    Room::with(&[
        (".git/HEAD", b"ref: refs/heads/main\n"),
        (".claude/skills/notes/SKILL.md", SKILL.as_bytes()),
        ("assay-policy.yaml", format!("version: 1\n{policy}").as_bytes()),
    ])
}

fn assay(room: &Room, arguments: &[&str]) -> (i32, String, String) {
    let mut command = std::process::Command::new(crate::doors::program());
    command.current_dir(room.workspace()).arg("gate").args(arguments);
    command.env("HOME", room.at("home")).env("XDG_DATA_HOME", room.at("kept"));
    command.env_remove("PIXIR_HOME").env_remove("XDG_STATE_HOME");
    let done = command.output().expect("assay runs");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (done.status.code().unwrap_or(-1), text(done.stdout), text(done.stderr))
}

/// The code, and how many facts stand under each head.
fn judged(room: &Room, arguments: &[&str]) -> (i32, Value) {
    let (code, out, error) = assay(room, &[arguments, &["--json"]].concat());
    let report = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{code} {out} {error}"));
    (code, report)
}

fn counts(report: &Value) -> [usize; 4] {
    ["broken", "unchecked", "excused", "fallen"].map(|key| report[key].as_array().unwrap().len())
}

/// A scan that found something in the skill; with the hash of the bytes it was in, or without.
fn scan(of: Option<&str>) -> String {
    let place = json!({ "uri": ".claude/skills/notes/SKILL.md" });
    let hash = |text: &str| disk::Digest::of(text.as_bytes()).to_string();
    let artifacts = of.map(|text| json!([{ "location": place, "hashes": { "sha-256": hash(text) } }]));
    let result = json!({
        "ruleId": "X1", "level": "error", "message": { "text": "It is odd." },
        "locations": [{ "physicalLocation": { "artifactLocation": place, "region": { "startLine": 5 } } }],
    });
    let run =
        json!({ "tool": { "driver": { "name": "scanner" } }, "artifacts": artifacts, "results": [result] });
    json!({ "version": "2.1.0", "runs": [run] }).to_string()
}

#[test]
fn each_rule_tells_its_fact_and_its_place() {
    let check = |policy: &str, rule: &str, words: &str| {
        let (code, report) = judged(&room(policy), &[]);
        assert_eq!((code, counts(&report)), (1, [1, 0, 0, 0]), "{report:#}");
        let row = &report["broken"][0];
        assert_eq!((&row["rule"], &row["policy_line"]), (&json!(rule), &json!(2)), "{row:#}");
        assert!(row["message"].as_str().unwrap().contains(words), "{row:#}");
        assert_eq!(row["path"], ".claude/skills/notes/SKILL.md", "{row:#}");
    };
    check("locked: required\n", "locked", "notes stands in no lock.");
    check("tools: {allow: [Read]}\n", "tools", "notes grants itself Bash(git log), which is not allowed.");
    let (code, report) = judged(&room("tools: {allow: [Read, 'Bash(git *)']}\nlocked: optional\n"), &[]);
    assert_eq!((code, counts(&report), &report["skills"]), (0, [0; 4], &json!(1)), "{report:#}");

    let locked = room("sources: {allow: ['github.com/acme/*']}\n");
    let lock = |source: &str| {
        let entry = json!({ "source": source, "sourceType": "git", "computedHash": "x" });
        locked
            .write("ws/skills-lock.json", json!({ "version": 1, "skills": { "notes": entry } }).to_string());
        judged(&locked, &[])
    };
    assert_eq!(counts(&lock("https://github.com/acme/skills.git").1), [0; 4]);
    let (code, report) = lock("https://evil.example/acme/skills");
    assert_eq!((code, counts(&report)), (1, [1, 0, 0, 0]));
    assert_eq!(report["broken"][0]["path"], "skills-lock.json");
    // What the lock does not say is not allowed, and not forbidden: it does not pass.
    let (code, report) = lock("");
    assert_eq!((code, counts(&report)), (1, [0, 1, 0, 0]), "{report:#}");
    locked.write("ws/skills-lock.json", "{");
    assert_eq!(counts(&judged(&locked, &[]).1), [0, 1, 0, 0]);
}

#[test]
fn an_excuse_falls_when_the_bytes_change() {
    let room = room("tools: {allow: []}\n");
    assert_eq!(counts(&judged(&room, &[]).1), [2, 0, 0, 0]);
    let (code, baseline, _) = assay(&room, &["--write-baseline"]);
    assert_eq!(code, 0);
    room.write("ws/assay-baseline.yaml", &baseline);
    let (code, report) = judged(&room, &[]);
    assert_eq!((code, counts(&report)), (0, [0, 0, 2, 0]), "{report:#}");
    // It writes the same again, also while it is in force.
    assert_eq!(assay(&room, &["--write-baseline"]).1, baseline);

    room.write("ws/.claude/skills/notes/SKILL.md", SKILL.replace("down", "up"));
    let (code, report) = judged(&room, &[]);
    assert_eq!((code, counts(&report)), (1, [2, 0, 0, 1]), "{report:#}");
    assert_eq!(report["fallen"][0]["why"], "The file has other bytes now.");
    std::fs::remove_dir_all(room.workspace().join(".claude")).unwrap();
    assert_eq!(judged(&room, &[]).1["fallen"][0]["why"], "The file is gone.");
}

#[test]
fn what_another_scanner_found_is_bound_to_its_bytes() {
    let room = room("findings: {forbid: [scanner/X1]}\n");
    let judged = |scan: String| {
        room.write("ws/found.sarif", scan);
        judged(&room, &["--scan", "found.sarif"])
    };
    let (code, report) = judged(scan(Some(SKILL)));
    assert_eq!((code, counts(&report)), (1, [1, 0, 0, 0]), "{report:#}");
    let row = &report["broken"][0];
    assert_eq!(
        (&row["scan"], &row["finding"], &row["line"]),
        (&json!("bound"), &json!("scanner/X1"), &json!(5))
    );
    let (_, report) = judged(scan(None));
    assert_eq!(report["broken"][0]["scan"], "unbound", "{report:#}");

    // Found in bytes that are gone: nobody knows of those that are there, and that is not fine.
    let (code, report) = judged(scan(Some("other bytes")));
    assert_eq!((code, counts(&report)), (1, [0, 1, 0, 0]), "{report:#}");
    assert_eq!(report["unchecked"][0]["scan"], "stale");
    assert!(report["unchecked"][0]["message"].as_str().unwrap().contains("scan again"), "{report:#}");

    room.write("ws/found.sarif", scan(None));
    let (code, bound, _) = assay(&room, &["--bind", "found.sarif"]);
    assert_eq!(code, 0);
    let (_, report) = judged(bound);
    assert_eq!(report["broken"][0]["scan"], "bound", "{report:#}");
    let (_, baseline, _) = assay(&room, &["--scan", "found.sarif", "--write-baseline"]);
    assert!(baseline.contains("rule: \"scanner/X1\""), "{baseline}");
    room.write("ws/assay-baseline.yaml", baseline);
    assert_eq!(counts(&judged(scan(Some(SKILL))).1), [0, 0, 1, 0]);
}

#[test]
fn a_scan_that_did_not_end_or_saw_other_bytes_is_not_fine() {
    let room = room("findings: {least: error}\n");
    let judged = |run: Value| {
        let scan = json!({ "version": "2.1.0", "runs": [run] });
        room.write("ws/found.sarif", scan.to_string());
        judged(&room, &["--scan", "found.sarif"])
    };
    let looked_at = |text: &str| {
        let hashes = json!({ "sha-256": disk::Digest::of(text.as_bytes()).to_string() });
        let skill = json!({ "location": { "uri": ".claude/skills/notes/SKILL.md" }, "hashes": hashes });
        // What belongs to no skill may change.
        let other = json!({ "location": { "uri": "assay-policy.yaml" }, "hashes": hashes });
        json!({ "results": [], "artifacts": [skill, other] })
    };
    assert_eq!(counts(&judged(looked_at(SKILL)).1), [0; 4]);
    let (code, report) = judged(looked_at("other bytes"));
    assert_eq!((code, counts(&report)), (1, [0, 1, 0, 0]), "{report:#}");
    assert_eq!(
        (&report["unchecked"][0]["scan"], &report["unchecked"][0]["path"]),
        (&json!("stale"), &json!(".claude/skills/notes/SKILL.md"))
    );

    let (code, report) = judged(json!({ "results": [], "invocations": [{ "executionSuccessful": false }] }));
    assert_eq!((code, counts(&report)), (1, [0, 1, 0, 0]), "{report:#}");
    let row = &report["unchecked"][0];
    assert_eq!((&row["path"], &row["finding"]), (&json!("found.sarif"), &Value::Null));
    assert!(
        row["message"].as_str().unwrap().contains("unknown scanner says that it did not end well"),
        "{row:#}"
    );
}

#[test]
fn what_cannot_be_looked_at_lets_nothing_pass() {
    for rule in ["tools: {allow: ['*']}\n", "findings: {forbid: [hooks]}\n"] {
        let room = room(rule);
        assert_eq!(counts(&judged(&room, &[]).1), [0; 4]);
        // A folder where the file should be, a link to nothing, and a link that leads out.
        std::fs::create_dir_all(room.workspace().join(".claude/skills/odd/SKILL.md")).unwrap();
        room.write("outside/SKILL.md", SKILL);
        std::fs::create_dir_all(room.workspace().join(".claude/skills/gone")).unwrap();
        for (to, link) in [("nowhere", "gone/SKILL.md"), ("../../../outside", "far")] {
            std::os::unix::fs::symlink(to, room.workspace().join(".claude/skills").join(link)).unwrap();
        }
        let (code, report) = judged(&room, &[]);
        assert_eq!((code, counts(&report)), (1, [0, 3, 0, 0]), "{report:#}");
        let rows = report["unchecked"].as_array().unwrap();
        let words: Vec<_> = rows.iter().map(|row| row["message"].as_str().unwrap()).collect();
        assert!(words.iter().all(|words| words.starts_with("Cannot be checked: ")), "{words:?}");
        assert!(
            words.iter().any(|words| words.contains("far is a link that leads out of the workspace")),
            "{words:?}"
        );
    }
}

#[test]
fn own_findings_and_those_of_scanners_stand_together_and_leave_as_sarif() {
    let room = room("findings: {least: warning}\n");
    let hostile = "---\nname: notes\n---\n`sudo make install`\n";
    room.write("ws/.claude/skills/notes/SKILL.md", hostile);
    room.write("ws/found.sarif", scan(Some(hostile)));
    let (code, out, _) = assay(&room, &["--scan", "found.sarif", "--sarif"]);
    let log: Value = serde_json::from_str(&out).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert!(code == 1 && results.len() >= 2, "{out}");
    let texts: Vec<_> = results.iter().map(|one| one["message"]["text"].as_str().unwrap()).collect();
    assert!(texts.iter().any(|text| text.starts_with("[scanner/X1] scanner: It is odd.")), "{texts:?}");
    assert!(texts.iter().any(|text| text.starts_with("[description-missing] ")), "{texts:?}");
    assert!(results.iter().all(|one| one["level"] == "error" && one["ruleId"] == "findings"), "{out}");
    let (code, text, _) = assay(&room, &["--scan", "found.sarif"]);
    let line = ".claude/skills/notes/SKILL.md:5: broken [scanner/X1] scanner: It is odd. (findings in \
                assay-policy.yaml:2)";
    assert!(code == 1 && text.contains(line), "{text}");
}

#[test]
fn drift_from_what_a_session_recorded_has_a_most() {
    let room = room("drift: {most: frontmatter_only}\n");
    let path = room.workspace().join(".agents/skills/log/SKILL.md");
    let text = "---\nname: log\ndescription: Use when logging.\n---\nLog it.\n";
    let body = json!({
        "activated_by": "user", "content": text, "content_hash": disk::Digest::of(text.as_bytes()).to_string(),
        "name": "log", "path": path, "root": room.workspace().join(".agents/skills"), "scope": "repo",
        "short_path": "repo/log",
    });
    let lines: String = [("skill_activation", body), ("user_message", json!({ "text": "do" }))]
        .iter()
        .enumerate()
        .map(|(seq, (kind, body))| {
            let event = json!({
                "data": body, "id": format!("{seq:016x}"), "type": kind, "seq": seq, "session_id": "s1",
                "ts": format!("2026-05-01T10:20:{seq:02}.000000Z"),
            });
            format!("{event}\n")
        })
        .collect();
    room.write("ws/.pixir/sessions/s1.ndjson", lines);
    let on_disk = |text: &str| {
        room.write("ws/.agents/skills/log/SKILL.md", text);
        judged(&room, &[])
    };
    assert_eq!(counts(&on_disk(text).1), [0; 4]);
    assert_eq!(counts(&on_disk(&text.replace("logging", "chopping")).1), [0; 4]);
    let (code, report) = on_disk(&text.replace("Log it", "Burn it"));
    assert_eq!((code, counts(&report)), (1, [1, 0, 0, 0]), "{report:#}");
    let words = report["broken"][0]["message"].as_str().unwrap();
    assert!(words.starts_with("log is body changed since session s1 recorded it: "), "{words}");
}

#[test]
fn a_file_that_cannot_be_read_lets_nothing_pass() {
    let check = |room: &Room, arguments: &[&str], code: i32, words: &str| {
        let (own, out, error) = assay(room, arguments);
        assert_eq!(own, code, "{out} {error}");
        assert!(error.contains(words) && out.is_empty(), "{out} {error}");
    };
    check(&room("signer: [acme]\n"), &[], 4, "assay-policy.yaml:2: there is no key signer here");
    check(&Room::with(&[]), &[], 3, "docs/gate.md");
    let room = room("tools: {allow: []}\n");
    check(&room, &["--baseline", "none.yaml"], 3, "there is no baseline");
    check(&room, &["--scan", "none.sarif"], 3, "there is no scan");
    room.write("ws/a.sarif", "{\n!");
    check(&room, &["--scan", "a.sarif"], 4, "a.sarif:2: it is no JSON");
    check(&room, &["--bind", "a.sarif"], 4, "a.sarif:2: it is no JSON");
    room.write("ws/a.sarif", " ".repeat((16 << 20) + 1));
    check(&room, &["--scan", "a.sarif"], 4, "a.sarif");
    room.write("ws/assay-baseline.yaml", "version: 1\nexcused: &all []\n");
    check(&room, &[], 4, "assay-baseline.yaml:2: it uses an anchor");
    room.write("ws/assay-baseline.yaml", "version: 1\nexcused: [{rule: a, path: b}]\n");
    check(&room, &[], 4, "assay-baseline.yaml:2: this excuse has no sha256");
    room.write("ws/assay-baseline.yaml", b"version: 1\n\xff");
    check(&room, &[], 4, "assay-baseline.yaml:2: it is not UTF-8 here");
    check(&room, &["--sarif", "--json"], 2, "");
}
