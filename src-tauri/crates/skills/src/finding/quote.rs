//! Values of a file inside a sentence.

use std::fmt;

use serde::Serialize;

/// Most characters of a value that are repeated.
const REPEATED: usize = 60;

/// A value of a file, on one line and short, to stand inside a sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
pub struct Quote(String);

impl Quote {
    /// Shortens a value to 60 characters.
    pub fn of(value: &str) -> Self {
        let one_line = value.split_whitespace().collect::<Vec<_>>().join(" ");
        let short: String = one_line.chars().take(REPEATED).collect();
        let more = if short.len() < one_line.len() { "…" } else { "" };
        Self(format!("{short}{more}"))
    }

    /// Keeps a value whole.
    pub fn whole(value: impl Into<String>) -> Self {
        Self(value.into())
    }

    /// The value as it is.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Quote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { f.write_str("empty") } else { write!(f, "`{}`", self.0) }
    }
}

/// A value that may be missing, in words.
pub(super) fn or_nothing(value: Option<&Quote>) -> String {
    value.map_or("nothing".to_owned(), Quote::to_string)
}
