//! Claude Code: nothing is passed over. Frontmatter that is no YAML is tried again with the values quoted that need
//! it, and what says nothing is described by its first line.

use super::parts::{Blocks, Text, unmarked, value};
use super::scalar::{Scalar, Schema, scalar};
use crate::read::{Read, patterns};
use crate::repair::{escaped_value, spaced};
use crate::{Field, Stage, Value};

/// Longest first line that stands for a description, in UTF-16.
const FIRST_LINE: usize = 100;

pub(super) fn read(text: &Text<'_>, blocks: &mut Blocks) -> Read {
    let text = unmarked(&text.shown);
    let (fields, stage, body) = match cut(text) {
        None => (Vec::new(), None, text),
        Some((block, body)) => match fields(blocks, block) {
            Some((fields, stage)) => (fields, Some(stage), body),
            None => (Vec::new(), None, body),
        },
    };
    let said = |key: &str| value(&fields, key).and_then(words);
    let own = said("description").unwrap_or_else(|| first_line(body));
    let mut description = one_line(&own);
    if let Some(when) = said("when_to_use") {
        description = format!("{description} - {}", one_line(&when));
    }
    let is_off = said("disable-model-invocation").is_some_and(|word| is_yes(&word));
    let paths: Vec<String> = value(&fields, "paths").map(patterns).unwrap_or_default();
    // A skill for certain files is not listed before such a file was touched.
    let waits = paths.iter().any(|pattern| pattern != "**");
    Read {
        name: value(&fields, "name").and_then(called).map(|name| one_line(&name)),
        description: Some(description),
        hidden: is_off || waits,
        paths,
        unreadable: None,
        stage,
    }
}

/// Frontmatter and body: it ends at the next three dashes, wherever they stand.
fn cut(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix("---")?;
    let blanks = rest.len() - rest.trim_start().len();
    let start = rest[..blanks].rfind('\n')? + 1;
    let end = start + rest[start..].find("---")?;
    Some((&rest[start..end], rest[end + 3..].trim_start()))
}

fn fields(blocks: &mut Blocks, block: &str) -> Option<(Vec<Field>, Stage)> {
    let of = |value: &Value| if let Value::Map(fields) = value { fields.clone() } else { Vec::new() };
    if block.trim().is_empty() {
        return Some((Vec::new(), Stage::Yaml));
    }
    if let Some(found) = blocks.document(block) {
        return Some((of(&found.value), Stage::Yaml));
    }
    let quoted: String = block.split_inclusive('\n').map(|line| quoted(line, blocks)).collect();
    let found = blocks.document(&spaced(&quoted))?;
    Some((of(&found.value), Stage::Quoted))
}

/// A line whose value needs quotes, with quotes.
fn quoted(line: &str, blocks: &mut Blocks) -> String {
    let (text, end) = line.strip_suffix('\n').map_or((line, ""), |text| (text, "\n"));
    let is_key =
        |key: &str| !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphabetic() || b"_-".contains(&b));
    let pair =
        text.split_once(':').filter(|(key, rest)| is_key(key) && rest.starts_with(char::is_whitespace));
    let Some((key, value)) = pair.map(|(key, rest)| (key, rest.trim_start())) else { return line.to_owned() };
    let is_within = |quote: char| value.starts_with(quote) && value.ends_with(quote);
    let is_list = value.starts_with('[')
        && value.ends_with(']')
        && blocks.document(value).is_some_and(|found| matches!(found.value, Value::List(_)));
    let needs = value.contains(|c| "{}[]*&#!|>%@`".contains(c)) || value.contains(": ");
    if value.is_empty() || text.contains('\r') || is_within('"') || is_within('\'') || is_list || !needs {
        return line.to_owned();
    }
    format!("{key}: \"{}\"{end}", escaped_value(value))
}

/// A name as it stands, also one of several words that were meant for a list.
fn called(value: &Value) -> Option<String> {
    match value {
        Value::List(values) => Some(values.iter().filter_map(Value::text).collect::<Vec<_>>().join(",")),
        Value::Text { text, .. } if matches!(scalar(value, Schema::Core), Some(Scalar::Text(_))) => {
            Some(text.clone())
        }
        other => words(other),
    }
}

/// What a scalar says; nothing for what is no scalar and for blanks.
fn words(value: &Value) -> Option<String> {
    match scalar(value, Schema::Core)? {
        Scalar::Text(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        Scalar::Bool(is) => Some(is.to_string()),
        Scalar::Number(text) => Some(number(text)),
        Scalar::Nothing | Scalar::Date => None,
    }
}

/// A number as that program prints it.
fn number(text: &str) -> String {
    let unsigned = text.strip_prefix('+').unwrap_or(text);
    let of_base = |prefix: &str, base: u32| i64::from_str_radix(unsigned.strip_prefix(prefix)?, base).ok();
    match of_base("0x", 16).or_else(|| of_base("0o", 8)) {
        Some(whole) => whole.to_string(),
        None => unsigned.parse::<f64>().map_or_else(|_| text.to_owned(), |parsed| parsed.to_string()),
    }
}

fn is_yes(word: &str) -> bool {
    ["true", "yes", "on", "1"].iter().any(|yes| word.eq_ignore_ascii_case(yes))
}

/// The first line with text, without the marks of a heading.
fn first_line(body: &str) -> String {
    let Some(line) = body.split('\n').map(str::trim).find(|line| !line.is_empty()) else {
        return "Skill".to_owned();
    };
    let heading = line.trim_start_matches('#');
    let is_heading = heading.len() < line.len() && heading.starts_with(char::is_whitespace);
    let line = if is_heading && !heading.trim().is_empty() { heading.trim_start() } else { line };
    if super::parts::utf16(line) > FIRST_LINE {
        return format!("{}...", crate::truncate::utf16_prefix(line, FIRST_LINE - 3));
    }
    line.to_owned()
}

/// On one line.
fn one_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut was_break = false;
    for character in text.chars() {
        let is_break = character.is_control() || matches!(character, '\u{2028}' | '\u{2029}');
        match character {
            _ if is_break && was_break => {}
            _ if is_break => out.push(' '),
            other => out.push(other),
        }
        was_break = is_break;
    }
    out
}
