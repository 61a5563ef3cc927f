//! Secrets that are known by what stands around them.

mod assigned;
mod commands;
mod headers;
mod said;
mod shape;

use std::sync::LazyLock;

use memchr::memmem;
use regex::{Captures, Regex};

use super::found::{Secret, secret};
use super::strength::{entropy, is_example, is_reference, is_standin};
use shape::{Shape, is_login_or_token, is_random};

/// Every repetition is of bytes, and has an end where two could compete for one text.
const SHAPES: &[Shape] = &[
    Shape {
        rule: "url-password",
        words: "password in an address",
        by: "by the form name:password@host",
        pattern: r#"(?-u)[A-Za-z][A-Za-z0-9+.-]{0,20}://(?u:[^ \t\r\n/:@"'<>`]){0,80}:((?u:[^ \t\r\n/"'<>`]){3,256})@[A-Za-z0-9\[]"#,
        needs: &["://"],
        run: 0,
        is_likely: |value| {
            let plain = value.contains(['$', '{', '[', '%']) && value.contains(['{', '[', '(']);
            !is_standin(value)
                && !is_reference(value)
                && !plain
                && !["pass", "pwd", "pw", "user"].contains(&value)
                && entropy(value) > 1.5
        },
    },
    Shape {
        rule: "url-password",
        words: "token in an address",
        by: "by the form token@host",
        pattern: r"(?-u)https?://([A-Za-z0-9_-]{20,256})@[A-Za-z0-9]",
        needs: &["://"],
        run: 20,
        is_likely: |value| is_random(value, 3.2),
    },
    Shape {
        rule: "netrc",
        words: "password of a netrc file",
        by: "by the words machine, login, password",
        pattern: r"(?-u)\bmachine\s{1,8}(?u:[^ \t\r\n]){1,253}\s{1,8}login\s{1,8}(?u:[^ \t\r\n]){1,253}\s{1,8}password\s{1,8}((?u:[^ \t\r\n]){4,256})",
        needs: &["machine"],
        run: 0,
        is_likely: |value| !is_standin(value) && !is_reference(value),
    },
    Shape {
        rule: "registry-login",
        words: "name and password of a registry",
        by: "by the name auth",
        pattern: r#"(?-u)["']?\b_?auth\\?["']?\s{0,3}[:=]\s{0,20}\\?["']?([A-Za-z0-9+/]{10,}={0,2})"#,
        needs: &["auth"],
        run: 10,
        is_likely: is_login_or_token,
    },
    Shape {
        rule: "aws-secret",
        words: "secret key of AWS",
        by: "by the key id before it",
        pattern: r#"(?-u)\bA(?:KIA|SIA)[A-Z0-9]{16}["']?[,;:\s|]{1,4}["']?([A-Za-z0-9+/]{40})(?:$|(?u:[^A-Za-z0-9+/=]))"#,
        needs: &["akia", "asia"],
        run: 40,
        is_likely: |value| is_random(value, 3.5),
    },
    Shape {
        rule: "telegram-token",
        words: "token of a Telegram bot",
        by: "by its form, number:key",
        pattern: r"(?-u)(?:^|bot|(?u:[^A-Za-z0-9]))([0-9]{8,10}:[A-Za-z0-9_-]{35})(?:$|(?u:[^A-Za-z0-9_-]))",
        needs: &[],
        run: 44,
        is_likely: |value| is_random(&value[9..], 3.0),
    },
    Shape {
        rule: "discord-token",
        words: "token of a Discord bot",
        by: "by its form of three parts",
        pattern: r"(?-u)\b([MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{27,45})(?:$|(?u:[^A-Za-z0-9_.-]))",
        needs: &[],
        run: 59,
        is_likely: |value| is_random(value, 3.5),
    },
    Shape {
        rule: "azure-secret",
        words: "client secret of Azure",
        by: "by its form, with 8Q~ in it",
        pattern: r"(?-u)(?:^|(?u:[^A-Za-z0-9_~.-]))([A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34})(?:$|(?u:[^A-Za-z0-9_~.-]))",
        needs: &["q~"],
        run: 37,
        is_likely: |value| entropy(value) > 3.2,
    },
    Shape {
        rule: "azure-token",
        words: "token of Azure DevOps",
        by: "by its form, with AZDO in it",
        pattern: r"(?-u)\b([A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{7,10}AZDO[A-Za-z0-9]{4})\b",
        needs: &["jqqj99"],
        run: 73,
        is_likely: |value| entropy(value) > 3.2,
    },
    Shape {
        rule: "mailchimp-key",
        words: "key of Mailchimp",
        by: "by its form, key-us1",
        pattern: r"(?-u)\b([0-9a-f]{32}-us[0-9]{1,2})\b",
        needs: &["-us"],
        run: 36,
        is_likely: |value| entropy(value) > 2.8,
    },
    Shape {
        rule: "airtable-token",
        words: "token of Airtable",
        by: "by its form, pat and two parts",
        pattern: r"(?-u)\b(pat[A-Za-z0-9]{14}\.[0-9a-f]{64})\b",
        needs: &["pat"],
        run: 82,
        is_likely: |value| entropy(value) > 3.0,
    },
    Shape {
        rule: "terraform-token",
        words: "token of Terraform Cloud",
        by: "by its form, with atlasv1 in it",
        pattern: r"(?-u)\b([A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{60,})",
        needs: &["atlasv1"],
        run: 83,
        is_likely: |value| entropy(value) > 3.2,
    },
    Shape {
        rule: "password-hash",
        words: "hash of a password",
        by: "by its form, $method$hash",
        pattern: r"(?-u)(\$(?:1|2[abxy]?|5|6|7|y|gy|md5|apr1|argon2(?:id|i|d)|scrypt|pbkdf2[a-z0-9-]{0,20})\$[A-Za-z0-9./$=,+-]{20,})",
        needs: &["$"],
        run: 23,
        is_likely: |value| entropy(value) > 3.0 && !is_example(value),
    },
    Shape {
        rule: "named-secret",
        words: "secret value",
        by: "by the name before it, written as in an address",
        pattern: r"(?i-u)(?:passw(?:or)?d|passwort|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key)(?:%22|%27)?(?:%20){0,2}%(?:25)?(?:3d|3a)(?:%20){0,2}(?:%22|%27)?([a-z0-9._~!*()+%-]{4,256})",
        needs: &["%3d", "%3a", "%253"],
        run: 0,
        is_likely: |value| !is_standin(value) && !is_reference(value),
    },
    Shape {
        rule: "vault-token",
        words: "token of Vault",
        by: "by its form, s. and 24 letters",
        pattern: r"(?-u)(?:^|(?u:[^A-Za-z0-9_.-]))(s\.[A-Za-z0-9]{24})(?:$|(?u:[^A-Za-z0-9_-]))",
        needs: &["s."],
        run: 26,
        is_likely: |value| is_random(&value[2..], 3.2),
    },
    Shape {
        rule: "firebase-key",
        words: "server key of Firebase",
        by: "by its form, AAAA and two parts",
        pattern: r"(?-u)\b(AAAA[A-Za-z0-9_-]{7}:[A-Za-z0-9_-]{100,})",
        needs: &["aaaa"],
        run: 112,
        is_likely: |value| entropy(value) > 3.5,
    },
    Shape {
        rule: "json-web-token",
        words: "JSON web token",
        by: "by its form of three parts, over several lines",
        pattern: r"(?-u)\b(eyJ[A-Za-z0-9_-]{5,}(?:[ \t\\]{0,4}\r?\n[ \t>|]{0,16}[A-Za-z0-9_-]+){0,8}(?:[ \t\\]{0,4}\r?\n[ \t>|]{0,16})?\.(?:[ \t\\]{0,4}\r?\n[ \t>|]{0,16})?eyJ[A-Za-z0-9_-]{5,}(?:[ \t\\]{0,4}\r?\n[ \t>|]{0,16}[A-Za-z0-9_-]+){0,8}(?:[ \t\\]{0,4}\r?\n[ \t>|]{0,16})?\.(?:[ \t\\]{0,4}\r?\n[ \t>|]{0,16})?[A-Za-z0-9_-]{10,}(?:[ \t\\]{0,4}\r?\n[ \t>|]{0,16}[A-Za-z0-9_-]{20,})?)",
        needs: &["eyj"],
        run: 0,
        is_likely: |value| entropy(value) > 3.5,
    },
    Shape {
        rule: "private-key",
        words: "private key",
        by: "by its first line, written as base64",
        pattern: r"(?-u)(LS0tLS1CRUdJTiB(?:QUklW|SU0EgUFJJV|FQyBQUklW|PUEVOU1NIIFBSSV|FTkNSWVBURUQgUFJJV|EU0EgUFJJV)[A-Za-z0-9+/=]*)",
        needs: &["ls0tls1crudjtib"],
        run: 20,
        is_likely: |_| true,
    },
];

