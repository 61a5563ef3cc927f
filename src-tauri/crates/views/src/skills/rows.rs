//! The rows of the skill list.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::path::{Path, PathBuf};

use ::sessions::Source;
use ::skills::{Claim, Problem, Ruling, Skill, State};

use ::workspace::{Joined, Seen, Snapshot, Use, Workspace, id_of, sessions_of, turns_of_uses};
use disk::Digest;

use crate::window;
use crate::wire::{
    Banner, Millis, SkillFilter, SkillGroup, SkillListing, SkillRow, SkillSort, SkillStanding, SkillStates,
    SkillUse, SkillsAsk,
};
use ::skills::Convention;

/// Every row: the skills in rank order, and the files that should be skills and cannot be read.
pub(crate) fn all(workspace: &Workspace, ruling: &Seen, joined: &Joined) -> Vec<SkillRow> {
    let doors = doors(ruling);
    let twins = Twins::among(ruling.skills().map(|skill| {
        let stamp = (skill.stamp.device, skill.stamp.inode);
        (skill.content_hash, (stamp, (stamp.1 == 0).then_some(&skill.path)))
    }));
    let seen = workspace.visibility();
    let by_path: HashMap<&Path, &Claim> =
        ruling.claims.iter().map(|claim| (claim.skill.path.as_path(), claim)).collect();
    let mut shadows: HashMap<&[u8], u32> = HashMap::new();
    for claim in ruling.claims.iter().filter(|claim| !claim.is_visible()) {
        *shadows.entry(claim.key_bytes()).or_default() += 1;
    }
    let mut rows: Vec<_> = ruling
        .claims
        .iter()
        .enumerate()
        .map(|(at, claim)| {
            let mut row = row(ruling.ids[at].clone(), claim, joined);
            row.states.doors = door_count(&doors, &claim.skill);
            row.states.twins = twins.of(claim.skill.content_hash);
            match &claim.state {
                State::Shadowed { by, .. } => {
                    row.states.shadowed_by =
                        by_path.get(by.as_path()).map(|winner| winner.skill.short_path.clone());
                }
                _ => row.states.shadows = shadows.get(claim.key_bytes()).copied().unwrap_or(0),
            }
            // Pixir by itself sees it all the same; agents that ask Assay do not.
            if let Some(barred) = seen.bars(&row.name).filter(|_| row.states.wins) {
                row.states.standing = (&State::Barred(barred)).into();
            }
            row.listed_tokens = ruling.entry(at).map_or(0, |entry| window::tokens(entry.len() as u64));
            row.states.listing = ruling.listing(at).into();
            row
        })
        .collect();
    for problem in ruling.problems.iter().filter(|problem| problem.code == "not_utf8") {
        for (row, skill) in rows.iter_mut().zip(ruling.skills()) {
            if skill.path == problem.path {
                row.states.invalid = Some(problem.reason());
            }
        }
    }
    rows.extend(ruling.unreadable().map(|problem| unreadable_row(workspace, ruling, problem, joined)));
    rows
}

fn row(id: String, claim: &Claim, joined: &Joined) -> SkillRow {
    let skill = &claim.skill;
    let snapshots = joined.snapshots_at(&skill.path);
    SkillRow {
        id,
        name: skill.name.clone(),
        scope: skill.scope.name().to_owned(),
        short_path: skill.short_path.clone(),
        description: skill.description.clone(),
        listed_tokens: 0,
        activated_tokens: window::tokens(skill.given_size(Convention::Pixir.rules().given)),
        states: SkillStates {
            wins: claim.is_visible(),
            standing: (&claim.state).into(),
            hidden: claim.hidden,
            switched: None,
            doors: 1,
            ..used(Convention::Pixir, &snapshots)
        },
        managed: true,
        turns: turns_of_uses(uses_of(&snapshots)),
        sessions: sessions_of(uses_of(&snapshots)),
        last_used: uses_of(&snapshots).filter_map(|used| used.at).max().map(Millis),
    }
}

