//! What the page sees of a session at a glance.

use serde::{Deserialize, Serialize};

use crate::sessions::Letter;

/// A session in so many stretches.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OverviewAsk {
    /// The key of a [`crate::sessions::SessionRow`].
    pub key: String,
    /// How many stretches at most, up to 400.
    pub stretches: u32,
}

/// A session in stretches of as many events each.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OverviewView {
    /// All its events.
    pub events: u32,
    /// The stretches in order.
    pub stretches: Vec<OverviewStretch>,
    /// Where texts of skills are in context, at most eight, in the order of their letters.
    pub lanes: Vec<OverviewLane>,
    /// Texts without a lane, which are in context for a shorter time.
    pub lanes_left_out: u32,
}

/// Some events in a row.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OverviewStretch {
    /// Its first event, counted from 0.
    pub from: u32,
    /// Behind its last event.
    pub to: u32,
    /// The timeline's row to go to: that of the first of what weighs most in it, or of its first event.
    pub row: u32,
    /// The log line to go to, likewise.
    pub line: u32,
    /// The turn its first event belongs to.
    pub turn: Option<u32>,
    /// Most tokens that a call in it sent; of many calls eight are looked at. Absent where no call says how many.
    pub tokens: Option<u32>,
    /// Turns that failed.
    pub failures: u32,
    /// Compactions.
    pub compactions: u32,
    /// Activations of skills.
    pub activations: u32,
    /// Hydrations, those of companion logs included.
    pub hydrations: u32,
}

/// Where one text of a skill is in context.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OverviewLane {
    /// Its letter.
    pub letter: Letter,
    /// The stretches of events.
    pub spans: Vec<EventSpan>,
}

/// A stretch of events.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EventSpan {
    /// The first one, counted from 0.
    pub from: u32,
    /// Behind the last one.
    pub to: u32,
}
