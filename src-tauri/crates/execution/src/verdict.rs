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
    pub words: String,
}

/// What a mode makes of a judgement, when a person or an agent asks for the hydration by name. It is never
/// laxer than Pixir under the same mode, and asks where Pixir would let an unproven command pass.
pub fn decide(mode: Mode, judgement: &Judgement) -> Verdict {
    let verdict = |decision, words: String| Verdict { decision, words };
    match (mode, reason(judgement)) {
        (Mode::Auto, None) => {
            verdict(Decision::Allow, "it only reads the workspace, and the mode is auto".to_owned())
        }
        (Mode::Auto, Some(why)) => verdict(Decision::Ask, format!("it is not proven to read only: {why}")),
        (Mode::Ask, None) => verdict(
            Decision::Ask,
            "it only reads the workspace; as skill context it needs a grant for these exact bytes".to_owned(),
        ),
        (Mode::Ask, Some(why)) => verdict(
            Decision::Ask,
            format!("it needs a grant for these exact bytes, and is not proven to read only: {why}"),
        ),
        (Mode::ReadOnly, None) => verdict(
            Decision::Ask,
            "it only reads the workspace; the mode is read_only, so the user decides".to_owned(),
        ),
        (Mode::ReadOnly, Some(why)) => verdict(
            Decision::Refuse,
            format!("the mode is read_only, and the command is not proven to read only: {why}"),
        ),
    }
}

/// Whether a source that its author marked `auto` may run with the activation, with nobody asked: only in
/// mode auto, and only what provably reads. The error says why not.
///
/// # Errors
///
/// In mode `ask` and `read_only` always; in mode `auto` when it is not proven to read only.
pub fn allows_auto(mode: Mode, judgement: &Judgement) -> Result<(), String> {
    match (mode, reason(judgement)) {
        (Mode::Auto, None) => Ok(()),
        (Mode::Auto, Some(why)) => {
            Err(format!("it is marked to run by itself, but is not proven to read only: {why}"))
        }
        (Mode::Ask | Mode::ReadOnly, _) => Err(format!(
            "it is marked to run by itself; the mode is {}, so it waits to be asked for",
            mode.word()
        )),
    }
}

/// Why it is not proven to read only; `None` if it is.
fn reason(judgement: &Judgement) -> Option<&str> {
    if judgement.reads_only {
        return None;
    }
    Some(judgement.reasons.first().map_or("no reason is given", |reason| &reason.words))
}

#[cfg(test)]
mod tests {
    use super::{Decision, allows_auto, decide};
    use crate::{Judgement, Mode, Reason};

    #[test]
    fn a_mode_makes_a_decision_of_a_judgement() {
        let reads = Judgement { reads_only: true, reasons: Vec::new() };
        let writes = Judgement {
            reads_only: false,
            reasons: vec![Reason { rule: "option", words: "`sort -o` writes a file".to_owned() }],
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
            assert_eq!(verdict.words.contains("sort -o"), !judgement.reads_only, "{verdict:?}");
            assert_eq!(allows_auto(mode, judgement).is_ok(), auto, "{mode:?} {judgement:?}");
        }
    }
}
