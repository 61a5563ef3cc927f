//! A skill in quarantine, read file by file.

use std::path::Path;

use disk::{Fault, Imprint, Matter};
use message::{Message, message};

use super::mark::FileMark;
use super::risks::{Risk, by_kind};
use super::survey::cut;
use super::{Doubt, Links, shown};
use crate::skill::FILE_NAME;
use crate::{FindingText, Quote, Root, SKILL_LIMIT, Scope, Skill, hidden, read_yaml};

/// A skill as it lies in quarantine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inspected {
    /// The name it would be called by.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// Every file and link of it.
    pub files: Vec<FileMark>,
    /// Bytes of all files.
    pub bytes: u64,
    /// What forbids that it lands, and what a person should know; by weight.
    pub doubts: Vec<Doubt>,
}

/// Most bytes of a file that is read as text: 1 MiB. What is longer is taken in unread, and that is said.
pub(crate) const READ: u64 = 1 << 20;

/// Reads a skill that lies in `dir`. `secrets` names likely secrets in a text: line, and what it looks like.
///
/// # Errors
///
/// When something in it may not be read, a pipe, socket or device is among it, or it holds more than an
/// [`Imprint`] is taken of. What a skill may be doubted for is no error.
pub fn inspect(dir: &Path, secrets: &dyn Fn(&str) -> Vec<(u32, String)>) -> Result<Inspected, Fault> {
    let imprint = Imprint::of(dir)?;
    let (mut doubts, links) = (Vec::new(), Links::in_imprint(&imprint));
    for part in &imprint.parts {
        match &part.matter {
            Matter::Folder => {}
            Matter::Link(to) => {
                let words =
                    || message!("It is a link to {target} and is kept as a link.", target = to.display());
                let stays = || Doubt::warns("link", shown(&part.rel), words());
                doubts.push(links.doubt(&part.rel, to).unwrap_or_else(stays));
            }
            Matter::File { size, .. } => {
                let is_executable = part.mode & 0o111 != 0;
                doubts.extend(read_file(dir, &part.rel, *size, is_executable, secrets));
            }
        }
    }
    let skill = read_skill(dir, &mut doubts);
    doubts.sort_by_key(|doubt| doubt.weight);
    Ok(Inspected {
        name: skill.as_ref().map(|skill| skill.name.clone()).unwrap_or_default(),
        description: skill.map(|skill| skill.description).unwrap_or_default(),
        files: FileMark::all(&imprint),
        bytes: imprint.bytes(),
        doubts: cut(doubts),
    })
}

fn read_skill(dir: &Path, doubts: &mut Vec<Doubt>) -> Option<Skill> {
    let content = match disk::read(&dir.join(FILE_NAME), SKILL_LIMIT) {
        Ok(read) => read.bytes,
        Err(fault) => {
            let fault = Fault { path: FILE_NAME.into(), ..fault };
            let words = message!("It cannot be read as a skill: {fault}.", fault);
            doubts.push(Doubt::refuses("no-skill", FILE_NAME, words));
            return None;
        }
    };
    let root = Root { scope: Scope::Repo, path: dir.parent().unwrap_or(dir).to_owned() };
    let hooks = read_yaml(&content).fields.iter().any(|field| field.key == "hooks");
    if hooks {
        let words = message!("Its frontmatter has `hooks`: some agents run commands for them.");
        doubts.push(Doubt::warns("hooks", FILE_NAME, words));
    }
    Some(Skill::recorded(&root, &dir.join(FILE_NAME), &content))
}

/// What one file should be looked at for.
fn read_file(
    dir: &Path,
    rel: &Path,
    size: u64,
    is_executable: bool,
    secrets: &dyn Fn(&str) -> Vec<(u32, String)>,
) -> Vec<Doubt> {
    let mut met = of_place(rel, size, is_executable);
    if size <= READ
        && let Ok(read) = disk::Folder::open(dir).and_then(|folder| folder.read(rel, READ))
    {
        met.extend(of_bytes(rel, &read.bytes, secrets, by_kind));
    }
    let doubt = |met: Met| {
        let doubt = Doubt::warns(met.rule, shown(rel), Message::verbatim(met.text.to_string()));
        Doubt { line: met.line, ..doubt }
    };
    met.into_iter().map(doubt).collect()
}

/// A match of a rule in a file.
pub(crate) struct Met {
    /// The rule.
    pub rule: &'static str,
    /// The line, counted from 1.
    pub line: Option<u32>,
    /// The match.
    pub text: FindingText,
}

/// What a file's name, size and mode alone say.
pub(crate) fn of_place(rel: &Path, size: u64, is_executable: bool) -> Vec<Met> {
    let mut met = Vec::new();
    let mut meet = |rule, text| met.push(Met { rule, line: None, text });
    if is_executable {
        meet("executable", FindingText::Executable);
    }
    if is_hook(rel) {
        meet("hooks", FindingText::HookFile);
    }
    if rel == Path::new("context-sources.yaml") {
        meet("context-sources", FindingText::ContextSources);
    }
    if size > READ {
        meet("not-read", FindingText::NotRead { bytes: size, most: READ });
    }
    met
}

/// What a file's bytes say.
/// `risks` tells the risks of a text.
pub(crate) fn of_bytes(
    rel: &Path,
    bytes: &[u8],
    secrets: &dyn Fn(&str) -> Vec<(u32, String)>,
    risks: fn(&Path, &str) -> Vec<Risk>,
) -> Vec<Met> {
    if is_program(bytes) {
        return vec![Met { rule: "program", line: None, text: FindingText::Program }];
    }
    let Ok(text) = std::str::from_utf8(bytes) else { return Vec::new() };
    if text.contains('\0') {
        return Vec::new();
    }
    let unseen = hidden::findings(text).into_iter();
    let unseen = unseen.map(|found| Met { rule: found.rule, line: found.line, text: found.text });
    let secret = |(line, kind)| Met { rule: "secret", line: Some(line), text: FindingText::Secret { kind } };
    let risky = |found: Risk| {
        let text = Quote::whole(cut_line(&found.text));
        let text = FindingText::RiskyCommand { risk: found.risk, text, more: found.more };
        Met { rule: "risky-command", line: Some(found.line), text }
    };
    unseen
        .chain(secrets(text).into_iter().map(secret))
        .chain(risks(rel, text).into_iter().map(risky))
        .collect()
}

/// Characters of a line that are repeated in a doubt.
const REPEATED: usize = 120;

fn cut_line(line: &str) -> String {
    let short: String = line.trim().chars().take(REPEATED).collect();
    if short.len() < line.trim().len() { format!("{short}…") } else { short }
}

fn is_hook(rel: &Path) -> bool {
    let below = rel.iter().rev().skip(1).any(|part| part == "hooks");
    below || rel.file_name().is_some_and(|name| name == "hooks.json" || name == "hooks.yaml")
}

/// Whether bytes begin as programs of Linux, macOS or Windows do.
fn is_program(bytes: &[u8]) -> bool {
    const BEGINNINGS: &[&[u8]] = &[
        b"\x7fELF",
        b"MZ",
        b"\xfe\xed\xfa\xce",
        b"\xfe\xed\xfa\xcf",
        b"\xce\xfa\xed\xfe",
        b"\xcf\xfa\xed\xfe",
    ];
    BEGINNINGS.iter().any(|beginning| bytes.starts_with(beginning))
}
