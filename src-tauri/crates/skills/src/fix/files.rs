//! Any file of a skill: characters that nobody sees, links in other letters than the file, bits that run nothing.

use std::path::Path;

use super::text::At;
use crate::InvisibleKind;
use crate::hidden::unseen;

/// Endings of files that people read, where a character that is not seen does nothing.
const PROSE: [&str; 3] = ["md", "markdown", "txt"];
/// Endings of files that no system runs.
const NO_PROGRAMS: [&str; 19] = [
    "md", "markdown", "txt", "rst", "json", "jsonl", "yaml", "yml", "toml", "csv", "tsv", "xml", "html",
    "css", "svg", "png", "jpg", "jpeg", "pdf",
];

/// Without characters that nobody sees. In a program only those go that turn its text around or hide in tags: the
/// others may be what it prints.
pub(super) fn seen(at: &At<'_>) -> Option<Vec<u8>> {
    let mut text = std::str::from_utf8(at.file.bytes).ok()?.to_owned();
    let is_prose = has_ending(at.file.rel, &PROSE);
    let goes =
        |kind: InvisibleKind| is_prose || matches!(kind, InvisibleKind::Direction | InvisibleKind::Tag);
    // What stood behind a character that went may be unseen where it stands now.
    loop {
        let mut before = None;
        let mut out = String::with_capacity(text.len());
        for character in text.chars() {
            // A line end is a control character, and seen all the same.
            if character == '\n' || !unseen(before, character).is_some_and(goes) {
                out.push(character);
            }
            before = Some(character);
        }
        if out == text {
            return Some(out.into_bytes());
        }
        text = out;
    }
}

/// The links of a line that lead to a file once their letters are the file's.
pub(super) fn relinked(at: &At<'_>) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(at.file.bytes).ok()?;
    let number = at.finding.line? as usize - 1;
    let begin: usize = text.split_inclusive('\n').take(number).map(str::len).sum();
    let line = text[begin..].split_inclusive('\n').next()?;
    let (mut out, mut rest) = (String::new(), line);
    while let Some((at_link, opening)) = ["](<", "](", "]: "]
        .iter()
        .filter_map(|opening| rest.find(opening).map(|found| (found, *opening)))
        .min_by_key(|(found, opening)| (*found, std::cmp::Reverse(opening.len())))
    {
        let (head, target) = rest.split_at(at_link + opening.len());
        let ends: &[char] =
            if opening.ends_with('<') { &['>'] } else { &[')', '#', '?', ' ', '\t', '\n', '\r'] };
        let (target, behind) = target.split_at(target.find(ends).unwrap_or(target.len()));
        out.push_str(head);
        out.push_str(&spelled(at, target).unwrap_or_else(|| target.to_owned()));
        rest = behind;
    }
    out.push_str(rest);
    (out != line).then(|| [&text[..begin], &out, &text[begin + line.len()..]].concat().into_bytes())
}

/// The path of the one file that differs from a link's target in case alone.
fn spelled(at: &At<'_>, target: &str) -> Option<String> {
    let path = target.strip_prefix("./").unwrap_or(target);
    let dot = &target[..target.len() - path.len()];
    let names = at.file.beside.iter().filter_map(|rel| rel.to_str());
    let is_plain = !path.is_empty() && !path.contains('%');
    let mut near = names.filter(|name| is_plain && name.to_lowercase() == path.to_lowercase());
    let one = near.next()?;
    (near.next().is_none() && one != path).then(|| format!("{dot}{one}"))
}

/// Whether nothing of a file would run when its path is called.
pub(super) fn is_no_program(rel: &Path, bytes: &[u8]) -> bool {
    has_ending(rel, &NO_PROGRAMS) && !bytes.starts_with(b"#!")
}

fn has_ending(rel: &Path, endings: &[&str]) -> bool {
    let ending = rel.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    endings.iter().any(|known| ending.eq_ignore_ascii_case(known))
}
