//! What an agent, or a person at a terminal, asks for by name, and waits for.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ::hydration::{Asker, AskerDoor, Called, Ended, RefusedCode, Ticket, body_with_output};
use ::skills::SKILL_LIMIT;
use ::workspace::Workspace;
use engine::Offered;
use execution::Mode;
use message::{Message, message};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::aim::{Aim, Among, aim};
use super::turn::{Purpose, changed};
use crate::{App, Code, Convention, Failure};

/// How long anybody waits for a person. An agent that has less patience hangs up sooner.
const PATIENCE: Duration = Duration::from_secs(15 * 60);

/// A source asked for by name.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AgentAsk {
    /// The workspace, absolute.
    pub workspace: PathBuf,
    /// By whose rules the name is read; Pixir's when absent.
    #[serde(default)]
    pub convention: Option<String>,
    /// What those rules call the skill by, or the name it is written with.
    pub skill: String,
    /// The file that the asker's task took in, when it did: facts are those of this file with these bytes, or none.
    #[serde(default)]
    pub taken_in: Option<TakenIn>,
    /// The source's id.
    pub source: String,
    /// Only if its author marked it `auto` and it may run with nobody asked; it never waits for a person then,
    /// unless likely secrets are found in what it brings, or what it rests on changed while it ran.
    #[serde(default)]
    pub by_itself: bool,
    /// The id of the session that the facts are for.
    pub session: Option<String>,
    /// The turn of it; its last when nothing is said.
    pub turn: Option<u32>,
    /// A mode at least as strict as this one is applied.
    pub mode: Option<Mode>,
    /// The door it came through.
    pub door: AgentDoor,
    /// What the asker calls itself.
    pub name: String,
    /// Its version; may be empty.
    pub version: String,
    /// The asker's connection; a permission for a session ends with it.
    pub connection: Option<String>,
}

/// A file as a task took it in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TakenIn {
    /// Its path, absolute.
    pub path: PathBuf,
    /// SHA-256 of its bytes, in hexadecimal.
    pub content_hash: String,
}

/// A door other than the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum AgentDoor {
    /// An agent over MCP.
    Mcp,
    /// A terminal.
    Terminal,
}

/// A released text with its evidence.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Released {
    /// Exactly the text.
    pub text: String,
    /// The evidence: the body of the recorded event.
    pub evidence: Value,
}

/// A request that was taken in.
pub struct AgentTicket(pub(super) Ticket);

/// Takes an agent's request in. It waits at the desk of `app`, whichever workspace its window shows.
///
/// # Errors
///
/// [`Code::WrongUse`] when the workspace is no absolute path, [`Code::NotFound`] when there is no such skill,
/// source or session, and [`Code::Refused`] when the source never runs, the skill is another than was taken
/// in, or a source that should run by itself may not.
pub fn submit(app: &App, ask: &AgentAsk) -> Result<AgentTicket, Failure> {
    if !ask.workspace.is_absolute() {
        return Err(Failure::new(Code::WrongUse, message!("the workspace must be an absolute path.")));
    }
    let there = app.workspace.beside(&ask.workspace);
    let convention = views::convention::named(ask.convention.as_deref())?;
    let path = file(&there, convention, ask)?;
    let session = ask.session.as_ref().map(|id| views::sessions::by_id(&there, id)).transpose()?;
    let purpose = session.as_deref().map(|session| Purpose { session, turn: ask.turn });
    let asker = Asker {
        door: match ask.door {
            AgentDoor::Mcp => AskerDoor::Mcp,
            AgentDoor::Terminal => AskerDoor::Terminal,
        },
        name: ask.name.clone(),
        version: ask.version.clone(),
        connection: ask.connection.clone(),
    };
    let aim = aim(&there, convention, &path, &ask.source);
    let aim = Aim { among: Among::Called, at_least: ask.mode, ..aim };
    let mut wish = aim.wish(&there, asker, purpose.as_ref())?;
    if ask.by_itself {
        wish.called = Called::ByItself;
    }
    if let Some(taken_in) = &ask.taken_in
        && taken_in.content_hash != wish.prepared.skill.content_hash.to_string()
    {
        return Err(changed(&path));
    }
    if let Some(why) = wish.prepared.not_by_itself.as_ref().filter(|_| ask.by_itself) {
        let words = message!("{source} was not run: {why}.", source = ask.source, why);
        return Err(Failure::new(Code::Refused, words)
            .hint(message!("Request it by its id, so that you can decide.")));
    }
    Ok(AgentTicket(app.desk.submit(wish)))
}

