//! Who wins where: every name against every agent's rules, and what a plan turns over.

mod ask;
mod built_in;
mod face;
mod report;
mod table;
mod view;

use std::collections::BTreeSet;

use ::skills::{Cell, Claim, Convention, Matrix, MatrixRow, Scope};
use ::workspace::{MANAGED, Seen, Workspace};
use engine::Roster;

use crate::Failure;
use crate::wire::{Known, Millis, Nothing, PlaceFound, SwitchFact, WhyUnused};

pub use ask::{SaveWinsAsk, WhoWinsAsk, WinsOnly, WinsTableForm};
pub use face::{FaceView, FlipRow, PlacedFile, WinsVerdict, flip_words, flips};
pub use report::{
    WinsReport, WinsReportAsk, WinsReportCell, WinsReportFile, WinsReportRow, WinsReportRules, report_with,
};
pub use table::table_with;
pub use view::{
    ConventionRow, ConventionView, ConventionsView, WhoWinsView, WinsCell, WinsFile, WinsRoot, WinsRow,
    WinsState,
};

pub(crate) use built_in::{Name, Standing, hash, names, outranked, standing};
pub(crate) use face::face;

/// The agents whose rules a list can follow, and how many skills each list has.
///
/// # Errors
///
/// None: it has the form that every request has.
pub fn conventions(workspace: &Workspace, _: &Nothing) -> Result<ConventionsView, Failure> {
    let wins = workspace.wins();
    let row = |convention: &Convention| {
        let rules = convention.rules();
        let ruling = wins.matrix().rulings.iter().find(|ruling| ruling.convention == *convention);
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

/// Every name that some agent knows, with what each agent makes of it. `roster` holds the skills made of code as well.
pub fn who_wins_with(workspace: &Workspace, roster: &Roster, ask: &WhoWinsAsk) -> WhoWinsView {
    let wins = workspace.wins();
    let (matrix, managed): (&Matrix, _) = (wins.matrix(), workspace.ruling(MANAGED));
    let names = names(matrix, roster);
    let (contested, single) = matching(matrix, &names, &ask.text, &ask.only);
    let doors: BTreeSet<_> = matrix.rows.iter().flat_map(|row| matrix.doors(row)).collect();
    let made = names.iter().filter(|name| name.made.is_some()).count();
    let window = contested.iter().chain(&single).skip(ask.from as usize).take(ask.count.min(ROWS) as usize);
    WhoWinsView {
        conventions: matrix.rulings.iter().map(|ruling| convention(workspace, ruling)).collect(),
        names: names.len() as u32,
        entries: (doors.len() + made) as u32,
        matching: (contested.len() + single.len()) as u32,
        contested: contested.len() as u32,
        from: ask.from,
        rows: window.map(|row| wins_row(workspace, matrix, &managed, row)).collect(),
        read_at: Millis::at(workspace.now()),
    }
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
        found: PlaceFound::from(&look.outcome),
    });
    ConventionView {
        name: rules.name.to_owned(),
        label: rules.label.to_owned(),
        rule: rules.rule.to_owned(),
        words: rules.words.to_owned(),
        confidence: known(rules.confidence),
        source: rules.source.message(),
        roots: roots.collect(),
    }
}

fn known(confidence: ::skills::Confidence) -> Known {
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
    WinsCell {
        verdict: cell.verdict.into(),
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
        why: WhyUnused::of(workspace, claim),
        hash: claim.skill.content_hash.to_string(),
        real: (claim.id.real != claim.skill.path).then(|| workspace.shown(&claim.id.real)),
        hidden: claim.is_hidden(),
        switched: SwitchFact::of(workspace, claim),
        skill: managed.id_at(&claim.skill.path).cloned(),
    }
}
