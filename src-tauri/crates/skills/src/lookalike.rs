//! Names that are drawn like `SKILL.md` and have other letters.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::hidden::is_unseen;
use crate::skill::FILE_NAME;

/// Letters of other scripts, digits and signs that look like one of the letters of the name. `i`, `l` and `1` are one.
const ALIKE: [(char, &str); 6] = [
    ('s', "ѕꜱꓢտʂƽ5$"),
    ('k', "кκᴋꓗқҝҟҡ"),
    ('l', "iіιӏɪıʟꓡꓲ1|!ǀ∣ןƖⲓ"),
    ('m', "мμᴍꓟϻ"),
    ('d', "ԁᴅꓓժđ"),
    ('.', "。۔·‧܁܂ꓸ٠"),
];

/// Returns whether a name is not `SKILL.md` in any case, and looks like it: with blanks, dots behind it, unseen or wide
/// letters, accents, or letters of another script. Some systems and agents take such a file for the skill.
pub fn resembles_main_file(name: &str) -> bool {
    !name.eq_ignore_ascii_case(FILE_NAME) && drawn(name) == drawn(FILE_NAME)
}

/// The name as it looks: one letter for all that look alike, and none that is not seen.
fn drawn(name: &str) -> String {
    let is_drawn = |letter: &char| {
        !letter.is_whitespace() && !is_unseen(*letter) && !is_combining_mark(*letter) && *letter != '\u{fffd}'
    };
    let like = |letter: char| {
        let known = ALIKE.iter().find(|(_, others)| others.contains(letter));
        known.map_or(letter, |(plain, _)| *plain)
    };
    let letters = name.nfkd().filter(is_drawn).flat_map(char::to_lowercase).map(like);
    letters.collect::<String>().trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::resembles_main_file;

    #[test]
    fn name_that_is_drawn_like_the_main_file_resembles_it() {
        for name in [
            "SKILL.md ",
            " SKILL.md",
            "SKILL.md.",
            "SKILL.md. .",
            "skill.md\t",
            "SKILL .md",
            "SKILL.md\u{a0}",
            "SKILL\u{200b}.md",
            "\u{feff}SKILL.md",
            "SKILL.md\u{202e}",
            "SKILL.md\u{fffd}",
            "ＳＫＩＬＬ．ｍｄ",
            "SKILL．md",
            "SKILL․md",
            "SKILL。md",
            "ЅKILL.md",
            "SКILL.md",
            "SKІLL.md",
            "SKILL.мd",
            "SKILL.mԁ",
            "ꜱᴋɪʟʟ.ᴍᴅ",
            "𝐒𝐊𝐈𝐋𝐋.𝐦𝐝",
            "SKÍLL.md",
            "SKlLL.md",
            "SK1LL.md",
            "5KILL.md",
        ] {
            assert!(resembles_main_file(name), "{name:?}");
        }
        for name in [
            "SKILL.md",
            "skill.MD",
            "SKILLS.md",
            "SKILL.mdx",
            "SKILL",
            "SKILL.md.bak",
            "SKILL.md~",
            "KILL.md",
            "",
        ] {
            assert!(!resembles_main_file(name), "{name:?}");
        }
    }
}
