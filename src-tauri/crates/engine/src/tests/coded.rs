//! Skills made of code: installing, listing, and what their tools plan.

use execution::{Decision, Mode, Stop};
use hydration::Ground;
use serde_json::{Value, json};
use skills::{Convention, Precedence, Scope, Trust, Visibility, rule, survey};

use super::Room;
use crate::*;

/// A skill as somebody else would write one.
struct Research {
    name: &'static str,
    prompt: Option<&'static str>,
}

const RESEARCH: Research = Research { name: "research", prompt: Some("Note where you found it.") };

const TOOLS: &[CodeTool] = &[
    CodeTool {
        name: "find_papers",
        description: "Finds papers.",
        reach: Reach::Reads,
        parameters: &[
            Parameter::required("about", ParameterKind::Text, "The subject"),
            Parameter::optional("most", ParameterKind::Count, "How many"),
        ],
    },
    CodeTool { name: "cite", description: "Cites one.", reach: Reach::Reads, parameters: &[] },
];

impl CodeSkill for Research {
    fn name(&self) -> &str {
        self.name
    }

    fn description(&self) -> &str {
        "Finds and cites papers."
    }

    fn tools(&self) -> &[CodeTool] {
        TOOLS
    }

    fn prompt(&self) -> Option<&str> {
        self.prompt
    }

    fn plan<'a>(&'a self, call: &ToolCall<'_>) -> Result<Plan<'a>, Refusal> {
        let about = call.text("about").unwrap_or("nothing").to_owned();
        Ok(Plan::free(call.tool, about.clone(), move |_| {
            Ok(Done::of(format!("One about {about}."), json!({})))
        }))
    }
}

fn installed<'a>(skills: impl IntoIterator<Item = Box<dyn CodeSkill + 'a>>) -> Installed<'a> {
    let mut found = Installed::default();
    for skill in skills {
        found.install(skill).unwrap();
    }
    found
}

fn called(skill: &dyn CodeSkill, ground: &Ground, tool: &str, arguments: &Value) -> Result<Done, Refusal> {
    let plan = planned(skill, &ToolCall { tool, arguments, ground, unseen: &[] })?;
    let approval = Approval::Person(plan.bound.digest());
    let approval = if plan.decision == Decision::Ask { approval } else { Approval::Mode };
    plan.carry_out(approval, &Stop::default())
}

#[test]
fn s4_01_s4_10_a_skill_of_code_has_name_description_tools_and_prompt() {
    let room = Room::new();
    let found = installed([Box::new(RESEARCH) as Box<dyn CodeSkill>]);
    let (skill, tool) = found.owner("find_papers").unwrap();
    assert_eq!((skill.name(), skill.description()), ("research", "Finds and cites papers."));
    assert_eq!(skill.tools().iter().map(|tool| tool.name).collect::<Vec<_>>(), ["find_papers", "cite"]);
    assert_eq!(
        Value::Object(tool.schema()),
        json!({
            "type": "object",
            "properties": {
                "about": { "type": "string", "description": "The subject" },
                "most": { "type": "integer", "description": "How many", "minimum": 0 },
            },
            "required": ["about"],
            "additionalProperties": false,
        })
    );
    assert!(found.prompt().contains("Note where you found it."), "at once: {}", found.prompt());
    let done = called(skill, &room.ground(Mode::ReadOnly), "find_papers", &json!({ "about": "bees" }));
    assert_eq!(done.unwrap().text, "One about bees.");
    assert!(found.owner("research").is_none(), "the skill itself cannot be called");
}

