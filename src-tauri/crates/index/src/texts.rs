//! The texts of a line: every JSON string below `data`, decoded.
//!
//! What stands in the file is JSON, where a line break is two characters and any letter may be six. People
//! search for what was said, so texts are decoded before anything is looked for in them.

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// Calls `each` with the path and the text of every string below `data`, in the order they stand. False where
/// the line is no JSON object that can be walked; then `each` may have been called for a part of it.
pub(crate) fn each_text(line: &[u8], each: &mut dyn FnMut(&str, &str)) -> bool {
    walk(line, Walk { path: &mut String::new(), depth: 0, each })
}

/// As [`each_text`], for a JSON value of any kind.
pub(crate) fn each_text_of_value(value: &[u8], each: &mut dyn FnMut(&str, &str)) -> bool {
    walk(value, Walk { path: &mut String::new(), depth: 1, each })
}

fn walk(bytes: &[u8], walk: Walk<'_, '_>) -> bool {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    walk.deserialize(&mut json).is_ok() && json.end().is_ok()
}

struct Walk<'a, 'b> {
    path: &'a mut String,
    depth: u32,
    each: &'a mut (dyn FnMut(&str, &str) + 'b),
}

impl<'de> DeserializeSeed<'de> for Walk<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Walk<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_str<E>(self, text: &str) -> Result<(), E> {
        if self.depth > 0 {
            (self.each)(self.path, text);
        }
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let Self { path, depth, each } = self;
        while items.next_element_seed(Walk { path, depth: depth + 1, each })?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        let Self { path, depth, each } = self;
        let length = path.len();
        while members.next_key_seed(Key(path))?.is_some() {
            // Of the line itself only `data` is what happened; the rest names and numbers it.
            if depth == 0 && path != "data" {
                members.next_value::<IgnoredAny>()?;
            } else {
                members.next_value_seed(Walk { path, depth: depth + 1, each })?;
            }
            path.truncate(length);
        }
        Ok(())
    }
}

/// Adds a member's name to the path.
struct Key<'a>(&'a mut String);

impl<'de> DeserializeSeed<'de> for Key<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Key<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a member's name")
    }

    fn visit_str<E>(self, name: &str) -> Result<(), E> {
        if !self.0.is_empty() {
            self.0.push('.');
        }
        self.0.push_str(name);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::each_text;

    #[test]
    fn every_text_below_data_is_decoded() {
        let check = |line: &str, expected: &[(&str, &str)], whole: bool| {
            let mut found = Vec::new();
            let walked =
                each_text(line.as_bytes(), &mut |path, text| found.push((path.to_owned(), text.to_owned())));
            let found: Vec<_> = found.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
            assert_eq!((found.as_slice(), walked), (expected, whole), "{line}");
        };
        check(r#"{"data":{"text":"a\nb \u0064"},"type":"t"}"#, &[("data.text", "a\nb d")], true);
        check(r#"{"type":"data","id":"x","data":{"n":1,"o":null}}"#, &[], true);
        check(
            r#"{"data":{"args":{"list":["a",{"b":"c"}]},"z":"y"}}"#,
            &[("data.args.list", "a"), ("data.args.list.b", "c"), ("data.z", "y")],
            true,
        );
        check(r#"{"data":"bare"}"#, &[("data", "bare")], true);
        check("nonsense", &[], false);
        check(r#"{"data":{"text":"a"}} rest"#, &[("data.text", "a")], false);
    }
}
