//! How OpenCode gives a skill's text, and what of it is the skill's own.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;
use skills::ReadStep;

use crate::TextKept;

/// A skill's text as it was given.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Given {
    pub name: Option<String>,
    pub folder: Option<String>,
    pub content: Option<String>,
    pub kept: TextKept,
    pub arguments: Option<String>,
    pub steps: Vec<ReadStep>,
}

const BASE: &str = "\n\nBase directory for this skill: ";
const CUT_AWAY: &str = "\n\n...";

/// The answer of the tool `skill`. `is_cut`: the agent says that it cut the answer.
pub(super) fn by_tool(output: &str, is_cut: bool) -> Given {
    tagged(output, is_cut).or_else(|| headed(output, is_cut)).unwrap_or_else(|| Given {
        kept: TextKept::Nothing,
        steps: vec![ReadStep::UnknownWrapper],
        ..Given::default()
    })
}

/// In a tag, under a heading, with the base directory and the files behind it (recorded with 1.18.33).
fn tagged(output: &str, is_cut: bool) -> Option<Given> {
    let (name, rest) = output.strip_prefix("<skill_content name=\"")?.split_once("\">\n")?;
    let mut steps = vec![ReadStep::Tag];
    let text =
        match rest.strip_prefix("# Skill: ").and_then(|rest| rest.strip_prefix(name)?.strip_prefix("\n\n")) {
            Some(text) => {
                steps.push(ReadStep::NameHeading);
                text
            }
            None => rest,
        };
    let whole = if is_cut { None } else { text.rfind(BASE) };
    let given = Given { name: Some(name.to_owned()), ..Given::default() };
    let Some(end) = whole else {
        steps.push(ReadStep::TruncationNote);
        let content = text.rfind(CUT_AWAY).map_or(text, |end| &text[..end]).to_owned();
        return Some(Given { content: Some(content), kept: TextKept::Part, steps, ..given });
    };
    steps.push(ReadStep::BaseDirectoryAndFiles);
    let folder = text[end + BASE.len()..].lines().next().map(folder);
    Some(Given { folder, content: Some(text[..end].to_owned()), kept: TextKept::TrimmedBody, steps, ..given })
}

/// Under a heading and the base directory, as 1.0 had it (read in its source).
fn headed(output: &str, is_cut: bool) -> Option<Given> {
    let (name, rest) = output.strip_prefix("## Skill: ")?.split_once("\n\n**Base directory**: ")?;
    let (base, content) = rest.split_once("\n\n").unwrap_or((rest, ""));
    Some(Given {
        name: Some(name.to_owned()),
        folder: Some(folder(base)),
        content: Some(content.to_owned()),
        kept: if is_cut { TextKept::Part } else { TextKept::TrimmedBody },
        arguments: None,
        steps: vec![ReadStep::NameHeadingAndBaseDirectory],
    })
}

/// A user's message that is a skill's text: no tag, only the base directory behind it, and behind that what was typed
/// (recorded with 1.18.33). The text begins without blanks and line breaks and ends as in the file.
pub(super) fn by_command(text: &str) -> Option<Given> {
    const RELATIVE: &str =
        "Relative paths in this skill (e.g., scripts/, references/) are relative to this base directory.";
    let end = text.rfind(BASE)?;
    let (base, rest) = text[end + BASE.len()..].split_once('\n')?;
    let rest = rest.strip_prefix(RELATIVE)?;
    let arguments = match rest.strip_prefix("\n\n") {
        Some(arguments) => Some(arguments.to_owned()),
        None if rest.is_empty() => None,
        None => return None,
    };
    let mut steps = vec![ReadStep::BaseDirectory];
    if arguments.is_some() {
        steps.push(ReadStep::Typed);
    }
    Some(Given {
        name: None,
        folder: Some(folder(base)),
        content: Some(text[..end].to_owned()),
        kept: TextKept::Body,
        arguments,
        steps,
    })
}

/// A folder, which some releases wrote as an address.
fn folder(base: &str) -> String {
    let Some(path) = base.strip_prefix("file://") else { return base.to_owned() };
    percent_decode_str(path).decode_utf8().map_or_else(|_| base.to_owned(), Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use super::folder;

    #[test]
    fn an_address_of_a_folder_is_read_as_addresses_are() {
        assert_eq!(folder("/a%20b"), "/a%20b");
        assert_eq!(folder("file:///a%20b/%C3%A9"), "/a b/é");
        // A sign is no digit, and what is cut off stands for itself.
        assert_eq!(folder("file:///a%+fb%2"), "/a%+fb%2");
        assert_eq!(folder("file:///a%ff"), "file:///a%ff");
    }
}
