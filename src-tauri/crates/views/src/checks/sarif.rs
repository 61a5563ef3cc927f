//! Findings as SARIF 2.1.0, which forges show beside the lines of a change.

use std::path::Path;

use ::workspace::Workspace;
use serde::Serialize;
use serde_json::{Value, json};

use crate::Failure;
use crate::checks::CheckAsk;
use crate::checks::report::{Found, found};
use crate::wire::Severity;

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

/// The findings of [`CheckReport`](super::CheckReport), with every rule.
///
/// # Errors
///
/// As [`check_report`](super::check_report).
pub fn sarif_report(workspace: &Workspace, ask: &CheckAsk) -> Result<SarifReport, Failure> {
    let (found, _) = found(workspace, ask)?;
    let rules = ::skills::lint_rules();
    let rule = |rule: &::skills::LintRule| {
        json!({
            "id": rule.id,
            "shortDescription": { "text": rule.why },
            "help": { "text": rule.fix },
            "defaultConfiguration": { "level": rule.severity.name() },
            "properties": { "source": rule.source.name() },
        })
    };
    let run = json!({
        "tool": { "driver": {
            "name": "Assay",
            "version": env!("CARGO_PKG_VERSION"),
            "rules": rules.iter().map(rule).collect::<Vec<_>>(),
        } },
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": { BASE: { "uri": format!("{}/", file_uri(&workspace.folder())) } },
        "results": found.iter().map(|one| result(&workspace.folder(), one)).collect::<Vec<_>>(),
    });
    Ok(SarifReport {
        schema: "https://json.schemastore.org/sarif-2.1.0.json".to_owned(),
        version: "2.1.0".to_owned(),
        runs: vec![run],
        errors: found.iter().filter(|one| one.row.severity == Severity::Error).count() as u32,
    })
}

fn result(workspace: &Path, found: &Found) -> Value {
    let level = match found.row.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let artifact = match found.path.strip_prefix(workspace) {
        Ok(rel) => json!({ "uri": escaped(rel), "uriBaseId": BASE }),
        Err(_) => json!({ "uri": file_uri(&found.path) }),
    };
    let mut place = json!({ "artifactLocation": artifact });
    if let Some(line) = found.row.line {
        place["region"] = json!({ "startLine": line });
    }
    let words = format!("{} {}", found.row.message, found.row.fix);
    let mut result = json!({
        "ruleId": found.row.rule,
        "level": level,
        "message": { "text": words.trim_end() },
        "locations": [{ "physicalLocation": place }],
    });
    let index = ::skills::lint_rules().iter().position(|rule| rule.id == found.row.rule);
    if let Some(index) = index {
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
