//! Findings made good: new bytes of files, executable bits taken off, folders renamed; of one skill or of many as one
//! plan. What the new bytes are is worked out elsewhere, from what was seen.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use disk::{Digest, Imprint, Matter, Part};
use message::{Message, message};

use super::change::{Act, Plan, Source, Step, Trouble, deed, settled};
use super::edit::{keep_texts, place_in};
use super::foresee::references;
use super::plan::{
    check_folder, check_free, check_name, finish, refuse_links, replace_file, taken_away, with_name,
};
use crate::skill::FILE_NAME;
use crate::{Ruling, SKILL_LIMIT, Skill};

/// Most places that one plan changes; what is beyond is left for the next.
pub const PLACES: usize = 200;

/// What is made good of one skill.
#[derive(Debug, Clone)]
pub struct Mending<'a> {
    /// The skill.
    pub skill: &'a Skill,
    /// Its files that change.
    pub files: Vec<Mended>,
    /// The name its folder gets.
    pub folder: Option<String>,
    /// What is done, one sentence each.
    pub words: Vec<Message>,
}

/// A file of a skill as it will be.
#[derive(Debug, Clone)]
pub struct Mended {
    /// Its path from the skill's folder.
    pub rel: PathBuf,
    /// The bytes it was judged by; others on disk are not written over.
    pub seen: Digest,
    /// Its new bytes.
    pub bytes: Vec<u8>,
    /// Whether its executable bits go.
    pub stilled: bool,
}

