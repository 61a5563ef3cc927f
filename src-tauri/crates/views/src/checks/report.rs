//! What scripts may ask about faults of skills: which rules there are, and what they find.

use std::path::{Path, PathBuf};

use ::skills::{Convention, Finding, SKILL_LIMIT, Skill};
use ::workspace::{Signers, Workspace};
use message::{Message, message};
use serde::{Deserialize, Serialize};

use ::workspace::checks::{self, Reach};

use super::known_rule;
use crate::wire::{Nothing, ProblemRow, Severity, problem};
use crate::{Failure, convention};

/// Which files to check.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CheckAsk {
    /// Skill folders or SKILL.md files; every skill of the workspace when empty.
    pub paths: Vec<String>,
    /// Only findings that matter at least as much; all when absent.
    #[serde(default)]
    pub severity: Option<Severity>,
    /// Only findings of these rules; all when empty.
    #[serde(default)]
    pub rules: Vec<String>,
    /// The agent whose skills are checked where no paths are given; Pixir when absent.
    #[serde(default)]
    pub convention: Option<String>,
}

/// Findings.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CheckReport {
    /// By skill, worst first.
    pub findings: Vec<ReportedFinding>,
    /// Files that were checked.
    pub checked: u32,
    /// What is odd about changes that were made: one that was interrupted, a damaged line of the journal.
    pub problems: Vec<ProblemRow>,
}

/// A finding in words.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ReportedFinding {
    /// The file, shortened.
    pub path: String,
    /// The same by its path from the skill's folder; absent where it lies in none.
    pub rel: Option<String>,
    /// The rule's name.
    pub rule: String,
    /// Its severity.
    pub severity: Severity,
    /// The line it stands on, counted from 1.
    pub line: Option<u32>,
    /// The text.
    pub message: String,
    /// The remedy; empty where the message says it.
    pub fix: String,
    /// The effect of the quick fix; absent where there is none, or where none is offered.
    pub mend: Option<String>,
}

/// Every rule.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RulesReport {
    /// By what they are about.
    pub rules: Vec<RuleRow>,
}

/// One rule.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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
    /// Findings of it may have a quick fix; each has one only where it is certain.
    pub has_fix: bool,
}

/// A finding and the file it is about.
pub(super) struct Found {
    /// Absolute.
    pub path: PathBuf,
    /// As it is told.
    pub row: ReportedFinding,
}

/// Every rule that is checked.
///
/// # Errors
///
/// None: it has the form that every request has.
pub fn rules_report(_: &Workspace, _: &Nothing) -> Result<RulesReport, Failure> {
    let row = |rule: &::skills::LintRule| RuleRow {
        id: rule.id.to_owned(),
        severity: rule.severity,
        why: rule.why.to_owned(),
        fix: rule.fix.to_owned(),
        source: rule.source.name().to_owned(),
        has_fix: ::skills::has_fix(rule.id),
    };
    Ok(RulesReport { rules: ::skills::lint_rules().iter().map(row).collect() })
}

/// Findings of the named files, or of every skill and everything that should be one.
///
/// # Errors
///
/// [`Code::NotFound`](crate::Code::NotFound) when there is no skill or folder of the name that was given, or no skill at
/// all, and
/// [`Code::WrongUse`](crate::Code::WrongUse) when there is no such convention.
pub fn check_report(workspace: &Workspace, ask: &CheckAsk) -> Result<CheckReport, Failure> {
    let (found, checked) = found(workspace, ask)?;
    let findings = found.into_iter().map(|one| one.row).collect();
    Ok(CheckReport { findings, checked, problems: workspace.open_changes().iter().map(problem).collect() })
}

/// The findings that are asked for, and how many files were checked.
pub(super) fn found(workspace: &Workspace, ask: &CheckAsk) -> Result<(Vec<Found>, u32), Failure> {
    ask.rules.iter().try_for_each(|rule| known_rule(rule))?;
    let convention = convention::named(ask.convention.as_deref())?;
    if ask.paths.is_empty() { all(workspace, convention, ask) } else { named(workspace, convention, ask) }
}

impl CheckAsk {
    fn takes(&self, finding: &Finding) -> bool {
        self.wants(finding.rule) && self.severity.is_none_or(|least| finding.severity <= least)
    }

