//! What a command hook says on its standard output: one JSON object, or nothing (S4-48 to S4-54).

use serde_json::{Map, Value};

/// What a hook says about whether a call may be made, from lax to strict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Permission {
    /// It may.
    Allow,
    /// A person decides.
    Ask,
    /// It may not.
    Deny,
}

impl Permission {
    /// The permission of that word.
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "allow" => Some(Self::Allow),
            "ask" => Some(Self::Ask),
            "deny" => Some(Self::Deny),
            _ => None,
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Ask => "ask",
            Self::Deny => "deny",
        }
    }
}

/// What a hook wants done.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Directives {
    /// It blocks the call.
    pub blocks: bool,
    /// Why; empty when it does not say.
    pub reason: String,
    /// The input in place of the tool's.
    pub updated_input: Option<Value>,
    /// No hook behind it runs.
    pub is_last: bool,
    /// What it says about permission.
    pub permission: Option<Permission>,
    /// The mode it wishes, as it names it; empty for none.
    pub mode: String,
    /// Guidance for the model.
    pub context: String,
    /// What of it was not understood or does not count, in sentences.
    pub notes: Vec<String>,
}

/// Most bytes of a reason or of guidance.
const LONGEST: usize = 8 << 10;

/// Reads a standard output. What is no JSON object has no effect, and is said.
pub fn directives(stdout: &[u8]) -> Directives {
    let mut found = Directives::default();
    let text = String::from_utf8_lossy(stdout);
    if text.trim().is_empty() {
        return found;
    }
    match disk::unique_json(text.as_bytes()) {
        Ok(Value::Object(object)) => found.read(&object),
        // One of the two may forbid the call, and which of them is meant is not known.
        Err(error) if serde_json::from_str::<Value>(&text).is_ok() => {
            found.blocks = true;
            found.reason = format!("The output of a hook is not read: {error}.");
            found.note(found.reason.clone());
        }
        Ok(_) => found.note("Its output is JSON but not an object, so it has no effect."),
        Err(_) => found.note("Its output is not JSON, so it has no effect."),
    }
    found
}

impl Directives {
    fn note(&mut self, words: impl Into<String>) {
        self.notes.push(words.into());
    }

    fn read(&mut self, object: &Map<String, Value>) {
        for (key, value) in object {
            match (key.as_str(), value) {
                (_, Value::Null) => {}
                ("decision", Value::String(word)) if word == "block" => self.blocks = true,
                ("decision", Value::String(word)) if word == "allow" => {}
                ("reason", Value::String(text)) => self.reason = shortened(text),
                // Whether a tool can read it is seen to where the tool is known.
                ("updatedInput", _) => self.updated_input = Some(value.clone()),
                ("continue", Value::Bool(goes_on)) => self.is_last = !goes_on,
                ("permission_decision", Value::String(word)) if Permission::parse(word).is_some() => {
                    self.permission = Permission::parse(word);
                }
                ("permission_mode_override", Value::String(word)) => self.mode = word.trim().to_owned(),
                ("injected_context", Value::String(text)) => self.context = shortened(text),
                ("permission_mode", _) => {
                    self.note("`permission_mode` does not count; the key is `permission_mode_override`.");
                }
                (
                    "decision"
                    | "reason"
                    | "continue"
                    | "permission_decision"
                    | "permission_mode_override"
                    | "injected_context",
                    _,
                ) => self.note(format!("Its `{key}` has an unknown value.")),
                _ => self.note(format!("Its key {:?} is unknown.", shortened_key(key))),
            }
        }
        self.notes.truncate(20);
    }
}

fn shortened(text: &str) -> String {
    text[..text.floor_char_boundary(LONGEST)].to_owned()
}

fn shortened_key(key: &str) -> String {
    key.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Directives, Permission, directives};

    #[test]
    fn directives_with_a_key_twice_block() {
        let found = directives(br#"{"decision":"block","decision":"allow"}"#);
        assert!(found.blocks && found.reason.contains("the key \"decision\" is twice in one object"));
        assert_eq!(found.notes.len(), 1);
    }

    #[test]
    fn s4_48_s4_50_s4_51_s4_52_s4_53_directives_are_read_from_json() {
        let check = |stdout: &str, expected: &Directives| {
            let found = directives(stdout.as_bytes());
            assert_eq!(Directives { notes: Vec::new(), ..found.clone() }, *expected, "{stdout}");
            found.notes.len()
        };
        let none = Directives::default();
        assert_eq!(check("", &none), 0);
        assert_eq!(check(" \n", &none), 0);
        assert_eq!(check("{}", &none), 0);
        assert_eq!(check("hello", &none), 1);
        assert_eq!(check("[1]", &none), 1);
        assert_eq!(check("{\"decision\":\"allow\",\"reason\":null}\n", &none), 0);
        assert_eq!(check("{\"decision\":\"maybe\"}", &none), 1);
        assert_eq!(check("{\"decision\":true,\"other\":1}", &none), 2);
        let all = Directives {
            blocks: true,
            reason: "Unsafe command detected".into(),
            updated_input: Some(json!({ "command": "git status --short" })),
            is_last: true,
            permission: Some(Permission::Deny),
            mode: "plan".into(),
            context: "look".into(),
            notes: Vec::new(),
        };
        let text = json!({
            "decision": "block",
            "reason": "Unsafe command detected",
            "updatedInput": {"command": "git status --short"},
            "continue": false,
            "permission_decision": "deny",
            "permission_mode_override": " plan ",
            "injected_context": "look",
        });
        assert_eq!(check(&text.to_string(), &all), 0);
        let odd = "{\"updatedInput\":null,\"continue\":\"no\",\"permission_mode\":\"auto\"}";
        assert_eq!(check(odd, &none), 2);
        let notes = directives(odd.as_bytes()).notes.join(" ");
        for said in ["Its `continue` has an unknown value.", "key is `permission_mode_override`"] {
            assert!(notes.contains(said), "{notes}");
        }
        let key = "k".repeat(50);
        let unknown = directives(format!("{{\"{key}\":1,\"permission_decision\":\"maybe\"}}").as_bytes());
        let expected = [
            format!("Its key {:?} is unknown.", &key[..40]),
            "Its `permission_decision` has an unknown value.".to_owned(),
        ];
        assert_eq!(unknown, Directives { notes: expected.into(), ..Directives::default() });
        // What is no object is a change as well, which no tool can read.
        let text = Directives { updated_input: Some(json!("x")), ..Directives::default() };
        assert_eq!(check("{\"updatedInput\":\"x\"}", &text), 0);
        assert_eq!(directives(b"\xff{}").notes.len(), 1);
        let long = directives(json!({ "reason": "é".repeat(9_000) }).to_string().as_bytes());
        assert!(long.reason.len() <= 8 << 10 && long.reason.ends_with('é'));
    }
}
