//! The queue, the history and the permissions in force.

use std::path::Path;

use ::hydration::{AskerDoor, Given, LifetimeKind, RefusedCode, Request, Stage};
use ::workspace::{MANAGED, Workspace};
use execution::Lifetime;
use message::message;
use serde_json::Value;

use super::approval_text::{AskerText, ChangedPart, ReleasedText, WaitingState};
use super::lifetimes::{bound_part, held};
use super::{
    ApprovalsAsk, ApprovalsView, DecidedRow, DecisionWord, GrantAsk, GrantRow, SkillMark, TurnMark,
    WaitingAsk, WaitingRow,
};
use crate::{App, Code, Failure};
use views::decisions::{Record, Records};
use views::window::counted;
use views::wire::{Millis, Nothing};

/// Most decisions in one answer.
const ROWS: u32 = 500;

/// What waits, what was decided, what is permitted.
pub(crate) fn approvals(app: &App, ask: &ApprovalsAsk) -> Result<ApprovalsView, Failure> {
    let records = Records::of(&app.workspace);
    let total = records.list.len() as u32;
    let wanted = ask.text.to_lowercase();
    let mut rows: Vec<_> = records.list.iter().map(|record| decided(&app.workspace, record)).collect();
    rows.retain(|row| {
        wanted.is_empty() || format!("{} {}", row.command, row.skill.name).to_lowercase().contains(&wanted)
    });
    let matching = rows.len() as u32;
    let folder = app.workspace.folder();
    let here = |given: &Given| given.workspace == folder;
    let mut notes = records.problems;
    let elsewhere = app.desk.grants().iter().filter(|given| !here(given)).count();
    if elsewhere > 0 {
        notes.push(message!("{elsewhere} more grants in other workspaces.", elsewhere));
    }
    Ok(ApprovalsView {
        waiting: app.desk.requests().iter().map(|request| waiting(&app.workspace, request)).collect(),
        total,
        matching,
        from: ask.from,
        decided: rows.into_iter().skip(ask.from as usize).take(ask.count.min(ROWS) as usize).collect(),
        grants: app
            .desk
            .grants()
            .iter()
            .filter(|given| here(given))
            .map(|given| grant(&app.workspace, given))
            .collect(),
        notes,
    })
}

/// Takes a permission back.
pub(crate) fn revoke_grant(app: &App, ask: &GrantAsk) -> Result<Nothing, Failure> {
    match app.desk.revoke(&ask.id) {
        Ok(true) => Ok(Nothing {}),
        Ok(false) => Err(Failure::not_found(message!("this grant has ended."))),
        Err(fault) => {
            let words =
                message!("this grant is off until Assay exits, but could not be deleted: {fault}.", fault);
            Err(Failure::new(Code::Failed, words).hint(message!("Delete that file; it holds only grants.")))
        }
    }
}

/// Takes back a request that this window made; an agent's request is decided on, or taken back by the agent.
pub(crate) fn withdraw(app: &App, ask: &WaitingAsk) -> Result<Nothing, Failure> {
    let request = find(app, &ask.id)?;
    if request.wish.asker.door != AskerDoor::Window {
        return Err(Failure::new(
            Code::Refused,
            message!("an agent is waiting for this; decide on it instead."),
        ));
    }
    app.desk.withdraw(&ask.id, RefusedCode::Withdrawn, &message!("It was canceled in the window."));
    Ok(Nothing {})
}

/// Brings the approval window to the front.
pub(crate) fn show_approval(app: &App, ask: &WaitingAsk) -> Result<Nothing, Failure> {
    find(app, &ask.id)?;
    app.desk.bring_forward(&ask.id);
    app.host.show_approvals()?;
    Ok(Nothing {})
}

fn find(app: &App, id: &str) -> Result<Request, Failure> {
    let requests = app.desk.requests();
    requests.into_iter().find(|request| request.id == id).ok_or_else(|| {
        Failure::not_found(message!("this request is not pending anymore."))
            .hint(message!("Refresh the list."))
    })
}

fn waiting(workspace: &Workspace, request: &Request) -> WaitingRow {
    let prepared = &request.wish.prepared;
    let command = prepared.work.text();
    WaitingRow {
        id: request.id.clone(),
        invisible: ::hydration::invisible_count(&command),
        command,
        skill: skill_now(workspace, request),
        turn: turn_of(workspace, request),
        asked: Millis::at(request.asked),
        own: request.wish.asker.door == AskerDoor::Window,
        asker: asker(request),
        state: match request.stage {
            Stage::Waits => WaitingState::Waits,
            Stage::Runs { .. } => WaitingState::Runs,
            Stage::Captured(_) => WaitingState::Captured,
        },
        changed: changed(request),
    }
}

/// What is different since it was last allowed.
pub(crate) fn changed(request: &Request) -> Vec<ChangedPart> {
    let Some(since) = &request.since_grant else { return Vec::new() };
    let parts = request.wish.prepared.bound.changed_since(&since.bound);
    parts.iter().map(|part| ChangedPart { part: bound_part(part), lines: None }).collect()
}

