//! What stands around the frontmatter: byte order mark, line ends, fences.

use super::text::{At, keeps, lines};
use crate::spec::FIELDS;
use crate::yaml;

const MARK: &[u8] = b"\xEF\xBB\xBF";

pub(super) fn without_mark(at: &At<'_>) -> Option<Vec<u8>> {
    at.file.bytes.strip_prefix(MARK).map(<[u8]>::to_vec)
}

/// Every CRLF as LF. A CR on its own is a character of its line and stays.
pub(super) fn with_lf(at: &At<'_>) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(at.file.bytes.len());
    for line in lines(at.file.bytes) {
        match line.strip_suffix(b"\r\n") {
            Some(text) => out.extend([text, b"\n"].concat()),
            None => out.extend_from_slice(line),
        }
    }
    keeps(at.file.bytes, &out).then_some(out)
}

/// Without what stands before the first fence, and without blanks behind it.
pub(super) fn opened(at: &At<'_>) -> Option<Vec<u8>> {
    let lines = lines(at.file.bytes);
    let open = lines.iter().position(|line| !line.trim_ascii().is_empty())?;
    let is_fence = lines[open].trim_ascii_end() == b"---";
    let out = [&fence(lines[open])[..], &lines[open + 1..].concat()].concat();
    (is_fence && keeps(at.file.bytes, &out)).then_some(out)
}

/// Without blanks around the fence that ends the frontmatter.
pub(super) fn closed(at: &At<'_>) -> Option<Vec<u8>> {
    let mut lines = lines(at.file.bytes);
    let number = at.finding.line? as usize - 1;
    let line = lines.get(number).filter(|line| line.trim_ascii() == b"---")?;
    // Pixir knows no other line end than LF.
    let bare: &[u8] = if line.ends_with(b"\n") { b"---\n" } else { b"---" };
    lines[number] = bare;
    let out = lines.concat();
    keeps(at.file.bytes, &out).then_some(out)
}

/// With a fence where the fields end: at the first blank line, or at the end of the file. None where a line before
/// is no field, or a field seems to stand behind.
pub(super) fn closing(at: &At<'_>) -> Option<Vec<u8>> {
    let lines = lines(at.file.bytes);
    let end = (1..lines.len()).find(|number| lines[*number].trim_ascii().is_empty()).unwrap_or(lines.len());
    let block = String::from_utf8(lines.get(1..end)?.concat()).ok()?;
    // A line that begins so may be a heading of the body as well as a comment.
    let is_certain = !block.contains('\r') && !block.lines().any(|line| line.starts_with('#'));
    let fields = yaml::read(&block).ok().filter(|_| is_certain)?;
    let has = |key: &str| fields.iter().any(|field| field.key == key && field.value.text().is_some());
    let is_field = |line: &&[u8]| {
        FIELDS.iter().any(|key| line.strip_prefix(key.as_bytes()).is_some_and(|rest| rest.starts_with(b":")))
    };
    if !(has("name") || has("description")) || lines[end..].iter().any(is_field) {
        return None;
    }
    let open: &[u8] = if block.ends_with('\n') { b"" } else { b"\n" };
    Some([&lines[..end].concat(), open, b"---\n", &lines[end..].concat()].concat())
}

/// A fence with the line end of the one it stands for.
fn fence(line: &[u8]) -> Vec<u8> {
    let end: &[u8] = match line {
        [.., b'\r', b'\n'] => b"\r\n",
        [.., b'\n'] => b"\n",
        _ => b"",
    };
    [b"---", end].concat()
}
