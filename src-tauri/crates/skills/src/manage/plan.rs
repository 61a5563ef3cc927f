//! How plans are made: what is there now, what will be there, and what follows from it. Nothing is written.

use std::path::{Component, Path, PathBuf};

use disk::{Imprint, Kind, Matter, Part};
use message::{Message, message};

use super::change::{Act, Deed, Plan, Source, Step, Trouble, deed, settled};
use super::fields::with_field;
use super::foresee::{foresee, references, root_for_new, settled_roots};
use super::ground::pins;
use crate::skill::FILE_NAME;
use crate::{Ruling, SKILL_LIMIT, Scope, Skill};

/// Permission bits of a new file and a new folder.
pub(super) const FILE_MODE: u32 = 0o644;
pub(super) const FOLDER_MODE: u32 = 0o755;

/// Puts these bytes at the place of a `SKILL.md`, `<root>/<folder>/SKILL.md`. What stands there already keeps
/// its permission bits; a link is written through to its target. `version` names the bytes: `turn 5 of …`.
///
/// Refused outside every skill root, and when the disk has exactly these bytes.
///
/// # Errors
///
/// [`Trouble::Refused`] as said above, and when the path is not that of a `SKILL.md`; [`Trouble::Disk`] when
/// what stands there cannot be read.
pub fn restore(ruling: &Ruling, path: &Path, bytes: &[u8], version: &Message) -> Result<Plan, Trouble> {
    let dir = path.parent().filter(|_| path.file_name().is_some_and(|name| name == FILE_NAME));
    let Some(dir) = dir else {
        return Trouble::refused(message!("{path} is not a path of a SKILL.md.", path = path.display()));
    };
    let name = dir.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let deed = deed!(
        "Would restore `{name}` to {version}.",
        "restored `{name}` to {version}",
        name, version => version.clone()
    );
    if disk::look_at_entry(dir).is_ok() {
        let (step, notes) = write_file(ruling, path, bytes)?;
        return finish(ruling, Act::Restore, deed, vec![step], notes);
    }
    let place = settled(dir)?;
    check_folder(ruling, &place)?;
    let after = Imprint {
        parts: vec![
            Part { rel: PathBuf::new(), matter: Matter::Folder, mode: FOLDER_MODE },
            Part::file(Path::new(FILE_NAME), bytes, FILE_MODE),
        ],
    };
    let step = Step {
        path: place,
        seen: Imprint::default(),
        after,
        text_before: None,
        text_after: Some(bytes.to_owned()),
        source: Source::Folder { folders: Vec::new(), files: vec![(FILE_NAME.into(), bytes.to_owned())] },
    };
    finish(ruling, Act::Restore, deed, vec![step], Vec::new())
}

/// Steps of a plan, and what is to be said of them.
pub(super) type Parts = (Vec<Step>, Vec<Message>);

/// Moves a skill's folder into the trash. Of a link only the link goes.
///
/// # Errors
///
/// [`Trouble::Refused`] when it lies outside every root; [`Trouble::Disk`] when it cannot be read.
pub fn remove(ruling: &Ruling, skill: &Skill) -> Result<Plan, Trouble> {
    let (steps, notes) = removing(ruling, skill)?;
    let deed = deed!(
        "Would move `{name}` to the trash, {path}.",
        "moved `{name}` to the trash, {path}",
        name = skill.name,
        path = skill.short_path
    );
    finish(ruling, Act::Remove, deed, steps, notes)
}

pub(super) fn removing(ruling: &Ruling, skill: &Skill) -> Result<Parts, Trouble> {
    let step = taken_away(ruling, skill)?;
    let mut notes = Vec::new();
    if let Some(Part { matter: Matter::Link(to), .. }) = step.seen.parts.first() {
        notes.push(message!("Only the link is moved; {target} is not changed.", target = to.display()));
    }
    Ok((vec![step], notes))
}

