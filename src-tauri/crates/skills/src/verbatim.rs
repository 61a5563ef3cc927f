//! Frontmatter as JSON, field by field as the author wrote it: what is told of a file elsewhere is compared with the
//! file by it. It is strict where [`read_yaml`](crate::read_yaml) forgives, for two readers must come to the same.

use serde_json::{Map, Number};

use crate::dialect::{Scalar, Schema, scalar};
use crate::{Field, Value, yaml};

/// Most characters of a name that skills are given over a protocol.
const NAME_CHARACTERS: usize = 64;
/// Most characters of a description.
const DESCRIPTION_CHARACTERS: usize = 1024;

/// Why frontmatter is not told as JSON. The words go on from the name of the file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// There are no two fences, the first in the first line.
    #[error("has no frontmatter between two lines of three dashes, the first of them its first line")]
    NoFrontmatter,
    /// The file is no text.
    #[error("is not UTF-8")]
    NotText,
    /// What stands between the fences is no YAML that is read here.
    #[error("has unreadable frontmatter: {words} (line {line})")]
    NotYaml {
        /// What stands in the way.
        words: String,
        /// Counted from 1 in the file.
        line: u32,
    },
    /// A key stands twice, so that readers differ.
    #[error("has the key {key} twice (line {line})")]
    Twice {
        /// The key.
        key: String,
        /// Of the second one, counted from 1 in the file.
        line: u32,
    },
    /// A number that JSON cannot hold.
    #[error("has {text} (line {line}), a number that JSON does not have; put it in quotes")]
    Number {
        /// As it is written.
        text: String,
        /// Counted from 1 in the file.
        line: u32,
    },
    /// There is no name as text, or not one as the specification has it.
    #[error("has no name of 1 to 64 small letters a to z, digits and single hyphens between them")]
    Name,
    /// There is no description as text, or it is too long.
    #[error("has no description of 1 to 1,024 characters")]
    Description,
}

/// The fields between the fences of a `SKILL.md` as JSON, types as the core schema of YAML 1.2 gives them.
///
/// # Errors
///
/// [`Unfit`] when the file is no text, its first line is no fence or no second one follows, the fields are no YAML
/// within the limits of [`read_document`](crate::read_document), a key stands twice, or a number has no JSON.
pub fn verbatim(content: &[u8]) -> Result<Map<String, serde_json::Value>, Unfit> {
    let text = std::str::from_utf8(content).map_err(|_| Unfit::NotText)?;
    let lines = text.split_inclusive('\n');
    // A byte order mark before the fence is no fence to many readers.
    let fenced = match crate::frontmatter_lines(lines.clone().map(str::as_bytes)) {
        Some(fenced) if fenced > 0 && text.starts_with("---") => fenced,
        _ => return Err(Unfit::NoFrontmatter),
    };
    let block: String = lines.skip(1).take(fenced - 2).collect();
    if block.trim().is_empty() {
        return Ok(Map::new());
    }
    let fields = yaml::read(&block).map_err(|no| Unfit::NotYaml { words: no.words, line: no.line + 1 })?;
    map(&fields)
}

/// The same where it is what the specification asks of a skill that is given to others: a name and a description.
///
/// # Errors
///
/// As [`verbatim`], and when there is no name of 1 to 64 small letters, digits and single hyphens or no
/// description of 1 to 1,024 characters.
pub fn verbatim_skill(content: &[u8]) -> Result<Map<String, serde_json::Value>, Unfit> {
    let fields = verbatim(content)?;
    check_fields(&fields)?;
    Ok(fields)
}

/// Whether fields have the name and the description that a skill must have.
///
/// # Errors
///
/// [`Unfit::Name`] or [`Unfit::Description`].
pub fn check_fields(fields: &Map<String, serde_json::Value>) -> Result<(), Unfit> {
    let text = |key: &str| fields.get(key).and_then(serde_json::Value::as_str).unwrap_or_default();
    if !is_name(text("name")) {
        return Err(Unfit::Name);
    }
    let description = text("description");
    if description.trim().is_empty() || description.chars().count() > DESCRIPTION_CHARACTERS {
        return Err(Unfit::Description);
    }
    Ok(())
}

fn is_name(name: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    name.len() <= NAME_CHARACTERS && name.split('-').all(is_word)
}

fn map(fields: &[Field]) -> Result<Map<String, serde_json::Value>, Unfit> {
    let mut found = Map::new();
    for Field { key, value, line } in fields {
        // Lines are counted below the first fence.
        let line = line + 1;
        if found.insert(key.clone(), json(value, line)?).is_some() {
            return Err(Unfit::Twice { key: key.clone(), line });
        }
    }
    Ok(found)
}

