//! Two skills of one key: who wins, and why the others do not.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::path::Path;

use super::{Claim, Precedence, Shadowing, State};
use crate::collate::compare;
use crate::convention::{Between, Key, Rules, Steps, Within};
use crate::survey::FileId;

/// Sorts the claims by key, gives each its standing, and tells which keys several claim.
pub(super) fn settle(rules: &Rules, claims: &mut [Claim]) -> Vec<Shadowing> {
    if rules.key == Key::Folder {
        found_twice(claims);
    }
    claims.sort_by(|a, b| {
        (a.key_bytes(), class(a)).cmp(&(b.key_bytes(), class(b))).then_with(|| order(rules, a, b))
    });
    let one_key = claims.chunk_by_mut(|a, b| a.key_bytes() == b.key_bytes());
    one_key.filter_map(|claims| settle_key(rules, claims)).collect()
}

/// A file that several folders lead to has a key from each; the first folder counts.
fn found_twice(claims: &mut [Claim]) {
    claims.sort_by(|a, b| a.rank.cmp(&b.rank).then_with(|| compare(&a.key, &b.key)));
    let mut first: Vec<(&Path, &str)> = Vec::new();
    let (mut by_path, mut by_number) = (HashMap::new(), HashMap::new());
    for claim in claims.iter_mut().filter(|claim| class(claim) == 0) {
        let Claim { id, key, skill, state, .. } = claim;
        let same_path = by_path.get(&id.real).copied();
        let same_number = id.number().and_then(|number| by_number.get(&number).copied());
        match same_path.into_iter().chain(same_number).min() {
            Some(at) => {
                let (through, known): (&Path, &str) = first[at];
                // Two folders of one name are settled with all others of that name.
                if known != key {
                    *state = State::SameFile { through: through.to_owned() };
                }
            }
            None => {
                by_path.insert(&id.real, first.len());
                by_number.extend(id.number().map(|number| (number, first.len())));
                first.push((&skill.path, key));
            }
        }
    }
}

/// Those that compete come before those that are held back, and these before those that are no skills.
fn class(claim: &Claim) -> u8 {
    match claim.state {
        State::HeldBack | State::Off => 1,
        State::Invalid(_) | State::SameFile { .. } => 2,
        _ => 0,
    }
}

/// The winner first.
fn order(rules: &Rules, a: &Claim, b: &Claim) -> Ordering {
    let inside = match rules.collision.within {
        Within::First | Within::NotFixed => path_in_root(a).cmp(path_in_root(b)),
        Within::FirstFolder => a.skill.path.cmp(&b.skill.path),
        Within::Nearest => {
            let depth = |claim: &Claim| claim.skill.path.components().count();
            (depth(a), path_in_root(a)).cmp(&(depth(b), path_in_root(b)))
        }
        Within::Last => path_in_root(b).cmp(path_in_root(a)),
    };
    a.rank.cmp(&b.rank).then(inside)
}

/// The path below the root, in bytes. Of one root all begin alike.
fn path_in_root(claim: &Claim) -> &[u8] {
    claim.skill.path.as_os_str().as_encoded_bytes()
}

fn settle_key(rules: &Rules, claims: &mut [Claim]) -> Option<Shadowing> {
    let compete = claims.iter().take_while(|claim| class(claim) == 0).count();
    let claims = &mut claims[..compete];
    if claims.len() < 2 {
        return None;
    }
    // The same file by another path is one more skill to Pixir.
    let files = match rules.load.steps {
        Steps::Pixir => (0..claims.len()).collect(),
        _ => distinct(claims),
    };
    let warning = (files.len() > 1).then(|| warning(claims, &files));
    let winner = claims[0].clone();
    let unsettled = match (rules.collision.between, rules.collision.within) {
        _ if files.len() < 2 => false,
        (Between::NotFixed, _) => true,
        (Between::Rank, Within::NotFixed) => files[1..].iter().any(|&at| claims[at].rank == winner.rank),
        (Between::Rank | Between::AllKept, _) => false,
    };
    let keeps_all = rules.collision.between == Between::AllKept && files.len() > 1;
    let paths: Vec<_> = claims.iter().map(|claim| (claim.id.clone(), claim.skill.path.clone())).collect();
    for (at, claim) in claims.iter_mut().enumerate() {
        let open = unsettled && (rules.collision.between == Between::NotFixed || claim.rank == winner.rank);
        claim.state = if !files.contains(&at) {
            let through = paths.iter().find(|(id, _)| *id == claim.id).map(|(_, path)| path.clone());
            State::SameFile { through: through.unwrap_or_default() }
        } else if keeps_all {
            State::Kept
        } else if open {
            State::Unsettled
        } else if at == 0 {
            State::Wins
        } else {
            State::Shadowed { by: winner.skill.path.clone(), rule: rule(rules, &winner, claim) }
        };
    }
    warning
}

/// Places of the claims that are the first to lead to their file.
fn distinct(claims: &[Claim]) -> Vec<usize> {
    let mut seen: Vec<&FileId> = Vec::new();
    let mut places = Vec::new();
    for (at, claim) in claims.iter().enumerate() {
        if !seen.contains(&&claim.id) {
            seen.push(&claim.id);
            places.push(at);
        }
    }
    places
}

fn warning(claims: &[Claim], files: &[usize]) -> Shadowing {
    Shadowing {
        name: claims[0].key.clone(),
        selected: claims[0].skill.short_path.clone(),
        shadowed: files[1..].iter().map(|&at| claims[at].skill.short_path.clone()).collect(),
    }
}

/// The rule that decided (U-02).
fn rule(rules: &Rules, winner: &Claim, loser: &Claim) -> Precedence {
    let (first, second) = (winner.root_name.clone(), loser.root_name.clone());
    if winner.skill.scope != loser.skill.scope {
        Precedence::of_scopes(winner.skill.scope, loser.skill.scope)
    } else if winner.rank == loser.rank {
        Precedence::PathOrder { root: first, is_last: rules.collision.within == Within::Last }
    } else if first == second {
        Precedence::NearerRoot { root: first }
    } else {
        Precedence::Root { winner: first, loser: second }
    }
}
