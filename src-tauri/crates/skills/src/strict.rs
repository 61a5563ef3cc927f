//! Frontmatter for decisions: read only where every reader of YAML finds the same fields in it.

use crate::Skip;
use crate::fence::{fenced, normalized};
use crate::hidden::is_unseen;
use crate::ladder::shift;
use crate::yaml::{self, Field, Value};

/// A reason for which the frontmatter of a file may hold fields that were not found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct FrontmatterError {
    /// The line in the file, counted from 1.
    pub line: u32,
    /// What is wrong, in words that go on from "its frontmatter":.
    pub reason: String,
}

/// Returns the fields of the frontmatter; none if the file has no frontmatter.
///
/// # Errors
///
/// Fails if agents may read other fields than these: the frontmatter is not plain YAML, goes beyond the limits, is not
/// closed by a line `---` alone, holds control characters, sets a key twice or uses a merge key (`<<`).
pub fn strict_frontmatter(content: &[u8]) -> Result<Vec<Field>, FrontmatterError> {
    let text = std::str::from_utf8(content).map_err(|error| {
        let before = &content[..error.valid_up_to()];
        let line = before.iter().filter(|byte| **byte == b'\n').count();
        failed(number(line) + 1, "is in a file that is not UTF-8")
    })?;
    let text = normalized(text, &mut Vec::new());
    let (block, first) = match fenced(&text) {
        Ok(found) => found,
        Err(Skip::NoFrontmatter) if !begins_with_dashes(&text) => return Ok(Vec::new()),
        Err(_) => return Err(failed(1, "does not begin and end with a line that is --- alone")),
    };
    let (closing, after) = (text[block.end..].lines().next().unwrap_or_default(), block.end);
    let block = &text[block];
    if closing != "---" {
        return Err(failed(first + lines(block), "is not closed by a line that is --- alone"));
    }
    plain_lines(block, first)?;
    if block.lines().all(|line| line.trim().is_empty() || line.trim_start().starts_with('#')) {
        let is_fence = |line: &str| line.trim_start().starts_with("---");
        return match text[after..].lines().skip(1).position(is_fence) {
            // Readers that look for something between the fences go on to the next one.
            Some(at) => Err(failed(
                first + lines(block) + number(at) + 1,
                "holds nothing and is followed by a line that begins with ---, where some agents end it",
            )),
            None => Ok(Vec::new()),
        };
    }
    let mut fields = yaml::read_plain_keys(block)
        .map_err(|no| failed(no.line + first - 1, format!("was not read as YAML: {}", no.words)))?;
    fields.iter_mut().for_each(|field| shift(field, first - 1));
    clear_keys(&fields)?;
    Ok(fields)
}

/// Whether the first characters that a screen shows are dashes, so that some agent may read frontmatter there.
fn begins_with_dashes(text: &str) -> bool {
    let is_shown = |letter: &char| !letter.is_whitespace() && !is_unseen(*letter);
    text.chars().filter(is_shown).take(3).eq(['-'; 3])
}

/// Refuses lines that some readers end, or split, where others do not.
fn plain_lines(block: &str, first: u32) -> Result<(), FrontmatterError> {
    let splits = |letter: char| {
        letter.is_control() && letter != '\t' || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{feff}')
    };
    for (line, at) in block.lines().zip(first..) {
        if let Some(letter) = line.chars().find(|letter| splits(*letter)) {
            let words = format!(
                "holds the character U+{:04X}, which readers of YAML differ about",
                u32::from(letter)
            );
            return Err(failed(at, words));
        }
        if line.trim_start().starts_with("---") {
            return Err(failed(at, "has a line that begins with ---, where some agents end it"));
        }
    }
    Ok(())
}

/// Refuses keys that stand twice in a mapping, and merge keys.
fn clear_keys(fields: &[Field]) -> Result<(), FrontmatterError> {
    let mut seen = std::collections::HashSet::new();
    for field in fields {
        if field.key == "<<" {
            return Err(failed(field.line, "uses a merge key (<<)"));
        }
        if !seen.insert(field.key.as_str()) {
            return Err(failed(field.line, format!("sets {} a second time", shortened(&field.key))));
        }
    }
    fields.iter().try_for_each(|field| clear_values(&field.value))
}

fn clear_values(value: &Value) -> Result<(), FrontmatterError> {
    match value {
        Value::Map(fields) => clear_keys(fields),
        Value::List(values) => values.iter().try_for_each(clear_values),
        Value::Text { .. } => Ok(()),
    }
}

fn shortened(key: &str) -> String {
    key.chars().take(80).collect()
}

fn lines(block: &str) -> u32 {
    number(block.matches('\n').count())
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX - 1)
}

