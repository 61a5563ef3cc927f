//! Quick fixes: what holds for every file they may meet, and how they are asked for through the doors.

#![cfg(unix)]
#![allow(clippy::disallowed_methods, reason = "tests make the files they read")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use api::checks::CheckAsk;
use api::checks::{CheckGrouping, ChecksAsk, ChecksView};
use api::manage::{CarriedOutView, PlanAnswer, PlanAsk, UndoAsk};
use api::wire::FixAsk;
use api::wire::{FindingRow, Severity as SeverityWord, SkillUnderAsk};
use disk::Imprint;
use message::{Message, message};
use proptest::prelude::*;
use serde_json::Value;
use skills::{
    Content, Finding, Flawed, Remedy, Root, Scope, Severity, Skill, body, bytes_checks, checks,
    description_checks, fix, fix_all, validator_checks,
};
use tests::room::{Room, every_finding};

/// Skills of a workspace, by their paths in its folder of skills.
struct Skills(Room);

impl Skills {
    fn new(files: &[(&str, &[u8])]) -> Self {
        let room = Room::with(&[]);
        files.iter().for_each(|(rel, bytes)| room.write(&format!("ws/.agents/skills/{rel}"), bytes));
        Self(room)
    }

    fn at(&self, rel: &str) -> PathBuf {
        self.0.at("ws/.agents/skills").join(rel)
    }

    fn text(&self, rel: &str) -> String {
        String::from_utf8(fs::read(self.at(rel)).unwrap()).unwrap()
    }

    fn tree(&self) -> Imprint {
        Imprint::of(&self.at("")).unwrap()
    }

    fn id(&self, name: &str) -> String {
        let short_path = format!("repo:{name}/SKILL.md");
        let row = self.0.skills().into_iter().find(|row| row.short_path == short_path);
        row.unwrap_or_else(|| panic!("no {name}")).id
    }

    fn findings(&self, name: &str) -> Vec<FindingRow> {
        let ask = SkillUnderAsk { id: self.id(name), convention: None };
        self.0.page().skill(&ask).unwrap().checks
    }

    /// A plan to fix what these rules find anywhere.
    fn plan(&self, rules: &[&str]) -> PlanAnswer {
        let rules = rules.iter().map(|rule| (*rule).to_owned()).collect();
        self.0.plan(&PlanAsk::Fix(FixAsk {
            convention: None,
            skills: Vec::new(),
            rules,
            rel: None,
            line: None,
        }))
    }

    fn carry_out(&self, plan: &PlanAnswer) -> CarriedOutView {
        let done = self.0.carry_out(plan);
        assert!(done.entry.is_some(), "{done:?}");
        done
    }

    fn undo_latest(&self) {
        self.0.page().undo(&UndoAsk { entry: None }).unwrap();
    }

    fn checks(&self, ask: &ChecksAsk) -> ChecksView {
        self.0.page().checks(ask).unwrap()
    }

    fn assay(&self, arguments: &[&str]) -> (i32, String, String) {
        let done = Command::new(crate::doors::program())
            .current_dir(self.0.workspace())
            .args(arguments)
            .env("HOME", self.0.at("home"))
            .env("XDG_DATA_HOME", self.0.at("kept"))
            .env_remove("PIXIR_HOME")
            .stdin(std::process::Stdio::null())
            .output()
            .unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        (done.status.code().unwrap_or(-1), text(done.stdout), text(done.stderr))
    }
}

const GOOD: &str = "Drafts release notes for a range of tags. Use when the user asks for a changelog.";

