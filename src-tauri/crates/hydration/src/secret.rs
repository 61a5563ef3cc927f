//! Likely secrets in a text, for the person who decides whether it is released.
//!
//! Found by what they look like (`token`: published prefixes), by what stands around them (`context`:
//! headers, addresses, `name = value`) and by their frame (`block`: private keys). It is a help, no proof: a
//! secret without any of these is not found. All of it takes time that grows with the text alone.

use std::borrow::Cow;

mod block;
mod context;
mod found;
#[cfg(test)]
mod planted;
#[cfg(test)]
mod shapes;
mod strength;
mod token;

pub use found::Secret;

/// What stands in the place of a secret that the user took out.
pub const REDACTED: &str = "[redacted by user]";
/// What stands in its place where nobody was asked.
pub const WITHHELD: &str = "[withheld: likely a secret]";
/// Least bytes of a secret that is also taken out where nothing marks it.
const REPEATED: usize = 8;

/// What [`find`] finds in a text that was written to be read, as the lines and what stands there in words: values that
/// only show where one belongs are left out, as such a text is full of them.
pub fn lines(text: &str) -> Vec<(u32, String)> {
    let found = find(text).into_iter().filter(|secret| !strength::is_shown(&text[secret.start..secret.end]));
    found.map(|secret| (secret.line, format!("{}, {}", secret.words, secret.by))).collect()
}

/// The likely secrets of a text, in its order. They do not overlap; where rules do, their ranges are joined
/// and the most telling rule is named. Characters that are not seen do not hide one, nor do wide letters.
pub fn find(text: &str) -> Vec<Secret> {
    let mut found = match Shown::of(text) {
        None => shown(text),
        Some(without) => {
            let mut found = shown(&without.text);
            for secret in &mut found {
                (secret.start, secret.end) = without.places(secret.start..secret.end);
            }
            found
        }
    };
    let (mut at, mut line) = (0, 1);
    for secret in &mut found {
        line += text.as_bytes()[at..secret.start].iter().filter(|&&byte| byte == b'\n').count();
        at = secret.start;
        secret.line = u32::try_from(line).unwrap_or(u32::MAX);
    }
    found
}

/// The likely secrets of a text as it is read; their lines are not counted yet.
fn shown(text: &str) -> Vec<Secret> {
    let mut found: Vec<Secret> = Vec::new();
    let seen = unescaped(text);
    // Prose has no word as long as the shortest token, and is most of what is searched.
    let run = seen.split_ascii_whitespace().map(str::len).max().unwrap_or_default();
    block::find(&seen, &mut found);
    token::find(&seen, run, &mut found);
    context::find(&seen, run, &mut found);
    joined(found)
}

/// A text as it is read: without the characters that are not seen, and with plain letters for those that are only drawn
/// otherwise. Knows where each piece of it stood.
struct Shown {
    text: String,
    pieces: Vec<Piece>,
}

/// A stretch of a text that is read as it stands, or one letter that is read as another.
struct Piece {
    /// Start in the text that is read, in bytes.
    at: usize,
    /// Start in the text that it was made of, in bytes.
    there: usize,
    /// Bytes of the letter that another one stands for; `None` for a stretch.
    letter: Option<usize>,
}

impl Shown {
    /// Makes one; `None` of a text without such characters.
    fn of(text: &str) -> Option<Self> {
        if text.is_ascii() || !text.contains(|letter| is_unseen(letter) || plain(letter).is_some()) {
            return None;
        }
        let mut shown = Self { text: String::with_capacity(text.len()), pieces: Vec::new() };
        let mut begins = true;
        for (there, letter) in text.char_indices() {
            if is_unseen(letter) {
                begins = true;
                continue;
            }
            let (at, plain) = (shown.text.len(), plain(letter));
            if plain.is_some() || begins {
                shown.pieces.push(Piece { at, there, letter: plain.map(|_| letter.len_utf8()) });
            }
            begins = plain.is_some();
            shown.text.push(plain.unwrap_or(letter));
        }
        Some(shown)
    }

