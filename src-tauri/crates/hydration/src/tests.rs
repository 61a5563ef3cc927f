//! Declarations and commands of whole skills, from their files.
#![allow(clippy::disallowed_methods, reason = "a test lays its files out by hand")]

use std::fs;
use std::time::Duration;

use disk::{Contents, Stamp};
use skills::{Content, Finding, Severity, Skill};
use tempfile::TempDir;

use crate::declared::KEYS;
use crate::{Blocked, FILE, Origin, SkillOrigin, Source, Sources, Surface, definition_hash, sources};

const PLAIN: &str = "---\nname: s\ndescription: d\n---\nBody.\n";

/// The sources of a skill with this file, if any, and this `SKILL.md`.
fn read(file: Option<&str>, content: &str) -> Sources {
    let room = TempDir::new().unwrap();
    let dir = room.path().join("s");
    fs::create_dir_all(dir.join("references")).unwrap();
    fs::write(dir.join("references/a.md"), "A").unwrap();
    fs::write(room.path().join("out"), "O").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("../out", dir.join("link")).unwrap();
    if let Some(file) = file {
        fs::write(dir.join(FILE), file).unwrap();
    }
    let contents = Contents { bytes: content.into(), stamp: Stamp::default() };
    let skill = Skill::alone(&dir.join("SKILL.md"), &contents);
    let found = sources(&skill, &Content::of(content.as_bytes()), SkillOrigin::Local);
    for one in found.findings.iter().chain(&found.file_findings) {
        assert!(
            one.text.to_string().ends_with('.') && one.fix().ends_with('.') && one.line.is_some(),
            "{one:?}"
        );
    }
    found
}

fn rules(findings: &[Finding]) -> Vec<(&'static str, u32, Severity)> {
    findings.iter().map(|one| (one.rule, one.line.unwrap(), one.severity)).collect()
}

#[test]
fn a_source_says_everything_once() {
    let file = "context-sources:\n- id: diff\n  title: The uncommitted changes\n  run: [git, diff, 'HEAD']\n  \
                read_only: true\n  auto: true\n  timeout_ms: 2000\n  max_bytes: 1024\n  cwd: ./services/api/\n\
                - id: log\n  shell: |\n    git log |\n      head\n- {id: docs, read: docs/**/*.md}\n\
                - {id: ref, resource: references/a.md}\n";
    let found = read(Some(file), PLAIN);
    assert_eq!((rules(&found.findings), rules(&found.file_findings)), (vec![], vec![]));
    let surfaces: Vec<_> = found.list.iter().map(|one| (one.id.as_str(), one.line, &one.surface)).collect();
    let run = Surface::Run(["git", "diff", "HEAD"].map(String::from).to_vec());
    let expected = [
        ("diff", 2, &run),
        ("log", 10, &Surface::Shell("git log |\n  head".into())),
        ("docs", 14, &Surface::Read("docs/**/*.md".into())),
        ("ref", 15, &Surface::Resource("references/a.md".into())),
    ];
    assert_eq!(surfaces, expected);
    let diff = &found.list[0];
    assert_eq!((diff.title.as_str(), diff.cwd.as_str()), ("The uncommitted changes", "services/api"));
    assert_eq!((diff.timeout, diff.max_bytes), (Duration::from_secs(2), 1024));
    assert!(diff.read_only && diff.auto && diff.blocked.is_none() && diff.origin == Origin::File);
    let log = &found.list[1];
    assert_eq!((log.timeout, log.max_bytes), (Source::TIMEOUT, Source::KEEP));
    assert!(!log.read_only && !log.auto && log.title.is_empty() && log.cwd.is_empty());
}

/// What authors are told is what is read.
#[test]
fn the_words_for_authors_are_exact() {
    let words = include_str!("../SOURCES.md");
    let example = words.split("```yaml\n").nth(1).unwrap().split("```").next().unwrap();
    let example = example.replace("references/style.md", "references/a.md");
    let found = read(Some(&example), PLAIN);
    let shown: Vec<_> = found.list.iter().map(|one| (one.id.as_str(), one.surface.word())).collect();
    let expected = [("diff", "run"), ("slow-queries", "shell"), ("decisions", "read"), ("style", "resource")];
    assert_eq!((shown.as_slice(), found.file_findings), (&expected[..], vec![]));
    let (diff, plain) = (&found.list[0], &found.list[1]);
    assert!(
        diff.auto && diff.read_only && diff.timeout == plain.timeout && diff.max_bytes == plain.max_bytes
    );
    let code = [
        include_str!("sources.rs"),
        include_str!("inline.rs"),
        include_str!("misled.rs"),
        include_str!("declared.rs"),
        include_str!("declared/entry.rs"),
    ]
    .concat();
    let rules: std::collections::BTreeSet<_> = code
        .split('"')
        .filter(|word| {
            word.strip_prefix("source-")
                .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_lowercase()))
        })
        .collect();
    let missing: Vec<_> = rules.iter().filter(|rule| !words.contains(&format!("`{rule}`"))).collect();
    assert!(missing.is_empty() && rules.len() > 15, "{missing:?} of {rules:?}");
    for key in KEYS {
        assert!(words.contains(&format!("| `{key}` |")), "{key}");
    }
}

