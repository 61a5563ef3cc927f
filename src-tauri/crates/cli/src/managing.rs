//! What changes one skill by its name: `assay edit`, `rename`, `duplicate`, `copy`, `move`, `hide`, `show`,
//! `remove`. Each is a plan, printed first, as `change.rs` has it.

use api::{App, Code, Failure};
use clap::Subcommand;
use serde_json::{Value, json};

use crate::arguments::Consent;
use crate::change::{list, planned, request};
use crate::screen::visible_text;

/// The scopes as they are typed.
const SCOPES: [&str; 3] = ["repo", "user", "pixir-global"];

/// A change of one skill.
#[derive(Debug, Subcommand)]
pub enum Managing {
    /// Set fields of a skill's frontmatter; every other byte stays
    Edit {
        #[command(flatten)]
        which: Which,
        /// A field and its text; without a text the field goes. May stand more than once
        #[arg(long = "field", value_name = "KEY=VALUE", required = true, value_parser = field)]
        fields: Vec<(String, String)>,
        #[command(flatten)]
        consent: Consent,
    },
    /// Give a skill another name: its folder's, and the one in its frontmatter
    Rename {
        #[command(flatten)]
        which: Which,
        /// The new name
        to: String,
        #[command(flatten)]
        consent: Consent,
    },
    /// Make a second skill of another name beside it
    Duplicate {
        #[command(flatten)]
        which: Which,
        /// The name of the second one
        to: String,
        #[command(flatten)]
        consent: Consent,
    },
    /// Copy a skill into another scope
    Copy {
        #[command(flatten)]
        which: Which,
        /// The other scope
        #[arg(long, value_name = "SCOPE", value_parser = SCOPES)]
        to: String,
        #[command(flatten)]
        consent: Consent,
    },
    /// Move a skill into another scope
    Move {
        #[command(flatten)]
        which: Which,
        /// The other scope
        #[arg(long, value_name = "SCOPE", value_parser = SCOPES)]
        to: String,
        #[command(flatten)]
        consent: Consent,
    },
    /// Leave a skill out of the model's catalog; it can still be called by name
    Hide {
        #[command(flatten)]
        which: Which,
        #[command(flatten)]
        consent: Consent,
    },
    /// List a hidden skill again
    Show {
        #[command(flatten)]
        which: Which,
        #[command(flatten)]
        consent: Consent,
    },
    /// Move a skill into Assay's trash
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
    /// The skill's name, of which the winner is meant, or its short path, such as user:notes/SKILL.md
    #[arg(value_name = "NAME")]
    name: String,
    /// The skill of that name in this scope
    #[arg(long, value_name = "SCOPE", value_parser = SCOPES)]
    scope: Option<String>,
}

/// Reads `key=value`.
fn field(word: &str) -> Result<(String, String), String> {
    let split = word.split_once('=').filter(|(key, _)| !key.trim().is_empty());
    let (key, value) = split.ok_or_else(|| "a field is written key=value".to_owned())?;
    Ok((key.trim().to_owned(), value.to_owned()))
}

/// Plans the change, shows it and carries it out once somebody agreed.
pub fn manage(app: &App, managing: &Managing, as_json: bool) -> Result<u8, Failure> {
    let (kind, which, more, consent) = match managing {
        Managing::Edit { which, fields, consent } => {
            let ask = edit(app, &id_of(app, which)?, fields)?;
            return planned(app, &ask, consent.of(), as_json);
        }
        Managing::Rename { which, to, consent } => ("rename", which, json!({ "name": to }), consent),
        Managing::Duplicate { which, to, consent } => ("duplicate", which, json!({ "name": to }), consent),
        Managing::Copy { which, to, consent } => ("copy", which, json!({ "scope": to }), consent),
        Managing::Move { which, to, consent } => ("move", which, json!({ "scope": to }), consent),
        Managing::Hide { which, consent } => ("hide", which, json!({}), consent),
        Managing::Show { which, consent } => ("show", which, json!({}), consent),
        Managing::Remove { which, consent } => ("remove", which, json!({}), consent),
    };
    let mut ask = more;
    ask["kind"] = json!(kind);
    ask["skill"] = id_of(app, which)?;
    planned(app, &ask, consent.of(), as_json)
}

/// The SKILL.md with its fields set, as a plan to write it.
fn edit(app: &App, skill: &Value, fields: &[(String, String)]) -> Result<Value, Failure> {
    let draft = request(app, "draft", &json!({ "skill": skill, "rel": "SKILL.md" }))?;
    let mut text = draft["text"].clone();
    for (key, value) in fields {
        let value = if value.is_empty() {
            json!({ "kind": "nothing" })
        } else {
            json!({ "kind": "text", "text": value })
        };
        let set = request(app, "draft_field", &json!({ "text": text, "key": key, "value": value }))?;
        if let Some(why) = set["refused"].as_str() {
            return Err(Failure::new(Code::Refused, visible_text(why.trim_end_matches('.'))));
        }
        text = set["text"].clone();
    }
    Ok(
        json!({ "kind": "write", "skill": skill, "rel": "SKILL.md", "seen": draft["hash"], "base": draft["text"],
               "contents": { "kind": "text", "text": text } }),
    )
}

/// The id of the skill that is meant.
fn id_of(app: &App, which: &Which) -> Result<Value, Failure> {
    named(app, &which.name, which.scope.as_deref()).map(|row| row["id"].clone())
}

/// The row of a skill by its name, of which the winner is meant unless a scope is named, or by its short path.
pub fn named(app: &App, name: &str, scope: Option<&str>) -> Result<Value, Failure> {
    let mut from = 0;
    let mut found = Vec::new();
    loop {
        let ask = json!({ "text": "", "state": "any", "sort": "name", "from": from, "count": 500 });
        let view = request(app, "skills", &ask)?;
        let rows = list(&view["rows"]);
        found.extend(rows.iter().filter(|row| row["name"] == name || row["short_path"] == name).cloned());
        from += rows.len();
        if rows.is_empty() || from as u64 >= view["matching"].as_u64().unwrap_or(0) {
            break;
        }
    }
    found.retain(|row| scope.is_none_or(|scope| row["scope"] == scope));
    let exact = found.iter().find(|row| row["short_path"] == name);
    let winner = || found.iter().find(|row| row["states"]["wins"] == true);
    let only = || found.first().filter(|_| found.len() == 1 || scope.is_some());
    exact.or_else(winner).or_else(only).cloned().ok_or_else(|| {
        Failure::new(Code::NotFound, format!("there is no skill {} here", visible_text(name)))
            .hint("`assay skills` lists them")
    })
}
