//! Drift, versions, usage and integrity as lines for a person.

use api::drift::{DriftReport, DriftReportRow, VersionsReport};
use api::everywhere::DriftEverywhereReport;
use api::sessions::{VerifyAllReport, VerifyReport};
use api::skills::UsageReport;
use api::wire::{DriftBasis, DriftState, Integrity, SnapshotRef, SourceFact, StepsFact};

use super::{counted, say, seq, short, shown, spaced, table, word};
use crate::screen::visible_text;

/// Every snapshot with what became of it.
pub fn drift(report: &DriftReport) -> String {
    let heads = ["SKILL", "SNAPSHOT", "STATE", "BASIS", "NOTE", "TURNS", "SESSIONS", "AGENTS", "LAST USED"]
        .map(str::to_owned);
    let (mut text, mut rows, mut session) = (String::new(), vec![heads.clone()], &None);
    for row in &report.rows {
        if row.session != *session {
            session = &row.session;
            if rows.len() > 1 {
                text.push_str(&table(&rows));
                text.push('\n');
                rows = vec![heads.clone()];
            }
            say(&mut text, &format!("session {}", shown(session.as_deref())));
        }
        rows.push([
            visible_text(&row.name),
            short(&row.content_hash, "no hash"),
            state(row),
            spaced(&row.basis),
            visible_text(&row.note),
            row.turns.to_string(),
            row.sessions.to_string(),
            labels(&row.agents),
            shown(row.last_used.as_deref()),
        ]);
    }
    text.push_str(&table(&rows));
    for row in &report.rows {
        compared(&mut text, row);
        beside(&mut text, row);
    }
    say(&mut text, &drifted(report));
    text
}

/// The same of every known workspace.
pub fn drift_everywhere(report: &DriftEverywhereReport) -> String {
    let mut text = String::new();
    for one in &report.workspaces {
        let gone = if one.gone { " (folder deleted, sessions kept)" } else { "" };
        say(&mut text, &format!("workspace {}{gone}", visible_text(&one.workspace)));
        text.push_str(&drift(&one.drift));
        text.push('\n');
    }
    let skills = counted(report.drifted, "skill");
    let workspaces = counted(report.workspaces.len() as u32, "workspace");
    say(&mut text, &format!("{skills} changed since last used, in {workspaces}"));
    text
}

/// Says which skills changed; of those that could not be compared nothing is known.
fn drifted(report: &DriftReport) -> String {
    let words = match report.drifted {
        0 => "no skill changed since it was last used".to_owned(),
        1 => "1 skill changed since it was last used".to_owned(),
        many => format!("{many} skills changed since they were last used"),
    };
    match report.counts.get(&spaced(&DriftState::Unverifiable)) {
        Some(unknown) => format!("{words}; {} could not be compared", counted(*unknown, "snapshot")),
        None => words,
    }
}

/// A state; what is the same in words, where it is not the whole file.
fn state(row: &DriftReportRow) -> String {
    match (row.state, row.basis) {
        (DriftState::BodyChanged, _) => format!("body changed +{} -{}", row.added, row.removed),
        (DriftState::Identical, DriftBasis::Body | DriftBasis::TrimmedBody) => "same body".to_owned(),
        (DriftState::Identical, DriftBasis::Part) => "same part".to_owned(),
        (state, _) => spaced(&state),
    }
}

/// What was done to the texts of a snapshot of which no hash vouches for, and what the agent had filled in.
fn compared(text: &mut String, row: &DriftReportRow) {
    if !matches!(row.basis, DriftBasis::Digest | DriftBasis::Nothing) {
        say(text, &format!("{}: {}", snapshot(row), steps(&row.steps)));
    }
    for hole in &row.holes {
        let filling = match hole.blanked {
            true => "removed by the agent".to_owned(),
            false => format!("filled in with \"{}\"", visible_text(&hole.filling)),
        };
        say(text, &format!("  line {}: {} {filling}", hole.line, visible_text(&hole.placeholder)));
    }
}

/// What is known besides the file it came from: the one that would be taken now, others with its text, and uses that
/// were out of date.
fn beside(text: &mut String, row: &DriftReportRow) {
    row.taken
        .iter()
        .for_each(|taken| say(text, &format!("{}: {}", snapshot(row), visible_text(&taken.words))));
    if !row.same_at.is_empty() {
        let places: Vec<_> = row.same_at.iter().map(visible_text).collect();
        say(text, &format!("{}: same text at {}", snapshot(row), places.join(", ")));
    }
    for used in &row.stale {
        let place = format!("{} {}", visible_text(&used.session), visible_text(&used.stands.words));
        say(text, &format!("{}: outdated in {place}: {}", snapshot(row), used.proof.words));
    }
}

fn snapshot(row: &DriftReportRow) -> String {
    format!("{} {}", visible_text(&row.name), short(&row.content_hash, "no hash"))
}

/// What was done to both texts before they were compared.
pub(super) fn steps(steps: &StepsFact) -> String {
    let disk = if steps.disk.is_empty() { "not compared".to_owned() } else { steps.disk.join(", ") };
    format!("recorded text: {}; file: {disk}", steps.recorded.join(", "))
}

