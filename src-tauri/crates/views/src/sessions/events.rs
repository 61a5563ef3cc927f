//! The events of one timeline row, each as the page draws it.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

use ::sessions::event::{
    AssistantMessage, Compaction, Decision, Subagent, ToolCall, ToolResult, UserMessage, Workflow,
};
use ::sessions::{Event, EventKind, Kind, Log, LogPlace, Resource, Stored};
use ::workspace::{Joined, Letters, Logs, Noted, Read, Row, Workspace, time_of};

use super::after::dropped_by;
use super::bookkeeping::is_bookkeeping;
use super::texts::{clip, indented, reasoning_summary};
use super::timeline::{Texts, row_at, view};
use super::{
    Clip, EventGroup, EventRow, EventView, EventsAsk, EventsView, GroupCount, LogPart, ToolOutcome, family,
    hydrated,
};
use crate::window::counted;
use crate::wire::{DriftFact, Millis, ROWS};
use crate::{Failure, markdown};

/// Rows with more events than this show every result apart from its call.
const PAIRED: usize = 2_000;
/// Characters of a tool's arguments on one line.
const HEAD: usize = 300;
/// Bookkeeping lines whose types are named where they are folded.
const TYPED: usize = 300;
/// Bytes of an answer that are drawn as Markdown; the source is there in full.
const DRAWN: usize = 64 << 10;

/// What an event is drawn with.
struct Around<'a> {
    kept: Option<&'a Path>,
    place: &'a LogPlace,
    logs: &'a Logs,
    read: &'a Read,
    workspace: &'a Workspace,
    joined: &'a Joined,
    letters: &'a Letters,
}

/// A window of the events of one row.
///
/// # Errors
///
/// [`Code::NotFound`](crate::Code::NotFound) when the session's log is no longer there.
pub fn events(workspace: &Workspace, ask: &EventsAsk) -> Result<EventsView, Failure> {
    let session = workspace.session(&ask.key).ok_or_else(Failure::session_gone)?;
    let (logs, joined) = (workspace.logs(), workspace.joined());
    let read = session.read();
    let letters = read.letters();
    let kept = workspace.surroundings().kept.as_deref();
    let around =
        Around { workspace, kept, place: &session.place, logs: &logs, read, joined: &joined, letters };
    let row = row_at(read.timeline(), ask.row)?;
    let results = results(read, row);
    let paired: HashSet<usize> = results.values().copied().collect();
    let (folded, own): (Vec<usize>, Vec<usize>) =
        row.positions().filter(|at| !paired.contains(at)).partition(|at| is_bookkeeping(read, *at));
    let mut shown = merged(own.into_iter(), read.placement().of_row(ask.row));
    shown.extend((!folded.is_empty()).then_some(Shown::Bookkeeping));
    shown.extend(folded.iter().filter(|_| ask.bookkeeping).map(|at| Shown::Own(*at)));
    let groups = counts(read, &shown, row.unread.len());
    shown.retain(|one| ask.only.is_none_or(|only| one.group(read) == only));
    let unread = match ask.only {
        None | Some(EventGroup::Other) => &read.log.unread()[row.unread.clone()],
        Some(_) => &[],
    };
    let first = row.positions().next().and_then(|at| around.time(at));
    let (from, count) = (ask.from as usize, ask.count.min(ROWS) as usize);
    let events = shown.iter().skip(from).take(count).filter_map(|one| match one {
        Shown::Own(at) => around.row(*at, first, &results),
        Shown::Noted(noted) => around.noted(*noted, first),
        Shown::Bookkeeping => around.bookkeeping(&folded, ask.bookkeeping),
    });
    let total = (shown.len() + unread.len()) as u32;
    let unread = unread.iter().skip(from).take(count).map(|unread| around.unread(unread));
    Ok(EventsView {
        row: view(&logs, &mut Texts::of(read, letters), ask.row, row),
        total,
        groups,
        from: ask.from,
        events: events.chain(unread).collect(),
        model: family::model_of(read, row),
    })
}

/// An event of a row.
enum Shown {
    /// Of the session's log, by position.
    Own(usize),
    /// Of a companion log.
    Noted(Noted),
    /// All bookkeeping of the row.
    Bookkeeping,
}

