//! Secrets that are known by what stands around them.

mod assigned;

use std::sync::LazyLock;

use memchr::memmem;
use regex::{Captures, Regex};

use super::found::{Secret, secret};
use super::strength::{decoded, entropy, is_example, is_reference, is_standin, is_words, kinds, mixture};

/// A pattern whose group `s` is the secret.
struct Shape {
    rule: &'static str,
    words: &'static str,
    by: &'static str,
    pattern: &'static str,
    /// What stands in every text that it is found in, in letters of any case: one of these words, written small.
    /// Nothing where no word does.
    needs: &'static [&'static str],
    /// Bytes without a blank that such a text has at least.
    run: usize,
    is_likely: fn(&str) -> bool,
}

/// Every repetition is of bytes, and has an end where two could compete for one text.
const SHAPES: &[Shape] = &[
    Shape {
        rule: "authorization",
        words: "token of an Authorization header",
        by: "by the header Authorization",
        pattern: r#"(?i-u)authorization\\?["']?\s{0,3}[:=,]\s{0,3}\\?["']?(?:bearer|token|apikey|api-key|bot|key)\s{1,3}(?P<s>[a-z0-9._~+/=|:-]{8,})"#,
        needs: &["authorization"],
        run: 8,
        is_likely: |value| value.len() >= 8 && !is_standin(value) && !is_words(value),
    },
    Shape {
        rule: "authorization",
        words: "name and password of an Authorization header",
        by: "by the header Authorization",
        pattern: r#"(?i-u)\bbasic\s{1,3}(?P<s>[a-z0-9+/]{8,}={0,2})"#,
        needs: &["basic"],
        run: 8,
        is_likely: is_name_and_password,
    },
    Shape {
        rule: "authorization",
        words: "token behind Bearer",
        by: "by the word Bearer",
        pattern: r"(?i-u)\bbearer\s{1,3}(?P<s>[a-z0-9._~+/=|-]{20,})",
        needs: &["bearer"],
        run: 20,
        is_likely: |value| is_random(value, 3.2),
    },
    Shape {
        rule: "url-password",
        words: "password in an address",
        by: "by the form name:password@host",
        pattern: r#"(?-u)[A-Za-z][A-Za-z0-9+.-]{0,20}://(?u:[^ \t\r\n/:@"'<>`]){0,80}:(?P<s>(?u:[^ \t\r\n/"'<>`]){3,256})@[A-Za-z0-9\[]"#,
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
        pattern: r"(?-u)https?://(?P<s>[A-Za-z0-9_-]{20,256})@[A-Za-z0-9]",
        needs: &["://"],
        run: 20,
        is_likely: |value| is_random(value, 3.2),
    },
    Shape {
        rule: "url-signature",
        words: "signature that opens an address",
        by: "by the parameter of a signed address",
        pattern: r"(?i-u)[?&;](?:sig|signature|x-amz-signature|x-goog-signature|x-amz-security-token|se_sig)=(?P<s>[a-z0-9%+/=_-]{20,})",
        needs: &["sig", "security-token"],
        run: 20,
        is_likely: |value| is_random(value, 3.0),
    },
    Shape {
        rule: "command-password",
        words: "password of a command",
        by: "by the option before it",
        pattern: r#"(?-u)\bcurl\b(?u:[^\n]){0,200}?\s(?:-u|--user)[ =]["']?(?u:[^ \t\r\n:"']){1,80}:(?P<s>(?u:[^ \t\r\n"']){4,256})"#,
        needs: &["curl"],
        run: 0,
        is_likely: |value| !is_standin(value) && !is_reference(value) && !["pass", "pwd"].contains(&value),
    },
    Shape {
        rule: "netrc",
        words: "password of a netrc file",
        by: "by the words machine, login, password",
        pattern: r"(?-u)\bmachine\s{1,8}(?u:[^ \t\r\n]){1,253}\s{1,8}login\s{1,8}(?u:[^ \t\r\n]){1,253}\s{1,8}password\s{1,8}(?P<s>(?u:[^ \t\r\n]){4,256})",
        needs: &["machine"],
        run: 0,
        is_likely: |value| !is_standin(value) && !is_reference(value),
    },
    Shape {
        rule: "registry-login",
        words: "name and password of a registry",
        by: "by the name auth",
        pattern: r#"(?-u)["']?\b_?auth\\?["']?\s{0,3}[:=]\s{0,3}\\?["']?(?P<s>[A-Za-z0-9+/]{10,}={0,2})"#,
        needs: &["auth"],
        run: 10,
        is_likely: is_name_and_password,
    },
    Shape {
        rule: "aws-secret",
        words: "secret key of AWS",
        by: "by the key id before it",
        pattern: r#"(?-u)\bA(?:KIA|SIA)[A-Z0-9]{16}["']?[,;:\s|]{1,4}["']?(?P<s>[A-Za-z0-9+/]{40})(?:$|(?u:[^A-Za-z0-9+/=]))"#,
        needs: &["akia", "asia"],
        run: 40,
        is_likely: |value| is_random(value, 3.5),
    },
    Shape {
        rule: "telegram-token",
        words: "token of a Telegram bot",
        by: "by its form, number:key",
        pattern: r"(?-u)(?:^|bot|(?u:[^A-Za-z0-9]))(?P<s>[0-9]{8,10}:[A-Za-z0-9_-]{35})(?:$|(?u:[^A-Za-z0-9_-]))",
        needs: &[],
        run: 44,
        is_likely: |value| is_random(&value[9..], 3.0),
    },
    Shape {
        rule: "discord-token",
        words: "token of a Discord bot",
        by: "by its form of three parts",
        pattern: r"(?-u)\b(?P<s>[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{27,45})(?:$|(?u:[^A-Za-z0-9_.-]))",
        needs: &[],
        run: 59,
        is_likely: |value| is_random(value, 3.5),
    },
    Shape {
        rule: "azure-secret",
        words: "client secret of Azure",
        by: "by its form, with 8Q~ in it",
        pattern: r"(?-u)(?:^|(?u:[^A-Za-z0-9_~.-]))(?P<s>[A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34})(?:$|(?u:[^A-Za-z0-9_~.-]))",
        needs: &["q~"],
        run: 37,
        is_likely: |value| entropy(value) > 3.2,
    },
    Shape {
        rule: "azure-token",
        words: "token of Azure DevOps",
        by: "by its form, with AZDO in it",
        pattern: r"(?-u)\b(?P<s>[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{7,10}AZDO[A-Za-z0-9]{4})\b",
        needs: &["jqqj99"],
        run: 73,
        is_likely: |value| entropy(value) > 3.2,
    },
    Shape {
        rule: "mailchimp-key",
        words: "key of Mailchimp",
        by: "by its form, key-us1",
        pattern: r"(?-u)\b(?P<s>[0-9a-f]{32}-us[0-9]{1,2})\b",
        needs: &["-us"],
        run: 36,
        is_likely: |value| entropy(value) > 2.8,
    },
    Shape {
        rule: "airtable-token",
        words: "token of Airtable",
        by: "by its form, pat and two parts",
        pattern: r"(?-u)\b(?P<s>pat[A-Za-z0-9]{14}\.[0-9a-f]{64})\b",
        needs: &["pat"],
        run: 82,
        is_likely: |value| entropy(value) > 3.0,
    },
    Shape {
        rule: "terraform-token",
        words: "token of Terraform Cloud",
        by: "by its form, with atlasv1 in it",
        pattern: r"(?-u)\b(?P<s>[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{60,})",
        needs: &["atlasv1"],
        run: 83,
        is_likely: |value| entropy(value) > 3.2,
    },
    Shape {
        rule: "cookie",
        words: "cookie",
        by: "by the header Cookie",
        pattern: r#"(?i-u)\b(?:set-)?cookie(?:\\?["']\s{0,3},\s{0,3}\\?["']value)?\\?["']?\s{0,3}[:=,\s]\s{0,3}\\?["']?(?P<s>(?u:[^\r\n"'`\\]){8,4096})"#,
        needs: &["cookie"],
        run: 0,
        is_likely: is_cookie,
    },
    Shape {
        rule: "password-hash",
        words: "hash of a password",
        by: "by its form, $method$hash",
        pattern: r"(?-u)(?P<s>\$(?:1|2[abxy]?|5|6|7|y|gy|md5|apr1|argon2(?:id|i|d)|scrypt|pbkdf2[a-z0-9-]{0,20})\$[A-Za-z0-9./$=,+-]{20,})",
        needs: &["$"],
        run: 23,
        is_likely: |value| entropy(value) > 3.0 && !is_example(value),
    },
    Shape {
        rule: "command-password",
        words: "password of a command",
        by: "by the option before it",
        pattern: r#"(?-u)\bsshpass\b(?u:[^\n|;&]){0,100}?\s-p\s{0,3}["']?(?P<s>(?u:[^ \t\r\n"'`]){4,256})"#,
        needs: &["sshpass"],
        run: 0,
        is_likely: |value| !is_standin(value) && !is_reference(value),
    },
    Shape {
        rule: "command-password",
        words: "password of a command",
        by: "by the option before it",
        pattern: r#"(?-u)\b(?:mysql|mariadb)[a-z_-]{0,12}\b(?u:[^\n|;&]){0,200}?\s-p["']?(?P<s>(?u:[^ \t\r\n"'`-])(?u:[^ \t\r\n"'`]){3,255})"#,
        needs: &["mysql", "mariadb"],
        run: 0,
        is_likely: |value| !is_standin(value) && !is_reference(value),
    },
    Shape {
        rule: "named-secret",
        words: "secret value",
        by: "by the name before it, written as in an address",
        pattern: r"(?i-u)(?:passw(?:or)?d|passwort|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key)(?:%22|%27)?(?:%20){0,2}%(?:25)?(?:3d|3a)(?:%20){0,2}(?:%22|%27)?(?P<s>[a-z0-9._~!*()+%-]{4,256})",
        needs: &["%3d", "%3a", "%253"],
        run: 0,
        is_likely: |value| !is_standin(value) && !is_reference(value),
    },
    Shape {
        rule: "vault-token",
        words: "token of Vault",
        by: "by its form, s. and 24 letters",
        pattern: r"(?-u)(?:^|(?u:[^A-Za-z0-9_.-]))(?P<s>s\.[A-Za-z0-9]{24})(?:$|(?u:[^A-Za-z0-9_-]))",
        needs: &["s."],
        run: 26,
        is_likely: |value| is_random(&value[2..], 3.2),
    },
    Shape {
        rule: "firebase-key",
        words: "server key of Firebase",
        by: "by its form, AAAA and two parts",
        pattern: r"(?-u)\b(?P<s>AAAA[A-Za-z0-9_-]{7}:[A-Za-z0-9_-]{100,})",
        needs: &["aaaa"],
        run: 112,
        is_likely: |value| entropy(value) > 3.5,
    },
    Shape {
        rule: "json-web-token",
        words: "JSON web token",
        by: "by its form of three parts, over several lines",
        pattern: r"(?-u)\b(?P<s>eyJ[A-Za-z0-9_-]{5,}(?:[ \t\\]{0,4}\r?\n[ \t>|]{0,16}[A-Za-z0-9_-]+){0,8}(?:[ \t\\]{0,4}\r?\n[ \t>|]{0,16})?\.(?:[ \t\\]{0,4}\r?\n[ \t>|]{0,16})?eyJ[A-Za-z0-9_-]{5,}(?:[ \t\\]{0,4}\r?\n[ \t>|]{0,16}[A-Za-z0-9_-]+){0,8}(?:[ \t\\]{0,4}\r?\n[ \t>|]{0,16})?\.(?:[ \t\\]{0,4}\r?\n[ \t>|]{0,16})?[A-Za-z0-9_-]{10,}(?:[ \t\\]{0,4}\r?\n[ \t>|]{0,16}[A-Za-z0-9_-]{20,})?)",
        needs: &["eyj"],
        run: 0,
        is_likely: |value| entropy(value) > 3.5,
    },
    Shape {
        rule: "password",
        words: "password",
        by: "by the word for it in another language",
        pattern: r#"(?i)(?:passwort|kennwort|zugangscode|mot de passe|contraseña|contrasena|senha|palavra-passe|parola|parolă|hasło|haslo|wachtwoord|lösenord|losenord|passord|adgangskode|salasana|jelszó|heslo|şifre|пароль|密码|密碼|パスワード|비밀번호|mật khẩu|κωδικός|סיסמה|كلمة المرور)\s{0,3}[:=：]\s{0,3}\\?["'“„«]?(?P<s>[^\s"'`”“»,;\\]{4,256})"#,
        needs: &[
            "passwort",
            "kennwort",
            "zugangscode",
            "mot de passe",
            "contrase",
            "senha",
            "palavra-passe",
            "parol",
            "has",
            "wachtwoord",
            "senord",
            "passord",
            "adgangskode",
            "salasana",
            "jelsz",
            "heslo",
            "ifre",
            "ароль",
            "АРОЛЬ",
            "密",
            "パスワード",
            "비밀번호",
            "kh",
            "ωδικός",
            "ΩΔΙΚ",
            "סיסמה",
            "المرور",
        ],
        run: 0,
        is_likely: |value| {
            let is_mixed = kinds(value) >= 2 && value.chars().any(|letter| letter.is_ascii_digit());
            is_mixed && !is_standin(value) && !is_reference(value)
        },
    },
    Shape {
        rule: "passphrase",
        words: "passphrase",
        by: "by the words before it",
        pattern: r#"(?i-u)\b(?:pass[ _-]?phrase|(?:seed|recovery)[ _-]?phrase|mnemonic)\\?["']?\s{0,3}[:=]\s{0,3}\\?["']?(?P<s>[a-z]{3,12}(?:[ -][a-z]{3,12}){2,23})"#,
        needs: &["phrase", "mnemonic"],
        run: 0,
        is_likely: is_phrase,
    },
];

