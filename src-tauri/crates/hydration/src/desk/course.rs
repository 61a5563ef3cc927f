//! What follows a decision: it runs, comes back, is released or refused, and leaves the desk.

use std::sync::Arc;

use execution::{Decision, Grant, Lifetime, Stop};
use message::{Message, message};

use super::claim::Claim;
use super::{Desk, QUEUE};
use crate::carry_out::carry_out;
use crate::evidence::{Refusal, Sent};
use crate::{
    Allowed, By, Capture, Carried, Ended, LifetimeKind, Refused, RefusedCode, Release, Request, Stage, secret,
};

impl Desk {
    /// Begins what was allowed.
    pub(super) fn begin(self: &Arc<Self>, mut claim: Claim<'_>) {
        if matches!(claim.request.wish.prepared.carried, Carried::ByAsker(_)) {
            return self.agree(&claim.request);
        }
        let stop = Stop::default();
        claim.move_to(Stage::Runs { since: (self.clock)(), stop: stop.clone() });
        let (desk, request) = (Arc::clone(self), claim.request.clone());
        drop(claim);
        self.tell();
        std::thread::spawn(move || {
            let done = carry_out(&request.wish.ground, &request.wish.prepared, desk.clock, &stop);
            desk.came_back(&request, done);
        });
    }

    // Recorded first, as evidence is: a yes that cannot be recorded is none.
    fn agree(&self, request: &Request) {
        let Some(allowed) = &request.allowed else { return };
        let ended = match self.record_agreement(request, allowed) {
            Ok(event) => {
                match allowed.by {
                    By::User => self.remember(request, allowed, None),
                    By::Grant | By::Rule => self.count_use(allowed),
                }
                Ended::Agreed(Box::new(event))
            }
            Err(words) => {
                let why = message!("Cannot record the decision, so nothing was run: {words}.", words);
                Ended::Refused(Refused { code: RefusedCode::NotRecorded, why })
            }
        };
        self.close(&request.id, ended);
    }

    fn came_back(&self, ran: &Request, done: Result<Capture, Message>) {
        // It did run, whatever becomes of it now.
        if let (Ok(_), Some(allowed)) = (&done, &ran.allowed) {
            self.count_use(allowed);
        }
        // It may have been withdrawn meanwhile; then nobody waits for what came back.
        let Ok(mut claim) = self.claim(&ran.id, |stage| matches!(stage, Stage::Runs { .. })) else { return };
        let capture = match done {
            Ok(capture) => capture,
            Err(words) => {
                return self.end(&claim.request, RefusedCode::NotRun, "failed", "assay", &words, None);
            }
        };
        match self.leaves_unseen(&claim.request, &capture) {
            Some(by) => self.release(&claim.request, &capture, &[], by.word()),
            None => {
                claim.move_to(Stage::Captured(Arc::new(capture)));
                drop(claim);
                self.tell();
            }
        }
    }

    // By what right the output leaves with nobody looking at it. Whatever allowed it to run, likely secrets are
    // for a person to look at; and what allowed it must still do so, for the same bytes.
    fn leaves_unseen(&self, request: &Request, capture: &Capture) -> Option<By> {
        let allowed = request.allowed.as_ref().filter(|_| capture.secrets.is_empty())?;
        if allowed.by == By::User {
            return None;
        }
        let now = (request.wish.again)().ok()?;
        if now.bound != request.wish.prepared.bound {
            return None;
        }
        let holds = match &allowed.grant {
            Some(grant) => self.state().grants.lets_out(grant, capture.raw_digest),
            None => now.decision == Decision::Allow,
        };
        holds.then_some(allowed.by)
    }

    // Evidence first: what cannot be recorded is not released, and permits nothing.
    pub(super) fn release(&self, request: &Request, capture: &Capture, marks: &[usize], by: &'static str) {
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
                if by == By::User.word() {
                    self.remember(request, &allowed, Some(capture));
                }
                let released = Release { text: text.clone(), event, evidence };
                self.close(&request.id, Ended::Released(Box::new(released)));
            }
            Err(words) => {
                let why = message!("Cannot record the evidence, so nothing was sent: {words}.", words);
                self.close(&request.id, Ended::Refused(Refused { code: RefusedCode::NotRecorded, why }));
            }
        }
    }

    // What a person has released becomes what she chose before it ran. A grant that does not come to be, such
    // as one that cannot be written, is one question more.
    fn remember(&self, request: &Request, allowed: &Allowed, capture: Option<&Capture>) {
        let Some(id) = allowed.grant.clone() else { return };
        let raw = capture.map(|capture| capture.raw_digest);
        if allowed.by == By::Grant {
            if let Some(raw) = raw {
                self.state().grants.follow_output(&id, raw);
            }
            return;
        }
        let lifetime = match (allowed.lifetime, request.wish.writer(), raw) {
            (LifetimeKind::Bytes, ..) => Lifetime::Bytes,
            (LifetimeKind::Session, Some((session, writer)), _) => Lifetime::Session { session, writer },
            (LifetimeKind::Output, _, Some(raw)) => Lifetime::Output(raw),
            _ => Lifetime::Once,
        };
        let bound = request.wish.prepared.bound.clone();
        let last_used = allowed.at;
        let grant = Grant { id, bound, lifetime, given: (self.clock)(), used: 1, last_used };
        self.keep_skill(request);
        let _ = self.state().grants.give(&request.wish, grant);
    }

    fn count_use(&self, allowed: &Allowed) {
        if let (By::Grant, Some(grant)) = (allowed.by, &allowed.grant) {
            self.state().grants.count_use(grant, (self.clock)());
        }
    }

    pub(super) fn end(
        &self,
        request: &Request,
        code: RefusedCode,
        outcome: &'static str,
        by: &'static str,
        why: &Message,
        capture: Option<&Capture>,
    ) {
        let rule = &request.wish.prepared.rule.text;
        self.refuse(request, code, why, &Refusal { outcome, by, note: &why.text, rule, capture });
    }

    pub(super) fn refuse(&self, request: &Request, code: RefusedCode, why: &Message, refusal: &Refusal<'_>) {
        // A refusal stands even if it cannot be recorded: nothing is released either way.
        let recorded = self.record_refusal(request, refusal);
        let why = match recorded {
            Ok(()) => why.clone(),
            Err(trouble) => {
                message!("{why} It could not be recorded: {trouble}.", why => why.clone(), trouble)
            }
        };
        self.close(&request.id, Ended::Refused(Refused { code, why }));
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
}
