//! `name = value`, where the name says that the value is secret: in `.env` files, JSON, YAML, TOML, headers,
//! options of commands, addresses and XML.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::super::found::{Secret, secret};
use super::super::strength::{entropy, is_reference, is_standin, is_words, kinds, mixture};

/// What a name has that means a secret. `expect`: a test compiles it.
static NAMES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i-u)passw(?:or)?d|passphrase|passcode|\bpwd|_pwd|_pass\b|\bpass\b|secret|token|credential|api[_-]?key|access[_-]?key|account[_-]?key|auth[_-]?key|private[_-]?key|signing[_-]?key|encryption[_-]?key|master[_-]?key|service[_-]?key|storage[_-]?key|app[_-]?key|license[_-]?key|shared[_-]?key|client[_-]?key|key_?material|\bpsk\b|_psk\b|-psk\b|docker(?:config(?:json)?|cfg)\b|webhook[_-]?url|_key\b|_pat\b|_dsn\b",
    )
    .expect("the pattern is right")
});

/// Last words of names whose value tells of a secret without being one.
const ABOUT: &[&str] = &[
    "id",
    "ids",
    "name",
    "names",
    "type",
    "types",
    "kind",
    "url",
    "uri",
    "path",
    "file",
    "dir",
    "hash",
    "sha256",
    "digest",
    "count",
    "limit",
    "length",
    "len",
    "size",
    "max",
    "min",
    "expires",
    "expiry",
    "ttl",
    "at",
    "version",
    "env",
    "ref",
    "field",
    "label",
    "placeholder",
    "prefix",
    "suffix",
    "format",
    "pattern",
    "hint",
    "help",
    "policy",
    "budget",
    "usage",
    "rotation",
    "algorithm",
    "arn",
    "public",
    "status",
    "header",
    "scope",
    "issuer",
    "offset",
    "index",
    "position",
    "start",
    "end",
    "line",
    "span",
    "checksum",
    "fingerprint",
    "color",
    "style",
];

/// What stands before `key` in names of things that are no secrets.
const PLAIN_KEYS: &[&str] = &[
    "cache",
    "primary",
    "foreign",
    "sort",
    "partition",
    "public",
    "idempotency",
    "dedup",
    "object",
    "lookup",
    "row",
    "group",
    "index",
    "unique",
    "map",
    "registry",
    "storage_object",
    "bucket",
    "routing",
    "shard",
    "order",
    "host",
    "translation",
    "i18n",
    "react",
    "query",
    "site",
];

/// Most bytes of a name on either side of the telling word.
const NAME: usize = 48;
/// Bytes of a value that are judged.
const JUDGED: usize = 128;

/// Adds the values.
pub(super) fn find(text: &str, found: &mut Vec<Secret>) {
    let mut marked = 0;
    for hit in
        NAMES.find_iter(text).filter_map(|hit| name(text, hit.range()).map(|name| (name, hit.as_str())))
    {
        let (name, telling) = (hit.0, Telling::of(hit.1));
        // What stands in a value that was marked is marked with it.
        if name.start < marked {
            continue;
        }
        let Some((start, end)) = value(text, &name) else { continue };
        // A text of nothing but names would be read to its end from each of them.
        let judged = start..start + end.length(&text[start..], JUDGED);
        if is_working_folder(&text[name.clone()], &text[judged.clone()])
            || !is_likely(&text[judged], telling, end)
        {
            continue;
        }
        let value = start..start + end.length(&text[start..], usize::MAX);
        marked = value.end;
        let (rule, words) = match telling {
            Telling::Password => ("password", "password"),
            Telling::Secret | Telling::Key => ("named-secret", "secret value"),
        };
        let by = format!("by the name {}", &text[name]);
        found.push(secret(value, rule, words, by));
    }
}

/// What a name tells of its value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Telling {
    /// Made by a person, perhaps.
    Password,
    /// Made by a machine.
    Secret,
    /// The same, of a name that many other things have.
    Key,
}

