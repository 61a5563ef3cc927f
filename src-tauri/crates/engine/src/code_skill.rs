//! Skills made of code: a pack of tools with guidance, installed by a call.

use std::path::PathBuf;

use disk::Digest;
use execution::{Bound, Mode, Part};
use hydration::Ground;
use serde_json::{Map, Value, json};

use crate::{Plan, Refusal, Unable};

/// A skill made of code. It is loaded at once (S4-01): its tools are tools, its guidance goes into the prompt, and
/// no catalog names it.
pub trait CodeSkill: Send + Sync {
    /// What it is called; it competes with skills made of files by this name.
    fn name(&self) -> &str;

    /// What it is for.
    fn description(&self) -> &str;

    /// Its tools, in the order they are shown in.
    fn tools(&self) -> &[CodeTool];

    /// Guidance for the model, of which at most 4,000 bytes are taken (S4-03).
    fn prompt(&self) -> Option<&str> {
        None
    }

    /// What a call of one of its tools would do. Nothing is done by this; arguments were checked against the tool's
    /// parameters before, see [`planned`].
    ///
    /// # Errors
    ///
    /// When the tool can tell already that the call cannot be carried out, such as for a file that is not
    /// there.
    fn plan<'a>(&'a self, call: &ToolCall<'_>) -> Result<Plan<'a>, Refusal>;
}

/// One operation of a skill made of code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CodeTool {
    /// Its name; no two tools that are installed together share one.
    pub name: &'static str,
    /// What it does.
    pub description: &'static str,
    /// What it may do to the world.
    pub reach: Reach,
    /// What it takes.
    pub parameters: &'static [Parameter],
}

/// What a tool may do to the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reach {
    /// It reckons, or it looks.
    Reads,
    /// It writes files of the workspace.
    Writes,
    /// It runs programs.
    Runs,
    /// It asks a machine elsewhere.
    Network,
}

impl Reach {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Reads => "reads",
            Self::Writes => "writes",
            Self::Runs => "runs",
            Self::Network => "network",
        }
    }
}

/// One argument of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub kind: ParameterKind,
    /// Whether it may be left out.
    pub need: Need,
    /// What it means.
    pub words: &'static str,
}

/// What an argument is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ParameterKind {
    /// A text.
    Text,
    /// Any number.
    Number,
    /// A whole number, 0 or more.
    Count,
}

/// Whether an argument may be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Need {
    /// It must be there.
    Required,
    /// It may be left out.
    Optional,
}

impl Parameter {
    /// An argument that must be there.
    pub const fn required(name: &'static str, kind: ParameterKind, words: &'static str) -> Self {
        Self { name, kind, need: Need::Required, words }
    }

    /// An argument that may be left out.
    pub const fn optional(name: &'static str, kind: ParameterKind, words: &'static str) -> Self {
        Self { name, kind, need: Need::Optional, words }
    }
}

impl ParameterKind {
    /// The word JSON Schema has for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Text => "string",
            Self::Number => "number",
            Self::Count => "integer",
        }
    }

    fn fits(self, value: &Value) -> bool {
        match self {
            Self::Text => value.is_string(),
            Self::Number => value.is_number(),
            Self::Count => value.is_u64(),
        }
    }
}

/// A call of a tool, on the ground it would stand on.
#[derive(Debug, Clone, Copy)]
pub struct ToolCall<'a> {
    /// The tool.
    pub tool: &'a str,
    /// Its arguments, an object.
    pub arguments: &'a Value,
    /// Workspace, mode, environment.
    pub ground: &'a Ground,
    /// Folders, links resolved, that the agent is told nothing of: those of skills kept from it.
    pub unseen: &'a [PathBuf],
}

impl ToolCall<'_> {
    /// A text among the arguments; nothing when it was left out.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.arguments[name].as_str()
    }

    /// What a yes to this call is bound to: the skill's declaration, the tool, exactly what would be done, the
    /// workspace and the mode.
    pub fn bound(&self, skill: &dyn CodeSkill, text: &str) -> Bound {
        Bound::default()
            .with(Part::Skill, declaration(skill).as_bytes())
            .with(Part::Source, self.tool.as_bytes())
            .with(Part::Command, text.as_bytes())
            .with(Part::Place, self.ground.workspace.as_os_str().as_encoded_bytes())
            .with(Part::Mode, self.ground.mode.word().as_bytes())
    }

    /// The mode in force.
    pub fn mode(&self) -> Mode {
        self.ground.mode
    }
}