/// What sessions say of a skill, as states; nothing else of them is set.
pub(crate) fn used(convention: Convention, snapshots: &[&Snapshot]) -> SkillStates {
    SkillStates {
        drifted: snapshots.iter().any(|snapshot| snapshot.is_drifted()),
        snapshots: snapshots.len() as u32,
        used: match uses_of(snapshots).count() {
            0 if reads_sessions(convention) => SkillUse::Never,
            0 => SkillUse::Unknown,
            _ => SkillUse::Recorded,
        },
        ..SkillStates::default()
    }
}

/// Every use of some snapshots.
pub(crate) fn uses_of<'s>(snapshots: &[&'s Snapshot]) -> impl Iterator<Item = &'s Use> {
    snapshots.iter().flat_map(|snapshot| &snapshot.uses)
}

/// Tells agents whose sessions are read from those that Assay knows by their skills alone.
fn reads_sessions(convention: Convention) -> bool {
    let is_of = |source: &Source| ::workspace::convention_of(*source) == convention;
    convention.is_assays() || Source::ALL.iter().any(is_of)
}

fn unreadable_row(workspace: &Workspace, ruling: &Ruling, problem: &Problem, joined: &Joined) -> SkillRow {
    // Sessions may have recorded it while it could still be read.
    let snapshots = joined.snapshots_at(&problem.path);
    let is_main = problem.path.file_name().is_some_and(|name| name.eq_ignore_ascii_case("SKILL.md"));
    let dir = if is_main { problem.path.parent().unwrap_or(&problem.path) } else { &problem.path };
    let root = ruling.roots.iter().find(|root| root.path.as_ref().is_some_and(|path| dir.starts_with(path)));
    let folder = dir.file_name().unwrap_or_default().to_string_lossy();
    let scope = root.map_or("other", |root| root.scope.name());
    SkillRow {
        id: id_of(&problem.path),
        name: folder.clone().into_owned(),
        scope: scope.to_owned(),
        short_path: workspace.shown(&problem.path),
        description: String::new(),
        listed_tokens: 0,
        activated_tokens: 0,
        states: SkillStates {
            invalid: Some(problem.reason()),
            standing: SkillStanding::Invalid,
            ..used(Convention::Pixir, &snapshots)
        },
        managed: true,
        turns: turns_of_uses(uses_of(&snapshots)),
        sessions: sessions_of(uses_of(&snapshots)),
        last_used: uses_of(&snapshots).filter_map(|used| used.at).max().map(Millis),
    }
}

/// How many files have the same bytes; one behind several paths counts once.
pub(crate) struct Twins(HashMap<Digest, u32>);

impl Twins {
    /// Of files by the digest of their bytes and by what tells them apart.
    pub(crate) fn among<F: Eq + Hash>(files: impl Iterator<Item = (Digest, F)>) -> Self {
        let mut by_bytes: HashMap<Digest, HashSet<F>> = HashMap::new();
        for (digest, file) in files {
            by_bytes.entry(digest).or_default().insert(file);
        }
        Self(by_bytes.into_iter().map(|(digest, files)| (digest, files.len() as u32)).collect())
    }

    /// Others with these bytes.
    pub(crate) fn of(&self, digest: Digest) -> u32 {
        self.0.get(&digest).map_or(0, |files| files.saturating_sub(1))
    }
}

type Doors = HashMap<(u64, u64), Vec<PathBuf>>;

fn doors(ruling: &Ruling) -> Doors {
    let mut doors = Doors::new();
    for skill in ruling.skills() {
        doors.entry((skill.stamp.device, skill.stamp.inode)).or_default().push(skill.path.clone());
    }
    doors
}

fn door_count(doors: &Doors, skill: &Skill) -> u32 {
    // Without inode numbers nothing can be told apart by them.
    let known = skill.stamp.inode != 0;
    doors
        .get(&(skill.stamp.device, skill.stamp.inode))
        .filter(|_| known)
        .map_or(1, |paths| paths.len() as u32)
}

