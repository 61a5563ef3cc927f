//! A skill in quarantine, read file by file.

use std::path::Path;

use disk::{Fault, Imprint, Matter};

use super::mark::FileMark;
use super::risks::{Risk, by_kind};
use super::survey::cut;
use super::{Doubt, Links, shown};
use crate::skill::FILE_NAME;
use crate::{Root, SKILL_LIMIT, Scope, Skill, hidden, read_yaml};

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
                let words = || format!("It is a link to {} and is kept as a link.", to.display());
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
            let words = format!("It cannot be read as a skill: {fault}.");
            doubts.push(Doubt::refuses("no-skill", FILE_NAME, words));
            return None;
        }
    };
    let root = Root { scope: Scope::Repo, path: dir.parent().unwrap_or(dir).to_owned() };
    let hooks = read_yaml(&content).fields.iter().any(|field| field.key == "hooks");
    if hooks {
        let words = "Its frontmatter has `hooks`: some agents run commands for them.";
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
    let mut doubts = of_place(rel, size, is_executable);
    if size > READ {
        return doubts;
    }
    let Ok(read) = disk::Folder::open(dir).and_then(|folder| folder.read(rel, READ)) else { return doubts };
    doubts.extend(of_bytes(rel, &read.bytes, secrets, by_kind));
    doubts
}

/// What a file's name, size and mode alone say.
pub(crate) fn of_place(rel: &Path, size: u64, is_executable: bool) -> Vec<Doubt> {
    let (at, mut doubts) = (shown(rel), Vec::new());
    if is_executable {
        doubts.push(Doubt::warns(
            "executable",
            at.clone(),
            "The system may run it: it has the executable bit.",
        ));
    }
    if is_hook(rel) {
        doubts.push(Doubt::warns(
            "hooks",
            at.clone(),
            "It looks like a hook: some agents run those by themselves.",
        ));
    }
    if rel == Path::new("context-sources.yaml") {
        let words =
            "It declares context sources. The permission mode decides which of them wait for your yes.";
        doubts.push(Doubt::warns("context-sources", at.clone(), words));
    }
    if size > READ {
        let words = format!("It has {size} bytes and was not read; at most {READ} are.");
        doubts.push(Doubt::warns("not-read", at, words));
    }
    doubts
}

/// What a file's bytes say.
/// `risks` tells the risks of a text.
pub(crate) fn of_bytes(
    rel: &Path,
    bytes: &[u8],
    secrets: &dyn Fn(&str) -> Vec<(u32, String)>,
    risks: fn(&Path, &str) -> Vec<Risk>,
) -> Vec<Doubt> {
    let (at, mut doubts) = (shown(rel), Vec::new());
    if is_program(bytes) {
        doubts.push(Doubt::warns("program", at, "It is a compiled program; its text cannot be read."));
        return doubts;
    }
    let Ok(text) = std::str::from_utf8(bytes) else { return doubts };
    if text.contains('\0') {
        return doubts;
    }
    for found in hidden::findings(text) {
        let doubt = Doubt::warns(found.rule, at.clone(), found.message);
        doubts.push(Doubt { line: found.line, ..doubt });
    }
    for (line, words) in secrets(text) {
        let words = format!("It looks like a secret: {words}.");
        doubts.push(Doubt::warns("secret", at.clone(), words).in_line(line));
    }
    for risk in risks(rel, text) {
        let more = match risk.more {
            0 => String::new(),
            1 => " One more line does so.".to_owned(),
            more => format!(" {more} more lines do so."),
        };
        let words = format!("The line {}: “{}”.{more}", risk.words, cut_line(&risk.text));
        doubts.push(Doubt::warns("risky-command", at.clone(), words).in_line(risk.line));
    }
    doubts
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
