//! The skills made of code that come with Assay: which there are, with which tools, and which are switched on.
//! An agent gets one of them only if it is on and was named for it.

use engine::{CodeSkill, CodeTool, Need, Parameter, Reach, Roster, SkillStanding};
use message::{Message, message};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::access::{BUILT_INS_FILE, Loosening, Switches, ToolReach, read_switches, switches_path, turn};
use crate::agent::{all_built_ins, check_built_ins, merged};
use crate::{App, Code, Failure};
use views::wire::{Nothing, SwitchWord};

/// The skills made of code.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BuiltInsView {
    /// Whether agents are offered any tools at all.
    pub tools: SwitchWord,
    /// What that means, when they are not; a sentence.
    pub without_tools: Option<Message>,
    /// Every one, by name.
    pub rows: Vec<BuiltInRow>,
    /// How many skills of both kinds Assay's own convention has.
    pub skill_count: u32,
    /// Where the switches are kept; nothing without a home folder.
    pub kept_in: Option<String>,
    /// Why the switches cannot be read; everything is off then.
    pub problem: Option<Message>,
}

/// One skill made of code.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BuiltInRow {
    /// Its name.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// `built-in`.
    pub scope: String,
    /// Whether it is on.
    pub switch: SwitchWord,
    /// Why it is off, in a sentence; nothing when it is on.
    pub why_off: Option<Message>,
    /// The skill of the same name that takes precedence; absent when it wins.
    pub shadowed: Option<OutrankedBuiltIn>,
    /// SHA-256 of what it says of itself.
    pub content_hash: String,
    /// What it adds to the prompt; nothing when it adds nothing.
    pub prompt: Option<String>,
    /// Its tools.
    pub tools: Vec<BuiltInTool>,
}

/// A skill that takes precedence over one that comes with Assay.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OutrankedBuiltIn {
    /// Its short path.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub by: String,
    /// The rule that decided; absent where both are one file by two paths.
    pub rule: Option<::skills::Precedence>,
}

/// One tool of a skill made of code.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BuiltInTool {
    /// Its name.
    pub name: String,
    /// What it does.
    pub description: String,
    /// What it may do to the world: `reads`, `writes`, `runs` or `network`.
    pub reach: String,
    /// What it takes.
    pub parameters: Vec<BuiltInParameter>,
}

/// One argument of a tool.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BuiltInParameter {
    /// Its name.
    pub name: String,
    /// What it is, as JSON Schema has it: `string`, `number` or `integer`.
    pub kind: String,
    /// It must be there.
    pub required: bool,
    /// What it means.
    pub words: String,
}

/// Turns a skill made of code, or all tools, on or off.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SetBuiltInAsk {
    /// The skill; nothing for all tools that agents are offered.
    pub name: Option<String>,
    /// How it shall stand.
    pub switch: SwitchWord,
}

/// The skills made of code, with their tools.
pub(crate) fn built_ins(app: &App, _: &Nothing) -> Result<BuiltInsView, Failure> {
    let switches = Switches::of(&app.workspace);
    let roster = merged(app, &app.workspace.visibility());
    let all = all_built_ins(app);
    Ok(BuiltInsView {
        tools: switches.tools,
        without_tools: switches.without_tools(),
        rows: all.skills().map(|(_, skill)| row(skill, &switches, &roster)).collect(),
        skill_count: u32::try_from(roster.skill_count()).unwrap_or(u32::MAX),
        kept_in: switches_path(&app.workspace).map(|path| app.workspace.shown(&path)),
        problem: switches.problem,
    })
}

/// Turns a skill made of code, or all tools, on or off.
pub(crate) fn set_built_in(app: &App, ask: &SetBuiltInAsk) -> Result<BuiltInsView, Failure> {
    let Some(path) = switches_path(&app.workspace) else {
        return Err(Failure::new(Code::NotHere, message!("no home folder to store the switches in.")));
    };
    if let Some(name) = &ask.name {
        check_built_ins(app, std::slice::from_ref(name))?;
    }
    let folder = path.parent().ok_or_else(|| Failure::broken("the switches have no folder"))?;
    disk::make_folder(folder)?;
    let _turn = turn(folder, BUILT_INS_FILE)?;
    // What cannot be read is not written over.
    let mut kept = read_switches(&app.workspace)?;
    let word = json!(ask.switch);
    match &ask.name {
        None => kept["tools"] = word,
        Some(name) => kept["skills"][name.as_str()] = word,
    }
    disk::write_atomic(&path, format!("{kept:#}\n").as_bytes())?;
    built_ins(app, &Nothing {})
}

/// What is asked before one is switched on, or tools are offered again; nothing where that is no change, or where all
/// its tools only read.
pub(crate) fn loosens(
    app: &App,
    name: Option<&str>,
    switch: SwitchWord,
) -> Result<Option<Loosening>, Failure> {
    let switches = Switches::of(&app.workspace);
    let Some(name) = name else {
        let offered = switch == SwitchWord::Off || switches.tools == SwitchWord::On;
        return Ok((!offered).then_some(Loosening::Tools));
    };
    if switch == SwitchWord::Off || switches.is_on(name) {
        return Ok(None);
    }
    check_built_ins(app, &[name.to_owned()])?;
    let all = all_built_ins(app);
    let skill = all.skills().map(|(_, skill)| skill).find(|skill| skill.name() == name);
    let reaches = skill.map(reaches).unwrap_or_default();
    Ok((!reaches.is_empty()).then(|| Loosening::BuiltIn { name: name.to_owned(), reaches }))
}

/// Returns the effects of its tools beyond reading, each once.
fn reaches(skill: &dyn CodeSkill) -> Vec<ToolReach> {
    let has = |reach| skill.tools().iter().any(|tool| tool.reach == reach);
    let all = [
        (Reach::Writes, ToolReach::ChangesFiles),
        (Reach::Runs, ToolReach::RunsCommands),
        (Reach::Network, ToolReach::UsesNetwork),
    ];
    all.into_iter().filter(|(reach, _)| has(*reach)).map(|(_, reach)| reach).collect()
}

fn row(skill: &dyn CodeSkill, switches: &Switches, roster: &Roster) -> BuiltInRow {
    let of_code = |row: &&engine::RosterRow| row.is_of_code() && row.name == skill.name();
    let shadowed = match roster.rows.iter().find(of_code).map(|row| &row.standing) {
        Some(SkillStanding::Shadowed { by, rule }) => {
            Some(OutrankedBuiltIn { by: by.clone(), rule: rule.clone() })
        }
        _ => None,
    };
    let why_off = switches.why_off(skill.name());
    BuiltInRow {
        name: skill.name().to_owned(),
        description: skill.description().to_owned(),
        scope: ::skills::Scope::BuiltIn.name().to_owned(),
        switch: if why_off.is_some() { SwitchWord::Off } else { SwitchWord::On },
        why_off,
        shadowed,
        content_hash: engine::declaration_hash(skill).to_string(),
        prompt: skill.prompt().map(str::to_owned),
        tools: skill.tools().iter().map(tool).collect(),
    }
}

fn tool(tool: &CodeTool) -> BuiltInTool {
    let parameter = |one: &Parameter| BuiltInParameter {
        name: one.name.to_owned(),
        kind: one.kind.word().to_owned(),
        required: one.need == Need::Required,
        words: one.words.to_owned(),
    };
    BuiltInTool {
        name: tool.name.to_owned(),
        description: tool.description.to_owned(),
        reach: tool.reach.word().to_owned(),
        parameters: tool.parameters.iter().map(parameter).collect(),
    }
}
