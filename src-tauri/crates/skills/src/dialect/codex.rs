//! Codex: the first and the last line of the frontmatter are three dashes and blanks, and nothing but UTF-8 is read.
//! What is no YAML is tried again with the values quoted that need it.

use super::parts::{Blocks, Text, passed_over, value};
use crate::read::Read;
use crate::repair::escaped_value;
use crate::{Skip, Stage, Style, Value};

/// Longest name it takes.
const NAME: usize = 64;

pub(super) fn read(text: &Text<'_>, blocks: &mut Blocks) -> Read {
    if !text.is_utf8 {
        return passed_over(Skip::NotUtf8);
    }
    let mut lines = text.shown.lines();
    if lines.next().is_none_or(|line| line.trim() != "---") {
        return passed_over(Skip::NoFrontmatter);
    }
    let (mut block, mut is_closed) = (Vec::new(), false);
    for line in lines {
        is_closed = line.trim() == "---";
        if is_closed {
            break;
        }
        block.push(line);
    }
    if !is_closed {
        return passed_over(Skip::Unclosed);
    }
    let block = block.join("\n");
    let found = fields(blocks, &block).map(|found| (found, Stage::Yaml)).or_else(|| {
        let mended: Vec<String> = block.lines().map(|line| quoted(line, blocks)).collect();
        fields(blocks, &mended.join("\n")).map(|found| (found, Stage::Quoted))
    });
    let Some(((name, description), stage)) = found else { return passed_over(Skip::Unreadable) };
    let too_long = name.as_ref().is_some_and(|name| name.chars().count() > NAME);
    let unreadable = too_long.then_some(Skip::LongName);
    Read { name, description, stage: Some(stage), unreadable, ..Read::default() }
}

type NameAndDescription = (Option<String>, Option<String>);

/// Name and description on one line each; nothing where one of them, or the metadata, is of another kind.
fn fields(blocks: &mut Blocks, block: &str) -> Option<NameAndDescription> {
    let fields = blocks.fields(block)?;
    let is_metadata = match value(fields, "metadata") {
        None | Some(Value::Map(_)) => true,
        Some(other) => is_nothing(other),
    };
    let text = |key: &str| match value(fields, key) {
        None => Some(None),
        Some(found) if is_nothing(found) => Some(None),
        Some(found) => {
            let words: Vec<&str> = found.text()?.split_whitespace().collect();
            Some(Some(words.join(" ")).filter(|text| !text.is_empty()))
        }
    };
    if is_metadata { Some((text("name")?, text("description")?)) } else { None }
}

fn is_nothing(value: &Value) -> bool {
    matches!(value, Value::Text { text, style: Style::Plain, .. } if matches!(text.as_str(), "" | "~" | "null" | "Null" | "NULL"))
}

/// A line whose bare value needs quotes, with quotes; what follows ` #` is a comment still.
fn quoted(line: &str, blocks: &mut Blocks) -> String {
    let Some((key, rest)) = line.split_once(':').filter(|(key, _)| is_key(key.trim())) else {
        return line.to_owned();
    };
    let Some(value) = rest.strip_prefix([' ', '\t']).map(str::trim) else { return line.to_owned() };
    let (value, comment) = value.find(" #").map_or((value, ""), |at| value.split_at(at));
    let begins_oddly =
        value.starts_with(['@', '`']) || value.starts_with(['[', '{']) && blocks.document(value).is_none();
    if value.starts_with(['"', '\'', '|', '>']) || !(value.contains(": ") || begins_oddly) {
        return line.to_owned();
    }
    format!("{key}: \"{}\"{comment}", escaped_value(value))
}

fn is_key(key: &str) -> bool {
    !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'))
}

/// Whether `agents/openai.yaml` beside a skill keeps it from the model's list: it may not be used unasked, or it is
/// for other products.
pub(crate) fn is_kept_from_the_list(content: &[u8]) -> bool {
    let mut blocks = Blocks::default();
    let Some(fields) = std::str::from_utf8(content).ok().and_then(|text| blocks.fields(text)) else {
        return false;
    };
    let is_section = |key: &str| {
        value(fields, key).is_none_or(|found| matches!(found, Value::Map(_)) || is_nothing(found))
    };
    let Some(Value::Map(policy)) = value(fields, "policy") else { return false };
    if !is_section("interface") || !is_section("dependencies") {
        return false;
    }
    let unasked = value(policy, "allow_implicit_invocation");
    let word = match unasked {
        None => "true",
        Some(Value::Text { text, style: Style::Plain, .. }) => text,
        Some(_) => return false,
    };
    let products = match value(policy, "products") {
        Some(Value::List(products)) => products.as_slice(),
        _ => &[],
    };
    let is_for_it = |product: &Value| product.text().is_some_and(|name| name.eq_ignore_ascii_case("codex"));
    match word {
        "false" | "False" | "FALSE" => true,
        "true" | "True" | "TRUE" | "" | "~" | "null" => {
            !products.is_empty() && !products.iter().any(is_for_it)
        }
        _ => false,
    }
}
