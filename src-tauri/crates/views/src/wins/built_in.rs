//! Skills made of code among those made of files: only Assay's own rules know them, and by these a skill made of
//! files goes before one made of code.

use ::skills::{Convention, Matrix, MatrixRow, Precedence};
use engine::{Made, Roster, RosterRow, SkillStanding};

use super::{WinsCell, WinsFile, WinsState, WinsVerdict, known};
use crate::wire::WhyUnused;

/// A name with what is behind it.
pub(crate) struct Name<'m> {
    pub name: &'m str,
    /// What agents make of the files; nothing where no file has the name.
    pub row: Option<&'m MatrixRow>,
    /// The skill made of code that has it.
    pub made: Option<&'m RosterRow>,
}

impl Name<'_> {
    /// Ways in which a skill is claimed by it.
    pub fn doors(&self, matrix: &Matrix) -> usize {
        self.row.map_or(0, |row| matrix.doors(row).len()) + usize::from(self.made.is_some())
    }
}

/// Every name of either kind, sorted.
pub(crate) fn names<'m>(matrix: &'m Matrix, roster: &'m Roster) -> Vec<Name<'m>> {
    let made = || roster.rows.iter().filter(|row| row.is_of_code());
    let mut names: Vec<Name<'m>> = matrix
        .rows
        .iter()
        .map(|row| Name { name: &row.name, row: Some(row), made: made().find(|made| made.key == row.name) })
        .collect();
    let alone = made().filter(|made| matrix.row(&made.key).is_none());
    names.extend(alone.map(|made| Name { name: &made.key, row: None, made: Some(made) }));
    names.sort_by_key(|name| name.name);
    names
}

/// The cell of an agent that knows no file of a name.
pub(super) fn not_looked(convention: Convention) -> WinsCell {
    WinsCell {
        verdict: WinsVerdict::NotLooked,
        confidence: known(convention.rules().confidence),
        if_trusted: false,
        files: Vec::new(),
    }
}

/// Puts a skill made of code into the cell of Assay's own rules.
pub(super) fn join(cell: &mut WinsCell, made: &RosterRow) {
    let (wins, why) = standing(made);
    let file = WinsFile {
        path: made.place(),
        scope: made.scope.name().to_owned(),
        state: if wins == Standing::Wins { WinsState::Wins } else { WinsState::Shadowed },
        why,
        hash: hash(made),
        real: None,
        hidden: false,
        switched: None,
        skill: None,
    };
    match wins {
        Standing::Wins => {
            cell.verdict = WinsVerdict::Wins;
            cell.if_trusted = false;
            cell.files.insert(0, file);
        }
        Standing::Loses => cell.files.push(file),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    Wins,
    Loses,
}

pub(crate) fn standing(made: &RosterRow) -> (Standing, Option<WhyUnused>) {
    match &made.standing {
        SkillStanding::Shadowed { by, rule } => (Standing::Loses, Some(outranked(by, rule.as_ref()))),
        SkillStanding::Seen | SkillStanding::Gated | SkillStanding::Invalid => (Standing::Wins, None),
    }
}

pub(crate) fn hash(made: &RosterRow) -> String {
    match &made.made {
        Made::OfCode { content_hash, .. } => content_hash.clone(),
        Made::OfFiles { .. } => String::new(),
    }
}

/// Why a skill that comes with Assay, or the file that it goes before, is not used.
pub(crate) fn outranked(by: &str, rule: Option<&Precedence>) -> WhyUnused {
    match rule {
        Some(rule) => WhyUnused::Outranked { rule: rule.clone() },
        None => WhyUnused::SameFile { path: by.to_owned() },
    }
}
