//! Tokens that begin with a prefix of their issuer's.

mod table;

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use table::TOKENS;

use super::found::{Secret, secret};
use super::strength::{entropy, is_example, is_words, mixture};

/// A published form.
pub(super) struct Token {
    pub rule: &'static str,
    pub words: &'static str,
    pub prefix: &'static str,
    pub set: Set,
    /// Least bytes behind the prefix.
    pub least: usize,
    pub form: Form,
}

/// What may stand behind the prefix.
#[derive(Clone, Copy)]
pub(super) enum Set {
    /// `a-f`, `0-9`.
    Hex,
    /// Hex and `-`.
    HexDash,
    /// `A-Z`, `0-9`.
    Upper,
    /// Letters and digits.
    Letters,
    /// Letters, digits, `_`.
    Word,
    /// Letters, digits, `_`, `-`.
    Url,
    /// Those and `.`.
    Dotted,
    /// Letters, digits, `+`, `/`, `=`, `_`, `-`.
    Base64,
    /// Those, `.` and `%`.
    Path,
}

/// What else must hold.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Any length from the least.
    Open,
    /// Exactly the least.
    Exact,
    /// Open, and with digits, as the prefix is one of words too.
    Mixed,
    /// Three parts between dots.
    Parts,
}

/// Shorter prefixes are words' ends too: they count only where a word begins.
const TELLING: usize = 6;
/// Bytes that are judged; a token that begins like one is taken to its end.
const JUDGED: usize = 128;
/// Least bits of chance per byte.
const CHANCE: f64 = 2.4;

/// All prefixes, longer ones first, and the rows that each may mean. `expect`: a test compiles it.
static PREFIXES: LazyLock<(Regex, HashMap<&str, Vec<&Token>>)> = LazyLock::new(|| {
    let rows = |prefix: &str| TOKENS.iter().filter(|token| prefix.starts_with(token.prefix)).collect();
    let by_prefix: HashMap<&str, Vec<&Token>> =
        TOKENS.iter().map(|token| (token.prefix, rows(token.prefix))).collect();
    let mut prefixes: Vec<&str> = by_prefix.keys().copied().collect();
    prefixes.sort_by_key(|prefix| std::cmp::Reverse(prefix.len()));
    let escaped: Vec<String> = prefixes.into_iter().map(regex::escape).collect();
    let pattern = Regex::new(&format!("(?-u){}", escaped.join("|")));
    (pattern.expect("escaped prefixes are a pattern"), by_prefix)
});

/// Bytes of the shortest token.
static SHORTEST: LazyLock<usize> =
    LazyLock::new(|| TOKENS.iter().map(|token| token.prefix.len() + token.least).min().unwrap_or_default());

/// Adds the tokens; `run` is the longest run of bytes without a blank.
pub(super) fn find(text: &str, run: usize, found: &mut Vec<Secret>) {
    if run < *SHORTEST {
        return;
    }
    let (pattern, by_prefix) = &*PREFIXES;
    let mut at = 0;
    while let Some(hit) = pattern.find_at(text, at) {
        // All prefixes are ASCII, so the next byte begins a character.
        at = hit.start() + 1;
        if hit.len() < TELLING && !begins_word(text, hit.start()) {
            continue;
        }
        let mut rows = by_prefix.get(hit.as_str()).into_iter().flatten();
        let Some((token, range)) = rows.find_map(|token| Some((token, range(text, hit.start(), token)?)))
        else {
            continue;
        };
        at = range.end;
        found.push(secret(range, token.rule, token.words, format!("by the prefix {}", token.prefix)));
    }
}

/// Where the token stands that begins at `start`.
fn range(text: &str, start: usize, token: &Token) -> Option<Range<usize>> {
    let from = start + token.prefix.len();
    let length = |most: usize| {
        text.as_bytes()[from..].iter().take(most).take_while(|&&byte| token.set.has(byte)).count()
    };
    let judged = length(JUDGED.max(token.least + 1));
    if judged < token.least || token.form == Form::Exact && judged != token.least {
        return None;
    }
    let body = &text[from..from + judged];
    let (digits, _) = mixture(body);
    let fits = match token.form {
        Form::Open | Form::Exact => true,
        Form::Mixed => digits >= 2 && !is_words(body) && entropy(body) > 3.0,
        Form::Parts => body.split('.').next().is_some_and(|head| head.len() >= 10),
    };
    if !fits || is_example(body) || entropy(body) < CHANCE {
        return None;
    }
    let whole = &text[from..from + length(usize::MAX)];
    // A full stop behind a token ends a sentence.
    let whole = whole.trim_end_matches('.');
    let is_parted =
        token.form != Form::Parts || whole.split('.').filter(|part| !part.is_empty()).count() >= 3;
    is_parted.then(|| start..from + whole.len())
}

/// Whether no letter or digit stands before.
fn begins_word(text: &str, at: usize) -> bool {
    !text.as_bytes()[..at].last().is_some_and(u8::is_ascii_alphanumeric)
}

