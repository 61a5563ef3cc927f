//! JSON as Pixir's decoder reads it.
//!
//! [`check`] accepts exactly what that decoder accepts, at any depth and without recursion; serde_json would
//! refuse 128 levels, and would pass over lone surrogates in values nobody looks at.

use std::fmt;

use serde::Serialize;

use crate::spans::Spans;

/// Where a text stops being JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Flaw {
    /// Bytes before it, from the start of the line.
    pub at: u32,
    /// What was met there.
    pub met: Met,
}

/// What was met instead of JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum Met {
    /// The text ends too early.
    End,
    /// A byte that may not stand there.
    Byte(u8),
    /// Bytes that are not UTF-8.
    NotUtf8,
    /// A number with a fraction or exponent that no double can hold.
    NumberTooLarge,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = u64::from(self.at) + 1;
        match self.met {
            Met::End => write!(f, "the JSON ends too early, at byte {column}"),
            Met::Byte(byte @ 0x21..=0x7e) => write!(f, "unexpected {:?} at byte {column}", char::from(byte)),
            Met::Byte(byte) => write!(f, "unexpected byte 0x{byte:02X} at byte {column}"),
            Met::NotUtf8 => write!(f, "not UTF-8 at byte {column}"),
            Met::NumberTooLarge => write!(f, "a number too large to hold at byte {column}"),
        }
    }
}

/// What a check sees on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Outline {
    /// Members of the outermost object.
    pub members: u32,
    /// Members of its first member.
    pub first_members: u32,
    /// Whether any text is written with `\u`, so that it may read otherwise than it looks.
    pub has_coded_letters: bool,
}

/// Checks that `bytes` is one JSON value with nothing but blanks around it; returns it as text.
pub(crate) fn check(bytes: &[u8]) -> Result<&str, Flaw> {
    outline(bytes).map(|(text, _)| text)
}

/// As [`check`], and counts members on the way.
pub(crate) fn outline(bytes: &[u8]) -> Result<(&str, Outline), Flaw> {
    walk(bytes, None).map(|(text, outline, _)| (text, outline))
}

/// As [`check`], and learns on the way where long parts end.
pub(crate) fn spans(bytes: &[u8]) -> Result<(&str, Spans), Flaw> {
    walk(bytes, Some(Spans::default())).map(|(text, _, spans)| (text, spans.unwrap_or_default()))
}

fn walk(bytes: &[u8], spans: Option<Spans>) -> Result<(&str, Outline, Option<Spans>), Flaw> {
    let text = std::str::from_utf8(bytes);
    let valid = text.map_or_else(|error| error.valid_up_to(), str::len);
    let mut walk = Walk { bytes: &bytes[..valid], at: 0, outline: Outline::default(), spans };
    match (text, walk.whole()) {
        (Ok(text), Ok(())) => Ok((text, walk.outline, walk.spans)),
        (Ok(_), Err(flaw)) => Err(flaw),
        (Err(_), Err(flaw)) if flaw.met != Met::End => Err(flaw),
        (Err(_), _) => Err(Flaw { at: clip(valid), met: Met::NotUtf8 }),
    }
}

fn clip(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

struct Walk<'a> {
    bytes: &'a [u8],
    at: usize,
    outline: Outline,
    spans: Option<Spans>,
}

/// The open brackets, one bit each, so that a line of nothing but `[` costs an eighth of its own size.
#[derive(Default)]
struct Depth {
    bits: Vec<u64>,
    count: usize,
}

impl Depth {
    fn open(&mut self, object: u64) {
        if self.count.is_multiple_of(64) {
            self.bits.push(0);
        }
        let (word, bit) = (self.count / 64, self.count % 64);
        self.bits[word] = self.bits[word] & !(1 << bit) | object << bit;
        self.count += 1;
    }

    fn close(&mut self) {
        self.count -= 1;
        if self.count.is_multiple_of(64) {
            self.bits.pop();
        }
    }

    fn in_object(&self) -> Option<bool> {
        let last = self.count.checked_sub(1)?;
        Some(self.bits[last / 64] >> (last % 64) & 1 == 1)
    }
}

impl Outline {
    fn count(&mut self, depth: usize) {
        match depth {
            1 => self.members += 1,
            2 if self.members == 1 => self.first_members += 1,
            _ => {}
        }
    }
}

