//! Where frontmatter ends and the body begins, for readers that forgive blanks and line ends. Pixir's own
//! rule is stricter and stands beside its reading of the fields.

use std::borrow::Cow;
use std::ops::Range;

use crate::ladder::note;
use crate::{FindingText, Skip, YamlProblem};

/// The text below the frontmatter, without byte order mark and with LF as line ends, and the number of its
/// first line, counted from 1 in the file. All of the file when no frontmatter is closed in it; `None`
/// unless it is UTF-8.
pub fn body(content: &[u8]) -> Option<(String, u32)> {
    let text = normalized(std::str::from_utf8(content).ok()?, &mut Vec::new());
    let (body, first) = below(&text);
    Some((body.to_owned(), first))
}

/// The same of a text whose lines end in LF.
pub(crate) fn below(text: &str) -> (&str, u32) {
    let Ok((block, first)) = fenced(text) else { return (text, 1) };
    let (block, rest) = text[block.start..].split_at(block.len());
    let behind = rest.split_once('\n').map_or("", |(_fence, behind)| behind);
    let lines = u32::try_from(block.matches('\n').count()).unwrap_or(u32::MAX - first - 1);
    (behind, first + lines + 1)
}

/// How many of the first lines are the frontmatter with both fences, as Assay itself shows and compares files; 0 where
/// there is none, and `None` where it opens and never closes: what an agent makes of that differs, so it counts as
/// body, and an edited instruction is never called a change of the frontmatter only.
///
/// It begins in the first line, as Pixir wants it: behind an empty line the same dashes may be a rule in a body that is
/// compared without its frontmatter. A byte order mark and blanks behind the dashes are looked past, although Pixir reads
/// no frontmatter then. Lines come with or without their line feeds.
pub fn frontmatter_lines<'l>(lines: impl IntoIterator<Item = &'l [u8]>) -> Option<usize> {
    let is_fence = |line: &[u8]| line.trim_ascii_end() == b"---";
    let mut lines = lines.into_iter();
    let first = lines.next().unwrap_or_default();
    if !is_fence(first.strip_prefix(b"\xef\xbb\xbf").unwrap_or(first)) {
        return Some(0);
    }
    lines.position(is_fence).map(|at| at + 2)
}

/// Bytes below the frontmatter, without the line breaks that agents leave out between the two. All of the file when no
/// frontmatter is closed in it.
pub(crate) fn body_size(content: &[u8]) -> usize {
    let lines = content.split_inclusive(|byte| *byte == b'\n');
    let fenced = frontmatter_lines(lines.clone()).unwrap_or_default();
    let above: usize = lines.take(fenced).map(<[u8]>::len).sum();
    let breaks = content[above..].iter().take_while(|byte| fenced > 0 && matches!(byte, b'\n' | b'\r'));
    content.len() - above - breaks.count()
}

/// Without byte order mark, line ends as LF. Lines keep their numbers.
pub(crate) fn normalized<'t>(text: &'t str, problems: &mut Vec<YamlProblem>) -> Cow<'t, str> {
    let without = text.strip_prefix('\u{feff}');
    if without.is_some() {
        problems.push(note("bom", Some(1), FindingText::ByteOrderMark));
    }
    let text = without.unwrap_or(text);
    if !text.contains('\r') {
        return text.into();
    }
    problems.push(note("crlf", None, FindingText::LineEnds));
    text.replace("\r\n", "\n").replace('\r', "\n").into()
}

/// Where the text between the fences stands, and the number of its first line. A closing fence in the first column
/// goes before an indented one.
pub(crate) fn fenced(text: &str) -> Result<(Range<usize>, u32), Skip> {
    let is_fence = |line: &str| line.strip_prefix("---").is_some_and(|rest| rest.trim().is_empty());
    let (mut start, mut first_line) = (0, 1);
    let mut lines = text.split_inclusive('\n');
    let open = lines.by_ref().find(|line| {
        start += line.len();
        first_line += 1;
        !line.trim().is_empty()
    });
    if !open.is_some_and(is_fence) {
        return Err(Skip::NoFrontmatter);
    }
    let (mut at, mut indented) = (start, None);
    for line in lines {
        if is_fence(line) {
            return Ok((start..at, first_line));
        }
        if indented.is_none() && is_fence(line.trim_start()) {
            indented = Some(at);
        }
        at += line.len();
    }
    indented.map(|at| (start..at, first_line)).ok_or(Skip::Unclosed)
}

#[cfg(test)]
mod tests {
    use super::{body, body_size, frontmatter_lines};

    #[test]
    fn frontmatter_lies_between_two_fences() {
        let check = |text: &str, lines| {
            let found = frontmatter_lines(text.as_bytes().split_inclusive(|byte| *byte == b'\n'));
            assert_eq!(found, lines, "{text:?}");
        };
        check("", Some(0));
        check("\n\n", Some(0));
        check("body\n---\n---\n", Some(0));
        check("---\nname: a\n---\nbody\n", Some(3));
        check("---\r\nname: a\r\n---\r\nbody\r\n", Some(3));
        check("\u{feff}---\nname: a\n---", Some(3));
        check("\n---\nname: a\n---\n", Some(0));
        check("---\nname: a\n--- \n", Some(3));
        check("---\n---\n---\n", Some(2));
        check("---\nname: a\nbody\n", None);
        check("----\na\n---\n", Some(0));
    }

    #[test]
    fn the_body_is_as_large_as_what_agents_give_of_it() {
        let check = |content: &str, size| assert_eq!(body_size(content.as_bytes()), size, "{content:?}");
        check("---\nname: a\n---\n\nx\ny\n", 4);
        check("---\r\nname: a\r\n---\r\n\r\nx\r\n", 3);
        check("---\nname: a\nx\n", 14);
        check("\n\nx\n", 4);
        check("---\nname: a\n---", 0);
        check("", 0);
    }

    #[test]
    fn the_body_begins_below_the_fence() {
        let check = |content: &str, body_text: &str, line: u32| {
            assert_eq!(body(content.as_bytes()), Some((body_text.to_owned(), line)), "{content:?}");
        };
        check("---\nname: a\n---\nx\ny\n", "x\ny\n", 4);
        check("\u{feff}\r\n---\r\nname: a\r\n--- \r\nx\r\n", "x\n", 5);
        check("---\rname: a\r---\rx", "x", 4);
        check("---\nname: a\n---", "", 4);
        check("---\n---\n\nx\n", "\nx\n", 3);
        check("---\nname: a\nx\n", "---\nname: a\nx\n", 1);
        check("# x\n---\n", "# x\n---\n", 1);
        check("", "", 1);
        assert_eq!(body(b"---\n---\n\xff"), None);
    }
}
