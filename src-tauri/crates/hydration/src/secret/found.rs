//! What looks like a secret.

/// Something in a text that is likely a secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Secret {
    /// Its first byte.
    pub start: usize,
    /// The byte behind its last.
    pub end: usize,
    /// The line it begins in, counted from 1.
    pub line: u32,
    /// The rule that found it, one word for programs: `stripe-webhook`, `password`.
    pub rule: &'static str,
    /// What it likely is: `webhook signing key of Stripe`.
    pub words: &'static str,
    /// What gave it away, to go on from "found": `by the prefix whsec_`.
    pub by: String,
}

/// A find that has no line yet.
pub(super) fn secret(
    range: std::ops::Range<usize>,
    rule: &'static str,
    words: &'static str,
    by: String,
) -> Secret {
    Secret { start: range.start, end: range.end, line: 0, rule, words, by }
}
