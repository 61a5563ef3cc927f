//! A corpus of real and made-up `SKILL.md` files against the reference library and against the ladder
//! of readings proposed for them. The files are not part of this repository; without them the tests
//! pass and say so. The same rules are covered without them in the crate `skills`.
#![allow(clippy::disallowed_methods, reason = "a test reads files of its own")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use serde_json::Value;
use skills::{
    Content, Listed, Outcome, Places, Renderer, Skill, YamlReading, checks, read_yaml, render,
    validator_checks,
};
use tests::{pixir, shared};

#[test]
fn made_up_files_are_read_as_proposed() {
    check(
        "synthetic",
        &[
            // U+0080 in a value: the parser used here lets it pass, the proposal's does not.
            ("line, here yaml", 1),
            // Anchors and aliases are refused here, so their files are read one step further down.
            ("yaml, here block", 2),
            // The reference library cuts at any `---`, also inside a value.
            ("reference description", 2),
        ],
    );
}

#[test]
fn real_files_are_read_as_proposed() {
    // A mapping as a key: the parser used here lets it pass, the proposal's does not.
    check("public", &[("block, here yaml", 1)]);
}

/// Pixir's own reading of the real files, and every finding about them.
#[test]
fn real_files_are_read_as_pixir_reads_them() {
    let Some(root) = shared().map(|root| root.join("corpus/public")) else {
        println!("skipped: the corpus is not here");
        return;
    };
    let home = tempfile::tempdir().unwrap();
    let lines = fs::read_to_string(root.join("expected.jsonl")).unwrap();
    let cases: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for (number, case) in cases.iter().enumerate() {
        let folder = home.path().join(format!(".agents/skills/{number:05}"));
        fs::create_dir_all(&folder).unwrap();
        fs::copy(root.join(case["path"].as_str().unwrap()), folder.join("SKILL.md")).unwrap();
    }
    let places = Places {
        workspace: home.path().join("ws"),
        home: Some(home.path().into()),
        pixir_home: None,
        ..Places::default()
    };
    let found = pixir(&places);
    assert_eq!(found.claims.len(), cases.len());
    let (mut findings, mut compared) = (BTreeMap::new(), 0);
    for skill in found.skills() {
        let case = &cases[skill.folder().parse::<usize>().unwrap()];
        for (key, own) in [("name", &skill.name), ("description", &skill.description)] {
            // The recorded readings leave out what Pixir puts in the place of a blank value.
            let recorded = case["upstream_readers"]["pixir"][key].as_str().filter(|text| !text.is_empty());
            let Some(recorded) = recorded else { continue };
            let own: String = own.chars().take(120).collect();
            assert_eq!(own.trim(), recorded.trim(), "{key} of {}", case["path"]);
            compared += 1;
        }
        for finding in checks(skill, &Content::of(&fs::read(&skill.path).unwrap())) {
            *findings.entry(finding.rule).or_insert(0) += 1;
        }
    }
    println!("{} files, {compared} texts compared, findings: {findings:?}", cases.len());
    assert!(compared > 2 * cases.len() * 9 / 10 && findings.len() > 20, "{compared}, {findings:?}");
}

