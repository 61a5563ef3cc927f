//! A fast reader for lines as Pixir writes them, from the back.
//!
//! A real line is `{"data":{…},"id":"…","type":"…","seq":N,"session_id":"…","ts":"…"}`: all that a row needs
//! stands in its last 150 bytes. Read from the end, quotes cannot be mistaken: the last `"` of valid JSON
//! closes a string, so each quote before it is what it seems. Whatever differs in shape gives `None` and is
//! read in full. What cannot be seen from here (a broken middle, a second `type`) is left to [`confirm`].

use memchr::memmem;

use crate::Seq;
use crate::decode::Reason;
use crate::index::{Digestion, Flags, Kind, SEQ_ASIDE, digest, seconds};
use crate::json;

/// What a row needs, guessed from the ends of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Guess {
    pub kind: Kind,
    pub seq: u32,
    pub ts: u32,
    pub flags: Flags,
}

/// How much of a long line the guess needs to see of its start, and of its end, in bytes.
pub(crate) const HEAD: usize = 512;
pub(crate) const TAIL: usize = 1024;

/// Guesses, and remembers what neighbours share: the minute and the session.
pub(crate) struct Guesser {
    minute: [u8; 17],
    base: u32,
    // `,"session_id":"…","ts":"` of the last line.
    session: Vec<u8>,
    orphan: memmem::Finder<'static>,
}

impl Default for Guesser {
    fn default() -> Self {
        let orphan = memmem::Finder::new("orphan_tool_call");
        Self { minute: [0; 17], base: 0, session: Vec::new(), orphan }
    }
}

impl Guesser {
    /// Reads a line of Pixir's own shape.
    #[inline]
    pub fn guess(&mut self, line: &[u8]) -> Option<Guess> {
        if !line.starts_with(b"{\"data\":{") {
            return None;
        }
        let rest = line.strip_suffix(b"\"}")?;
        let (rest, ts) = rest.split_at_checked(rest.len().checked_sub(27)?)?;
        let rest = self.without_session(rest)?;
        let (rest, seq) = last_number(rest)?;
        let (rest, kind) = last_type(rest.strip_suffix(b"\",\"seq\":")?)?;
        without_id(rest)?.strip_suffix(b"},\"id\":")?;
        Some(Guess { kind, seq, ts: self.seconds(ts)?, flags: flags(kind, line)? })
    }

    #[inline]
    fn without_session<'a>(&mut self, rest: &'a [u8]) -> Option<&'a [u8]> {
        if !self.session.is_empty()
            && let Some(rest) = rest.strip_suffix(self.session.as_slice())
        {
            return Some(rest);
        }
        let (before, _session) = last_string(rest.strip_suffix(b"\",\"ts\":\"")?)?;
        let before = before.strip_suffix(b",\"session_id\":")?;
        self.session = rest[before.len()..].to_vec();
        Some(before)
    }

    fn seconds(&mut self, ts: &[u8]) -> Option<u32> {
        if ts.get(..17)? != self.minute {
            let mut minute: [u8; 27] = ts.try_into().ok()?;
            minute[17..].copy_from_slice(b"00.000000Z");
            self.base = seconds(&minute)?;
            self.minute.copy_from_slice(&ts[..17]);
        }
        let [tens, ones, b'.', micros @ .., b'Z'] = &ts[17..] else { return None };
        let digits = tens.is_ascii_digit() && ones.is_ascii_digit() && micros.iter().all(u8::is_ascii_digit);
        digits.then(|| self.base + u32::from(tens - b'0') * 10 + u32::from(ones - b'0'))
    }
}

/// Cuts a string off the end, whose closing quote is already gone.
#[inline]
fn last_string(rest: &[u8]) -> Option<(&[u8], &[u8])> {
    // An escape would make the text something else, and the quote before it doubtful.
    let back = rest.iter().rev().position(|byte| matches!(byte, b'"' | b'\\'))?;
    let quote = rest.len() - 1 - back;
    (rest[quote] == b'"').then_some((&rest[..quote], &rest[quote + 1..]))
}

