//! Who wins where: every name against every convention, and what a planned change turns over.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::convention::Confidence;
use crate::{Claim, Convention, FileId, Ruling, Scope, State, Survey, Trust, Visibility, rule};

/// Every name that some convention knows, against every convention.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matrix {
    /// What each convention made of the look, in the order of [`Convention::ALL`].
    pub rulings: Vec<Ruling>,
    /// The names, sorted.
    pub rows: Vec<MatrixRow>,
}

/// One name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatrixRow {
    /// What a skill is called by in at least one convention.
    pub name: String,
    /// One for each convention, in the order of [`Convention::ALL`].
    pub cells: Vec<Cell>,
}

/// What one convention makes of one name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// Whose rules these are.
    pub convention: Convention,
    /// The outcome.
    pub verdict: Verdict,
    /// Places in the ruling's claims: what the convention found under this name, the winner first.
    pub claims: std::ops::Range<usize>,
}

/// The outcome for one name in one convention.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
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
    /// A setting of the agent switches what there is off.
    Off,
    /// What there is is no skill to it.
    Invalid,
}

impl Verdict {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::NotLooked => "not_looked",
            Self::Wins => "wins",
            Self::AllKept => "all_kept",
            Self::NotFixed => "not_fixed",
            Self::HeldBack => "held_back",
            Self::Barred => "barred",
            Self::Off => "off",
            Self::Invalid => "invalid",
        }
    }
}

/// A cell that a change turns over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flip {
    /// The name.
    pub name: String,
    /// Whose rules decide.
    pub convention: Convention,
    /// The outcome now.
    pub before: Face,
    /// The outcome then.
    pub after: Face,
}

/// A cell as it is compared with another: the outcome and the files it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Face {
    /// The outcome.
    pub verdict: Verdict,
    /// The files that win, or stay, or may win, each with its scope.
    pub files: Vec<(Scope, PathBuf)>,
}

/// Rules every convention over one look. `own` is what a person trusts and lets be seen; it decides where no program
/// but Assay follows the rules. For all others the project counts as trusted: whether a program trusts a folder is
/// its own secret, and a cell says where that matters.
pub fn matrix(survey: &Survey, own: &Visibility) -> Matrix {
    matrix_of(|convention| column(convention, survey, own))
}

/// The same of what each convention makes of a look.
pub(crate) fn matrix_of(column: impl Fn(Convention) -> Ruling + Sync) -> Matrix {
    let rulings = disk::in_threads(Convention::ALL, 1, |_, convention| column(*convention));
    let mut names: BTreeMap<&str, Vec<Option<std::ops::Range<usize>>>> = BTreeMap::new();
    for (at, ruling) in rulings.iter().enumerate() {
        let mut from = 0;
        for claims in ruling.claims.chunk_by(|a, b| a.key == b.key) {
            let row = names.entry(&claims[0].key).or_insert_with(|| vec![None; rulings.len()]);
            row[at] = Some(from..from + claims.len());
            from += claims.len();
        }
    }
    let rows = names.into_iter().map(|(name, found)| {
        let cells = found.into_iter().zip(&rulings).map(|(claims, ruling)| {
            let claims = claims.unwrap_or_default();
            let verdict = verdict(&ruling.claims[claims.clone()]);
            Cell { convention: ruling.convention, verdict, claims }
        });
        MatrixRow { name: name.to_owned(), cells: cells.collect() }
    });
    let rows = rows.collect();
    Matrix { rulings, rows }
}

/// The ruling of one convention as it stands in the matrix.
pub fn column(convention: Convention, survey: &Survey, own: &Visibility) -> Ruling {
    let theirs = Visibility::whole(Trust::Trusted);
    rule(convention, survey, if convention.is_assays() { own } else { &theirs })
}

fn verdict(claims: &[Claim]) -> Verdict {
    let has = |is: fn(&State) -> bool| claims.iter().any(|claim| is(&claim.state));
    if claims.is_empty() {
        Verdict::NotLooked
    } else if has(|state| *state == State::Wins) {
        Verdict::Wins
    } else if has(|state| *state == State::Kept) {
        Verdict::AllKept
    } else if has(|state| *state == State::Unsettled) {
        Verdict::NotFixed
    } else if has(|state| *state == State::HeldBack) {
        Verdict::HeldBack
    } else if has(|state| matches!(state, State::Barred(_))) {
        Verdict::Barred
    } else if has(|state| *state == State::Off) {
        Verdict::Off
    } else {
        Verdict::Invalid
    }
}

impl Matrix {
    /// The row of that name.
    pub fn row(&self, name: &str) -> Option<&MatrixRow> {
        let at = self.rows.binary_search_by(|row| row.name.as_str().cmp(name)).ok()?;
        self.rows.get(at)
    }

