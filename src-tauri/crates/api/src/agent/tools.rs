//! The tools of each convention (D8). Names of skills are an enum in the schema (S3-29); without a skill there is
//! no tool for one (S3-26), except `skills_list`.

use serde_json::{Map, Value, json};
use skills::Convention;

use super::offered::{held_back, ruling};
use crate::App;

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

const DRY: Member = Member("dry_run", "boolean", "Tell what would happen, and do nothing");
const SAID: Member = Member(
    "user_message",
    "string",
    "What the user said, word for word, for the record; the same text again means the same turn",
);
const FROM: Member = Member("from", "integer", "The first byte wanted; an answer says where to read on");
const FIRST: Member = Member("from", "integer", "The first row wanted, counted from 0");
const COUNT: Member = Member("count", "integer", "How many rows, at most 100 [default: 20]");
const SESSION: Member = Member("session", "string", "The session’s id");

/// The tools that are offered now.
pub fn agent_tools(app: &App, convention: Convention) -> Vec<AgentTool> {
    let ruling = ruling(app, convention);
    let names = ruling.listed_keys();
    let mut tools = of_skills(convention, &names);
    if !names.is_empty() {
        tools.push(hydrate(&names));
    }
    let waits = held_back(convention, &ruling);
    if let Some(first) = tools.first_mut().filter(|_| waits > 0) {
        first.description.push_str(&format!(" {waits} more wait until a person trusts this project."));
    }
    tools.extend(audit());
    tools
}

fn of_skills(convention: Convention, names: &[&str]) -> Vec<AgentTool> {
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
                "Gives a skill's SKILL.md, or another file of it, as it is. Runs nothing.",
                &[
                    Member("name", "string", "The skill's name"),
                    Member("path", "string", "A file of the skill; SKILL.md if absent"),
                    FROM,
                    SAID,
                    DRY,
                ],
                &["name"],
                (names, ReadsOnly::No),
            );
            if names.is_empty() { vec![list] } else { vec![list, view] }
        }
        _ if names.is_empty() => Vec::new(),
        Convention::Pipeline => vec![tool(
            "activateSkill",
            "Takes a skill in: its instructions, and where its files lie.",
            &[Member("name", "string", "The skill's name"), SAID, DRY],
            &["name"],
            (names, ReadsOnly::No),
        )],
        _ => three(names),
    }
}

fn three(names: &[&str]) -> Vec<AgentTool> {
    let name = Member("name", "string", "The skill's name");
    let arguments = "One text, split as a shell splits words; nothing in it is expanded";
    vec![
        tool(
            "activate_skill",
            "Takes a skill in: gives its instructions and names its files. Runs nothing.",
            &[
                Member("name", "string", "The skill's name"),
                Member("arguments", "string", arguments),
                Member("context_path", "string", "The file at hand, for skills that are for certain files"),
                Member("include_frontmatter", "boolean", "Give the whole file"),
                SAID,
                DRY,
            ],
            &["name"],
            (names, ReadsOnly::No),
        ),
        tool(
            "read_skill_resource",
            "Gives a file of a skill that was activated, page by page.",
            &[Member("name", "string", "The skill's name"), Member("path", "string", "The file"), FROM, DRY],
            &["name", "path"],
            (names, ReadsOnly::Yes),
        ),
        tool(
            "run_skill_script",
            "Runs a script of a skill that was activated, contained, from a private copy. A person may have to \
             decide first, which can take minutes.",
            &[
                name,
                Member("script", "string", "The script, by its path from the skill's folder"),
                Member("arguments", "string", arguments),
                DRY,
            ],
            &["name", "script"],
            (names, ReadsOnly::No),
        ),
    ]
}

fn hydrate(names: &[&str]) -> AgentTool {
    tool(
        "hydrate_skill_context",
        "Gets current facts that a skill declares as a context source. A person decides twice: that it runs, and \
         that its output is released. Wait for the answer; a no is final for this request.",
        &[
            Member("skill", "string", "The skill's name"),
            Member(
                "source",
                "string",
                "The id of its context source; without it, those marked auto that the rules let run",
            ),
            Member("session", "string", "The id of the recorded session that the facts are for, if known"),
            Member("turn", "integer", "The turn of that session; its last if absent"),
            DRY,
        ],
        &["skill"],
        (names, ReadsOnly::No),
    )
}

fn audit() -> Vec<AgentTool> {
    let turn = Member("turn", "integer", "The turn, from 1; its last if absent");
    let words = Member("words", "string", "What to look for, as it stands");
    let one = |name, words, members: &[Member], required: &[&str]| {
        tool(name, words, members, required, (&[], ReadsOnly::Yes))
    };
    vec![
        one("sessions_list", "Lists the recorded sessions of this workspace.", &[FIRST, COUNT], &[]),
        one(
            "what_shaped_turn",
            "Tells which skills a turn of a session was given, and what else was in context.",
            &[SESSION, turn],
            &["session"],
        ),
        one(
            "skill_drift",
            "Compares every recorded text of a skill with the disk.",
            &[
                Member("skill", "string", "Only this skill"),
                Member("session", "string", "Only this session"),
                FIRST,
                COUNT,
            ],
            &[],
        ),
        one(
            "verify_session",
            "Tells whether a session's recorded texts are what their hashes say.",
            &[SESSION],
            &["session"],
        ),
        one(
            "search_sessions",
            "Finds words in what sessions of this workspace recorded.",
            &[words, FIRST, COUNT],
            &["words"],
        ),
    ]
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
    AgentTool { name, description: description.to_owned(), schema, reads_only }
}
