//! What a list of sources in the frontmatter does to Pixir, which reads it line by line.

use std::path::Path;

use disk::{Contents, Stamp};
use skills::{Field, Finding, Severity, Skill, Value, YamlReading, pixir_fields};

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
    let fix = "Put the list into context-sources.yaml beside the SKILL.md.";
    let warn = |(field, value): (&str, String)| {
        let message = format!(
            "Pixir reads the frontmatter line by line and takes the {field} from inside `{KEY}`: {value}."
        );
        finding("source-frontmatter", Severity::Warning, block.line, message, fix)
    };
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
fn taken(path: &Path, content: &[u8], without: &[u8]) -> Vec<(&'static str, String)> {
    let read =
        |bytes: &[u8]| Skill::alone(path, &Contents { bytes: bytes.to_owned(), stamp: Stamp::default() });
    let (with, without) = (read(content), read(without));
    let mut taken = Vec::new();
    if with.name != without.name {
        taken.push(("name", quoted(&with.name)));
    }
    if with.description != without.description {
        taken.push(("description", quoted(&with.description)));
    }
    if with.disable_model_invocation != without.disable_model_invocation {
        let state =
            if with.disable_model_invocation { "hidden from the model" } else { "shown to the model" };
        taken.push(("word on who may call it", format!("the skill is {state}")));
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
        let shown: Vec<String> = keys.iter().take(6).map(|key| quoted(key)).collect();
        let message = format!(
            "Pixir reads the frontmatter line by line and takes keys inside `{KEY}` for the skill's own: {}. They change nothing in it.",
            shown.join(", ")
        );
        let fix = "Only Assay reads a context-sources.yaml next to the SKILL.md.";
        finding("source-frontmatter", Severity::Note, block.line, message, fix)
    })
}

fn quoted(text: &str) -> String {
    let short: String = text.chars().take(60).flat_map(char::escape_debug).collect();
    if text.chars().nth(60).is_some() { format!("`{short}…`") } else { format!("`{short}`") }
}
