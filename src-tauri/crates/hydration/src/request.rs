//! One request, from the question to its end.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

use execution::{Bound, Stop};
use message::Message;
use sessions::SessionId;

use crate::{Capture, Ground, LifetimeKind, Prepared};

/// Who asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asker {
    /// The door it came through.
    pub door: AskerDoor,
    /// What it calls itself: `claude-code`; a claim.
    pub name: String,
    /// Its version; may be empty.
    pub version: String,
    /// The connection, so that a grant for a session ends with it.
    pub connection: Option<String>,
}

/// A door that a request may come through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AskerDoor {
    /// The person, in Assay's window.
    Window,
    /// An agent over MCP.
    Mcp,
    /// A person or a script at a terminal.
    Terminal,
}

/// The session and turn that the facts are for, as the log says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForTurn {
    /// The session.
    pub session: SessionId,
    /// Its last number when it was asked; none while it has no event.
    pub after_seq: Option<u64>,
    /// The turn, from 1.
    pub turn: Option<u64>,
    /// The id of its user message.
    pub user_message: Option<String>,
    /// The skill's activation in it, or the last before it.
    pub activation: Option<ForActivation>,
    /// The workspace whose log it has.
    pub workspace: PathBuf,
    /// Where the evidence goes.
    pub keeping: Keeping,
    /// Who writes the session now: the holder of its lease. None when nobody does.
    pub writer: Option<String>,
}

/// Where the evidence about a session is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keeping {
    /// In Assay's companion log beside it: for the log of another program.
    Companion,
    /// In its own log: Assay hosts it.
    OwnLog,
    /// In Pixir's log, under its lease: a person switched that on. In the companion log when it cannot be had.
    PixirsLog,
}

/// An activation that the facts belong to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForActivation {
    /// The event's id.
    pub event: Option<String>,
    /// Its number.
    pub seq: Option<u64>,
    /// The hash it recorded.
    pub content_hash: Option<String>,
    /// `activated by user in turn 8`.
    pub words: Message,
}

/// How a request came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Called {
    /// Somebody named the source.
    Explicitly,
    /// Nobody did: it came with its skill, as its author wished.
    ByItself,
}

/// Looks at everything again that a decision rests on.
pub type Again = Box<dyn Fn() -> Result<Prepared, Message> + Send + Sync>;

/// What is asked.
pub struct Wish {
    /// Who asks.
    pub asker: Asker,
    /// How it came about.
    pub called: Called,
    /// The ground it stands on.
    pub ground: Ground,
    /// What would be done.
    pub prepared: Prepared,
    /// The session and turn it is for.
    pub turn: Option<ForTurn>,
    /// Looks again before anything runs.
    pub again: Again,
}

impl fmt::Debug for Wish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Wish").field("asker", &self.asker).field("source", &self.prepared.source.id).finish()
    }
}

impl Wish {
    /// The session and its present writer, which a grant for a session is tied to.
    pub fn writer(&self) -> Option<(String, String)> {
        let connection = self.asker.connection.as_ref().map(|id| (id.clone(), id.clone()));
        let session =
            self.turn.as_ref().and_then(|turn| Some((turn.session.to_string(), turn.writer.clone()?)));
        session.or(connection)
    }
}

/// A request in the queue.
#[derive(Debug, Clone)]
pub struct Request {
    /// `hyd_` and 16 hexadecimal digits.
    pub id: String,
    /// When it was asked.
    pub asked: SystemTime,
    /// What is asked.
    pub wish: Arc<Wish>,
    /// Where it stands.
    pub stage: Stage,
    /// Who allowed it to run; nobody while it waits.
    pub allowed: Option<Allowed>,
    /// What is different since the same source was last allowed; none if it never was.
    pub since_grant: Option<Since>,
}

/// What was allowed before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Since {
    /// What it was allowed for.
    pub bound: Bound,
    /// The SKILL.md that it was allowed for, if it is still kept.
    pub content_hash: String,
}

/// Where a request stands.
#[derive(Debug, Clone)]
pub enum Stage {
    /// Step 1: nobody has decided.
    Waits,
    /// It runs.
    Runs {
        /// Since when.
        since: SystemTime,
        /// Ends it.
        stop: Stop,
    },
    /// Step 2: it has run, nothing is released.
    Captured(Arc<Capture>),
}

/// By what right something ran.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Allowed {
    /// By whom or what.
    pub by: By,
    /// The grant: the one that let it run, or the one that a person's choice becomes with the release.
    pub grant: Option<String>,
    /// How long that grant holds.
    pub lifetime: LifetimeKind,
    /// When.
    pub at: SystemTime,
}

/// Who or what allowed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// A person, in the approval window or at a terminal.
    User,
    /// A grant given before.
    Grant,
    /// The rule of the mode.
    Rule,
}

impl By {
    /// The word that evidence uses.
    pub fn word(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Grant => "grant",
            Self::Rule => "rule",
        }
    }
}

/// How a request ended.
#[derive(Debug, Clone, PartialEq)]
pub enum Ended {
    /// The text was released.
    Released(Box<Release>),
    /// The asker may do it; there is nothing to release.
    Agreed(Box<sessions::Event>),
    /// Nothing was.
    Refused(Refused),
}

/// What was released, with its proof.
#[derive(Debug, Clone, PartialEq)]
pub struct Release {
    /// Exactly the text.
    pub text: String,
    /// The evidence as it was recorded.
    pub event: sessions::Event,
    /// The evidence's body as JSON.
    pub evidence: serde_json::Value,
}

/// Why nothing was released.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// For whoever acts on it.
    pub code: RefusedCode,
    /// The reason as a sentence.
    pub why: Message,
}

/// Why nothing was released.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefusedCode {
    /// A person said no.
    Denied,
    /// It ran, and a person released nothing.
    Discarded,
    /// The mode's rule says no.
    ByRule,
    /// Something it rests on changed while it waited.
    Changed,
    /// The asker took it back, or hung up.
    Withdrawn,
    /// Nobody decided in time.
    TimedOut,
    /// It was allowed and could not be run.
    NotRun,
    /// The evidence could not be written, so nothing was released.
    NotRecorded,
    /// Too many requests wait.
    Busy,
}
