//! Settings of agents that keep them from a skill: in which files they stand and which skills they mean.
//!
//! A settings file is read as its agent reads it. One that the agent cannot read counts for nothing, as it does there.

mod claude_code;
mod codex;
mod copilot;
mod gemini_cli;
mod opencode;
mod pi;
mod selector;
mod setting;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use disk::Cause;
use message::{Message, message};

use crate::{Convention, Places, Problem, Scope};

pub(crate) use selector::Subject;
use setting::{Group, LIMIT, OpenSettings, Switch};
pub(crate) use setting::{PLUGINS, SettingsFile};
pub use setting::{Setting, SwitchEffect, SwitchedBy};

/// Most settings of one file that are compared with every skill, and most patterns among them.
const SETTINGS: usize = 1_000;
const PATTERNS: usize = 100;

/// The settings files that are there, by their agent; those that count more last.
pub(crate) type Settings = BTreeMap<Convention, Vec<Arc<SettingsFile>>>;

/// Reads the settings file of an agent; `None` where there is none, or where its settings are not read.
pub(crate) fn settings_file(
    convention: Convention,
    path: &Path,
    scope: Scope,
    places: &Places,
) -> Option<SettingsFile> {
    let read = |settings: &OpenSettings<'_>| match convention {
        Convention::ClaudeCode => claude_code::read(settings),
        Convention::Codex => codex::read(settings),
        Convention::Copilot => copilot::read(settings).map(SettingsFile::from),
        Convention::GeminiCli => gemini_cli::read(settings).map(SettingsFile::from),
        Convention::OpenCode => opencode::read(settings).map(SettingsFile::from),
        Convention::Pi => pi::read(settings).map(SettingsFile::from),
        _ => Ok(SettingsFile::default()),
    };
    let unread = |why: Message| {
        let words = message!("{why}. The file counts as if it said nothing.", why => why.clone());
        let problem = Some(Problem::new(path, "settings_unreadable", words));
        Some(SettingsFile { path: path.to_owned(), problem, ..SettingsFile::default() })
    };
    let bytes = match disk::read(path, LIMIT) {
        Ok(read) => read.bytes,
        Err(fault) if fault.cause == Cause::Missing => return None,
        Err(fault) => return unread(fault.message()),
    };
    let Ok(text) = std::str::from_utf8(&bytes) else {
        return unread(message!("{path} is not UTF-8", path = path.display()));
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match read(&OpenSettings { path, text, scope, places }) {
        Ok(file) if is_too_much(&file.switches) => unread(message!(
            "{path} has more than {settings} settings or {patterns} patterns of skills",
            path = path.display(),
            settings = SETTINGS,
            patterns = PATTERNS
        )),
        Ok(file) => Some(SettingsFile { path: path.to_owned(), ..file }),
        Err(line) => unread(message!("{path}: line {line} cannot be read", path = path.display(), line)),
    }
}

fn is_too_much(switches: &[Switch]) -> bool {
    let patterns = switches.iter().filter(|switch| switch.selector.is_pattern()).count();
    switches.len() > SETTINGS || patterns > PATTERNS
}

/// The setting that keeps an agent from a skill; `files` are its settings files, those that count more last.
pub(crate) fn switched(files: &[Arc<SettingsFile>], subject: &Subject<'_>) -> Option<SwitchedBy> {
    let last = |group: Group| {
        let mut switches = files.iter().rev().flat_map(|file| file.switches.iter().rev());
        switches.find(|switch| switch.group == group && switch.means(subject))
    };
    let strictest =
        [Group::Skills, Group::Tool].into_iter().filter_map(last).max_by_key(|switch| switch.effect)?;
    let by = SwitchedBy { effect: strictest.effect, setting: strictest.setting.clone() };
    (by.effect != SwitchEffect::On).then_some(by)
}
