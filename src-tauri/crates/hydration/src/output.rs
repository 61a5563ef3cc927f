use disk::Digest;
use message::{Message, message};

/// Output made fit for a log and a model: valid UTF-8, at most so many bytes, with its digests (S1-25, S1-32).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bounded {
    /// The kept text, the beginning of the whole.
    pub text: String,
    /// Bytes of the whole as UTF-8, before it was cut.
    pub total_bytes: u64,
    /// Lines that are not or not wholly in the text.
    pub lines_left_out: u64,
    /// Bytes of the raw output that stand in the text as U+FFFD, because they are not UTF-8.
    pub replaced_bytes: u64,
    /// Bytes of the raw output.
    pub raw_bytes: u64,
    /// Of the raw output.
    pub raw_digest: Digest,
    /// Of the kept text; reckoned anew if the text is changed.
    pub digest: Digest,
    /// What the text does not say truly or wholly, as sentences. Empty for all of a valid output.
    pub limitations: Vec<Message>,
}

/// Keeps the first `max_bytes` of an output, ending with a whole character. Each maximal part that is not
/// UTF-8 becomes one U+FFFD. Takes time and memory by the length of `raw`, which its reader has bounded.
pub fn bounded(raw: &[u8], max_bytes: u64) -> Bounded {
    let most = usize::try_from(max_bytes).unwrap_or(usize::MAX);
    let mut kept = Kept { text: String::new(), most, is_full: false };
    let (mut total, mut replaced, mut left_out) = (0_usize, 0_usize, Rest::default());
    for chunk in raw.utf8_chunks() {
        total += chunk.valid().len();
        left_out.add(kept.add(chunk.valid()));
        if !chunk.invalid().is_empty() {
            total += REPLACEMENT.len();
            let rest = kept.add(REPLACEMENT);
            replaced += if rest.is_empty() { chunk.invalid().len() } else { 0 };
            left_out.add(rest);
        }
    }
    let lines_left_out = left_out.lines();
    let mut limitations = Vec::new();
    if replaced > 0 {
        limitations.push(match replaced {
            1 => message!("1 byte was not UTF-8 and shown as U+FFFD."),
            count => message!("{count} bytes were not UTF-8 and shown as U+FFFD.", count),
        });
    }
    if kept.text.len() < total {
        let left = match lines_left_out {
            1 => message!("1 line is left out"),
            lines => message!("{lines} lines are left out", lines),
        };
        let kept = kept.text.len();
        limitations
            .push(message!("The first {kept} of {total} bytes are kept; {left}.", kept, total, left => left));
    }
    Bounded {
        digest: Digest::of(kept.text.as_bytes()),
        total_bytes: total as u64,
        lines_left_out: lines_left_out as u64,
        replaced_bytes: replaced as u64,
        raw_bytes: raw.len() as u64,
        raw_digest: Digest::of(raw),
        text: kept.text,
        limitations,
    }
}

impl Bounded {
    /// Whether something was cut off.
    pub fn is_truncated(&self) -> bool {
        (self.text.len() as u64) < self.total_bytes
    }
}

const REPLACEMENT: &str = "\u{fffd}";

struct Kept {
    text: String,
    most: usize,
    /// Something did not fit; nothing behind it may be taken in.
    is_full: bool,
}

impl Kept {
    /// Takes in what fits and gives back the rest.
    fn add<'a>(&mut self, part: &'a str) -> &'a str {
        let room = if self.is_full { 0 } else { self.most - self.text.len() };
        let fits = if part.len() <= room {
            part.len()
        } else {
            self.is_full = true;
            part.floor_char_boundary(room)
        };
        self.text.push_str(&part[..fits]);
        &part[fits..]
    }
}

/// The lines of what did not fit; a last one without a line end counts.
#[derive(Default)]
struct Rest {
    ends: usize,
    is_open: bool,
}

impl Rest {
    fn add(&mut self, part: &str) {
        let Some(last) = part.bytes().next_back() else { return };
        self.ends += part.bytes().filter(|&byte| byte == b'\n').count();
        self.is_open = last != b'\n';
    }

    fn lines(&self) -> usize {
        self.ends + usize::from(self.is_open)
    }
}

#[cfg(test)]
mod tests {
    use disk::Digest;
    use message::Message;
    use proptest::prelude::*;

    use super::bounded;

    #[test]
    fn output_is_kept_whole_or_says_what_is_missing() {
        let check = |raw: &[u8], most, text: &str, total, lines, replaced, said: &str| {
            let made = bounded(raw, most);
            assert_eq!(made.text, text, "{raw:?}");
            let counts = (made.total_bytes, made.lines_left_out, made.replaced_bytes);
            assert_eq!(counts, (total, lines, replaced), "{raw:?}");
            assert_eq!(Message::in_a_row(made.limitations.clone()).text, said);
            assert_eq!(made.is_truncated(), said.contains("kept"));
        };
        check(b"", 10, "", 0, 0, 0, "");
        check(b"abc\n", 4, "abc\n", 4, 0, 0, "");
        check(b"ab\ncd\nef", 4, "ab\nc", 8, 2, 0, "The first 4 of 8 bytes are kept; 2 lines are left out.");
        check("aé".as_bytes(), 2, "a", 3, 1, 0, "The first 1 of 3 bytes are kept; 1 line is left out.");
        check(
            b"\xff\xfe\n",
            99,
            "\u{fffd}\u{fffd}\n",
            7,
            0,
            2,
            "2 bytes were not UTF-8 and shown as U+FFFD.",
        );
        // The start of a character that never ends is one part of three bytes.
        check(b"\xf0\x9f\x98x", 9, "\u{fffd}x", 4, 0, 3, "3 bytes were not UTF-8 and shown as U+FFFD.");
        check(b"a\xffb", 3, "a", 5, 1, 0, "The first 1 of 5 bytes are kept; 1 line is left out.");
        check(b"abc", 0, "", 3, 1, 0, "The first 0 of 3 bytes are kept; 1 line is left out.");
    }

    proptest! {
        #[test]
        fn any_output_is_bounded(raw in prop::collection::vec(any::<u8>(), 0..400), most in 0_u64..500, less in 0_u64..500) {
            let made = bounded(&raw, most);
            let whole = String::from_utf8_lossy(&raw);
            prop_assert!(made.text.len() as u64 <= most);
            prop_assert!(whole.starts_with(&made.text));
            prop_assert!(most - made.text.len() as u64 <= 3 || made.text == whole);
            prop_assert_eq!(made.is_truncated(), made.text != whole);
            prop_assert_eq!(made.total_bytes, whole.len() as u64);
            prop_assert_eq!(made.digest, Digest::of(made.text.as_bytes()));
            prop_assert_eq!(made.raw_digest, Digest::of(&raw));
            prop_assert_eq!(made.lines_left_out, whole[made.text.len()..].split_inclusive('\n').count() as u64);
            prop_assert_eq!(made.limitations.is_empty(), made.text == whole && made.replaced_bytes == 0);
            let shorter = bounded(&raw, less.min(most));
            prop_assert!(made.text.starts_with(&shorter.text));
            prop_assert!(shorter.replaced_bytes <= made.replaced_bytes);
        }
    }
}
