//! What can be typed. Home and environment are read here, at the door, and nowhere below.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use api::drift::DriftGrouping;
use api::export::TurnRange;
use api::permission::Mode;
use api::sessions::SkillTexts;
use api::wire::DriftState;
use api::{App, Code, Failure, Surroundings};
use clap::{Args, Parser, Subcommand};
use message::{Message, message};

use crate::agent_option::{AgentOption, Globals};
use crate::bundle::Bundle;
use crate::fixing::Fixing;
use crate::folders::Folders;
use crate::gate::Gate;
use crate::hydrate::Hydrate;
use crate::importing::Import;
use crate::locks::Locking;
use crate::managing::Managing;
use crate::mcp::serving::Serving;
use crate::signers::Signers;
use crate::texts::Texts;
use crate::typed::{Consent, mode};
use crate::visibility::Visibility;

/// Shows which skill shaped every turn of an agent session, and whether it is still the skill on disk.
#[derive(Debug, Parser)]
#[command(name = "assay", version, about, after_help = EXIT_CODES, disable_help_subcommand = true)]
pub struct Arguments {
    /// Workspace directory [default: the current directory]
    #[arg(long, global = true, value_name = "DIR")]
    pub workspace: Option<PathBuf>,
    /// The name of `--agent` before there was that.
    #[arg(long, global = true, value_name = "NAME", hide = true)]
    pub convention: Option<String>,
    /// Print JSON
    #[arg(long, global = true)]
    pub json: bool,
    /// The command; without one the window opens
    #[command(subcommand)]
    pub command: Option<Command>,
}

const EXIT_CODES: &str = "Exit codes: 0 success, 1 drift, mismatch, findings or refusal, 2 usage error, \
                          3 not found, 4 damaged input, 5 other failure.\n\n\
                          Control and invisible characters are shown as <U+001B>. `skill`, `catalog`, `event`, \
                          `export`, `hydrate` and --json do so only on a terminal; pipes and files get the \
                          original bytes.";

