//! Headers of requests, cookies and signed addresses.

use super::shape::{Shape, is_login, is_name_and_password, is_random};
use crate::secret::strength::{entropy, is_reference, is_standin, is_words};

pub(super) const SHAPES: &[Shape] = &[
    Shape {
        rule: "authorization",
        words: "token of an Authorization header",
        by: "by the header Authorization",
        pattern: r#"(?i-u)authorization\\?["']?\s{0,3}[:=,]\s{0,3}\\?["']?(?:bearer|token|apikey|api-key|bot|key)\s{1,3}([a-z0-9._~+/=|:-]{8,})"#,
        needs: &["authorization"],
        run: 8,
        is_likely: |value| value.len() >= 8 && !is_standin(value) && !is_words(value),
    },
    Shape {
        rule: "authorization",
        words: "name and password of an Authorization header",
        by: "by the header Authorization",
        pattern: r#"(?i-u)authorization\\{0,3}["\']?\s{0,3}[:=,]\s{0,3}\\{0,3}["\']?basic\s{1,3}([a-z0-9+/_-]{4,}={0,2})"#,
        needs: &["authorization"],
        run: 4,
        is_likely: is_login,
    },
    Shape {
        rule: "authorization",
        words: "name and password of an Authorization header",
        by: "by the header Authorization",
        pattern: r#"(?i-u)\bbasic\s{1,3}([a-z0-9+/]{8,}={0,2})"#,
        needs: &["basic"],
        run: 8,
        is_likely: is_name_and_password,
    },
    Shape {
        rule: "authorization",
        words: "token behind Bearer",
        by: "by the word Bearer",
        pattern: r"(?i-u)\bbearer\s{1,3}([a-z0-9._~+/=|-]{20,})",
        needs: &["bearer"],
        run: 20,
        is_likely: |value| is_random(value, 3.2),
    },
    Shape {
        rule: "url-signature",
        words: "signature that opens an address",
        by: "by the parameter of a signed address",
        pattern: r#"(?i-u)(?:(?:[?&;]|\\u0026|%26|%3f)(?:sig|signature|se_sig)|x-(?:amz|goog|oss|cos|bce|obs|tos)-(?:signature|security-token))\\{0,3}["\']?\s{0,3}(?:[=:]|%3d)\s{0,3}\\{0,3}["\']?([a-z0-9%+/=_-]{20,})"#,
        needs: &["sig", "security-token"],
        run: 20,
        is_likely: |value| is_random(value, 3.0),
    },
    Shape {
        rule: "cookie",
        words: "cookie",
        by: "by the header Cookie",
        pattern: r#"(?i-u)\b(?:set-)?cookie(?:\\?["']\s{0,3},\s{0,3}\\?["']value)?\\?["']?\s{0,3}[:=,\s]\s{0,3}\\?["']?((?u:[^\r\n"'`\\]){8,4096})"#,
        needs: &["cookie"],
        run: 0,
        is_likely: is_cookie,
    },
    Shape {
        rule: "cookie",
        words: "cookie",
        by: "by the columns of a file of cookies",
        pattern: r"(?im-u)^(?:#httponly_)?[a-z0-9.-]{1,253} ?\t(?:true|false) ?\t/[!-~]{0,200} ?\t(?:true|false) ?\t[0-9]{1,12} ?\t[!-~]{1,100} ?\t([!-~]{8,4096})",
        needs: &["\ttrue", "\tfalse"],
        run: 8,
        is_likely: |value| !is_standin(value) && !is_words(value) && entropy(value) >= 2.5,
    },
    Shape {
        rule: "cookie",
        words: "cookie",
        by: "by the option before it",
        pattern: r#"(?-u)\bcurl\b(?u:[^\n]){0,200}?\s-b\s?(?:\\{0,3}["']((?u:[^\r\n"'`\\]){8,})|((?u:[^\s"'`\\]){8,}))"#,
        needs: &["curl"],
        run: 0,
        is_likely: is_cookie,
    },
    Shape {
        rule: "authorization",
        words: "credentials of an Authorization header",
        by: "by the header Authorization",
        pattern: r#"(?i-u)authorization\\{0,3}["\']?\s{0,3}[:=,]\s{0,3}\\{0,3}["\']?(?:[a-z][a-z0-9-]{1,30}\s{1,3})?([a-z0-9._~+/=|-]{16,})"#,
        needs: &["authorization"],
        run: 16,
        is_likely: |value| is_random(value, 3.2),
    },
    Shape {
        rule: "authorization",
        words: "signature of a request",
        by: "by the header Authorization",
        pattern: r#"(?i-u)\b(?:authorization|digest|hawk|oauth|hmac|signature)\b[\t -~]{0,600}?\b(?:response|oauth_signature|signature|mac)\s{0,2}=\s{0,2}\\{0,3}["\']?([a-z0-9+/=%_-]{20,})"#,
        needs: &["response", "signature", "mac"],
        run: 20,
        is_likely: |value| is_random(value, 3.0),
    },
];

/// Returns whether a pair of `name=value` holds something that looks made by chance, or by a person to be secret. Pairs of
/// several cookies may stand in one line, each behind a `;`, a `,` or the name of its own header.
fn is_cookie(value: &str) -> bool {
    const ABOUT: [&str; 7] = ["path", "domain", "expires", "max-age", "samesite", "version", "priority"];
    let is_secret = |pair: &str| {
        let Some((name, value)) = pair.trim().split_once('=') else { return false };
        let name = name.rsplit([' ', ':']).next().unwrap_or_default();
        let value = value.split(' ').next().unwrap_or_default();
        let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte));
        is_name
            && !name.is_empty()
            && !ABOUT.contains(&name.to_ascii_lowercase().as_str())
            && value.len() >= 8
            && !is_standin(value)
            && !is_reference(value)
            && !is_words(value)
            && entropy(value) >= 2.5
    };
    let begins_cookie = |word: &&str| word.to_ascii_lowercase().ends_with("cookie:");
    value.split([';', ',']).any(|pair| {
        // `theme=dark Set-Cookie: sid=…`
        let names_another = pair.split(' ').any(|word| begins_cookie(&word));
        if names_another {
            pair.split(' ').any(is_secret)
        } else {
            !pair.trim().contains(' ') && is_secret(pair)
        }
    })
}
