//! What Assay says of other agents, against what these showed their models: recordings of the real programs, which lie
//! beside the checkout. The rules that were learned from them are held by fixtures of our own in the crate `skills`.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use serde_json::Value;
use skills::{Convention, Places, Shown, Trust, Visibility, listed, render, rule, survey_for};

use tests::shared;

/// Where the recordings were made.
const RECORDED_AT: &str = "/tmp/oracle/w";

/// What the conventions say that they leave out or get otherwise: agent and case, sorted.
const TOLD: &[(&str, &str)] = &[
    // Commands are listed as well, and are not looked at.
    ("claude", "command-and-skill"),
    // The older release: a mark is text, every file of a name is listed, descriptions have more room.
    ("claude-old", "bom"),
    ("claude-old", "command-and-skill"),
    ("claude-old", "long-description"),
    ("claude-old", "many-skills"),
    ("claude-old", "nested-from-sub"),
    ("claude-old", "same-name-everywhere"),
    // It brings along five skills, which share the room.
    ("codex-old", "many-skills"),
    ("copilot", "command-and-skill"),
    // Which file of a name wins changes from run to run.
    ("opencode", "same-name-everywhere"),
    // The older release knows no mark.
    ("pi-old", "bom"),
];

/// Skills the agents bring along.
const OWN: &[&str] = &[
    "antigravity-support",
    "claude-api",
    "code-review",
    "customize-cloud-agent",
    "customize-opencode",
    "dataviz",
    "deep-research",
    "fewer-permission-prompts",
    "github-pr-media",
    "imagegen",
    "init",
    "keybindings-help",
    "loop",
    "openai-docs",
    "plugin-authoring",
    "plugin-creator",
    "review",
    "run",
    "security-review",
    "simplify",
    "skill-creator",
    "skill-installer",
    "update-config",
    "verify",
    "workflow-authoring",
];

struct Agent {
    convention: Convention,
    project: &'static str,
    personal: &'static str,
}

fn agent(name: &str) -> Agent {
    let (convention, project, personal) = match name.trim_end_matches("-old") {
        "claude" => (Convention::ClaudeCode, ".claude/skills", ".claude/skills"),
        "codex" => (Convention::Codex, ".agents/skills", ".codex/skills"),
        "copilot" => (Convention::Copilot, ".github/skills", ".copilot/skills"),
        "gemini" => (Convention::GeminiCli, ".gemini/skills", ".gemini/skills"),
        "opencode" => (Convention::OpenCode, ".opencode/skills", ".config/opencode/skills"),
        "pi" => (Convention::Pi, ".pi/skills", ".pi/agent/skills"),
        other => panic!("an agent {other} is not known"),
    };
    Agent { convention, project, personal }
}

/// A case as it lies on a disk of its own.
struct Laid {
    root: PathBuf,
    project: &'static str,
    personal: &'static str,
}

impl Laid {
    fn path(&self, text: &str) -> PathBuf {
        let (workspace, home) = (self.root.join("ws"), self.root.join("home"));
        let mut text = text.to_owned();
        for (word, path) in [
            ("{{PROJECT}}", workspace.join(self.project)),
            ("{{PERSONAL}}", home.join(self.personal)),
            ("{{WS}}", workspace),
            ("{{HOME}}", home),
            ("{{ROOT}}", self.root.clone()),
        ] {
            text = text.replace(word, path.to_str().unwrap());
        }
        PathBuf::from(text)
    }

    fn put(&self, place: &str, what: &Value) {
        let path = self.path(place);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        if let Some(to) = what["link"].as_str() {
            symlink(self.path(to), path).unwrap();
        } else if let Some(encoded) = what["base64"].as_str() {
            fs::write(path, decoded(encoded)).unwrap();
        } else if !what["json"].is_null() {
            fs::write(path, what["json"].to_string()).unwrap();
        } else {
            fs::write(path, what.as_str().or(what["text"].as_str()).unwrap()).unwrap();
        }
    }

    fn all(&self, tree: &Value) {
        tree.as_object().into_iter().flatten().for_each(|(place, what)| self.put(place, what));
    }

    fn change(&self, ops: &Value) {
        for op in ops.as_array().into_iter().flatten() {
            if let Some(place) = op["write"].as_str() {
                self.put(place, op);
            } else if let Some(place) = op["delete"].as_str() {
                let path = self.path(place);
                if path.is_dir() { fs::remove_dir_all(path).unwrap() } else { fs::remove_file(path).unwrap() }
            } else if let (Some(from), Some(to)) = (op["rename"].as_str(), op["to"].as_str()) {
                fs::rename(self.path(from), self.path(to)).unwrap();
            }
        }
    }
}

fn decoded(text: &str) -> Vec<u8> {
    let signs = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let values = text.bytes().filter_map(|byte| signs.iter().position(|sign| *sign == byte));
    let (mut bits, mut count, mut bytes) = (0_usize, 0, Vec::new());
    for value in values {
        (bits, count) = (bits << 6 | value, count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count & 0xff) as u8);
        }
    }
    bytes
}

/// Name, description and file of each skill that is listed.
type Rows = Vec<(String, String, Option<PathBuf>)>;

