//! What calls cost. One answer stands in several lines with the same id, each with the count so far.

use std::collections::HashMap;

use crate::event::Usage;
use crate::members::Members;

use super::thread::digest;

/// What an answer was counted with: tokens sent, of them cached, received, of them for thinking.
type Counts = [u64; 4];

#[derive(Debug, Clone, Default)]
pub(super) struct Spent {
    /// The largest counts so far of each answer, by a digest of its ids.
    largest: HashMap<u64, Counts>,
    /// What had been counted of the same answer before a line, by the line's first record.
    before: HashMap<u32, Counts>,
}

impl Spent {
    pub fn learn(&mut self, first: u32, line: &Members<'_>, message: &Members<'_>) {
        let (Some(id), Some(now)) = (answer(line, message), counts(message)) else { return };
        let Some(largest) = self.largest.get_mut(&id) else {
            self.largest.insert(id, now);
            return;
        };
        self.before.insert(first, *largest);
        for (largest, now) in largest.iter_mut().zip(now) {
            *largest = now.max(*largest);
        }
    }

    /// Returns whether an earlier line of the same answer was counted.
    pub fn is_counted(&self, first: u32) -> bool {
        self.before.contains_key(&first)
    }

    /// Returns what a line adds to the count of its answer; `None` if it only repeats it.
    pub fn usage(&self, first: u32, line: &Members<'_>, message: &Members<'_>) -> Option<Usage> {
        let now = counts(message)?;
        let before = self.before.get(&first).copied().unwrap_or_default();
        if self.is_counted(first) && now.iter().zip(before).all(|(now, before)| *now <= before) {
            return None;
        }
        // A line that only adds to what was received sends nothing again.
        let added = |at: usize| Some(now[at].saturating_sub(before[at]));
        let [sent, cached, received, thought] =
            std::array::from_fn(|at| added(at).filter(|added| *added > 0 || !self.is_counted(first)));
        Some(Usage {
            model: message.text("model"),
            input_tokens: sent,
            cached_tokens: cached,
            output_tokens: received,
            reasoning_tokens: thought.filter(|_| has_thought(message)),
            attributed: line.text("attributionSkill"),
            ..Usage::default()
        })
    }
}

fn answer(line: &Members<'_>, message: &Members<'_>) -> Option<u64> {
    Some(digest(&(message.word("id")?, line.word("requestId").unwrap_or_default())))
}

fn counts(message: &Members<'_>) -> Option<Counts> {
    let usage = message.object("usage")?;
    let count = |key: &str| usage.count(key).unwrap_or_default();
    let cached = count("cache_read_input_tokens");
    let sent = [count("input_tokens"), count("cache_creation_input_tokens"), cached];
    let details = usage.object("output_tokens_details").unwrap_or_default();
    Some([
        sent.into_iter().fold(0, u64::saturating_add),
        cached,
        count("output_tokens"),
        details.count("thinking_tokens").unwrap_or_default(),
    ])
}

/// Releases before 2.1.330 do not tell what thinking cost.
fn has_thought(message: &Members<'_>) -> bool {
    let usage = message.object("usage").unwrap_or_default();
    usage.object("output_tokens_details").is_some_and(|details| details.count("thinking_tokens").is_some())
}
