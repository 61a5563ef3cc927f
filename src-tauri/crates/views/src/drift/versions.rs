//! Every distinct text of one skill that a session recorded.

use std::collections::BTreeSet;
use std::path::PathBuf;

use ::drift::{Basis, State, turns_of};
use ::sessions::TextIntegrity;
use ::skills::SKILL_LIMIT;
use ::workspace::{
    Joined, MANAGED, Snapshot, Version, Workspace, merged, sessions_of, stretches, turns_of_uses,
};
use message::message;

use super::{SkillOf, VersionRow, VersionsAsk, VersionsView};
use crate::Failure;
use crate::wire::{DriftFact, Millis, ROWS};

/// The versions of one skill.
///
/// # Errors
///
/// [`Code::NotFound`](crate::Code::NotFound) when no session recorded the skill.
pub fn versions(workspace: &Workspace, ask: &VersionsAsk) -> Result<VersionsView, Failure> {
    let (name, path) = skill_of(workspace, &ask.of)?;
    let joined = workspace.joined();
    let versions = versions_of(&joined, &ask.of, path.as_ref());
    if versions.is_empty() && path.is_none() {
        return Err(Failure::not_found(message!("skill `{name}` not found in sessions or on disk.", name))
            .hint(message!("Run `assay drift` to list all recorded skills.")));
    }
    let (total, all) = (versions.len() as u32, versions.iter().flat_map(|one| &one.snapshots).copied());
    let in_force = turns_of(&stretches(&joined, all.clone())).len() as u32;
    let sessions = sessions_of(all.flat_map(|snapshot| &snapshot.uses));
    let disk = path.as_ref().and_then(|path| disk_hash(path));
    let rows = rows_of(workspace, &joined, &versions, disk.as_deref());
    let window = rows.into_iter().skip(ask.from as usize).take(ask.count.min(ROWS) as usize);
    Ok(VersionsView {
        name,
        total,
        in_force,
        sessions,
        from: ask.from,
        rows: window.collect(),
        disk_hash: disk,
        read_at: Millis::at(workspace.now()),
    })
}

/// A skill's name and, when it is on disk, its SKILL.md.
pub(crate) fn skill_of(workspace: &Workspace, of: &SkillOf) -> Result<(String, Option<PathBuf>), Failure> {
    match of {
        SkillOf::Row { id } => {
            let skill = workspace.skill(id).ok_or_else(Failure::skill_gone)?;
            Ok((skill.name, Some(skill.path)))
        }
        SkillOf::Name { name } => {
            let ruling = workspace.ruling(MANAGED);
            let winner = ruling.winners().find(|claim| claim.skill.name == *name);
            let winner = winner.map(|claim| claim.skill.path.clone());
            Ok((name.clone(), winner.or_else(|| last_compared(&workspace.joined(), name))))
        }
    }
}

/// The file that the last recorded text of a name is compared with.
fn last_compared(joined: &Joined, name: &str) -> Option<PathBuf> {
    let named = joined.snapshots().filter(|snapshot| snapshot.name == *name && snapshot.compared().is_some());
    let at = |snapshot: &&Snapshot| snapshot.records().filter_map(|used| used.at).max();
    named.max_by_key(at).map(Snapshot::place)
}

fn disk_hash(path: &std::path::Path) -> Option<String> {
    let read = disk::read(path, SKILL_LIMIT).ok()?;
    Some(disk::Digest::of(&read.bytes).to_string())
}

/// The distinct texts of a skill, in order of first activation.
pub(crate) fn versions_of<'j>(joined: &'j Joined, of: &SkillOf, path: Option<&PathBuf>) -> Vec<Version<'j>> {
    let snapshots: Vec<&Snapshot> = match of {
        SkillOf::Row { .. } => path.map(|path| joined.snapshots_at(path)).unwrap_or_default(),
        SkillOf::Name { name } => {
            let named = joined.snapshots().filter(|snapshot| snapshot.name == *name);
            let at = path.map(|path| joined.snapshots_at(path)).unwrap_or_default();
            let mut seen = BTreeSet::new();
            named.chain(at).filter(|snapshot| seen.insert(snapshot.id())).collect()
        }
    };
    merged(snapshots)
}

/// The rows of some versions, the latest used first.
fn rows_of(
    workspace: &Workspace,
    joined: &Joined,
    versions: &[Version<'_>],
    disk: Option<&str>,
) -> Vec<VersionRow> {
    let mut rows: Vec<_> =
        versions.iter().filter_map(|version| row_of(workspace, joined, version, disk)).collect();
    rows.sort_by_key(|row| std::cmp::Reverse((row.latest.at, row.number)));
    rows
}

fn row_of(
    workspace: &Workspace,
    joined: &Joined,
    version: &Version<'_>,
    disk: Option<&str>,
) -> Option<VersionRow> {
    let first = *version.snapshots.first()?;
    let latest_of = |snapshot: &&&Snapshot| snapshot.records().filter_map(|used| used.at).max();
    let newest = version.snapshots.iter().max_by_key(latest_of).copied().unwrap_or(first);
    // An agent may have said once more that a skill is loaded, and have sent no text.
    let size = version.records().find_map(|used| {
        let (_, session) = joined.session_of(&used.key)?;
        let activated = session.activation(used.line).filter(|one| one.kept)?;
        Some((activated.bytes, activated.lines))
    });
    let (bytes, lines) = size.unwrap_or_default();
    let paths: BTreeSet<String> =
        version.snapshots.iter().map(|snapshot| workspace.shown(&snapshot.path)).collect();
    Some(VersionRow {
        number: version.number,
        hash: first.hash.clone(),
        paths: paths.into_iter().collect(),
        drift: DriftFact::of(workspace, newest),
        integrity: first.integrity.into(),
        bytes,
        lines,
        activations: version.uses().count() as u32,
        turns: turns_of_uses(version.uses()),
        in_force: turns_of(&stretches(joined, version.snapshots.iter().copied())).len() as u32,
        sessions: sessions_of(version.uses()),
        first: version.records().min_by_key(|used| used.at)?.into(),
        latest: version.latest()?.into(),
        on_disk: matches!(first.integrity, TextIntegrity::Verified | TextIntegrity::Computed)
            && (disk == Some(first.hash.as_str()) || version.snapshots.iter().any(|one| is_its_file(one))),
    })
}

/// The file it is compared with holds what was recorded of it, all of it or all below the frontmatter; of other agents
/// than Pixir no hash says so.
fn is_its_file(snapshot: &Snapshot) -> bool {
    let verdict = &snapshot.standing.verdict;
    verdict.state == State::Identical && verdict.basis != Basis::Part
}
