//! What is kept of every line: a row.

use crate::decode::{self, Reason};
use crate::event::{EventKind, ToolError};
use crate::evidence::Hydration;
use crate::{Activator, Seq};

/// The type of an event, or that a line is none. Its number is kept in the index, so it is never given to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, strum::FromRepr)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are those of the types")]
pub enum Kind {
    UserMessage = 0,
    AssistantMessage = 1,
    Reasoning = 2,
    SkillActivation = 3,
    SubagentEvent = 4,
    WorkflowEvent = 5,
    SessionFork = 6,
    BranchSummary = 7,
    HistoryCompaction = 8,
    ProviderUsage = 9,
    TurnFailed = 10,
    ToolCall = 11,
    ToolResult = 12,
    PermissionDecision = 13,
    /// Known to Assay; Pixir refuses a log that has it.
    SkillContextHydration = 14,
    /// An event of any other type.
    Unknown = 15,
    /// No event; see [`Unread`].
    Unread = 16,
    /// Bookkeeping of another agent.
    Other = 17,
    /// What was listed for the model, where an agent records it.
    SkillListing = 18,
}

const KINDS: [(Kind, &str); 15] = [
    (Kind::UserMessage, "user_message"),
    (Kind::AssistantMessage, "assistant_message"),
    (Kind::Reasoning, "reasoning"),
    (Kind::SkillActivation, "skill_activation"),
    (Kind::SubagentEvent, "subagent_event"),
    (Kind::WorkflowEvent, "workflow_event"),
    (Kind::SessionFork, "session_fork"),
    (Kind::BranchSummary, "branch_summary"),
    (Kind::HistoryCompaction, "history_compaction"),
    (Kind::ProviderUsage, "provider_usage"),
    (Kind::TurnFailed, "turn_failed"),
    (Kind::ToolCall, "tool_call"),
    (Kind::ToolResult, "tool_result"),
    (Kind::PermissionDecision, "permission_decision"),
    (Kind::SkillContextHydration, Hydration::TYPE),
];

impl Kind {
    /// The kind a line's `type` names.
    pub fn of(name: &str) -> Self {
        KINDS.iter().find(|(_, known)| *known == name).map_or(Self::Unknown, |(kind, _)| *kind)
    }

    /// Whether Pixir folds an event of this type.
    pub fn is_pixirs(self) -> bool {
        !matches!(
            self,
            Self::SkillContextHydration | Self::Unknown | Self::Unread | Self::Other | Self::SkillListing
        )
    }

    /// The type as Pixir's logs name it; a word of ours for what they do not have.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Unread => "unread",
            Self::Other => "other",
            Self::SkillListing => "skill_listing",
            kind => KINDS.get(kind as usize).map_or("unknown", |(_, name)| name),
        }
    }

    /// The kind of a number that was kept; that of no event where a later Assay kept it.
    pub(crate) fn from_byte(byte: u8) -> Self {
        Self::from_repr(byte).unwrap_or(Self::Unread)
    }
}

/// A line that is no event. Its bytes are still in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unread {
    /// Line of the file, from 1.
    pub line: u32,
    /// First byte of the line.
    pub offset: u64,
    /// Bytes without the line feed.
    pub length: u64,
    /// Why it is no event.
    pub reason: Reason,
}

/// One line of the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    // Offset in the upper 40 bits (1 TiB), then 16 flags, then the kind.
    place: u64,
    length: u32,
    line: u32,
    seq: u32,
    ts: u32,
}

const _: () = assert!(size_of::<Row>() == 24);

/// Offsets a row can hold.
pub(crate) const OFFSET_LIMIT: u64 = 1 << 40;
/// `seq` is missing or null.
pub(crate) const SEQ_ABSENT: u32 = u32::MAX;
/// `seq` does not fit and stands in the side table.
pub(crate) const SEQ_ASIDE: u32 = u32::MAX - 1;

/// Facts about a line that save decoding it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Flags(u16);

