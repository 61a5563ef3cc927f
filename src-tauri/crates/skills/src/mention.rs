/// The skill names a user's text calls for, in Pixir's order: a `/name` that opens the text, then
/// every `$name` that stands at the start or after white space; each once. Whether such a skill exists
/// is not asked here.
pub fn mentions(text: &str) -> Vec<String> {
    let slash = text.trim_start().strip_prefix('/').and_then(name_at_start);
    let mut names: Vec<String> = Vec::new();
    for name in slash.into_iter().chain(dollars(text)) {
        if names.iter().all(|known| known != name) {
            names.push(name.to_owned());
        }
    }
    names
}

fn dollars(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices('$').filter_map(|(at, dollar)| {
        let before = text[..at].bytes().next_back();
        let opens = before.is_none_or(|byte| matches!(byte, b' ' | b'\t'..=b'\r'));
        opens.then(|| name_at_start(&text[at + dollar.len()..])).flatten()
    })
}

/// The longest name at the start that ends at a word boundary, so closing punctuation is given back.
fn name_at_start(text: &str) -> Option<&str> {
    let bytes = text.as_bytes();
    if !bytes.first()?.is_ascii_alphanumeric() {
        return None;
    }
    let in_name = |byte: &u8| is_word(byte) || matches!(byte, b'.' | b':' | b'-');
    let longest = bytes.iter().take_while(|byte| in_name(byte)).count();
    let boundary = |end: &usize| is_word(&bytes[end - 1]) != bytes.get(*end).is_some_and(is_word);
    (1..=longest).rev().find(boundary).map(|end| &text[..end])
}

fn is_word(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || *byte == b'_'
}

#[cfg(test)]
mod tests {
    use super::mentions;

    #[test]
    fn names_are_found_where_pixir_finds_them() {
        let check = |text: &str, names: &[&str]| assert_eq!(mentions(text), names, "{text:?}");
        check("$a and $b", &["a", "b"]);
        check("/a $b $a", &["a", "b"]);
        check("\n  /a.b:c-d rest", &["a.b:c-d"]);
        check("say /a", &[]);
        check("//a $$b c$d ($e)", &[]);
        check("$a. $b, $c: $d- $e_", &["a", "b", "c", "d", "e_"]);
        check("$a.- $1", &["a", "1"]);
        check("$-a $_b $ c", &[]);
        check("x\u{b}$a\u{a0}$b", &["a"]);
        check("$naïve", &["na"]);
        check("\u{2003}/a", &["a"]);
        check("", &[]);
    }
}