/// One question.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List skills and show which ones take precedence
    Skills {
        #[command(flatten)]
        agent: AgentOption,
        /// Show skills as if the project were trusted
        #[arg(long)]
        trusted: bool,
    },
    /// Show which file each agent loads when skills share a name
    WhoWins {
        /// Skill name [default: all names]
        name: Option<String>,
        /// Show only this agent, such as claude-code or codex [default: $ASSAY_AGENT, else all agents]
        #[arg(long, value_name = "NAME")]
        agent: Option<String>,
    },
    /// Print a skill's SKILL.md or another of its files
    Skill {
        /// Skill name
        name: String,
        #[command(flatten)]
        agent: AgentOption,
        /// Print this file, by its path in the skill's folder
        #[arg(long, value_name = "REL")]
        resource: Option<String>,
        /// Print the text an activation would record and send
        #[arg(long, value_name = "user|model", conflicts_with_all = ["resource", "agent"])]
        activation: Option<String>,
    },
    /// Print the skill list an agent shows its model
    Catalog {
        #[command(flatten)]
        agent: AgentOption,
        /// Size limit, in the agent's unit [default: the agent's own limit]
        #[arg(long, value_name = "N")]
        budget: Option<u32>,
        /// Format; xml-ref is that of the reference tool [default: the agent's own]
        #[arg(long, value_name = "FORM", value_parser = ["xml", "xml-ref", "bullets"])]
        form: Option<String>,
        /// Show skills as if the project were trusted
        #[arg(long)]
        trusted: bool,
    },
    /// List the skills a prompt would invoke ($name, /name)
    Invoked {
        /// Prompt text
        text: String,
    },
    /// List workflow templates of skills
    Templates,
    /// Check skills for errors and common mistakes
    Check {
        /// Skill folders or SKILL.md files [default: all skills that the agent reads here]
        paths: Vec<String>,
        #[command(flatten)]
        agent: AgentOption,
        /// Show only findings of this level or above
        #[arg(long, value_name = "LEVEL", value_parser = ["error", "warning", "note"])]
        severity: Option<String>,
        /// Show only findings of this rule (can be repeated)
        #[arg(long = "rule", value_name = "ID")]
        only: Vec<String>,
        /// Print SARIF 2.1.0, with paths relative to the workspace
        #[arg(long, conflicts_with = "json")]
        sarif: bool,
        /// List all rules, the reason for each and how to fix it
        #[arg(long, conflicts_with_all = ["paths", "agent", "severity", "sarif", "only"])]
        rules: bool,
        #[command(flatten)]
        fixing: Fixing,
    },
    /// Check installed skills against the hashes in lock files
    #[command(subcommand)]
    Lock(Locking),
    /// Check skills against a policy file (for CI)
    ///
    /// A policy names the sources that skills may come from, the locks they must match, the findings they may not have,
    /// how far they may drift, the tools they may grant themselves and the signers they need. Exits with 1 if a skill
    /// breaks the policy or cannot be checked.
    Gate(Gate),
    /// List sessions; filters search all known workspaces
    Sessions(Filter),
    /// Search session transcripts
    ///
    /// Exits with 0 if something was found, 1 if not, 2 on errors.
    Search {
        /// Text to search for
        words: String,
        /// Match a literal substring (default)
        #[arg(long, conflicts_with_all = ["regex", "ranked"])]
        exact: bool,
        /// Match a regular expression
        #[arg(long, conflicts_with = "ranked")]
        regex: bool,
        /// Match words, best match first
        #[arg(long)]
        ranked: bool,
        /// Match case
        #[arg(long)]
        case: bool,
        /// Session filters
        #[command(flatten)]
        filter: Filter,
    },
    /// Show a session's turns and the skills activated in them
    Session {
        /// Session id
        id: String,
        /// Show the model's context after this event
        #[arg(long, value_name = "SEQ")]
        at: Option<u64>,
    },
    /// Reconstruct the model's context at a turn or event
    At {
        /// Session id
        session: String,
        /// Turn number [default: the last]
        #[arg(long, value_name = "N", conflicts_with = "seq")]
        turn: Option<u32>,
        /// Provider call of the turn, from 1 [default: the last]
        #[arg(long, value_name = "N", requires = "turn", conflicts_with = "seq")]
        call: Option<u32>,
        /// Event number, in any turn
        #[arg(long, value_name = "SEQ")]
        seq: Option<u64>,
        /// Also print the provider input, item by item
        #[arg(long)]
        items: bool,
        /// First item to print, from 0 (at most 2,000 are printed)
        #[arg(long, value_name = "N", requires = "items", default_value_t = 0)]
        from: u32,
        /// Treatment of skill texts that a compaction covers
        ///
        /// as-recorded: dropped, as Pixir does; protect: kept in full, as another host could do; reference: replaced by
        /// a line that names each.
        #[arg(long, value_name = "WORD", requires = "items", value_parser = skill_texts, default_value = "as-recorded")]
        skill_texts: SkillTexts,
    },
    /// Compare recorded skill texts with the files on disk
    Drift {
        /// Show only snapshots of this session
        #[arg(long, value_name = "ID")]
        session: Option<String>,
        /// Show only snapshots of this skill
        #[arg(long, value_name = "NAME")]
        skill: Option<String>,
        /// Show only this state, such as body_changed or deleted; an unknown one lists all (can be repeated)
        #[arg(long = "state", value_name = "STATE", value_parser = state)]
        states: Vec<DriftState>,
        /// Group rows by skill or by session
        #[arg(long, value_name = "skill|session", value_parser = grouping)]
        group: Option<DriftGrouping>,
        /// Include all workspaces that have sessions on this computer
        #[arg(long, conflicts_with = "session")]
        everywhere: bool,
    },
    /// List the recorded versions of a skill
    Versions {
        /// Skill name, also of a deleted skill
        skill: String,
    },
    /// Show how often skills were used, and when
    Usage {
        /// Count only the skills and sessions of this agent, such as claude-code [default: $ASSAY_AGENT, else all agents]
        #[arg(long, value_name = "NAME")]
        agent: Option<String>,
        /// Show only unused skills; exit with 1 if there are any
        #[arg(long)]
        unused: bool,
    },
    /// Show a unified diff of a recorded skill text and the disk
    Diff {
        /// Session id
        session: String,
        /// Event number of the activation
        seq: u64,
        /// Mark changed words
        #[arg(long)]
        word: bool,
    },
    /// Verify the integrity of a session log
    Verify {
        /// Session id
        #[arg(required_unless_present = "all")]
        session: Option<String>,
        /// Verify every session in the workspace
        #[arg(long, conflicts_with = "session")]
        all: bool,
    },
    /// Verify signatures of skills, offline
    Signatures {
        /// Skill names or folders [default: all skills in the workspace]
        skills: Vec<String>,
    },
    /// Manage trusted signers and this machine's signing key
    Signers(Signers),
    /// Explain whether a command would be allowed (nothing runs)
    Policy {
        /// Permission mode: auto, ask or read_only
        #[arg(long, value_name = "MODE", value_parser = mode)]
        mode: Mode,
        /// Command line, as one argument
        #[arg(last = true, required = true, value_name = "COMMAND")]
        command: String,
    },
    /// List context sources declared by skills
    Sources {
        #[command(flatten)]
        agent: AgentOption,
        /// Show only this skill
        skill: Option<String>,
    },
    /// Run a context source of a skill after approval
    Hydrate(Hydrate),
    /// Restore a recorded version of a skill
    Restore {
        /// Session id
        session: String,
        /// Skill (its latest activation) or #SEQ
        #[arg(value_name = "SKILL|#SEQ")]
        what: String,
        /// Target scope: repo, user or pixir-global [default: as recorded]
        #[arg(long, value_name = "SCOPE", value_parser = ["repo", "user", "pixir-global"])]
        to: Option<String>,
        /// Allow a text without a recorded hash
        #[arg(long)]
        unverified: bool,
        #[command(flatten)]
        consent: Consent,
    },
    /// Create a skill
    New {
        /// Skill name: lowercase letters, digits and single hyphens
        name: String,
        #[command(flatten)]
        agent: AgentOption,
        /// Target scope
        #[arg(long, value_name = "SCOPE", default_value = "repo", value_parser = ["repo", "user", "pixir-global"])]
        scope: String,
        /// Purpose and when to use it; the model decides by this line
        #[arg(long, value_name = "TEXT")]
        description: String,
        /// Template of the body
        #[arg(long, value_name = "OUTLINE", default_value = "short", value_parser = ["short", "steps", "rules"])]
        outline: String,
        /// Also create this folder: assets, references or scripts
        #[arg(long = "folder", value_name = "FOLDER")]
        folders: Vec<String>,
        #[command(flatten)]
        consent: Consent,
    },
    /// Undo the last change
    Undo {
        /// Change id [default: the latest in this workspace]
        entry: Option<String>,
        #[command(flatten)]
        consent: Consent,
    },
    /// List or restore items in the trash
    Trash {
        /// Restore this item to its original location
        #[arg(long, value_name = "ITEM", conflicts_with = "empty")]
        put_back: Option<String>,
        /// Restore it under this name instead
        #[arg(long, value_name = "NAME", requires = "put_back", conflicts_with = "empty")]
        name: Option<String>,
        /// Delete everything in the trash permanently
        #[arg(long)]
        empty: bool,
        #[command(flatten)]
        consent: Consent,
    },
    /// Show or change where hydration evidence is stored
    Evidence {
        /// Write evidence into Pixir's logs, if the installed Pixir accepts it
        #[arg(long, conflicts_with = "in_companions")]
        in_pixirs_logs: bool,
        /// Do so even if the installed Pixir does not accept it
        #[arg(long, requires = "in_pixirs_logs", conflicts_with = "in_companions")]
        regardless: bool,
        /// Write evidence into Assay's companion logs
        #[arg(long)]
        in_companions: bool,
    },
    /// Change a skill
    #[command(flatten)]
    Manage(Managing),
    /// Import skills from a folder, archive or Git repository
    Import(Import),
    /// Export a session, skills or usage data
    Export {
        /// Session id
        #[arg(required_unless_present_any = ["skills", "whole"])]
        session: Option<String>,
        /// Export these skills, by name or short path
        #[arg(long, value_name = "NAME", num_args = 1.., conflicts_with_all = ["session", "turns", "redact"], requires = "to")]
        skills: Vec<String>,
        /// Zip file to create; existing files are not overwritten
        #[arg(long, value_name = "FILE", requires = "skills", conflicts_with_all = ["session", "parquet", "otlp"])]
        to: Option<PathBuf>,
        /// Output format
        #[arg(long, value_name = "FORM", default_value = "markdown", value_parser = ["markdown", "json"], conflicts_with_all = ["skills", "parquet", "otlp"])]
        form: String,
        /// Export only these turns, such as 3-8
        #[arg(long, value_name = "A-B", value_parser = crate::bundle::turns)]
        turns: Option<TurnRange>,
        /// Redact likely secrets, home folders and e-mail addresses
        #[arg(long)]
        redact: bool,
        #[command(flatten)]
        tables: Tables,
    },
    /// Create or verify an evidence bundle
    Bundle(Bundle),
    /// Print one event, such as 20260918T141102-7be41d#12
    Event {
        /// Event reference: SESSION#SEQ
        reference: String,
    },
    /// Trust this project, so that agents see its skills
    Trust {
        /// Revoke trust
        #[arg(long, conflicts_with = "show")]
        revoke: bool,
        /// Show whether the project is trusted
        #[arg(long)]
        show: bool,
    },
    /// Show or change which skills agents can see in this project
    ///
    /// Applies to agents that get their skills from Assay (`assay mcp`). Other agents read their own settings, which this
    /// command does not change.
    Visibility(Visibility),
    /// Save recorded skill texts before their logs are deleted
    Texts(Texts),
    /// Manage additional skill folders of this project
    Folders(Folders),
    /// Print the system prompt, tools and skill index served over MCP
    Prefix(Serving),
    /// Serve skills to agents over MCP (stdio)
    Mcp(Serving),
    /// List, enable or disable the built-in skills
    BuiltIns {
        /// Enable this skill
        #[arg(long, value_name = "NAME", conflicts_with_all = ["off", "tools"])]
        on: Option<String>,
        /// Disable this skill
        #[arg(long, value_name = "NAME", conflicts_with = "tools")]
        off: Option<String>,
        /// Offer tools to agents: on or off
        #[arg(long, value_name = "on|off", value_parser = ["on", "off"])]
        tools: Option<String>,
    },
    /// Show what Assay detected and diagnose problems
    Doctor,
    /// Create a sample workspace to try Assay on
    Example {
        /// New or empty folder, or an earlier example to complete
        folder: PathBuf,
        /// Create a workspace of three skills to try with your own agent
        #[arg(long)]
        demo: bool,
    },
    /// Show help for a command or a page of the manual
    Help {
        /// Command or topic, such as drift or start
        #[arg(value_name = "COMMAND|TOPIC")]
        about: Option<String>,
    },
    /// Answer any reading request of the engine, as the window asks it
    #[command(hide = true)]
    Ask {
        /// The request's name
        request: String,
        /// Its ask, as JSON
        #[arg(default_value = "{}")]
        body: String,
    },
}

