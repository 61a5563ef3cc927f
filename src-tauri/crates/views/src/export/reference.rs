//! A reference to one event that can be written down: `session#seq`.

use ::sessions::{Log, Seq};
use ::workspace::Workspace;
use message::message;
use serde::{Deserialize, Serialize};

use crate::{Code, Failure};

/// A reference.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ReferenceAsk {
    /// `20260918T141102-7be41d#12`, or a session's id alone.
    pub text: String,
}

/// What it leads to.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ReferenceView {
    /// The session's id.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub session: String,
    /// Its key.
    pub key: String,
    /// Its title.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub title: String,
    /// The event's number; nothing when the reference names a session.
    pub seq: Option<u64>,
    /// Its line in the log.
    pub line: Option<u32>,
    /// Its turn.
    pub turn: Option<u32>,
    /// The event as recorded, at most 64 KiB of it.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
    pub event: Option<String>,
}

/// Bytes of an event that are shown with a reference.
const SHOWN: usize = 64 << 10;

// The first event of that number; what is looked up is only the place where it would stand.
fn numbered(log: &Log, seq: u64) -> Option<usize> {
    let at = log.position_of(&Seq::Whole(seq.into()))?;
    let is_it = |at: &usize| log.at(*at).is_some_and(|row| log.seq(row).number() == Some(seq));
    (0..=at).rev().take_while(is_it).last()
}

/// Follows a reference.
///
/// # Errors
///
/// [`Code::WrongUse`](crate::Code::WrongUse) when nothing was named to refer to,
/// [`Code::NotFound`](crate::Code::NotFound) when it is not there.
pub fn reference(workspace: &Workspace, ask: &ReferenceAsk) -> Result<ReferenceView, Failure> {
    let (id, seq) = match ask.text.trim().split_once('#') {
        None => (ask.text.trim(), None),
        Some((id, number)) => {
            let seq = number.parse::<u64>().map_err(|_| {
                Failure::new(
                    Code::WrongUse,
                    message!("{number} is not a sequence number.", number = format!("{:?}", number)),
                )
                .hint(message!("Use SESSION#SEQ."))
            })?;
            (id, Some(seq))
        }
    };
    let session = crate::sessions::by_id(workspace, id)?;
    let read = session.read();
    let position = match seq {
        None => None,
        Some(seq) => Some(numbered(&read.log, seq).ok_or_else(|| {
            Failure::not_found(message!("session {id} has no event {seq}.", id, seq))
                .hint(message!("Run `assay session {id}` to list its turns.", id))
        })?),
    };
    let line = position.and_then(|at| read.log.at(at)).map(sessions::Row::line);
    let event = line.and_then(|line| read.log.raw(line)).transpose()?.map(|mut bytes| {
        bytes.truncate(SHOWN);
        String::from_utf8_lossy(&bytes).into_owned()
    });
    Ok(ReferenceView {
        session: session.id.clone(),
        key: session.key.clone(),
        title: read.title.clone(),
        seq,
        line,
        turn: position.and_then(|at| read.turns.turn_at(at)).map(|turn| turn.number),
        event,
    })
}