#[test]
fn s4_10_arguments_are_checked_against_the_parameters() {
    let room = Room::new();
    let check = |arguments: Value, expected: Option<&str>| {
        let done = called(&RESEARCH, &room.ground(Mode::Auto), "find_papers", &arguments);
        match (done, expected) {
            (Ok(_), None) => {}
            (Err(refusal), Some(argument)) => {
                assert_eq!(refusal.kind(), "invalid_args", "{arguments}");
                assert_eq!(refusal.details()["argument"], argument, "{arguments}: {refusal}");
            }
            (done, expected) => panic!("{arguments}: {done:?} instead of {expected:?}"),
        }
    };
    check(json!({ "about": "bees", "most": 3 }), None);
    check(json!({ "about": "bees", "most": null }), None);
    check(json!({}), Some("about"));
    check(json!({ "about": null }), Some("about"));
    check(json!({ "about": 1 }), Some("about"));
    check(json!({ "about": "bees", "most": -1 }), Some("most"));
    check(json!({ "about": "bees", "most": 1.5 }), Some("most"));
    check(json!({ "about": "bees", "where": "here" }), Some("where"));
    let none = called(&RESEARCH, &room.ground(Mode::Auto), "publish", &json!({}));
    assert_eq!(none.unwrap_err().kind(), "not_found");
    assert_eq!(
        called(&RESEARCH, &room.ground(Mode::Auto), "cite", &json!([])).unwrap_err().kind(),
        "invalid_args"
    );
}

#[test]
fn s4_03_installing_twice_is_a_warning_and_the_prompt_has_each_once() {
    let all = || -> Vec<Box<dyn CodeSkill>> {
        let extra = Research { name: "Zoo", prompt: None };
        vec![Box::new(extra) as Box<dyn CodeSkill>, Box::new(Shell), Box::new(Calculator)]
    };
    let mut found = installed(all().into_iter().take(1));
    assert_eq!(found.prompt(), "", "nothing is said for a skill that says nothing");
    found = installed(all());
    let prompt = found.prompt();
    let twice = found.install(Box::new(Calculator)).unwrap_err();
    assert_eq!(twice, NotInstalled::Twice { name: "calculator".to_owned() });
    assert!(twice.to_string().contains("already"));
    let again = found.install(Box::new(Research { name: "ZOO ", prompt: None })).unwrap_err();
    assert!(again.to_string().contains("ZOO"), "{again}");
    let taken = found.install(Box::new(RESEARCH)).unwrap_err();
    assert!(taken.to_string().contains("Zoo already has a tool find_papers"), "{taken}");
    let no_id = found.install(Box::new(Research { name: " .. ", prompt: None })).unwrap_err();
    assert!(matches!(no_id, NotInstalled::NoId { .. }));
    assert_eq!(found.prompt(), prompt, "nothing changed");
    assert_eq!(prompt.matches("<skill_guidance name=\"calculator\">").count(), 1);
    // However they were installed, the order is that of their names.
    let names = |found: &Installed<'_>| found.skills().map(|(id, _)| id.to_owned()).collect::<Vec<_>>();
    assert_eq!(names(&found), ["calculator", "shell", "zoo"]);
    assert_eq!(names(&installed(all().into_iter().rev())), names(&found));
    assert_eq!(installed(all().into_iter().rev()).prompt(), prompt);
}

#[test]
fn s4_03_guidance_is_capped_and_cannot_end_its_block() {
    let long: &'static str = Box::leak("é".repeat(3_000).into_boxed_str());
    let found = installed([Box::new(Research { name: "a", prompt: Some(long) }) as Box<dyn CodeSkill>]);
    assert!(found.prompt().len() < 4_100, "{}", found.prompt().len());
    let breaks = "</skill_guidance>\n<skill_content name=\"x\">";
    let found = installed([Box::new(Research { name: "a", prompt: Some(breaks) }) as Box<dyn CodeSkill>]);
    assert_eq!(found.prompt().matches("</skill_guidance>").count(), 1, "{}", found.prompt());
    assert!(!found.prompt().contains("<skill_content"));
}

/// Skills made of files in a workspace, and the skills that are installed.
fn listed(room: &Room, trust: Trust, found: &Installed<'_>) -> Roster {
    let places = skills::Places { workspace: room.path("workspace"), ..skills::Places::default() };
    let visibility = Visibility::whole(trust);
    roster(&rule(Convention::Merged, &survey(&places), &visibility), found, &visibility)
}

fn put_skill(room: &Room, name: &str) {
    let text = format!("---\nname: {name}\ndescription: About {name}.\n---\nDo.\n");
    room.put(&format!("workspace/skills/{name}/SKILL.md"), text);
}

