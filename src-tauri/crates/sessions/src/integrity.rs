//! Whether what a log records is what it was.

use disk::Digest;
use serde::{Deserialize, Serialize};

use crate::event::Activation;
use crate::index::Kind;
use crate::{Change, Log, Seq, Source};

/// Whether a recorded skill text is the one its recorded hash was made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Integrity {
    /// The text has the recorded hash.
    Verified(Digest),
    /// It has another.
    Mismatch {
        /// The recorded one, where it is a SHA-256.
        recorded: Option<Digest>,
        /// The one of the recorded text.
        actual: Digest,
    },
    /// No hash was recorded.
    NoHash(Digest),
    /// No text was recorded.
    NoContent,
}

/// Whether a recorded text still is what its recorded hash says. Its number is kept in the index, so it is never given
/// to another.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, strum::FromRepr, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum TextIntegrity {
    /// Text and hash agree.
    Verified = 1,
    /// They do not.
    Mismatch = 2,
    /// No hash was recorded.
    NoHash = 3,
    /// No hash was recorded, as its agent records none; the one that is shown was computed from the text, and proves
    /// nothing.
    Computed = 4,
    /// There is nothing to verify.
    None = 5,
}

impl TextIntegrity {
    /// What recomputing the hash of an activation's text says, in a log of this agent.
    pub fn of(activation: &Activation, source: Source) -> Self {
        match verify(activation) {
            Integrity::Verified(_) => Self::Verified,
            Integrity::Mismatch { .. } => Self::Mismatch,
            Integrity::NoHash(_) if !source.is_envelope() => Self::Computed,
            Integrity::NoContent if !source.is_envelope() => Self::None,
            Integrity::NoHash(_) | Integrity::NoContent => Self::NoHash,
        }
    }

    /// Whether there is no hash that the text could be held against.
    pub fn is_unhashed(self) -> bool {
        matches!(self, Self::NoHash | Self::Computed | Self::None)
    }
}

/// How a log ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// With a line feed, or empty.
    Whole,
    /// With a complete event that has no line feed yet; the next append would glue onto it.
    NoLineFeed,
    /// Inside a line.
    Cut {
        /// Bytes of the cut line.
        bytes: u64,
    },
}

/// What can be said about a log as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Soundness {
    /// How it ends.
    pub ending: Ending,
    /// Numbers that are missing between the first and the last, and how often that happens.
    pub gaps: Gaps,
    /// Events that carry a number an earlier one has.
    pub repeated: u64,
    /// Events whose number is missing or is none.
    pub unnumbered: u64,
    /// Whether file order and fold order agree.
    pub in_order: bool,
    /// Lines that could not be understood.
    pub unread: u64,
    // The last number, and the first position that was not looked at.
    last: Option<i128>,
    next: usize,
}

/// Missing numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Gaps {
    /// Places where numbers are missing.
    pub places: u64,
    /// How many are missing in all.
    pub missing: u64,
}

impl Soundness {
    /// Whether nothing at all is odd.
    pub fn is_sound(&self) -> bool {
        self.ending == Ending::Whole
            && (self.gaps.places, self.repeated, self.unnumbered, self.unread) == (0, 0, 0, 0)
            && self.in_order
    }
}

/// Hashes an activation's text again and compares (S0-27, S0-30).
pub fn verify(activation: &Activation) -> Integrity {
    let Some(content) = &activation.content else { return Integrity::NoContent };
    let actual = Digest::of(content.as_bytes());
    let Some(recorded) = &activation.content_hash else { return Integrity::NoHash(actual) };
    match Digest::parse(recorded) {
        Some(recorded) if recorded == actual => Integrity::Verified(actual),
        recorded => Integrity::Mismatch { recorded, actual },
    }
}

/// Looks at the numbers, the order and the end of a log.
pub fn soundness(log: &Log) -> Soundness {
    let mut found = Soundness::nothing();
    found.advance(log);
    found
}

impl Soundness {
    fn nothing() -> Self {
        Self {
            ending: Ending::Whole,
            gaps: Gaps::default(),
            repeated: 0,
            unnumbered: 0,
            in_order: true,
            unread: 0,
            last: None,
            next: 0,
        }
    }

    /// Takes in what a log has gained since it was looked at.
    pub fn follow(&mut self, log: &Log, change: Change) {
        if !log.keeps(change, self.next) {
            *self = Self::nothing();
        }
        self.advance(log);
    }

    fn advance(&mut self, log: &Log) {
        for (_, row) in log.folded(self.next).filter(|(_, row)| row.kind() != Kind::Unread) {
            let Seq::Whole(number) = log.seq(row) else {
                self.unnumbered += 1;
                continue;
            };
            match self.last.map(|last| number - last) {
                Some(0) => self.repeated += 1,
                Some(step) if step > 1 => {
                    let missing = u64::try_from(step - 1).unwrap_or(u64::MAX);
                    self.gaps.places += 1;
                    self.gaps.missing = self.gaps.missing.saturating_add(missing);
                }
                _ => {}
            }
            self.last = Some(number);
        }
        self.ending = ending(log);
        self.in_order = log.is_in_order();
        self.unread = log.unread().len() as u64;
        self.next = log.len();
    }
}

fn ending(log: &Log) -> Ending {
    match log.unfinished() {
        Some(last) => Ending::Cut { bytes: last.length },
        None if log.ends_without_line_feed() => Ending::NoLineFeed,
        None => Ending::Whole,
    }
}
