//! A change that lets agents do more without asking, as the window asks about it.

use ::execution::Mode;
use serde::Serialize;

/// A change that waits for a yes, with its consequences. The page says it in the language of the window.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum Loosening {
    /// A looser permission mode.
    Mode {
        /// The mode in effect.
        from: Mode,
        /// The mode afterwards.
        to: Mode,
        /// The mode is set for this workspace; otherwise its configuration is followed again.
        is_set: bool,
    },
    /// The project becomes trusted.
    Trust {
        /// The agents whose skills wait for that.
        waiting: Vec<WaitingSkills>,
    },
    /// Agents are offered tools again.
    Tools,
    /// A skill that comes with Assay is switched on.
    BuiltIn {
        /// Its name.
        name: String,
        /// The effects its tools may have, each once; never empty.
        reaches: Vec<ToolReach>,
    },
    /// Agents may see more skills.
    Visibility {
        /// The ways in which they may see or do more; never empty.
        more: Vec<MoreVisible>,
    },
}

/// Skills of a project that an agent gets once the project is trusted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WaitingSkills {
    /// The agent's name on screen.
    pub agent: String,
    /// Number of skills; at least 1.
    pub skills: u32,
}

/// An effect of a tool beyond reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ToolReach {
    /// Change files.
    ChangesFiles,
    /// Run commands.
    RunsCommands,
    /// Use the network.
    UsesNetwork,
}

/// One way in which agents may see or do more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum MoreVisible {
    /// A skill is no longer disabled.
    Enabled {
        /// Its name.
        #[cfg_attr(test, ts(type = "Foreign"))]
        name: String,
    },
    /// A skill is no longer denied.
    Permitted {
        /// Its name.
        #[cfg_attr(test, ts(type = "Foreign"))]
        name: String,
    },
    /// A skill is added to the list of allowed ones.
    Allowed {
        /// Its name.
        #[cfg_attr(test, ts(type = "Foreign"))]
        name: String,
    },
    /// The list of allowed skills ends: every skill that is neither disabled nor denied is visible.
    All,
    /// Reading the SKILL.md of a visible skill activates it.
    FileReads,
}