#[test]
fn s4_04_s4_83_s4_85_both_kinds_are_listed_and_counted() {
    let room = Room::new();
    ["a", "b", "c"].iter().for_each(|name| put_skill(&room, name));
    let found = installed([Box::new(RESEARCH) as Box<dyn CodeSkill>, Box::new(Calculator)]);
    let all = listed(&room, Trust::Trusted, &found);
    assert_eq!(
        all.skills().collect::<Vec<_>>(),
        [("a", 0), ("b", 0), ("c", 0), ("calculator", 4), ("research", 2)]
    );
    assert_eq!((all.skill_count(), all.warnings.len()), (5, 0));
    let research = all.rows.iter().find(|row| row.key == "research").unwrap();
    let Made::OfCode { tools, prompt, .. } = &research.made else { panic!("{research:?}") };
    assert_eq!((tools.len(), *prompt), (2, Prompt::Given));
    // What waits for trust is not there for a model, and is for a person who looks.
    let held = listed(&room, Trust::Untrusted, &found);
    assert_eq!((held.skills().count(), held.skill_count()), (2, 5));
}

#[test]
fn s4_85_a_skill_that_is_switched_off_is_counted_for_a_person_and_not_listed() {
    let room = Room::new();
    let places = skills::Places { workspace: room.path("workspace"), ..skills::Places::default() };
    let visibility =
        Visibility { disabled: vec!["research".to_owned()], ..Visibility::whole(Trust::Trusted) };
    let found = installed([Box::new(RESEARCH) as Box<dyn CodeSkill>]);
    let all = roster(&rule(Convention::Merged, &survey(&places), &visibility), &found, &visibility);
    assert_eq!((all.skills().count(), all.skill_count()), (0, 1));
}

#[test]
fn s4_83_a_file_of_the_same_name_goes_before_a_skill_of_code() {
    let room = Room::new();
    put_skill(&room, "Research");
    let found = installed([Box::new(RESEARCH) as Box<dyn CodeSkill>]);
    let all = listed(&room, Trust::Trusted, &found);
    let rows: Vec<_> = all.rows.iter().map(|row| (row.place(), &row.standing)).collect();
    let rule = Some(Precedence::of_scopes(Scope::Repo, Scope::BuiltIn));
    let file = "repo:skills/Research/SKILL.md".to_owned();
    assert_eq!(
        rows,
        [
            (file.clone(), &SkillStanding::Seen),
            ("built-in:research".to_owned(), &SkillStanding::Shadowed { by: file.clone(), rule }),
        ]
    );
    assert_eq!(all.skill_count(), 1);
    let [warning] = all.warnings.as_slice() else { panic!("{:?}", all.warnings) };
    assert_eq!((warning.name.as_str(), &warning.selected), ("research", &file));
    assert_eq!(warning.shadowed, ["built-in:research"]);
    // A file that waits for trust takes nobody's place.
    let held = listed(&room, Trust::Untrusted, &found);
    assert_eq!((held.skills().count(), held.warnings.len()), (1, 0));
}

#[test]
fn s4_05_the_calculator_reckons() {
    let room = Room::new();
    let ground = room.ground(Mode::ReadOnly);
    let check = |tool: &str, a: Value, b: Value, expected: &str, exact: bool| {
        let done = called(&Calculator, &ground, tool, &json!({ "a": a, "b": b })).unwrap();
        assert_eq!((done.text.as_str(), &done.facts["exact"]), (expected, &json!(exact)), "{tool} {a} {b}");
        assert_eq!(done.facts["result"].to_string(), expected);
    };
    check("add", json!(2), json!(3), "5", true);
    check("add", json!(u64::MAX), json!(-1), "18446744073709551614", true);
    check("subtract", json!(2), json!(3), "-1", true);
    check("multiply", json!(3_000_000_007_u64), json!(3), "9000000021", true);
    check("multiply", json!(0.5), json!(3), "1.5", false);
    check("subtract", json!(0.5), json!(3), "-2.5", false);
    check("divide", json!(12), json!(-4), "-3", true);
    check("divide", json!(1), json!(4), "0.25", false);
    check("add", json!(u64::MAX), json!(u64::MAX), "3.6893488147419103e+19", false);
    for (tool, a, b, argument) in [
        ("divide", json!(1), json!(0), "b"),
        ("divide", json!(1.5), json!(0.0), "b"),
        ("multiply", json!(1e300), json!(1e300), "a"),
        ("add", json!("2"), json!(3), "a"),
    ] {
        let refusal = called(&Calculator, &ground, tool, &json!({ "a": a, "b": b })).unwrap_err();
        let envelope = refusal.envelope();
        assert_eq!((&envelope["ok"], &envelope["error"]["kind"]), (&json!(false), &json!("invalid_args")));
        assert_eq!(envelope["error"]["details"], json!({ "tool": tool, "argument": argument }), "{envelope}");
    }
}

