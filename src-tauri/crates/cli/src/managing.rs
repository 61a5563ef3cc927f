//! What changes one skill by its name: `assay edit`, `rename`, `duplicate`, `copy`, `move`, `hide`, `show`,
//! `remove`. Each is a plan, printed first, as `change.rs` has it.

use api::draft::{DraftAsk, DraftFieldAsk, DraftValue};
use api::manage::{FileContents, PlanAsk};
use api::wire::{SkillFilter, SkillRow, SkillSort, SkillsAsk};
use api::{App, Code, Failure, Scripts};
use clap::Subcommand;
use message::{Message, message};

use crate::agent_option::{AgentOption, Globals};
use crate::change::planned;
use crate::screen::visible_text;
use crate::typed::{Consent, typed};

/// The scopes as they are typed.
const SCOPES: [&str; 3] = ["repo", "user", "pixir-global"];

/// A change of one skill.
#[derive(Debug, Subcommand)]
pub enum Managing {
    /// Set frontmatter fields of a skill
    Edit {
        #[command(flatten)]
        which: Which,
        /// Field to set; an empty value removes it (can be repeated)
        #[arg(long = "field", value_name = "KEY=VALUE", required = true, value_parser = field)]
        fields: Vec<(String, String)>,
        #[command(flatten)]
        consent: Consent,
    },
    /// Rename a skill and its folder
    Rename {
        #[command(flatten)]
        which: Which,
        /// New name
        to: String,
        #[command(flatten)]
        consent: Consent,
    },
    /// Duplicate a skill under another name
    Duplicate {
        #[command(flatten)]
        which: Which,
        /// Name of the duplicate
        to: String,
        #[command(flatten)]
        consent: Consent,
    },
    /// Copy a skill to another scope
    Copy {
        #[command(flatten)]
        which: Which,
        /// Target scope
        #[arg(long, value_name = "SCOPE", value_parser = SCOPES)]
        to: String,
        #[command(flatten)]
        consent: Consent,
    },
    /// Move a skill to another scope
    Move {
        #[command(flatten)]
        which: Which,
        /// Target scope
        #[arg(long, value_name = "SCOPE", value_parser = SCOPES)]
        to: String,
        #[command(flatten)]
        consent: Consent,
    },
    /// Hide a skill from the model (still callable by name)
    Hide {
        #[command(flatten)]
        which: Which,
        #[command(flatten)]
        consent: Consent,
    },
    /// Unhide a skill
    Show {
        #[command(flatten)]
        which: Which,
        #[command(flatten)]
        consent: Consent,
    },
    /// Move a skill to Assay's trash
    Remove {
        #[command(flatten)]
        which: Which,
        #[command(flatten)]
        consent: Consent,
    },
}

/// One skill.
#[derive(Debug, clap::Args)]
pub struct Which {
    /// Skill name, or short path such as user:notes/SKILL.md
    #[arg(value_name = "NAME")]
    name: String,
    #[command(flatten)]
    agent: AgentOption,
    /// Scope of the skill [default: that of the winner]
    #[arg(long, value_name = "SCOPE", value_parser = SCOPES)]
    scope: Option<String>,
}

/// Reads `key=value`.
fn field(word: &str) -> Result<(String, String), String> {
    let split = word.split_once('=').filter(|(key, _)| !key.trim().is_empty());
    let (key, value) = split.ok_or_else(|| "expected KEY=VALUE".to_owned())?;
    Ok((key.trim().to_owned(), value.to_owned()))
}