    fn wants(&self, rule: &str) -> bool {
        self.rules.is_empty() || self.rules.iter().any(|wanted| wanted == rule)
    }

    /// Files beside a SKILL.md are read only where a rule about them may be met.
    fn reach(&self) -> Reach<'static> {
        let may_meet = |rule: &::skills::LintRule| {
            let matters = self.severity.is_none_or(|least| rule.severity <= least);
            matters && self.wants(rule.id) && checks::is_of_folder(rule.id)
        };
        if ::skills::lint_rules().iter().any(may_meet) { Reach::Folder } else { Reach::Text }
    }
}

fn all(workspace: &Workspace, convention: Convention, ask: &CheckAsk) -> Result<(Vec<Found>, u32), Failure> {
    let ruling = workspace.ruling(convention);
    if ruling.count() == 0 && ruling.problems.is_empty() {
        let words = message!(
            "{convention} reads no skills here, so nothing was checked.",
            convention = convention.label()
        );
        return Err(
            Failure::not_found(words).hint(message!("Select another agent with --agent, or name files."))
        );
    }
    let told = |found: &checks::Found| ask.takes(&found.finding).then(|| of_found(workspace, found));
    let mut found: Vec<Found> = checks::places(&ruling).iter().filter_map(told).collect();
    let signers = workspace.signers();
    for skill in ruling.skills() {
        match disk::read(&skill.path, SKILL_LIMIT) {
            Ok(contents) => {
                found.extend(of_skill(workspace, skill, &contents.bytes, (convention, ask, &signers)));
            }
            Err(fault) => found.extend(told(&checks::of_fault(None, &skill.path, &fault))),
        }
    }
    // The model chooses among what it is shown.
    if ask.wants("description-overlap") {
        found.extend(workspace.overlapping(&ruling).iter().filter_map(told));
    }
    Ok((found, ruling.count()))
}

fn named(
    workspace: &Workspace,
    convention: Convention,
    ask: &CheckAsk,
) -> Result<(Vec<Found>, u32), Failure> {
    let (mut found, signers) = (Vec::new(), workspace.signers());
    for path in &ask.paths {
        let path = workspace.folder().join(path);
        let is_folder = disk::look(&path)?.kind == disk::Kind::Folder;
        let file = if is_folder { path.join("SKILL.md") } else { path };
        let contents = disk::read(&file, SKILL_LIMIT)?;
        let skill = Skill::alone(&file, &contents);
        found.extend(of_skill(workspace, &skill, &contents.bytes, (convention, ask, &signers)));
    }
    Ok((found, ask.paths.len() as u32))
}

/// What is asked for of everything there is to say about one skill, worst first.
fn of_skill(
    workspace: &Workspace,
    skill: &Skill,
    content: &[u8],
    (convention, ask, signers): (Convention, &CheckAsk, &Signers),
) -> Vec<Found> {
    let signature = matches!(ask.reach(), Reach::Folder).then(|| signers.verify(&skill.dir)).flatten();
    let mut said = checks::of_skill(skill, content, ask.reach(), signature.as_ref());
    said.retain(|one| ask.takes(&one.finding) && checks::holds_for(convention, one.finding.rule));
    checks::with_fixes(skill, content, &mut said);
    let row = |one: checks::Said| {
        let path = one.path(skill);
        Found { row: reported(workspace, &path, Some(&one.rel), &one.finding, one.mend.as_deref()), path }
    };
    said.into_iter().map(row).collect()
}

fn of_found(workspace: &Workspace, found: &checks::Found) -> Found {
    let row = reported(workspace, &found.path, found.rel.as_deref(), &found.finding, None);
    Found { row, path: found.path.clone() }
}

fn reported(
    workspace: &Workspace,
    path: &Path,
    rel: Option<&Path>,
    finding: &Finding,
    mend: Option<&[Message]>,
) -> ReportedFinding {
    let sentences = |mend: &[Message]| mend.iter().map(Message::to_string).collect::<Vec<_>>().join(" ");
    ReportedFinding {
        path: workspace.shown(path),
        rel: rel.map(|rel| rel.display().to_string()),
        rule: finding.rule.to_owned(),
        severity: finding.severity,
        line: finding.line,
        message: finding.text.to_string(),
        fix: finding.fix().to_owned(),
        mend: mend.map(sentences),
    }
}