    /// Returns where a range stands in the text that this one was made of.
    fn places(&self, range: std::ops::Range<usize>) -> (usize, usize) {
        let piece =
            |at: usize| &self.pieces[self.pieces.partition_point(|piece| piece.at <= at).saturating_sub(1)];
        let place = |at: usize| piece(at).there + at - piece(at).at;
        let last = piece(range.end - 1);
        let end = last.letter.map_or_else(|| place(range.end - 1) + 1, |length| last.there + length);
        (place(range.start), end)
    }
}

/// Returns the letter of ASCII that is drawn wide (`ｐ`, `＝`) or as a sign of mathematics (`𝗽`).
fn plain(letter: char) -> Option<char> {
    let code = u32::from(letter);
    let from = |base: u8, at: u32| char::from_u32(u32::from(base) + at);
    match code {
        0xff01..=0xff5e => from(b'!', code - 0xff01),
        0x3000 => Some(' '),
        0x1_d7ce..=0x1_d7ff => from(b'0', (code - 0x1_d7ce) % 10),
        0x1_d400..=0x1_d6a3 => {
            let at = (code - 0x1_d400) % 52;
            if at < 26 { from(b'A', at) } else { from(b'a', at - 26) }
        }
        _ => None,
    }
}

/// Characters of no width, and those that only turn the direction of a line.
fn is_unseen(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// The text without the secrets that are marked, and how many places were changed. Marks are places in the
/// list [`find`] gives for this very text; others are passed over. A marked secret is taken out wherever it
/// stands, also where nothing gave it away.
pub fn redact(text: &str, marks: &[usize]) -> (String, usize) {
    let secrets = find(text);
    let marked: Vec<&Secret> = marks.iter().filter_map(|&mark| secrets.get(mark)).collect();
    without(text, &marked, REDACTED)
}

/// The text without any likely secret, and how many places were changed: for what goes on with nobody asked.
pub fn withhold(text: &str) -> (String, usize) {
    let secrets = find(text);
    without(text, &secrets.iter().collect::<Vec<_>>(), WITHHELD)
}

fn without(text: &str, marked: &[&Secret], instead: &str) -> (String, usize) {
    let mut values: Vec<&str> = marked.iter().map(|secret| &text[secret.start..secret.end]).collect();
    values.sort_unstable();
    values.dedup();
    let repeated = values.iter().filter(|value| value.len() >= REPEATED);
    let elsewhere =
        repeated.flat_map(|value| text.match_indices(value).map(|(at, same)| (at, at + same.len())));
    let mut ranges: Vec<(usize, usize)> =
        marked.iter().map(|secret| (secret.start, secret.end)).chain(elsewhere).collect();
    ranges.sort_unstable();
    let (mut clean, mut at, mut count) = (String::with_capacity(text.len()), 0, 0);
    for (start, end) in ranges {
        // What overlaps something taken out is taken out with it.
        if start >= at {
            clean.push_str(&text[at..start]);
            clean.push_str(instead);
            count += 1;
        }
        at = at.max(end);
    }
    clean.push_str(&text[at..]);
    (clean, count)
}

/// The text with escaped line ends and tabs as blanks and line ends, at the same length: in JSON the `n` of
/// `\n` would be taken for the first letter of a token.
fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace("\\n", " \n").replace("\\r", " \r").replace("\\t", " \t"))
}

