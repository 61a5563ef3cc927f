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

use std::path::Path;

use disk::Cause;

use crate::{Convention, Places, Problem, Scope};

pub(crate) use selector::Subject;
use setting::{Group, Settings, Switch};
pub use setting::{Setting, SwitchEffect, SwitchedBy};

/// Largest settings file that is read, in bytes.
const LIMIT: u64 = 1 << 20;
/// Most settings of one file that are compared with every skill, and most patterns among them.
const SETTINGS: usize = 1_000;
const PATTERNS: usize = 100;

/// What one settings file says of skills.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SettingsFile {
    switches: Vec<Switch>,
    pub problem: Option<Problem>,
}

/// Reads the settings file of an agent; `None` where there is none, or where its settings are not read.
pub(crate) fn settings_file(
    convention: Convention,
    path: &Path,
    scope: Scope,
    places: &Places,
) -> Option<SettingsFile> {
    let read = match convention {
        Convention::ClaudeCode => claude_code::read,
        Convention::Codex => codex::read,
        Convention::Copilot => copilot::read,
        Convention::GeminiCli => gemini_cli::read,
        Convention::OpenCode => opencode::read,
        Convention::Pi => pi::read,
        _ => return None,
    };
    let unread = |why: &str| {
        let words = format!("{why}. The file counts as if it said nothing.");
        let problem = Some(Problem::new(path, "settings_unreadable", words));
        Some(SettingsFile { switches: Vec::new(), problem })
    };
    let bytes = match disk::read(path, LIMIT) {
        Ok(read) => read.bytes,
        Err(fault) if fault.cause == Cause::Missing => return None,
        Err(fault) => return unread(&fault.to_string()),
    };
    let Ok(text) = std::str::from_utf8(&bytes) else {
        return unread(&format!("{} is not UTF-8", path.display()));
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match read(&Settings { path, text, scope, places }) {
        Ok(switches) if is_too_much(&switches) => unread(&format!(
            "{} has more than {SETTINGS} settings or {PATTERNS} patterns of skills",
            path.display()
        )),
        Ok(switches) => Some(SettingsFile { switches, problem: None }),
        Err(line) => unread(&format!("{}: line {line} cannot be read", path.display())),
    }
}

fn is_too_much(switches: &[Switch]) -> bool {
    let patterns = switches.iter().filter(|switch| switch.selector.is_pattern()).count();
    switches.len() > SETTINGS || patterns > PATTERNS
}

/// The setting that keeps an agent from a skill; `files` are what its settings files say, those that count more last.
pub(crate) fn switched(files: &[&SettingsFile], subject: &Subject<'_>) -> Option<SwitchedBy> {
    let last = |group: Group| {
        let mut switches = files.iter().rev().flat_map(|file| file.switches.iter().rev());
        switches.find(|switch| switch.group == group && switch.means(subject))
    };
    let strictest =
        [Group::Skills, Group::Tool].into_iter().filter_map(last).max_by_key(|switch| switch.effect)?;
    let by = SwitchedBy { effect: strictest.effect, setting: strictest.setting.clone() };
    (by.effect != SwitchEffect::On).then_some(by)
}
