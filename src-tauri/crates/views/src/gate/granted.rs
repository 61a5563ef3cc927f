//! The tools that a skill grants itself in its frontmatter.

use ::skills::{Field, Value};

/// Whether a key is `allowed-tools`, in any of the spellings that agents may take for it.
pub(super) fn is_tools(field: &Field) -> bool {
    let letters = field.key.chars().filter(|letter| !matches!(letter, '-' | '_' | ' '));
    letters.flat_map(char::to_lowercase).eq("allowedtools".chars())
}

/// Returns the tools of a list of texts, or of a text; blanks and commas outside of brackets stand between them.
///
/// # Errors
///
/// Fails if the value is something else, or its brackets do not pair; says why in words that go on from "its
/// allowed-tools".
pub(super) fn tools(value: &Value) -> Result<Vec<String>, &'static str> {
    match value {
        Value::List(values) => {
            let texts =
                values.iter().map(|value| value.text().ok_or("is a list with values that are not texts"));
            let tools: Result<Vec<_>, _> = texts.map(|text| text.and_then(split)).collect();
            tools.map(|tools| tools.concat())
        }
        Value::Map(_) => Err("is a mapping"),
        Value::Text { text, .. } => split(text),
    }
}

fn split(text: &str) -> Result<Vec<String>, &'static str> {
    const UNPAIRED: &str = "has brackets that do not pair, and agents differ in how they read that";
    let mut tools = vec![String::new()];
    let mut depth = 0_usize;
    for character in text.chars() {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1).ok_or(UNPAIRED)?,
            _ if depth == 0 && (character == ',' || character.is_whitespace() || character.is_control()) => {
                tools.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(last) = tools.last_mut() {
            last.push(character);
        }
    }
    if depth > 0 {
        return Err(UNPAIRED);
    }
    tools.retain(|tool| !tool.is_empty());
    Ok(tools)
}

#[cfg(test)]
mod tests {
    use super::{is_tools, tools};

    #[test]
    fn tools_stand_between_blanks_and_commas_outside_of_brackets() {
        let check = |yaml: &str, expected: Result<&[&str], &str>| {
            let value = skills::read_document(&format!("- {yaml}\n")).unwrap_or_else(|no| panic!("{no:?}"));
            let skills::Value::List(values) = value else { panic!("a list") };
            let expected = expected.map(|all| all.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>());
            assert_eq!(tools(&values[0]).map_err(|no| &no[..10]), expected, "{yaml}");
        };
        check("Read, Bash(git log, x)  Edit", Ok(&["Read", "Bash(git log, x)", "Edit"]));
        check("[Read, 'Bash(rm *)']", Ok(&["Read", "Bash(rm *)"]));
        check("''", Ok(&[]));
        check("{a: b}", Err("is a mappi"));
        check("[[a]]", Err("is a list "));
        // Items of a list are read as texts are.
        check("['Bash(git x), Bash(rm *)']", Ok(&["Bash(git x)", "Bash(rm *)"]));
        check("'Bash(git x'", Err("has bracke"));
        check("'Bash(git x Bash(rm *)'", Err("has bracke"));
        check("'Bash git x)'", Err("has bracke"));
        check("['Bash(git', 'x)']", Err("has bracke"));
    }

    #[test]
    fn key_of_tools_has_several_spellings() {
        let fields = skills::strict_frontmatter(
            b"---\nallowed-tools: a\nallowed_tools: a\nAllowedTools: a\ntools: a\nallowed: a\n---\n",
        );
        let are: Vec<bool> = fields.expect("plain").iter().map(is_tools).collect();
        assert_eq!(are, [true, true, true, false, false]);
    }
}