/// What the agent listed in the first step that reached its model; nothing when that cannot be compared.
fn recorded(case: &Value, expected: &Value, laid: &Laid) -> Option<Rows> {
    let steps = case["steps"].as_array().unwrap();
    if steps[0]["args"].to_string().contains("--plugin-dir") {
        return None;
    }
    let calls = expected["calls"].as_array().unwrap();
    let first = (1..=steps.len() as u64).find(|step| {
        calls.iter().any(|call| call["step"].as_u64() == Some(*step) && call["kind"] == "call")
    })?;
    if (2..=first).any(|step| !steps[step as usize - 1]["before"].is_null()) {
        return None;
    }
    let catalogs = expected["catalogs_shown"].as_array().unwrap();
    let shown = catalogs.iter().find(|catalog| catalog["step"].as_u64() == Some(first));
    let skills = shown.and_then(|catalog| catalog["skills"].as_array()).into_iter().flatten();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let rows = skills.map(|skill| {
        let name = if skill["name"].is_null() { text(&skill["id"]) } else { text(&skill["name"]) };
        let path = skill["resolved"].as_str().or(skill["path"].as_str()).filter(|path| path.starts_with('/'));
        let path = path.map(|path| PathBuf::from(path.replace(RECORDED_AT, laid.root.to_str().unwrap())));
        let description = text(&skill["description"]).trim().to_owned();
        (name, description, path.and_then(|path| path.canonicalize().ok()))
    });
    Some(rows.filter(|(name, _, _)| !OWN.contains(&name.as_str())).collect())
}

/// What Assay says it lists; for Copilot without those it only names in its last line, which the recordings leave out.
fn told(agent: &Agent, workspace: PathBuf, home: PathBuf) -> Rows {
    let places = Places { workspace, home: Some(home), ..Places::default() };
    let ruling =
        rule(agent.convention, &survey_for(agent.convention, &places), &Visibility::whole(Trust::Trusted));
    let rules = agent.convention.rules();
    let entries = listed(&ruling);
    let shown = render(rules.renderer, &entries, rules.room()).shown;
    let has_path = !matches!(agent.convention, Convention::ClaudeCode | Convention::Copilot);
    let rows = entries.iter().zip(shown).filter_map(|(entry, shown)| {
        let description = match shown {
            Shown::Whole => entry.description.to_owned(),
            Shown::Beginning(beginning) => beginning,
            Shown::Nothing if agent.convention == Convention::Copilot => return None,
            Shown::Nothing | Shown::LeftOut => String::new(),
        };
        let path = has_path.then(|| Path::new(&entry.location).canonicalize().unwrap());
        Some((entry.key.to_owned(), escaped(agent.convention, description.trim()), path))
    });
    rows.collect()
}

/// As it stands between the tags of these two; the others' is compared as it is.
fn escaped(convention: Convention, text: &str) -> String {
    match convention {
        Convention::Pi | Convention::Copilot => {
            let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
            text.replace('"', "&quot;").replace('\'', "&apos;")
        }
        Convention::ClaudeCode => text.replace('<', "&lt;").replace('>', "&gt;"),
        _ => text.to_owned(),
    }
}

#[test]
fn real_agents_list_what_is_told_of_them() {
    let Some(folder) = shared().map(|folder| folder.join("oracle/agents")).filter(|folder| folder.is_dir())
    else {
        println!("skipped: the recordings of real agents are not here");
        return;
    };
    let (mut compared, mut differ) = (0, BTreeSet::new());
    for entry in fs::read_dir(folder.join("recorded")).unwrap() {
        let case_folder = entry.unwrap().path();
        let name = case_folder.file_name().unwrap().to_str().unwrap().to_owned();
        let json = |path: PathBuf| serde_json::from_str::<Value>(&fs::read_to_string(path).unwrap()).unwrap();
        let case = json(folder.join("cases").join(format!("{name}.json")));
        for run in fs::read_dir(&case_folder).unwrap() {
            let run = run.unwrap().path();
            let agent_name = run.file_name().unwrap().to_str().unwrap().to_owned();
            let agent = agent(&agent_name);
            let temp = tempfile::tempdir().unwrap();
            let root = temp.path().canonicalize().unwrap();
            let laid = Laid { root, project: agent.project, personal: agent.personal };
            ["home", "ws"].iter().for_each(|folder| fs::create_dir_all(laid.root.join(folder)).unwrap());
            laid.all(&case["tree"]);
            laid.all(&case["tree_for"][agent_name.trim_end_matches("-old")]);
            if case["git"] != false {
                fs::create_dir_all(laid.root.join("ws/.git")).unwrap();
            }
            let step = &case["steps"][0];
            laid.change(&step["before"]);
            let Some(mut shown) = recorded(&case, &json(run.join("expected.json")), &laid) else { continue };
            let workspace = step["cwd"].as_str().map_or(laid.root.join("ws"), |cwd| laid.path(cwd));
            let mut said = told(&agent, workspace, laid.root.join("home"));
            // Its order is the file system's.
            if agent.convention == Convention::GeminiCli {
                shown.sort();
                said.sort();
            }
            compared += 1;
            if shown != said {
                println!("{agent_name} {name}\n  agent: {shown:?}\n  told:  {said:?}");
                differ.insert((agent_name, name.clone()));
            }
        }
    }
    println!("{compared} runs compared, {} differ", differ.len());
    let told: BTreeSet<_> = TOLD.iter().map(|(agent, case)| (agent.to_string(), case.to_string())).collect();
    assert!(compared > 100, "{compared}");
    assert_eq!(differ, told);
}