/// Who asks.
pub(crate) fn asker(request: &Request) -> AskerText {
    let asker = &request.wish.asker;
    match asker.door {
        AskerDoor::Window => AskerText::Window,
        AskerDoor::Mcp => {
            AskerText::Mcp { name: format!("{} {}", asker.name, asker.version).trim_end().to_owned() }
        }
        AskerDoor::Terminal => AskerText::Terminal,
    }
}

/// The skill of a request.
pub(crate) fn skill_now(workspace: &Workspace, request: &Request) -> SkillMark {
    let skill = &request.wish.prepared.skill;
    mark(workspace, &skill.name, &skill.scope, skill.content_hash.to_string(), &skill.path)
}

/// The session and turn of a request.
pub(crate) fn turn_of(workspace: &Workspace, request: &Request) -> Option<TurnMark> {
    let turn = request.wish.turn.as_ref()?;
    let number = turn.turn.and_then(|number| u32::try_from(number).ok());
    Some(turn_mark(workspace, turn.session.as_str(), number))
}

fn mark(workspace: &Workspace, name: &str, scope: &str, hash: String, path: &Path) -> SkillMark {
    let ruling = workspace.ruling(MANAGED);
    let at = ruling.skills().position(|skill| skill.path == path);
    SkillMark {
        name: name.to_owned(),
        scope: scope.to_owned(),
        hash,
        id: at.and_then(|at| ruling.ids.get(at).cloned()),
    }
}

/// A recorded decision, as a row.
pub(crate) fn decided(workspace: &Workspace, record: &Record) -> DecidedRow {
    let data = &record.data;
    let skill = &data["skill"];
    DecidedRow {
        id: record.id.clone(),
        at: record.at,
        decision: record.decision,
        command: command(data),
        skill: mark(
            workspace,
            text(&skill["name"]),
            text(&skill["scope"]),
            text(&skill["content_hash"]).to_owned(),
            Path::new(text(&skill["path"])),
        ),
        released: released(record),
        turn: data["anchor"]["session_id"].as_str().map(|session| {
            let number = data["turn"]["number"].as_u64().and_then(|number| u32::try_from(number).ok());
            turn_mark(workspace, session, number)
        }),
    }
}

/// The command, pattern or path as it was.
pub(crate) fn command(data: &Value) -> String {
    if let Some(text) = data["command"].as_str() {
        return text.to_owned();
    }
    let surface = &data["surface"];
    match surface["kind"].as_str() {
        Some("command") => {
            let words: Vec<_> = surface["argv"].as_array().into_iter().flatten().map(text).collect();
            // Of a shell's words the last is the text it read.
            if surface["shell"].is_string() {
                words.last().copied().unwrap_or_default().to_owned()
            } else {
                words.join(" ")
            }
        }
        Some("files") => text(&surface["pattern"]).to_owned(),
        Some("resource") => text(&surface["path"]).to_owned(),
        _ => String::new(),
    }
}

/// Bytes in words, as far as they are recorded.
pub(super) fn bytes(count: &Value) -> String {
    count.as_u64().map_or_else(|| "bytes not recorded".to_owned(), |count| counted(count, "byte"))
}

fn released(record: &Record) -> ReleasedText {
    let bytes = record.data["bytes_kept"].as_u64();
    match record.decision {
        DecisionWord::Sent | DecisionWord::SentUnderGrant | DecisionWord::SentByRule => {
            ReleasedText::Sent { bytes }
        }
        DecisionWord::SentRedacted => {
            ReleasedText::Redacted { bytes, marks: record.data["redactions"].as_u64().unwrap_or(0) }
        }
        DecisionWord::Discarded => ReleasedText::NothingSent,
        DecisionWord::Denied | DecisionWord::Refused | DecisionWord::Withdrawn | DecisionWord::Failed
            if record.data["ran"] == true =>
        {
            ReleasedText::NothingSent
        }
        DecisionWord::Denied | DecisionWord::Refused | DecisionWord::Withdrawn | DecisionWord::Failed => {
            ReleasedText::NothingRun
        }
    }
}

fn grant(workspace: &Workspace, given: &Given) -> GrantRow {
    GrantRow {
        id: given.grant.id.clone(),
        lifetime: LifetimeKind::from(&given.grant.lifetime),
        covers: held(given),
        command: given.command.clone(),
        skill: mark(workspace, &given.skill, &given.scope, given.content_hash.clone(), &given.skill_path),
        session: match &given.grant.lifetime {
            Lifetime::Session { session, .. } => Some(session.clone()),
            Lifetime::Once | Lifetime::Bytes | Lifetime::Output(_) => None,
        },
        given: Millis::at(given.grant.given),
        used: given.grant.used,
        last_used: Some(Millis::at(given.grant.last_used)),
    }
}

pub(crate) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// A session and turn, with what leads to them on screen.
fn turn_mark(workspace: &Workspace, session: &str, turn: Option<u32>) -> TurnMark {
    let logs = workspace.logs();
    let found = logs.sessions.iter().find(|known| known.id == session);
    let row = found.zip(turn).and_then(|(session, number)| {
        let read = session.read();
        let turn = read.turns.turns().iter().find(|turn| turn.number == number)?;
        u32::try_from(read.timeline().row_of(turn.opened)?).ok()
    });
    TurnMark { session: session.to_owned(), key: found.map(|session| session.key.clone()), turn, row }
}
