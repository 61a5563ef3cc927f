//! Where the evidence about another program's sessions goes: to Assay's companion logs, unless a person switched
//! on, for this workspace, that it goes to Pixir's own.

use ::hydration::{Acceptance, acceptance};
use ::sessions::{companion_folder, written};
use ::workspace::Workspace;
use message::message;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use skills::Quote;
use thiserror::Error;

use crate::desk::keeping::{KEEPING, key};
use crate::{Code, Failure};
use views::wire::Nothing;

/// Where the evidence of this workspace goes.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct KeepingView {
    /// It goes to Pixir's logs where their lease can be had.
    pub in_pixirs_logs: bool,
    /// Why.
    pub reason: KeepingReason,
    /// The reason in words.
    #[cfg_attr(test, ts(skip))]
    pub why: String,
    /// The folder of the companion logs.
    #[cfg_attr(test, ts(type = "Foreign | null"))]
    pub companions: Option<String>,
    /// What writing to Pixir's logs would mean.
    pub means: Vec<KeepingConsequence>,
    /// The same in sentences.
    #[cfg_attr(test, ts(skip))]
    pub consequences: Vec<String>,
}

/// The reason why evidence goes where it goes.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum KeepingReason {
    /// Nothing was chosen.
    #[error("Assay does not write to logs of other programs unless you say so")]
    NotChosen,
    /// The installed Pixir accepts it.
    #[error("{}{ACCEPTS}, {}", program.as_str(), at.as_str())]
    Accepted {
        /// The program.
        program: Quote,
        /// When it was chosen, as written.
        at: Quote,
    },
    /// It was chosen whatever Pixir accepts.
    #[error("{FORCED}, {}", at.as_str())]
    Forced {
        /// When it was chosen, as written.
        at: Quote,
    },
}

impl KeepingReason {
    /// Reads what [`keep_evidence`] wrote.
    fn of(set: &Value) -> Self {
        let word = |key: &str| set[key].as_str().unwrap_or_default();
        let at = Quote::whole(word("at"));
        match word("by").strip_suffix(ACCEPTS) {
            Some(program) => Self::Accepted { program: Quote::whole(program), at },
            None => Self::Forced { at },
        }
    }
}

/// A consequence of writing evidence to Pixir's logs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum KeepingConsequence {
    /// A Pixir that does not know the event refuses the log.
    #[error(
        "A Pixir that does not know the event skill_context_hydration refuses the whole log: the session cannot be \
         resumed, forked or compacted with it, and its tree and gc fail for the workspace. Pixir 0.1.12 does not \
         know it."
    )]
    Refused,
    /// A line cannot be removed.
    #[error("Assay cannot remove a line from a Pixir log.")]
    NotRemoved,
    /// Pixir cannot start the session meanwhile.
    #[error(
        "While Assay writes a line, for some milliseconds, it holds the session’s lease and Pixir cannot start the \
         session."
    )]
    Lease,
    /// Evidence goes to the companion log meanwhile.
    #[error(
        "While Pixir works on a session, Assay cannot get its lease; that evidence goes to the companion log anyway."
    )]
    Companion,
}

/// What the installed Pixir said.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PixirSaysView {
    /// It opens a log that holds a hydration; absent if it could not be asked.
    pub accepts: Option<bool>,
    /// Its answer.
    pub says: Acceptance,
}

/// Chooses where the evidence goes.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct KeepAsk {
    /// To Pixir's logs.
    pub in_pixirs_logs: bool,
    /// The consequences were read and are accepted, whatever the installed Pixir says.
    pub regardless: bool,
}

const CONSEQUENCES: [KeepingConsequence; 4] = [
    KeepingConsequence::Refused,
    KeepingConsequence::NotRemoved,
    KeepingConsequence::Lease,
    KeepingConsequence::Companion,
];

/// What follows the name of a program that accepts a hydration, in the stored choice.
const ACCEPTS: &str = " accepts it";
/// The reason of a stored choice that no program accepted.
const FORCED: &str = "forced, regardless of what Pixir accepts";

/// Where the evidence goes.
pub(crate) fn evidence_keeping(workspace: &Workspace, _: &Nothing) -> Result<KeepingView, Failure> {
    let folder = workspace.folder();
    let set = KEEPING.read(workspace.surroundings())?.get(&key(&folder)?).cloned();
    let kept = workspace.surroundings().kept.as_deref();
    let reason = set.as_ref().map_or(KeepingReason::NotChosen, KeepingReason::of);
    Ok(KeepingView {
        in_pixirs_logs: set.is_some(),
        why: reason.to_string(),
        reason,
        companions: kept.map(|kept| companion_folder(kept, &folder).display().to_string()),
        means: CONSEQUENCES.to_vec(),
        consequences: CONSEQUENCES.map(|one| one.to_string()).to_vec(),
    })
}

/// Asks the installed Pixir whether it can read such a log: it is run twice, contained, on logs made for it.
pub(crate) fn ask_pixir(workspace: &Workspace, _: &Nothing) -> Result<PixirSaysView, Failure> {
    let says = said(workspace)?;
    let accepts = match says {
        Acceptance::Accepts { .. } => Some(true),
        Acceptance::Refuses { .. } => Some(false),
        Acceptance::RefusesAny { .. } | Acceptance::NotEnded { .. } | Acceptance::NotAsked { .. } => None,
    };
    Ok(PixirSaysView { accepts, says })
}

/// Chooses where the evidence goes from now on. What is recorded already stays where it is.
pub(crate) fn keep_evidence(workspace: &Workspace, ask: &KeepAsk) -> Result<KeepingView, Failure> {
    let Some(kept) = &workspace.surroundings().kept else {
        return Err(Failure::new(Code::NotHere, message!("no home folder to store the setting in.")));
    };
    let folder = workspace.folder();
    let key = key(&folder)?;
    let mut chosen = None;
    if ask.in_pixirs_logs {
        let by = match said(workspace)? {
            Acceptance::Accepts { program } => format!("{}{ACCEPTS}", program.as_str()),
            _ if ask.regardless => FORCED.to_owned(),
            Acceptance::Refuses { program } => {
                let words = message!(
                    "{program} would refuse every log that holds a hydration.",
                    program = program.as_str()
                );
                return Err(Failure::new(Code::Refused, words)
                    .hint(message!("The evidence stays in companion logs.")));
            }
            other => {
                let words = message!(
                    "cannot check with Pixir: {why}.",
                    why = other.to_string().trim_end_matches('.')
                );
                return Err(Failure::new(Code::Refused, words)
                    .hint(message!("The evidence stays in companion logs.")));
            }
        };
        chosen = Some(json!({ "by": by, "at": written(workspace.now()) }));
    }
    KEEPING.change(workspace.surroundings(), kept, |choices| {
        match chosen {
            Some(chosen) => drop(choices.insert(key, chosen)),
            None => drop(choices.remove(&key)),
        }
        Ok(())
    })?;
    evidence_keeping(workspace, &Nothing {})
}

fn said(workspace: &Workspace) -> Result<Acceptance, Failure> {
    let Some(kept) = &workspace.surroundings().kept else {
        return Err(Failure::new(Code::NotHere, message!("no home folder to create logs for Pixir in.")));
    };
    disk::make_private_folder(kept)?;
    Ok(acceptance(
        kept,
        &workspace.surroundings().environment,
        &workspace.surroundings().helper,
        workspace.now(),
    ))
}
