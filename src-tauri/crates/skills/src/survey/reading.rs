//! What a file says, as each kind of reader reads it.

use crate::convention::Steps;
use crate::frontmatter::{first_words, frontmatter};
use crate::ladder::read_by;
use crate::{Outcome, Skip, Stage, Value, YamlReading};

/// The readings of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Readings {
    pixir: Read,
    ladder: Read,
    /// Where the ladder needed more than its first step: with the last step alone, and with the first alone.
    others: Option<Box<(Read, Read)>>,
    /// The first words below the frontmatter.
    pub first_words: String,
}

/// One reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Read {
    pub name: Option<String>,
    pub description: Option<String>,
    /// `disable-model-invocation` (D6).
    pub hidden: bool,
    /// The patterns of `paths` (S4-21).
    pub paths: Vec<String>,
    /// Why the file says nothing at all; a missing name or description is no such reason.
    pub unreadable: Option<Skip>,
    /// The step that read it; Pixir has none.
    pub stage: Option<Stage>,
}

impl Readings {
    pub fn of(content: &[u8]) -> Self {
        let whole = read_by(content, Steps::Ladder);
        let others = (whole.stage != Some(Stage::Yaml)).then(|| {
            let by = |steps| Read::of(&read_by(content, steps));
            Box::new((by(Steps::YamlThenLines), by(Steps::Yaml)))
        });
        let body = crate::body(content).map(|(body, _)| body).unwrap_or_default();
        let words = first_words(body.as_bytes());
        Self {
            pixir: pixir(content),
            ladder: Read::of(&whole),
            others,
            first_words: String::from_utf8_lossy(words).into_owned(),
        }
    }

    pub fn by(&self, steps: Steps) -> &Read {
        match (steps, &self.others) {
            (Steps::Pixir, _) => &self.pixir,
            (Steps::Ladder, _) | (_, None) => &self.ladder,
            (Steps::YamlThenLines, Some(others)) => &others.0,
            (Steps::Yaml, Some(others)) => &others.1,
        }
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
fn patterns(value: &Value) -> Vec<String> {
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
