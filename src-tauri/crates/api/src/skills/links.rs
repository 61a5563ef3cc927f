//! Links in a SKILL.md to files beside it, and which of them lead nowhere.

use std::path::{Component, Path, PathBuf};

use ::skills::Skill;
use disk::Folder;
use pulldown_cmark::{Event, Parser, Tag};

use super::DeadLink;

/// Bytes of a body that are looked through (1 MiB).
const PARSED: usize = 1 << 20;
/// Links named in one answer.
const NAMED: usize = 100;

/// The links and images of a SKILL.md that point at a file which is not there, or out of the skill's folder.
/// Addresses of the web and places within the text are not looked at. Nothing is opened.
pub(crate) fn dead_links(skill: &Skill, content: &[u8]) -> Vec<DeadLink> {
    let Ok(folder) = Folder::open(&skill.dir) else { return Vec::new() };
    let text = String::from_utf8_lossy(content);
    let (body, first_line) = super::body_of(text.as_bytes());
    let body = String::from_utf8_lossy(&body[..crate::window::floor(body, PARSED)]);
    let mut found = Vec::new();
    for (event, range) in Parser::new(&body).into_offset_iter() {
        let Event::Start(Tag::Link { dest_url: target, .. } | Tag::Image { dest_url: target, .. }) = event
        else {
            continue;
        };
        if let Some(why) = nowhere(&folder, &target) {
            let before = body[..range.start].bytes().filter(|byte| *byte == b'\n').count();
            found.push(DeadLink { line: first_line + before as u32, target: target.into_string(), why });
        }
        if found.len() == NAMED {
            break;
        }
    }
    found
}

/// Why an address leads nowhere; nothing when it leads somewhere, or is not a path.
fn nowhere(folder: &Folder, target: &str) -> Option<String> {
    let path = target.split(['#', '?']).next().unwrap_or_default();
    let scheme = path.split_once(':').map(|(scheme, _)| scheme);
    let is_address = scheme.is_some_and(|scheme| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    });
    if path.is_empty() || is_address || path.starts_with("//") {
        return None;
    }
    let rel = PathBuf::from(spelled_out(path));
    if rel.is_absolute() || rel.components().any(|part| matches!(part, Component::ParentDir)) {
        return Some("It leads out of the skill’s folder.".to_owned());
    }
    match folder.kind(Path::new(&rel)) {
        Ok(_) => None,
        Err(fault) if fault.cause == disk::Cause::Missing => Some("No file is there.".to_owned()),
        Err(fault) => Some(format!("{fault}.")),
    }
}

/// An address with `%20` and its like read as bytes.
fn spelled_out(path: &str) -> String {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((first, behind)) = rest.split_first() {
        let hex = |digits: &[u8]| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok();
        match (first, behind.get(..2).and_then(hex)) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = &behind[2..];
            }
            _ => {
                bytes.push(*first);
                rest = behind;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use disk::Folder;

    use super::nowhere;

    #[test]
    fn a_path_leads_to_a_file_of_the_skill_or_nowhere() {
        let room = tempfile::tempdir().expect("a folder");
        disk::make_folder(&room.path().join("references")).expect("made");
        disk::write_atomic(&room.path().join("references/a b.md"), b"x").expect("written");
        let folder = Folder::open(room.path()).expect("opened");
        let check = |target: &str, leads: bool| {
            assert_eq!(nowhere(&folder, target).is_none(), leads, "{target}");
        };
        check("references/a%20b.md", true);
        check("./references/a%20b.md#part", true);
        check("references", true);
        check("https://example.org/x", true);
        check("mailto:a@b.de", true);
        check("//example.org/x", true);
        check("#part", true);
        check("references/b.md", false);
        check("references/a b.md/c", false);
        check("../other/SKILL.md", false);
        check("/etc/passwd", false);
        check("references/%2e%2e/%2e%2e/x", false);
    }
}
