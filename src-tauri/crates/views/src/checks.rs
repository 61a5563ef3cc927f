//! What the rules find in skills: one skill, all of them, and the quick fixes as plans.

mod ask;
mod fixing;
mod of_skill;
mod report;
mod sarif;
mod view;

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, LazyLock};

use ::signatures::Verification;
use ::skills::{Finding, Skill, lint_rules};
use ::workspace::checks::{Checked, Found, Reach, Said, of_skill, with_fixes};
use ::workspace::{Seen, Workspace};

use crate::wire::{FindingRow, Millis, finding_row, problem, unreadable_id};
use crate::{Failure, convention};

pub use ask::{CheckGrouping, ChecksAsk};
pub use report::{CheckAsk, CheckReport, RuleRow, RulesReport, check_report, rules_report};
pub use sarif::sarif_report;
pub use view::{CheckGroup, CheckRow, ChecksView, RuleCount, SeverityCount};

pub use fixing::fix_plan;
pub(crate) use fixing::known_rule;
pub use of_skill::{findings, source_findings};

/// Most rows in one answer.
const ROWS: u32 = 500;

/// The findings of every skill, as the rules have them.
///
/// # Errors
///
/// [`Code::WrongUse`](crate::Code::WrongUse) when no agent has that name.
pub fn checks(workspace: &Workspace, ask: &ChecksAsk) -> Result<ChecksView, Failure> {
    let checked = workspace.checked(convention::named(ask.convention.as_deref())?);
    let needle = ask.text.to_lowercase();
    let has_text = |found: &Found| {
        let holds = |text: &str| text.to_lowercase().contains(&needle);
        needle.is_empty()
            || holds(found.finding.rule)
            || holds(&found.finding.text.to_string())
            || holds(&workspace.shown(&found.path))
    };
    let is_wanted = |found: &Found| {
        (ask.severities.is_empty() || ask.severities.contains(&found.finding.severity))
            && (ask.rules.is_empty() || ask.rules.iter().any(|rule| rule == found.finding.rule))
            && has_text(found)
    };
    let mut matching: Vec<&Found> = checked.found.iter().filter(|found| is_wanted(found)).collect();
    match ask.group {
        // Worst first, then in the order of the list of rules.
        CheckGrouping::Rule => matching.sort_by_cached_key(|found| rank(&found.finding)),
        CheckGrouping::Skill => matching.sort_by_key(|found| found.skill.unwrap_or(usize::MAX)),
    }
    let groups = groups(workspace, &checked, &matching, ask.group);
    let (from, count) = (ask.from as usize, ask.count.min(ROWS) as usize);
    let window: Vec<&Found> = matching.iter().skip(from).take(count).copied().collect();
    Ok(ChecksView {
        total: checked.found.len() as u32,
        checked: checked.checked,
        skills: distinct(&checked.found.iter().collect::<Vec<_>>()),
        severities: severities(&checked.found),
        rules: rules(&checked.found),
        matching: matching.len() as u32,
        groups_total: groups.len() as u32,
        groups: groups.into_iter().take(GROUPS).collect(),
        from: ask.from,
        rows: rows(workspace, &checked, &window),
        problems: workspace.open_changes().iter().map(problem).collect(),
        read_at: Millis::at(workspace.now()),
    })
}

/// Most heads of groups in one answer.
const GROUPS: usize = 2_000;

fn rank(finding: &Finding) -> (::skills::Severity, usize) {
    // Every finding of ten thousand skills asks for its place.
    static PLACES: LazyLock<HashMap<&str, usize>> =
        LazyLock::new(|| lint_rules().iter().map(|rule| rule.id).zip(0..).collect());
    (finding.severity, PLACES.get(finding.rule).copied().unwrap_or(usize::MAX))
}

/// How many skills, or files that should be one, findings are about.
fn distinct(found: &[&Found]) -> u32 {
    let mut known: Vec<_> =
        found.iter().map(|found| (found.skill, found.skill.is_none().then_some(&found.path))).collect();
    known.sort_unstable();
    known.dedup();
    known.len() as u32
}

fn severities(found: &[Found]) -> Vec<SeverityCount> {
    let all = [::skills::Severity::Error, ::skills::Severity::Warning, ::skills::Severity::Note];
    let count = |severity| found.iter().filter(|found| found.finding.severity == severity).count() as u32;
    all.into_iter().map(|severity| SeverityCount { severity, count: count(severity) }).collect()
}

/// The rules that found something, worst first.
fn rules(found: &[Found]) -> Vec<RuleCount> {
    let mut by: BTreeMap<_, Vec<&Found>> = BTreeMap::new();
    for found in found {
        by.entry(rank(&found.finding)).or_default().push(found);
    }
    by.into_values().map(|found| rule_count(&found)).collect()
}

fn rule_count(found: &[&Found]) -> RuleCount {
    let finding = &found[0].finding;
    RuleCount {
        rule: finding.rule.to_owned(),
        severity: finding.severity,
        count: found.len() as u32,
        skills: distinct(found),
        has_fix: ::skills::has_fix(finding.rule),
    }
}