impl Flags {
    /// The whole line was read to make the row; a row without this is a very good guess until its log is validated.
    pub const CHECKED: Self = Self(1);
    /// Pixir folds the event but refuses to build requests from it.
    pub const ODD: Self = Self(2);
    /// `assistant_message`: cut by a failure.
    pub const PARTIAL: Self = Self(4);
    /// `user_message`: written by Pixir itself.
    pub const RUNTIME: Self = Self(8);
    /// `skill_activation`: asked for by the user. `user_message`: it called the skill that was activated before it.
    pub const BY_USER: Self = Self(16);
    /// `tool_result`: closes a call that an interrupt cut.
    pub const INTERRUPTED: Self = Self(32);
    /// `tool_result`: closes a call of a turn that never ended, written before the next one starts.
    pub const LEFT_OVER: Self = Self(64);
    /// The line has no line feed yet.
    pub const OPEN_END: Self = Self(128);
    /// `user_message`: has resources.
    pub const RESOURCES: Self = Self(256);
    /// Goes on with the turn before it, even where an answer seemed to have ended that: agents other than Pixir
    /// answer in between, and only a prompt or an ending says where a turn is over.
    pub const SAME_TURN: Self = Self(512);
    /// Ends the turn before its end: somebody stopped it.
    pub const STOPS_TURN: Self = Self(1024);
    /// Goes on from an older event than the one before it; see [`crate::Event::goes_on_from`].
    pub const TURNS_BACK: Self = Self(2048);
    /// Belongs to a helper whose events stand among the session's own.
    pub const ASIDE: Self = Self(4096);
    /// Copied from the session this one was forked from.
    pub const COPIED: Self = Self(8192);
    /// `tool_call`: names the main file of some skill.
    pub const NAMES_SKILL: Self = Self(16384);
    /// `provider_usage`: adds to the count of a call that an earlier event counted.
    pub const SAME_CALL: Self = Self(32768);

    pub fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub fn bits(self) -> u16 {
        self.0
    }

    pub fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    pub fn when(self, holds: bool) -> Self {
        if holds { self } else { Self::default() }
    }

    pub fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// What a row says about its line, apart from where it stands.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Digestion {
    pub kind: Kind,
    pub seq: Seq,
    pub ts: u32,
    pub flags: Flags,
}

/// Where a line stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    pub offset: u64,
    pub length: u32,
    pub line: u32,
}

impl Row {
    pub(crate) fn new(place: Place, kind: Kind, flags: Flags) -> Self {
        let packed = place.offset << 24 | u64::from(flags.0) << 8 | u64::from(kind as u8);
        Self { place: packed, length: place.length, line: place.line, seq: SEQ_ABSENT, ts: 0 }
    }

    pub(crate) fn with(mut self, seq: u32, ts: u32) -> Self {
        (self.seq, self.ts) = (seq, ts);
        self
    }

    /// What the line is.
    pub fn kind(self) -> Kind {
        Kind::from_byte(self.place as u8)
    }

    /// First byte of the line.
    pub fn offset(self) -> u64 {
        self.place >> 24
    }

    /// Bytes of the line without its line feed.
    pub fn length(self) -> u32 {
        self.length
    }

    /// Number of the record in the log, from 1: the line of the file where a line is one event
    /// ([`crate::Log::line_of`]).
    pub fn line(self) -> u32 {
        self.line
    }

    /// When it was written, seconds since 1970 (UTC), where the line says so in Pixir's form.
    pub fn seconds(self) -> Option<u32> {
        (self.ts != 0).then_some(self.ts)
    }

    pub(crate) fn raw_seconds(self) -> u32 {
        self.ts
    }

    pub(crate) fn raw_seq(self) -> u32 {
        self.seq
    }

    /// Whether it is bookkeeping that says nothing of the conversation, neither that it ended nor that somebody went
    /// back in it.
    pub fn is_bookkeeping(self) -> bool {
        let (kind, flags) = (self.kind(), self.flags());
        kind == Kind::Other && !flags.has(Flags::STOPS_TURN) && !flags.has(Flags::TURNS_BACK)
    }

    /// Returns whether it adds to the count of a call that an earlier event counted.
    pub fn is_same_call(self) -> bool {
        self.flags().has(Flags::SAME_CALL)
    }

    /// Whether it belongs to a helper whose events stand among the session's own.
    pub fn is_aside(self) -> bool {
        self.flags().has(Flags::ASIDE)
    }

    pub(crate) fn flags(self) -> Flags {
        Flags((self.place >> 8) as u16)
    }

    pub(crate) fn place(self) -> Place {
        Place { offset: self.offset(), length: self.length, line: self.line }
    }

    /// The same row once its line has a line feed.
    pub(crate) fn closed(mut self) -> Self {
        self.place &= !(u64::from(Flags::OPEN_END.0) << 8);
        self
    }

    /// The same row once its line was read in full and is what it was thought to be.
    pub(crate) fn checked(mut self) -> Self {
        self.place |= u64::from(Flags::CHECKED.0) << 8;
        self
    }

    pub(crate) fn moved(mut self, lines: u32) -> Self {
        self.line = self.line.saturating_add(lines);
        self
    }
}

/// Reads a line in full and keeps what a row needs. The one truth a guess is measured against.
pub(crate) fn digest(line: &[u8]) -> Result<Digestion, Reason> {
    let read = decode::envelope(line)?;
    let flags = match decode::kind(&read) {
        EventKind::AssistantMessage(message) => Flags::PARTIAL.when(message.partial),
        EventKind::UserMessage(message) => Flags::RUNTIME
            .when(message.author.as_deref() == Some("runtime"))
            .and(Flags::RESOURCES.when(!message.resources.is_empty())),
        EventKind::SkillActivation(activation) => {
            Flags::BY_USER.when(activation.activated_by == Some(Activator::User))
        }
        EventKind::ToolResult(result) => result.error.map_or(Flags::default(), |error| orphan(&error)),
        _ => Flags::default(),
    };
    let flags = flags.and(Flags::ODD.when(read.oddity.is_some())).and(Flags::CHECKED);
    let ts = read.ts.as_deref().and_then(|ts| seconds(ts.as_bytes())).unwrap_or(0);
    Ok(Digestion { kind: read.kind, seq: read.seq, ts, flags })
}

