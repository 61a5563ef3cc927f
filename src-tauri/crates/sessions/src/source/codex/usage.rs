//! Tokens of a Codex log. Counts are of the whole thread so far and are repeated, in 0.169.0 in two kinds of records, so
//! what is new is the difference to what was counted already.

use std::collections::HashMap;

use super::super::dialect::Told;
use crate::EventKind;
use crate::event::Usage;
use crate::members::Members;

#[derive(Debug, Clone, Default)]
pub(super) struct Counter {
    counted: Counts,
    /// What was new, by the number of the line's event, with the model that answered.
    new: HashMap<u32, (Counts, Option<String>)>,
}

/// Sent, read from a cache, received, spent on reasoning.
type Counts = [u64; 4];

impl Counter {
    /// Takes in a count. What a fork copied from its parent was counted there.
    pub fn learn(&mut self, first: u32, payload: &Members<'_>, is_copy: bool, model: Option<&String>) {
        let (total, last) = counts(payload);
        if total.is_none() && last.is_none() {
            return;
        }
        let new = match (total, last) {
            (Some(total), last) if total.iter().zip(self.counted).any(|(now, before)| *now < before) => {
                self.counted = total;
                last.unwrap_or(total)
            }
            (Some(total), _) => {
                let before = std::mem::replace(&mut self.counted, total);
                std::array::from_fn(|at| total[at] - before[at])
            }
            (None, last) => last.unwrap_or_default(),
        };
        self.new.insert(first, (if is_copy { Counts::default() } else { new }, model.cloned()));
    }

    /// The event of a count. One that only repeats is no call of the model.
    pub fn told(&self, first: u32, payload: &Members<'_>) -> Told {
        let (new, model) = match self.new.get(&first) {
            Some((new, model)) => (*new, model.clone()),
            None => (counts(payload).1.unwrap_or_default(), None),
        };
        if new == Counts::default() {
            return Told::of(EventKind::Other { name: "repeated count".to_owned() });
        }
        let [input, cached, output, reasoning] = new.map(Some);
        Told::of(EventKind::ProviderUsage(Usage {
            model,
            input_tokens: input,
            cached_tokens: cached,
            output_tokens: output,
            reasoning_tokens: reasoning,
            ..Usage::default()
        }))
    }
}

/// The count of the whole thread and that of the last call.
fn counts(payload: &Members<'_>) -> (Option<Counts>, Option<Counts>) {
    let info = payload.object("info");
    let object = |name: &str, in_info: &str| match &info {
        Some(info) => info.object(in_info),
        None => payload.object(name),
    };
    let counts = |object: Members<'_>| {
        ["input_tokens", "cached_input_tokens", "output_tokens", "reasoning_output_tokens"]
            .map(|name| object.count(name).unwrap_or(0))
    };
    let total = object("thread_token_usage", "total_token_usage").map(counts);
    (total, object("usage", "last_token_usage").map(counts))
}
