//! Texts of skills as the program puts them into the conversation, and what asked for them.

use std::collections::HashMap;

use memchr::memmem;
use skills::ReadStep;

use crate::event::{Activation, TextKept, Viewed};
use crate::members::Members;
use crate::{Activator, EventKind};

use super::blocks::{Block, blocks};
use super::prompts::{Prompt, Slash, prompt};

/// What stands before the text of a skill that has a folder.
const FOLDER: &str = "Base directory for this skill: ";
/// What stands behind a text that was cut when it was given again (recorded with 2.1.197 and 2.1.330).
const CUT: &str = "\n\n[... skill content truncated for compaction";

/// The words between a text and those of its call.
const CALLED: &str = "\n\nARGUMENTS: ";

const CALLED_OFF: ReadStep = ReadStep::Arguments;
const FOLDER_OFF: ReadStep = ReadStep::BaseDirectoryLine;
const CUT_OFF: ReadStep = ReadStep::TruncationNote;

/// What asked for skills, and the skills that were taken in or listed.
#[derive(Debug, Clone, Default)]
pub(super) struct Skills {
    /// Calls of the tool for skills by their id: the skill and its arguments.
    calls: HashMap<String, Slash>,
    /// Slash commands by the `uuid` of their line.
    slashes: HashMap<String, Slash>,
    /// Folders of the skills that were taken in: the record, the skill, the folder.
    folders: Vec<(u32, String, String)>,
    /// Names that were listed, with the record that listed them first.
    listed: HashMap<String, u32>,
    /// Records that are texts of skills.
    taken_in: Vec<u32>,
}

impl Skills {
    pub fn slash(&self, id: &str) -> Option<&Slash> {
        self.slashes.get(id)
    }

    pub fn taken_in(&self) -> &[u32] {
        &self.taken_in
    }

    pub fn learn_calls(&mut self, message: &Members<'_>) {
        for block in message.objects("content") {
            if block.word("name").as_deref() != Some("Skill") {
                continue;
            }
            let input = block.object("input").unwrap_or_default();
            // Early releases called the member `command` (from the code of other readers).
            let name = input.text("skill").or(input.text("command"));
            if let (Some(id), Some(name)) = (block.text("id"), name) {
                let name = name.trim_start_matches('/').to_owned();
                let arguments = input.text("args").filter(|words| !words.is_empty());
                self.calls.insert(id, Slash { name, arguments });
            }
        }
    }

    pub fn learn_listed(&mut self, first: u32, attachment: &Members<'_>) {
        let is_list = attachment.text("type").as_deref() == Some("skill_listing");
        for name in attachment.texts("names").into_iter().filter(|_| is_list) {
            self.listed.entry(name).or_insert(first);
        }
        for (part, skill) in attachment.objects("skills").iter().enumerate() {
            let at = first.saturating_add(u32::try_from(part).unwrap_or(u32::MAX));
            self.taken_in.push(at);
            let text = skill.text("content").unwrap_or_default();
            if let (Some((folder, _)), Some(name)) = (split(&text), skill.text("name")) {
                self.folders.push((first, name, folder.to_owned()));
            }
        }
    }

    pub fn learn_said(&mut self, first: u32, line: &Members<'_>) {
        // Most lines are results of calls, and long: they are not taken apart for nothing.
        let is_slash = || {
            let message = line.raw("message").unwrap_or_default();
            memmem::find(message.as_bytes(), b"<command-message>").is_some()
        };
        if line.flag("isMeta") != Some(true) && !is_slash() {
            return;
        }
        let texts = blocks(line).into_iter().filter_map(|block| match block {
            Block::Text(text) => Some(text),
            _ => None,
        });
        let texts: Vec<String> = texts.collect();
        if line.flag("isMeta") != Some(true) {
            if let (Some(id), Some(Prompt::Slash(slash))) =
                (line.text("uuid"), texts.first().map(|text| prompt(text)))
            {
                self.slashes.insert(id, slash);
            }
            return;
        }
        let with_folder: Vec<&String> = texts.iter().filter(|text| has_folder(text)).collect();
        let shift = u32::from(opens(line));
        for (part, text) in with_folder.iter().enumerate() {
            self.taken_in.push(first.saturating_add(shift + u32::try_from(part).unwrap_or(0)));
            if let Some((folder, _)) = split(text) {
                let name =
                    self.asked(line).map_or_else(|| folder_name(folder).to_owned(), |asked| asked.0.name);
                self.folders.push((first, name, folder.to_owned()));
            }
        }
        if with_folder.is_empty() && self.without_folder(first, line, &texts.join("\n")).is_some() {
            self.taken_in.push(first);
        }
    }

