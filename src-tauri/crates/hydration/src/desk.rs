//! The desk where requests wait for a person. It decides nothing: it asks the rules, the grants and the person,
//! carries out what was decided, and records it before anything is released.
//!
//! A yes that lasts is given with the release of what ran, never before: whoever saw the output and let nothing
//! of it out has permitted nothing. `course.rs` has what follows a decision.

mod claim;
mod course;
mod face;
#[cfg(test)]
mod orders;
mod record;
mod ticket;

use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::SystemTime;

use disk::Fault;
use execution::{Bound, Decision};
use message::{Message, message};
use sessions::hexadecimal;

pub use face::{ARMED_AFTER, Face};
pub use record::NO_SESSION;
pub use ticket::Ticket;

use crate::evidence::Refusal;
use crate::grants::{Given, Grants};
use crate::{Allowed, By, Capture, Ended, LifetimeKind, RefusedCode, Request, Stage, Wish};

/// Requests that may wait at once; a further one is told so.
pub const QUEUE: usize = 32;
/// Characters of a note.
pub const NOTE: usize = 500;

/// Where requests wait.
pub struct Desk {
    kept: Option<PathBuf>,
    clock: fn() -> SystemTime,
    news: OnceLock<Box<dyn Fn() + Send + Sync>>,
    state: Mutex<State>,
    turned: Condvar,
}

#[derive(Default)]
struct State {
    requests: Vec<Request>,
    /// The requests that a decision is being carried out on.
    claimed: Vec<String>,
    ended: Vec<(String, Ended)>,
    grants: Grants,
    face: face::Shown,
}

/// Why a decision was not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotDecided {
    /// The request is gone, or has moved on.
    Gone,
    /// What was on screen is not what is there now, or was on screen too shortly.
    NotShown,
    /// A permission of this length was not among the choices.
    NotOffered,
}

impl Desk {
    /// An empty desk. Grants that last are read from `kept`; without it nothing can be recorded, so nothing is
    /// ever released.
    pub fn new(kept: Option<PathBuf>, clock: fn() -> SystemTime) -> Arc<Self> {
        let state = State { grants: Grants::open(kept.as_deref()), ..State::default() };
        Arc::new(Self {
            kept,
            clock,
            news: OnceLock::new(),
            state: Mutex::new(state),
            turned: Condvar::new(),
        })
    }

    /// Who is told whenever something changed here. Only the first call counts.
    pub fn on_news(&self, news: impl Fn() + Send + Sync + 'static) {
        let _ = self.news.set(Box::new(news));
    }

    /// Takes a request in. What the rules or a grant decide is begun or ended at once; the rest waits.
    pub fn submit(self: &Arc<Self>, wish: Wish) -> Ticket {
        let now = (self.clock)();
        let id = format!("hyd_{}", hexadecimal());
        let ticket = Ticket::new(self, &id);
        let mut state = self.state();
        let since_grant = state.grants.since(&wish);
        let grant = state.grants.covering(&wish);
        let by = match (wish.prepared.decision, grant) {
            (Decision::Refuse, _) => None,
            (_, Some(grant)) => Some((By::Grant, LifetimeKind::from(&grant.lifetime), Some(grant.id))),
            (Decision::Allow, None) => Some((By::Rule, LifetimeKind::Once, None)),
            (Decision::Ask, None) => None,
        };
        let allowed = by.map(|(by, lifetime, grant)| Allowed { by, grant, lifetime, at: now });
        let runs = allowed.is_some();
        let wish = Arc::new(wish);
        let request = Request { id: id.clone(), asked: now, wish, stage: Stage::Waits, allowed, since_grant };
        let no = if request.wish.prepared.decision == Decision::Refuse {
            Some((RefusedCode::ByRule, "rule", request.wish.prepared.rule.clone()))
        } else if state.requests.len() >= QUEUE {
            let words =
                message!("{limit} requests are already pending; decide on those first.", limit = QUEUE);
            Some((RefusedCode::Busy, "assay", words))
        } else {
            None
        };
        if let Some((code, by, words)) = no {
            drop(state);
            self.end(&request, code, "refused", by, &words, None);
            return ticket;
        }
        state.requests.push(request);
        drop(state);
        if !runs {
            self.tell();
        } else if let Ok(claim) = self.claim(&id, |stage| matches!(stage, Stage::Waits)) {
            self.begin(claim);
        }
        ticket
    }

