//! What is said of a skill is what is so: listed means that the model is shown it, never means that sessions were read,
//! held back means that somebody can see it, and every screen has it from one ruling.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::approvals::Room;

const CONVENTIONS: [&str; 11] = [
    "pixir",
    "claude-code",
    "codex",
    "gemini-cli",
    "opencode",
    "pi",
    "copilot",
    "agent-skills",
    "pipeline",
    "echo",
    "merged",
];

fn skill(folder: &Path, name: &str, description: &str) {
    let folder = folder.join(name);
    fs::create_dir_all(&folder).unwrap();
    fs::write(
        folder.join("SKILL.md"),
        format!("---\nname: {name}\ndescription: {description}\n---\nDo it.\n"),
    )
    .unwrap();
}

/// A project whose skills do not all fit into 8,000 bytes.
fn crowded() -> Room {
    let room = Room::new("auto");
    for number in 0..60 {
        let words = format!("Use this when number {number} is meant. {}", "It goes on. ".repeat(12));
        skill(&room.at("workspace/.agents/skills"), &format!("skill-{number:02}"), &words);
    }
    room
}

fn list(room: &Room, convention: &str, state: &str) -> Value {
    let ask = json!({
        "text": "", "state": state, "sort": "name", "from": 0, "count": 500, "convention": convention,
    });
    room.get("skills", &ask)
}

fn rows(view: &Value) -> &[Value] {
    view["rows"].as_array().unwrap()
}

fn catalog_text(room: &Room, convention: &str) -> String {
    let view = room.get("catalog", &json!({ "convention": convention }));
    let pieces = view["pieces"].as_array().unwrap();
    pieces.iter().map(|piece| piece["text"].as_str().unwrap()).collect()
}

fn assay(room: &Room, arguments: &[&str]) -> String {
    let mut command = std::process::Command::new(crate::doors::program());
    command.arg("--workspace").arg(room.at("workspace")).args(arguments).env("HOME", room.at("home"));
    for name in ["PIXIR_HOME", "XDG_DATA_HOME"].into_iter().chain(skills::AgentPlaces::VARIABLES) {
        command.env_remove(name);
    }
    let done = command.output().unwrap();
    String::from_utf8(done.stdout).unwrap() + &String::from_utf8(done.stderr).unwrap()
}

#[test]
fn a_skill_that_the_listing_has_no_room_for_is_nowhere_called_listed() {
    let room = crowded();
    for convention in ["pixir", "echo"] {
        let view = list(&room, convention, "any");
        let banner = &view["banner"];
        let number = |key: &str| banner[key].as_u64().unwrap();
        assert_eq!(number("listed") + number("cut"), 61, "{convention}: {banner}");
        assert!(number("cut") > 20, "{convention}: {banner}");
        assert_eq!(view["listing"]["listed"], banner["listed"], "{convention}");
        assert_eq!(
            view["listing"]["left_out"].as_array().unwrap().len() as u64,
            number("cut"),
            "{convention}"
        );
        let shortened = view["listing"]["shortened"].as_array().unwrap().len() as u64;
        assert_eq!(shortened, number("shortened"), "{convention}");
        for (state, count) in [("listed", number("listed")), ("shortened", shortened), ("cut", number("cut"))]
        {
            assert_eq!(
                list(&room, convention, state)["matching"].as_u64(),
                Some(count),
                "{convention} {state}"
            );
        }
        let text = catalog_text(&room, convention);
        for row in rows(&view) {
            let name = row["name"].as_str().unwrap();
            let listing = row["states"]["listing"].as_str().unwrap();
            let is_named = text.contains(&format!("{name}/SKILL.md"));
            let detail = room.get("skill", &json!({ "id": row["id"], "convention": convention }));
            match listing {
                "whole" => {
                    assert!(is_named && row["listed_tokens"].as_u64() > Some(0), "{convention} {name}");
                }
                "part" => assert!(row["listed_tokens"].as_u64() > Some(0), "{convention} {name}"),
                "cut" => {
                    assert!(!is_named, "{convention} {name}");
                    assert_eq!((&row["listed_tokens"], &detail["tiers"]["listed"]), (&json!(0), &json!(0)));
                    assert_eq!(detail["catalog_entry"], Value::Null, "{convention} {name}");
                }
                other => panic!("{convention} {name}: {other}"),
            }
            if let Some(entry) = detail["catalog_entry"].as_str() {
                assert!(text.contains(entry), "{convention} {name}");
            }
        }
        let words = assay(&room, &["skills", "--convention", convention]);
        let said = words.lines().filter(|line| {
            line.contains("left out of the catalog") || line.contains("shortened in the catalog")
        });
        assert_eq!(said.count() as u64, number("cut") + shortened, "{convention}: {words}");
        assert!(
            words.contains(&format!("; {} listed, ", number("listed")))
                && words.contains(&format!(", {} left out", number("cut"))),
            "{words}"
        );
        let report: Value =
            serde_json::from_str(&assay(&room, &["skills", "--convention", convention, "--json"])).unwrap();
        let cut = |row: &&Value| row["listing"] == "cut";
        assert_eq!(report["skills"].as_array().unwrap().iter().filter(cut).count() as u64, number("cut"));
    }
}

