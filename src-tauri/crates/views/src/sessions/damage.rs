//! What stands around the first line of a log that cannot be read.

use ::sessions::{Reason, Unread};
use ::workspace::{Read, Timeline, What};

use super::{DamageView, DamagedActivation, UnreadRow};
use crate::window;

/// Characters shown of the line itself.
const SHOWN: usize = 400;
/// Characters shown of its neighbours.
const NEIGHBOUR: usize = 160;
/// Bytes shown before and after the fault.
const AROUND: usize = 40;
/// Activations in one answer.
const ACTIVATIONS: usize = 200;

/// The first break, if there is one.
pub(crate) fn damage(read: &Read, timeline: &Timeline) -> Option<DamageView> {
    let unread = read.log.unread().first()?;
    let bytes = read.log.raw(unread.line).and_then(Result::ok).unwrap_or_default();
    let fault = fault(unread).min(bytes.len());
    let (text, at) = around(&bytes, fault);
    let row = timeline.rows.iter().position(|row| row.what == What::Break).unwrap_or(0);
    let hex_from = fault.saturating_sub(AROUND) / 16 * 16;
    let hex_to = (fault + AROUND).min(bytes.len());
    let line_of = |at: usize| read.log.at(at).map_or(0, sessions::Row::line);
    let after = (0..read.log.len()).filter(|at| line_of(*at) > unread.line).count();
    Some(DamageView {
        unread: UnreadRow::of(&read.log, unread),
        before: neighbour(read, unread.line.checked_sub(1)),
        text,
        at,
        after: neighbour(read, Some(unread.line + 1)),
        hex: window::hex(&bytes[hex_from..hex_to], unread.offset + hex_from as u64),
        byte: unread.offset + fault as u64,
        row: row as u32,
        missing_seq: missing(read, unread.line),
        readable_after: after as u32,
        activations: activations(read, unread.line),
    })
}

// Bytes before the fault, from the start of the line.
fn fault(unread: &Unread) -> usize {
    match &unread.reason {
        Reason::NotJson(flaw) => flaw.at as usize,
        Reason::NotAnObject | Reason::NoType | Reason::TooLong | Reason::TooMany | Reason::OverBudget => 0,
    }
}

fn around(bytes: &[u8], fault: usize) -> (String, u32) {
    let from = window::floor(bytes, fault.saturating_sub(SHOWN / 2));
    let to = window::floor(bytes, (from + SHOWN).min(bytes.len()));
    let before = String::from_utf8_lossy(&bytes[from..fault.clamp(from, to)]);
    let text = String::from_utf8_lossy(&bytes[from..to]).into_owned();
    (text, before.chars().count() as u32)
}

fn neighbour(read: &Read, line: Option<u32>) -> Option<String> {
    let bytes = read.log.raw(line?)?.ok()?;
    let text = String::from_utf8_lossy(&bytes[..window::floor(&bytes, NEIGHBOUR)]).into_owned();
    Some(if bytes.len() > NEIGHBOUR { text + "…" } else { text })
}

// The numbers that the events before and after the break leave out.
fn missing(read: &Read, line: u32) -> Option<String> {
    let rows = read.log.rows();
    let at = rows.find_by_key(line, ::sessions::Row::line)?;
    let number = |row: ::sessions::Row| read.log.seq(row).number();
    let before = (0..at).rev().filter_map(|at| rows.get(at)).find_map(number)?;
    let after = rows.range(at..rows.len()).find_map(number)?;
    match after.checked_sub(before)? {
        0 | 1 => None,
        2 => Some((before + 1).to_string()),
        _ => Some(format!("{}–{}", before + 1, after - 1)),
    }
}

fn activations(read: &Read, line: u32) -> Vec<DamagedActivation> {
    let rows = read.activations.iter().take(ACTIVATIONS);
    rows.map(|one| DamagedActivation {
        name: one.name.clone(),
        turn: one.turn,
        line: one.line,
        hash: one.hash.clone(),
        integrity: one.integrity.into(),
        after_break: one.line > line,
    })
    .collect()
}
