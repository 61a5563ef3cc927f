//! The agent whose rules a command follows: `--agent`, else `ASSAY_AGENT`, else the agent that is used here.

use api::App;
use api::skills::{AgentBasis, default_agent};

use crate::screen::tell;

/// The environment's agent.
const VARIABLE: &str = "ASSAY_AGENT";

/// The agent of a command.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct AgentOption {
    /// Agent whose rules apply, such as claude-code or codex [default: $ASSAY_AGENT, else the agent used here]
    #[arg(long, value_name = "NAME")]
    agent: Option<String>,
}

/// The options of every command that commands ask for.
#[derive(Debug, Clone, Copy)]
pub struct Globals<'a> {
    /// The value of `--convention`, the name of `--agent` before there was that.
    pub convention: Option<&'a str>,
    /// JSON is printed, and nothing beside it.
    pub json: bool,
}

impl Globals<'_> {
    /// Returns the agent that was named: by `--agent`, its old spelling or the environment.
    pub fn agent(self, typed: Option<&String>) -> Option<String> {
        let typed = typed.cloned().or_else(|| self.convention.map(str::to_owned));
        typed.or_else(|| std::env::var(VARIABLE).ok().filter(|name| !name.is_empty()))
    }
}

impl AgentOption {
    /// Returns the agent that was named, else the one that is used here, and then says so on standard error.
    pub fn or_default(&self, app: &App, globals: Globals<'_>) -> String {
        globals.agent(self.agent.as_ref()).unwrap_or_else(|| {
            let found = default_agent(&app.workspace);
            let why = match found.basis {
                AgentBasis::NewestSession => "its session is the newest here",
                AgentBasis::Folders => "its folder is here",
                AgentBasis::Nothing => "no agent was found here",
            };
            if !globals.json {
                tell(&format!("agent: {} ({why}; --agent selects another)", found.convention.label()));
            }
            found.convention.name().to_owned()
        })
    }
}
