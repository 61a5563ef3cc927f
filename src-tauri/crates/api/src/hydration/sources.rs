//! What a skill may hydrate. Nothing of it runs here.

use ::hydration::{Origin, Remote, Source, Sources, Surface, prepare, sources};
use ::skills::{SKILL_LIMIT, Skill};
use execution::Decision;

use super::ground::Aim;
use super::lifetimes::outlasts_sessions;
use super::record::Records;
use super::{LastDecision, RuleDecision, RuleView, SourceRow, SourcesView, SurfaceView};
use crate::skills::{FindingRow, SkillAsk, finding_row};
use crate::{App, Failure};

/// The sources of a skill, each with what the rules say of it.
pub(crate) fn context_sources(app: &App, ask: &SkillAsk) -> Result<SourcesView, Failure> {
    let skill = app.skill_of(&ask.id)?;
    let content = disk::read(&skill.path, SKILL_LIMIT)?.bytes;
    let declared = sources(&skill, &content, Remote::No);
    let records = Records::of(app);
    let aim = app.aim(&skill.path, "");
    let ground = aim.ground();
    let row = |source: &Source| {
        let rule = match prepare(&ground, &skill, &content, source) {
            Ok(prepared) => {
                let granted = outlasts_sessions(app, &prepared.bound);
                RuleView {
                    decision: match prepared.decision {
                        Decision::Refuse => RuleDecision::Refuse,
                        _ if granted => RuleDecision::Granted,
                        Decision::Allow => RuleDecision::Run,
                        Decision::Ask => RuleDecision::Ask,
                    },
                    words: prepared.rule,
                    reasons: prepared.reasons,
                }
            }
            Err(cannot) => {
                RuleView { decision: RuleDecision::Refuse, words: cannot.to_string(), reasons: Vec::new() }
            }
        };
        SourceRow {
            id: source.id.clone(),
            title: source.title.clone(),
            surface: surface(source),
            read_only: source.read_only,
            auto: source.auto,
            timeout_ms: u32::try_from(source.timeout.as_millis()).unwrap_or(u32::MAX),
            max_bytes: u32::try_from(source.max_bytes).unwrap_or(u32::MAX),
            declared: declared_at(source),
            rule,
            blocked: source.blocked.map(|blocked| blocked.words().to_owned()),
            last: records.last_of(&skill.path, &source.id).map(|record| LastDecision {
                id: record.id.clone(),
                decision: record.decision,
                at: record.at,
            }),
        }
    };
    Ok(SourcesView {
        sources: declared.list.iter().map(row).collect(),
        findings: findings(app, &skill, &declared),
        file: declared.file.as_ref().map(|file| app.shown(file)),
        mode: ground.mode.into(),
    })
}

/// What is wrong with how a skill declares its sources, in the file where it stands.
pub(crate) fn findings(app: &App, skill: &Skill, declared: &Sources) -> Vec<FindingRow> {
    let own = declared.findings.iter().map(|finding| finding_row(app, &skill.path, finding));
    let file = declared.file.as_deref().unwrap_or(&skill.path);
    own.chain(declared.file_findings.iter().map(|finding| finding_row(app, file, finding))).collect()
}

/// Where a source is declared, in words.
pub(crate) fn declared_at(source: &Source) -> String {
    let file = match source.origin {
        Origin::File => "context-sources.yaml",
        Origin::Frontmatter | Origin::Inline => "SKILL.md",
    };
    format!("{file} line {}", source.line)
}

fn surface(source: &Source) -> SurfaceView {
    let cwd = source.cwd.clone();
    match &source.surface {
        Surface::Run(argv) => SurfaceView::Run { argv: argv.clone(), cwd },
        Surface::Shell(text) => SurfaceView::Shell { text: text.clone(), cwd },
        Surface::Read(pattern) => SurfaceView::Read { pattern: pattern.clone() },
        Surface::Resource(path) => SurfaceView::Resource { path: path.clone() },
    }
}

/// All sources of all skills, for scripts.
pub(crate) fn aims(app: &App) -> Vec<(Skill, Source, Aim)> {
    let discovery = app.discovery();
    let mut found = Vec::new();
    for skill in discovery.skills.iter().filter(|skill| skill.wins()) {
        let Ok(contents) = disk::read(&skill.path, SKILL_LIMIT) else { continue };
        for source in sources(skill, &contents.bytes, Remote::No).list {
            let aim = app.aim(&skill.path, &source.id);
            found.push((skill.clone(), source, aim));
        }
    }
    found
}
