//! What scripts may ask about who wins.

use std::collections::BTreeMap;

use ::skills::Confidence;
use ::skills::{Convention, Matrix, MatrixRow, Verdict};
use ::workspace::Workspace;
use engine::{Roster, RosterRow};
use message::message;
use serde::{Deserialize, Serialize};

use super::{Name, Standing, hash, names, standing};
use crate::Failure;
use crate::convention::named;
use crate::wire::{SwitchFact, WhyUnused};

/// Which name.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct WinsReportAsk {
    /// What some agent calls a skill by; every name when absent.
    pub name: Option<String>,
    /// By whose rules alone; by those of all when absent.
    #[serde(default)]
    pub convention: Option<String>,
}

/// Names against conventions.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct WinsReport {
    /// The rules, by the convention's name.
    pub conventions: BTreeMap<String, WinsReportRules>,
    /// The names, sorted.
    pub rows: Vec<WinsReportRow>,
}

/// The rules of one convention.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct WinsReportRules {
    /// Its name as people write it.
    pub label: String,
    /// Who wins, in words.
    pub rule: String,
    /// How well that is known: `reconstructed`, `inferred`.
    pub confidence: String,
    /// Where it is known from.
    pub source: String,
    /// In what the agent is known to differ from what is told.
    pub differs: Vec<String>,
}

/// One name.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct WinsReportRow {
    /// What at least one agent calls a skill by.
    pub name: String,
    /// By convention, the file that wins; null where none does, several stay, or nothing says which.
    pub winners: BTreeMap<String, Option<String>>,
    /// By convention, the outcome with every file. A convention that looks in no folder with this name is not in
    /// it.
    pub cells: BTreeMap<String, WinsReportCell>,
    /// Distinct files behind the name.
    pub files: u32,
    /// Agents that know the name do not all use one and the same file.
    pub differs: bool,
}

/// What one convention makes of one name.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct WinsReportCell {
    /// `wins`, `all_kept`, `not_fixed`, `held_back`, `barred`, `invalid`.
    pub verdict: String,
    /// `reconstructed`, `inferred` or `unknown`.
    pub confidence: String,
    /// It holds once the agent trusts the project.
    pub if_trusted: bool,
    /// What the convention found, the winner first.
    pub files: Vec<WinsReportFile>,
}

/// One file.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct WinsReportFile {
    /// The file, absolute.
    pub path: String,
    /// The same with every link resolved.
    pub real: String,
    /// Whose it is.
    pub scope: String,
    /// `wins`, `kept`, `unsettled`, `shadowed`, `same_file`, `held_back`, `invalid`.
    pub state: String,
    /// Why it does not win.
    pub why: Option<String>,
    /// The setting of the agent that keeps it from the skill, wholly or in part.
    pub switched: Option<SwitchFact>,
    /// SHA-256 of its bytes.
    pub content_hash: String,
}

/// Who wins, for scripts. `roster` holds the skills made of code as well.
///
/// # Errors
///
/// [`Code::WrongUse`](crate::Code::WrongUse) when no convention has that name, and
/// [`Code::NotFound`](crate::Code::NotFound) when no agent knows a skill of the name that is asked for.
pub fn report_with(
    workspace: &Workspace,
    roster: &Roster,
    ask: &WinsReportAsk,
) -> Result<WinsReport, Failure> {
    let only = ask.convention.as_deref().map(|name| named(Some(name))).transpose()?;
    let is_asked = |name: &String| only.is_none_or(|one| one.name() == name);
    let wins = workspace.wins();
    let matrix: &Matrix = wins.matrix();
    let mut names = names(matrix, roster);
    if let Some(name) = &ask.name {
        let known = matrix.row(name).map_or(name, |row| &row.name);
        names.retain(|one| one.name == known);
        if names.is_empty() {
            return Err(Failure::not_found(message!("skill `{name}` not found for any agent.", name))
                .hint(message!("Run `assay who-wins` to list all names.")));
        }
    }
    let rules = matrix.rulings.iter().map(|ruling| {
        let rules = ruling.convention.rules();
        let row = WinsReportRules {
            label: rules.label.to_owned(),
            rule: rules.words.to_owned(),
            confidence: rules.confidence.name().to_owned(),
            source: rules.source.text().to_owned(),
            differs: rules.differs.iter().map(|template| template.text().to_owned()).collect(),
        };
        (rules.name.to_owned(), row)
    });
    let rows = names.iter().map(|name| {
        let mut row = named_row(workspace, matrix, name);
        row.winners.retain(|name, _| is_asked(name));
        row.cells.retain(|name, _| is_asked(name));
        row
    });
    Ok(WinsReport {
        conventions: rules.filter(|(name, _)| is_asked(name)).collect(),
        // What one agent knows nothing of is not told of it.
        rows: rows.filter(|row| only.is_none() || !row.cells.is_empty()).collect(),
    })
}