fn failed(line: u32, reason: impl Into<String>) -> FrontmatterError {
    FrontmatterError { line, reason: reason.into() }
}

#[cfg(test)]
mod tests {
    use super::strict_frontmatter;

    fn reason(content: &str) -> String {
        match strict_frontmatter(content.as_bytes()) {
            Ok(fields) => panic!("{content:?}: {fields:?}"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn plain_frontmatter_gives_its_fields_and_their_lines() {
        let fields = |content: &str| {
            let fields =
                strict_frontmatter(content.as_bytes()).unwrap_or_else(|no| panic!("{content:?}: {no}"));
            fields.into_iter().map(|field| (field.key, field.line)).collect::<Vec<_>>()
        };
        let one = vec![("a".to_owned(), 2)];
        assert_eq!(fields("---\na: b\n---\nBody\n---\n"), one);
        assert_eq!(fields("\u{feff}---\r\na: b\r\n---\r\n"), one);
        assert_eq!(fields("\n---\na: b\n---"), [("a".to_owned(), 3)]);
        for none in ["", "Body\n", "# x\n---\na: b\n---\n", "---\n---\n", "---\n# x\n\n---\n"] {
            assert_eq!(fields(none), [], "{none:?}");
        }
    }

    #[test]
    fn frontmatter_that_agents_may_read_otherwise_is_refused_with_its_line() {
        let check = |content: &str, words: &str| {
            let own = reason(content);
            assert!(own.contains(words), "{content:?}: {own}");
        };
        check(&format!("---\n# {}\na: b\n---\n", "x".repeat(66_000)), "more than 64 KiB");
        check(&format!("---\na:{}b\n---\n", " ".repeat(66_000)), "more than 64 KiB");
        let keys: String = (0..2_001).map(|at| format!("k{at}: v\n")).collect();
        check(&format!("---\n{keys}---\n"), "more than 2,000 values");
        check(&format!("---\na: {}\n---\n", "[".repeat(300)), "too much in brackets");
        let deep: String = (0..20).map(|depth| format!("{}k:\n", " ".repeat(depth))).collect();
        check(&format!("---\n{deep}---\n"), "nested more than 16 levels");
        check("---\n# \0\na: b\n---\n", "line 2: holds the character U+0000");
        for letter in ['\u{85}', '\u{2028}', '\u{2029}', '\u{b}', '\u{c}', '\u{7f}', '\u{1b}'] {
            check(&format!("---\na: b\n# {letter}\n---\n"), "line 3: holds the character U+");
        }
        check("---\na: b\na: c\n---\n", "line 3: sets a a second time");
        check("---\nm:\n  a: b\n  a: c\n---\n", "line 4: sets a a second time");
        check("---\n<<: {allowed-tools: x}\n---\n", "line 2: uses a merge key");
        check("---\nm: [{<<: {a: b}}]\n---\n", "uses a merge key");
        check("---\na: &x b\n---\n", "uses an anchor");
        check("---\na: *x\n---\n", "not read as YAML");
        for key in ["? [a]\n: b", "[a]: b", "? - a\n: b", "? {a: b}\n: c", "m: {[a]: b}"] {
            check(&format!("---\n{key}\n---\n"), "a list or a mapping as a key");
        }
        for nothing in ["", "\n", "# c\n"] {
            check(&format!("---\n{nothing}---\na: b\n---\n"), "holds nothing and is followed");
        }
        check("---\na: !!str b\n---\n", "uses a tag");
        check("---\na: b: c\n---\n", "not read as YAML");
        check("---\nm:\n\ta: b\n---\n", "not read as YAML");
        check("---\na: b\n", "does not begin and end");
        check("---\na: b\n---- \n---\n", "line 3: has a line that begins with ---");
        check("---\na: b\n---  \nc: d\n---\n", "line 3: is not closed");
        check("---\na: b\n  ---\n", "line 3: is not closed");
        check("---\u{a0}\na: b\n---\u{a0}\n", "is not closed");
        check("\u{feff}\u{feff}---\na: b\n---\n", "does not begin and end");
        for unseen in [
            "\u{200b}",
            "\u{2060}",
            "\u{ad}",
            "\u{feff}\u{200d}",
            "\u{202e}",
            "\u{2800}",
            "\u{e0020}",
            "\u{3164}",
        ] {
            check(&format!("{unseen}---\na: b\n---\n"), "does not begin and end");
            check(&format!("\n-{unseen}--\na: b\n---\n"), "does not begin and end");
        }
        check("--- # x\na: b\n---\n", "does not begin and end");
        let error = strict_frontmatter(b"---\na: \xff\n---\n").expect_err("not UTF-8");
        assert_eq!(error.line, 2);
    }
}
