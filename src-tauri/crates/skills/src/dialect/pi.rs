//! Pi: frontmatter stands between the first three dashes and the next line that begins with three. It has to be YAML,
//! and the description text.

use super::parts::{Blocks, Text, between_dashes, passed_over, unmarked, value, with_lf};
use super::scalar::{Scalar, Schema, scalar, text};
use crate::read::Read;
use crate::{Skip, Stage};

pub(super) fn read(file: &Text<'_>, blocks: &mut Blocks) -> Read {
    let content = with_lf(unmarked(&file.shown));
    let content = if content.contains('\r') { content.replace('\r', "\n").into() } else { content };
    let block = match between_dashes(&content) {
        // The character behind the dashes is taken for the end of their line, whatever it is.
        Ok(block) => block.chars().next().map_or("", |first| &block[first.len_utf8()..]),
        Err(skip) => return passed_over(skip),
    };
    let Some(fields) = blocks.fields(block) else { return passed_over(Skip::Unreadable) };
    let of = |key: &str| value(fields, key).and_then(|value| text(value, Schema::Core));
    let off = value(fields, "disable-model-invocation").and_then(|value| scalar(value, Schema::Core));
    Read {
        name: of("name").filter(|name| !name.is_empty()).map(str::to_owned),
        description: of("description").filter(|said| !said.trim().is_empty()).map(str::to_owned),
        hidden: off == Some(Scalar::Bool(true)),
        stage: Some(Stage::Yaml),
        ..Read::default()
    }
}
