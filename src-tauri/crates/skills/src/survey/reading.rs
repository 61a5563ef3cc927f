//! What a file says, as each kind of reader reads it.

use crate::convention::Steps;
use crate::dialect::{self, Blocks};
use crate::frontmatter::{first_words, frontmatter};
use crate::ladder::read_by;
use crate::{Outcome, Skip, Stage, Value, YamlReading};

/// The readings of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Readings {
    pixir: Read,
    ladder: Read,
    /// Those that differ from the ladder's; of most files none does.
    others: Vec<(Steps, Read)>,
    /// The first words below the frontmatter.
    pub first_words: String,
}

/// One reading.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Read {
    pub name: Option<String>,
    pub description: Option<String>,
    /// Whether the agent keeps it from the model's list (D6).
    pub hidden: bool,
    /// The patterns of `paths` (S4-21).
    pub paths: Vec<String>,
    /// Why the file says nothing at all; a missing name or description is no such reason.
    pub unreadable: Option<Skip>,
    /// The step that read it; Pixir has none.
    pub stage: Option<Stage>,
}

/// The readers that are asked beside Pixir's and the ladder.
const READERS: [Steps; 7] = [
    Steps::YamlThenLines,
    Steps::ClaudeCode,
    Steps::Codex,
    Steps::Copilot,
    Steps::GeminiCli,
    Steps::OpenCode,
    Steps::Pi,
];

impl Readings {
    pub fn of(content: &[u8]) -> Self {
        let whole = read_by(content, Steps::Ladder);
        let ladder = Read::of(&whole);
        let mut blocks = Blocks::default();
        let mut by = |steps| match dialect::read(content, steps, &mut blocks) {
            Some(read) => read,
            None if whole.stage == Some(Stage::Yaml) => ladder.clone(),
            None => Read::of(&read_by(content, steps)),
        };
        let others = READERS.map(|steps| (steps, by(steps))).into_iter();
        let others = others.filter(|(_, read)| *read != ladder).collect();
        let body = crate::body(content).map(|(body, _)| body).unwrap_or_default();
        let words = first_words(body.as_bytes());
        Self {
            pixir: pixir(content),
            others,
            first_words: String::from_utf8_lossy(words).into_owned(),
            ladder,
        }
    }

    pub fn by(&self, steps: Steps) -> &Read {
        if steps == Steps::Pixir {
            return &self.pixir;
        }
        let other = self.others.iter().find(|(reader, _)| *reader == steps);
        other.map_or(&self.ladder, |(_, read)| read)
    }
}

impl Read {
    fn of(read: &YamlReading) -> Self {
        let unreadable = match read.outcome {
            Outcome::Loads | Outcome::Skips(Skip::NoName | Skip::NoDescription | Skip::EmptyId) => None,
            Outcome::Skips(skip) => Some(skip),
        };
        let hidden = read.field("disable-model-invocation").and_then(|field| field.value.text());
        let paths = read.field("paths").map(|field| &field.value);
        Self {
            name: read.name.clone(),
            description: read.description.clone(),
            hidden: hidden.is_some_and(|value| value.trim().eq_ignore_ascii_case("true")),
            paths: paths.map(patterns).unwrap_or_default(),
            unreadable,
            stage: read.stage,
        }
    }
}

/// A single text is a list of one (S4-21).
pub(crate) fn patterns(value: &Value) -> Vec<String> {
    let texts: Vec<&str> = match value {
        Value::List(values) => values.iter().filter_map(Value::text).collect(),
        other => other.text().into_iter().collect(),
    };
    texts.into_iter().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned).collect()
}

fn pixir(content: &[u8]) -> Read {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let read = frontmatter(content).unwrap_or_default();
    Read {
        name: read.text("name").map(text),
        description: Some(text(read.text("description").unwrap_or_else(|| first_words(content)))),
        hidden: read.disabled(),
        paths: Vec::new(),
        unreadable: None,
        stage: None,
    }
}
