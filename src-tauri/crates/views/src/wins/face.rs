//! Which file takes precedence, in short, and what a plan changes about it.

use std::collections::BTreeSet;
use std::path::PathBuf;

use ::skills::manage::Plan;
use ::skills::{Convention, Face, Flip, Scope, Verdict};
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
    /// A setting of the agent disables what there is.
    Off,
    /// What there is is no skill to it.
    Invalid,
}

/// Cells that a change turns over alike.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FlipRow {
    /// The name.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub name: String,
    /// The agents, as people write them.
    pub agents: Vec<String>,
    /// The outcome now.
    pub before: FaceView,
    /// The outcome once the change is made.
    pub after: FaceView,
}

/// A cell in short.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FaceView {
    /// The outcome.
    pub verdict: WinsVerdict,
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
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
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
    rows
}

fn flip_row(flip: &Flip, before: FaceView, after: FaceView) -> FlipRow {
    FlipRow { name: flip.name.clone(), agents: vec![flip.convention.label().to_owned()], before, after }
}

/// Returns the number of agents that a change affects, as a sentence of English: `Affects 4 of 11 agents (1 skill name).`
pub fn flip_words(flips: &[FlipRow]) -> String {
    let agents: BTreeSet<&String> = flips.iter().flat_map(|flip| &flip.agents).collect();
    let names: BTreeSet<&String> = flips.iter().map(|flip| &flip.name).collect();
    let all = Convention::ALL.len();
    if agents.is_empty() {
        return format!("Affects none of {all} agents.");
    }
    format!("Affects {} of {all} agents ({}).", agents.len(), counted(names.len() as u64, "skill name"))
}

/// A cell in short.
pub(crate) fn face(workspace: &Workspace, face: &Face) -> FaceView {
    let placed = |(scope, path): &(Scope, PathBuf)| PlacedFile {
        scope: scope.name().to_owned(),
        path: workspace.shown(path),
    };
    FaceView { verdict: face.verdict.into(), files: face.files.iter().map(placed).collect() }
}

impl FaceView {
    /// The outcome with its path in English, as the terminal and tables write it.
    pub fn words(&self) -> String {
        match (self.verdict, self.files.as_slice()) {
            (WinsVerdict::NotLooked, _) => "nothing".to_owned(),
            (WinsVerdict::Wins, [file]) => format!("{} {}", file.scope, file.path),
            (WinsVerdict::Wins, _) => "takes precedence".to_owned(),
            (WinsVerdict::AllKept, files) if files.len() == 2 => "both listed".to_owned(),
            (WinsVerdict::AllKept, files) => format!("all {} listed", files.len()),
            (WinsVerdict::NotFixed, files) => format!("one of {}, order not fixed", files.len()),
            (WinsVerdict::HeldBack, _) => "needs trust".to_owned(),
            (WinsVerdict::Barred, _) => "not allowed".to_owned(),
            (WinsVerdict::Off, _) => "disabled".to_owned(),
            (WinsVerdict::Invalid, _) => "invalid, so not loaded".to_owned(),
        }
    }
}

impl FlipRow {
    /// The change in one line of English.
    pub fn words(&self) -> String {
        let (agents, before, after) = (self.agents.join(", "), self.before.words(), self.after.words());
        format!("`{}` in {agents}: {before} → {after}", self.name)
    }
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
            Verdict::Off => Self::Off,
            Verdict::Invalid => Self::Invalid,
        }
    }
}
