//! OpenCode: YAML without tags. Where that fails, values with a colon are taken as blocks of text. Name and
//! description have to be text.

use super::parts::{Blocks, Text, passed_over, unmarked, value};
use super::scalar::{Schema, text};
use crate::read::Read;
use crate::repair::spaced;
use crate::{Field, Skip, Stage};

pub(super) fn read(file: &Text<'_>, blocks: &mut Blocks) -> Read {
    let Some(rest) = unmarked(&file.shown).strip_prefix("---").filter(|rest| !rest.starts_with('-')) else {
        return passed_over(Skip::NoFrontmatter);
    };
    // What stands behind the dashes would name a language.
    let (language, rest) = rest.split_at(rest.find('\n').unwrap_or(rest.len()));
    if !language.trim().is_empty() {
        return passed_over(Skip::Unreadable);
    }
    // Frontmatter that is never closed is the whole file.
    let block = &rest[..rest.find("\n---").unwrap_or(rest.len())];
    let block = block.strip_prefix('\n').unwrap_or(block);
    let found = fields(blocks, block).map(|found| (found, Stage::Yaml)).or_else(|| {
        let blocked: Vec<String> = block.lines().map(as_block).collect();
        fields(blocks, &blocked.join("\n")).map(|found| (found, Stage::Block))
    });
    let Some((fields, stage)) = found else { return passed_over(Skip::Unreadable) };
    let of = |key: &str| value(&fields, key).and_then(|value| text(value, Schema::JsYaml)).map(str::to_owned);
    Read { name: of("name"), description: of("description"), stage: Some(stage), ..Read::default() }
}

fn fields(blocks: &mut Blocks, block: &str) -> Option<Vec<Field>> {
    if let Some(fields) = blocks.untagged(block) {
        return Some(fields.to_vec());
    }
    let without_tabs = spaced(block);
    if without_tabs == block { None } else { blocks.untagged(&without_tabs).map(<[Field]>::to_vec) }
}

/// A line whose bare value holds a colon, with that value as a block of its own.
fn as_block(line: &str) -> String {
    let is_key = |key: &str| {
        key.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    match line.split_once(':').map(|(key, value)| (key.trim_end(), value.trim())) {
        Some((key, value))
            if is_key(key) && value.contains(':') && !value.starts_with(['"', '\'', '>', '|']) =>
        {
            format!("{key}: |-\n  {value}")
        }
        _ => line.to_owned(),
    }
}
