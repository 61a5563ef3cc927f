//! What is said of a verdict, and what a recorded text is to the comparison.

use std::path::Path;

use ::drift::{Basis, Hole, Kept, State, Steps, Verdict, Why, Writer};
use ::sessions::{Activation, Source, TextKept};

use super::{DriftBasis, DriftFact, DriftState, HoleFact, StepsFact, TakenFact};
use crate::App;

/// Places that are told of one verdict, and letters of what was filled into each.
const HOLES: usize = 20;
const FILLING: usize = 400;

/// A recorded text, with who recorded it.
#[derive(Default)]
pub(crate) struct RecordedText {
    pub activation: Activation,
    pub writer: Writer,
}

impl RecordedText {
    /// The text of an activation in a log of this source, written by this release.
    pub(crate) fn of(activation: Activation, source: Source, release: Option<&str>) -> Self {
        Self { activation, writer: Writer::named(source.rules().name, release) }
    }

    /// How much of the file it is.
    pub(super) fn kept(&self) -> Kept<'_> {
        let Some(text) = self.activation.content.as_deref().map(str::as_bytes) else { return Kept::Nothing };
        match self.activation.kept {
            TextKept::Whole => Kept::Whole(text),
            TextKept::Body => Kept::Body(text),
            TextKept::TrimmedBody => Kept::TrimmedBody(text),
            TextKept::Part => Kept::Part(text),
            TextKept::Mixed => Kept::Mixed(text),
            TextKept::Nothing => Kept::Nothing,
        }
    }
}

/// Whether a path is one of another machine: written as another system writes them, or below a home that is not here.
/// That nothing is there says nothing of the file then.
pub(super) fn is_elsewhere(path: &Path) -> bool {
    let Some(path) = path.to_str() else { return false };
    let is_of_windows =
        path.starts_with("\\\\") || path.get(1..3).is_some_and(|at| [":\\", ":/"].contains(&at));
    if is_of_windows || cfg!(windows) {
        return is_of_windows != cfg!(windows);
    }
    let homes = ["/home/", "/Users/"].iter().find_map(|homes| Some((homes, path.strip_prefix(homes)?)));
    let home = homes.and_then(|(homes, rest)| Some(format!("{homes}{}", rest.split_once('/')?.0)));
    home.is_some_and(|home| {
        disk::look(Path::new(&home)).is_err_and(|fault| fault.cause == disk::Cause::Missing)
    })
}

impl App {
    /// What is said of a verdict.
    pub(super) fn fact(&self, verdict: &Verdict) -> DriftFact {
        let (added, removed) = match &verdict.state {
            State::BodyChanged { added, removed, .. } => (*added as u32, *removed as u32),
            _ => (0, 0),
        };
        let note = match &verdict.state {
            State::BodyChanged { frontmatter: Some(change), .. } => format!("frontmatter too: {change}"),
            State::BodyChanged { .. } if verdict.basis.is_whole() => String::new(),
            State::BodyChanged { .. } if verdict.basis == Basis::Part => {
                "only a part was recorded".to_owned()
            }
            State::BodyChanged { .. } => "the frontmatter was not recorded".to_owned(),
            State::Renamed { from, to } if from.name == to.name => format!("now at {}", self.shown(&to.path)),
            _ => verdict.to_string(),
        };
        let (Verdict { basis, steps, .. }, holes) = (verdict, holes(&verdict.state));
        DriftFact {
            state: state(&verdict.state),
            added,
            removed,
            note,
            drifted: differs(&verdict.state),
            basis: basis_word(*basis),
            steps: StepsFact::of(steps),
            holes: holes.iter().take(HOLES).map(hole).collect(),
            taken: None,
            same_at: Vec::new(),
        }
    }

    /// What is said of the file that an agent would take now, beside the one a snapshot came from.
    pub(super) fn taken(&self, own: &Verdict, taken: &Verdict, agent: &str) -> TakenFact {
        let path = taken.now.as_ref().map(|place| self.shown(&place.path)).unwrap_or_default();
        let (own, words) = (in_words(own), in_words(taken));
        let words =
            format!("the file it came from: {own}; the file {agent} would take now: {words} at {path}");
        let fact = self.fact(taken);
        TakenFact {
            path,
            state: fact.state,
            added: fact.added,
            removed: fact.removed,
            agent: agent.to_owned(),
            words,
        }
    }
}

