//! The form of a secret that is known by what stands around it, and what such values have in common.

use crate::secret::strength::{decoded, entropy, is_example, is_words, kinds, mixture};

/// A pattern whose first group that takes part is the secret.
pub(super) struct Shape {
    pub rule: &'static str,
    pub words: &'static str,
    pub by: &'static str,
    pub pattern: &'static str,
    /// Words of which every match has one, in lower case; compared without regard to case.
    /// Nothing where no word does.
    pub needs: &'static [&'static str],
    /// Bytes without a blank that such a text has at least.
    pub run: usize,
    pub is_likely: fn(&str) -> bool,
}

/// Returns whether base64 hides a name, a password or both, with a `:` between, in letters of any language.
pub(super) fn is_login(value: &str) -> bool {
    let text = decoded(value).and_then(|bytes| String::from_utf8(bytes).ok());
    text.is_some_and(|text| text.len() >= 3 && text.contains(':') && !text.contains(char::is_control))
}

/// Returns whether base64 hides something that is a login, or as random as a token.
pub(super) fn is_login_or_token(value: &str) -> bool {
    is_login(value) || value.len() >= 20 && kinds(value) >= 3 && is_random(value, 3.5)
}

/// Returns whether base64 hides `name:password`.
pub(super) fn is_name_and_password(value: &str) -> bool {
    decoded(value).is_some_and(|bytes| {
        let colon = bytes.iter().position(|&byte| byte == b':');
        colon.is_some_and(|at| at > 0 && at + 1 < bytes.len())
            && bytes.iter().all(|byte| (b' '..0x7f).contains(byte))
    })
}

/// Returns whether it has digits, is no row of words, and has as many bits of chance per byte.
pub(super) fn is_random(value: &str, chance: f64) -> bool {
    let (digits, letters) = mixture(value);
    digits >= 2 && letters >= 2 && !is_words(value) && !is_example(value) && entropy(value) >= chance
}
