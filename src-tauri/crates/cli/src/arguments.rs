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

/// Assay shows which skill shaped every turn of an agent session, and whether it is still the skill on disk.
#[derive(Debug, Parser)]
#[command(name = "assay", version, about, after_help = EXIT_CODES, disable_help_subcommand = true)]
pub struct Arguments {
    /// The workspace to look at [default: the current folder]
    #[arg(long, global = true, value_name = "DIR")]
    pub workspace: Option<PathBuf>,
    /// The agent whose rules decide
    #[arg(long, global = true, value_name = "NAME", default_value = "pixir")]
    pub convention: String,
    /// Print one JSON document
    #[arg(long, global = true)]
    pub json: bool,
    /// What to ask; without it the window opens
    #[command(subcommand)]
    pub command: Option<Command>,
}

const EXIT_CODES: &str = "Exit codes: 0 fine, 1 bad news (drift, mismatch, findings, refused), 2 wrong use, \
                          3 not found, 4 the input is damaged, 5 something failed here.\n\n\
                          What a screen does not show, or would obey, is drawn as <U+001B>. `skill`, `catalog`, \
                          `event`, `export`, `hydrate` and --json draw only on a terminal: a pipe or a file gets \
                          every byte as it is.";

/// One question.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Which skills there are and which win
    Skills {
        /// As if the project were trusted, where --convention names one that asks
        #[arg(long)]
        trusted: bool,
    },
    /// Which file each agent takes for a name; with --convention, that agent alone
    WhoWins {
        /// Only this name
        name: Option<String>,
    },
    /// One file of a skill, byte for byte, or what its activation would record
    Skill {
        /// The skill's name
        name: String,
        /// A file of the skill, by its path from the skill's folder
        #[arg(long, value_name = "REL")]
        resource: Option<String>,
        /// What an activation would record and send
        #[arg(long, value_name = "user|model", conflicts_with = "resource")]
        activation: Option<String>,
    },
    /// What the model is shown of all skills: Pixir's text byte for byte, of other agents their list
    Catalog {
        /// How much the list may have, in what the agent counts it in [default: the agent's own, Pixir's 8000 bytes]
        #[arg(long, value_name = "N")]
        budget: Option<u32>,
        /// How it is written: xml, xml-ref, which is what the reference tool prints, or bullets [default: as the agent
        /// itself writes it]
        #[arg(long, value_name = "FORM", value_parser = ["xml", "xml-ref", "bullets"])]
        form: Option<String>,
        /// As if the project were trusted, where --convention names one that asks
        #[arg(long)]
        trusted: bool,
    },
    /// Which skills a prompt mentions as $name or /name
    Invoked {
        /// The prompt
        text: String,
    },
    /// Workflow templates of skills
    Templates,
    /// What is wrong with skills, and where
    Check {
        /// Skill folders or SKILL.md files [default: all skills of the workspace]
        paths: Vec<String>,
        /// Only what matters at least as much; exit code 1 still means that there are errors
        #[arg(long, value_name = "LEVEL", value_parser = ["error", "warning", "note"])]
        severity: Option<String>,
        /// Only findings of this rule; may be given several times
        #[arg(long = "rule", value_name = "ID")]
        only: Vec<String>,
        /// Print SARIF 2.1.0, with paths from the workspace
        #[arg(long, conflicts_with = "json")]
        sarif: bool,
        /// Print every rule with its reason and its remedy
        #[arg(long, conflicts_with_all = ["paths", "severity", "sarif", "only"])]
        rules: bool,
        #[command(flatten)]
        fixing: Fixing,
    },
    /// What lock files of other tools say, against the disk and against what sessions used
    #[command(subcommand)]
    Lock(Locking),
    /// Whether the skills of the workspace keep to a policy: where they come from, whether they are as locked, what may
    /// not be found in them, how far they may drift, which tools they may grant themselves and who has to have signed
    /// them. Exit code 1 when they do not, or when that cannot be checked
    Gate(Gate),
    /// Which sessions there are; with a filter, those of all known workspaces that it takes
    Sessions(Filter),
    /// Find words in everything sessions recorded; exit 0 found, 1 not found, 2 trouble
    Search {
        /// What to look for
        words: String,
        /// As it stands, anywhere in a text [the default]
        #[arg(long, conflicts_with_all = ["regex", "ranked"])]
        exact: bool,
        /// As a regular expression
        #[arg(long, conflicts_with = "ranked")]
        regex: bool,
        /// As single words, the best match first
        #[arg(long)]
        ranked: bool,
        /// Capital letters count
        #[arg(long)]
        case: bool,
        /// In which sessions
        #[command(flatten)]
        filter: Filter,
    },
    /// One session: its turns and what was activated in them
    Session {
        /// The session's id
        id: String,
        /// What the model sees after the event with this number
        #[arg(long, value_name = "SEQ")]
        at: Option<u64>,
    },
    /// What the model had at a point of a session: before a call of the provider, or after an event
    At {
        /// The session's id
        session: String,
        /// The turn [default: the last]
        #[arg(long, value_name = "N", conflicts_with = "seq")]
        turn: Option<u32>,
        /// The provider call of the turn, from 1 [default: its last]
        #[arg(long, value_name = "N", requires = "turn", conflicts_with = "seq")]
        call: Option<u32>,
        /// After the event with this number, whatever turn it is in
        #[arg(long, value_name = "SEQ")]
        seq: Option<u64>,
        /// Print the provider input at that point as well, item by item
        #[arg(long)]
        items: bool,
        /// The first item to print, from 0; at most 2,000 are
        #[arg(long, value_name = "N", requires = "items", default_value_t = 0)]
        from: u32,
        /// What becomes of the texts of skills that a compaction covers. as-recorded: Pixir drops them, and nothing else
        /// was sent; protect: another host would keep them to the byte; reference: it would name each in a line
        #[arg(long, value_name = "WORD", requires = "items", value_parser = skill_texts, default_value = "as-recorded")]
        skill_texts: SkillTexts,
    },
    /// Every recorded snapshot against the disk
    Drift {
        /// Only the snapshots of this session
        #[arg(long, value_name = "ID")]
        session: Option<String>,
        /// Only the snapshots of this skill
        #[arg(long, value_name = "NAME")]
        skill: Option<String>,
        /// Only those in this state, such as body_changed or deleted; may be given several times
        #[arg(long = "state", value_name = "STATE", value_parser = state)]
        states: Vec<DriftState>,
        /// Put rows together
        #[arg(long, value_name = "skill|session", value_parser = grouping)]
        group: Option<DriftGrouping>,
        /// Those of every known workspace
        #[arg(long, conflicts_with = "session")]
        everywhere: bool,
    },
    /// Every distinct text of a skill that a session recorded
    Versions {
        /// The skill's name; it may be gone from the disk
        skill: String,
    },
    /// How skills were used: turns by user and by model, sessions, first and last
    Usage {
        /// Only skills that no session activated; exit code 1 when there are any
        #[arg(long)]
        unused: bool,
    },
    /// A recorded snapshot against the disk, as a unified diff
    Diff {
        /// The session's id
        session: String,
        /// The activation's sequence number
        seq: u64,
        /// Mark the words that changed
        #[arg(long)]
        word: bool,
    },
    /// Whether a session's recorded texts are what their hashes say, and its log what it was when first seen
    Verify {
        /// The session's id
        #[arg(required_unless_present = "all")]
        session: Option<String>,
        /// Every session of the workspace
        #[arg(long, conflicts_with = "session")]
        all: bool,
    },
    /// Who signed skills, and whether they are what was signed: checked offline against the certificates you trust
    Signatures {
        /// Skills by their names, or folders of skills [default: all skills of the workspace]
        skills: Vec<String>,
    },
    /// Whom you trust to say who signed a skill, and the key that evidence is signed with here
    Signers(Signers),
    /// What Pixir and Assay would decide about a shell text; nothing runs
    Policy {
        /// The permission mode: auto, ask or read_only
        #[arg(long, value_name = "MODE", value_parser = mode)]
        mode: Mode,
        /// The shell text, as one argument
        #[arg(last = true, required = true, value_name = "COMMAND")]
        command: String,
    },
    /// What skills may feed the model, and under which rule
    Sources {
        /// Only this skill
        skill: Option<String>,
    },
    /// Gets a context source of a skill, once a person has allowed it
    Hydrate(Hydrate),
    /// Put a recorded text of a skill back on disk; the plan is printed first
    Restore {
        /// The session's id
        session: String,
        /// The skill, of which the latest activation counts, or #SEQ
        #[arg(value_name = "SKILL|#SEQ")]
        what: String,
        /// The scope to put it into: repo, user or pixir-global [default: where it was recorded]
        #[arg(long, value_name = "SCOPE", value_parser = ["repo", "user", "pixir-global"])]
        to: Option<String>,
        /// Also a text that no hash proves
        #[arg(long)]
        unverified: bool,
        #[command(flatten)]
        consent: Consent,
    },
    /// Make a new skill; the plan is printed first
    New {
        /// Its name: lowercase letters, digits and single hyphens
        name: String,
        /// The scope it goes into
        #[arg(long, value_name = "SCOPE", default_value = "repo", value_parser = ["repo", "user", "pixir-global"])]
        scope: String,
        /// What it is for and when to use it; the model decides by this line
        #[arg(long, value_name = "TEXT")]
        description: String,
        /// What stands below the frontmatter at first
        #[arg(long, value_name = "OUTLINE", default_value = "short", value_parser = ["short", "steps", "rules"])]
        outline: String,
        /// A folder beside the file: assets, references or scripts
        #[arg(long = "folder", value_name = "FOLDER")]
        folders: Vec<String>,
        #[command(flatten)]
        consent: Consent,
    },
    /// Take a change of a skill back; the plan is printed first
    Undo {
        /// The change's id [default: the latest in this workspace]
        entry: Option<String>,
        #[command(flatten)]
        consent: Consent,
    },
    /// What was replaced or removed, and is kept
    Trash {
        /// Put this item back where it stood
        #[arg(long, value_name = "ITEM", conflicts_with = "empty")]
        put_back: Option<String>,
        /// Put it beside, in a folder of this name
        #[arg(long, value_name = "NAME", requires = "put_back", conflicts_with = "empty")]
        name: Option<String>,
        /// Remove everything in it for good
        #[arg(long)]
        empty: bool,
        #[command(flatten)]
        consent: Consent,
    },
    /// Where the evidence of hydrations is kept: beside Pixir's logs, or in them
    Evidence {
        /// Write it into Pixir's logs from now on, if the installed Pixir accepts that
        #[arg(long, conflicts_with = "in_companions")]
        in_pixirs_logs: bool,
        /// Whatever the installed Pixir accepts; the consequences are printed by `assay evidence`
        #[arg(long, requires = "in_pixirs_logs", conflicts_with = "in_companions")]
        regardless: bool,
        /// Write it into Assay's companion logs again
        #[arg(long)]
        in_companions: bool,
    },
    /// Change one skill, by its name
    #[command(flatten)]
    Manage(Managing),
    /// Bring skills in from a folder, an archive or a git repository; what is odd about them is printed first
    Import(Import),
    /// A session as text, on standard output; or skills as one zip
    Export {
        /// The session's id
        #[arg(required_unless_present_any = ["skills", "whole"])]
        session: Option<String>,
        /// These skills instead, by name or short path
        #[arg(long, value_name = "NAME", num_args = 1.., conflicts_with_all = ["session", "turns", "redact"], requires = "to")]
        skills: Vec<String>,
        /// The zip to make; one that is there is not replaced
        #[arg(long, value_name = "FILE", requires = "skills", conflicts_with_all = ["session", "parquet", "otlp"])]
        to: Option<PathBuf>,
        /// markdown or json
        #[arg(long, value_name = "FORM", default_value = "markdown", value_parser = ["markdown", "json"], conflicts_with_all = ["skills", "parquet", "otlp"])]
        form: String,
        /// Only these turns, such as 3-8
        #[arg(long, value_name = "A-B", value_parser = crate::bundle::turns)]
        turns: Option<TurnRange>,
        /// Without likely secrets, home folders and e-mail addresses
        #[arg(long)]
        redact: bool,
        #[command(flatten)]
        tables: Tables,
    },
    /// The evidence of a session in one file that proves itself, or whether such a file does
    Bundle(Bundle),
    /// One event, by a reference such as 20260918T141102-7be41d#12
    Event {
        /// SESSION#SEQ
        reference: String,
    },
    /// Trust this project: where --convention names one that asks, its skills are no longer held back
    Trust {
        /// Take it back
        #[arg(long, conflicts_with = "show")]
        revoke: bool,
        /// Only tell how it stands
        #[arg(long)]
        show: bool,
    },
    /// What agents may see of this project's skills
    Visibility(Visibility),
    /// Texts of skills in sessions of other agents, which may delete them; save them, show and delete what is saved
    Texts(Texts),
    /// Where skills of this project are looked for beside the usual folders
    Folders(Folders),
    /// What stands before a conversation of an agent that is served by --convention: rules, tools, index of skills
    Prefix(Serving),
    /// Serve agents over MCP, on standard input and output, by the rules of --convention
    Mcp(Serving),
    /// The skills that come with Assay, with their tools; and which are switched on
    BuiltIns {
        /// Switch this one on
        #[arg(long, value_name = "NAME", conflicts_with_all = ["off", "tools"])]
        on: Option<String>,
        /// Switch this one off
        #[arg(long, value_name = "NAME", conflicts_with = "tools")]
        off: Option<String>,
        /// Whether agents are offered any tools at all: on or off
        #[arg(long, value_name = "on|off", value_parser = ["on", "off"])]
        tools: Option<String>,
    },
    /// What was found where, and by which rules
    Doctor,
    /// Lay the example out: a home and a workspace with skills and sessions of several agents, to try Assay on
    Example {
        /// A folder that is empty, is not there yet, or holds an earlier example, which is completed
        folder: PathBuf,
        /// Instead a workspace of three skills, with a text that leads an agent of yours through them
        #[arg(long)]
        demo: bool,
    },
    /// What a command does, or a page of the manual; without either the list of both
    Help {
        /// A command such as drift, or a topic such as start
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
    /// Only of this workspace; may stand more than once
    #[arg(long = "in", value_name = "DIR")]
    pub within: Vec<PathBuf>,
    /// Of all known workspaces, not only of the one looked at
    #[arg(long, conflicts_with = "within")]
    pub everywhere: bool,
    /// Only those of this agent, such as copilot-cli
    #[arg(long, value_name = "NAME")]
    pub agent: Option<String>,
    /// Only those that activated this skill
    #[arg(long, value_name = "NAME")]
    pub skill: Option<String>,
    /// Only those with a snapshot in this state, such as body_changed; may stand more than once
    #[arg(long, value_name = "STATE")]
    pub drift: Vec<String>,
    /// Only those whose last turn ended so: answered, failed, interrupted, open
    #[arg(long, value_name = "WORD")]
    pub outcome: Vec<String>,
    /// Only those with an event on this day or later (UTC)
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    pub since: Option<i64>,
    /// Only those that began before this day (UTC)
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    pub before: Option<i64>,
    /// Only those in which a hydration was released
    #[arg(long)]
    pub hydrated: bool,
    /// Only those with lines that cannot be read
    #[arg(long)]
    pub damaged: bool,
}