    /// The text of a skill whose folder is named.
    pub fn activation(&self, line: &Members<'_>, text: &str) -> EventKind {
        let mut told = in_folder(text);
        if let Some((asked, by)) = self.asked(line) {
            told.name = Some(asked.name);
            told.arguments = asked.arguments;
            told.activated_by = Some(by);
            without_call(&mut told);
        }
        EventKind::SkillActivation(told)
    }

    /// A text that names no folder: of a custom command, of a skill the program brings along, or the word that the
    /// text was given before. None where nobody asked for one.
    pub fn without_folder(&self, first: u32, line: &Members<'_>, text: &str) -> Option<EventKind> {
        let (asked, by) = match self.asked(line) {
            Some((asked, by)) => (asked, Some(by)),
            // Given to a helper from the first on, with the tags of a command.
            None => (prepared(text)?, None),
        };
        let mut told = Activation { activated_by: by, ..Activation::default() };
        told.arguments = asked.arguments;
        match stub(text) {
            Stub::Follows => return None,
            Stub::Nothing => {
                told.kept = TextKept::Nothing;
                told.path = self.folder_of(first, &asked.name).map(main_file);
            }
            Stub::Text(rest) if by.is_none() => {
                told.kept = TextKept::Body;
                told.content = rest.split_once("</skill-format>\n").map(|(_, text)| text.to_owned());
                told.steps = vec![ReadStep::CommandTags];
            }
            Stub::Text(rest) => {
                told.kept = TextKept::Body;
                told.content = Some(rest.to_owned());
            }
        }
        told.name = Some(asked.name);
        without_call(&mut told);
        Some(EventKind::SkillActivation(told))
    }

    /// Who asked for the text of a line: a call names itself, a slash line is the one it hangs on.
    fn asked(&self, line: &Members<'_>) -> Option<(Slash, Activator)> {
        if let Some(call) = line.text("sourceToolUseID") {
            return self.calls.get(&call).map(|call| (call.clone(), Activator::Model));
        }
        super::slash_before(self, line).map(|slash| (slash.clone(), Activator::User))
    }

    /// Takes the words of a known call of the skill off a text that was given again, which does not say what it was
    /// called with.
    pub fn take_off_calls(&self, kind: &mut EventKind) {
        let EventKind::SkillActivation(told) = kind else { return };
        let of_skill = |call: &&Slash| told.name.as_deref() == Some(call.name.as_str());
        let calls = self.calls.values().chain(self.slashes.values()).filter(of_skill);
        let mut words: Vec<&str> = calls.filter_map(|call| call.arguments.as_deref()).collect();
        // Several may fit, of which one ends with another.
        words.sort_unstable_by_key(|words| std::cmp::Reverse(words.len()));
        if let Some(words) = words.into_iter().find(|words| behind(told, words).is_some()) {
            told.arguments = Some(words.to_owned());
            without_call(told);
        }
    }

    fn folder_of(&self, first: u32, name: &str) -> Option<&str> {
        let known = self.folders.iter().rev().find(|(at, known, _)| *at < first && known == name);
        known.map(|(_, _, folder)| folder.as_str())
    }

    /// Which file of which skill a call is about: below a folder that was taken in, or below the folder of a listed
    /// name where skills lie. The main file is the skill itself and no resource of it.
    pub fn viewed(&self, first: u32, input: &Members<'_>) -> Option<Viewed> {
        let said = ["file_path", "path", "command", "pattern"].into_iter().find_map(|key| input.text(key))?;
        let known = self.folders.iter().rev().filter(|(at, ..)| *at < first);
        let taken_in = known.filter_map(|(_, name, folder)| Some((name.as_str(), below(&said, folder)?)));
        let found = taken_in.map(|(name, path)| (name.to_owned(), path)).next();
        let (skill, path) = found.or_else(|| self.below_listed(first, &said))?;
        let path = path.replace('\\', "/");
        (path != "SKILL.md").then_some(Viewed { skill: Some(skill), path: Some(path) })
    }

    fn below_listed(&self, first: u32, said: &str) -> Option<(String, String)> {
        const SKILLS: [&str; 2] = [".claude/skills/", ".claude\\skills\\"];
        let (at, skills) = SKILLS.iter().find_map(|skills| Some((said.find(skills)?, skills)))?;
        let rest = &said[at + skills.len()..];
        let name = &rest[..rest.find(['/', '\\'])?];
        let is_listed = self.listed.get(name).is_some_and(|listed| *listed < first);
        let path = is_listed.then(|| below(rest, name)).flatten()?;
        Some((name.to_owned(), path))
    }
}

/// Takes off what the program adds behind a text whose file has no place for the words of the call: they are no part
/// of the skill, so that two calls with other words have one text.
fn without_call(told: &mut Activation) {
    let end = told.arguments.as_deref().and_then(|words| behind(told, words));
    if let (Some(content), Some(end)) = (&mut told.content, end) {
        content.truncate(end);
        told.steps.push(CALLED_OFF);
    }
}