/// Returns the text of the skill with a released output where its command stands, as a preview for a person. What
/// an agent is given never has it there.
///
/// # Errors
///
/// [`Code::WrongUse`] where the source is no command in the text, and as [`submit`].
pub fn in_place(app: &App, ask: &AgentAsk, released: &Released) -> Result<String, Failure> {
    let there = app.workspace.beside(&ask.workspace);
    let convention = views::convention::named(ask.convention.as_deref())?;
    let path = file(&there, convention, ask)?;
    let bytes = disk::read(&path, SKILL_LIMIT)?.bytes;
    let body = ::skills::body(&bytes).map(|(body, _)| body).unwrap_or_default();
    body_with_output(&body, &ask.source, &released.text).ok_or_else(|| {
        let words = message!(
            "{source} is not a command in the text of {skill}.",
            source = ask.source,
            skill = ask.skill
        );
        Failure::new(Code::WrongUse, words).hint(message!("Only inline-N and block-N are in a text."))
    })
}

/// Answers what came over the socket: `{"hydrate": AgentAsk}` and `{"permit": PermitAsk}` wait for a decision, `{"here": {"connection"}}`
/// until the asker is gone. `on_gone` takes what is to be done then.
pub fn answer_agent(
    app: &Arc<App>,
    question: &Value,
    on_gone: impl FnOnce(Box<dyn FnOnce() + Send>),
) -> Value {
    if let Some(connection) = question["here"]["connection"].as_str() {
        let (gone, over) = std::sync::mpsc::channel::<()>();
        on_gone(Box::new(move || drop(gone)));
        // Ends with an error as soon as the other end is dropped: the asker is gone.
        let _ = over.recv();
        app.hung_up(connection);
        return json!({});
    }
    let answered = match question.get("permit") {
        Some(permit) => super::permit::asked(app, permit),
        None => serde_json::from_value::<AgentAsk>(question["hydrate"].clone())
            .map_err(|error| {
                Failure::new(Code::WrongUse, message!("cannot read the request: {error}.", error))
            })
            .and_then(|ask| submit(app, &ask)),
    };
    let released = answered.and_then(|ticket| {
        let held = ticket.clone();
        on_gone(Box::new(move || held.withdraw(&message!("The agent canceled its request, or ended."))));
        ticket.wait()
    });
    match released {
        Ok(released) => json!({ "released": released }),
        Err(failure) => json!({ "error": failure }),
    }
}

/// The file that a name means, which must be the one that was taken in under it.
fn file(workspace: &Workspace, convention: Convention, ask: &AgentAsk) -> Result<PathBuf, Failure> {
    let ruling = crate::access::ruling(workspace, convention);
    let visible = crate::access::for_user(&ruling);
    let is_meant = |same: fn(&Offered) -> &str| visible.iter().filter(move |one| same(one) == ask.skill);
    let mut meant = is_meant(|one| &one.id).chain(is_meant(|one| &one.name));
    let found = match &ask.taken_in {
        Some(taken_in) => meant.find(|one| one.path == taken_in.path),
        None => meant.next(),
    };
    if let Some(found) = found {
        return Ok(found.path.clone());
    }
    let place = workspace.folder();
    let (label, place) = (convention.label(), place.display());
    if let (Some(taken_in), Some(other)) = (&ask.taken_in, is_meant(|one| &one.id).next()) {
        let words = message!(
            "{skill} was activated from {path}, but {label} would now use {other}.",
            skill = ask.skill,
            path = taken_in.path.display(),
            label,
            other = other.path.display()
        );
        return Err(
            Failure::new(Code::Refused, words).hint(message!("Activate the skill again, then retry."))
        );
    }
    // Skills hidden from the model are not told by name.
    let known: Vec<_> = crate::access::listed(&ruling).into_iter().map(|one| one.id).collect();
    Err(Failure::not_found(message!(
        "no skill `{skill}` in {place} by the rules of {label}.",
        skill = ask.skill,
        place,
        label
    ))
    .hint(message!("Available: {known}.", known = known.join(", "))))
}

impl AgentTicket {
    /// The request's id.
    pub fn id(&self) -> &str {
        &self.0.id
    }

    /// Whether it has ended.
    pub fn is_over(&self) -> bool {
        self.0.ended().is_some()
    }

    /// Waits for the decision, 15 minutes at most.
    ///
    /// # Errors
    ///
    /// The code says why nothing was released: a person said no, the rules refuse it, something changed, it
    /// failed, or nobody decided within 15 minutes.
    pub fn wait(&self) -> Result<Released, Failure> {
        match self.0.wait(PATIENCE) {
            Ended::Released(release) => {
                Ok(Released { text: release.text.clone(), evidence: release.evidence.clone() })
            }
            Ended::Agreed(event) => {
                Ok(Released { text: String::new(), evidence: json!({ "decision": event.id }) })
            }
            Ended::Refused(refused) => Err(Failure::new(code(refused.code), refused.why.clone())),
        }
    }

    /// Takes it back; `then`-like callers use this when the asker is gone.
    pub fn withdraw(&self, why: &Message) {
        self.0.withdraw(why);
    }
}

impl Clone for AgentTicket {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

fn code(code: RefusedCode) -> Code {
    match code {
        RefusedCode::NotRun | RefusedCode::NotRecorded => Code::Failed,
        RefusedCode::Denied => Code::Denied,
        _ => Code::Refused,
    }
}
