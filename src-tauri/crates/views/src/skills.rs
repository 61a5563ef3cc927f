//! What may be asked about skills.

mod built_in;
mod by_convention;
mod claims;
mod detail;
mod files;
mod listing;
mod report;
mod resource_view;
mod rows;
mod signatures;
mod usage;
mod usage_report;
mod usage_view;

use std::path::Path;

use ::skills::SKILL_LIMIT;
use ::workspace::{MANAGED, Workspace, body_of, id_of};

use crate::Failure;
use crate::wire::{
    BodyView, Millis, ROWS, ShadowingRow, SkillAsk, SkillsAsk, SkillsView, SourceAsk, TextWindow, problems,
    skill_places,
};
use crate::{markdown, window};

pub use by_convention::{SkillsReportAsk, seen_with};
pub use detail::skill;
pub use files::{resource, resources};
pub use listing::catalog;
pub use report::{
    ActivationFields, ActivationReportAsk, BrokenTemplate, CatalogReport, CatalogReportAsk, InvokedAsk,
    InvokedReport, SkillActivationReport, SkillFileReport, SkillReportAsk, SkillReportRow, SkillsReport,
    TemplateReport, TemplatesReport, TemplatesWarning, activation_report, catalog_report, invoked_report,
    skill_file, skill_file_report, skills_in_files, templates_report,
};
pub use resource_view::{
    CatalogPiece, CatalogView, DeadLink, ListingShare, NoPreview, Preview, ResourceKind, ResourceRow,
    ResourceView, ResourcesView,
};
pub use signatures::{SignaturesAsk, SignaturesReport, SignedSkillRow, signatures_report};
pub use usage::skill_usage;
pub use usage_report::{UnusedOnly, UsageReport, UsageReportAsk, UsageReportRow, usage_report};
pub use usage_view::{AgentTimes, SkillUsageAsk, SkillUsageView, UsageCounts, UsedAt, UsedRow, UsedTimes};

pub(crate) use listing::{fact, limit, recorded, said_with};
pub(crate) use usage::counts;

/// The skill list.
///
/// # Errors
///
/// [`Code::WrongUse`](crate::Code::WrongUse) when no convention has that name.
pub fn list(workspace: &Workspace, ask: &SkillsAsk) -> Result<SkillsView, Failure> {
    let convention = crate::convention::named(ask.convention.as_deref())?;
    if convention != MANAGED {
        return Ok(claims::list(workspace, convention, ask));
    }
    let (ruling, joined) = (workspace.ruling(MANAGED), workspace.joined());
    let all = rows::all(workspace, &ruling, &joined);
    let banner = rows::banner(&all);
    let mut matching: Vec<_> = all.into_iter().filter(|row| rows::matches(row, ask)).collect();
    rows::sort(&mut matching, ask.sort);
    let groups = rows::groups(workspace, &ruling, &matching);
    let count = u32::try_from(matching.len()).unwrap_or(u32::MAX);
    let window = matching.into_iter().skip(ask.from as usize).take(ask.count.min(ROWS) as usize);
    Ok(SkillsView {
        convention: convention.name().to_owned(),
        label: convention.label().to_owned(),
        banner,
        matching: count,
        groups,
        from: ask.from,
        rows: window.collect(),
        warnings: ruling.warnings.iter().map(ShadowingRow::from).collect(),
        problems: problems(workspace, &ruling),
        places: skill_places(&ruling),
        listing: fact(workspace, convention, &ruling.catalog),
        read_at: Millis::at(workspace.now()),
    })
}

/// The Markdown body, drawn.
///
/// # Errors
///
/// [`Code::NotFound`](crate::Code::NotFound) when the row is gone, and what the disk says when its
/// file cannot be read or has more than 512 KiB.
pub fn body(workspace: &Workspace, ask: &SkillAsk) -> Result<BodyView, Failure> {
    let content = content(workspace, &ask.id)?;
    let (body, first_line) = body_of(&content);
    Ok(BodyView {
        markdown: markdown::tree(&String::from_utf8_lossy(body)),
        first_line,
        lines: window::line_count(body),
    })
}

/// The file's own lines.
///
/// # Errors
///
/// Those of [`body`].
pub fn source(workspace: &Workspace, ask: &SourceAsk) -> Result<TextWindow, Failure> {
    Ok(window::lines(&content(workspace, &ask.id)?, ask.from, ask.count))
}

/// Returns the id of the skill that an agent reads in a folder; `None` if it reads none there.
///
/// # Errors
///
/// [`Code::WrongUse`](crate::Code::WrongUse) when no convention has that name.
pub fn id_in(
    workspace: &Workspace,
    convention: Option<&str>,
    folder: &Path,
) -> Result<Option<String>, Failure> {
    let ruling = workspace.ruling(crate::convention::named(convention)?);
    Ok(ruling.skills().zip(&ruling.ids).find(|(skill, _)| skill.dir == folder).map(|(_, id)| id.clone()))
}

/// The bytes of a row's file, also of one that is no skill but can be read.
fn content(workspace: &Workspace, id: &str) -> Result<Vec<u8>, Failure> {
    let ruling = workspace.ruling(MANAGED);
    let path = match ruling.skill(id) {
        Some(skill) => skill.path.clone(),
        None => match ruling.unreadable().find(|problem| id_of(&problem.path) == id) {
            Some(problem) => problem.path.clone(),
            None => workspace.skill(id).ok_or_else(Failure::skill_gone)?.path,
        },
    };
    Ok(disk::read(&path, SKILL_LIMIT)?.bytes)
}
