//! Who wins, on whole trees: the matrix is what each agent's rules make of the disk, and what a plan foresees is
//! what is there after it.
#![allow(clippy::disallowed_methods, reason = "a test lays out files of its own")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use proptest::prelude::*;
use serde_json::Value;
use skills::manage::{self, Beginning, Ledger, Plan, Trouble};
use skills::{
    Convention, Matrix, Places, Ruling, Scope, Skill, State, Trust, Verdict, Visibility, rule, survey,
};
use tests::pixir;

/// Folders some agent reads; the first five are Pixir's or lie below its roots.
const FOLDERS: [&str; 12] = [
    "ws/.agents/skills",
    "home/.agents/skills",
    "home/.pixir/skills",
    "ws/.agents/skills/pack",
    "home/.agents/skills/a/inner",
    "ws/skills",
    "ws/.claude/skills",
    "home/.claude/skills",
    "home/.codex/skills",
    "ws/.gemini/skills",
    "home/.config/opencode/skills",
    "ws/.github/skills",
];
const NAMES: [&str; 4] = ["a", "b", "c", "Two Words"];

struct Room {
    folder: tempfile::TempDir,
}

/// Who wins in a project that a person trusts.
fn matrix(survey: &skills::Survey) -> Matrix {
    skills::matrix(survey, &Visibility::whole(Trust::Trusted))
}

impl Room {
    fn new() -> Self {
        let room = Self { folder: tempfile::tempdir().unwrap() };
        for folder in ["ws/.git", "home", "kept"] {
            fs::create_dir_all(room.at(folder)).unwrap();
        }
        room
    }

    fn at(&self, rel: &str) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join(rel)
    }

    /// Writes a file unless something else, such as a link that leads nowhere, is in the way.
    fn file(&self, rel: &str, content: &str) {
        let path = self.at(rel);
        let _ = fs::create_dir_all(path.parent().unwrap()).and_then(|()| fs::write(path, content));
    }

    fn skill(&self, folder: &str, name: &str) {
        self.file(
            &format!("{folder}/SKILL.md"),
            &format!("---\nname: {name}\ndescription: d\n---\nDo it.\n"),
        );
    }

    fn places(&self) -> Places {
        Places { workspace: self.at("ws"), home: Some(self.at("home")), ..Places::default() }
    }

    fn ledger(&self) -> Ledger {
        Ledger::below(&self.at("kept"))
    }
}

/// What lies on the disk at first: a folder of `FOLDERS`, a folder's name there, and what it is.
#[derive(Debug, Clone)]
enum Lie {
    Skill { root: usize, folder: usize, name: usize },
    Broken { root: usize, folder: usize },
    Link { root: usize, folder: usize, to: usize },
}

fn lie() -> impl Strategy<Value = Lie> {
    let (roots, names) = (0..FOLDERS.len(), 0..NAMES.len());
    prop_oneof![
        8 => (roots.clone(), names.clone(), names.clone())
            .prop_map(|(root, folder, name)| Lie::Skill { root, folder, name }),
        1 => (roots.clone(), names.clone()).prop_map(|(root, folder)| Lie::Broken { root, folder }),
        2 => (roots.clone(), names, roots).prop_map(|(root, folder, to)| Lie::Link { root, folder, to }),
    ]
}

fn lay_out(room: &Room, lies: &[Lie]) {
    let at = |root: &usize, folder: &usize| format!("{}/{}", FOLDERS[*root], NAMES[*folder]);
    for lie in lies {
        match lie {
            Lie::Skill { root, folder, name } => room.skill(&at(root, folder), NAMES[*name]),
            Lie::Broken { root, folder } => {
                room.file(&format!("{}/SKILL.md", at(root, folder)), "---\nname: c\nno end\n");
            }
            Lie::Link { root, folder, to } => {
                let link = room.at(&at(root, folder));
                // As above.
                let _ = fs::create_dir_all(link.parent().unwrap())
                    .and_then(|()| link_to(&room.at(&format!("{}/a", FOLDERS[*to])), &link));
            }
        }
    }
}

#[cfg(unix)]
fn link_to(target: &Path, link: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(target, link)
}

