//! The files of a skill: listed, shown, never run.

use std::collections::BTreeMap;
use std::path::Path;

use ::skills::Skill;
use ::workspace::{Joined, Session, Workspace, checks};
use base64::prelude::{BASE64_STANDARD, Engine};
use disk::{Cause, Contents, Fault, Folder};
use message::message;

use super::{DeadLink, NoPreview, Preview, ResourceKind, ResourceRow, ResourceView, ResourcesView};
use crate::Failure;
use crate::wire::{Millis, ResourceAsk, SkillAsk, TurnRef};
use crate::{markdown, window};

/// Most bytes of a file that are read to be shown: 4 MiB.
const SHOWN: u64 = 4 << 20;
/// Most bytes of an image: 1 MiB.
const IMAGE: usize = 1 << 20;
/// Bytes shown of a file that is larger.
const BEGINNING: u64 = 64 << 10;
/// Bytes shown of something that is not text.
const HEX: usize = 4096;

/// Folders and files of a skill, SKILL.md first.
///
/// # Errors
///
/// [`Code::NotFound`](crate::Code::NotFound) when the row is gone, and what the disk says when the
/// skill’s folder cannot be read.
pub fn resources(workspace: &Workspace, ask: &SkillAsk) -> Result<ResourcesView, Failure> {
    let skill = &workspace.skill(&ask.id).ok_or_else(Failure::skill_gone)?;
    let joined = workspace.joined();
    let (rows, omitted) = all(workspace, skill, &joined)?;
    let content = disk::read(&skill.path, ::skills::SKILL_LIMIT).map(|read| read.bytes).unwrap_or_default();
    let files = rows.iter().filter(|row| !matches!(row.kind, ResourceKind::Folder | ResourceKind::Main));
    let opened = files.clone().filter(|row| !row.opened.is_empty()).count() as u32;
    let named = files.clone().filter(|row| row.opened.is_empty() && !row.named.is_empty()).count() as u32;
    Ok(ResourcesView {
        opened,
        named,
        known_since: workspace.files_known_since(&skill.path).map(Millis::at),
        dead_links: dead_links(skill, &content),
        files: files.count() as u32,
        activations: joined.snapshots_at(&skill.path).iter().map(|one| one.uses.len() as u32).sum(),
        rows,
        omitted,
    })
}

/// One file of a skill, when it is listed.
///
/// # Errors
///
/// [`Code::NotFound`](crate::Code::NotFound) when the row is gone or the skill has no such file, and what the
/// disk says when its folder cannot be read.
pub fn resource(workspace: &Workspace, ask: &ResourceAsk) -> Result<ResourceView, Failure> {
    let skill = &workspace.skill(&ask.id).ok_or_else(Failure::skill_gone)?;
    let (rows, _) = all(workspace, skill, &workspace.joined())?;
    let row = rows.into_iter().find(|row| row.rel == ask.rel).ok_or_else(|| {
        Failure::not_found(message!(
            "`{skill}` has no file `{rel}`.",
            skill = skill.short_path,
            rel = ask.rel
        ))
        .hint(message!("The tree lists its files."))
    })?;
    let full = skill.dir.join(&row.rel);
    let folder = Folder::open(&skill.dir)?;
    let read = folder.read(Path::new(&row.rel), SHOWN);
    let look = disk::look_at_entry(&full).ok();
    let preview = match (&row.kind, &read) {
        (ResourceKind::Folder, _) => Preview::None { why: NoPreview::Folder },
        (_, Ok(contents)) => preview(&row.rel, &contents.bytes, ask),
        (_, Err(Fault { cause: Cause::TooLarge { size, .. }, .. })) => {
            beginning(&folder.read_beginning(Path::new(&row.rel), BEGINNING)?, *size)
        }
        (_, Err(fault)) => Preview::None { why: NoPreview::Unreadable { fault: fault.message() } },
    };
    Ok(ResourceView {
        hash: read.as_ref().ok().map(|contents| disk::Digest::of(&contents.bytes).to_string()),
        modified: look.map(|look| Millis::of_stamp(look.stamp.modified_ns)),
        encoding: read.as_ref().map(encoding).unwrap_or_default(),
        mode: look.filter(|look| look.mode != 0).map(|look| format!("{:o}", look.mode)).unwrap_or_default(),
        named_in: named_in(skill, &row),
        preview,
        row,
    })
}

