//! The hooks of a skill and the tools it allows, as they would count for an agent. Everything here is told from the
//! file and the rules; nothing runs, and nobody is asked.

use std::path::Path;

use ::hydration::SkillOrigin;
use ::skills::{AllowedFlaw, HookFlaw, InertHook, SKILL_LIMIT, Trust, read_yaml};
use ::workspace::Workspace;
use disk::Digest;
use engine::{
    Action, Allowed, ENFORCED, HookEvent, HookSet, Hooks, Inert, Planned, Ready, Subject, hooks,
    matches_tool, shown_hooks, told_to_hook, what_would_run,
};
use message::message;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::access::{Sight, hooks_need_trust, skill_origin};
use crate::agent::Offering;
use crate::{App, Failure};
use views::convention::named;
use views::wire::SkillUnderAsk;

/// What a skill's hooks do, and which tools it allows.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HooksView {
    /// Every hook, in the order of the file.
    pub hooks: Vec<HookRow>,
    /// What is wrong with how they are declared.
    pub findings: Vec<PlacedHookFlaw>,
    /// How the project stands, where the hooks of this skill wait for that; absent where they do not.
    pub trust: Option<Trust>,
    /// The tools that agents of this convention are offered here.
    pub tools: Vec<String>,
    /// What it says of tools.
    pub allowed: AllowedView,
}

/// One hook.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HookRow {
    /// When: `PreToolUse`, `PostToolUse`, or an event that never comes here.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub event: String,
    /// For which tools, as it is written.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub matcher: String,
    /// Those of [`HooksView::tools`] that it means.
    pub meets: Vec<String>,
    /// The line of its rule in the file, counted from 1.
    pub line: u32,
    /// What it does.
    pub does: HookDoes,
    /// What stands in its way as things are; what can never run says so first.
    pub inert: Vec<HookObstacle>,
    /// It is none that is understood, so nothing can make it do anything.
    pub never: bool,
}

/// What a hook does.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum HookDoes {
    /// `bash` reads a text, from the task's own copy of the skill.
    Command {
        /// The text, as it is written.
        #[cfg_attr(test, ts(type = "Foreign"))]
        command: String,
        /// How long it may take, in milliseconds.
        timeout_ms: u32,
    },
    /// The model is given guidance.
    Prompt {
        /// The text.
        #[cfg_attr(test, ts(type = "Foreign"))]
        text: String,
    },
    /// The call is decided on: deny goes over ask, ask over allow, and nothing is loosened.
    Permission {
        /// `allow`, `ask` or `deny`.
        decision: String,
        /// Why, in the skill's own words; may be empty.
        #[cfg_attr(test, ts(type = "Foreign"))]
        reason: String,
    },
    /// Nothing.
    Nothing {
        /// What it calls itself.
        #[cfg_attr(test, ts(type = "Foreign"))]
        called: String,
    },
}

/// Something that stands in the way of a hook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum HookObstacle {
    /// It can never do anything.
    Never {
        /// The reason.
        why: InertHook,
    },
    /// Its skill came from an MCP server.
    FromServer,
    /// It is unknown whether its skill came from an MCP server.
    UnknownOrigin,
    /// Its project is not trusted.
    NotTrusted,
    /// It runs only in turns in which its skill is active.
    OnlyActive,
    /// Its exact text needs an approval before it runs the first time.
    NeedsApproval,
}

/// A flaw of the hooks and its line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlacedHookFlaw {
    /// The line in the file, counted from 1.
    pub line: u32,
    /// The flaw.
    pub flaw: HookFlaw,
}

/// A flaw of `allowed-tools` and its line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlacedAllowedFlaw {
    /// The line in the file, counted from 1.
    pub line: u32,
    /// The flaw.
    pub flaw: AllowedFlaw,
}

/// What a skill says of tools.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AllowedView {
    /// Its rules; when there are none it restricts nothing.
    pub rules: Vec<AllowedRow>,
    /// The tools that Assay itself keeps to the list, and which it lets through.
    pub enforced: Vec<EnforcedRow>,
    /// Parts that count for nothing, or for something else than their author may think.
    pub unread: Vec<PlacedAllowedFlaw>,
}

/// One rule.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AllowedRow {
    /// As it is written.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub written: String,
    /// Its line in the file, counted from 1.
    pub line: u32,
    /// The tool it names.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub tool: String,
    /// What stands in its parentheses; agents that have such a tool read it, Assay does not.
    #[cfg_attr(test, ts(type = "Foreign | null"))]
    pub pattern: Option<String>,
    /// Tools that Assay lets through by it. None means that it is shown to the model and enforced by nobody here.
    pub enforces: Vec<String>,
}

