//! JSON as Pixir writes it: what is sent to a provider as text inside an item is encoded
//! anew, so it has to come out to the byte.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::members::Members;
use crate::skim;
use crate::spans::Known;

/// Members of an object that Erlang keeps in the order of their names; a larger one has an order of its own,
/// which the log shows.
const ORDERED: usize = 32;
/// Levels that are encoded anew; what lies deeper stands as it was recorded.
const DEPTH: usize = 64;

/// A text in quotes.
pub(crate) fn quoted(text: &str) -> String {
    let mut json = String::with_capacity(text.len() + 2);
    json.push('"');
    for one in text.chars() {
        match one {
            '"' => json.push_str("\\\""),
            '\\' => json.push_str("\\\\"),
            '\n' => json.push_str("\\n"),
            '\r' => json.push_str("\\r"),
            '\t' => json.push_str("\\t"),
            '\u{8}' => json.push_str("\\b"),
            '\u{c}' => json.push_str("\\f"),
            one if u32::from(one) < 0x20 => json.push_str(&format!("\\u{:04X}", u32::from(one))),
            one => json.push(one),
        }
    }
    json.push('"');
    json
}

/// A value without spaces and with the members of its objects in order. Numbers stand as they were recorded:
/// Pixir recorded them in the form it would write again.
pub(crate) fn encoded(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    encode(json, 0, &mut out);
    out
}

/// The same for an object, without some of its members.
pub(crate) fn encoded_without(members: &Members<'_>, left_out: &str) -> String {
    let mut out = String::new();
    object(members, left_out, 0, &mut out);
    out
}

fn encode(json: &str, depth: usize, out: &mut String) {
    let json = json.trim_matches([' ', '\t', '\r', '\n']);
    if depth > DEPTH {
        out.push_str(json);
        return;
    }
    match json.as_bytes().first() {
        Some(b'"') => match serde_json::from_str::<Cow<'_, str>>(json) {
            Ok(text) => out.push_str(&quoted(&text)),
            Err(_) => out.push_str(json),
        },
        Some(b'{') => match Members::of_json(json) {
            Some(members) => object(&members, "", depth, out),
            None => out.push_str(json),
        },
        Some(b'[') => match skim::items(json, &Known::default()) {
            Some(items) => {
                out.push('[');
                for (number, item) in items.iter().enumerate() {
                    if number > 0 {
                        out.push(',');
                    }
                    encode(item, depth + 1, out);
                }
                out.push(']');
            }
            None => out.push_str(json),
        },
        _ => out.push_str(json),
    }
}

fn object(members: &Members<'_>, left_out: &str, depth: usize, out: &mut String) {
    let mut known = BTreeSet::new();
    let mut kept: Vec<_> = members.entries().filter(|(key, _)| known.insert(*key)).collect();
    if kept.len() <= ORDERED {
        kept.sort_by_key(|(key, _)| *key);
    }
    kept.retain(|(key, _)| left_out.is_empty() || *key != left_out);
    out.push('{');
    for (number, (key, value)) in kept.into_iter().enumerate() {
        if number > 0 {
            out.push(',');
        }
        out.push_str(&quoted(key));
        out.push(':');
        encode(value, depth + 1, out);
    }
    out.push('}');
}

#[cfg(test)]
mod tests {
    use super::encoded;

    #[test]
    fn values_come_out_as_pixir_writes_them() {
        let check = |json: &str, expected: &str| assert_eq!(encoded(json), expected);
        check(r#"{ "b" : [1, 2.50, true] , "a":"x" }"#, r#"{"a":"x","b":[1,2.50,true]}"#);
        check(r#"{"a":1,"a":2}"#, r#"{"a":1}"#);
        check(r#""\u0001\u001f\b\/\u00e9\"\\""#, "\"\\u0001\\u001F\\b/é\\\"\\\\\"");
        check(" null ", "null");
        check("{}", "{}");
    }

    #[test]
    fn a_large_object_keeps_the_order_it_was_recorded_in() {
        let object = |count: usize| {
            let members: Vec<_> = (0..count).rev().map(|at| format!("\"{at:03}\":0")).collect();
            format!("{{{}}}", members.join(","))
        };
        assert!(encoded(&object(32)).starts_with("{\"000\""));
        assert_eq!(encoded(&object(33)), object(33));
    }

    #[test]
    fn what_lies_too_deep_stands_as_it_is() {
        let deep = "[".repeat(50_000) + &"]".repeat(50_000);
        assert_eq!(encoded(&deep), deep);
    }
}
