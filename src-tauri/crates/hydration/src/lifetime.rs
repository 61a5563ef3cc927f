//! How long a yes may hold, and which of that is offered for a request.

use crate::{Carried, Wish};

/// How long a permission to run shall hold, as a person says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// This request only.
    Once,
    /// Until the session's writer ends.
    Session,
    /// While the bytes stay the same, whatever the output is.
    Bytes,
    /// While the bytes stay the same, and only for the output that is released now.
    Output,
}

impl Wanted {
    /// The word that evidence uses.
    pub fn word(self) -> &'static str {
        match self {
            Self::Once => "once",
            Self::Session => "session",
            Self::Bytes => "bytes",
            Self::Output => "output",
        }
    }
}

impl Wish {
    /// What a person may choose from, the shortest first. Every door offers exactly this, and the desk takes
    /// nothing else.
    pub fn choices(&self) -> Vec<Wanted> {
        let mut choices = vec![Wanted::Once];
        // A yes cannot last for bytes that it is not bound to.
        if !self.prepared.not_bound.is_empty() {
            return choices;
        }
        if self.writer().is_some() {
            choices.push(Wanted::Session);
        }
        choices.push(Wanted::Bytes);
        // What the asker carries out never passes here, so its output cannot be told from another.
        if self.prepared.carried == Carried::Here {
            choices.push(Wanted::Output);
        }
        choices
    }
}

#[cfg(test)]
mod tests {
    use super::Wanted;

    #[test]
    fn how_long_a_yes_holds_has_a_word() {
        let words = [Wanted::Once, Wanted::Session, Wanted::Bytes, Wanted::Output].map(Wanted::word);
        assert_eq!(words, ["once", "session", "bytes", "output"]);
    }
}
