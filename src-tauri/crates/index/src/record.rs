//! Which record of a log a hit stands in, where a line holds more than one event.

use std::path::PathBuf;

use sessions::{Event, EventKind, Log, Source};

use crate::texts::each_text_of_value;
use crate::{Hit, Query};

/// Finds records, and keeps the log it looked into last: hits come log by log.
#[derive(Debug, Default)]
pub struct Records {
    log: Option<(PathBuf, Log)>,
}

impl Records {
    /// Turns the line of a hit into the record that holds what was found; a log in Pixir's envelope has one a line. A
    /// log that cannot be read any more leaves the line.
    pub fn place(&mut self, (path, source): &(PathBuf, Source), query: &Query, hit: &mut Hit) {
        if source.is_envelope() {
            return;
        }
        if self.log.as_ref().is_none_or(|(known, _)| known != path) {
            self.log = Log::open_source(path, *source).ok().map(|log| (path.clone(), log));
        }
        let Some((_, log)) = &self.log else { return };
        let at = log.rows().partition_point(|row| row.offset() < hit.place.offset);
        let rest = log.rows().range(at..log.rows().len());
        let of_line: Vec<_> = rest.take_while(|row| row.offset() == hit.place.offset).collect();
        let holds = |record: u32| {
            let position = log.position_of(&sessions::Seq::Whole(i128::from(record)));
            position.and_then(|at| log.event(at)).is_some_and(|event| holds(query, &event))
        };
        let found = of_line.iter().find(|row| holds(row.line())).or_else(|| of_line.first());
        if let Some(row) = found {
            hit.place.line = row.line();
            hit.stands = Some(log.stands(row.line()));
            hit.seq = log.seq(*row).to_string();
            hit.kind = row.kind().name().to_owned();
        }
    }
}

fn holds(query: &Query, event: &Event) -> bool {
    let mut found = false;
    let mut look = |text: &str| found = found || !query.find(text, 1).is_empty();
    let mut all =
        |texts: &[&Option<String>]| texts.iter().filter_map(|text| text.as_deref()).for_each(&mut look);
    match &event.kind {
        EventKind::UserMessage(told) => all(&[&told.text]),
        EventKind::AssistantMessage(told) => all(&[&told.text]),
        EventKind::SkillActivation(told) => all(&[&told.name, &told.content, &told.arguments, &told.path]),
        EventKind::Compaction(told) => all(&[&told.summary]),
        EventKind::BranchSummary(told) => all(&[&told.summary]),
        EventKind::Subagent(told) => all(&[&told.agent, &told.task, &told.summary]),
        EventKind::TurnFailed(told) => all(&[&told.error_kind, &told.error_message]),
        EventKind::ToolResult(told) => {
            all(&[&told.output]);
            all(&[&told.error.as_ref().and_then(|error| error.message.clone())]);
        }
        EventKind::ToolCall(told) => {
            all(&[&told.name]);
            let args = told.args.as_deref().unwrap_or_default();
            each_text_of_value(args.as_bytes(), &mut |_, text| look(text));
        }
        EventKind::SkillListing(told) => {
            all(&[&told.text]);
            told.names.iter().for_each(|name| look(name));
        }
        // Nothing else is said in words.
        _ => {}
    }
    found
}
