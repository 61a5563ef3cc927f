//! Whether a text looks made by chance, or is a word in the place of one.

/// Bits of chance in each byte, by how often each occurs (Shannon): 0 for `xxxx`, about 4.5 for forty letters
/// and digits drawn blindly.
pub(super) fn entropy(text: &str) -> f64 {
    let mut counts = [0_u32; 256];
    text.bytes().for_each(|byte| counts[usize::from(byte)] += 1);
    let all = text.len() as f64;
    let share = |&count: &u32| f64::from(count) / all;
    counts.iter().filter(|count| **count > 0).map(share).map(|part| -part * part.log2()).sum()
}

/// Words of examples that no token has by chance.
const EXAMPLES: &[&str] = &[
    "example",
    "placeholder",
    "your",
    "xxxx",
    "redacted",
    "****",
    "....",
    "insert",
    "replace",
    "dummy",
    "foobar",
];

/// Words that a value has when it stands for one, is the name of one, or is meant for a test.
const STANDINS: &[&str] = &[
    "change",
    "fake",
    "sample",
    "todo",
    "none",
    "null",
    "test",
    "undefined",
    "password",
    "passwd",
    "secret",
    "token",
    "apikey",
    "api_key",
    "api-key",
    "mypass",
    "hunter2",
    "qwerty",
    "default",
    "…",
    "abc123",
    "12345",
    "mock",
    "goes-here",
    "goes_here",
];

/// Whether it is a word in the place of a token.
pub(super) fn is_example(text: &str) -> bool {
    let low = text.to_ascii_lowercase();
    EXAMPLES.iter().any(|word| low.contains(word))
}

/// Whether it is a word in the place of a value.
pub(super) fn is_standin(text: &str) -> bool {
    let low = text.to_ascii_lowercase();
    EXAMPLES.iter().chain(STANDINS).any(|word| low.contains(word))
}

/// Whether it only shows, in a text for people, where a value belongs: `[input]`, `^PASS^`, `SecurePass123!`, `abc...`.
pub(super) fn is_shown(text: &str) -> bool {
    let low = text.to_ascii_lowercase();
    let is_framed = [('[', ']'), ('^', '^'), ('<', '>'), ('{', '}')]
        .iter()
        .any(|(open, close)| text.starts_with(*open) && text.ends_with(*close));
    let plain = low.replace(['@', '4'], "a").replace(['$', '5'], "s").replace('0', "o");
    is_framed || is_standin(text) || text.contains('(') || plain.contains("pass") || low.ends_with("...")
}

/// Whether it says where the value is instead of what it is.
pub(super) fn is_reference(text: &str) -> bool {
    const BEGINNINGS: &[&str] = &[
        "${",
        "$(",
        "./",
        "../",
        "~/",
        "process.env",
        "os.environ",
        "env.",
        "env:",
        "secrets.",
        "vars.",
        "vault:",
        "op://",
        "ref+",
        "file:",
        "arn:",
        "var.",
        "local.",
        "data.",
        "self.",
        "this.",
        "config.",
        "sha256-",
        "sha512-",
        "sha256:",
    ];
    let is_name = |name: &str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let between = |open, close| text.find(open).is_some_and(|at| text[at..].contains(close));
    BEGINNINGS.iter().any(|beginning| text.starts_with(beginning))
        || text.strip_prefix('$').is_some_and(is_name)
        || text.strip_prefix('%').and_then(|rest| rest.strip_suffix('%')).is_some_and(is_name)
        || between('{', '}')
        || between('<', '>')
        || text.contains("://")
        || text.contains("::")
}

/// Whether it is made of words, as names are: `access_token_v2`, `self.token`, `oauth2-proxy`.
pub(super) fn is_words(text: &str) -> bool {
    text.split(['_', '-', '.', '/', ':']).filter(|piece| !piece.is_empty()).all(is_word)
}

/// One word, perhaps in capitals or several in camel case, with at most two digits behind it; or a number.
fn is_word(piece: &str) -> bool {
    let letters = piece.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = piece.len() - letters.len();
    if letters.is_empty() {
        return digits <= 4;
    }
    let is_alphabetic = letters.bytes().all(|byte| byte.is_ascii_alphabetic());
    digits <= 2 && is_alphabetic && (letters.len() < 12 || letters.len() >= 4 * humps(letters) - 2)
}

/// Words in camel case: `parseHTTPHeader` has three. Letters drawn blindly change their case much more often.
fn humps(letters: &str) -> usize {
    let bytes = letters.as_bytes();
    let begins = |at: &usize| {
        let follows_small = bytes[at - 1].is_ascii_lowercase();
        let is_followed = bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase);
        bytes[*at].is_ascii_uppercase() && (follows_small || is_followed)
    };
    1 + (1..bytes.len()).filter(begins).count()
}

