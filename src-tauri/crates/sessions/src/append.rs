//! Whole lines at the end of a log.
//!
//! Appending to another program's log is the last resort: it needs the lease ([`Held`]), a log that program
//! can read, and types it takes. What Assay has to say of its own goes to a [`crate::Companion`].

use std::time::SystemTime;

use disk::{Cause, Fault};
use serde_json::{Map, Value};

use crate::find::{Unsafe, safe_state_path};
use crate::hold::{Held, Lost};
use crate::index::Kind;
use crate::{Event, Hydration, Log, Refusal, Seq, Verdict, accept, decode, instant, next_seq, token};

/// The longest line that is written, in bytes (1 MiB). Outputs go elsewhere long before; see [`crate::keep_output`].
pub const DRAFT_LIMIT: usize = 1 << 20;

/// An event that is to be written: its id, number and time are given to it then.
#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    /// Its type.
    pub kind: Kind,
    /// Its body.
    pub data: Map<String, Value>,
}

/// What the program that owns a log was seen to take. Never assumed: one type too many, and it refuses the
/// whole log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Accepts {
    /// Pixir's fourteen types.
    PixirsTypes,
    /// `skill_context_hydration` as well.
    HydrationType,
}

/// Why nothing was appended. In every case the log is as it was.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CannotAppend {
    /// The lease is no longer ours.
    #[error("{0}")]
    Lost(Lost),
    /// Pixir refuses the path of the log.
    #[error("nothing was written to the log: {0}")]
    Unsafe(Unsafe),
    /// There is no log to append to.
    #[error("nothing was written: the log does not exist")]
    NoLog,
    /// The program that owns the log could not read it even now.
    #[error("nothing was written: {0}")]
    Refused(Verdict),
    /// The last line has no line feed: ours would be glued to it.
    #[error("nothing was written: the log's last line is not closed")]
    OpenEnd,
    /// Somebody wrote to the log without the lease.
    #[error("nothing was written: the log changed meanwhile; try again")]
    Moved,
    /// The program that owns the log would refuse it with an event of this type.
    #[error("nothing was written: Pixir refuses a log with the type {:?}", .0.name())]
    WrongType(Kind),
    /// A line would be longer than [`DRAFT_LIMIT`]; its bytes.
    #[error("nothing was written: the line has {0} bytes, more than the limit of {DRAFT_LIMIT}")]
    TooLong(usize),
    /// The disk refuses.
    #[error("{0}")]
    Disk(Fault),
}

impl Draft {
    /// An event of a hydration.
    pub fn hydration(hydration: &Hydration) -> Self {
        Self { kind: Kind::SkillContextHydration, data: hydration.data() }
    }

    /// An event of any type with a body made elsewhere.
    pub fn new(kind: Kind, data: Map<String, Value>) -> Self {
        Self { kind, data }
    }
}

/// An event as a whole line of a log, with its line feed and an id of its own. For logs that are made whole.
pub fn line_of(draft: &Draft, session: &crate::SessionId, seq: usize, now: SystemTime) -> Vec<u8> {
    let id = token::hexadecimal();
    let stamped = Stamped { id, session_id: session.as_str(), seq: seq as i128, now };
    let mut bytes = line(draft, &stamped).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}

/// What a line says beside its body.
pub(crate) struct Stamped<'a> {
    pub id: String,
    pub session_id: &'a str,
    pub seq: i128,
    pub now: SystemTime,
}

/// The line of an event in Pixir's own form, without its line feed: members in its order, keys sorted.
pub(crate) fn line(draft: &Draft, stamped: &Stamped<'_>) -> Result<Vec<u8>, CannotAppend> {
    let mut data = Value::Object(draft.data.clone());
    data.sort_all_objects();
    let text = |text: &str| Value::from(text).to_string();
    let line = format!(
        r#"{{"data":{data},"id":{},"type":{},"seq":{},"session_id":{},"ts":{}}}"#,
        text(&stamped.id),
        text(draft.kind.name()),
        stamped.seq,
        text(stamped.session_id),
        text(&instant::written(stamped.now)),
    );
    if line.len() > DRAFT_LIMIT { Err(CannotAppend::TooLong(line.len())) } else { Ok(line.into_bytes()) }
}

