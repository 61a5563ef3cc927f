//! Characters of a command that a person who approves it would not see, or would take for a blank.

/// Format characters and those Unicode lets a screen leave out, and the blanks that `char::is_whitespace`
/// does not know. From the tables of Unicode 16: `Cf` and `Default_Ignorable_Code_Point`.
const RANGES: &[(char, char)] = &[
    ('\u{ad}', '\u{ad}'),
    ('\u{34f}', '\u{34f}'),
    ('\u{600}', '\u{605}'),
    ('\u{61c}', '\u{61c}'),
    ('\u{6dd}', '\u{6dd}'),
    ('\u{70f}', '\u{70f}'),
    ('\u{890}', '\u{891}'),
    ('\u{8e2}', '\u{8e2}'),
    ('\u{115f}', '\u{1160}'),
    ('\u{17b4}', '\u{17b5}'),
    ('\u{180b}', '\u{180f}'),
    ('\u{200b}', '\u{200f}'),
    ('\u{202a}', '\u{202e}'),
    ('\u{2060}', '\u{206f}'),
    ('\u{2800}', '\u{2800}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{fe00}', '\u{fe0f}'),
    ('\u{feff}', '\u{feff}'),
    ('\u{ffa0}', '\u{ffa0}'),
    ('\u{fff0}', '\u{fffb}'),
    ('\u{110bd}', '\u{110bd}'),
    ('\u{110cd}', '\u{110cd}'),
    ('\u{13430}', '\u{1343f}'),
    ('\u{1bca0}', '\u{1bca3}'),
    ('\u{1d173}', '\u{1d17a}'),
    ('\u{e0000}', '\u{e0fff}'),
];

/// The first such character. Line ends and tabs are seen; what joins emoji is let pass behind one.
pub(crate) fn first_unseen(text: &str) -> Option<char> {
    let mut before = None;
    text.chars().find(|&character| {
        let joins = matches!(character, '\u{200d}' | '\u{fe0f}');
        let joined = joins && before.is_some_and(|before| u32::from(before) >= 0x2190);
        before = Some(character);
        !joined && is_unseen(character)
    })
}

fn is_unseen(character: char) -> bool {
    match character {
        '\n' | '\t' | ' '..='~' => false,
        other if other.is_control() || other.is_whitespace() => true,
        other => RANGES.iter().any(|&(first, last)| (first..=last).contains(&other)),
    }
}

#[cfg(test)]
mod tests {
    use super::first_unseen;

    #[test]
    fn what_cannot_be_seen_is_found() {
        let check = |text: &str, found: Option<char>| assert_eq!(first_unseen(text), found, "{text:?}");
        check("git log --pretty='%h\t%s'\n", None);
        check("echo naïve 技能 ✔\u{fe0f} 👩\u{200d}💻", None);
        check("rm\u{a0}-rf x", Some('\u{a0}'));
        check("ls\r", Some('\r'));
        check("a\u{200d}b", Some('\u{200d}'));
        check("a\u{fe0f}b", Some('\u{fe0f}'));
        for hidden in ["\u{202e}", "\u{200b}", "\u{0}", "\u{1b}", "\u{7f}", "\u{85}", "\u{2028}", "\u{e0041}"]
        {
            check(&format!("ls {hidden}x"), hidden.chars().next());
        }
    }
}