/// A tool that Assay keeps to the list.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EnforcedRow {
    /// The tool.
    pub tool: String,
    /// Whether the list lets it be used.
    pub permitted: bool,
}

/// A tool call to try on the hooks. Nothing is called.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TryHooksAsk {
    /// The id of a [`crate::skills::SkillRow`] of the same agent's list.
    pub id: String,
    /// The agent whose rules decide; Pixir when absent.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub convention: Option<String>,
    /// The tool's name; `Name(args)` means a variant of it.
    pub tool: String,
    /// The arguments as JSON; empty means `{}`.
    pub arguments: String,
}

/// What the hooks would make of a call.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TryHooksView {
    /// Numbers of the rows of [`HooksView::hooks`] that would be met before the tool, in their order.
    pub before: Vec<u32>,
    /// The same after the tool.
    pub after: Vec<u32>,
    /// What a command would read on its standard input before the tool; absent when no command is met.
    #[cfg_attr(test, ts(type = "Foreign | null"))]
    pub told: Option<String>,
    /// Whether `allowed-tools` has the tool.
    pub permitted: bool,
    /// Assay enforces that; otherwise it is only told to the model.
    pub enforced: bool,
}

/// Letters of a name or of arguments that are taken.
const TAKEN: usize = 16 << 10;

/// What a skill read for its hooks and tools.
struct Declared {
    hooks: Hooks,
    allowed: Allowed,
    rules: (Vec<engine::AllowedRule>, Vec<engine::Unread>),
    hash: Digest,
    ready: Ready,
    // None where no trust is needed.
    trust: Option<Trust>,
}

/// The hooks and allowed tools of a skill.
pub(crate) fn skill_hooks(app: &App, ask: &SkillUnderAsk) -> Result<HooksView, Failure> {
    let convention = named(ask.convention.as_deref())?;
    let declared = declared(&app.workspace, &ask.id)?;
    let folder = app.workspace.folder();
    let set = declared.set(&folder);
    let tools: Vec<String> = Offering::of(&app.workspace, &Sight::whole(convention))
        .tools(app, &[])
        .into_iter()
        .map(|tool| tool.name.to_owned())
        .collect();
    let rows =
        shown_hooks(&set, &|_| false).into_iter().map(|(event, one)| row(event, &one, &declared, &tools));
    let (rules, unread) = &declared.rules;
    Ok(HooksView {
        hooks: rows.collect(),
        findings: declared
            .hooks
            .findings
            .iter()
            .map(|found| PlacedHookFlaw { line: found.line, flaw: found.flaw.clone() })
            .collect(),
        trust: declared.trust,
        tools,
        allowed: AllowedView {
            rules: rules.iter().map(allowed_row).collect(),
            enforced: ENFORCED
                .iter()
                .map(|tool| EnforcedRow {
                    tool: (*tool).to_owned(),
                    permitted: declared.allowed.permits(tool),
                })
                .collect(),
            unread: unread
                .iter()
                .map(|one| PlacedAllowedFlaw { line: one.line, flaw: one.flaw.clone() })
                .collect(),
        },
    })
}