impl CodeTool {
    /// What it takes, as JSON Schema.
    pub fn schema(&self) -> Map<String, Value> {
        let property = |one: &Parameter| {
            let mut property = json!({ "type": one.kind.word(), "description": one.words });
            if one.kind == ParameterKind::Count {
                property["minimum"] = json!(0);
            }
            (one.name.to_owned(), property)
        };
        let required = self.parameters.iter().filter(|one| one.need == Need::Required).map(|one| one.name);
        let mut schema = Map::new();
        schema.insert("type".to_owned(), json!("object"));
        let properties = self.parameters.iter().map(property).collect();
        schema.insert("properties".to_owned(), Value::Object(properties));
        schema.insert("required".to_owned(), required.collect());
        schema.insert("additionalProperties".to_owned(), json!(false));
        schema
    }

    /// Complains about arguments that are not of its parameters.
    ///
    /// # Errors
    ///
    /// `invalid_args` when the arguments are no object, name a member that is no parameter, lack one that is
    /// required, or give one a value of another kind.
    pub fn check(&self, arguments: &Value) -> Result<(), Refusal> {
        let Some(members) = arguments.as_object() else {
            return Err(Unable::new("invalid_args", "The arguments are not an object.").into());
        };
        for (name, value) in members {
            let Some(known) = self.parameters.iter().find(|one| one.name == name) else {
                return Err(self.wrong(name, "is not an argument of this tool"));
            };
            let left_out = value.is_null() && known.need == Need::Optional;
            if !left_out && !known.kind.fits(value) {
                let words = match known.kind {
                    ParameterKind::Text => "must be a text",
                    ParameterKind::Number => "must be a number",
                    ParameterKind::Count => "must be a whole number, 0 or more",
                };
                return Err(self.wrong(name, words));
            }
        }
        let is_missing = |one: &&Parameter| one.need == Need::Required && !members.contains_key(one.name);
        match self.parameters.iter().find(is_missing) {
            Some(missing) => Err(self.wrong(missing.name, "is missing")),
            None => Ok(()),
        }
    }

    /// A refusal that names one of its arguments and says what is wrong with it.
    pub fn wrong(&self, argument: &str, words: &str) -> Refusal {
        wrong(self.name, argument, words)
    }
}

/// A refusal that names an argument of a tool and says what is wrong with it.
pub(crate) fn wrong(tool: &str, argument: &str, words: &str) -> Refusal {
    let sentence = format!("{tool}: the argument {argument:?} {words}.");
    let details = json!({ "tool": tool, "argument": argument });
    Unable { details, ..Unable::new("invalid_args", sentence) }.into()
}

/// What a call of a tool of a skill would do, or why nothing would be done. Nothing is done by this.
///
/// # Errors
///
/// `not_found` when the skill has no such tool, and what [`CodeTool::check`] and [`CodeSkill::plan`] refuse.
pub fn planned<'a>(skill: &'a dyn CodeSkill, call: &ToolCall<'_>) -> Result<Plan<'a>, Refusal> {
    let tool = skill.tools().iter().find(|tool| tool.name == call.tool).ok_or_else(|| {
        Refusal::from(Unable::new("not_found", format!("{} has no tool {}.", skill.name(), call.tool)))
    })?;
    tool.check(call.arguments)?;
    skill.plan(call)
}

/// All that a skill made of code says of itself, and the version of the engine that holds its code: what stands
/// where a skill made of files has the bytes of its `SKILL.md`.
pub fn declaration(skill: &dyn CodeSkill) -> String {
    let tools: Vec<Value> = skill
        .tools()
        .iter()
        .map(|tool| {
            json!({
                "name": tool.name,
                "description": tool.description,
                "reach": tool.reach.word(),
                "parameters": tool.schema(),
            })
        })
        .collect();
    let declared = json!({
        "name": skill.name(),
        "description": skill.description(),
        "tools": tools,
        "prompt": skill.prompt(),
        "engine": env!("CARGO_PKG_VERSION"),
    });
    format!("{declared:#}\n")
}

/// SHA-256 of its [`declaration`].
pub fn declaration_hash(skill: &dyn CodeSkill) -> Digest {
    Digest::of(declaration(skill).as_bytes())
}
