//! An imported skill brought up to what its source has now: what was imported, what lies here, and what lies there
//! are compared file by file, and nothing that was changed here is touched unless a person said so.

use std::path::{Path, PathBuf};

use disk::{Imprint, Matter};
use message::message;

use super::arrive::refuse_doubtful;
use super::change::Origin;
use super::change::{Act, Plan, Source, Step, Trouble, deed};
use super::edit::{keep_texts, place_in};
use super::plan::finish;
use crate::incoming::{FileMark, Links};
use crate::{Ruling, SKILL_LIMIT, Skill};

/// A file that is not everywhere the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Divergence {
    /// Its path from the skill's folder.
    pub rel: PathBuf,
    /// Who changed it since it was imported.
    pub by: ChangedBy,
    /// It is here.
    pub is_here: bool,
    /// It is there.
    pub is_there: bool,
}

/// Who changed a file since it was imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ChangedBy {
    /// The person, here. An update leaves it.
    Here,
    /// The source. An update follows it.
    There,
    /// Both, differently. A person decides; until then it stays as it is here.
    Both,
    /// Both, to the same bytes. There is nothing to do.
    Alike,
}

/// Compares what was imported with what lies here and what lies there, `from` in quarantine.
///
/// # Errors
///
/// When either folder is missing, cannot be read, or holds more than an [`Imprint`] is taken of.
pub fn divergences(origin: &Origin, dir: &Path, from: &Path) -> Result<Vec<Divergence>, Trouble> {
    let here = FileMark::all(&Imprint::of(&disk::canonical(dir)?)?);
    let there = FileMark::all(&Imprint::of(from)?);
    Ok(compared(&origin.files, &here, &there))
}

fn compared(base: &[FileMark], here: &[FileMark], there: &[FileMark]) -> Vec<Divergence> {
    let mut rels: Vec<&PathBuf> = base.iter().chain(here).chain(there).map(|mark| &mark.rel).collect();
    rels.sort();
    rels.dedup();
    let find = |list: &'_ [FileMark], rel: &PathBuf| list.iter().find(|mark| mark.rel == *rel).cloned();
    let mut found = Vec::new();
    for rel in rels {
        let (was, mine, theirs) = (find(base, rel), find(here, rel), find(there, rel));
        let by = match (mine == was, theirs == was, mine == theirs) {
            (true, true, _) => continue,
            (_, _, true) => ChangedBy::Alike,
            (true, false, _) => ChangedBy::There,
            (false, true, _) => ChangedBy::Here,
            (false, false, false) => ChangedBy::Both,
        };
        found.push(Divergence { rel: rel.clone(), by, is_here: mine.is_some(), is_there: theirs.is_some() });
    }
    found
}

/// Brings a skill up to what lies in quarantine at `from`, taken from `now`. Files the person left alone since they
/// were imported, `origin`, follow; those changed here stay, unless `theirs` names them.
///
/// # Errors
///
/// [`Trouble::Refused`] when what lies in quarantine has a doubt that refuses, `theirs` names a file that
/// does not differ, nothing would follow, or a path leads out of the skill; [`Trouble::Disk`] when either
/// folder cannot be read.
pub fn update(
    ruling: &Ruling,
    skill: &Skill,
    (origin, now): (&Origin, &Origin),
    from: &Path,
    theirs: &[PathBuf],
) -> Result<Plan, Trouble> {
    refuse_doubtful(from)?;
    let found = divergences(origin, &skill.dir, from)?;
    if let Some(other) = theirs.iter().find(|rel| !found.iter().any(|one| one.rel == **rel)) {
        return Trouble::refused(message!("{other} is not a changed file.", other = other.display()));
    }
    let (mut steps, mut notes) = (Vec::new(), Vec::new());
    for one in &found {
        let is_chosen = theirs.contains(&one.rel);
        let rel = one.rel.display();
        match one.by {
            ChangedBy::Alike => {}
            ChangedBy::Here if !is_chosen => notes.push(message!("{rel} was changed here and is kept.", rel)),
            ChangedBy::Both if !is_chosen => {
                notes.push(message!(
                    "{rel} was changed here and at its source; the version here is kept.",
                    rel
                ));
            }
            _ => steps.push(step(skill, from, &one.rel)?),
        }
    }
    if steps.is_empty() {
        return Trouble::refused(match found.iter().any(|one| one.by == ChangedBy::Both) {
            true => message!(
                "Every file that changed at the source was changed here too. Select the files to overwrite."
            ),
            false => message!("The source has no changes."),
        });
    }
    refuse_leading_out(skill, &steps)?;
    // What comes stands before what goes.
    steps.sort_by_key(|step| step.after.is_nothing());
    let new = Origin {
        path: super::settled(&skill.dir)?,
        files: FileMark::all(&Imprint::of(from)?),
        ..now.clone()
    };
    let deed = deed!(
        "Would update `{name}` from {source}, {path}.",
        "updated `{name}` from {source}, {path}",
        name = skill.name, source => now.source.message(), path = skill.short_path
    );
    let plan = finish(ruling, Act::Update, deed, steps, notes)?;
    Ok(Plan { origins: vec![new], ..plan })
}