impl Telling {
    fn of(word: &str) -> Self {
        let word = word.trim_start_matches('_').to_ascii_lowercase();
        if word.starts_with("pass") || word == "pwd" || word.ends_with("psk") || word.ends_with("material") {
            Self::Password
        } else if ["key", "pat", "dsn", "url"].iter().any(|end| word.ends_with(end)) {
            Self::Key
        } else {
            Self::Secret
        }
    }
}

/// Where a value ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// At this quote, or at the end of the line.
    Quote(char),
    /// At the backslash before its quote: it is a text within a text.
    Escape,
    /// At a blank or a sign that no bare value has.
    Bare,
}

impl End {
    /// The bytes before it, at most some more than `most`.
    fn length(self, text: &str, most: usize) -> usize {
        let is_end = |character: char| match self {
            Self::Quote(quote) => character == quote || character == '\n',
            Self::Escape => character == '\\' || character == '\n',
            Self::Bare => character.is_whitespace() || BARE_ENDS.contains(character),
        };
        let mut within = text.char_indices().take_while(|(at, _)| *at < most);
        within.find(|(_, character)| is_end(*character)).map_or_else(
            || text.char_indices().map(|(at, _)| at).find(|at| *at >= most).unwrap_or(text.len()),
            |(at, _)| at,
        )
    }
}

/// What ends a value without quotes, besides blanks.
const BARE_ENDS: &str = "\"'`,;<>&|(){}[]\\";

/// The whole name around the telling word, unless it names something about a secret.
fn name(text: &str, word: Range<usize>) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let in_name = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    let behind = bytes[word.end..].iter().take(NAME).take_while(in_name).count();
    let before = bytes[..word.start].iter().rev().take(NAME).take_while(in_name).count();
    let rest = text[word.end..word.end + behind].trim_end_matches(['.', '-']);
    let last = bytes[word.end - 1];
    let next = rest.bytes().next();
    // `tokenizer` and `secretary` are other words; `tokens` and `tokenValue` are not.
    let goes_on = next.is_some_and(|next| {
        next.is_ascii_alphabetic()
            && next.is_ascii_uppercase() == last.is_ascii_uppercase()
            && !rest.trim_start_matches(['s', 'S']).is_empty()
    });
    let tail = rest.rsplit(['_', '-', '.']).next().unwrap_or_default();
    let humps = tail
        .rfind(|c: char| c.is_ascii_uppercase())
        .filter(|_| tail.contains(|c: char| c.is_ascii_lowercase()));
    let end = humps.map_or(tail, |at| &tail[at..]).to_ascii_lowercase();
    let is_about = !rest.is_empty() && ABOUT.contains(&end.as_str());
    let before_word = text[word.start - before..word.start].to_ascii_lowercase();
    let is_plain = PLAIN_KEYS.iter().any(|plain| before_word.ends_with(plain));
    (!goes_on && !is_about && !is_plain).then(|| word.start - before..word.end + rest.len())
}

/// Where the value behind a name begins, and what ends it.
fn value(text: &str, name: &Range<usize>) -> Option<(usize, End)> {
    let rest = &text[name.end..];
    let at = name.end + separator(rest).or_else(|| option(text, name)).or_else(|| cell(text, name))?;
    let mut signs = text[at..].chars();
    let is_quote = |sign: &char| matches!(sign, '"' | '\'' | '`');
    match (signs.next(), signs.next()) {
        (Some('\\'), Some(quote)) if is_quote(&quote) => Some((at + 2, End::Escape)),
        (Some(quote), _) if is_quote(&quote) => Some((at + 1, End::Quote(quote))),
        (Some(_), _) => Some((at, End::Bare)),
        (None, _) => None,
    }
}

