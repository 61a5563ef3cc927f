//! How many columns of a terminal a text takes.

use icu_properties::CodePointMapData;
use icu_properties::props::{EastAsianWidth, GeneralCategory};

pub(crate) fn columns(text: &str) -> usize {
    text.chars().map(width).sum()
}

fn width(character: char) -> usize {
    if character.is_ascii() {
        return usize::from(!character.is_ascii_control());
    }
    let takes_none = matches!(
        CodePointMapData::<GeneralCategory>::new().get(character),
        GeneralCategory::Control
            | GeneralCategory::Format
            | GeneralCategory::NonspacingMark
            | GeneralCategory::EnclosingMark
    );
    match CodePointMapData::<EastAsianWidth>::new().get(character) {
        _ if takes_none => 0,
        EastAsianWidth::Wide | EastAsianWidth::Fullwidth => 2,
        _ => 1,
    }
}
