//! The rules of the tools: folders made to tell one rule from another, with the hashes that the tools themselves wrote of
//! them (`fixtures/trees.json` names their releases). Docs/locks.md says how they were run.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test lays files out by hand and fails by panicking"
)]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use locks::{Checked, Difference, Found, LockState, Proof, check, find, find_of_user, holds};
use serde_json::{Value, json};

fn trees() -> Vec<Value> {
    let all: Value = serde_json::from_str(include_str!("fixtures/trees.json")).unwrap();
    all["trees"].as_array().unwrap().clone()
}

fn bytes(file: &Value) -> Vec<u8> {
    if let Some(text) = file["text"].as_str() {
        return text.as_bytes().to_owned();
    }
    let hex = file["hex"].as_str().unwrap();
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

fn lay(tree: &Value, folder: &Path) {
    for file in tree["files"].as_array().unwrap() {
        let path = folder.join(file["path"].as_str().unwrap());
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        if let Some(to) = file["link"].as_str() {
            symlink(to, &path).unwrap();
            continue;
        }
        fs::write(&path, bytes(file)).unwrap();
        let mode = if file["executable"] == true { 0o755 } else { 0o644 };
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
    }
}

fn tree(name: &str) -> Value {
    trees().into_iter().find(|tree| tree["name"] == name).unwrap()
}

fn write(path: &Path, text: impl AsRef<[u8]>) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// A project in which one skill is installed, with its entry in `skills-lock.json`.
fn locked(tree: &Value, entry: &Value) -> tempfile::TempDir {
    let room = tempfile::tempdir().unwrap();
    let name = tree["name"].as_str().unwrap();
    lay(tree, &room.path().join(".agents/skills").join(name));
    let lock = json!({ "version": 1, "skills": { name: entry } });
    write(&room.path().join("skills-lock.json"), serde_json::to_string_pretty(&lock).unwrap());
    room
}

/// What is said of the one place of the one entry of the one lock.
fn only(found: &Found) -> Checked {
    assert!(found.errors.is_empty(), "{:?}", found.errors);
    let [lock] = found.locks.as_slice() else { panic!("{:?}", found.locks) };
    let [entry] = lock.entries.as_slice() else { panic!("{:?}", lock.entries) };
    let [target] = entry.targets.as_slice() else { panic!("{:?}", entry.targets) };
    check(target, &[])
}

fn sound() -> Checked {
    Checked { state: LockState::AsLocked, files: Vec::new(), why: String::new() }
}

#[test]
fn every_rule_makes_the_hash_that_its_tool_wrote() {
    for tree in trees() {
        let name = tree["name"].as_str().unwrap();
        let room = locked(&tree, &json!({ "computedHash": tree["skills"] }));
        assert_eq!(only(&find(room.path())), sound(), "skills {name}");

        let home = tempfile::tempdir().unwrap();
        lay(&tree, &home.path().join(".agents/skills").join(name));
        let lock = json!({ "version": 3, "skills": { name: { "skillFolderHash": tree["git"] } } });
        write(&home.path().join(".agents/.skill-lock.json"), lock.to_string());
        assert_eq!(only(&find_of_user(home.path(), None)), sound(), "git {name}");

        let Some(hash) = tree["apm"].as_str() else { continue };
        let project = tempfile::tempdir().unwrap();
        let copy = project.path().join("apm_modules/acme/skills/skills").join(name);
        lay(&tree, &copy);
        let files = tree["apm_files"].as_object().unwrap();
        let installed = project.path().join(".claude/skills").join(name);
        lay(&tree, &installed);
        // In both places APM puts what a link leads to.
        for link in tree["files"].as_array().unwrap().iter().filter(|file| file["link"].is_string()) {
            for place in [&copy, &installed] {
                let path = place.join(link["path"].as_str().unwrap());
                let content = fs::read(&path).unwrap();
                fs::remove_file(&path).unwrap();
                fs::write(&path, content).unwrap();
            }
        }
        for file in tree["files"].as_array().unwrap() {
            let rel = file["path"].as_str().unwrap();
            if !files.contains_key(rel) {
                fs::remove_file(installed.join(rel)).unwrap();
            }
        }
        let mut lock = format!(
            "lockfile_version: '1'\ndependencies:\n- repo_url: acme/skills\n  host: github.com\n  virtual_path: \
             skills/{name}\n  content_hash: {hash}\n  deployed_files:\n  - .claude/skills/{name}\n  \
             deployed_file_hashes:\n"
        );
        for (rel, hash) in files {
            let key = serde_json::to_string(&format!(".claude/skills/{name}/{rel}")).unwrap();
            lock.push_str(&format!("    {key}: {}\n", hash.as_str().unwrap()));
        }
        write(&project.path().join("apm.lock.yaml"), lock);
        let found = find(project.path());
        assert!(found.errors.is_empty(), "{name}: {:?}", found.errors);
        let targets = &found.locks[0].entries[0].targets;
        assert!(matches!(targets[0].proof, Proof::Files(_)) && matches!(targets[1].proof, Proof::Package(_)));
        for target in targets {
            assert_eq!(check(target, &[]), sound(), "apm {name} {}", target.place.display());
        }
    }
}

#[test]
fn what_the_installer_left_out_is_not_called_a_changed_file() {
    for (name, left_out) in [("meta", "metadata.json"), ("scripts", "scripts/run")] {
        let tree = tree(name);
        let room = locked(&tree, &json!({ "computedHash": tree["skills"] }));
        fs::remove_file(room.path().join(".agents/skills").join(name).join(left_out)).unwrap();
        let checked = only(&find(room.path()));
        assert_eq!((checked.state, checked.files.len()), (LockState::Differs, 0), "{checked:?}");
        assert!(checked.why.contains("one hash for the whole folder"), "{}", checked.why);
    }
}

#[test]
fn the_file_that_makes_a_hash_another_one_is_found_where_trying_finds_it() {
    let tree = tree("nested");
    let room = locked(&tree, &json!({ "computedHash": tree["skills"] }));
    let skill = room.path().join(".agents/skills/nested");
    let own = fs::read(skill.join("SKILL.md")).unwrap();

    write(&skill.join("a/new.sh"), "rm -rf /");
    let checked = only(&find(room.path()));
    assert_eq!(checked.files, [("a/new.sh".to_owned(), Difference::Added)]);
    fs::remove_file(skill.join("a/new.sh")).unwrap();

    write(&skill.join("SKILL.md"), "edited");
    let found = find(room.path());
    assert_eq!(only(&found).state, LockState::Differs);
    let target = &found.locks[0].entries[0].targets[0];
    let checked = check(target, &[b"another", &own]);
    assert_eq!(
        (checked.state, checked.files),
        (LockState::Changed, vec![("SKILL.md".to_owned(), Difference::Changed)])
    );
    // The text of a session is known to be the locked one, another only to be unknown: more may have changed.
    assert_eq!((holds(target, &own), holds(target, b"edited")), (Some(true), None));
    write(&skill.join("SKILL.md"), &own);
    assert_eq!((holds(target, &own), holds(target, b"edited")), (Some(true), Some(false)));
}

#[test]
fn files_of_apm_are_told_one_by_one() {
    let tree = tree("crlf");
    let project = tempfile::tempdir().unwrap();
    let skill = project.path().join(".claude/skills/crlf");
    lay(&tree, &skill);
    let hash = |rel: &str| tree["apm_files"][rel].as_str().unwrap().to_owned();
    let lock = |more: &str| {
        let lock = format!(
            "dependencies:\n- repo_url: acme/skills\n  deployed_files:\n  - .claude/skills/crlf\n  - \
             .claude/skills/crlf/unhashed.md\n  deployed_file_hashes:\n    .claude/skills/crlf/SKILL.md: {}\n    \
             .claude/skills/crlf/ref.md: {}\n{more}",
            hash("SKILL.md"),
            hash("ref.md"),
        );
        write(&project.path().join("apm.lock.yaml"), lock);
        find(project.path())
    };
    let files = |found: &Found| check(&found.locks[0].entries[0].targets[0], &[]);
    write(&skill.join("unhashed.md"), "");
    let checked = files(&lock(""));
    assert_eq!(
        (checked.state, checked.files),
        (LockState::Unchecked, vec![("unhashed.md".to_owned(), Difference::Unchecked)])
    );

    // Line ends of a text do not count, other bytes do.
    write(
        &skill.join("SKILL.md"),
        String::from_utf8(bytes(&tree["files"][0])).unwrap().replace("\r\n", "\n"),
    );
    write(&skill.join("ref.md"), "a\nb\nc\n");
    write(&skill.join("more/added.md"), "");
    fs::remove_file(skill.join("unhashed.md")).unwrap();
    let checked = files(&lock(""));
    let told = [
        ("more/added.md", Difference::Added),
        ("ref.md", Difference::Changed),
        ("unhashed.md", Difference::Missing),
    ];
    assert_eq!(checked.files, told.map(|(rel, how)| (rel.to_owned(), how)));
    assert_eq!(checked.state, LockState::Changed);

    let found = lock("    ../../etc/passwd: sha256:00\n");
    let refused = &found.locks[0].entries[0].targets[1];
    let words = check(refused, &[]);
    assert_eq!(words.state, LockState::Unchecked);
    assert!(words.why.contains("../../etc/passwd is outside the project"), "{}", words.why);
}

#[test]
fn a_package_of_apm_without_a_deployed_file_is_not_fine_because_its_copy_is() {
    let tree = tree("plain");
    let project = tempfile::tempdir().unwrap();
    lay(&tree, &project.path().join("apm_modules/acme/plain"));
    let lock =
        format!("dependencies:\n- repo_url: acme/plain\n  content_hash: {}\n", tree["apm"].as_str().unwrap());
    write(&project.path().join("apm.lock.yaml"), lock);
    let found = find(project.path());
    let states: Vec<LockState> =
        found.locks[0].entries[0].targets.iter().map(|target| check(target, &[]).state).collect();
    assert_eq!(states, [LockState::Unchecked, LockState::AsLocked]);
}

#[test]
fn what_gh_wrote_into_the_frontmatter_is_told_and_not_called_fine() {
    let project = tempfile::tempdir().unwrap();
    let skill = |more: &str| {
        let text = format!("---\ndescription: x\nmetadata:\n{more}name: a\n---\nx\n");
        write(&project.path().join(".github/skills/a/SKILL.md"), text);
        let found = find(project.path());
        let entry = &found.locks[0].entries[0];
        (entry.origin.source.clone(), entry.origin.reference.clone(), entry.line, only(&found))
    };
    let (source, reference, line, checked) = skill(&format!(
        "    github-repo: https://github.com/acme/skills\n    github-ref: refs/tags/v1\n    github-tree-sha: {}\n",
        "0".repeat(40),
    ));
    assert_eq!(
        (source.as_str(), reference.as_deref(), line),
        ("https://github.com/acme/skills", Some("refs/tags/v1"), Some(6))
    );
    assert_eq!(checked.state, LockState::Unchecked);
    assert!(checked.why.contains("gh skill rewrites the frontmatter of SKILL.md"), "{}", checked.why);
    let (source, _, _, checked) = skill("    local-path: /project/skills/a\n");
    assert_eq!((source.as_str(), checked.state), ("/project/skills/a", LockState::Unchecked));
}

#[test]
fn an_index_of_a_site_is_held_against_the_files_beside_it() {
    let site = tempfile::tempdir().unwrap();
    let at = site.path().join(".well-known/agent-skills");
    write(&at.join("a/SKILL.md"), "a");
    let digest = "sha256:ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb";
    let index = |url: &str, digest: &str| {
        let schema = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
        let skill =
            json!({ "name": "a", "type": "skill-md", "description": "x", "url": url, "digest": digest });
        write(&at.join("index.json"), json!({ "$schema": schema, "skills": [skill] }).to_string());
        only(&find(site.path()))
    };
    assert_eq!(index("a/SKILL.md", digest), sound());
    assert_eq!(index("https://example.org/.well-known/agent-skills/a/SKILL.md", digest), sound());
    assert_eq!(index("b/SKILL.md", digest).state, LockState::Missing);
    assert_eq!(index("../../../etc/passwd", digest).state, LockState::Unchecked);
    assert_eq!(index("a/SKILL.md", "md5:1").state, LockState::Unchecked);
    write(&at.join("a/SKILL.md"), "b");
    assert_eq!(index("a/SKILL.md", digest).files, [("SKILL.md".to_owned(), Difference::Changed)]);
}

#[test]
fn a_skill_that_is_nowhere_is_missing_and_one_that_a_link_leads_to_is_one() {
    let tree = tree("plain");
    let room = locked(&tree, &json!({ "computedHash": tree["skills"] }));
    fs::create_dir_all(room.path().join(".claude/skills")).unwrap();
    symlink("../../.agents/skills/plain", room.path().join(".claude/skills/plain")).unwrap();
    assert_eq!(only(&find(room.path())), sound());
    fs::remove_dir_all(room.path().join(".agents")).unwrap();
    assert!(find(room.path()).locks[0].entries[0].targets.is_empty());
}

#[test]
fn a_lock_that_cannot_be_read_says_where_and_what_to_do() {
    let check = |name: &str, text: &[u8], line: Option<u32>, words: &str| {
        let room = tempfile::tempdir().unwrap();
        write(&room.path().join(name), text);
        let found = find(room.path());
        let [error] = found.errors.as_slice() else { panic!("{name} {text:?}: {found:?}") };
        assert!(error.to_string().contains(words), "{error}");
        assert_eq!(error.line(), line, "{error}");
        assert!(error.path().ends_with(name) && error.to_string().contains(name), "{error}");
    };
    let npx = "skills-lock.json";
    check(npx, b"{\n \"version\": 1,\n", Some(3), "not JSON: EOF while parsing");
    check(
        npx,
        b"{\n\"version\": 2, \"skills\": {}}",
        Some(2),
        "unsupported lock version 2, Assay reads version 1",
    );
    check(npx, b"[]", Some(1), "it has no version");
    check(npx, b"{\"version\": 1}", Some(1), "it has no object named skills");
    check(npx, b"{\n<<<<<<< HEAD\n", Some(2), "unresolved merge conflict");
    check(npx, b"{\n\xff", Some(2), "not UTF-8");
    check(npx, "[".repeat(100_000).as_bytes(), Some(1), "not JSON: recursion limit exceeded");
    let apm = "apm.lock.yaml";
    check(apm, b"lockfile_version: '4'\n", Some(1), "lock version 4, Assay reads versions 1 to 3");
    check(apm, b"a: [\n", Some(2), "repair the file or recreate it with its tool");
    check(apm, b"dependencies:\n- x\n", Some(1), "dependency 1 is not a mapping");
    check(apm, b"dependencies: {}\n", Some(1), "dependencies is not a list");
    check(apm, b"x: &a 1\ny: *a\n", Some(1), "it uses an anchor");
    check(apm, b"dependencies:\n- name: x\n", Some(2), "a dependency has no repo_url");
    let index = ".well-known/agent-skills/index.json";
    check(index, b"{\n\"$schema\": \"x/discovery/0.9.0/y\"}", Some(2), "Assay reads discovery 0.2");
    check(index, b"{}", Some(1), "unsupported lock version none");

    let room = tempfile::tempdir().unwrap();
    fs::create_dir_all(room.path().join(npx)).unwrap();
    assert!(find(room.path()).errors[0].to_string().contains("is a folder, not a file"));
}

#[test]
fn a_lock_of_many_entries_is_read_in_one_pass_and_one_of_too_many_is_refused() {
    let room = tempfile::tempdir().unwrap();
    // Keys that are written with escapes are not found by looking for the name in the text.
    let lock = |entries: usize| {
        let rows: Vec<_> =
            (0..entries).map(|at| format!("\"\\u0061{at}\": {{\"computedHash\": \"{:0300}\"}}", 0)).collect();
        write(
            &room.path().join("skills-lock.json"),
            format!("{{\"version\": 1, \"skills\": {{\n{}}}}}", rows.join(",\n")),
        );
        find(room.path())
    };
    let found = lock(10_000);
    let [first, .., last] = found.locks[0].entries.as_slice() else { panic!("{:?}", found.errors) };
    assert_eq!((first.name.as_str(), first.line), ("a0", Some(2)));
    assert_eq!((last.name.as_str(), last.line), ("a9999", Some(10_001)));
    let found = lock(10_001);
    let words = found.errors[0].to_string();
    assert!(words.contains(":1: 10001 entries, Assay reads at most 10,000"), "{words}");

    let apm = tempfile::tempdir().unwrap();
    write(&apm.path().join("apm.lock.yaml"), format!("dependencies:\n{}", "- repo_url: a\n".repeat(10_001)));
    assert!(find(apm.path()).errors[0].to_string().contains("apm.lock.yaml:1: 10001 entries"));
    write(&apm.path().join("apm.lock.yaml"), " ".repeat((4 << 20) + 1));
    assert!(find(apm.path()).errors[0].to_string().contains("apm.lock.yaml"), "too many bytes");
}

#[test]
fn the_line_of_an_entry_is_its_own_and_not_that_of_another_word() {
    let room = tempfile::tempdir().unwrap();
    let lock = "{\n\"version\": 1,\n\"notes\": 1,\n\"skills\": {\n\"other\": {\"source\": \"notes\"},\n\"notes\": {}}}";
    write(&room.path().join("skills-lock.json"), lock);
    let found = find(room.path());
    let lines: Vec<_> = found.locks[0].entries.iter().map(|one| (one.name.as_str(), one.line)).collect();
    assert_eq!(lines, [("other", Some(5)), ("notes", Some(6))]);
}

#[test]
fn a_link_that_leads_out_of_the_project_is_not_followed() {
    let tree = tree("plain");
    let outside = tempfile::tempdir().unwrap();
    lay(&tree, &outside.path().join("plain"));
    write(
        &outside.path().join("gh/SKILL.md"),
        "---\nname: gh\nmetadata:\n  github-repo: https://github.com/acme/x\n---\n",
    );
    let skills = serde_json::to_string(
        &json!({ "version": 1, "skills": { "plain": { "computedHash": tree["skills"] } } }),
    );
    let digest = "sha256:ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb";
    let index = json!({
        "$schema": "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
        "skills": [{ "name": "a", "url": "a/SKILL.md", "digest": digest }],
    });
    let apm = "dependencies:\n- repo_url: a\n  deployed_file_hashes:\n    .claude/skills/plain/SKILL.md: x\n";
    for (name, lock) in [
        ("skills-lock.json", skills.unwrap()),
        (".well-known/agent-skills/index.json", index.to_string()),
        ("apm.lock.yaml", apm.to_owned()),
    ] {
        let room = tempfile::tempdir().unwrap();
        write(&room.path().join(name), &lock);
        fs::create_dir_all(room.path().join(".claude")).unwrap();
        symlink(outside.path(), room.path().join(".claude/skills")).unwrap();
        if name.starts_with('.') {
            symlink(outside.path().join("plain"), room.path().join(".well-known/agent-skills/a")).unwrap();
        }
        let found = find(room.path());
        assert_eq!(found.locks.len(), 1, "{name}: what lies outside has no say");
        let checked = check(&found.locks[0].entries[0].targets[0], &[]);
        assert_eq!(checked.state, LockState::Unchecked, "{name}: {checked:?}");
        assert!(checked.why.contains("a link leads out of the project, to "), "{}", checked.why);
    }
}

#[test]
fn an_entry_without_a_hash_that_is_known_is_not_checked_and_not_fine() {
    let tree = tree("plain");
    for entry in [json!({}), json!([]), json!({ "computedHash": 5 }), json!({ "computedHash": "sha512-xyz" })]
    {
        let room = locked(&tree, &entry);
        let checked = only(&find(room.path()));
        assert_eq!(checked.state, LockState::Unchecked, "{entry}");
        assert!(checked.why.starts_with("Cannot be checked: "), "{}", checked.why);
    }
}