fn named_row(workspace: &Workspace, matrix: &Matrix, name: &Name<'_>) -> WinsReportRow {
    let mut row = match name.row {
        Some(row) => report_row(workspace, matrix, row),
        None => WinsReportRow {
            name: name.name.to_owned(),
            winners: matrix.rulings.iter().map(|one| (one.convention.name().to_owned(), None)).collect(),
            cells: BTreeMap::new(),
            files: 0,
            differs: false,
        },
    };
    if let Some(made) = name.made {
        join_report(&mut row, made);
    }
    row
}

fn report_row(workspace: &Workspace, matrix: &Matrix, row: &MatrixRow) -> WinsReportRow {
    let name = |cell: &::skills::Cell| cell.convention.name().to_owned();
    let winner = |cell: &::skills::Cell| {
        let first = matrix.claims(cell).first().filter(|_| cell.verdict == Verdict::Wins);
        first.map(|claim| claim.skill.path.display().to_string())
    };
    let known = row.cells.iter().filter(|cell| cell.verdict != Verdict::NotLooked);
    let cells = known.map(|cell| {
        let files = matrix.claims(cell).iter().map(|claim| WinsReportFile {
            path: claim.skill.path.display().to_string(),
            real: claim.id.real.display().to_string(),
            scope: claim.skill.scope.name().to_owned(),
            state: claim.state.name().to_owned(),
            why: WhyUnused::of(workspace, claim).map(|why| why.to_string()),
            switched: SwitchFact::of(workspace, claim),
            content_hash: claim.skill.content_hash.to_string(),
        });
        let report = WinsReportCell {
            verdict: cell.verdict.name().to_owned(),
            confidence: matrix.confidence(cell).name().to_owned(),
            if_trusted: matrix.rests_on_trust(cell),
            files: files.collect(),
        };
        (name(cell), report)
    });
    WinsReportRow {
        name: row.name.clone(),
        winners: row.cells.iter().map(|cell| (name(cell), winner(cell))).collect(),
        cells: cells.collect(),
        files: matrix.files(row).len() as u32,
        differs: matrix.differs(row),
    }
}

/// The same for scripts; `row` is that of the name, or of nothing yet.
fn join_report(row: &mut WinsReportRow, made: &RosterRow) {
    let own = Convention::Merged.name();
    let (wins, why) = standing(made);
    let file = WinsReportFile {
        path: made.place(),
        real: made.place(),
        scope: made.scope.name().to_owned(),
        state: if wins == Standing::Wins { "wins" } else { "shadowed" }.to_owned(),
        why: why.map(|why| why.to_string()),
        switched: None,
        content_hash: hash(made),
    };
    let cell = row.cells.entry(own.to_owned()).or_insert_with(|| WinsReportCell {
        verdict: "wins".to_owned(),
        confidence: Confidence::name(Convention::Merged.rules().confidence).to_owned(),
        if_trusted: false,
        files: Vec::new(),
    });
    match wins {
        Standing::Wins => {
            cell.verdict = "wins".to_owned();
            cell.files.insert(0, file);
            row.winners.insert(own.to_owned(), Some(made.place()));
        }
        Standing::Loses => cell.files.push(file),
    }
}
