//! Which skills a catalog names, and in which order.

use std::cmp::Reverse;
use std::path::{Path, PathBuf};

use crate::collate::compare;
use crate::convention::{Order, Rules};
use crate::ruling::State;
use crate::{Claim, Convention, Ruling, Scope};

/// One skill of a catalog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed<'a> {
    /// What it is called by.
    pub key: &'a str,
    /// What it is for.
    pub description: &'a str,
    /// Where its file is.
    pub location: String,
    /// Patterns of paths it activates for; mostly none.
    pub paths: &'a [String],
    /// Its description is left out.
    pub name_only: bool,
    /// Another name it answers to, where the list tells it.
    pub also: Option<&'a str>,
    /// Whose it is.
    pub scope: Scope,
    /// The roots that a list may call by a short name, the first one first.
    pub table: &'a [PathBuf],
}

impl<'a> Listed<'a> {
    /// A claim as a catalog names it that knows no other.
    pub fn of(claim: &'a Claim) -> Self {
        Self {
            scope: claim.skill.scope,
            paths: &claim.paths,
            name_only: claim.is_name_only(),
            ..Self::at(&claim.key, &claim.skill.description, &claim.skill.path)
        }
    }

    /// An entry of nothing but its three words.
    pub fn at(key: &'a str, description: &'a str, path: &Path) -> Self {
        let location = path.display().to_string();
        let (scope, name_only) = (Scope::Repo, false);
        Self { key, description, location, paths: &[], name_only, also: None, scope, table: &[] }
    }
}

/// The skills a catalog names, in its order. Where nothing says which of several files is meant, the first
/// stands for them; where all stay, all are listed.
pub fn listed(ruling: &Ruling) -> Vec<Listed<'_>> {
    let mut last_open: Option<&str> = None;
    let shown = ruling.claims.iter().filter(|claim| claim.is_listed()).filter(|claim| {
        let again = claim.state == State::Unsettled && last_open == Some(claim.key.as_str());
        last_open = Some(&claim.key);
        !again
    });
    let mut shown: Vec<&Claim> = shown.collect();
    in_order(ruling.convention.rules(), &mut shown);
    let entries = shown.iter().map(|claim| Listed {
        also: also(ruling.convention, &shown, claim),
        table: &ruling.table,
        ..Listed::of(claim)
    });
    entries.collect()
}

fn in_order(rules: &Rules, claims: &mut [&Claim]) {
    match rules.order {
        Order::Key => {}
        Order::Alphabet => claims.sort_by(|a, b| compare(&a.key, &b.key)),
        Order::RootThenAlphabet => {
            claims.sort_by(|a, b| a.rank.cmp(&b.rank).then_with(|| compare(&a.key, &b.key)));
        }
        Order::Walk => claims.sort_by(|a, b| (a.rank, &a.skill.path).cmp(&(b.rank, &b.skill.path))),
        Order::Loaded => claims.sort_by_key(|claim| Reverse(claim.rank)),
        Order::Scope => claims.sort_by_key(|claim| {
            let path = claim.skill.path.as_os_str().as_encoded_bytes();
            (first_scope(claim.skill.scope), claim.key.as_bytes(), path)
        }),
        Order::Runs => {
            claims.sort_by_key(|claim| claim.rank);
            let one_run = claims.chunk_by_mut(|a, b| kind(a) == kind(b));
            one_run.for_each(|run| run.sort_by(|a, b| a.key.as_bytes().cmp(b.key.as_bytes())));
        }
    }
}

fn first_scope(scope: Scope) -> u8 {
    match scope {
        Scope::BuiltIn => 0,
        Scope::Admin => 1,
        Scope::Repo => 2,
        _ => 3,
    }
}

/// Roots of a project are of two kinds, its own and those it has from folders above; each of the user is its own.
fn kind(claim: &Claim) -> (Scope, bool, &str) {
    match claim.skill.scope {
        Scope::Repo => (Scope::Repo, claim.is_above, ""),
        other => (other, false, &claim.root_name),
    }
}

/// The name in the frontmatter, where a list tells it beside the folder's: it has to be a name that leads to this
/// skill and to no other.
fn also<'a>(convention: Convention, all: &[&Claim], claim: &'a Claim) -> Option<&'a str> {
    let name = claim.skill.name.as_str();
    let is_told = convention == Convention::ClaudeCode
        && name != claim.key
        && !claim.key.ends_with(&format!(":{name}"))
        && name.chars().map(char::len_utf16).sum::<usize>() <= 256
        && name.chars().all(|c| c.is_alphanumeric() || is_mark(c) || "_:.-".contains(c));
    let leads_here = all.iter().all(|other| other.key != name)
        && all
            .iter()
            .find(|other| other.skill.name == name)
            .is_some_and(|first| first.skill.path == claim.skill.path);
    (is_told && !name.is_empty() && leads_here).then_some(name)
}

fn is_mark(character: char) -> bool {
    unicode_normalization::char::is_combining_mark(character)
}