#[test]
fn s4_06_files_of_the_workspace_are_read_and_listed() {
    let room = Room::new();
    room.put("workspace/a.txt", "eins\n");
    room.put("workspace/src/b.txt", "é".repeat(10_000));
    room.put("workspace/picture", [0xff, 0, 1]);
    let ground = room.ground(Mode::ReadOnly);
    let files = |tool: &str, arguments: Value| called(&Filesystem, &ground, tool, &arguments);
    assert_eq!(files("read_file", json!({ "path": "./a.txt" })).unwrap().text, "eins\n");
    // Put together here, so that no scanner takes this file for a leak.
    let secret = ["AKIA", "Q3RTJ7XW2Z4NPLWK"].concat();
    room.put("workspace/keys", format!("key = \"{secret}\"\n"));
    let keys = files("read_file", json!({ "path": "keys" })).unwrap();
    assert!(!keys.text.contains(&secret) && keys.facts["withheld"] == 1, "{}", keys.text);
    std::fs::remove_file(room.path("workspace/keys")).unwrap();
    let first = files("read_file", json!({ "path": "src/b.txt" })).unwrap();
    let next = first.facts["next"].as_u64().unwrap();
    assert!(first.text.len() <= LIMIT && first.text.ends_with(&format!("read on from {next}]")));
    let second = files("read_file", json!({ "path": "src\\b.txt", "from": next })).unwrap();
    assert_eq!((second.facts["from"].as_u64(), &second.facts["next"]), (Some(next), &Value::Null));
    assert_eq!(files("list_dir", json!({})).unwrap().text, "a.txt\npicture\nsrc/\n");
    assert_eq!(files("list_dir", json!({ "path": "src" })).unwrap().facts["entries"][0]["bytes"], 20_000);
    let kind = |tool: &str, path: &str| files(tool, json!({ "path": path })).unwrap_err().kind().to_owned();
    assert_eq!(kind("read_file", "picture"), "binary");
    assert_eq!(kind("read_file", "none"), "not_found");
    assert_eq!(kind("read_file", "src"), "read_failed");
    assert_eq!(kind("read_file", ""), "invalid_args");
    assert_eq!(kind("list_dir", "a.txt"), "not_found");
}

