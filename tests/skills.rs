//! Skills as Pixir sees them, against trees recorded from Pixir itself. The recordings are not part of
//! this repository; without them the comparisons pass and say so. The same rules are covered without
//! them in the crate `skills`.
#![cfg(unix)]
#![allow(clippy::disallowed_methods, reason = "a test lays out files of its own")]

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};
use skills::{
    ActivatedBy, Convention, Places, Ruling, Skill, SkillError, Template, TemplateWarning, Trust, Visibility,
    Wrapping, activates, activation, catalog, catalog_within, mentions, rule, survey, templates, view,
    wrapped,
};
use tests::{pixir, recording};

#[test]
fn every_recorded_tree_agrees() {
    let cases = recorded();
    let mut compared = 0;
    let mut differing = Vec::new();
    for file in cases {
        let case: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
        let found = compare(&case);
        compared += found.0;
        differing.extend(found.1.into_iter().map(|words| format!("{}: {words}", case["id"])));
    }
    println!("{compared} fields compared");
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

#[test]
fn every_recorded_cut_agrees() {
    let case: Value = serde_json::from_slice(&fs::read(recording("misc/truncate.json")).unwrap()).unwrap();
    for case in case["cases"].as_array().unwrap() {
        let limit = usize::try_from(case["max"].as_u64().unwrap()).unwrap();
        assert_eq!(skills::truncated(&bytes(&case["input"]), limit), case["output"], "{case}");
    }
}

#[test]
fn every_recorded_wrapping_agrees() {
    let file = recording("misc/render_activation.json");
    let case: Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
    for case in case["cases"].as_array().unwrap() {
        let part = |key: &str| match &case["data"][key] {
            Value::Null => None,
            Value::String(text) => Some(text.clone()),
            other => Some(other.to_string()),
        };
        let (name, source, scope) = (part("name"), part("source"), part("scope"));
        let (path, content_hash, content) = (part("path"), part("content_hash"), part("content"));
        let parts = Wrapping {
            name: name.as_deref(),
            source: source.as_deref(),
            scope: scope.as_deref(),
            path: path.as_deref(),
            content_hash: content_hash.as_deref(),
            content: content.as_deref().map(str::as_bytes),
        };
        assert_eq!(wrapped(&parts), case["rendered"], "{case}");
    }
}

fn recorded() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(recording("skills")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Lays the tree out, asks for everything that was recorded, and tells what differs.
fn compare(case: &Value) -> (usize, Vec<String>) {
    let root = tempfile::tempdir().unwrap();
    let root = fs::canonicalize(root.path()).map(|path| (root, path)).unwrap();
    let at = |text: &str| PathBuf::from(placed(text, case, &root.1));
    for entry in case["tree"].as_array().unwrap() {
        lay_out(entry, &root.1, &at);
    }
    let places = Places {
        workspace: at(case["workspace"].as_str().unwrap()),
        home: case["home"].as_str().map(at),
        pixir_home: case["pixir_home"].as_str().map(|home| at(home).into()),
        ..Places::default()
    };
    let ruling = pixir(&places);
    // A look at the roots of all conventions says the same as one at Pixir's alone.
    let among_all = rule(Convention::Pixir, &survey(&places), &Visibility::whole(Trust::Untrusted));
    let [own, row] = [&ruling, &among_all].map(|ruling| -> Vec<_> {
        let claims = ruling.claims.iter();
        claims.map(|claim| (claim.skill.path.clone(), claim.key.clone(), claim.state.clone())).collect()
    });
    assert_eq!(row, own, "{}", case["id"]);
    let actual = answers(&ruling, &case["expected"]);
    let expected = of_interest(settled(&case["expected"], case, &root.1));
    let (mut compared, mut differing) = (0, Vec::new());
    differences("", &actual, &expected, &mut compared, &mut differing);
    (compared, differing)
}

/// What was recorded of things Assay does as well: it fills in no workflow template, and what a model would be sent is
/// text to it, in which bytes that are none are replaced.
fn of_interest(mut expected: Value) -> Value {
    if let Some(expected) = expected.as_object_mut() {
        expected.remove("template_refs");
        expected.remove("instantiate");
    }
    for skill in expected["per_skill"].as_array_mut().into_iter().flatten() {
        let sent = String::from_utf8_lossy(&bytes(&skill["render_activation"])).into_owned();
        skill["render_activation"] = json!(sent);
    }
    expected
}

fn lay_out(entry: &Value, root: &Path, at: &dyn Fn(&str) -> PathBuf) {
    let path = root.join(entry["path"].as_str().unwrap());
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    match entry["type"].as_str().unwrap() {
        "dir" => fs::create_dir_all(&path).unwrap(),
        "symlink" => {
            std::os::unix::fs::symlink(at(entry["target"].as_str().unwrap()), &path).unwrap();
        }
        _ => {
            let content = match entry["content_b64"].as_str() {
                Some(text) => decoded(text),
                None => bytes(&entry["content"]),
            };
            fs::write(&path, content).unwrap();
        }
    }
}

/// Everything the recording asks, answered by this engine, in the recording's shape.
fn answers(ruling: &Ruling, expected: &Value) -> Value {
    let each = |key: &str, answer: &dyn Fn(&Value) -> Value| -> Value {
        expected[key].as_array().unwrap().iter().map(answer).collect()
    };
    let catalog = catalog(ruling);
    let warnings: Vec<Value> = ruling
        .warnings
        .iter()
        .map(|one| json!({"name": one.name, "selected": one.selected, "shadowed": one.shadowed}))
        .collect();
    let (found, broken) = templates(ruling);
    json!({
        "skills": ruling.winners().map(|claim| listed(&claim.skill, &["dir", "root"])).collect::<Value>(),
        "warnings": warnings,
        "render_index": catalog.text,
        "index_hash": catalog.index_hash,
        "render_index_by_budget": each("render_index_by_budget", &|case| {
            let budget = usize::try_from(case["budget"].as_u64().unwrap()).unwrap();
            json!({"budget": budget, "render_index": catalog_within(ruling, budget).text})
        }),
        "per_skill": ruling.winners().map(|claim| per_skill(&claim.skill)).collect::<Value>(),
        "views": each("views", &|case| viewed(ruling, case)),
        "prompts": each("prompts", &|case| prompted(ruling, case)),
        "workflow_templates": found.iter().map(template).collect::<Value>(),
        "workflow_template_warnings":
            warnings.iter().cloned().chain(broken.iter().map(warning)).collect::<Value>(),
        "skills_list_tool": list_tool(ruling, &warnings, &expected["skills_list_tool"]),
    })
}

/// Pixir's list tool cannot write text that is not UTF-8: it raises, in words of its JSON writer.
fn list_tool(ruling: &Ruling, warnings: &[Value], expected: &Value) -> Value {
    let is_text = |bytes| std::str::from_utf8(bytes).is_ok();
    if ruling.winners().any(|one| !is_text(one.skill.name_bytes()) || !is_text(one.skill.description_bytes()))
    {
        return json!({"raised": {"exception": "Jason.EncodeError", "message": expected["raised"]["message"]}});
    }
    json!({
        "skills": ruling.winners().map(|claim| listed(&claim.skill, &[])).collect::<Value>(),
        "warnings": warnings,
    })
}

/// A skill as Pixir lists it; the extra keys are those only some of its lists have.
fn listed(skill: &Skill, extra: &[&str]) -> Value {
    let mut listed = json!({
        "name": text(skill.name_bytes()),
        "description": text(skill.description_bytes()),
        "scope": skill.scope.name(),
        "source": skill.scope.name(),
        "path": skill.path,
        "short_path": skill.short_path,
    });
    for key in extra {
        listed[*key] = if *key == "dir" { json!(skill.dir) } else { json!(skill.root) };
        listed["disable_model_invocation"] = json!(skill.disable_model_invocation);
    }
    listed
}

fn per_skill(skill: &Skill) -> Value {
    let content = fs::read(&skill.path).unwrap();
    let fields = activation(skill, &content, ActivatedBy::User);
    let mut data = activated(skill, &content);
    data["content"] = text(&content);
    let wrapping = Wrapping {
        name: Some(&fields.name),
        source: Some(&fields.source),
        scope: None,
        path: Some(&fields.path),
        content_hash: Some(&fields.content_hash.to_string()),
        content: Some(&fields.content),
    };
    json!({
        "name": text(skill.name_bytes()),
        "activation_data_user": data,
        "content_bytes": skill.size,
        "content_sha256": skill.content_hash.to_string(),
        "render_activation": wrapped(&wrapping),
    })
}

fn activated(skill: &Skill, content: &[u8]) -> Value {
    let fields = activation(skill, content, ActivatedBy::User);
    assert_eq!(fields.name, skill.name);
    json!({
        "name": text(skill.name_bytes()),
        "description": text(skill.description_bytes()),
        "scope": fields.scope,
        "source": fields.source,
        "root": fields.root,
        "path": fields.path,
        "short_path": fields.short_path,
        "content_hash": fields.content_hash.to_string(),
        "activated_by": fields.activated_by.name(),
    })
}

fn viewed(ruling: &Ruling, case: &Value) -> Value {
    let (name, path) = (case["name"].as_str().unwrap(), case["path"].as_str().unwrap());
    let view = view(ruling, name, path);
    let seen = view.as_ref().map(|view| {
        json!({
            "skill": text(view.skill.name_bytes()),
            "path": view.path,
            "abs_path": view.abs_path,
            "content_bytes": view.bytes.len(),
            "content_sha256": disk::Digest::of(&view.bytes).to_string(),
        })
    });
    let planned = view.as_ref().map(|view| {
        json!({
            "dry_run": true, "would": "view_skill", "name": text(view.skill.name_bytes()),
            "path": view.path, "would_activate": view.activates,
        })
    });
    let answer = |outcome: Result<Value, &SkillError>| match outcome {
        Ok(value) => json!({"ok": value}),
        Err(error) => skill_error(error),
    };
    // Whether a path is the main file does not depend on there being one.
    let main_file = activates(path);
    json!({
        "name": name, "path": path, "main_file": main_file,
        "result": answer(seen), "skill_view_dry_run": answer(planned),
    })
}

fn prompted(ruling: &Ruling, case: &Value) -> Value {
    let prompt = case["prompt"].as_str().unwrap();
    let names = mentions(prompt);
    let activations: Value = names
        .iter()
        .filter_map(|name| view(ruling, name, "").ok())
        .map(|view| activated(view.skill, &view.bytes))
        .collect();
    json!({"prompt": prompt, "invoked_names": names, "activations": activations})
}

fn template(template: &Template) -> Value {
    json!({
        "id": template.id, "template_id": template.template_id, "version": 1, "name": template.name,
        "description": template.description, "skill": template.skill, "scope": template.scope.name(),
        "source": template.scope.name(), "path": template.path, "short_path": template.short_path,
        "parameters": template.parameters, "workflow": template.workflow,
    })
}

fn skill_error(error: &SkillError) -> Value {
    let details = match error {
        SkillError::UnknownSkill { name, known } => json!({"name": name, "known": known}),
        SkillError::Outside { path } => json!({"path": path}),
        SkillError::NoSuchFile { name, path } => json!({"name": name, "path": path}),
        SkillError::Unreadable(_) => json!({"reason": error.reason()}),
    };
    json!({"error": {"kind": error.kind(), "message": error.recorded(), "details": details}})
}

fn warning(warning: &TemplateWarning) -> Value {
    json!({
        "kind": "invalid_workflow_template", "skill": warning.skill, "path": warning.path,
        "message": warning.message, "details": warning.details,
    })
}

/// Counts the leaves of `expected` and names those that differ. The one text that is not Pixir's own
/// (its JSON reader's complaint) is compared by its presence alone.
fn differences(at: &str, actual: &Value, expected: &Value, compared: &mut usize, found: &mut Vec<String>) {
    match (actual, expected) {
        (Value::Object(actual), Value::Object(expected)) => {
            let keys =
                |map: &Map<String, Value>| map.keys().cloned().collect::<std::collections::BTreeSet<_>>();
            if keys(actual) != keys(expected) {
                found.push(format!("{at}: keys {:?}, recorded {:?}", keys(actual), keys(expected)));
            }
            for (key, value) in expected {
                let is_complaint =
                    key == "reason" && value.as_str().is_some_and(|words| words.starts_with("unexpected "));
                if let (Some(other), false) = (actual.get(key), is_complaint) {
                    differences(&format!("{at}/{key}"), other, value, compared, found);
                }
            }
        }
        (Value::Array(actual), Value::Array(expected)) if actual.len() == expected.len() => {
            for (index, (actual, expected)) in actual.iter().zip(expected).enumerate() {
                differences(&format!("{at}/{index}"), actual, expected, compared, found);
            }
        }
        _ => {
            *compared += 1;
            if actual != expected {
                found.push(format!("{at}: {actual}, recorded {expected}"));
            }
        }
    }
}

/// The recorded value with this run's folders in it.
fn settled(value: &Value, case: &Value, root: &Path) -> Value {
    match value {
        Value::String(words) => json!(placed(words, case, root)),
        Value::Array(values) => values.iter().map(|value| settled(value, case, root)).collect(),
        Value::Object(map) if map.contains_key("$b64") => {
            let raw = bytes(value);
            text(&replaced(&raw, b"{{ROOT}}", root.as_os_str().as_encoded_bytes()))
        }
        Value::Object(map) => {
            map.iter().map(|(key, value)| (key.clone(), settled(value, case, root))).collect()
        }
        other => other.clone(),
    }
}

fn placed(words: &str, case: &Value, root: &Path) -> String {
    let mut words = words.to_owned();
    for (placeholder, key) in [("{{WS}}", "workspace"), ("{{HOME}}", "home")] {
        words = words.replace(placeholder, case[key].as_str().unwrap_or_default());
    }
    words.replace("{{ROOT}}", root.to_str().unwrap())
}

fn replaced(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let hit = bytes[at..].starts_with(from);
        out.extend(if hit { to } else { &bytes[at..=at] });
        at += if hit { from.len() } else { 1 };
    }
    out
}

/// Bytes in the recording's way: text, or base64 when they are not UTF-8.
fn text(bytes: &[u8]) -> Value {
    std::str::from_utf8(bytes).map_or_else(|_| json!({"$b64": encoded(bytes)}), |text| json!(text))
}

fn bytes(value: &Value) -> Vec<u8> {
    match value["$b64"].as_str() {
        Some(text) => decoded(text),
        None => value.as_str().unwrap().as_bytes().to_owned(),
    }
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn encoded(bytes: &[u8]) -> String {
    let mut out = String::new();
    for group in bytes.chunks(3) {
        let bits = group.iter().chain(&[0; 2]).take(3).fold(0_u32, |bits, &byte| bits << 8 | u32::from(byte));
        for place in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * place) & 63) as usize];
            out.push(if place > group.len() { '=' } else { char::from(digit) });
        }
    }
    out
}

fn decoded(text: &str) -> Vec<u8> {
    let digits = text.bytes().filter_map(|digit| DIGITS.iter().position(|&other| other == digit));
    let (mut out, mut bits, mut count) = (Vec::new(), 0_usize, 0);
    for digit in digits {
        bits = bits << 6 | digit;
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push(u8::try_from(bits >> count & 255).unwrap());
        }
    }
    out
}
