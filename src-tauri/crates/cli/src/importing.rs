//! `assay import`, `assay update` and `assay export --skills`: skills from elsewhere, and to elsewhere. What comes in
//! is printed with everything odd about it, then the plan, then it is asked.

use std::path::{Path, PathBuf};
use std::time::Duration;

use api::import::{ImportSource, begin_at};
use api::{App, Code, Failure};
use clap::Args;
use serde_json::{Value, json};

use crate::arguments::Consent;
use crate::change::{list, planned_beside, request, shown};
use crate::managing::named;
use crate::screen::{Printed, print, say, tell, visible_text};
use crate::text::{counted, number};

/// Skills from elsewhere.
#[derive(Debug, Args)]
pub struct Import {
    /// A folder, a .zip or .skill file, or an https address of a git repository
    #[arg(value_name = "SOURCE", required_unless_present = "origin_of")]
    source: Option<String>,
    /// The scope they go into
    #[arg(long, value_name = "SCOPE", default_value = "repo", value_parser = ["repo", "user", "pixir-global"])]
    scope: String,
    /// Only this skill; may stand more than once [default: the only one]
    #[arg(long = "skill", value_name = "NAME")]
    skills: Vec<String>,
    /// Every skill of the source
    #[arg(long, conflicts_with = "skills")]
    all: bool,
    /// Take the folder for a git repository: its newest commit comes in, not what lies there
    #[arg(long)]
    git: bool,
    /// The branch, tag or commit of the repository [default: its own head]
    #[arg(long = "ref", value_name = "NAME")]
    reference: Option<String>,
    /// Replace a skill that stands there; it goes to the trash
    #[arg(long)]
    replace: bool,
    /// Bring a skill that was imported up to what its source has now
    #[arg(long = "update", value_name = "NAME", conflicts_with_all = ["source", "skills", "all", "git", "reference", "replace"])]
    origin_of: Option<String>,
    /// With --update: take the source's version of this file although it was changed here
    #[arg(long = "theirs", value_name = "REL", requires = "origin_of")]
    theirs: Vec<String>,
    #[command(flatten)]
    consent: Consent,
}

/// How often it is asked how far an import is.
const TICK: Duration = Duration::from_millis(60);

/// Imports or updates.
pub fn import(app: &App, wanted: &Import, as_json: bool) -> Result<u8, Failure> {
    let id = match (&wanted.origin_of, &wanted.source) {
        (Some(name), _) => {
            let row = named(app, name, None)?;
            let begun = request(app, "begin_update", &json!({ "id": row["id"] }))?;
            begun["import"].as_str().unwrap_or_default().to_owned()
        }
        (None, Some(source)) => begin_at(app, source_of(source, wanted)?)?,
        (None, None) => return Err(Failure::new(Code::WrongUse, "name a source")),
    };
    let done = landed(app, wanted, &id, as_json);
    let _ = request(app, "end_import", &json!({ "import": id }));
    done
}

fn landed(app: &App, wanted: &Import, id: &str, as_json: bool) -> Result<u8, Failure> {
    let view = waited(app, id, as_json)?;
    if !as_json {
        told(&view);
    }
    match view["stage"].as_str() {
        Some("ready") => {}
        Some("refused") => {
            if as_json {
                print(&Printed::Json(json!({ "import": view }).to_string()));
                return Ok(1);
            }
            return Err(Failure::new(Code::Refused, "nothing of it lands, for what is said above"));
        }
        _ => {
            return Err(Failure::new(
                Code::Failed,
                visible_text(view["why"].as_str().unwrap_or("it was stopped")),
            ));
        }
    }
    let ask = match &wanted.origin_of {
        Some(_) => json!({ "kind": "update", "import": id, "theirs": wanted.theirs }),
        None => {
            let occupied = if wanted.replace { "replaced" } else { "refused" };
            let picks: Vec<Value> = picked(&view, wanted)?
                .iter()
                .map(|skill| json!({ "skill": skill, "folder": null, "occupied": occupied }))
                .collect();
            json!({ "kind": "import", "import": id, "scope": wanted.scope, "picks": picks })
        }
    };
    planned_beside(app, &ask, wanted.consent.of(), as_json, json!({ "import": view }))
}