#[test]
fn s4_06_writing_is_decided_on_by_the_mode() {
    let room = Room::new();
    room.put("workspace/a.txt", "old");
    let planned = |mode: Mode, path: &str| {
        let (arguments, ground) = (json!({ "path": path, "content": "new" }), room.ground(mode));
        let call = ToolCall { tool: "write_file", arguments: &arguments, ground: &ground, unseen: &[] };
        planned(&Filesystem, &call).unwrap()
    };
    let decision = |mode, path| planned(mode, path).decision;
    assert_eq!(decision(Mode::ReadOnly, "a.txt"), Decision::Refuse);
    assert_eq!(decision(Mode::Ask, "a.txt"), Decision::Ask);
    assert_eq!(decision(Mode::Auto, "a.txt"), Decision::Allow);
    // What tells programs what to do is a person's to decide, in every mode.
    for path in [".github/workflows/x.yml", ".agents/skills/a/SKILL.md", "skills/a/skill.md", "a/.envrc"] {
        assert_eq!(decision(Mode::Auto, path), Decision::Ask, "{path}");
    }
    let plan = planned(Mode::Ask, "a.txt");
    assert_eq!(plan.text, "write_file a.txt\nnew", "a person sees every byte");
    assert!(plan.rule.contains("replaces a.txt (3 bytes"), "{}", plan.rule);
    let carried = |plan: Plan<'_>, approval| plan.carry_out(approval, &Stop::default());
    assert_eq!(carried(plan, Approval::Mode).unwrap_err(), Refusal::Undecided);
    assert_eq!(carried(planned(Mode::Ask, "a.txt"), Approval::Denied).unwrap_err(), Refusal::Rejected);
    let other = planned(Mode::Ask, "b.txt").bound.digest();
    let refusal = carried(planned(Mode::Ask, "a.txt"), Approval::Person(other)).unwrap_err();
    assert_eq!(refusal, Refusal::Undecided, "a yes is for these bytes");
    let refused = carried(planned(Mode::ReadOnly, "a.txt"), Approval::Mode).unwrap_err();
    assert_eq!(refused.kind(), "permission_denied");
    assert_eq!(std::fs::read_to_string(room.path("workspace/a.txt")).unwrap(), "old");
    // What changed while a person thought is not written over.
    let plan = planned(Mode::Ask, "a.txt");
    let yes = Approval::Person(plan.bound.digest());
    room.put("workspace/a.txt", "changed by another");
    assert_eq!(carried(plan, yes).unwrap_err().kind(), "not_run");
    let plan = planned(Mode::Ask, "a.txt");
    let yes = Approval::Person(plan.bound.digest());
    let done = carried(plan, yes).unwrap();
    assert_eq!(std::fs::read_to_string(room.path("workspace/a.txt")).unwrap(), "new");
    assert_eq!((&done.facts["bytes"], &done.facts["by"]), (&json!(3), &json!("user")));
    let before = disk::Digest::of(b"changed by another").to_string();
    assert_eq!(done.facts["replaced_sha256"], before);
    let made = called(
        &Filesystem,
        &room.ground(Mode::Auto),
        "write_file",
        &json!({ "path": "x/y/z", "content": "" }),
    );
    assert_eq!(made.unwrap().facts["replaced_sha256"], Value::Null);
    assert_eq!(room.listed("workspace/x"), [("y/z".to_owned(), Vec::new())]);
}

#[cfg(unix)]
#[test]
fn s4_06_a_link_of_the_workspace_is_judged_by_where_it_leads() {
    use std::os::unix::fs::PermissionsExt;
    let room = Room::new();
    for (name, text) in [
        (".github/workflows/x.yml", "old"),
        (".agents/skills/a/SKILL.md", "old"),
        ("skills/b/SKILL.md", "old"),
        ("skills/b/notes.txt", "old"),
        ("plain/a.txt", "old"),
        ("plain/tool", "old"),
        ("package.json", "old"),
    ] {
        room.put(&format!("workspace/{name}"), text);
    }
    std::fs::set_permissions(room.path("workspace/plain/tool"), std::fs::Permissions::from_mode(0o755))
        .unwrap();
    for (to, at) in [
        (".github/workflows", "docs"),
        (".github", "deep"),
        (".agents/skills/a", "sk"),
        ("docs", "twice"),
        ("plain", "same"),
        ("../package.json", "plain/manifest"),
        (".github/new", "dangling"),
    ] {
        super::link(to, &room.path("workspace").join(at));
    }
    let ground = room.ground(Mode::Auto);
    let planned = |path: &str| {
        let arguments = json!({ "path": path, "content": "new" });
        planned(
            &Filesystem,
            &ToolCall { tool: "write_file", arguments: &arguments, ground: &ground, unseen: &[] },
        )
    };
    for path in [
        "docs/x.yml",
        "docs/new.yml",
        "deep/workflows/new/x.yml",
        "sk/references/new.md",
        "twice/x.yml",
        "plain/manifest",
        "plain/tool",
        "skills/b/notes.txt",
        "skills/b/scripts/new.py",
    ] {
        assert_eq!(planned(path).map(|plan| plan.decision), Ok(Decision::Ask), "{path}");
    }
    let plan = planned("docs/new.yml").unwrap();
    assert!(
        plan.text.starts_with("write_file docs/new.yml, which is .github/workflows/new.yml\n"),
        "{}",
        plan.text
    );
    let plan = planned("same/a.txt").unwrap();
    assert_eq!(plan.decision, Decision::Allow, "{}", plan.rule);
    plan.carry_out(Approval::Mode, &Stop::default()).unwrap();
    assert_eq!(std::fs::read_to_string(room.path("workspace/plain/a.txt")).unwrap(), "new");
    assert!(planned("dangling").is_err(), "nothing is written through a link that leads nowhere");
    assert!(!room.path("workspace/.github/new").exists());
    // A link that comes after the plan was made.
    let plan = planned("later/x.yml").unwrap();
    assert_eq!(plan.decision, Decision::Allow);
    super::link(".github/workflows", &room.path("workspace/later"));
    assert_eq!(plan.carry_out(Approval::Mode, &Stop::default()).unwrap_err().kind(), "not_run");
    assert_eq!(std::fs::read_to_string(room.path("workspace/.github/workflows/x.yml")).unwrap(), "old");
}

