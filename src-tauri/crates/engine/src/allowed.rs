//! `allowed-tools`: a list, or text with commas or blanks between its words (S4-22, D22).

use skills::{Value, YamlReading};

use crate::matches;

/// The tools a skill says it needs. None means that it says nothing, and everything is allowed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Allowed(Vec<String>);

impl Allowed {
    /// What the frontmatter says.
    pub fn of(reading: &YamlReading) -> Self {
        Self(reading.field("allowed-tools").map(|field| words_of(&field.value)).unwrap_or_default())
    }

    /// The words as they are written.
    pub fn list(&self) -> &[String] {
        &self.0
    }

    /// Whether it says nothing.
    pub fn is_open(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a tool is among them, told as by a hook's matcher.
    pub fn permits(&self, tool: &str) -> bool {
        self.is_open() || self.0.iter().any(|word| matches(word, tool))
    }
}

fn words_of(value: &Value) -> Vec<String> {
    match value {
        Value::List(values) => values.iter().filter_map(Value::text).filter_map(word).collect(),
        Value::Text { text, .. } if ["null", "~"].contains(&text.trim()) => Vec::new(),
        // Frontmatter that is no YAML is read as text, lists and all.
        Value::Text { text, .. } => {
            split(text.trim().trim_start_matches('[').trim_end_matches(']')).filter_map(word).collect()
        }
        Value::Map(_) => Vec::new(),
    }
}

fn word(text: &str) -> Option<String> {
    let text = text.trim().trim_matches(['"', '\'']);
    (!text.is_empty() && text != "-").then(|| text.to_owned())
}

/// Parts between commas and blanks that stand in no parentheses.
fn split(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    text.split(move |character: char| {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && (character == ',' || character.is_whitespace())
    })
}

#[cfg(test)]
mod tests {
    use skills::read_yaml;

    use super::Allowed;

    fn allowed(line: &str) -> Allowed {
        Allowed::of(&read_yaml(format!("---\nname: a\ndescription: d\n{line}\n---\nx\n").as_bytes()))
    }

    #[test]
    fn s4_22_allowed_tools_are_read_in_every_form() {
        let check = |line: &str, words: &[&str]| assert_eq!(allowed(line).list(), words, "{line:?}");
        check("allowed-tools: [Read, Bash]", &["Read", "Bash"]);
        check("allowed-tools:\n  - Read\n  - Bash(git:*)", &["Read", "Bash(git:*)"]);
        check("allowed-tools: Read, Write, Bash(git:*)", &["Read", "Write", "Bash(git:*)"]);
        check(
            "allowed-tools: Read Bash(gh pr:*) Bash(npm run build)",
            &["Read", "Bash(gh pr:*)", "Bash(npm run build)"],
        );
        check("allowed-tools: Bash(a, b),Read", &["Bash(a, b)", "Read"]);
        check("allowed-tools: Bash(a b", &["Bash(a b"]);
        for empty in ["allowed-tools:", "allowed-tools: null", "allowed-tools: []", "allowed_tools: Read", ""]
        {
            check(empty, &[]);
        }
    }

    #[test]
    fn s4_69_an_empty_list_restricts_nothing() {
        assert!(allowed("allowed-tools:").permits("anything"));
        assert!(allowed("allowed-tools: '*'").permits("anything"));
        assert!(!allowed("allowed-tools: Bash(*)").permits("run_skill_script"));
        assert!(!allowed("allowed-tools: Read").permits("Write"));
        assert!(allowed("allowed-tools: Bash").permits("Bash(git:*)"));
    }
}
