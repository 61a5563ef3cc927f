//! The arguments of an agent's call, checked against the schema of its tool before anything is done.

use engine::check_input;
use execution::shell_text;
use message::message;
use serde_json::{Map, Value};

use super::call::Form;
use super::tools::{AgentTool, tools};
use super::{AgentCall, Conversation};
use crate::{App, Code, Failure};

/// The argument of a skill or script, as the tools here name it.
const ARGUMENTS: &str = "arguments";
/// The same by the name that Echo's document uses (S4-80). It is accepted and not offered.
const ARGS: &str = "args";

impl Conversation {
    /// Checks the arguments of a call before anything is done. A file is read by its address, without a tool.
    ///
    /// # Errors
    ///
    /// [`Code::NotFound`] if no such tool is offered, and as [`checked_arguments`].
    pub(super) fn checked(&self, app: &App, call: AgentCall) -> Result<AgentCall, Failure> {
        if call.form == Form::File {
            return Ok(call);
        }
        let ruling = self.sight.ruling(&app.workspace);
        let offered = tools(app, self.sight.convention, &ruling, &self.built_ins);
        let tool = offered.iter().find(|tool| tool.name == call.tool).ok_or_else(|| {
            Failure::new(Code::NotFound, message!("unknown tool `{tool}`.", tool = call.tool))
        })?;
        let arguments = checked_arguments(tool, &call.arguments)?;
        Ok(AgentCall { arguments, ..call })
    }
}

/// Returns the arguments of a call in the form that the tool reads: `args` as `arguments`, a list of words as one text.
///
/// # Errors
///
/// [`Code::WrongUse`] if an argument is not the tool's own, is missing, has another type or is below its minimum. The
/// message names each of them.
fn checked_arguments(tool: &AgentTool, given: &Value) -> Result<Value, Failure> {
    let mut arguments = given.clone();
    let schema = call_schema(tool);
    renamed_args(&schema, &mut arguments).and_then(|()| check_input(&schema, &arguments)).map_err(|why| {
        Failure::new(Code::WrongUse, message!("invalid arguments for {name}: {why}.", name = tool.name, why))
    })?;
    Ok(arguments)
}

// Names of skills are looked up by the engine, which answers an unknown one with the known ones.
fn call_schema(tool: &AgentTool) -> Map<String, Value> {
    let mut schema = tool.schema.clone();
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        for name in ["name", "skill"] {
            if let Some(property) = properties.get_mut(name).and_then(Value::as_object_mut) {
                property.shift_remove("enum");
            }
        }
    }
    schema
}

fn renamed_args(schema: &Map<String, Value>, arguments: &mut Value) -> Result<(), String> {
    let takes_arguments = schema.get("properties").is_some_and(|all| !all[ARGUMENTS].is_null());
    let Some(given) = arguments.as_object_mut().filter(|_| takes_arguments) else { return Ok(()) };
    let Some(args) = given.shift_remove(ARGS) else { return Ok(()) };
    if given.contains_key(ARGUMENTS) {
        return Err(format!("{ARGS:?} and {ARGUMENTS:?} are two names of one argument; give one of them"));
    }
    let text = match args {
        Value::String(text) => text,
        Value::Array(words) => {
            let words: Option<Vec<String>> =
                words.iter().map(|word| word.as_str().map(str::to_owned)).collect();
            shell_text(&words.ok_or_else(|| format!("{ARGS:?} must be a text or a list of texts"))?)
        }
        _ => return Err(format!("{ARGS:?} must be a text or a list of texts")),
    };
    given.insert(ARGUMENTS.to_owned(), Value::String(text));
    Ok(())
}