/// All shapes with their patterns, the more telling ones first. `expect`: a test compiles them all.
static COMPILED: LazyLock<Vec<(&Shape, Regex)>> = LazyLock::new(|| {
    let all = headers::SHAPES.iter().chain(SHAPES).chain(commands::SHAPES).chain(said::SHAPES);
    all.map(|shape| (shape, Regex::new(shape.pattern).expect("the pattern is right"))).collect()
});

/// Adds what is found by its surroundings; `run` is the longest run of bytes without a blank.
pub(super) fn find(text: &str, run: usize, found: &mut Vec<Secret>) {
    // A shape by itself reads all of the text; a word is found at the speed of memory.
    let small = text.to_ascii_lowercase();
    let has = |word: &&str| memmem::find(small.as_bytes(), word.as_bytes()).is_some();
    let may_be_met =
        |shape: &Shape| shape.run <= run && (shape.needs.is_empty() || shape.needs.iter().any(has));
    for (shape, pattern) in COMPILED.iter().filter(|(shape, _)| may_be_met(shape)) {
        // Of several groups each is one way to write the value.
        let group = |hit: Captures<'_>| hit.iter().skip(1).flatten().next().map(|value| value.range());
        for range in pattern.captures_iter(text).filter_map(group) {
            if (shape.is_likely)(&text[range.clone()]) {
                found.push(secret(range, shape.rule, shape.words, shape.by.to_owned()));
            }
        }
    }
    assigned::find(text, found);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::shape::is_name_and_password;
    use super::*;

    proptest! {
        #[test]
        fn a_shape_is_found_where_its_words_stand(
            pieces in prop::collection::vec(
                prop::sample::select(vec![
                    "Authorization: ", "BEARER ", "Basic ", "https://", "?sig=", "&X-Amz-Security-Token=", "curl -u ",
                    "machine a login b password c5e7", "_auth = ", "AKIA2B4D6F8H1J3K5M7P ", "12345678:", "M", ".",
                    "a1Q~", "JQQJ99", "AZDO", "-us12", "pat", ".atlasv1.", "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dF3hJ5",
                    "0123456789abcdef0123456789abcdef", "me:", "@host", " ", "\n", "Set-Cookie: sid=", "$6$", "sshpass -p ",
                    "mysql -p", "password%3D", " s.", "AAAA1234567:", "eyJ", "PASSWORT: ", "Пароль: ", "ПАРОЛЬ = ", "密码：",
                    "redis-cli -a ", "docker login -p ", "az -p ", "net use x ", " /user:", "htpasswd -nb m ",
                    "requirepass ", "echo me:", " | sudo -S", " | chpasswd", "set my_token ", "identified by '", "curl -b a=",
                    "password is ", "API key is ", "with password ", "WIFI:P:", ";", "X-Amz-Signature=", "Digest response=",
                    "h.test\tTRUE\t/\tTRUE\t0\ta\t", "LS0tLS1CRUdJTiBQUklW", "HASŁO:", "Şifre: ", "Mật khẩu: ", "Lösenord: ", "passphrase: tulip anchor violet ",
                ]),
                0..8,
            ),
        ) {
            let text = pieces.concat();
            let run = text.split_ascii_whitespace().map(str::len).max().unwrap_or_default();
            let small = text.to_ascii_lowercase();
            for (shape, pattern) in &*COMPILED {
                let has_word = shape.needs.is_empty() || shape.needs.iter().any(|word| small.contains(word));
                prop_assert!(has_word && shape.run <= run || !pattern.is_match(&text), "{} {text:?}", shape.rule);
            }
        }
    }

    #[test]
    fn a_name_and_a_password_are_two_texts_with_a_colon_between() {
        // `a:b`, `user:pass word`
        for two in ["YTpi", "dXNlcjpwYXNzIHdvcmQ="] {
            assert!(is_name_and_password(two), "{two}");
        }
        // `:pa`, `user:`, `userpa`, `user:p` with a byte 1 and one with a byte 127, no base64
        for other in ["OnBh", "dXNlcjo=", "dXNlcnBh", "dXNlcjpwAQ==", "dXNlcjpwfw==", "a:b"] {
            assert!(!is_name_and_password(other), "{other}");
        }
    }

    #[test]
    fn what_is_random_has_digits_letters_and_chance_and_is_no_word() {
        assert!(is_random("xkq7vz4mwb", 3.0) && is_random("7391526ab", 3.0));
        assert!(is_random("abcdefg1h2345678", 4.0), "as much chance as is asked for");
        for other in
            ["xkq7vzmwbh", "7391x52640", "xkqv-zmwb-7312", "your7xkq4vzmwb", "xk7xk7xk7xk7", "xkqvzmwbht"]
        {
            assert!(!is_random(other, 3.0), "{other}");
        }
    }
}
