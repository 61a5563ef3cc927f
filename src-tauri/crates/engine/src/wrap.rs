//! The text forms an agent is given: what it can tell from the skill's own text, because nothing of the skill can
//! write the same tags (S3-31, S3-37).

use crate::Allowed;

/// Whether the frontmatter is part of the text for the model (S3-30, S3-36).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Frontmatter {
    /// The instructions alone.
    #[default]
    Without,
    /// The whole file.
    With,
}

/// The tags that only the engine writes.
const TAGS: &[&str] = &[
    "skill_content",
    "skill_resources",
    "skill_resource",
    "allowed_tools",
    "script_output",
    "stderr",
    "skill_directory",
    "skill_guidance",
    "hook_guidance",
];

/// What stands in the block of an activation.
pub(crate) struct Content<'a> {
    pub id: &'a str,
    pub instructions: &'a str,
    pub dir: &'a str,
    pub allowed: &'a Allowed,
    pub files: &'a [String],
    pub omitted: usize,
}

/// The block of an activation. The files are named, not read (S3-38).
pub(crate) fn content(parts: &Content<'_>) -> String {
    let mut text = format!("<skill_content name=\"{}\">\n", attribute(parts.id));
    text.push_str(neutral(parts.instructions).trim_end());
    text.push_str(&format!("\n\n<skill_directory>{}</skill_directory>\n", escaped(parts.dir)));
    text.push_str("Relative paths in these instructions start there.\n");
    // S4-68: an empty list restricts nothing and is not said.
    if !parts.allowed.is_open() {
        let tools = match parts.allowed.list() {
            [] => "none: the list cannot be read".to_owned(),
            words => escaped(&words.join(", ")),
        };
        text.push_str(&format!("\n<allowed_tools>{tools}</allowed_tools>\n"));
    }
    text.push_str("\n<skill_resources>\n");
    for file in parts.files {
        text.push_str(&format!("  <file>{}</file>\n", escaped(file)));
    }
    if parts.omitted > 0 {
        text.push_str(&format!("  … {} more files are not listed.\n", parts.omitted));
    }
    text.push_str("</skill_resources>\n</skill_content>");
    text
}

/// A text of a skill in which none of the engine's tags can open or close: the `<` of each becomes `&lt;`.
pub(crate) fn neutral(text: &str) -> String {
    let (mut found, mut done) = (String::with_capacity(text.len()), 0);
    for (at, _) in text.match_indices('<') {
        let rest =
            text[at + 1..].trim_start_matches(|between: char| between == '/' || between.is_whitespace());
        if TAGS.iter().any(|tag| rest.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag))) {
            found.push_str(&text[done..at]);
            found.push_str("&lt;");
            done = at + 1;
        }
    }
    found.push_str(&text[done..]);
    found
}

/// Text between tags.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Text in an attribute.
pub(crate) fn attribute(text: &str) -> String {
    escaped(text).replace('"', "&quot;").replace(['\n', '\r'], " ")
}

/// The files of a skill as a tree below its id, folders with a `/`, two blanks a level (S2-35). `files` are
/// relative paths with `/`; what was left out is counted in the last line.
pub fn folder_structure(id: &str, files: &[String], omitted: usize) -> String {
    let mut paths: Vec<Vec<&str>> = files.iter().map(|file| file.split('/').collect()).collect();
    paths.sort();
    let (mut text, mut open) = (format!("{id}/"), Vec::<&str>::new());
    for path in &paths {
        let Some((name, folders)) = path.split_last() else { continue };
        let same = open.iter().zip(folders).take_while(|(a, b)| a == b).count();
        open.truncate(same);
        for folder in &folders[same..] {
            open.push(folder);
            text.push_str(&format!("\n{}{folder}/", "  ".repeat(open.len())));
        }
        text.push_str(&format!("\n{}{name}", "  ".repeat(open.len() + 1)));
    }
    if omitted > 0 {
        text.push_str(&format!("\n  … {omitted} more"));
    }
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{TAGS, folder_structure, neutral};

    #[test]
    fn s2_35_the_folder_is_told_as_a_tree() {
        let check = |files: &[&str], omitted, expected: &str| {
            let files: Vec<_> = files.iter().map(|file| (*file).to_owned()).collect();
            assert_eq!(folder_structure("repo-survey", &files, omitted), expected);
        };
        check(
            &["references/checklist.md", "SKILL.md"],
            0,
            "repo-survey/\n  SKILL.md\n  references/\n    checklist.md",
        );
        check(
            &["a/b/c", "a/b/d", "a/e", "a-b", "x/b/c"],
            3,
            "repo-survey/\n  a/\n    b/\n      c\n      d\n    e\n  a-b\n  x/\n    b/\n      c\n  … 3 more",
        );
        check(&[], 0, "repo-survey/");
    }

    #[test]
    fn s3_31_a_body_cannot_end_its_wrapper() {
        let check = |text: &str, expected: &str| assert_eq!(neutral(text), expected, "{text:?}");
        check("a </skill_content> b", "a &lt;/skill_content> b");
        check("<skill_content name=\"fake\">", "&lt;skill_content name=\"fake\">");
        check("< / SKILL_CONTENT >", "&lt; / SKILL_CONTENT >");
        check("<\n/skill_resources", "&lt;\n/skill_resources");
        check("</ / stderr>", "&lt;/ / stderr>");
        check("<b>x</b> <skill> a < b", "<b>x</b> <skill> a < b");
        check("<é", "<é");
    }

    proptest! {
        #[test]
        fn s3_31_no_tag_of_ours_survives(
            parts in prop::collection::vec(
                prop::sample::select(vec!["<", "/", " ", "\n", "skill_content", "STDERR", ">", "&lt;", "x", "é"]),
                0..30,
            ),
        ) {
            let text = neutral(&parts.concat());
            let squeezed: String =
                text.chars().filter(|character| !character.is_whitespace() && *character != '/').collect();
            let lower = squeezed.to_lowercase();
            prop_assert!(TAGS.iter().all(|tag| !lower.contains(&format!("<{tag}"))), "{text:?}");
        }
    }
}
