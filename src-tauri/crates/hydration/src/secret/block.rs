//! Private keys between their BEGIN and END lines, and base64 of such a block.

use std::sync::LazyLock;

use regex::Regex;

use super::found::{Secret, secret};

/// The head of a block that is private. `expect`: the pattern is a constant, and a test compiles it.
static BEGIN: LazyLock<Regex> = LazyLock::new(|| {
    let head =
        r"(?-u)-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----|Private-Lines: [0-9]{1,3}\r?\n";
    Regex::new(head).expect("the pattern is right")
});

/// Least letters and digits between head and end, those of the end included.
const LEAST: usize = 32;
/// How far behind its head the end of a block is looked for.
const LONGEST: usize = 64 << 10;

/// Adds the blocks. One whose end was cut off reaches as far as its lines look like a key's.
pub(super) fn find(text: &str, found: &mut Vec<Secret>) {
    let mut at = 0;
    while let Some(head) = BEGIN.find_at(text, at) {
        let end = end(text, head.end(), head.as_str().starts_with('-'));
        at = end;
        // A head alone is prose about keys.
        let key = text[head.end()..end].bytes().filter(u8::is_ascii_alphanumeric).count();
        if key >= LEAST {
            found.push(secret(head.start()..end, "private-key", "private key", "by its BEGIN line".into()));
        }
    }
}

fn end(text: &str, from: usize, has_end: bool) -> usize {
    let rest = &text[from..text.floor_char_boundary(from + LONGEST)];
    // Up to the next head: the END of another block is not this one's.
    let own = rest.find("-----BEGIN ").map_or(rest, |next| &rest[..next]);
    if has_end && let Some(foot) = own.find("-----END ") {
        let behind = foot + "-----END ".len();
        let close = own[behind..]
            .find("-----")
            .filter(|close| *close < 48)
            .map_or(behind, |close| behind + close + 5);
        return from + close;
    }
    from + body(own)
}

/// How far the lines are those of a key: base64, or the fields before it. An escaped line end is one too.
fn body(text: &str) -> usize {
    let is_key = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=\\ \r\t,:-".contains(&byte);
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        let bare = line.trim_end();
        let is_field =
            bare.starts_with("Proc-Type:") || bare.starts_with("DEK-Info:") || bare.starts_with("Version:");
        let is_prose = bare.contains(' ') && !is_field;
        if !bare.is_empty() && (is_prose || !bare.bytes().all(is_key)) {
            // A quote or a bracket may close behind the last piece.
            let piece = bare.bytes().take_while(|&byte| is_key(byte) && byte != b' ').count();
            return if piece >= 16 { end + piece } else { end };
        }
        end += line.len();
    }
    end
}
