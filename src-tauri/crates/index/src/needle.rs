//! What is looked for, and which lines can hold it.
//!
//! A line is decoded only if its bytes can hold the words. That must never miss one: JSON allows any letter as
//! `\uXXXX` and a slash as `\/`, so those count as the letters they stand for.

use std::fmt;
use std::ops::Range;

use memchr::memmem::Finder;
use message::{Message, message};
use regex::{Regex, RegexBuilder, bytes};

/// Most bytes of a query.
const LENGTH_LIMIT: usize = 4096;
/// Most memory of one compiled pattern, in bytes.
const PATTERN_LIMIT: usize = 8 << 20;
/// Most different letters of which each escape is known by itself.
const LETTERS_LIMIT: usize = 64;

/// Whether capital letters are letters of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Letters {
    /// `A` is not `a`.
    Exact,
    /// `A` is `a`, in every alphabet.
    Any,
}

/// Something to look for in texts.
#[derive(Debug)]
pub struct Query {
    matcher: Matcher,
    filter: Filter,
}

#[derive(Debug)]
enum Matcher {
    Text(Box<Finder<'static>>),
    Pattern(Regex),
}

#[derive(Debug)]
enum Filter {
    /// Any line can hold it.
    None,
    Bytes {
        finders: Vec<Finder<'static>>,
        escapes: Escapes,
    },
    Pattern {
        pattern: bytes::Regex,
        slash: Vec<Finder<'static>>,
    },
}

/// Which `\uXXXX` can be a letter of the query.
#[derive(Debug)]
enum Escapes {
    Any,
    Of(Vec<u16>),
}

/// Why a query cannot be looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BadQuery {
    /// There is nothing to look for.
    Empty,
    /// It is longer than 4,096 bytes.
    TooLong,
    /// It is no regular expression, or one that needs more than 8 MiB.
    Pattern(String),
}

impl BadQuery {
    /// Returns the reason as a sentence.
    pub fn message(&self) -> Message {
        match self {
            Self::Empty => message!("the search is empty; type a word."),
            Self::TooLong => {
                message!("the search is longer than {limit} bytes; shorten it.", limit = LENGTH_LIMIT)
            }
            Self::Pattern(error) => message!("invalid regular expression: {error}.", error),
        }
    }
}

impl fmt::Display for BadQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message().text)
    }
}

/// A query for a text as it stands, or for a pattern where `pattern` is given as such.
///
/// # Errors
///
/// [`BadQuery::Empty`] when there is nothing to look for, [`BadQuery::TooLong`] when it has more than 4,096
/// bytes, [`BadQuery::Pattern`] when what matches it in any case needs more than 8 MiB.
pub fn query(text: &str, letters: Letters) -> Result<Query, BadQuery> {
    limits(text)?;
    let (raw, escaped) = (text.to_owned(), escaped(text));
    if letters == Letters::Exact {
        let mut needles = vec![escaped.clone()];
        if raw != escaped {
            // A line that is no JSON is searched as it stands.
            needles.push(raw);
        }
        if text.contains('/') {
            needles.push("\\/".to_owned());
        }
        let finders = needles.iter().map(|needle| Finder::new(needle).into_owned()).collect();
        let filter = Filter::Bytes { finders, escapes: Escapes::of(text) };
        return Ok(Query { matcher: Matcher::Text(Box::new(Finder::new(text).into_owned())), filter });
    }
    let either = format!("{}|{}", regex::escape(&escaped), regex::escape(text));
    let pattern = bytes::RegexBuilder::new(&either).case_insensitive(true).size_limit(PATTERN_LIMIT).build();
    let slash = text.contains('/').then(|| Finder::new("\\/").into_owned()).into_iter().collect();
    let filter = Filter::Pattern { pattern: pattern.map_err(|error| bad(&error))?, slash };
    Ok(Query { matcher: Matcher::Pattern(regex(&regex::escape(text), letters)?), filter })
}

impl Query {
    /// A regular expression. `^` and `$` are the ends of a line of text; a match of nothing is none.
    ///
    /// # Errors
    ///
    /// As [`query`], and [`BadQuery::Pattern`] when it is no regular expression.
    pub fn pattern(pattern: &str, letters: Letters) -> Result<Self, BadQuery> {
        limits(pattern)?;
        Ok(Self { matcher: Matcher::Pattern(regex(pattern, letters)?), filter: Filter::None })
    }

