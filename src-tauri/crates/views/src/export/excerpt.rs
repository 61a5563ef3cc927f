//! The part of a session that is handed on.

use ::sessions::Turn;
use ::workspace::{Activated, Read, Session};
use message::message;
use serde_json::{Value, json};

use super::TurnRange;
use super::cleaning::Cleaning;
use crate::Failure;
use crate::sessions::SessionReport;
use crate::window::turn_count;

/// Some turns of a session, or all of it.
pub(super) struct Excerpt<'a> {
    pub read: &'a Read,
    pub turns: &'a [Turn],
    /// The turns that were chosen; nothing when it is all of it.
    pub chosen: Option<TurnRange>,
    /// Its lines in the log, both ends included.
    pub lines: (u32, u32),
}

impl<'a> Excerpt<'a> {
    pub fn of(session: &Session, read: &'a Read, chosen: Option<TurnRange>) -> Result<Self, Failure> {
        let all = read.turns.turns();
        let Some(range) = chosen else {
            return Ok(Self { read, turns: all, chosen, lines: (1, u32::MAX) });
        };
        let number = |number: u32| all.iter().position(|turn| turn.number == number);
        let (Some(from), Some(to)) =
            (number(range.from), number(range.to).filter(|_| range.from <= range.to))
        else {
            let words = message!(
                "session {id} has no turns {from} to {to}.",
                id = session.id,
                from = range.from,
                to = range.to
            );
            return Err(
                Failure::not_found(words).hint(message!("It has {count}.", count => turn_count(all.len())))
            );
        };
        let turns = &all[from..=to];
        let lines: Vec<u32> = turns
            .iter()
            .flat_map(|turn| turn.positions.clone().chain(turn.activations.iter().copied()))
            .filter_map(|position| read.log.at(position).map(sessions::Row::line))
            .collect();
        let ends = (lines.iter().min().copied().unwrap_or(1), lines.iter().max().copied().unwrap_or(1));
        Ok(Self { read, turns, chosen, lines: ends })
    }

    pub fn holds(&self, line: u32) -> bool {
        (self.lines.0..=self.lines.1).contains(&line)
    }

    /// The lines of the file that hold its records, each once, since a line may hold several: a record of it, and its
    /// number in the file.
    fn file_lines(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let records =
            self.read.log.rows().iter().map(::sessions::Row::line).filter(|record| self.holds(*record));
        let mut last = 0;
        records.filter_map(move |record| {
            let line = self.read.log.line_of(record);
            let is_new = std::mem::replace(&mut last, line) != line;
            is_new.then_some((record, line))
        })
    }

    /// The lines of the log as they stand there, each with a line feed, and their numbers.
    pub fn log(&self, part: &str, cleaning: &mut Cleaning) -> Result<(Vec<u8>, Vec<u32>), Failure> {
        let (mut bytes, mut lines) = (Vec::new(), Vec::new());
        for (record, number) in self.file_lines() {
            if let Some(line) = self.read.log.raw(record) {
                bytes.extend(cleaning.line(part, &line?));
                bytes.push(b'\n');
                lines.push(number);
            }
        }
        Ok((bytes, lines))
    }

    /// The activations in it.
    pub fn activations(&self) -> impl Iterator<Item = &'a Activated> + '_ {
        self.read.activations.iter().filter(|one| self.holds(one.line))
    }

    /// What Assay recorded beside the log, as far as it stands in these turns, and the numbers of its lines.
    pub fn companion(&self, part: &str, cleaning: &mut Cleaning) -> Result<(Vec<u8>, Vec<u32>), Failure> {
        let (mut bytes, mut lines) = (Vec::new(), Vec::new());
        let Some(companion) = self.read.evidence.companion() else { return Ok((bytes, lines)) };
        let Some(log) = companion.log() else { return Ok((bytes, lines)) };
        for placed in companion.placed(&self.read.log) {
            let after = placed.after.and_then(|at| self.read.log.at(at)).map_or(1, sessions::Row::line);
            let Some(row) = log.at(placed.position).filter(|_| self.holds(after)) else { continue };
            if let Some(line) = log.raw(row.line()) {
                bytes.extend(cleaning.line(part, &line?));
                bytes.push(b'\n');
                lines.push(row.line());
            }
        }
        Ok((bytes, lines))
    }

    /// The session's facts, and its events as they were recorded.
    pub fn json(&self, report: &SessionReport, cleaning: &mut Cleaning) -> Result<String, Failure> {
        let mut facts = serde_json::to_value(report).map_err(Failure::broken)?;
        if let (Some(turns), Some(range)) = (facts["turns"].as_array_mut(), self.chosen) {
            turns.retain(|turn| {
                turn["number"].as_u64().is_some_and(|at| (range.from..=range.to).contains(&(at as u32)))
            });
        }
        cleaning.value("session", &mut facts);
        let mut events = Vec::new();
        for (record, line) in self.file_lines() {
            let Some(bytes) = self.read.log.raw(record) else { continue };
            let bytes = bytes?;
            let mut event = serde_json::from_slice::<Value>(&bytes)
                .unwrap_or_else(|_| json!({ "unread": String::from_utf8_lossy(&bytes) }));
            cleaning.value("events", &mut event);
            events.push(json!({ "line": line, "event": event }));
        }
        Ok(format!("{:#}\n", json!({ "session": facts, "events": events })))
    }
}