#[inline]
fn last_number(rest: &[u8]) -> Option<(&[u8], u32)> {
    let (mut value, mut unit, mut digits) = (0_u64, 1, 0);
    for byte in rest.iter().rev().take(11).take_while(|byte| byte.is_ascii_digit()) {
        value += u64::from(byte - b'0') * unit;
        (unit, digits) = (unit * 10, digits + 1);
    }
    let (rest, number) = rest.split_at(rest.len() - digits);
    if number.len() > 1 && number[0] == b'0' || number.is_empty() {
        return None;
    }
    u32::try_from(value).ok().filter(|value| *value < SEQ_ASIDE).map(|value| (rest, value))
}

/// Cuts `","type":"…` off the end; the commonest types first.
#[inline]
fn last_type(rest: &[u8]) -> Option<(&[u8], Kind)> {
    macro_rules! any_of {
        ($($name:literal $kind:ident)*) => {
            $(if let Some(rest) = rest.strip_suffix(concat!("\",\"type\":\"", $name).as_bytes()) {
                return Some((rest, Kind::$kind));
            })*
        };
    }
    any_of! {
        "tool_result" ToolResult
        "tool_call" ToolCall
        "provider_usage" ProviderUsage
        "assistant_message" AssistantMessage
        "reasoning" Reasoning
        "permission_decision" PermissionDecision
        "user_message" UserMessage
        "skill_activation" SkillActivation
        "subagent_event" SubagentEvent
        "workflow_event" WorkflowEvent
        "turn_failed" TurnFailed
        "history_compaction" HistoryCompaction
        "session_fork" SessionFork
        "branch_summary" BranchSummary
    }
    None
}

/// Cuts an id off the end, whose closing quote is already gone; Pixir's have sixteen digits.
#[inline]
fn without_id(rest: &[u8]) -> Option<&[u8]> {
    match rest.split_last_chunk::<17>() {
        // All sixteen are looked at, at once: to stop at the first would be to look one by one.
        Some((before, [b'"', id @ ..]))
            if !id.iter().fold(false, |found, byte| found | matches!(byte, b'"' | b'\\')) =>
        {
            Some(before)
        }
        _ => last_string(rest).map(|(before, _)| before),
    }
}

/// The flags of a line, where its first bytes tell them.
#[inline]
fn flags(kind: Kind, line: &[u8]) -> Option<Flags> {
    match kind {
        Kind::UserMessage | Kind::AssistantMessage => {
            line.starts_with(b"{\"data\":{\"text\":\"").then(Flags::default)
        }
        Kind::SkillActivation if line.starts_with(b"{\"data\":{\"activated_by\":\"user\",") => {
            Some(Flags::BY_USER)
        }
        Kind::SkillActivation => {
            line.starts_with(b"{\"data\":{\"activated_by\":\"model\",").then(Flags::default)
        }
        Kind::ToolResult => match line.strip_prefix(b"{\"data\":{\"call_id\":\"") {
            Some(rest) => {
                let id = rest.iter().position(|byte| *byte == b'"')?;
                (!rest[id..].starts_with(b"\",\"error\":")).then(Flags::default)
            }
            None => line.starts_with(b"{\"data\":{\"activated\":").then(Flags::default),
        },
        _ => Some(Flags::default()),
    }
}

/// Reads a line in full, the short way where its outline proves the guess.
pub(crate) fn confirm(line: &[u8], guesser: &mut Guesser) -> Result<Digestion, Reason> {
    let (_, outline) = json::outline(line).map_err(Reason::NotJson)?;
    // Six members, five of them read from the back and the sixth `data`: nothing can overrule the guess.
    let guess = if outline.members == 6 { guesser.guess(line) } else { None };
    let proven = guess.filter(|guess| match guess.kind {
        // One member, and its key stands at the start of the line.
        Kind::UserMessage | Kind::AssistantMessage => outline.first_members == 1,
        Kind::ToolResult => !outline.has_coded_letters && guesser.orphan.find(line).is_none(),
        _ => true,
    });
    match proven {
        Some(Guess { kind, seq, ts, flags }) => {
            let seq = Seq::Whole(i128::from(seq));
            Ok(Digestion { kind, seq, ts, flags: flags.and(Flags::CHECKED) })
        }
        None => digest(line),
    }
}