/// Which sessions of the known workspaces.
#[derive(Debug, Clone, Default, PartialEq, Args)]
pub struct Filter {
    /// Workspace to include (can be repeated)
    #[arg(long = "in", value_name = "DIR")]
    pub within: Vec<PathBuf>,
    /// Include all workspaces that have sessions on this computer
    #[arg(long, conflicts_with = "within")]
    pub everywhere: bool,
    /// Filter by agent, such as copilot-cli
    #[arg(long, value_name = "NAME")]
    pub agent: Option<String>,
    /// Filter by activated skill
    #[arg(long, value_name = "NAME")]
    pub skill: Option<String>,
    /// Filter by drift state, such as body_changed (can be repeated)
    #[arg(long, value_name = "STATE")]
    pub drift: Vec<String>,
    /// Filter by outcome of the last turn: answered, failed, interrupted, open
    #[arg(long, value_name = "WORD")]
    pub outcome: Vec<String>,
    /// Filter by activity on or after this day (UTC)
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    pub since: Option<i64>,
    /// Filter by start before this day (UTC)
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    pub before: Option<i64>,
    /// Filter by sessions with a sent hydration
    #[arg(long)]
    pub hydrated: bool,
    /// Filter by sessions with unparsed lines
    #[arg(long)]
    pub damaged: bool,
}

