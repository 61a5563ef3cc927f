//! One decision at a time on one request: whoever has claimed it sees it through, and every other decision on it,
//! a withdrawal too, waits and then meets what became of it.

use std::sync::PoisonError;

use super::{Desk, NotDecided};
use crate::{Allowed, Request, Stage};

/// A request that nobody else decides on until this is dropped.
pub(super) struct Claim<'d> {
    desk: &'d Desk,
    /// The request as it stood when it was claimed.
    pub request: Request,
}

impl Desk {
    /// Claims a request that stands at such a step. Waits for whoever has claimed it.
    pub(super) fn claim(&self, id: &str, at: impl Fn(&Stage) -> bool) -> Result<Claim<'_>, NotDecided> {
        let mut state = self.state();
        while state.claimed.iter().any(|claimed| claimed == id) {
            state = self.turned.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let found = state.requests.iter().find(|request| request.id == id && at(&request.stage));
        let request = found.cloned().ok_or(NotDecided::Gone)?;
        state.claimed.push(id.to_owned());
        Ok(Claim { desk: self, request })
    }
}

impl Claim<'_> {
    /// It may run.
    pub fn allow(&mut self, allowed: Allowed) {
        self.request.allowed = Some(allowed);
        self.write();
    }

    /// It has moved on.
    pub fn move_to(&mut self, stage: Stage) {
        self.request.stage = stage;
        self.write();
    }

    fn write(&self) {
        let mut state = self.desk.state();
        if let Some(request) = state.requests.iter_mut().find(|request| request.id == self.request.id) {
            *request = self.request.clone();
        }
    }
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        self.desk.state().claimed.retain(|claimed| *claimed != self.request.id);
        self.desk.turned.notify_all();
    }
}
