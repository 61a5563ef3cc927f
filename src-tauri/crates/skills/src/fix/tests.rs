//! What each quick fix makes of a file, and what has none.

use std::path::{Path, PathBuf};

use message::Message;
use proptest::prelude::*;

use super::{AT_ONCE, Fix, Flawed, Judge, Remedy, edited, fix, fix_all, has_fix};
use crate::{Content, Finding, Root, Scope, Skill, checks, description_checks, lint_rules, validator_checks};

fn skill(folder: &str, content: &[u8]) -> Skill {
    let root = Root { scope: Scope::Repo, path: "/r".into() };
    Skill::from_content(&root, Path::new("/r").join(folder), content, disk::Stamp::default())
}

fn judge(skill: &Skill, rel: &Path, bytes: &[u8]) -> Vec<Finding> {
    if rel != Path::new("SKILL.md") {
        return crate::bytes_checks(rel, bytes, &|_| Vec::new());
    }
    let content = Content::of(bytes);
    let mut found = checks(skill, &content);
    found.extend(validator_checks(&content));
    found.extend(description_checks(skill, &content));
    found
}

fn first(folder: &str, rule: &str, before: &str) -> Option<Fix> {
    let (skill, rel) = (skill(folder, before.as_bytes()), Path::new("SKILL.md"));
    let found = judge(&skill, rel, before.as_bytes());
    let finding = found.iter().find(|one| one.rule == rule);
    let finding = finding.unwrap_or_else(|| panic!("{rule} finds nothing in {before:?}: {found:?}"));
    fix(&skill, Flawed { rel, bytes: before.as_bytes(), beside: &[] }, finding, &judge)
}

/// What the fix of a rule makes of a file in the folder `a`; the same when there is none.
#[track_caller]
fn check(rule: &str, before: &str, after: &str) {
    let made = first("a", rule, before).map(|fix| match fix.remedy {
        Remedy::Write(bytes) => String::from_utf8(bytes).expect("text stays text"),
        other => panic!("{other:?}"),
    });
    assert_eq!(made.as_deref().unwrap_or(before), after, "{rule} in {before:?}");
}

#[test]
fn every_rule_with_a_fix_is_a_rule() {
    let fixed: Vec<_> = lint_rules().iter().filter(|rule| has_fix(rule.id)).map(|rule| rule.id).collect();
    assert!(fixed.len() > 20 && fixed.contains(&"executable"), "{fixed:?}");
    for never in ["description-missing", "description-when", "secret", "risky-command", "hooks", "nothing"] {
        assert!(!has_fix(never), "{never}");
    }
}

#[test]
fn fences_marks_and_line_ends_are_put_right() {
    let good = "---\nname: a\ndescription: b\n---\nDo it.\n";
    check("bom", &format!("\u{feff}{good}"), good);
    check("crlf", &good.replace('\n', "\r\n"), good);
    // What the mark hid is fixed with it.
    check("bom", &format!("\u{feff}{}", good.replace('\n', "\r\n")), good);
    check("opening-fence", &format!("\n \n{}", good.replacen("---", "--- ", 1)), good);
    check("closing-fence", "---\nname: a\ndescription: b\n---\t\nDo it.\n", good);
    check("closing-fence", "---\nname: a\ndescription: b\n  ---\nDo it.\n", good);
    check("unclosed-frontmatter", "---\nname: a\ndescription: b", "---\nname: a\ndescription: b\n---\n");
    check(
        "unclosed-frontmatter",
        "---\nname: a\ndescription: b\n\n# A\n\nDo it.\n",
        "---\nname: a\ndescription: b\n---\n\n# A\n\nDo it.\n",
    );
    for unsure in
        ["---\nname: a\ndescription: b\n# A\n\nx\n", "---\nname: a\n\ndescription: b\n", "---\nDo it.\n"]
    {
        check("unclosed-frontmatter", unsure, unsure);
    }
}

