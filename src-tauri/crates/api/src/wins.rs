//! Who wins where: every name against every agent's rules, and what a plan turns over.

mod ask;
mod built_in;
mod report;
mod table;
mod view;

use std::collections::BTreeMap;

use ::skills::manage::Plan;
use ::skills::{
    Cell, Claim, Convention, Defect, Face, Flip, Matrix, MatrixRow, RootOutcome, Scope, State, Verdict,
};
use ::workspace::{MANAGED, Seen, Workspace};

use crate::{App, Failure};
use views::wire::{Known, Nothing};

pub use ask::{SaveWinsAsk, WhoWinsAsk, WinsOnly, WinsTableForm};
pub use report::{WinsReport, WinsReportAsk, WinsReportCell, WinsReportFile, WinsReportRow, WinsReportRules};
pub use view::{
    ConventionRow, ConventionView, ConventionsView, FaceView, FlipRow, PlacedFile, WhoWinsView, WinsCell,
    WinsFile, WinsRoot, WinsRow, WinsState, WinsVerdict,
};

pub(crate) use built_in::{Name, Standing, hash, names, roster, standing};
pub(crate) use report::wins_report;
pub(crate) use table::save_wins;

/// The cells a plan turns over, those that turn alike in one row.
pub(crate) fn flips(workspace: &Workspace, plan: &Plan) -> Vec<FlipRow> {
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

/// How many agents a change concerns, in one sentence: `4 of 11 agents change their winner in 1 row.`
pub(crate) fn flip_words(flips: &[FlipRow]) -> String {
    let mut agents: Vec<&String> = flips.iter().flat_map(|flip| &flip.agents).collect();
    agents.sort_unstable();
    agents.dedup();
    let mut names: Vec<&String> = flips.iter().map(|flip| &flip.name).collect();
    names.dedup();
    let all = Convention::ALL.len();
    match (agents.len(), names.len()) {
        (0, _) => format!("No winner changes in any of {all} agents."),
        (1, rows) => format!("1 of {all} agents changes its winner in {}.", counted(rows)),
        (some, rows) => format!("{some} of {all} agents change their winner in {}.", counted(rows)),
    }
}

fn counted(rows: usize) -> String {
    if rows == 1 { "1 row".to_owned() } else { format!("{rows} rows") }
}

/// The agents whose rules a list can follow, and how many skills each list has.
pub(crate) fn conventions(workspace: &Workspace, _: &Nothing) -> Result<ConventionsView, Failure> {
    let wins = workspace.wins();
    let row = |convention: &Convention| {
        let rules = convention.rules();
        let ruling = wins.matrix.rulings.iter().find(|ruling| ruling.convention == *convention);
        let skills = match *convention {
            MANAGED => workspace.ruling(MANAGED).count(),
            _ => ruling.map_or(0, |ruling| ruling.claims.len() as u32),
        };
        ConventionRow {
            skills,
            name: rules.name.to_owned(),
            label: rules.label.to_owned(),
            rule: rules.rule.to_owned(),
            words: rules.words.to_owned(),
            confidence: known(rules.confidence),
        }
    };
    Ok(ConventionsView { rows: Convention::ALL.iter().map(row).collect() })
}

/// Every name that some agent knows, with what each agent makes of it.
pub(crate) fn who_wins(app: &App, ask: &WhoWinsAsk) -> Result<WhoWinsView, Failure> {
    let wins = app.workspace.wins();
    let (matrix, managed): (&Matrix, _) = (&wins.matrix, app.workspace.ruling(MANAGED));
    let roster = roster(app);
    let names = names(matrix, &roster);
    let (contested, single) = matching(matrix, &names, &ask.text, &ask.only);
    let doors: BTreeMap<_, _> =
        matrix.rows.iter().flat_map(|row| matrix.doors(row)).map(|door| (door, ())).collect();
    let window = contested.iter().chain(&single).skip(ask.from as usize).take(ask.count.min(ROWS) as usize);
    Ok(WhoWinsView {
        conventions: matrix.rulings.iter().map(|ruling| convention(&app.workspace, ruling)).collect(),
        names: names.len() as u32,
        entries: doors.len() as u32,
        matching: (contested.len() + single.len()) as u32,
        contested: contested.len() as u32,
        from: ask.from,
        rows: window.map(|row| wins_row(&app.workspace, matrix, &managed, row)).collect(),
        read_at: app.read_at(),
    })
}

/// The names that a filter takes: those that several paths claim, which stand first, and the others.
fn matching<'n>(
    matrix: &Matrix,
    names: &'n [Name<'n>],
    text: &str,
    only: &[WinsOnly],
) -> (Vec<&'n Name<'n>>, Vec<&'n Name<'n>>) {
    let needle = text.to_lowercase();
    let is_here = |row: &MatrixRow| matrix.doors(row).iter().any(|door| is_of_repository(matrix, row, door));
    let takes = |name: &&Name| {
        (needle.is_empty() || name.name.to_lowercase().contains(&needle))
            && only.iter().all(|only| match only {
                WinsOnly::Differing => name.row.is_some_and(|row| matrix.differs(row)),
                WinsOnly::Here => name.row.is_some_and(is_here),
            })
    };
    names.iter().filter(takes).partition(|name| name.doors(matrix) > 1)
}

/// Most rows in one answer.
const ROWS: u32 = 500;

fn is_of_repository(matrix: &Matrix, row: &MatrixRow, door: &std::path::Path) -> bool {
    let mut claims = row.cells.iter().flat_map(|cell| matrix.claims(cell));
    claims.any(|claim| claim.skill.path == door && claim.skill.scope == Scope::Repo)
}