/// Appends events to the log of the session whose lease is held, in one write; gives them as they are read
/// back. Reads the whole log first, so the lease is held for as long as that takes.
///
/// # Errors
///
/// [`CannotAppend`] when the program that owns the log would refuse it with such an event or cannot read it
/// now, the lease was lost, there is no log, its last line has no line feed, somebody wrote to it meanwhile,
/// a line would be longer than [`DRAFT_LIMIT`], or the disk refuses. Nothing is written then.
pub fn append_to(held: &mut Held, drafts: &[Draft], accepts: Accepts) -> Result<Vec<Event>, CannotAppend> {
    if let Some(draft) = drafts.iter().find(|draft| !accepts.takes(draft.kind)) {
        return Err(CannotAppend::WrongType(draft.kind));
    }
    held.beat().map_err(CannotAppend::Lost)?;
    let path = held.log_path();
    match safe_state_path(held.workspace(), &path) {
        Ok(true) => {}
        Ok(false) => return Err(CannotAppend::NoLog),
        Err(refused) => return Err(CannotAppend::Unsafe(refused)),
    }
    let mut file = disk::append_to_existing(&path).map_err(CannotAppend::of)?;
    let mut log = Log::open(&path).map_err(CannotAppend::of)?;
    log.validate().map_err(CannotAppend::of)?;
    accepts.reads(&log)?;
    if log.ends_without_line_feed() {
        return Err(CannotAppend::OpenEnd);
    }
    let (bytes, events) = lines(&log, drafts, held)?;
    // Reading may have taken a while.
    held.beat().map_err(CannotAppend::Lost)?;
    let now = file.stamp().map_err(CannotAppend::of)?;
    if (now.device, now.inode, now.size) != (log.stamp().device, log.stamp().inode, log.stamp().size) {
        return Err(CannotAppend::Moved);
    }
    file.add(&bytes).map_err(CannotAppend::of)?;
    Ok(events)
}

fn lines(log: &Log, drafts: &[Draft], held: &Held) -> Result<(Vec<u8>, Vec<Event>), CannotAppend> {
    let (mut bytes, mut events) = (Vec::new(), Vec::new());
    let first = match next_seq(log) {
        Seq::Whole(number) => number,
        Seq::Absent | Seq::Odd(_) => 0,
    };
    for (number, draft) in drafts.iter().enumerate() {
        let stamped = Stamped {
            id: token::hexadecimal(),
            session_id: held.id().as_str(),
            seq: first + number as i128,
            now: held.now(),
        };
        let line = line(draft, &stamped)?;
        let place = log.lines().saturating_add(1 + number as u32);
        let event = decode::event(&line, place, log.stamp().size + bytes.len() as u64);
        events.extend(event.ok());
        bytes.extend(line);
        bytes.push(b'\n');
    }
    Ok((bytes, events))
}

impl Accepts {
    fn takes(self, kind: Kind) -> bool {
        kind.is_pixirs() || (self == Self::HydrationType && kind == Kind::SkillContextHydration)
    }

    /// Whether the log can be folded as it is.
    fn reads(self, log: &Log) -> Result<(), CannotAppend> {
        let verdict = accept(log);
        let refused_for_type = matches!(
            &verdict,
            Verdict::LogRefused { refusal: Refusal::UnknownType(_), .. } if self == Self::HydrationType
        );
        let folds = verdict.opens()
            || (refused_for_type
                && log.unread().is_empty()
                && log.unfinished().is_none()
                && log.rows().iter().all(|row| self.takes(row.kind())));
        if folds { Ok(()) } else { Err(CannotAppend::Refused(verdict)) }
    }
}

impl CannotAppend {
    pub(crate) fn of(fault: Fault) -> Self {
        if fault.cause == Cause::Missing { Self::NoLog } else { Self::Disk(fault) }
    }
}
