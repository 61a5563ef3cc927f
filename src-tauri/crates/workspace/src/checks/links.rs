//! Links in a SKILL.md to files beside it, and which of them lead nowhere.

use std::path::{Component, Path, PathBuf};

use disk::Folder;
use pulldown_cmark::{Event, Parser, Tag};
use skills::Skill;

use crate::text::{body_of, floor};

/// A link that leads nowhere.
pub struct DeadLink {
    /// The line it stands on, counted from 1.
    pub line: u32,
    /// Where it points, as written.
    pub target: String,
    /// The message of the system; `None` if the file does not exist.
    pub fault: Option<String>,
}

/// Bytes of a body that are looked through (1 MiB).
const PARSED: usize = 1 << 20;
/// Links named in one answer.
const NAMED: usize = 100;

/// Where an address leads.
#[derive(Debug, PartialEq, Eq)]
enum End {
    /// To a file of the skill, or it is no path.
    There,
    /// Out of the skill's folder, to something that is there, or by an absolute path.
    Out,
    /// To nothing, with what the system says unless the file does not exist.
    Nowhere(Option<String>),
}

/// What agents put in the place of the skill's folder.
const FOLDER: &[&str] = &["{baseDir}/", "${CLAUDE_SKILL_DIR}/", "$CLAUDE_SKILL_DIR/"];

/// The links and images of a SKILL.md that lead nowhere, and those that lead out of the skill's folder, by their lines.
/// Addresses of the web and places within the text are not looked at. Nothing is opened.
pub fn links(skill: &Skill, content: &[u8]) -> (Vec<DeadLink>, Vec<(u32, String)>) {
    let (mut dead, mut out) = (Vec::new(), Vec::new());
    let text = String::from_utf8_lossy(content);
    let (body, first_line) = body_of(text.as_bytes());
    let body = String::from_utf8_lossy(&body[..floor(body, PARSED)]);
    if !may_link(&body) {
        return (dead, out);
    }
    let Ok(folder) = Folder::open(&skill.dir) else { return (dead, out) };
    for (event, range) in Parser::new(&body).into_offset_iter() {
        let Event::Start(Tag::Link { dest_url: target, .. } | Tag::Image { dest_url: target, .. }) = event
        else {
            continue;
        };
        let line = || first_line + body[..range.start].bytes().filter(|byte| *byte == b'\n').count() as u32;
        match end(&folder, &skill.dir, &target) {
            End::There => {}
            End::Out => out.push((line(), target.into_string())),
            End::Nowhere(fault) => dead.push(DeadLink { line: line(), target: target.into_string(), fault }),
        }
        if dead.len() + out.len() == NAMED {
            break;
        }
    }
    (dead, out)
}

/// No for a text without any link: to look for their signs takes a hundredth of what reading Markdown does.
fn may_link(body: &str) -> bool {
    body.contains('<') || ["](", "]:"].iter().any(|sign| body.contains(sign))
}

/// Where an address in a skill of the folder `dir` leads.
fn end(folder: &Folder, dir: &Path, target: &str) -> End {
    let path = target.split(['#', '?']).next().unwrap_or_default();
    let path = FOLDER.iter().find_map(|folder| path.strip_prefix(folder)).unwrap_or(path);
    let scheme = path.split_once(':').map(|(scheme, _)| scheme);
    let is_address = scheme.is_some_and(|scheme| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    });
    // What is still to be filled in leads nobody knows where.
    let is_open = path.starts_with(['{', '$', '<']);
    if path.is_empty() || is_address || is_open || path.starts_with("//") {
        return End::There;
    }
    let rel = PathBuf::from(&*percent_encoding::percent_decode_str(path).decode_utf8_lossy());
    if rel.is_absolute() {
        return End::Out;
    }
    let (found, leads) = match inside(&rel) {
        Some(rel) => (folder.kind(&rel).map(drop), End::There),
        None => (disk::look_at_entry(&dir.join(&rel)).map(drop), End::Out),
    };
    match found {
        Ok(()) => leads,
        Err(fault) if fault.cause == disk::Cause::Missing => End::Nowhere(None),
        Err(fault) => End::Nowhere(Some(fault.to_string())),
    }
}

/// A path without `..`; nothing when it goes up out of where it begins.
fn inside(rel: &Path) -> Option<PathBuf> {
    let mut plain = PathBuf::new();
    for part in rel.components() {
        match part {
            Component::Normal(name) => plain.push(name),
            Component::ParentDir if !plain.pop() => return None,
            _ => {}
        }
    }
    Some(if plain.as_os_str().is_empty() { ".".into() } else { plain })
}

#[cfg(test)]
mod tests {
    use disk::Folder;

    use proptest::prelude::*;
    use pulldown_cmark::{Event, Parser, Tag};

    use super::{End, end, may_link};

    proptest! {
        #[test]
        fn a_text_that_is_passed_over_has_no_link(
            pieces in prop::collection::vec(
                prop::sample::select(vec![
                    "[a]", "[a]: /y\n", "[", "]", "(", ")", ":", "!", "<", ">", "a", "b@c.de", "https://x", "/y", " ", "\n", "> ", "\\", "`",
                ]),
                0..14,
            ),
        ) {
            let body = pieces.concat();
            let is_link =
                |event: &Event<'_>| matches!(event, Event::Start(Tag::Link { .. } | Tag::Image { .. }));
            prop_assert!(may_link(&body) || !Parser::new(&body).any(|event| is_link(&event)), "{body:?}");
        }
    }

    #[test]
    fn a_path_leads_to_a_file_of_the_skill_or_out_of_it_or_nowhere() {
        let room = tempfile::tempdir().expect("a folder");
        let dir = room.path().join("a");
        disk::make_folder(&dir.join("references")).expect("made");
        disk::write_atomic(&dir.join("references/a b.md"), b"x").expect("written");
        disk::write_atomic(&room.path().join("README.md"), b"x").expect("written");
        let folder = Folder::open(&dir).expect("opened");
        let check = |target: &str, expected: &str| {
            let found = match end(&folder, &dir, target) {
                End::There => "there",
                End::Out => "out",
                End::Nowhere(_) => "nowhere",
            };
            assert_eq!(found, expected, "{target}");
        };
        check("references/a%20b.md", "there");
        check("./references/a%20b.md#part", "there");
        check("references", "there");
        check("references/", "there");
        check("references/../references/a b.md", "there");
        check("{baseDir}/references/a b.md", "there");
        check("${CLAUDE_SKILL_DIR}/references", "there");
        check("{name}.md", "there");
        check("https://example.org/x", "there");
        check("mailto:a@b.de", "there");
        check("//example.org/x", "there");
        check("#part", "there");
        check("../README.md", "out");
        check("references/../../README.md", "out");
        check("/etc/passwd", "out");
        check("references/b.md", "nowhere");
        check("{baseDir}/references/b.md", "nowhere");
        check("references/a b.md/c", "nowhere");
        check("../other/SKILL.md", "nowhere");
        check("references/%2e%2e/%2e%2e/x", "nowhere");
    }
}
