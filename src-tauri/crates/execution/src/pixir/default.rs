use std::collections::HashSet;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use crate::Mode;

/// The mode Pixir starts in by its `config.json`, and what is wrong with the file if that is not what its
/// author wrote. `None` is a file that is not there.
///
/// A file that is not one JSON object, or in which any key stands twice, is ignored as a whole.
pub fn permission_default(config: Option<&[u8]>) -> (Mode, Option<String>) {
    let Some(bytes) = config else { return (Mode::Auto, None) };
    let ignored = |why: &str| (Mode::Auto, Some(format!("Pixir ignores all of config.json: {why}")));
    let config: Config = match serde_json::from_slice(bytes) {
        Ok(config) => config,
        Err(error) => return ignored(&format!("it is not one JSON object ({error})")),
    };
    if let Some(key) = config.twice {
        return ignored(&format!("the key {key:?} is twice in one object"));
    }
    match config.mode {
        Written::Nothing => (Mode::Auto, None),
        Written::Word(word) => match word.as_str() {
            "read-only" => (Mode::ReadOnly, None),
            word => match Mode::parse(word) {
                Some(mode) => (mode, None),
                None => (Mode::Auto, Some(odd(&format!("{word:?}")))),
            },
        },
        Written::Odd => (Mode::Auto, Some(odd("a value that is not a word"))),
    }
}

fn odd(value: &str) -> String {
    format!(
        "permission_default in config.json is {value}; Pixir knows auto, ask and read_only, and takes auto"
    )
}

/// What matters of a configuration.
struct Config {
    mode: Written,
    twice: Option<String>,
}

enum Written {
    Nothing,
    Word(String),
    Odd,
}

impl<'de> Deserialize<'de> for Config {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(Top)
    }
}

struct Top;

impl<'de> Visitor<'de> for Top {
    type Value = Config;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Config, A::Error> {
        let mut config = Config { mode: Written::Nothing, twice: None };
        let mut seen = HashSet::new();
        while let Some(key) = map.next_key::<String>()? {
            let value = map.next_value::<Member>()?;
            // Pixir reads this one apart: what stands twice in it spoils nothing else.
            if key == "responses_backend" {
                continue;
            }
            config.twice = config.twice.or(value.twice);
            if key == "permission_default" {
                config.mode = value.written;
            }
            if let Some(key) = seen.replace(key) {
                config.twice = Some(key);
            }
        }
        Ok(config)
    }
}

/// A value, and a key that stands twice somewhere in it.
struct Member {
    written: Written,
    twice: Option<String>,
}

impl<'de> Deserialize<'de> for Member {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Any)
    }
}

struct Any;

const ODD: Member = Member { written: Written::Odd, twice: None };

impl<'de> Visitor<'de> for Any {
    type Value = Member;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E: Error>(self) -> Result<Member, E> {
        Ok(Member { written: Written::Nothing, twice: None })
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Member, E> {
        Ok(ODD)
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Member, E> {
        Ok(ODD)
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<Member, E> {
        Ok(ODD)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Member, E> {
        Ok(ODD)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Member, E> {
        Ok(Member { written: Written::Word(text.to_owned()), twice: None })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Member, A::Error> {
        let mut twice = None;
        while let Some(value) = list.next_element::<Member>()? {
            twice = twice.or(value.twice);
        }
        Ok(Member { written: Written::Odd, twice })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Member, A::Error> {
        let (mut twice, mut seen) = (None, HashSet::new());
        while let Some((key, value)) = map.next_entry::<String, Member>()? {
            twice = twice.or(value.twice);
            if let Some(key) = seen.replace(key) {
                twice = Some(key);
            }
        }
        Ok(Member { written: Written::Odd, twice })
    }
}

#[cfg(test)]
mod tests {
    use super::permission_default;

    #[test]
    fn a_configuration_says_the_mode_or_is_ignored() {
        let check = |config: &str, mode: &str, problem: &str| {
            let (found, words) = permission_default(Some(config.as_bytes()));
            assert_eq!(found.word(), mode, "{config}");
            let words = words.unwrap_or_default();
            assert_eq!(words.is_empty(), problem.is_empty(), "{config}: {words}");
            assert!(words.contains(problem), "{config}: {words}");
        };
        check("{}", "auto", "");
        check(r#" {"permission_default":"ask"} "#, "ask", "");
        check(r#"{"permission_default":"read-only"}"#, "read_only", "");
        check(r#"{"permission_default":null}"#, "auto", "");
        check(r#"{"permission_default":" ask "}"#, "auto", "\" ask \"");
        check(r#"{"permission_default":["ask"]}"#, "auto", "not a word");
        check(r#"{"permission_default":"ask","a":[{"b":1,"b":2}]}"#, "auto", "\"b\" is twice");
        check(r#"{"permission_default":"ask","permission_default":"ask"}"#, "auto", "is twice");
        check(r#"{"permission_default":"ask","responses_backend":{"a":1,"a":2}}"#, "ask", "");
        check(r#"{"permission_default":"ask","responses_backend":1,"responses_backend":2}"#, "ask", "");
        check(r#"{"permission_default":"ask"}x"#, "auto", "not one JSON object");
        check("\u{feff}{}", "auto", "not one JSON object");
        check("null", "auto", "not one JSON object");
        assert_eq!(permission_default(None).0.word(), "auto");
        assert_eq!(
            permission_default(Some(b"{\"permission_default\":\"ask\",\"x\":\"\xff\"}")).0.word(),
            "auto"
        );
    }
}
