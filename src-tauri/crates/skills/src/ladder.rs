//! How frontmatter is read that others wrote, step by step: read it as YAML; if that fails, quote what is plainly
//! unquoted; if that fails, take each value as a block of text; if that fails, take two lines.

use crate::convention::Steps;
use crate::fence::{fenced, normalized};
use crate::repair::{as_blocks, joined_surrogates, key_lines, quoted, spaced, two_lines};
use crate::yaml::{self, Field, Value};
use crate::{FindingText, Quote};

/// Frontmatter read as YAML, beside the way Pixir reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct YamlReading {
    /// Whether a YAML reader has a skill here.
    pub outcome: Outcome,
    /// The step that gave the fields; `None` when none did.
    pub stage: Option<Stage>,
    /// The name, trimmed; `None` when blank, missing or not text.
    pub name: Option<String>,
    /// The description, trimmed; likewise.
    pub description: Option<String>,
    /// All fields in the order of the file, duplicates included; the last of a key counts.
    pub fields: Vec<Field>,
    /// What was repaired or refused on the way, at most some twenty.
    pub problems: Vec<YamlProblem>,
}

/// Something a YAML reader stumbles over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct YamlProblem {
    /// One word for programs: `bom`, `crlf`, `tab_indent`, `not_yaml`, `repaired`, `duplicate_key`.
    pub code: &'static str,
    /// Where, counted from 1 in the file.
    pub line: Option<u32>,
    /// The problem.
    pub text: FindingText,
}

/// Whether a YAML reader has a skill here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// It does.
    Loads,
    /// It passes the file over.
    Skips(Skip),
}

/// Why a YAML reader passes a file over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Skip {
    /// The bytes are not UTF-8.
    NotUtf8,
    /// The first line with text is not a fence.
    NoFrontmatter,
    /// The fence is never closed.
    Unclosed,
    /// No step of the ladder found a name or a description.
    Unreadable,
    /// There is no description.
    NoDescription,
    /// There is no name.
    NoName,
    /// The name has no letter or digit to make an id of.
    EmptyId,
    /// The name is longer than the reader takes.
    LongName,
    /// The name holds characters the reader does not take.
    OddName,
    /// The description is longer than the reader takes.
    LongDescription,
}

/// A step of the ladder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// YAML as it stands.
    Yaml,
    /// Plain values that contain `: ` were quoted.
    Quoted,
    /// Every top-level value was taken as a block of text.
    Block,
    /// Only the lines `name:` and `description:` were taken.
    Line,
}

/// Reads frontmatter as YAML, by the ladder. Takes a few milliseconds at the most: only the first 64 KiB
/// of frontmatter are read as YAML, more goes to the last step.
pub fn read_yaml(content: &[u8]) -> YamlReading {
    read_by(content, Steps::Ladder)
}

/// The same by some of its steps; what is none of them counts as all.
pub(crate) fn read_by(content: &[u8], steps: Steps) -> YamlReading {
    let mut problems = Vec::new();
    let Ok(text) = std::str::from_utf8(content) else { return skipped(Skip::NotUtf8, problems) };
    let text = normalized(text, &mut problems);
    let (block, first_line) = match fenced(&text) {
        Ok(found) => found,
        Err(skip) => return skipped(skip, problems),
    };
    let Some((stage, mut fields)) = climb(&text[block], first_line, steps, &mut problems) else {
        return skipped(Skip::Unreadable, problems);
    };
    for field in &mut fields {
        shift(field, first_line - 1);
    }
    note_duplicates(&fields, &mut problems);
    let (name, description) = (last_text(&fields, "name"), last_text(&fields, "description"));
    let outcome = match (&name, &description) {
        (_, None) => Outcome::Skips(Skip::NoDescription),
        (None, _) => Outcome::Skips(Skip::NoName),
        (Some(name), _) if !has_id(name) => Outcome::Skips(Skip::EmptyId),
        _ => Outcome::Loads,
    };
    YamlReading { outcome, stage: Some(stage), name, description, fields, problems }
}

/// The frontmatter's fields for showing, as [`read_yaml`] finds them.
pub fn fields(content: &[u8]) -> Vec<Field> {
    read_yaml(content).fields
}

impl Stage {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Yaml => "yaml",
            Self::Quoted => "quoted",
            Self::Block => "block",
            Self::Line => "line",
        }
    }
}