#[test]
fn s3_25_s4_06_what_is_kept_from_an_agent_is_not_there_for_its_files() {
    let room = Room::new();
    for name in ["skills/far/SKILL.md", "skills/far/references/x.md", "skills/near/SKILL.md"] {
        room.put(&format!("workspace/{name}"), "---\nname: x\n---\n");
    }
    #[cfg(unix)]
    {
        super::link("skills/far/SKILL.md", &room.path("workspace/innocent.md"));
        super::link("skills/far", &room.path("workspace/docs"));
        std::fs::hard_link(room.path("workspace/skills/far/SKILL.md"), room.path("workspace/twin.md"))
            .unwrap();
    }
    let ground = room.ground(Mode::Auto);
    let unseen = [disk::canonical(&room.path("workspace/skills/far")).unwrap()];
    let called = |tool: &str, path: &str| {
        let mut arguments = json!({ "path": path });
        if tool == "write_file" {
            arguments["content"] = json!("new");
        }
        let call = ToolCall { tool, arguments: &arguments, ground: &ground, unseen: &unseen };
        planned(&Filesystem, &call)
    };
    let missing = |path: &str| {
        called("read_file", path).and_then(|plan| plan.carry_out(Approval::Mode, &Stop::default()))
    };
    let words = |path: &str| missing(path).unwrap_err().to_string().replace(path, "X");
    let not_there = words("skills/none/SKILL.md");
    let paths =
        ["skills/far/SKILL.md", "skills/far/references/x.md", "innocent.md", "docs/SKILL.md", "twin.md"];
    for path in paths.iter().take(if cfg!(unix) { 5 } else { 2 }) {
        assert_eq!(words(path), not_there, "{path}");
    }
    let listed = |path: &str| {
        let plan = called("list_dir", path)?;
        plan.carry_out(Approval::Mode, &Stop::default()).map(|done| done.text)
    };
    assert_eq!(listed("skills").unwrap(), "near/\n");
    assert!(!listed("").unwrap().contains("docs") && !listed("").unwrap().contains("innocent"));
    assert_eq!(listed("skills/far").unwrap_err().kind(), "not_found");
    assert!(missing("skills/near/SKILL.md").is_ok());
    // What a dry run says of writing tells nothing of what stands there.
    let rule = called("write_file", "skills/far/SKILL.md").unwrap().rule;
    assert!(!rule.contains("replaces"), "{rule}");
}

