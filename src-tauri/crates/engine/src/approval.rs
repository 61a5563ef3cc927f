use disk::Digest;
use execution::{Bound, Decision};

use crate::Refusal;

/// Who lets a plan be carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Approval {
    /// Nobody was asked: the mode alone decides.
    Mode,
    /// A person said yes to what a plan is bound to.
    Person(Digest),
    /// A person said no.
    Denied,
}

impl Approval {
    /// Whether it lets a plan be carried out: the word for who did, as evidence has it.
    pub(crate) fn lets(self, decision: Decision, rule: &str, bound: &Bound) -> Result<&'static str, Refusal> {
        match (decision, self) {
            (_, Self::Denied) => Err(Refusal::Rejected),
            (Decision::Refuse, _) => Err(Refusal::Denied { rule: rule.to_owned() }),
            (Decision::Allow, Self::Mode) => Ok("rule"),
            (Decision::Ask | Decision::Allow, Self::Person(to)) if to == bound.digest() => Ok("user"),
            (Decision::Allow, Self::Person(_)) | (Decision::Ask, _) => Err(Refusal::Undecided),
        }
    }
}
