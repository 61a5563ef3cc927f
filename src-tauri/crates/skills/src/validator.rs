//! What the reference validator refuses although every reader of skills takes it.

use crate::{Content, Finding, FindingText};

/// Fields of the specification that are texts.
const TEXTS: [&str; 5] = ["name", "description", "license", "compatibility", "allowed-tools"];

/// Lists and mappings in brackets, one finding for the first: the validator's parser takes a part of YAML only.
pub fn validator_checks(content: &Content<'_>) -> Vec<Finding> {
    let Ok(text) = std::str::from_utf8(content.bytes) else { return Vec::new() };
    // What is no YAML at all is refused for that.
    let is_yaml = !content.yaml.problems.iter().any(|problem| problem.code == "not_yaml");
    if content.yaml.fields.is_empty() || !is_yaml {
        return Vec::new();
    }
    let lines = (2_u32..).zip(text.trim_start_matches('\u{feff}').lines().skip(1));
    let mut head = lines.take_while(|(_, line)| line.trim_end() != "---");
    // Where a text has to stand, that rule says it.
    let is_text = |line: &str| line.split_once(':').is_some_and(|(key, _)| TEXTS.contains(&key));
    let flow = head.find(|(_, line)| is_flow(line) && !is_text(line));
    flow.map(|(line, _)| Finding::by_rule("flow-value", Some(line), FindingText::FlowValue))
        .into_iter()
        .collect()
}

/// Whether the value of a line begins as one in brackets.
fn is_flow(line: &str) -> bool {
    let entry = line.trim_start().trim_start_matches("- ").trim_start();
    let value = entry.split_once(": ").map_or(entry, |(_, value)| value.trim_start());
    !entry.starts_with('#') && value.starts_with(['[', '{'])
}

#[cfg(test)]
mod tests {
    use super::validator_checks;
    use crate::Content;

    #[test]
    fn flow_value_is_a_list_or_a_mapping_in_brackets() {
        let check = |line: &str, expected: &[Option<u32>]| {
            let content = format!("---\nname: a\n{line}\n---\n[x](y)\n");
            let found = validator_checks(&Content::of(content.as_bytes()));
            let lines: Vec<_> = found.iter().map(|one| one.line).collect();
            assert_eq!(lines, expected, "{line}");
        };
        check("description: b", &[]);
        check("tags: [a, b]", &[Some(3)]);
        check("metadata:\n  x: {y: z}", &[Some(4)]);
        check("tags:\n  - a\n  - [b]", &[Some(5)]);
        check("description: use [this]", &[]);
        check("description: '[this]'", &[]);
        assert!(validator_checks(&Content::of(b"no frontmatter: [a]\n")).is_empty());
        check("description: b: c\ntags: [a]", &[]);
    }
}
