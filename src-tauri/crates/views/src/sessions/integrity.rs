//! Everything that can be checked about one log, and what that does not prove.

use ::sessions::{Ending, Kind, Log, Origin, Testimony, TextIntegrity};
use ::skills::Quote;
use ::workspace::{Read, Session, Witnessed, Workspace};

use super::witness_text::{NotProven, WitnessText};
use super::{
    CopiedFact, DoubtfulRow, EndingFact, GapRow, IntegrityView, RepeatRow, SessionAsk, UnreadRow,
    WitnessFact, WitnessState, hashes,
};
use crate::Failure;
use crate::wire::Millis;

/// Rows of each list.
const ROWS: usize = 100;

/// What can be checked about one log. Reads as much of it as Assay saw before.
///
/// # Errors
///
/// [`Code::NotFound`](crate::Code::NotFound) when the session's log is no longer there.
pub fn integrity(workspace: &Workspace, ask: &SessionAsk) -> Result<IntegrityView, Failure> {
    let session = workspace.validated(&workspace.session(&ask.key).ok_or_else(Failure::session_gone)?)?;
    let witness = witness(&session);
    let copied = copied(workspace, &session);
    let read = session.read();
    let hashes = hashes(&workspace.logs(), &session);
    let sound = read.soundness();
    let unread = read.log.unread();
    let (gaps, repeats) = numbers(&read.log);
    Ok(IntegrityView {
        numbers: session.place.source.is_envelope(),
        path: session.path.display().to_string(),
        bytes: read.log.stamp().size,
        bytes_are: session.place.source.bytes_are(&session.path),
        lines: read.log.lines(),
        hashes,
        doubtful: doubtful(read),
        ending: match sound.ending {
            Ending::Whole => EndingFact::Whole,
            Ending::NoLineFeed => EndingFact::NoLineFeed,
            Ending::Cut { bytes } => EndingFact::Cut { bytes },
        },
        missing: u32::try_from(sound.gaps.missing).unwrap_or(u32::MAX),
        gaps,
        repeated: u32::try_from(sound.repeated).unwrap_or(u32::MAX),
        repeats,
        unnumbered: u32::try_from(sound.unnumbered).unwrap_or(u32::MAX),
        out_of_order: out_of_order(&read.log),
        copied,
        unread: unread.len() as u32,
        unread_rows: unread.iter().take(ROWS).map(|one| UnreadRow::of(&read.log, one)).collect(),
        not_proven: not_proven(&witness),
        witness,
        read_at: Millis::at(workspace.now()),
    })
}

fn doubtful(read: &Read) -> Vec<DoubtfulRow> {
    let activations = read.activations.iter().filter(|one| one.integrity != TextIntegrity::Verified);
    let row = |one: &::workspace::Activated| DoubtfulRow {
        name: one.name.clone(),
        line: read.log.line_of(one.line),
        hash: one.hash.clone(),
        integrity: one.integrity.into(),
    };
    activations.take(ROWS).map(row).collect()
}

/// Where numbers are missing and where they come again, in fold order.
pub(crate) fn numbers(log: &Log) -> (Vec<GapRow>, Vec<RepeatRow>) {
    let (mut gaps, mut repeats): (Vec<GapRow>, Vec<RepeatRow>) = (Vec::new(), Vec::new());
    let mut last: Option<u64> = None;
    for position in 0..log.len() {
        let Some(row) = log.at(position) else { continue };
        let Some(number) = log.seq(row).number() else { continue };
        match last {
            Some(last) if number == last && repeats.len() < ROWS => {
                repeats.push(RepeatRow { seq: number, line: row.line() });
            }
            Some(last) if number > last + 1 && gaps.len() < ROWS => {
                gaps.push(GapRow { from: last + 1, to: number - 1, line: row.line() });
            }
            _ => {}
        }
        last = Some(number);
    }
    (gaps, repeats)
}

