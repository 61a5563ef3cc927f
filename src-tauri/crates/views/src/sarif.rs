//! A log of SARIF 2.1.0, which forges show beside the lines of a change: findings, and what is not as locked.

use std::path::Path;

use serde::Serialize;
use serde_json::{Value, json};

/// A log of SARIF.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SarifReport {
    /// Where the form of the document is described.
    #[serde(rename = "$schema")]
    pub schema: String,
    /// `2.1.0`.
    pub version: String,
    /// One run.
    #[cfg_attr(feature = "typescript", ts(type = "Array<unknown>"))]
    pub runs: Vec<Value>,
    /// How many results are errors; no part of the document.
    #[serde(skip)]
    pub errors: u32,
}

/// What paths are relative to, in the words of SARIF.
const BASE: &str = "SRCROOT";

/// One result.
pub(crate) struct Outcome<'r> {
    /// The rule, and its place among those of the run.
    pub rule: (&'r str, Option<usize>),
    /// `error`, `warning` or `note`.
    pub level: &'static str,
    /// What is so.
    pub words: &'r str,
    /// The file it is about.
    pub path: &'r Path,
    /// Counted from 1.
    pub line: Option<u32>,
}

/// The log of one run in a folder.
pub(crate) fn report(folder: &Path, rules: &[Value], outcomes: &[Outcome<'_>]) -> SarifReport {
    let run = json!({
        "tool": { "driver": {
            "name": "Assay",
            "version": env!("CARGO_PKG_VERSION"),
            "rules": rules,
        } },
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": { BASE: { "uri": format!("{}/", file_uri(folder)) } },
        "results": outcomes.iter().map(|one| result(folder, one)).collect::<Vec<_>>(),
    });
    SarifReport {
        schema: "https://json.schemastore.org/sarif-2.1.0.json".to_owned(),
        version: "2.1.0".to_owned(),
        runs: vec![run],
        errors: outcomes.iter().filter(|one| one.level == "error").count() as u32,
    }
}

fn result(folder: &Path, one: &Outcome<'_>) -> Value {
    let artifact = match one.path.strip_prefix(folder) {
        Ok(rel) => json!({ "uri": escaped(rel), "uriBaseId": BASE }),
        Err(_) => json!({ "uri": file_uri(one.path) }),
    };
    let mut place = json!({ "artifactLocation": artifact });
    if let Some(line) = one.line {
        place["region"] = json!({ "startLine": line });
    }
    let mut result = json!({
        "ruleId": one.rule.0,
        "level": one.level,
        "message": { "text": one.words },
        "locations": [{ "physicalLocation": place }],
    });
    if let Some(index) = one.rule.1 {
        result["ruleIndex"] = json!(index);
    }
    result
}

fn file_uri(path: &Path) -> String {
    let path = escaped(path);
    if path.starts_with('/') { format!("file://{path}") } else { format!("file:///{path}") }
}

/// A path as a part of an address: what is not a plain character is written as its bytes.
fn escaped(path: &Path) -> String {
    let mut text = String::new();
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'\\' if cfg!(windows) => text.push('/'),
            b'/' | b'-' | b'.' | b'_' | b'~' => text.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => text.push(char::from(byte)),
            _ => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text
}