/// Gives a skill another name: its folder's, and the one in its frontmatter when it has one.
///
/// # Errors
///
/// [`Trouble::Refused`] when the name is none or is taken, the folder is a link, or the frontmatter cannot
/// take the name; [`Trouble::Disk`] when it cannot be read.
pub fn rename(ruling: &Ruling, skill: &Skill, name: &str) -> Result<Plan, Trouble> {
    check_name(name)?;
    refuse_links(skill)?;
    let to = with_name(&settled(&skill.dir)?, name);
    let made = copied(ruling, skill, to, Some(name))?;
    let mut notes = references(ruling, skill);
    if !notes.is_empty() {
        notes.push(message!("Assay does not change the text of other skills."));
    }
    let deed = deed!(
        "Would rename `{old}` to `{name}`, {path}.",
        "renamed `{old}` to `{name}`, {path}",
        old = skill.name,
        name,
        path = skill.short_path
    );
    finish(ruling, Act::Rename, deed, vec![made, taken_away(ruling, skill)?], notes)
}

/// Makes a second skill of another name beside it.
///
/// # Errors
///
/// [`Trouble::Refused`] when the name is none or is taken, or the frontmatter cannot take the name;
/// [`Trouble::Disk`] when it cannot be read.
pub fn duplicate(ruling: &Ruling, skill: &Skill, name: &str) -> Result<Plan, Trouble> {
    check_name(name)?;
    let to = with_name(&settled(&skill.dir)?, name);
    let made = copied(ruling, skill, to, Some(name))?;
    let deed = deed!(
        "Would duplicate `{old}` as `{name}`, {path}.",
        "duplicated `{old}` as `{name}`, {path}",
        old = skill.name,
        name,
        path = skill.short_path
    );
    finish(ruling, Act::Duplicate, deed, vec![made], Vec::new())
}

/// Copies a skill into another scope.
///
/// # Errors
///
/// [`Trouble::Refused`] when where the skills of that scope lie is unknown, or the place is taken;
/// [`Trouble::Disk`] when the skill cannot be read.
pub fn copy(ruling: &Ruling, skill: &Skill, scope: Scope) -> Result<Plan, Trouble> {
    let (steps, notes) = copying(ruling, skill, scope)?;
    let deed = deed!(
        "Would copy `{name}` to {scope}, {path}.",
        "copied `{name}` to {scope}, {path}",
        name = skill.name,
        scope,
        path = skill.short_path
    );
    finish(ruling, Act::Copy, deed, steps, notes)
}

pub(super) fn copying(ruling: &Ruling, skill: &Skill, scope: Scope) -> Result<Parts, Trouble> {
    let made = copied(ruling, skill, place_in(ruling, skill, scope)?, None)?;
    let notes = outward_links(&made);
    Ok((vec![made], notes))
}

/// Moves a skill into another scope.
///
/// # Errors
///
/// As [`copy()`], and [`Trouble::Refused`] when the folder is a link.
pub fn relocate(ruling: &Ruling, skill: &Skill, scope: Scope) -> Result<Plan, Trouble> {
    let (steps, notes) = moving(ruling, skill, scope)?;
    let deed = deed!(
        "Would move `{name}` to {scope}, {path}.",
        "moved `{name}` to {scope}, {path}",
        name = skill.name,
        scope,
        path = skill.short_path
    );
    finish(ruling, Act::Move, deed, steps, notes)
}

pub(super) fn moving(ruling: &Ruling, skill: &Skill, scope: Scope) -> Result<Parts, Trouble> {
    refuse_links(skill)?;
    let (mut steps, notes) = copying(ruling, skill, scope)?;
    steps.push(taken_away(ruling, skill)?);
    Ok((steps, notes))
}