/// `assay export --parquet` and `assay export --otlp`.
#[derive(Debug, Args)]
pub struct Tables {
    /// Export all data as Parquet tables to this folder; without texts
    #[arg(long, value_name = "DIR", group = "whole", conflicts_with_all = ["session", "skills", "turns", "redact"])]
    pub parquet: Option<PathBuf>,
    /// Export turns, tools and skills as OTLP/JSON to this file; without texts
    #[arg(long, value_name = "FILE", group = "whole", conflicts_with_all = ["session", "skills", "turns", "redact"])]
    pub otlp: Option<PathBuf>,
    /// Export from this day (UTC), such as 2026-05-01 [default for tables: the last export]
    #[arg(long, value_name = "DAY", requires = "whole", conflicts_with_all = ["session", "skills"])]
    pub since: Option<String>,
    /// Include all workspaces that have sessions on this computer
    #[arg(long, requires = "whole", conflicts_with_all = ["session", "skills"])]
    pub everywhere: bool,
    /// Include prompts, titles and skill texts, redacted
    #[arg(long, requires = "parquet", conflicts_with_all = ["otlp", "session", "skills"])]
    pub text: bool,
    /// Machine name in the tables [default: the host name]
    #[arg(long, value_name = "NAME", requires = "parquet", conflicts_with_all = ["otlp", "session", "skills"])]
    pub machine: Option<String>,
}

/// A day as milliseconds since 1970 (UTC).
fn day(word: &str) -> Result<i64, String> {
    api::midnight(word).ok_or_else(|| "expected a date such as 2026-05-01".to_owned())
}

