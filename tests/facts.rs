//! Facts belong to the skill that asked: the file that an agent's convention gives it, with the bytes that were taken
//! in, and never a namesake.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use api::desk::{AgentAsk, TakenIn, submit};
use api::{Code, Convention};
use serde_json::{Value, json};
use skills::{Places, roots};

use crate::agents::{Agent, kind, listen, text};
use crate::approvals::Room;
use crate::doors::program;

fn trust(room: &Room, word: &str) {
    tests::answer(&room.app, "set_trust", &json!({ "trust": word }).to_string()).expect("trust is kept");
}

/// A skill in a folder, whose source and whose command say whose they are.
fn skill(folder: &Path, name: &str, says: &str) {
    fs::create_dir_all(folder).unwrap();
    let text = format!("---\nname: {name}\ndescription: d\n---\nLook: !`echo inline of {says}`\n");
    fs::write(folder.join("SKILL.md"), text).unwrap();
    let sources = format!("- id: facts\n  run: [echo, source of {says}]\n  read_only: true\n  auto: true\n");
    fs::write(folder.join("context-sources.yaml"), sources).unwrap();
}

fn asked(room: &Room, convention: &str, skill: &str, source: &str) -> AgentAsk {
    let convention = Some(convention.to_owned());
    AgentAsk { convention, skill: skill.to_owned(), session: None, ..room.agent(source) }
}

fn got(room: &Room, ask: &AgentAsk) -> Result<(String, Value), api::Failure> {
    submit(&room.app, ask)?.wait().map(|released| (released.text, released.evidence))
}

#[test]
fn s1_05_s4_29_every_source_of_every_root_of_every_convention_can_be_asked_for() {
    let mut tried = BTreeSet::new();
    for convention in Convention::ALL {
        let room = Room::new("auto");
        trust(&room, "trusted");
        let places =
            Places { workspace: room.at("workspace"), home: Some(room.at("home")), ..Places::default() };
        let here = room.at("");
        let roots: Vec<PathBuf> = roots(*convention, &places).into_iter().map(|root| root.path).collect();
        for (number, root) in roots.into_iter().filter(|root| root.starts_with(&here)).enumerate() {
            let mut folders = vec![format!("of-{number}")];
            if convention.rules().depth > 1 {
                folders.push(format!("deep/below-{number}"));
            }
            for folder in folders {
                let name = folder.rsplit('/').next().expect("a name").to_owned();
                skill(&root.join(&folder), &name, &name);
                room.app.heard(&[api::Tag::Skills]);
                for (source, word) in [("facts", "source"), ("inline-1", "inline")] {
                    let place = format!("{} {}", convention.name(), root.join(&folder).display());
                    let ask = asked(&room, convention.name(), &name, source);
                    let (text, evidence) =
                        got(&room, &ask).unwrap_or_else(|failure| panic!("{place}: {failure}"));
                    assert_eq!(text, format!("{word} of {name}\n"), "{place}");
                    let path = root.join(&folder).join("SKILL.md");
                    assert_eq!(evidence["skill"]["path"], path.display().to_string(), "{place}");
                }
            }
            tried.insert((convention.name(), root));
        }
    }
    assert!(tried.len() > 25, "{tried:#?}");
}

/// A workspace with a skill `twin` and the user's own of that name.
fn twins(mode: &str) -> Room {
    let room = Room::new(mode);
    skill(&room.at("workspace/.agents/skills/twin"), "twin", "the project");
    skill(&room.at("home/.agents/skills/twin"), "twin", "the user");
    room
}

fn facts(room: &Room, agent: &Agent, source: &str) -> (String, Value) {
    let answer = agent.call("hydrate_skill_context", &json!({ "skill": "twin", "source": source }));
    assert_eq!(room.app.waiting(), 0, "nobody is asked");
    (text(&answer), answer.structured_content.unwrap_or_default()["evidence"].clone())
}

