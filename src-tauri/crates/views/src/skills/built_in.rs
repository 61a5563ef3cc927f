//! Skills made of code among those that lie in files, as scripts are told of them.

use engine::{Roster, RosterRow, SkillStanding};

use super::{SkillReportRow, SkillsReport};
use crate::wins::{hash, outranked};
use crate::wire::{ShadowingRow, SkillListing};

impl SkillsReport {
    /// Adds the skills made of code that `roster` holds, and what they shadow.
    pub fn join_built_ins(&mut self, roster: &Roster) {
        self.warnings.extend(roster.warnings.iter().map(ShadowingRow::from));
        for made in roster.rows.iter().filter(|row| row.is_of_code()) {
            let list =
                if made.standing == SkillStanding::Seen { &mut self.skills } else { &mut self.shadowed };
            list.push(of_code(made));
        }
    }
}

/// A skill made of code, which lies in no file.
fn of_code(made: &RosterRow) -> SkillReportRow {
    let (state, why) = match &made.standing {
        SkillStanding::Seen => ("wins", None),
        SkillStanding::Shadowed { by, rule } => ("shadowed", Some(outranked(by, rule.as_ref()).to_string())),
        SkillStanding::Gated => ("denied", None),
        SkillStanding::Invalid => ("invalid", None),
    };
    SkillReportRow {
        name: made.key.clone(),
        description: made.description.clone(),
        written: None,
        scope: made.scope.name().to_owned(),
        source: made.scope.name().to_owned(),
        root: String::new(),
        dir: String::new(),
        path: String::new(),
        short_path: made.place(),
        content_hash: hash(made),
        // No catalog names it, and no field of it hides it: an agent that was given it has its tools.
        disable_model_invocation: false,
        state: state.to_owned(),
        why,
        switched: None,
        listing: SkillListing::Not,
    }
}