/// Lines of a frontmatter and its surroundings that between them trip most rules.
const PARTS: [&str; 30] = [
    "name: a\n",
    "name: other\n",
    "name: A b\n",
    "Name: a\n",
    "name: \"a\"\n",
    "description: Does it. Use when asked.\n",
    "description: >-\n  Does it.\n  Use when asked.\n",
    "description: |\n  Does it:\n\n  - well\n",
    "description: Does it\n  when asked\n",
    "description: it # c\n",
    "description: 'it''s \"x\"'\n",
    "description: \"a\\tb\"\n",
    "description: Use when: now\n",
    "\"description\": b\n",
    "Description: b\n",
    "license: MIT\n",
    "license: MIT\n",
    "metadata:\n  name: c\n",
    "metadata:\n\tx: y\n",
    "metadata: {x: y}\n",
    "tags: [x, 'y z']\n",
    "allowed-tools: [Read, Bash(git:*)]\n",
    "prompt: |\n  x\n    y\n",
    "version: 3\n",
    "# a comment\n",
    "\n",
    " ---\n",
    "just words\n",
    "x\u{202e}y: z\u{200b}\n",
    "compatibility: a\u{200b}b\n",
];

/// A `SKILL.md` of such lines, with a body.
fn any_skill() -> impl Strategy<Value = Vec<u8>> {
    let lines = prop::collection::vec(prop::sample::select(PARTS.to_vec()), 0..6);
    let open = prop::sample::select(vec!["---\n", "--- \n", "\n---\n", "---\n", "---\n"]);
    let close = prop::sample::select(vec!["---\n", "--- \n", "", "  ---\n", "---\n", "---\n"]);
    let body = prop::sample::select(vec!["Do it.\n", "\n# A\n\nDo\u{200b} it.\n", "", "sudo x\n---\ny: z\n"]);
    let ends = prop::sample::select(vec!["\n", "\n", "\r\n"]);
    let mark = prop::sample::select(vec!["", "", "\u{feff}"]);
    (lines, open, close, body, ends, mark).prop_map(|(lines, open, close, body, ends, mark)| {
        format!("{mark}{open}{}{close}{body}", lines.concat()).replace('\n', ends).into_bytes()
    })
}

fn skill(content: &[u8]) -> Skill {
    let root = Root { scope: Scope::Repo, path: "/r".into() };
    Skill::recorded(&root, Path::new("/r/a/SKILL.md"), content)
}

fn judge(skill: &Skill, rel: &Path, bytes: &[u8]) -> Vec<Finding> {
    let content = Content::of(bytes);
    let mut found = checks(skill, &content);
    found.extend(validator_checks(&content));
    found.extend(description_checks(skill, &content));
    found.extend(bytes_checks(rel, bytes, &|_| Vec::new()));
    found
}

fn count(findings: &[Finding], rule: &str) -> usize {
    findings.iter().filter(|finding| finding.rule == rule).count()
}

/// Nothing that matters is there that was not there before.
fn no_worse(before: &[Finding], after: &[Finding]) -> Result<(), TestCaseError> {
    let grave = |findings: &[Finding]| -> Vec<Finding> {
        findings.iter().filter(|finding| finding.severity != Severity::Note).cloned().collect()
    };
    let (before, after) = (grave(before), grave(after));
    for finding in &after {
        let (was, is) = (count(&before, finding.rule), count(&after, finding.rule));
        prop_assert!(is <= was, "{}: {was} before, {is} after", finding.rule);
    }
    Ok(())
}

