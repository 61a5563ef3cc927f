//! Why a file was not read, and the small steps by which YAML is.

use std::path::{Path, PathBuf};

use skills::{Field, Refusal, Value};

/// Why a policy, a baseline or a scan was not read. Nothing of it counts then, and nothing passes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{path}:{line}: {words}", path = .path.display())]
pub struct PolicyError {
    /// The file.
    pub path: PathBuf,
    /// Counted from 1.
    pub line: u32,
    /// What is wrong and what to do.
    pub words: String,
}

impl PolicyError {
    pub(crate) fn new(path: &Path, line: u32, words: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, words: words.into() }
    }
}

/// The fields of a file that is one mapping, whose `version` is 1.
pub(crate) fn document(
    path: &Path,
    value: Result<Value, Refusal>,
    known: &[&str],
) -> Result<Vec<Field>, PolicyError> {
    let value = value.map_err(|no| PolicyError::new(path, no.line, format!("{}; repair it", no.words)))?;
    let Value::Map(fields) = value else {
        return Err(PolicyError::new(path, 1, "it is a list, not a mapping"));
    };
    match fields.iter().find(|field| field.key == "version") {
        Some(field) if field.value.text() == Some("1") => {}
        Some(field) => {
            let words = format!("unsupported version {}; Assay reads version 1", field.value.shown());
            return Err(PolicyError::new(path, field.line, words));
        }
        None => return Err(PolicyError::new(path, 1, "it has no version; add `version: 1`")),
    }
    only(path, &fields, known)?;
    Ok(fields)
}

/// The fields of a mapping, each of a name that is known.
pub(crate) fn map<'v>(path: &Path, field: &'v Field, known: &[&str]) -> Result<&'v [Field], PolicyError> {
    let Value::Map(fields) = &field.value else {
        return Err(PolicyError::new(path, field.line, format!("{} is not a mapping", field.key)));
    };
    only(path, fields, known)?;
    Ok(fields)
}

/// Refuses names that are not known, and those that stand twice: a slip of the pen would switch a rule off.
pub(crate) fn only(path: &Path, fields: &[Field], known: &[&str]) -> Result<(), PolicyError> {
    for (at, field) in fields.iter().enumerate() {
        let words = if !known.contains(&field.key.as_str()) {
            format!("unknown key {}; possible keys: {}", field.key, known.join(", "))
        } else if fields[..at].iter().any(|earlier| earlier.key == field.key) {
            format!("{} is repeated", field.key)
        } else {
            continue;
        };
        return Err(PolicyError::new(path, field.line, words));
    }
    Ok(())
}

/// The texts of a list, each with its line.
pub(crate) fn texts(path: &Path, field: &Field) -> Result<Vec<(String, u32)>, PolicyError> {
    let Value::List(values) = &field.value else {
        return Err(PolicyError::new(path, field.line, format!("{} is not a list", field.key)));
    };
    let text = |value: &Value| match value {
        Value::Text { text, line, .. } => Ok((text.clone(), *line)),
        _ => Err(PolicyError::new(
            path,
            value.line().unwrap_or(field.line),
            format!("{} must be a list of texts", field.key),
        )),
    };
    values.iter().map(text).collect()
}

pub(crate) fn text<'v>(path: &Path, field: &'v Field) -> Result<&'v str, PolicyError> {
    field
        .value
        .text()
        .ok_or_else(|| PolicyError::new(path, field.line, format!("{} is not a text", field.key)))
}
