//! What became of a text behind the compaction that dropped it.

use ::sessions::Dropped;
use ::workspace::{Letters, Read};

use super::letter::AfterDrop;
use super::{DroppedText, Letter};

/// Texts named on one compaction.
const NAMED: usize = 20;

/// What became of a text that a compaction dropped.
pub(crate) fn after(read: &Read, dropped: &Dropped) -> AfterDrop {
    let name = read.activated_at(dropped.position).map(|one| &one.name);
    let until = read.context.checkpoint_behind(dropped.checkpoint).unwrap_or(read.log.len());
    let behind = read.activated_in(dropped.checkpoint..until);
    let mut again = behind.iter().filter(|one| one.given_again).peekable();
    // A text that is not among those given again was left out.
    let is_settled = again.peek().is_some();
    let is_given_again = again.any(|one| Some(&one.name) == name);
    match read.context.compaction_at(dropped.checkpoint) {
        _ if is_given_again => AfterDrop::GivenAgain,
        _ if is_settled => AfterDrop::NotGivenAgain,
        Some(compaction) if compaction.settles => AfterDrop::NotGivenAgain,
        _ => AfterDrop::Unknown,
    }
}

/// The texts that the compaction at a position dropped, each once, with what became of it.
pub(crate) fn dropped_by(read: &Read, letters: &Letters, position: usize) -> Vec<DroppedText> {
    let mut found: Vec<DroppedText> = Vec::new();
    let dropped = read.context.dropped_at(&read.log, position);
    for one in dropped.iter().filter(|one| one.checkpoint == position) {
        let Some(letter) = letters.at(one.position).map(Letter::from) else { continue };
        if found.len() < NAMED && !found.iter().any(|known| known.letter == letter) {
            found.push(DroppedText { letter, after: after(read, one) });
        }
    }
    found
}
