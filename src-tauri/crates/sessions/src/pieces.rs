//! A list in pieces, so that a log that has grown shares with the one it was before all but its last few entries.

use std::ops::Range;
use std::sync::Arc;

/// Entries of a piece; the index keeps as many rows in one.
pub const PIECE: usize = 512;

/// Entries in their order. A copy costs a pointer for each whole piece, and the entries behind the last of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pieces<T> {
    whole: Vec<Arc<[T]>>,
    // Fewer than a piece has.
    rest: Vec<T>,
}

impl<T> Default for Pieces<T> {
    fn default() -> Self {
        Self { whole: Vec::new(), rest: Vec::new() }
    }
}

impl<T: Copy> Pieces<T> {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.whole.len() * PIECE + self.rest.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.whole.is_empty() && self.rest.is_empty()
    }

    /// The one at a place.
    pub fn get(&self, at: usize) -> Option<T> {
        self.piece(at / PIECE).get(at % PIECE).copied()
    }

    /// The last one.
    pub fn last(&self) -> Option<T> {
        self.get(self.len().checked_sub(1)?)
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = T> + Clone + '_ {
        self.chunks().flatten().copied()
    }

    /// Those of a range; of one that reaches beyond the end, those that are there.
    pub fn range(&self, range: Range<usize>) -> impl Iterator<Item = T> + '_ {
        let from = range.start.min(self.len());
        let to = range.end.clamp(from, self.len());
        (from / PIECE..to.div_ceil(PIECE)).flat_map(move |number| {
            let within = |end: usize| end.saturating_sub(number * PIECE).min(PIECE);
            self.piece(number)[within(from)..within(to)].iter().copied()
        })
    }

    /// The entries, a piece at a time; only the last has fewer than [`PIECE`].
    pub fn chunks(&self) -> impl DoubleEndedIterator<Item = &[T]> + Clone {
        let rest = (!self.rest.is_empty()).then_some(&self.rest[..]);
        self.whole.iter().map(|piece| &**piece).chain(rest)
    }

    /// The first place at which `holds` is false, where it is true of all before it.
    pub fn partition_point(&self, holds: impl Fn(T) -> bool) -> usize {
        let pieces = self.whole.partition_point(|piece| piece.last().is_some_and(|last| holds(*last)));
        pieces * PIECE + self.piece(pieces).partition_point(|one| holds(*one))
    }

    /// The place of the one with a key, by which they are in order.
    pub fn find_by_key<K: Ord + Copy>(&self, key: K, of: impl Fn(T) -> K) -> Option<usize> {
        let at = self.partition_point(|one| of(one) < key);
        self.get(at).is_some_and(|one| of(one) == key).then_some(at)
    }

    /// Adds one at the end.
    pub fn push(&mut self, one: T) {
        self.rest.push(one);
        if self.rest.len() == PIECE {
            self.whole.push(Arc::from(&self.rest[..]));
            self.rest.clear();
        }
    }

    /// Takes the last one away.
    pub fn pop(&mut self) -> Option<T> {
        if self.rest.is_empty() {
            self.rest.extend_from_slice(&self.whole.pop()?);
        }
        self.rest.pop()
    }

    /// Puts what is made of one in its place.
    pub fn replace(&mut self, at: usize, with: impl FnOnce(T) -> T) {
        let whole = self.whole.len() * PIECE;
        let one = match self.whole.get_mut(at / PIECE) {
            Some(piece) => Arc::make_mut(piece).get_mut(at % PIECE),
            None => self.rest.get_mut(at - whole),
        };
        if let Some(one) = one {
            *one = with(*one);
        }
    }

    /// A piece by its number; the one behind the last whole piece is what is left, and those behind it are empty.
    fn piece(&self, number: usize) -> &[T] {
        match self.whole.get(number) {
            Some(piece) => piece,
            None if number == self.whole.len() => &self.rest,
            None => &[],
        }
    }
}

impl<T: Copy> Extend<T> for Pieces<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, more: I) {
        more.into_iter().for_each(|one| self.push(one));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{PIECE, Pieces};

    proptest! {
        #[test]
        fn pieces_are_as_a_list_would_be(
            count in 0..3 * PIECE,
            taken in 0..700_usize,
            (from, to) in (0..3 * PIECE, 0..3 * PIECE),
            at in 0..3 * PIECE,
        ) {
            let mut list: Vec<u32> = (0..count as u32).map(|number| number * 2).collect();
            let mut pieces = Pieces::<u32>::default();
            pieces.extend(list.iter().copied());
            let before = pieces.clone();
            for _ in 0..taken {
                prop_assert_eq!(pieces.pop(), list.pop());
            }
            if at < list.len() {
                list[at] += 1;
                pieces.replace(at, |one| one + 1);
            }
            prop_assert_eq!((pieces.len(), pieces.is_empty()), (list.len(), list.is_empty()));
            prop_assert_eq!(pieces.get(at), list.get(at).copied());
            prop_assert_eq!((pieces.get(0), pieces.last()), (list.first().copied(), list.last().copied()));
            prop_assert!(pieces.iter().eq(list.iter().copied()));
            prop_assert!(pieces.iter().rev().eq(list.iter().rev().copied()));
            let range = from.min(list.len())..to.min(list.len()).max(from.min(list.len()));
            prop_assert!(pieces.range(from..to).eq(list[range].iter().copied()));
            let limit = at as u32;
            prop_assert_eq!(pieces.partition_point(|one| one < limit), list.partition_point(|one| *one < limit));
            prop_assert_eq!(pieces.find_by_key(limit, |one| one), list.binary_search(&limit).ok());
            prop_assert!(before.iter().eq((0..count as u32).map(|number| number * 2)), "a copy stays what it is");
        }
    }
}
