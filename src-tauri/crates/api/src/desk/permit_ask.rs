//! What a yes is wanted for.

use std::path::PathBuf;
use std::time::Duration;

use execution::OrderDescription;
use serde::{Deserialize, Serialize};

/// What a yes is wanted for, with everything it rests on.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PermitAsk {
    /// The workspace, absolute.
    pub workspace: PathBuf,
    /// What would be done.
    pub act: ActWord,
    /// The tool the agent called.
    pub tool: String,
    /// The skill's name.
    pub skill: String,
    /// Whose it is.
    pub scope: String,
    /// Its SKILL.md.
    pub path: PathBuf,
    /// Scope and folder, for people.
    pub short_path: String,
    /// SHA-256 of its SKILL.md as it is, or was, taken in.
    pub content_hash: String,
    /// What would run; nothing for an activation, and for what is done without a program.
    pub command: Option<PermitCommand>,
    /// What a tool of a skill made of code would do, where no command runs.
    #[serde(default)]
    pub deed: Option<String>,
    /// What a skill made of code says of itself, in place of a SKILL.md.
    #[serde(default)]
    pub declaration: Option<String>,
    /// The line of SKILL.md that declares it, counted from 1; of a hook alone.
    #[serde(default)]
    pub line: Option<u32>,
    /// Why a person is asked, in a sentence.
    pub rule: String,
    /// The hosted session.
    pub session: String,
    /// What the agent calls itself.
    pub name: String,
    /// Its version; may be empty.
    pub version: String,
    /// Its connection.
    pub connection: String,
}

/// A command that a yes is wanted for.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PermitCommand {
    /// The text a shell reads, where one does.
    pub shell: Option<String>,
    /// The command and its limits, made of the order that the serving process carries out.
    pub runs: OrderDescription,
    /// What the yes is bound to, as the serving process knows it: skill, words, program, all bytes of the copy.
    pub bound: String,
}

impl PermitCommand {
    /// Returns how long it may take.
    pub fn wall(&self) -> Duration {
        Duration::from_millis(self.runs.wall_ms)
    }
}

/// What would be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActWord {
    /// A skill is taken in.
    Activation,
    /// A script of it runs.
    Script,
    /// A hook of it runs.
    Hook,
    /// A tool of it is used: the skill is made of code.
    Tool,
    /// Any call, because a hook of it wants a person to decide.
    Call,
}
