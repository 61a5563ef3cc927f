//! Which of the skills that come with Assay a person switched on.

use std::path::PathBuf;

use ::workspace::Workspace;
use engine::{AtFirst, built_ins};
use message::{Message, message};
use serde_json::{Map, Value, json};

use super::by_project::{damaged_setting, read_setting};
use crate::Failure;
use views::wire::SwitchWord;

/// Which are on, as a person left it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Switches {
    /// Whether agents are offered any tools.
    pub tools: SwitchWord,
    skills: Map<String, Value>,
    pub problem: Option<Message>,
}

/// The file with the switches, below what Assay keeps.
pub(crate) const BUILT_INS_FILE: &str = "built-ins.json";

/// Bytes of that file that are read.
const LIMIT: u64 = 64 << 10;

impl Switches {
    /// As they stand. What cannot be read switches everything off.
    pub fn of(workspace: &Workspace) -> Self {
        match read_switches(workspace) {
            Ok(kept) => Self {
                tools: if kept["tools"] == "off" { SwitchWord::Off } else { SwitchWord::On },
                skills: kept["skills"].as_object().cloned().unwrap_or_default(),
                problem: None,
            },
            Err(failure) => {
                Self { tools: SwitchWord::Off, skills: Map::new(), problem: Some(failure.whole()) }
            }
        }
    }

    /// Whether a skill is on.
    pub fn is_on(&self, name: &str) -> bool {
        self.why_off(name).is_none()
    }

    /// Why a skill is off, in a sentence; nothing when it is on, or none of these.
    pub fn why_off(&self, name: &str) -> Option<Message> {
        if let Some(problem) = &self.problem {
            return Some(problem.clone());
        }
        let how = message!("Run `assay built-ins --on {name}` to enable it.", name);
        match (self.skills.get(name).and_then(Value::as_str), at_first(name)) {
            (Some("on"), _) | (None, AtFirst::On) => None,
            (None, AtFirst::Off(why)) => Some(Message::in_a_row([why.message(), how])),
            (Some(_), _) => Some(Message::in_a_row([message!("Disabled by you."), how])),
        }
    }

    /// What it means that agents are offered no tools; nothing when they are.
    pub fn without_tools(&self) -> Option<Message> {
        if let Some(problem) = &self.problem {
            return Some(problem.clone());
        }
        (self.tools == SwitchWord::Off).then(|| {
            message!(
                "Tools are disabled, so agents are offered none and skills have no effect on them. Run \
                 `assay built-ins --tools on` to enable them."
            )
        })
    }
}

fn at_first(name: &str) -> AtFirst {
    let found = built_ins().into_iter().find(|(skill, _)| skill.name() == name);
    found.map_or(AtFirst::On, |(_, at_first)| at_first)
}

fn is_whole(kept: &Value) -> bool {
    let is_switch = |value: &Value| value == "on" || value == "off";
    kept.get("tools").is_none_or(is_switch)
        && kept["skills"].as_object().is_some_and(|skills| skills.values().all(is_switch))
}

pub(crate) fn switches_path(workspace: &Workspace) -> Option<PathBuf> {
    workspace.surroundings().kept.as_ref().map(|kept| kept.join(BUILT_INS_FILE))
}

pub(crate) fn read_switches(workspace: &Workspace) -> Result<Value, Failure> {
    let until_then = message!("no tools are offered");
    match read_setting::<Value>(workspace.surroundings(), BUILT_INS_FILE, LIMIT, &until_then)? {
        None => Ok(json!({ "tools": "on", "skills": {} })),
        Some(kept) if is_whole(&kept) => Ok(kept),
        Some(_) => {
            let path = switches_path(workspace).unwrap_or_default();
            let why = "it has no switches, or one that is neither on nor off";
            Err(damaged_setting(&path, &why, &until_then))
        }
    }
}
