//! What is taken out of an export, and a record of it that does not say what it was.

use std::collections::BTreeMap;

use ::hydration::clean;
use ::workspace::Workspace;
use serde_json::Value;

use super::RemovedRow;

/// Cleans the parts of one export, or leaves them as they are.
pub struct Cleaning {
    is_on: bool,
    home: Option<String>,
    removed: BTreeMap<(String, &'static str), u32>,
}

impl Cleaning {
    /// Cleans where `redact` says so, of the home folder that the workspace was opened with too.
    pub fn new(workspace: &Workspace, redact: bool) -> Self {
        let home = workspace.surroundings().home.as_ref().and_then(|home| home.to_str()).map(str::to_owned);
        Self { is_on: redact, home, removed: BTreeMap::new() }
    }

    /// Takes nothing out.
    pub fn off() -> Self {
        Self { is_on: false, home: None, removed: BTreeMap::new() }
    }

    /// Whether it takes anything out.
    pub fn is_on(&self) -> bool {
        self.is_on
    }

    /// A text without what should not leave this machine.
    pub fn text(&mut self, part: &str, text: &str) -> String {
        if !self.is_on {
            return text.to_owned();
        }
        let cleaned = clean(text, self.home.as_deref());
        for (rule, count) in cleaned.removed {
            *self.removed.entry((part.to_owned(), rule)).or_default() += count;
        }
        cleaned.text
    }

    /// The same for every text in a value, so that what is left is still JSON.
    pub fn value(&mut self, part: &str, value: &mut Value) {
        match value {
            Value::String(text) if self.is_on => *text = self.text(part, text),
            Value::Array(items) => items.iter_mut().for_each(|item| self.value(part, item)),
            Value::Object(members) if self.is_on => {
                // Files are named by their paths in some answers of tools.
                for (key, mut member) in std::mem::take(members) {
                    self.value(part, &mut member);
                    let mut key = self.text(part, &key);
                    while members.contains_key(&key) {
                        key.push('_');
                    }
                    members.insert(key, member);
                }
            }
            _ => {}
        }
    }

    /// A line of a log. One that is no JSON is cleaned as text; bytes that are not UTF-8 show as U+FFFD then.
    pub fn line(&mut self, part: &str, line: &[u8]) -> Vec<u8> {
        if !self.is_on {
            return line.to_vec();
        }
        match serde_json::from_slice::<Value>(line) {
            Ok(mut value) => {
                self.value(part, &mut value);
                value.to_string().into_bytes()
            }
            Err(_) => self.text(part, &String::from_utf8_lossy(line)).into_bytes(),
        }
    }

    /// What was taken out, by part and rule.
    pub fn removed(&self) -> Vec<RemovedRow> {
        let row = |((part, rule), count): (&(String, &'static str), &u32)| RemovedRow {
            part: part.clone(),
            rule: (*rule).to_owned(),
            count: *count,
        };
        self.removed.iter().map(row).collect()
    }
}