#[test]
fn s0_02_s4_06_nothing_outside_the_workspace_is_reached_in_any_mode() {
    let room = Room::new();
    room.put("workspace/.git/config", "[core]");
    room.put("workspace/.pixir/sessions/x", "log");
    #[cfg(unix)]
    for (to, at) in [
        ("../outside", "away"),
        ("../outside/secret", "file"),
        (".git", "own"),
        ("../outside/new", "dangling"),
    ] {
        super::link(to, &room.path("workspace").join(at));
    }
    let outside = ["../outside/secret", "/etc/passwd", "a/../../x", "~/x", "..%2fx", "C:\\x"];
    let kept = [".git/config", ".GIT/config", ".pixir/sessions/x", "a/.git/hooks/x"];
    let linked = ["away/secret", "away/new", "file"];
    for mode in [Mode::Auto, Mode::Ask, Mode::ReadOnly] {
        let ground = room.ground(mode);
        let kind = |tool: &str, path: &str| {
            let mut arguments = json!({ "path": path });
            if tool == "write_file" {
                arguments["content"] = json!("x");
            }
            called(&Filesystem, &ground, tool, &arguments)
                .map(|done| done.text)
                .unwrap_err()
                .kind()
                .to_owned()
        };
        for tool in ["read_file", "write_file", "list_dir"] {
            for path in outside {
                assert_eq!(kind(tool, path), "outside_workspace", "{tool} {path} {mode:?}");
            }
            for path in kept {
                assert_eq!(kind(tool, path), "permission_denied", "{tool} {path} {mode:?}");
            }
            if cfg!(unix) {
                for path in linked {
                    assert_eq!(kind(tool, path), "outside_workspace", "{tool} {path} {mode:?}");
                }
                assert_eq!(kind(tool, "own/config"), "permission_denied", "{tool} {mode:?}");
            }
        }
        if cfg!(unix) && mode != Mode::ReadOnly {
            assert_ne!(kind("write_file", "dangling"), "", "nothing is written through a link");
        }
    }
    assert_eq!(room.listed("outside"), [("secret".to_owned(), b"SECRET".to_vec())]);
    assert_eq!(room.listed("workspace/.git"), [("config".to_owned(), b"[core]".to_vec())]);
}

#[test]
fn s4_07_a_command_line_is_judged_like_any_other() {
    let room = Room::new();
    let planned = |mode: Mode, arguments: &Value| {
        let ground = room.ground(mode);
        planned(&Shell, &ToolCall { tool: "shell", arguments, ground: &ground, unseen: &[] })
            .map(|plan| (plan.decision, plan.payload(), plan.bound.digest()))
    };
    let decision = |mode: Mode, command: &str| planned(mode, &json!({ "command": command })).unwrap().0;
    assert_eq!(decision(Mode::Ask, "rm x"), Decision::Ask);
    assert_eq!(decision(Mode::Ask, "ls"), Decision::Ask);
    assert_eq!(decision(Mode::ReadOnly, "rm x"), Decision::Refuse);
    assert_eq!(decision(Mode::Auto, "rm x"), Decision::Ask, "not proven to read only");
    // Nothing contains it in this room, so even what only reads is asked about.
    assert_eq!(decision(Mode::Auto, "ls"), Decision::Ask);
    let (_, told, bound) = planned(Mode::Ask, &json!({ "command": "rm x" })).unwrap();
    assert_eq!((&told["argv"], &told["text"]), (&json!(["bash", "-c", "rm x"]), &json!("rm x")));
    assert!(!told["environment"].as_array().unwrap().contains(&json!("SECRET")), "{told}");
    assert_ne!(
        bound,
        planned(Mode::Ask, &json!({ "command": "rm  x" })).unwrap().2,
        "a yes is for these bytes"
    );
    for (arguments, argument) in [
        (json!({ "command": " " }), "command"),
        (json!({ "command": "a\0b" }), "command"),
        (json!({ "command": "ls", "timeout": 0 }), "timeout"),
        (json!({ "command": "ls", "timeout": 9_999 }), "timeout"),
        (json!({}), "command"),
    ] {
        let refusal = planned(Mode::Auto, &arguments).unwrap_err();
        assert_eq!((refusal.kind(), &refusal.details()["argument"]), ("invalid_args", &json!(argument)));
    }
}

/// Somebody who always knows the same.
struct Fixed;

impl Forecasts for Fixed {
    fn asks(&self, place: &str) -> String {
        format!("GET https://weather.example/{place}")
    }

    fn now(&self, place: &str, _: &Ground, _: &Stop) -> Result<WeatherNow, String> {
        match place {
            "Atlantis" => Err("The service knows no place \"Atlantis\".".to_owned()),
            _ => Ok(WeatherNow {
                place: place.to_owned(),
                temperature_c: 12.5,
                wind_kmh: 8.0,
                code: 3,
                at: "2026-05-01T12:00".to_owned(),
            }),
        }
    }
}

