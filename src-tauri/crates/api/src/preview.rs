//! What an agent would be given of a skill, told without giving it: nothing runs, is recorded or copied, and nobody
//! is asked. The answer is made by the very functions that answer an agent.

use ::skills::{Claim, Ruling};
use ::workspace::Workspace;
use engine::{Asked, Call, Frontmatter, Offered, Platform, Refusal, Repeated, Via, path_in, preview};
use message::Message;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::access::{for_user, key, listed, mode_in_force, ruling};
use crate::agent::{Denied, given};
use crate::{Convention, Failure};
use views::convention::named;
use views::window;

/// Which activation to try.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PreviewAsk {
    /// The id of a [`crate::skills::SkillRow`] of the same agent's list.
    pub id: String,
    /// The agent whose rules decide; Pixir when absent.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub convention: Option<String>,
    /// Who calls it.
    pub by: CallerWord,
    /// What fills its variables, as one text; absent when the call has none.
    pub arguments: Option<String>,
    /// What stands for the id of the session.
    pub session: String,
    /// The file at hand; absent when the call names none.
    pub context_path: Option<String>,
    /// Whether the whole file is asked for, where the tool can be asked so.
    pub whole_file: bool,
}

/// Who calls a skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum CallerWord {
    /// The model, by its tool.
    Model,
    /// The user, by `/name`.
    User,
}

/// What an activation would come to.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PreviewView {
    /// The call as it would be made: the tool and its arguments, or the user's text.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub call: String,
    /// Such a call takes arguments.
    pub takes_arguments: bool,
    /// Such a call takes the file at hand, and whether the whole file is wanted.
    pub takes_path: bool,
    /// What comes of it.
    pub outcome: PreviewOutcome,
}

/// What comes of a call.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PreviewOutcome {
    /// The skill would be taken in.
    Given(Box<GivenView>),
    /// A guard stands before it.
    Refused(GuardedView),
}

/// A skill as it would be taken in.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GivenView {
    /// Exactly the text the model is given.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub text: String,
    /// Its bytes.
    pub bytes: u64,
    /// Its tokens, estimated as bytes / 4.
    pub tokens: u32,
    /// The facts beside it, as JSON.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub facts: String,
    /// A person is asked first, in the mode in force.
    pub asks: bool,
    /// The short path of the file that answers, when it is another than the one looked at.
    #[cfg_attr(test, ts(type = "Foreign | null"))]
    pub other: Option<String>,
    /// The files that are named, not read.
    #[cfg_attr(test, ts(type = "Array<Foreign>"))]
    pub resources: Vec<String>,
    /// Files that are not named.
    pub omitted: u32,
    /// What of the skill no task would get, in sentences.
    pub left_out: Vec<Message>,
    /// What its folder is called.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub mount_path: String,
    /// Where its text has variables, or seems to.
    pub variables: Vec<VariableRow>,
    /// Further such places.
    pub further: u32,
}

/// A place where a variable stands, or seems to.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct VariableRow {
    /// Its line in the file, counted from 1.
    pub line: u32,
    /// As it is written.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub written: String,
    /// What takes its place; absent when it stays as it is.
    #[cfg_attr(test, ts(type = "Foreign | null"))]
    pub value: Option<String>,
    /// Why it stays as it is; absent when it does not.
    pub stays: Option<StaysText>,
}

/// The reason why something that looks like a variable stays as it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum StaysText {
    /// It is part of a command, which is not changed.
    InCommand,
    /// No argument was given for its position.
    NotGiven,
    /// No variable has its name.
    Unknown,
    /// Without braces it is none.
    NoBraces,
}

/// Why a call would be refused.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GuardedView {
    /// The guard.
    pub guard: GuardWord,
    /// Why, as the agent is told.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub words: String,
    /// Exactly what the agent is answered as text, as much of it as fits.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub text: String,
    /// Exactly the facts beside it, as JSON, as much of it as fits.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub payload: String,
    /// Bytes of the whole JSON.
    pub payload_bytes: u64,
}

/// The guards, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum GuardWord {
    /// The skill is visible to who calls it.
    Visible,
    /// Its file can be read and says something.
    Readable,
    /// Its `paths` mean the file at hand.
    Paths,
    /// The words of the arguments can be told apart.
    Arguments,
    /// Its files can be copied for the task.
    Copied,
}

/// Bytes of a refusal that are shown: 32 KiB. It names every skill the agent may see.
const SHOWN: usize = 32 << 10;
/// Letters of an argument or a path that are taken.
const TAKEN: usize = 16 << 10;

