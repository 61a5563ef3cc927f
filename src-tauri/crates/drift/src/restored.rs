//! A recorded body back in its file.

use crate::agent::Writer;
use crate::lines::Text;
use crate::step::Taken;
use crate::template::has_places;

/// Why a body cannot be put back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotRestored {
    /// The file has places that the agent fills in, and the recorded text has none of them.
    HasPlaces,
    /// The skill was called with words, and they may stand anywhere in the recorded text.
    WasCalled,
}

/// A file with a recorded body in the place of its own. Its frontmatter, its byte order mark, its line ends and the
/// blanks before the body stay as they are; where the record does not tell the blanks at the end, these too.
///
/// # Errors
///
/// [`NotRestored`] when nobody can tell what of the recorded body the agent filled in.
pub fn restored(
    file: &[u8],
    body: &str,
    is_trimmed: bool,
    writer: Writer,
    arguments: Option<&str>,
) -> Result<Vec<u8>, NotRestored> {
    if has_places(file, writer) {
        return Err(NotRestored::HasPlaces);
    }
    let mut ours = Taken::of(body.as_bytes()).without_mark();
    if let Some(words) = arguments.filter(|words| !words.is_empty() && writer.fills_in()) {
        let length = ours.bytes.len();
        ours = ours.without_call(Some(words));
        if ours.bytes.len() == length {
            return Err(NotRestored::WasCalled);
        }
    }
    let text = Text::of(file);
    let head = text.lines(0..text.frontmatter().unwrap_or_default());
    let theirs = &file[head.len()..];
    let blank = theirs.len() - theirs.trim_ascii_start().len();
    let mut ours = ours.with_lf().without_beginning();
    if is_trimmed {
        ours = ours.without_end();
    }
    let own = if file.windows(2).any(|pair| pair == b"\r\n") { with_crlf(&ours.bytes) } else { ours.bytes };
    let end = if is_trimmed { &theirs[theirs.trim_ascii_end().len().max(blank)..] } else { &[] };
    Ok([head, &theirs[..blank], &own, end].concat())
}

fn with_crlf(text: &[u8]) -> Vec<u8> {
    text.iter()
        .flat_map(|byte| if *byte == b'\n' { &b"\r\n"[..] } else { std::slice::from_ref(byte) })
        .copied()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{NotRestored, restored};
    use crate::Writer;

    const HEAD: &str = "---\nname: notes\n---\n\n";

    fn put(file: &str, body: &str, is_trimmed: bool, agent: &str) -> Result<String, NotRestored> {
        let bytes = restored(file.as_bytes(), body, is_trimmed, Writer::named(agent, None), None)?;
        Ok(String::from_utf8(bytes).unwrap())
    }

    #[test]
    fn the_frontmatter_the_mark_and_the_line_ends_stay() {
        let check = |file: &str, body: &str, is_trimmed, expected: &str| {
            assert_eq!(put(file, body, is_trimmed, "copilot-cli").as_deref(), Ok(expected), "{file:?}");
        };
        check(&format!("{HEAD}new\n"), "old\n", false, &format!("{HEAD}old\n"));
        check(&format!("{HEAD}new\n\n\n"), "old", true, &format!("{HEAD}old\n\n\n"));
        check(
            "\u{feff}---\r\nname: a\r\n---\r\nnew\r\n",
            "a\nb\n",
            false,
            "\u{feff}---\r\nname: a\r\n---\r\na\r\nb\r\n",
        );
        check(&format!("{HEAD}new\n"), "a\r\nb\r\n", false, &format!("{HEAD}a\nb\n"));
        check("new\n", "old\n", false, "old\n");
        check("---\nname: a\n---", "old", true, "---\nname: a\n---old");
    }

    #[test]
    fn what_an_agent_may_have_filled_in_is_not_put_back() {
        let file = format!("{HEAD}Write $ARGUMENTS.\n");
        assert_eq!(put(&file, "Write it.\n", false, "claude-code"), Err(NotRestored::HasPlaces));
        assert!(put(&file, "Write it.\n", false, "copilot-cli").is_ok());
        let called = |body: &str| {
            let writer = Writer::named("claude-code", Some("2.1.330"));
            restored(format!("{HEAD}new\n").as_bytes(), body, false, writer, Some("it"))
        };
        assert_eq!(called("Write it.\n"), Err(NotRestored::WasCalled));
        assert_eq!(called("old\n\n\nARGUMENTS: it"), Ok(format!("{HEAD}old\n").into_bytes()));
    }
}
