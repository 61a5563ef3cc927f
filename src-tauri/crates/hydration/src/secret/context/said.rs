//! Passwords that a sentence tells, in several languages.

use super::shape::{Shape, is_random};
use crate::secret::strength::{entropy, is_reference, is_standin, kinds, mixture};

pub(super) const SHAPES: &[Shape] = &[
    Shape {
        rule: "password",
        words: "password",
        by: "by the word for it in another language",
        pattern: r#"(?i)(?:passwort|kennwort|zugangscode|mot de passe|contraseña|contrasena|senha|palavra-passe|parola|parolă|hasło|haslo|wachtwoord|lösenord|losenord|passord|adgangskode|salasana|jelszó|heslo|şifre|пароль|密码|密碼|パスワード|비밀번호|mật khẩu|κωδικός|סיסמה|كلمة المرور)\s{0,3}[:=：]\s{0,3}\\?["'“„«]?([^\s"'`”“»,;\\]{4,})"#,
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
        pattern: r#"(?i-u)\b(?:pass[ _-]?phrase|(?:seed|recovery)[ _-]?phrase|mnemonic)\\?["']?\s{0,3}[:=]\s{0,3}\\?["']?([a-z]{3,12}(?:[ -][a-z]{3,12}){2,23})"#,
        needs: &["phrase", "mnemonic"],
        run: 0,
        is_likely: is_phrase,
    },
    Shape {
        rule: "password",
        words: "password",
        by: "by the sentence that tells it",
        pattern: r#"(?i)(?-u:\b)(?:password|passwd|passcode|pwd|passwort|kennwort|mot de passe|contraseña|senha|wachtwoord|lösenord|пароль)(?:[^\n.;=]{0,40}?\s)(?:is|was|are|to|=|ist|lautet|war|est|es|è|é|этот)\s{0,2}:?\s{1,3}(?:(?:now|still|just|currently)\s{1,3})?\\{0,3}["'`“„«*]{0,3}([^\s"'`”“»,;<>()\[\]{}|\\]{6,})(?:$|[\s"'`”“»,;)\]}|\\])"#,
        needs: &[
            "passw",
            "passcode",
            "pwd",
            "kennwort",
            "mot de passe",
            "contrase",
            "senha",
            "wachtwoord",
            "senord",
            "ароль",
            "АРОЛЬ",
        ],
        run: 0,
        is_likely: is_told,
    },
    Shape {
        rule: "password",
        words: "password",
        by: "by the sentence that tells it",
        pattern: r#"(?i-u)\b(?:with|and|use|using|enter|the)\s{1,3}(?:the\s{1,3})?(?:password|passcode|pwd)\s{1,3}\\{0,3}["'`*]{0,3}((?u:[^\s"'`”“»,;<>()\[\]{}|\\]){6,})(?:$|(?u:[\s"'`”“»,;)\]}|\\]))"#,
        needs: &["password", "passcode", "pwd"],
        run: 0,
        is_likely: is_told,
    },
    Shape {
        rule: "named-secret",
        words: "secret value",
        by: "by the sentence that tells it",
        pattern: r#"(?i-u)\b(?:token|api[ _-]?key|access[ _-]?key|secret(?:[ _-]key)?|credential)\b[\t -~]{0,30}?\s(?:is|was|to|=)\s{0,2}:?\s{1,3}\\{0,3}["'`*]{0,3}([a-z0-9._~+/=-]{16,})"#,
        needs: &["token", "key", "secret", "credential"],
        run: 16,
        is_likely: |value| is_random(value, 3.2),
    },
    Shape {
        rule: "password",
        words: "password of a network",
        by: "by the form WIFI:…;P:password;",
        pattern: r"(?i-u)\bwifi:(?:[a-z0-9]{1,3}:(?u:[^;\r\n]){0,64};){0,6}p:((?u:[^;\r\n]){4,128});",
        needs: &["wifi:"],
        run: 0,
        is_likely: |value| !is_standin(value) && !is_reference(value),
    },
];

/// Returns whether a word of a sentence looks like a password: letters with digits that are not the name of something.
fn is_told(value: &str) -> bool {
    const NAMES: [&str; 16] = [
        "sha", "md5", "base64", "base32", "bcrypt", "scrypt", "argon", "pbkdf", "utf", "ascii", "oauth",
        "http", "aes", "hmac", "totp", "ldap",
    ];
    let value = value.trim_end_matches(['.', ',', '!', '?', ':', '*']);
    let (digits, letters) = mixture(value);
    let small = value.to_ascii_lowercase();
    let is_place = value.contains('/') || value.contains('@') && value.contains('.') || value.contains("..");
    value.len() >= 6
        && digits >= 1
        && letters >= 2
        && entropy(value) >= 2.4
        && !is_place
        && !NAMES.iter().any(|name| small.contains(name))
        && !is_standin(value)
        && !is_reference(value)
}

/// Returns whether words follow each other that are no sentence.
fn is_phrase(value: &str) -> bool {
    const OF_SENTENCES: [&str; 32] = [
        "the", "and", "for", "you", "your", "are", "not", "this", "that", "with", "from", "must", "can",
        "will", "has", "have", "was", "use", "used", "when", "which", "should", "may", "its", "any", "all",
        "words", "word", "phrase", "test", "example", "enter",
    ];
    let small = value.to_ascii_lowercase();
    !small.split([' ', '-']).any(|word| OF_SENTENCES.contains(&word))
}