    /// Step 1, yes: looks at everything once more, and runs it. A permission that was chosen to last begins
    /// with the release, or, where the asker does it, with the recorded decision.
    ///
    /// # Errors
    ///
    /// [`NotDecided::Gone`] when there is no such request or it does not wait for this step,
    /// [`NotDecided::NotOffered`] when `wanted` is none of its choices, and [`NotDecided::NotShown`] when
    /// something that would run has changed since, which withdraws the request.
    pub fn run(self: &Arc<Self>, id: &str, wanted: LifetimeKind) -> Result<(), NotDecided> {
        let mut claim = self.claim(id, |stage| matches!(stage, Stage::Waits))?;
        if !claim.request.wish.choices().contains(&wanted) {
            return Err(NotDecided::NotOffered);
        }
        if let Some(words) = changed(&claim.request) {
            self.end(&claim.request, RefusedCode::Changed, "withdrawn", "assay", &words, None);
            return Err(NotDecided::NotShown);
        }
        let grant = Some(format!("grt_{}", hexadecimal()));
        let allowed = Allowed { by: By::User, grant, lifetime: wanted, at: (self.clock)() };
        claim.allow(allowed);
        self.begin(claim);
        Ok(())
    }

    /// Step 1, no; while it runs, the same word stops it, and once it has run, it releases nothing.
    ///
    /// # Errors
    ///
    /// [`NotDecided::Gone`] when there is no such request or another decision on it is being carried out.
    pub fn deny(&self, id: &str, note: &str) -> Result<(), NotDecided> {
        let claim = self.claim(id, |_| true)?;
        let request = &claim.request;
        let note: String = note.chars().take(NOTE).collect();
        if let Stage::Captured(capture) = &request.stage {
            self.discarded(request, capture, &note);
            return Ok(());
        }
        if let Stage::Runs { stop, .. } = &request.stage {
            stop.now();
        }
        let words = match note.is_empty() {
            true => message!("The user denied it."),
            false => message!("The user denied it: {note}", note),
        };
        self.refused_by_a_person(request, RefusedCode::Denied, &words, "denied", &note, None);
        Ok(())
    }

    /// Step 2, yes: releases the text, with the secrets of these numbers (from 0) taken out.
    ///
    /// # Errors
    ///
    /// [`NotDecided::Gone`] when there is no such request or it has no output yet.
    pub fn send(&self, id: &str, marks: &[usize]) -> Result<(), NotDecided> {
        let claim = self.claim(id, |stage| matches!(stage, Stage::Captured(_)))?;
        if let Stage::Captured(capture) = &claim.request.stage {
            self.release(&claim.request, capture, marks, "user");
        }
        Ok(())
    }

    /// Step 2, no: releases nothing, and ends what would let the same run again.
    ///
    /// # Errors
    ///
    /// [`NotDecided::Gone`] when there is no such request or it has no output yet.
    pub fn discard(&self, id: &str) -> Result<(), NotDecided> {
        let claim = self.claim(id, |stage| matches!(stage, Stage::Captured(_)))?;
        if let Stage::Captured(capture) = &claim.request.stage {
            self.discarded(&claim.request, capture, "");
        }
        Ok(())
    }

    /// Takes a request back, for a reason in a sentence. What runs is stopped. A decision that is being carried
    /// out comes to its end first.
    pub fn withdraw(&self, id: &str, code: RefusedCode, why: &Message) {
        let Ok(claim) = self.claim(id, |_| true) else { return };
        let request = &claim.request;
        if let Stage::Runs { stop, .. } = &request.stage {
            stop.now();
        }
        let capture = match &request.stage {
            Stage::Captured(capture) => Some(capture.as_ref()),
            Stage::Waits | Stage::Runs { .. } => None,
        };
        self.end(request, code, "withdrawn", "asker", why, capture);
    }