/// The text that a person wrote below the frontmatter, without what nobody sees.
fn seen_body(content: &[u8]) -> Option<String> {
    body(content).map(|(text, _)| text.replace(['\u{200b}', '\u{202e}'], ""))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn a_fix_ends_its_finding_and_brings_nothing_worse(content in any_skill()) {
        let (skill, rel) = (skill(&content), Path::new("SKILL.md"));
        let before = judge(&skill, rel, &content);
        let file = Flawed { rel, bytes: &content, beside: &[] };
        for finding in &before {
            let Some(made) = fix(&skill, file, finding, &judge) else { continue };
            let Remedy::Write(bytes) = made.remedy else { continue };
            let after = judge(&skill.rewritten(&bytes), rel, &bytes);
            prop_assert!(count(&after, finding.rule) < count(&before, finding.rule), "{} stays", finding.rule);
            no_worse(&before, &after)?;
            prop_assert!(!made.words.is_empty());
            // Every line of the body stays where a frontmatter could be told from it.
            if skills::read_yaml(&content).stage.is_some() {
                prop_assert_eq!(seen_body(&bytes), seen_body(&content), "{}", finding.rule);
            }
        }
    }

    #[test]
    fn all_fixes_bring_nothing_worse_and_a_second_time_changes_nothing(content in any_skill()) {
        let (skill, rel) = (skill(&content), Path::new("SKILL.md"));
        let before = judge(&skill, rel, &content);
        let file = Flawed { rel, bytes: &content, beside: &[] };
        let Some((bytes, words)) = fix_all(&skill, file, &|_| true, &judge) else { return Ok(()) };
        let made = skill.rewritten(&bytes);
        no_worse(&before, &judge(&made, rel, &bytes))?;
        prop_assert!(!words.is_empty());
        let again = fix_all(&made, Flawed { bytes: &bytes, ..file }, &|_| true, &judge);
        prop_assert_eq!(again, None);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn a_plan_of_fixes_undone_is_every_byte_and_bit_again(
        one in any_skill(), other in any_skill(), mode in prop::sample::select(vec![0o644_u32, 0o600, 0o755]),
    ) {
        let room = Skills::new(&[("a/SKILL.md", &one), ("b/SKILL.md", &other), ("a/x.md", "x\u{200b}".as_bytes())]);
        for rel in ["a/SKILL.md", "a/x.md"] {
            fs::set_permissions(room.at(rel), fs::Permissions::from_mode(mode)).unwrap();
        }
        let before = room.tree();
        let plan = room.plan(&[]);
        prop_assert_eq!(&room.tree(), &before, "a plan writes nothing");
        let done = room.carry_out(&plan);
        let is_hiding = room.text("a/x.md").contains('\u{200b}');
        prop_assert!(!is_hiding, "what nobody sees is gone");
        let is_run = fs::metadata(room.at("a/x.md")).unwrap().permissions().mode() & 0o111 != 0;
        prop_assert!(!is_run, "a text is no program");
        let kept = fs::metadata(room.at("a/SKILL.md")).unwrap().permissions().mode() & 0o777;
        prop_assert_eq!(kept, mode);
        prop_assert!(room.plan(&[]).plan.is_none(), "nothing is left to fix");
        room.0.undo(&done);
        prop_assert_eq!(room.tree(), before);
    }
}

fn flawed() -> Skills {
    let head = |name: &str| format!("---\r\nname: {name}\r\ndescription: {GOOD}\r\n---\r\nDo it.\r\n");
    Skills::new(&[
        ("one/SKILL.md", head("one").as_bytes()),
        ("two/SKILL.md", head("two").as_bytes()),
        (
            "My Three/SKILL.md",
            format!("---\nname: three\ndescription: {GOOD}\n---\nSee [x](Notes.md).\n").as_bytes(),
        ),
        ("My Three/notes.md", b"x\n"),
        ("four/SKILL.md", format!("---\nname: four\ndescription: {GOOD}\n---\nUse of three.\n").as_bytes()),
    ])
}

#[test]
fn one_finding_one_rule_and_one_skill_are_fixed_each_by_itself() {
    let room = flawed();
    let before = room.tree();
    let three = room.id("My Three");
    let link = room.findings("My Three").into_iter().find(|one| one.rule == "broken-link").unwrap();
    assert_eq!(link.mend.as_deref(), Some([message!("Writes the link as the file is spelled.")].as_slice()));
    let (skills, rules) = (vec![three.clone()], vec!["broken-link".to_owned()]);
    let one = room.0.plan(&PlanAsk::Fix(FixAsk {
        convention: None,
        skills,
        rules,
        rel: link.rel,
        line: link.line,
    }));
    assert_eq!(one.plan.as_ref().map(|plan| plan.steps.len()), Some(1), "{one:?}");
    room.carry_out(&one);
    assert!(room.text("My Three/SKILL.md").contains("[x](notes.md)"));

    // One rule over many skills is one plan, and one change to take back.
    let many = room.plan(&["crlf"]);
    assert_eq!(many.plan.as_ref().expect("a plan").words, "Would fix crlf of `one`, `two`.");
    let done = room.carry_out(&many);
    assert!(!room.text("one/SKILL.md").contains('\r') && !room.text("two/SKILL.md").contains('\r'));
    room.0.undo(&done);
    assert!(room.text("one/SKILL.md").contains('\r') && room.text("two/SKILL.md").contains('\r'));

    // The folder follows the name where only the name is one; who mentions it is said.
    let ask = FixAsk { convention: None, skills: vec![three], rules: Vec::new(), rel: None, line: None };
    let all = room.0.plan(&PlanAsk::Fix(ask));
    let words = Message::in_a_row(all.plan.as_ref().expect("a plan").notes.clone()).text;
    assert!(words.contains("Renames the folder to `three`") && words.contains("four/SKILL.md"), "{words}");
    room.carry_out(&all);
    assert!(room.at("three/notes.md").exists() && !room.at("My Three").exists());
    room.undo_latest();
    room.undo_latest();
    assert_eq!(room.tree(), before);
}

#[test]
fn what_changed_since_it_was_shown_is_not_written_over() {
    let room = flawed();
    let plan = room.plan(&["crlf"]);
    fs::write(room.at("two/SKILL.md"), "someone was faster\n").unwrap();
    let moved = room.tree();
    let done = room.0.carry_out(&plan);
    let why = done.refused.as_ref().map_or("", |refused| &refused.why.text);
    assert!(done.entry.is_none() && why.contains("two/SKILL.md"), "{done:?}");
    assert_eq!(room.tree(), moved, "none of it was written");
}

#[test]
fn a_file_behind_two_doors_is_fixed_once_and_one_outside_is_left() {
    let room = flawed();
    std::os::unix::fs::symlink("one", room.at("door")).unwrap();
    let outside = room.0.at("outside");
    fs::create_dir_all(&outside).unwrap();
    fs::write(outside.join("SKILL.md"), fs::read(room.at("two/SKILL.md")).unwrap()).unwrap();
    std::os::unix::fs::symlink(&outside, room.at("away")).unwrap();
    let answer = room.plan(&["crlf"]);
    let plan = answer.plan.as_ref().expect("a plan");
    assert_eq!(plan.steps.len(), 2, "{plan:?}");
    let left = plan.notes.iter().any(|note| note.text.contains("away/SKILL.md is not changed"));
    assert!(left, "{:?}", plan.notes);
    room.carry_out(&answer);
    assert!(!room.text("one/SKILL.md").contains('\r'));
    assert!(fs::read_to_string(outside.join("SKILL.md")).unwrap().contains('\r'));
}

#[test]
fn all_findings_stand_in_one_list_by_rule_and_by_skill() {
    let room = flawed();
    let report = room.0.scripts().check_report(&CheckAsk::default());
    let told = |row: FindingRow| {
        let mend = row.mend.map(|mend| mend.iter().map(Message::to_string).collect::<Vec<_>>().join(" "));
        (row.path, row.rule, row.text.to_string(), mend)
    };
    let reported = report.unwrap().findings.into_iter();
    let mut reported: Vec<_> = reported.map(|row| (row.path, row.rule, row.message, row.mend)).collect();
    let view = room.checks(&every_finding());
    let mut listed: Vec<_> = view.rows.into_iter().map(|row| told(row.finding)).collect();
    let names = ["one", "two", "My Three", "four"];
    let mut each: Vec<_> = names.into_iter().flat_map(|name| room.findings(name)).map(told).collect();
    for list in [&mut reported, &mut listed, &mut each] {
        list.sort();
    }
    assert_eq!(listed, reported, "the terminal and the list say the same");
    assert_eq!(each, reported, "and so does each skill");
    let all = listed.len() as u32;
    assert_eq!((view.total, view.matching), (all, all));
    let severities: u32 = view.severities.iter().map(|one| one.count).sum();
    let rules: u32 = view.rules.iter().map(|one| one.count).sum();
    let groups: u32 = view.groups.iter().map(|one| one.count).sum();
    assert_eq!((severities, rules, groups), (all, all, all));
    // Windows and groups fit together.
    for group in [CheckGrouping::Rule, CheckGrouping::Skill] {
        let whole = room.checks(&ChecksAsk { group, ..every_finding() });
        for head in &whole.groups {
            let ask = ChecksAsk { group, from: head.from, count: head.count, ..every_finding() };
            for row in room.checks(&ask).rows {
                match group {
                    CheckGrouping::Rule => assert_eq!(row.finding.rule, head.label),
                    CheckGrouping::Skill => assert_eq!(row.skill, head.skill),
                }
            }
        }
    }
    let of = |rule: &str| ChecksAsk { rules: vec![rule.to_owned()], ..every_finding() };
    let warned = ChecksAsk {
        convention: None,
        severities: vec![SeverityWord::Warning],
        text: "TWO/".to_owned(),
        ..of("crlf")
    };
    let warned = room.checks(&warned);
    assert_eq!((warned.matching, warned.total), (1, all));
    // A file beside that changes is looked at again.
    fs::write(room.at("four/notes.md"), "x\u{202e}y").unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1_100));
    assert_eq!(room.checks(&of("invisible-characters")).matching, 1);
}