/// The kind of an event.
pub(crate) fn kind_of(event: &EventKind) -> Kind {
    match event {
        EventKind::UserMessage(_) => Kind::UserMessage,
        EventKind::AssistantMessage(_) => Kind::AssistantMessage,
        EventKind::Reasoning(_) => Kind::Reasoning,
        EventKind::SkillActivation(_) => Kind::SkillActivation,
        EventKind::Posture(_) | EventKind::Subagent(_) => Kind::SubagentEvent,
        EventKind::Workflow(_) => Kind::WorkflowEvent,
        EventKind::SessionFork(_) => Kind::SessionFork,
        EventKind::BranchSummary(_) => Kind::BranchSummary,
        EventKind::Compaction(_) => Kind::HistoryCompaction,
        EventKind::ProviderUsage(_) => Kind::ProviderUsage,
        EventKind::TurnFailed(_) => Kind::TurnFailed,
        EventKind::ToolCall(_) => Kind::ToolCall,
        EventKind::ToolResult(_) => Kind::ToolResult,
        EventKind::PermissionDecision(_) => Kind::PermissionDecision,
        EventKind::Hydration(_) => Kind::SkillContextHydration,
        EventKind::SkillListing(_) => Kind::SkillListing,
        EventKind::Other { .. } => Kind::Other,
        EventKind::Unknown { .. } => Kind::Unknown,
    }
}

fn orphan(error: &ToolError) -> Flags {
    match (error.kind.as_deref(), error.reason.as_deref()) {
        (Some("orphan_tool_call"), Some("before_start_turn")) => Flags::LEFT_OVER,
        (Some("orphan_tool_call"), Some("interrupt" | "interrupt_no_turn")) => Flags::INTERRUPTED,
        _ => Flags::default(),
    }
}

/// Seconds since 1970 of a time in Pixir's form: `2026-05-01T10:20:30.123456Z`.
pub(crate) fn seconds(ts: &[u8]) -> Option<u32> {
    let ts: &[u8; 27] = ts.try_into().ok()?;
    let marks = [(4, b'-'), (7, b'-'), (10, b'T'), (13, b':'), (16, b':'), (19, b'.'), (26, b'Z')];
    if marks.iter().any(|(at, mark)| ts[*at] != *mark) {
        return None;
    }
    let number = |from: usize, to: usize| {
        ts[from..to]
            .iter()
            .try_fold(0_i64, |sum, digit| digit.is_ascii_digit().then(|| sum * 10 + i64::from(digit - b'0')))
    };
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let clock = number(11, 13)? * 3600 + number(14, 16)? * 60 + number(17, 19)?;
    u32::try_from(days(year, month, day) * 86_400 + clock).ok()
}

/// Days from 1970-01-01, counting years from March so that the leap day comes last.
pub(crate) fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * (month + if month > 2 { -3 } else { 9 }) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::{Flags, KINDS, Kind, Place, Row, seconds};

    #[test]
    fn a_row_gives_back_what_it_was_given() {
        for (kind, name) in KINDS.into_iter().chain([(Kind::Unknown, "?"), (Kind::Unread, "?")]) {
            let place = Place { offset: (1 << 40) - 1, length: u32::MAX, line: 7 };
            let row = Row::new(place, kind, Flags::OPEN_END.and(Flags::CHECKED)).with(9, 11);
            assert_eq!((row.place(), row.kind()), (place, kind));
            assert!(row.flags().has(Flags::OPEN_END) && !row.flags().has(Flags::ODD));
            assert_eq!((row.raw_seq(), row.seconds()), (9, Some(11)));
            assert_eq!(Kind::of(name), if name == "?" { Kind::Unknown } else { kind });
        }
    }

    #[test]
    fn times_are_seconds_since_1970() {
        assert_eq!(seconds(b"1970-01-02T00:00:00.000000Z"), Some(86_400));
        assert_eq!(seconds(b"2026-05-01T10:20:30.123456Z"), Some(1_777_630_830));
        assert_eq!(seconds(b"2024-02-29T23:59:59.999999Z"), Some(1_709_251_199));
        for odd in ["2026-05-01T10:20:30Z", "2026-05-01 10:20:30.123456Z", "1969-12-31T23:59:59.000000Z", "t"]
        {
            assert_eq!(seconds(odd.as_bytes()), None, "{odd}");
        }
    }
}
