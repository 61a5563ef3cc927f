use std::path::{Path, PathBuf};

use disk::{Cause, Fault};
use serde_json::{Map, Value, json};

use crate::frontmatter::trimmed;
use crate::view::reason;
use crate::{Ruling, SKILL_LIMIT, Scope, Skill};

/// A workflow for Pixir that a skill ships as `workflows/*.json`. Reading it runs nothing.
#[derive(Debug, Clone, PartialEq)]
pub struct Template {
    /// Its id, unique within the skill.
    pub id: String,
    /// `<skill>/<id>`.
    pub template_id: String,
    /// Its name; the id when it has none.
    pub name: String,
    /// Its description; may be empty.
    pub description: String,
    /// The skill it belongs to.
    pub skill: String,
    /// Whose skill that is.
    pub scope: Scope,
    /// The file.
    pub path: PathBuf,
    /// `<scope>:<folder>/workflows/<file>`.
    pub short_path: String,
    /// The declared parameters, as written.
    pub parameters: Map<String, Value>,
    /// The workflow with its placeholders, as written.
    pub workflow: Map<String, Value>,
}

/// A workflow file that Pixir leaves out, and why.
#[derive(Debug, Clone, PartialEq)]
pub struct TemplateWarning {
    /// The skill it belongs to.
    pub skill: String,
    /// The file from the skill's folder.
    pub path: String,
    /// What is wrong, in the words Pixir records.
    pub message: &'static str,
    /// What it is about.
    pub details: Map<String, Value>,
}

/// The one version of the format there is.
const VERSION: u64 = 1;
/// The types a parameter may have.
const TYPES: [&str; 7] = ["string", "integer", "number", "boolean", "array", "object", "any"];

/// The workflow templates of all winning skills by template id, and what is wrong with the others. At
/// most [`SKILL_LIMIT`] bytes of a file are read.
pub fn templates(ruling: &Ruling) -> (Vec<Template>, Vec<TemplateWarning>) {
    let (mut found, mut warnings) = (Vec::new(), Vec::new());
    for loaded in ruling.winners().flat_map(|claim| of_skill(&claim.skill)) {
        match loaded {
            Ok(template) => found.push(template),
            Err(warning) => warnings.push(warning),
        }
    }
    found.sort_by(|a, b| a.template_id.cmp(&b.template_id));
    (found, warnings)
}

fn of_skill(skill: &Skill) -> Vec<Result<Template, TemplateWarning>> {
    let folder = skill.dir.join("workflows");
    match disk::list(&folder) {
        Ok(entries) => entries
            .iter()
            .filter(|entry| entry.name.to_str().is_some_and(|name| name.ends_with(".json")))
            .map(|entry| load(skill, &folder.join(&entry.name)))
            .collect(),
        Err(Fault { cause: Cause::Missing, .. }) => Vec::new(),
        Err(fault) => {
            let details = json!({"reason": reason(&fault.cause)});
            vec![Err(warning(skill, &folder, "could not list workflow templates", details))]
        }
    }
}

/// Reads and checks one workflow file.
fn load(skill: &Skill, path: &Path) -> Result<Template, TemplateWarning> {
    let warn = |message, details| warning(skill, path, message, details);
    let contents = disk::read(path, SKILL_LIMIT)
        .map_err(|fault| warn("could not read workflow template", json!({"reason": reason(&fault.cause)})))?;
    let raw = serde_json::from_slice(&contents.bytes)
        .map_err(|error| warn("workflow template is not valid JSON", json!({"reason": error.to_string()})))?;
    let Value::Object(raw) = raw else {
        return Err(warn("workflow template must be an object", json!({})));
    };
    checked(skill, path, raw).map_err(|(message, details)| warn(message, details))
}

fn checked(
    skill: &Skill,
    path: &Path,
    mut raw: Map<String, Value>,
) -> Result<Template, (&'static str, Value)> {
    let id = text(&raw, "id").unwrap_or_else(|| stem(path));
    if !is_id(&id) {
        return Err(("workflow template id is invalid", json!({"id": id})));
    }
    let version = raw.remove("version").unwrap_or_else(|| json!(VERSION));
    if version != json!(VERSION) && version != json!(VERSION.to_string()) {
        let details = json!({"id": id, "version": version, "supported": [VERSION]});
        return Err(("workflow template version is unsupported", details));
    }
    let parameters = match raw.remove("parameters") {
        None => Map::new(),
        Some(Value::Object(parameters)) => parameters,
        Some(_) => return Err(("workflow template parameters must be an object", json!({"id": id}))),
    };
    if !parameters.values().all(is_parameter) {
        return Err(("workflow template parameter definitions are invalid", json!({"id": id})));
    }
    let Some(Value::Object(workflow)) = raw.remove("workflow") else {
        return Err(("workflow template requires a workflow object", json!({"id": id})));
    };
    Ok(Template {
        template_id: format!("{}/{id}", skill.name),
        name: text(&raw, "name").unwrap_or_else(|| id.clone()),
        description: text(&raw, "description").unwrap_or_default(),
        skill: skill.name.clone(),
        scope: skill.scope,
        path: path.to_owned(),
        short_path: format!("{}:{}/{}", skill.scope, skill.folder(), below(skill, path)),
        parameters,
        workflow,
        id,
    })
}

/// A letter or digit, then letters, digits, `_`, `.`, `-`. One line end at the close passes, as it
/// does for the pattern Pixir uses.
fn is_id(id: &str) -> bool {
    let id = id.strip_suffix('\n').unwrap_or(id);
    id.starts_with(|first: char| first.is_ascii_alphanumeric())
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-'))
}

/// The declared type of a parameter, `string` by default; `None` when it is not even text.
fn type_of(parameter: &Value) -> Option<&str> {
    parameter.get("type").map_or(Some("string"), Value::as_str)
}

fn is_parameter(parameter: &Value) -> bool {
    parameter.is_object() && type_of(parameter).is_some_and(|name| TYPES.contains(&name))
}

fn text(raw: &Map<String, Value>, key: &str) -> Option<String> {
    let value = trimmed(raw.get(key)?.as_str()?.as_bytes());
    (!value.is_empty()).then(|| String::from_utf8_lossy(value).into_owned())
}

fn stem(path: &Path) -> String {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name.strip_suffix(".json").unwrap_or(name).to_owned()
}

/// The path from the skill's folder.
fn below(skill: &Skill, path: &Path) -> String {
    path.strip_prefix(&skill.dir).unwrap_or(path).to_string_lossy().into_owned()
}

fn warning(skill: &Skill, path: &Path, message: &'static str, details: Value) -> TemplateWarning {
    let details = match details {
        Value::Object(details) => details,
        _ => Map::new(),
    };
    TemplateWarning { skill: skill.name.clone(), path: below(skill, path), message, details }
}