#[test]
fn file_and_frontmatter_mean_the_same() {
    let list = "- id: a\n  run: [git, status]\n- id: b\n  shell: git log\n";
    let nested: String = list.lines().map(|line| format!("    {line}\n")).collect();
    let of_file = read(Some(list), PLAIN);
    let keyed = read(Some(&format!("context-sources:\n{list}")), PLAIN);
    let top = format!("---\nname: s\ndescription: d\ncontext-sources:\n{list}---\n");
    let deep = format!("---\nname: s\ndescription: d\nmetadata:\n  context-sources:\n{nested}---\n");
    let hashes = |found: &Sources| found.list.iter().map(definition_hash).collect::<Vec<_>>();
    assert_eq!(hashes(&of_file).len(), 2);
    for other in [keyed, read(None, &top), read(None, &deep)] {
        assert_eq!(hashes(&other), hashes(&of_file));
    }
    let found = read(None, &top);
    assert_eq!((found.list[1].line, found.list[1].origin), (7, Origin::Frontmatter));
    assert_eq!(rules(&found.findings), [("source-frontmatter", 4, Severity::Note)]);
}

/// One entry with a good id and this besides.
fn check_entry(rest: &str, kept: bool, expected: &[(&'static str, u32, Severity)]) {
    let file = format!("- id: a\n{rest}\n- id: good\n  run: [x]\n");
    let found = read(Some(&file), PLAIN);
    let ids: Vec<_> = found.list.iter().map(|source| source.id.as_str()).collect();
    let wanted: &[&str] = if kept { &["a", "good"] } else { &["good"] };
    assert_eq!(ids, wanted, "{rest}: {:?}", found.file_findings);
    assert_eq!(rules(&found.file_findings), expected, "{rest}: {:?}", found.file_findings);
}

#[test]
fn a_mistake_leaves_its_source_out_and_no_other() {
    use Severity::Error;
    for (rest, rule, line) in [
        ("  title: t", "source-surface", 1),
        ("  run: [x]\n  shell: y", "source-surface", 3),
        ("  read: [x]", "source-read", 2),
        ("  run: git diff", "source-run", 2),
        ("  run: []", "source-run", 2),
        ("  run: ['']", "source-run", 2),
        ("  run:\n  - x\n  - {y: z}", "source-run", 4),
        ("  run:\n  - x\n  -", "source-run", 4),
        ("  run: [x, \"a\\0b\"]", "source-run", 2),
        ("  shell: \"a\\0b\"", "source-run", 2),
        ("  shell: [x]", "source-shell", 2),
        ("  shell: ' '", "source-shell", 2),
        ("  run: [x]\n  run: [y]", "source-key", 3),
        ("  run: [x]\n  read_only: yes", "source-flag", 3),
        ("  run: [x]\n  auto: 1", "source-flag", 3),
        ("  run: [x]\n  auto: []", "source-flag", 3),
        ("  run: [x]\n  timeout_ms: 99", "source-number", 3),
        ("  run: [x]\n  timeout_ms: 120001", "source-number", 3),
        ("  run: [x]\n  timeout_ms: 1_000", "source-number", 3),
        ("  run: [x]\n  timeout_ms: -1", "source-number", 3),
        ("  run: [x]\n  max_bytes: 255", "source-number", 3),
        ("  run: [x]\n  max_bytes: 262145", "source-number", 3),
        ("  run: [x]\n  max_bytes: 99999999999999999999999", "source-number", 3),
        ("  run: [x]\n  cwd: /tmp", "source-cwd", 3),
        ("  run: [x]\n  cwd: a/../..", "source-cwd", 3),
        ("  run: [x]\n  cwd: a\\b", "source-cwd", 3),
        ("  run: [x]\n  cwd: {}", "source-cwd", 3),
        ("  run: [x]\n  title: [t]", "source-title", 3),
        ("  read: /etc/passwd", "source-read", 2),
        ("  read: ../x", "source-read", 2),
        ("  read: ''", "source-read", 2),
        ("  read: 'a[b'", "source-read", 2),
        ("  read: .git/config", "source-read", 2),
        ("  read: '**/.Pixir/*'", "source-read", 2),
        ("  resource: b.md", "source-resource", 2),
        ("  resource: references", "source-resource", 2),
        ("  resource: ../out", "source-resource", 2),
        #[cfg(unix)]
        ("  resource: link", "source-resource", 2),
    ] {
        check_entry(rest, false, &[(rule, line, Error)]);
    }
    check_entry(&format!("  shell: {}", "x".repeat(8_193)), false, &[("source-run", 2, Error)]);
    check_entry(&format!("  shell: {}", "x".repeat(8_192)), true, &[]);
}

#[test]
fn what_is_merely_odd_is_told() {
    use Severity::{Error, Warning};
    check_entry("  run: [x]\n  readonly: true", true, &[("source-key", 3, Warning)]);
    check_entry("  run: [x]\n  title: \"a\\nb\"", true, &[("source-title", 3, Warning)]);
    check_entry("  run: [x]\n  auto: true", true, &[("source-auto", 3, Warning)]);
    check_entry("  shell: x\n  auto: true\n  read_only: true", true, &[("source-auto", 3, Warning)]);
    check_entry("  read: x\n  auto: true\n  read_only: true", true, &[]);
    check_entry("  run: [x, \"a\\u202eb\"]", true, &[("source-unseen", 2, Error)]);
    let found = read(Some("- {id: a, run: [x], auto: true}\n- {id: b, shell: \"x\\u200b\"}\n"), PLAIN);
    assert!(!found.list[0].auto);
    assert_eq!(found.list[1].blocked, Some(Blocked::Unseen));
}

#[test]
fn ids_are_short_unlike_and_not_taken() {
    let check = |ids: &[&str], kept: usize, rule: &[&str]| {
        let file: String = ids.iter().map(|id| format!("- id: {id}\n  run: [x]\n")).collect();
        let found = read(Some(&file), PLAIN);
        let rules: Vec<_> = found.file_findings.iter().map(|one| one.rule).collect();
        assert_eq!((found.list.len(), rules.as_slice()), (kept, rule), "{ids:?}");
    };
    let long = "a".repeat(64);
    check(&["a", "0-_", &long, "inline", "block-x", "inline-"], 6, &[]);
    for bad in ["A", "-a", "_a", "a.b", "a b", "é", "''", "[a]", "inline-1", "block-22", &format!("{long}a")]
    {
        check(&["good", bad], 1, &["source-id"]);
    }
    check(&["a", "b", "a", "a"], 2, &["source-id", "source-id"]);
    let found = read(Some("- run: [x]\n- x\n"), PLAIN);
    let expected = [("source-id", 1, Severity::Error), ("source-form", 2, Severity::Error)];
    assert_eq!(rules(&found.file_findings), expected);
    let many: String = (0..65).map(|id| format!("- {{id: s{id}, run: [x]}}\n")).collect();
    let found = read(Some(&many), PLAIN);
    assert_eq!(
        (found.list.len(), rules(&found.file_findings)),
        (64, vec![("source-count", 1, Severity::Error)])
    );
}

#[test]
fn a_file_that_is_none_is_told_of() {
    use Severity::{Error, Warning};
    let check = |file: &str, expected: &[(&'static str, u32, Severity)]| {
        let found = read(Some(file), PLAIN);
        assert_eq!(rules(&found.file_findings), expected, "{file:?}: {:?}", found.file_findings);
        assert!(found.list.is_empty() && found.file.is_some());
    };
    check("", &[("source-file", 1, Error)]);
    check("text\n", &[("source-file", 1, Error)]);
    check("- id: a\n  run: [x\n- id: b\n", &[("source-file", 3, Error)]);
    check("- id: a\n  run: &x [y]\n", &[("source-file", 2, Error)]);
    check("- id: !!str a\n", &[("source-file", 1, Error)]);
    check(&"#".repeat(65_537), &[("source-file", 1, Error)]);
    check("sources: []\n", &[("source-form", 1, Error), ("source-key", 1, Warning)]);
    check("context-sources: x\n", &[("source-form", 1, Error)]);
    check("context-sources: []\nx: y\n", &[("source-key", 2, Warning)]);
    check("[]", &[]);
}

#[test]
fn the_file_goes_before_the_frontmatter() {
    let content = "---\nname: s\ndescription: d\ncontext-sources:\n  - {id: b, run: [y]}\n---\n";
    let found = read(Some("- {id: a, run: [x]}\n"), content);
    assert_eq!(found.list.iter().map(|one| one.id.as_str()).collect::<Vec<_>>(), ["a"]);
    assert_eq!(rules(&found.findings)[0], ("source-twice", 4, Severity::Warning));
    // Also when the file is broken: what counts must not depend on a mistake in it.
    let found = read(Some("- {id: a"), content);
    assert_eq!((found.list.len(), rules(&found.file_findings)[0].0), (0, "source-file"));
    let broken = "---\nname: s\ndescription: d\nx: [a] b\ncontext-sources:\n  - {id: b, run: [y]}\n---\n";
    let found = read(None, broken);
    assert!(found.list.is_empty() && rules(&found.findings).contains(&("source-form", 5, Severity::Error)));
}

#[test]
fn what_misleads_pixir_is_told() {
    let said = |content: &str| {
        let found = read(None, content);
        let ours = found.findings.into_iter().filter(|one| one.rule == "source-frontmatter");
        ours.map(|one| format!("{}: {}", one.severity.name(), one.text)).collect::<Vec<_>>().join(" ")
    };
    let list = "context-sources:\n  - id: a\n    description: of a\n    run: [x]\n";
    let taken = "warning: Pixir reads the frontmatter line by line and takes the description from inside `context-sources`: `of a`.";
    assert_eq!(said(&format!("---\nname: s\ndescription: d\n{list}---\n")), taken);
    // The skill's own comes later and wins.
    let before = said(&format!("---\nname: s\n{list}description: d\n---\n"));
    assert!(before.starts_with("note: ") && before.contains("`- id`, `description`, `run`"), "{before}");
    let hidden = "---\nname: s\ndescription: d\ncontext-sources:\n  - id: a\n    shell: |\n      disable-model-invocation: yes\n---\n";
    assert!(said(hidden).contains("hidden from the model"), "{}", said(hidden));
    let bare = "---\nname: s\ncontext-sources:\n  - id: a\n    run:\n    - git\n---\n# Body\n";
    assert!(
        said(bare).contains("takes the description from inside `context-sources`: `- git`"),
        "{}",
        said(bare)
    );
    let flow = "---\nname: s\ndescription: d\ncontext-sources: [{id: a, run: [x]}]\n---\n";
    assert_eq!(said(flow), "");
    assert_eq!(said(&format!("---\r\nname: s\r\ndescription: d\r\n{list}---\r\n")), "");
}

#[test]
fn commands_of_the_body_come_behind_and_count_their_lines_in_the_file() {
    let content = "---\nname: s\ndescription: d\n---\nHost: !`uname`\n\n```!\ndate\n```\n";
    let found = read(Some("- {id: a, run: [x]}\n"), content);
    let list: Vec<_> = found.list.iter().map(|one| (one.id.as_str(), one.line, one.origin)).collect();
    let expected = [("a", 1, Origin::File), ("inline-1", 5, Origin::Inline), ("block-1", 7, Origin::Inline)];
    assert_eq!(list, expected);
    assert_eq!(found.source("block-1").map(|one| one.line), Some(7));
    let crlf = read(None, &content.replace('\n', "\r\n"));
    assert_eq!((crlf.list[0].line, crlf.list[1].line), (5, 7));
}

#[test]
fn s4_20_shell_says_what_reads_the_commands_in_the_text() {
    let check = |shell: &str, expected: &[&str], warned: usize| {
        let content = format!("---\nname: s\ndescription: d\n{shell}---\n!`Get-Date ${{SKILL_DIR}}`\n");
        let found = read(None, &content);
        let words = match &found.list[0].surface {
            Surface::Run(argv) => argv.iter().map(String::as_str).collect::<Vec<_>>(),
            Surface::Shell(text) => vec![text.as_str()],
            other => panic!("{other:?}"),
        };
        assert_eq!(words, expected, "{shell}");
        let odd = rules(&found.findings).into_iter().filter(|(rule, ..)| *rule == "source-shell");
        assert_eq!(odd.count(), warned, "{shell}");
        assert!(!found.list[0].auto && !found.list[0].read_only, "{shell}");
    };
    let text = "Get-Date ${SKILL_DIR}";
    check("", &[text], 0);
    check("shell: bash\n", &[text], 0);
    check("shell: powershell\n", &["pwsh", "-NoProfile", "-NonInteractive", "-Command", text], 0);
    check("shell: fish\n", &[text], 1);
    check("shell: [powershell]\n", &[text], 1);
}

#[cfg(unix)]
#[test]
fn a_link_out_is_not_read() {
    let room = TempDir::new().unwrap();
    let dir = room.path().join("s");
    fs::create_dir(&dir).unwrap();
    fs::write(room.path().join("list"), "- {id: a, run: [x]}\n").unwrap();
    std::os::unix::fs::symlink("../list", dir.join(FILE)).unwrap();
    let contents = Contents { bytes: PLAIN.into(), stamp: Stamp::default() };
    let skill = Skill::alone(&dir.join("SKILL.md"), &contents);
    let found = sources(&skill, &Content::of(PLAIN.as_bytes()), SkillOrigin::Local);
    assert_eq!(
        (found.list.len(), rules(&found.file_findings)),
        (0, vec![("source-file", 1, Severity::Error)])
    );
    let gone = Skill::alone(&room.path().join("gone/SKILL.md"), &contents);
    assert_eq!(sources(&gone, &Content::of(PLAIN.as_bytes()), SkillOrigin::Local), Sources::default());
}