impl Skip {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::NotUtf8 => "not_utf8",
            Self::NoFrontmatter => "no_frontmatter",
            Self::Unclosed => "unclosed_frontmatter",
            Self::Unreadable => "yaml_unparseable",
            Self::NoDescription => "description_missing",
            Self::NoName => "name_missing",
            Self::EmptyId => "name_empty_after_sanitising",
            Self::LongName => "name_too_long",
            Self::OddName => "name_not_taken",
            Self::LongDescription => "description_too_long",
        }
    }
}

impl YamlReading {
    /// The field of that key that counts, which is the last.
    pub fn field(&self, key: &str) -> Option<&Field> {
        self.fields.iter().rev().find(|field| field.key == key)
    }
}

/// Reads again with what many readers forgive: tabs as indentation, and JSON's way of escaping.
fn mended(block: &str, problems: &mut Vec<YamlProblem>) -> Option<Vec<Field>> {
    if !block.contains(['\t', '\\']) {
        return None;
    }
    let without_tabs = spaced(block);
    let mended = joined_surrogates(&without_tabs);
    let fields = (mended != block).then(|| yaml::read(&mended).ok())??;
    if without_tabs != block {
        problems.push(note("tab_indent", None, FindingText::TabIndent));
    }
    Some(fields)
}

/// Most problems that are told of one file.
const PROBLEMS: usize = 20;

fn skipped(skip: Skip, problems: Vec<YamlProblem>) -> YamlReading {
    let outcome = Outcome::Skips(skip);
    YamlReading { outcome, stage: None, name: None, description: None, fields: Vec::new(), problems }
}

pub(crate) fn note(code: &'static str, line: Option<u32>, text: FindingText) -> YamlProblem {
    YamlProblem { code, line, text }
}

fn climb(
    block: &str,
    first_line: u32,
    steps: Steps,
    problems: &mut Vec<YamlProblem>,
) -> Option<(Stage, Vec<Field>)> {
    let refusal = match yaml::read(block) {
        Ok(fields) => return Some((Stage::Yaml, fields)),
        Err(refusal) => refusal,
    };
    if !refusal.is_limit
        && let Some(fields) = mended(block, problems)
    {
        return Some((Stage::Yaml, fields));
    }
    let line = refusal.line + first_line - 1;
    let text = FindingText::NotYaml { reason: Quote::whole(&refusal.words), line };
    problems.push(note("not_yaml", Some(line), text));
    let repaired = match steps {
        Steps::YamlThenLines => None,
        _ => (!refusal.is_limit).then(|| repaired(block)).flatten(),
    };
    let (stage, fields) = repaired.unwrap_or_else(|| (Stage::Line, two_lines(block)));
    if fields.is_empty() {
        return None;
    }
    problems.push(note("repaired", None, FindingText::Repaired { stage: stage.name().to_owned() }));
    Some((stage, fields))
}

fn repaired(block: &str) -> Option<(Stage, Vec<Field>)> {
    let read = |text: Option<String>| yaml::read(&text?).ok();
    if let Some(fields) = read(quoted(block)) {
        return Some((Stage::Quoted, fields));
    }
    let mut fields = read(as_blocks(block))?;
    // Values took more lines than in the file; each still begins with its key.
    for (field, line) in fields.iter_mut().zip(key_lines(block)) {
        field.line = line;
        if let Value::Text { line: begins, .. } = &mut field.value {
            *begins = line;
        }
    }
    Some((Stage::Block, fields))
}

pub(crate) fn shift(field: &mut Field, by: u32) {
    field.line += by;
    shift_value(&mut field.value, by);
}

fn shift_value(value: &mut Value, by: u32) {
    match value {
        Value::Map(fields) => fields.iter_mut().for_each(|field| shift(field, by)),
        Value::List(values) => values.iter_mut().for_each(|value| shift_value(value, by)),
        Value::Text { line, .. } => *line += by,
    }
}

fn note_duplicates(fields: &[Field], problems: &mut Vec<YamlProblem>) {
    let mut seen = std::collections::HashMap::new();
    for field in fields {
        if let Some(first) = seen.insert(&field.key, field.line)
            && problems.len() < PROBLEMS
        {
            let key = Quote::whole(&field.key);
            let text = FindingText::DuplicateKey { key, first, again: field.line };
            problems.push(note("duplicate_key", Some(field.line), text));
        }
    }
    for value in fields.iter().map(|field| &field.value) {
        note_nested_duplicates(value, problems);
    }
}

