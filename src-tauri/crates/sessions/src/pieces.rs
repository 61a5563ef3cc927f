//! A list in packed pieces, so that a log that has grown shares with the one it was before all but its last few entries.

use std::ops::Range;
use std::sync::Arc;

use crate::columns::{self, Column, signed, unsigned};

/// Entries of a piece; the index keeps as many rows in one.
pub const PIECE: usize = 512;

/// What a list in pieces is of: up to [`PIECE`] of them are bytes together, of which each is read without the others.
pub trait Entry: Copy {
    /// Entries as bytes.
    fn pack(entries: &[Self]) -> Vec<u8>;

    /// How many there are; none where the bytes are no entries. Then the others have none either.
    fn count(bytes: &[u8]) -> Option<usize>;

    /// The one at a place.
    fn at(bytes: &[u8], at: usize) -> Option<Self>;

    /// Those of a range.
    fn unpack(bytes: &[u8], range: Range<usize>) -> Option<Vec<Self>>;
}

/// Neighbouring entries as they are kept.
pub(crate) enum Stretch<'a, T> {
    /// Those of a range of a whole piece.
    Packed(&'a [u8], Range<usize>),
    /// Those behind the last whole piece.
    Plain(&'a [T]),
}

/// Entries in their order. A copy costs a pointer for each whole piece, and the entries behind the last of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pieces<T> {
    whole: Vec<Arc<[u8]>>,
    // Fewer than a piece has.
    rest: Vec<T>,
}

impl<T> Default for Pieces<T> {
    fn default() -> Self {
        Self { whole: Vec::new(), rest: Vec::new() }
    }
}

impl<T: Entry> Pieces<T> {
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
        match self.whole.get(at / PIECE) {
            Some(piece) => T::at(piece, at % PIECE),
            None => self.rest.get(at - self.whole.len() * PIECE).copied(),
        }
    }

    /// The last one.
    pub fn last(&self) -> Option<T> {
        self.get(self.len().checked_sub(1)?)
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = T> + Clone + '_ {
        self.range(0..self.len())
    }

    /// Those of a range; of one that reaches beyond the end, those that are there.
    pub fn range(&self, range: Range<usize>) -> impl DoubleEndedIterator<Item = T> + Clone + '_ {
        let from = range.start.min(self.len());
        let to = range.end.clamp(from, self.len());
        (from / PIECE..to.div_ceil(PIECE)).flat_map(move |number| {
            let within = |end: usize| end.saturating_sub(number * PIECE).min(PIECE);
            self.part(number, within(from)..within(to))
        })
    }

    /// The entries as bytes, from a piece on; only the last has fewer than [`PIECE`].
    pub fn packed(&self, from: usize) -> impl Iterator<Item = Arc<[u8]>> {
        let rest = (!self.rest.is_empty()).then(|| T::pack(&self.rest).into());
        self.whole.iter().cloned().chain(rest).skip(from)
    }

    /// Adds a piece of [`Pieces::packed`]. None where it is no such piece, or follows one that is not whole.
    pub fn push_packed(&mut self, piece: &[u8]) -> Option<()> {
        if !self.rest.is_empty() {
            return None;
        }
        match T::count(piece)? {
            PIECE => self.whole.push(piece.into()),
            count => self.rest = T::unpack(piece, 0..count)?,
        }
        Some(())
    }

    /// The first place at which `holds` is false, where it is true of all before it.
    pub fn partition_point(&self, holds: impl Fn(T) -> bool) -> usize {
        partition(self.len(), |at| self.get(at).is_some_and(&holds))
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
            self.whole.push(T::pack(&self.rest).into());
            self.rest.clear();
        }
    }

    /// Takes the last one away.
    pub fn pop(&mut self) -> Option<T> {
        if self.rest.is_empty() {
            let last = self.whole.pop()?;
            self.rest = T::unpack(&last, 0..PIECE)?;
        }
        self.rest.pop()
    }

    /// Puts entries in the place of as many from a place on.
    pub fn replace(&mut self, at: usize, with: &[T]) {
        let mut left = with;
        for number in at / PIECE..=self.whole.len() {
            let from = at.saturating_sub(number * PIECE);
            let (now, after) = left.split_at(left.len().min(PIECE - from));
            let mut piece = self.part(number, 0..PIECE);
            for (old, new) in piece.iter_mut().skip(from).zip(now) {
                *old = *new;
            }
            match self.whole.get_mut(number) {
                Some(whole) => *whole = T::pack(&piece).into(),
                None => self.rest = piece,
            }
            left = after;
            if left.is_empty() {
                return;
            }
        }
    }

    /// The entries from a place on, with the place of the first of each stretch.
    pub(crate) fn stretches(&self, from: usize) -> impl Iterator<Item = (usize, Stretch<'_, T>)> {
        let whole = self.whole.len();
        (from / PIECE..=whole).filter_map(move |number| {
            let start = from.max(number * PIECE);
            let within = start - number * PIECE;
            let stretch = match self.whole.get(number) {
                Some(piece) => Stretch::Packed(piece, within..PIECE),
                None => Stretch::Plain(self.rest.get(within..).filter(|rest| !rest.is_empty())?),
            };
            Some((start, stretch))
        })
    }

    /// Those of a range of a piece; the one behind the last whole piece is what is left, and those behind it are empty.
    fn part(&self, number: usize, range: Range<usize>) -> Vec<T> {
        match self.whole.get(number) {
            Some(piece) => T::unpack(piece, range).unwrap_or_default(),
            None if number == self.whole.len() => {
                let range = range.start.min(self.rest.len())..range.end.min(self.rest.len());
                self.rest[range].to_vec()
            }
            None => Vec::new(),
        }
    }
}

