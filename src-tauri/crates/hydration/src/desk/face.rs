//! What the approval window shows, and since when: a decision counts only for what was on screen long enough.

use std::time::{Duration, Instant};

use message::Message;

use crate::desk::{Desk, NotDecided};
use crate::{Ended, Request, Stage};

/// Keys and clicks are off for this long after something new is on screen.
pub const ARMED_AFTER: Duration = Duration::from_millis(400);

/// What is on screen now.
#[derive(Debug, Clone)]
pub struct Face {
    /// The number of this showing.
    pub showing: u32,
    /// For how long it still takes no decision.
    pub unarmed: Duration,
    /// The request; nothing when none waits.
    pub request: Option<Request>,
    /// Its place in the queue, from 1.
    pub position: usize,
    /// How many wait.
    pub waiting: usize,
    /// Why the last request left without a decision of the person, in a sentence.
    pub left: Option<Message>,
}

/// What was last on screen.
#[derive(Debug, Default)]
pub(super) struct Shown {
    showing: u32,
    what: Option<(String, u8)>,
    since: Option<Instant>,
    left: Option<Message>,
}

impl Shown {
    /// A request has left; if it was on screen without being decided there, the window says why.
    pub(super) fn left(&mut self, id: &str, ended: &Ended) {
        let on_screen = self.what.as_ref().is_some_and(|(shown, _)| shown == id);
        if !on_screen {
            return;
        }
        self.left = match ended {
            Ended::Released(_) | Ended::Agreed(_) => None,
            Ended::Refused(refused) => match refused.code {
                crate::RefusedCode::Denied | crate::RefusedCode::Discarded => None,
                _ => Some(refused.why.clone()),
            },
        };
    }
}

impl Desk {
    /// What the approval window shows: the oldest request. A new showing begins whenever that changes.
    pub fn face(&self) -> Face {
        let mut state = self.state();
        // What was decided beforehand and runs by itself is not shown until a person is needed.
        let needs = |request: &&Request| match request.stage {
            Stage::Captured(_) => true,
            Stage::Waits => request.allowed.as_ref().is_none_or(|allowed| allowed.by == crate::By::User),
            Stage::Runs { .. } => {
                request.allowed.as_ref().is_some_and(|allowed| allowed.by == crate::By::User)
            }
        };
        let request = state.requests.iter().find(needs).cloned();
        let waiting = state.requests.iter().filter(needs).count();
        let what = request.as_ref().map(|request| (request.id.clone(), step(&request.stage)));
        let shown = &mut state.face;
        if shown.what != what {
            shown.showing += 1;
            shown.what = what;
            shown.since = Some(Instant::now());
        }
        let unarmed = shown.since.map_or(ARMED_AFTER, |since| ARMED_AFTER.saturating_sub(since.elapsed()));
        let left = shown.left.clone();
        let (showing, position) = (shown.showing, usize::from(request.is_some()));
        Face { showing, unarmed, request, position, waiting, left }
    }

    /// Whether a decision on this request was taken on what is on screen now, and long enough after it came.
    ///
    /// # Errors
    ///
    /// [`NotDecided::NotShown`] when another request, or another state of this one, is on screen, or it has
    /// been there too shortly.
    pub fn was_shown(&self, id: &str, showing: u32) -> Result<(), NotDecided> {
        let face = self.face();
        let is_it = face.request.is_some_and(|request| request.id == id);
        if is_it && face.showing == showing && face.unarmed.is_zero() {
            self.state().face.left = None;
            Ok(())
        } else {
            Err(NotDecided::NotShown)
        }
    }
}

fn step(stage: &Stage) -> u8 {
    match stage {
        Stage::Waits => 1,
        Stage::Runs { .. } => 2,
        Stage::Captured(_) => 3,
    }
}