    /// Looks again at everything that waits in step 1; what has changed since it was asked leaves the desk.
    pub fn recheck(&self) {
        let waits = |stage: &Stage| matches!(stage, Stage::Waits);
        for request in self.requests().iter().filter(|request| waits(&request.stage)) {
            if let Some(words) = changed(request)
                && let Ok(claim) = self.claim(&request.id, waits)
            {
                self.end(&claim.request, RefusedCode::Changed, "withdrawn", "assay", &words, None);
            }
        }
    }

    /// The queue, oldest first.
    pub fn requests(&self) -> Vec<Request> {
        self.state().requests.clone()
    }

    /// Returns the reason that the file of grants cannot be read; then no grant of it is valid.
    pub fn grants_fault(&self) -> Option<Fault> {
        self.state().grants.fault()
    }

    /// The grants in force, newest first.
    pub fn grants(&self) -> Vec<Given> {
        self.state().grants.in_force().cloned().collect()
    }

    /// The grants in force for exactly these bytes, whatever the session; newest first.
    pub fn covering(&self, bound: &Bound) -> Vec<Given> {
        self.state().grants.in_force().filter(|given| given.is_for_bytes(bound)).cloned().collect()
    }

    /// Puts a request first, so that it is the next to be shown.
    pub fn bring_forward(&self, id: &str) {
        let mut state = self.state();
        if let Some(at) = state.requests.iter().position(|request| request.id == id) {
            let request = state.requests.remove(at);
            state.requests.insert(0, request);
        }
    }

    /// Takes a grant back; false when it is not in force. What it let run and has not ended yet waits for a
    /// person. Fails when it could neither be ended in its file nor the file be removed; then it has ended for
    /// this run of the program only.
    ///
    /// # Errors
    ///
    /// When the grant could neither be ended in its file nor the file be removed; then it has ended for this
    /// run of the program only.
    pub fn revoke(&self, id: &str) -> Result<bool, Fault> {
        let revoked = self.state().grants.revoke(id);
        if !matches!(revoked, Ok(false)) {
            self.tell();
        }
        revoked
    }

    /// A connection is gone: what was asked through it is taken back, and the grants tied to it end.
    pub fn hung_up(&self, connection: &str) {
        let by = |request: &&Request| request.wish.asker.connection.as_deref() == Some(connection);
        for request in self.requests().iter().filter(by) {
            self.withdraw(&request.id, RefusedCode::Withdrawn, &message!("The agent ended."));
        }
        self.state().grants.end_writer(connection);
        self.tell();
    }

    fn discarded(&self, request: &Request, capture: &Capture, note: &str) {
        let words = message!("It ran, but the user discarded the output.");
        self.refused_by_a_person(request, RefusedCode::Discarded, &words, "discarded", note, Some(capture));
    }

    // A no ends what would let the same run unasked, before anything else can happen.
    fn refused_by_a_person(
        &self,
        request: &Request,
        code: RefusedCode,
        why: &Message,
        outcome: &'static str,
        note: &str,
        capture: Option<&Capture>,
    ) {
        let ended = self.state().grants.refuse(&request.wish);
        let why = match ended {
            Ok(_) => why.clone(),
            Err(fault) => message!(
                "{why} A grant for it could not be ended: {fault}; delete that file.",
                why => why.clone(),
                fault => fault.message()
            ),
        };
        let rule = &request.wish.prepared.rule.text;
        self.refuse(request, code, &why, &Refusal { outcome, by: "user", note, rule, capture });
    }

    fn tell(&self) {
        if let Some(news) = self.news.get() {
            news();
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns what has changed since a request was asked; `None` if nothing has.
fn changed(request: &Request) -> Option<Message> {
    match (request.wish.again)() {
        Ok(now) => {
            let parts = now.bound.changed_since(&request.wish.prepared.bound);
            let both = |first, second| message!("{first} and {second}", first => first, second => second);
            let names = parts.iter().map(crate::part_words).reduce(both)?;
            Some(message!(
                "{parts} changed while the request was pending. Nothing was run.",
                parts => names
            ))
        }
        Err(why) => {
            Some(message!("The request changed while it was pending: {why} Nothing was run.", why => why))
        }
    }
}
