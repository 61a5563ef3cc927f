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

static EMAIL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"[A-Za-z0-9][A-Za-z0-9._%+-]*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}")
        .expect("a pattern")
});
static HOME: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(?:/home/|/Users/|[A-Za-z]:\\Users\\)[^/\\ \t\r\n"'<>|:]+"#).expect("a pattern")
});

/// Takes out likely secrets, e-mail addresses, and the names of home folders: `home`, and whatever looks like
/// one of another machine.
pub fn clean(text: &str, home: Option<&str>) -> Cleaned {
    let mut removed = BTreeMap::new();
    let mut left = without_secrets(text, &mut removed);
    left = replaced(&EMAIL, &left, "[e-mail]", "e-mail", &mut removed);
    if let Some(home) = home.filter(|home| home.len() > 1) {
        let found = left.matches(home).count();
        if found > 0 {
            left = left.replace(home, "~");
            *removed.entry("home").or_default() += u32::try_from(found).unwrap_or(u32::MAX);
        }
    }
    left = replaced(&HOME, &left, "~", "home", &mut removed);
    Cleaned { text: left, removed }
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
    use super::clean;

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
        check("from mara.b@mail.example.org, now", "from [e-mail], now", &[("e-mail", 1)]);
        let key = ["AKIA", "Q3RTJ7XW2Z4NPLWK"].concat();
        let cleaned = clean(&format!("id {key} and again x{key}x"), None);
        assert!(!cleaned.text.contains(&key), "{}", cleaned.text);
        assert_eq!(cleaned.removed.values().sum::<u32>(), 2);
        // Cleaning what is clean changes nothing.
        assert_eq!(clean(&cleaned.text, None).text, cleaned.text);
    }
}