    /// What a convention found under the name of a cell, the winner first.
    pub fn claims(&self, cell: &Cell) -> &[Claim] {
        let ruling = self.rulings.iter().find(|ruling| ruling.convention == cell.convention);
        ruling.and_then(|ruling| ruling.claims.get(cell.claims.clone())).unwrap_or_default()
    }

    /// The files behind a row, each once, whatever the paths.
    pub fn files(&self, row: &MatrixRow) -> Vec<&FileId> {
        let mut files: Vec<&FileId> = Vec::new();
        for claim in row.cells.iter().flat_map(|cell| self.claims(cell)) {
            if !files.contains(&&claim.id) {
                files.push(&claim.id);
            }
        }
        files
    }

    /// The paths that lead to the files of a row, each once, sorted.
    pub fn doors(&self, row: &MatrixRow) -> Vec<&Path> {
        let claims = row.cells.iter().flat_map(|cell| self.claims(cell));
        let mut doors: Vec<&Path> = claims.map(|claim| claim.skill.path.as_path()).collect();
        doors.sort_unstable();
        doors.dedup();
        doors
    }

    /// Whether conventions that know the name do not all use one and the same file.
    pub fn differs(&self, row: &MatrixRow) -> bool {
        let mut used: Option<&FileId> = None;
        row.cells.iter().any(|cell| match cell.verdict {
            Verdict::NotLooked => false,
            Verdict::Wins => {
                let winner = self.claims(cell).first().map(|claim| &claim.id);
                let other = used.is_some() && used != winner;
                used = winner;
                other
            }
            Verdict::AllKept | Verdict::NotFixed => true,
            Verdict::HeldBack | Verdict::Barred | Verdict::Off | Verdict::Invalid => false,
        })
    }

    /// What a cell comes to.
    pub fn face(&self, cell: &Cell) -> Face {
        let files = self.files_of(cell).map(|(scope, path)| (scope, path.to_owned()));
        Face { verdict: cell.verdict, files: files.collect() }
    }

    fn files_of(&self, cell: &Cell) -> impl Iterator<Item = (Scope, &Path)> {
        let verdict = cell.verdict;
        let counts = move |claim: &&Claim| match verdict {
            Verdict::Wins | Verdict::AllKept | Verdict::NotFixed => claim.is_visible(),
            Verdict::HeldBack => claim.state == State::HeldBack,
            Verdict::Barred => matches!(claim.state, State::Barred(_)),
            Verdict::Off => claim.state == State::Off,
            Verdict::Invalid => true,
            Verdict::NotLooked => false,
        };
        let files = self.claims(cell).iter().filter(counts);
        files.map(|claim| (claim.skill.scope, claim.skill.path.as_path()))
    }

    /// How well a cell is known.
    pub fn confidence(&self, cell: &Cell) -> Confidence {
        match cell.verdict {
            Verdict::NotFixed => Confidence::Unknown,
            _ => cell.convention.rules().confidence,
        }
    }

    /// Whether what a cell says holds only where the agent trusts the project, which Assay cannot see.
    pub fn rests_on_trust(&self, cell: &Cell) -> bool {
        let claims = self.claims(cell);
        claims.iter().any(|claim| claim.is_visible() && claim.is_if_trusted(cell.convention))
    }

    /// The cells that are other in `after` than here, by name.
    pub fn flips(&self, after: &Matrix) -> Vec<Flip> {
        let mut flips = Vec::new();
        let (mut here, mut there) = (self.rows.iter().peekable(), after.rows.iter().peekable());
        loop {
            // Both are sorted by name.
            let name = match (here.peek(), there.peek()) {
                (Some(one), Some(other)) => one.name.as_str().min(&other.name),
                (Some(one), None) | (None, Some(one)) => &one.name,
                (None, None) => return flips,
            };
            let (one, other) = (here.next_if(|row| row.name == name), there.next_if(|row| row.name == name));
            for (at, convention) in Convention::ALL.iter().enumerate() {
                let (before, then) = (one.map(|row| &row.cells[at]), other.map(|row| &row.cells[at]));
                if let (Some(before), Some(then)) = (before, then)
                    && before.verdict == then.verdict
                    && self.files_of(before).eq(after.files_of(then))
                {
                    continue;
                }
                let face = |matrix: &Self, cell: Option<&Cell>| match cell {
                    Some(cell) => matrix.face(cell),
                    None => Face { verdict: Verdict::NotLooked, files: Vec::new() },
                };
                let (before, after) = (face(self, before), face(after, then));
                if before != after {
                    flips.push(Flip { name: name.to_owned(), convention: *convention, before, after });
                }
            }
        }
    }
}
