//! Characters that a person does not see and a model reads all the same.

use icu_properties::props::{DefaultIgnorableCodePoint, GeneralCategory};
use icu_properties::{CodePointMapData, CodePointSetData};

use crate::{Finding, FindingText, InvisibleKind};

const KINDS: [InvisibleKind; 4] =
    [InvisibleKind::Direction, InvisibleKind::ZeroWidth, InvisibleKind::Tag, InvisibleKind::Control];

/// Whether a screen shows nothing for a character, or obeys it: what Unicode calls a control, a format character, a
/// line or paragraph separator, or ignorable by default, and the blank Braille cell. Line ends and tabs are such too.
pub fn is_unseen(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_control();
    }
    character == BLANK_BRAILLE
        || matches!(
            CodePointMapData::<GeneralCategory>::new().get(character),
            GeneralCategory::Control
                | GeneralCategory::Format
                | GeneralCategory::LineSeparator
                | GeneralCategory::ParagraphSeparator
        )
        || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(character)
}

/// Drawn, but as nothing.
const BLANK_BRAILLE: char = '\u{2800}';

/// The first character of a name that nobody sees in it.
pub(crate) fn unseen_in_name(name: &str) -> Option<char> {
    let befores = std::iter::once('a').chain(name.chars());
    let odd = |(before, character): (char, char)| {
        let is_odd = character == BLANK_BRAILLE || unseen(Some(before), character).is_some();
        // A joiner is known to be needed in texts; two names that differ in one are taken for the same.
        (is_odd || matches!(character, '\u{200c}' | '\u{200d}')).then_some(character)
    };
    befores.zip(name.chars()).find_map(odd)
}

/// One finding for each kind that occurs, with its count and first line.
pub(crate) fn findings(text: &str) -> Vec<Finding> {
    // Nearly all texts are plain, and nearly all lines of the others.
    if is_plain(text) {
        return Vec::new();
    }
    let mut seen = [(0_usize, 0_u32, '\0'); KINDS.len()];
    for (number, line) in (1..).zip(text.split('\n')).filter(|(_, line)| !is_plain(line)) {
        let mut before = if number == 1 { None } else { Some('\n') };
        for character in line.chars() {
            if let Some(kind) = unseen(before, character) {
                let slot = &mut seen[kind as usize];
                if slot.0 == 0 {
                    *slot = (0, number, character);
                }
                slot.0 += 1;
            }
            before = Some(character);
        }
    }
    let occurring = KINDS.iter().zip(seen).filter(|(_, (count, ..))| *count > 0);
    occurring.map(|(kind, (count, line, first))| told(*kind, count, line, first)).collect()
}

/// Whether a text is ASCII with nothing unseen but line ends and tabs.
fn is_plain(text: &str) -> bool {
    let is_plain = |byte: u8| matches!(byte, b'\t' | b'\r' | b'\n' | b' '..0x7f);
    // A piece is looked at to its end, so that the compiler looks at many bytes at a time.
    let mut pieces = text.as_bytes().chunks(64);
    pieces.all(|piece| piece.iter().fold(true, |all, byte| all & is_plain(*byte)))
}

pub(crate) fn unseen(before: Option<char>, character: char) -> Option<InvisibleKind> {
    match character {
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' | '\u{61c}' => {
            Some(InvisibleKind::Direction)
        }
        // Joiners belong into emoji and into some scripts; the mark at the start of a file is a known thing.
        '\u{200c}' | '\u{200d}' if before.is_some_and(|before| !before.is_ascii()) => None,
        '\u{feff}' if before.is_none() => None,
        // One mark behind a letter chooses its picture; a row of them hides something.
        '\u{fe00}'..='\u{fe0f}' if before.is_some_and(takes_a_mark) => None,
        '\u{e0000}'..='\u{e0fff}' => Some(InvisibleKind::Tag),
        '\t' | '\r' | BLANK_BRAILLE => None,
        other if other.is_control() => Some(InvisibleKind::Control),
        other if is_unseen(other) => Some(InvisibleKind::ZeroWidth),
        _ => None,
    }
}

/// Whether a character has several pictures: those beyond ASCII, and the keys of a telephone.
fn takes_a_mark(character: char) -> bool {
    matches!(character, '0'..='9' | '#' | '*') || !character.is_ascii() && !is_unseen(character)
}

fn told(kind: InvisibleKind, count: usize, line: u32, first: char) -> Finding {
    let character = numbered(first);
    let text = FindingText::InvisibleCharacters { kind, count, character, line };
    Finding::by_rule("invisible-characters", Some(line), text)
}

/// A character as U+ and its number.
pub fn numbered(character: char) -> String {
    format!("U+{:04X}", u32::from(character))
}

#[cfg(test)]
mod tests {
    use super::findings;

    #[test]
    fn an_unseen_character_is_found_wherever_it_stands() {
        for at in 0..200 {
            let unseen = ['\u{200b}', '\u{202e}', '\u{7f}', '\0'][at % 4];
            let (before, behind) = ("a".repeat(at), "b\tc\r\n".repeat(30));
            assert_eq!(findings(&format!("{before}{behind}")), []);
            let found = findings(&format!("x\n{before}{unseen}{behind}"));
            let told: Vec<_> = found.iter().map(|one| one.line).collect();
            assert_eq!(told, [Some(2)], "{unseen:?} behind {at} bytes");
        }
    }
}
