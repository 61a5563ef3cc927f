//! Fields of the frontmatter: written so that Pixir and YAML read the same, and named as they should be.

use super::text::{At, folded, keeps, lines};
use crate::frontmatter::frontmatter;
use crate::manage::{Setting, is_name, set_field};
use crate::repair::spaced;
use crate::spec::FIELDS;
use crate::{Field, Stage, Style, Value, fence, read_yaml};

/// Fields of prose: where their lines break says nothing.
const PROSE: [&str; 4] = ["description", "compatibility", "license", "allowed-tools"];

/// The value on the line of its key, in the first form that both readings take for that text.
pub(super) fn on_one_line(at: &At<'_>) -> Option<Vec<u8>> {
    let field = field_at(at)?;
    let text = field.value.text()?;
    // Where a line breaks may matter to whoever reads another field.
    let is_plain = text.trim() == text && !text.contains(['\n', '\r', '\t']);
    if !is_plain && !PROSE.contains(&field.key.as_str()) {
        return None;
    }
    let text = if is_plain { text.to_owned() } else { folded(text) };
    kept(at, set_field(at.file.bytes, &field.key, Setting::Text(&text)).ok()?)
}

/// Plain values with a colon in quotes, where that alone makes the frontmatter YAML.
pub(super) fn quoted(at: &At<'_>) -> Option<Vec<u8>> {
    let reading = read_yaml(at.file.bytes);
    if reading.stage != Some(Stage::Quoted) {
        return None;
    }
    let mut out: Vec<Vec<u8>> = lines(at.file.bytes).into_iter().map(<[u8]>::to_vec).collect();
    for field in &reading.fields {
        let (line, text) = (out.get_mut(field.line as usize - 1)?, field.value.text().unwrap_or_default());
        let written = String::from_utf8(line.clone()).ok()?;
        let (key, value) = written.split_once(':')?;
        if value.trim() != text || !(text.contains(": ") || text.ends_with(':')) {
            continue;
        }
        // Pixir takes every quote off both ends.
        let form = if !text.contains(['"', '\\']) && !text.starts_with('\'') && !text.ends_with('\'') {
            format!("\"{text}\"")
        } else if !text.contains('\'') {
            format!("'{text}'")
        } else {
            return None;
        };
        let end = &value[value.trim_end().len()..];
        *line = format!("{key}: {form}{end}").into_bytes();
    }
    kept(at, out.concat())
}

/// The field as the last of the frontmatter. Pixir reads the last line of a key, nested or not.
pub(super) fn put_last(at: &At<'_>) -> Option<Vec<u8>> {
    let field = field_at(at).filter(|field| field.value.text().is_some())?;
    let mut lines = lines(at.file.bytes);
    let own = field.line as usize - 1;
    let close = (own + 1..lines.len()).find(|number| lines[*number].trim_ascii_end() == b"---")?;
    if is_continued(&lines, own) {
        return None;
    }
    lines[own..close].rotate_left(1);
    kept(at, lines.concat())
}

/// Without the second of two lines that are the same.
pub(super) fn once(at: &At<'_>) -> Option<Vec<u8>> {
    let mut lines = lines(at.file.bytes);
    let second = at.finding.line? as usize - 1;
    let text = lines.get(second)?.trim_ascii_end();
    let is_own = text.first().is_some_and(|first| !first.is_ascii_whitespace());
    let first = (1..second).find(|number| lines[*number].trim_ascii_end() == text)?;
    if !is_own || is_continued(&lines, first) || is_continued(&lines, second) {
        return None;
    }
    lines.remove(second);
    kept(at, lines.concat())
}

/// Tabs that indent, as two blanks each.
pub(super) fn with_spaces(at: &At<'_>) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(at.file.bytes).ok()?;
    if text.contains('\r') || text.starts_with('\u{feff}') {
        return None;
    }
    let (block, _) = fence::fenced(text).ok()?;
    let out = [&text[..block.start], &spaced(&text[block.clone()]), &text[block.end..]].concat();
    kept(at, out.into_bytes())
}

