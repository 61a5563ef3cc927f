//! The skill list by another agent's rules than Pixir's: what its convention makes of the look that all share.
//! Who wins, what is held back and what its catalog says come from there; what sessions recorded, from the join.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::path::{Path, PathBuf};

use ::skills::{
    Claim, Convention, Listed, Problem, Rendered, RootOutcome, Ruling, Shown, State, instruction, listed,
    render,
};

use super::{
    CatalogPiece, CatalogView, FindingRow, ListingFact, Severity, ShadowingRow, SkillGroup, SkillListing,
    SkillRow, SkillStanding, SkillStates, SkillView, SkillsAsk, SkillsView, gone, id_of, listing, rows,
};
use crate::drift::Joined;
use crate::report::reconstructed;
use crate::wins::{self, Wins};
use crate::wire::PlaceRow;
use crate::{App, Failure, window};

/// The list by a convention's rules, grouped by the folders it looks in, the one that wins first.
pub(crate) fn list(app: &App, convention: Convention, ask: &SkillsAsk) -> Result<SkillsView, Failure> {
    let wins = app.wins();
    let ruling = ruled(&wins, convention)?;
    let all = all(app, ruling);
    let banner = rows::banner(all.iter().map(|(_, row)| row));
    let mut matching: Vec<_> = all.into_iter().filter(|(_, row)| rows::matches(row, ask)).collect();
    matching.sort_by(|(rank, a), (other, b)| rank.cmp(other).then_with(|| rows::within(ask.sort, a, b)));
    let groups = groups(app, ruling, &matching);
    let count = u32::try_from(matching.len()).unwrap_or(u32::MAX);
    let window = matching.into_iter().skip(ask.from as usize).take(ask.count.min(super::ROWS) as usize);
    Ok(SkillsView {
        convention: convention.name().to_owned(),
        label: convention.label().to_owned(),
        banner,
        matching: count,
        groups,
        from: ask.from,
        rows: window.map(|(_, row)| row).collect(),
        warnings: ruling.warnings.iter().map(ShadowingRow::from).collect(),
        problems: app.oddities().into_iter().chain(ruling.problems.iter().map(rows::problem)).collect(),
        places: places(ruling),
        listing: fact(ruling, &catalog_text(ruling)),
        read_at: app.read_at(),
    })
}

/// What a convention makes of the last look, as who wins has it.
fn ruled(wins: &Wins, convention: Convention) -> Result<&Ruling, Failure> {
    wins.ruling(convention).ok_or_else(|| Failure::broken("a convention is missing from who wins"))
}

/// One skill by a convention's rules; the rest of what is known of it is as for Pixir.
pub(crate) fn skill(app: &App, convention: Convention, id: &str) -> Result<SkillView, Failure> {
    let wins = app.wins();
    let ruling = ruled(&wins, convention)?;
    let (_, row) = all(app, ruling).into_iter().find(|(_, row)| row.id == id).ok_or_else(gone)?;
    let skill = app.skill_of(id)?;
    let claim = ruling.claims.iter().find(|claim| claim.path == skill.path).ok_or_else(gone)?;
    let shadowing = shadowing(ruling, &claim.key);
    let catalog = catalog_text(ruling);
    let entry = entries(ruling, &catalog).get(claim.path.as_path()).map(|(_, entry)| (*entry).to_owned());
    let view = super::detail::of_skill(app, &app.discovery(), &skill, row);
    Ok(SkillView {
        rule: shadowing.as_ref().map(|(_, why)| why.clone()),
        shadowing: shadowing.map(|(row, _)| row),
        catalog_entry: entry.filter(|entry| !entry.is_empty()),
        checks: findings(app, ruling, claim, view.checks),
        ..view
    })
}

/// Who wins a contested name and who loses it, with the rule; nothing where all stay or nothing decides.
fn shadowing(ruling: &Ruling, key: &str) -> Option<(ShadowingRow, String)> {
    let of_key = || ruling.claims.iter().filter(|claim| claim.key == key);
    let selected = of_key().find(|claim| claim.is_visible())?.short_path.clone();
    let shadowed: Vec<&Claim> =
        of_key().filter(|claim| matches!(claim.state, State::Shadowed { .. })).collect();
    let State::Shadowed { why, .. } = &shadowed.first()?.state else { return None };
    let why = format!("{selected} wins: {why}");
    let shadowed = shadowed.into_iter().map(|claim| claim.short_path.clone()).collect();
    Some((ShadowingRow { name: key.to_owned(), selected, shadowed }, why))
}

