//! One field of a frontmatter, set without touching any other byte.

use crate::frontmatter::frontmatter;
use crate::{Field, Value, YamlReading, read_yaml};

use super::Trouble;

/// The text with this value for a top-level key of its frontmatter: the line of the key is replaced, or a line
/// is added before the closing fence. Every other byte stays. `value` must be plain: letters, digits, hyphens.
///
/// Refused where the two readings of the file would not agree on the outcome.
pub fn with_field(content: &[u8], key: &str, value: &str) -> Result<Vec<u8>, Trouble> {
    let Some(read) = frontmatter(content).filter(|read| read.closed) else {
        return Trouble::refused(format!(
            "The file has no frontmatter between two lines of three dashes, so `{key}` has no place in it. \
             Add one first."
        ));
    };
    let entries: Vec<_> = read.entries.iter().filter(|entry| entry.key == key.as_bytes()).collect();
    if entries.len() > 1 || entries.iter().any(|entry| entry.indented) {
        return Trouble::refused(format!(
            "`{key}` stands in the frontmatter more than once, or below another key. Edit the file by hand."
        ));
    }
    let written = format!("{key}: {value}\n").into_bytes();
    let mut out = Vec::with_capacity(content.len() + written.len());
    let mut is_written = false;
    for (line, number) in content.split_inclusive(|byte| *byte == b'\n').zip(1_u32..) {
        let is_key = entries.first().is_some_and(|entry| entry.line == number);
        let closes = number > 1 && (line == b"---\n" || line == b"---");
        if !is_written && (is_key || entries.is_empty() && closes) {
            out.extend_from_slice(&written);
            is_written = true;
            if is_key {
                continue;
            }
        }
        out.extend_from_slice(line);
    }
    let pixir = frontmatter(&out).and_then(|read| read.get(key).map(|entry| entry.value.to_vec()));
    if pixir.as_deref() != Some(value.as_bytes()) || !yaml_agrees(content, &out, key, value) {
        return Trouble::refused(format!(
            "Setting `{key}` on its own line would not be read as `{value}`. Edit the file by hand."
        ));
    }
    Ok(out)
}

/// YAML reads the value too, and all other fields as before. What it could not read before it need not now.
fn yaml_agrees(before: &[u8], after: &[u8], key: &str, value: &str) -> bool {
    let (before, after) = (read_yaml(before), read_yaml(after));
    let others = |reading: &YamlReading| -> Vec<String> {
        reading.fields.iter().map(|field| field.key.clone()).filter(|other| other != key).collect()
    };
    let set = after.fields.iter().filter(|field| field.key == key);
    let reads = |field: &Field| matches!(&field.value, Value::Text { text, .. } if text == value);
    before.stage.is_none() || others(&before) == others(&after) && set.map(reads).eq([true])
}
