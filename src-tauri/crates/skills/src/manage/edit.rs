//! The files of a skill changed: written, added, renamed, moved to the trash.

use std::path::{Component, Path, PathBuf};

use disk::{Digest, Imprint, Kind};
use message::{Message, message};

use super::change::{Act, Plan, Source, Step, Trouble, deed, settled};
use super::plan::{FILE_MODE, check_free, finish, refuse_device, write_file};
use crate::skill::FILE_NAME;
use crate::{Ruling, SKILL_LIMIT, Skill};

/// Most bytes of a file that is written: 16 MiB.
pub const WRITTEN: usize = 16 << 20;

/// Writes new bytes into a file of a skill, `rel` from its folder; `SKILL.md` is one too. What stands there
/// keeps its permission bits; a link is written through to its target.
///
/// `seen` is the digest of the bytes that the person saw. [`Trouble::Moved`] when others stand there.
///
/// # Errors
///
/// [`Trouble::Moved`] when other bytes, or none, stand there; [`Trouble::Refused`] when there are more than
/// 16 MiB, the bytes are those that stand there, or the path leads out of the skill; and [`Trouble::Disk`]
/// when the file cannot be read.
pub fn write(
    ruling: &Ruling,
    skill: &Skill,
    rel: &Path,
    seen: Digest,
    bytes: &[u8],
) -> Result<Plan, Trouble> {
    check_size(rel, bytes)?;
    let path = place_in(skill, rel)?;
    let moved = || Trouble::Moved(vec![path.clone()]);
    let now = disk::read(&path, SKILL_LIMIT).map_err(|fault| match fault.cause {
        disk::Cause::Missing => moved(),
        _ => fault.into(),
    })?;
    if Digest::of(&now.bytes) != seen {
        return Err(moved());
    }
    if rel != Path::new(FILE_NAME) && !disk::canonical(&path)?.starts_with(disk::canonical(&skill.dir)?) {
        return Trouble::refused(message!(
            "{rel} is a link that leads out of the skill’s folder.",
            rel = shown(rel)
        ));
    }
    let (mut step, notes) = write_file(ruling, &path, bytes)?;
    keep_texts(&mut step);
    let deed = deed!(
        "Would edit {file} of `{name}`, {path}.",
        "edited {file} of `{name}`, {path}",
        file = shown(rel),
        name = skill.name,
        path = skill.short_path
    );
    finish(ruling, Act::Write, deed, vec![step], notes)
}

/// Adds a file to a skill where nothing is.
///
/// # Errors
///
/// [`Trouble::Refused`] when something stands there, the path leads out of the skill, or there are more than
/// 16 MiB; [`Trouble::Disk`] when the place cannot be looked at.
pub fn add(ruling: &Ruling, skill: &Skill, rel: &Path, bytes: &[u8]) -> Result<Plan, Trouble> {
    check_size(rel, bytes)?;
    let path = new_place(skill, rel)?;
    let step = Step {
        seen: Imprint::default(),
        after: Imprint::of_file(bytes, FILE_MODE),
        text_before: None,
        text_after: text(bytes),
        source: Source::File(bytes.to_owned()),
        path,
    };
    let deed = deed!(
        "Would add {file} to `{name}`, {path}.",
        "added {file} to `{name}`, {path}",
        file = shown(rel),
        name = skill.name,
        path = skill.short_path
    );
    finish(ruling, Act::AddFile, deed, vec![step], Vec::new())
}

