//! How far a change is while it is carried out, and its end before the end.

use std::sync::Mutex;

use ::skills::manage::{Progress, Trouble};
use ::workspace::locked;
use message::message;
use serde::Serialize;

/// A change that is being carried out.
#[derive(Default)]
pub(crate) struct Going(pub(super) Mutex<Option<(Progress, Wish)>>);

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wish {
    Done,
    Stopped,
}

/// How far a change is: every place of it is kept, laid out and swapped.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GoingView {
    /// Nothing while nothing is carried out.
    pub going: Option<GoingRow>,
}

/// Counts of steps.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GoingRow {
    /// What was done.
    pub done: u32,
    /// What there is to do.
    pub of: u32,
}

impl Going {
    pub(super) fn told(&self, progress: Progress) -> Result<(), Trouble> {
        let mut going = locked(&self.0);
        let wish = going.map_or(Wish::Done, |(_, wish)| wish);
        *going = Some((progress, wish));
        match wish {
            Wish::Done => Ok(()),
            Wish::Stopped => Err(Trouble::Refused(message!("Stopped and rolled back; nothing was changed."))),
        }
    }

    pub(super) fn over(&self) {
        *locked(&self.0) = None;
    }
}