/// A plan of these steps, with what follows from it.
pub(crate) fn finish(
    ruling: &Ruling,
    act: Act,
    deed: Deed,
    steps: Vec<Step>,
    mut notes: Vec<Message>,
) -> Result<Plan, Trouble> {
    for step in &steps {
        if step.path.to_str().is_none() {
            return Trouble::refused(message!(
                "The name of {path} is not UTF-8; rename it first.",
                path = step.path.display()
            ));
        }
        if step.path.parent().is_some_and(|folder| disk::look(folder).is_err()) {
            let above = step.path.parent().unwrap_or(&step.path);
            notes.push(message!("The folder {path} will be created.", path = above.display()));
        }
        if let Some(plugin) = ruling.plugin_at(&step.path) {
            notes.push(message!(
                "{path} belongs to the plugin {plugin}. The next update of the plugin overwrites this change.",
                path = step.path.display(),
                plugin
            ));
        }
    }
    let seen_ahead = foresee(ruling, &steps);
    Ok(Plan {
        act,
        convention: ruling.convention,
        deed,
        pins: pins(ruling, &steps),
        steps,
        notes,
        shifts: seen_ahead.shifts,
        shadowed: seen_ahead.shadowed,
        findings: seen_ahead.findings,
        undoes: None,
        origins: Vec::new(),
        unmakes: Vec::new(),
    })
}

/// The step that writes a file which is there, or will be in a folder that is there.
pub(super) fn write_file(
    ruling: &Ruling,
    path: &Path,
    bytes: &[u8],
) -> Result<(Step, Vec<Message>), Trouble> {
    let (step, mut notes) = replace_file(ruling, path, bytes)?;
    let doors = ruling.skills().filter(|skill| {
        skill.path != path && disk::canonical(&skill.path).is_ok_and(|other| other == step.path)
    });
    notes.extend(
        doors.map(|door| message!("{path} is the same file and changes with it.", path = door.short_path)),
    );
    Ok((step, notes))
}

/// The same without a look at other doors to the file.
pub(super) fn replace_file(
    ruling: &Ruling,
    path: &Path,
    bytes: &[u8],
) -> Result<(Step, Vec<Message>), Trouble> {
    let is_link = disk::look_at_entry(path).is_ok_and(|look| look.kind == Kind::Link);
    let real = if is_link { disk::canonical(path)? } else { settled(path)? };
    if !settled_roots(ruling).iter().any(|(_, root)| real.starts_with(root)) {
        return Trouble::refused(message!(
            "{path} leads to {real}, outside the skill roots, so Assay does not write it. Edit the file there.",
            path = path.display(),
            real = real.display()
        ));
    }
    let seen = Imprint::of(&real)?;
    let mode = match seen.parts.as_slice() {
        [] => FILE_MODE,
        [Part { matter: Matter::File { .. }, mode, .. }] => *mode,
        _ => return Trouble::refused(message!("{real} is not a writable file.", real = real.display())),
    };
    let text_before = if seen.is_nothing() { None } else { Some(disk::read(&real, SKILL_LIMIT)?.bytes) };
    if text_before.as_deref() == Some(bytes) {
        return Trouble::refused(message!("{real} already has this content.", real = real.display()));
    }
    let mut notes = Vec::new();
    if is_link {
        notes.push(message!(
            "{path} is a link and is kept; its target {target} will be written.",
            path = path.display(),
            target = real.display()
        ));
    }
    let step = Step {
        seen,
        after: Imprint::of_file(bytes, mode),
        text_before,
        text_after: Some(bytes.to_owned()),
        source: Source::File(bytes.to_owned()),
        path: real,
    };
    Ok((step, notes))
}

/// The step that takes a skill's folder away.
pub(super) fn taken_away(ruling: &Ruling, skill: &Skill) -> Result<Step, Trouble> {
    let path = settled(&skill.dir)?;
    check_folder(ruling, &path)?;
    let text_before = disk::read(&skill.path, SKILL_LIMIT).ok().map(|read| read.bytes);
    Ok(Step {
        seen: Imprint::of(&path)?,
        after: Imprint::default(),
        text_before,
        text_after: None,
        source: Source::Nothing,
        path,
    })
}