#[cfg(not(unix))]
fn link_to(_: &Path, _: &Path) -> std::io::Result<()> {
    Ok(())
}

/// Every kind of plan there is for a skill, by number.
fn planned(look: &Ruling, skill: &Skill, act: usize) -> Result<Plan, Trouble> {
    let main = Path::new("SKILL.md");
    let text = fs::read(&skill.path).unwrap_or_default();
    let renamed = b"---\nname: b\ndescription: another\n---\nDo that.\n";
    match act {
        0 => manage::remove(look, skill),
        1 => manage::rename(look, skill, "renamed"),
        2 => manage::duplicate(look, skill, "b-2"),
        3 => manage::copy(look, skill, Scope::PixirGlobal),
        4 => manage::copy(look, skill, Scope::Repo),
        5 => manage::relocate(look, skill, Scope::User),
        6 => manage::relocate(look, skill, Scope::PixirGlobal),
        7 => manage::hide(look, skill),
        8 => manage::write(look, skill, main, disk::Digest::of(&text), renamed),
        9 => manage::remove_file(look, skill, main),
        10 => manage::rename_file(look, skill, main, Path::new("deep/SKILL.md")),
        11 => manage::add(look, skill, Path::new("inner/SKILL.md"), renamed),
        _ => {
            let beginning =
                Beginning { name: "made", description: "d", outline: manage::Outline::Short, folders: &[] };
            manage::create(look, Scope::Repo, &beginning)
        }
    }
}

/// All there is to see of a matrix, with nothing of when it was made.
fn seen(matrix: &Matrix) -> Vec<String> {
    let cells = matrix.rows.iter().flat_map(|row| row.cells.iter().map(move |cell| (row, cell)));
    let known = cells.filter(|(_, cell)| cell.verdict != Verdict::NotLooked);
    known
        .map(|(row, cell)| {
            let files: Vec<String> = matrix
                .claims(cell)
                .iter()
                .map(|claim| {
                    format!("{} {:?} hidden {}", claim.skill.path.display(), claim.state, claim.hidden)
                })
                .collect();
            format!("{} in {}: {:?} {files:#?}", row.name, cell.convention.name(), cell.verdict)
        })
        .collect()
}

