//! What one reader reads in a file.

use crate::ladder::{Outcome, Skip, Stage, YamlReading};
use crate::yaml::Value;

/// One reading.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Read {
    pub name: Option<String>,
    pub description: Option<String>,
    /// Whether the agent keeps it from the model's list.
    pub hidden: bool,
    /// The patterns of `paths` (S4-21).
    pub paths: Vec<String>,
    /// Why the file says nothing at all; a missing name or description is no such reason.
    pub unreadable: Option<Skip>,
    /// The step that read it; Pixir has none.
    pub stage: Option<Stage>,
}

impl Read {
    pub fn of(read: &YamlReading) -> Self {
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
