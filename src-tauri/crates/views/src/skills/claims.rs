//! The skill list by another agent's rules than Pixir's: what its convention makes of the look that all share.
//! Who wins, what is held back and what its catalog says come from there; what sessions recorded, from the join.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use ::skills::{Claim, Convention, FindingText, Precedence, Problem, Ruling, Scope, State};
use ::workspace::checks::holds_for;
use ::workspace::{Joined, MANAGED, Seen, Workspace, sessions_of, turns_of_uses};

use super::rows::uses_of;
use super::{listing, rows};
use crate::Failure;
use crate::window;
use crate::wire::{
    FindingRow, Millis, Severity, ShadowingRow, SkillGroup, SkillRow, SkillStates, SkillView, SkillsAsk,
    SkillsView, SwitchFact, WhyUnused,
};

/// The list by a convention's rules, grouped by the folders it looks in, the one that wins first.
pub(crate) fn list(workspace: &Workspace, convention: Convention, ask: &SkillsAsk) -> SkillsView {
    let ruling = workspace.ruling(convention);
    let all = all(workspace, &ruling);
    let banner = rows::banner(all.iter().map(|(_, row)| row));
    let mut matching: Vec<_> = all.into_iter().filter(|(_, row)| rows::matches(row, ask)).collect();
    matching.sort_by(|(rank, a), (other, b)| rank.cmp(other).then_with(|| rows::within(ask.sort, a, b)));
    let groups = groups(workspace, &ruling, &matching);
    let count = u32::try_from(matching.len()).unwrap_or(u32::MAX);
    let window = matching.into_iter().skip(ask.from as usize).take(ask.count.min(crate::wire::ROWS) as usize);
    SkillsView {
        convention: convention.name().to_owned(),
        label: convention.label().to_owned(),
        banner,
        matching: count,
        groups,
        from: ask.from,
        rows: window.map(|(_, row)| row).collect(),
        warnings: ruling.warnings.iter().map(ShadowingRow::from).collect(),
        problems: crate::wire::problems(workspace, &ruling),
        places: crate::wire::skill_places(&ruling),
        listing: listing::fact(workspace, convention, &ruling.catalog),
        read_at: Millis::at(workspace.now()),
    }
}

/// One skill by a convention's rules; the rest of what is known of it is as for Pixir.
pub fn skill(workspace: &Workspace, convention: Convention, id: &str) -> Result<SkillView, Failure> {
    let ruling = workspace.ruling(convention);
    let (_, row) =
        all(workspace, &ruling).into_iter().find(|(_, row)| row.id == id).ok_or_else(Failure::skill_gone)?;
    let skill = workspace.skill(id).ok_or_else(Failure::skill_gone)?;
    let at = ruling
        .claims
        .iter()
        .position(|claim| claim.skill.path == skill.path)
        .ok_or_else(Failure::skill_gone)?;
    let claim = &ruling.claims[at];
    let shadowing = shadowing(&ruling, &claim.key);
    let entry = ruling.entry(at).map(str::to_owned);
    let view = super::detail::of_skill(workspace, &workspace.ruling(MANAGED), (convention, &skill), row);
    Ok(SkillView {
        rule: shadowing.as_ref().map(|(_, rule)| rule.clone()),
        shadowing: shadowing.map(|(row, _)| row),
        catalog_entry: entry.filter(|entry| !entry.is_empty()),
        checks: findings(workspace, &ruling, claim, view.checks),
        ..view
    })
}

/// Who wins a contested name and who loses it, with the rule; nothing where all stay or nothing decides.
fn shadowing(ruling: &Ruling, key: &str) -> Option<(ShadowingRow, Precedence)> {
    let of_key = || ruling.claims.iter().filter(|claim| claim.key == key);
    let selected = of_key().find(|claim| claim.is_visible())?.skill.short_path.clone();
    let shadowed: Vec<&Claim> =
        of_key().filter(|claim| matches!(claim.state, State::Shadowed { .. })).collect();
    let State::Shadowed { rule, .. } = &shadowed.first()?.state else { return None };
    let rule = rule.clone();
    let shadowed = shadowed.into_iter().map(|claim| claim.skill.short_path.clone()).collect();
    Some((ShadowingRow { name: key.to_owned(), selected, shadowed }, rule))
}

