//! Taking out of a text what should not leave this machine: likely secrets, folders of persons, e-mail
//! addresses. As with [`crate::secret`], a help and no proof.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::Regex;

use crate::secret;

/// A text without them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cleaned {
    /// What is left, with a word in brackets where something was.
    pub text: String,
    /// How often each rule took something out: a rule of [`crate::secret`], `home` or `e-mail`.
    pub removed: BTreeMap<&'static str, u32>,
}

/// Least bytes of a secret that is also taken out where nothing marks it.
const REPEATED: usize = 8;

/// Names of people and hosts may have letters of any script, or be written in ASCII as `xn--…`; the sign between may be
/// escaped, wide or spelled out.
static EMAIL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"[\p{L}\p{N}][\p{L}\p{M}\p{N}._%+-]*(?:(?:@|＠|%(?:25)?40|&#(?:64|[xX]40);|\\{1,4}u0040|\\{1,4}x40)[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)*\.(?:xn--[A-Za-z0-9-]+|\p{L}[\p{L}\p{M}]+)| ?[\[(](?i:at)[\])] ?[\p{L}\p{M}\p{N}-]+(?: ?(?:\.|[\[(](?i:dot)[\])]) ?[\p{L}\p{M}\p{N}-]+)*(?:\.| ?[\[(](?i:dot)[\])] ?)\p{L}[\p{L}\p{M}]+)",
    )
    .expect("a pattern")
});
/// Behind `mailto:` an address needs no domain with a dot.
static MAILTO: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(?i)(mailto:)[^\s"'<>?&@,;()]{1,256}?(?:@|%40)[^\s"'<>?&,;()]{1,256}"#).expect("a pattern")
});
/// Home folders: by their paths on each system, escaped or not. A name of Windows may have blanks where a backslash ends it.
static HOME: LazyLock<Regex> = LazyLock::new(|| {
    let folders = r"(?:Users|Documents and Settings|Dokumente und Einstellungen|home[s$]{0,2}|profiles?\$?)";
    let drive = r#"(?:[A-Za-z](?::|%3A)|\\{2,8}[^\\/\s"'<>|:]{1,253})"#;
    let name = r#"[^/\\\s"'<>|:%;,)\]}`]+"#;
    Regex::new(&format!(
        r"(?i:(?:/home/|/Users/|/Documents and Settings/|%2Fhome%2F|%2FUsers%2F|{drive}(?:\\{{1,8}}|/|%5C){folders}(?:/|%5C)){name}(?:%20{name}){{0,3}}|{drive}\\{{1,8}}{folders}\\{{1,8}}(?:{name}(?: {name}){{1,3}}(\\)|{name}))"
    ))
    .expect("a pattern")
});
/// The same behind what may stand before a path, where the beginning alone could be the middle of another one.
static PLAIN_HOME: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r#"(^|[\s"'`=:(\[{,;<>|]|://)(?:/root|%2Froot|\\{1,4}(?i:Users|Documents and Settings)\\{1,4}[^/\\\s"'<>|:%;,)\]}`]+)(%2F|[/\\\s"'`:)\]},;<>|]|$)"#,
    )
    .expect("a pattern")
});
/// As agents write them into the name of a folder: `-home-marie-work`, `C--Users-marie-work`.
static ENCODED_HOME: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(^|[/\\\s"'`=:(\[{,;<>|]|(?-u:\b)[A-Za-z]-)-(?:(?:home|Users)-[^-/\\\s"'`]+|root(-))"#)
        .expect("a pattern")
});
/// The home folder of a user by name, as shells write it.
static NAMED_HOME: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(^|[\s"'`=:(\[{,;<>|])~[a-z_][a-z0-9_-]{0,31}(/|$|[\s"'`:)\]},;<>|])"#).expect("a pattern")
});

/// Takes out likely secrets, e-mail addresses, and the names of home folders: `home`, and whatever looks like
/// one of anybody else.
pub fn clean(text: &str, home: Option<&str>) -> Cleaned {
    let mut removed = BTreeMap::new();
    let mut left = without_secrets(text, &mut removed);
    left = replaced(&MAILTO, &left, "$1[e-mail]", "e-mail", &mut removed);
    left = replaced(&EMAIL, &left, "[e-mail]", "e-mail", &mut removed);
    left = homes_shortened(&left, home, &mut removed);
    Cleaned { text: left, removed }
}