/// Plans the change, shows it and carries it out once somebody agreed.
pub fn manage(app: &App, globals: Globals<'_>, managing: &Managing) -> Result<u8, Failure> {
    let found = |which: &Which| found(app, globals, which);
    let id_of = |which: &Which| found(which).map(|(skill, _)| skill);
    let (ask, consent) = match managing {
        Managing::Edit { which, fields, consent } => (edit(app, id_of(which)?, fields)?, consent),
        Managing::Rename { which, to, consent } => {
            (PlanAsk::Rename { skill: id_of(which)?, name: to.clone() }, consent)
        }
        Managing::Duplicate { which, to, consent } => {
            (PlanAsk::Duplicate { skill: id_of(which)?, name: to.clone() }, consent)
        }
        Managing::Copy { which, to, consent } => {
            (PlanAsk::Copy { skill: id_of(which)?, scope: typed(to)? }, consent)
        }
        Managing::Move { which, to, consent } => {
            (PlanAsk::Move { skill: id_of(which)?, scope: typed(to)? }, consent)
        }
        Managing::Hide { which, consent } => {
            let (skill, agent) = found(which)?;
            (PlanAsk::Hide { skill, convention: Some(agent) }, consent)
        }
        Managing::Show { which, consent } => {
            let (skill, agent) = found(which)?;
            (PlanAsk::Show { skill, convention: Some(agent) }, consent)
        }
        Managing::Remove { which, consent } => (PlanAsk::Remove { skill: id_of(which)? }, consent),
    };
    planned(app, &ask, consent.of(), globals.json)
}

/// The SKILL.md with its fields set, as a plan to write it.
fn edit(app: &App, skill: String, fields: &[(String, String)]) -> Result<PlanAsk, Failure> {
    let (scripts, rel) = (Scripts(app), "SKILL.md".to_owned());
    let draft = scripts.draft(&DraftAsk { skill: skill.clone(), rel: rel.clone() })?;
    let mut text = draft.text.clone();
    for (key, value) in fields {
        let value =
            if value.is_empty() { DraftValue::Nothing } else { DraftValue::Text { text: value.clone() } };
        let set = scripts.draft_field(&DraftFieldAsk { text, key: key.clone(), value })?;
        text = set.text.ok_or_else(|| {
            let why = set.refused.map(visible_text).unwrap_or_default();
            Failure::new(Code::Refused, Message::verbatim(why))
        })?;
    }
    let contents = FileContents::Text { text };
    Ok(PlanAsk::Write { skill, rel, seen: draft.hash, base: Some(draft.text), contents })
}

/// The id of the skill that is meant, and the agent whose skill it is.
fn found(app: &App, globals: Globals<'_>, which: &Which) -> Result<(String, String), Failure> {
    let agent = which.agent.or_default(app, globals);
    let row = named(app, &agent, &which.name, which.scope.as_deref())?;
    Ok((row.id, agent))
}

/// The row of a skill by its name, of which the winner is meant unless a scope is named, or by its short path.
pub fn named(app: &App, agent: &str, name: &str, scope: Option<&str>) -> Result<SkillRow, Failure> {
    let mut found = every_row(app, agent)?;
    found.retain(|row| row.name == name || row.short_path == name);
    found.retain(|row| scope.is_none_or(|scope| row.scope == scope));
    let exact = found.iter().find(|row| row.short_path == name);
    let winner = || found.iter().find(|row| row.states.wins);
    let only = || found.first().filter(|_| found.len() == 1 || scope.is_some());
    exact.or_else(winner).or_else(only).cloned().ok_or_else(|| {
        Failure::new(Code::NotFound, message!("skill `{name}` not found.", name = visible_text(name)))
            .hint(message!("Run `assay skills` to list all, or name another agent with --agent."))
    })
}

/// Every row of an agent's list of skills.
fn every_row(app: &App, agent: &str) -> Result<Vec<SkillRow>, Failure> {
    let mut found = Vec::new();
    loop {
        let ask = SkillsAsk {
            text: String::new(),
            state: SkillFilter::Any,
            sort: SkillSort::Name,
            convention: Some(agent.to_owned()),
            from: u32::try_from(found.len()).unwrap_or(u32::MAX),
            count: 500,
        };
        let view = Scripts(app).skills(&ask)?;
        let more = view.rows.len();
        found.extend(view.rows);
        if more == 0 || found.len() as u64 >= u64::from(view.matching) {
            return Ok(found);
        }
    }
}
