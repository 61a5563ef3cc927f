//! Copilot: strict YAML, a name of letters, digits and few signs, and a description of at most 1,024 characters. A
//! skill without a name has its folder's; one without a description the first line of its text that is no heading.

use super::parts::{Blocks, Text, passed_over, unmarked, utf16, value, with_lf};
use super::scalar::{Schema, text};
use crate::read::Read;
use crate::{Field, Skip, Stage, Value};

const NAME: usize = 64;
const DESCRIPTION: usize = 1_024;

pub(super) fn read(text: &Text<'_>, blocks: &mut Blocks) -> Read {
    let text = with_lf(unmarked(&text.shown));
    let (block, body) = match cut(&text) {
        Ok(found) => found,
        Err(skip) => return passed_over(skip),
    };
    let fields = match mapping(blocks, block) {
        Ok(fields) => fields,
        Err(skip) => return passed_over(skip),
    };
    let name = match value(&fields, "name").map(|name| taken(name).ok_or(Skip::NoName)) {
        Some(Err(skip)) => return passed_over(skip),
        other => other.and_then(Result::ok).map(hyphenated),
    };
    let description = match value(&fields, "description").map(|said| taken(said).ok_or(Skip::NoDescription)) {
        Some(Err(skip)) => return passed_over(skip),
        Some(Ok(said)) => said.trim_end_matches('\n').to_owned(),
        None => first_line(body),
    };
    let unreadable = match &name {
        Some(name) if name.is_empty() => Some(Skip::NoName),
        Some(name) if utf16(name) > NAME => Some(Skip::LongName),
        Some(name) if !is_name(name) => Some(Skip::OddName),
        _ if utf16(&description) > DESCRIPTION => Some(Skip::LongDescription),
        _ => None,
    };
    let hidden = value(&fields, "disable-model-invocation").is_some_and(|value| {
        !matches!(value.text(), Some("false" | "False" | "FALSE" | "" | "~" | "null" | "Null" | "NULL"))
    });
    let stage = Some(Stage::Yaml);
    Read { name, description: Some(description), hidden, unreadable, stage, ..Read::default() }
}

/// Both fences are lines of three dashes, with blanks behind them or without.
fn cut(text: &str) -> Result<(&str, &str), Skip> {
    let is_fence = |line: &str| line.strip_prefix("---").is_some_and(|rest| rest.trim().is_empty());
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().filter(|line| is_fence(line)).ok_or(Skip::NoFrontmatter)?;
    let mut at = first.len();
    for line in lines {
        if is_fence(line) {
            return Ok((&text[first.len()..at], &text[at + line.len()..]));
        }
        at += line.len();
    }
    Err(Skip::Unclosed)
}

/// The fields; none where the frontmatter is YAML and no mapping.
fn mapping(blocks: &mut Blocks, block: &str) -> Result<Vec<Field>, Skip> {
    if block.trim().is_empty() {
        return Ok(Vec::new());
    }
    match blocks.document(block).map(|found| &found.value) {
        None => Err(Skip::Unreadable),
        Some(Value::Map(fields)) if super::parts::has_twice(fields) => Err(Skip::Unreadable),
        Some(Value::Map(fields)) => Ok(fields.clone()),
        Some(Value::List(_) | Value::Text { .. }) => Ok(Vec::new()),
    }
}

fn taken(value: &Value) -> Option<&str> {
    text(value, Schema::Strict)
}

/// Blanks between words become one hyphen.
fn hyphenated(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join("-")
}

fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphanumeric())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || ".:_-".contains(c))
}

fn first_line(body: &str) -> String {
    let mut lines = body.lines().map(str::trim);
    lines.find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or_default().to_owned()
}
