//! What each convention makes of the skills as of now. Whoever asks who wins, what is listed or what lies where asks
//! here, by the convention of the agent that it is about.

use std::sync::Arc;
use std::time::SystemTime;

use sessions::Source;
use skills::{Convention, Survey};

use crate::Seen;

/// The convention whose look is kept apart, since nearly every request needs it; a skill in one of its folders is changed by
/// its rules unless another agent is named.
pub const MANAGED: Convention = Convention::Pixir;

/// Whose rules the skills of a session are judged by: those of the agent that wrote it.
pub fn convention_of(source: Source) -> Convention {
    Convention::named(source.rules().convention).unwrap_or_default()
}

/// The last look at the roots of the convention whose folders Assay changes. Nearly every request needs it, so they
/// are looked at alone.
#[derive(Default)]
pub struct ManagedLook {
    pub(crate) last: Option<(SystemTime, Arc<Seen>)>,
    // What was seen last, also before something changed: what has not changed is not read again, and still holds.
    pub(crate) seen: Option<(Survey, Arc<Seen>)>,
}

impl ManagedLook {
    /// The next request looks again.
    pub fn forget(&mut self) {
        self.last = None;
    }
}