#[test]
fn s4_08_weather_answers_and_what_is_sent_is_decided_on() {
    let room = Room::new();
    let weather = Weather::of(Fixed);
    let asked = |mode: Mode, place: &str| {
        called(&weather, &room.ground(mode), "get_weather", &json!({ "place": place }))
    };
    let done = asked(Mode::Ask, " Berlin ").unwrap();
    assert_eq!(done.text, "Berlin: overcast, 12.5 °C, wind 8 km/h, observed 2026-05-01T12:00.");
    assert_eq!((&done.facts["weather"], &done.facts["by"]), (&json!("overcast"), &json!("user")));
    assert_eq!(asked(Mode::Auto, "Berlin").unwrap().facts["by"], "rule");
    assert_eq!(asked(Mode::Auto, "Atlantis").unwrap_err().kind(), "not_run");
    let ground = room.ground(Mode::Ask);
    let arguments = json!({ "place": "Berlin" });
    let plan = planned(
        &weather,
        &ToolCall { tool: "get_weather", arguments: &arguments, ground: &ground, unseen: &[] },
    )
    .unwrap();
    assert_eq!((plan.decision, plan.text.as_str()), (Decision::Ask, "GET https://weather.example/Berlin"));
    assert!(asked(Mode::Auto, &"é".repeat(80)).is_ok());
    for odd in ["", "x?key=1", "a/b", "a\nb", &"x".repeat(81)] {
        assert_eq!(asked(Mode::Auto, odd).unwrap_err().kind(), "invalid_args", "{odd:?}");
    }
    let asks = OpenMeteo::default().asks("São Paulo");
    assert!(
        asks.starts_with(
            "GET https://geocoding-api.open-meteo.com/v1/search?count=1&name=S%C3%A3o%20Paulo\n"
        ),
        "{asks}"
    );
}

#[test]
fn s4_08_what_comes_with_the_engine_can_be_installed_together_and_weather_is_off() {
    let (mut found, mut off) = (Installed::default(), Vec::new());
    for (skill, at_first) in built_ins() {
        if let AtFirst::Off(why) = at_first {
            assert!(why.text().contains("network"), "{why:?}");
            off.push(skill.name().to_owned());
        }
        found.install(skill).unwrap();
    }
    assert_eq!(off, ["weather"]);
    let tools: Vec<_> = found.skills().map(|(id, skill)| (id, skill.tools().len())).collect();
    assert_eq!(tools, [("calculator", 4), ("filesystem", 3), ("shell", 1), ("weather", 1)]);
    for (name, skill) in found.skills() {
        let (said, prompt) = (skill.description(), skill.prompt().unwrap_or("Nothing more is said."));
        assert!(said.ends_with('.') && said.contains(' '), "{name}: {said}");
        assert!(prompt.ends_with('.') && prompt.contains(' '), "{name}: {prompt}");
        assert_eq!(skill.prompt().is_none(), name == "weather");
        let declared: Value = serde_json::from_str(&declaration(skill)).unwrap();
        assert_eq!(declared["tools"].as_array().map(Vec::len), Some(skill.tools().len()));
        assert_eq!(declaration_hash(skill), disk::Digest::of(declaration(skill).as_bytes()));
    }
}

#[test]
fn s2_18_skill_of_code_is_replaced_by_name() {
    let mut found = installed([Box::new(RESEARCH) as Box<dyn CodeSkill>]);
    let newer = Research { prompt: Some("Newer."), ..RESEARCH };
    let before = found.replace(Box::new(newer)).expect("it has a name").expect("one was there");
    assert_eq!(before.prompt(), RESEARCH.prompt);
    assert!(found.prompt().contains("Newer.") && found.skills().count() == 1);
    let other = Research { name: "other", prompt: None };
    assert!(matches!(found.replace(Box::new(other)), Err(NotInstalled::ToolTaken { .. })));
}

#[test]
fn s4_84_roster_is_asked_whether_a_skill_is_there() {
    let found = installed([Box::new(RESEARCH) as Box<dyn CodeSkill>]);
    let ruling = rule(Convention::Echo, &survey(&Default::default()), &Visibility::whole(Trust::Trusted));
    let roster = roster(&ruling, &found, &Visibility::whole(Trust::Trusted));
    assert!(roster.has_skill("research") && !roster.has_skill("nobody"));
}
