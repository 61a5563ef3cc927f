//! What may be asked about hydration. The page names ids that the engine gave; never a path, never a command
//! (requirements S1-27, U-12).

use serde::{Deserialize, Serialize};

use super::LifetimeKind;

/// Asks for a source of a skill.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HydrateAsk {
    /// The id of a [`crate::skills::SkillRow`].
    pub skill: String,
    /// The id of a [`crate::hydration::SourceRow`] of that skill.
    pub source: String,
    /// By whose rules the skill is looked at; Pixir's when absent.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub convention: Option<String>,
    /// The key of a session that the facts are for.
    pub session: Option<String>,
    /// The turn of that session, from 1; its last turn when nothing is said.
    pub turn: Option<u32>,
}

/// Which decisions.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ApprovalsAsk {
    /// Only commands and skills that contain this, without regard to case; empty takes all.
    pub text: String,
    /// First decision wanted, counted from 0, newest first.
    pub from: u32,
    /// How many, at most 500.
    pub count: u32,
}

/// One decision, by the id of its row.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DecisionAsk {
    /// The id of a [`crate::hydration::DecidedRow`].
    pub id: String,
}

/// One grant, by the id of its row.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GrantAsk {
    /// The id of a [`crate::hydration::GrantRow`].
    pub id: String,
}

/// One waiting request, by the id of its row.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WaitingAsk {
    /// The id of a [`crate::hydration::WaitingRow`].
    pub id: String,
}

/// What a person says in the approval window.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DecideAsk {
    /// The request that was on screen.
    pub request: String,
    /// The number of the showing it was decided on; an older one, or one shown for less than 400 ms, is refused.
    pub showing: u32,
    /// The decision.
    pub choice: Choice,
}

/// A decision.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Choice {
    /// Step 1: run it, keep what it prints, send nothing yet.
    Run {
        /// How long the permission holds.
        lifetime: LifetimeKind,
    },
    /// Step 1: do not run it.
    Deny {
        /// Words for the agent; may be empty. At most 500 characters.
        note: String,
    },
    /// Step 2: release the text as it is shown.
    Send,
    /// Step 2: release it with these marks taken out.
    RedactAndSend {
        /// Numbers of the marks, from 1.
        marks: Vec<u32>,
    },
    /// Step 2: release nothing.
    Discard,
}

/// Lines of the output that waits to be sent.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OutputAsk {
    /// The request that is on screen.
    pub request: String,
    /// As the model would get it, or as the command printed it.
    pub form: OutputForm,
    /// First line wanted, counted from 0.
    pub from: u32,
    /// How many lines, at most 2,000.
    pub count: u32,
}

/// A form of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum OutputForm {
    /// As the model would get it.
    AsSent,
    /// All that was read, before it was cut; bytes that are not UTF-8 show as U+FFFD.
    Raw,
}
