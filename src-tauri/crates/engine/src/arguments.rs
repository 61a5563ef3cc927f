/// Quotes or escapes that are not closed, or a NUL byte, which no argument can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unmatched;

/// The words of a text as a shell splits them: blanks between words, `'…'` as it stands, `"…"` where `\` escapes
/// `"`, `\`, `$` and the backtick, and `\` before any other character outside quotes. Nothing is expanded (S4-80).
///
/// # Errors
///
/// [`Unmatched`] when a quote is not closed, a `\\` stands at the end, or there is a NUL character.
pub fn split(text: &str) -> Result<Vec<String>, Unmatched> {
    if text.contains('\0') {
        return Err(Unmatched);
    }
    let (mut words, mut word) = (Vec::new(), None::<String>);
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            blank if blank.is_ascii_whitespace() => words.extend(word.take()),
            '\'' => quoted(&mut characters, word.get_or_insert_default())?,
            '"' => double_quoted(&mut characters, word.get_or_insert_default())?,
            '\\' => match characters.next() {
                // A line that goes on.
                Some('\n') => {}
                Some(escaped) => word.get_or_insert_default().push(escaped),
                None => return Err(Unmatched),
            },
            plain => word.get_or_insert_default().push(plain),
        }
    }
    words.extend(word);
    Ok(words)
}

fn quoted(characters: &mut impl Iterator<Item = char>, word: &mut String) -> Result<(), Unmatched> {
    for character in characters {
        if character == '\'' {
            return Ok(());
        }
        word.push(character);
    }
    Err(Unmatched)
}

fn double_quoted(characters: &mut impl Iterator<Item = char>, word: &mut String) -> Result<(), Unmatched> {
    while let Some(character) = characters.next() {
        match character {
            '"' => return Ok(()),
            '\\' => match characters.next().ok_or(Unmatched)? {
                '\n' => {}
                escaped @ ('"' | '\\' | '$' | '`') => word.push(escaped),
                other => word.extend(['\\', other]),
            },
            plain => word.push(plain),
        }
    }
    Err(Unmatched)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Unmatched, split};

    #[test]
    fn s4_44_s4_80_arguments_are_split_like_a_shell() {
        let check = |text: &str, words: &[&str]| {
            assert_eq!(split(text), Ok(words.iter().map(|word| (*word).to_owned()).collect()), "{text:?}");
        };
        check("", &[]);
        check("  a\tb\nc ", &["a", "b", "c"]);
        check("a \"b c\"", &["a", "b c"]);
        check("--n \"a b\"", &["--n", "a b"]);
        check("'a $x `y` \\'", &["a $x `y` \\"]);
        check("a\"\"b '' \"\"", &["ab", "", ""]);
        check(r#""a\"b\\c\d" e\ f"#, &[r#"a"b\c\d"#, "e f"]);
        check("; touch /tmp/x && $(y) *", &[";", "touch", "/tmp/x", "&&", "$(y)", "*"]);
        check("naïve 技能", &["naïve", "技能"]);
        for text in ["--n \"unterminated", "'", "a\\", "\"a\\", "a\0b"] {
            assert_eq!(split(text), Err(Unmatched), "{text:?}");
        }
    }

    proptest! {
        /// What is quoted comes back as it was.
        #[test]
        fn s4_78_a_quoted_word_is_one_word(words in prop::collection::vec("[^\0]{0,12}", 0..6)) {
            prop_assert_eq!(split(&execution::shell_text(&words)), Ok(words));
        }

        #[test]
        fn s4_80_no_text_is_split_into_more_than_it_has(text in "[ab'\"\\\\ ]{0,24}") {
            if let Ok(words) = split(&text) {
                prop_assert!(words.iter().map(String::len).sum::<usize>() <= text.len());
            }
        }
    }
}
