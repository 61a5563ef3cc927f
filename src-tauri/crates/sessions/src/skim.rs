//! Where the parts of checked JSON begin and end.
//!
//! The text is known to be JSON ([`crate::json::check`]), so only quotes, brackets and what stands between two values
//! are looked at, and long texts pass at memory speed. Of a text that is none the answer is wrong, and nothing worse.

use std::borrow::Cow;

use memchr::memchr2;

/// Keys and values of an object, as they stand; none where it is no object.
pub(crate) fn members(text: &str) -> Option<Vec<(Cow<'_, str>, &str)>> {
    let mut skim = Skim { text, at: 0 };
    let mut members = Vec::with_capacity(8);
    if skim.opens(b'{', b'}')? {
        loop {
            let key = key(skim.value()?)?;
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
pub(crate) fn items(text: &str) -> Option<Vec<&str>> {
    let mut skim = Skim { text, at: 0 };
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

/// A key without its quotes; it borrows unless it holds an escape.
fn key(quoted: &str) -> Option<Cow<'_, str>> {
    let inner = quoted.strip_prefix('"')?.strip_suffix('"')?;
    if inner.contains('\\') {
        return serde_json::from_str(quoted).ok().map(Cow::Owned);
    }
    Some(Cow::Borrowed(inner))
}

struct Skim<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Skim<'a> {
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

    fn value(&mut self) -> Option<&'a str> {
        let first = self.next()?;
        let start = self.at;
        match first {
            b'"' => self.string()?,
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

    fn string(&mut self) -> Option<()> {
        self.at += 1;
        loop {
            self.at += memchr2(b'"', b'\\', self.text.as_bytes().get(self.at..)?)?;
            if self.text.as_bytes()[self.at] == b'"' {
                self.at += 1;
                return Some(());
            }
            // The letter behind a backslash, whichever it is, ends no text.
            self.at += 2;
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
    use super::*;

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