#[test]
fn s3_11_a_project_that_is_held_back_feeds_nothing_under_the_name_of_the_users_skill() {
    let room = twins("auto");
    let _listening = listen(&room);
    let agent = Agent::under(&room, "agent-skills");
    for (source, word) in [("inline-1", "inline"), ("facts", "source")] {
        assert_eq!(facts(&room, &agent, source).0, format!("{word} of the user\n"), "before it is taken in");
    }
    agent.call("activate_skill", &json!({ "name": "twin" }));
    for (source, word) in [("inline-1", "inline"), ("facts", "source")] {
        let (text, evidence) = facts(&room, &agent, source);
        assert_eq!(text, format!("{word} of the user\n"));
        let path = room.at("home/.agents/skills/twin/SKILL.md");
        assert_eq!(evidence["skill"]["path"], path.display().to_string(), "{evidence:#}");
        assert_eq!(evidence["skill"]["content_hash"], evidence["activation"]["content_hash"]);
    }
    let marked = agent.call("hydrate_skill_context", &json!({ "skill": "twin" }));
    assert_eq!(text(&marked), "source of the user\n", "also what its author marked auto");
    // From now on the project's skill has the name; the text that is active is the user's.
    trust(&room, "trusted");
    let refused = agent.call("hydrate_skill_context", &json!({ "skill": "twin", "source": "inline-1" }));
    assert_eq!(kind(&refused), "permission_denied", "{}", text(&refused));
    assert!(text(&refused).contains("was activated from"), "{}", text(&refused));
    agent.call("activate_skill", &json!({ "name": "twin" }));
    assert_eq!(facts(&room, &agent, "inline-1").0, "inline of the project\n");
}

#[test]
fn s1_08_a_skill_that_changed_since_it_was_taken_in_gives_no_facts() {
    let room = twins("auto");
    let _listening = listen(&room);
    for (convention, tool) in [("pixir", "skill_view"), ("agent-skills", "activate_skill")] {
        trust(&room, "trusted");
        skill(&room.at("workspace/.agents/skills/twin"), "twin", "the project");
        let agent = Agent::under(&room, convention);
        agent.call(tool, &json!({ "name": "twin" }));
        skill(&room.at("workspace/.agents/skills/twin"), "twin", "somebody else");
        for source in ["inline-1", "facts"] {
            let refused = agent.call("hydrate_skill_context", &json!({ "skill": "twin", "source": source }));
            assert_eq!(kind(&refused), "permission_denied", "{convention}: {}", text(&refused));
            assert!(text(&refused).contains("changed since it was activated"), "{}", text(&refused));
        }
        agent.call(tool, &json!({ "name": "twin" }));
        let (said, evidence) = facts(&room, &agent, "inline-1");
        assert_eq!(said, "inline of somebody else\n", "{convention}");
        assert_eq!(evidence["skill"]["content_hash"], evidence["activation"]["content_hash"]);
    }
}

#[test]
fn s1_04_facts_leave_every_byte_that_stands_before_them() {
    for convention in ["pixir", "echo"] {
        let room = twins("auto");
        let _listening = listen(&room);
        let agent = Agent::under(&room, convention);
        let stands = || {
            let prefix = room.get("prefix_report", &json!({ "convention": convention }));
            let tools = agent.runtime.block_on(agent.client.list_all_tools()).expect("tools");
            let told = agent.client.peer_info().and_then(|info| info.instructions.clone());
            (prefix["sha256"].clone(), json!(tools), told)
        };
        let before = stands();
        for source in ["inline-1", "facts"] {
            assert!(facts(&room, &agent, source).0.contains("of the project"), "{convention}");
        }
        assert_eq!(stands(), before, "{convention}");
    }
}

#[test]
fn a_forged_place_or_hash_of_what_was_taken_in_is_refused() {
    let room = twins("auto");
    let at = |place: &str| room.at(&format!("{place}/.agents/skills/twin/SKILL.md"));
    let hash = |path: &Path| disk::Digest::of(&fs::read(path).unwrap()).to_string();
    let refused = |path: PathBuf, content_hash: String| {
        let taken_in = Some(TakenIn { path, content_hash });
        got(&room, &AgentAsk { taken_in, ..asked(&room, "agent-skills", "twin", "facts") })
            .expect_err("no facts")
            .code
    };
    let (project, user) = (at("workspace"), at("home"));
    assert_eq!(refused(project.clone(), hash(&project)), Code::Refused, "held back");
    assert_eq!(refused(user.clone(), hash(&project)), Code::Refused, "other bytes");
    assert_eq!(refused(room.at("workspace/SKILL.md"), hash(&user)), Code::Refused, "no skill at all");
}