/// How many bytes stand between a name and its value: quotes, blanks, `:` or `=` and the like.
fn separator(rest: &str) -> Option<usize> {
    let bytes = rest.as_bytes();
    let skip = |at: usize, set: &[u8], most: usize| {
        at + bytes[at.min(bytes.len())..].iter().take(most).take_while(|byte| set.contains(byte)).count()
    };
    let at = skip(skip(0, b"\\\"'])*`", 4), b" \t", 16);
    if at == 0 && bytes.first() == Some(&b'>') {
        // `<password>value</password>`
        let close = rest[1..].bytes().take(JUDGED * 4).position(|byte| byte == b'<')?;
        return rest[1 + close..].starts_with("</").then_some(1);
    }
    let sign = [":=", "=>", "+=", "?=", "=", ":"].iter().find(|sign| rest[at..].starts_with(**sign))?;
    let behind = at + sign.len();
    // `==` compares, `::` is a path.
    let goes_on = rest[behind..].starts_with(['=', ':', '~']);
    // `**Password:** value`
    (!goes_on).then(|| line_below(rest, skip(skip(skip(behind, b" \t", 16), b"*", 3), b" \t", 16)))
}

/// Returns where a value begins that may stand on the next line with text, as in YAML, in a list or in a fence of
/// Markdown; `at` if more follows on the line.
fn line_below(rest: &str, at: usize) -> usize {
    static BELOW: LazyLock<Regex> = LazyLock::new(|| {
        let pattern = r"^(?-u)(?:[|>][+-]?[0-9]?|\\)?[ \t]{0,8}\r?\n(?:[ \t]{0,32}\r?\n)?[ \t]{0,32}(?:```[a-z]{0,12}[ \t]{0,8}\r?\n[ \t]{0,32})?(?:- [ \t]{0,8})?";
        Regex::new(pattern).expect("the pattern is right")
    });
    if !rest[at..].starts_with(['\n', '\r', ' ', '\t', '|', '>', '\\']) {
        return at;
    }
    BELOW.find(&rest[at..]).map_or(at, |below| at + below.end())
}

/// The same for the next cell of a table: `| Password | value |`.
fn cell(text: &str, name: &Range<usize>) -> Option<usize> {
    let line = text.as_bytes()[..name.start].iter().rev().take(JUDGED).take_while(|byte| **byte != b'\n');
    let is_row = line.filter(|byte| !byte.is_ascii_whitespace()).last() == Some(&b'|');
    let rest = text[name.end..].trim_start_matches(['*', '`']);
    let behind = rest.trim_start_matches([' ', '\t']).strip_prefix('|')?;
    let value = behind.trim_start_matches([' ', '\t', '*']);
    is_row.then(|| text.len() - name.end - value.len())
}

/// The same for an option: `--password value`.
fn option(text: &str, name: &Range<usize>) -> Option<usize> {
    let is_option = text[name.clone()].starts_with("--");
    let blanks = text[name.end..].bytes().take(4).take_while(|byte| *byte == b' ').count();
    (is_option && blanks > 0 && !text[name.end + blanks..].starts_with('-')).then_some(blanks)
}

/// Whether a value is one that nobody would write by way of example.
fn is_likely(value: &str, telling: Telling, end: End) -> bool {
    // A sentence may end behind a password.
    let value = if telling == Telling::Password { value.trim_end_matches(['.', '!', '?']) } else { value };
    let (digits, letters) = mixture(value);
    // People do make passwords of a word and a number.
    let is_name = is_words(value) && (telling != Telling::Password || digits == 0);
    if is_name || is_reference(value) || is_standin(value) || is_place(value) || value.contains(' ') {
        return false;
    }
    if digits == 0 && value.contains('.') {
        return false;
    }
    let kinds = kinds(value);
    let is_mixed = letters >= 2 && (digits >= 2 || kinds >= 3 || kinds == 2 && value.len() >= 16);
    match telling {
        Telling::Password => {
            let is_mixed = is_mixed || digits >= 1 && letters >= 2 || kinds == 2 && end != End::Bare;
            value.len() >= 7 && is_mixed && entropy(value) >= 2.4
        }
        Telling::Secret => value.len() >= 10 && is_mixed && entropy(value) >= 2.9,
        Telling::Key => value.len() >= 16 && digits >= 2 && is_mixed && entropy(value) >= 3.2,
    }
}

