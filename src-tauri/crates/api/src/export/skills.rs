//! Skills as one zip that every system opens, and that an import takes in again.

use std::collections::BTreeSet;
use std::path::Path;

use ::skills::{Parcel, ParcelMatter, Ruling, Skill, parcels};
use ::workspace::{MANAGED, Workspace};
use bundle::{Matter, Thing, archive};
use disk::{Cause, Digest};
use message::{Message, message};
use serde::{Deserialize, Serialize};

use crate::{App, Code, Failure};
use views::convention::default_agent;

/// Skills to save as one zip.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExportSkillsAsk {
    /// The ids of skill rows, at least one and at most 500.
    pub skills: Vec<String>,
}

/// What was saved.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SkillsSavedView {
    /// The file; nothing when the person chose none.
    pub path: Option<String>,
    /// Skills in it.
    pub skills: u32,
    /// Files and links in it.
    pub files: u32,
    /// Its bytes.
    pub bytes: u64,
    /// Its SHA-256. The same skills give the same bytes, whenever and wherever.
    pub sha256: String,
}

/// Most skills in one zip.
const MOST: usize = 500;

/// Packs skills, and lets the person choose a file for them.
pub(crate) fn export_skills(app: &App, ask: &ExportSkillsAsk) -> Result<SkillsSavedView, Failure> {
    let found = ask.skills.iter().map(|id| app.workspace.skill(id).ok_or_else(Failure::skill_gone));
    let found: Vec<Skill> = found.collect::<Result<_, Failure>>()?;
    let skills: Vec<&Skill> = found.iter().collect();
    let (bytes, view) = packed(&skills)?;
    let name = match skills.as_slice() {
        [one] => format!("{}.zip", one.folder()),
        _ => "skills.zip".to_owned(),
    };
    let Some(path) = app.host.choose_file(&name)? else { return Ok(view) };
    // The system's dialog has asked whether a file that is there may be replaced.
    disk::write_atomic(&path, &bytes).map_err(|fault| match fault.cause {
        Cause::Missing => {
            Failure::new(Code::Failed, message!("{path} has no folder.", path = path.display()))
        }
        _ => Failure::from(fault),
    })?;
    Ok(SkillsSavedView { path: Some(path.display().to_string()), ..view })
}

/// Packs skills, by name or by short path such as `user:notes/SKILL.md`, into a file that is not there yet. Of
/// several skills of one name the winner is meant, by the rules of the agent that is used here, else by Pixir's.
///
/// # Errors
///
/// [`Code::NotFound`] when there is no skill of one of the names, [`Code::WrongUse`] for none or more than
/// 500 skills, [`Code::Refused`] when the file is there already or a skill cannot be handed on, and what the
/// disk says when something cannot be read or written.
pub fn skills_into(
    workspace: &Workspace,
    names: &[String],
    file: Option<&Path>,
) -> Result<SkillsSavedView, Failure> {
    let rulings =
        [default_agent(workspace).convention, MANAGED].map(|convention| workspace.ruling(convention));
    let find = |name: &String| {
        rulings.iter().find_map(|ruling| named(ruling, name)).ok_or_else(|| {
            Failure::not_found(message!("skill `{name}` not found.", name))
                .hint(message!("Run `assay skills` to list all."))
        })
    };
    let skills: Result<Vec<&Skill>, Failure> = names.iter().map(find).collect();
    let (bytes, view) = packed(&skills?)?;
    let Some(file) = file else { return Ok(view) };
    disk::create_whole(file, &bytes).map_err(|fault| super::is_there(file, fault))?;
    Ok(SkillsSavedView { path: Some(file.display().to_string()), ..view })
}

/// The skill of a short path, else the one that wins a name.
fn named<'r>(ruling: &'r Ruling, name: &str) -> Option<&'r Skill> {
    let by_path = ruling.skills().find(|skill| skill.short_path == name);
    by_path.or_else(|| ruling.winners().map(|claim| &claim.skill).find(|skill| skill.name == name))
}

fn packed(skills: &[&Skill]) -> Result<(Vec<u8>, SkillsSavedView), Failure> {
    let refuse = |why| Failure::new(Code::Refused, why);
    if skills.is_empty() || skills.len() > MOST {
        return Err(Failure::new(
            Code::WrongUse,
            message!("one zip can hold 1 to {most} skills.", most = MOST),
        ));
    }
    let (mut things, mut folders, mut files) = (Vec::new(), BTreeSet::new(), 0);
    for skill in skills {
        if !folders.insert(skill.folder()) {
            let folder = skill.folder();
            return Err(refuse(message!(
                "two of these skills are in folders named `{folder}`; save them one by one.",
                folder
            )));
        }
        let parcels = parcels(skill).map_err(|words| {
            refuse(message!("{skill} is not saved: {why}", skill = skill.short_path, why = words))
        })?;
        files += parcels.iter().filter(|parcel| parcel.matter != ParcelMatter::Folder).count();
        let mode = disk::look(&skill.dir).map_or(0o755, |found| found.mode);
        things.push(Thing { name: skill.folder().to_owned(), matter: Matter::Folder, mode });
        things.extend(parcels.into_iter().map(|parcel| thing(skill.folder(), parcel)));
    }
    let bytes = archive(things).map_err(|error| Failure::new(Code::Refused, Message::of_error(error)))?;
    let view = SkillsSavedView {
        path: None,
        skills: skills.len() as u32,
        files: files as u32,
        bytes: bytes.len() as u64,
        sha256: Digest::of(&bytes).to_string(),
    };
    Ok((bytes, view))
}

fn thing(folder: &str, parcel: Parcel) -> Thing {
    let matter = match parcel.matter {
        ParcelMatter::Folder => Matter::Folder,
        ParcelMatter::File(bytes) => Matter::File(bytes),
        ParcelMatter::Link(to) => Matter::Link(to),
    };
    // No permission bits are known where the system has none.
    let mode = match (parcel.mode, &matter) {
        (0, Matter::Folder) => 0o755,
        (0, _) => 0o644,
        (mode, _) => mode,
    };
    Thing { name: format!("{folder}/{}", parcel.rel), matter, mode }
}