/// Every distinct text of a skill.
pub fn versions(report: &VersionsReport) -> String {
    let mut rows = vec![
        ["VERSION", "HASH", "STATE", "TURNS", "IN CONTEXT", "SESSIONS", "FIRST", "LAST"].map(str::to_owned),
    ];
    for row in &report.versions {
        rows.push([
            row.number.to_string(),
            short(&row.hash, "no hash"),
            if row.on_disk { "on disk".to_owned() } else { spaced(&row.drift.state) },
            row.turns.to_string(),
            row.in_force.to_string(),
            row.sessions.to_string(),
            place(Some(&row.first)),
            place(Some(&row.latest)),
        ]);
    }
    if rows.len() == 1 {
        return format!("No session recorded `{}`.\n", visible_text(&report.name));
    }
    let mut text = table(&rows);
    let turns = counted(report.in_force, "turn");
    say(&mut text, &format!("in context in {turns}; its effect is not recorded"));
    text
}

/// How skills were used.
pub fn usage(report: &UsageReport) -> String {
    let mut rows = vec![
        ["SKILL", "SCOPE", "TURNS", "USER", "MODEL", "SESSIONS", "AGENTS", "FIRST", "LAST"]
            .map(str::to_owned),
    ];
    for row in &report.skills {
        let (counts, gone) = (&row.counts, if row.on_disk { "" } else { " (deleted)" });
        rows.push([
            visible_text(&row.name) + gone,
            visible_text(&row.scope),
            counts.turns.to_string(),
            counts.by_user.to_string(),
            counts.by_model.to_string(),
            counts.sessions.to_string(),
            labels(&row.agents),
            place(counts.first.as_ref()),
            place(counts.last.as_ref()),
        ]);
    }
    let mut text = table(&rows);
    let (unused, sessions) = (counted(report.unused, "skill"), counted(report.sessions, "session"));
    say(&mut text, &format!("{unused} on disk never activated in {sessions} of this workspace"));
    text
}

/// The agents whose sessions used a skill.
fn labels(agents: &[SourceFact]) -> String {
    let labels: Vec<_> = agents.iter().map(|agent| agent.label.as_str()).collect();
    labels.join(", ")
}

/// An activation as `session#seq`, with its agent.
fn place(at: Option<&SnapshotRef>) -> String {
    let words = |at: &SnapshotRef| {
        format!("{}#{} ({})", visible_text(&at.session), visible_text(&at.seq), at.source.label)
    };
    at.map_or("-".to_owned(), words)
}

/// A line for each session.
pub fn verify_all(report: &VerifyAllReport) -> String {
    let mut rows = vec![
        ["SESSION", "VERDICT", "BEFORE", "MISSING", "REPEATED", "UNPARSED", "LAST LINE"].map(str::to_owned),
    ];
    for row in &report.sessions {
        let line = row.line.map(|line| format!(" at line {line}")).unwrap_or_default();
        rows.push([
            visible_text(&row.id),
            verdict(row.verdict),
            spaced(&row.witness) + &line,
            row.missing.to_string(),
            row.repeated.to_string(),
            row.unread.to_string(),
            if row.unfinished.is_none() { "complete" } else { "incomplete" }.to_owned(),
        ]);
    }
    let mut text = table(&rows);
    report.faults.iter().for_each(|fault| say(&mut text, &visible_text(fault)));
    text
}

/// A verdict in words: where no text was recorded, none can be wrong.
fn verdict(verdict: Integrity) -> String {
    if verdict == Integrity::None { "nothing to verify".to_owned() } else { spaced(&verdict) }
}

/// One session: its activations, its numbers, its last line, and what was seen of it before.
pub fn verify(report: &VerifyReport) -> String {
    let mut text = String::new();
    for activation in &report.activations {
        let words = format!("{} {}", visible_text(&activation.name), word(&activation.verdict));
        let place = visible_text(&activation.stands.words);
        say(&mut text, &format!("{place}  seq {}  {words}", seq(&activation.seq)));
    }
    numbers(&mut text, "missing numbers", &report.seq_gaps);
    numbers(&mut text, "repeated numbers", &report.duplicates);
    numbers(&mut text, "unparsed lines", &report.unread);
    if let Some(line) = report.out_of_order {
        say(&mut text, &format!("line {line} follows a larger number"));
    }
    if let Some(copied) = &report.copied {
        let events = counted(copied.events, "event");
        say(&mut text, &format!("{events} copied from {}", visible_text(&copied.from)));
    }
    if let Some(last) = &report.unfinished {
        let bytes = counted(last.bytes, "byte");
        say(&mut text, &format!("line {}: incomplete, {bytes}. {}", last.line, visible_text(&last.why)));
    }
    say(&mut text, &format!("end of the log: {}", visible_text(&report.tail)));
    if let Some(words) = &report.bytes_are {
        say(&mut text, &visible_text(words));
    }
    say(&mut text, &visible_text(&report.witness.words));
    say(&mut text, &verdict(report.verdict));
    text
}

fn numbers(text: &mut String, words: &str, numbers: &[impl ToString]) {
    if !numbers.is_empty() {
        let numbers: Vec<_> = numbers.iter().map(ToString::to_string).collect();
        say(text, &format!("{words}: {}", numbers.join(", ")));
    }
}
