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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_a_key_end_where_its_signs_do() {
        let line = "aB3d".repeat(16);
        let key = format!("\n{line}\n{line}\n");
        for fields in ["Proc-Type: 4,ENCRYPTED", "DEK-Info: AES-256-CBC,0A", "Version: GnuPG v2"] {
            let text = format!("\n{fields}\n{key}");
            assert_eq!(body(&text), text.len(), "{fields}");
            assert_eq!(body(&format!("{text}Some prose.\n")), text.len());
        }
        assert_eq!(body(&format!("{key}Not a line of it.\n{line}\n")), key.len());
        assert_eq!(body(&format!("{key}no(line)\n{line}\n")), key.len());
        // The last piece counts from sixteen bytes on, up to what closes behind it.
        assert_eq!(body(&format!("{key}{}\"}}\n", "a".repeat(16))), key.len() + 16);
        assert_eq!(body(&format!("{key}{}\"}}\n", "a".repeat(15))), key.len());
        assert_eq!(body(&format!("{key}{} and more\n", "a".repeat(20))), key.len() + 20);
    }

    #[test]
    fn a_block_ends_behind_its_own_end_line() {
        let foot = "-----END PRIVATE KEY-----";
        assert_eq!(end(&format!("abc\n{foot}\nmore"), 0, true), 4 + foot.len());
        assert_eq!(end(&format!("abc\n{foot}\nmore"), 2, true), 4 + foot.len());
        // Without dashes near behind it the words alone are the end.
        assert_eq!(end(&format!("abc\n-----END {}-----", "X".repeat(48)), 0, true), 4 + 9);
        assert_eq!(end(&format!("abc\n-----END {}-----", "X".repeat(47)), 0, true), 4 + 9 + 47 + 5);
        // The end of another block is not its own.
        let other = format!("aB3d\n-----BEGIN X-----\n{foot}");
        assert_eq!(end(&other, 0, true), 5);
        assert_eq!(end("aB3d\n-----END", 0, false), 13);
    }

    #[test]
    fn a_head_counts_with_thirty_two_letters_behind_it() {
        let block = |letters: usize| {
            let head = concat!("-----BEGIN", " PRIVATE KEY-----");
            let mut found = Vec::new();
            find(&format!("{head}\n{}\n", "a".repeat(letters)), &mut found);
            found.len()
        };
        assert_eq!((block(31), block(32)), (0, 1));
    }
}