/// Gives a file of a skill another name or another folder of the skill.
///
/// # Errors
///
/// [`Trouble::Refused`] when it is the `SKILL.md` or no file, the new place is taken, or either path leads
/// out of the skill; [`Trouble::Disk`] when the file is missing or cannot be read.
pub fn rename_file(ruling: &Ruling, skill: &Skill, rel: &Path, to: &Path) -> Result<Plan, Trouble> {
    let gone = taken_away(skill, rel)?;
    let made = Step {
        path: new_place(skill, to)?,
        seen: Imprint::default(),
        after: gone.seen.clone(),
        text_before: None,
        text_after: gone.text_before.clone(),
        source: Source::Copy { from: gone.path.clone(), instead: Vec::new() },
    };
    let deed = deed!(
        "Would rename {file} of `{name}` to {new}, {path}.",
        "renamed {file} of `{name}` to {new}, {path}",
        file = shown(rel),
        name = skill.name,
        new = shown(to),
        path = skill.short_path
    );
    finish(ruling, Act::RenameFile, deed, vec![made, gone], named(skill, rel))
}

/// Moves a file of a skill to the trash. Of a link only the link goes.
///
/// # Errors
///
/// [`Trouble::Refused`] when it is the `SKILL.md` or no file, or the path leads out of the skill;
/// [`Trouble::Disk`] when the file is missing or cannot be read.
pub fn remove_file(ruling: &Ruling, skill: &Skill, rel: &Path) -> Result<Plan, Trouble> {
    let step = taken_away(skill, rel)?;
    let deed = deed!(
        "Would move {file} of `{name}` to the trash, {path}.",
        "moved {file} of `{name}` to the trash, {path}",
        file = shown(rel),
        name = skill.name,
        path = skill.short_path
    );
    finish(ruling, Act::RemoveFile, deed, vec![step], named(skill, rel))
}

fn taken_away(skill: &Skill, rel: &Path) -> Result<Step, Trouble> {
    if rel == Path::new(FILE_NAME) {
        return Trouble::refused(message!(
            "A skill needs its {file_name}. Rename the skill or move it to the trash instead.",
            file_name = FILE_NAME
        ));
    }
    let path = place_in(skill, rel)?;
    match disk::look_at_entry(&path)?.kind {
        Kind::File | Kind::Link => {}
        _ => return Trouble::refused(message!("{path} is not a file.", path = path.display())),
    }
    let mut step = Step {
        seen: Imprint::of(&path)?,
        after: Imprint::default(),
        text_before: disk::read(&path, SKILL_LIMIT).ok().map(|read| read.bytes),
        text_after: None,
        source: Source::Nothing,
        path,
    };
    keep_texts(&mut step);
    Ok(step)
}

/// A place below the skill's own folder, links on the way resolved: they may not lead out of it.
pub(super) fn place_in(skill: &Skill, rel: &Path) -> Result<PathBuf, Trouble> {
    let plain = rel.components().all(|part| matches!(part, Component::Normal(_)));
    if !plain || rel.as_os_str().is_empty() {
        return Trouble::refused(message!("{rel} is not a path below the skill’s folder.", rel = shown(rel)));
    }
    let (own, place) = (disk::canonical(&skill.dir)?, settled(&skill.dir.join(rel))?);
    if place.starts_with(&own) && place != own {
        return Ok(place);
    }
    Trouble::refused(message!(
        "{rel} leads to {place}, outside the skill’s folder, where Assay writes nothing.",
        rel = shown(rel),
        place = place.display()
    ))
}