/// Tells the variables in which a shell keeps its working folder from those that hold a password.
fn is_working_folder(name: &str, value: &str) -> bool {
    let is_drive = || value.as_bytes().get(1..3).is_some_and(|behind| matches!(behind, b":\\" | b":/"));
    matches!(name, "PWD" | "OLDPWD") && (value.starts_with('/') || is_drive())
}

/// Whether it is a part of a program, a path or a version rather than a value.
fn is_place(value: &str) -> bool {
    value.starts_with(['.', ':', '='])
        || value.starts_with("**")
        || value.ends_with(['.', ':', '?'])
        || value.matches('/').count() > 2 && value.contains('.')
        || value.contains("..")
        || value.contains("->")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn working_folder_of_a_shell_is_no_password() {
        let found = |text: &str| {
            let mut found = Vec::new();
            find(text, &mut found);
            found.len()
        };
        assert_eq!(found("PWD=/tmp/x7q4zm9/ws2\nOLDPWD=C:\\x7q4zm9\n"), 0);
        assert_eq!(found("DB_PWD=/xkq7vzm\nPWD=xkq7vzm4\npwd=/xkq7vzm4\n"), 3);
    }

    /// `xkqvzmwbhtjpdrcg`: sixteen letters, no two alike, no word.
    #[test]
    fn a_value_is_a_secret_from_a_length_a_mixture_and_a_chance_on() {
        use Telling::{Key, Password, Secret};
        let quote = End::Quote('"');
        let likely = [
            ("xkq7vzm", Password, End::Bare),
            ("xkqvzmw7", Password, End::Bare),
            ("7391526ab", Password, End::Bare),
            ("Xkq#vzmw", Password, End::Bare),
            ("xkqv#zmw", Password, quote),
            ("7391#264", Password, quote),
            ("xkqv#zmwbhtjpdrc", Password, End::Bare),
            ("Xkqv-Zmwb-7312-hjtd", Password, End::Bare),
            ("xkqvzm#wbhtj.p7d", Password, End::Bare),
            ("xkq7vz4mwb", Secret, End::Bare),
            ("Xkqvz7mwbh", Secret, End::Bare),
            ("xkqvz7mwbhtjpdrc", Secret, End::Bare),
            ("xkq7vz.4mwb", Secret, End::Bare),
            ("xkq7vz4mwbhtjpdr", Key, End::Bare),
        ];
        let unlikely = [
            // Too short.
            ("xkq7vz", Password, quote),
            ("xkq7vz4mw", Secret, End::Bare),
            ("xkq7vz4mwbhtjpd", Key, End::Bare),
            // Not mixed.
            ("xkqv#zmw", Password, End::Bare),
            ("xkqv#zmwbhtjpdr", Password, End::Bare),
            ("7391526a", Password, End::Bare),
            ("7391#26a", Password, quote),
            ("7391#264", Password, End::Bare),
            ("xkqvz7mwbht", Secret, End::Bare),
            ("xkqvz7mwbhtjpdrcg", Key, End::Bare),
            ("7391526408#%!?*+~", Key, End::Bare),
            // Of too little chance.
            ("aab7aab7", Password, quote),
            ("xkqxkq77xk4", Secret, End::Bare),
            ("xk7xk7xk7xk7xk7xk", Key, End::Bare),
            // Words, and for a password only words without a number.
            ("Xkqv-Zmwb-7312-hjtd", Secret, End::Bare),
            ("Xkqv-Zmwb-hjtd", Password, quote),
            // Something else than a value.
            ("xkq7 vz4m wbht", Secret, quote),
            ("Xkqv#zmwbhtj.pdrc", Password, quote),
            ("${xkq7vz4mwb}", Secret, End::Bare),
            ("xkq7vz4mwb-your", Secret, End::Bare),
            ("..xkq7vz4mwb", Secret, End::Bare),
        ];
        for (value, telling, end) in likely {
            assert!(is_likely(value, telling, end), "{value}");
        }
        for (value, telling, end) in unlikely {
            assert!(!is_likely(value, telling, end), "{value}");
        }
    }

    #[test]
    fn parts_of_programs_paths_and_versions_are_no_values() {
        for place in [".a", ":a", "=a", "a.", "a:", "a?", "a/b/c/d.e", "a/b/c/d/e.f", "1..2", "a->b"] {
            assert!(is_place(place), "{place}");
        }
        for value in ["a", "a/b/c.d", "a/b/c/d/e", "1.2", "a-b", "a>b"] {
            assert!(!is_place(value), "{value}");
        }
    }

    #[test]
    fn a_value_ends_where_its_beginning_says() {
        assert_eq!(End::Quote('"').length("a'b\"c", 9), 3);
        assert_eq!(End::Quote('"').length("ab\nc\"", 9), 2);
        assert_eq!(End::Escape.length("a\"b\\\"", 9), 3);
        assert_eq!(End::Escape.length("ab\nc\\", 9), 2);
        assert_eq!(End::Bare.length("ab c", 9), 2);
        assert_eq!(End::Bare.length("a:b;c", 9), 3);
        // No more is read than is asked for, and never a part of a character.
        assert_eq!(End::Bare.length("abcdef", 3), 3);
        assert_eq!(End::Bare.length("abc;", 3), 3);
        assert_eq!(End::Bare.length("aéb", 2), 3);
        assert_eq!(End::Bare.length("abc", 9), 3);
    }

    #[test]
    fn a_name_that_tells_of_something_else_is_none() {
        let of = |text: &str| {
            let word = NAMES.find(text).expect("a telling word").range();
            name(text, word).map(|range| text[range].to_owned())
        };
        for (text, whole) in [
            ("tokens=", "tokens"),
            ("TOKENS=", "TOKENS"),
            ("tokenValue=", "tokenValue"),
            ("TOKENvalue=", "TOKENvalue"),
            ("token2=", "token2"),
            ("my_token.v1=", "my_token.v1"),
            ("a b.secret-part-.=", "b.secret-part"),
        ] {
            assert_eq!(of(text).as_deref(), Some(whole));
        }
        for text in [
            "tokenizer=",
            "TOKENIZER=",
            "secretary=",
            "token_id=",
            "tokenId=",
            "token-URL=",
            "cache_key=",
            "my.sort_key=",
        ] {
            assert_eq!(of(text), None, "{text}");
        }
    }

    #[test]
    fn a_value_begins_behind_its_sign_quote_or_option() {
        let of = |text: &str| {
            let end = text.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'-').count();
            value(text, &(0..end))
        };
        for (text, at, end) in [
            ("token=x", 6, End::Bare),
            ("token := x", 9, End::Bare),
            ("token => x", 9, End::Bare),
            ("token: \"x\"", 8, End::Quote('"')),
            ("token='x'", 7, End::Quote('\'')),
            ("token\": `x`", 9, End::Quote('`')),
            ("token\\\":\\\"x\\\"", 10, End::Escape),
            ("token=\\x\\", 6, End::Bare),
            ("token'] = x", 10, End::Bare),
            ("<token>x</token>".trim_start_matches('<'), 6, End::Bare),
            ("--token x", 8, End::Bare),
            ("--token   'x", 11, End::Quote('\'')),
        ] {
            assert!(of(text) == Some((at, end)), "{text}");
        }
        for text in [
            "token",
            "token=",
            "token == x",
            "token::x",
            "token=~x",
            "token x",
            "token>x",
            "token>x<y",
            "--token",
            "--token -x",
            "--token --x",
        ] {
            assert!(of(text).is_none(), "{text}");
        }
    }
}
