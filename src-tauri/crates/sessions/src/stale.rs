//! Deliveries of a text that the session itself shows to be older than the skill's file.
//!
//! Only what stands in the log proves it: that the session wrote to the file, that its list announced the skill
//! anew, that it had been given another text since. Where nothing does, nothing is said: a file may have been changed
//! by somebody whom no log tells of, and a text that is given again may be the file's again.

mod proof;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

use crate::index::{Flags, Kind};
use crate::source::writes::{Wrote, resolve, writes};
use crate::{EventKind, Log, Source, TextKept, activation_at};

use proof::{Given, Write, text_before};

/// A delivery of a text that is older than the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stale {
    /// Position of the activation.
    pub position: usize,
    /// The record that proves it.
    pub record: u32,
    /// How it does.
    pub proof: Proof,
}

/// How a record proves that a later text is older than the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// It wrote to the file, and the text is the one from before.
    Written,
    /// It announced the skill anew in the session's list, and the agent sent no text since.
    Listed,
    /// It gave another text of the file, and the text is one from before that.
    Replaced,
}

/// Which of these activations gave a text that was older than the file, in their order.
pub fn stale(log: &Log, activations: &[usize]) -> Vec<Stale> {
    // Who writes Pixir's envelope reads the file at every activation.
    let given = if log.source().is_envelope() { Vec::new() } else { all_given(log, activations) };
    // What a tool printed is what the file was.
    let Some(last) = given.iter().rev().find(|one| !one.is_read) else { return Vec::new() };
    let written = written(log, last.position);
    let listed = listed(log, last.position);
    let mut found = Vec::new();
    for (at, one) in given.iter().enumerate().filter(|(_, one)| !one.is_read) {
        let before = &given[..at];
        let own: Vec<&Write> =
            written.iter().filter(|write| write.position < one.position && one.is_at(&write.path)).collect();
        let proven = proof::by_writes(one, before, &own).map(|record| (record, Proof::Written));
        let proven = proven.or_else(|| Some((announced(one, before, &listed)?, Proof::Listed)));
        let proven = proven.or_else(|| Some((proof::by_texts(one, before, &own)?, Proof::Replaced)));
        found.extend(proven.map(|(record, proof)| Stale { position: one.position, record, proof }));
    }
    found
}

/// What each activation gave; one without a text of its own gives the last of its name.
fn all_given(log: &Log, activations: &[usize]) -> Vec<Given> {
    let folder = folder_of(log);
    let mut given: Vec<Given> = Vec::new();
    for (position, row) in activations.iter().filter_map(|at| Some((*at, log.at(*at)?))) {
        let Some(activation) = activation_at(log, position) else { continue };
        let name = activation.name.clone().unwrap_or_default();
        let is_by_name = activation.kept == TextKept::Nothing && activation.content_hash.is_none();
        let last = given.iter().rev().find(|one| is_by_name && one.name == name);
        let path = activation.path.as_deref().map(|path| resolve(&folder, path));
        given.push(Given {
            position,
            record: row.line(),
            path: path.or_else(|| last?.path.clone()),
            text: if is_by_name { last.and_then(|last| last.text.clone()) } else { text_before(&activation) },
            is_by_name,
            is_read: activation.inferred.is_some(),
            fills: matches!(log.source(), Source::ClaudeCode | Source::OpenCode | Source::Kilo),
            name,
        });
    }
    given
}

fn folder_of(log: &Log) -> String {
    let folder = log.about().and_then(|about| about.folder.as_ref());
    folder.map(|folder| folder.display().to_string()).unwrap_or_default()
}

/// What calls that succeeded wrote to main files of skills before a position.
fn written(log: &Log, end: usize) -> Vec<Write> {
    let folder = folder_of(log);
    let mut asked: HashMap<String, Vec<(String, Wrote)>> = HashMap::new();
    let mut written = Vec::new();
    for (position, row) in log.folded(0).take_while(|(position, _)| *position < end) {
        let is_call = row.kind() == Kind::ToolCall && row.flags().has(Flags::NAMES_SKILL);
        if !is_call && (row.kind() != Kind::ToolResult || asked.is_empty()) {
            continue;
        }
        match log.event(position).map(|event| event.kind) {
            Some(EventKind::ToolCall(call)) => {
                let mut writes = writes(&call, &folder);
                writes.retain(|(path, _)| path.ends_with("SKILL.md"));
                if let (Some(id), false) = (call.call_id, writes.is_empty()) {
                    asked.insert(id, writes);
                }
            }
            Some(EventKind::ToolResult(result)) => {
                let done = result.call_id.and_then(|id| asked.remove(&id));
                let done = done.filter(|_| result.ok == Some(true)).into_iter().flatten();
                written.extend(done.map(|(path, wrote)| Write { position, record: row.line(), path, wrote }));
            }
            _ => {}
        }
    }
    written
}

/// A list that names skills again which an earlier list had named.
struct Listed {
    position: usize,
    record: u32,
    again: Vec<String>,
}

fn listed(log: &Log, end: usize) -> Vec<Listed> {
    let mut known: HashSet<String> = HashSet::new();
    let mut listed = Vec::new();
    let rows = log.folded(0).take_while(|(position, _)| *position < end);
    for (position, row) in rows.filter(|(_, row)| row.kind() == Kind::SkillListing) {
        let Some(EventKind::SkillListing(list)) = log.event(position).map(|event| event.kind) else {
            continue;
        };
        let again = list.names.iter().filter(|name| list.adds && known.contains(*name)).cloned().collect();
        listed.push(Listed { position, record: row.line(), again });
        known.extend(list.names);
    }
    listed
}

/// The list that announced a skill anew between the text that holds and the word that it holds.
fn announced(one: &Given, before: &[Given], listed: &[Listed]) -> Option<u32> {
    let text = before.iter().rev().find(|given| !given.is_by_name && given.name == one.name)?;
    let since = |list: &&Listed| (text.position..one.position).contains(&list.position);
    let found = listed.iter().filter(since).rev().find(|list| list.again.contains(&one.name))?;
    one.is_by_name.then_some(found.record)
}