/// The first line that carries a smaller number than a line before it.
pub(crate) fn out_of_order(log: &Log) -> Option<u32> {
    if log.is_in_order() {
        return None;
    }
    let mut largest = None;
    for row in log.rows().iter().filter(|row| row.kind() != Kind::Unread) {
        let Some(number) = log.seq(row).number() else { continue };
        if largest.is_some_and(|largest| number < largest) {
            return Some(row.line());
        }
        largest = Some(number);
    }
    None
}

pub(crate) fn copied(workspace: &Workspace, session: &Session) -> Option<CopiedFact> {
    let (logs, read) = (workspace.logs(), session.read());
    let fork = read.lineage.fork.as_ref()?;
    let from = fork.parent_session_id.clone().unwrap_or_default();
    let parent = logs.sessions.iter().find(|other| other.id == from);
    let turns = read.turns.turns().iter().filter(|turn| turn.origin == Origin::Copied);
    Some(CopiedFact {
        key: parent.map(|parent| parent.key.clone()),
        from,
        events: u32::try_from(fork.replay_event_count.unwrap_or(0)).unwrap_or(u32::MAX),
        turns: turns.count() as u32,
    })
}

/// How the log stands to what was seen of it.
pub(crate) fn witness(session: &Session) -> WitnessFact {
    let source = session.place.source;
    if source.is_made(&session.path) {
        return nothing(WitnessState::NotKept, WitnessText::Rewrites { agent: source.to_string() });
    }
    match session.compare_with_witness() {
        Ok(Some(found)) => fact(&found),
        Ok(None) => nothing(WitnessState::NotKept, WitnessText::NoDataDirectory),
        Err(fault) => {
            let fault = Quote::whole(fault.to_string());
            nothing(WitnessState::NotKept, WitnessText::Unreadable { fault })
        }
    }
}

fn nothing(state: WitnessState, text: WitnessText) -> WitnessFact {
    WitnessFact {
        state,
        words: text.to_string(),
        text,
        since: None,
        until: None,
        bytes: 0,
        lines: 0,
        digest: None,
        line: None,
        among: None,
        seen: None,
        another_file: false,
    }
}

fn fact(found: &Witnessed) -> WitnessFact {
    let Some(reach) = found.reach else {
        return nothing(WitnessState::Unseen, WitnessText::FirstSeen);
    };
    let lines = reach.lines;
    let (state, text) = match found.testimony {
        Testimony::Unseen => (WitnessState::Unseen, WitnessText::FirstSeen),
        Testimony::Same => (WitnessState::Same, WitnessText::Same { lines }),
        Testimony::Shorter { bytes, line } => {
            (WitnessState::Shorter, WitnessText::Shorter { lines, line, bytes })
        }
        Testimony::Differs(difference) => {
            let (from, to) = difference.lines;
            let lines = WitnessText::LinesChanged { from, to };
            let text = difference.line.map_or(lines, |line| WitnessText::LineChanged { line });
            (WitnessState::Rewritten, text)
        }
    };
    let (line, among, seen) = match found.testimony {
        Testimony::Unseen | Testimony::Same => (None, None, None),
        Testimony::Shorter { line, .. } => (Some(line), None, None),
        Testimony::Differs(it) => (it.line, Some(it.lines), Some(Millis::at(it.seen))),
    };
    WitnessFact {
        state,
        words: text.to_string(),
        text,
        since: Some(Millis::at(reach.since)),
        until: Some(Millis::at(reach.until)),
        bytes: reach.bytes,
        lines: reach.lines,
        digest: Some(reach.digest.to_string()),
        line,
        among,
        seen,
        another_file: found.is_another_file,
    }
}

fn not_proven(witness: &WitnessFact) -> Vec<NotProven> {
    let earlier = match witness.state {
        WitnessState::NotKept | WitnessState::Unseen => NotProven::NothingEarlier,
        WitnessState::Same | WitnessState::Shorter | WitnessState::Rewritten => NotProven::BeforeFirstSeen,
    };
    vec![NotProven::Author, NotProven::EveryEvent, earlier, NotProven::OwnRecord]
}
