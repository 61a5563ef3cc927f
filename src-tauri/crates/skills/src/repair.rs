//! What can be done to frontmatter that is not YAML, step by step.

use crate::yaml::{Field, Style, Value};

/// Tabs that indent, as two blanks each.
pub(crate) fn spaced(block: &str) -> String {
    let mut out = String::with_capacity(block.len());
    for line in block.split_inclusive('\n') {
        let text = line.trim_start_matches([' ', '\t']);
        let indent = &line[..line.len() - text.len()];
        indent.chars().for_each(|blank| out.push_str(if blank == '\t' { "  " } else { " " }));
        out.push_str(text);
    }
    out
}

/// Two escapes that together mean one character outside the first plane, as JSON writes them, turned
/// into the one escape YAML has for it.
pub(crate) fn joined_surrogates(block: &str) -> String {
    let mut out = String::new();
    let mut rest = block;
    while let Some(at) = rest.find("\\u") {
        let pair = rest.get(at..at + 12).and_then(surrogate_pair);
        let length = if pair.is_some() { 12 } else { 2 };
        match pair {
            Some(character) => {
                out.push_str(&rest[..at]);
                out.push_str(&format!("\\U{:08X}", u32::from(character)));
            }
            None => out.push_str(&rest[..at + 2]),
        }
        rest = &rest[at + length..];
    }
    out.push_str(rest);
    out
}

fn surrogate_pair(text: &str) -> Option<char> {
    let unit = |escape: &str| u16::from_str_radix(escape.strip_prefix("\\u")?, 16).ok();
    let units = [unit(text.get(..6)?)?, unit(text.get(6..)?)?];
    let mut characters = char::decode_utf16(units);
    let first = characters.next()?.ok()?;
    characters.next().is_none().then_some(first)
}

/// Top-level plain values that contain `: ` or end in `:`, in double quotes; `None` when there are none.
pub(crate) fn quoted(block: &str) -> Option<String> {
    let mut out = String::with_capacity(block.len() + 64);
    let mut changed = false;
    for line in block.split_inclusive('\n') {
        match key_line(line) {
            Some((key, value)) if is_plain(value) && has_colon(value) => {
                changed = true;
                out.push_str(&format!("{key}: \"{}\"\n", escaped_value(value)));
            }
            _ => out.push_str(line),
        }
    }
    changed.then_some(out)
}

/// A value as it stands between double quotes.
pub(crate) fn escaped_value(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"")
}

fn is_plain(value: &str) -> bool {
    !value.starts_with(['"', '\'', '|', '>', '[', '{', '&', '*', '!', '#'])
}

fn has_colon(value: &str) -> bool {
    value.contains(": ") || value.ends_with(':')
}

/// Every top-level value as a folded block, the lines below it joined to it.
pub(crate) fn as_blocks(block: &str) -> Option<String> {
    let mut out = String::new();
    let mut is_block = false;
    for line in block.split('\n') {
        match key_line(line) {
            Some((key, value)) => {
                is_block = value.starts_with(['|', '>']);
                let value = if is_block { value } else { unquoted(value) };
                let start =
                    if is_block { format!("{key}: {value}\n") } else { format!("{key}: >-\n  {value}\n") };
                out.push_str(&start);
            }
            None if is_block || !line.starts_with([' ', '\t']) => {
                out.push_str(line);
                out.push('\n');
            }
            None => out.push_str(&format!("  {}\n", line.trim())),
        }
    }
    (!out.is_empty()).then_some(out)
}

/// The lines `name:` and `description:` in the first column, the last of each.
pub(crate) fn two_lines(block: &str) -> Vec<Field> {
    let lines = (1_u32..).zip(block.split('\n'));
    let found = lines.filter_map(|(line, text)| {
        let (key, value) = key_line(text).filter(|(key, _)| matches!(*key, "name" | "description"))?;
        let value = Value::Text { text: unquoted(value).to_owned(), style: Style::Plain, line };
        Some(Field { key: key.to_owned(), value, line })
    });
    found.collect()
}

/// The numbers of the lines that start a top-level field.
pub(crate) fn key_lines(block: &str) -> impl Iterator<Item = u32> {
    (1..).zip(block.split('\n')).filter(|(_, line)| key_line(line).is_some()).map(|(number, _)| number)
}

/// Key and value of a line that starts a top-level field.
fn key_line(line: &str) -> Option<(&str, &str)> {
    if !line.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '_') {
        return None;
    }
    let (key, value) = line.split_once(':')?;
    let is_key = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let is_value = value.is_empty() || value.starts_with([' ', '\t', '\n']);
    (is_value && key.chars().all(is_key)).then_some((key, value.trim()))
}

fn unquoted(value: &str) -> &str {
    ['"', '\''].iter().find_map(|&quote| value.strip_prefix(quote)?.strip_suffix(quote)).unwrap_or(value)
}
