//! One line of a skill's text: which versions held it, and in which turns it was in force.

use ::drift::{Stretch, TurnOf, line_of, turns_of};
use ::skills::SKILL_LIMIT;
use ::workspace::{Joined, Version, Workspace, merged, stretches};
use message::message;

use super::versions::{skill_of, versions_of};
use super::{HeldRow, LineAsk, LineView, LinedText, SkillOf};
use crate::wire::{ROWS, SnapshotRef, TurnRef};
use crate::{Failure, window};

/// Distinct texts that are looked at.
const TEXTS: usize = 500;
/// Bytes of them in all.
const BYTES: usize = 32 << 20;
/// Texts named in one answer.
const HELD: usize = 200;
/// Lines named of one text.
const LINES: usize = 20;

/// What is looked through.
struct Looked<'j> {
    name: String,
    line: Vec<u8>,
    versions: Vec<Version<'j>>,
    disk: Option<Vec<u8>>,
}

/// Where one line was held, and where it was in force.
///
/// # Errors
///
/// [`Code::NotFound`](crate::Code::NotFound) when nothing holds the line that was asked about.
pub fn line_history(workspace: &Workspace, ask: &LineAsk) -> Result<LineView, Failure> {
    let joined = workspace.joined();
    let looked = looked(workspace, &joined, ask)?;
    let (texts, left_out) = texts(&joined, &looked.versions);
    let forces: Vec<Vec<Stretch>> = looked
        .versions
        .iter()
        .take(texts.len())
        .map(|version| stretches(&joined, version.snapshots.iter().copied()))
        .collect();
    let recorded: Vec<_> =
        texts.iter().zip(&forces).map(|(text, forces)| ::drift::Version { text, forces }).collect();
    let history = ::drift::line_history(&recorded, &looked.line);
    let mut held: Vec<HeldRow> = history
        .held
        .iter()
        .filter_map(|held| held_row(held, &looked.versions[held.version], &forces[held.version]))
        .collect();
    held.sort_by_key(|row| std::cmp::Reverse(row.latest.at));
    let held_total = held.len() as u32;
    held.truncate(HELD);
    let mut turns: Vec<TurnRef> = history.turns.iter().filter_map(|turn| turn_ref(&joined, *turn)).collect();
    turns.sort_by_key(|turn| std::cmp::Reverse((turn.at, turn.session.clone(), turn.turn)));
    let sessions: std::collections::BTreeSet<_> = history.turns.iter().map(|turn| turn.session).collect();
    let on_disk = looked.disk.as_ref().is_some_and(|disk| {
        let version = [::drift::Version { text: disk, forces: &[] }];
        !::drift::line_history(&version, &looked.line).held.is_empty()
    });
    Ok(LineView {
        name: looked.name,
        number: ask.number,
        text: window::lines(&looked.line, 0, 1).lines.pop().unwrap_or_default(),
        blank: looked.line.trim_ascii().is_empty(),
        held,
        held_total,
        versions: texts.len() as u32,
        left_out,
        on_disk,
        turns: history.turns.len() as u32,
        sessions: sessions.len() as u32,
        first: turns.iter().filter_map(|turn| turn.at).min(),
        last: turns.iter().filter_map(|turn| turn.at).max(),
        from: ask.from,
        rows: turns.into_iter().skip(ask.from as usize).take(ask.count.min(ROWS) as usize).collect(),
    })
}

fn looked<'j>(workspace: &Workspace, joined: &'j Joined, ask: &LineAsk) -> Result<Looked<'j>, Failure> {
    let (name, text, versions, path) = match &ask.text {
        LinedText::Disk { id } => {
            let of = SkillOf::Row { id: id.clone() };
            let (name, path) = skill_of(workspace, &of)?;
            let path = path.ok_or_else(Failure::skill_gone)?;
            let versions = versions_of(joined, &of, Some(&path));
            (name, disk::read(&path, SKILL_LIMIT)?.bytes, versions, path)
        }
        LinedText::Recorded { key, line } => {
            let sides = super::sides(workspace, key, *line)?;
            let own = &sides.activated;
            let source = workspace.session(key).ok_or_else(Failure::session_gone)?.place.source;
            let snapshot = joined.snapshot_of(source, own).ok_or_else(|| {
                Failure::not_found(message!("no session has this snapshot anymore."))
                    .hint(message!("Refresh the table."))
            })?;
            let path = snapshot.place();
            let versions = merged(joined.snapshots_at(&path));
            (own.name.clone(), sides.recorded, versions, path)
        }
    };
    let line = line_of(&text, ask.number).ok_or_else(|| {
        Failure::not_found(message!("this text of {name} has no line {number}.", name, number = ask.number))
            .hint(message!("Lines are counted from 1."))
    })?;
    let disk = disk::read(&path, SKILL_LIMIT).ok().map(|read| read.bytes);
    Ok(Looked { name, line, versions, disk })
}

/// The recorded texts of the first versions, each read once from its line, within the limits.
fn texts(joined: &Joined, versions: &[Version<'_>]) -> (Vec<Vec<u8>>, u32) {
    let (mut texts, mut bytes) = (Vec::new(), 0);
    for version in versions.iter().take(TEXTS) {
        let text = version.records().find_map(|used| {
            let (_, session) = joined.session_of(&used.key)?;
            let position = session.activation(used.line)?.position;
            session.recorded(position)?.content
        });
        let text = text.unwrap_or_default().into_bytes();
        bytes += text.len();
        if bytes > BYTES {
            break;
        }
        texts.push(text);
    }
    let left_out = (versions.len() - texts.len()) as u32;
    (texts, left_out)
}

fn held_row(held: &::drift::Held, version: &Version<'_>, forces: &[Stretch]) -> Option<HeldRow> {
    Some(HeldRow {
        number: version.number,
        hash: version.snapshots.first()?.hash.clone(),
        lines: held.lines.iter().take(LINES).copied().collect(),
        times: held.lines.len() as u32,
        in_force: turns_of(forces).len() as u32,
        latest: version.latest().map(SnapshotRef::from)?,
    })
}

fn turn_ref(joined: &Joined, turn: TurnOf) -> Option<TurnRef> {
    let session = joined.logs()?.sessions.get(turn.session as usize)?;
    let read = session.read();
    let opened = read.turns.turns().get(turn.turn.checked_sub(1)? as usize)?.opened;
    // Whole seconds stand in the index; no event is decoded for a turn that may not be in the window.
    let seconds = read.log.at(opened).and_then(::sessions::Row::seconds);
    let at = seconds.map(|seconds| i64::from(seconds) * 1000);
    Some(TurnRef::of(session, turn.turn, at))
}
