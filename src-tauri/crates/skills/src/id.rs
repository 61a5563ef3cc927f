//! The id made of a name.

use unicode_normalization::UnicodeNormalization;

/// In one form (NFKC), trimmed, in small letters, every run of characters other than letters, digits, `_`, `.` and `-` as one
/// `-`, and no hyphen at an end. Nothing when that leaves nothing, or dots alone, which would name a folder
/// above.
pub fn id(name: &str) -> Option<String> {
    let name: String = name.nfkc().collect();
    made(&name, char::is_alphanumeric)
}

/// The same with ASCII letters and digits alone (S2-17).
pub(crate) fn ascii_id(name: &str) -> Option<String> {
    made(name, |character| character.is_ascii_alphanumeric())
}

fn made(name: &str, is_letter: fn(char) -> bool) -> Option<String> {
    let mut id = String::with_capacity(name.len());
    for character in name.trim().chars().flat_map(char::to_lowercase) {
        if is_letter(character) || matches!(character, '_' | '.' | '-') {
            id.push(character);
        } else if !id.ends_with('\u{0}') {
            // Stands for one run; a hyphen that was written is not part of it.
            id.push('\u{0}');
        }
    }
    let id = id.replace('\u{0}', "-");
    let id = id.trim_matches('-');
    (id.chars().any(|character| character != '.')).then(|| id.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s2_17_names_become_stable_ids() {
        let check = |name: &str, wide: Option<&str>, ascii: Option<&str>| {
            assert_eq!((id(name).as_deref(), ascii_id(name).as_deref()), (wide, ascii), "{name:?}");
        };
        check("Repo Survey", Some("repo-survey"), Some("repo-survey"));
        check(" -A/B- ", Some("a-b"), Some("a-b"));
        check("a_b.c", Some("a_b.c"), Some("a_b.c"));
        check("a--b", Some("a--b"), Some("a--b"));
        check("a !? b", Some("a-b"), Some("a-b"));
        check("Ünsal", Some("ünsal"), Some("nsal"));
        check("技能", Some("技能"), None);
        check("ｆｕｌｌ", Some("full"), None);
        check("e\u{301}", Some("é"), Some("e"));
        for nothing in ["", " ", "..", "...", "!!!", "-", "-.-", "\0"] {
            check(nothing, None, None);
        }
    }
}
