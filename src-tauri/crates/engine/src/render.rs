//! Variables in the text of a skill: one pass, nothing that was put in is looked at again, and commands in
//! the text keep every byte.

use std::ops::Range;

/// What stands for the variables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Variables<'a> {
    /// For `${SKILL_DIR}` and `${CLAUDE_SKILL_DIR}`: the skill's own folder, absolute (S4-35).
    pub skill_dir: &'a str,
    /// For `${SESSION_ID}` and `${CLAUDE_SESSION_ID}` (S4-36).
    pub session_id: &'a str,
    /// Joined by blanks for `${ARGUMENTS}`, one by one for `${1}` and so on (S4-37, S4-38).
    pub arguments: &'a [String],
}

/// A text with its variables filled in; `None` when it has none. Bytes in `kept` and all others outside variables
/// stay as they are. A name that is not known, and a position that was not given, stays as it is written.
pub fn render(text: &str, kept: &[Range<usize>], variables: &Variables<'_>) -> Option<String> {
    let (mut found, mut done) = (None::<String>, 0);
    for (range, value) in places(text, kept, variables) {
        let Ok(value) = value else { continue };
        let out = found.get_or_insert_default();
        out.push_str(&text[done..range.start]);
        out.push_str(&value);
        done = range.end;
    }
    found.map(|mut out| {
        out.push_str(&text[done..]);
        out
    })
}

/// Every place of a text where a variable stands or seems to, in order, with what takes its place, or why it stays.
pub(crate) fn places<'a>(
    text: &'a str,
    kept: &'a [Range<usize>],
    variables: &'a Variables<'_>,
) -> impl Iterator<Item = (Range<usize>, Result<String, Stays>)> + 'a {
    let mut done = 0;
    text.match_indices('$').filter_map(move |(at, _)| {
        if at < done {
            return None;
        }
        let rest = &text[at..];
        let (length, value) = match variable(rest, variables) {
            Some((length, _)) if kept.iter().any(|range| range.contains(&at)) => {
                (length, Err(Stays::InCommand))
            }
            Some((length, value)) => {
                done = at + length;
                (length, Ok(value))
            }
            None => seeming(rest).map(|(length, why)| (length, Err(why)))?,
        };
        Some((at..at + length, value))
    })
}

/// Why something that looks like a variable stays as it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stays {
    /// It stands in a command, which keeps every byte.
    InCommand,
    /// No argument has this position.
    NotGiven,
    /// No variable has this name.
    Unknown,
    /// It is written without braces.
    NoBraces,
}

impl Stays {
    /// The reason as a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Self::InCommand => "It is part of a command, which is not changed.",
            Self::NotGiven => "No argument was given for this position.",
            Self::Unknown => "No variable has this name.",
            Self::NoBraces => "Without braces it is not a variable.",
        }
    }
}

/// Most letters of what seems to be a variable.
const SEEMING: usize = 64;

/// What an author may have meant as a variable at the start of a text: its length, and why it is none.
fn seeming(text: &str) -> Option<(usize, Stays)> {
    if let Some(rest) = text.strip_prefix("${") {
        let name = rest.split_once('}').map(|(name, _)| name)?;
        let is_name = (1..=SEEMING).contains(&name.len()) && !name.contains(['\n', '\r', '{']);
        let is_number = !name.starts_with('0') && name.bytes().all(|byte| byte.is_ascii_digit());
        let why = if is_number { Stays::NotGiven } else { Stays::Unknown };
        return is_name.then_some((name.len() + 3, why));
    }
    let rest = &text[1..];
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let mut after = rest[digits..].chars();
    let goes_on = match (after.next(), after.next()) {
        (Some('.' | ','), Some(next)) => next.is_ascii_digit(),
        (Some(next), _) => next.is_alphanumeric() || next == '_',
        (None, _) => false,
    };
    // Sums of money are no variables.
    if (1..=2).contains(&digits) && !goes_on && !rest.starts_with('0') {
        return Some((digits + 1, Stays::NoBraces));
    }
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_[]".contains(byte);
    let known = ["ARGUMENTS", "SKILL_DIR", "CLAUDE_SKILL_DIR", "SESSION_ID", "CLAUDE_SESSION_ID"];
    let is_known = known.iter().any(|name| rest.starts_with(name));
    is_known.then(|| (rest.bytes().take(SEEMING).take_while(is_part).count() + 1, Stays::NoBraces))
}

