//! Skills of every agent are changed by that agent's rules and in its own folders.

use std::path::PathBuf;

use api::manage::{FileContents, Outline, PlanAsk};
use api::skills::{AgentBasis, default_agent};
use api::wire::{SkillRow, SkillScope, SkillsAsk};
use api::{App, Convention};
use tests::room::{Room, every_skill};

/// Agents that are programs of their own, with the folders that a new skill of the repository and of the user goes into.
const AGENTS: [(Convention, &str, &str); 7] = [
    (Convention::Pixir, "ws/.agents/skills", "home/.agents/skills"),
    (Convention::ClaudeCode, "ws/.claude/skills", "home/.claude/skills"),
    (Convention::Codex, "ws/.agents/skills", "home/.agents/skills"),
    (Convention::GeminiCli, "ws/.gemini/skills", "home/.gemini/skills"),
    (Convention::OpenCode, "ws/.opencode/skills", "home/.config/opencode/skills"),
    (Convention::Pi, "ws/.pi/skills", "home/.pi/agent/skills"),
    (Convention::Copilot, "ws/.github/skills", "home/.copilot/skills"),
];

/// Every file below the workspace and the home, with its bytes.
fn tree(room: &Room) -> Vec<disk::Imprint> {
    ["ws", "home"].map(|name| disk::Imprint::of(&room.at(name)).expect("it can be read")).to_vec()
}

fn rows(room: &Room, convention: Convention) -> Vec<SkillRow> {
    let ask = SkillsAsk { convention: Some(convention.name().to_owned()), ..every_skill() };
    room.page().skills(&ask).expect("the list").rows
}

fn row(room: &Room, convention: Convention, name: &str) -> SkillRow {
    let found = rows(room, convention).into_iter().find(|row| row.name == name);
    found.unwrap_or_else(|| panic!("{} does not list {name}", convention.name()))
}

fn create(convention: Convention, scope: SkillScope, name: &str) -> PlanAsk {
    PlanAsk::Create {
        convention: Some(convention.name().to_owned()),
        scope,
        name: name.to_owned(),
        description: "Writes notes. Use when notes are asked for.".to_owned(),
        outline: Outline::Short,
        folders: Vec::new(),
    }
}

#[test]
fn new_skill_goes_into_a_folder_that_the_agent_reads() {
    for (convention, repo, user) in AGENTS {
        for (scope, folder) in [(SkillScope::Repo, repo), (SkillScope::User, user)] {
            let room = Room::with(&[]);
            let plan = room.plan(&create(convention, scope, "notes"));
            let agent = plan.plan.as_ref().unwrap_or_else(|| panic!("{:?}", plan.refused)).agent.clone();
            assert_eq!(agent, convention.label());
            let done = room.carry_out(&plan);
            assert!(done.refused.is_none(), "{:?}", done.refused);
            assert!(room.at(folder).join("notes/SKILL.md").is_file(), "{}: {folder}", convention.name());
            let found = row(&room, convention, "notes");
            assert!(found.states.wins && found.managed, "{found:?}");
        }
    }
}

#[test]
fn every_change_of_a_skill_works_in_every_agents_folders_and_is_undone() {
    for (convention, ..) in AGENTS {
        let room = Room::with(&[]);
        room.carry_out(&room.plan(&create(convention, SkillScope::User, "notes")));
        let before = tree(&room);
        let id = || row(&room, convention, "notes").id;
        let renamed = "minutes".to_owned();
        let text = "---\nname: notes\ndescription: Writes other notes.\n---\n\n# Notes\n".to_owned();
        let seen =
            api::Scripts(&room.app).draft(&api::draft::DraftAsk { skill: id(), rel: "SKILL.md".to_owned() });
        let asks = [
            PlanAsk::Rename { skill: id(), name: renamed.clone() },
            PlanAsk::Duplicate { skill: id(), name: renamed },
            PlanAsk::Copy { skill: id(), scope: SkillScope::Repo },
            PlanAsk::Move { skill: id(), scope: SkillScope::Repo },
            PlanAsk::Remove { skill: id() },
            PlanAsk::Write {
                skill: id(),
                rel: "SKILL.md".to_owned(),
                seen: seen.expect("the draft").hash,
                base: None,
                contents: FileContents::Text { text: text.clone() },
            },
            PlanAsk::AddFile {
                skill: id(),
                rel: "references/more.md".to_owned(),
                contents: FileContents::Text { text },
            },
        ];
        for ask in asks {
            let plan = room.plan(&ask);
            let done = room.carry_out(&plan);
            assert!(done.refused.is_none(), "{}: {ask:?}: {:?}", convention.name(), done.refused);
            assert_ne!(tree(&room), before, "{}: {ask:?}", convention.name());
            room.undo(&done);
            assert_eq!(tree(&room), before, "{}: {ask:?}", convention.name());
        }
    }
}

#[test]
fn hiding_uses_the_means_of_the_agent_or_is_refused() {
    for (convention, ..) in AGENTS {
        let room = Room::with(&[]);
        room.carry_out(&room.plan(&create(convention, SkillScope::User, "notes")));
        let (skill, agent) = (row(&room, convention, "notes").id, Some(convention.name().to_owned()));
        let plan = room.plan(&PlanAsk::Hide { skill: skill.clone(), convention: agent.clone() });
        let has_none = matches!(convention, Convention::GeminiCli | Convention::OpenCode);
        if let Some(refused) = plan.refused.as_ref().filter(|_| has_none) {
            assert!(refused.why.text.contains(convention.label()), "{}", refused.why);
            continue;
        }
        room.carry_out(&plan);
        assert!(row(&room, convention, "notes").states.hidden, "{}", convention.name());
        room.carry_out(&room.plan(&PlanAsk::Show { skill, convention: agent }));
        assert!(!row(&room, convention, "notes").states.hidden, "{}", convention.name());
    }
}

