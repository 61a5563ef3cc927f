//! A settings file while it is read, and what its settings do.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::selector::{Selector, Subject};
use crate::{Places, Problem, Scope};

/// A settings file that is read.
pub(crate) struct OpenSettings<'a> {
    pub path: &'a Path,
    pub text: &'a str,
    /// Whose settings they are.
    pub scope: Scope,
    pub places: &'a Places,
}

/// Largest settings file that is read, in bytes.
pub(super) const LIMIT: u64 = 1 << 20;
/// Most plugins that one settings file enables or disables.
pub(crate) const PLUGINS: usize = 200;

/// The settings of one file that concern skills.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct SettingsFile {
    /// The file.
    pub path: PathBuf,
    /// Settings that switch skills on or off, those that count more last.
    pub switches: Vec<Switch>,
    /// The keys of plugins, each with whether the file enables it.
    pub plugins: Vec<(String, bool)>,
    /// Whether plugins are used at all; `None` where the file does not say.
    pub uses_plugins: Option<bool>,
    /// The reason for which it was not read in full.
    pub problem: Option<Problem>,
}

impl From<Vec<Switch>> for SettingsFile {
    fn from(switches: Vec<Switch>) -> Self {
        Self { switches, ..Self::default() }
    }
}

/// One setting, and the skills it means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Switch {
    pub selector: Selector,
    pub effect: SwitchEffect,
    pub group: Group,
    /// Skills of other scopes are not meant.
    pub only: Option<Scope>,
    pub setting: Setting,
}

/// Settings of which the last that means a skill counts. Of two groups the stricter one counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Group {
    /// Settings of single skills.
    Skills,
    /// Settings of all skills at once, and permissions.
    Tool,
}

/// The effect of a setting on a skill, the strictest last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum SwitchEffect {
    /// Nothing: the agent uses it.
    On,
    /// The agent lists its name without its description.
    NameOnly,
    /// The agent lists it; a call by the model is refused.
    ModelRefused,
    /// The agent does not list it and the model cannot call it; the user can.
    UserOnly,
    /// Neither the model nor the user can call it. Other skills of its name are not used either.
    Off,
    /// The same, and another skill of its name is used instead.
    Ignored,
}

/// The place of a setting.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Setting {
    /// The settings file.
    pub file: PathBuf,
    /// The line, counted from 1.
    pub line: u32,
}

/// A setting that keeps an agent from a skill, wholly or in part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SwitchedBy {
    /// Its effect; never [`SwitchEffect::On`].
    pub effect: SwitchEffect,
    /// Its place.
    pub setting: Setting,
}

impl OpenSettings<'_> {
    /// A setting at a byte of the text.
    pub fn at(&self, byte: usize) -> Setting {
        Setting { file: self.path.to_owned(), line: line_at(self.text, byte) }
    }

    pub fn switch(&self, selector: Selector, effect: SwitchEffect, byte: usize) -> Switch {
        Switch { selector, effect, group: Group::Skills, only: None, setting: self.at(byte) }
    }
}

/// The line in which a byte of a text stands, counted from 1.
pub(super) fn line_at(text: &str, byte: usize) -> u32 {
    let before = text.as_bytes().get(..byte).unwrap_or(text.as_bytes());
    1 + u32::try_from(memchr::memchr_iter(b'\n', before).count()).unwrap_or(u32::MAX - 1)
}

impl Switch {
    pub fn means(&self, subject: &Subject<'_>) -> bool {
        self.only.is_none_or(|scope| scope == subject.scope) && self.selector.means(subject)
    }
}
