//! Rows of what sessions recorded.

use std::collections::HashMap;

use ::workspace::{Read, Session, Snapshot, Use, Workspace};
use sessions::{EventKind, Kind, Origin, Outcome, Proof, TextIntegrity, TextKept, Turn};
use views::decisions::{Record, Records};
use views::export::Cleaning;

use super::{Known, Telling, at, count, day, millis, some, text, word};
use crate::book::Book;
use crate::schema;
use crate::sheet::Value;
use crate::trouble::Trouble;

/// Writes them.
pub(super) fn write(
    workspace: &Workspace,
    telling: &Telling<'_>,
    known: &mut Known,
    book: &mut Book,
) -> Result<(), Trouble> {
    let joined = workspace.joined();
    let mut cleaning = Cleaning::new(workspace, true);
    let mut own: HashMap<&str, &Session> = HashMap::new();
    for session in joined.logs().into_iter().flat_map(|logs| &logs.sessions) {
        if (telling.stop)() {
            return Err(Trouble::Stopped);
        }
        if !(telling.is_own)(&session.place) || !known.sessions.insert(session.key.clone()) {
            continue;
        }
        own.insert(&session.key, session);
        let read = session.read();
        let began = millis(read.lineage.first_ts.as_deref());
        write_session(session, began, telling, &mut cleaning, book)?;
        for turn in read.turns.turns().iter().filter(|turn| turn.origin == Origin::Here) {
            write_turn(session, turn, began, telling, &mut cleaning, book)?;
        }
    }
    for snapshot in joined.snapshots() {
        if (telling.stop)() {
            return Err(Trouble::Stopped);
        }
        let uses = snapshot.uses.iter().map(|used| (used, false));
        for (used, copied) in uses.chain(snapshot.copies.iter().map(|used| (used, true))) {
            if let Some(session) = own.get(used.key.as_str()) {
                write_activation(snapshot, used, copied, session, book)?;
            }
        }
        let first = snapshot.records().min_by_key(|used| used.at.unwrap_or(i64::MAX));
        let first = first.and_then(|used| Some((used, *own.get(used.key.as_str())?)));
        if let Some((first, session)) = first
            && !snapshot.hash.is_empty()
            && known.texts.insert(snapshot.hash.clone())
        {
            write_snapshot(snapshot, first, session, telling, &mut cleaning, book)?;
        }
    }
    for record in Records::of(workspace).list {
        if known.decisions.insert((record.file.clone(), record.line)) {
            write_decision(workspace, &record, book)?;
        }
    }
    Ok(())
}

/// The day of what happened at a time; where that is not recorded, of its session's beginning, else 1970-01-01.
fn day_of(at: Option<i64>, began: Option<i64>) -> String {
    day(at.or(began).unwrap_or(0))
}

fn write_session(
    session: &Session,
    began: Option<i64>,
    telling: &Telling<'_>,
    cleaning: &mut Cleaning,
    book: &mut Book,
) -> Result<(), Trouble> {
    let read = session.read();
    let about = read.log.about();
    let fork = read.lineage.fork.as_ref().and_then(|fork| fork.parent_session_id.as_deref());
    let parent =
        about.and_then(|about| about.parent.as_deref()).or(session.place.subagent.as_deref()).or(fork);
    let is_subagent = session.place.subagent.is_some() || about.is_some_and(|about| about.is_subagent);
    let repository = about.and_then(|about| about.repository.as_deref()).unwrap_or_default();
    let repository = hydration::secret::withhold(repository).0;
    let title = if telling.texts { cleaning.text("sessions", &read.title) } else { String::new() };
    book.add(
        &schema::SESSIONS,
        &day_of(began, None),
        &[
            ("session", text(&session.id)),
            ("agent", text(session.place.source.rules().name)),
            ("release", some(about.and_then(|about| about.release.as_deref()))),
            ("model", some(about.and_then(|about| about.model.as_deref()))),
            ("workspace", text(&session.place.workspace.to_string_lossy())),
            ("branch", some(about.and_then(|about| about.branch.as_deref()))),
            ("commit_id", some(about.and_then(|about| about.commit.as_deref()))),
            ("repository", text(&repository)),
            ("parent", some(parent)),
            ("is_subagent", Value::Flag(is_subagent)),
            ("started_at", at(began)),
            ("title", text(&title)),
        ],
    )
}

fn write_turn(
    session: &Session,
    turn: &Turn,
    began: Option<i64>,
    telling: &Telling<'_>,
    cleaning: &mut Cleaning,
    book: &mut Book,
) -> Result<(), Trouble> {
    let read = session.read();
    let time = |position: usize| read.at(position, read.log.event(position)?.ts.as_deref());
    let began_at = time(turn.opened);
    let tokens = Tokens::of(read, turn);
    let prompt = telling.texts.then(|| turn.prompt(&read.log)).flatten();
    let prompt = prompt.map(|prompt| cleaning.text("turns", &prompt)).unwrap_or_default();
    book.add(
        &schema::TURNS,
        &day_of(began_at, began),
        &[
            ("session", text(&session.id)),
            ("agent", text(session.place.source.rules().name)),
            ("workspace", text(&session.place.workspace.to_string_lossy())),
            ("turn", count(turn.number)),
            ("began_at", at(began_at)),
            ("ended_at", at(turn.positions.end.checked_sub(1).and_then(time))),
            ("outcome", Value::Text(outcome(turn.outcome))),
            ("events", count(turn.positions.len() + turn.late.len())),
            ("tools", count(turn.tools)),
            ("activations", count(turn.activations.len())),
            ("input_tokens", count_of(tokens.input)),
            ("cached_tokens", count_of(tokens.cached)),
            ("output_tokens", count_of(tokens.output)),
            ("taken_back", Value::Flag(turn.taken_back)),
            ("prompt", text(&prompt)),
        ],
    )
}

