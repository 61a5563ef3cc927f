//! The small reader: words that mean themselves to every shell.

use message::{Message, message};

use crate::Reason;

/// Splits a text at blanks outside quotes; the words keep their quotes.
pub(super) fn split(text: &str) -> Result<Vec<String>, Reason> {
    let text = text.trim_matches([' ', '\t', '\n']);
    let mut words = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let end = end_of_word(rest)?;
        words.push(rest[..end].to_owned());
        rest = rest[end..].trim_start_matches([' ', '\t']);
    }
    match words.first() {
        None => Err(reason("program", message!("there is no command"))),
        Some(_) => words.iter().try_for_each(|word| unquote(word).map(drop)).map(|()| words),
    }
}

fn end_of_word(text: &str) -> Result<usize, Reason> {
    let mut quote = None;
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match (quote, letter) {
            (None, ' ' | '\t') => return Ok(at),
            (None, '\'' | '"') => quote = Some(letter),
            (Some(open), letter) if open == letter => quote = None,
            (None | Some('"'), '\\') if letters.next().is_none() => {
                return Err(reason("unreadable", message!("the text ends in the middle of an escape")));
            }
            _ => {}
        }
    }
    match quote {
        None => Ok(text.len()),
        Some(quote) => Err(reason("unreadable", message!("the quote {quote} is never closed", quote))),
    }
}

/// What a word stands for, if every shell reads it alike.
pub(super) fn unquote(word: &str) -> Result<String, Reason> {
    if let Some(odd) = word.chars().find(|letter| letter.is_control() && *letter != '\t') {
        return Err(if odd == '\n' {
            reason("lines", message!("the text has more than one line"))
        } else {
            reason(
                "control",
                message!(
                    "the control character U+{odd} hides in the text",
                    odd = format!("{:04X}", u32::from(odd))
                ),
            )
        });
    }
    let mut found = String::new();
    // The letters outside quotes, for marks that only work there.
    let mut bare = String::new();
    let mut letters = word.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\'' => loop {
                match letters.next() {
                    Some('\'') => break,
                    Some(letter) => found.push(letter),
                    None => {
                        return Err(reason(
                            "unreadable",
                            message!("the quote {quote} is never closed", quote = "'"),
                        ));
                    }
                }
            },
            '"' => in_double_quotes(&mut letters, &mut found, word)?,
            '\\' => match letters.next() {
                Some(letter) if letter.is_ascii_graphic() || letter == ' ' => found.push(letter),
                _ => {
                    return Err(reason(
                        "escape",
                        message!("`\\` in `{word}` is not read alike by all shells", word),
                    ));
                }
            },
            letter => {
                refuse(letter, word)?;
                bare.push(letter);
                found.push(letter);
            }
        }
    }
    if bare.contains('{') && (bare.contains(',') || bare.contains("..")) {
        return Err(reason(
            "braces",
            message!("`{word}` may be written out by the shell into several words", word),
        ));
    }
    if bare.starts_with('~') || bare.contains("=~") || bare.contains(":~") {
        return Err(reason("tilde", message!("`~` in `{word}` is replaced by a home folder", word)));
    }
    Ok(found)
}

fn in_double_quotes(letters: &mut std::str::Chars<'_>, found: &mut String, word: &str) -> Result<(), Reason> {
    loop {
        match letters.next() {
            Some('"') => return Ok(()),
            Some('\\') => match letters.next() {
                Some(letter @ ('"' | '\\' | '$' | '`')) => found.push(letter),
                _ => {
                    return Err(reason(
                        "escape",
                        message!("`\\` in `{word}` is not read alike by all shells", word),
                    ));
                }
            },
            Some(letter @ ('$' | '`')) => return Err(filled_in(letter, word)),
            Some(letter) => found.push(letter),
            None => {
                return Err(reason("unreadable", message!("the quote {quote} is never closed", quote = '"')));
            }
        }
    }
}

/// Refuses a letter outside quotes that may mean more than itself. The letters that pass are listed: what is
/// not thought of is refused.
fn refuse(letter: char, word: &str) -> Result<(), Reason> {
    match letter {
        '#' if word.starts_with('#') => {
            Err(reason("comment", message!("`#` makes the rest of the line a comment")))
        }
        'a'..='z' | 'A'..='Z' | '0'..='9' => Ok(()),
        '_' | '-' | '.' | '/' | ',' | ':' | '=' | '+' | '@' | '%' | '^' | '~' | '{' | '}' | '#' => Ok(()),
        '$' | '`' => Err(filled_in(letter, word)),
        '*' | '?' | '[' | ']' => {
            Err(reason("glob", message!("`{word}` matches files that are not known before the run", word)))
        }
        letter => Err(reason(
            "letter",
            message!("`{letter}` outside quotes is not read alike by all shells", letter),
        )),
    }
}

fn filled_in(mark: char, word: &str) -> Reason {
    if mark == '`' || word.contains("$(") {
        return reason(
            "substitution",
            message!("`{word}` runs another command and takes what it prints", word),
        );
    }
    reason("variable", message!("`{word}` is filled in by the shell, so what runs is not known", word))
}

fn reason(rule: &'static str, words: Message) -> Reason {
    Reason { rule, words }
}