#[test]
fn the_terminal_fixes_what_was_agreed_to() {
    let room = flawed();
    let before = room.tree();
    let (code, out, error) = room.assay(&["check", "--fix", "--rule", "crlf", "--dry-run"]);
    assert_eq!(code, 0, "{error}");
    assert!(out.contains("Would fix crlf of `one`, `two`.") && out.contains("replace"), "{out}");
    assert_eq!(room.tree(), before);
    assert_eq!(room.assay(&["check", "--fix"]).0, 1, "nobody is there to say yes");
    assert_eq!(room.tree(), before);
    let one = room.at("one");
    let (code, out, error) = room.assay(&["check", "--fix", "--yes", one.to_str().unwrap()]);
    assert_eq!(code, 0, "{error}");
    assert!(out.contains("to undo it."), "{out}");
    assert!(!room.text("one/SKILL.md").contains('\r') && room.text("two/SKILL.md").contains('\r'));
    assert_eq!(room.assay(&["check", "--fix", "--yes"]).0, 0);
    let (code, _, error) = room.assay(&["check", "--fix", "--yes"]);
    assert!(code == 0 && error.contains("note: No quick fix is available"), "{code} {error}");
    assert_eq!(room.assay(&["undo", "--yes"]).0, 0);
    assert_eq!(room.assay(&["undo", "--yes"]).0, 0);
    assert_eq!(room.tree(), before);
    for (arguments, code) in [
        (vec!["check", "--fix", "/nowhere"], 3),
        (vec!["check", "--fix", "--rule", "nothing"], 2),
        (vec!["check", "--yes"], 2),
        (vec!["check", "--fix", "--sarif"], 2),
        (vec!["check", "--rule", "nothing"], 2),
    ] {
        assert_eq!(room.assay(&arguments).0, code, "{arguments:?}");
    }
    // Errors that no fix ends are bad news all the same.
    fs::write(room.at("four/SKILL.md"), b"---\nname: four\ndescription: caf\xe9\n---\n").unwrap();
    assert_eq!(room.assay(&["check", "--fix", "--yes"]).0, 1);
    let (_, out, _) = room.assay(&["check", "--rule", "not-utf8", "--json"]);
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(answer["findings"].as_array().unwrap().len(), 1);
}
