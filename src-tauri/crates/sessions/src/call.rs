//! The place of a model call among the events of its answer.
//!
//! Agents write what a call cost behind its answer, and many of them behind the answers of the tools that it asked
//! for. The model was given what stands before the first event of its answer, so that is where the call was made.

use std::ops::RangeInclusive;

use crate::Log;
use crate::event::{AnswerPlace, Usage};
use crate::index::{Flags, Kind};

/// Returns the positions before which the call counted at `position` can have been made: one where the log fixes the
/// order, else the first and the last that it allows.
pub(crate) fn call_positions(log: &Log, position: usize, usage: &Usage) -> RangeInclusive<usize> {
    match usage.answer {
        AnswerPlace::AtCount => position..=position,
        AnswerPlace::From(record) => {
            let start = log.position_of_record(record).unwrap_or(position);
            start..=start
        }
        AnswerPlace::BeforeCount => {
            let starts = answer_starts(log, position);
            match (starts.first(), starts.last()) {
                (Some(first), Some(last)) => *first..=*last,
                // No answer is recorded for this count.
                _ => segment_start(log, position)..=position,
            }
        }
    }
}

/// The first position behind the count, the summary or the prompt before `position`.
fn segment_start(log: &Log, position: usize) -> usize {
    let is_aside = log.at(position).is_some_and(crate::Row::is_aside);
    let ends_segment = |at: &usize| {
        log.at(*at).is_some_and(|row| {
            let flags = row.flags();
            let is_count = row.kind() == Kind::ProviderUsage && !flags.has(Flags::SAME_CALL);
            let is_prompt = row.kind() == Kind::UserMessage && !flags.has(Flags::RUNTIME);
            let is_summary = row.kind() == Kind::HistoryCompaction;
            row.is_aside() == is_aside && (is_count || is_prompt || is_summary)
        })
    };
    (0..position).rev().find(ends_segment).map_or(0, |before| before + 1)
}

/// The first events of the answers that are recorded between the count before and this one. What the model was given
/// stands between two of them.
fn answer_starts(log: &Log, position: usize) -> Vec<usize> {
    let is_aside = log.at(position).is_some_and(crate::Row::is_aside);
    let mut starts = Vec::new();
    let mut is_answering = false;
    for at in segment_start(log, position)..position {
        let Some(row) = log.at(at).filter(|row| row.is_aside() == is_aside) else { continue };
        match row.kind() {
            Kind::AssistantMessage | Kind::Reasoning | Kind::ToolCall => {
                let begins = !std::mem::replace(&mut is_answering, true);
                starts.extend(begins.then_some(at));
            }
            Kind::ToolResult | Kind::SkillActivation | Kind::UserMessage | Kind::SkillListing => {
                is_answering = false;
            }
            _ => {}
        }
    }
    starts
}
