//! A request that was made, in the hand of whoever made it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use message::{Message, message};

use super::Desk;
use crate::{Ended, Refused, RefusedCode};

/// A request that was made; whoever holds it may wait for the end.
#[derive(Clone)]
pub struct Ticket {
    desk: Arc<Desk>,
    /// The request's id.
    pub id: String,
}

impl Ticket {
    pub(super) fn new(desk: &Arc<Desk>, id: &str) -> Self {
        Self { desk: Arc::clone(desk), id: id.to_owned() }
    }

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
                let why = message!("No decision within {minutes} minutes.", minutes);
                self.desk.withdraw(&self.id, RefusedCode::TimedOut, &why);
                let timed_out = Refused { code: RefusedCode::TimedOut, why };
                return self.ended().unwrap_or(Ended::Refused(timed_out));
            }
            drop(self.desk.turned.wait_timeout(state, left));
        }
    }

    /// Takes the request back.
    pub fn withdraw(&self, why: &Message) {
        self.desk.withdraw(&self.id, RefusedCode::Withdrawn, why);
    }
}