impl Shown {
    fn group(&self, read: &Read) -> EventGroup {
        match self {
            // Assay writes what it fed, and what it was not allowed to.
            Self::Noted(_) => EventGroup::Skills,
            Self::Bookkeeping => EventGroup::Other,
            Self::Own(at) => read.log.at(*at).map_or(EventGroup::Other, |row| group_of(row.kind())),
        }
    }
}

fn group_of(kind: Kind) -> EventGroup {
    match kind {
        Kind::UserMessage
        | Kind::AssistantMessage
        | Kind::Reasoning
        | Kind::BranchSummary
        | Kind::HistoryCompaction => EventGroup::Messages,
        Kind::ToolCall | Kind::ToolResult | Kind::PermissionDecision => EventGroup::Tools,
        Kind::SkillActivation | Kind::SkillContextHydration | Kind::SkillListing => EventGroup::Skills,
        Kind::SubagentEvent
        | Kind::WorkflowEvent
        | Kind::SessionFork
        | Kind::ProviderUsage
        | Kind::TurnFailed
        | Kind::Unknown
        | Kind::Unread
        | Kind::Other => EventGroup::Other,
    }
}

fn counts(read: &Read, shown: &[Shown], unread: usize) -> Vec<GroupCount> {
    let mut counts: BTreeMap<EventGroup, u32> = BTreeMap::new();
    for one in shown {
        *counts.entry(one.group(read)).or_default() += 1;
    }
    if unread > 0 {
        *counts.entry(EventGroup::Other).or_default() += unread as u32;
    }
    counts.into_iter().map(|(group, count)| GroupCount { group, count }).collect()
}

/// The events of both logs in the order they stand.
fn merged(own: impl Iterator<Item = usize>, noted: &[Noted]) -> Vec<Shown> {
    let mut noted = noted.iter().copied().peekable();
    let mut shown = Vec::new();
    for at in own {
        while let Some(before) = noted.next_if(|one| one.after.is_none_or(|after| after < at)) {
            shown.push(Shown::Noted(before));
        }
        shown.push(Shown::Own(at));
    }
    shown.extend(noted.map(Shown::Noted));
    shown
}

/// Which result answers which call of a row, by position.
fn results(read: &Read, row: &Row) -> HashMap<usize, usize> {
    match row.count() {
        more if more > PAIRED => HashMap::new(),
        _ if read.log.source().is_envelope() => results_behind(read, row),
        _ => results_by_id(read, row),
    }
}

/// Pixir writes a call's result right behind it, but for a decision and an activation between them.
fn results_behind(read: &Read, row: &Row) -> HashMap<usize, usize> {
    let mut results = HashMap::new();
    let mut call = None;
    for at in row.positions() {
        match read.log.at(at).map(sessions::Row::kind) {
            Some(Kind::ToolCall) => call = Some(at),
            Some(Kind::PermissionDecision | Kind::SkillActivation | Kind::SkillContextHydration) => {}
            Some(Kind::ToolResult) => {
                if let Some(call) = call.take().filter(|call| same_call(read, *call, at)) {
                    results.insert(call, at);
                }
            }
            _ => call = None,
        }
    }
    results
}

/// Other agents write results when they come, behind several calls and what was counted of them; the id of the call
/// stands in both.
fn results_by_id(read: &Read, row: &Row) -> HashMap<usize, usize> {
    let (mut results, mut open) = (HashMap::new(), HashMap::new());
    for at in row.positions() {
        match read.log.event(at).map(|event| event.kind) {
            Some(EventKind::ToolCall(ToolCall { call_id: Some(id), .. })) => {
                open.insert(id, at);
            }
            Some(EventKind::ToolResult(ToolResult { call_id: Some(id), .. })) => {
                results.extend(open.remove(&id).map(|call| (call, at)));
            }
            _ => {}
        }
    }
    results
}

fn same_call(read: &Read, call: usize, result: usize) -> bool {
    match (read.log.event(call).map(|event| event.kind), read.log.event(result).map(|event| event.kind)) {
        (Some(EventKind::ToolCall(call)), Some(EventKind::ToolResult(result))) => {
            call.call_id == result.call_id
        }
        _ => false,
    }
}

