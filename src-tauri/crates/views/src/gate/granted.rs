//! The tools that a skill grants itself in its frontmatter.

use ::skills::Value;

/// The tools of a list, or of a text in which blanks and commas outside of brackets stand between them.
pub(super) fn tools(value: &Value) -> Option<Vec<String>> {
    match value {
        Value::List(values) => values.iter().map(|value| value.text().map(str::to_owned)).collect(),
        Value::Map(_) => None,
        Value::Text { text, .. } => {
            let mut tools = vec![String::new()];
            let mut depth = 0_usize;
            for character in text.chars() {
                match character {
                    '(' => depth += 1,
                    ')' => depth = depth.saturating_sub(1),
                    ',' | ' ' | '\n' | '\t' if depth == 0 => {
                        tools.push(String::new());
                        continue;
                    }
                    _ => {}
                }
                if let Some(last) = tools.last_mut() {
                    last.push(character);
                }
            }
            tools.retain(|tool| !tool.is_empty());
            Some(tools)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::tools;

    #[test]
    fn tools_stand_between_blanks_and_commas_outside_of_brackets() {
        let check = |yaml: &str, expected: Option<&[&str]>| {
            let value = skills::read_document(&format!("- {yaml}\n")).unwrap_or_else(|no| panic!("{no:?}"));
            let skills::Value::List(values) = value else { panic!("a list") };
            let expected = expected.map(|all| all.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>());
            assert_eq!(tools(&values[0]), expected, "{yaml}");
        };
        check("Read, Bash(git log, x)  Edit", Some(&["Read", "Bash(git log, x)", "Edit"]));
        check("[Read, 'Bash(rm *)']", Some(&["Read", "Bash(rm *)"]));
        check("''", Some(&[]));
        check("{a: b}", None);
    }
}
