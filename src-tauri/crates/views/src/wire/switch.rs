//! Settings of an agent that keep it from a skill.

use std::fmt;

use ::skills::{Claim, SwitchEffect, SwitchedBy};
use serde::Serialize;
use workspace::Workspace;

/// A setting of the agent that keeps it from a skill, wholly or in part. The page says it in the language of the window,
/// the terminal in English.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SwitchFact {
    /// What it does.
    pub effect: SwitchEffect,
    /// The settings file, shortened.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub file: String,
    /// The line of the setting, counted from 1.
    pub line: u32,
}

impl SwitchFact {
    /// Returns the setting that keeps the agent from a skill; `None` where none does.
    pub(crate) fn of(workspace: &Workspace, claim: &Claim) -> Option<Self> {
        let SwitchedBy { effect, setting } = claim.switched.as_ref()?;
        Some(Self { effect: *effect, file: workspace.shown(&setting.file), line: setting.line })
    }
}

impl fmt::Display for SwitchFact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { effect, file, line } = self;
        match effect {
            SwitchEffect::Off | SwitchEffect::Ignored => write!(f, "disabled in {file}, line {line}"),
            SwitchEffect::UserOnly => write!(f, "only the user can call it ({file}, line {line})"),
            SwitchEffect::ModelRefused => write!(f, "calls by the model are refused ({file}, line {line})"),
            SwitchEffect::NameOnly => write!(f, "listed by name only ({file}, line {line})"),
            SwitchEffect::On => write!(f, "enabled in {file}, line {line}"),
        }
    }
}