impl<T: Entry> Extend<T> for Pieces<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, more: I) {
        more.into_iter().for_each(|one| self.push(one));
    }
}

/// The first index from which `holds` is false.
pub(crate) fn partition(length: usize, holds: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, length);
    while low < high {
        let middle = low.midpoint(high);
        if holds(middle) { low = middle + 1 } else { high = middle }
    }
    low
}

/// A number mostly follows from the one before it.
impl Entry for u32 {
    fn pack(entries: &[Self]) -> Vec<u8> {
        let first = entries.first().copied().unwrap_or_default();
        let step = |(at, one): (usize, &u32)| unsigned(i64::from(*one) - i64::from(first) - at as i64);
        let steps: Vec<_> = entries.iter().enumerate().map(step).collect();
        let mut bytes = Vec::with_capacity(7 + steps.len() * 2);
        bytes.extend((entries.len() as u16).to_le_bytes());
        bytes.extend(first.to_le_bytes());
        columns::write(&[&steps], &mut bytes);
        bytes
    }

    fn count(bytes: &[u8]) -> Option<usize> {
        numbers(bytes).map(|(count, ..)| count)
    }

    fn at(bytes: &[u8], at: usize) -> Option<Self> {
        let (count, first, column) = numbers(bytes)?;
        (at < count).then(|| number(first, at, column.at(at)))
    }

    fn unpack(bytes: &[u8], range: Range<usize>) -> Option<Vec<Self>> {
        let (count, first, column) = numbers(bytes)?;
        if range.end > count {
            return None;
        }
        let mut steps = vec![0; range.len()];
        column.copy(range.clone(), &mut steps);
        Some(range.zip(steps).map(|(at, step)| number(first, at, step)).collect())
    }
}

fn number(first: u32, at: usize, step: u64) -> u32 {
    first.wrapping_add(at as u32).wrapping_add(signed(step) as u32)
}

/// How many numbers a piece has, the first of them, and by how much the others do not follow from it.
fn numbers(bytes: &[u8]) -> Option<(usize, u32, Column<'_>)> {
    let (count, rest) = bytes.split_first_chunk()?;
    let (first, rest) = rest.split_first_chunk()?;
    let count = usize::from(u16::from_le_bytes(*count));
    let [column] = columns::read(count, rest)?;
    Some((count, u32::from_le_bytes(*first), column))
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
            (at, changed) in (0..3 * PIECE, 0..700_usize),
        ) {
            let mut list: Vec<u32> = (0..count as u32).map(|number| number * 2).collect();
            let mut pieces = Pieces::<u32>::default();
            pieces.extend(list.iter().copied());
            let before = pieces.clone();
            for _ in 0..taken {
                prop_assert_eq!(pieces.pop(), list.pop());
            }
            let others: Vec<u32> = list.iter().skip(at).take(changed).map(|one| one + 1).collect();
            list.splice(at.min(list.len())..(at + changed).min(list.len()), others.iter().copied());
            pieces.replace(at, &others);
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
            let mut packed = Pieces::<u32>::default();
            pieces.packed(0).for_each(|piece| packed.push_packed(&piece).expect("a piece"));
            prop_assert_eq!(&packed, &pieces);
            prop_assert!(before.iter().eq((0..count as u32).map(|number| number * 2)), "a copy stays what it is");
        }
    }
}