#[test]
fn a_value_is_written_so_that_both_read_the_same() {
    let with = |lines: &str| format!("---\nname: a\n{lines}---\nDo it.\n");
    let value = |rule: &str, before: &str, after: &str| check(rule, &with(before), &with(after));
    value("block-scalar", "description: >-\n  b\n  c\nlicense: MIT\n", "description: b c\nlicense: MIT\n");
    value("block-scalar", "description: |\n  b: x\n  c\n", "description: \"b: x c\"\n");
    value("continued-line", "description: b\n  c\n", "description: b c\n");
    value("comment", "description: b # c\n", "# c\ndescription: b\n");
    value("quotes", "description: 'it''s'\n", "description: it's\n");
    value("quoted-key", "\"description\": b\n", "description: b\n");
    value("not-yaml", "description: b: c\n", "description: \"b: c\"\n");
    value(
        "not-yaml",
        "description: say \"b\": c\nlicense: x: y\n",
        "description: 'say \"b\": c'\nlicense: \"x: y\"\n",
    );
    value("tab-indent", "description: b\nmetadata:\n\tx: y\n", "description: b\nmetadata:\n  x: y\n");
    value("duplicate-key", "description: b\ndescription: b\n", "description: b\n");
    value("duplicate-key", "description: b\ndescription: c\n", "description: b\ndescription: c\n");
    value("flow-value", "description: b\ntags: [x, 'y z']\n", "description: b\ntags:\n  - x\n  - \"y z\"\n");
    value("flow-value", "description: b\nm: {x: y}\n", "description: b\nm: {x: y}\n");
    value(
        "field-type",
        "description: b\nallowed-tools: [Read, Bash(git:*)]\n",
        "description: b\nallowed-tools: Read Bash(git:*)\n",
    );
    value("field-type", "description: b\nmetadata: text\n", "description: b\nmetadata: text\n");
    value("unknown-field", "description: b\nLicense: MIT\n", "description: b\nlicense: MIT\n");
    value("unknown-field", "description: b\nversion: 1\n", "description: b\nversion: 1\n");
    check(
        "nested-key",
        "---\nname: a\ndescription: b\nmetadata:\n  name: c\n---\nDo it.\n",
        "---\ndescription: b\nmetadata:\n  name: c\nname: a\n---\nDo it.\n",
    );
}

#[test]
fn name_and_folder_become_one_where_one_of_them_is_right() {
    let named = |name: &str| format!("---\nname: {name}\ndescription: b\n---\nDo it.\n");
    check("name-folder", &named("other"), &named("a"));
    check("name-characters", &named("A b"), &named("a"));
    check("name-length", &named(&"n".repeat(65)), &named("a"));
    check("name-missing", "---\ndescription: b\n---\nx\n", "---\ndescription: b\nname: a\n---\nx\n");
    let renamed = first("My Skill", "name-folder", &named("my-skill")).map(|fix| fix.remedy);
    assert_eq!(renamed, Some(Remedy::Rename("my-skill".to_owned())));
    assert_eq!(first("My Skill", "name-folder", &named("My Other")), None, "neither is a name");
}

#[test]
fn what_is_not_seen_goes_and_what_it_hid_is_not_let_through() {
    let text = |text: &str| format!("---\nname: a\ndescription: b\n---\n{text}\n");
    check("invisible-characters", &text("x\u{202e}y\u{200b}\u{200d}z"), &text("xyz"));
    let family = text("\u{1f468}\u{200d}\u{1f469}\u{200b}");
    check("invisible-characters", &family, &text("\u{1f468}\u{200d}\u{1f469}"));
    let hiding = text("su\u{200b}do rm x");
    check("invisible-characters", &hiding, &hiding.replace('\u{200b}', ""));
    let of = |rel: &str, bytes: &str| {
        let (skill, rel) = (skill("a", b""), Path::new(rel));
        let found = judge(&skill, rel, bytes.as_bytes());
        let file = Flawed { rel, bytes: bytes.as_bytes(), beside: &[] };
        fix(&skill, file, &found[0], &judge).map(|fix| fix.remedy)
    };
    assert_eq!(of("scripts/a.sh", "x\u{202e}y"), Some(Remedy::Write(b"xy".to_vec())));
    assert_eq!(of("scripts/a.sh", "echo \u{200b}"), None, "it may be what the program prints");
    assert_eq!(of("notes.md", "x\u{200b}"), Some(Remedy::Write(b"x".to_vec())));
    assert_eq!(of("notes.md", "curl x | sh\ncurl y | s\u{200b}h"), None, "a risky line would come to light");
}

#[test]
fn a_link_is_written_as_its_file_is_spelled_and_bits_that_run_nothing_go() {
    let before = "---\nname: a\ndescription: b\n---\n[x](references/STYLE.md#top) and [y](<./Notes.MD>), [z](gone.md)\n";
    let beside: Vec<PathBuf> = ["references/style.md", "notes.md"].map(PathBuf::from).to_vec();
    let rel = Path::new("SKILL.md");
    let skill = skill("a", before.as_bytes());
    // Counts dead links as a door that follows them would.
    let dead = |_: &Skill, _: &Path, bytes: &[u8]| -> Vec<Finding> {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let of = |target: &str| {
            text.contains(target).then(|| {
                let target = crate::Quote::whole(target);
                Finding::by_rule("broken-link", Some(5), crate::FindingText::BrokenLink { target })
            })
        };
        ["STYLE.md", "Notes.MD", "gone.md"].into_iter().filter_map(of).collect()
    };
    let finding = dead(&skill, rel, before.as_bytes()).remove(0);
    let file = Flawed { rel, bytes: before.as_bytes(), beside: &beside };
    let made = fix(&skill, file, &finding, &dead).map(|fix| fix.remedy);
    let after = before.replace("STYLE", "style").replace("Notes.MD", "notes.md");
    assert_eq!(made, Some(Remedy::Write(after.into_bytes())));
    let twins: Vec<PathBuf> = ["references/style.md", "references/Style.md"].map(PathBuf::from).to_vec();
    assert_eq!(fix(&skill, Flawed { beside: &twins, ..file }, &finding, &dead), None, "two are near");
    let executable = |rel: &str, bytes: &[u8]| {
        let finding = Finding::by_rule("executable", None, crate::FindingText::Executable);
        fix(&skill, Flawed { rel: Path::new(rel), bytes, beside: &[] }, &finding, &judge)
            .map(|fix| fix.remedy)
    };
    assert_eq!(executable("notes.md", b"x"), Some(Remedy::Still));
    assert_eq!(executable("run.sh", b"x"), None);
    assert_eq!(executable("data.json", b"#!/usr/bin/env x"), None);
}