fn note_nested_duplicates(value: &Value, problems: &mut Vec<YamlProblem>) {
    match value {
        Value::Map(fields) => note_duplicates(fields, problems),
        Value::List(values) => values.iter().for_each(|value| note_nested_duplicates(value, problems)),
        Value::Text { .. } => {}
    }
}

fn last_text(fields: &[Field], key: &str) -> Option<String> {
    let text = fields.iter().rev().find(|field| field.key == key)?.value.text()?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// Whether an id can be made of a name.
fn has_id(name: &str) -> bool {
    name.chars().any(|character| character.is_alphanumeric() || character == '_')
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    /// `expected` is the step or the reason, then name and description.
    fn check(content: &str, expected: &str, name: &str, description: &str) {
        let read = read_yaml(content.as_bytes());
        let step = match (read.outcome, read.stage) {
            (Outcome::Skips(skip), _) => skip.name(),
            (Outcome::Loads, stage) => stage.map_or("none", Stage::name),
        };
        let shown = [step, read.name.as_deref().unwrap_or(""), read.description.as_deref().unwrap_or("")];
        assert_eq!(shown, [expected, name, description], "{content:?}: {:?}", read.problems);
    }

    #[test]
    fn fences_forgive_what_people_write() {
        check("---\nname: a\ndescription: b\n---\nBody: x\n", "yaml", "a", "b");
        check("\u{feff}\r\n \r\n--- \r\nname: a\r\ndescription: b\r\n---  \r\n", "yaml", "a", "b");
        check("---\rname: a\rdescription: b\r---\r", "yaml", "a", "b");
        check("---\nname: a\ndescription: b\n  ---\n", "yaml", "a", "b");
        check("---\nname: a\ndescription: |\n  x\n  ---\n  y\n---\n", "yaml", "a", "x\n---\ny");
        check("---\nname: a\ndescription: x --- y\n---\n", "yaml", "a", "x --- y");
        check("---\nname: a\n", "unclosed_frontmatter", "", "");
        check("# Text\n---\nname: a\n---\n", "no_frontmatter", "", "");
        check("", "no_frontmatter", "", "");
        assert_eq!(read_yaml(b"---\nname: \xff\n---\n").outcome, Outcome::Skips(Skip::NotUtf8));
    }

    #[test]
    fn scalars_stay_text() {
        check("---\nname: yes\ndescription: 1.10\n---\n", "yaml", "yes", "1.10");
        check("---\nname: a\ndescription: >-\n  two\n  lines\n---\n", "yaml", "a", "two lines");
        check("---\nname: 'it''s'\ndescription: \"a\\tb \\uD83D\\uDE80\"\n---\n", "yaml", "it's", "a\tb 🚀");
        check("---\nname: a\ndescription: see #4 and #5 # cut\n---\n", "yaml", "a", "see");
        check("---\nname: a\nname: b\ndescription: c\n---\n", "yaml", "b", "c");
        check("---\nname: a\ndescription: b\nm:\n\tk: v\n---\n", "yaml", "a", "b");
    }

    #[test]
    fn what_is_not_yaml_is_repaired_step_by_step() {
        check(
            "---\nname: a\ndescription: Use when: now, \"b\"\n---\n",
            "quoted",
            "a",
            "Use when: now, \"b\"",
        );
        check("---\nname: a\ndescription: b\nhint: [x] [y]\n---\n", "block", "a", "b");
        check("---\nname: a\ndescription: b\n  c: d\n---\n", "block", "a", "b c: d");
        check("---\nname: \"a\"\ndescription: b\nx: &y z\n---\n", "block", "a", "b");
        check("---\nname: a\ndescription: b\nx: *y\n---\n", "block", "a", "b");
        check("---\nname: a\ndescription: b\nx: !t z\n---\n", "block", "a", "b");
        check("---\nname: a\ndescription: b\n<<<<<<< x\n---\n", "line", "a", "b");
        check("---\nname: a\ndescription: 'b'\n...\nx: 1\n---\n", "line", "a", "b");
        check("---\n- a\n- b\n---\n", "yaml_unparseable", "", "");
    }

    #[test]
    fn a_skill_needs_a_name_and_a_description() {
        check("---\nname:\ndescription: b\n---\n", "name_missing", "", "b");
        check("---\nname: a\ndescription: \"\"\n---\n", "description_missing", "a", "");
        check("---\nname: a\ndescription: [b]\n---\n", "description_missing", "a", "");
        check("---\nname: '..'\ndescription: b\n---\n", "name_empty_after_sanitising", "..", "b");
        check("---\nname: 技能\ndescription: b\n---\n", "yaml", "技能", "b");
    }

    #[test]
    fn fields_keep_their_order_their_nesting_and_their_lines() {
        let found = fields(b"\xef\xbb\xbf---\nz: 1\nmetadata:\n  a: [x, {y: z}]\n  b:\n---\n");
        let shown: Vec<_> = found.iter().map(|f| (f.key.as_str(), f.value.shown(), f.line)).collect();
        let metadata = "{a: [x, {y: z}], b: }".to_owned();
        assert_eq!(shown, [("z", "1".to_owned(), 2), ("metadata", metadata, 3)]);
    }

    #[test]
    fn values_carry_their_lines() {
        let found = fields(b"---\na: 1\nb:\n  - x\n  - k: v\n    l:\n      - y\nc: []\n---\n");
        let lines: Vec<_> = found.iter().map(|field| field.value.line()).collect();
        assert_eq!(lines, [Some(2), Some(4), None]);
        let Value::List(items) = &found[1].value else { panic!("{found:?}") };
        assert_eq!(items[1].line(), Some(5));
        let Value::Map(inner) = &items[1] else { panic!("{items:?}") };
        assert_eq!((inner[1].line, inner[1].value.line()), (6, Some(7)));
        let repaired = fields(b"---\nname: a\nx: [y] z\n---\n");
        assert_eq!(repaired[1].value.line(), Some(3));
    }

    #[test]
    fn a_repaired_field_keeps_its_line() {
        let found = fields(b"---\nname: a\ndescription: b\n  c: d\nx: [y] z\n---\n");
        let lines: Vec<_> = found.iter().map(|field| (field.key.as_str(), field.line)).collect();
        assert_eq!(lines, [("name", 2), ("description", 3), ("x", 5)]);
    }

    /// A person waits for none of these. The bound is far above what they take, so that a busy machine
    /// passes and an algorithm that grows with the square of its input does not.
    #[test]
    fn hostile_frontmatter_is_read_in_no_time() {
        let full = |part: &str| part.repeat((yaml::LIMIT - 64) / part.len());
        let deep: String = (0..350).map(|depth| format!("{}k:\n", " ".repeat(depth))).collect();
        let bomb = format!("a: &a [x]\n{}", full("b: [*a, *a]\n"));
        for (name, hostile) in [
            ("brackets", full("[")),
            ("pairs of brackets", full("[]")),
            ("braces", full("{")),
            ("shallow brackets", full("[[[[[[[]]]]]]]")),
            ("flow pairs", format!("a: [{}]", full("b: c, "))),
            ("dashes", full("- ")),
            ("dash lines", full("- a\n")),
            ("questions", full("? ")),
            ("question lines", full("? a\n")),
            ("colons", full(": ")),
            ("key lines", full("a:\n")),
            ("same keys", full("a: b\n")),
            ("long plain", format!("a: {}", full("x "))),
            ("many plain lines", format!("a: {}", full("x\n "))),
            ("long quoted", format!("a: \"{}\"", full("x\\n"))),
            ("open quote", format!("a: \"{}", full("x\n "))),
            ("open quotes", full("'\n")),
            ("escapes", format!("a: \"{}\"", full("\\uD83D"))),
            ("long literal", format!("a: |\n {}", full("x\n "))),
            ("blank lines", format!("a: |\n{}", full("\n"))),
            ("folded", format!("a: >\n {}", full("x\n\n "))),
            ("comments", full("#\n")),
            ("anchors", full("&a ")),
            ("tags", full("!a ")),
            ("percent", full("%\n")),
            ("tabs", full("\t")),
            ("tab lines", full("\t\n")),
            ("deep", deep),
            ("bomb", bomb),
            ("quoted colons", full("a: b: c\n")),
            ("blocks that stay broken", full("a: [\n")),
        ] {
            assert!(hostile.len() < yaml::LIMIT, "{name} must reach the parser");
            let content = format!("---\n{hostile}\n---\n");
            let started = Instant::now();
            let read = read_yaml(content.as_bytes());
            let took = started.elapsed();
            println!("{name}: {took:?}, {:?}", read.stage);
            assert!(took < Duration::from_millis(400), "{name} took {took:?}");
        }
    }
}