    /// Where it is found in a text, at most `limit` times.
    pub fn find(&self, text: &str, limit: usize) -> Vec<Range<usize>> {
        match &self.matcher {
            Matcher::Text(finder) => {
                let length = finder.needle().len();
                finder.find_iter(text.as_bytes()).take(limit).map(|at| at..at + length).collect()
            }
            Matcher::Pattern(pattern) => {
                let found = pattern.find_iter(text).map(|found| found.range());
                found.filter(|range| !range.is_empty()).take(limit).collect()
            }
        }
    }

    /// Calls `each` with every line of a block that can hold it, until it says stop; the block is whole lines.
    pub(crate) fn lines<'b>(&self, block: &'b [u8], each: &mut dyn FnMut(usize, &'b [u8]) -> bool) {
        let mut ways: Vec<Way<'_>> = match &self.filter {
            Filter::None => vec![Way::Every],
            Filter::Bytes { finders, escapes } => {
                let finders = finders.iter().map(Way::Bytes);
                finders.chain([Way::Escape(escapes, &ESCAPE)]).collect()
            }
            Filter::Pattern { pattern, slash } => {
                let slash = slash.iter().map(Way::Bytes);
                slash.chain([Way::Pattern(pattern), Way::Escape(&Escapes::Any, &ESCAPE)]).collect()
            }
        };
        let mut next: Vec<Option<usize>> = ways.iter_mut().map(|way| way.find(block, 0)).collect();
        while let Some(at) = next.iter().flatten().min().copied() {
            let start = memchr::memrchr(b'\n', &block[..at]).map_or(0, |end| end + 1);
            let end = memchr::memchr(b'\n', &block[at..]).map_or(block.len(), |length| at + length);
            if start < end && !each(start, &block[start..end]) {
                return;
            }
            for (way, next) in ways.iter().zip(&mut next) {
                if next.is_some_and(|next| next <= end) {
                    *next = way.find(block, end + 1);
                }
            }
        }
    }
}

static ESCAPE: std::sync::LazyLock<Finder<'static>> = std::sync::LazyLock::new(|| Finder::new("\\u"));

/// One way a line can hold what is looked for.
enum Way<'a> {
    Every,
    Bytes(&'a Finder<'static>),
    Pattern(&'a bytes::Regex),
    Escape(&'a Escapes, &'a Finder<'static>),
}

impl Way<'_> {
    fn find(&self, block: &[u8], from: usize) -> Option<usize> {
        let rest = block.get(from..).filter(|rest| !rest.is_empty())?;
        let found = match self {
            Self::Every => Some(0),
            Self::Bytes(finder) => finder.find(rest),
            Self::Pattern(pattern) => pattern.find(rest).map(|found| found.start()),
            Self::Escape(Escapes::Any, finder) => finder.find(rest),
            Self::Escape(Escapes::Of(units), finder) => finder.find_iter(rest).find(|at| {
                let digits = rest.get(at + 2..at + 6).and_then(|digits| std::str::from_utf8(digits).ok());
                digits
                    .and_then(|digits| u16::from_str_radix(digits, 16).ok())
                    .is_some_and(|unit| units.contains(&unit))
            }),
        };
        found.map(|at| from + at)
    }
}

impl Escapes {
    fn of(text: &str) -> Self {
        let mut units: Vec<u16> = text.encode_utf16().collect();
        units.sort_unstable();
        units.dedup();
        if units.len() > LETTERS_LIMIT { Self::Any } else { Self::Of(units) }
    }
}

fn limits(text: &str) -> Result<(), BadQuery> {
    match text.len() {
        0 => Err(BadQuery::Empty),
        1..=LENGTH_LIMIT => Ok(()),
        _ => Err(BadQuery::TooLong),
    }
}

fn regex(pattern: &str, letters: Letters) -> Result<Regex, BadQuery> {
    let mut builder = RegexBuilder::new(pattern);
    builder.case_insensitive(letters == Letters::Any).multi_line(true).size_limit(PATTERN_LIMIT);
    builder.build().map_err(|error| bad(&error))
}

fn bad(error: &regex::Error) -> BadQuery {
    BadQuery::Pattern(error.to_string())
}

/// The text as JSON writes it with its short escapes; other control characters have none and are found as
/// `\uXXXX`.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '"' => escaped.push_str("\\\""),
            '\\' => escaped.push_str("\\\\"),
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            '\t' => escaped.push_str("\\t"),
            '\u{8}' => escaped.push_str("\\b"),
            '\u{c}' => escaped.push_str("\\f"),
            letter => escaped.push(letter),
        }
    }
    escaped
}