#[cfg(test)]
mod tests {
    use super::{Guesser, confirm};
    use crate::index::{Flags, Kind, digest};

    fn line(body: &str, kind: &str) -> String {
        format!(
            r#"{{"data":{body},"id":"0123456789abcdef","type":"{kind}","seq":7,"session_id":"s-1","ts":"2026-05-01T10:20:30.123456Z"}}"#
        )
    }

    #[test]
    fn a_guess_agrees_with_a_full_reading() {
        let mut guesser = Guesser::default();
        for (body, kind, guessed) in [
            (r#"{"text":"say \"hi\"}"}"#, "user_message", true),
            (r#"{"author":"runtime","text":"x"}"#, "user_message", false),
            (r#"{"metadata":{"partial":true},"text":"x"}"#, "assistant_message", false),
            (r#"{"activated_by":"user","content":"x"}"#, "skill_activation", true),
            (r#"{"activated_by":"model"}"#, "skill_activation", false),
            (r#"{"call_id":"c","ok":true,"output":"x"}"#, "tool_result", true),
            (r#"{"call_id":"c","error":{"kind":"orphan_tool_call"},"ok":false}"#, "tool_result", false),
            (r#"{"args":{},"call_id":"c","name":"read"}"#, "tool_call", true),
            ("{}", "turn_failed", true),
            ("{}", "made_up", false),
            ("[]", "turn_failed", false),
        ] {
            let line = line(body, kind);
            let exact = digest(line.as_bytes()).expect("an event");
            match guesser.guess(line.as_bytes()) {
                Some(guess) => {
                    assert!(guessed, "{line}");
                    assert_eq!((guess.kind, guess.ts), (exact.kind, exact.ts), "{line}");
                    assert_eq!(guess.flags.and(Flags::CHECKED), exact.flags, "{line}");
                    assert_eq!(Some(u64::from(guess.seq)), exact.seq.number(), "{line}");
                }
                None => assert!(!guessed, "{line}"),
            }
            assert_eq!(confirm(line.as_bytes(), &mut guesser), Ok(exact), "{line}");
        }
    }

    #[test]
    fn what_a_guess_cannot_see_is_confirmed_or_corrected() {
        let mut guesser = Guesser::default();
        let late = line(r#"{"text":"x","metadata":{"partial":true}}"#, "assistant_message");
        assert!(guesser.guess(late.as_bytes()).is_some_and(|guess| !guess.flags.has(Flags::PARTIAL)));
        assert!(confirm(late.as_bytes(), &mut guesser).is_ok_and(|read| read.flags.has(Flags::PARTIAL)));

        let twice = line(r#"{"text":"x"},"type":"turn_failed","a":{}"#, "user_message");
        assert!(guesser.guess(twice.as_bytes()).is_some_and(|guess| guess.kind == Kind::UserMessage));
        assert!(confirm(twice.as_bytes(), &mut guesser).is_ok_and(|read| read.kind == Kind::TurnFailed));

        let broken = line(r#"{"text":"x" oops}"#, "turn_failed");
        assert!(guesser.guess(broken.as_bytes()).is_some());
        assert!(confirm(broken.as_bytes(), &mut guesser).is_err());
    }

    #[test]
    fn odd_shapes_are_left_to_the_full_reading() {
        let mut guesser = Guesser::default();
        let good = line("{}", "turn_failed");
        for (from, to) in [
            ("\"seq\":7", "\"seq\":07"),
            ("\"seq\":7", "\"seq\":-7"),
            ("\"seq\":7", "\"seq\":4294967295"),
            ("\"seq\":7", "\"seq\":99999999999999"),
            ("s-1", "s\\\"1"),
            ("10:20", "10;20"),
            ("30.1", "3x.1"),
            ("Z\"}", "Z\"}\r"),
        ] {
            let odd = good.replace(from, to);
            assert!(odd == good || guesser.guess(odd.as_bytes()).is_none(), "{odd}");
        }
        for cut in 0..good.len() {
            assert!(guesser.guess(&good.as_bytes()[..cut]).is_none());
        }
    }
}
