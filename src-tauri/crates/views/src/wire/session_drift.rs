//! How the skill texts of one session stand against the disk, in one verdict.

use serde::Serialize;

use crate::wire::DriftState;

/// How the skill texts that a session recorded stand against their files now. A row, a head, a filter, the terminal and
/// every export have it from [`SessionDrift::of`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SessionDrift {
    /// Distinct texts of skills that the session recorded.
    pub texts: u32,
    /// Of them, those whose file has another text now.
    pub changed: u32,
    /// Of them, those whose file is gone.
    pub deleted: u32,
    /// Of them, those that cannot be compared.
    pub unknown: u32,
}

impl SessionDrift {
    /// Counts the states of a session's texts, each text once.
    pub fn of(states: impl IntoIterator<Item = DriftState>) -> Self {
        let mut drift = Self::default();
        for state in states {
            drift.texts += 1;
            match state {
                DriftState::FrontmatterOnly | DriftState::BodyChanged => drift.changed += 1,
                DriftState::Deleted => drift.deleted += 1,
                DriftState::Unverifiable => drift.unknown += 1,
                // The same text, wherever it lies now and whatever lies beside it.
                DriftState::Identical
                | DriftState::WhitespaceOnly
                | DriftState::Renamed
                | DriftState::MovedScope
                | DriftState::ShadowedNow
                | DriftState::InAnotherVersion
                | DriftState::Filled
                | DriftState::ChangedByAgent
                | DriftState::ResourcesChanged => {}
            }
        }
        drift
    }

    /// Returns the order of sessions by what became of their texts: most changed or deleted ones first.
    pub fn rank(&self) -> (std::cmp::Reverse<u32>, std::cmp::Reverse<u32>) {
        (std::cmp::Reverse(self.changed + self.deleted), std::cmp::Reverse(self.unknown))
    }

    /// Says it in words: `1 changed, 1 deleted, 1 of 3 not comparable`; empty for a session without skills.
    pub fn words(&self) -> String {
        let Self { texts, changed, deleted, unknown } = *self;
        if texts == 0 {
            return String::new();
        }
        let mut parts = Vec::new();
        let counts = [(changed, "changed"), (deleted, "deleted")];
        parts.extend(
            counts.iter().filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count} {word}")),
        );
        if unknown > 0 {
            parts.push(format!("{unknown} of {texts} not comparable"));
        }
        if parts.is_empty() { "unchanged".to_owned() } else { parts.join(", ") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdict_counts_the_worst_and_hides_nothing_behind_what_is_unknown() {
        use DriftState::{BodyChanged, Deleted, FrontmatterOnly, Identical, Unverifiable, WhitespaceOnly};
        let check = |states: &[DriftState], words: &str| {
            assert_eq!(SessionDrift::of(states.iter().copied()).words(), words, "{states:?}");
        };
        check(&[], "");
        check(&[Identical, WhitespaceOnly], "unchanged");
        check(&[Unverifiable, BodyChanged, Identical], "1 changed, 1 of 3 not comparable");
        check(&[FrontmatterOnly, BodyChanged, Deleted], "2 changed, 1 deleted");
        check(&[Unverifiable], "1 of 1 not comparable");
    }
}
