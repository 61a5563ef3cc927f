//! What scripts may ask about the integrity of sessions.

use ::workspace::{Read, Workspace};
use serde::Serialize;

use crate::Failure;
use crate::sessions::report::{lines, seq_at};
use crate::sessions::{
    CopiedFact, SessionReportAsk, UnfinishedReport, WitnessFact, WitnessState, by_id, copied, hashes,
    out_of_order, unfinished, witness,
};
use crate::wire::{Integrity, Json, Nothing, StandsFact};

/// Sequence numbers listed in one answer.
const LISTED: usize = 1_000;

/// Whether a session is what it says it is.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct VerifyReport {
    /// Names the session to requests that take a key.
    pub key: String,
    /// Each activation.
    pub activations: Vec<ActivationVerdict>,
    /// Missing sequence numbers, the first thousand.
    pub seq_gaps: Vec<u64>,
    /// Sequence numbers that occur again, the first thousand.
    pub duplicates: Vec<u64>,
    /// `whole` or `cut`.
    pub tail: String,
    /// What the bytes of the log are, in a sentence; null where they are those of its file.
    pub bytes_are: Option<String>,
    /// All lines but empty ones: events, lines that cannot be read, and one that is unfinished.
    pub lines: u32,
    /// Events.
    pub events: u32,
    /// Lines that cannot be read.
    pub unread: Vec<u32>,
    /// The last line, as long as no line feed ends it and it is no event.
    pub unfinished: Option<UnfinishedReport>,
    /// The first line that stands behind one with a larger number.
    pub out_of_order: Option<u32>,
    /// What a fork copied into this log.
    pub copied: Option<CopiedFact>,
    /// What Assay saw of the log before.
    pub witness: WitnessFact,
    /// The worst of what the hashes and lines say, `none` where no text was recorded; what was seen before stands apart,
    /// in `witness`.
    pub verdict: Integrity,
}

/// One activation.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ActivationVerdict {
    /// Its number.
    #[cfg_attr(feature = "typescript", ts(type = "number | string | null"))]
    pub seq: Json,
    /// Its record, by which a plan can be asked to put its text back.
    pub record: u32,
    /// Where that stands in the files of its agent.
    pub stands: StandsFact,
    /// The skill.
    pub name: String,
    /// What recomputing its hash says.
    pub verdict: Integrity,
}

/// Whether the sessions of a workspace are what they say they are.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct VerifyAllReport {
    /// In the order of their folders and names.
    pub sessions: Vec<VerifyAllRow>,
    /// Logs that could not be opened, in sentences.
    pub faults: Vec<String>,
}

/// One session in short.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct VerifyAllRow {
    /// The session's id.
    pub id: String,
    /// Its log.
    pub path: String,
    /// Activations.
    pub activations: u32,
    /// Sequence numbers that are missing.
    pub missing: u64,
    /// Events that carry a number an earlier one has.
    pub repeated: u64,
    /// The first line that stands behind one with a larger number.
    pub out_of_order: Option<u32>,
    /// All lines but empty ones: events, lines that cannot be read, and one that is unfinished.
    pub lines: u32,
    /// Events.
    pub events: u32,
    /// Lines that cannot be read.
    pub unread: u64,
    /// The last line, as long as no line feed ends it and it is no event.
    pub unfinished: Option<UnfinishedReport>,
    /// The worst of what the hashes and lines say, `none` where no text was recorded.
    pub verdict: Integrity,
    /// What comparing the log with what Assay saw before says.
    pub witness: WitnessState,
    /// The same in a sentence.
    pub words: String,
    /// The first line that is not what was seen, when it is known.
    pub line: Option<u32>,
}

/// Whether a session is what it says it is.
///
/// # Errors
///
/// [`Code::NotFound`](crate::Code::NotFound) when no session has this id, and as the disk has it when its log
/// cannot be read.
pub fn verify_report(workspace: &Workspace, ask: &SessionReportAsk) -> Result<VerifyReport, Failure> {
    let session = by_id(workspace, &ask.id)?;
    let (copied, witness) = (copied(workspace, &session), witness(&session));
    let verdict = hashes(&workspace.logs(), &session).verdict;
    let read = session.read();
    let (seq_gaps, duplicates) = numbers(read);
    let is_cut = read.log.unfinished().is_some();
    Ok(VerifyReport {
        key: session.key.clone(),
        out_of_order: out_of_order(&read.log),
        copied,
        witness,
        activations: read
            .activations
            .iter()
            .map(|one| ActivationVerdict {
                seq: seq_at(read, one.position),
                record: one.line,
                stands: StandsFact::from(&*one.stands),
                name: one.name.clone(),
                verdict: one.integrity.into(),
            })
            .collect(),
        seq_gaps,
        duplicates,
        bytes_are: session.place.source.bytes_are(&session.path).map(|are| are.to_string()),
        tail: if is_cut { "cut" } else { "whole" }.to_owned(),
        lines: lines(&read.log),
        events: read.log.len() as u32,
        unread: read.log.unread().iter().map(|unread| read.log.line_of(unread.line)).collect(),
        unfinished: unfinished(&read.log),
        verdict,
    })
}

/// Whether each session is what it says it is, in short.
///
/// # Errors
///
/// As the disk has it when a log cannot be read.
pub fn verify_all_report(workspace: &Workspace, _: &Nothing) -> Result<VerifyAllReport, Failure> {
    let logs = workspace.logs();
    let mut sessions = Vec::new();
    for session in &logs.sessions {
        let session = workspace.validated(session)?;
        let (verdict, witness) = (hashes(&logs, &session).verdict, witness(&session));
        let read = session.read();
        let sound = read.soundness();
        sessions.push(VerifyAllRow {
            id: session.id.clone(),
            path: session.path.display().to_string(),
            activations: read.activations.len() as u32,
            missing: sound.gaps.missing,
            repeated: sound.repeated,
            out_of_order: out_of_order(&read.log),
            lines: lines(&read.log),
            events: read.log.len() as u32,
            unread: sound.unread,
            unfinished: unfinished(&read.log),
            verdict,
            witness: witness.state,
            words: witness.words,
            line: witness.line,
        });
    }
    let faults = logs.faults.iter().map(|fault| format!("{fault}.")).collect();
    Ok(VerifyAllReport { sessions, faults })
}

// Numbers in fold order: what is missing between neighbours, and what comes again.
fn numbers(read: &Read) -> (Vec<u64>, Vec<u64>) {
    let (mut gaps, mut duplicates) = (Vec::new(), Vec::new());
    let mut last: Option<u64> = None;
    for position in 0..read.log.len() {
        let Some(number) = read.log.at(position).and_then(|row| read.log.seq(row).number()) else { continue };
        match last {
            Some(last) if number == last => duplicates.push(number),
            Some(last) => gaps.extend((last + 1..number).take(LISTED.saturating_sub(gaps.len()))),
            None => {}
        }
        last = Some(number);
    }
    duplicates.dedup();
    duplicates.truncate(LISTED);
    (gaps, duplicates)
}
