//! Where frontmatter ends and the body begins, for readers that forgive blanks and line ends. Pixir's own
//! rule is stricter and stands beside its reading of the fields.

use std::ops::Range;

use crate::ladder::note;
use crate::{Skip, YamlProblem};

/// The text below the frontmatter, without byte order mark and with LF as line ends, and the number of its
/// first line, counted from 1 in the file. All of the file when no frontmatter is closed in it; `None`
/// unless it is UTF-8.
pub fn body(content: &[u8]) -> Option<(String, u32)> {
    let text = normalized(std::str::from_utf8(content).ok()?, &mut Vec::new());
    let Ok((block, first)) = fenced(&text) else { return Some((text, 1)) };
    let (block, rest) = text[block.start..].split_at(block.len());
    let behind = rest.split_once('\n').map_or("", |(_fence, behind)| behind);
    let lines = u32::try_from(block.matches('\n').count()).unwrap_or(u32::MAX - first - 1);
    Some((behind.to_owned(), first + lines + 1))
}

/// Without byte order mark, line ends as LF. Lines keep their numbers.
pub(crate) fn normalized(text: &str, problems: &mut Vec<YamlProblem>) -> String {
    let without = text.strip_prefix('\u{feff}');
    if without.is_some() {
        problems.push(note("bom", Some(1), "The file starts with a byte order mark.".into()));
    }
    let text = without.unwrap_or(text);
    if !text.contains('\r') {
        return text.to_owned();
    }
    problems.push(note("crlf", None, "Lines end in CR or CRLF instead of LF.".into()));
    text.replace("\r\n", "\n").replace('\r', "\n")
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
    use super::body;

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
