//! What a list of sessions says about one of them.

use std::collections::BTreeMap;

use crate::context::activation_at;
use crate::event::Activator;
use crate::index::{Kind, Row};
use crate::{EventKind, Log, Origin, Turns};

/// Letters of a title at the most.
const TITLE_LIMIT: usize = 120;

/// A session in short.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Facts {
    /// The first words of the first turn, in one line.
    pub title: Option<String>,
    /// Time of the first event in fold order, as recorded.
    pub started: Option<String>,
    /// Time of the last event in fold order, as recorded.
    pub last: Option<String>,
    /// Events.
    pub events: u64,
    /// Turns, copied ones included.
    pub turns: u32,
    /// Of them, copied from a parent.
    pub copied_turns: u32,
    /// Skills by name, with how often each was activated.
    pub skills: BTreeMap<String, Activated>,
    /// The model of the last successful call.
    pub model: Option<String>,
    /// Lines that could not be understood.
    pub unread: u64,
}

/// How often a skill was activated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Activated {
    /// By the user.
    pub by_user: u32,
    /// By the model.
    pub by_model: u32,
}

/// Reads the facts of a log whose turns are known.
pub fn facts(log: &Log, turns: &Turns) -> Facts {
    let first = log.event(0);
    let last = log.len().checked_sub(1).and_then(|position| log.event(position));
    Facts {
        title: turns.turns().first().and_then(|turn| turn.prompt(log)).as_deref().map(title),
        started: first.and_then(|event| event.ts),
        last: last.and_then(|event| event.ts),
        events: log.len() as u64,
        turns: turns.turns().len() as u32,
        copied_turns: turns.turns().iter().filter(|turn| turn.origin == Origin::Copied).count() as u32,
        skills: skills(log),
        model: model(log),
        unread: log.unread().len() as u64,
    }
}

fn title(prompt: &str) -> String {
    let words: Vec<&str> = prompt.split_whitespace().take(TITLE_LIMIT).collect();
    let line = words.join(" ");
    match line.char_indices().nth(TITLE_LIMIT) {
        Some((cut, _)) => format!("{}…", line[..cut].trim_end()),
        None => line,
    }
}

fn skills(log: &Log) -> BTreeMap<String, Activated> {
    let mut skills: BTreeMap<String, Activated> = BTreeMap::new();
    for (position, _) in log.folded(0).filter(|(_, row)| row.kind() == Kind::SkillActivation) {
        let Some(activation) = activation_at(log, position) else { continue };
        let count = skills.entry(activation.name.unwrap_or_default()).or_default();
        match activation.activated_by {
            Some(Activator::User) => count.by_user += 1,
            Some(Activator::Model) | None => count.by_model += 1,
        }
    }
    skills
}

fn model(log: &Log) -> Option<String> {
    let usage = |position: &usize| log.at(*position).map(Row::kind) == Some(Kind::ProviderUsage);
    let last = (0..log.len()).rev().find(usage)?;
    match log.event(last)?.kind {
        EventKind::ProviderUsage(usage) => usage.model,
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::title;

    #[test]
    fn a_title_is_one_short_line() {
        assert_eq!(title("  fix\n the\tbuild  "), "fix the build");
        assert_eq!(title(&"é".repeat(200)), format!("{}…", "é".repeat(120)));
    }
}
