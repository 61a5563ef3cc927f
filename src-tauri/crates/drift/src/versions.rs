//! The versions of a skill, and the turns in which a line of one was in force.
//!
//! Presence only: that a text was in front of the model in a turn. What it did there is not recorded anywhere
//! and not claimed here.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::lines::Text;

/// A turn of a session: the session's place in the caller's list, and the turn's number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TurnOf {
    /// The session, as the caller counts them.
    pub session: u32,
    /// The turn's number, from 1.
    pub turn: u32,
}

/// Turns of one session that follow each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stretch {
    /// The session, as the caller counts them.
    pub session: u32,
    /// The turns' numbers.
    pub turns: Range<u32>,
}

/// One distinct recorded text of a skill.
#[derive(Debug, Clone, Copy)]
pub struct Version<'v> {
    /// The recorded text, whole.
    pub text: &'v [u8],
    /// Where it was in force. Stretches may overlap: what was activated twice is there twice.
    pub forces: &'v [Stretch],
}

/// What is known of one line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LineHistory {
    /// Which of the versions hold it, and on which of their lines, counted from 1.
    pub held: Vec<Held>,
    /// The distinct turns in which one of them was in force, in the caller's order of sessions.
    pub turns: BTreeSet<TurnOf>,
}

/// A version that holds a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Held {
    /// Its place in the list of versions.
    pub version: usize,
    /// The lines of it with the same text, counted from 1.
    pub lines: Vec<u32>,
}

/// The distinct turns of some stretches.
pub fn turns_of<'s>(stretches: impl IntoIterator<Item = &'s Stretch>) -> BTreeSet<TurnOf> {
    let turns = |stretch: &Stretch| {
        let session = stretch.session;
        stretch.turns.clone().map(move |turn| TurnOf { session, turn })
    };
    stretches.into_iter().flat_map(turns).collect()
}

/// Which versions held a line, and in which turns they were in force.
///
/// A line is its text without its line end: one that moved within the file, or whose file changed from CRLF to
/// LF, is the same line.
pub fn line_history(versions: &[Version<'_>], line: &[u8]) -> LineHistory {
    let line = bare(line);
    let mut history = LineHistory::default();
    for (at, version) in versions.iter().enumerate() {
        let text = Text::of(version.text);
        let same = (0..text.count()).zip(1..).filter(|(row, _)| bare(text.line(*row)) == line);
        let lines: Vec<u32> = same.map(|(_, number)| number).collect();
        if !lines.is_empty() {
            history.turns.extend(turns_of(version.forces));
            history.held.push(Held { version: at, lines });
        }
    }
    history
}

/// A line without its line end.
fn bare(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// The bare text of a line of a text, counted from 1; nothing behind its end.
pub fn line_of(text: &[u8], number: u32) -> Option<Vec<u8>> {
    let text = Text::of(text);
    let at = usize::try_from(number).ok()?.checked_sub(1)?;
    (at < text.count()).then(|| bare(text.line(at)).to_vec())
}

#[cfg(test)]
mod tests {
    use super::{Held, Stretch, TurnOf, Version, line_history, line_of, turns_of};

    fn stretch(session: u32, turns: std::ops::Range<u32>) -> Stretch {
        Stretch { session, turns }
    }

    #[test]
    fn a_turn_counts_once_however_many_versions_were_in_force_in_it() {
        let (first, second) = ([stretch(0, 1..4), stretch(1, 1..2)], [stretch(0, 3..6)]);
        let versions = [
            Version { text: b"a\nb\nb\n", forces: &first },
            Version { text: b"x\r\nb\r\n", forces: &second },
            Version { text: b"b c\n", forces: &[stretch(2, 1..9)] },
        ];
        let check = |line: &[u8], held: &[(usize, &[u32])], turns: usize| {
            let found = line_history(&versions, line);
            let wanted: Vec<_> = held
                .iter()
                .map(|(version, lines)| Held { version: *version, lines: lines.to_vec() })
                .collect();
            assert_eq!((found.held, found.turns.len()), (wanted, turns), "{line:?}");
        };
        check(b"a", &[(0, &[1])], 4);
        check(b"b\n", &[(0, &[2, 3]), (1, &[2])], 6);
        check(b"x", &[(1, &[1])], 3);
        check(b"nowhere", &[], 0);
        check(b"", &[], 0);
    }

    #[test]
    fn stretches_that_overlap_count_their_turns_once() {
        let found = turns_of(&[stretch(0, 2..4), stretch(0, 3..5), stretch(0, 7..7)]);
        let turns: Vec<_> = found.into_iter().map(|TurnOf { turn, .. }| turn).collect();
        assert_eq!(turns, [2, 3, 4]);
    }

    #[test]
    fn lines_are_counted_from_one() {
        assert_eq!(line_of(b"a\r\nb", 2).as_deref(), Some(&b"b"[..]));
        assert_eq!(line_of(b"a\r\nb", 1).as_deref(), Some(&b"a"[..]));
        assert_eq!((line_of(b"a", 0), line_of(b"a", 2), line_of(b"", 1)), (None, None, None));
    }
}