impl Walk<'_> {
    fn whole(&mut self) -> Result<(), Flaw> {
        let mut depth = Depth::default();
        'value: loop {
            self.blanks();
            match self.peek()? {
                b'{' => {
                    self.open(&mut depth, 1);
                    self.blanks();
                    if self.peek()? != b'}' {
                        self.outline.count(depth.count);
                        self.key()?;
                        continue 'value;
                    }
                }
                b'[' => {
                    self.open(&mut depth, 0);
                    self.blanks();
                    if self.peek()? != b']' {
                        continue 'value;
                    }
                }
                _ => self.scalar()?,
            }
            loop {
                self.blanks();
                let Some(object) = depth.in_object() else {
                    return if self.at == self.bytes.len() { Ok(()) } else { Err(self.unexpected()) };
                };
                match (self.peek()?, object) {
                    (b'}', true) | (b']', false) => {
                        self.at += 1;
                        depth.close();
                        if let Some(spans) = &mut self.spans {
                            spans.closes(depth.count, self.at);
                        }
                    }
                    (b',', true) => {
                        self.at += 1;
                        self.outline.count(depth.count);
                        self.blanks();
                        self.key()?;
                        continue 'value;
                    }
                    (b',', false) => {
                        self.at += 1;
                        continue 'value;
                    }
                    _ => return Err(self.unexpected()),
                }
            }
        }
    }

    fn open(&mut self, depth: &mut Depth, object: u64) {
        if let Some(spans) = &mut self.spans {
            spans.opens(depth.count, self.at);
        }
        self.at += 1;
        depth.open(object);
    }

    fn key(&mut self) -> Result<(), Flaw> {
        self.exactly(b"\"")?;
        self.string()?;
        self.blanks();
        self.exactly(b":")
    }

    fn scalar(&mut self) -> Result<(), Flaw> {
        match self.peek()? {
            b'"' => {
                self.at += 1;
                self.string()
            }
            b't' => self.exactly(b"true"),
            b'f' => self.exactly(b"false"),
            b'n' => self.exactly(b"null"),
            b'-' | b'0'..=b'9' => self.number(),
            _ => Err(self.unexpected()),
        }
    }

    /// The rest of a string whose opening quote was taken.
    fn string(&mut self) -> Result<(), Flaw> {
        let from = self.at - 1;
        loop {
            self.at += plain(&self.bytes[self.at..]);
            match self.bytes.get(self.at..) {
                Some([b'"', ..]) => {
                    self.at += 1;
                    if let Some(spans) = &mut self.spans {
                        spans.text(from, self.at);
                    }
                    return Ok(());
                }
                Some([b'\\', b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't', ..]) => self.at += 2,
                Some([b'\\', ..]) => self.coded_letter()?,
                _ => return Err(self.unexpected()),
            }
        }
    }

    /// A letter written with `\u`; both halves where it takes two.
    fn coded_letter(&mut self) -> Result<(), Flaw> {
        self.outline.has_coded_letters = true;
        self.exactly(b"\\u")?;
        let start = self.at;
        match self.unit()? {
            0xD800..=0xDBFF => {
                self.exactly(b"\\u")?;
                let start = self.at;
                let low = self.unit()?;
                if (0xDC00..=0xDFFF).contains(&low) { Ok(()) } else { Err(self.unexpected_at(start)) }
            }
            0xDC00..=0xDFFF => Err(self.unexpected_at(start)),
            _ => Ok(()),
        }
    }

    fn unit(&mut self) -> Result<u32, Flaw> {
        let mut value = 0;
        for _ in 0..4 {
            let digit = char::from(self.peek()?).to_digit(16).ok_or_else(|| self.unexpected())?;
            value = value << 4 | digit;
            self.at += 1;
        }
        Ok(value)
    }

    fn number(&mut self) -> Result<(), Flaw> {
        let start = self.at;
        self.at += usize::from(self.bytes[self.at] == b'-');
        if self.peek()? == b'0' {
            self.at += 1;
        } else {
            self.digits()?;
        }
        let whole = self.at;
        if self.peek().ok() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.peek(), Ok(b'e' | b'E')) {
            self.at += 1;
            self.at += usize::from(matches!(self.peek(), Ok(b'+' | b'-')));
            self.digits()?;
        }
        // Whole numbers are unbounded in Pixir; the others must fit a double.
        let literal = std::str::from_utf8(&self.bytes[start..self.at]).unwrap_or_default();
        if self.at > whole && literal.parse::<f64>().is_ok_and(f64::is_infinite) {
            return Err(Flaw { at: clip(start), met: Met::NumberTooLarge });
        }
        Ok(())
    }

    fn digits(&mut self) -> Result<(), Flaw> {
        if !self.peek()?.is_ascii_digit() {
            return Err(self.unexpected());
        }
        while self.peek().is_ok_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        Ok(())
    }

    fn exactly(&mut self, word: &[u8]) -> Result<(), Flaw> {
        for byte in word {
            if self.peek()? != *byte {
                return Err(self.unexpected());
            }
            self.at += 1;
        }
        Ok(())
    }

    fn blanks(&mut self) {
        while matches!(self.bytes.get(self.at), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Result<u8, Flaw> {
        self.bytes.get(self.at).copied().ok_or(Flaw { at: clip(self.at), met: Met::End })
    }

    fn unexpected(&self) -> Flaw {
        self.unexpected_at(self.at)
    }

    fn unexpected_at(&self, at: usize) -> Flaw {
        let met = self.bytes.get(at).map_or(Met::End, |byte| Met::Byte(*byte));
        Flaw { at: clip(at), met }
    }
}

/// How many bytes at the start are neither quote, backslash nor control character; eight at a time, two
/// times in a row.
#[inline]
pub(crate) fn plain(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some([first, second]) = bytes[at..].first_chunk::<16>().map(|sixteen| sixteen.as_chunks().0) {
        for eight in [first, second] {
            let found = marked(u64::from_le_bytes(*eight));
            if found != 0 {
                return at + found.trailing_zeros() as usize / 8;
            }
            at += 8;
        }
    }
    let rest = &bytes[at..];
    at + rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20)).unwrap_or(rest.len())
}

