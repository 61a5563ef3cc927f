//! Everything that is said of one skill, and what makes it good.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use disk::Folder;
use hydration::SkillOrigin;
use signatures::Verification;
use skills::{Content, Finding, FindingText, Flawed, Opened, Quote, Skill, has_fix};

use super::found::Said;
use super::links::links;
use super::signed::of_signature;

/// How far is looked.
#[derive(Clone, Copy)]
pub enum Reach<'o> {
    /// The `SKILL.md` and what it names.
    Text,
    /// Every file of the skill.
    Folder,
    /// Every file of the skill, in its folder as it was opened.
    Opened(&'o Opened),
}

/// The file that makes a folder a skill.
pub const MAIN: &str = "SKILL.md";
/// Most bytes of a file beside it that are read for a fix: 1 MiB, as for its findings.
const READ: u64 = 1 << 20;

impl Said {
    /// The file's whole path.
    pub fn path(&self, skill: &Skill) -> PathBuf {
        if self.rel == Path::new(MAIN) { skill.path.clone() } else { skill.dir.join(&self.rel) }
    }
}

/// Whether it takes a look at all files of a skill to find what a rule is about.
pub fn is_of_folder(rule: &str) -> bool {
    [
        "invisible-characters",
        "risky-command",
        "secret",
        "hooks",
        "program",
        "executable",
        "context-sources",
        "not-read",
        "link",
        "unreferenced",
        "folder-size",
        "signature-changed",
        "signature-not-trusted",
        "signature-unverifiable",
    ]
    .contains(&rule)
}

/// Everything there is to say about one skill, worst first, and of what its `signature` came to.
pub fn of_skill(
    skill: &Skill,
    content: &[u8],
    reach: Reach<'_>,
    signature: Option<&Verification>,
) -> Vec<Said> {
    let content = &Content::of(content);
    let main = |finding| Said { rel: MAIN.into(), finding, mend: None };
    let declared = hydration::sources(skill, content, SkillOrigin::Local);
    let mut said: Vec<Said> = of_text(skill, content, declared.findings).into_iter().map(main).collect();
    let file = declared.file.as_deref().and_then(|file| file.strip_prefix(&skill.dir).ok());
    let rel = file.unwrap_or(Path::new(MAIN));
    said.extend(declared.file_findings.into_iter().map(|finding| Said {
        rel: rel.to_owned(),
        finding,
        mend: None,
    }));
    let beside = |opened| skills::folder_checks(skill, content, opened, &hydration::secret::lines);
    let beside = match reach {
        Reach::Text => Vec::new(),
        Reach::Folder => beside(Opened::of(skill).ok().as_ref()),
        Reach::Opened(opened) => beside(Some(opened)),
    };
    said.extend(beside.into_iter().map(|one| Said { rel: one.rel, finding: one.finding, mend: None }));
    said.extend(signature.and_then(of_signature));
    said.sort_by_key(|one| one.finding.severity);
    said
}

/// What is said of the text of a `SKILL.md`, in which `declared` was found of context sources.
fn of_text(skill: &Skill, content: &Content<'_>, declared: Vec<Finding>) -> Vec<Finding> {
    let mut found = skills::checks(skill, content);
    found.extend(declared);
    found.sort_by_key(|finding| (finding.severity, finding.line));
    found.extend(skills::validator_checks(content));
    found.extend(skills::description_checks(skill, content));
    found.extend(idle_patterns(content));
    found.extend(inert_hooks(content));
    let (dead, out) = links(skill, content.bytes);
    found.extend(dead.into_iter().map(|link| {
        let target = Quote::whole(link.target);
        let text = match link.fault {
            None => FindingText::BrokenLink { target },
            Some(fault) => FindingText::UnreadableLink { target, fault: Quote::whole(fault) },
        };
        Finding::by_rule("broken-link", Some(link.line), text)
    }));
    found.extend(out.into_iter().map(|(line, target)| {
        let text = FindingText::LinkOut { target: Quote::whole(target) };
        Finding::by_rule("link-out", Some(line), text)
    }));
    found
}

