//! What may be asked about sessions.

use serde::{Deserialize, Serialize};

use crate::wire::{Millis, SessionSort};

/// Which rows of the session list.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SessionsAsk {
    /// Only titles, ids and skill names that contain this, without regard to case; empty takes all.
    pub text: String,
    /// Only sessions of the agent of this name; empty takes all.
    #[serde(default)]
    pub agent: String,
    /// Only sessions with an event at this time or later.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub since: Option<Millis>,
    /// Only sessions that began before this time.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub until: Option<Millis>,
    /// Minutes that the clock on the wall is before UTC, for where days begin.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<i32>"))]
    pub zone: i32,
    /// The order.
    pub sort: SessionSort,
    /// First row wanted, counted from 0.
    pub from: u32,
    /// How many rows, at most 500.
    pub count: u32,
}

/// One session, by the key of its row.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SessionAsk {
    /// The key of a [`crate::sessions::SessionRow`].
    pub key: String,
}

/// Rows of a session's timeline.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TimelineAsk {
    /// The key of a [`crate::sessions::SessionRow`].
    pub key: String,
    /// First row wanted, counted from 0.
    pub from: u32,
    /// How many rows, at most 500.
    pub count: u32,
}

/// A place in a session, to be found in its timeline.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlaceAsk {
    /// The key of a [`crate::sessions::SessionRow`].
    pub key: String,
    /// What is looked for.
    pub place: Place,
}

/// A line or a turn.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// A record of its log, counted from 1.
    Line(u32),
    /// A line of the file, counted from 1.
    FileLine(u32),
    /// A turn by its number.
    Turn(u32),
}

/// The events of one timeline row.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EventsAsk {
    /// The key of a [`crate::sessions::SessionRow`].
    pub key: String,
    /// The row's number in the timeline.
    pub row: u32,
    /// Bookkeeping follows one by one behind the one event that stands for all of it.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub bookkeeping: bool,
    /// Only events of this group; all when absent.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub only: Option<EventGroup>,
    /// First event wanted, counted from 0.
    pub from: u32,
    /// How many events, at most 500.
    pub count: u32,
}

/// Events of kinds that are read together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum EventGroup {
    /// What was said, thought and summed up.
    Messages,
    /// Calls, their results, and who allowed them.
    Tools,
    /// Skills: listed, taken in, hydrated.
    Skills,
    /// Everything else, such as usage, subagents and lines that cannot be read.
    Other,
}

/// What shaped one timeline row.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ProvenanceAsk {
    /// The key of a [`crate::sessions::SessionRow`].
    pub key: String,
    /// The row's number in the timeline.
    pub row: u32,
}

/// In which log an event stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum LogPart {
    /// The session's own.
    #[default]
    Log,
    /// Assay's companion log of the session.
    Companion,
    /// Assay's companion log of the session it was forked from.
    Inherited,
}

impl From<LogPart> for ::workspace::LogPart {
    fn from(part: LogPart) -> Self {
        match part {
            LogPart::Log => Self::Log,
            LogPart::Companion => Self::Companion,
            LogPart::Inherited => Self::Inherited,
        }
    }
}

impl From<::workspace::LogPart> for LogPart {
    fn from(part: ::workspace::LogPart) -> Self {
        match part {
            ::workspace::LogPart::Log => Self::Log,
            ::workspace::LogPart::Companion => Self::Companion,
            ::workspace::LogPart::Inherited => Self::Inherited,
        }
    }
}

/// The raw bytes of one line of a log.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RawAsk {
    /// The key of a [`crate::sessions::SessionRow`].
    pub key: String,
    /// Which log; without it, the session's own.
    #[serde(default)]
    pub log: LogPart,
    /// The line, counted from 1.
    pub line: u32,
    /// First byte wanted, counted from 0.
    pub from: u32,
    /// How many bytes, at most 65,536.
    pub count: u32,
}

/// More lines of a text inside an event.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EventTextAsk {
    /// The key of a [`crate::sessions::SessionRow`].
    pub key: String,
    /// Which log; without it, the session's own.
    #[serde(default)]
    pub log: LogPart,
    /// The log line, counted from 1.
    pub line: u32,
    /// Which text of it.
    pub part: EventPart,
    /// First line wanted of the text, counted from 0.
    pub from: u32,
    /// How many lines, at most 2,000.
    pub count: u32,
}

/// A text inside an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum EventPart {
    /// The text of a message, the snapshot of an activation, the summary of a compaction.
    Text,
    /// The arguments of a tool call, as indented JSON.
    Args,
    /// The output of a tool result, the text of a hydration.
    Output,
}
