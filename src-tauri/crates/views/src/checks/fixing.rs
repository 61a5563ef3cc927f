//! Quick fixes as a plan: of one finding, of a rule, of a skill, over many skills.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ::skills::manage::{self, Mended, Mending, Plan, Trouble};
use ::skills::{Finding, Flawed, Remedy, SKILL_LIMIT, Skill};
use ::workspace::{Seen, Workspace};
use disk::{Digest, Fault};
use message::{Message, message};

use crate::wire::FixAsk;
use crate::{Code, Failure, convention};
use ::workspace::checks::{Files, MAIN, Reach, Said, is_of_folder, judged, of_skill};

/// Most skills that are named in the journal's words.
const NAMED: usize = 3;

/// Plans the quick fixes that are asked for. What cannot be fixed is left as it is.
///
/// # Errors
///
/// [`Code::WrongUse`](crate::Code::WrongUse) when no agent has that name,
/// [`Code::Refused`](crate::Code::Refused) when nothing that was chosen can be fixed, and as the disk has it
/// when a file cannot be read.
pub fn fix_plan(workspace: &Workspace, ask: &FixAsk) -> Result<Result<Plan, Trouble>, Failure> {
    ask.rules.iter().try_for_each(|rule| known_rule(rule))?;
    let ids: Vec<&str> = ask.skills.iter().map(String::as_str).collect();
    let ruling = match ids.as_slice() {
        [] => workspace.ruling(convention::named(ask.convention.as_deref())?),
        ids => workspace.ruling_with_all(ids).ok_or_else(Failure::skill_gone)?,
    };
    let skills = chosen(workspace, &ruling, ask)?;
    let mut mendings = Vec::new();
    for some in skills.chunks(manage::PLACES + 1) {
        let mended = disk::in_threads(some, 1, |_, skill| {
            let content = disk::read(&skill.path, SKILL_LIMIT)?.bytes;
            Ok::<_, Fault>(mending(skill, &content, ask))
        });
        for mended in mended {
            match mended {
                Ok(mending) => mendings.extend(mending),
                // One of many that went meanwhile is not missed.
                Err(_) if ask.skills.len() != 1 => {}
                Err(fault) => return Err(fault.into()),
            }
        }
        // What is beyond is counted there, not worked out here.
        if mendings.len() > manage::PLACES {
            mendings.truncate(manage::PLACES + 1);
            break;
        }
    }
    Ok(manage::fix(&ruling, &mendings, &deed_of(ask, &mendings)))
}

/// Refuses a rule that there is not.
pub(crate) fn known_rule(rule: &str) -> Result<(), Failure> {
    if ::skills::lint_rule(rule).is_some() {
        return Ok(());
    }
    let failure = Failure::new(Code::WrongUse, message!("unknown rule `{rule}`.", rule));
    Err(failure.hint(message!("Run `assay check --rules` to list all.")))
}

/// The named skills, or every one with a finding that may have a fix.
fn chosen<'s>(workspace: &Workspace, ruling: &'s Arc<Seen>, ask: &FixAsk) -> Result<Vec<&'s Skill>, Failure> {
    if !ask.skills.is_empty() {
        return ask.skills.iter().map(|id| ruling.skill(id).ok_or_else(Failure::skill_gone)).collect();
    }
    let checked = workspace.checked(ruling.convention);
    let may = checked.found.iter().filter(|found| is_asked(ask, &found.finding));
    let paths: BTreeSet<&PathBuf> = may
        .filter(|found| ::skills::has_fix(found.finding.rule))
        .filter_map(|found| found.skill.map(|at| &checked.of.claims[at].skill.path))
        .collect();
    Ok(ruling.skills().filter(|skill| paths.contains(&skill.path)).collect())
}

fn is_asked(ask: &FixAsk, finding: &Finding) -> bool {
    ask.rules.is_empty() || ask.rules.iter().any(|rule| rule == finding.rule)
}

