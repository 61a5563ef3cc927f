//! JSON in which no object has a key twice.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// Reads JSON, and refuses an object that has a key twice: programs differ in which of the two they take, so a decision
/// about one of them could be a decision about the other.
///
/// # Errors
///
/// Fails if the text is not JSON, or an object has a key twice, with line and column.
pub fn unique_json(bytes: &[u8]) -> Result<Value, serde_json::Error> {
    serde_json::from_slice::<UniqueValue>(bytes).map(|read| read.0)
}

struct UniqueValue(Value);

impl<'de> Deserialize<'de> for UniqueValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(UniqueVisitor).map(Self)
    }
}

struct UniqueVisitor;

impl<'de> Visitor<'de> for UniqueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(UniqueValue(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = members.next_key::<String>()? {
            if map.contains_key(&key) {
                let shown: String = key.chars().take(80).collect();
                return Err(A::Error::custom(format!("the key {shown:?} is twice in one object")));
            }
            let UniqueValue(value) = members.next_value()?;
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }
}

#[cfg(test)]
mod tests {
    use super::unique_json;

    #[test]
    fn unique_json_refuses_a_key_that_stands_twice_at_any_depth() {
        for text in [
            r#"{"a": 1, "a": 2}"#,
            r#"{"b": [{"c": {"a": 1, "\u0061": 1}}]}"#,
            "{\"x\": {}, \"y\": {\"a\": 1,\n\"a\": null}}",
        ] {
            let error = unique_json(text.as_bytes()).expect_err(text).to_string();
            assert!(error.contains("the key \"a\" is twice in one object"), "{text}: {error}");
        }
    }

    #[test]
    fn unique_json_reads_what_serde_json_reads() {
        let text = r#"{"a": [1, -2, 1.5, 18446744073709551615, true, null, "\u00e9"], "b": {"a": {}}}"#;
        let plain: serde_json::Value = serde_json::from_str(text).expect("JSON");
        assert_eq!(unique_json(text.as_bytes()).expect("JSON"), plain);
        assert!(unique_json(&b"[".repeat(10_000)).is_err());
        assert!(unique_json(b"{} x").is_err());
    }
}
