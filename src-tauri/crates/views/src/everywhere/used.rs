//! Uses of a skill in other workspaces than the open one.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use serde::Serialize;

use super::Everywhere;
use crate::Failure;
use crate::wire::{Millis, SkillAsk};

/// Uses of one file in the sessions of all other known workspaces, as the index has them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct UsedElsewhere {
    /// Sessions that recorded a text of it.
    pub sessions: u32,
    /// The workspaces they ran in.
    pub workspaces: u32,
    /// When one recorded it last.
    pub last: Option<Millis>,
}

/// Counts the sessions of other workspaces that recorded a text of a skill's file.
///
/// # Errors
///
/// [`Code::NotFound`](crate::Code::NotFound) when there is no such skill any more, and as [`Everywhere::listed`].
pub fn used_elsewhere(all: &Everywhere<'_>, ask: &SkillAsk) -> Result<UsedElsewhere, Failure> {
    let skill = all.workspace.skill(&ask.id).ok_or_else(Failure::skill_gone)?;
    let (listed, here) = (all.listed()?, all.workspace.folder());
    let folders: HashMap<i64, &str> =
        listed.sessions.iter().map(|session| (session.number, session.workspace.as_str())).collect();
    let (mut sessions, mut workspaces) = (BTreeSet::new(), BTreeSet::new());
    let mut used = UsedElsewhere::default();
    for one in listed.recorded.iter().filter(|one| Path::new(&one.path) == skill.path) {
        let Some(folder) = folders.get(&one.session) else { continue };
        if Path::new(folder).starts_with(&here) {
            continue;
        }
        sessions.insert(one.session);
        workspaces.insert(*folder);
        used.last = used.last.max(one.at.map(Millis));
    }
    Ok(UsedElsewhere { sessions: sessions.len() as u32, workspaces: workspaces.len() as u32, ..used })
}