/// A link that comes in may lead through one that stays here: all are judged together, as they will stand.
fn refuse_leading_out(skill: &Skill, steps: &[Step]) -> Result<(), Trouble> {
    let (own, here) = (disk::canonical(&skill.dir)?, Imprint::of(&disk::canonical(&skill.dir)?)?);
    let rel = |step: &Step| step.path.strip_prefix(&own).ok().map(Path::to_owned);
    let replaced: Vec<PathBuf> = steps.iter().filter_map(rel).collect();
    let link = |rel: &Path, matter: &Matter| match matter {
        Matter::Link(to) => Some((rel.to_owned(), to.clone())),
        _ => None,
    };
    let stay = here.parts.iter().filter(|part| !replaced.contains(&part.rel));
    let stay = stay.filter_map(|part| link(&part.rel, &part.matter));
    let come = steps.iter().filter_map(|step| link(&rel(step)?, &step.after.parts.first()?.matter));
    let come: Vec<(PathBuf, PathBuf)> = come.collect();
    let all: Vec<(PathBuf, PathBuf)> = stay.chain(come.iter().cloned()).collect();
    let links = Links::of(all.iter().map(|(rel, to)| (rel.as_path(), to.as_path())));
    match come.iter().find_map(|(rel, to)| links.doubt(rel, to)) {
        Some(doubt) => Trouble::refused(message!("{at}: {words}.", at = doubt.at, words = doubt.words)),
        None => Ok(()),
    }
}

/// The step that brings one file to what lies in quarantine.
fn step(skill: &Skill, from: &Path, rel: &Path) -> Result<Step, Trouble> {
    let path = place_in(skill, rel)?;
    let seen = Imprint::of(&path)?;
    if seen.parts.first().is_some_and(|part| part.matter == Matter::Folder) {
        return Trouble::refused(message!(
            "{path} is a folder here and a file at the source.",
            path = path.display()
        ));
    }
    let source = super::settled(&from.join(rel))?;
    let after = Imprint::of(&source)?;
    let text = |path: &Path| disk::read(path, SKILL_LIMIT).ok().map(|read| read.bytes);
    let is_there = !after.is_nothing();
    let mut step = Step {
        text_before: if seen.is_nothing() { None } else { text(&path) },
        text_after: if is_there { text(&source) } else { None },
        seen,
        after,
        source: if is_there { Source::Copy { from: source, instead: Vec::new() } } else { Source::Nothing },
        path,
    };
    keep_texts(&mut step);
    Ok(step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_changed_a_file_is_told_from_three_lists() {
        let mark = |digest: &str| FileMark {
            rel: "f".into(),
            digest: digest.to_owned(),
            is_executable: false,
            is_link: false,
        };
        let list = |digest: &str| if digest.is_empty() { Vec::new() } else { vec![mark(digest)] };
        let check = |base: &str, here: &str, there: &str, by: Option<ChangedBy>| {
            let found = compared(&list(base), &list(here), &list(there));
            assert_eq!(found.first().map(|one| one.by), by, "{base:?} {here:?} {there:?}");
        };
        check("1", "1", "1", None);
        check("1", "2", "1", Some(ChangedBy::Here));
        check("1", "1", "2", Some(ChangedBy::There));
        check("1", "2", "3", Some(ChangedBy::Both));
        check("1", "2", "2", Some(ChangedBy::Alike));
        check("1", "", "1", Some(ChangedBy::Here));
        check("1", "1", "", Some(ChangedBy::There));
        check("1", "", "2", Some(ChangedBy::Both));
        check("1", "2", "", Some(ChangedBy::Both));
        check("1", "", "", Some(ChangedBy::Alike));
        check("", "1", "", Some(ChangedBy::Here));
        check("", "", "1", Some(ChangedBy::There));
        check("", "1", "2", Some(ChangedBy::Both));
        check("", "1", "1", Some(ChangedBy::Alike));
    }
}
