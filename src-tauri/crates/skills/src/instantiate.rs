use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::arguments::{sorted, text_of};
use crate::template::type_of;
use crate::{Template, TemplateError};

/// The template's workflow with every placeholder filled in. Nothing is run (pixir-contract §5.9).
pub fn instantiate(
    template: &Template,
    arguments: &Map<String, Value>,
) -> Result<Map<String, Value>, TemplateError> {
    let unknown: Vec<String> =
        keys(arguments).into_iter().filter(|name| !template.parameters.contains_key(name)).collect();
    if !unknown.is_empty() {
        let known = keys(&template.parameters);
        return Err(TemplateError::UnknownArguments {
            template_id: template.template_id.clone(),
            unknown,
            known,
        });
    }
    let bound = bind(template, arguments)?;
    filled_map(&template.workflow, &bound)
}

fn keys(map: &Map<String, Value>) -> Vec<String> {
    sorted(map).into_iter().map(|(key, _)| key.clone()).collect()
}

type Bound<'a> = BTreeMap<&'a str, String>;

fn bind<'a>(template: &'a Template, arguments: &Map<String, Value>) -> Result<Bound<'a>, TemplateError> {
    let bound = sorted(&template.parameters).into_iter().map(|(name, parameter)| {
        let expected = type_of(parameter).unwrap_or_default();
        let template_id = || template.template_id.clone();
        match arguments.get(name).or_else(|| parameter.get("default")) {
            Some(value) if is_of(value, expected) => Ok((name.as_str(), text_of(value))),
            Some(_) => Err(TemplateError::WrongType {
                template_id: template_id(),
                argument: name.clone(),
                expected: expected.to_owned(),
            }),
            None if is_true(parameter.get("required")) => {
                Err(TemplateError::MissingArgument { template_id: template_id(), argument: name.clone() })
            }
            None => Ok((name.as_str(), String::new())),
        }
    });
    bound.collect()
}

fn is_of(value: &Value, expected: &str) -> bool {
    match expected {
        "any" => true,
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    }
}

fn is_true(value: Option<&Value>) -> bool {
    match value {
        Some(Value::Bool(yes)) => *yes,
        Some(Value::String(word)) => {
            ["true", "yes", "1"].iter().any(|yes| word.trim().eq_ignore_ascii_case(yes))
        }
        _ => false,
    }
}

fn filled(value: &Value, bound: &Bound<'_>) -> Result<Value, TemplateError> {
    match value {
        Value::String(text) => filled_text(text, bound).map(Value::String),
        Value::Array(values) => {
            values.iter().map(|value| filled(value, bound)).collect::<Result<_, _>>().map(Value::Array)
        }
        Value::Object(map) => filled_map(map, bound).map(Value::Object),
        other => Ok(other.clone()),
    }
}

fn filled_map(map: &Map<String, Value>, bound: &Bound<'_>) -> Result<Map<String, Value>, TemplateError> {
    sorted(map).into_iter().map(|(key, value)| Ok((key.clone(), filled(value, bound)?))).collect()
}

fn filled_text(text: &str, bound: &Bound<'_>) -> Result<String, TemplateError> {
    let (mut out, mut missing) = (String::new(), Vec::new());
    let mut rest = text;
    while let Some(open) = rest.find("{{") {
        let Some((name, after)) = placeholder(&rest[open..]) else {
            out.push_str(&rest[..=open]);
            rest = &rest[open + 1..];
            continue;
        };
        out.push_str(&rest[..open]);
        match bound.get(name) {
            Some(value) => out.push_str(value),
            None if missing.iter().any(|known| known == name) => {}
            None => missing.push(name.to_owned()),
        }
        rest = after;
    }
    out.push_str(rest);
    if missing.is_empty() { Ok(out) } else { Err(TemplateError::Unresolved { missing }) }
}