impl Around<'_> {
    fn time(&self, position: usize) -> Option<Millis> {
        let event = self.read.log.event(position)?;
        self.read.at(position, event.ts.as_deref()).map(Millis)
    }

    fn row(
        &self,
        position: usize,
        first: Option<Millis>,
        results: &HashMap<usize, usize>,
    ) -> Option<EventRow> {
        let event = self.read.log.event(position)?;
        let at = self.read.at(position, event.ts.as_deref()).map(Millis);
        Some(EventRow {
            log: LogPart::Log,
            line: event.line,
            file_line: self.read.log.line_of(event.line),
            seq: event.seq.to_string(),
            at,
            offset_ms: offset(at, first),
            what: self.what(position, event, results),
        })
    }

    /// What stands for all bookkeeping of a row.
    fn bookkeeping(&self, positions: &[usize], open: bool) -> Option<EventRow> {
        let first = self.read.log.at(*positions.first()?)?;
        let mut types: Vec<String> = Vec::new();
        for at in positions.iter().take(TYPED) {
            if let Some(EventKind::Other { name }) = self.read.log.event(*at).map(|event| event.kind)
                && !types.contains(&name)
            {
                types.push(name);
            }
        }
        Some(EventRow {
            log: LogPart::Log,
            line: first.line(),
            file_line: self.read.log.line_of(first.line()),
            seq: String::new(),
            at: None,
            offset_ms: None,
            what: EventView::Bookkeeping { lines: positions.len() as u32, types, open },
        })
    }

    fn noted(&self, noted: Noted, first: Option<Millis>) -> Option<EventRow> {
        let log = self.read.evidence.log(noted.part)?;
        let event = log.event(noted.position)?;
        let at = time_of(log, noted.position, event.ts.as_deref()).map(Millis);
        Some(EventRow {
            log: noted.part.into(),
            line: event.line,
            file_line: event.line,
            seq: event.seq.to_string(),
            at,
            offset_ms: offset(at, first),
            what: match event.kind {
                EventKind::Hydration(hydration) => hydrated::event(&hydration, self.kept),
                EventKind::PermissionDecision(decision) => permission(decision),
                // Assay writes these two; whatever else stands there is shown as it is.
                _ => EventView::Unknown {
                    name: log.at(noted.position).map_or("", |row| row.kind().name()).to_owned(),
                    raw: raw(log, event.line),
                },
            },
        })
    }

    fn unread(&self, unread: &::sessions::Unread) -> EventRow {
        let bytes = self.read.log.raw(unread.line).and_then(Result::ok).unwrap_or_default();
        let what =
            EventView::Unread { reason: unread.reason.clone(), raw: clip(&String::from_utf8_lossy(&bytes)) };
        EventRow {
            log: LogPart::Log,
            line: unread.line,
            file_line: self.read.log.line_of(unread.line),
            seq: String::new(),
            at: None,
            offset_ms: None,
            what,
        }
    }

    // A new kind of event is forced to be drawn: no arm is left open.
    fn what(&self, position: usize, event: Event, results: &HashMap<usize, usize>) -> EventView {
        let line = event.line;
        match event.kind {
            EventKind::UserMessage(message) => user_message(&message, position, self.place),
            EventKind::AssistantMessage(message) => assistant_message(&message),
            EventKind::Reasoning(_) => self.reasoning(line),
            EventKind::SkillActivation(_) => self.activation(position, line),
            EventKind::Posture(posture) => EventView::Posture {
                mode: posture.permission_mode.unwrap_or_default(),
                lineage: posture.lineage.unwrap_or_default(),
                source: posture.source.unwrap_or_default(),
            },
            EventKind::Subagent(child) => self.subagent(child, line),
            EventKind::Workflow(step) => workflow(step),
            EventKind::SessionFork(fork) => EventView::Fork {
                parent: fork.parent_session_id.unwrap_or_default(),
                to_seq: fork.forked_to_seq.map(|seq| seq.to_string()),
                copied: fork.replay_event_count.map_or(0, |count| u32::try_from(count).unwrap_or(u32::MAX)),
            },
            EventKind::BranchSummary(summary) => {
                EventView::BranchSummary { text: text(summary.summary.as_deref()) }
            }
            EventKind::Compaction(compaction) => self.compaction(position, &compaction),
            EventKind::ProviderUsage(usage) => EventView::Usage {
                model: usage.model,
                input: number(usage.input_tokens),
                cached: number(usage.cached_tokens),
                output: number(usage.output_tokens),
                index_hash: usage.skill_index_hash,
                pressure: usage.pressure.filter(|tier| tier != "none"),
            },
            EventKind::TurnFailed(failed) => EventView::Failed {
                status: failed.terminal_status.unwrap_or_default(),
                code: failed.error_kind.unwrap_or_default(),
                message: text(failed.error_message.as_deref()),
            },
            EventKind::ToolCall(call) => self.tool_call(call, results.get(&position).copied()),
            EventKind::ToolResult(result) => EventView::ToolResult {
                call_id: result.call_id.clone().unwrap_or_default(),
                result: outcome(&result, line, event.seq.to_string()),
            },
            EventKind::PermissionDecision(decision) => permission(decision),
            EventKind::Hydration(hydration) => hydrated::event(&hydration, self.kept),
            EventKind::SkillListing(listing) => EventView::SkillListing {
                names: listing.names,
                text: text(listing.text.as_deref()),
                adds: listing.adds,
            },
            EventKind::Other { name } => EventView::Other { name, raw: self.raw(line) },
            EventKind::Unknown { name } => EventView::Unknown { name, raw: self.raw(line) },
        }
    }

    fn raw(&self, line: u32) -> Clip {
        raw(&self.read.log, line)
    }

    // The provider's item is opaque to the engine; only its size and its readable summary are shown.
    fn reasoning(&self, line: u32) -> EventView {
        let bytes = self.read.log.raw(line).and_then(Result::ok).unwrap_or_default();
        let value: serde_json::Value = serde_json::from_slice(&bytes).unwrap_or_default();
        let encrypted = value["data"]["item"]["encrypted_content"].as_str().map_or(0, str::len);
        EventView::Reasoning { summary: clip(&reasoning_summary(&value)), encrypted_bytes: encrypted as u64 }
    }

    fn activation(&self, position: usize, line: u32) -> EventView {
        let known = self.read.activated_at(position);
        let Some((activated, letter)) = known.zip(self.letters.at(position)) else {
            return EventView::Unknown { name: "skill_activation".to_owned(), raw: self.raw(line) };
        };
        EventView::SkillActivation {
            letter: letter.into(),
            by: activated.by.to_string(),
            scope: activated.scope.clone(),
            short_path: activated.short_path.clone(),
            path: activated.path.display().to_string(),
            integrity: activated.integrity.into(),
            drift: Box::new(DriftFact::of_activation(
                self.workspace,
                self.joined,
                self.place.source,
                activated,
            )),
            lines: activated.lines,
            bytes: activated.bytes,
            told: activated.into(),
        }
    }

    fn subagent(&self, child: Subagent, line: u32) -> EventView {
        let mode = if child.event.as_deref() == Some("started") { self.child_mode(line) } else { None };
        EventView::Subagent {
            phase: child.event.unwrap_or_default(),
            agent: child.agent.unwrap_or_default(),
            task: text(child.task.as_deref()),
            summary: text(child.summary.as_deref()),
            key: family::key_of(self.logs, child.child_session_id.as_deref()),
            child: child.child_session_id,
            mode,
        }
    }

    fn child_mode(&self, line: u32) -> Option<String> {
        let bytes = self.read.log.raw(line)?.ok()?;
        let value: serde_json::Value = serde_json::from_slice(&bytes).ok()?;
        value["data"]["permission_mode"].as_str().map(str::to_owned)
    }

    fn compaction(&self, position: usize, compaction: &Compaction) -> EventView {
        let range = match (compaction.from_seq, compaction.to_seq) {
            (Some(from), Some(to)) => format!("{from}–{to}"),
            (_, Some(to)) => format!("to {to}"),
            _ => "not recorded".to_owned(),
        };
        EventView::Compaction {
            trigger: compaction.trigger.clone().unwrap_or_default(),
            range,
            events: number(compaction.source_event_count),
            dropped: dropped_by(self.read, self.letters, position),
            summary: text(compaction.summary.as_deref()),
        }
    }

    fn tool_call(&self, call: ToolCall, result: Option<usize>) -> EventView {
        let result = result.and_then(|at| self.read.log.event(at)).and_then(|event| match event.kind {
            EventKind::ToolResult(result) => Some(outcome(&result, event.line, event.seq.to_string())),
            _ => None,
        });
        let args = call.args.unwrap_or_default();
        EventView::ToolCall {
            head: head(&args),
            args: clip(&indented(&args)),
            name: call.name.unwrap_or_default(),
            call_id: call.call_id.unwrap_or_default(),
            attributed: call.attributed,
            result,
        }
    }
}

