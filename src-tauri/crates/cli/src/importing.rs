//! `assay import`, `assay update` and `assay export --skills`: skills from elsewhere, and to elsewhere. What comes in
//! is printed with everything odd about it, then the plan, then it is asked.

mod server;

use std::path::{Path, PathBuf};
use std::time::Duration;

use api::import::{
    DivergenceWho, DoubtRow, DoubtWeight, ImportAsk, ImportStage, ImportView, OriginSource, begin_at,
};
use api::manage::PlanAsk;
use api::wire::{ImportPick, Occupied, SignatureVerdict, SkillAsk};
use api::{App, Code, Failure, Scripts};
use clap::Args;
use message::{Message, message};
use serde_json::json;

use crate::agent_option::{AgentOption, Globals};
use crate::change::planned_beside;
use crate::managing::named;
use crate::screen::{say, tell, visible_text};
use crate::telling::print_json;
use crate::text::counted;
use crate::typed::{Consent, typed};
use server::{agreed_server, tell_served};

/// The skills to import.
#[derive(Debug, Args)]
pub struct Import {
    /// Folder, .zip or .skill file, or https URL of a Git repository
    #[arg(value_name = "SOURCE", required_unless_present_any = ["origin_of", "server"])]
    source: Option<String>,
    #[command(flatten)]
    agent: AgentOption,
    /// Target scope
    #[arg(long, value_name = "SCOPE", default_value = "repo", value_parser = ["repo", "user", "pixir-global"])]
    scope: String,
    /// Import this skill (can be repeated) [default: the only one]
    #[arg(long = "skill", value_name = "NAME")]
    skills: Vec<String>,
    /// Import all skills of the source
    #[arg(long, conflicts_with = "skills")]
    all: bool,
    /// Import the latest commit of the folder's Git repository; ignore uncommitted changes
    #[arg(long)]
    git: bool,
    /// Branch, tag or commit [default: HEAD]
    #[arg(long = "ref", value_name = "NAME")]
    reference: Option<String>,
    /// Replace an existing skill; it moves to the trash
    #[arg(long)]
    replace: bool,
    /// Update an imported skill from its source
    #[arg(long = "update", value_name = "NAME", conflicts_with_all = ["source", "scope", "skills", "all", "git", "reference", "replace"])]
    origin_of: Option<String>,
    /// Run this MCP server command and import the skills it serves
    ///
    /// Everything after --mcp is part of the command. Assay asks before it runs it, in a sandbox without network and
    /// home folder that reads the current folder and the system and writes nothing.
    #[arg(long = "mcp", value_name = "COMMAND", num_args = 1.., allow_hyphen_values = true, conflicts_with_all = ["source", "git", "reference", "origin_of"])]
    server: Vec<String>,
    /// With --update: overwrite this file, even if it was changed here
    #[arg(long = "theirs", value_name = "REL", requires = "origin_of", conflicts_with_all = ["source", "scope", "skills", "all", "git", "reference", "replace", "server"])]
    theirs: Vec<String>,
    #[command(flatten)]
    consent: Consent,
}

/// How often it is asked how far an import is.
const TICK: Duration = Duration::from_millis(60);

/// Imports or updates.
pub fn import(app: &App, globals: Globals<'_>, wanted: &Import) -> Result<u8, Failure> {
    let as_json = globals.json;
    let import = match (&wanted.origin_of, &wanted.source) {
        _ if !wanted.server.is_empty() => {
            let Some(source) = agreed_server(app, wanted, as_json)? else {
                tell("Canceled. Nothing was started.");
                return Ok(1);
            };
            begin_at(app, source)?
        }
        (Some(name), _) => {
            let agent = wanted.agent.or_default(app, globals);
            let ask = SkillAsk { id: named(app, &agent, name, None)?.id };
            Scripts(app).begin_update(&ask)?.import.unwrap_or_default()
        }
        (None, Some(source)) => begin_at(app, source_of(source, wanted)?)?,
        (None, None) => return Err(Failure::new(Code::WrongUse, message!("missing source."))),
    };
    let ask = ImportAsk { import };
    let done = landed(app, globals, wanted, &ask);
    let _ = Scripts(app).end_import(&ask);
    done
}

fn landed(app: &App, globals: Globals<'_>, wanted: &Import, ask: &ImportAsk) -> Result<u8, Failure> {
    let as_json = globals.json;
    let view = waited(app, ask, as_json)?;
    if !as_json {
        told(&view);
    }
    match view.stage {
        ImportStage::Ready => {}
        ImportStage::Refused if as_json => {
            print_json(&json!({ "import": view }))?;
            return Ok(1);
        }
        ImportStage::Refused => {
            return Err(Failure::new(
                Code::Refused,
                message!("nothing was imported, for the reasons marked REFUSED above."),
            ));
        }
        ImportStage::Fetching
        | ImportStage::Laying
        | ImportStage::Looking
        | ImportStage::Stopped
        | ImportStage::Failed => {
            return Err(Failure::new(
                Code::Failed,
                Message::verbatim(view.why.as_ref().map(visible_text).unwrap_or_default()),
            ));
        }
    }
    let import = ask.import.clone();
    let plan = if wanted.origin_of.is_some() {
        PlanAsk::Update { import, theirs: wanted.theirs.clone() }
    } else {
        let occupied = if wanted.replace { Occupied::Replaced } else { Occupied::Refused };
        let pick = |skill: u32| ImportPick { skill, folder: None, occupied };
        let picks = picked(&view, wanted)?.into_iter().map(pick).collect();
        let convention = Some(wanted.agent.or_default(app, globals));
        PlanAsk::Import { import, convention, scope: typed(&wanted.scope)?, picks }
    };
    planned_beside(app, &plan, wanted.consent.of(), as_json, Some(&view))
}