/// Kinds of bytes: small letters, capitals, digits, others.
pub(super) fn kinds(text: &str) -> usize {
    let has = |is: fn(u8) -> bool| usize::from(text.bytes().any(is));
    has(|byte| byte.is_ascii_lowercase())
        + has(|byte| byte.is_ascii_uppercase())
        + has(|byte| byte.is_ascii_digit())
        + has(|byte| !byte.is_ascii_alphanumeric())
}

/// How many of its bytes are digits, and how many letters.
pub(super) fn mixture(text: &str) -> (usize, usize) {
    let count = |is: fn(&u8) -> bool| text.as_bytes().iter().filter(|byte| is(byte)).count();
    (count(u8::is_ascii_digit), count(u8::is_ascii_alphabetic))
}

/// What base64 stands for; `None` if it is none.
pub(super) fn decoded(text: &str) -> Option<Vec<u8>> {
    let (mut bytes, mut held, mut bits) = (Vec::new(), 0_u32, 0);
    for byte in text.trim_end_matches('=').bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        held = held << 6 | u32::from(value);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits & 0xff) as u8);
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chance_is_told_from_words() {
        assert!(
            entropy("xxxxxxxx") < 0.01 && entropy("abababab") < 1.01 && entropy("Zk3qP9vLw2Xr7TbN") > 3.9
        );
        for words in [
            "access_token_v2",
            "oauth2-proxy",
            "self.token",
            "parseHeaderValue",
            "parseHTTPResponseBody",
            "2024-01-31",
            "cl.k8",
        ] {
            assert!(is_words(words), "{words}");
        }
        for chance in ["bGzPJWWEMWtkVVA5", "a8f3kd93", "x1y2-abc", "9f86d081884c", "abc123def"] {
            assert!(!is_words(chance), "{chance}");
        }
        assert!(is_example("your-key-here") && is_standin("changeme1") && !is_standin("k3P0zQ"));
        assert!(
            is_reference("${TOKEN}")
                && is_reference("op://a/b")
                && is_reference("x{id}1")
                && !is_reference("$a$b")
        );
        for shown in
            ["[input]", "^PASS^", "SecurePass123!", "P@ssw0rd123", "cpk_9KN7xYz...", "YOUR_KEY_BASE58"]
        {
            assert!(is_shown(shown), "{shown}");
        }
        assert!(!is_shown("k3P0zQ9vLw2Xr7TbN"));
        assert_eq!(decoded("dXNlcjpwYQ==").as_deref(), Some(&b"user:pa"[..]));
        assert_eq!(decoded("no base"), None);
    }

    #[test]
    fn a_word_has_letters_few_digits_and_few_capitals() {
        for word in ["a", "abc12", "1234", "ABCDEFGHIJKL", "abcdefghijklm", "oneTwoThreeFour", "aBcDeFgHiJk"]
        {
            assert!(is_word(word), "{word}");
        }
        // Twelve letters have room for three words, not for four; shorter ones may have any.
        assert!(is_word("abcDefgHijkl") && !is_word("abCdeFghIjkl"));
        assert!(is_word("abcdEfghIjklMn") && !is_word("abcdEfghIjkMn"));
        for other in ["12345", "abc123", "a1b", "ab#"] {
            assert!(!is_word(other), "{other}");
        }
        assert_eq!((humps("parseHTTPHeader"), humps("parse"), humps("HTTP"), humps("aB")), (3, 1, 1, 2));
    }

    #[test]
    fn kinds_and_mixture_count_what_is_there() {
        for (text, count) in [("", 0), ("abc", 1), ("ABC", 1), ("123", 1), ("#-", 1), ("aB", 2), ("aB3#", 4)]
        {
            assert_eq!(kinds(text), count, "{text}");
        }
        assert_eq!(mixture("a1B2#3"), (3, 2));
    }

    #[test]
    fn a_reference_says_where_the_value_is() {
        for reference in
            ["$(cat x)", "./x", "env.X", "$NAME_1", "%NAME%", "a{b}", "a<b>", "https://x", "a::b", "sha256:x"]
        {
            assert!(is_reference(reference), "{reference}");
        }
        for value in ["x", "$a-b", "%a-b%", "%a", "a}b{", "a>b<", "a:b", "a{b", "x./", "my.env.X"] {
            assert!(!is_reference(value), "{value}");
        }
    }

    #[test]
    fn base64_has_two_signs_of_each_of_its_kinds() {
        assert_eq!(decoded("+/+/").as_deref(), Some(&[0xfb, 0xff, 0xbf][..]));
        assert_eq!(decoded("-_-_"), decoded("+/+/"));
        assert_eq!(decoded("AZaz").as_deref(), Some(&[0x01, 0x96, 0xb3][..]));
        assert_eq!(decoded("09").as_deref(), Some(&[0xd3][..]));
    }
}