fn all(workspace: &Workspace, skill: &Skill, joined: &Joined) -> Result<(Vec<ResourceRow>, u32), Failure> {
    let opened = joined.opened(&skill.name);
    let (files, omitted) = ::skills::resources(skill)?;
    let rels: Vec<String> = files.iter().map(|file| slashed(&file.rel)).collect();
    let named = joined.named(&spellings(workspace, skill, joined), &rels);
    let mut rows = vec![main_row(skill)];
    let mut folders: BTreeMap<String, usize> = BTreeMap::new();
    for file in files {
        let rel = slashed(&file.rel);
        add_folders(&rel, &mut folders, &mut rows);
        let name = rel.rsplit('/').next().unwrap_or(&rel).to_owned();
        rows.push(ResourceRow {
            name,
            depth: rel.matches('/').count() as u32,
            kind: if file.is_link { ResourceKind::Link } else { ResourceKind::from(file.kind) },
            bytes: file.size,
            tokens: window::tokens(file.size),
            executable: file.is_executable,
            children: 0,
            opened: turns(opened.get(&rel), |view| (view.turn, view.at)),
            named: turns(named.get(&rel), |traced| (traced.turn, traced.at)),
            rel,
        });
    }
    Ok((rows, omitted as u32))
}

fn turns<T>(found: Option<&Vec<(&Session, &T)>>, of: impl Fn(&T) -> (u32, Option<i64>)) -> Vec<TurnRef> {
    let turn = |(session, one): &(&Session, &T)| {
        let (turn, at) = of(one);
        TurnRef::of(session, turn, at)
    };
    found.into_iter().flatten().map(turn).collect()
}

/// The ways in which a call may write the skill's folder: whole, from the workspace, from home, and as it was
/// recorded when the workspace stood elsewhere.
fn spellings(workspace: &Workspace, skill: &Skill, joined: &Joined) -> Vec<String> {
    let mut folders = vec![skill.dir.clone(), workspace.shown(&skill.dir).into()];
    folders.extend(Path::new(&skill.short_path).parent().map(Path::to_owned));
    let recorded = joined.snapshots_at(&skill.path);
    folders.extend(recorded.iter().filter_map(|snapshot| snapshot.path.parent().map(Path::to_owned)));
    let mut spelled: Vec<String> = folders
        .iter()
        .map(|folder| slashed_whole(folder))
        .filter(|folder| folder.contains("skills/"))
        .collect();
    spelled.sort();
    spelled.dedup();
    spelled
}

fn slashed_whole(path: &Path) -> String {
    let text = path.to_string_lossy();
    if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() }
}

// Every folder above a file gets its row once, before the first file in it.
fn add_folders(rel: &str, folders: &mut BTreeMap<String, usize>, rows: &mut Vec<ResourceRow>) {
    let mut parent: Option<usize> = None;
    for (depth, (at, _)) in rel.match_indices('/').enumerate() {
        let folder = &rel[..at];
        let row = *folders.entry(folder.to_owned()).or_insert_with(|| {
            rows.push(folder_row(folder, depth as u32));
            if let Some(parent) = parent {
                rows[parent].children += 1;
            }
            rows.len() - 1
        });
        parent = Some(row);
    }
    if let Some(parent) = parent {
        rows[parent].children += 1;
    }
}

fn folder_row(rel: &str, depth: u32) -> ResourceRow {
    ResourceRow {
        rel: rel.to_owned(),
        name: rel.rsplit('/').next().unwrap_or(rel).to_owned(),
        depth,
        kind: ResourceKind::Folder,
        bytes: 0,
        tokens: 0,
        executable: false,
        children: 0,
        opened: Vec::new(),
        named: Vec::new(),
    }
}

fn main_row(skill: &Skill) -> ResourceRow {
    ResourceRow {
        bytes: skill.size,
        tokens: window::tokens(skill.size),
        kind: ResourceKind::Main,
        ..folder_row("SKILL.md", 0)
    }
}

impl From<::skills::ResourceKind> for ResourceKind {
    fn from(kind: ::skills::ResourceKind) -> Self {
        match kind {
            ::skills::ResourceKind::Reference => Self::Reference,
            ::skills::ResourceKind::Script => Self::Script,
            ::skills::ResourceKind::Asset => Self::Asset,
            ::skills::ResourceKind::Template => Self::Template,
            ::skills::ResourceKind::Workflow => Self::Workflow,
            ::skills::ResourceKind::Other => Self::Other,
        }
    }
}