/// What is typed as a source: an address, a folder or a file, from the current folder.
fn source_of(source: &str, wanted: &Import) -> Result<OriginSource, Failure> {
    if source.contains("://") || source.starts_with("git@") {
        return Ok(OriginSource::Git { address: source.to_owned(), reference: wanted.reference.clone() });
    }
    let here = here()?;
    let path: PathBuf = here.join(source);
    let is_folder = path.is_dir();
    if !is_folder && !path.exists() {
        return Err(Failure::new(
            Code::NotFound,
            message!("`{source}`: no such file or directory.", source = visible_text(source)),
        ));
    }
    let is_repository = wanted.git || wanted.reference.is_some();
    Ok(match (is_folder, is_repository) {
        (true, true) => OriginSource::Repository { path, reference: wanted.reference.clone() },
        (true, false) => OriginSource::Folder { path },
        (false, _) => OriginSource::Archive { path },
    })
}

fn here() -> Result<PathBuf, Failure> {
    std::env::current_dir().map_err(|error| Failure::new(Code::Failed, Message::of_error(error)))
}

fn waited(app: &App, ask: &ImportAsk, as_json: bool) -> Result<ImportView, Failure> {
    let mut said = None;
    loop {
        let view = Scripts(app).import(ask)?;
        if !matches!(view.stage, ImportStage::Fetching | ImportStage::Laying | ImportStage::Looking) {
            return Ok(view);
        }
        if said != Some(view.stage) && !as_json {
            let doing = match view.stage {
                ImportStage::Fetching => "Fetching",
                ImportStage::Laying => "Unpacking",
                _ => "Checking",
            };
            tell(&format!("{doing} {}…", visible_text(&view.source)));
            said = Some(view.stage);
        }
        std::thread::sleep(TICK);
    }
}

/// The numbers of the skills that are meant.
fn picked(view: &ImportView, wanted: &Import) -> Result<Vec<u32>, Failure> {
    let rows = &view.skills;
    // Of a server nothing came in but what was chosen.
    if wanted.all || !wanted.server.is_empty() {
        return Ok(rows.iter().map(|row| row.skill).collect());
    }
    if wanted.skills.is_empty() {
        return match rows.as_slice() {
            [one] => Ok(vec![one.skill]),
            _ => Err(Failure::new(
                Code::WrongUse,
                message!("the source has {count}.", count = counted(rows.len() as u64, "skill")),
            )
            .hint(message!("Select with --skill NAME, or import all with --all."))),
        };
    }
    let find = |name: &String| {
        let row = rows.iter().find(|row| row.name == *name || row.folder == *name);
        let words = || {
            Failure::new(
                Code::NotFound,
                message!("the source has no skill `{name}`.", name = visible_text(name)),
            )
        };
        row.map(|row| row.skill).ok_or_else(words)
    };
    wanted.skills.iter().map(find).collect()
}

fn told(view: &ImportView) {
    say(&format!("Source: {}", visible_text(&view.source)));
    for (name, value) in [("commit", &view.commit), ("archive", &view.archive)] {
        if let Some(value) = value {
            say(&format!("  {name} {}", visible_text(value)));
        }
    }
    view.doubts.iter().for_each(doubt);
    for row in &view.skills {
        let (name, rel) = (visible_text(&row.name), visible_text(&row.rel));
        say(&format!("  {name}  {rel}  {}, {}", counted(row.files, "file"), counted(row.bytes, "byte")));
        // What was changed is a doubt, and stands among those.
        if let Some(signature) = row.signature.as_ref().filter(|one| one.verdict != SignatureVerdict::Changed)
        {
            say(&format!("    {}", visible_text(&signature.words)));
        }
        tell_served(&row.served);
        row.doubts.iter().for_each(doubt);
    }
    for row in view.update.iter().flat_map(|update| &update.files) {
        let words = match row.by {
            DivergenceWho::Here => "changed here, will be kept",
            DivergenceWho::There => "changed at the source, will be updated",
            DivergenceWho::Both => {
                "changed here and at the source, will be kept; pass --theirs to overwrite it"
            }
            DivergenceWho::Alike => "changed to the same bytes here and at the source",
        };
        say(&format!("  {}: {words}", visible_text(&row.rel)));
    }
}

fn doubt(row: &DoubtRow) {
    let mark = if row.weight == DoubtWeight::Refuses { "REFUSED" } else { "warning" };
    let [at, rule, words] = [&row.at, &row.rule, &row.message.text].map(visible_text);
    let line = row.line.map(|line| format!(":{line}")).unwrap_or_default();
    say(&format!("    {mark} [{rule}] {at}{line} {words}"));
}

/// Saves skills as one zip.
pub fn export(app: &App, names: &[String], to: Option<&Path>, as_json: bool) -> Result<u8, Failure> {
    let Some(to) = to else {
        return Err(Failure::new(Code::WrongUse, message!("missing file."))
            .hint(message!("Usage: assay export --skills NAME --to FILE.")));
    };
    let here = here()?;
    let saved = api::export::skills_into(&app.workspace, names, Some(&here.join(to)))?;
    if as_json {
        print_json(&saved)?;
    } else {
        let path = saved.path.as_deref().unwrap_or_default();
        say(&format!(
            "Exported {} ({}, {}) to {}",
            counted(saved.skills, "skill"),
            counted(saved.files, "file"),
            counted(saved.bytes, "byte"),
            visible_text(path)
        ));
        say(&format!("SHA-256 {}", saved.sha256));
    }
    Ok(0)
}
