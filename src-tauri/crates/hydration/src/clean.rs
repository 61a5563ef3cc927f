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

/// Names of people and hosts may have letters of any script, or be written in ASCII as `xn--…`.
static EMAIL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"[\p{L}\p{N}][\p{L}\p{M}\p{N}._%+-]*@[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)*\.(?:xn--[A-Za-z0-9-]+|\p{L}[\p{L}\p{M}]+)",
    )
    .expect("a pattern")
});
/// Home folders: by their paths on each system, escaped or not, and as agents write them into the name of a folder.
static HOME: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r#"(?i:(?:/home/|/Users/|%2Fhome%2F|%2FUsers%2F|[A-Za-z]:(?:\\{1,4}|/)Users(?:\\{1,4}|/)))[^/\\ \t\r\n"'<>|:%;,)\]}`]+"#,
    )
    .expect("a pattern")
});
static ENCODED_HOME: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"([/\\])-(?:home|Users)-[^-/\\\s]+").expect("a pattern"));
/// The home folder of a user by name, as shells write it.
static NAMED_HOME: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(^|[\s"'`=:(\[{,;<>|])~[a-z_][a-z0-9_-]{0,31}(/|$|[\s"'`:)\]},;<>|])"#).expect("a pattern")
});

/// Takes out likely secrets, e-mail addresses, and the names of home folders: `home`, and whatever looks like
/// one of anybody else.
pub fn clean(text: &str, home: Option<&str>) -> Cleaned {
    let mut removed = BTreeMap::new();
    let mut left = without_secrets(text, &mut removed);
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
    left = replaced(&HOME, &left, "~", "home", removed);
    left = replaced(&ENCODED_HOME, &left, "$1-~", "home", removed);
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
}
