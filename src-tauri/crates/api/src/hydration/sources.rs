//! What a skill may hydrate. Nothing of it runs here.

use ::hydration::{Origin, Source, Surface, prepare, sources};
use ::skills::{Content, SKILL_LIMIT};
use execution::Decision;
use message::Message;

use super::lifetimes::outlasts_sessions;
use super::{LastDecision, RuleDecision, RuleView, SourceRow, SourcesView, SurfaceView};
use crate::access::{ruling, skill_origin};
use crate::desk::{Among, ground, refused};
use crate::{App, Failure};
use views::checks::source_findings;
use views::decisions::Records;
use views::wire::SkillUnderAsk;

/// The sources of a skill, each with what the rules say of it.
pub(crate) fn context_sources(app: &App, ask: &SkillUnderAsk) -> Result<SourcesView, Failure> {
    let convention = views::convention::named(ask.convention.as_deref())?;
    let skill = app.workspace.skill(&ask.id).ok_or_else(Failure::skill_gone)?;
    let ruling = ruling(&app.workspace, convention);
    let of_path = || ruling.claims.iter().filter(|claim| claim.skill.path == skill.path);
    let claim = of_path().find(|claim| claim.is_visible()).or_else(|| of_path().next());
    let refused = claim.and_then(|claim| refused(claim, Among::Rows));
    let content = disk::read(&skill.path, SKILL_LIMIT)?.bytes;
    let origin = skill_origin(app.workspace.surroundings(), &skill.dir, &disk::Digest::of(&content));
    let declared = sources(&skill, &Content::of(&content), origin);
    let records = Records::of(&app.workspace);
    let ground = ground(&app.workspace);
    let row = |source: &Source| {
        let rule = match prepare(&ground, &skill, &content, source) {
            _ if refused.is_some() => RuleView {
                decision: RuleDecision::Refuse,
                words: refused.clone().unwrap_or_else(|| Message::verbatim("")),
                reasons: Vec::new(),
            },
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
                RuleView { decision: RuleDecision::Refuse, words: cannot.message(), reasons: Vec::new() }
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
            blocked: source.blocked.map(|blocked| blocked.words().message()),
            last: records.last_of(&skill.path, &source.id).map(|record| LastDecision {
                id: record.id.clone(),
                decision: record.decision,
                at: record.at,
            }),
        }
    };
    Ok(SourcesView {
        sources: declared.list.iter().map(row).collect(),
        findings: source_findings(&app.workspace, &skill, &declared),
        file: declared.file.as_ref().map(|file| app.workspace.shown(file)),
        mode: ground.mode,
    })
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