#[test]
fn shared_folder_is_hidden_from_the_agent_that_is_named() {
    let room = Room::with(&[(".agents/skills/notes/SKILL.md", b"---\nname: notes\ndescription: d\n---\n")]);
    let skill = row(&room, Convention::Codex, "notes").id;
    let plan = room.plan(&PlanAsk::Hide { skill, convention: Some("codex".to_owned()) });
    room.carry_out(&plan);
    let settings = room.at("ws/.agents/skills/notes/agents/openai.yaml");
    let text = std::fs::read_to_string(settings).expect("Codex's settings");
    assert_eq!(text, "policy:\n  allow_implicit_invocation: false\n");
    assert!(row(&room, Convention::Codex, "notes").states.hidden);
    assert!(!row(&room, Convention::Pixir, "notes").states.hidden);
}

#[test]
fn settings_of_codex_outside_the_skill_are_not_written() {
    let room = Room::with(&[(".agents/skills/notes/SKILL.md", b"---\nname: notes\ndescription: d\n---\n")]);
    room.write("ws/.agents/skills/other/openai.yaml", b"interface: {}\n");
    std::os::unix::fs::symlink("../other", room.at("ws/.agents/skills/notes/agents")).expect("a link");
    let skill = row(&room, Convention::Codex, "notes").id;
    let plan = room.plan(&PlanAsk::Hide { skill, convention: Some("codex".to_owned()) });
    assert!(plan.plan.is_none(), "{plan:?}");
}

/// What the window asks for the tabs and the editor of a skill. `ID` and `AGENT` stand for those of a row.
const ASKED: [(&str, &str); 12] = [
    ("skill", r#"{"id":"ID","convention":"AGENT"}"#),
    ("skill_body", r#"{"id":"ID"}"#),
    ("skill_source", r#"{"id":"ID","from":0,"count":9}"#),
    ("resources", r#"{"id":"ID"}"#),
    ("resource", r#"{"id":"ID","rel":"SKILL.md","from":0,"count":9}"#),
    ("origin", r#"{"id":"ID"}"#),
    ("skill_usage", r#"{"id":"ID","zone":0,"from":0,"count":9}"#),
    ("versions", r#"{"of":{"by":"row","id":"ID"},"from":0,"count":9}"#),
    ("context_sources", r#"{"id":"ID","convention":"AGENT"}"#),
    ("skill_hooks", r#"{"id":"ID","convention":"AGENT"}"#),
    ("draft", r#"{"skill":"ID","rel":"SKILL.md"}"#),
    ("draft_check", r#"{"skill":"ID","text":"---\nname: notes\ndescription: d\n---\n","seen":""}"#),
];

#[test]
fn every_tab_of_a_skill_and_its_editor_answer_in_every_agents_folders() {
    for (convention, ..) in AGENTS {
        let room = Room::with(&[]);
        room.carry_out(&room.plan(&create(convention, SkillScope::User, "notes")));
        let id = row(&room, convention, "notes").id;
        for (request, body) in ASKED {
            let body = body.replace("ID", &id).replace("AGENT", convention.name());
            let answer = tests::answer(&room.app, request, &body);
            assert!(answer.is_ok(), "{}: {request}: {answer:?}", convention.name());
        }
    }
}

fn default_in(room: &Room) -> (Convention, AgentBasis) {
    let app: &App = &room.app;
    let found = default_agent(&app.workspace);
    (found.convention, found.basis)
}

#[test]
fn default_agent_is_that_of_the_newest_session_then_one_whose_folder_is_there() {
    assert_eq!(default_in(&Room::with(&[])), (Convention::Pixir, AgentBasis::Nothing));
    for (convention, folder) in [
        (Convention::ClaudeCode, "home/.claude"),
        (Convention::Codex, "home/.codex"),
        (Convention::GeminiCli, "ws/.gemini"),
        (Convention::OpenCode, "home/.config/opencode"),
        (Convention::Pi, "home/.pi"),
        (Convention::Copilot, "home/.copilot"),
        (Convention::Pixir, "home/.pixir"),
    ] {
        let room = Room::with(&[]);
        std::fs::create_dir_all(room.at(folder)).expect("a folder");
        assert_eq!(default_in(&room), (convention, AgentBasis::Folders), "{folder}");
    }
    // Of two whose folders are there, the one that reads a skill here.
    let room = Room::with(&[(".codex/skills/notes/SKILL.md", b"---\nname: notes\ndescription: d\n---\n")]);
    std::fs::create_dir_all(room.at("home/.claude")).expect("a folder");
    assert_eq!(default_in(&room), (Convention::Codex, AgentBasis::Folders));
    let ws: PathBuf = room.at("ws");
    let line = format!(
        r#"{{"type":"user","cwd":{:?},"sessionId":"3c0a51f2-0001-4000-8000-5d2f00000001","message":{{"role":"user","content":"b"}},"uuid":"a","timestamp":"2026-09-14T10:00:00Z"}}"#,
        ws.display().to_string()
    );
    let log = "home/.claude/projects/-ws/3c0a51f2-0001-4000-8000-5d2f00000001.jsonl";
    room.write(log, format!("{line}\n").as_bytes());
    room.write("ws/.claude/skills/notes/SKILL.md", b"---\nname: notes\ndescription: d\n---\n");
    assert_eq!(default_in(&room.again()), (Convention::ClaudeCode, AgentBasis::NewestSession));
}