/// What the reference validator refuses, the rules of the specification name, file by file.
#[test]
fn what_the_reference_validator_refuses_is_found() {
    let Some(root) = shared().map(|root| root.join("corpus")) else {
        println!("skipped: the corpus is not here");
        return;
    };
    let (mut files, mut counts) = (0, BTreeMap::new());
    for half in ["public", "synthetic"] {
        let lines = fs::read_to_string(root.join(half).join("expected.jsonl")).unwrap();
        for case in lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
            let below = root.join(if half == "public" { "public" } else { "" });
            let file = below.join(case["path"].as_str().unwrap());
            let Some(errors) = case["ref"]["validation_errors"].as_array() else { continue };
            // A file of another name is a matter of its folder, for which there is the rule `file-name-case`.
            if errors.iter().filter_map(Value::as_str).any(|error| error.contains("Missing required file")) {
                continue;
            }
            let reference: BTreeSet<&str> = errors.iter().filter_map(Value::as_str).map(refused).collect();
            let contents = disk::read(&file, skills::SKILL_LIMIT).unwrap();
            let skill = Skill::alone(&file, &contents);
            let content = Content::of(&contents.bytes);
            let mut findings = checks(&skill, &content);
            findings.extend(validator_checks(&content));
            let mut own: BTreeSet<&str> =
                findings.iter().filter_map(|finding| broken(finding.rule)).collect();
            if reference.contains("unread") && own.contains("unread") {
                own = BTreeSet::from(["unread"]);
            }
            files += 1;
            for kind in reference.symmetric_difference(&own) {
                let side = if own.contains(kind) { "only here" } else { "only there" };
                println!("{kind} {side}: {}", case["path"]);
                *counts.entry(format!("{kind} {side}")).or_insert(0) += 1;
            }
        }
    }
    println!("{files} files, {counts:?}");
    assert!(files > 1_000);
    let expected: BTreeMap<String, usize> =
        UNEQUAL.iter().map(|(kind, count)| ((*kind).to_owned(), *count)).collect();
    assert_eq!(counts, expected);
}

/// Where the validator and the rules differ, and how often.
const UNEQUAL: &[(&str, usize)] = &[
    // What has to be a text and is a list, the rule for fields says once.
    ("description-missing only there", 1),
    // What it could not read, it does not compare with the folder.
    ("name-folder only here", 1),
    // A name that is the folder's but for its letters is one finding, about the letters.
    ("name-folder only there", 19),
    // `disable-model-invocation`: no field of the specification, and what Pixir goes by. `hooks` has a rule of its own.
    ("unknown-field only there", 5),
    // It cuts at any `---`, also at four dashes, where text follows, and inside a value.
    ("unread only here", 3),
    // Blanks before the first fence, a control character, a value its part of YAML has not, and tools in brackets,
    // of which the rule for fields says that they are to be a text.
    ("unread only there", 7),
];

/// The rule behind a sentence of the reference validator.
fn refused(error: &str) -> &'static str {
    let has = |words: &str| error.contains(words);
    match error {
        _ if has("Directory name") => "name-folder",
        _ if has("must be lowercase") || has("contains invalid characters") => "name-characters",
        _ if has("hyphen") => "name-hyphens",
        _ if has("Skill name") && has("exceeds") => "name-length",
        _ if has("Description exceeds") => "description-length",
        _ if has("Compatibility exceeds") => "compatibility-length",
        _ if has("Unexpected fields") => "unknown-field",
        _ if has("Field 'name'") || has("frontmatter: name") => "name-missing",
        _ if has("Field 'description'") || has("frontmatter: description") => "description-missing",
        _ => "unread",
    }
}

