//! Sessions, turns, and what a model sees of skills.

use std::collections::HashSet;

use api::everywhere::ListedSessionsReport;
use api::sessions::{
    ActivationFact, HydrationReport, SessionReport, SessionsReport, TurnReport, VisibleReport,
};
use api::wire::{Integrity, SessionDrift, SourceFact, TextKept, UnreadLog};

use super::{count, counted, problems, say, seq, short, shown, table, word};
use crate::screen::visible_text;

const HEADS: [&str; 9] =
    ["SESSION", "AGENT", "STARTED", "TURNS", "EVENTS", "SKILLS", "DRIFT", "STATE", "TITLE"];

/// The state of a large log that is not read yet.
const NOT_READ: &str = "not read yet";

/// The sessions of a workspace.
pub fn sessions(report: &SessionsReport) -> String {
    let mut rows = vec![HEADS.map(str::to_owned)];
    rows.extend(report.sessions.iter().map(|row| {
        session(&Row {
            id: &row.id,
            source: &row.source,
            started: row.started.as_deref(),
            turns: row.turns,
            events: row.events,
            skills: &row.skills,
            drift: &row.drift,
            live: row.live,
            readable_by_pixir: row.readable_by_pixir,
            title: &row.title,
            is_read: true,
        })
    }));
    rows.extend(report.reading.iter().map(unread));
    let mut text = table(&rows);
    if report.sessions.is_empty() {
        for place in &report.places {
            say(
                &mut text,
                &format!("searched {}: {}", visible_text(&place.path), visible_text(&place.found)),
            );
        }
    }
    problems(&mut text, &report.problems);
    text
}

/// Those that a filter takes.
pub fn listed(report: &ListedSessionsReport) -> String {
    let unread_paths: HashSet<&str> = report.reading.iter().map(|log| log.path.as_str()).collect();
    let mut rows = vec![HEADS.map(str::to_owned)];
    rows.extend(report.sessions.iter().map(|row| {
        session(&Row {
            id: &row.id,
            source: &row.source,
            started: row.started.as_deref(),
            turns: row.turns,
            events: row.events,
            skills: &row.skills,
            drift: &row.drift,
            live: row.live,
            readable_by_pixir: row.readable_by_pixir,
            title: &row.title,
            is_read: !unread_paths.contains(row.path.as_str()),
        })
    }));
    // A log that was read before and has changed has its row already.
    let has_row = |log: &&UnreadLog| report.sessions.iter().any(|row| row.path == log.path);
    rows.extend(report.reading.iter().filter(|log| !has_row(log)).map(unread));
    let mut text = table(&rows);
    report.notes.iter().for_each(|note| say(&mut text, &format!("note: {}", visible_text(note))));
    text
}

struct Row<'a> {
    id: &'a str,
    source: &'a SourceFact,
    started: Option<&'a str>,
    turns: u32,
    events: u32,
    skills: &'a [String],
    drift: &'a SessionDrift,
    live: bool,
    readable_by_pixir: Option<bool>,
    title: &'a str,
    /// Whether its log was read as it is now.
    is_read: bool,
}

fn session(row: &Row<'_>) -> [String; 9] {
    let skills: Vec<_> = row.skills.iter().map(visible_text).collect();
    let state = match (row.is_read, row.live, row.readable_by_pixir) {
        (false, ..) => NOT_READ,
        (_, true, _) => "live",
        (_, false, Some(false)) => "refused by Pixir",
        (_, false, _) => "",
    };
    [
        visible_text(row.id),
        row.source.label.clone(),
        shown(row.started),
        row.turns.to_string(),
        row.events.to_string(),
        skills.join(" "),
        row.drift.words(),
        state.to_owned(),
        visible_text(row.title),
    ]
}

/// A large log that is not read yet.
fn unread(log: &UnreadLog) -> [String; 9] {
    let nothing = || "-".to_owned();
    let title = format!("{} ({} MB)", visible_text(&log.path), log.bytes / 1_000_000);
    let (id, agent, state) = (visible_text(&log.id), log.source.label.clone(), NOT_READ.to_owned());
    [id, agent, nothing(), nothing(), nothing(), String::new(), String::new(), state, title]
}

/// What is known of a session as a whole.
pub fn whole(session: &SessionReport) -> String {
    let mut text = String::new();
    say(&mut text, &format!("{}  {}", visible_text(&session.id), visible_text(&session.path)));
    let release = session.release.as_deref().map(|release| format!(" {}", visible_text(release)));
    say(&mut text, &format!("agent: {}{}", session.source.label, release.unwrap_or_default()));
    let unread = count(&session.unread, "line");
    say(&mut text, &format!("{}, {unread} unparsed", counted(session.events, "event")));
    if let Some(reason) = session.pixir.as_ref().and_then(|pixir| pixir.reason.as_deref()) {
        say(&mut text, &visible_text(reason));
    }
    for line in &session.unread {
        say(&mut text, &format!("line {}: {}", line.line, visible_text(&line.reason)));
    }
    if let Some(last) = &session.unfinished {
        let bytes = counted(last.bytes, "byte");
        say(&mut text, &format!("line {}: incomplete, {bytes}. {}", last.line, visible_text(&last.why)));
    }
    text
}