fn groups(
    workspace: &Workspace,
    checked: &Checked,
    matching: &[&Found],
    by: CheckGrouping,
) -> Vec<CheckGroup> {
    let mut groups: Vec<CheckGroup> = Vec::new();
    let mut begin = 0;
    while begin < matching.len() {
        let first = matching[begin];
        let alike = |other: &Found| match by {
            CheckGrouping::Rule => rank(&other.finding) == rank(&first.finding),
            CheckGrouping::Skill => {
                other.skill == first.skill && (first.skill.is_some() || other.path == first.path)
            }
        };
        let length = matching[begin..].iter().take_while(|other| alike(other)).count();
        let its = &matching[begin..begin + length];
        let skill = first.skill.map(|at| &checked.of.claims[at].skill);
        groups.push(CheckGroup {
            label: match (by, skill) {
                (CheckGrouping::Rule, _) => first.finding.rule.to_owned(),
                (_, Some(skill)) => skill.short_path.clone(),
                (_, None) => workspace.shown(&first.path),
            },
            rule: (by == CheckGrouping::Rule).then(|| rule_count(its)),
            skill: first.skill.filter(|_| by == CheckGrouping::Skill).map(|at| checked.of.ids[at].clone()),
            has_fix: its.iter().any(|found| ::skills::has_fix(found.finding.rule)),
            count: length as u32,
            from: begin as u32,
        });
        begin += length;
    }
    groups
}

/// The rows of a window, each with its quick fix.
fn rows(workspace: &Workspace, checked: &Checked, window: &[&Found]) -> Vec<CheckRow> {
    look_for_fixes(checked, window);
    let row = |found: &&Found| {
        let skill = found.skill.map(|at| (&checked.of.claims[at].skill, &checked.of.ids[at]));
        CheckRow {
            finding: FindingRow {
                mend: found.mend.get().cloned().flatten(),
                rel: found.rel.as_ref().map(|rel| rel.display().to_string()),
                ..finding_row(workspace, &found.path, &found.finding)
            },
            skill: skill.map(|(_, id)| id.clone()).or_else(|| unreadable_id(&checked.of, &found.path)),
            name: skill.map(|(skill, _)| skill.name.clone()).unwrap_or_default(),
            scope: skill.map(|(skill, _)| skill.scope.name().to_owned()).unwrap_or_default(),
        }
    };
    window.iter().map(row).collect()
}

/// Looks for the quick fixes that nobody asked for before; a skill's file is read once for all of them.
fn look_for_fixes(checked: &Checked, window: &[&Found]) {
    let mut unknown: BTreeMap<usize, Vec<&Found>> = BTreeMap::new();
    for found in window.iter().filter(|found| ::skills::has_fix(found.finding.rule)) {
        if let (Some(at), Some(_), None) = (found.skill, &found.rel, found.mend.get()) {
            unknown.entry(at).or_default().push(found);
        }
    }
    let unknown: Vec<_> = unknown.into_iter().collect();
    disk::in_threads(&unknown, 1, |_, (at, found)| {
        let skill = &checked.of.claims[*at].skill;
        let Ok(read) = disk::read(&skill.path, ::skills::SKILL_LIMIT) else { return };
        let said = |found: &&Found| {
            Some(Said { rel: found.rel.clone()?, finding: found.finding.clone(), mend: None })
        };
        let mut said: Vec<Said> = found.iter().filter_map(said).collect();
        with_fixes(skill, &read.bytes, &mut said);
        for (found, said) in found.iter().zip(said) {
            let _ = found.mend.set(said.mend);
        }
    });
}

/// The findings of one skill and its signature as rows, worst first, each with its quick fix.
pub fn of_one(
    workspace: &Workspace,
    ruling: &Arc<Seen>,
    skill: &Skill,
    content: &[u8],
    signature: Option<&Verification>,
) -> Vec<FindingRow> {
    // What only other agents see as a skill is compared with nothing, and changed by nobody.
    let at = ruling.skills().position(|known| known.path == skill.path);
    let mut said = of_skill(skill, content, Reach::Folder, signature);
    with_fixes(skill, content, &mut said);
    let mut rows: Vec<FindingRow> = said
        .into_iter()
        .map(|said| FindingRow {
            mend: said.mend.clone().filter(|_| at.is_some()),
            rel: Some(said.rel.display().to_string()),
            ..finding_row(workspace, &said.path(skill), &said.finding)
        })
        .collect();
    let overlaps = workspace.overlapping(ruling);
    let own = overlaps.iter().filter(|found| at.is_some() && found.skill == at);
    rows.extend(own.map(|found| FindingRow {
        rel: found.rel.as_ref().map(|rel| rel.display().to_string()),
        ..finding_row(workspace, &found.path, &found.finding)
    }));
    rows.sort_by_key(|row| row.severity as u8);
    rows
}