/// What Pixir makes of a tree that was looked at for it alone, and of one looked at for all.
fn both_readings(places: &Places) -> [Vec<(String, PathBuf, bool)>; 2] {
    let among_all = rule(Convention::Pixir, &survey(places), &Visibility::whole(Trust::Untrusted));
    [pixir(places), among_all].map(|ruling| {
        let claims = ruling.claims.into_iter();
        // The same file by another path is one more skill to Pixir.
        claims.map(|claim| (claim.key, claim.skill.path, claim.state == State::Wins)).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_a_plan_foresees_is_what_is_there_after_it(
        lies in proptest::collection::vec(lie(), 1..10),
        picked in 0_usize..8,
        act in 0_usize..13,
    ) {
        let room = Room::new();
        lay_out(&room, &lies);
        let places = room.places();
        let [own, row] = both_readings(&places);
        prop_assert_eq!(own, row);

        let look = pixir(&places);
        let Some(skill) = look.skills().nth(picked % look.claims.len().max(1)) else { return Ok(()) };
        let Ok(plan) = planned(&look, skill, act) else { return Ok(()) };
        let before = survey(&places);
        let foreseen = matrix(&before.after(&plan));
        let ledger = room.ledger();
        let Ok(entry) = manage::carry_out(&ledger, &plan, "test", SystemTime::now()) else { return Ok(()) };
        let now = survey(&places);
        prop_assert_eq!(seen(&foreseen), seen(&matrix(&now)));

        let undo = manage::undo(&ledger, &pixir(&places), &entry.id).unwrap();
        let foreseen = matrix(&now.after(&undo));
        prop_assert_eq!(seen(&foreseen), seen(&matrix(&before)), "the undo");
    }
}

/// Skills of a session are judged by what its agent makes of them.
#[test]
fn every_source_of_sessions_names_a_convention() {
    for source in sessions::Source::ALL {
        let name = source.rules().convention;
        assert_eq!(Convention::named(name).map(Convention::name), Some(name), "{source}");
    }
}

#[test]
fn a_flip_names_the_agents_that_turn() {
    let room = Room::new();
    room.skill("ws/.agents/skills/notes", "notes");
    room.skill("home/.agents/skills/notes", "notes");
    let places = room.places();
    let look = pixir(&places);
    let before = survey(&places);
    let repo = look.skills().find(|skill| skill.scope == Scope::Repo).unwrap();
    let plan = manage::remove(&look, repo).unwrap();
    let flips = matrix(&before).flips(&matrix(&before.after(&plan)));
    let mut turned: Vec<String> = flips
        .iter()
        .map(|flip| {
            let scopes = |files: &[(Scope, PathBuf)]| {
                files.iter().map(|(scope, _)| scope.name()).collect::<Vec<_>>().join("+")
            };
            let (before, after) = (scopes(&flip.before.files), scopes(&flip.after.files));
            format!(
                "{} {:?} {before} to {:?} {after}",
                flip.convention.name(),
                flip.before.verdict,
                flip.after.verdict
            )
        })
        .collect();
    turned.sort();
    assert_eq!(
        turned,
        [
            "agent-skills Wins repo to Wins user",
            "codex AllKept user+repo to Wins user",
            "copilot Wins repo to Wins user",
            "echo Wins repo to Wins user",
            "gemini-cli Wins repo to Wins user",
            "merged Wins repo to Wins user",
            "opencode NotFixed user+repo to Wins user",
            "pi Wins repo to Wins user",
            "pixir Wins repo to Wins user",
        ]
    );
    // Pi takes the user's in any case, and Claude Code and the pipeline read neither.
    let matrix = matrix(&before);
    let row = matrix.row("notes").unwrap();
    let verdict = |convention| row.cells.iter().find(|cell| cell.convention == convention).unwrap().verdict;
    assert_eq!(verdict(Convention::Pi), Verdict::Wins);
    assert_eq!(verdict(Convention::ClaudeCode), Verdict::NotLooked);
    assert_eq!((matrix.files(row).len(), matrix.differs(row)), (2, true));
}

/// Found by the law above: what an undo puts back, a link elsewhere leads to again.
#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_leads_somewhere_again() {
    let room = Room::new();
    room.skill("ws/.agents/skills/a", "a");
    fs::create_dir_all(room.at("home/.claude/skills")).unwrap();
    link_to(&room.at("ws/.agents/skills/a"), &room.at("home/.claude/skills/a")).unwrap();
    let (places, ledger) = (room.places(), room.ledger());
    let (look, before) = (pixir(&places), matrix(&survey(&places)));
    let plan = manage::remove(&look, &look.claims[0].skill).unwrap();
    let gone = survey(&places).after(&plan);
    let entry = manage::carry_out(&ledger, &plan, "test", SystemTime::now()).unwrap();
    assert_eq!(seen(&matrix(&gone)), seen(&matrix(&survey(&places))));
    let undo = manage::undo(&ledger, &pixir(&places), &entry.id).unwrap();
    assert_eq!(seen(&matrix(&survey(&places).after(&undo))), seen(&before));
}

#[test]
fn one_file_behind_several_paths_is_one_file() {
    let room = Room::new();
    room.skill("home/.agents/skills/pdf", "pdf");
    for door in ["home/.claude/skills/pdf", "ws/.agents/skills/pdf"] {
        fs::create_dir_all(room.at(door).parent().unwrap()).unwrap();
        link_to(&room.at("home/.agents/skills/pdf"), &room.at(door)).unwrap();
    }
    let look = matrix(&survey(&room.places()));
    let row = look.row("pdf").unwrap();
    assert_eq!((look.files(row).len(), look.doors(row).len(), look.differs(row)), (1, 3, false));
    for cell in row.cells.iter().filter(|cell| cell.verdict != Verdict::NotLooked) {
        assert_eq!(cell.verdict, Verdict::Wins, "{}", cell.convention.name());
    }
}

#[test]
fn the_terminal_tells_who_wins_and_what_a_plan_turns_over() {
    let room = Room::new();
    room.skill("ws/.agents/skills/notes", "notes");
    room.skill("home/.agents/skills/notes", "notes");
    let assay = |arguments: &[&str]| {
        let mut command = Command::new(crate::doors::program());
        command.arg("--workspace").arg(room.at("ws")).args(arguments).env("HOME", room.at("home"));
        for name in ["PIXIR_HOME", "XDG_DATA_HOME"].into_iter().chain(skills::AgentPlaces::VARIABLES) {
            command.env_remove(name);
        }
        let done = command.output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (done.status.code(), text(done.stdout), text(done.stderr))
    };
    let (code, json, error) = assay(&["who-wins", "notes", "--json"]);
    assert_eq!(code, Some(0), "{error}");
    let row = &serde_json::from_str::<Value>(&json).unwrap()["rows"][0];
    let path = |rel: &str| Value::from(room.at(rel).join("SKILL.md").display().to_string());
    assert_eq!(row["winners"]["pixir"], path("ws/.agents/skills/notes"));
    assert_eq!(row["winners"]["pi"], path("ws/.agents/skills/notes"));
    assert_eq!((&row["winners"]["codex"], &row["winners"]["claude-code"]), (&Value::Null, &Value::Null));
    assert_eq!(row["cells"]["opencode"]["confidence"], "unknown");
    // One agent alone answers as well, with what is known of its releases.
    for convention in Convention::ALL.iter().filter(|one| **one != Convention::Pixir) {
        let (code, json, error) = assay(&["who-wins", "--convention", convention.name(), "--json"]);
        assert_eq!(code, Some(0), "{error}");
        let answer: Value = serde_json::from_str(&json).unwrap();
        let told: Vec<&String> = answer["conventions"].as_object().unwrap().keys().collect();
        assert_eq!(told, [convention.name()]);
        let differs = answer["conventions"][convention.name()]["differs"].as_array().unwrap();
        assert_eq!(differs.len(), convention.rules().differs.len());
        let cells = answer["rows"].as_array().unwrap().iter().map(|row| row["cells"].as_object().unwrap());
        assert!(cells.into_iter().all(|cells| cells.keys().eq([convention.name()])), "{json}");
    }
    let (code, words, _) = assay(&["who-wins"]);
    assert!(code == Some(0) && words.contains("repo takes precedence over user"), "{words}");
    assert_eq!(assay(&["who-wins", "nothing"]).0, Some(3));

    // A fresh clone: its skills wait, the user's are seen (S3-11).
    let (_, held, _) = assay(&["skills", "--convention", "agent-skills"]);
    assert!(held.contains("needs trust") && held.contains("user   notes"), "{held}");
    let (_, catalog, _) = assay(&["catalog", "--convention", "agent-skills", "--trusted"]);
    assert!(catalog.contains("/ws/.agents/skills/notes/SKILL.md</location>"), "{catalog}");
    // What is not the agent's own text to the byte says so, beside the list and in JSON.
    let (_, list, said) = assay(&["catalog", "--convention", "codex"]);
    assert!(list.starts_with("### Skill roots\n") && !list.contains("reconstructed"), "{list}");
    assert!(
        said.starts_with("reconstructed (Codex 0.169.0") && said.contains("words around the list"),
        "{said}"
    );
    let (_, json, _) = assay(&["catalog", "--convention", "codex", "--json"]);
    let answer: Value = serde_json::from_str(&json).unwrap();
    assert!(!answer["reconstructed"]["differs"].as_array().unwrap().is_empty(), "{json}");
    assert_eq!((&answer["budget"], &answer["unit"]), (&Value::from(5_440), &Value::from("tokens")));
    assert!(assay(&["skills", "--convention", "codex"]).1.contains("reconstructed (Codex 0.169.0"));
    assert_eq!(assay(&["catalog", "--agent", "pixir"]).2, "");
    let (_, none, _) = assay(&["catalog", "--convention", "pipeline"]);
    assert_eq!(none, "");
    assert_eq!(assay(&["drift", "--convention", "codex"]).0, Some(2));

    let (code, plan, error) =
        assay(&["new", "other", "--description", "Use this when nothing else fits.", "--dry-run"]);
    assert_eq!(code, Some(0), "{error}");
    assert!(plan.contains("agents: Affects 9 of 11 agents (1 skill name)."), "{plan}");
}