fn raw(log: &Log, line: u32) -> Clip {
    let bytes = log.raw(line).and_then(Result::ok).unwrap_or_default();
    clip(&String::from_utf8_lossy(&bytes))
}

fn offset(at: Option<Millis>, first: Option<Millis>) -> Option<u32> {
    at.zip(first).and_then(|(at, first)| u32::try_from(at.0 - first.0).ok())
}

fn permission(decision: Decision) -> EventView {
    EventView::Permission {
        refused: hydrated::refused(&decision),
        decision: decision.decision.unwrap_or_default(),
        gate: decision.gate,
        reason: decision.matched_rule.map(|rule| rule.replace('_', " ")),
        call_id: decision.call_id.unwrap_or_default(),
    }
}

fn user_message(message: &UserMessage, position: usize, place: &LogPlace) -> EventView {
    let resources = ::sessions::resources_of(position, message, place);
    EventView::UserMessage {
        text: text(message.text.as_deref()),
        resources: resources.iter().map(resource).collect(),
        by_runtime: message.author.as_deref() == Some("runtime"),
    }
}

fn resource(resource: &Resource) -> String {
    let mark = &resource.mark;
    let name = mark.name.as_deref().or(mark.uri.as_deref()).unwrap_or("without a name");
    let kind = mark.mime_type.as_deref().or(mark.kind.as_deref()).unwrap_or("type not recorded");
    let size = mark.size.map(|size| format!(", {}", counted(size, "byte"))).unwrap_or_default();
    let stored = match &resource.stored {
        Stored::Here { .. } if ::sessions::is_unchanged(resource) == Some(false) => {
            ", the stored bytes do not match the log".to_owned()
        }
        Stored::Here { .. } => ", stored".to_owned(),
        Stored::Missing { path } => format!(", its bytes are missing from {}", path.display()),
        Stored::Unsafe(why) => format!(", {why}"),
        Stored::NotKept => String::new(),
    };
    format!("{name} ({kind}{size}{stored})")
}