fn convention(workspace: &Workspace, ruling: &::skills::Ruling) -> ConventionView {
    let rules = ruling.convention.rules();
    let roots = ruling.roots.iter().map(|look| WinsRoot {
        scope: look.scope.name().to_owned(),
        path: look.path.as_deref().map_or_else(|| "~".to_owned(), |path| workspace.shown(path)),
        found: match &look.outcome {
            RootOutcome::Found(0) => "no skill".to_owned(),
            RootOutcome::Found(1) => "1 skill".to_owned(),
            RootOutcome::Found(count) => format!("{count} skills"),
            RootOutcome::Missing => "folder does not exist".to_owned(),
            RootOutcome::Unreadable(words) => words.clone(),
            RootOutcome::NoHome => "the home folder is unknown".to_owned(),
        },
    });
    ConventionView {
        name: rules.name.to_owned(),
        label: rules.label.to_owned(),
        rule: rules.rule.to_owned(),
        words: rules.words.to_owned(),
        confidence: known(rules.confidence),
        source: rules.source.to_owned(),
        roots: roots.collect(),
    }
}

pub(crate) fn known(confidence: ::skills::Confidence) -> Known {
    match confidence {
        ::skills::Confidence::Reconstructed => Known::Reconstructed,
        ::skills::Confidence::Inferred => Known::Inferred,
        ::skills::Confidence::Unknown => Known::Unknown,
    }
}

fn wins_row(workspace: &Workspace, matrix: &Matrix, managed: &Seen, name: &Name<'_>) -> WinsRow {
    let mut cells: Vec<WinsCell> = match name.row {
        Some(row) => row.cells.iter().map(|cell| wins_cell(workspace, matrix, managed, cell)).collect(),
        None => matrix.rulings.iter().map(|ruling| built_in::not_looked(ruling.convention)).collect(),
    };
    let own = matrix.rulings.iter().position(|ruling| ruling.convention == Convention::Merged);
    if let Some((made, cell)) = name.made.zip(own.and_then(|at| cells.get_mut(at))) {
        built_in::join(cell, made);
    }
    WinsRow {
        name: name.name.to_owned(),
        files: name.row.map_or(0, |row| matrix.files(row).len()) as u32,
        doors: name.doors(matrix) as u32,
        differs: name.row.is_some_and(|row| matrix.differs(row)),
        cells,
    }
}

fn wins_cell(workspace: &Workspace, matrix: &Matrix, managed: &Seen, cell: &Cell) -> WinsCell {
    let face = face(workspace, &matrix.face(cell));
    WinsCell {
        verdict: cell.verdict.into(),
        words: face.short,
        confidence: known(matrix.confidence(cell)),
        if_trusted: matrix.rests_on_trust(cell),
        files: matrix.claims(cell).iter().map(|claim| wins_file(workspace, managed, claim)).collect(),
    }
}

fn wins_file(workspace: &Workspace, managed: &Seen, claim: &Claim) -> WinsFile {
    WinsFile {
        path: workspace.shown(&claim.skill.path),
        scope: claim.skill.scope.name().to_owned(),
        state: WinsState::from(&claim.state),
        why: why(workspace, claim),
        hash: claim.skill.content_hash.to_string(),
        real: (claim.id.real != claim.skill.path).then(|| workspace.shown(&claim.id.real)),
        hidden: claim.hidden,
        skill: managed.id_at(&claim.skill.path).cloned(),
    }
}

/// Why a file does not win, in words.
pub(crate) fn why(workspace: &Workspace, claim: &Claim) -> Option<String> {
    match &claim.state {
        State::Wins | State::Kept | State::Unsettled => None,
        State::Shadowed { why, .. } => Some(why.clone()),
        State::SameFile { through } => Some(format!("the same file as {}", workspace.shown(through))),
        State::HeldBack => Some("waits until this project is trusted".to_owned()),
        State::Barred(::skills::Barred::Disabled) => Some("switched off".to_owned()),
        State::Barred(::skills::Barred::Denied) => Some("denied".to_owned()),
        State::Barred(::skills::Barred::NotAllowed) => Some("not on the list of what is allowed".to_owned()),
        State::Invalid(defect) => Some(invalid(*defect).to_owned()),
    }
}

fn invalid(defect: Defect) -> &'static str {
    use ::skills::Skip;
    match defect {
        Defect::TooLarge => "larger than 512 KiB",
        Defect::Skipped(Skip::NotUtf8) => "not UTF-8",
        Defect::Skipped(Skip::NoFrontmatter) => "no frontmatter",
        Defect::Skipped(Skip::Unclosed) => "frontmatter never closed",
        Defect::Skipped(Skip::Unreadable) => "frontmatter cannot be read",
        Defect::Skipped(Skip::NoDescription) => "no description",
        Defect::Skipped(Skip::NoName) => "no name",
        Defect::Skipped(Skip::EmptyId) => "the name makes no id",
        Defect::Skipped(Skip::LongName) => "the name is too long",
        Defect::Skipped(Skip::OddName) => "the name has characters that are not taken",
        Defect::Skipped(Skip::LongDescription) => "the description is too long",
    }
}

/// A cell in words: short for a table, whole for a sentence.
fn face(workspace: &Workspace, face: &Face) -> FaceView {
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
        (Verdict::HeldBack, _) => ("held back".to_owned(), "held back until trusted".to_owned()),
        (Verdict::Barred, _) => ("not allowed".to_owned(), "not allowed".to_owned()),
        (Verdict::Invalid, _) => ("invalid".to_owned(), "invalid, so not loaded".to_owned()),
    };
    FaceView { verdict: face.verdict.into(), short, words, files }
}