fn state(word: &str) -> Result<DriftState, String> {
    let known = "possible values: identical, whitespace_only, frontmatter_only, body_changed, renamed, moved_scope, \
                 in_another_version, shadowed_now, deleted, resources_changed, filled, changed_by_agent, unverifiable";
    serde_json::from_value(word.replace('-', "_").into()).map_err(|_| known.to_owned())
}

fn skill_texts(word: &str) -> Result<SkillTexts, String> {
    let known = "possible values: as-recorded, protect, reference";
    serde_json::from_value(word.replace('-', "_").into()).map_err(|_| known.to_owned())
}

fn grouping(word: &str) -> Result<DriftGrouping, String> {
    match word {
        "skill" => Ok(DriftGrouping::Skill),
        "session" => Ok(DriftGrouping::Session),
        _ => Err("possible values: skill, session".to_owned()),
    }
}

impl Command {
    /// The one session that is asked about.
    pub fn session(&self) -> Option<&str> {
        match self {
            Self::Session { id, .. } => Some(id),
            Self::At { session, .. } | Self::Diff { session, .. } => Some(session),
            Self::Drift { session, .. } | Self::Verify { session, .. } | Self::Export { session, .. } => {
                session.as_deref()
            }
            Self::Bundle(wanted) => wanted.session(),
            Self::Event { reference } => {
                Some(reference.rsplit_once('#').map_or(reference.as_str(), |(id, _)| id))
            }
            _ => None,
        }
    }
}

impl Arguments {
    /// Returns the options of every command that commands ask for.
    pub fn globals(&self) -> Globals<'_> {
        Globals { convention: self.convention.as_deref(), json: self.json }
    }

    /// Refuses `--convention` with a command that has no `--agent`, where it would have no effect.
    ///
    /// # Errors
    ///
    /// [`Code::WrongUse`] as said above.
    pub fn check_convention(&self, command: &Command) -> Result<(), Failure> {
        let Some(name) = &self.convention else { return Ok(()) };
        let takes_agent = matches!(
            command,
            Command::Skills { .. }
                | Command::WhoWins { .. }
                | Command::Skill { activation: None, .. }
                | Command::Catalog { .. }
                | Command::Check { rules: false, .. }
                | Command::Usage { .. }
                | Command::Prefix(_)
                | Command::Sources { .. }
                | Command::Hydrate(_)
                | Command::Mcp(_)
                | Command::New { .. }
                | Command::Manage(_)
                | Command::Import(_)
        );
        if takes_agent {
            return Ok(());
        }
        Err(Failure::new(
            Code::WrongUse,
            message!("this command does not support `--convention {name}`.", name),
        )
        .hint(message!("Commands with --agent do; `assay help COMMAND` lists the options of one.")))
    }

    /// A workspace that was named and is not there is a slip of the hand, not an empty workspace, unless sessions
    /// outlived it. `doctor` goes on: what is missing is its subject. `help` and `example` are
    /// about no workspace.
    pub fn check_workspace(&self, command: &Command, app: &App) -> Result<(), Failure> {
        let is_meant = |workspace: &Path| workspace.is_dir() || app.is_named_by_sessions();
        match &self.workspace {
            Some(workspace)
                if !matches!(command, Command::Doctor | Command::Help { .. } | Command::Example { .. })
                    && !is_meant(workspace) =>
            {
                let why = if workspace.exists() {
                    "not a folder that can be opened"
                } else {
                    "no such file or directory"
                };
                let words = message!("workspace `{workspace}`: {why}.", workspace = workspace.display(), why);
                Err(Failure::new(Code::NotFound, words)
                    .hint(message!("Pass another folder with --workspace DIR.")))
            }
            _ => Ok(()),
        }
    }

    /// What the engine would otherwise read from the environment.
    pub fn surroundings(&self) -> Result<Surroundings, Failure> {
        let here = std::env::current_dir().map_err(|error| {
            Failure::new(Code::Failed, message!("cannot determine the current folder: {error}.", error))
        })?;
        let home = api::own_home(std::env::home_dir())
            .map_err(|words| Failure::new(Code::WrongUse, Message::of_error(words)))?;
        Ok(Surroundings {
            workspace: api::workspace::typed_folder(
                &here,
                self.workspace.as_deref().unwrap_or(Path::new("")),
            ),
            kept: api::kept(home.as_deref(), |name| std::env::var_os(name)),
            home,
            pixir_home: std::env::var_os("PIXIR_HOME"),
            clock: SystemTime::now,
            // What is not text cannot be shown, so no command gets it.
            environment: std::env::vars_os()
                .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
                .collect(),
            helper: std::env::current_exe().unwrap_or_default(),
        })
    }
}

#[cfg(test)]
mod tests;