/// What is made good of one skill; nothing when no finding that is asked for has a quick fix.
fn mending<'s>(skill: &'s Skill, content: &[u8], ask: &FixAsk) -> Option<Mending<'s>> {
    let is_of_text = !ask.rules.is_empty() && !ask.rules.iter().any(|rule| is_of_folder(rule));
    let said = of_skill(skill, content, if is_of_text { Reach::Text } else { Reach::Folder }, None);
    let is_wanted = |one: &&Said| {
        is_asked(ask, &one.finding) && ask.rel.as_ref().is_none_or(|rel| Path::new(rel) == one.rel)
    };
    let said: Vec<&Said> = said.iter().filter(is_wanted).collect();
    let files = Files::of(skill, content);
    let mut mending = Mending { skill, files: Vec::new(), folder: None, words: Vec::new() };
    let rels: BTreeSet<&PathBuf> = said.iter().map(|one| &one.rel).collect();
    for rel in rels {
        let Some(bytes) = files.read(rel) else { continue };
        let file = Flawed { rel, bytes: &bytes, beside: &files.beside };
        let its: Vec<&Finding> = said.iter().filter(|one| one.rel == *rel).map(|one| &one.finding).collect();
        of_file(&mut mending, file, &its, ask);
    }
    let is_any = !mending.files.is_empty() || mending.folder.is_some();
    is_any.then_some(mending)
}

/// Adds what is made good of one file.
fn of_file(mending: &mut Mending<'_>, file: Flawed<'_>, findings: &[&Finding], ask: &FixAsk) {
    let skill = mending.skill;
    let (mut bytes, mut words, mut stilled) = (file.bytes.to_vec(), Vec::new(), false);
    if let Some(line) = ask.line {
        // One finding: what else the file has stays.
        let one = findings.iter().find(|finding| finding.line == Some(line));
        let Some(fix) = one.and_then(|finding| ::skills::fix(skill, file, finding, &judged)) else { return };
        words = fix.words;
        match fix.remedy {
            Remedy::Write(new) => bytes = new,
            Remedy::Still => stilled = true,
            Remedy::Rename(name) => mending.folder = Some(name),
        }
    } else {
        let wanted = |finding: &Finding| is_asked(ask, finding);
        if let Some((new, said)) = ::skills::fix_all(skill, file, &wanted, &judged) {
            (bytes, words) = (new, said);
        }
        for finding in findings {
            let is_other = ["executable", "name-folder"].contains(&finding.rule);
            let fix = is_other.then(|| ::skills::fix(skill, file, finding, &judged)).flatten();
            match fix.map(|fix| (fix.remedy, fix.words)) {
                Some((Remedy::Still, said)) => (stilled, words) = (true, [words, said].concat()),
                Some((Remedy::Rename(name), said)) => {
                    mending.folder = Some(name);
                    words.extend(said);
                }
                Some((Remedy::Write(_), _)) | None => {}
            }
        }
    }
    let placed = |fix: Message| match file.rel == Path::new(MAIN) {
        true => fix,
        false => message!("{file}: {fix}", file = file.rel.display(), fix => fix.clone()),
    };
    mending.words.extend(words.into_iter().map(placed));
    if stilled || bytes != file.bytes {
        let seen = Digest::of(file.bytes);
        mending.files.push(Mended { rel: file.rel.to_owned(), seen, bytes, stilled });
    }
}

/// Names the fixed findings and their skills, for the history.
fn deed_of(ask: &FixAsk, mendings: &[Mending<'_>]) -> Message {
    let skills = match mendings {
        [one] => Message::verbatim(format!("`{}`, {}", one.skill.name, one.skill.short_path)),
        few if few.len() <= NAMED => {
            let names: Vec<_> = few.iter().map(|one| format!("`{}`", one.skill.name)).collect();
            Message::verbatim(names.join(", "))
        }
        many => message!("{count} skills", count = many.len().min(manage::PLACES)),
    };
    match ask.rules.is_empty() {
        true => message!("findings of {skills}", skills => skills.clone()),
        false => message!("{rules} of {skills}", rules = ask.rules.join(", "), skills => skills.clone()),
    }
}
