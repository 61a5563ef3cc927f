//! How Goose gives a skill's text, and what of it is the skill's own (read in its source).

use skills::ReadStep;

use crate::Activator;
use crate::event::{Activation, TextKept};

const FILES: &str = "\n## Supporting Files\n\nSkill directory: ";

/// The names that the tool has had; an extension's stands before it.
pub(super) fn is_skill_tool(name: &str) -> bool {
    matches!(name.rsplit("__").next(), Some("load_skill" | "loadSkill"))
}

/// The answer of the tool that loads a skill; none where it gave a file beside one, or nothing.
pub(super) fn activation(output: &str) -> Option<Activation> {
    let (name, text, step) = under_a_title(output).or_else(|| under_a_name(output))?;
    let (text, folder) = match text.rfind(FILES) {
        Some(at) => (&text[..at], text[at + FILES.len()..].lines().next()),
        None => (text, None),
    };
    let mut steps = vec![step];
    if folder.is_some() {
        steps.push(ReadStep::Files);
    }
    steps.push(ReadStep::OuterWhitespace);
    Some(Activation {
        name: Some(name.to_owned()),
        path: folder.map(main_file),
        content: Some(text.trim().to_owned()),
        kept: TextKept::TrimmedBody,
        activated_by: Some(Activator::Model),
        steps,
        ..Activation::default()
    })
}

/// Under its name and kind, its description and a heading.
fn under_a_title(output: &str) -> Option<(&str, &str, ReadStep)> {
    let (title, rest) = output.strip_prefix("# Loaded Skill: ")?.split_once("\n\n")?;
    let (_, text) = rest.split_once("\n\n## Content\n\n")?;
    let name = title.rsplit_once(" (").map_or(title, |(name, _)| name);
    Some((name, text, ReadStep::Title))
}

/// Under its name alone, as earlier releases had it.
fn under_a_name(output: &str) -> Option<(&str, &str, ReadStep)> {
    let (name, text) = output.strip_prefix("# Skill: ")?.split_once("\n\n")?;
    Some((name, text, ReadStep::NameHeading))
}

fn main_file(folder: &str) -> String {
    let between = if folder.contains('/') { '/' } else { '\\' };
    format!("{}{between}SKILL.md", folder.trim_end_matches(between))
}