/// Returns a text in which home folders, `home` and those of anybody else, are written as `~`: for paths and names that
/// are told without the texts they are about.
pub fn shorten_homes(text: &str, home: Option<&str>) -> String {
    homes_shortened(text, home, &mut BTreeMap::new())
}

fn homes_shortened(text: &str, home: Option<&str>, removed: &mut BTreeMap<&'static str, u32>) -> String {
    let mut left = text.to_owned();
    if let Some(home) = home.filter(|home| home.len() > 1) {
        let found = left.matches(home).count();
        if found > 0 {
            left = left.replace(home, "~");
            *removed.entry("home").or_default() += u32::try_from(found).unwrap_or(u32::MAX);
        }
    }
    left = replaced(&HOME, &left, "~$1", "home", removed);
    // Neighbours share the sign between them: `/root:/root/bin`.
    for _ in 0..2 {
        left = replaced(&PLAIN_HOME, &left, "$1~$2", "home", removed);
    }
    left = replaced(&ENCODED_HOME, &left, "$1-~$2", "home", removed);
    replaced(&NAMED_HOME, &left, "$1~$2", "home", removed)
}

fn without_secrets(text: &str, removed: &mut BTreeMap<&'static str, u32>) -> String {
    let secrets = secret::find(text);
    let mut values: Vec<(&str, &'static str)> = Vec::new();
    let (mut left, mut at) = (String::with_capacity(text.len()), 0);
    for secret in &secrets {
        left.push_str(&text[at..secret.start]);
        left.push_str("[secret]");
        at = secret.end;
        *removed.entry(secret.rule).or_default() += 1;
        values.push((&text[secret.start..secret.end], secret.rule));
    }
    left.push_str(&text[at..]);
    // The same value where nothing gave it away.
    for (value, rule) in values.into_iter().filter(|(value, _)| value.len() >= REPEATED) {
        let again = left.matches(value).count();
        if again > 0 {
            left = left.replace(value, "[secret]");
            *removed.entry(rule).or_default() += u32::try_from(again).unwrap_or(u32::MAX);
        }
    }
    left
}

fn replaced(
    pattern: &Regex,
    text: &str,
    word: &str,
    rule: &'static str,
    removed: &mut BTreeMap<&'static str, u32>,
) -> String {
    let found = pattern.find_iter(text).count();
    if found == 0 {
        return text.to_owned();
    }
    *removed.entry(rule).or_default() += u32::try_from(found).unwrap_or(u32::MAX);
    pattern.replace_all(text, word).into_owned()
}

#[cfg(test)]
mod tests {
    use super::{clean, shorten_homes};

    #[test]
    fn what_names_a_person_or_opens_a_door_is_taken_out() {
        let check = |text: &str, left: &str, rules: &[(&str, u32)]| {
            let cleaned = clean(text, Some("/srv/mara"));
            assert_eq!(cleaned.text, left);
            assert_eq!(cleaned.removed.into_iter().collect::<Vec<_>>(), rules, "{text}");
        };
        check("nothing here", "nothing here", &[]);
        check("in /srv/mara/x and /home/otto/y", "in ~/x and ~/y", &[("home", 2)]);
        check(r"C:\Users\Otto\x", r"~\x", &[("home", 1)]);
        check(r"C:\\Users\\Otto\\x", r"~\\x", &[("home", 1)]);
        check("c:/Users/otto/x", "~/x", &[("home", 1)]);
        check("/mnt/c/Users/Otto", "/mnt/c~", &[("home", 1)]);
        check("file:///home/marie/x, /Users/marie", "file://~/x, ~", &[("home", 2)]);
        check("%2Fhome%2Fmarie%2Fx", "~%2Fx", &[("home", 1)]);
        check("cd ~marie/x && ls ~marie", "cd ~/x && ls ~", &[("home", 2)]);
        check(
            "/w/.claude/projects/-home-marie-ws/a.jsonl",
            "/w/.claude/projects/-~-ws/a.jsonl",
            &[("home", 1)],
        );
        check("a ~ b, ~/x, ~5, x~y", "a ~ b, ~/x, ~5, x~y", &[]);
        check("see mailto:marie%40host.example?subject=x", "see mailto:[e-mail]?subject=x", &[("e-mail", 1)]);
        check("mailto:x%40y, marie%40host.example", "mailto:[e-mail], [e-mail]", &[("e-mail", 2)]);
        check(r"marie\u0040host.example", "[e-mail]", &[("e-mail", 1)]);
        check("marie&#64;host.example, marie&#x40;host.example", "[e-mail], [e-mail]", &[("e-mail", 2)]);
        check("marie＠host.example", "[e-mail]", &[("e-mail", 1)]);
        check("marie [at] host [dot] example", "[e-mail]", &[("e-mail", 1)]);
        check("marie.b (at) host.example", "[e-mail]", &[("e-mail", 1)]);
        check("href=\"mailto:\" + to", "href=\"mailto:\" + to", &[]);
        check("look (at) it, a [at] b", "look (at) it, a [at] b", &[]);
        check("an jürgen@bücher.example", "an [e-mail]", &[("e-mail", 1)]);
        check("an a@xn--bcher-kva.xn--p1ai", "an [e-mail]", &[("e-mail", 1)]);
        check("from mara.b@mail.example.org, now", "from [e-mail], now", &[("e-mail", 1)]);
        let key = ["AKIA", "Q3RTJ7XW2Z4NPLWK"].concat();
        let cleaned = clean(&format!("id {key} and again x{key}x"), None);
        assert!(!cleaned.text.contains(&key), "{}", cleaned.text);
        assert_eq!(cleaned.removed.values().sum::<u32>(), 2);
        assert_eq!(shorten_homes("/home/marie/x from a@b.example", None), "~/x from a@b.example");
        // Cleaning what is clean changes nothing.
        assert_eq!(clean(&cleaned.text, None).text, cleaned.text);
    }

    #[test]
    fn home_folder_is_shortened_in_every_spelling() {
        for (text, left) in [
            ("/root/x, cd /root", "~/x, cd ~"),
            ("file:///root/x", "file://~/x"),
            ("PATH=/root/bin:/root/.cargo/bin", "PATH=~/bin:~/.cargo/bin"),
            ("%2Froot%2Fx", "~%2Fx"),
            ("ls -home-marie-ws", "ls -~-ws"),
            ("-home-marie-ws/a.jsonl", "-~-ws/a.jsonl"),
            ("\"-Users-marie-ws\"", "\"-~-ws\""),
            ("projects/-root-ws", "projects/-~-ws"),
            ("projects/C--Users-marie-ws", "projects/C--~-ws"),
            (r"\\server\Users\marie\x", r"~\x"),
            (r"\\\\server\\Users\\marie\\x", r"~\\x"),
            (r"\\server\home$\marie\x", r"~\x"),
            ("//server/Users/marie/x", "//server~/x"),
            (r"C:\Documents and Settings\marie\x", r"~\x"),
            ("C:/Documents and Settings/marie/x", "~/x"),
            (r"C:\Dokumente und Einstellungen\marie", "~"),
            (r"C:\Users\Marie Curie\x", r"~\x"),
            ("file:///C:/Users/Marie%20Curie/x", "file:///~/x"),
            ("from /home/otto and a/b", "from ~ and a/b"),
            ("C%3A%5CUsers%5Cmarie%5Cx", "~%5Cx"),
            ("C:%5CUsers%5Cmarie", "~"),
            (r"cd \Users\marie\x", r"cd ~\x"),
            ("/var/home/marie/x", "/var~/x"),
        ] {
            assert_eq!(shorten_homes(text, None), left, "{text}");
        }
        for text in [
            "/sys/root/x",
            "/rooted",
            "a/root/b",
            "--home-dir x",
            "-root",
            r"App\Users\Models",
            "x-home-page-y",
            "/home and /Users",
            "C--x",
        ] {
            assert_eq!(shorten_homes(text, None), text);
        }
    }
}