#[test]
fn the_budget_is_one_number_and_the_words_around_the_list_are_told_apart_from_it() {
    let room = Room::new("auto");
    let (view, catalog) = (list(&room, "pixir", "any"), room.get("catalog", &json!({})));
    assert_eq!(view["listing"], catalog["listing"]);
    assert_eq!(catalog["listing"]["shown"], catalog["bytes"]);
    assert_eq!(catalog["bytes"].as_u64(), Some(catalog_text(&room, "pixir").len() as u64));
    assert!(catalog["listing"]["size"].as_u64() < catalog["listing"]["shown"].as_u64());
}

#[test]
fn a_budget_is_the_agents_own_and_says_where_it_is_known_from() {
    let room = crowded();
    let listing = |convention: &str| list(&room, convention, "any")["listing"].clone();
    let pixir = listing("pixir");
    assert_eq!((&pixir["budget"]["amount"], &pixir["budget"]["unit"]), (&json!(8_000), &json!("bytes")));
    for convention in ["gemini-cli", "opencode", "pi"] {
        let words = assay(&room, &["skills", "--convention", convention]);
        assert!(words.contains("no limit (") && !words.contains("8000"), "{convention}: {words}");
        assert_eq!(listing(convention)["budget"], Value::Null, "{convention}");
        assert_eq!(
            list(&room, convention, "cut")["matching"],
            0,
            "{convention}: nothing is cut without a budget"
        );
    }
    for convention in CONVENTIONS {
        assert!(!listing(convention)["source"]["text"].as_str().unwrap().is_empty(), "{convention}");
    }
}

/// Lays out a session of Claude Code that recorded a list of these skills.
fn claude_listing(room: &Room, session: &str, names: &[String], lines: &[String]) {
    let folder = room.at("workspace");
    let line = |kind: &str, second: u32, more: Value| {
        let mut line = json!({
            "parentUuid": null, "isSidechain": false, "type": kind, "sessionId": session,
            "uuid": format!("{session}-{second}"), "timestamp": format!("2026-05-02T10:00:{second:02}.000Z"),
            "cwd": folder, "version": "2.1.330",
        });
        line.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        line.to_string() + "\n"
    };
    let prompt = line("user", 1, json!({ "message": { "role": "user", "content": "Hello" } }));
    let attachment = json!({
        "type": "skill_listing", "content": lines.join("\n"), "names": names, "isInitial": true,
        "skillCount": names.len(),
    });
    let log = room.at("home/.claude/projects/-work").join(format!("{session}.jsonl"));
    fs::create_dir_all(log.parent().unwrap()).unwrap();
    fs::write(log, prompt + &line("attachment", 2, json!({ "attachment": attachment }))).unwrap();
}

