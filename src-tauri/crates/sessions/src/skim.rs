//! Where the parts of checked JSON begin and end.
//!
//! The text is known to be JSON ([`crate::json::check`]), so only quotes, brackets and what stands between two values
//! are looked at, and long texts pass at memory speed. Of a text that is none the answer is wrong, and nothing worse.

use std::borrow::Cow;

use memchr::memchr;

use crate::json::plain;
use crate::spans::{Ahead, Known};

/// Keys and values of an object, as they stand; none where it is no object.
pub(crate) fn members<'a>(text: &'a str, known: &Known) -> Option<Vec<(Cow<'a, str>, &'a str)>> {
    let mut skim = Skim { text, at: 0, ahead: known.within(text) };
    let mut members = Vec::with_capacity(16);
    if skim.opens(b'{', b'}')? {
        loop {
            let key = skim.key()?;
            skim.passes(b':')?;
            members.push((key, skim.value()?));
            if !skim.goes_on(b'}')? {
                break;
            }
        }
    }
    Some(members)
}

/// The items of a list, as they stand; none where it is no list.
pub(crate) fn items<'a>(text: &'a str, known: &Known) -> Option<Vec<&'a str>> {
    let mut skim = Skim { text, at: 0, ahead: known.within(text) };
    let mut items = Vec::new();
    if skim.opens(b'[', b']')? {
        loop {
            items.push(skim.value()?);
            if !skim.goes_on(b']')? {
                break;
            }
        }
    }
    Some(items)
}

/// A text without its quotes; it borrows unless it holds an escape. None where it is no text.
pub(crate) fn unquoted(quoted: &str) -> Option<Cow<'_, str>> {
    let inner = quoted.strip_prefix('"')?.strip_suffix('"')?;
    if memchr(b'\\', inner.as_bytes()).is_some() {
        return serde_json::from_str(quoted).ok().map(Cow::Owned);
    }
    Some(Cow::Borrowed(inner))
}

struct Skim<'a, 's> {
    text: &'a str,
    at: usize,
    ahead: Ahead<'s>,
}