/// What is typed as a source: an address, a folder or a file, from the current folder.
fn source_of(source: &str, wanted: &Import) -> Result<ImportSource, Failure> {
    if source.contains("://") || source.starts_with("git@") {
        return Ok(ImportSource::Git(source.to_owned(), wanted.reference.clone()));
    }
    let here = std::env::current_dir().map_err(|error| Failure::new(Code::Failed, error.to_string()))?;
    let path: PathBuf = here.join(source);
    let is_folder = path.is_dir();
    if !is_folder && !path.exists() {
        return Err(Failure::new(Code::NotFound, format!("there is no {}", visible_text(source))));
    }
    let is_repository = wanted.git || wanted.reference.is_some();
    Ok(match (is_folder, is_repository) {
        (true, true) => ImportSource::Repository(path, wanted.reference.clone()),
        (true, false) => ImportSource::Folder(path),
        (false, _) => ImportSource::Archive(path),
    })
}

fn waited(app: &App, id: &str, as_json: bool) -> Result<Value, Failure> {
    let mut said = String::new();
    loop {
        let view = request(app, "import", &json!({ "import": id }))?;
        let stage = view["stage"].as_str().unwrap_or_default();
        if !matches!(stage, "fetching" | "laying" | "looking") {
            return Ok(view);
        }
        if said != stage && !as_json {
            tell(&format!("assay: {stage} {}", shown(&view["source"])));
            stage.clone_into(&mut said);
        }
        std::thread::sleep(TICK);
    }
}

/// The numbers of the skills that are meant.
fn picked(view: &Value, wanted: &Import) -> Result<Vec<Value>, Failure> {
    let rows = list(&view["skills"]);
    if wanted.all {
        return Ok(rows.iter().map(|row| row["skill"].clone()).collect());
    }
    if wanted.skills.is_empty() {
        return match rows {
            [one] => Ok(vec![one["skill"].clone()]),
            _ => Err(Failure::new(Code::WrongUse, format!("it has {} skills", rows.len()))
                .hint("choose with --skill NAME, or take them --all")),
        };
    }
    let find = |name: &String| {
        let row = rows.iter().find(|row| row["name"] == *name || row["folder"] == *name);
        let words = || Failure::new(Code::NotFound, format!("it has no skill {}", visible_text(name)));
        row.map(|row| row["skill"].clone()).ok_or_else(words)
    };
    wanted.skills.iter().map(find).collect()
}

fn told(view: &Value) {
    say(&format!("from {}", shown(&view["source"])));
    for (name, key) in [("commit", "commit"), ("archive", "archive")] {
        if let Some(value) = view[key].as_str() {
            say(&format!("  {name} {}", visible_text(value)));
        }
    }
    list(&view["doubts"]).iter().for_each(doubt);
    for row in list(&view["skills"]) {
        let (name, rel) = (shown(&row["name"]), shown(&row["rel"]));
        let size = format!("{}, {}", number(&row["files"], "file"), number(&row["bytes"], "byte"));
        say(&format!("  {name}  {rel}  {size}"));
        list(&row["doubts"]).iter().for_each(doubt);
    }
    for row in list(&view["update"]["files"]) {
        let words = match row["by"].as_str() {
            Some("here") => "changed here, stays",
            Some("there") => "changed at the source, follows",
            Some("both") => "changed here and at the source, stays unless --theirs names it",
            _ => "changed alike",
        };
        say(&format!("  {}: {words}", shown(&row["rel"])));
    }
}

fn doubt(row: &Value) {
    let mark = if row["weight"] == "refuses" { "REFUSED" } else { "warning" };
    let (at, rule, words) = (shown(&row["at"]), shown(&row["rule"]), shown(&row["message"]));
    let line = row["line"].as_u64().map(|line| format!(":{line}")).unwrap_or_default();
    say(&format!("    {mark} [{rule}] {at}{line} {words}"));
}

/// Saves skills as one zip.
pub fn export(app: &App, names: &[String], to: Option<&Path>, as_json: bool) -> Result<u8, Failure> {
    let Some(to) = to else {
        return Err(Failure::new(Code::WrongUse, "name a file").hint("assay export --skills NAME --to FILE"));
    };
    let here = std::env::current_dir().map_err(|error| Failure::new(Code::Failed, error.to_string()))?;
    let saved = api::export::skills_into(app, names, Some(&here.join(to)))?;
    if as_json {
        let value = serde_json::to_value(&saved).unwrap_or_default();
        print(&Printed::Json(value.to_string()));
    } else {
        let path = saved.path.as_deref().unwrap_or_default();
        say(&format!(
            "{}, {}, {} in {}",
            counted(saved.skills.into(), "skill"),
            counted(saved.files.into(), "file"),
            counted(saved.bytes, "byte"),
            visible_text(path)
        ));
        say(&format!("SHA-256 {}", saved.sha256));
    }
    Ok(0)
}