#[test]
fn a_recorded_list_goes_before_the_limit_that_is_known_for_its_agent() {
    let room = Room::new("auto");
    for number in 0..40 {
        skill(&room.at("home/.claude/skills"), &format!("skill-{number:02}"), &"Words. ".repeat(60));
    }
    let listing = || list(&room, "claude-code", "any")["listing"].clone();
    let before = listing();
    assert_eq!((&before["recorded"], &before["budget"]["amount"]), (&Value::Null, &json!(8_000)));
    assert_eq!((before["listed"].as_u64(), &before["left_out"]), (Some(40), &json!([])), "by name is listed");
    assert!(!before["shortened"].as_array().unwrap().is_empty());

    // A list that fits the known limit contradicts nothing.
    let names: Vec<String> = (0..40).map(|number| format!("skill-{number:02}")).collect();
    let bare: Vec<String> = names.iter().map(|name| format!("- {name}")).collect();
    claude_listing(&room, "11111111-2222-4333-8444-555555555555", &names, &bare);
    room.app.workspace.sessions_changed();
    let fits = listing();
    assert_eq!((&fits["recorded"]["total"], &fits["recorded"]["names_only"]), (&json!(40), &json!(40)));
    assert_eq!((&fits["recorded"]["over_known_limit"], &fits["budget"]), (&json!(false), &before["budget"]));

    let whole: Vec<String> =
        names.iter().map(|name| format!("- {name}: {}", "Words. ".repeat(60).trim())).collect();
    claude_listing(&room, "21111111-2222-4333-8444-555555555555", &names, &whole);
    room.app.workspace.sessions_changed();
    let larger = listing();
    let size: usize = whole.iter().map(|line| line.len() + 1).sum();
    let recorded = &larger["recorded"];
    assert_eq!((&recorded["size"], &recorded["names_only"]), (&json!(size), &json!(0)));
    assert_eq!((&recorded["over_known_limit"], &larger["budget"]), (&json!(true), &Value::Null));
    assert_eq!((&larger["shortened"], &larger["left_out"]), (&json!([]), &json!([])));
    assert_eq!(room.get("catalog", &json!({ "convention": "claude-code" }))["listing"], larger);
    let skills = assay(&room, &["skills", "--convention", "claude-code"]);
    let words = format!("last recorded catalog: 40 skills, 0 by name only, {size} characters");
    assert!(skills.contains("limit unknown") && skills.contains(&words), "{skills}");
    let catalog = assay(&room, &["catalog", "--convention", "claude-code"]);
    assert!(catalog.contains(&words), "{catalog}");
    let report: Value =
        serde_json::from_str(&assay(&room, &["catalog", "--convention", "claude-code", "--json"])).unwrap();
    assert_eq!((&report["recorded"], &report["budget"]), (recorded, &Value::Null));
}

#[test]
fn skill_that_no_session_used_says_so_for_every_agent_whose_sessions_are_read() {
    let room = Room::new("auto");
    skill(&room.at("home/.claude/skills"), "mine", "Use this when it is mine.");
    for convention in CONVENTIONS {
        let view = list(&room, convention, "any");
        for row in rows(&view) {
            assert_eq!(row["states"]["used"], "never", "{convention} {row}");
        }
        let never = rows(&view).len() as u64;
        assert_eq!(view["banner"]["never_used"].as_u64(), Some(never), "{convention}");
    }
}

#[test]
fn every_agent_is_counted_as_its_list_counts() {
    let room = crowded();
    skill(&room.at("home/.claude/skills"), "mine", "Use this when it is mine.");
    fs::create_dir_all(room.at("home/.agents/skills/odd")).unwrap();
    room.write("home/.agents/skills/odd/Skill.md", "---\nname: odd\ndescription: d\n---\n");
    let conventions = room.get("conventions", &json!({}));
    for row in conventions["rows"].as_array().unwrap() {
        let name = row["name"].as_str().unwrap();
        assert_eq!(row["skills"], list(&room, name, "any")["banner"]["total"], "{name}");
    }
}