/// Without overlaps. Those that came first in `found` are more telling.
fn joined(found: Vec<Secret>) -> Vec<Secret> {
    let mut ranked: Vec<(usize, Secret)> = found.into_iter().enumerate().collect();
    ranked.sort_by_key(|(rank, secret)| (secret.start, *rank));
    let mut apart: Vec<(usize, Secret)> = Vec::new();
    for (rank, next) in ranked {
        match apart.last_mut() {
            Some((best, last)) if next.start < last.end => {
                let (start, end) = (last.start, last.end.max(next.end));
                if rank < *best {
                    (*best, *last) = (rank, next);
                }
                (last.start, last.end) = (start, end);
            }
            _ => apart.push((rank, next)),
        }
    }
    apart.into_iter().map(|(_, secret)| secret).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_find_says_what_where_and_why() {
        let key = format!("whsec_{}", "Zk3qP9vLw2Xr7TbN".repeat(2));
        let text = format!("é\nSTRIPE_WEBHOOK_SECRET={key}\nagain: {key}\n");
        let found = find(&text);
        let said: Vec<_> = found.iter().map(|one| (one.line, one.rule, one.words, one.by.as_str())).collect();
        let webhook = ("stripe-webhook", "webhook signing key", "by the prefix whsec_");
        assert_eq!(said, [(2, webhook.0, webhook.1, webhook.2), (3, webhook.0, webhook.1, webhook.2)]);
        assert_eq!(&text[found[0].start..found[0].end], key);
        // Taken out wherever it stands, though only one was marked.
        let (clean, count) = redact(&text, &[1, 9]);
        assert_eq!(clean, format!("é\nSTRIPE_WEBHOOK_SECRET={REDACTED}\nagain: {REDACTED}\n"));
        assert_eq!(count, 2);
        assert_eq!(redact(&text, &[]), (text, 0));
    }

    #[test]
    fn secret_with_unseen_characters_in_it_is_found_where_it_stands() {
        let token = format!("ghp{}", "_aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dF3hJ5");
        for unseen in ["\u{200b}", "\u{feff}\u{200d}", "\u{ad}", "\u{2060}"] {
            let hidden = format!("{}{unseen}{}", &token[..10], &token[10..]);
            let text = format!("é{unseen}x\n{hidden}{unseen} behind");
            let found = find(&text);
            assert_eq!(found.len(), 1, "{text:?}");
            assert_eq!((&text[found[0].start..found[0].end], found[0].line), (hidden.as_str(), 2));
        }
    }

    #[test]
    fn shapes_that_stand_in_headers_commands_and_other_languages_are_found() {
        let value = "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dF3hJ5";
        let jwt = format!("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.{value}");
        for (text, secret) in [
            (format!("Cookie: sid={value}; theme=dark"), value),
            (format!("Set-Cookie: sid={value}; Path=/; HttpOnly"), value),
            (format!("{{\"name\": \"cookie\", \"value\": \"sid={value}\"}}"), value),
            (format!("root:$6$rounds=5000$salt1234${value}:19000:"), value),
            (format!("admin:$apr1$r31x2Abc${value}"), value),
            (format!("$2y$10${value}abcDEFghi12345678"), value),
            (format!("$argon2id$v=19$m=65536,t=3,p=4${value}"), value),
            ("sshpass -p Tr0ub4dor ssh a@b".to_owned(), "Tr0ub4dor"),
            ("sshpass -v -pTr0ub4dor ssh a@b".to_owned(), "Tr0ub4dor"),
            ("mysql -u root -pTr0ub4dor db".to_owned(), "Tr0ub4dor"),
            ("mysqldump --all -h x -p'Tr0ub4dor' db".to_owned(), "Tr0ub4dor"),
            ("q?x=password%3DTr0ub4dor%26y".to_owned(), "Tr0ub4dor"),
            ("secret%253ATr0ub4dor".to_owned(), "Tr0ub4dor"),
            ("Passwort: Tr0ub4dor".to_owned(), "Tr0ub4dor"),
            ("Mot de passe : Tr0ub4dor".to_owned(), "Tr0ub4dor"),
            ("contraseña=Tr0ub4dor".to_owned(), "Tr0ub4dor"),
            ("ПАРОЛЬ: Tr0ub4dor".to_owned(), "Tr0ub4dor"),
            ("密码：Tr0ub4dor".to_owned(), "Tr0ub4dor"),
            ("passphrase: tulip anchor violet meadow".to_owned(), "tulip anchor violet meadow"),
            ("VAULT s.aB3dE5gH7jK9mN1pQ3sT5vW7".to_owned(), "s.aB3dE5gH7jK9mN1pQ3sT5vW7"),
            (format!("AAAAxY12_-z:{}", value.repeat(4)), value),
            (format!("{}\n{}", &jwt[..30], &jwt[30..]), &jwt[35..50]),
            (format!("{}\n  {}", &jwt[..jwt.len() - 25], &jwt[jwt.len() - 25..]), &value[20..]),
        ] {
            let (clean, _) = withhold(&text);
            assert!(!clean.contains(secret), "{text:?}: {clean:?}");
        }
    }

    #[test]
    fn words_about_cookies_phrases_and_commands_are_no_secrets() {
        for text in [
            "Cookie: the browser sends it with each request",
            "cookie = name=value; Path=/",
            "Set-Cookie: session=<token>; Path=/",
            "The cookie banner stays.",
            "passphrase: the words that open your key",
            "Passphrase: must have four words",
            "mysql -u root -p db",
            "mysql --port 3306 -P 3307",
            "sshpass -p $PASS ssh a@b",
            "Passwort: vergessen",
            "$1 $2 and $HOME/x",
            "costs $5$ or $6",
            "a token s.th. else",
            "files.name",
            "password%3D%24%7BPASSWORD%7D",
        ] {
            assert_eq!(find(text), [], "{text}");
        }
    }

    #[test]
    fn one_secret_by_two_rules_is_one() {
        let token = format!("ghp{}", "_aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dF3hJ5");
        let found = find(&format!("Authorization: Bearer {token}"));
        assert_eq!(found.iter().map(|one| one.rule).collect::<Vec<_>>(), ["github-token"]);
        let found = find(&format!("https://me:{token}-x@host.test"));
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].end - found[0].start, token.len() + 2);
    }

    #[test]
    fn a_secret_within_another_goes_with_it() {
        let inner = "aB3dE5gH7jK9mN1pQ3sT";
        let text = format!("token={inner}\nsecret=zz9{inner}yY8xX7\nbehind");
        assert_eq!(redact(&text, &[0, 1]), (format!("token={REDACTED}\nsecret={REDACTED}\nbehind"), 2));
        assert_eq!(redact(&text, &[0]).0, format!("token={REDACTED}\nsecret=zz9{REDACTED}yY8xX7\nbehind"));
    }

    #[test]
    fn a_long_value_is_taken_to_its_end() {
        let long = "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dF3hJ5".repeat(100);
        for text in [format!("token={long}"), format!("\"token\": \"{long}\""), format!("Bearer {long}")] {
            let (clean, _) = redact(&text, &[0]);
            assert!(!clean.contains("aB3dE5"), "{clean}");
        }
    }

    #[test]
    fn what_stands_for_a_secret_is_none() {
        for text in [
            "password: your-password-here",
            "API_KEY=${API_KEY}",
            "token = os.environ[\"TOKEN_1\"]",
            "let token = lexer.next_token2();",
            "postgres://user:password@localhost/db",
            "https://user:${PASS_1}@host.test",
            "Authorization: Bearer <token>",
            "Authorization: Basic authentication",
            "\"token_hash\": \"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\"",
            "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            "max_tokens: 128000, tokenizer: cl100k_base_v2x9",
            "password_file: /run/secrets/db1x9",
            "task-list sk-learn-2-some-long-name-here",
            concat!("AKIA", "IOSFODNN7EXAMPLE"),
            concat!("sk_live", "_xxxxxxxxxxxxxxxxxxxxxxxx"),
            "token: 550e8400",
            "if password == \"x9Kd83jf72\" {}",
        ] {
            assert_eq!(find(text), [], "{text}");
        }
        let head = format!("-----{} PRIVATE KEY-----", "BEGIN");
        assert_eq!(find(&format!("A file that begins with {head} is a key.")), []);
    }

    fn piece() -> impl Strategy<Value = String> {
        prop_oneof![
            ".{0,12}",
            "[ -~]{0,30}",
            prop::sample::select(vec![
                "password=",
                "token: \"",
                "\\n",
                concat!("hv", "s.aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dF3hJ5"),
                concat!("-----BEGIN", " PRIVATE KEY-----"),
                "https://a:",
                "é@host",
            ])
            .prop_map(str::to_owned),
        ]
    }

    proptest! {
        #[test]
        fn any_text_is_searched(parts in prop::collection::vec(piece(), 0..12)) {
            let text = parts.concat();
            let found = find(&text);
            let mut end = 0;
            for secret in &found {
                prop_assert!(secret.start >= end && secret.end > secret.start);
                prop_assert!(text.is_char_boundary(secret.start) && text.is_char_boundary(secret.end));
                end = secret.end;
            }
            let all: Vec<usize> = (0..found.len()).collect();
            let (clean, count) = redact(&text, &all);
            prop_assert!(count >= found.len());
            let left = |one: &Secret| one.end - one.start >= REPEATED && clean.contains(&text[one.start..one.end]);
            prop_assert!(!found.iter().any(left));
        }
    }
}