pub(crate) fn banner<'r>(rows: impl IntoIterator<Item = &'r SkillRow>) -> Banner {
    let mut banner = Banner::default();
    for row in rows {
        banner.total += 1;
        for (filter, count) in [
            (SkillFilter::Listed, &mut banner.listed),
            (SkillFilter::Shortened, &mut banner.shortened),
            (SkillFilter::Cut, &mut banner.cut),
            (SkillFilter::IfTrusted, &mut banner.if_trusted),
            (SkillFilter::Shadowed, &mut banner.shadowed),
            (SkillFilter::Invalid, &mut banner.invalid),
            (SkillFilter::Hidden, &mut banner.hidden),
            (SkillFilter::HeldBack, &mut banner.held_back),
            (SkillFilter::Barred, &mut banner.barred),
            (SkillFilter::Drifted, &mut banner.drifted),
            (SkillFilter::NeverUsed, &mut banner.never_used),
        ] {
            *count += u32::from(is(row, filter));
        }
    }
    banner
}

pub(crate) fn matches(row: &SkillRow, ask: &SkillsAsk) -> bool {
    let text = ask.text.to_lowercase();
    let holds = |field: &str| field.to_lowercase().contains(&text);
    is(row, ask.state) && (text.is_empty() || holds(&row.name) || holds(&row.description))
}

fn is(row: &SkillRow, filter: SkillFilter) -> bool {
    let states = &row.states;
    match filter {
        SkillFilter::Any => true,
        SkillFilter::Listed => matches!(states.listing, SkillListing::Whole | SkillListing::Part),
        SkillFilter::Shortened => states.listing == SkillListing::Part,
        SkillFilter::Cut => states.listing == SkillListing::Cut,
        SkillFilter::IfTrusted => states.wins && states.if_trusted,
        SkillFilter::Shadowed => states.shadowed_by.is_some(),
        SkillFilter::Invalid => states.invalid.is_some(),
        SkillFilter::Hidden => states.wins && states.hidden,
        SkillFilter::HeldBack => states.standing == SkillStanding::HeldBack,
        SkillFilter::Barred => states.standing.is_barred() || states.standing == SkillStanding::Off,
        SkillFilter::Drifted => states.drifted,
        SkillFilter::NeverUsed => states.used == SkillUse::Never,
        SkillFilter::Duplicate => states.twins > 0,
    }
}

/// Orders rows by scope, then as asked; the name decides what is left open.
pub(crate) fn sort(rows: &mut [SkillRow], by: SkillSort) {
    rows.sort_by(|a, b| {
        let scope = scope_rank(&a.scope).cmp(&scope_rank(&b.scope));
        scope.then_with(|| within(by, a, b))
    });
}

/// The order inside a group.
pub(crate) fn within(by: SkillSort, a: &SkillRow, b: &SkillRow) -> Ordering {
    let asked = match by {
        SkillSort::Name => Ordering::Equal,
        SkillSort::LastUsed => b.last_used.cmp(&a.last_used),
        SkillSort::Tokens => b.activated_tokens.cmp(&a.activated_tokens),
        SkillSort::Drift => b.states.drifted.cmp(&a.states.drifted),
    };
    asked.then_with(|| (&a.name, &a.short_path).cmp(&(&b.name, &b.short_path)))
}

fn scope_rank(scope: &str) -> usize {
    ["repo", "user", "pixir-global"].iter().position(|known| *known == scope).unwrap_or(usize::MAX)
}

pub(crate) fn groups(workspace: &Workspace, ruling: &Ruling, rows: &[SkillRow]) -> Vec<SkillGroup> {
    let mut groups: Vec<SkillGroup> = Vec::new();
    for (row, number) in rows.iter().zip(0..) {
        match groups.last_mut() {
            Some(group) if group.scope == row.scope => group.count += 1,
            _ => {
                let root = ruling.roots.iter().find(|root| root.scope.name() == row.scope);
                let path = root.and_then(|root| root.path.as_deref());
                let root = path.map(|path| workspace.shown(path)).unwrap_or_default();
                groups.push(SkillGroup { scope: row.scope.clone(), root, count: 1, from: number });
            }
        }
    }
    groups
}