fn assistant_message(message: &AssistantMessage) -> EventView {
    let words = message.text.as_deref().unwrap_or_default();
    let drawn = &words[..crate::window::floor(words.as_bytes(), DRAWN)];
    let failed = message.partial.then(|| {
        let kind = message.error_kind.as_deref().unwrap_or("a failure").replace('_', " ");
        format!("cut short by {kind}")
    });
    let limit = message.cut_off.as_ref().map(|reason| format!("cut off: {}", reason.replace('_', " ")));
    EventView::AssistantMessage {
        markdown: markdown::tree(drawn),
        text: clip(words),
        attributed: message.attributed.clone(),
        partial: failed.or(limit),
    }
}

fn workflow(step: Workflow) -> EventView {
    EventView::Workflow {
        phase: step.kind.unwrap_or_default(),
        name: step.workflow_name.unwrap_or_default(),
        step: step.step_id,
        status: step.status,
        template: step.template.and_then(|template| template.template_id),
    }
}

fn outcome(result: &ToolResult, line: u32, seq: String) -> ToolOutcome {
    let error = result.error.as_ref().map(|error| {
        let kind = error.kind.as_deref().unwrap_or("error");
        clip(&format!("{kind}: {}", error.message.as_deref().unwrap_or_default()))
    });
    ToolOutcome {
        line,
        seq,
        ok: result.ok,
        exit_code: result.exit_code.and_then(|code| i32::try_from(code).ok()),
        error,
        output: text(result.output.as_deref()),
    }
}

// The one argument that says most, verbatim; otherwise all of them as they stand.
fn head(args: &str) -> String {
    let value: serde_json::Value = serde_json::from_str(args).unwrap_or_default();
    let told = ["command", "path", "query", "task", "template"].iter().find_map(|key| value[*key].as_str());
    let skill = value["name"].as_str().map(|name| match value["path"].as_str() {
        Some(path) => format!("{name}: {path}"),
        None => name.to_owned(),
    });
    let one_line = |text: &str| ::sessions::first_words(text, HEAD);
    match (skill, told) {
        (Some(skill), _) => one_line(&skill),
        (None, Some(told)) => one_line(told),
        (None, None) => one_line(args),
    }
}

fn text(text: Option<&str>) -> Clip {
    clip(text.unwrap_or_default())
}

fn number(number: Option<u64>) -> Option<u32> {
    number.map(|number| u32::try_from(number).unwrap_or(u32::MAX))
}