#[test]
fn who_wins_and_the_list_of_skills_say_the_same_of_every_agent() {
    let room = Room::new("auto");
    skill(&room.at("home/.agents/skills"), "notes", "Use this at home.");
    skill(&room.at("home/.agents/skills"), "alone", "Use this when alone.");
    skill(&room.at("workspace/.claude/skills"), "claude", "Use this in Claude.");
    for word in ["untrusted", "trusted"] {
        room.get("set_trust", &json!({ "trust": word }));
        let matrix = room.get("who_wins", &json!({ "text": "", "only": [], "from": 0, "count": 500 }));
        for (at, convention) in matrix["conventions"].as_array().unwrap().iter().enumerate() {
            let name = convention["name"].as_str().unwrap();
            let view = list(&room, name, "any");
            for row in rows(&view) {
                let place = format!("{word} {name} {}", row["short_path"]);
                let of_name = |known: &&Value| known["name"] == row["name"];
                let known = matrix["rows"].as_array().unwrap().iter().find(of_name).expect("its name");
                let cell = &known["cells"][at];
                let wins = row["states"]["wins"] == true;
                let scope = row["scope"].as_str().unwrap();
                if cell["verdict"] == "wins" {
                    assert_eq!(wins, cell["files"][0]["scope"] == scope, "{place}: {cell}");
                }
                let held = cell["files"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .any(|file| file["state"] == "held_back" && file["scope"] == scope);
                assert_eq!(held, row["states"]["standing"] == "held_back", "{place}");
                if wins {
                    assert_eq!(cell["if_trusted"], row["states"]["if_trusted"], "{place}: {cell}");
                }
            }
        }
    }
}

#[test]
fn nothing_is_held_back_by_an_agent_whose_trust_nobody_can_see() {
    let room = Room::new("auto");
    skill(&room.at("home/.agents/skills"), "notes", "Use this at home.");
    let matrix = room.get("who_wins", &json!({ "text": "", "only": [], "from": 0, "count": 500 }));
    let at = |name: &str| {
        let conventions = matrix["conventions"].as_array().unwrap();
        conventions.iter().position(|one| one["name"] == name).expect("it is there")
    };
    let notes = matrix["rows"].as_array().unwrap().iter().find(|row| row["name"] == "notes").unwrap();
    // Contested, and still only so where Gemini CLI trusts the project.
    let gemini = &notes["cells"][at("gemini-cli")];
    assert_eq!((&gemini["verdict"], &gemini["if_trusted"]), (&json!("wins"), &json!(true)), "{gemini}");
    for convention in ["gemini-cli", "pi"] {
        assert_eq!(list(&room, convention, "held_back")["matching"], 0, "{convention}");
        let view = list(&room, convention, "if_trusted");
        assert_eq!(view["matching"], view["banner"]["if_trusted"], "{convention}");
        assert!(rows(&view).iter().all(|row| row["scope"] == "repo"), "{convention}");
        let words = assay(&room, &["skills", "--convention", convention]);
        assert!(words.contains("if trusted") && !words.contains("hidden"), "{convention}: {words}");
    }
    let trust = room.get("trust", &json!({}));
    let told: Vec<_> = trust["held_back"].as_array().unwrap().iter().map(|row| &row["convention"]).collect();
    assert_eq!(told, ["agent-skills", "merged"]);
    // Of agents that Assay serves itself it is known.
    assert_eq!(list(&room, "agent-skills", "held_back")["matching"], 1);
}

#[test]
fn what_is_no_skill_says_why_first_and_a_file_that_can_be_read_is_measured() {
    let room = Room::new("auto");
    let text = "---\nname: odd\ndescription: d\n---\nOne.\nTwo.\n";
    fs::create_dir_all(room.at("home/.agents/skills/odd")).unwrap();
    room.write("home/.agents/skills/odd/Skill.md", text);
    fs::create_dir_all(room.at("home/.agents/skills/folder/SKILL.md")).unwrap();
    fs::create_dir_all(room.at("home/.claude/skills/open")).unwrap();
    room.write("home/.claude/skills/open/SKILL.md", "---\nname: open\n");
    for convention in CONVENTIONS {
        for row in rows(&list(&room, convention, "invalid")) {
            let why = row["states"]["invalid"]["text"].as_str().unwrap();
            assert!(!why.contains(room.at("").to_str().unwrap()), "{convention}: {why}");
        }
    }
    let view = list(&room, "pixir", "invalid");
    let detail = |name: &str| {
        let row = rows(&view).iter().find(|row| row["name"] == name).expect("its row");
        room.get("skill", &json!({ "id": row["id"] }))
    };
    let odd = detail("odd");
    assert_eq!(
        odd["row"]["states"]["invalid"]["text"],
        "It is not spelled SKILL.md, so Pixir does not see it. Rename the file."
    );
    assert_eq!((&odd["bytes"], &odd["lines"]), (&json!(text.len()), &json!(6)));
    assert_eq!(odd["hash"], disk::Digest::of(text.as_bytes()).to_string());
    let folder = detail("folder");
    assert_eq!(
        (&folder["bytes"], &folder["lines"], &folder["hash"]),
        (&Value::Null, &Value::Null, &Value::Null)
    );
}

#[test]
fn what_skills_take_of_the_limit_is_more_than_it_exactly_when_something_is_cut() {
    let room = crowded();
    for convention in CONVENTIONS {
        let view = room.get("catalog", &json!({ "convention": convention }));
        let (listing, shares) = (&view["listing"], view["shares"].as_array().unwrap());
        let left_out = listing["left_out"].as_array().unwrap().len();
        assert_eq!(
            shares.len() as u64,
            listing["listed"].as_u64().unwrap() + left_out as u64,
            "{convention}"
        );
        assert_eq!(shares.iter().filter(|share| share["listing"] == "cut").count(), left_out, "{convention}");
        let sum: u64 = shares.iter().map(|share| share["cost"].as_u64().unwrap()).sum();
        assert_eq!(view["shares_total"], sum, "{convention}");
        let Some(limit) = listing["budget"]["amount"].as_u64() else { continue };
        let taken = sum + view["own"].as_u64().unwrap();
        let shortened = listing["shortened"].as_array().unwrap().len();
        assert_eq!(taken > limit, left_out + shortened > 0, "{convention}: {taken} of {limit}");
    }
}

#[test]
fn home_above_a_folder_without_a_repository_lists_its_skills_once() {
    let room = Room::new("auto");
    skill(&room.at("home/.claude/skills"), "notes", "Takes notes.");
    let folder = room.at("home/work/here");
    fs::create_dir_all(&folder).unwrap();
    skill(&room.at("home/work/.claude/skills"), "shared", "Is there for every folder of work.");
    let mut command = std::process::Command::new(crate::doors::program());
    command.args(["skills", "--convention", "claude-code", "--json", "--workspace"]).arg(&folder);
    command.env("HOME", room.at("home"));
    for name in ["PIXIR_HOME", "XDG_DATA_HOME"].into_iter().chain(skills::AgentPlaces::VARIABLES) {
        command.env_remove(name);
    }
    let report: Value = serde_json::from_slice(&command.output().unwrap().stdout).unwrap();
    let rows = report["skills"].as_array().unwrap().iter();
    let mut rows: Vec<_> =
        rows.map(|row| (row["name"].as_str().unwrap(), row["scope"].as_str().unwrap())).collect();
    rows.sort_unstable();
    assert_eq!(rows, [("notes", "user"), ("shared", "repo")], "{report}");
}
