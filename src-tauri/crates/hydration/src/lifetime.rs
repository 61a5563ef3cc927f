//! How long a yes may hold, and which of that is offered for a request.

use execution::Lifetime;
use serde::{Deserialize, Serialize};

use crate::{Carried, Wish};

/// How long a permission to run shall hold, as a person says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum LifetimeKind {
    /// This request only.
    Once,
    /// Until the session's writer ends.
    Session,
    /// While the bytes stay the same, whatever the output is.
    Bytes,
    /// While the bytes stay the same, and only for the output that is released now.
    Output,
}

impl LifetimeKind {
    /// The word that evidence uses.
    pub fn word(self) -> &'static str {
        self.into()
    }
}

impl From<&Lifetime> for LifetimeKind {
    fn from(lifetime: &Lifetime) -> Self {
        match lifetime {
            Lifetime::Once => Self::Once,
            Lifetime::Session { .. } => Self::Session,
            Lifetime::Bytes => Self::Bytes,
            Lifetime::Output(_) => Self::Output,
        }
    }
}

impl Wish {
    /// What a person may choose from, the shortest first. Every door offers exactly this, and the desk takes
    /// nothing else.
    pub fn choices(&self) -> Vec<LifetimeKind> {
        let mut choices = vec![LifetimeKind::Once];
        // A yes cannot last for bytes that it is not bound to.
        if !self.prepared.not_bound.is_empty() {
            return choices;
        }
        if self.writer().is_some() {
            choices.push(LifetimeKind::Session);
        }
        choices.push(LifetimeKind::Bytes);
        // What the asker carries out never passes here, so its output cannot be told from another.
        if self.prepared.carried == Carried::Here {
            choices.push(LifetimeKind::Output);
        }
        choices
    }
}

#[cfg(test)]
mod tests {
    use super::LifetimeKind;

    #[test]
    fn how_long_a_yes_holds_has_a_word() {
        let words = [LifetimeKind::Once, LifetimeKind::Session, LifetimeKind::Bytes, LifetimeKind::Output]
            .map(LifetimeKind::word);
        assert_eq!(words, ["once", "session", "bytes", "output"]);
    }
}
