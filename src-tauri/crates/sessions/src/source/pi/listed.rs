//! Skills as Pi writes them: the list in the system message, and the text of one that the user called.

use skills::ReadStep;

use super::super::available::plain;
use crate::Activator;
use crate::event::{Activation, TextKept};
use crate::members::Members;

/// The list in a system message, as the model reads it; none where the message has none, as one that changes
/// something else.
pub(super) fn list(system: &Members<'_>) -> Option<String> {
    let sections = system.object("sections").unwrap_or_default();
    sections
        .text("skills")
        .or_else(|| system.text("content").filter(|text| text.contains("<available_skills>")))
}

/// A skill that the user called: the text stands in the user's place, and what was typed behind the name below it.
pub(super) fn called(text: &str) -> Option<Activation> {
    let inside = text.strip_prefix("<skill name=\"")?;
    let (name, inside) = inside.split_once("\" location=\"")?;
    let (path, inside) = inside.split_once("\">\n")?;
    let (content, arguments) = inside.match_indices("\n</skill>").find_map(|(at, end)| {
        let rest = &inside[at + end.len()..];
        let arguments = if rest.is_empty() { None } else { Some(rest.strip_prefix("\n\n")?) };
        Some((&inside[..at], arguments))
    })?;
    let mut steps = vec![ReadStep::NameTag];
    let content =
        match content.strip_prefix("References are relative to ").and_then(|text| text.split_once(".\n\n")) {
            Some((_, body)) => {
                steps.push(ReadStep::BaseDirectoryLine);
                body
            }
            None => content,
        };
    Some(Activation {
        name: Some(plain(name)),
        path: Some(plain(path)),
        kept: TextKept::TrimmedBody,
        content: Some(content.to_owned()),
        activated_by: Some(Activator::User),
        arguments: arguments.map(str::to_owned),
        steps,
        ..Activation::default()
    })
}

#[cfg(test)]
mod tests {
    use super::called;

    #[test]
    fn a_called_skill_is_taken_apart() {
        let text = "<skill name=\"notes\" location=\"/s/notes/SKILL.md\">\nReferences are relative to /s/notes.\n\n# N\n\n\
                    Text.\n</skill>";
        let skill = called(text).expect("a skill");
        assert_eq!(
            (skill.name.as_deref(), skill.path.as_deref()),
            (Some("notes"), Some("/s/notes/SKILL.md"))
        );
        assert_eq!((skill.content.as_deref(), skill.arguments), (Some("# N\n\nText."), None));
        let skill = called(&format!("{text}\n\nalpha \"beta\"")).expect("a skill");
        assert_eq!(skill.arguments.as_deref(), Some("alpha \"beta\""));
        for other in ["<skill name=\"x\">", "<skill name=\"x\" location=\"y\">\nz", "words", ""] {
            assert_eq!(called(other), None, "{other}");
        }
    }
}
