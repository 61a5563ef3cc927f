//! Lines of other agents' logs that a strict reader refuses, though what they say is beyond doubt: a byte order mark or
//! zeros before the line, half a surrogate pair, a line feed inside a text, and two events in one line.

use std::borrow::Cow;

use memchr::memmem;

use crate::members::Members;

const BYTE_ORDER_MARK: &[u8] = &[0xef, 0xbb, 0xbf];
/// The replacement of half a surrogate pair, which is as long.
const REPLACEMENT: &[u8] = b"\\ufffd";
/// Places at which a second event of a line is looked for.
const STARTS: usize = 32;

/// Returns a line without the bytes before its text, with whole letters only and its line feeds escaped.
pub(crate) fn mend(line: &[u8]) -> Cow<'_, [u8]> {
    let mut text = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
    while let [0, rest @ ..] = text {
        text = rest;
    }
    let halves = lone_surrogates(text);
    let has_line_feeds = memchr::memchr(b'\n', text).is_some();
    if halves.is_empty() && !has_line_feeds {
        return Cow::Borrowed(text);
    }
    let mut mended = text.to_vec();
    for at in halves {
        mended[at..at + REPLACEMENT.len()].copy_from_slice(REPLACEMENT);
    }
    Cow::Owned(if has_line_feeds { with_line_feeds_escaped(&mended) } else { mended })
}

/// The places of escapes that are one half of a surrogate pair without the other.
fn lone_surrogates(text: &[u8]) -> Vec<usize> {
    if memmem::find(text, b"\\ud").is_none() && memmem::find(text, b"\\uD").is_none() {
        return Vec::new();
    }
    let code = |at: usize| {
        let digits = text.get(at..at + 6)?.strip_prefix(b"\\u")?;
        u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    };
    let (mut halves, mut at) = (Vec::new(), 0);
    while let Some(found) = memchr::memchr(b'\\', &text[at..]) {
        at += found;
        match code(at) {
            Some(0xd800..=0xdbff) if matches!(code(at + 6), Some(0xdc00..=0xdfff)) => at += 12,
            Some(0xd800..=0xdfff) => {
                halves.push(at);
                at += 6;
            }
            _ => at += 2,
        }
        if at >= text.len() {
            break;
        }
    }
    halves
}

fn with_line_feeds_escaped(text: &[u8]) -> Vec<u8> {
    let mut mended = Vec::with_capacity(text.len() + 16);
    let mut place = TextPlace::default();
    for byte in text {
        match byte {
            b'\n' if place.is_inside => mended.extend(b"\\n"),
            byte => mended.push(*byte),
        }
        place.step(*byte);
    }
    mended
}

/// Returns whether JSON ends inside a text.
pub(crate) fn ends_in_text(json: &[u8]) -> bool {
    TextPlace::default().behind(json).is_inside
}

/// The place of a byte of JSON, inside a text or outside.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct TextPlace {
    pub is_inside: bool,
    is_escaped: bool,
}

impl TextPlace {
    /// Returns the place behind more bytes.
    pub fn behind(mut self, json: &[u8]) -> Self {
        json.iter().for_each(|byte| self.step(*byte));
        self
    }

    fn step(&mut self, byte: u8) {
        self.is_inside ^= byte == b'"' && !self.is_escaped;
        self.is_escaped = self.is_inside && byte == b'\\' && !self.is_escaped;
    }
}

/// Returns where a whole event begins at the end of a line that is none; `None` if there is none.
pub(crate) fn glued_event(line: &[u8]) -> Option<usize> {
    let starts = memmem::find_iter(line, b"{\"").filter(|at| *at > 0).take(STARTS);
    starts.into_iter().find(|at| {
        let event = mend(&line[*at..]);
        Members::of_line(&event).ok().flatten().is_some_and(|members| is_event(&members))
    })
}

/// Returns whether an object has what events have and the objects inside of them do not.
fn is_event(object: &Members<'_>) -> bool {
    const OWN: [&str; 4] = ["timestamp", "data", "payload", "uuid"];
    object.raw("type").is_some() && OWN.iter().any(|name| object.raw(name).is_some())
}

#[cfg(test)]
mod tests {
    use super::{glued_event, mend};

    fn mended(line: &str) -> String {
        String::from_utf8(mend(line.as_bytes()).into_owned()).expect("text")
    }

    #[test]
    fn line_of_which_nothing_is_wrong_stays() {
        for line in ["{\"a\":\"\\ud83d\\ude00 \\\\ud83d\"}", "", "\\", "{\"a\":\"\\u00e9\\\\\"}"] {
            assert_eq!(mended(line), line);
        }
    }

    #[test]
    fn half_a_surrogate_pair_is_replaced() {
        assert_eq!(
            mended("{\"a\":\"x\\ud83d y\\uDE00\\ud83d\\ude00\"}"),
            "{\"a\":\"x\\ufffd y\\ufffd\\ud83d\\ude00\"}"
        );
        assert_eq!(mended("\\ud83d"), "\\ufffd");
    }

    #[test]
    fn bytes_before_the_text_are_passed_over_and_line_feeds_in_texts_escaped() {
        assert_eq!(mended("\u{feff}{}"), "{}");
        assert_eq!(mended("\0\0{}"), "{}");
        assert_eq!(mended("{\"a\":\n\"b\\\"\nc\"}"), "{\"a\":\n\"b\\\"\\nc\"}");
    }

    #[test]
    fn whole_event_behind_a_torn_or_a_whole_one_is_found() {
        let event = "{\"type\":\"x\",\"data\":{\"a\":{}}}";
        for before in ["{\"type\":\"x\",\"da", event, "{\"type\":\"x\",\"data\":{\"a\":\"{"] {
            assert_eq!(glued_event(format!("{before}{event}").as_bytes()), Some(before.len()), "{before}");
        }
        for line in ["{\"type\":\"x\",\"da", "words", "{\"a\":[{\"type\":1,\"id\":2}", ""] {
            assert_eq!(glued_event(line.as_bytes()), None, "{line}");
        }
    }
}
