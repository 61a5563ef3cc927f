//! Whether a text may hold a risk at all, in one pass: nearly none does, and to read every line as a shell does takes a
//! hundred times as long.

use std::borrow::Cow;
use std::sync::LazyLock;

use memchr::memchr3_iter;
use regex::Regex;

/// What stands in every text with a risk: a program, a place, or the verb of a sentence that overrules. `expect`: a
/// test compiles it.
static SIGNS: LazyLock<Regex> = LazyLock::new(|| {
    let words = concat!(
        r"(?-u)curl|wget|Invoke-|base64|openssl|sudo|doas|crontab|systemctl|launchctl|/dev/tcp/|\.ssh/",
        r"|\.aws/credentials|\.netrc|\.gnupg|/etc/shadow|\.config/gh/hosts|/etc/cron|\.bashrc|\.zshrc|\.bash_profile",
        r"|\.profile|LaunchAgents|LaunchDaemons|systemd/|(?i:ignore|disregard|forget|override)",
        r"|(?:^|(?u:[^A-Za-z0-9_-]))(?:rm|nc|ncat|netcat|iwr|irm|xxd)(?:$|(?u:[^A-Za-z0-9_-]))",
    );
    Regex::new(words).expect("the pattern is right")
});

/// No for a text without any risk; yes for every other, and for some that have none.
pub(super) fn may_be_met(text: &str) -> bool {
    let (plain, is_continued) = (unquoted(text), text.contains("\\\n") || text.contains("\\\r\n"));
    SIGNS.is_match(&plain) || is_continued && SIGNS.is_match(&joined(text))
}

/// The text without quotes and backslashes, of which words of a shell are made as of any other letters.
fn unquoted(text: &str) -> Cow<'_, str> {
    let (mut plain, mut from) = (String::new(), 0);
    for at in memchr3_iter(b'\'', b'"', b'\\', text.as_bytes()) {
        plain.push_str(&text[from..at]);
        from = at + 1;
    }
    if from == 0 {
        return text.into();
    }
    plain.push_str(&text[from..]);
    plain.into()
}

/// The same with the lines joined that a backslash continues.
fn joined(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let mut lines = text.split("\\\n");
    let first = lines.next().unwrap_or_default();
    let rest = lines.map(|line| line.trim_start_matches(|c: char| c != '\n' && c.is_whitespace()));
    unquoted(&std::iter::once(first).chain(rest).collect::<String>()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::{may_be_met, unquoted};

    #[test]
    fn quotes_within_a_word_hide_no_risk() {
        for text in ["sudo ls", "s'u'do ls", "\"su\"do ls", "su\\do ls", "é su\\\ndo ls", "su\\\r\n  do ls"]
        {
            assert!(may_be_met(text), "{text:?}");
        }
        assert!(!may_be_met("su do 'ls'"));
        for (text, plain) in [("", ""), ("a", "a"), ("'", ""), ("é'a\\\\\"ü\"", "éaü")] {
            assert_eq!(unquoted(text), plain);
        }
    }
}