#[test]
fn all_at_once_leaves_nothing_that_has_a_fix() {
    let before = "---\r\nname: other\r\nDescription: >-\r\n  Does it: well.\r\n  Use when asked.\r\n--- \r\nDo\u{200b} it.\r\n";
    let (skill, rel) = (skill("a", before.as_bytes()), Path::new("SKILL.md"));
    let file = Flawed { rel, bytes: before.as_bytes(), beside: &[] };
    let (made, words) = fix_all(&skill, file, &|_| true, &judge).expect("there is something to fix");
    let after = "---\nname: a\ndescription: \"Does it: well. Use when asked.\"\n---\nDo it.\n";
    assert_eq!(String::from_utf8_lossy(&made), after, "{words:?}");
    assert_eq!(fix_all(&skill.rewritten(&made), Flawed { bytes: &made, ..file }, &|_| true, &judge), None);
    let only = |finding: &Finding| finding.rule == "invisible-characters";
    let (made, words) = fix_all(&skill, file, &only, &judge).expect("there is something to fix");
    assert_eq!(
        (String::from_utf8_lossy(&made).into_owned(), words.len()),
        (before.replace('\u{200b}', ""), 1)
    );
}

/// All fixes of a text as one after the other makes them, each judged anew.
fn one_by_one(
    skill: &Skill,
    file: Flawed<'_>,
    wanted: &dyn Fn(&Finding) -> bool,
    judge: Judge<'_>,
) -> Option<(Vec<u8>, Vec<Message>)> {
    let (mut text, mut words) = (file.bytes.to_vec(), Vec::new());
    for _ in 0..AT_ONCE {
        let now = edited(skill, file.rel, &text);
        let found = judge(&now, file.rel, &text);
        let file = Flawed { bytes: &text, ..file };
        let fixes = found.iter().filter(|finding| wanted(finding));
        let next =
            fixes.filter_map(|finding| fix(&now, file, finding, judge)).find_map(|fix| match fix.remedy {
                Remedy::Write(bytes) => Some((bytes, fix.words)),
                Remedy::Still | Remedy::Rename(_) => None,
            });
        let Some((bytes, more)) = next else { break };
        text = bytes;
        more.into_iter().for_each(|one| words.extend((!words.contains(&one)).then_some(one)));
    }
    (text != file.bytes).then_some((text, words))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_verdict_that_is_kept_is_that_of_the_text(
        folder in prop::sample::select(vec!["a", "b", "My Skill"]),
        lines in prop::collection::vec(
            prop::sample::select(vec![
                "name: a", "name: My Skill", "name: other", "Name: a", "description: b", "description: b: c",
                "description: >-\n  b\n  c", "description: b # c", "\"description\": b", "Description: 'it''s'",
                "License: MIT", "allowed-tools: [Read, Bash]", "tags: [x, y]", "metadata:\n\tx: y", "metadata:\n  name: c",
                "description: b", "x\u{200b}",
            ]),
            0..6,
        ),
        fences in prop::sample::select(vec![("---\n", "---\n"), ("\u{feff}---\n", "--- \n"), ("\n---\n", "---\n"), ("---\n", "")]),
        body in prop::sample::select(vec!["Do it.\n", "Do\u{200b} it.\n", "su\u{200b}do rm x\n", ""]),
        is_crlf in any::<bool>(),
        rules in prop::sample::subsequence(
            vec!["crlf", "bom", "name-folder", "invisible-characters", "comment", "duplicate-key", "not-yaml"], 0..4,
        ),
    ) {
        let fields: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let text = format!("{}{fields}{}{body}", fences.0, fences.1);
        let text = if is_crlf { text.replace('\n', "\r\n") } else { text };
        let (skill, rel) = (skill(folder, text.as_bytes()), Path::new("SKILL.md"));
        let file = Flawed { rel, bytes: text.as_bytes(), beside: &[] };
        let wanted = |finding: &Finding| rules.is_empty() || rules.contains(&finding.rule);
        prop_assert_eq!(fix_all(&skill, file, &wanted, &judge), one_by_one(&skill, file, &wanted, &judge));
    }
}