/// A place for a new file, under a name that every system can hold.
fn new_place(skill: &Skill, rel: &Path) -> Result<PathBuf, Trouble> {
    let place = place_in(skill, rel)?;
    for part in rel {
        let Some(name) = part.to_str() else {
            return Trouble::refused(message!("The name is not UTF-8; use another."));
        };
        let strange = |c: char| c.is_control() || "\\:*?\"<>|".contains(c);
        let is_strange = name.chars().any(strange) || crate::hidden::unseen_in_name(name).is_some();
        if name.len() > 255 || is_strange {
            return Trouble::refused(message!(
                "`{name}` cannot be a name everywhere: at most 255 bytes, nothing invisible, none of {letters}.",
                name = name.escape_debug(),
                letters = "\\ : * ? \" < > |"
            ));
        }
        if name.ends_with(['.', ' ']) || name.starts_with(' ') {
            return Trouble::refused(message!(
                "`{name}` begins or ends with a blank, or ends with a full stop.",
                name
            ));
        }
        if name.eq_ignore_ascii_case(".git")
            || name == "node_modules"
            || name.starts_with(super::staging::STAGING)
        {
            return Trouble::refused(message!(
                "`{name}` is ignored in a skill’s folder; use another name.",
                name
            ));
        }
        refuse_device(name)?;
    }
    if rel.iter().count() > 8 {
        return Trouble::refused(message!("A file may be nested at most eight folders deep."));
    }
    if rel.file_name().is_some_and(|name| name.eq_ignore_ascii_case(FILE_NAME)) {
        return Trouble::refused(message!(
            "A skill has one {file_name}; use another name.",
            file_name = FILE_NAME
        ));
    }
    check_free(&place)?;
    Ok(place)
}

fn check_size(rel: &Path, bytes: &[u8]) -> Result<(), Trouble> {
    if bytes.len() <= WRITTEN {
        return Ok(());
    }
    Trouble::refused(message!(
        "{rel} would have {count} bytes; Assay writes at most {written}.",
        rel = shown(rel),
        count = bytes.len(),
        written = WRITTEN
    ))
}

/// Only what is text is kept to be shown and compared.
pub(super) fn keep_texts(step: &mut Step) {
    if step.path.file_name().is_some_and(|name| name == FILE_NAME) {
        return;
    }
    step.text_before = step.text_before.take().and_then(|bytes| text(&bytes));
    step.text_after = step.text_after.take().and_then(|bytes| text(&bytes));
}

fn text(bytes: &[u8]) -> Option<Vec<u8>> {
    (std::str::from_utf8(bytes).is_ok() && !bytes.contains(&0)).then(|| bytes.to_owned())
}

fn line_count(lines: usize) -> Message {
    match lines {
        1 => message!("1 line"),
        lines => message!("{lines} lines", lines),
    }
}

/// Where the skill's own text names a file that goes.
fn named(skill: &Skill, rel: &Path) -> Vec<Message> {
    let (Some(rel), Ok(read)) = (rel.to_str(), disk::read(&skill.path, SKILL_LIMIT)) else {
        return Vec::new();
    };
    let lines: Vec<String> = String::from_utf8_lossy(&read.bytes)
        .lines()
        .zip(1_u32..)
        .filter(|(line, _)| line.contains(rel))
        .map(|(_, number)| number.to_string())
        .collect();
    match lines.len() {
        0 => Vec::new(),
        1..=5 => vec![message!(
            "{skill_file} names {rel} in line {lines}, which is not changed.",
            skill_file = FILE_NAME,
            rel,
            lines = lines.join(", ")
        )],
        more => vec![message!(
            "{skill_file} names {rel} in {lines}, which are not changed.",
            skill_file = FILE_NAME,
            rel,
            lines => line_count(more)
        )],
    }
}

fn shown(rel: &Path) -> String {
    rel.display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_shown_by_its_path_in_the_skill() {
        assert_eq!(shown(Path::new("a/b.md")), "a/b.md");
    }

    #[test]
    fn only_what_is_text_is_kept() {
        assert_eq!(text("aé\n".as_bytes()).as_deref(), Some("aé\n".as_bytes()));
        assert_eq!(text(b"a\0b"), None);
        assert_eq!(text(b"\xff"), None);
        let step = |path: &str| {
            let bytes = Some(b"\0".to_vec());
            let mut step = Step {
                path: path.into(),
                seen: Imprint::default(),
                after: Imprint::default(),
                text_before: bytes.clone(),
                text_after: bytes,
                source: Source::Nothing,
            };
            keep_texts(&mut step);
            (step.text_before.is_some(), step.text_after.is_some())
        };
        assert_eq!((step("/a/x.md"), step("/a/SKILL.md")), ((false, false), (true, true)));
    }
}
