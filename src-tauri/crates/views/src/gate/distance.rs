//! How far a recorded text is from the disk, as far as the comparison proves it.

use ::drift::{Basis, State, Verdict};
use ::policy::Stage;

/// The distance of a `SKILL.md` from a text that a session recorded of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Distance {
    /// There is no file to be far from.
    NoFile,
    /// Nothing is known of it.
    Unknown,
    /// At least the first and at most the second: what was not recorded may have changed as well.
    Between(Stage, Stage),
}

impl Distance {
    /// Judges a verdict by what its basis proves. A body says nothing of the frontmatter; lines, and a text into which
    /// something was filled in, say nothing of all the rest.
    pub fn of(verdict: &Verdict) -> Self {
        let least = match &verdict.state {
            State::Identical
            | State::Renamed { .. }
            | State::MovedScope { .. }
            | State::ShadowedNow { .. }
            | State::InAnotherVersion { .. }
            | State::Filled(_)
            | State::ChangedByAgent(_) => Stage::Identical,
            State::WhitespaceOnly(_) => Stage::WhitespaceOnly,
            State::FrontmatterOnly(_) => Stage::FrontmatterOnly,
            State::BodyChanged { .. } => Stage::BodyChanged,
            State::Deleted => return Self::NoFile,
            State::Unverifiable(_) => return Self::Unknown,
        };
        let proved = match verdict.basis {
            Basis::Digest | Basis::WholeText => least,
            Basis::Body | Basis::TrimmedBody => Stage::FrontmatterOnly,
            Basis::Part | Basis::Template | Basis::Nothing => Stage::BodyChanged,
        };
        Self::Between(least, least.max(proved))
    }
}

/// Returns how much of a file a comparison rests on, in words that go on from "the session recorded".
pub(super) fn recorded_part(basis: Basis) -> &'static str {
    match basis {
        Basis::Digest | Basis::WholeText => "the whole file",
        Basis::Body | Basis::TrimmedBody => "only its body",
        Basis::Part => "only some of its lines",
        Basis::Template => "its body with filled-in values",
        Basis::Nothing => "nothing of it",
    }
}

#[cfg(test)]
mod tests {
    use ::drift::{Basis, State, Steps, Verdict};
    use ::policy::Stage;

    use super::Distance;

    #[test]
    fn distance_is_what_the_basis_proves() {
        let check = |state: State, basis, expected| {
            let steps = Steps { recorded: Vec::new(), file: Vec::new() };
            let verdict = Verdict { state, basis, steps, now: None, winner: None };
            assert_eq!(Distance::of(&verdict), expected, "{verdict:?}");
        };
        let (same, space) = (Stage::Identical, Stage::WhitespaceOnly);
        let (front, body) = (Stage::FrontmatterOnly, Stage::BodyChanged);
        for whole in [Basis::Digest, Basis::WholeText] {
            check(State::Identical, whole, Distance::Between(same, same));
            check(State::WhitespaceOnly(Vec::new()), whole, Distance::Between(space, space));
        }
        for part in [Basis::Body, Basis::TrimmedBody] {
            check(State::Identical, part, Distance::Between(same, front));
            check(State::WhitespaceOnly(Vec::new()), part, Distance::Between(space, front));
        }
        check(State::Identical, Basis::Part, Distance::Between(same, body));
        check(State::Filled(Vec::new()), Basis::Template, Distance::Between(same, body));
        check(State::ChangedByAgent(Vec::new()), Basis::Template, Distance::Between(same, body));
        let changed = State::BodyChanged { added: 1, removed: 0, frontmatter: None };
        check(changed, Basis::Body, Distance::Between(body, body));
        check(State::Deleted, Basis::Digest, Distance::NoFile);
    }
}