/// The patterns, ready. `expect`: a test compiles them all.
static COMPILED: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    SHAPES.iter().map(|shape| Regex::new(shape.pattern).expect("the pattern is right")).collect()
});

/// Adds what is found by its surroundings; `run` is the longest run of bytes without a blank.
pub(super) fn find(text: &str, run: usize, found: &mut Vec<Secret>) {
    // A shape by itself reads all of the text; a word is found at the speed of memory.
    let small = text.to_ascii_lowercase();
    let has = |word: &&str| memmem::find(small.as_bytes(), word.as_bytes()).is_some();
    let may_be_met = |at: &usize| {
        let shape = &SHAPES[*at];
        shape.run <= run && (shape.needs.is_empty() || shape.needs.iter().any(has))
    };
    for at in (0..SHAPES.len()).filter(may_be_met) {
        let (shape, pattern) = (&SHAPES[at], &COMPILED[at]);
        let group = |hit: Captures<'_>| hit.name("s").map(|value| value.range());
        for range in pattern.captures_iter(text).filter_map(group) {
            if (shape.is_likely)(&text[range.clone()]) {
                found.push(secret(range, shape.rule, shape.words, shape.by.to_owned()));
            }
        }
    }
    assigned::find(text, found);
}

/// Whether a pair of `name=value` holds something that looks made by chance, or by a person to be secret.
fn is_cookie(value: &str) -> bool {
    const ABOUT: [&str; 7] = ["path", "domain", "expires", "max-age", "samesite", "version", "priority"];
    value.split(';').filter_map(|pair| pair.trim().split_once('=')).any(|(name, value)| {
        let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte));
        is_name
            && !name.is_empty()
            && !ABOUT.contains(&name.to_ascii_lowercase().as_str())
            && value.len() >= 8
            && !value.contains(' ')
            && !is_standin(value)
            && !is_reference(value)
            && !is_words(value)
            && entropy(value) >= 2.5
    })
}