impl Set {
    fn has(self, byte: u8) -> bool {
        let also = match self {
            Self::Hex => return matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
            Self::HexDash => return matches!(byte, b'0'..=b'9' | b'a'..=b'f' | b'-'),
            Self::Upper => return matches!(byte, b'0'..=b'9' | b'A'..=b'Z'),
            Self::Letters => &b""[..],
            Self::Word => b"_",
            Self::Url => b"_-",
            Self::Dotted => b"_-.",
            Self::Base64 => b"_-+/=",
            Self::Path => b"_-+/=.%",
        };
        byte.is_ascii_alphanumeric() || also.contains(&byte)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &str = "xk7qvz4mwbhtjpdr";

    fn token(set: Set, least: usize, form: Form) -> Token {
        Token { rule: "r", words: "w", prefix: "p_", set, least, form }
    }

    #[test]
    fn a_token_is_as_long_as_its_issuer_says() {
        let behind = |text: &str, least, form| {
            let token = token(Set::Letters, least, form);
            range(&format!("p_{text}"), 0, &token).map(|range| range.len() - 2)
        };
        assert_eq!(behind(BODY, 16, Form::Open), Some(16));
        assert_eq!(behind(BODY, 17, Form::Open), None);
        assert_eq!(behind(BODY, 15, Form::Open), Some(16));
        assert_eq!(behind(BODY, 15, Form::Exact), None);
        assert_eq!(behind(BODY, 16, Form::Exact), Some(16));
        assert_eq!(behind(&format!("{BODY}-more"), 16, Form::Exact), Some(16));
        // One that is longer than what is judged is taken whole, and an exact one is counted whole.
        let long = BODY.repeat(20);
        assert_eq!(behind(&long, 16, Form::Open), Some(320));
        assert_eq!(behind(&long, 300, Form::Exact), None);
        assert_eq!(behind(&long, 320, Form::Exact), Some(320));
        // Where it stands is told from the beginning of the text.
        let open = token(Set::Letters, 16, Form::Open);
        assert_eq!(range(&format!("at p_{BODY} end"), 3, &open), Some(3..21));
    }

    #[test]
    fn a_token_has_chance_and_its_form() {
        let is = |text: &str, set, form| range(&format!("p_{text}"), 0, &token(set, 8, form)).is_some();
        assert!(!is("aabbaabbaabb", Set::Letters, Form::Open), "of too little chance");
        assert!(!is("your7xkq4vzmwb", Set::Letters, Form::Open), "an example");
        assert!(is(BODY, Set::Letters, Form::Mixed));
        assert!(!is("xkqv7zmwbhtj", Set::Letters, Form::Mixed), "one digit");
        assert!(!is("xkqv-zmwb-7312", Set::Url, Form::Mixed), "words");
        assert!(!is("x7k4x7k4x7k4q", Set::Letters, Form::Mixed), "of little chance");
        assert!(is("xk7qvz4mwb.htjp.drcg", Set::Dotted, Form::Parts));
        assert!(!is("xk7qvz4mw.htjp.drcg", Set::Dotted, Form::Parts), "a short head");
        assert!(!is("xk7qvz4mwb.htjpdrcg", Set::Dotted, Form::Parts), "two parts");
        assert!(!is("xk7qvz4mwb..htjpdrcg", Set::Dotted, Form::Parts), "two parts and nothing");
        let dotted = token(Set::Dotted, 8, Form::Open);
        assert_eq!(range(&format!("p_{BODY}."), 0, &dotted), Some(0..18), "a full stop ends a sentence");
    }

    #[test]
    fn a_short_prefix_counts_where_a_word_begins() {
        assert!(begins_word("x", 0) && begins_word("a x", 2) && begins_word("_x", 1));
        assert!(!begins_word("ax", 1) && !begins_word("1x", 1));
    }

    #[test]
    fn each_set_has_its_signs() {
        let has = |set: Set| (b' '..0x7f).filter(|&byte| set.has(byte)).map(char::from).collect::<String>();
        let digits = "0123456789";
        let (small, large) = ("abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
        assert_eq!(has(Set::Hex), format!("{digits}abcdef"));
        assert_eq!(has(Set::HexDash), format!("-{digits}abcdef"));
        assert_eq!(has(Set::Upper), format!("{digits}{large}"));
        assert_eq!(has(Set::Letters), format!("{digits}{large}{small}"));
        assert_eq!(has(Set::Word), format!("{digits}{large}_{small}"));
        assert_eq!(has(Set::Url), format!("-{digits}{large}_{small}"));
        assert_eq!(has(Set::Dotted), format!("-.{digits}{large}_{small}"));
        assert_eq!(has(Set::Base64), format!("+-/{digits}={large}_{small}"));
        assert_eq!(has(Set::Path), format!("%+-./{digits}={large}_{small}"));
    }
}