/// Patterns of `paths` that mean no file (S4-21).
fn idle_patterns(content: &Content<'_>) -> Vec<Finding> {
    let reading = &content.yaml;
    let line = reading.field("paths").map(|field| field.line);
    let idle = |pattern: &str| {
        let text = FindingText::PathPattern { pattern: Quote::whole(pattern) };
        Finding::by_rule("path-pattern", line, text)
    };
    engine::Patterns::of(reading).idle().map(idle).collect()
}

/// Hooks that never do anything (S4-23), or not as they are written.
fn inert_hooks(content: &Content<'_>) -> Vec<Finding> {
    let hooks = engine::hooks(&content.yaml);
    let inert = |found: engine::HookFinding| {
        Finding::by_rule("hook-inert", Some(found.line), FindingText::Hook { flaw: found.flaw })
    };
    hooks.findings.into_iter().map(inert).collect()
}

/// Everything that is said of a file with these bytes: what quick fixes are judged by.
pub fn judged(skill: &Skill, rel: &Path, bytes: &[u8]) -> Vec<Finding> {
    if rel != Path::new(MAIN) {
        return skills::bytes_checks(rel, bytes, &hydration::secret::lines);
    }
    let content = Content::of(bytes);
    let mut found =
        of_text(skill, &content, hydration::sources(skill, &content, SkillOrigin::Local).findings);
    found.extend(skills::content_checks(&content, &hydration::secret::lines));
    found
}

/// A file by its path in the skill, its bytes, and what was found in it.
type Judged = (PathBuf, Vec<u8>, Vec<Finding>);

/// Says of each finding what its quick fix would do.
pub fn with_fixes(skill: &Skill, content: &[u8], said: &mut [Said]) {
    if !said.iter().any(|one| has_fix(one.finding.rule)) {
        return;
    }
    let files = Files::of(skill, content);
    let mut read: BTreeMap<PathBuf, Option<Vec<u8>>> = BTreeMap::new();
    // Every fix is judged against what is said of the file as it is, and a long file may have a hundred findings.
    let last: RefCell<Option<Judged>> = RefCell::default();
    let judge = |of: &Skill, rel: &Path, bytes: &[u8]| {
        if let Some((path, before, found)) = &*last.borrow()
            && (path.as_path(), before.as_slice()) == (rel, bytes)
            && std::ptr::eq(of, skill)
        {
            return found.clone();
        }
        let found = judged(of, rel, bytes);
        let is_as_it_is = std::ptr::eq(of, skill) && last.borrow().as_ref().is_none_or(|last| last.0 != rel);
        if is_as_it_is {
            *last.borrow_mut() = Some((rel.to_owned(), bytes.to_vec(), found.clone()));
        }
        found
    };
    for one in said.iter_mut().filter(|one| has_fix(one.finding.rule)) {
        let bytes = read.entry(one.rel.clone()).or_insert_with(|| files.read(&one.rel));
        let Some(bytes) = bytes else { continue };
        let file = Flawed { rel: &one.rel, bytes, beside: &files.beside };
        one.mend = skills::fix(skill, file, &one.finding, &judge).map(|fix| fix.words);
    }
}

/// The files of a skill, to be read one by one.
pub struct Files<'a> {
    skill: &'a Skill,
    content: &'a [u8],
    /// Their paths from the skill's folder.
    pub beside: Vec<PathBuf>,
}

impl<'a> Files<'a> {
    /// Those of a skill whose SKILL.md has this content.
    pub fn of(skill: &'a Skill, content: &'a [u8]) -> Self {
        let (found, _) = skills::resources(skill).unwrap_or_default();
        Self { skill, content, beside: found.into_iter().map(|file| file.rel).collect() }
    }

    /// The bytes of one; nothing where it cannot be read.
    pub fn read(&self, rel: &Path) -> Option<Vec<u8>> {
        if rel == Path::new(MAIN) {
            return Some(self.content.to_owned());
        }
        Folder::open(&self.skill.dir).and_then(|folder| folder.read(rel, READ)).ok().map(|read| read.bytes)
    }
}