/// Whether words follow each other that are no sentence.
fn is_phrase(value: &str) -> bool {
    const OF_SENTENCES: [&str; 32] = [
        "the", "and", "for", "you", "your", "are", "not", "this", "that", "with", "from", "must", "can",
        "will", "has", "have", "was", "use", "used", "when", "which", "should", "may", "its", "any", "all",
        "words", "word", "phrase", "test", "example", "enter",
    ];
    let small = value.to_ascii_lowercase();
    !small.split([' ', '-']).any(|word| OF_SENTENCES.contains(&word))
}

/// Whether base64 hides `name:password`.
fn is_name_and_password(value: &str) -> bool {
    decoded(value).is_some_and(|bytes| {
        let colon = bytes.iter().position(|&byte| byte == b':');
        colon.is_some_and(|at| at > 0 && at + 1 < bytes.len())
            && bytes.iter().all(|byte| (b' '..0x7f).contains(byte))
    })
}

/// Whether it has digits, is no row of words, and has as many bits of chance per byte.
fn is_random(value: &str, chance: f64) -> bool {
    let (digits, letters) = mixture(value);
    digits >= 2 && letters >= 2 && !is_words(value) && !is_example(value) && entropy(value) >= chance
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

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
                    "HASŁO:", "Şifre: ", "Mật khẩu: ", "Lösenord: ", "passphrase: tulip anchor violet ",
                ]),
                0..8,
            ),
        ) {
            let text = pieces.concat();
            let run = text.split_ascii_whitespace().map(str::len).max().unwrap_or_default();
            let small = text.to_ascii_lowercase();
            for (shape, pattern) in SHAPES.iter().zip(&*COMPILED) {
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