/// The name in a `{{ name }}` that `text` starts with, and what follows it.
fn placeholder(text: &str) -> Option<(&str, &str)> {
    let is_space = |byte: char| matches!(byte, ' ' | '\t'..='\r');
    let inner = text.strip_prefix("{{")?.trim_start_matches(is_space);
    let is_first = |byte: char| byte.is_ascii_alphanumeric() || byte == '_';
    let end = inner.find(|c: char| !(is_first(c) || c == '.' || c == '-')).unwrap_or(inner.len());
    let (name, after) = inner.split_at(end);
    let after = after.trim_start_matches(is_space).strip_prefix("}}")?;
    name.starts_with(is_first).then_some((name, after))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::Scope;

    fn template(parameters: &Value, workflow: &Value) -> Template {
        let object = |value: &Value| value.as_object().cloned().unwrap_or_default();
        Template {
            id: "t".into(),
            template_id: "s/t".into(),
            name: "t".into(),
            description: String::new(),
            skill: "s".into(),
            scope: Scope::Repo,
            path: "/s/workflows/t.json".into(),
            short_path: "repo:s/workflows/t.json".into(),
            parameters: object(parameters),
            workflow: object(workflow),
        }
    }

    fn check(
        parameters: impl Into<Value>,
        arguments: impl Into<Value>,
        text: &str,
        expected: Result<&str, &str>,
    ) {
        let (parameters, arguments) = (parameters.into(), arguments.into());
        let template = template(&parameters, &json!({"k": [text, 1]}));
        let arguments = arguments.as_object().cloned().unwrap_or_default();
        let found = instantiate(&template, &arguments);
        let found = found.as_ref().map(|map| map["k"][0].as_str().unwrap_or("?"));
        let found = found.map_err(TemplateError::recorded);
        assert_eq!(found, expected, "{parameters} {arguments:?} {text:?}");
    }

    #[test]
    fn placeholders_take_the_arguments_text() {
        let any = json!({"a": {"type": "any"}});
        check(any.clone(), json!({"a": "x"}), "{{a}}{{ a\t}}-{{{a}}}", Ok("xx-{x}"));
        check(any.clone(), json!({"a": [1, {"b": null}]}), "{{a}}", Ok("[1,{\"b\":null}]"));
        check(any.clone(), json!({"a": true}), "{{a}}", Ok("true"));
        check(any.clone(), json!({"a": null}), "{{a}}", Ok("null"));
        check(any.clone(), json!({"a": 1.5e30}), "{{a}}", Ok("1.5e30"));
        check(any.clone(), json!({"a": "{{a}}"}), "{{a}}", Ok("{{a}}"));
        check(any.clone(), json!({}), "[{{a}}]", Ok("[]"));
        check(any, json!({}), "{{ }} {{-a}} {{a b}} {{a", Ok("{{ }} {{-a}} {{a b}} {{a"));
    }

    #[test]
    fn wrong_arguments_are_refused() {
        let wrong = Err("workflow template argument has the wrong type");
        check(json!({}), json!({"z": 1}), "", Err("unknown workflow template arguments"));
        check(json!({"a": {}}), json!({"a": 1}), "", wrong);
        check(json!({"a": {"type": "integer"}}), json!({"a": 1.0}), "", wrong);
        check(json!({"a": {"type": "number"}}), json!({"a": 1.0}), "{{a}}", Ok("1.0"));
        check(json!({"a": {"type": "integer", "default": "1"}}), json!({}), "", wrong);
        check(json!({"a": {"default": "d"}}), json!({}), "{{a}}", Ok("d"));
        let required = Err("missing required workflow template argument");
        check(json!({"a": {"required": true}}), json!({}), "", required);
        check(json!({"a": {"required": " YES "}}), json!({}), "", required);
        check(json!({"a": {"required": 1}}), json!({}), "{{a}}", Ok(""));
        check(json!({}), json!({}), "{{a}}", Err("workflow template has unresolved placeholders"));
    }
}
