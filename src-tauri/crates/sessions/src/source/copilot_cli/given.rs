//! A skill's text as older releases put it into the conversation, in a user's place: `<skill-context name="…">`.

use skills::ReadStep;

use crate::event::{Activation, InferredBy, TextKept};

/// Why such a message is taken for an activation.
const BASE: &str = "Base directory for this skill: ";

/// The skill whose text a message is.
pub(super) fn activation(text: &str) -> Option<Activation> {
    let inside =
        text.trim_end().strip_prefix("<skill-context name=\"")?.strip_suffix("\n</skill-context>")?;
    let (name, inside) = inside.split_once("\">\n")?;
    let mut steps = vec![ReadStep::Tag];
    let (path, mut content) = match inside.strip_prefix(BASE).and_then(|inside| inside.split_once("\n\n")) {
        Some((folder, content)) => {
            steps.push(ReadStep::BaseDirectoryLine);
            (Some(format!("{}/SKILL.md", folder.trim_end_matches('/'))), content)
        }
        None => (None, inside),
    };
    if let Some((_, body)) = content
        .strip_prefix("Related files (use view tool to read):\n")
        .and_then(|list| list.split_once("\n\n"))
    {
        steps.push(ReadStep::RelatedFiles);
        content = body;
    }
    Some(Activation {
        name: Some(name.to_owned()),
        path,
        kept: kept(content),
        content: Some(content.to_owned()),
        inferred: Some(InferredBy::Labelled),
        steps,
        ..Activation::default()
    })
}

/// How much of a file a recorded text is: older builds recorded the frontmatter too.
pub(super) fn kept(text: &str) -> TextKept {
    if text.starts_with("---\n") { TextKept::Whole } else { TextKept::Body }
}

#[cfg(test)]
mod tests {
    use super::activation;
    use crate::event::TextKept;

    #[test]
    fn what_stands_around_a_text_is_taken_off() {
        let text = "<skill-context name=\"notes\">\nBase directory for this skill: /s/notes\n\n\
                    Related files (use view tool to read):\n  - /s/notes/a.md\n\n# Notes\n\nText.\n\n</skill-context>";
        let told = activation(text).expect("a skill");
        assert_eq!((told.name.as_deref(), told.path.as_deref()), (Some("notes"), Some("/s/notes/SKILL.md")));
        assert_eq!((told.content.as_deref(), told.kept), (Some("# Notes\n\nText.\n"), TextKept::Body));
        assert_eq!(told.steps.len(), 3);
        let bare =
            activation("<skill-context name=\"n\">\n---\nname: n\n---\n\n</skill-context>").expect("a skill");
        assert_eq!((bare.path, bare.kept), (None, TextKept::Whole));
        for other in ["<skill-context name=\"n\">", "words", "", "<skill-context name=\"n\">\ntorn"] {
            assert_eq!(activation(other), None, "{other}");
        }
    }
}