/// The step that makes a copy of a skill's folder, with another name in its frontmatter when one is given.
fn copied(ruling: &Ruling, skill: &Skill, to: PathBuf, name: Option<&str>) -> Result<Step, Trouble> {
    check_folder(ruling, &to)?;
    check_free(&to)?;
    // Of a linked folder, what it leads to is copied.
    let from = disk::canonical(&skill.dir)?;
    let mut after = Imprint::of(&from)?;
    let mut text = disk::read(&skill.path, SKILL_LIMIT)?.bytes;
    let mut instead = Vec::new();
    if let Some(name) = name.filter(|_| has_name(&text)) {
        text = with_field(&text, "name", name)?;
        let file = after.parts.iter_mut().find(|part| part.rel == Path::new(FILE_NAME));
        match file {
            Some(part) if matches!(part.matter, Matter::File { .. }) => {
                *part = Part::file(Path::new(FILE_NAME), &text, part.mode);
            }
            _ => {
                return Trouble::refused(message!(
                    "{path} is a link, so its name must be that of its target.",
                    path = skill.path.display()
                ));
            }
        }
        instead.push((FILE_NAME.into(), text.clone()));
    }
    Ok(Step {
        path: to,
        seen: Imprint::default(),
        after,
        text_before: None,
        text_after: Some(text),
        source: Source::Copy { from, instead },
    })
}

fn has_name(text: &[u8]) -> bool {
    crate::frontmatter::frontmatter(text).is_some_and(|read| read.get("name").is_some())
}

fn place_in(ruling: &Ruling, skill: &Skill, scope: Scope) -> Result<PathBuf, Trouble> {
    if skill.scope == scope {
        return Trouble::refused(message!("{skill} is already in {scope}.", skill = skill.short_path, scope));
    }
    match root_for_new(ruling, scope) {
        Some(root) => Ok(root.join(skill.folder())),
        None => no_root(ruling, scope),
    }
}

/// Refuses a scope that the agent has no folder for.
pub(super) fn no_root<T>(ruling: &Ruling, scope: Scope) -> Result<T, Trouble> {
    Trouble::refused(message!(
        "{convention} reads no folder of {scope} skills here.",
        convention = ruling.convention.label(),
        scope
    ))
}

/// A folder of a skill lies in a root, as deep as the agent looks there at most, and every name on the way is plain.
pub(crate) fn check_folder(ruling: &Ruling, place: &Path) -> Result<(), Trouble> {
    let depth = ruling.convention.rules().depth;
    let is_inside = |root: &Path| {
        let Ok(below) = place.strip_prefix(root) else { return false };
        let is_plain = below.components().all(|part| matches!(part, Component::Normal(_)));
        is_plain && (1..=depth).contains(&below.components().count())
    };
    if settled_roots(ruling).iter().any(|(_, root)| is_inside(root)) {
        return Ok(());
    }
    Trouble::refused(message!(
        "{place} is not in a folder that {convention} reads skills from, and Assay writes only there.",
        place = place.display(),
        convention = ruling.convention.label()
    ))
}

/// Nothing stands there, also under a name that differs in case alone.
pub(crate) fn check_free(place: &Path) -> Result<(), Trouble> {
    if disk::look_at_entry(place).is_ok() {
        return Trouble::refused(message!(
            "`{place}` already exists; use another name.",
            place = place.display()
        ));
    }
    let wanted = place.file_name().map(|name| name.to_string_lossy().to_lowercase());
    let beside = place.parent().and_then(|root| disk::list(root).ok()).unwrap_or_default();
    match beside.iter().find(|entry| Some(entry.name.to_string_lossy().to_lowercase()) == wanted) {
        Some(entry) => Trouble::refused(message!(
            "{place} differs from {name} only in upper and lower case, which not every file system distinguishes.",
            place = place.display(),
            name = entry.name.display()
        )),
        None => Ok(()),
    }
}

