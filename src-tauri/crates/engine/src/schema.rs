//! Whether an input fits the schema that a tool was offered with. The schemas here are closed objects of texts,
//! numbers and truth values; a keyword that is not among these is an error, so that none is passed over in silence.

use serde_json::{Map, Value};

/// What of an input does not fit a schema, all of it in one text; nothing is wrong where it is empty of complaints.
///
/// # Errors
///
/// When the input is no object, names something the schema does not, lacks what it requires or has another
/// type, and when the schema says something that is not understood here.
pub fn check_input(schema: &Map<String, Value>, input: &Value) -> Result<(), String> {
    let Some(given) = input.as_object() else { return Err("it is not an object".to_owned()) };
    let mut wrong = Vec::new();
    let known =
        |word: &&String| ["type", "properties", "required", "additionalProperties"].contains(&word.as_str());
    wrong.extend(schema.keys().filter(|word| !known(word)).map(|word| not_understood(word)));
    let none = Map::new();
    let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&none);
    for (name, value) in given {
        match properties.get(name).and_then(Value::as_object) {
            Some(property) => wrong.extend(misfit(property, value).map(|words| format!("{name:?} {words}"))),
            None => {
                let names: Vec<_> = properties.keys().map(String::as_str).collect();
                wrong.push(format!("{name:?} is not one of its arguments, which are {}", names.join(", ")));
            }
        }
    }
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    let missing = required.filter_map(Value::as_str).filter(|name| !given.contains_key(*name));
    wrong.extend(missing.map(|name| format!("{name:?} is missing")));
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("; ")) }
}

fn misfit(property: &Map<String, Value>, value: &Value) -> Option<String> {
    for (word, wanted) in property {
        let words = match (word.as_str(), wanted) {
            ("description", _) => None,
            ("type", Value::String(kind)) => match kind.as_str() {
                "string" => (!value.is_string()).then(|| "must be a text".to_owned()),
                "boolean" => (!value.is_boolean()).then(|| "must be true or false".to_owned()),
                "number" => (!value.is_number()).then(|| "must be a number".to_owned()),
                "integer" => {
                    (!value.is_i64() && !value.is_u64()).then(|| "must be a whole number".to_owned())
                }
                other => Some(not_understood(other)),
            },
            ("minimum", least) => {
                let is_less = value.as_f64().zip(least.as_f64()).is_some_and(|(value, least)| value < least);
                is_less.then(|| format!("must be {least} or more"))
            }
            ("enum", Value::Array(all)) => (!all.contains(value)).then(|| {
                let all: Vec<_> =
                    all.iter().map(|one| one.as_str().map_or(one.to_string(), str::to_owned)).collect();
                format!("must be one of {}", all.join(", "))
            }),
            (other, _) => Some(not_understood(other)),
        };
        if words.is_some() {
            return words;
        }
    }
    None
}

fn not_understood(word: &str) -> String {
    format!("the tool's schema has the unsupported {word:?}")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::check_input;

    fn check(input: &Value) -> String {
        let schema = json!({
            "type": "object",
            "properties": {
                "name": { "type": "string", "description": "d", "enum": ["a", "b"] },
                "from": { "type": "integer", "minimum": 0 },
                "dry_run": { "type": "boolean" },
                "b": { "type": "number" },
            },
            "required": ["name"],
            "additionalProperties": false,
        });
        let found = check_input(schema.as_object().expect("an object"), input);
        found.err().unwrap_or_default()
    }

    #[test]
    fn s4_52_an_input_fits_a_schema_or_every_fault_is_named() {
        for fits in [
            json!({ "name": "a" }),
            json!({ "name": "b", "from": 0, "dry_run": true, "b": 1.5 }),
            json!({ "name": "b", "from": u64::MAX, "b": 1 }),
        ] {
            assert_eq!(check(&fits), "", "{fits}");
        }
        for (input, words) in [
            (json!([]), "it is not an object"),
            (json!({}), "\"name\" is missing"),
            (json!({ "name": 1 }), "\"name\" must be a text"),
            (json!({ "name": "c" }), "\"name\" must be one of a, b"),
            (json!({ "name": null }), "\"name\" must be a text"),
            (json!({ "name": "a", "from": "1" }), "\"from\" must be a whole number"),
            (json!({ "name": "a", "from": 1.0 }), "\"from\" must be a whole number"),
            (json!({ "name": "a", "from": -1 }), "\"from\" must be 0 or more"),
            (json!({ "name": "a", "dry_run": "yes" }), "\"dry_run\" must be true or false"),
            (json!({ "name": "a", "b": {} }), "\"b\" must be a number"),
            (
                json!({ "name": "a", "x": 1 }),
                "\"x\" is not one of its arguments, which are name, from, dry_run, b",
            ),
            (
                json!({ "from": [], "name": "a", "b": "" }),
                "\"from\" must be a whole number; \"b\" must be a number",
            ),
        ] {
            assert_eq!(check(&input), words, "{input}");
        }
    }

    #[test]
    fn s4_52_a_keyword_that_is_not_understood_lets_nothing_through() {
        let deep = json!({ "properties": { "a": { "type": "string", "pattern": "^a" } } });
        let wide = json!({ "properties": {}, "oneOf": [] });
        let odd = json!({ "properties": { "a": { "type": ["string", "null"] } } });
        for schema in [deep, wide, odd] {
            assert!(
                check_input(schema.as_object().expect("an object"), &json!({ "a": "a" })).is_err(),
                "{schema}"
            );
        }
    }
}
