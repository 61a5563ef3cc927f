//! The desk where requests wait for a person. It decides nothing: it asks the rules, the grants and the person,
//! carries out what was decided, and records it before anything is released.

mod face;
mod record;

use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use execution::{Bound, Decision, Grant, Lifetime, Stop};
use sessions::hexadecimal;

pub use face::{ARMED_AFTER, Face};
pub use record::NO_SESSION;

use crate::carry_out::carry_out;
use crate::evidence::{Refusal, Sent};
use crate::grants::{Given, Grants};
use crate::{
    Allowed, By, Capture, Carried, Ended, Refused, RefusedCode, Release, Request, Stage, Wish, secret,
};

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
    ended: Vec<(String, Ended)>,
    grants: Grants,
    face: face::Shown,
}

/// How long a permission to run shall hold, as a person says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// This request only.
    Once,
    /// Until the session's writer ends.
    Session,
    /// While the bytes stay the same.
    Bytes,
}

/// Why a decision was not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotDecided {
    /// The request is gone, or has moved on.
    Gone,
    /// What was on screen is not what is there now, or was on screen too shortly.
    NotShown,
}

/// A request that was made; whoever holds it may wait for the end.
#[derive(Clone)]
pub struct Ticket {
    desk: Arc<Desk>,
    /// The request's id.
    pub id: String,
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
        let ticket = Ticket { desk: Arc::clone(self), id: id.clone() };
        let mut state = self.state();
        let since_grant = state.grants.since(&wish);
        let grant = state.grants.take(&wish, now);
        let wish = Arc::new(wish);
        let mut request =
            Request { id: id.clone(), asked: now, wish, stage: Stage::Waits, allowed: None, since_grant };
        let prepared = &request.wish.prepared;
        let allowed = match (prepared.decision, grant) {
            (Decision::Refuse, _) => {
                let words = prepared.rule.clone();
                drop(state);
                self.end(&request, RefusedCode::ByRule, "refused", "rule", &words, None);
                return ticket;
            }
            (_, Some(grant)) => {
                let lifetime = lifetime_word(&grant.lifetime);
                Some(Allowed { by: By::Grant, grant: Some(grant.id), lifetime, at: now })
            }
            (Decision::Allow, None) => Some(Allowed { by: By::Rule, grant: None, lifetime: "once", at: now }),
            (Decision::Ask, None) => None,
        };
        if state.requests.len() >= QUEUE {
            drop(state);
            let words = format!("{QUEUE} requests wait already; decide on those first.");
            self.end(&request, RefusedCode::Busy, "refused", "assay", &words, None);
            return ticket;
        }
        request.allowed = allowed;
        let runs = request.allowed.is_some();
        state.requests.push(request);
        drop(state);
        if runs {
            self.begin(&id);
        } else {
            self.tell();
        }
        ticket
    }

    /// Step 1, yes: looks at everything once more, remembers the permission, and runs it.
    pub fn run(self: &Arc<Self>, id: &str, wanted: Wanted) -> Result<(), NotDecided> {
        let request = self.find(id).filter(|request| matches!(request.stage, Stage::Waits));
        let request = request.ok_or(NotDecided::Gone)?;
        if let Some(words) = changed(&request) {
            self.end(&request, RefusedCode::Changed, "withdrawn", "assay", &words, None);
            return Err(NotDecided::NotShown);
        }
        let now = (self.clock)();
        let lifetime = match (wanted, request.wish.writer()) {
            (Wanted::Bytes, _) => Lifetime::Bytes,
            (Wanted::Session, Some((session, writer))) => Lifetime::Session { session, writer },
            (Wanted::Session, None) | (Wanted::Once, _) => Lifetime::Once,
        };
        let word = lifetime_word(&lifetime);
        let grant = Grant {
            id: format!("grt_{}", hexadecimal()),
            bound: request.wish.prepared.bound.clone(),
            lifetime,
            given: now,
            used: 1,
            last_used: now,
        };
        let mut state = self.state();
        let Some(waiting) = state.requests.iter_mut().find(|waiting| waiting.id == id) else {
            return Err(NotDecided::Gone);
        };
        waiting.allowed =
            Some(Allowed { by: By::User, grant: Some(grant.id.clone()), lifetime: word, at: now });
        state.grants.give(&request.wish, grant);
        drop(state);
        self.keep_skill(&request);
        self.begin(id);
        Ok(())
    }

    /// Step 1, no; while it runs, the same word stops it.
    pub fn deny(&self, id: &str, note: &str) -> Result<(), NotDecided> {
        let request = self.find(id).ok_or(NotDecided::Gone)?;
        let note: String = note.chars().take(NOTE).collect();
        if let Stage::Runs { stop, .. } = &request.stage {
            stop.now();
        }
        let words = if note.is_empty() {
            "A person denied it.".to_owned()
        } else {
            format!("A person denied it: {note}")
        };
        self.refuse(
            &request,
            RefusedCode::Denied,
            &words,
            &Refusal {
                outcome: "denied",
                by: "user",
                note: &note,
                rule: &request.wish.prepared.rule,
                capture: None,
            },
        );
        Ok(())
    }

    /// Step 2, yes: releases the text, with the secrets of these numbers (from 0) taken out.
    pub fn send(&self, id: &str, marks: &[usize]) -> Result<(), NotDecided> {
        let (request, capture) = self.captured(id)?;
        self.release(&request, &capture, marks, "user");
        Ok(())
    }

    /// Step 2, no: releases nothing.
    pub fn discard(&self, id: &str) -> Result<(), NotDecided> {
        let (request, capture) = self.captured(id)?;
        self.refuse(
            &request,
            RefusedCode::Discarded,
            "It ran, and a person released nothing of it.",
            &Refusal {
                outcome: "discarded",
                by: "user",
                note: "",
                rule: &request.wish.prepared.rule,
                capture: Some(&capture),
            },
        );
        Ok(())
    }

    /// Takes a request back, for a reason in a sentence. What runs is stopped.
    pub fn withdraw(&self, id: &str, code: RefusedCode, words: &str) {
        let Some(request) = self.find(id) else { return };
        if let Stage::Runs { stop, .. } = &request.stage {
            stop.now();
        }
        let capture = match &request.stage {
            Stage::Captured(capture) => Some(capture.as_ref()),
            Stage::Waits | Stage::Runs { .. } => None,
        };
        self.end(&request, code, "withdrawn", "asker", words, capture);
    }

    /// Looks again at everything that waits in step 1; what has changed since it was asked leaves the desk.
    pub fn recheck(&self) {
        for request in self.requests().iter().filter(|request| matches!(request.stage, Stage::Waits)) {
            if let Some(words) = changed(request) {
                self.end(request, RefusedCode::Changed, "withdrawn", "assay", &words, None);
            }
        }
    }

    /// The queue, oldest first.
    pub fn requests(&self) -> Vec<Request> {
        self.state().requests.clone()
    }

    /// The grants in force, newest first.
    pub fn grants(&self) -> Vec<Given> {
        self.state().grants.in_force().cloned().collect()
    }

    /// Whether a grant in force covers exactly these bytes, whatever the session.
    pub fn is_granted(&self, bound: &Bound) -> bool {
        self.state().grants.covers(bound, None)
    }

    /// Puts a request first, so that it is the next to be shown.
    pub fn bring_forward(&self, id: &str) {
        let mut state = self.state();
        if let Some(at) = state.requests.iter().position(|request| request.id == id) {
            let request = state.requests.remove(at);
            state.requests.insert(0, request);
        }
    }

    /// Takes a grant back; false when it is not in force.
    pub fn revoke(&self, id: &str) -> bool {
        let revoked = self.state().grants.revoke(id);
        if revoked {
            self.tell();
        }
        revoked
    }

    /// Ends the grants that were tied to a connection.
    pub fn hung_up(&self, connection: &str) {
        self.state().grants.end_writer(connection);
        self.tell();
    }

    fn begin(self: &Arc<Self>, id: &str) {
        if let Some(request) = self.find(id)
            && matches!(request.wish.prepared.carried, Carried::ByAsker(_))
        {
            return self.agree(&request);
        }
        let stop = Stop::default();
        let mut state = self.state();
        let Some(request) = state.requests.iter_mut().find(|request| request.id == id) else { return };
        request.stage = Stage::Runs { since: (self.clock)(), stop: stop.clone() };
        let (desk, wish, id) = (Arc::clone(self), Arc::clone(&request.wish), id.to_owned());
        drop(state);
        self.tell();
        std::thread::spawn(move || {
            let done = carry_out(&wish.ground, &wish.prepared, desk.clock, &stop);
            desk.came_back(&id, done);
        });
    }

    // Recorded first, as evidence is: a yes that cannot be recorded is none.
    fn agree(&self, request: &Request) {
        let Some(allowed) = &request.allowed else { return };
        let ended = match self.record_agreement(request, allowed) {
            Ok(event) => Ended::Agreed(Box::new(event)),
            Err(words) => {
                let words = format!("The decision could not be written, so nothing was begun: {words}");
                Ended::Refused(Refused { code: RefusedCode::NotRecorded, words })
            }
        };
        self.close(&request.id, ended);
    }

    fn came_back(&self, id: &str, done: Result<Capture, String>) {
        // It may have been withdrawn meanwhile; then nobody waits for what came back.
        let Some(request) = self.find(id) else { return };
        let capture = match done {
            Ok(capture) => Arc::new(capture),
            Err(words) => {
                return self.end(&request, RefusedCode::NotRun, "failed", "assay", &words, None);
            }
        };
        let by = request.allowed.as_ref().map(|allowed| allowed.by);
        // Whatever allowed it to run, likely secrets are for a person to look at.
        match by {
            Some(By::Grant | By::Rule) if capture.secrets.is_empty() => {
                self.release(&request, &capture, &[], by.map_or("rule", By::word));
            }
            _ => {
                let mut state = self.state();
                if let Some(request) = state.requests.iter_mut().find(|request| request.id == id) {
                    request.stage = Stage::Captured(capture);
                }
                drop(state);
                self.tell();
            }
        }
    }

    // Evidence first: what cannot be recorded is not released.
    fn release(&self, request: &Request, capture: &Capture, marks: &[usize], by: &'static str) {
        let (text, redactions) = secret::redact(&capture.text.text, marks);
        let Some(allowed) = request.allowed.clone() else { return };
        let sent = |output| Sent {
            allowed: &allowed,
            capture,
            text: &text,
            output,
            redactions,
            by,
            at: (self.clock)(),
        };
        match self.record_release(request, &text, sent) {
            Ok((event, evidence)) => {
                let released = Release { text: text.clone(), event, evidence };
                self.close(&request.id, Ended::Released(Box::new(released)));
            }
            Err(words) => {
                let words = format!("The evidence could not be written, so nothing was released: {words}");
                self.close(&request.id, Ended::Refused(Refused { code: RefusedCode::NotRecorded, words }));
            }
        }
    }

    fn end(
        &self,
        request: &Request,
        code: RefusedCode,
        outcome: &'static str,
        by: &'static str,
        words: &str,
        capture: Option<&Capture>,
    ) {
        let rule = &request.wish.prepared.rule;
        self.refuse(request, code, words, &Refusal { outcome, by, note: words, rule, capture });
    }

    fn refuse(&self, request: &Request, code: RefusedCode, words: &str, refusal: &Refusal<'_>) {
        // A refusal stands even if it cannot be recorded: nothing is released either way.
        let recorded = self.record_refusal(request, refusal);
        let words = match recorded {
            Ok(()) => words.to_owned(),
            Err(trouble) => format!("{words} It could not be recorded: {trouble}"),
        };
        self.close(&request.id, Ended::Refused(Refused { code, words }));
    }

    fn close(&self, id: &str, ended: Ended) {
        let mut state = self.state();
        let asked = state.requests.iter().position(|request| request.id == id);
        if let Some(at) = asked {
            state.requests.remove(at);
            state.face.left(id, &ended);
        }
        if !state.ended.iter().any(|(known, _)| known == id) {
            state.ended.push((id.to_owned(), ended));
            // Whoever waits takes its end at once; the rest are of requests that nobody waits for.
            if state.ended.len() > 2 * QUEUE {
                state.ended.remove(0);
            }
        }
        drop(state);
        self.turned.notify_all();
        self.tell();
    }

    fn captured(&self, id: &str) -> Result<(Request, Arc<Capture>), NotDecided> {
        let request = self.find(id).ok_or(NotDecided::Gone)?;
        match &request.stage {
            Stage::Captured(capture) => {
                let capture = Arc::clone(capture);
                Ok((request, capture))
            }
            Stage::Waits | Stage::Runs { .. } => Err(NotDecided::Gone),
        }
    }

    fn find(&self, id: &str) -> Option<Request> {
        self.state().requests.iter().find(|request| request.id == id).cloned()
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

impl Ticket {
    /// How it ended, if it has.
    pub fn ended(&self) -> Option<Ended> {
        let state = self.desk.state();
        state.ended.iter().find(|(id, _)| *id == self.id).map(|(_, ended)| ended.clone())
    }

    /// Waits for the end; a request that nobody decides on is withdrawn after `patience`.
    pub fn wait(&self, patience: Duration) -> Ended {
        let begun = Instant::now();
        loop {
            let state = self.desk.state();
            if let Some((_, ended)) = state.ended.iter().find(|(id, _)| *id == self.id) {
                return ended.clone();
            }
            let left = patience.saturating_sub(begun.elapsed());
            if left.is_zero() {
                drop(state);
                let minutes = patience.as_secs().div_ceil(60);
                let words = format!("Nobody decided within {minutes} minutes.");
                self.desk.withdraw(&self.id, RefusedCode::TimedOut, &words);
                let timed_out = Refused { code: RefusedCode::TimedOut, words };
                return self.ended().unwrap_or(Ended::Refused(timed_out));
            }
            drop(self.desk.turned.wait_timeout(state, left));
        }
    }

    /// Takes the request back.
    pub fn withdraw(&self, words: &str) {
        self.desk.withdraw(&self.id, RefusedCode::Withdrawn, words);
    }
}

/// What has changed since a request was asked, in a sentence.
fn changed(request: &Request) -> Option<String> {
    match (request.wish.again)() {
        Ok(now) => {
            let parts = now.bound.changed_since(&request.wish.prepared.bound);
            (!parts.is_empty()).then(|| {
                let names: Vec<_> = parts.into_iter().map(crate::part_words).collect();
                format!("While it waited, {} changed. Nothing was run.", names.join(" and "))
            })
        }
        Err(words) => Some(format!("While it waited, it changed: {words}. Nothing was run.")),
    }
}

fn lifetime_word(lifetime: &Lifetime) -> &'static str {
    match lifetime {
        Lifetime::Once => "once",
        Lifetime::Session { .. } => "session",
        Lifetime::Bytes => "bytes",
    }
}