/// What an activation of the skill would come to.
pub(crate) fn activation_preview(workspace: &Workspace, ask: &PreviewAsk) -> Result<PreviewView, Failure> {
    let convention = named(ask.convention.as_deref())?;
    let ruling = ruling(workspace, convention);
    let skill = workspace.skill(&ask.id).ok_or_else(Failure::skill_gone)?;
    let claim = ruling.claims.iter().find(|claim| claim.skill.path == skill.path);
    let claim = claim.ok_or_else(Failure::skill_gone)?;
    let call = call(convention, claim, ask);
    let visible = visible(&ruling, ask.by);
    let mode = mode_in_force(workspace.surroundings(), &workspace.folder()).mode;
    // Pixir asks nobody for a look at a skill (S0-02).
    let mode = if convention == Convention::Pixir { execution::Mode::ReadOnly } else { mode };
    let session: String = ask.session.chars().take(TAKEN).collect();
    let found = preview(&visible, &call, mode, (&session, Platform::here()));
    let outcome = match found {
        Err(refusal) => PreviewOutcome::Refused(refused(convention, refusal)),
        Ok(found) => {
            let is_whole = ask.whole_file && call.via == Via::ActivateSkill;
            let form = if is_whole { Frontmatter::With } else { Frontmatter::Without };
            let (text, facts) = given(&found.activation, form);
            let taken = &found.activation;
            PreviewOutcome::Given(Box::new(GivenView {
                bytes: text.len() as u64,
                tokens: window::tokens(text.len() as u64),
                // What the user calls goes before the next answer, and nothing stands beside it.
                facts: if ask.by == CallerWord::User { String::new() } else { format!("{facts:#}") },
                asks: found.consent == Asked::Person,
                other: (taken.skill.path != claim.skill.path).then(|| taken.skill.short_path.clone()),
                resources: taken.resources.clone(),
                omitted: u32::try_from(taken.omitted).unwrap_or(u32::MAX),
                left_out: taken.left_out.clone(),
                mount_path: taken.mount_path.clone(),
                variables: found.fillings.into_iter().map(variable).collect(),
                further: u32::try_from(found.further).unwrap_or(u32::MAX),
                text,
            }))
        }
    };
    Ok(PreviewView {
        call: written(convention, &call, ask),
        takes_arguments: matches!(call.via, Via::ActivateSkill | Via::Slash),
        takes_path: takes_path(call.via),
        outcome,
    })
}

fn call(convention: Convention, claim: &Claim, ask: &PreviewAsk) -> Call {
    let bounded = |text: &Option<String>| text.as_ref().map(|text| text.chars().take(TAKEN).collect());
    let via = match (ask.by, convention) {
        (CallerWord::User, _) => Via::Slash,
        (CallerWord::Model, Convention::Pixir) => Via::SkillView,
        (CallerWord::Model, Convention::Pipeline) => Via::PipelineTool,
        (CallerWord::Model, _) => Via::ActivateSkill,
    };
    // Of the tools one takes arguments, and `skill_view` takes a name alone.
    let takes_more = via == Via::ActivateSkill;
    let arguments: Option<String> = bounded(&ask.arguments).filter(|_| takes_more || via == Via::Slash);
    // A person may name the file among the arguments.
    let named = || {
        let words = arguments.as_deref().filter(|_| via == Via::Slash)?;
        path_in(words, &claim.paths).map(str::to_owned)
    };
    Call {
        name: key(claim),
        context_path: bounded(&ask.context_path).filter(|_| takes_path(via)).or_else(named),
        arguments,
        repeated: Repeated::Note,
        via,
    }
}

fn takes_path(via: Via) -> bool {
    matches!(via, Via::ActivateSkill | Via::PipelineTool | Via::Slash)
}

/// What who calls may see; no task has taken anything in yet.
fn visible(ruling: &Ruling, by: CallerWord) -> Vec<Offered> {
    match by {
        CallerWord::User => for_user(ruling),
        CallerWord::Model => listed(ruling),
    }
}

fn written(convention: Convention, call: &Call, ask: &PreviewAsk) -> String {
    if ask.by == CallerWord::User {
        let rest = call.arguments.as_deref().map(|text| format!(" {text}")).unwrap_or_default();
        return format!("/{}{rest}", call.name);
    }
    let mut arguments = json!({ "name": call.name });
    let mut set = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            arguments[name] = value;
        }
    };
    set("arguments", call.arguments.clone().map(Value::from));
    set("context_path", call.context_path.clone().map(Value::from));
    let whole = ask.whole_file && call.via == Via::ActivateSkill;
    set("include_frontmatter", whole.then_some(Value::Bool(true)));
    set("path", (convention == Convention::Pixir).then(|| Value::from("SKILL.md")));
    format!("{} {arguments}", call.via.word())
}

fn refused(convention: Convention, refusal: Refusal) -> GuardedView {
    let guard = match &refusal {
        Refusal::NameMissing | Refusal::Unknown { .. } | Refusal::Rejected => GuardWord::Visible,
        Refusal::ContextPathMissing { .. } | Refusal::ContextPathOther { .. } => GuardWord::Paths,
        Refusal::Arguments => GuardWord::Arguments,
        Refusal::NotRun(_) | Refusal::Unreadable(_) => GuardWord::Copied,
        _ => GuardWord::Readable,
    };
    let denied = Denied::from(refusal);
    let payload = format!("{:#}", denied.envelope(convention));
    GuardedView {
        guard,
        words: denied.message(),
        text: bounded(&denied.text(convention)),
        payload_bytes: payload.len() as u64,
        payload: bounded(&payload),
    }
}

fn bounded(text: &str) -> String {
    text[..window::floor(text.as_bytes(), SHOWN)].to_owned()
}

fn stays_text(why: engine::Stays) -> StaysText {
    match why {
        engine::Stays::InCommand => StaysText::InCommand,
        engine::Stays::NotGiven => StaysText::NotGiven,
        engine::Stays::Unknown => StaysText::Unknown,
        engine::Stays::NoBraces => StaysText::NoBraces,
    }
}

fn variable(filling: engine::Filling) -> VariableRow {
    let (value, stays) = match filling.value {
        Ok(value) => (Some(value), None),
        Err(why) => (None, Some(stays_text(why))),
    };
    VariableRow { line: filling.line, written: filling.written, value, stays }
}