/// What the model is shown by a convention's rules.
pub(crate) fn catalog(app: &App, convention: Convention) -> Result<CatalogView, Failure> {
    let wins = app.wins();
    let ruling = ruled(&wins, convention)?;
    let entries = listed(ruling);
    let found = catalog_text(ruling);
    let ids = ids(app, ruling);
    let mut pieces = Vec::new();
    let mut push = |range: Range<usize>, skill: Option<String>| {
        if let Some(text) = found.text.get(range).filter(|text| !text.is_empty()) {
            pieces.push(CatalogPiece { text: text.to_owned(), skill, cut: false });
        }
    };
    let mut at = 0;
    for (range, entry) in found.ranges.iter().zip(&entries) {
        push(at..range.start, None);
        push(range.clone(), ids.get(Path::new(&entry.location)).cloned());
        at = range.end;
    }
    push(at..found.text.len(), None);
    Ok(CatalogView {
        pieces,
        bytes: found.text.len() as u64,
        instruction: said_with(convention, &found.text),
        reconstructed: reconstructed(convention.rules()),
        listing: fact(ruling, &found),
        index_hash: None,
        read_at: app.read_at(),
    })
}

fn all(app: &App, ruling: &Ruling) -> Vec<(usize, SkillRow)> {
    let (joined, ids) = (app.joined(), ids(app, ruling));
    let (mut doors, mut shadows) = (HashMap::new(), HashMap::new());
    let mut short_paths = HashMap::new();
    for claim in &ruling.claims {
        *doors.entry(claim.id.real.as_path()).or_insert(0_u32) += 1;
        *shadows.entry(claim.key.as_str()).or_insert(0_u32) +=
            u32::from(matches!(claim.state, State::Shadowed { .. }));
        short_paths.insert(claim.path.as_path(), claim.short_path.as_str());
    }
    let twins =
        rows::Twins::among(ruling.claims.iter().map(|claim| (claim.content_hash, claim.id.real.as_path())));
    let managed = managed(app);
    let told: HashMap<&Path, &Problem> =
        ruling.problems.iter().map(|problem| (problem.path.as_path(), problem)).collect();
    let catalog = catalog_text(ruling);
    let entries = entries(ruling, &catalog);
    let seen = crate::visibility::in_force(app);
    let gated: HashSet<&Path> = ruling
        .claims
        .iter()
        .filter(|claim| claim.is_if_trusted(ruling.convention))
        .map(|claim| claim.path.as_path())
        .collect();
    let row = |claim: &Claim| {
        let mut row = row(app, ruling, claim, &joined);
        if let Some((listing, entry)) = entries.get(claim.path.as_path()) {
            row.listed_tokens = window::tokens(entry.len() as u64);
            row.states.listing = *listing;
        }
        if matches!(claim.state, State::Invalid(_)) {
            row.states.invalid = told.get(claim.path.as_path()).map(|problem| problem.reason());
        }
        row.id = ids.get(claim.path.as_path()).cloned().unwrap_or_default();
        row.managed = managed.contains(claim.path.as_path());
        row.states.twins = twins.of(claim.content_hash);
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
    ruling.claims.iter().map(row).collect()
}

fn row(app: &App, ruling: &Ruling, claim: &Claim, joined: &Joined) -> SkillRow {
    let usage = joined.usage(&claim.path);
    SkillRow {
        id: String::new(),
        name: claim.key.clone(),
        scope: claim.scope.name().to_owned(),
        short_path: claim.short_path.clone(),
        description: claim.description.clone(),
        listed_tokens: 0,
        activated_tokens: window::tokens(claim.size),
        states: SkillStates {
            wins: claim.is_visible(),
            standing: (&claim.state).into(),
            why: wins::why(app, claim),
            hidden: claim.hidden,
            ..rows::used(ruling.convention, &usage)
        },
        managed: false,
        turns: usage.turns,
        sessions: usage.sessions,
        last_used: usage.last.and_then(|last| last.at),
    }
}

/// The ids of rows by their files: Pixir's where it finds the file as well, so that one file is one skill.
fn ids(app: &App, ruling: &Ruling) -> HashMap<PathBuf, String> {
    let discovery = app.discovery();
    let mut ids: HashMap<_, _> =
        ruling.claims.iter().map(|claim| (claim.path.clone(), claim_id(claim))).collect();
    for (skill, id) in discovery.skills.iter().zip(&discovery.ids) {
        if let Some(known) = ids.get_mut(&skill.path) {
            id.clone_into(known);
        }
    }
    ids
}

fn claim_id(claim: &Claim) -> String {
    format!("{}-{}", claim.scope.name(), id_of(&claim.path))
}

/// The files that lie where Pixir looks.
fn managed(app: &App) -> HashSet<PathBuf> {
    app.discovery().skills.iter().map(|skill| skill.path.clone()).collect()
}

/// A skill that Pixir does not find and some other agent does.
pub(crate) fn elsewhere(app: &App, id: &str) -> Option<::skills::Skill> {
    let wins = app.wins();
    let claims = wins.matrix.rulings.iter().flat_map(|ruling| &ruling.claims);
    let claim = claims.into_iter().find(|claim| claim_id(claim) == id)?;
    let contents = disk::read(&claim.path, ::skills::SKILL_LIMIT).ok()?;
    Some(::skills::Skill::claimed(claim, &contents))
}

// What Pixir alone makes of a file is left out; what this convention says beyond the rules for all comes first.
fn findings(app: &App, ruling: &Ruling, claim: &Claim, known: Vec<FindingRow>) -> Vec<FindingRow> {
    const SAID_BY_RULES: [&str; 4] =
        ["name_folder", "name_over_64", "name_characters", "description_over_1024"];
    let is_invalid = matches!(claim.state, State::Invalid(_));
    let row = |problem: &Problem| FindingRow {
        path: app.shown(&problem.path),
        rule: format!("{}/{}", ruling.convention.name(), problem.code.replace('_', "-")),
        severity: if is_invalid { Severity::Error } else { Severity::Warning },
        line: None,
        message: problem.message.clone(),
        fix: String::new(),
        rel: None,
        mend: None,
    };
    let own = ruling.problems.iter().filter(|problem| {
        problem.path == claim.path && (is_invalid || !SAID_BY_RULES.contains(&problem.code))
    });
    let is_pixirs = |finding: &FindingRow| {
        ::skills::lint_rule(&finding.rule).is_some_and(|rule| rule.source == ::skills::RuleSource::Pixir)
    };
    own.map(row).chain(known.into_iter().filter(|finding| !is_pixirs(finding))).collect()
}

/// The catalog within what the agent gives it.
pub(crate) fn catalog_text(ruling: &Ruling) -> Rendered {
    let rules = ruling.convention.rules();
    render(rules.renderer, &listed(ruling), rules.room())
}

/// What a catalog has of each skill that is meant to be in it, by its file.
fn entries<'r>(ruling: &Ruling, catalog: &'r Rendered) -> HashMap<PathBuf, (SkillListing, &'r str)> {
    let ranges = catalog.ranges.iter().map(Some).chain(std::iter::repeat(None));
    let entry = |((entry, range), shown): ((Listed<'_>, Option<&Range<usize>>), &Shown)| {
        let text = range.and_then(|range| catalog.text.get(range.clone()));
        (PathBuf::from(entry.location), (entry_listing(Some(shown)), text.unwrap_or_default()))
    };
    listed(ruling).into_iter().zip(ranges).zip(&catalog.shown).map(entry).collect()
}

/// The sentence that goes with a catalog that Assay draws itself; the words of other programs are not told.
pub(crate) fn said_with(convention: Convention, text: &str) -> Option<String> {
    (convention.rules().differs.is_empty() && !text.is_empty()).then(|| instruction(convention))
}

/// The word for what a catalog has of a skill.
pub(crate) fn entry_listing(shown: Option<&Shown>) -> SkillListing {
    match shown {
        None => SkillListing::Not,
        Some(Shown::Whole) => SkillListing::Whole,
        Some(Shown::Beginning(_) | Shown::Nothing) => SkillListing::Part,
        Some(Shown::LeftOut) => SkillListing::Cut,
    }
}

/// The size of a catalog and who is left out of it.
pub(crate) fn fact(ruling: &Ruling, found: &Rendered) -> ListingFact {
    let entries = listed(ruling);
    let not_whole = entries.iter().zip(&found.shown).filter(|(_, shown)| **shown != Shown::Whole);
    let left_out: Vec<String> = not_whole.map(|(entry, _)| entry.key.to_owned()).collect();
    ListingFact {
        shown: found.text.len() as u64,
        listed: (entries.len() - left_out.len()) as u32,
        left_out,
        ..listing::sized(ruling.convention, found.whole_bytes)
    }
}

fn groups(app: &App, ruling: &Ruling, rows: &[(usize, SkillRow)]) -> Vec<SkillGroup> {
    let mut groups: Vec<(usize, SkillGroup)> = Vec::new();
    for ((rank, row), number) in rows.iter().zip(0..) {
        match groups.last_mut() {
            Some((known, group)) if known == rank => group.count += 1,
            _ => {
                let path = ruling.roots.get(*rank).and_then(|root| root.path.as_deref());
                let root = path.map(|path| app.shown(path)).unwrap_or_default();
                groups.push((*rank, SkillGroup { scope: row.scope.clone(), root, count: 1, from: number }));
            }
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

fn places(ruling: &Ruling) -> Vec<PlaceRow> {
    let row = |look: &::skills::RootLook| PlaceRow {
        path: look.path.as_ref().map(|path| path.display().to_string()).unwrap_or_default(),
        source: format!("{} skills", look.scope.name()),
        found: rows::found(&look.outcome),
        readable: !matches!(look.outcome, RootOutcome::Unreadable(_)),
        exists: matches!(look.outcome, RootOutcome::Found(_) | RootOutcome::Unreadable(_)),
    };
    ruling.roots.iter().map(row).collect()
}

impl From<&State> for SkillStanding {
    fn from(state: &State) -> Self {
        use ::skills::Barred;
        match state {
            State::Wins => Self::Wins,
            State::Kept => Self::Kept,
            State::Unsettled => Self::Unsettled,
            State::Shadowed { .. } => Self::Shadowed,
            State::SameFile { .. } => Self::SameFile,
            State::HeldBack => Self::HeldBack,
            State::Barred(Barred::Disabled) => Self::Disabled,
            State::Barred(Barred::Denied) => Self::Denied,
            State::Barred(Barred::NotAllowed) => Self::NotAllowed,
            State::Invalid(_) => Self::Invalid,
        }
    }
}