/// The same for a finding.
fn broken(rule: &'static str) -> Option<&'static str> {
    Some(match rule {
        "unknown-field"
        | "name-folder"
        | "name-characters"
        | "name-hyphens"
        | "name-length"
        | "description-length"
        | "compatibility-length"
        | "name-missing"
        | "description-missing" => rule,
        "not-yaml"
        | "flow-value"
        | "duplicate-key"
        | "tab-indent"
        | "no-frontmatter"
        | "not-utf8"
        | "bom"
        | "unclosed-frontmatter" => "unread",
        _ => return None,
    })
}

/// Tokens that a skill costs a model for as long as it is only listed.
fn cost(name: &str, description: &str) -> usize {
    let path = format!("/home/me/project/.agents/skills/{name}/SKILL.md");
    let one = Listed::at(name, description, path.as_ref());
    let bytes = |entries: &[Listed<'_>]| render(Renderer::Bullets, entries, usize::MAX).text.chars().count();
    (bytes(&[one.clone(), one.clone()]) - bytes(&[one])) / 4
}

/// The same of the skills that lie in this project, and what costs more is pointed out.
#[test]
fn s3_01_s4_12_the_projects_own_skills_cost_as_much_and_one_that_costs_more_is_pointed_out() {
    let fixtures = tests::checkout().join("tests/fixtures");
    let mut costs = Vec::new();
    for folder in ["demo/skills", "example/workspace/.agents/skills", "whole"] {
        for entry in disk::list(&fixtures.join(folder)).unwrap() {
            let Ok(content) = fs::read(fixtures.join(folder).join(entry.name).join("SKILL.md")) else {
                continue;
            };
            let read = read_yaml(&content);
            let (Some(name), Some(description)) = (own(&read, "name"), own(&read, "description")) else {
                continue;
            };
            costs.push(cost(name, description));
        }
    }
    costs.sort_unstable();
    println!("{costs:?}");
    assert!(costs.len() > 5 && (25..=100).contains(&costs[costs.len() / 2]), "{costs:?}");
    let pointed_out = |words: usize| {
        let description = format!("Use when asked. {}", "word ".repeat(words));
        let content = format!("---\nname: a\ndescription: {}\n---\nDo.\n", description.trim());
        let path = Path::new("/nowhere/a/SKILL.md");
        let contents = disk::Contents { bytes: content.clone().into_bytes(), stamp: disk::Stamp::default() };
        let skill = Skill::alone(path, &contents);
        let found = skills::description_checks(&skill, &Content::of(content.as_bytes()));
        (cost("a", description.trim()), found.iter().any(|finding| finding.rule == "description-long"))
    };
    let (little, much) = (pointed_out(40), pointed_out(120));
    assert!(little.0 <= 100 && !little.1, "{little:?}");
    assert!(much.0 > 100 && much.1, "{much:?}");
}

/// What a skill costs a model for as long as it is only listed.
#[test]
fn s3_01_s4_12_an_entry_of_the_catalog_costs_fifty_to_a_hundred_tokens() {
    let Some(root) = shared().map(|root| root.join("corpus/public")) else {
        println!("skipped: the corpus is not here");
        return;
    };
    let lines = fs::read_to_string(root.join("expected.jsonl")).unwrap();
    let entries = lines.lines().filter_map(|line| {
        let case: Value = serde_json::from_str(line).unwrap();
        let content = fs::read(root.join(case["path"].as_str()?)).unwrap();
        let reading = read_yaml(&content);
        Some((own(&reading, "name")?.to_owned(), own(&reading, "description")?.to_owned()))
    });
    let mut costs: Vec<_> =
        entries.map(|(name, description)| (cost(&name, &description), description.chars().count())).collect();
    costs.sort_unstable();
    let median = costs[costs.len() / 2].0;
    println!("{} skills, {median} tokens in the middle, {:?} at most", costs.len(), costs.last());
    assert!((50..=100).contains(&median), "{median}");
}

/// The catalog as the reference tool `to-prompt` writes it, byte for byte.
#[test]
fn s3_21_the_reference_catalog_is_equal_to_the_byte() {
    let Some(root) = shared().map(|root| root.join("corpus/public")) else {
        println!("skipped: the corpus is not here");
        return;
    };
    let golden = fs::read_to_string(root.join("to_prompt.golden.xml")).unwrap();
    let dirs: Vec<String> =
        serde_json::from_str(&fs::read_to_string(root.join("to_prompt.dirs.json")).unwrap()).unwrap();
    let read: Vec<(String, YamlReading)> = dirs
        .iter()
        .map(|dir| {
            (
                format!("{{ROOT}}/{dir}/SKILL.md"),
                read_yaml(&fs::read(root.join(dir).join("SKILL.md")).unwrap()),
            )
        })
        .collect();
    let entries: Vec<Listed<'_>> = read
        .iter()
        .map(|(location, read)| {
            Listed::at(read.name.as_deref().unwrap(), read.description.as_deref().unwrap(), location.as_ref())
        })
        .collect();
    let rendered = render(Renderer::XmlRef, &entries, usize::MAX);
    assert_eq!(rendered.text + "\n", golden);
    println!("{} skills, {} bytes", entries.len(), golden.len());
}

/// Reads every file of one half and compares the counts of each kind of difference with the table.
fn check(half: &str, expected: &[(&str, usize)]) {
    let Some(root) = shared().map(|root| root.join("corpus")) else {
        println!("skipped: the corpus is not here");
        return;
    };
    let lines = fs::read_to_string(root.join(half).join("expected.jsonl")).unwrap();
    let mut counts = BTreeMap::new();
    let mut slowest = Duration::ZERO;
    for line in lines.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let file =
            root.join(if half == "public" { "public" } else { "" }).join(case["path"].as_str().unwrap());
        let (found, took) = read_in_time(fs::read(&file).unwrap(), &file);
        slowest = slowest.max(took);
        for kind in differences(&case, &found) {
            println!("{kind}: {}", case["path"]);
            *counts.entry(kind).or_insert(0) += 1;
        }
    }
    println!("{half}: {} files, slowest {slowest:?}, {counts:?}", lines.lines().count());
    let expected: BTreeMap<String, usize> =
        expected.iter().map(|(kind, count)| ((*kind).to_owned(), *count)).collect();
    assert_eq!(counts, expected);
}

/// Reads in a thread of its own, so that a reading that hangs fails instead of hanging the test.
fn read_in_time(content: Vec<u8>, file: &Path) -> (YamlReading, Duration) {
    let (done, waiting) = mpsc::channel();
    std::thread::spawn(move || {
        let started = Instant::now();
        let found = read_yaml(&content);
        done.send((found, started.elapsed()))
    });
    waiting.recv_timeout(Duration::from_secs(5)).unwrap_or_else(|_| panic!("{} was not read", file.display()))
}

fn differences(case: &Value, found: &YamlReading) -> Vec<String> {
    let mut kinds = Vec::new();
    let (reference, proposed) = (&case["ref"], &case["suggested_lenient"]);
    if reference["parse_ok"] == true {
        let fields = &reference["frontmatter"];
        for key in ["name", "description"] {
            if own(found, key) != fields[key].as_str().map(str::trim).filter(|text| !text.is_empty()) {
                kinds.push(format!("reference {key}"));
            }
        }
    }
    if proposed.is_null() {
        return kinds;
    }
    let stage = match found.outcome {
        Outcome::Loads => found.stage.map_or("", |stage| stage.name()),
        Outcome::Skips(skip) => skip.name(),
    };
    let proposed_stage = proposed["stage"].as_str().or(proposed["reason"].as_str()).unwrap_or("?");
    if stage != proposed_stage {
        kinds.push(format!("{proposed_stage}, here {stage}"));
    }
    for key in ["name", "description"] {
        if proposed["load"] == true && own(found, key) != proposed[key].as_str() {
            kinds.push(format!("proposed {key}"));
        }
    }
    kinds
}

fn own<'a>(found: &'a YamlReading, key: &str) -> Option<&'a str> {
    if key == "name" { found.name.as_deref() } else { found.description.as_deref() }
}

/// A warning that stands at every third skill is read by nobody.
#[test]
fn a_risky_command_is_told_of_few_real_skills() {
    let Some(root) = shared().map(|root| root.join("corpus/public")) else {
        println!("skipped: the corpus is not here");
        return;
    };
    let lines = fs::read_to_string(root.join("expected.jsonl")).unwrap();
    let (mut all, mut risky) = (0, 0);
    for case in lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
        let content = fs::read(root.join(case["path"].as_str().unwrap())).unwrap();
        let found = skills::bytes_checks(Path::new("SKILL.md"), &content, &|_| Vec::new());
        all += 1;
        risky += usize::from(found.iter().any(|finding| finding.rule == "risky-command"));
    }
    println!("{risky} of {all} skills");
    assert!(all > 1_300 && (10..all / 10).contains(&risky), "{risky} of {all}");
}
