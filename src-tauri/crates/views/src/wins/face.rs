//! Who wins a name, in words, and what a plan turns over.

use ::skills::manage::Plan;
use ::skills::{Claim, Convention, Defect, Face, Flip, Skip, State, Verdict};
use serde::Serialize;
use workspace::Workspace;

use crate::window::counted;

/// The outcome for one name in one agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum WinsVerdict {
    /// It looks in no folder that holds the name.
    NotLooked,
    /// One file wins.
    Wins,
    /// Several stay.
    AllKept,
    /// One of several wins, and nothing says which.
    NotFixed,
    /// What there is waits until the project is trusted.
    HeldBack,
    /// What there is may not be seen.
    Barred,
    /// What there is is no skill to it.
    Invalid,
}

/// Cells that a change turns over alike.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FlipRow {
    /// The name.
    pub name: String,
    /// The agents, as people write them.
    pub agents: Vec<String>,
    /// The outcome now.
    pub before: FaceView,
    /// The outcome once the change is made.
    pub after: FaceView,
    /// All of it in one line.
    pub words: String,
}

/// A cell in short.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FaceView {
    /// The outcome.
    pub verdict: WinsVerdict,
    /// In a word or two.
    pub short: String,
    /// With the path.
    pub words: String,
    /// The files that win, stay, or may win.
    pub files: Vec<PlacedFile>,
}

/// A file and whose it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlacedFile {
    /// Whose it is.
    pub scope: String,
    /// The file, shortened.
    pub path: String,
}

/// The cells a plan turns over, those that turn alike in one row.
pub fn flips(workspace: &Workspace, plan: &Plan) -> Vec<FlipRow> {
    let mut rows: Vec<FlipRow> = Vec::new();
    for flip in workspace.wins().flips(plan) {
        let (before, after) = (face(workspace, &flip.before), face(workspace, &flip.after));
        let alike = |row: &&mut FlipRow| row.name == flip.name && row.before == before && row.after == after;
        match rows.iter_mut().find(alike) {
            Some(row) => row.agents.push(flip.convention.label().to_owned()),
            None => rows.push(flip_row(&flip, before, after)),
        }
    }
    for row in &mut rows {
        let agents = row.agents.join(", ");
        row.words = format!("`{}` in {agents}: {} → {}", row.name, row.before.words, row.after.words);
    }
    rows
}

fn flip_row(flip: &Flip, before: FaceView, after: FaceView) -> FlipRow {
    FlipRow {
        name: flip.name.clone(),
        agents: vec![flip.convention.label().to_owned()],
        before,
        after,
        words: String::new(),
    }
}

/// Returns the number of agents that a change affects, as a sentence: `Affects 4 of 11 agents (1 skill name).`
pub fn flip_words(flips: &[FlipRow]) -> String {
    let mut agents: Vec<&String> = flips.iter().flat_map(|flip| &flip.agents).collect();
    agents.sort_unstable();
    agents.dedup();
    let mut names: Vec<&String> = flips.iter().map(|flip| &flip.name).collect();
    names.dedup();
    let all = Convention::ALL.len();
    match (agents.len(), names.len()) {
        (0, _) => format!("No winner changes in any of {all} agents."),
        (1, rows) => format!("Affects 1 of {all} agents ({}).", counted(rows as u64, "skill name")),
        (some, rows) => {
            format!("Affects {some} of {all} agents ({}).", counted(rows as u64, "skill name"))
        }
    }
}

/// Why a file does not win, in words.
pub(crate) fn why(workspace: &Workspace, claim: &Claim) -> Option<String> {
    match &claim.state {
        State::Wins | State::Kept | State::Unsettled => None,
        State::Shadowed { why, .. } => Some(why.clone()),
        State::SameFile { through } => Some(format!("the same file as {}", workspace.shown(through))),
        State::HeldBack => Some("needs trust".to_owned()),
        State::Barred(::skills::Barred::Disabled) => Some("disabled".to_owned()),
        State::Barred(::skills::Barred::Denied) => Some("denied".to_owned()),
        State::Barred(::skills::Barred::NotAllowed) => Some("not on the allowlist".to_owned()),
        State::Invalid(defect) => Some(invalid(*defect).to_owned()),
    }
}

fn invalid(defect: Defect) -> &'static str {
    match defect {
        Defect::TooLarge => "larger than 512 KiB",
        Defect::Skipped(Skip::NotUtf8) => "not UTF-8",
        Defect::Skipped(Skip::NoFrontmatter) => "no frontmatter",
        Defect::Skipped(Skip::Unclosed) => "frontmatter never closed",
        Defect::Skipped(Skip::Unreadable) => "frontmatter cannot be read",
        Defect::Skipped(Skip::NoDescription) => "no description",
        Defect::Skipped(Skip::NoName) => "no name",
        Defect::Skipped(Skip::EmptyId) => "the name gives no id",
        Defect::Skipped(Skip::LongName) => "the name is too long",
        Defect::Skipped(Skip::OddName) => "the name has invalid characters",
        Defect::Skipped(Skip::LongDescription) => "the description is too long",
    }
}

/// A cell in words: short for a table, whole for a sentence.
pub(crate) fn face(workspace: &Workspace, face: &Face) -> FaceView {
    let files: Vec<PlacedFile> = face
        .files
        .iter()
        .map(|(scope, path)| PlacedFile { scope: scope.name().to_owned(), path: workspace.shown(path) })
        .collect();
    let only = files.first().filter(|_| files.len() == 1);
    let (short, words) = match (face.verdict, only) {
        (Verdict::NotLooked, _) => ("not read".to_owned(), "nothing".to_owned()),
        (Verdict::Wins, Some(file)) => (file.scope.clone(), format!("{} {}", file.scope, file.path)),
        (Verdict::Wins, None) => ("wins".to_owned(), "wins".to_owned()),
        (Verdict::AllKept, _) if files.len() == 2 => ("both listed".to_owned(), "both listed".to_owned()),
        (Verdict::AllKept, _) => {
            (format!("all {} listed", files.len()), format!("all {} listed", files.len()))
        }
        (Verdict::NotFixed, _) => {
            ("order not fixed".to_owned(), format!("one of {}, order not fixed", files.len()))
        }
        (Verdict::HeldBack, _) => ("needs trust".to_owned(), "hidden until trusted".to_owned()),
        (Verdict::Barred, _) => ("not allowed".to_owned(), "not allowed".to_owned()),
        (Verdict::Invalid, _) => ("invalid".to_owned(), "invalid, so not loaded".to_owned()),
    };
    FaceView { verdict: face.verdict.into(), short, words, files }
}

impl From<Verdict> for WinsVerdict {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::NotLooked => Self::NotLooked,
            Verdict::Wins => Self::Wins,
            Verdict::AllKept => Self::AllKept,
            Verdict::NotFixed => Self::NotFixed,
            Verdict::HeldBack => Self::HeldBack,
            Verdict::Barred => Self::Barred,
            Verdict::Invalid => Self::Invalid,
        }
    }
}
