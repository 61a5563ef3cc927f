//! What each convention makes of the skills as of now. Whoever asks who wins, what is listed or what lies where asks
//! here, by the convention of the agent that it is about.

use std::sync::Arc;
use std::time::SystemTime;

use sessions::Source;
use skills::{Convention, Ruling, Survey, Trust, Visibility, rule};

use crate::model::{is_fresh, locked};
use crate::{Seen, Workspace};

/// Whose folders Assay changes: plans, fixes, imports and checks are of the skills that lie there.
pub const MANAGED: Convention = Convention::Pixir;

/// Whose rules the skills of a session are judged by: those of the agent that wrote it.
pub fn convention_of(source: Source) -> Convention {
    Convention::named(source.rules().convention).unwrap_or_default()
}

/// The last look at the roots of the convention whose folders Assay changes. Nearly every request needs it, so they
/// are looked at alone.
#[derive(Default)]
pub struct ManagedLook {
    last: Option<(SystemTime, Arc<Seen>)>,
    // What was seen last, also before something changed: what has not changed is not read again, and still holds.
    seen: Option<(Survey, Arc<Seen>)>,
}

impl ManagedLook {
    /// The next request looks again.
    pub fn forget(&mut self) {
        self.last = None;
    }
}

impl Workspace {
    /// What a convention makes of the skills as of now, or as of less than a second ago when nothing was said to have changed since.
    /// As long as nothing changes it is the same one.
    pub fn ruling(&self, convention: Convention) -> Arc<Seen> {
        if convention == MANAGED { self.managed() } else { self.wins().seen(convention, &self.managed()) }
    }

    /// The same for an agent that sees the skills otherwise than all others do.
    pub fn ruling_seen(&self, convention: Convention, visibility: &Visibility) -> Ruling {
        rule(convention, &self.wins().survey, visibility)
    }

    fn managed(&self) -> Arc<Seen> {
        self.begin();
        let (places, now) = (self.places(), self.now());
        let mut look = locked(&self.managed);
        if let Some((at, seen)) = &look.last
            && is_fresh(*at, now)
        {
            return Arc::clone(seen);
        }
        let (survey, seen) = match look.seen.take() {
            Some((before, seen)) => {
                let survey = before.again(&places, now);
                let same = survey == before;
                (survey, Some(seen).filter(|_| same))
            }
            None => (Survey::nothing_for(MANAGED).again(&places, now), None),
        };
        let judged = || rule(MANAGED, &survey, &Visibility::whole(Trust::Trusted));
        let seen = seen.unwrap_or_else(|| Arc::new(Seen::of(judged(), None)));
        look.seen = Some((survey, Arc::clone(&seen)));
        look.last = Some((now, Arc::clone(&seen)));
        seen
    }
}