/// How a file stands to the recorded text, in a word or two.
fn in_words(verdict: &Verdict) -> String {
    let word = match &verdict.state {
        State::Identical | State::ShadowedNow { .. } => "same",
        State::Filled(_) => "same but for what was filled in",
        State::ChangedByAgent(_) => "same but for what the agent took away",
        State::WhitespaceOnly(_) => "same but for white space",
        State::FrontmatterOnly(_) => "same but for the frontmatter",
        State::BodyChanged { added, removed, .. } => return format!("differs, +{added} −{removed},"),
        State::Renamed { .. } | State::MovedScope { .. } => "moved",
        State::Deleted => "gone",
        State::Unverifiable(Why::OtherMachine) => "on another machine",
        State::Unverifiable(Why::NoPlace) => "not recorded",
        State::Unverifiable(_) => "not decided",
    };
    word.to_owned()
}

impl DriftBasis {
    /// Whether the frontmatter was not recorded, so that nothing can be said of it.
    pub(crate) fn leaves_out_frontmatter(self) -> bool {
        matches!(self, Self::Body | Self::TrimmedBody | Self::Part | Self::Template)
    }
}

impl StepsFact {
    fn of(steps: &Steps) -> Self {
        let told = |steps: &[::drift::Step]| steps.iter().map(ToString::to_string).collect();
        Self { recorded: told(&steps.recorded), disk: told(&steps.file) }
    }
}

fn holes(state: &State) -> &[Hole] {
    match state {
        State::Filled(holes) | State::ChangedByAgent(holes) => holes,
        _ => &[],
    }
}

fn hole(hole: &Hole) -> HoleFact {
    let cut = |text: &str| {
        let end = text.char_indices().nth(FILLING).map_or(text.len(), |(at, _)| at);
        if end < text.len() { format!("{}…", &text[..end]) } else { text.to_owned() }
    };
    HoleFact {
        line: hole.line as u32,
        placeholder: cut(&hole.placeholder),
        filling: cut(&hole.filling),
        blanked: hole.blanked,
    }
}

/// Whether the disk has another text than the recorded one. What stands elsewhere, is shadowed, or has only its
/// places filled in, has the same.
fn differs(state: &State) -> bool {
    match state {
        State::WhitespaceOnly(_) | State::FrontmatterOnly(_) | State::BodyChanged { .. } => true,
        State::Identical
        | State::Renamed { .. }
        | State::MovedScope { .. }
        | State::ShadowedNow { .. }
        | State::Deleted
        | State::Filled(_)
        | State::ChangedByAgent(_)
        | State::Unverifiable(_) => false,
    }
}

fn state(state: &State) -> DriftState {
    match state {
        State::Identical => DriftState::Identical,
        State::WhitespaceOnly(_) => DriftState::WhitespaceOnly,
        State::FrontmatterOnly(_) => DriftState::FrontmatterOnly,
        State::BodyChanged { .. } => DriftState::BodyChanged,
        State::Renamed { .. } => DriftState::Renamed,
        State::MovedScope { .. } => DriftState::MovedScope,
        State::ShadowedNow { .. } => DriftState::ShadowedNow,
        State::Deleted => DriftState::Deleted,
        State::Filled(_) => DriftState::Filled,
        State::ChangedByAgent(_) => DriftState::ChangedByAgent,
        State::Unverifiable(_) => DriftState::Unverifiable,
    }
}

fn basis_word(basis: Basis) -> DriftBasis {
    match basis {
        Basis::Digest => DriftBasis::Digest,
        Basis::WholeText => DriftBasis::WholeText,
        Basis::Body => DriftBasis::Body,
        Basis::TrimmedBody => DriftBasis::TrimmedBody,
        Basis::Part => DriftBasis::Part,
        Basis::Template => DriftBasis::Template,
        Basis::Nothing => DriftBasis::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::is_elsewhere;

    #[cfg(unix)]
    #[test]
    fn a_path_of_another_system_or_of_a_home_that_is_not_here_is_elsewhere() {
        let check = |path: &str, expected| assert_eq!(is_elsewhere(Path::new(path)), expected, "{path}");
        check("D:\\work\\.claude\\skills\\a\\SKILL.md", true);
        check("c:/Users/a/SKILL.md", true);
        check("\\\\server\\share\\SKILL.md", true);
        check("/home/nobody-of-this-name/.claude/skills/a/SKILL.md", true);
        check("/Users/nobody-of-this-name/SKILL.md", true);
        check("/nowhere/SKILL.md", false);
        check("/home/SKILL.md", false);
        check("", false);
    }
}
