//! Texts as lines and bytes.

/// Lines of a text; a line end at the very end opens no further line.
pub fn line_count(bytes: &[u8]) -> u32 {
    let ends = bytes.iter().filter(|byte| **byte == b'\n').count();
    let open = bytes.last().is_some_and(|last| *last != b'\n');
    u32::try_from(ends + usize::from(open)).unwrap_or(u32::MAX)
}

/// The largest cut at or below `at` that does not split a character.
pub fn floor(bytes: &[u8], at: usize) -> usize {
    if at >= bytes.len() {
        return bytes.len();
    }
    // A UTF-8 character has at most three continuation bytes.
    (at.saturating_sub(3)..=at).rev().find(|cut| bytes[*cut] & 0xC0 != 0x80).unwrap_or(at)
}

/// The part below the frontmatter without the empty lines before it, and the number of its first line; all of the file
/// where no frontmatter closes in it.
pub fn body_of(content: &[u8]) -> (&[u8], u32) {
    let mut lines = content.split_inclusive(|byte| *byte == b'\n');
    let Some(head) = skills::frontmatter_lines(lines.clone()).filter(|head| *head > 0) else {
        return (content, 1);
    };
    let mut at = lines.by_ref().take(head).map(<[u8]>::len).sum::<usize>();
    let is_empty = |line: &&[u8]| line.iter().all(|byte| matches!(byte, b'\n' | b'\r'));
    let mut number = head + 1;
    for line in lines.take_while(is_empty) {
        at += line.len();
        number += 1;
    }
    (&content[at..], u32::try_from(number).unwrap_or(u32::MAX))
}
