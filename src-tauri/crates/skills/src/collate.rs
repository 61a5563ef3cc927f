//! The order in which a program puts words that knows a reader's alphabet: signs, digits, letters whatever their
//! case and accents; of equal ones those without accents first, then small letters before capital ones. Letters of
//! other scripts stand behind the Latin ones in the order of their numbers, which is near enough and no more.

use std::cmp::Ordering;

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// The signs of ASCII in that order.
const SIGNS: &str = "\t\n\u{b}\u{c}\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$";

pub(crate) fn compare(a: &str, b: &str) -> Ordering {
    let by = |key: fn(&str) -> Vec<u32>| key(a).cmp(&key(b));
    by(letters).then_with(|| by(accents)).then_with(|| by(capitals)).then_with(|| a.cmp(b))
}

fn letters(text: &str) -> Vec<u32> {
    let kept = text.nfd().filter(|character| !is_combining_mark(*character)).flat_map(char::to_lowercase);
    kept.map(rank).collect()
}

fn rank(character: char) -> u32 {
    match SIGNS.chars().position(|sign| sign == character) {
        Some(at) => u32::try_from(at).unwrap_or_default(),
        None if character.is_ascii_control() => 0,
        None => 0x100 + u32::from(character),
    }
}

fn accents(text: &str) -> Vec<u32> {
    text.nfd().filter(|character| is_combining_mark(*character)).map(u32::from).collect()
}

fn capitals(text: &str) -> Vec<u32> {
    text.chars().map(|character| u32::from(character.is_uppercase())).collect()
}

#[cfg(test)]
mod tests {
    use super::compare;

    #[test]
    fn capital_letters_do_not_come_before_all_small_ones() {
        let mut words =
            ["xx", "Upper", "under_score", "two words", "a", "123abc", "-dash", "end-", "é", "ez", "A", "_b"];
        words.sort_by(|a, b| compare(a, b));
        let order =
            ["_b", "-dash", "123abc", "a", "A", "é", "end-", "ez", "two words", "under_score", "Upper", "xx"];
        assert_eq!(words, order);
    }
}