/// What the calls of a turn took, where the log says it.
#[derive(Default)]
struct Tokens {
    input: Option<u64>,
    cached: Option<u64>,
    output: Option<u64>,
}

impl Tokens {
    fn of(read: &Read, turn: &Turn) -> Self {
        let mut tokens = Self::default();
        let counted = |at: &usize| read.log.at(*at).is_some_and(|row| row.kind() == Kind::ProviderUsage);
        for position in turn.positions.clone().filter(counted) {
            let Some(EventKind::ProviderUsage(usage)) = read.log.event(position).map(|event| event.kind)
            else {
                continue;
            };
            add(&mut tokens.input, usage.input_tokens);
            add(&mut tokens.cached, usage.cached_tokens);
            add(&mut tokens.output, usage.output_tokens);
        }
        tokens
    }
}

fn add(sum: &mut Option<u64>, more: Option<u64>) {
    if let Some(more) = more {
        *sum = Some(sum.unwrap_or(0).saturating_add(more));
    }
}

fn count_of(number: Option<u64>) -> Value<'static> {
    number.map_or(Value::Absent, count)
}

fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Answered => "answered",
        Outcome::Failed => "failed",
        Outcome::Interrupted => "interrupted",
        Outcome::Open => "open",
    }
}

fn write_activation(
    snapshot: &Snapshot,
    used: &Use,
    copied: bool,
    session: &Session,
    book: &mut Book,
) -> Result<(), Trouble> {
    let read = session.read();
    let activated = read.activations.iter().find(|one| one.line == used.line);
    let inferred = activated.is_some_and(|one| one.inferred.is_some());
    let by = used.by.to_string();
    book.add(
        &schema::ACTIVATIONS,
        &day_of(used.at, millis(read.lineage.first_ts.as_deref())),
        &[
            ("session", text(&used.session)),
            ("agent", text(used.source.rules().name)),
            ("workspace", text(&session.place.workspace.to_string_lossy())),
            ("turn", used.turn.map_or(Value::Absent, count)),
            ("given_at", at(used.at)),
            ("skill", text(&snapshot.name)),
            ("scope", text(&snapshot.scope)),
            ("path", text(&snapshot.path.to_string_lossy())),
            ("hash", text(&snapshot.hash)),
            ("asked_by", text(&by)),
            ("copied", Value::Flag(copied)),
            ("given_again", Value::Flag(activated.is_some_and(|one| one.given_again))),
            ("stale", used.stale.as_ref().map_or(Value::Absent, |stale| Value::Text(proof(stale.proof)))),
            ("file", text(&used.stands.file.to_string_lossy())),
            ("record", count(used.line)),
            ("evidence", Value::Text(if inferred { "inferred" } else { "recorded" })),
        ],
    )
}

fn write_snapshot(
    snapshot: &Snapshot,
    first: &Use,
    session: &Session,
    telling: &Telling<'_>,
    cleaning: &mut Cleaning,
    book: &mut Book,
) -> Result<(), Trouble> {
    let Some(activated) = session.activation(first.line) else { return Ok(()) };
    let content = || session.recorded(activated.position)?.content;
    let content = if telling.texts { content() } else { None };
    let content = content.map(|content| cleaning.text("snapshots", &content)).unwrap_or_default();
    let is_named = snapshot.integrity == TextIntegrity::Verified;
    book.add(
        &schema::SNAPSHOTS,
        &day_of(first.at, millis(session.read().lineage.first_ts.as_deref())),
        &[
            ("hash", text(&snapshot.hash)),
            ("skill", text(&snapshot.name)),
            ("agent", text(first.source.rules().name)),
            ("first_at", at(first.at)),
            ("bytes", count(activated.bytes)),
            ("lines", count(activated.lines)),
            ("kept", Value::Text(kept(activated.text))),
            ("evidence", Value::Text(if is_named { "recorded" } else { "reconstructed" })),
            ("text", text(&content)),
        ],
    )
}

fn write_decision(workspace: &Workspace, record: &Record, book: &mut Book) -> Result<(), Trouble> {
    let decided = Some(record.at.0);
    let of = |value: &'static str| record.data["skill"][value].as_str();
    let decision = word(record.decision);
    book.add(
        &schema::DECISIONS,
        &day_of(decided, None),
        &[
            ("id", text(&record.id)),
            ("workspace", text(&workspace.folder().to_string_lossy())),
            ("decided_at", at(decided)),
            ("decision", text(&decision)),
            ("released_by", some(record.data["permission"]["by"].as_str())),
            ("skill", some(of("name"))),
            ("path", some(of("path"))),
            ("source", some(record.data["context_source_id"].as_str())),
            ("session", some(record.event["session_id"].as_str())),
            ("file", text(&record.file.to_string_lossy())),
            ("record", count(record.line)),
            ("evidence", Value::Text("recorded")),
        ],
    )
}

fn proof(proof: Proof) -> &'static str {
    match proof {
        Proof::Written => "written",
        Proof::Listed => "listed",
        Proof::Replaced => "replaced",
    }
}

fn kept(kept: TextKept) -> &'static str {
    match kept {
        TextKept::Whole => "whole",
        TextKept::Body => "body",
        TextKept::TrimmedBody => "trimmed body",
        TextKept::Part => "part",
        TextKept::Mixed => "mixed",
        TextKept::Nothing => "nothing",
    }
}