fn json(value: &Value, line: u32) -> Result<serde_json::Value, Unfit> {
    match value {
        Value::Map(fields) => map(fields).map(serde_json::Value::Object),
        Value::List(values) => values.iter().map(|value| json(value, line)).collect(),
        Value::Text { text, .. } => match scalar(value, Schema::Core) {
            Some(Scalar::Nothing) => Ok(serde_json::Value::Null),
            Some(Scalar::Bool(is)) => Ok(is.into()),
            Some(Scalar::Number(written)) => match number(written) {
                Written::Number(number) => Ok(number.into()),
                Written::Text => Ok(text.as_str().into()),
                Written::Neither => Err(Unfit::Number { text: text.clone(), line }),
            },
            _ => Ok(text.as_str().into()),
        },
    }
}

enum Written {
    Number(Number),
    Text,
    Neither,
}

fn number(text: &str) -> Written {
    let unsigned = text.trim_start_matches(['+', '-']);
    for (prefix, base) in [("0x", 16), ("0o", 8)] {
        let Some(digits) = unsigned.strip_prefix(prefix) else { continue };
        // With a sign it is text in YAML 1.2.
        return match u64::from_str_radix(digits, base) {
            _ if unsigned.len() < text.len() => Written::Text,
            Ok(number) => Written::Number(number.into()),
            Err(_) => Written::Neither,
        };
    }
    let plain = text.strip_prefix('+').unwrap_or(text);
    let whole = plain.parse::<i64>().map(Number::from).or_else(|_| plain.parse::<u64>().map(Number::from));
    match whole.ok().or_else(|| Number::from_f64(plain.parse().ok()?)) {
        Some(number) => Written::Number(number),
        None => Written::Neither,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Unfit, verbatim, verbatim_skill};

    #[test]
    fn every_field_is_told_with_its_type() {
        let text = "---\nname: a\ndescription: |\n  b\n  c\nversion: 1.0\ncount: +07\nmask: 0x1F\nsigned: -0x1F\n\
                    on: yes\nis: true\nnone:\nquoted: \"5\"\nday: 2026-01-02\nlist: [1, ~, x]\n\
                    metadata:\n  deep: {k: 'v: w'}\n---\nBody.\n";
        let expected = json!({
            "name": "a", "description": "b\nc\n", "version": 1.0, "count": 7, "mask": 31, "signed": "-0x1F",
            "on": "yes", "is": true, "none": null, "quoted": "5", "day": "2026-01-02", "list": [1, null, "x"],
            "metadata": { "deep": { "k": "v: w" } },
        });
        assert_eq!(json!(verbatim(text.as_bytes()).unwrap()), expected);
        assert_eq!(json!(verbatim(text.replace('\n', "\r\n").as_bytes()).unwrap()), expected);
        assert_eq!(json!(verbatim(b"---\n---\n").unwrap()), json!({}));
    }

    #[test]
    fn what_two_readers_may_tell_otherwise_is_not_told() {
        let check = |text: &str, words: &str| {
            let why = verbatim(text.as_bytes()).expect_err(text);
            assert_eq!(why.to_string(), words, "{text:?}");
        };
        let none = "has no frontmatter between two lines of three dashes, the first of them its first line";
        for text in ["", "a", "\n---\na: b\n---\n", "---\na: b\n", "\u{feff}---\na: b\n---\n"] {
            check(text, none);
        }
        check("---\na: b\nc: d\na: e\n---\n", "has the key a twice (line 4)");
        check("---\nm:\n  a: b\n  a: b\n---\n", "has the key a twice (line 4)");
        check("---\na: .inf\n---\n", "has .inf (line 2), a number that JSON does not have; put it in quotes");
        check(
            "---\na: 1e999\n---\n",
            "has 1e999 (line 2), a number that JSON does not have; put it in quotes",
        );
        check("---\na: &x b\n---\n", "has unreadable frontmatter: it uses an anchor (&) (line 2)");
        check(
            "---\nb: c\na: d: e\n---\n",
            "has unreadable frontmatter: mapping values are not allowed in this context (line 3)",
        );
        assert_eq!(verbatim(b"---\na: \xff\n---\n"), Err(Unfit::NotText));
    }

    #[test]
    fn a_skill_for_others_has_a_name_and_a_description() {
        let check = |name: &str, description: &str, expected: Result<(), Unfit>| {
            let text = format!("---\nname: {name}\ndescription: {description}\n---\nx\n");
            assert_eq!(verbatim_skill(text.as_bytes()).map(drop), expected, "{name} {description}");
        };
        for name in ["a", "a-b2", "2", &"a".repeat(64)] {
            check(if name == "2" { "'2'" } else { name }, "d", Ok(()));
        }
        for name in ["A", "a_b", "-a", "a-", "a--b", "é", "2", "", "a b", &"a".repeat(65)] {
            check(name, "d", Err(Unfit::Name));
        }
        check("a", &"é".repeat(1_024), Ok(()));
        for description in ["", "' '", "5", "[a]", &"é".repeat(1_025)] {
            check("a", description, Err(Unfit::Description));
        }
    }
}
