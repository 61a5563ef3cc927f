/// Whether an address may be handed to the system: http, https or mailto, spelled so that everyone reads
/// the same. Blanks, control characters, backslashes and characters that cannot be seen refuse it.
pub fn opens(address: &str) -> bool {
    if address.chars().any(|char| char == '\\' || char.is_whitespace() || skills::is_unseen(char)) {
        return false;
    }
    let Some((scheme, rest)) = address.split_once(':') else {
        return false;
    };
    match scheme.to_ascii_lowercase().as_str() {
        "http" | "https" => rest
            .strip_prefix("//")
            .is_some_and(|host| host.starts_with(|c: char| c.is_alphanumeric() || c == '[')),
        "mailto" => !rest.is_empty(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::opens;

    #[test]
    fn only_plain_web_and_mail_addresses_open() {
        for address in
            ["http://a.de", "https://a.de/x?y#z", "HTTPS://A.DE", "mailto:a@b.de", "https://[::1]/"]
        {
            assert!(opens(address), "{address}");
        }
        for address in [
            "",
            "a",
            "/a",
            "#a",
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            "java\nscript:x",
            " https://a.de",
            "https://a.de\n",
            "data:text/html,x",
            "file:///etc/passwd",
            "vbscript:x",
            "ftp://a",
            "https:a.de",
            "https:///a",
            "http:\\\\a",
            "https://a\u{202e}ed",
            "https://a\u{200b}.de",
            "\u{1}https://a.de",
            "mailto:",
            "https://",
            "blob:https://a.de",
            "view-source:https://a.de",
            "http\u{ff1a}//a",
            "//a.de",
        ] {
            assert!(!opens(address), "{address:?}");
        }
    }
}
