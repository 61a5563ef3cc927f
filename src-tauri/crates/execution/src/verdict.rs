use message::{Message, message};

use crate::{Judgement, Mode};

/// What happens with a command somebody wishes to hydrate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Decision {
    /// It runs, and only its release is asked about.
    Allow,
    /// A person decides on its exact bytes.
    Ask,
    /// It does not run.
    Refuse,
}

/// A decision and the sentence for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// What happens.
    pub decision: Decision,
    /// Why, for the person it is shown to.
    pub words: Message,
}

/// What a mode makes of a judgement, when a person or an agent asks for the hydration by name. It is never
/// laxer than Pixir under the same mode, and asks where Pixir would let an unproven command pass.
pub fn decide(mode: Mode, judgement: &Judgement) -> Verdict {
    let verdict = |decision, words: Message| Verdict { decision, words };
    match (mode, reason(judgement)) {
        (Mode::Auto, None) => {
            verdict(Decision::Allow, message!("it only reads the workspace, and the mode is auto"))
        }
        (Mode::Auto, Some(why)) => {
            verdict(Decision::Ask, message!("it is not proven to read only: {why}", why => why.clone()))
        }
        (Mode::Ask, None) => verdict(
            Decision::Ask,
            message!("it only reads the workspace; as skill context it needs a grant for these exact bytes"),
        ),
        (Mode::Ask, Some(why)) => verdict(
            Decision::Ask,
            message!("it needs a grant for these exact bytes, and is not proven to read only: {why}", why => why.clone()),
        ),
        (Mode::ReadOnly, None) => verdict(
            Decision::Ask,
            message!("it only reads the workspace; the mode is read_only, so the user decides"),
        ),
        (Mode::ReadOnly, Some(why)) => verdict(
            Decision::Refuse,
            message!("the mode is read_only, and the command is not proven to read only: {why}", why => why.clone()),
        ),
    }
}

/// Whether a source that its author marked `auto` may run with the activation, with nobody asked: only in
/// mode auto, and only what provably reads. The error says why not.
///
/// # Errors
///
/// In mode `ask` and `read_only` always; in mode `auto` when it is not proven to read only.
pub fn allows_auto(mode: Mode, judgement: &Judgement) -> Result<(), Message> {
    match (mode, reason(judgement)) {
        (Mode::Auto, None) => Ok(()),
        (Mode::Auto, Some(why)) => Err(
            message!("it is marked to run by itself, but is not proven to read only: {why}", why => why.clone()),
        ),
        (Mode::Ask | Mode::ReadOnly, _) => Err(message!(
            "it is marked to run by itself; the mode is {mode}, so it waits to be asked for",
            mode = mode.word()
        )),
    }
}

/// Why it is not proven to read only; `None` if it is.
fn reason(judgement: &Judgement) -> Option<Message> {
    if judgement.reads_only {
        return None;
    }
    let first = judgement.reasons.first();
    Some(first.map_or_else(|| message!("no reason is given"), |reason| reason.words.clone()))
}

#[cfg(test)]
mod tests {
    use message::message;

    use super::{Decision, allows_auto, decide};
    use crate::{Judgement, Mode, Reason};

    #[test]
    fn a_mode_makes_a_decision_of_a_judgement() {
        let reads = Judgement { reads_only: true, reasons: Vec::new() };
        let writes = Judgement {
            reads_only: false,
            reasons: vec![Reason { rule: "option", words: message!("`sort -o` writes a file") }],
        };
        for (mode, judgement, decision, auto) in [
            (Mode::Auto, &reads, Decision::Allow, true),
            (Mode::Auto, &writes, Decision::Ask, false),
            (Mode::Ask, &reads, Decision::Ask, false),
            (Mode::Ask, &writes, Decision::Ask, false),
            (Mode::ReadOnly, &reads, Decision::Ask, false),
            (Mode::ReadOnly, &writes, Decision::Refuse, false),
        ] {
            let verdict = decide(mode, judgement);
            assert_eq!(verdict.decision, decision, "{mode:?} {judgement:?}");
            assert_eq!(verdict.words.text.contains("sort -o"), !judgement.reads_only, "{verdict:?}");
            assert_eq!(allows_auto(mode, judgement).is_ok(), auto, "{mode:?} {judgement:?}");
        }
    }
}