/// The highest bit of each of eight bytes that is a quote, a backslash or a control character.
#[inline]
fn marked(word: u64) -> u64 {
    const ONES: u64 = u64::MAX / 255;
    let quote = (word ^ (ONES * 0x22)).wrapping_sub(ONES);
    let slash = (word ^ (ONES * 0x5C)).wrapping_sub(ONES);
    let control = word.wrapping_sub(ONES * 0x20);
    // A borrow can mark a byte too many, but only above one that is marked rightly.
    (quote | slash | control) & !word & (ONES * 0x80)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Met, check, plain};

    proptest! {
        #[test]
        fn a_plain_beginning_is_as_long_as_byte_by_byte(
            bytes in prop::collection::vec(prop_oneof![20 => any::<u8>(), 1 => Just(b'"'), 1 => Just(b'\\')], 0..60),
            from in 0..40_usize,
            mark in 0..60_usize,
        ) {
            let is_mark = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..0x20);
            // Long stretches without a mark are rare by chance.
            let clear = |(at, byte): (usize, &u8)| if at < mark && is_mark(byte) { *byte | 0x80 } else { *byte };
            let bytes: Vec<u8> = bytes.iter().enumerate().map(clear).collect();
            let bytes = &bytes[from.min(bytes.len())..];
            prop_assert_eq!(plain(bytes), bytes.iter().position(is_mark).unwrap_or(bytes.len()));
        }
    }

    #[test]
    fn what_the_decoder_takes_and_what_it_refuses() {
        for taken in [
            "0",
            "-0",
            "1.5e3",
            "1E-7",
            "-0.0",
            "123456789012345678901234567890",
            "\"\"",
            "[]",
            "{}",
            " \t{ } ",
            "\"\\ud83d\\ude00 \\/ \\u0000\"",
            "[1,[2,{\"a\":[]}],null,true,false]",
            "{\"a\":1,\"a\":2}",
            "1e-400",
            "\"\u{7f}\u{2028}\"",
            "{\"a\":1}\r",
        ] {
            assert!(check(taken.as_bytes()).is_ok(), "{taken}");
        }
        for (refused, at, met) in [
            ("", 0, Met::End),
            ("   ", 3, Met::End),
            ("\u{feff}1", 0, Met::Byte(0xEF)),
            ("01", 1, Met::Byte(b'1')),
            ("1.", 2, Met::End),
            ("1.e5", 2, Met::Byte(b'e')),
            ("+1", 0, Met::Byte(b'+')),
            ("NaN", 0, Met::Byte(b'N')),
            ("1e400", 0, Met::NumberTooLarge),
            ("[1,]", 3, Met::Byte(b']')),
            ("{\"a\":1,}", 7, Met::Byte(b'}')),
            ("{\"a\" 1}", 5, Met::Byte(b'1')),
            ("{} {}", 3, Met::Byte(b'{')),
            ("\"a\u{1}\"", 2, Met::Byte(1)),
            ("\"\\ud800b\"", 7, Met::Byte(b'b')),
            ("\"\\udc00\"", 3, Met::Byte(b'd')),
            ("\"\\ud800\\u0041\"", 9, Met::Byte(b'0')),
            ("\"\\x\"", 2, Met::Byte(b'x')),
            ("[}", 1, Met::Byte(b'}')),
            ("{\"a\":\"b", 7, Met::End),
            ("{}\u{b}", 2, Met::Byte(0xb)),
        ] {
            let flaw = check(refused.as_bytes()).expect_err(refused);
            assert_eq!((flaw.at, flaw.met), (at, met), "{refused}");
        }
        let flaw = check(b"{\"a\":\"b\xff\"}").expect_err("not UTF-8");
        assert_eq!((flaw.at, flaw.met), (7, Met::NotUtf8));
    }

    #[test]
    fn depth_has_no_limit() {
        let deep = "[".repeat(1_000_000) + &"]".repeat(1_000_000);
        assert!(check(deep.as_bytes()).is_ok());
    }
}