fn slashed(rel: &Path) -> String {
    let parts: Vec<_> = rel.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}

fn preview(rel: &str, bytes: &[u8], ask: &ResourceAsk) -> Preview {
    if let Some(kind) = image_kind(bytes) {
        return if bytes.len() <= IMAGE {
            Preview::Image { address: format!("data:image/{kind};base64,{}", BASE64_STANDARD.encode(bytes)) }
        } else {
            let (bytes, most) = (bytes.len() as u64, IMAGE as u64);
            Preview::None { why: NoPreview::LargeImage { bytes, most } }
        };
    }
    if !is_text(bytes) {
        let shown = &bytes[..bytes.len().min(HEX)];
        return Preview::Hex { rows: window::hex(shown, 0), bytes: bytes.len() as u64 };
    }
    let window = window::lines(bytes, ask.from, ask.count);
    let is_markdown = Path::new(rel).extension().is_some_and(|end| end.eq_ignore_ascii_case("md"));
    if is_markdown {
        let (body, _) = super::body_of(bytes);
        Preview::Markdown { markdown: markdown::tree(&String::from_utf8_lossy(body)), window }
    } else {
        Preview::Text { window }
    }
}

/// What is shown of a file that is not read whole (U-05).
fn beginning(bytes: &[u8], all: u64) -> Preview {
    let text = match std::str::from_utf8(bytes) {
        // The cut may go through a character.
        Err(error) if error.error_len().is_none() => std::str::from_utf8(&bytes[..error.valid_up_to()]),
        text => text,
    };
    let Some(text) = text.ok().filter(|text| !text.contains('\0')) else {
        let shown = &bytes[..bytes.len().min(HEX)];
        return Preview::Hex { rows: window::hex(shown, 0), bytes: all };
    };
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let total = u32::try_from(lines.len()).unwrap_or(u32::MAX);
    Preview::Beginning {
        window: crate::wire::TextWindow { from: 0, lines, total, bytes: text.len() as u64 },
        bytes: all,
    }
}

/// Told by the first bytes, never by the name: what the page draws as an image is one.
fn image_kind(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => Some("png"),
        [0xFF, 0xD8, 0xFF, ..] => Some("jpeg"),
        [b'G', b'I', b'F', b'8', ..] => Some("gif"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("webp"),
        _ => None,
    }
}

fn is_text(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok_and(|text| !text.contains('\0'))
}

fn encoding(contents: &Contents) -> String {
    if !is_text(&contents.bytes) {
        return "binary".to_owned();
    }
    let ends = contents.bytes.iter().filter(|byte| **byte == b'\n').count();
    let crlf = contents.bytes.windows(2).filter(|pair| pair == b"\r\n").count();
    let ends = match (ends, crlf) {
        (0, _) => "no line end",
        (_, 0) => "LF",
        (ends, crlf) if ends == crlf => "CRLF",
        _ => "LF and CRLF",
    };
    format!("UTF-8, {ends}")
}

/// The lines of SKILL.md that name a file by its path or its own name.
fn named_in(skill: &Skill, row: &ResourceRow) -> Vec<u32> {
    if matches!(row.kind, ResourceKind::Main | ResourceKind::Folder) {
        return Vec::new();
    }
    let Ok(contents) = disk::read(&skill.path, ::skills::SKILL_LIMIT) else { return Vec::new() };
    let text = String::from_utf8_lossy(&contents.bytes);
    let names = |line: &&str| line.contains(&row.rel) || line.contains(&row.name);
    text.lines().zip(1..).filter(|(line, _)| names(line)).map(|(_, number)| number).take(20).collect()
}

fn dead_links(skill: &Skill, content: &[u8]) -> Vec<DeadLink> {
    let row = |link: checks::DeadLink| DeadLink { line: link.line, target: link.target, fault: link.fault };
    checks::links(skill, content).0.into_iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::{image_kind, is_text};

    #[test]
    fn an_image_is_told_by_its_bytes() {
        assert_eq!(image_kind(b"\x89PNG\r\n\x1a\n"), Some("png"));
        assert_eq!(image_kind(b"<svg onload=alert(1)>"), None);
        assert!(!is_text(b"a\0b"));
        assert!(!is_text(b"\xff"));
    }
}
