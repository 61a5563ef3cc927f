//! What the rules find in one skill and in the sources it declares.

use ::hydration::{SkillOrigin, Sources, sources};
use ::skills::{Content, Skill, checks};
use workspace::Workspace;

use crate::wire::{FindingRow, finding_row};

/// Findings of a skill, worst first.
pub fn findings(workspace: &Workspace, skill: &Skill, content: &[u8]) -> Vec<FindingRow> {
    let content = Content::of(content);
    let mut rows: Vec<_> =
        checks(skill, &content).iter().map(|finding| finding_row(workspace, &skill.path, finding)).collect();
    let declared = sources(skill, &content, SkillOrigin::Local);
    rows.extend(source_findings(workspace, skill, &declared));
    rows.sort_by_key(|row| (row.severity as u8, row.line));
    rows
}

/// What is wrong with how a skill declares its sources, in the file where it stands.
pub fn source_findings(workspace: &Workspace, skill: &Skill, declared: &Sources) -> Vec<FindingRow> {
    let own = declared.findings.iter().map(|finding| finding_row(workspace, &skill.path, finding));
    let file = declared.file.as_deref().unwrap_or(&skill.path);
    own.chain(declared.file_findings.iter().map(|finding| finding_row(workspace, file, finding))).collect()
}
