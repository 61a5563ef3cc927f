//! The tools of each convention. Names of skills are an enum in the schema (S3-29); without a skill there is
//! no tool for one (S3-26), except `skills_list`.

use engine::{CodeTool, Reach};
use serde_json::{Map, Value, json};
use skills::{Convention, Ruling};

use super::assay_audit::{AUDIT_SKILL, AUDIT_TOOLS};
use super::built_in::given;
use super::file_read::READS;
use crate::App;
use crate::access::{Switches, file_reads, held_back};
use views::wire::SwitchWord;

/// A tool as an agent is offered it.
#[derive(Debug, Clone, PartialEq)]
pub struct AgentTool {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub description: String,
    /// What it takes, as JSON Schema.
    pub schema: Map<String, Value>,
    /// Whether it changes nothing anywhere.
    pub reads_only: ReadsOnly,
    /// Which of the groups it belongs to, that an agent may be given alone (S2-28).
    pub group: ToolGroup,
}

/// What a tool is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolGroup {
    /// Skills of files: taken in, read, run.
    Meta,
    /// Fresh facts that skills declare.
    Facts,
    /// What sessions recorded.
    Audit,
    /// Operations of skills made of code.
    BuiltIn,
}

impl ToolGroup {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Meta, Self::Facts, Self::Audit, Self::BuiltIn];

    /// The group of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|group| group.name() == name)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Meta => "meta",
            Self::Facts => "facts",
            Self::Audit => "audit",
            Self::BuiltIn => "built-in",
        }
    }
}

/// Whether a tool changes nothing anywhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadsOnly {
    /// It only looks.
    Yes,
    /// It takes a skill in, or runs something.
    No,
}

