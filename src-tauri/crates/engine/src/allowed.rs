//! `allowed-tools`: a list, or text with commas or blanks between its words (S4-22).

use skills::{AllowedFlaw, Quote, Value, YamlReading};

use crate::matches;

/// The tools a skill says it needs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Allowed {
    words: Vec<String>,
    // The field is there and holds no word: a mapping, or a list without a text. It allows nothing.
    is_unreadable: bool,
}

/// One word of `allowed-tools`, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllowedRule {
    /// As it is written.
    pub written: String,
    /// Its line in the file, counted from 1.
    pub line: u32,
    /// The tool it names.
    pub tool: String,
    /// What stands in its parentheses.
    pub pattern: Option<String>,
}

/// A part of `allowed-tools` that counts for nothing, or for something else than its author may think.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unread {
    /// Its line in the file, counted from 1.
    pub line: u32,
    /// What it is.
    pub flaw: AllowedFlaw,
}

/// The tools whose use the engine itself keeps to a skill's list (S4-70, S4-71). For every other tool the list is
/// told to the model and to whoever hosts it.
pub const ENFORCED: &[&str] = &["read_skill_resource", "skill_view", "run_skill_script"];

impl AllowedRule {
    fn of(written: String, line: u32) -> Self {
        let parts = written.strip_suffix(')').and_then(|inner| inner.split_once('('));
        let (tool, pattern) = match parts {
            Some((tool, pattern)) => (tool.trim().to_owned(), Some(pattern.to_owned())),
            None => (written.clone(), None),
        };
        Self { written, line, tool, pattern }
    }

    /// Those of [`ENFORCED`] that it lets be used.
    pub fn permits(&self) -> impl Iterator<Item = &'static str> + '_ {
        ENFORCED.iter().copied().filter(|tool| matches(&self.written, tool))
    }
}

impl Allowed {
    /// The words of [`Allowed::of`] with their places, and what of the field was not read as its author may think.
    pub fn rules(reading: &YamlReading) -> (Vec<AllowedRule>, Vec<Unread>) {
        let mut unread = Vec::new();
        let mut say = |line, flaw| unread.push(Unread { line, flaw });
        for field in &reading.fields {
            if ["allowed_tools", "allowedTools", "allowedtools"].contains(&field.key.as_str()) {
                say(field.line, AllowedFlaw::OtherName { field: Quote::of(&field.key) });
            }
        }
        let Some(field) = reading.field("allowed-tools") else { return (Vec::new(), unread) };
        let mut rules = Vec::new();
        match &field.value {
            Value::List(values) => {
                for value in values {
                    let line = value.line().unwrap_or(field.line);
                    match value.text().map(word) {
                        Some(Some(written)) => rules.push(AllowedRule::of(written, line)),
                        Some(None) => say(line, AllowedFlaw::EmptyPart),
                        None => say(line, AllowedFlaw::NotText),
                    }
                }
                if is_unreadable(&field.value) {
                    say(field.line, AllowedFlaw::NoText);
                }
            }
            value @ Value::Text { .. } => {
                rules.extend(words_of(value).into_iter().map(|written| AllowedRule::of(written, field.line)));
            }
            Value::Map(_) => {
                say(field.line, AllowedFlaw::Mapping);
            }
        }
        for rule in &rules {
            let count = |sought| rule.written.matches(sought).count();
            if count('(') != count(')') {
                say(rule.line, AllowedFlaw::Parentheses { rule: Quote::of(&rule.written) });
            }
        }
        (rules, unread)
    }

    /// What the frontmatter says.
    pub fn of(reading: &YamlReading) -> Self {
        let Some(field) = reading.field("allowed-tools") else { return Self::default() };
        Self { words: words_of(&field.value), is_unreadable: is_unreadable(&field.value) }
    }

    /// The words as they are written.
    pub fn list(&self) -> &[String] {
        &self.words
    }

    /// Returns `true` if the skill says nothing, which allows every tool.
    pub fn is_open(&self) -> bool {
        self.words.is_empty() && !self.is_unreadable
    }

    /// Whether a tool is among them, told as by a hook's matcher.
    pub fn permits(&self, tool: &str) -> bool {
        self.is_open() || self.words.iter().any(|word| matches(word, tool))
    }
}

/// Returns `true` if the value holds something and none of it is text.
fn is_unreadable(value: &Value) -> bool {
    match value {
        Value::Text { .. } => false,
        Value::List(values) => !values.is_empty() && values.iter().all(|value| value.text().is_none()),
        Value::Map(_) => true,
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
    fn s4_22_each_word_is_told_with_its_line_and_what_it_is_for() {
        let read = |lines: &str| {
            let reading = read_yaml(format!("---\nname: a\ndescription: d\n{lines}\n---\nx\n").as_bytes());
            let (rules, unread) = Allowed::rules(&reading);
            let words: Vec<_> = rules.iter().map(|rule| rule.written.as_str()).collect();
            assert_eq!(words, Allowed::of(&reading).list(), "{lines}");
            let rules: Vec<_> = rules
                .iter()
                .map(|rule| {
                    let permits: Vec<_> = rule.permits().collect();
                    format!("{} {} {:?} {}", rule.line, rule.tool, rule.pattern, permits.join(","))
                })
                .collect();
            (rules, unread.iter().map(|one| one.line).collect::<Vec<_>>())
        };
        let all = "read_skill_resource,skill_view,run_skill_script";
        let check = |lines: &str, rules: &[String], unread: &[u32]| {
            assert_eq!(read(lines), (rules.to_vec(), unread.to_vec()), "{lines}");
        };
        check(
            "allowed-tools:\n  - Read\n  - Bash(git:*)\n  - '*'",
            &["5 Read None ".to_owned(), "6 Bash Some(\"git:*\") ".to_owned(), format!("7 * None {all}")],
            &[],
        );
        check(
            "allowed-tools: read_skill_resource, Bash(a b",
            &["4 read_skill_resource None read_skill_resource".to_owned(), "4 Bash(a b None ".to_owned()],
            &[4],
        );
        check("allowed-tools:\n  - [a]\n  - b: c\n  - ''", &[], &[5, 6, 7]);
        check("allowed-tools:\n  - [a]\n  - b: c", &[], &[5, 6, 4]);
        check("allowed-tools: {a: b}", &[], &[4]);
        check("allowed_tools: Read", &[], &[4]);
        check("allowed-tools:", &[], &[]);
    }

    #[test]
    fn s4_22_unreadable_list_allows_nothing() {
        for lines in ["allowed-tools: {a: b}", "allowed-tools: {}", "allowed-tools: [[Read], {a: b}]"] {
            let found = allowed(lines);
            assert!(!found.is_open() && !found.permits("Read") && !found.permits("skill_view"), "{lines}");
        }
        assert!(allowed("allowed-tools: [[Read], Bash]").permits("Bash"));
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