impl<'a> Skim<'a, '_> {
    /// Passes the bracket that opens; whether anything stands in it.
    fn opens(&mut self, open: u8, close: u8) -> Option<bool> {
        self.passes(open)?;
        Some(self.next()? != close)
    }

    /// After a value: whether another one follows.
    fn goes_on(&mut self, close: u8) -> Option<bool> {
        match self.next()? {
            b',' => self.passes(b',').map(|()| true),
            byte => (byte == close).then_some(false),
        }
    }

    fn passes(&mut self, wanted: u8) -> Option<()> {
        if self.next()? != wanted {
            return None;
        }
        self.at += 1;
        Some(())
    }

    fn key(&mut self) -> Option<Cow<'a, str>> {
        if self.next()? != b'"' {
            return None;
        }
        let start = self.at;
        let is_plain = self.string()?;
        let quoted = self.text.get(start..self.at)?;
        if is_plain { quoted.get(1..quoted.len() - 1).map(Cow::Borrowed) } else { unquoted(quoted) }
    }

    fn value(&mut self) -> Option<&'a str> {
        let first = self.next()?;
        let start = self.at;
        if let Some(end) = self.ahead.end_of(start) {
            self.at = end;
            return self.text.get(start..end);
        }
        match first {
            b'"' => drop(self.string()?),
            b'{' | b'[' => self.nested()?,
            _ => {
                let is_end = |byte: &u8| matches!(byte, b',' | b'}' | b']' | b' ' | b'\t' | b'\n' | b'\r');
                let rest = &self.text.as_bytes()[start..];
                self.at += rest.iter().position(is_end).unwrap_or(rest.len());
            }
        }
        self.text.get(start..self.at)
    }

    /// Passes everything up to the bracket that closes the one it stands at.
    fn nested(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            match self.text.as_bytes().get(self.at)? {
                b'"' => {
                    self.string()?;
                    continue;
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth -= 1,
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return Some(());
            }
        }
    }

    /// Passes a text; whether all in it stands as it reads.
    fn string(&mut self) -> Option<bool> {
        let mut is_plain = true;
        self.at += 1;
        loop {
            self.at += plain(self.text.as_bytes().get(self.at..)?);
            match self.text.as_bytes().get(self.at)? {
                b'"' => {
                    self.at += 1;
                    return Some(is_plain);
                }
                // The letter behind a backslash, whichever it is, ends no text.
                b'\\' => {
                    self.at += 2;
                    is_plain = false;
                }
                _ => self.at += 1,
            }
        }
    }

    /// The next byte that is no blank.
    fn next(&mut self) -> Option<u8> {
        loop {
            match self.text.as_bytes().get(self.at)? {
                b' ' | b'\t' | b'\n' | b'\r' => self.at += 1,
                byte => return Some(*byte),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Known, unquoted};
    use std::borrow::Cow;

    fn members(text: &str) -> Option<Vec<(Cow<'_, str>, &str)>> {
        super::members(text, &Known::default())
    }

    fn items(text: &str) -> Option<Vec<&str>> {
        super::items(text, &Known::default())
    }

    #[test]
    fn values_stand_as_they_are_written() {
        let text =
            " { \"a\" : [1, {\"b\": \"]}\"}] , \"c\\\"d\":\"\\\\\",\"e\":-1e3 ,\"f\":{} , \"\":null}\n";
        let found = members(text).expect("an object");
        let found: Vec<(&str, &str)> = found.iter().map(|(key, value)| (&**key, *value)).collect();
        assert_eq!(
            found,
            [("a", "[1, {\"b\": \"]}\"}]"), ("c\"d", "\"\\\\\""), ("e", "-1e3"), ("f", "{}"), ("", "null")]
        );
        assert_eq!(items("[ 1 ,[\"ä\\\"]\"], \"x\" ]"), Some(vec!["1", "[\"ä\\\"]\"]", "\"x\""]));
        assert_eq!((members("{}"), items("[]")), (Some(Vec::new()), Some(Vec::new())));
        assert_eq!((members("[]"), items("{}"), items("7")), (None, None, None));
    }

    #[test]
    fn a_text_is_borrowed_where_nothing_in_it_is_written_otherwise() {
        assert_eq!(unquoted("\"a b\""), Some(Cow::Borrowed("a b")));
        assert_eq!(unquoted("\"a\\nb\""), Some(Cow::Owned("a\nb".to_owned())));
        assert_eq!(
            [unquoted("7"), unquoted("null"), unquoted("{}"), unquoted("\"")],
            [None, None, None, None]
        );
    }

    #[test]
    fn what_is_known_of_a_line_changes_nothing() {
        let long = "x\\\"y".repeat(40);
        let deep = format!("{}\"{long}\"{}", "[".repeat(20), "]".repeat(20));
        let many = vec!["[{}]"; 2_000].join(",");
        let line =
            format!(" {{\"{long}\" : [\"{long}\", {{\"a\":{deep}}} ],\"b\":[{many}],\"c\":\"{long}\"}} ");
        let (line, spans) = crate::json::spans(line.as_bytes()).expect("it is JSON");
        let known = Known::of(line, spans);
        let found = super::members(line, &known).expect("an object");
        assert_eq!(Some(&found), members(line).as_ref());
        for (_, value) in found {
            assert_eq!(super::items(value, &known), items(value));
            assert_eq!(super::members(value, &known), members(value));
        }
    }

    #[test]
    fn what_is_no_json_harms_nothing() {
        for text in [
            "",
            "{",
            "{\"",
            "{\"a",
            "{\"a\\",
            "{\"a\":",
            "{\"a\":1",
            "{a:1}",
            "{\"a\":]}",
            "[",
            "[1,",
            "]",
            "[\"\\",
        ] {
            let _ = (members(text), items(text));
        }
        assert_eq!(members("{\"a\":1"), None);
    }
}
