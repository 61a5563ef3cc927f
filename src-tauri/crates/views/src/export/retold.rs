//! A session from the lines of its log alone, as they stand in a bundle: what packing makes of them, and what
//! verifying must find again.

use std::path::Path;

use ::sessions::{Activation, Context, EventKind, Log, Source, Turns, activation_at, fold};
use ::workspace::{Activated, activated};
use serde_json::{Value, json};

use super::{TurnRange, markdown};
use crate::Failure;

/// A log that is no file.
pub(super) struct Retold {
    pub log: Log,
    pub turns: Turns,
    pub activations: Vec<Activated>,
}

/// A text that was recorded, with every activation of it.
pub(super) struct Text {
    /// The first of its activations, counted from 0.
    pub first: usize,
    pub name: String,
    pub path: String,
    pub hash: String,
    pub seqs: Vec<String>,
    pub content: Vec<u8>,
    /// What its parts are called.
    pub stem: String,
}

impl Retold {
    /// Reads the lines of a part as an agent wrote them.
    pub fn of(part: &str, source: Source, bytes: Vec<u8>) -> Result<Self, Failure> {
        let log = Log::of_bytes(Path::new(part), source, bytes)?;
        let turns = fold(&log);
        let context = Context::read(&log);
        let activations = context.activations().iter().filter_map(|at| activated(&log, *at)).collect();
        Ok(Self { log, turns, activations })
    }

    /// What every list calls the session.
    pub fn title(&self) -> String {
        ::sessions::title(&self.log, self.turns.turns())
    }

    /// The session as text. Turns are numbered from the first of those that were chosen.
    pub fn markdown(&self, session: &str, chosen: Option<TurnRange>) -> String {
        let before = chosen.map_or(0, |range| range.from.saturating_sub(1));
        markdown::markdown(session, chosen, (self.turns.turns(), before), &self.log)
    }

    /// Decisions on permissions and context, each with its line of the part, in the order of the lines.
    pub fn decisions(&self) -> Vec<(u32, Value)> {
        let events = (0..self.log.len()).filter_map(|position| {
            let (row, event) = (self.log.at(position)?, self.log.event(position)?);
            let is_one = matches!(event.kind, EventKind::PermissionDecision(_) | EventKind::Hydration(_));
            let bytes = self.log.raw(row.line()).filter(|_| is_one)?.ok()?;
            Some((self.log.line_of(row.line()), serde_json::from_slice(&bytes).ok()?))
        });
        events.collect()
    }

    /// The activation as it was recorded.
    pub fn recorded(&self, activated: &Activated) -> Option<Activation> {
        activation_at(&self.log, activated.position)
    }

    /// The texts that were recorded, each once for a name and a hash.
    pub fn texts(&self) -> Vec<Text> {
        let mut texts: Vec<Text> = Vec::new();
        for (first, activated) in self.activations.iter().enumerate() {
            // Where an agent says that a skill is loaded already, that is one more use of the text it sent last.
            let is_again = activated.is_by_name() && activated.hash.is_empty();
            let same =
                |one: &&mut Text| one.name == activated.name && (one.hash == activated.hash || is_again);
            if let Some(known) = texts.iter_mut().rev().find(same) {
                known.seqs.push(activated.seq.clone());
                continue;
            }
            let content = self.recorded(activated).and_then(|activation| activation.content);
            let hash = word(activated.hash.get(..12).unwrap_or("no-hash"));
            texts.push(Text {
                first,
                stem: format!("{:03}-{}-{hash}", texts.len() + 1, word(&activated.name)),
                name: activated.name.clone(),
                path: activated.path.display().to_string(),
                hash: activated.hash.clone(),
                seqs: vec![activated.seq.clone()],
                content: content.unwrap_or_default().into_bytes(),
            });
        }
        texts
    }
}

impl Text {
    /// The name of the part that holds it.
    pub fn part(&self) -> String {
        format!("snapshots/{}.md", self.stem)
    }

    /// The name of the part that holds its difference to the disk.
    pub fn diff(&self) -> String {
        format!("diffs/{}.diff", self.stem)
    }
}

/// A decision as it stands in `decisions.json`.
pub(super) fn decision(log: &str, line: u32, event: &Value) -> Value {
    json!({ "log": log, "line": line, "event": event })
}

// A word for a part's name.
fn word(text: &str) -> String {
    let fits = |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' };
    let word: String = text.chars().map(fits).take(40).collect();
    if word.is_empty() { "unnamed".to_owned() } else { word }
}