#[test]
fn s1_06_the_terminal_knows_the_sources_of_every_convention_and_tells_no_other_names() {
    let room = twins("auto");
    skill(&room.at("workspace/skills/lone"), "lone", "the pipeline");
    let run = |arguments: &[&str]| {
        let mut command = std::process::Command::new(program());
        command.arg("--workspace").arg(room.at("workspace")).args(arguments);
        command.env("HOME", room.at("home")).env("XDG_DATA_HOME", room.at("data")).env_remove("PIXIR_HOME");
        let done = command.stdin(std::process::Stdio::null()).output().expect("assay runs");
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        (done.status.code(), text(done.stdout), text(done.stderr))
    };
    for convention in ["pipeline", "echo", "merged"] {
        let with = |rest: &[&str]| run(&[&["--convention", convention], rest].concat());
        if convention == "merged" {
            trust(&room, "trusted");
        }
        let (code, out, words) = with(&["sources", "lone"]);
        assert!(code == Some(0) && out.contains("inline-1"), "{convention}: {out}{words}");
        let (code, out, words) = with(&["hydrate", "lone", "inline-1", "--yes"]);
        assert_eq!((code, out.as_str()), (Some(0), "inline of the pipeline\n"), "{convention}: {words}");
        let (code, _, words) = with(&["hydrate", "lone", "other", "--yes"]);
        assert!(code == Some(3) && words.contains("Available: facts, inline-1"), "{convention}: {words}");
    }
    let (code, _, words) = run(&["--convention", "pipeline", "hydrate", "twin", "facts", "--yes"]);
    assert!(code == Some(3) && words.contains("Available: lone"), "{words}");
    assert!(!words.contains("notes"), "a name that this convention does not show: {words}");
    trust(&room, "untrusted");
    let (code, out, _) = run(&["--convention", "agent-skills", "hydrate", "twin", "facts", "--yes"]);
    assert_eq!((code, out.as_str()), (Some(0), "source of the user\n"));
    let (code, ..) = run(&["--convention", "agent-skills", "hydrate", "notes", "facts", "--yes"]);
    assert_eq!(code, Some(3), "it waits for trust");
}

#[test]
fn the_windows_row_is_hydrated_as_its_agent_reads_it() {
    let room = twins("auto");
    skill(&room.at("workspace/skills/lone"), "lone", "the pipeline");
    let rows = |convention: &str| {
        let ask = json!({ "convention": convention, "text": "", "state": "any", "sort": "name", "from": 0, "count": 50 });
        room.get("skills", &ask)["rows"].as_array().cloned().unwrap_or_default()
    };
    let row = |convention: &str, name: &str, scope: &str| {
        let found = rows(convention).into_iter().find(|row| row["name"] == name && row["scope"] == scope);
        found.unwrap_or_else(|| panic!("{convention} {name}"))["id"].clone()
    };
    let hydrate = |convention: &str, id: &Value| {
        let body = json!({ "skill": id, "convention": convention, "source": "facts", "session": null, "turn": null });
        let made = tests::answer(&room.app, "hydrate", &body.to_string())?;
        Ok::<Value, api::Failure>(serde_json::from_str(&made).expect("JSON"))
    };
    let lone = row("pipeline", "lone", "repo");
    let sources = room.get("context_sources", &json!({ "id": lone, "convention": "pipeline" }));
    assert_eq!(sources["sources"][0]["rule"]["decision"], "run", "{sources:#}");
    hydrate("pipeline", &lone).expect("it runs");
    let begun = Instant::now();
    while room.decided().is_empty() {
        assert!(begun.elapsed() < Duration::from_secs(20), "it was not recorded");
        std::thread::sleep(Duration::from_millis(20));
    }
    let held_back = row("agent-skills", "twin", "repo");
    let refused = hydrate("agent-skills", &held_back).expect_err("it waits for trust");
    assert!(refused.message.text.contains("needs trust: hidden until you trust this project"), "{refused}");
    let sources = room.get("context_sources", &json!({ "id": held_back, "convention": "agent-skills" }));
    assert_eq!(sources["sources"][0]["rule"]["decision"], "refuse", "{sources:#}");
    trust(&room, "trusted");
    assert!(hydrate("agent-skills", &held_back).is_ok());
}

