//! Tokens of a Codex log. Counts are of the whole thread so far and are repeated, in 0.169.0 in two kinds of records, so
//! what is new is the difference to what was counted already.

use std::collections::HashMap;

use super::super::dialect::Told;
use crate::EventKind;
use crate::event::{AnswerPlace, Usage};
use crate::members::Members;

#[derive(Debug, Clone, Default)]
pub(super) struct Counter {
    /// What is counted of the thread so far; nothing before the first count of a log.
    counted: Option<Counts>,
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
        let before = if total.is_some() { std::mem::replace(&mut self.counted, total) } else { self.counted };
        let new = match (total, before) {
            (Some(total), Some(before)) if total.iter().zip(before).all(|(now, before)| *now >= before) => {
                std::array::from_fn(|at| total[at] - before[at])
            }
            // A fork that copies nothing goes on with its parent's count (recorded with 0.169.0).
            _ => last.or(total).unwrap_or_default(),
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
            // From 0.140 to 0.146 the count stands behind the answers of the tools that the call asked for.
            answer: AnswerPlace::BeforeCount,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fork_that_copies_nothing_does_not_count_what_its_parent_spent() {
        let count = |total: u64| {
            let tokens =
                |output: u64| format!(r#"{{"input_tokens":{},"output_tokens":{output}}}"#, output * 20);
            format!(
                r#"{{"type":"token_count","info":{{"total_token_usage":{},"last_token_usage":{}}}}}"#,
                tokens(total),
                tokens(5)
            )
        };
        let mut counter = Counter::default();
        let mut received = |first: u32, total: u64| {
            let text = count(total);
            let payload = Members::read(&text).expect("an object");
            counter.learn(first, &payload, false, None);
            match counter.told(first, &payload).kind {
                EventKind::ProviderUsage(usage) => usage.output_tokens,
                _ => None,
            }
        };
        // 200 were spent before the fork; the same count comes again; the thread begins anew.
        assert_eq!([received(1, 205), received(2, 205), received(3, 210)], [Some(5), None, Some(5)]);
        assert_eq!([received(4, 5), received(5, 10)], [Some(5), Some(5)]);
    }
}