/// `assay export --parquet` and `assay export --otlp`.
#[derive(Debug, Args)]
pub struct Tables {
    /// Everything known as tables below this folder, for DuckDB, ClickHouse and Spark; names and hashes, no texts
    #[arg(long, value_name = "DIR", group = "whole", conflicts_with_all = ["session", "skills", "turns", "redact"])]
    pub parquet: Option<PathBuf>,
    /// Turns, tools, skills and decisions as OpenTelemetry signals in this file (OTLP/JSON), for a collector; no texts
    #[arg(long, value_name = "FILE", group = "whole", conflicts_with_all = ["session", "skills", "turns", "redact"])]
    pub otlp: Option<PathBuf>,
    /// From this day (UTC) on, such as 2026-05-01; of tables else from the day of the last export there
    #[arg(long, value_name = "DAY", requires = "whole", conflicts_with_all = ["session", "skills"])]
    pub since: Option<String>,
    /// Of every known workspace
    #[arg(long, requires = "whole", conflicts_with_all = ["session", "skills"])]
    pub everywhere: bool,
    /// With prompts, titles and texts of skills, without likely secrets, home folders and e-mail addresses
    #[arg(long, requires = "parquet", conflicts_with_all = ["otlp", "session", "skills"])]
    pub text: bool,
    /// What this machine is called there; else its host name
    #[arg(long, value_name = "NAME", requires = "parquet", conflicts_with_all = ["otlp", "session", "skills"])]
    pub machine: Option<String>,
}

