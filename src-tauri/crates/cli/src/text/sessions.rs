//! Sessions, turns, and what a model sees of skills.

use api::report::{
    HydrationReport, ListedSessionsReport, SessionReport, SessionsReport, TurnReport, VisibleReport,
};

use super::{count, counted, problems, say, seq, short, shown, table, word};
use crate::screen::visible_text;

const HEADS: [&str; 7] = ["SESSION", "STARTED", "TURNS", "EVENTS", "SKILLS", "STATE", "TITLE"];

/// The sessions of a workspace.
pub fn sessions(report: &SessionsReport) -> String {
    let mut rows = vec![HEADS.map(str::to_owned)];
    rows.extend(report.sessions.iter().map(|row| {
        session(Row {
            id: &row.id,
            started: row.started.as_deref(),
            turns: row.turns,
            events: row.events,
            skills: &row.skills,
            live: row.live,
            readable_by_pixir: row.readable_by_pixir,
            title: &row.title,
        })
    }));
    let mut text = table(&rows);
    if report.sessions.is_empty() {
        for place in &report.places {
            say(
                &mut text,
                &format!("looked in {}: {}", visible_text(&place.path), visible_text(&place.found)),
            );
        }
    }
    problems(&mut text, &report.problems);
    text
}

/// Those that a filter takes.
pub fn listed(report: &ListedSessionsReport) -> String {
    let mut rows = vec![HEADS.map(str::to_owned)];
    rows.extend(report.sessions.iter().map(|row| {
        session(Row {
            id: &row.id,
            started: row.started.as_deref(),
            turns: row.turns,
            events: row.events,
            skills: &row.skills,
            live: row.live,
            readable_by_pixir: row.readable_by_pixir,
            title: &row.title,
        })
    }));
    table(&rows)
}

struct Row<'a> {
    id: &'a str,
    started: Option<&'a str>,
    turns: u32,
    events: u32,
    skills: &'a [String],
    live: bool,
    readable_by_pixir: bool,
    title: &'a str,
}

fn session(row: Row<'_>) -> [String; 7] {
    let skills: Vec<_> = row.skills.iter().map(|name| visible_text(name)).collect();
    let state = match (row.live, row.readable_by_pixir) {
        (true, _) => "live",
        (false, true) => "",
        (false, false) => "refused by Pixir",
    };
    [
        visible_text(row.id),
        shown(row.started),
        row.turns.to_string(),
        row.events.to_string(),
        skills.join(" "),
        state.to_owned(),
        visible_text(row.title),
    ]
}

/// What is known of a session as a whole.
pub fn whole(session: &SessionReport) -> String {
    let mut text = String::new();
    say(&mut text, &format!("{}  {}", visible_text(&session.id), visible_text(&session.path)));
    let unread = count(&session.unread, "line");
    say(&mut text, &format!("{}, {unread} not read", counted(session.events, "event")));
    if let Some(reason) = session.pixir.as_ref().and_then(|pixir| pixir.reason.as_deref()) {
        say(&mut text, &visible_text(reason));
    }
    for line in &session.unread {
        say(&mut text, &format!("line {}: {}", line.line, visible_text(&line.reason)));
    }
    if let Some(last) = &session.unfinished {
        let bytes = counted(last.bytes, "byte");
        say(&mut text, &format!("line {}: unfinished, {bytes}. {}", last.line, visible_text(&last.why)));
    }
    text
}

/// One turn of it.
pub fn turn(turn: &TurnReport) -> String {
    let mut text = String::new();
    let range = format!("seq {}–{}", seq(&turn.from_seq), seq(&turn.to_seq));
    let prompt: String = turn.prompt.chars().take(80).collect();
    let prompt = visible_text(&prompt);
    say(&mut text, &format!("\nturn {}  {}  {range}\n  {prompt}", turn.number, word(&turn.outcome)));
    for activation in &turn.activations {
        let (name, by) = (visible_text(&activation.name), visible_text(&activation.activated_by));
        let hash = short(&activation.content_hash, "no hash");
        say(
            &mut text,
            &format!(
                "  seq {} {name} by {by}, {}, {hash}",
                seq(&activation.seq),
                word(&activation.integrity)
            ),
        );
    }
    turn.hydrations.iter().for_each(|hydration| say(&mut text, &hydrated(hydration)));
    text
}

/// What was released is recorded; that a model read it is not.
fn hydrated(hydration: &HydrationReport) -> String {
    let to = match &hydration.released_to {
        Some(to) => format!("released to {}", visible_text(to)),
        None => "whether it was released is not recorded".to_owned(),
    };
    let cut = if hydration.truncated == Some(true) { ", cut" } else { "" };
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
    if text.is_empty() { "no skill text is in context here\n".to_owned() } else { text }
}