/// Lists in brackets with one entry a line. Lists of lists and mappings stay.
pub(super) fn one_a_line(at: &At<'_>) -> Option<Vec<u8>> {
    let mut out = at.file.bytes.to_vec();
    for field in read_yaml(at.file.bytes).fields {
        let Value::List(items) = &field.value else { continue };
        let is_flow = lines(at.file.bytes)
            .get(field.line as usize - 1)
            .and_then(|line| line.split(|byte| *byte == b':').nth(1))
            .is_some_and(|value| value.trim_ascii().starts_with(b"["));
        if !is_flow || items.is_empty() {
            continue;
        }
        let entries = items.iter().map(entry).collect::<Option<String>>()?;
        out = set_field(&out, &field.key, Setting::Yaml(&format!("{}:\n{entries}", field.key))).ok()?;
    }
    kept(at, out)
}

/// An entry of a list on a line of its own, when it is a plain text without anything that YAML or Pixir could read
/// otherwise.
fn entry(value: &Value) -> Option<String> {
    let Value::Text { text, style, .. } = value else { return None };
    let is_simple = |c: char| c.is_alphanumeric() || "-_./ ".contains(c);
    let begins = text.starts_with(|c: char| c.is_alphanumeric());
    if !begins || text.ends_with(' ') || !text.chars().all(is_simple) {
        return None;
    }
    match style {
        Style::Plain => Some(format!("  - {text}\n")),
        _ => Some(format!("  - \"{text}\"\n")),
    }
}

/// `allowed-tools` as the specification has it: text, when no tool has a blank in it.
pub(super) fn tools_as_text(at: &At<'_>) -> Option<Vec<u8>> {
    let field = field_at(at).filter(|field| field.key == "allowed-tools")?;
    let Value::List(items) = &field.value else { return None };
    let tool = |item: &Value| {
        let text = item.text()?;
        (!text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c == ',')).then(|| text.to_owned())
    };
    let tools = items.iter().map(tool).collect::<Option<Vec<_>>>().filter(|tools| !tools.is_empty())?;
    set_field(at.file.bytes, "allowed-tools", Setting::Text(&tools.join(" "))).ok()
}

/// A field of the specification in other letters, where the field itself is not there.
pub(super) fn in_known_case(at: &At<'_>) -> Option<Vec<u8>> {
    let field = field_at(at)?;
    let known = FIELDS.iter().find(|known| field.key.eq_ignore_ascii_case(known))?;
    if read_yaml(at.file.bytes).field(known).is_some() {
        return None;
    }
    let mut out: Vec<Vec<u8>> = lines(at.file.bytes).into_iter().map(<[u8]>::to_vec).collect();
    let line = out.get_mut(field.line as usize - 1)?;
    if !line.strip_prefix(field.key.as_bytes()).is_some_and(|rest| rest.starts_with(b":")) {
        return None;
    }
    line[..known.len()].copy_from_slice(known.as_bytes());
    Some(out.concat())
}

/// The name that Pixir takes anyway, where there is none.
pub(super) fn named(at: &At<'_>) -> Option<Vec<u8>> {
    let folder = at.skill.folder();
    let is_closed = frontmatter(at.file.bytes).is_some_and(|read| read.closed);
    let is_free = read_yaml(at.file.bytes).field("name").is_none();
    if !is_name(folder) || !is_closed || !is_free {
        return None;
    }
    set_field(at.file.bytes, "name", Setting::Text(folder)).ok()
}

/// The folder's name as the name, where that is one.
pub(super) fn named_as_folder(at: &At<'_>) -> Option<Vec<u8>> {
    let folder = at.skill.folder();
    let is_written = read_yaml(at.file.bytes).name.is_some_and(|name| name != folder);
    if !is_written || !is_name(folder) {
        return None;
    }
    set_field(at.file.bytes, "name", Setting::Text(folder)).ok()
}

/// The top-level field that the finding is about.
fn field_at(at: &At<'_>) -> Option<Field> {
    let line = at.finding.line?;
    read_yaml(at.file.bytes).fields.into_iter().rfind(|field| field.line == line)
}

/// Whether the next line goes on with what a line began.
fn is_continued(lines: &[&[u8]], number: usize) -> bool {
    lines.get(number + 1).is_some_and(|next| next.starts_with(b" ") || next.starts_with(b"\t"))
}

/// The new bytes, unless a reader of YAML would take them for another skill.
fn kept(at: &At<'_>, out: Vec<u8>) -> Option<Vec<u8>> {
    (out != at.file.bytes && keeps(at.file.bytes, &out)).then_some(out)
}