/// The names that a command is told, without those that its shell makes, and the session among their values.
fn told(text: &str) -> (BTreeSet<&str>, Option<&str>) {
    let pairs = text.lines().filter_map(|line| line.split_once('='));
    let own = ["PWD", "OLDPWD", "SHLVL", "_"];
    let names = pairs.clone().map(|(name, _)| name).filter(|name| !own.contains(name)).collect();
    (names, pairs.clone().find(|(name, _)| *name == "SESSION_ID").map(|(_, value)| value))
}

#[test]
fn s4_32_a_command_of_a_text_is_told_three_variables_and_nothing_else() {
    let room = Room::new("ask");
    fs::create_dir_all(room.at("workspace/.agents/skills/env")).unwrap();
    room.write(
        "workspace/.agents/skills/env/SKILL.md",
        "---\nname: env\ndescription: d\n---\n!`env` and !`echo digit; env` and !`env; git --version`\n\n```!\nenv\n```\n",
    );
    let sources = "- id: run\n  run: [env]\n- id: shell\n  shell: 'true; env'\n- id: git\n  shell: 'git --version; env'\n";
    room.write("workspace/.agents/skills/env/context-sources.yaml", sources);
    room.app.heard(&[api::Tag::Skills]);
    let get = |source: &str, session: Option<&str>| {
        let session = session.map(str::to_owned);
        let ask = AgentAsk { session, ..asked(&room, "pixir", "env", source) };
        let ticket = submit(&room.app, &ask).unwrap_or_else(|failure| panic!("{source}: {failure}"));
        room.run_and("once", &json!({ "kind": "send" }));
        ticket.wait().expect("released").text
    };
    let three = BTreeSet::from(["PATH", "SESSION_ID", "SKILL_DIR"]);
    for source in ["inline-1", "inline-2", "block-1"] {
        let text = get(source, None);
        assert_eq!(told(&text), (three.clone(), Some("")), "{source}: {text}");
        let folder = room.at("workspace/.agents/skills/env").display().to_string();
        assert!(text.contains(&format!("SKILL_DIR={folder}\n")), "{source}: {text}");
    }
    let declared = BTreeSet::from(["HOME", "LANG", "PATH", "SESSION_ID", "SKILL_DIR", "TMPDIR"]);
    for source in ["run", "shell"] {
        let text = get(source, None);
        assert_eq!(told(&text).0, declared, "{source}: {text}");
    }
    for source in ["inline-3", "git"] {
        let text = get(source, None);
        let (names, _) = told(&text);
        assert!(names.contains("GIT_CONFIG_NOSYSTEM"), "git is kept from a repository's programs: {text}");
        assert!(
            names.iter().all(|name| declared.contains(name)
                || name.contains("GIT_")
                || *name == "PAGER"
                || *name == "SSH_ASKPASS"),
            "{text}"
        );
    }
    let session = "20260918T141102-7be41d";
    fs::create_dir_all(room.at("workspace/.pixir/sessions")).unwrap();
    let event = json!({
        "data": { "text": "go" }, "id": "event-0", "type": "user_message", "seq": 0, "session_id": session,
        "ts": "2026-09-18T14:11:02.000000Z",
    });
    room.write(&format!("workspace/.pixir/sessions/{session}.ndjson"), &format!("{event}\n"));
    room.app.heard(&[api::Tag::Sessions]);
    assert_eq!(told(&get("inline-1", Some(session))).1, Some(session));
    assert_eq!(told(&get("run", Some(session))).1, Some(session));
}
