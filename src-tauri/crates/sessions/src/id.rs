//! Which names a session may have, as Pixir 0.1.12 checks them.

use std::fmt;

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

/// The longest session id, in bytes, that Pixir accepts.
pub const ID_LIMIT: usize = 235;

/// A session id that Pixir accepts; safe to use as a file name.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SessionId(String);

/// Why a name is no session id; checked in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadId {
    /// Nothing at all.
    #[error("a session id must not be empty")]
    Empty,
    /// More than [`ID_LIMIT`] bytes.
    #[error("a session id has at most 235 bytes")]
    TooLong,
    /// Bytes that are not UTF-8.
    #[error("a session id must be UTF-8")]
    NotUtf8,
    /// The first character is neither letter, number nor `_`.
    #[error("a session id starts with a letter, a number or _")]
    Start,
    /// A later character is neither letter, number, combining mark, `_`, `.` nor `-`.
    #[error("a session id holds letters, numbers, marks, _, . and - only")]
    Character,
}

impl SessionId {
    /// Reads an id from bytes as they stand in a file name or a log.
    ///
    /// # Errors
    ///
    /// [`BadId`] when it is empty, has more than [`ID_LIMIT`] bytes, is no UTF-8, or has a character where an
    /// id may not have it.
    pub fn parse(bytes: &[u8]) -> Result<Self, BadId> {
        if bytes.is_empty() {
            return Err(BadId::Empty);
        }
        if bytes.len() > ID_LIMIT {
            return Err(BadId::TooLong);
        }
        let text = std::str::from_utf8(bytes).map_err(|_| BadId::NotUtf8)?;
        let mut letters = text.chars();
        if !letters.next().is_some_and(may_start) {
            return Err(BadId::Start);
        }
        if !letters.all(may_follow) {
            return Err(BadId::Character);
        }
        Ok(Self(text.to_owned()))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn may_start(letter: char) -> bool {
    // Nearly all are; the tables of Unicode are searched for the rest.
    letter == '_'
        || letter.is_ascii_alphanumeric()
        || matches!(
            letter.general_category_group(),
            GeneralCategoryGroup::Letter | GeneralCategoryGroup::Number
        )
}

fn may_follow(letter: char) -> bool {
    matches!(letter, '.' | '-')
        || may_start(letter)
        || letter.general_category_group() == GeneralCategoryGroup::Mark
}

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::{BadId, SessionId};

    #[test]
    fn ids_are_accepted_or_refused_for_the_first_reason() {
        let check = |bytes: &[u8], expected: Result<(), BadId>| {
            assert_eq!(SessionId::parse(bytes).map(|_| ()), expected, "{:?}", String::from_utf8_lossy(bytes));
        };
        for id in ["20260501T102030-0a1b2c", "_", "a..b", "語", "x.ndjson", "e\u{301}", "Ⅷ"] {
            check(id.as_bytes(), Ok(()));
        }
        check(b"", Err(BadId::Empty));
        check(&[b'a'; 235], Ok(()));
        check(&[0xff; 236], Err(BadId::TooLong));
        check(b"a\xff", Err(BadId::NotUtf8));
        for id in ["..", ".a", "-a", "\u{301}a", "🙂"] {
            check(id.as_bytes(), Err(BadId::Start));
        }
        for id in ["a/b", "a b", "a\n", "a\\b", "a‿b", "a\u{200d}"] {
            check(id.as_bytes(), Err(BadId::Character));
        }
    }
}
