//! Decisions as they were recorded: in the companion logs of a workspace and in the logs of its sessions that
//! hold them themselves.

use std::path::{Path, PathBuf};

use ::sessions::{Kind, Log};
use ::workspace::Workspace;
use message::{Message, message};
use serde::Serialize;
use serde_json::Value;

use crate::wire::Millis;

/// What became of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum DecisionWord {
    /// Run and released.
    Sent,
    /// Run and released with marks taken out.
    SentRedacted,
    /// Run and released under a permission given before.
    SentUnderGrant,
    /// Run and released by the mode's rule.
    SentByRule,
    /// Run, nothing released.
    Discarded,
    /// Not run: a person said no.
    Denied,
    /// Not run: a rule said no.
    Refused,
    /// Not decided: the asker took it back, or it was changed or timed out.
    Withdrawn,
    /// It was allowed and did not work.
    Failed,
}

/// One recorded decision.
#[derive(Debug, Clone)]
pub struct Record {
    /// The hydration's id.
    pub id: String,
    /// What was decided.
    pub decision: DecisionWord,
    /// When.
    pub at: Millis,
    /// The event's body.
    pub data: Value,
    /// The whole event.
    pub event: Value,
    /// The file that records it.
    pub file: PathBuf,
    /// The record in it.
    pub line: u32,
}

/// All decisions of a workspace.
pub struct Records {
    /// Newest first.
    pub list: Vec<Record>,
    /// Sentences on what could not be read.
    pub problems: Vec<Message>,
}

/// Companion logs that are read; one is a session.
const LOGS: usize = 2_000;
/// Bytes of one that are read (64 MiB).
const BYTES: u64 = 64 << 20;

impl Records {
    /// What the logs and companion logs of a workspace record; at most 2,000 companion logs of 64 MiB each.
    pub fn of(workspace: &Workspace) -> Self {
        let mut records = Self { list: Vec::new(), problems: Vec::new() };
        records.take_sessions(workspace);
        let Some(kept) = &workspace.surroundings().kept else { return records.in_order() };
        let folder = ::sessions::companion_folder(kept, &workspace.folder());
        let Ok(entries) = disk::list(&folder) else { return records.in_order() };
        for entry in entries.iter().take(LOGS) {
            let path = folder.join(&entry.name);
            if path.extension().is_some_and(|extension| extension == "ndjson") {
                records.take(&path);
            }
        }
        records.in_order()
    }

    fn in_order(mut self) -> Self {
        self.list.sort_by_key(|record| std::cmp::Reverse(record.at));
        self
    }

    // The kinds of their lines are known; only these are read.
    fn take_sessions(&mut self, workspace: &Workspace) {
        for session in &workspace.logs().sessions {
            let read = session.read();
            let is_one = |kind| matches!(kind, Kind::SkillContextHydration | Kind::PermissionDecision);
            for row in read.log.rows().iter().filter(|row| is_one(row.kind())) {
                self.take_line(&read.log, &session.path, row.line());
            }
        }
    }

    fn take_line(&mut self, log: &Log, path: &Path, line: u32) {
        let Some(Ok(bytes)) = log.raw(line) else { return };
        let Ok(event) = serde_json::from_slice::<Value>(&bytes) else { return };
        self.list.extend(record(event, path, line));
    }

    fn take(&mut self, path: &Path) {
        let log = match Log::open(path) {
            Ok(log) if log.stamp().size <= BYTES => log,
            Ok(log) => {
                let words = message!(
                    "{path} has {size} bytes; its decisions are not listed.",
                    path = path.display(),
                    size = log.stamp().size
                );
                return self.problems.push(words);
            }
            Err(fault) => return self.problems.push(message!("{fault}.", fault => fault.message())),
        };
        if let Ok(::sessions::Chain::Broken { line }) = ::sessions::chain(&log) {
            self.problems.push(message!(
                "{path}, line {line} does not follow the line before it: the file was changed after it was written.",
                path = path.display(),
                line
            ));
        }
        for row in log.rows().iter() {
            self.take_line(&log, path, row.line());
        }
    }

    /// The decision of this id.
    pub fn find(&self, id: &str) -> Option<&Record> {
        self.list.iter().find(|record| record.id == id)
    }

    /// The latest decision on a source of a skill.
    pub fn last_of(&self, skill: &Path, source: &str) -> Option<&Record> {
        self.list.iter().find(|record| {
            record.data["skill"]["path"].as_str().is_some_and(|path| Path::new(path) == skill)
                && record.data["context_source_id"] == source
        })
    }
}

fn record(event: Value, file: &Path, line: u32) -> Option<Record> {
    let data = event.get("data")?.clone();
    let (id, decision) = match event["type"].as_str()? {
        "skill_context_hydration" => (data["hydration_id"].as_str()?, released(&data)),
        "permission_decision" => (data["call_id"].as_str()?, refused(&data)?),
        _ => return None,
    };
    let at = Millis::at(::sessions::instant(event["ts"].as_str()?)?);
    Some(Record { id: id.to_owned(), decision, at, file: file.to_owned(), line, data, event })
}

fn released(data: &Value) -> DecisionWord {
    let redacted = data["redactions"].as_u64().unwrap_or(0) > 0;
    match data["permission"]["by"].as_str() {
        _ if redacted => DecisionWord::SentRedacted,
        Some("grant") => DecisionWord::SentUnderGrant,
        Some("rule") => DecisionWord::SentByRule,
        _ => DecisionWord::Sent,
    }
}

fn refused(data: &Value) -> Option<DecisionWord> {
    if data["gate"] != "skill_context_hydration" {
        return None;
    }
    Some(match data["outcome"].as_str() {
        Some("discarded") => DecisionWord::Discarded,
        Some("refused") => DecisionWord::Refused,
        Some("withdrawn") => DecisionWord::Withdrawn,
        Some("failed") => DecisionWord::Failed,
        _ => DecisionWord::Denied,
    })
}
