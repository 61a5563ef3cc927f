//! Skills of both kinds in one list: which there are, how many, and which of one name goes before the other.

use skills::{Claim, Precedence, Ruling, Scope, Shadowing, State, Visibility};

use crate::{CodeSkill, Installed, declaration_hash};

/// Skills of both kinds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Roster {
    /// Every one, also those that are not seen, by key and of one key the winner first.
    pub rows: Vec<RosterRow>,
    /// The keys that a skill of each kind claims.
    pub warnings: Vec<Shadowing>,
}

/// One skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RosterRow {
    /// What it is called by.
    pub key: String,
    /// The name as it is written.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// Whose it is.
    pub scope: Scope,
    /// What it is made of.
    pub made: Made,
    /// How it stands.
    pub standing: Standing,
}

/// What a skill is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Made {
    /// A folder with a `SKILL.md`. It has no tools of its own.
    OfFiles {
        /// The file, as its convention names it for people.
        short_path: String,
    },
    /// Code.
    OfCode {
        /// Its tools, by name.
        tools: Vec<String>,
        /// Whether it adds to the prompt.
        prompt: Prompt,
        /// SHA-256 of what it says of itself, in hexadecimal digits.
        content_hash: String,
    },
}

/// Whether a skill adds to the prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Prompt {
    /// It does.
    Given,
    /// It does not.
    Absent,
}

/// How a skill of either kind stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// An agent has it.
    Seen,
    /// It waits for trust, or may not be seen: for an agent it is not there.
    Gated,
    /// Another goes before it.
    Shadowed {
        /// The one that wins, as people name it.
        by: String,
        /// The rule that decided; `None` where both are one file by two paths.
        rule: Option<Precedence>,
    },
    /// It is no skill.
    Invalid,
}

/// What the skills of a ruling and those that are installed come to together.
pub fn roster(ruling: &Ruling, installed: &Installed<'_>, visibility: &Visibility) -> Roster {
    let mut rows: Vec<RosterRow> = ruling.claims.iter().map(of_files).collect();
    let mut warnings = Vec::new();
    for (key, skill) in installed.skills() {
        let mut row = of_code(key, skill);
        // Those of files are settled among themselves; the first of them is who won there.
        let rival = rows.iter().position(|row| row.key == key && row.competes());
        if let Some(at) = rival {
            let rival = &mut rows[at];
            let (winner, loser) =
                if rival.scope.rank() <= row.scope.rank() { (&*rival, &mut row) } else { (&row, rival) };
            let by = winner.place();
            warnings.push(Shadowing {
                name: key.to_owned(),
                selected: by.clone(),
                shadowed: vec![loser.place()],
            });
            let rule = Some(Precedence::of_scopes(winner.scope, loser.scope));
            loser.standing = Standing::Shadowed { by, rule };
        }
        if row.standing == Standing::Seen && visibility.bars(key).is_some() {
            row.standing = Standing::Gated;
        }
        rows.push(row);
    }
    rows.sort_by(|a, b| (&a.key, a.order()).cmp(&(&b.key, b.order())));
    Roster { rows, warnings }
}

impl Roster {
    /// The skills an agent has with the number of tools each brings (S4-83).
    pub fn skills(&self) -> impl Iterator<Item = (&str, usize)> {
        self.rows
            .iter()
            .filter(|row| row.standing == Standing::Seen)
            .map(|row| (row.key.as_str(), row.tools()))
    }

    /// Returns `true` if an agent has a skill of this name, of files or of code (S4-84).
    pub fn has_skill(&self, name: &str) -> bool {
        self.skills().any(|(key, _)| key == name)
    }

    /// How many skills there are for a person (S4-85), those that no agent is shown among them; of one name the
    /// winner counts alone.
    pub fn skill_count(&self) -> usize {
        self.rows.iter().filter(|row| matches!(row.standing, Standing::Seen | Standing::Gated)).count()
    }
}

impl RosterRow {
    /// Whether it is made of code.
    pub fn is_of_code(&self) -> bool {
        matches!(self.made, Made::OfCode { .. })
    }

    /// How many tools it brings.
    pub fn tools(&self) -> usize {
        match &self.made {
            Made::OfFiles { .. } => 0,
            Made::OfCode { tools, .. } => tools.len(),
        }
    }

    /// Where it is, as people name it: `repo:a/SKILL.md`, `built-in:calculator`.
    pub fn place(&self) -> String {
        match &self.made {
            Made::OfFiles { short_path } => short_path.clone(),
            Made::OfCode { .. } => format!("{}:{}", self.scope, self.name),
        }
    }

    // What waits for trust does not compete. What is barred by its name bars the other of that name too.
    fn competes(&self) -> bool {
        matches!(self.standing, Standing::Seen)
    }

    fn order(&self) -> u8 {
        match self.standing {
            Standing::Seen => 0,
            Standing::Gated => 1,
            Standing::Shadowed { .. } => 2,
            Standing::Invalid => 3,
        }
    }
}

fn of_files(claim: &Claim) -> RosterRow {
    RosterRow {
        key: claim.key.clone(),
        name: claim.skill.name.clone(),
        description: claim.skill.description.clone(),
        scope: claim.skill.scope,
        made: Made::OfFiles { short_path: claim.skill.short_path.clone() },
        standing: match &claim.state {
            State::Wins | State::Kept | State::Unsettled => Standing::Seen,
            State::HeldBack | State::Barred(_) | State::Off => Standing::Gated,
            State::Shadowed { by, rule } => {
                Standing::Shadowed { by: by.display().to_string(), rule: Some(rule.clone()) }
            }
            State::SameFile { through } => {
                Standing::Shadowed { by: through.display().to_string(), rule: None }
            }
            State::Invalid(_) => Standing::Invalid,
        },
    }
}

fn of_code(key: &str, skill: &dyn CodeSkill) -> RosterRow {
    RosterRow {
        key: key.to_owned(),
        name: skill.name().to_owned(),
        description: skill.description().to_owned(),
        scope: Scope::BuiltIn,
        made: Made::OfCode {
            tools: skill.tools().iter().map(|tool| tool.name.to_owned()).collect(),
            prompt: if skill.prompt().is_some() { Prompt::Given } else { Prompt::Absent },
            content_hash: declaration_hash(skill).to_string(),
        },
        standing: Standing::Seen,
    }
}