/// Letters of a prompt that are printed.
const PROMPT: usize = 80;

/// One turn of it.
pub fn turn(turn: &TurnReport) -> String {
    let mut text = String::new();
    let number = if turn.numbered { "seq" } else { "record" };
    let range = format!("{number} {}–{}", seq(&turn.from_seq), seq(&turn.to_seq));
    let cut: String = turn.prompt.chars().take(PROMPT).collect();
    let more = if cut.len() < turn.prompt.len() { "…" } else { "" };
    let prompt = visible_text(&cut) + more;
    let state = if turn.taken_back { ", undone" } else { "" };
    let outcome = word(&turn.outcome);
    say(&mut text, &format!("\nturn {}  {outcome}{state}  {range}\n  {prompt}", turn.number));
    for activation in &turn.activations {
        let (name, by) = (visible_text(&activation.name), visible_text(&activation.activated_by));
        let hash = short(&activation.content_hash, "no hash");
        let proof = match activation.integrity {
            Integrity::Computed => format!("hash not recorded, {hash} computed from the text"),
            Integrity::None => "no text".to_owned(),
            integrity => format!("{}, {hash}", word(&integrity)),
        };
        let place = visible_text(&activation.stands.words);
        say(&mut text, &format!("  {number} {} {name} by {by}, {proof}, {place}", seq(&activation.seq)));
        told(&activation.told).iter().for_each(|words| say(&mut text, &format!("    {words}")));
    }
    for read in &turn.weak_traces {
        let path = visible_text(&read.path);
        say(&mut text, &format!("  {}: read {path} without activation", visible_text(&read.stands.words)));
    }
    turn.hydrations.iter().for_each(|hydration| say(&mut text, &hydrated(hydration)));
    text
}

/// What a log tells of an activation besides its text.
fn told(told: &ActivationFact) -> Vec<String> {
    let kept = match (told.kept, told.given_again) {
        (TextKept::Whole, _) => None,
        (TextKept::Body, _) => Some("body recorded, without frontmatter"),
        (TextKept::TrimmedBody, _) => Some("body recorded, without frontmatter and outer whitespace"),
        (TextKept::Part, _) => Some("only some lines of the file recorded"),
        (TextKept::Mixed, _) => Some("text recorded within other output of the same tool"),
        (TextKept::Nothing, true) => Some("text not recorded again"),
        (TextKept::Nothing, false) => Some("no text sent, reported as unchanged by the agent"),
    };
    let mut words: Vec<String> = kept.into_iter().map(str::to_owned).collect();
    words.extend(told.stale.iter().map(|stale| format!("outdated: {}", stale.words)));
    words.extend(told.given_again.then(|| "sent again by the agent itself".to_owned()));
    words.extend(told.inferred.iter().map(|why| format!("inferred: {}", visible_text(why))));
    words.extend(told.arguments.iter().map(|with| format!("called with {}", visible_text(with))));
    words.extend(told.steps.iter().map(visible_text));
    words
}

/// What was released is recorded; that a model read it is not.
fn hydrated(hydration: &HydrationReport) -> String {
    let to = match &hydration.released_to {
        Some(to) => format!("sent to {}", visible_text(to)),
        None => "not recorded if it was sent".to_owned(),
    };
    let cut = if hydration.truncated == Some(true) { ", truncated" } else { "" };
    let (skill, source) = (visible_text(&hydration.skill), visible_text(&hydration.context_source_id));
    format!(
        "  hydrated {skill} {source}: {}, {}{cut}, {to}",
        visible_text(&hydration.command),
        counted(hydration.bytes_kept, "byte"),
    )
}

/// The texts of skills that a model sees after an event, and those it saw before.
pub fn visible(report: &VisibleReport) -> String {
    let visible = report.visible.iter().map(|row| (&row.seq, &row.name, &row.content_hash, "in full"));
    let dropped =
        report.dropped.iter().map(|row| (&row.seq, &row.name, &row.content_hash, "dropped by a compaction"));
    let mut text = String::new();
    for (number, name, hash, state) in visible.chain(dropped) {
        let (name, hash) = (visible_text(name), short(hash, "no hash"));
        say(&mut text, &format!("seq {}  {name}  {hash}  {state}", seq(number)));
    }
    if text.is_empty() { "No skill text in context.\n".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use api::everywhere::ListedSessionsReport;
    use api::wire::{SourceFact, UnreadLog};

    use super::listed;

    #[test]
    fn log_that_is_not_read_yet_is_a_row_with_its_path_and_size() {
        let source = SourceFact { name: "claude-code".to_owned(), label: "Claude Code".to_owned() };
        let (id, path) = ("a1".to_owned(), "/home/a1.jsonl".to_owned());
        let reading = vec![UnreadLog { id, path, source, bytes: 40_000_000 }];
        let text = listed(&ListedSessionsReport { sessions: Vec::new(), notes: Vec::new(), reading });
        let row: Vec<&str> = text.lines().nth(1).unwrap_or_default().split_whitespace().collect();
        let words =
            ["a1", "Claude", "Code", "-", "-", "-", "not", "read", "yet", "/home/a1.jsonl", "(40", "MB)"];
        assert_eq!(row, words);
    }
}
