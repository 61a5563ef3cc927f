//! How Gemini CLI gives a skill's text, and what of it is the skill's own (recorded with 0.61.0).

use skills::ReadStep;

use crate::TextKept;
use crate::event::Activation;

const BEGIN: &str = "  <instructions>\n    ";
const END: &str = "\n  </instructions>\n\n  <available_resources>\n";

/// The answer of `activate_skill`. Only the first line of the text is indented.
pub(super) fn activation(output: &str, shown: Option<&str>) -> Activation {
    let Some((name, rest)) =
        output.strip_prefix("<activated_skill name=\"").and_then(|rest| rest.split_once("\">\n"))
    else {
        return Activation {
            kept: TextKept::Nothing,
            steps: vec![ReadStep::UnknownWrapper],
            ..Activation::default()
        };
    };
    let text = rest.strip_prefix(BEGIN).unwrap_or(rest);
    let end = text.rfind(END);
    let mut steps = vec![ReadStep::Tags, ReadStep::Indentation];
    if end.is_some() {
        steps.push(ReadStep::Files);
    }
    let folder = shown.and_then(folder_shown).or_else(|| folder_listed(&text[end? + END.len()..]));
    Activation {
        name: Some(name.to_owned()),
        path: folder.map(|folder| format!("{}/SKILL.md", folder.trim_end_matches('/'))),
        content: Some(text[..end.unwrap_or(text.len())].to_owned()),
        kept: if end.is_some() { TextKept::TrimmedBody } else { TextKept::Part },
        steps,
        ..Activation::default()
    }
}

/// The folder in what the user was shown.
fn folder_shown(shown: &str) -> Option<String> {
    let (_, rest) = shown.split_once("Resources loaded from `")?;
    Some(rest.split_once('`')?.0.to_owned())
}

/// The folder above the list of files.
fn folder_listed(list: &str) -> Option<String> {
    let line = list.lines().find(|line| line.ends_with(['/', '\\']))?;
    Some(line.trim().to_owned())
}
