//! Gemini CLI: the first line is three dashes and nothing else. Where YAML gives no name and description that are
//! text, the lines `name:` and `description:` do.

use super::parts::{Blocks, Text, passed_over, value};
use super::scalar::{Schema, text};
use crate::read::Read;
use crate::{Skip, Stage};

pub(super) fn read(file: &Text<'_>, blocks: &mut Blocks) -> Read {
    let content = &file.shown;
    let Some(rest) = content.strip_prefix("---\n").or_else(|| content.strip_prefix("---\r\n")) else {
        return passed_over(Skip::NoFrontmatter);
    };
    let Some(end) = rest.find("\n---") else { return passed_over(Skip::Unclosed) };
    let block = rest[..end].strip_suffix('\r').unwrap_or(&rest[..end]);
    let typed = blocks.untagged(block).and_then(|fields| {
        let of =
            |key: &str| value(fields, key).and_then(|value| text(value, Schema::JsYaml)).map(str::to_owned);
        Some((of("name")?, of("description")?))
    });
    let (name, description, stage) = match typed {
        Some((name, description)) => (Some(name), Some(description), Stage::Yaml),
        None => {
            let (name, description) = by_lines(block);
            (name, description, Stage::Line)
        }
    };
    let unreadable = (name.is_none() && description.is_none()).then_some(Skip::Unreadable);
    Read { name, description, stage: Some(stage), unreadable, ..Read::default() }
}

/// The last line of each; lines below a description that are indented go on with it.
fn by_lines(block: &str) -> (Option<String>, Option<String>) {
    let (mut name, mut description) = (None, None);
    let mut lines = block.lines().peekable();
    while let Some(line) = lines.next() {
        let line = line.trim_start();
        if let Some(rest) = line.strip_prefix("name:") {
            name = Some(rest.trim().to_owned());
        } else if let Some(rest) = line.strip_prefix("description:") {
            let mut parts = vec![rest.trim()];
            while let Some(more) =
                lines.next_if(|next| next.starts_with([' ', '\t']) && !next.trim().is_empty())
            {
                parts.push(more.trim());
            }
            parts.retain(|part| !part.is_empty());
            description = Some(parts.join(" "));
        }
    }
    (name, description)
}