/// Returns the end of a text before the words that it was called with; `None` where these do not stand behind it.
fn behind(told: &Activation, words: &str) -> Option<usize> {
    let text = told.content.as_deref()?.strip_suffix(words)?;
    Some(text.strip_suffix(CALLED)?.len())
}

/// A text that was given again after a compaction.
pub(super) fn given_again(skill: &Members<'_>) -> EventKind {
    let text = skill.text("content").unwrap_or_default();
    let mut told = if has_folder(&text) {
        in_folder(&text)
    } else {
        Activation { content: Some(text), kept: TextKept::Body, ..Activation::default() }
    };
    if let Some(content) = &mut told.content
        && let Some(end) = content.rfind(CUT).filter(|end| content[*end..].ends_with(']'))
    {
        content.truncate(end);
        told.kept = TextKept::Part;
        told.steps.push(CUT_OFF);
    }
    told.name = skill.text("name").or(told.name);
    // `projectSettings:notes`: where it is from, and its name.
    told.scope = skill.text("path").and_then(|path| Some(path.split_once(':')?.0.to_owned()));
    told.source = told.scope.clone();
    told.given_again = true;
    EventKind::SkillActivation(told)
}

/// Whether a text begins as one of a skill that has a folder.
pub(super) fn has_folder(text: &str) -> bool {
    text.starts_with(FOLDER)
}

/// Whether a line is the beginning of a helper that a skill was handed to.
pub(super) fn opens(line: &Members<'_>) -> bool {
    line.flag("isSidechain") == Some(true) && line.raw("parentUuid") == Some("null")
}

/// The main file of the skill in a folder, with the line of folders as the path has it.
pub(super) fn main_file(folder: &str) -> String {
    let separator = if folder.contains('\\') && !folder.contains('/') { '\\' } else { '/' };
    format!("{}{separator}SKILL.md", folder.trim_end_matches(['/', '\\']))
}

/// The folder and the text behind it.
fn split(text: &str) -> Option<(&str, &str)> {
    let (folder, rest) = text.strip_prefix(FOLDER)?.split_once('\n').unwrap_or((&text[FOLDER.len()..], ""));
    Some((folder.trim_end_matches('\r'), rest.strip_prefix('\n').unwrap_or(rest)))
}

fn in_folder(text: &str) -> Activation {
    let (folder, content) = split(text).unwrap_or_default();
    Activation {
        name: Some(folder_name(folder).to_owned()),
        path: Some(main_file(folder)),
        content: Some(content.to_owned()),
        // A file that begins with a byte order mark was not taken apart (recorded with 2.1.197; over by 2.1.239).
        kept: if content.starts_with('\u{feff}') { TextKept::Whole } else { TextKept::Body },
        steps: vec![FOLDER_OFF],
        ..Activation::default()
    }
}

fn folder_name(folder: &str) -> &str {
    folder.trim_end_matches(['/', '\\']).rsplit(['/', '\\']).next().unwrap_or(folder)
}

/// What is told in a text's place where the skill was taken in before, from 2.1.202 on.
enum Stub<'t> {
    /// It is a text.
    Text(&'t str),
    /// The text is given again in a line that follows.
    Follows,
    /// The earlier text holds.
    Nothing,
}

/// All words but the last were recorded with 2.1.330; that a text follows is said in them.
fn stub(text: &str) -> Stub<'_> {
    if text.starts_with("Skill /")
        && (text.contains(" is already loaded") || text.contains(" was loaded earlier"))
    {
        return Stub::Nothing;
    }
    let Some(note) = text.strip_prefix("(Re-invocation of /") else { return Stub::Text(text) };
    let note = note.split(')').next().unwrap_or(note);
    if note.ends_with("follow.") || note.contains(" below ") { Stub::Follows } else { Stub::Nothing }
}

/// A command whose text a helper is given from the first on: its tags, then the text.
fn prepared(text: &str) -> Option<Slash> {
    let is_skill = text.contains("<skill-format>true</skill-format>");
    match prompt(text) {
        Prompt::Slash(slash) if is_skill => Some(slash),
        _ => None,
    }
}

/// The rest of a path in a text that goes on below a folder.
fn below(said: &str, folder: &str) -> Option<String> {
    let folder = folder.trim_end_matches(['/', '\\']);
    let rest = &said[said.find(folder)? + folder.len()..];
    let rest = rest.strip_prefix(['/', '\\'])?;
    let end = rest.find(|c: char| c.is_whitespace() || "\"'`;|&<>()$*".contains(c)).unwrap_or(rest.len());
    (end > 0).then(|| rest[..end].to_owned())
}
