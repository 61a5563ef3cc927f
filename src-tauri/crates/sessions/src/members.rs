//! Reading objects: the first of two equal keys wins, as in Pixir, where serde_json's maps keep the last.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use crate::json::Flaw;
use crate::spans::Known;
use crate::{json, skim};

/// Objects of a line that are remembered once they were read: those that are asked for again and again, such as the
/// message of a line, stand among the first.
const REMEMBERED: usize = 16;

/// The members of one object, values unread; the first of two equal keys wins.
#[derive(Clone, Default)]
pub(crate) struct Members<'a> {
    entries: Option<Entries<'a>>,
    line: Option<Rc<Line<'a>>>,
}

/// Names and values as they stand.
type Entries<'a> = Rc<Vec<(Cow<'a, str>, &'a str)>>;

/// What the objects of a line share.
struct Line<'a> {
    known: Known,
    /// Objects that were read, by their place in memory.
    read: RefCell<Vec<(*const u8, Entries<'a>)>>,
}

impl<'a> Members<'a> {
    /// The members, if `text` is an object.
    pub fn read(text: &'a str) -> Option<Self> {
        Self::of_line(text.as_bytes()).ok()?
    }

    /// The members of a line of JSON, if it is an object.
    pub fn of_line(line: &'a [u8]) -> Result<Option<Self>, Flaw> {
        let (text, spans) = json::spans(line)?;
        let line = Line { known: Known::of(text, spans), read: RefCell::default() };
        let entries = skim::members(text, &line.known);
        Ok(entries.map(|entries| Self { entries: Some(Rc::new(entries)), line: Some(Rc::new(line)) }))
    }

    /// The members, if `text` is an object; that it is JSON was checked.
    pub fn of_json(text: &'a str) -> Option<Self> {
        Some(Self { entries: Some(Rc::new(skim::members(text, &Known::default())?)), line: None })
    }

    /// The members of a part of the line, if it is an object.
    fn of_part(&self, text: &'a str) -> Option<Self> {
        let Some(line) = &self.line else { return Self::of_json(text) };
        let mut read = line.read.borrow_mut();
        let entries = match read.iter().find(|(at, _)| *at == text.as_ptr()) {
            Some((_, entries)) => Rc::clone(entries),
            None => {
                let entries = Rc::new(skim::members(text, &line.known)?);
                if read.len() < REMEMBERED {
                    read.push((text.as_ptr(), Rc::clone(&entries)));
                }
                entries
            }
        };
        Some(Self { entries: Some(entries), line: Some(Rc::clone(line)) })
    }

    pub fn raw(&self, key: &str) -> Option<&'a str> {
        self.entries
            .iter()
            .flat_map(|entries| entries.iter())
            .find(|(name, _)| name == key)
            .map(|(_, value)| *value)
    }

    /// Names and values as they stand, later ones of equal names included.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &'a str)> {
        self.entries.iter().flat_map(|entries| entries.iter()).map(|(name, value)| (&**name, *value))
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
        self.raw(key)?.parse().ok()
    }

    pub fn flag(&self, key: &str) -> Option<bool> {
        match self.raw(key)? {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        }
    }

    pub fn object(&self, key: &str) -> Option<Self> {
        self.of_part(self.raw(key)?)
    }

    /// The texts in a list; an item that is none stands as the JSON it is.
    pub fn texts(&self, key: &str) -> Vec<String> {
        let text = |raw: &&str| serde_json::from_str(raw).unwrap_or_else(|_| (*raw).to_owned());
        self.items(key).unwrap_or_default().iter().map(text).collect()
    }

    /// The items of a list, as they stand; none where it is no list.
    pub fn items(&self, key: &str) -> Option<Vec<&'a str>> {
        let line = self.line.as_ref();
        skim::items(self.raw(key)?, line.map_or(&Known::default(), |line| &line.known))
    }

    /// The objects in a list; other items are passed over.
    pub fn objects(&self, key: &str) -> Vec<Self> {
        let items = self.items(key).unwrap_or_default();
        items.into_iter().filter_map(|item| self.of_part(item)).collect()
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
    fn an_object_that_was_read_before_reads_the_same() {
        let object = |number: usize| format!(r#"{{"n":{number},"in":{{"n":{}}}}}"#, number + 1_000);
        let objects: Vec<String> = (0..2 * super::REMEMBERED).map(object).collect();
        let line = format!(r#"{{"a":[{}],"b":{}}}"#, objects.join(","), object(7));
        let line = Members::read(&line).expect("an object");
        for _ in 0..2 {
            let numbers =
                |object: &Members<'_>| [object.whole("n"), object.object("in")?.whole("n")].into_iter().sum();
            let read: Vec<Option<i64>> = line.objects("a").iter().map(numbers).collect();
            assert_eq!(
                read,
                (0..objects.len() as i64).map(|number| Some(2 * number + 1_000)).collect::<Vec<_>>()
            );
            assert_eq!(line.object("b").as_ref().and_then(numbers), Some(1_014));
        }
    }

    #[test]
    fn a_member_is_read_past_any_depth() {
        let deep = "[".repeat(100_000) + &"]".repeat(100_000);
        let object = format!("{{\"a\":{deep},\"b\":\"x\"}}");
        assert_eq!(Members::read(&object).and_then(|members| members.text("b")).as_deref(), Some("x"));
    }
}