/// What the hooks would make of a call, once the skill is active. Matching alone: nothing runs.
pub(crate) fn try_hooks(workspace: &Workspace, ask: &TryHooksAsk) -> Result<TryHooksView, Failure> {
    named(ask.convention.as_deref())?;
    let declared = declared(workspace, &ask.id)?;
    let folder = workspace.folder();
    let set = declared.set(&folder);
    let tool: String = ask.tool.trim().chars().take(TAKEN).collect();
    let input = match ask.arguments.trim() {
        "" => Value::Object(serde_json::Map::new()),
        text => serde_json::from_str(text).map_err(|error| {
            Failure::new(crate::Code::WrongUse, message!("the arguments are not JSON: {error}.", error)).hint(
                message!("Write an object, such as {example}.", example = r#"{"command": "git status"}"#),
            )
        })?,
    };
    let all = shown_hooks(&set, &|_| true);
    let met = |event: &HookEvent| -> Vec<u32> {
        let meets = what_would_run(std::slice::from_ref(&set), event, &tool, &|_| true);
        let is_met = |(known, one): &(&HookEvent, Planned<'_>)| {
            *known == event && meets.iter().any(|planned| std::ptr::eq(planned.action, one.action))
        };
        all.iter().zip(0..).filter(|(one, _)| is_met(one)).map(|(_, number)| number).collect()
    };
    let before = met(&HookEvent::PreToolUse);
    let after = met(&HookEvent::PostToolUse);
    let is_command = |number: &u32| {
        all.get(*number as usize).is_some_and(|(_, one)| matches!(one.action, Action::Command { .. }))
    };
    let subject = Subject { tool: tool.clone(), input, output: None };
    Ok(TryHooksView {
        told: before.iter().any(is_command).then(|| told_to_hook(&HookEvent::PreToolUse, &subject)),
        before,
        after,
        permitted: declared.allowed.permits(&tool),
        enforced: !declared.allowed.is_open() && ENFORCED.contains(&tool.as_str()),
    })
}

fn declared(workspace: &Workspace, id: &str) -> Result<Declared, Failure> {
    let skill = workspace.skill(id).ok_or_else(Failure::skill_gone)?;
    let content = disk::read(&skill.path, SKILL_LIMIT)?.bytes;
    let reading = read_yaml(&content);
    let (waits, trusted) = hooks_need_trust(workspace, skill.scope);
    Ok(Declared {
        hooks: hooks(&reading),
        allowed: Allowed::of(&reading),
        rules: Allowed::rules(&reading),
        hash: Digest::of(&content),
        // Whether a task has taken it in is each agent's own; the rest is told as if one just had.
        ready: match skill_origin(workspace.surroundings(), &skill.dir, &Digest::of(&content)) {
            SkillOrigin::Server => Ready::FromServer,
            SkillOrigin::Unknown => Ready::UnknownOrigin,
            SkillOrigin::Local if waits && !trusted => Ready::NotTrusted,
            SkillOrigin::Local => Ready::Yes,
        },
        trust: waits.then_some(if trusted { Trust::Trusted } else { Trust::Untrusted }),
    })
}

impl Declared {
    fn set<'a>(&'a self, workspace: &'a Path) -> HookSet<'a> {
        HookSet {
            skill: None,
            content_hash: self.hash,
            copy: None,
            workspace,
            hooks: &self.hooks,
            ready: self.ready,
        }
    }
}

fn row(event: &HookEvent, one: &Planned<'_>, declared: &Declared, tools: &[String]) -> HookRow {
    let blocked = match &one.inert {
        Some(Inert::NotSupported(why)) => Some(HookObstacle::Never { why: why.clone() }),
        Some(Inert::FromServer) => Some(HookObstacle::FromServer),
        Some(Inert::UnknownOrigin) => Some(HookObstacle::UnknownOrigin),
        Some(Inert::NotActive | Inert::NotTrusted | Inert::NotApproved) | None => None,
    };
    let never = blocked.is_some();
    let mut inert: Vec<_> = blocked.into_iter().collect();
    if !never {
        if declared.ready == Ready::NotTrusted {
            inert.push(HookObstacle::NotTrusted);
        }
        inert.push(HookObstacle::OnlyActive);
        if matches!(one.action, Action::Command { .. }) {
            inert.push(HookObstacle::NeedsApproval);
        }
    }
    HookRow {
        event: event.name().to_owned(),
        matcher: one.matcher.to_owned(),
        meets: tools.iter().filter(|tool| matches_tool(one.matcher, tool)).cloned().collect(),
        line: one.line,
        does: does(one.action),
        inert,
        never,
    }
}

fn does(action: &Action) -> HookDoes {
    match action {
        Action::Command { command, timeout } => HookDoes::Command {
            command: command.clone(),
            timeout_ms: u32::try_from(timeout.as_millis()).unwrap_or(u32::MAX),
        },
        Action::Prompt(text) => HookDoes::Prompt { text: text.clone() },
        Action::Permission { decision, reason } => {
            HookDoes::Permission { decision: decision.word().to_owned(), reason: reason.clone() }
        }
        Action::Inert { kind, .. } => HookDoes::Nothing { called: kind.clone() },
    }
}

fn allowed_row(rule: &engine::AllowedRule) -> AllowedRow {
    AllowedRow {
        written: rule.written.clone(),
        line: rule.line,
        tool: rule.tool.clone(),
        pattern: rule.pattern.clone(),
        enforces: rule.permits().map(str::to_owned).collect(),
    }
}
