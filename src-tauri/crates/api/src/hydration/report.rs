//! What scripts may ask about hydration.

use ::workspace::Workspace;
use message::{Message, message};
use serde::{Deserialize, Serialize};

use ::hydration::{Source, Surface};
use execution::{Command, Decision, Mode, pixir};

use crate::Failure;
use crate::access::{for_user, ruling};
use crate::desk::aims;
use views::convention::named;

/// A shell text under a mode.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PolicyAsk {
    /// The mode.
    pub mode: Mode,
    /// The shell text.
    pub command: String,
}

/// What Pixir and Assay would decide.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PolicyReport {
    /// What Pixir would do with it as a call of its tool `bash`.
    pub pixir: PixirPolicy,
    /// What Assay would do with it as a context source that somebody asks for.
    pub assay: AssayPolicy,
}

/// Pixir's answer.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PixirPolicy {
    /// It counts as a safe command.
    pub safe_command: bool,
    /// `allow`, `ask` or `deny`.
    pub decision: String,
    /// Pixir's words for it; empty when it allows.
    pub reason: String,
    /// The word that leads out of the workspace; such a command fails in every mode.
    pub outside_workspace_token: Option<String>,
}

/// Assay's answer.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AssayPolicy {
    /// `allow`, `ask` or `deny`.
    pub decision: String,
    /// It provably only reads.
    pub reads_only: bool,
    /// The rule, and why it does not provably only read.
    pub reasons: Vec<String>,
}

/// Which skills' sources.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SourcesReportAsk {
    /// Only this skill's.
    pub skill: Option<String>,
    /// By whose rules; Pixir's when absent.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub convention: Option<String>,
}

/// Sources that skills declare.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SourcesReport {
    /// Those of the skills that an agent may call.
    pub sources: Vec<SourceReport>,
}

/// One source.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SourceReport {
    /// What the skill is called by.
    pub skill: String,
    /// Its SKILL.md.
    pub path: String,
    /// The source's id.
    pub id: String,
    /// Its title; may be empty.
    pub title: String,
    /// `run`, `shell`, `read` or `resource`.
    pub kind: String,
    /// The arguments; of the other kinds one text.
    pub run: Vec<String>,
    /// The author wishes it to run with the activation.
    pub auto: bool,
    /// The author says that it changes nothing.
    pub read_only: bool,
    /// Why it never runs.
    pub blocked: Option<String>,
    /// `allow`, `ask` or `deny` under the mode in force; null when it cannot run.
    pub decision: Option<String>,
    /// The rule in words.
    pub rule: String,
    /// Where it is declared.
    pub declared: String,
}

/// What the rules say of a shell text. Nothing runs.
pub(crate) fn policy_report(workspace: &Workspace, ask: &PolicyAsk) -> Result<PolicyReport, Failure> {
    let mode = ask.mode;
    let (folder, home) = (workspace.folder(), workspace.surroundings().home.as_deref());
    let call = serde_json::json!({ "command": ask.command });
    let (decision, reason) = match pixir::decide(mode, "bash", &call) {
        pixir::Decision::Allow => ("allow", String::new()),
        pixir::Decision::Ask(words) => ("ask", words),
        pixir::Decision::Deny(words) => ("deny", words),
    };
    let search = ::hydration::path_of(&workspace.surroundings().environment);
    let places = execution::Places::of(&folder, home, execution::Programs::In(&search));
    let judgement = execution::judge(Command::Shell(&ask.command), &places);
    let verdict = execution::decide(mode, &judgement);
    let mut reasons = vec![verdict.words];
    reasons.extend(judgement.reasons.into_iter().map(|reason| reason.words));
    Ok(PolicyReport {
        pixir: PixirPolicy {
            safe_command: pixir::is_safe(&ask.command),
            decision: decision.to_owned(),
            reason,
            outside_workspace_token: pixir::outside_token(&ask.command, &folder, home),
        },
        assay: AssayPolicy {
            decision: word(verdict.decision).to_owned(),
            reads_only: judgement.reads_only,
            reasons: reasons.iter().map(Message::to_string).collect(),
        },
    })
}

/// The sources of skills. Nothing runs.
pub(crate) fn sources_report(
    workspace: &Workspace,
    ask: &SourcesReportAsk,
) -> Result<SourcesReport, Failure> {
    let convention = named(ask.convention.as_deref())?;
    let ruling = ruling(workspace, convention);
    if let Some(name) = &ask.skill
        && !for_user(&ruling).iter().any(|skill| skill.id == *name)
    {
        let words = message!(
            "skill `{name}` not found by the rules of {convention}.",
            name,
            convention = convention.label()
        );
        return Err(Failure::not_found(words).hint(message!("Run `assay skills` to list all.")));
    }
    let wanted = |name: &str| ask.skill.as_deref().is_none_or(|wanted| wanted == name);
    let mut sources = Vec::new();
    let aims = aims(workspace, convention, &ruling);
    for (skill, source, aim) in aims.into_iter().filter(|(skill, ..)| wanted(&skill.id)) {
        let (decision, rule) = match aim.take_by(&ruling) {
            Ok((_, prepared)) => (Some(word(prepared.decision).to_owned()), prepared.rule.text),
            Err(failure) => (None, failure.message.text),
        };
        sources.push(SourceReport {
            skill: skill.id.clone(),
            path: skill.path.display().to_string(),
            kind: source.surface.word().to_owned(),
            run: words(&source),
            auto: source.auto,
            read_only: source.read_only,
            blocked: source.blocked.map(|blocked| blocked.words().text().to_owned()),
            declared: super::sources::declared_at(&source),
            id: source.id,
            title: source.title,
            decision,
            rule,
        });
    }
    Ok(SourcesReport { sources })
}

fn words(source: &Source) -> Vec<String> {
    match &source.surface {
        Surface::Run(argv) => argv.clone(),
        Surface::Shell(text) | Surface::Read(text) | Surface::Resource(text) => vec![text.clone()],
    }
}

fn word(allows: Decision) -> &'static str {
    match allows {
        Decision::Allow => "allow",
        Decision::Ask => "ask",
        Decision::Refuse => "deny",
    }
}