struct Member(&'static str, &'static str, &'static str);

const NAME: Member = Member("name", "string", "The skill's name");
const AT_HAND: Member =
    Member("context_path", "string", "The current file, for skills that are for certain files");
const AGAIN: Member =
    Member("again", "boolean", "Return the text again although the skill is active, if it left the context");
const DRY: Member = Member("dry_run", "boolean", "Only report what would happen");
const SAID: Member = Member(
    "user_message",
    "string",
    "The user's message, verbatim, for the record; the same text again means the same turn",
);
const FIRST: Member = Member("from", "integer", "The first row wanted, counted from 0");
const FROM: Member = Member("from", "integer", "The first byte wanted; an answer says where to read on");

/// What an agent is told of `read_file` where a skill can be taken in by it (S3-27).
const TAKES_IN: &str =
    " The SKILL.md of a listed skill can be read by its full path; that activates the skill.";

/// Bytes that the names of all skills may have for every tool to carry them.
const NAMES_IN_EVERY_TOOL: usize = 2_000;

/// The tools that are offered now; none while a person keeps tools switched off (S4-09). `built_ins` names the skills
/// made of code that this agent was given.
pub(super) fn tools(
    app: &App,
    convention: Convention,
    ruling: &Ruling,
    built_ins: &[String],
) -> Vec<AgentTool> {
    let switches = Switches::of(&app.workspace);
    if switches.tools == SwitchWord::Off {
        return Vec::new();
    }
    let names = ruling.listed_keys();
    // A long list is left to the tool that activates skills: what the others are called with was activated.
    let is_long = names.iter().map(|name| name.len()).sum::<usize>() > NAMES_IN_EVERY_TOOL;
    let others = if is_long { &[] } else { names.as_slice() };
    let mut tools = of_skills(convention, &names, others);
    if !names.is_empty() {
        tools.push(hydrate(others));
    }
    let waits = held_back(convention, ruling);
    if let Some(first) = tools.first_mut().filter(|_| waits > 0) {
        first.description.push_str(&format!(" {waits} more are hidden until the user trusts this project."));
    }
    if switches.is_on(AUDIT_SKILL) {
        tools.extend(AUDIT_TOOLS.iter().map(|tool| of_code(tool, ToolGroup::Audit)));
    }
    let given = given(app, ruling, built_ins);
    let of_built_ins = given.skills().flat_map(|(_, skill)| skill.tools());
    tools.extend(of_built_ins.map(|tool| of_code(tool, ToolGroup::BuiltIn)));
    if let Some(reads) = tools.iter_mut().find(|tool| tool.name == READS).filter(|_| !names.is_empty())
        && file_reads(&app.workspace) == SwitchWord::On
    {
        reads.description.push_str(TAKES_IN);
        offer_dry_run(&mut reads.schema);
    }
    tools
}

/// The tools for skills: `names` stand in the one that activates, `others` in the rest.
fn of_skills(convention: Convention, names: &[&str], others: &[&str]) -> Vec<AgentTool> {
    match convention {
        Convention::Pixir => {
            let list = tool(
                "skills_list",
                "Lists the skills of this workspace with their context sources, as many as fit into 16,000 bytes.",
                &[FIRST, DRY],
                &[],
                (&[], ReadsOnly::Yes),
            );
            let view = tool(
                "skill_view",
                "Returns a skill's SKILL.md, or another of its files, unchanged. Runs nothing.",
                &[NAME, Member("path", "string", "A file of the skill; SKILL.md if absent"), FROM, SAID, DRY],
                &["name"],
                (names, ReadsOnly::No),
            );
            if names.is_empty() { vec![list] } else { vec![list, view] }
        }
        _ if names.is_empty() => Vec::new(),
        Convention::Pipeline => vec![
            tool(
                "activateSkill",
                "Activates a skill: returns its instructions and the paths of its files.",
                &[NAME, AT_HAND, AGAIN, SAID, DRY],
                &["name"],
                (names, ReadsOnly::No),
            ),
            // What lies at the place that the answer names could else be read by nobody (S2-08, S2-37).
            read_resource(others),
        ],
        _ => three(names, others),
    }
}

fn read_resource(names: &[&str]) -> AgentTool {
    tool(
        "read_skill_resource",
        "Returns a file of an activated skill, page by page.",
        &[
            NAME,
            Member("path", "string", "The file, from the skill's folder or from its mount path"),
            FROM,
            DRY,
        ],
        &["name", "path"],
        (names, ReadsOnly::Yes),
    )
}

fn three(names: &[&str], others: &[&str]) -> Vec<AgentTool> {
    let arguments = "One text, split as a shell splits words; nothing in it is expanded";
    vec![
        tool(
            "activate_skill",
            "Activates a skill: returns its instructions and lists its files. Runs nothing.",
            &[
                NAME,
                Member("arguments", "string", arguments),
                AT_HAND,
                Member("include_frontmatter", "boolean", "Give the whole file"),
                AGAIN,
                SAID,
                DRY,
            ],
            &["name"],
            (names, ReadsOnly::No),
        ),
        read_resource(others),
        tool(
            "run_skill_script",
            "Runs a script of an activated skill from a private copy, in a sandbox. The user may have to \
             approve it first, which can take minutes.",
            &[
                NAME,
                Member("script", "string", "The script, by its path from the skill's folder"),
                Member("arguments", "string", arguments),
                DRY,
            ],
            &["name", "script"],
            (others, ReadsOnly::No),
        ),
    ]
}

fn hydrate(names: &[&str]) -> AgentTool {
    let tool = tool(
        "hydrate_skill_context",
        "Runs a context source of a skill and returns its output. The user decides twice: if it runs, and if \
         its output is sent. Wait for the answer; a denial is final for this request. The result is valid for \
         this turn only and stays in your context as long as your host keeps it: call again in a later turn.",
        &[
            Member("skill", "string", "The skill's name"),
            Member(
                "source",
                "string",
                "The id of its context source; without it, all sources marked auto that the mode allows",
            ),
            Member("session", "string", "The id of the recorded session that the output is for, if known"),
            Member("turn", "integer", "The turn of that session; its last if absent"),
            DRY,
        ],
        &["skill"],
        (names, ReadsOnly::No),
    );
    AgentTool { group: ToolGroup::Facts, ..tool }
}

/// A tool of a skill made of code. What may do more than look can be tried without doing it.
fn of_code(tool: &CodeTool, group: ToolGroup) -> AgentTool {
    let mut schema = tool.schema();
    let reads_only = if tool.reach == Reach::Reads { ReadsOnly::Yes } else { ReadsOnly::No };
    if reads_only == ReadsOnly::No {
        offer_dry_run(&mut schema);
    }
    AgentTool { name: tool.name, description: tool.description.to_owned(), schema, reads_only, group }
}

fn offer_dry_run(schema: &mut Map<String, Value>) {
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        let Member(name, kind, words) = DRY;
        properties.insert(name.to_owned(), json!({ "type": kind, "description": words }));
    }
}

fn tool(
    name: &'static str,
    description: &str,
    members: &[Member],
    required: &[&str],
    (names, reads_only): (&[&str], ReadsOnly),
) -> AgentTool {
    let property = |Member(key, kind, words): &Member| {
        let mut property = json!({ "type": kind, "description": words });
        if *kind == "integer" {
            property["minimum"] = json!(0);
        }
        if matches!(*key, "name" | "skill") && !names.is_empty() {
            property["enum"] = json!(names);
        }
        ((*key).to_owned(), property)
    };
    let mut schema = Map::new();
    schema.insert("type".to_owned(), json!("object"));
    schema.insert("properties".to_owned(), Value::Object(members.iter().map(property).collect()));
    schema.insert("required".to_owned(), json!(required));
    schema.insert("additionalProperties".to_owned(), json!(false));
    let group = ToolGroup::Meta;
    AgentTool { name, description: description.to_owned(), schema, reads_only, group }
}
