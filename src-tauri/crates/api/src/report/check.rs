//! What scripts may ask about faults of skills: which rules there are, and what they find.

use std::path::{Path, PathBuf};

use ::skills::{Finding, SKILL_LIMIT, Skill};
use serde::{Deserialize, Serialize};

use crate::skills::{FindingRow, Severity, finding_row};
use crate::wire::Nothing;
use crate::{App, Failure};

/// Which files to check.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CheckAsk {
    /// Skill folders or SKILL.md files; every skill of the workspace when empty.
    pub paths: Vec<String>,
    /// Only findings that matter at least as much; all when absent.
    #[serde(default)]
    pub severity: Option<Severity>,
}

/// Findings.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CheckReport {
    /// By skill, worst first.
    pub findings: Vec<FindingRow>,
    /// Files that were checked.
    pub checked: u32,
}

/// Every rule.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RulesReport {
    /// By what they are about.
    pub rules: Vec<RuleRow>,
}

/// One rule.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RuleRow {
    /// The word for it, as findings have it.
    pub id: String,
    /// How much it matters at worst.
    pub severity: Severity,
    /// Why it is looked for.
    pub why: String,
    /// What to do.
    pub fix: String,
    /// Who sets it.
    pub source: String,
}

/// A finding and the file it is about.
pub(super) struct Found {
    /// Absolute.
    pub path: PathBuf,
    /// As it is told.
    pub row: FindingRow,
}

/// Most pairs of descriptions that are told.
const PAIRS: usize = 20;

/// Every rule that is checked.
pub(crate) fn rules_report(_: &App, _: &Nothing) -> Result<RulesReport, Failure> {
    let row = |rule: &::skills::LintRule| RuleRow {
        id: rule.id.to_owned(),
        severity: rule.severity.into(),
        why: rule.why.to_owned(),
        fix: rule.fix.to_owned(),
        source: rule.source.name().to_owned(),
    };
    Ok(RulesReport { rules: ::skills::lint_rules().iter().map(row).collect() })
}

/// Findings of the named files, or of every skill and everything that should be one.
pub(crate) fn check_report(app: &App, ask: &CheckAsk) -> Result<CheckReport, Failure> {
    let (found, checked) = found(app, ask)?;
    Ok(CheckReport { findings: found.into_iter().map(|one| one.row).collect(), checked })
}

/// The findings that are asked for, and how many files were checked.
pub(super) fn found(app: &App, ask: &CheckAsk) -> Result<(Vec<Found>, u32), Failure> {
    let (mut found, checked) = if ask.paths.is_empty() { all(app) } else { named(app, &ask.paths)? };
    if let Some(least) = ask.severity {
        found.retain(|one| one.row.severity as u8 <= least as u8);
    }
    Ok((found, checked))
}

fn all(app: &App) -> (Vec<Found>, u32) {
    let discovery = app.discovery();
    // What the content of a file is like, its own checks say better.
    let about_places = discovery.problems.iter().filter(|problem| problem.code != "not_utf8");
    let mut found: Vec<Found> = about_places.map(|problem| of_problem(app, problem)).collect();
    for skill in &discovery.skills {
        match disk::read(&skill.path, SKILL_LIMIT) {
            Ok(contents) => found.extend(of_skill(app, skill, &contents.bytes)),
            Err(fault) => found.push(of_fault(app, &skill.path, &fault)),
        }
    }
    // The model chooses among what it is shown.
    let shown: Vec<&Skill> = discovery.winners().filter(|skill| !skill.disable_model_invocation).collect();
    found.extend(overlapping(app, &shown));
    (found, crate::skills::count(&discovery))
}

fn named(app: &App, paths: &[String]) -> Result<(Vec<Found>, u32), Failure> {
    let mut found = Vec::new();
    for path in paths {
        let path = app.workspace().join(path);
        let is_folder = disk::look(&path)?.kind == disk::Kind::Folder;
        let file = if is_folder { path.join("SKILL.md") } else { path };
        let contents = disk::read(&file, SKILL_LIMIT)?;
        found.extend(of_skill(app, &Skill::alone(&file, &contents), &contents.bytes));
    }
    Ok((found, paths.len() as u32))
}

/// Everything there is to say about one skill, worst first.
fn of_skill(app: &App, skill: &Skill, content: &[u8]) -> Vec<Found> {
    let rows = crate::skills::findings(app, skill, content);
    let mut found: Vec<Found> = rows.into_iter().map(|row| Found { path: skill.path.clone(), row }).collect();
    let mut say = |path: PathBuf, finding: &Finding| {
        found.push(Found { row: finding_row(app, &path, finding), path });
    };
    for finding in ::skills::validator_checks(content) {
        say(skill.path.clone(), &finding);
    }
    for finding in ::skills::description_checks(skill, content) {
        say(skill.path.clone(), &finding);
    }
    for link in crate::skills::dead_links(skill, content) {
        let words = format!("The link `{}` leads nowhere. {}", link.target, link.why);
        say(skill.path.clone(), &::skills::by_rule("broken-link", Some(link.line), words));
    }
    for beside in ::skills::folder_checks(skill, content, &::hydration::secret::lines) {
        say(skill.dir.join(&beside.rel), &beside.finding);
    }
    found.sort_by_key(|one| one.row.severity as u8);
    found
}

fn overlapping(app: &App, skills: &[&Skill]) -> Vec<Found> {
    let texts: Vec<&str> = skills.iter().map(|skill| skill.description.as_str()).collect();
    let pairs = ::skills::overlaps(&texts, PAIRS);
    let told = |pair: ::skills::Overlap| {
        let (one, other) = (skills[pair.one], skills[pair.other]);
        let words = format!(
            "Its description says much the same as that of {} in {} ({:.2} of 1).",
            other.name, other.short_path, pair.alike
        );
        let finding = ::skills::by_rule("description-overlap", None, words);
        Found { path: one.path.clone(), row: finding_row(app, &one.path, &finding) }
    };
    pairs.into_iter().map(told).collect()
}

fn of_problem(app: &App, problem: &::skills::Problem) -> Found {
    let rule = problem.code.replace('_', "-");
    let severity = ::skills::lint_rule(&rule).map_or(Severity::Error, |rule| rule.severity.into());
    let row = FindingRow {
        path: app.shown(&problem.path),
        rule,
        severity,
        line: None,
        message: problem.message.clone(),
        fix: String::new(),
    };
    Found { path: problem.path.clone(), row }
}

fn of_fault(app: &App, path: &Path, fault: &disk::Fault) -> Found {
    let finding = ::skills::by_rule("unreadable", None, format!("{fault}."));
    Found { path: path.to_owned(), row: finding_row(app, path, &finding) }
}
