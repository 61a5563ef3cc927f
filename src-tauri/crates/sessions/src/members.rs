//! Reading objects: the first of two equal keys wins, as in Pixir, where serde_json's maps keep the last.

use std::borrow::Cow;

use crate::json::Flaw;
use crate::spans::Known;
use crate::{json, skim};

/// The members of one object, values unread; the first of two equal keys wins.
#[derive(Clone, Default)]
pub(crate) struct Members<'a> {
    entries: Vec<(Cow<'a, str>, &'a str)>,
    known: Known,
}

impl<'a> Members<'a> {
    /// The members, if `text` is an object.
    pub fn read(text: &'a str) -> Option<Self> {
        Self::of_line(text.as_bytes()).ok()?
    }

    /// The members of a line of JSON, if it is an object.
    pub fn of_line(line: &'a [u8]) -> Result<Option<Self>, Flaw> {
        let (text, spans) = json::spans(line)?;
        Ok(Self::of_part(text, &Known::of(text, spans)))
    }

    /// The members, if `text` is an object; that it is JSON was checked.
    pub fn of_json(text: &'a str) -> Option<Self> {
        Self::of_part(text, &Known::default())
    }

    fn of_part(text: &'a str, known: &Known) -> Option<Self> {
        Some(Self { entries: skim::members(text, known)?, known: known.clone() })
    }

    pub fn raw(&self, key: &str) -> Option<&'a str> {
        self.entries.iter().find(|(name, _)| name == key).map(|(_, value)| *value)
    }

    /// Names and values as they stand, later ones of equal names included.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &'a str)> {
        self.entries.iter().map(|(name, value)| (&**name, *value))
    }

    pub fn text(&self, key: &str) -> Option<String> {
        self.word(key).map(Cow::into_owned)
    }

    /// A text that is only looked at: it is copied only where something in it is written otherwise.
    pub fn word(&self, key: &str) -> Option<Cow<'a, str>> {
        skim::unquoted(self.raw(key)?)
    }

    pub fn whole(&self, key: &str) -> Option<i64> {
        serde_json::from_str(self.raw(key)?).ok()
    }

    pub fn count(&self, key: &str) -> Option<u64> {
        serde_json::from_str(self.raw(key)?).ok()
    }

    pub fn flag(&self, key: &str) -> Option<bool> {
        match self.raw(key)? {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        }
    }

    pub fn object(&self, key: &str) -> Option<Self> {
        Self::of_part(self.raw(key)?, &self.known)
    }

    /// The texts in a list; an item that is none stands as the JSON it is.
    pub fn texts(&self, key: &str) -> Vec<String> {
        let text = |raw: &&str| serde_json::from_str(raw).unwrap_or_else(|_| (*raw).to_owned());
        self.items(key).unwrap_or_default().iter().map(text).collect()
    }

    /// The items of a list, as they stand; none where it is no list.
    pub fn items(&self, key: &str) -> Option<Vec<&'a str>> {
        skim::items(self.raw(key)?, &self.known)
    }

    /// The objects in a list; other items are passed over.
    pub fn objects(&self, key: &str) -> Vec<Self> {
        let items = self.items(key).unwrap_or_default();
        items.into_iter().filter_map(|item| Self::of_part(item, &self.known)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Members;

    #[test]
    fn the_first_of_two_equal_keys_wins() {
        let members = Members::read(r#"{"a":1,"a":2,"b":"x","b":null}"#).expect("an object");
        assert_eq!(members.whole("a"), Some(1));
        assert_eq!(members.text("b").as_deref(), Some("x"));
        assert!(Members::read("[1]").is_none());
    }

    #[test]
    fn a_member_is_read_past_any_depth() {
        let deep = "[".repeat(100_000) + &"]".repeat(100_000);
        let object = format!("{{\"a\":{deep},\"b\":\"x\"}}");
        assert_eq!(Members::read(&object).and_then(|members| members.text("b")).as_deref(), Some("x"));
    }
}
