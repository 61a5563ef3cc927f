//! What a list of sources in the frontmatter does to Pixir, which reads it line by line.

use std::path::Path;

use disk::{Contents, Stamp};
use skills::{Field, Finding, Quote, Severity, Skill, SourceFlaw, Value, YamlReading, pixir_fields};

use crate::declared::KEY;
use crate::flaw::finding;

/// What there is to say about a declaration in the frontmatter: that it better stood in a file and, as a
/// warning, which of the skill's own fields Pixir takes from its lines. Pixir does so when a nested line has
/// the key `name`, `description` or `disable-model-invocation` and comes after the skill's own, and when there
/// is no description and a nested line without a colon is the first one it finds.
pub(crate) fn misled(skill: &Skill, content: &[u8], yaml: &YamlReading, block: &Field) -> Vec<Finding> {
    let lines = lines(content, yaml, block);
    let without = without(content, &lines);
    let taken = taken(&skill.path, content, &without);
    if taken.is_empty() {
        return nested(content, &without, block).into_iter().collect();
    }
    let warn = |flaw| finding("source-frontmatter", Severity::Warning, block.line, flaw);
    taken.into_iter().map(warn).collect()
}

/// The lines of the block, from its key to the line before the next field or the closing fence.
fn lines(content: &[u8], yaml: &YamlReading, block: &Field) -> std::ops::Range<u32> {
    let fence = skills::body(content).map_or(block.line + 1, |(_, first)| first.saturating_sub(1));
    let siblings = yaml.fields.iter().flat_map(|field| match &field.value {
        Value::Map(inner) => inner.as_slice(),
        Value::Text { .. } | Value::List(_) => &[],
    });
    let next = yaml.fields.iter().chain(siblings).map(|field| field.line);
    block.line..next.filter(|line| *line > block.line).fold(fence, u32::min)
}

fn without(content: &[u8], lines: &std::ops::Range<u32>) -> Vec<u8> {
    let all = (1_u32..).zip(content.split_inclusive(|&byte| byte == b'\n'));
    all.filter(|(number, _)| !lines.contains(number)).flat_map(|(_, line)| line.iter().copied()).collect()
}

/// The fields Pixir would read differently without the block, and what it reads with it.
fn taken(path: &Path, content: &[u8], without: &[u8]) -> Vec<SourceFlaw> {
    let read =
        |bytes: &[u8]| Skill::alone(path, &Contents { bytes: bytes.to_owned(), stamp: Stamp::default() });
    let (with, without) = (read(content), read(without));
    let mut taken = Vec::new();
    if with.name != without.name {
        taken.push(of_field("name", &with.name));
    }
    if with.description != without.description {
        taken.push(of_field("description", &with.description));
    }
    if with.disable_model_invocation != without.disable_model_invocation {
        taken.push(SourceFlaw::TakenVisibility { is_hidden: with.disable_model_invocation });
    }
    taken
}

/// Which nested keys Pixir lists as the skill's, when they change nothing.
fn nested(content: &[u8], without: &[u8], block: &Field) -> Option<Finding> {
    let mut rest = pixir_fields(without);
    let mut keys: Vec<String> = Vec::new();
    for field in pixir_fields(content) {
        if let Some(at) = rest.iter().position(|other| *other == field) {
            rest.remove(at);
        } else if field.0 != KEY && !keys.contains(&field.0) {
            keys.push(field.0);
        }
    }
    (!keys.is_empty()).then(|| {
        let keys = keys.iter().take(6).map(|key| Quote::of(key)).collect();
        finding("source-frontmatter", Severity::Note, block.line, SourceFlaw::TakenKeys { keys })
    })
}

fn of_field(field: &str, value: &str) -> SourceFlaw {
    SourceFlaw::TakenField { field: Quote::whole(field), value: Quote::of(value) }
}
