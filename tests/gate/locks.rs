//! The gate and lock files.

use serde_json::{Value, json};

use super::{counts, judged, room};

#[test]
fn every_field_that_a_release_of_the_tool_installs_from_has_to_be_allowed() {
    let npx = |entry: Value| {
        let room = room("sources: {allow: ['github.com/acme/*']}\n");
        room.write("ws/skills-lock.json", json!({ "version": 1, "skills": { "notes": entry } }).to_string());
        let report = judged(&room, &[]).1;
        (counts(&report), report["broken"][0]["message"].as_str().unwrap_or_default().to_owned())
    };
    let both = |source: &str, url: &str| {
        npx(json!({ "source": source, "sourceType": "github", "sourceUrl": url, "computedHash": "x" }))
    };
    assert_eq!(both("acme/x", "https://github.com/acme/x.git").0, [0; 4]);
    // Releases before 1.5.18 read the first field, later ones the second.
    for (source, url) in [("evil/x", "https://github.com/acme/x"), ("acme/x", "https://evil.example/x")] {
        let (count, words) = both(source, url);
        assert!(count == [1, 0, 0, 0] && words.contains("evil"), "{words}");
    }
    assert_eq!(both("acme/x", "evil/x").0, [1, 0, 0, 0]);
    let apm = |field: &str| {
        let room = room("sources: {allow: ['github.com/acme/**']}\n");
        let dependency = "dependencies:\n- repo_url: acme/x\n  host: github.com\n";
        room.write("ws/apm.lock.yaml", format!("lockfile_version: '1'\n{dependency}{field}"));
        counts(&judged(&room, &[]).1)
    };
    assert_eq!(apm(""), [0; 4]);
    for field in [
        "  materialization_repo_url: evil/x\n",
        "  registry_prefix: evil\n",
        "  port: 8443\n",
        "  anchored_local_path: ../evil\n",
        "  replacement:\n    rule: x\n",
    ] {
        assert_eq!(apm(field), [1, 0, 0, 0], "{field}");
    }
}

#[test]
fn locks_of_nested_projects_are_read() {
    let room = room("sources: {allow: ['github.com/acme/*']}\nlocked: required\n");
    let lock = |source: &str| {
        let entry = json!({ "source": source, "sourceType": "git", "computedHash": "0".repeat(64) });
        json!({ "version": 1, "skills": { "n": entry } }).to_string()
    };
    room.write("ws/packages/p/skills-lock.json", lock("https://evil.example/x"));
    room.write("ws/packages/p/.claude/skills/n/SKILL.md", "---\nname: n\ndescription: d\n---\n");
    let report = judged(&room, &[]).1;
    let told: Vec<&str> =
        report["broken"].as_array().unwrap().iter().map(|row| row["rule"].as_str().unwrap()).collect();
    assert!(told.contains(&"sources"), "{report}");
    let unlocked = |report: &Value| report.to_string().contains("n is in no lock file");
    assert!(!unlocked(&report), "{report}");
    room.write("ws/packages/p/skills-lock.json", "{{{");
    assert_eq!(counts(&judged(&room, &[]).1)[1], 1, "a lock that cannot be read is not checked");
}