/// Makes findings good, all of them or none. `what` says which, for the journal: "3 findings of `a`, repo:a/SKILL.md".
///
/// Of several skills one that cannot be changed is left and named; a single one is refused. A file behind several
/// paths is changed once.
///
/// # Errors
///
/// [`Trouble::Refused`] when nothing can be made good, and whatever stands in the way of a single skill.
pub fn fix(ruling: &Ruling, mendings: &[Mending<'_>], what: &Message) -> Result<Plan, Trouble> {
    let doors = doors(ruling);
    let (mut steps, mut notes): (Vec<Step>, Vec<Message>) = Default::default();
    let (mut done, mut is_beyond) = (Vec::new(), false);
    for mending in mendings {
        if steps.len() + mending.files.len().max(2) > PLACES && !steps.is_empty() {
            is_beyond = true;
            break;
        }
        let path = &mending.skill.short_path;
        match steps_of(ruling, mending, &doors) {
            Ok((more, said)) => {
                if more.iter().any(|step| steps.iter().any(|other| meets(step, other))) {
                    notes
                        .push(message!("{path} is a link to a file that is fixed under another path.", path));
                    continue;
                }
                steps.extend(more);
                notes.extend(said);
                done.push(mending);
            }
            Err(trouble) if mendings.len() > 1 => {
                notes.push(message!("{path} is not changed: {why}", path, why => trouble.message()));
            }
            Err(trouble) => return Err(trouble),
        }
    }
    if steps.is_empty() {
        let none = || message!("No quick fix is available.");
        return Trouble::refused(notes.into_iter().next().unwrap_or_else(none));
    }
    if is_beyond {
        notes.push(message!("More skills remain; one plan changes at most {limit} files.", limit = PLACES));
    }
    let mut said = told(&done);
    said.append(&mut notes);
    let deed = deed!("Would fix {findings}.", "fixed {findings}", findings => what.clone());
    finish(ruling, Act::Fix, deed, steps, said)
}

/// What is done, each once, with how many skills it is done to where there are several.
fn told(done: &[&Mending<'_>]) -> Vec<Message> {
    let mut counts: BTreeMap<&Message, usize> = BTreeMap::new();
    for words in done.iter().flat_map(|mending| &mending.words) {
        *counts.entry(words).or_default() += 1;
    }
    let one = |(fix, count): (&Message, usize)| match (done.len(), count) {
        (1, _) => fix.clone(),
        (_, 1) => message!("1 skill: {fix}", fix => fix.clone()),
        (_, count) => message!("{count} skills: {fix}", count, fix => fix.clone()),
    };
    counts.into_iter().map(one).collect()
}

/// The files that more than one path leads to, with all links resolved, and the skills that each is the file of. Only
/// files with one number may be one file, so that links of the others need not be looked for.
fn doors(ruling: &Ruling) -> HashMap<PathBuf, Vec<&str>> {
    let mut numbers: HashMap<(u64, u64), usize> = HashMap::new();
    let number = |skill: &Skill| (skill.stamp.device, skill.stamp.inode);
    ruling.skills().for_each(|skill| *numbers.entry(number(skill)).or_default() += 1);
    let mut doors: HashMap<PathBuf, Vec<&str>> = HashMap::new();
    for skill in ruling.skills().filter(|skill| numbers[&number(skill)] > 1) {
        if let Ok(real) = disk::canonical(&skill.path) {
            doors.entry(real).or_default().push(&skill.short_path);
        }
    }
    doors
}

fn meets(one: &Step, other: &Step) -> bool {
    one.path.starts_with(&other.path) || other.path.starts_with(&one.path)
}

fn steps_of(
    ruling: &Ruling,
    mending: &Mending<'_>,
    doors: &HashMap<PathBuf, Vec<&str>>,
) -> Result<(Vec<Step>, Vec<Message>), Trouble> {
    if let Some(name) = &mending.folder {
        return renamed(ruling, mending, name);
    }
    let (mut steps, mut notes) = (Vec::new(), Vec::new());
    for file in &mending.files {
        let is_main = file.rel == Path::new(FILE_NAME);
        let path = if is_main { mending.skill.path.clone() } else { place_in(mending.skill, &file.rel)? };
        let (mut step, said) = if file.stilled {
            (stilled(&path, &file.bytes)?, Vec::new())
        } else {
            replace_file(ruling, &path, &file.bytes)?
        };
        let is_seen = step.seen.parts.first().is_some_and(|part| is_file_of(part, file.seen));
        if !is_seen {
            return Err(Trouble::Moved(vec![step.path]));
        }
        keep_texts(&mut step);
        notes.extend(said);
        let others = doors.get(&step.path).into_iter().flatten();
        let others = others.filter(|other| **other != mending.skill.short_path && is_main);
        notes.extend(
            others.map(|other| message!("{path} is the same file and changes with it.", path = other)),
        );
        steps.push(step);
    }
    Ok((steps, notes))
}

fn is_file_of(part: &Part, seen: Digest) -> bool {
    matches!(part.matter, Matter::File { digest, .. } if digest == seen)
}

/// The step that takes the executable bits off a file, and writes its new bytes with that.
fn stilled(path: &Path, bytes: &[u8]) -> Result<Step, Trouble> {
    let path = settled(path)?;
    let seen = Imprint::of(&path)?;
    let mode = match seen.parts.as_slice() {
        [Part { matter: Matter::File { .. }, mode, .. }] => mode & !0o111,
        _ => return Trouble::refused(message!("{path} is not a file.", path = path.display())),
    };
    Ok(Step {
        after: Imprint::of_file(bytes, mode),
        text_before: Some(disk::read(&path, SKILL_LIMIT)?.bytes),
        text_after: Some(bytes.to_owned()),
        source: Source::File(bytes.to_owned()),
        seen,
        path,
    })
}

/// The steps that give the folder another name, its files as they will be.
fn renamed(ruling: &Ruling, mending: &Mending<'_>, name: &str) -> Result<(Vec<Step>, Vec<Message>), Trouble> {
    let skill = mending.skill;
    check_name(name)?;
    refuse_links(skill)?;
    let to = with_name(&settled(&skill.dir)?, name);
    check_folder(ruling, &to)?;
    check_free(&to)?;
    let from = disk::canonical(&skill.dir)?;
    let mut after = Imprint::of(&from)?;
    let mut text = disk::read(&skill.path, SKILL_LIMIT)?.bytes;
    let mut instead = Vec::new();
    for file in &mending.files {
        let part = after.parts.iter_mut().find(|part| part.rel == file.rel);
        let Some(part) = part.filter(|part| is_file_of(part, file.seen)) else {
            return Err(Trouble::Moved(vec![skill.dir.join(&file.rel)]));
        };
        let mode = if file.stilled { part.mode & !0o111 } else { part.mode };
        *part = Part::file(&file.rel, &file.bytes, mode);
        instead.push((file.rel.clone(), file.bytes.clone()));
        if file.rel == Path::new(FILE_NAME) {
            text.clone_from(&file.bytes);
        }
    }
    let made = Step {
        path: to,
        seen: Imprint::default(),
        after,
        text_before: None,
        text_after: Some(text),
        source: Source::Copy { from, instead },
    };
    Ok((vec![made, taken_away(ruling, skill)?], references(ruling, skill)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_meet_where_one_lies_in_the_other() {
        let step = |path: &str| Step {
            path: path.into(),
            seen: Imprint::default(),
            after: Imprint::default(),
            text_before: None,
            text_after: None,
            source: Source::Nothing,
        };
        for (one, other, is_so) in
            [("/a", "/a", true), ("/a", "/a/b", true), ("/a/b", "/a", true), ("/a/b", "/a/c", false)]
        {
            assert_eq!(meets(&step(one), &step(other)), is_so, "{one} {other}");
        }
    }

    #[test]
    fn a_file_is_known_by_its_bytes() {
        let (bytes, digest) = (b"a", Digest::of(b"a"));
        let part = |matter: Matter| Part { rel: PathBuf::new(), matter, mode: 0 };
        assert!(is_file_of(&Part::file(Path::new("a"), bytes, 0o644), digest));
        assert!(!is_file_of(&Part::file(Path::new("a"), b"b", 0o644), digest));
        assert!(!is_file_of(&part(Matter::Folder), digest));
    }
}