/// A day as milliseconds since 1970 (UTC).
fn day(word: &str) -> Result<i64, String> {
    api::midnight(word).ok_or_else(|| "a day is written 2026-05-01".to_owned())
}

fn state(word: &str) -> Result<DriftState, String> {
    let known = "known: identical, whitespace_only, frontmatter_only, body_changed, renamed, moved_scope, \
                 shadowed_now, deleted, resources_changed, filled, changed_by_agent, unverifiable";
    serde_json::from_value(word.replace('-', "_").into()).map_err(|_| known.to_owned())
}

fn skill_texts(word: &str) -> Result<SkillTexts, String> {
    let known = "known: as-recorded, protect, reference";
    serde_json::from_value(word.replace('-', "_").into()).map_err(|_| known.to_owned())
}

fn grouping(word: &str) -> Result<DriftGrouping, String> {
    match word {
        "skill" => Ok(DriftGrouping::Skill),
        "session" => Ok(DriftGrouping::Session),
        _ => Err("known: skill, session".to_owned()),
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
    /// Skills, their checks and their catalog are told by any convention; fixes and everything else are about Pixir.
    /// Whether there is one of that name, the engine says.
    pub fn check_convention(&self, command: &Command) -> Result<(), Failure> {
        let takes_any = matches!(
            command,
            Command::Skills { .. }
                | Command::WhoWins { .. }
                | Command::Catalog { .. }
                | Command::Prefix(_)
                | Command::Sources { .. }
                | Command::Hydrate(_)
                | Command::Mcp(_)
        ) || matches!(command, Command::Check { fixing, .. } if !fixing.fix);
        if takes_any || self.convention == "pixir" {
            return Ok(());
        }
        let words = format!("this command knows pixir and not {}", self.convention);
        Err(Failure::new(Code::WrongUse, words)
            .hint("`assay skills`, `assay check`, `assay catalog`, `assay prefix`, `assay sources`, `assay hydrate`, `assay mcp` and `assay who-wins` are about other agents as well"))
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
                let words =
                    format!("the workspace {} is not a folder that can be opened", workspace.display());
                Err(Failure::new(Code::NotFound, words).hint("name another with --workspace DIR"))
            }
            _ => Ok(()),
        }
    }

    /// What the engine would otherwise read from the environment.
    pub fn surroundings(&self) -> Result<Surroundings, Failure> {
        let here = std::env::current_dir().map_err(|error| {
            Failure::new(Code::Failed, format!("the current folder cannot be named: {error}"))
        })?;
        let home =
            api::own_home(std::env::home_dir()).map_err(|words| Failure::new(Code::WrongUse, words))?;
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
