//! Sources and secrets in real texts: none of them may stop the reading, and ordinary text is not marked.
#![allow(clippy::disallowed_methods, reason = "a test reads files of its own")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use disk::{Contents, Stamp};
use hydration::{SkillOrigin, secret, sources};
use skills::{Content, Skill};
use tests::{checkout, recording, shared};

/// All files below a folder that one of the names or endings fits, by path.
fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok) {
            let (name, path) = (entry.file_name().to_string_lossy().into_owned(), entry.path());
            let Ok(kind) = entry.file_type() else { continue };
            if kind.is_dir() && !["target", "node_modules", ".git", "dist"].contains(&name.as_str()) {
                folders.push(path);
            } else if kind.is_file() && endings.iter().any(|ending| name.ends_with(ending)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// What was found in the skills below some folders.
#[derive(Debug, Default, PartialEq)]
struct Counts {
    files: usize,
    inline: usize,
    blocks: usize,
    declared: usize,
    findings: BTreeMap<&'static str, usize>,
}

fn count(found: &mut Counts, path: &Path, content: &[u8]) {
    let contents = Contents { bytes: content.to_owned(), stamp: Stamp::default() };
    let skill = Skill::alone(path, &contents);
    let read = sources(&skill, &Content::of(content), SkillOrigin::Local);
    found.files += 1;
    for source in &read.list {
        match source.id.split_once('-') {
            Some(("inline", _)) => found.inline += 1,
            Some(("block", _)) => found.blocks += 1,
            _ => found.declared += 1,
        }
    }
    for finding in read.findings.iter().chain(&read.file_findings) {
        *found.findings.entry(finding.rule).or_default() += 1;
    }
}

#[test]
fn every_skill_is_scanned_for_sources() {
    let mut own = Counts::default();
    for path in files(&checkout().join("tests/fixtures"), &["SKILL.md"]) {
        count(&mut own, &path, &fs::read(&path).unwrap());
    }
    println!("own fixtures: {own:?}");
    assert!(own.files > 10);
    let mut found = Counts::default();
    for path in files(&recording("skills"), &[".json"]) {
        let case: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        let entries = case["tree"].as_array().cloned().unwrap_or_default();
        for entry in entries
            .iter()
            .filter(|entry| entry["path"].as_str().is_some_and(|path| path.ends_with("SKILL.md")))
        {
            if let Some(content) = entry["content"].as_str() {
                count(&mut found, Path::new("/nowhere/skill/SKILL.md"), content.as_bytes());
            }
        }
    }
    println!("recorded trees: {found:?}");
    assert!(found.files > 20);
    let Some(root) = shared() else { return };
    for (half, commands) in [("corpus/synthetic", (2, 1)), ("corpus/public", (0, 0))] {
        let (mut found, mut slowest) = (Counts::default(), Duration::ZERO);
        for path in files(&root.join(half), &[".md", ".MD"]) {
            let started = Instant::now();
            count(&mut found, &path, &fs::read(&path).unwrap());
            slowest = slowest.max(started.elapsed());
        }
        println!("{half}: {found:?}, slowest {slowest:?}");
        assert_eq!((found.inline, found.blocks), commands, "{half}");
    }
}

/// The made-up files about commands, one by one.
#[test]
fn commands_are_told_from_prose_about_them() {
    let Some(root) = shared() else { return };
    for (name, expected) in [
        ("inline-command", &["uname -s"][..]),
        ("inline-command-false-positive", &[]),
        ("inline-in-code", &[]),
        ("block-command", &["rustc --version"]),
        ("arg-injection", &["echo ${1}"]),
    ] {
        let path = root.join("corpus/synthetic").join(name).join("SKILL.md");
        let content = fs::read(&path).unwrap();
        let contents = Contents { bytes: content.clone(), stamp: Stamp::default() };
        let found = sources(&Skill::alone(&path, &contents), &Content::of(&content), SkillOrigin::Local);
        let commands: Vec<_> = found.list.iter().map(|source| source.surface.clone()).collect();
        let expected: Vec<_> = expected.iter().map(|&text| hydration::Surface::Shell(text.into())).collect();
        assert_eq!(commands, expected, "{name}");
    }
}

/// At most one false mark in a thousand lines. All marks count as false here; some are not.
#[test]
fn ordinary_text_is_not_marked() {
    let mut texts = vec![(
        "own sources",
        files(checkout(), &[".rs", ".ts", ".tsx", ".css", ".md", ".toml", ".json", ".lock", ".ndjson"]),
    )];
    if let Some(root) = shared() {
        texts.push(("corpus", files(&root.join("corpus"), &[".md"])));
    }
    let mut too_many = Vec::new();
    for (name, paths) in texts {
        let (mut lines, mut marks, mut bytes, mut took) = (0, 0, 0, Duration::ZERO);
        let mut rules: BTreeMap<&str, usize> = BTreeMap::new();
        for path in &paths {
            let Ok(text) = fs::read_to_string(path) else { continue };
            let started = Instant::now();
            let found = secret::find(&text);
            took += started.elapsed();
            lines += text.lines().count();
            bytes += text.len();
            marks += found.len();
            for secret in found {
                *rules.entry(secret.rule).or_default() += 1;
                println!("{}:{}: {} {}", path.display(), secret.line, secret.rule, secret.by);
            }
        }
        println!(
            "{name}: {} files, {lines} lines, {bytes} bytes in {took:?}, {marks} marks {rules:?}",
            paths.len()
        );
        if marks * 1_000 > lines {
            too_many.push(name);
        }
    }
    assert!(too_many.is_empty(), "{too_many:?}");
}