pub(super) fn with_name(dir: &Path, name: &str) -> PathBuf {
    dir.with_file_name(name)
}

/// The specification's rule for names, and no name that a system keeps for a device.
pub(crate) fn check_name(name: &str) -> Result<(), Trouble> {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let fits = (1..=64).contains(&name.len())
        && name.bytes().all(plain)
        && !name.starts_with('-')
        && !name.ends_with('-')
        && !name.contains("--");
    if !fits {
        return Trouble::refused(message!(
            "A name has 1 to 64 lowercase letters, digits and single hyphens, and no hyphen at its ends."
        ));
    }
    refuse_device(name)
}

/// Whether a skill's folder may have this name.
pub fn is_name(name: &str) -> bool {
    check_name(name).is_ok()
}

/// No name that a system keeps for a device, also with an ending behind it.
pub(super) fn refuse_device(name: &str) -> Result<(), Trouble> {
    if is_device(name) {
        return Trouble::refused(message!(
            "`{name}` is a device name on some systems; use another name.",
            name
        ));
    }
    Ok(())
}

/// Whether a system keeps this name for a device, also with an ending behind it.
pub(crate) fn is_device(name: &str) -> bool {
    let first = name.split('.').next().unwrap_or(name).trim_end().to_lowercase();
    let stem = first.trim_end_matches(|c: char| c.is_ascii_digit());
    ["con", "prn", "aux", "nul"].contains(&first.as_str())
        || ["com", "lpt"].contains(&stem) && first.len() == stem.len() + 1
}

pub(super) fn refuse_links(skill: &Skill) -> Result<(), Trouble> {
    match disk::link_target(&skill.dir) {
        Ok(target) => Trouble::refused(message!(
            "{dir} is a link to {target}; a link is neither renamed nor moved. Use the folder itself.",
            dir = skill.dir.display(),
            target = target.display(),
        )),
        Err(_) => Ok(()),
    }
}

/// Relative links that lead out of a folder lead elsewhere from another place.
fn outward_links(step: &Step) -> Vec<Message> {
    let leaves = |part: &Part| {
        let Matter::Link(to) = &part.matter else { return None };
        let mut depth = part.rel.iter().count() as isize - 1;
        let out = !to.is_absolute()
            && to.components().any(|part| {
                depth += if part == Component::ParentDir { -1 } else { 1 };
                depth < 0
            });
        out.then(|| {
            message!(
                "The link {link} points to {target} and will point elsewhere after the move.",
                link = part.rel.display(),
                target = to.display()
            )
        })
    };
    step.after.parts.iter().filter_map(leaves).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_that_leads_out_of_its_folder_is_named() {
        let said = |rel: &str, to: &str| {
            let matter = Matter::Link(to.into());
            let after = Imprint { parts: vec![Part { rel: rel.into(), matter, mode: 0 }] };
            let step = Step {
                path: "/to".into(),
                seen: Imprint::default(),
                after,
                text_before: None,
                text_after: None,
                source: Source::Nothing,
            };
            outward_links(&step)
        };
        for (rel, to) in
            [("l", "../x"), ("l", ".."), ("d/l", "../../x"), ("l", "a/../../x"), ("a/b/l", "../../../c")]
        {
            let words = format!("The link {rel} points to {to} and will point elsewhere after the move.");
            assert_eq!(said(rel, to).iter().map(|note| note.text.as_str()).collect::<Vec<_>>(), [words]);
        }
        for (rel, to) in [
            ("l", "x"),
            ("l", "a/../x"),
            ("d/l", "../x"),
            ("d/l", ".."),
            ("l", "/x"),
            ("l", "/../x"),
            ("a/b/l", "../../c"),
        ] {
            assert!(said(rel, to).is_empty(), "{rel} {to}");
        }
    }
}
