//! In which turns the text of an activation was with the model.

use std::ops::Range;

use crate::{Context, Log, Turns};

/// The turns in which one activation was in force.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InForce {
    /// Position of the activation.
    pub position: usize,
    /// Places among [`Turns::turns`], in order, apart from each other.
    pub turns: Vec<Range<usize>>,
}

/// Where each activation was in force: its text was visible to the model at some event of the turn, until a
/// compaction covered it. That it was there is all this says; what it did there, nobody recorded.
pub fn in_force(log: &Log, turns: &Turns, context: &Context) -> Vec<InForce> {
    let turns = turns.turns();
    let met = |span: Range<usize>| {
        let first = turns.partition_point(|turn| turn.positions.end <= span.start);
        let end = turns.partition_point(|turn| turn.positions.start < span.end);
        first..end.max(first)
    };
    let force = |band: crate::Band| {
        let mut found: Vec<Range<usize>> = Vec::new();
        for next in band.spans.into_iter().map(met).filter(|next| !next.is_empty()) {
            match found.last_mut() {
                Some(last) if next.start <= last.end => last.end = last.end.max(next.end),
                _ => found.push(next),
            }
        }
        InForce { position: band.position, turns: found }
    };
    context.bands(log).into_iter().map(force).collect()
}