/// A whole `SKILL.md` with the variables of its body filled in; `None` when there are none. Its frontmatter,
/// line ends and byte order mark stay.
pub fn rendered(content: &str, variables: &Variables<'_>) -> Option<String> {
    let start = body_start(content);
    let body = render(&content[start..], &commands(&content[start..]), variables)?;
    Some(format!("{}{body}", &content[..start]))
}

/// The bytes of a body that are commands.
pub(crate) fn commands(body: &str) -> Vec<Range<usize>> {
    if !body.contains('\r') {
        return hydration::command_ranges(body);
    }
    // Commands are found in a text with LF alone; each place there has one here.
    let places: Vec<usize> = body
        .bytes()
        .enumerate()
        .filter(|&(at, byte)| byte != b'\n' || at == 0 || body.as_bytes()[at - 1] != b'\r')
        .map(|(at, _)| at)
        .chain([body.len()])
        .collect();
    let plain = body.replace("\r\n", "\n").replace('\r', "\n");
    let here = |at: usize| places.get(at).copied().unwrap_or(body.len());
    hydration::command_ranges(&plain).into_iter().map(|range| here(range.start)..here(range.end)).collect()
}

/// Where the text below the frontmatter begins.
pub(crate) fn body_start(content: &str) -> usize {
    let first = skills::body(content.as_bytes()).map_or(1, |(_, line)| line);
    let mark = if content.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let bytes = content.as_bytes();
    let (mut line, mut at) = (1, mark);
    while line < first && at < bytes.len() {
        let is_end = bytes[at] == b'\n' || (bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
        line += u32::from(is_end);
        at += 1;
    }
    at
}

/// The variable at the start of a text: its length and what stands for it.
fn variable(text: &str, variables: &Variables<'_>) -> Option<(usize, String)> {
    // Without braces too, which is how most skills write it.
    const BARE: &str = "$ARGUMENTS";
    if let Some(rest) = text.strip_prefix("${") {
        let (name, _) = rest.split_once('}')?;
        return Some((name.len() + 3, braced(name, variables)?));
    }
    let goes_on = |next: char| next.is_alphanumeric() || next == '_' || next == '[';
    let rest = text.strip_prefix(BARE).filter(|rest| !rest.starts_with(goes_on));
    rest.map(|_| (BARE.len(), variables.arguments.join(" ")))
}

fn braced(name: &str, variables: &Variables<'_>) -> Option<String> {
    match name {
        "SKILL_DIR" | "CLAUDE_SKILL_DIR" => Some(variables.skill_dir.to_owned()),
        "SESSION_ID" | "CLAUDE_SESSION_ID" => Some(variables.session_id.to_owned()),
        "ARGUMENTS" => Some(variables.arguments.join(" ")),
        number if !number.starts_with('0') && number.bytes().all(|byte| byte.is_ascii_digit()) => {
            let position: usize = number.parse().ok()?;
            variables.arguments.get(position.checked_sub(1)?).cloned()
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Variables, body_start, render, rendered};

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    fn filled(text: &str, arguments: &[&str]) -> String {
        let arguments = words(arguments);
        let variables = Variables { skill_dir: "/s", session_id: "id", arguments: &arguments };
        render(text, &[], &variables).unwrap_or_else(|| text.to_owned())
    }

    #[test]
    fn s4_35_s4_36_s4_37_s4_38_variables_are_filled_in_once() {
        let check = |text: &str, arguments: &[&str], expected: &str| {
            assert_eq!(filled(text, arguments), expected, "{text:?} {arguments:?}");
        };
        check("${SKILL_DIR} ${CLAUDE_SKILL_DIR}", &[], "/s /s");
        check("${SESSION_ID}${CLAUDE_SESSION_ID}", &[], "idid");
        check("[${ARGUMENTS}]", &["a", "b c"], "[a b c]");
        check("[${ARGUMENTS}] $ARGUMENTS.", &[], "[] .");
        check("$ARGUMENTS", &["x"], "x");
        check("${1} ${2} ${3}", &["${2}", "x"], "${2} x ${3}");
        check("${10}", &["1", "2", "3", "4", "5", "6", "7", "8", "9", "ten"], "ten");
        check("${ARGUMENTS}", &["${SKILL_DIR}"], "${SKILL_DIR}");
        for stays in [
            "${HOME}",
            "$1",
            "$SKILL_DIR",
            "${0}",
            "${01}",
            "${}",
            "${ARGUMENTS",
            "$ARGUMENTSX",
            "$ARGUMENTS[0]",
            "${arguments}",
            "${SKILL_DIR:-x}",
            "$$",
            "${99999999999999999999}",
        ] {
            check(stays, &["x"], stays);
        }
    }

    #[test]
    fn why_something_stays_is_a_sentence_of_its_own() {
        use super::Stays::{InCommand, NoBraces, NotGiven, Unknown};
        let words = [InCommand, NotGiven, Unknown, NoBraces].map(super::Stays::words);
        let others: std::collections::BTreeSet<_> = words.iter().collect();
        assert!(others.len() == 4 && words.iter().all(|said| said.ends_with('.')), "{words:?}");
    }

    #[test]
    fn what_seems_to_be_a_variable_is_told_with_its_length() {
        use super::Stays::{NoBraces, NotGiven, Unknown};
        for (text, expected) in [
            ("${HOME} x", Some((7, Unknown))),
            ("${a\nb}", None),
            ("${}", None),
            ("${9}", Some((4, NotGiven))),
            ("$1 x", Some((2, NoBraces))),
            ("$12", Some((3, NoBraces))),
            ("$123", None),
            ("$01", None),
            ("$1x", None),
            ("$1_", None),
            ("$1.5", None),
            ("$1. x", Some((2, NoBraces))),
        ] {
            assert_eq!(super::seeming(text), expected, "{text}");
        }
    }

    #[test]
    fn s4_29_s4_30_commands_keep_every_byte() {
        let arguments = words(&["x"]);
        let variables = Variables { skill_dir: "/s", session_id: "id", arguments: &arguments };
        let check = |body: &str, expected: &str| {
            for end in ["\n", "\r\n", "\r"] {
                let file =
                    |body: &str| format!("\u{feff}---\nname: a ${{1}}\n---\n{body}").replace('\n', end);
                let (content, expected) = (file(body), file(expected));
                let found = rendered(&content, &variables).unwrap_or_else(|| content.clone());
                assert_eq!(found, expected, "{end:?}");
            }
        };
        check("${1} !`echo ${1}` ${1}\n", "x !`echo ${1}` x\n");
        check("${1}\n\n```!\necho ${1}\n```\n\n${1}", "x\n\n```!\necho ${1}\n```\n\nx");
        check("```sh\necho ${1}\n```\n", "```sh\necho x\n```\n");
        check("plain\n", "plain\n");
    }

    #[test]
    fn the_body_begins_where_the_frontmatter_ends() {
        let check =
            |content: &str, body: &str| assert_eq!(&content[body_start(content)..], body, "{content:?}");
        check("---\nname: a\n---\nx\n", "x\n");
        check("\u{feff}---\r\nname: a\r\n---\r\nx\r\n", "x\r\n");
        check("---\rname: a\r---\rx", "x");
        check("---\nname: a\n---", "");
        check("x\n", "x\n");
        check("\u{feff}x", "x");
    }

    proptest! {
        /// Rendering never changes bytes outside variables: with each variable standing for itself nothing changes.
        #[test]
        fn d19_rendering_changes_nothing_but_variables(
            parts in prop::collection::vec(
                prop::sample::select(vec![
                    "${1}", "${ARGUMENTS}", "${SKILL_DIR}", "${SESSION_ID}", "$", "{", "}", "${", "x", " ", "\n",
                    "!`", "`", "```!\n", "```\n", "é", "\r\n", "${2}", "${HOME}",
                ]),
                0..24,
            ),
        ) {
            let text = parts.concat();
            let arguments = words(&["${1}"]);
            let own = Variables {
                skill_dir: "${SKILL_DIR}",
                session_id: "${SESSION_ID}",
                arguments: &arguments,
            };
            let same = rendered(&text, &own).unwrap_or_else(|| text.clone()).replace("${ARGUMENTS}", "${1}");
            prop_assert_eq!(same, text.replace("${ARGUMENTS}", "${1}"));
            // What is put in is never looked at: no text grows by more than its variables do.
            let long = words(&["${1}${ARGUMENTS}"]);
            let variables = Variables { arguments: &long, ..own };
            let grown = rendered(&text, &variables).unwrap_or_else(|| text.clone());
            let count = text.matches("${1}").count() + text.matches("${ARGUMENTS}").count();
            prop_assert!(grown.len() <= text.len() + count * long[0].len());
        }
    }
}