fn all(workspace: &Workspace, ruling: &Seen) -> Vec<(usize, SkillRow)> {
    let joined = workspace.joined();
    let (mut doors, mut shadows) = (HashMap::new(), HashMap::new());
    let mut short_paths = HashMap::new();
    for claim in &ruling.claims {
        *doors.entry(claim.id.real.as_path()).or_insert(0_u32) += 1;
        *shadows.entry(claim.key.as_str()).or_insert(0_u32) +=
            u32::from(matches!(claim.state, State::Shadowed { .. }));
        short_paths.insert(claim.skill.path.as_path(), claim.skill.short_path.as_str());
    }
    let twins = rows::Twins::among(
        ruling.claims.iter().map(|claim| (claim.skill.content_hash, claim.id.real.as_path())),
    );
    let told: HashMap<&Path, &Problem> =
        ruling.problems.iter().map(|problem| (problem.path.as_path(), problem)).collect();
    let seen = workspace.visibility();
    let gated: HashSet<&Path> = ruling
        .claims
        .iter()
        .filter(|claim| claim.is_if_trusted(ruling.convention))
        .map(|claim| claim.skill.path.as_path())
        .collect();
    let row = |(claim, at): (&Claim, usize)| {
        let mut row = row(workspace, ruling, claim, &joined);
        row.listed_tokens = ruling.entry(at).map_or(0, |entry| window::tokens(entry.len() as u64));
        row.states.listing = ruling.listing(at).into();
        if matches!(claim.state, State::Invalid(_)) {
            row.states.invalid = told.get(claim.skill.path.as_path()).map(|problem| problem.reason());
        }
        row.id = ruling.ids[at].clone();
        row.managed = !matches!(claim.skill.scope, Scope::BuiltIn | Scope::Admin);
        row.states.twins = twins.of(claim.skill.content_hash);
        row.states.doors = doors.get(claim.id.real.as_path()).copied().unwrap_or(1);
        if claim.is_visible() {
            row.states.shadows = shadows.get(claim.key.as_str()).copied().unwrap_or(0);
        }
        row.states.if_trusted = claim.is_visible() && claim.is_if_trusted(ruling.convention);
        if let State::Shadowed { by, .. } = &claim.state {
            row.states.shadowed_by = short_paths.get(by.as_path()).map(|path| (*path).to_owned());
            row.states.if_trusted = gated.contains(by.as_path());
        }
        // Another program by itself sees it all the same; agents that ask Assay do not.
        if let Some(barred) = seen.bars(&claim.key).filter(|_| claim.is_visible()) {
            row.states.standing = (&State::Barred(barred)).into();
        }
        (claim.rank, row)
    };
    ruling.claims.iter().zip(0..).map(row).collect()
}

fn row(workspace: &Workspace, ruling: &Ruling, claim: &Claim, joined: &Joined) -> SkillRow {
    let snapshots = joined.snapshots_at(&claim.skill.path);
    SkillRow {
        id: String::new(),
        name: claim.key.clone(),
        scope: claim.skill.scope.name().to_owned(),
        short_path: claim.skill.short_path.clone(),
        description: claim.skill.description.clone(),
        listed_tokens: 0,
        activated_tokens: window::tokens(claim.skill.given_size(ruling.convention.rules().given)),
        states: SkillStates {
            wins: claim.is_visible(),
            standing: (&claim.state).into(),
            why: WhyUnused::of(workspace, claim),
            hidden: claim.is_hidden(),
            switched: SwitchFact::of(workspace, claim),
            ..rows::used(ruling.convention, &snapshots)
        },
        managed: false,
        turns: turns_of_uses(uses_of(&snapshots)),
        sessions: sessions_of(uses_of(&snapshots)),
        last_used: uses_of(&snapshots).filter_map(|used| used.at).max().map(Millis),
    }
}

// What Pixir alone makes of a file is left out; what this convention says beyond the rules for all comes first.
fn findings(
    workspace: &Workspace,
    ruling: &Ruling,
    claim: &Claim,
    known: Vec<FindingRow>,
) -> Vec<FindingRow> {
    const SAID_BY_RULES: [&str; 4] =
        ["name_folder", "name_over_64", "name_characters", "description_over_1024"];
    let is_invalid = matches!(claim.state, State::Invalid(_));
    let row = |problem: &Problem| FindingRow {
        path: workspace.shown(&problem.path),
        rule: format!("{}/{}", ruling.convention.name(), problem.code.replace('_', "-")),
        severity: if is_invalid { Severity::Error } else { Severity::Warning },
        line: None,
        text: FindingText::OfPlace { message: problem.message.clone() },
        rel: None,
        mend: None,
    };
    let own = ruling.problems.iter().filter(|problem| {
        problem.path == claim.skill.path && (is_invalid || !SAID_BY_RULES.contains(&problem.code))
    });
    let holds = |finding: &FindingRow| holds_for(ruling.convention, &finding.rule);
    own.map(row).chain(known.into_iter().filter(holds)).collect()
}

fn groups(workspace: &Workspace, ruling: &Ruling, rows: &[(usize, SkillRow)]) -> Vec<SkillGroup> {
    let mut groups: Vec<(usize, SkillGroup)> = Vec::new();
    for ((rank, row), number) in rows.iter().zip(0..) {
        match groups.last_mut() {
            Some((known, group)) if known == rank => group.count += 1,
            _ => {
                let path = ruling.roots.get(*rank).and_then(|root| root.path.as_deref());
                let root = path.map(|path| workspace.shown(path)).unwrap_or_default();
                groups.push((*rank, SkillGroup { scope: row.scope.clone(), root, count: 1, from: number }));
            }
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}
