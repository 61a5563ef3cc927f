//! What real agents were recorded to send, against what their logs are read as.
//!
//! The recordings lie beside the checkout and are no part of the project; without them this test says so. What holds
//! here is held by the small logs in `tests/fixtures/agents` too, which are part of it.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may")]
#![allow(clippy::print_stderr, reason = "differences are to be read")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use sessions::{Activator, EventKind, Heads, Homes, Log, Source, find_elsewhere};

/// Whom the recordings call what.
const FAMILIES: [(&str, Source); 3] =
    [("copilot", Source::CopilotCli), ("codex", Source::Codex), ("pi", Source::Pi)];

/// Texts by digest and by who asked for them, with how often.
type Texts = BTreeMap<(String, String), usize>;

fn recordings() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../shared/oracle/agents/recorded");
    let folder = std::env::var_os("ASSAY_AGENT_RECORDINGS").map_or(beside, PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("skipped: there are no recordings at {}", folder.display());
    None
}

#[test]
fn every_text_that_an_agent_was_recorded_to_send_is_read_from_its_log() {
    let Some(recordings) = recordings() else { return };
    let only = std::env::var("ONLY").unwrap_or_default();
    let (mut compared, mut different) = (0, 0);
    for case in folders(&recordings) {
        for agent in folders(&case) {
            let expected: Value = read_json(&agent.join("expected.json"));
            let family = expected["family"].as_str().unwrap();
            let Some((_, source)) = FAMILIES.iter().find(|(known, _)| *known == family) else { continue };
            let label =
                format!("{} {}", case.file_name().unwrap().display(), agent.file_name().unwrap().display());
            if !label.contains(&only) {
                continue;
            }
            let home = tempfile::tempdir().unwrap();
            unpack(&agent.join("session"), home.path());
            let (read, has_lists) = read(*source, home.path(), &label);
            let sent = sent(&expected, has_lists);
            compared += 1;
            if sent != read {
                different += 1;
                eprintln!("{label}\n  sent {sent:?}\n  read {read:?}");
            }
        }
    }
    eprintln!("{compared} recordings compared, {different} differ");
    assert!(compared > 0, "no recording was compared");
    assert_eq!(different, 0, "recordings that are read otherwise than they were sent");
}

/// The texts that stood in requests. Where the log records which skills were listed, other files that were read are
/// none.
fn sent(expected: &Value, has_lists: bool) -> Texts {
    let mut texts = Texts::new();
    for one in expected["activations"].as_array().unwrap() {
        let who = match one["who"].as_str().unwrap() {
            "failed read" => continue,
            "model (read)" if has_lists && !is_listed(expected, one) => continue,
            who if who.starts_with("user") => "user",
            who if who.starts_with("model") => "model",
            who => who,
        };
        let digest = one["text"]["sha256"].as_str().unwrap().to_owned();
        *texts.entry((digest, who.to_owned())).or_default() += 1;
    }
    for (digest, who) in came_back(expected) {
        *texts.entry((digest, who.to_owned())).or_default() += 1;
    }
    texts
}

/// Whether a file that was read is one that the agent had listed as a skill.
fn is_listed(expected: &Value, read: &Value) -> bool {
    let asked = read["call"]["input"].to_string();
    let mut listed = expected["catalogs_shown"].as_array().unwrap().iter().flat_map(|list| {
        list["skills"].as_array().unwrap().iter().filter_map(|skill| {
            let path = skill.get("resolved").or_else(|| skill.get("path"))?;
            path.as_str().map(str::to_owned)
        })
    });
    listed.any(|path| asked.contains(&path))
}

/// Texts that a compaction had taken away and that were read or called for again: the truth of the recording counts a
/// text of a session once.
fn came_back(expected: &Value) -> Vec<(String, &'static str)> {
    let calls = expected["calls"].as_array().unwrap();
    let mut found = Vec::new();
    for drop in expected["texts_dropped"].as_array().unwrap() {
        let at = calls.iter().position(|call| call["request"] == drop["request"]).unwrap();
        for digest in drop["no_longer_present"].as_array().unwrap() {
            let same =
                |call: &&Value| call["session"] == calls[at]["session"] && call["conversation"] == "main";
            let mut texts =
                calls[at..].iter().filter(same).flat_map(|call| call["skill_texts"].as_array().unwrap());
            let again = texts.find(|text| text["text"]["sha256"] == *digest);
            let who = match again.and_then(|text| text["who"].as_str()) {
                Some(who) if who.starts_with("user") => "user",
                Some(who) if who.starts_with("model") => "model",
                _ => continue,
            };
            found.push((digest.as_str().unwrap().to_owned(), who));
        }
    }
    found
}

/// The texts that the logs of a home are read to hold, and whether they hold lists of skills.
fn read(source: Source, home: &Path, label: &str) -> (Texts, bool) {
    let homes = Homes { home: Some(home.to_owned()), ..Homes::default() };
    let found = find_elsewhere(&homes, None, &mut Heads::default());
    let (mut texts, mut has_lists) = (Texts::new(), false);
    for place in found.logs.iter().filter(|place| place.source == source) {
        let log = Log::open_place(place).unwrap();
        assert!(log.unread().is_empty(), "{label}: {:?}", log.unread());
        for event in log.events(0..log.len()) {
            match event.kind {
                EventKind::SkillActivation(told) if !told.given_again => {
                    let Some(content) = told.content else { continue };
                    let digest = disk::Digest::of(content.as_bytes()).to_string();
                    let who = match told.activated_by {
                        Some(Activator::User) => "user",
                        Some(Activator::Model) => "model",
                        None => "not recorded",
                    };
                    let digest = digest.trim_start_matches("sha256:").to_owned();
                    *texts.entry((digest, who.to_owned())).or_default() += 1;
                }
                EventKind::SkillListing(_) => has_lists = true,
                EventKind::Unknown { name } => {
                    panic!("{label}: line {} is of the unknown type {name}", event.line)
                }
                _ => {}
            }
        }
    }
    (texts, has_lists)
}

fn folders(folder: &Path) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.retain(|path| path.is_dir());
    folders.sort();
    folders
}

fn read_json(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// Copies a recorded home, packed files unpacked.
fn unpack(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let (path, name) = (entry.path(), entry.file_name().into_string().unwrap());
        if path.is_dir() {
            fs::create_dir_all(to.join(&name)).unwrap();
            unpack(&path, &to.join(&name));
        } else if let Some(name) = name.strip_suffix(".xz") {
            let mut packed = std::io::BufReader::new(fs::File::open(&path).unwrap());
            let mut bytes = Vec::new();
            lzma_rs::xz_decompress(&mut packed, &mut bytes).unwrap();
            fs::write(to.join(name), bytes).unwrap();
        } else {
            fs::copy(&path, to.join(&name)).unwrap();
        }
    }
}
