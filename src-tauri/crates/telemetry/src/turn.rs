//! The signals of one turn.

use std::collections::HashMap;

use ::workspace::{Activated, Joined, Session, Workspace};
use disk::Fault;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;
use sessions::{EventKind, Outcome, Turn};
use views::wire::DriftFact;

use crate::lines::Lines;
use crate::signals::{Attributes, Ended, Span, record, records, span_id, spans, trace_id};

/// What is written as `%XX` in the path of an address.
const PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');
/// Spans of one request.
const SPANS: usize = 512;

/// A call of a tool whose answer was not seen yet.
struct Call {
    record: u32,
    at: i64,
    name: String,
    skill: Option<(String, String)>,
    id: String,
}

/// Writes them.
pub fn write(
    workspace: &Workspace,
    joined: &Joined,
    session: &Session,
    turn: &Turn,
    since: Option<i64>,
    lines: &mut Lines,
) -> Result<(), Fault> {
    let read = session.read();
    let time = |position: usize| read.at(position, read.log.event(position)?.ts.as_deref());
    // The prompt itself may bear no time.
    let Some(began) = time(turn.opened).or_else(|| turn.positions.clone().find_map(time)) else {
        lines.written().untimed += 1;
        return Ok(());
    };
    if since.is_some_and(|since| began < since) {
        return Ok(());
    }
    let trace = trace_id(session, turn.number);
    let root = span_id(&trace, "turn", 0);
    let home = workspace.surroundings().home.as_ref().and_then(|home| home.to_str());
    let (spans, records) = (Vec::new(), Vec::new());
    let mut told = Told { trace: &trace, root: &root, session, home, spans, records };
    let (mut calls, mut usage): (HashMap<String, Call>, Usage) = (HashMap::new(), Usage::default());
    // A skill that the user called stands before the prompt.
    let (mut first, mut last) = (began, began);
    for position in turn.positions.clone().chain(turn.late.iter().copied()) {
        let Some(event) = read.log.event(position) else { continue };
        let at = read.at(position, event.ts.as_deref()).unwrap_or(last);
        (first, last) = (first.min(at), last.max(at));
        match event.kind {
            EventKind::ToolCall(call) => {
                let name = call.name.unwrap_or_else(|| "unknown".to_owned());
                let skill =
                    call.viewed.and_then(|viewed| Some((viewed.skill?, viewed.path.unwrap_or_default())));
                let id = call.call_id.unwrap_or_default();
                let call = Call { record: event.line, at, name, skill, id: id.clone() };
                if let Some(unanswered) = calls.insert(id, call) {
                    let at = unanswered.at;
                    told.call(&unanswered, at, Ended::Unset, lines)?;
                }
            }
            EventKind::ToolResult(result) => {
                if let Some(call) = calls.remove(&result.call_id.unwrap_or_default()) {
                    let end = match result.ok {
                        Some(true) => Ended::Well,
                        Some(false) => Ended::Badly,
                        None => Ended::Unset,
                    };
                    told.call(&call, at, end, lines)?;
                }
            }
            EventKind::SkillActivation(_) => {
                if let Some(activated) = read.activated_at(position) {
                    let drift = joined.snapshot_of(session.place.source, activated);
                    let drift = drift.map(|snapshot| DriftFact::of(workspace, snapshot));
                    told.skill(activated, at, drift.as_ref(), lines)?;
                }
            }
            EventKind::ProviderUsage(counted) => {
                usage.input += counted.input_tokens.unwrap_or(0);
                usage.output += counted.output_tokens.unwrap_or(0);
                usage.model = counted.model.or(usage.model.take());
            }
            EventKind::Compaction(compaction) => {
                let attributes = Attributes::default()
                    .flag("gen_ai.conversation.compacted", true)
                    .some("assay.compaction.trigger", compaction.trigger.as_deref());
                told.record("assay.compaction", at, attributes);
            }
            EventKind::PermissionDecision(decision) => {
                let attributes = Attributes::default()
                    .some("assay.decision", decision.decision.as_deref())
                    .some("assay.decision.gate", decision.gate.as_deref())
                    .some("gen_ai.tool.call.id", decision.call_id.as_deref());
                told.record("assay.decision", at, attributes);
            }
            EventKind::Hydration(hydration) => {
                let skill = hydration.skill.as_ref().and_then(|skill| skill.name.as_deref());
                let attributes = Attributes::default().some("gen_ai.skill.name", skill);
                told.record("assay.hydration", at, attributes);
            }
            _ => {}
        }
    }
    let mut unanswered: Vec<Call> = calls.into_values().collect();
    unanswered.sort_by_key(|call| call.record);
    for call in unanswered {
        let at = call.at;
        told.call(&call, at, Ended::Unset, lines)?;
    }
    told.turn(turn, (first, last), &usage, lines)?;
    told.close(lines)
}

/// What the calls of a turn took.
#[derive(Default)]
struct Usage {
    input: u64,
    output: u64,
    model: Option<String>,
}

/// What was told of a turn and is not written yet.
struct Told<'t> {
    trace: &'t str,
    root: &'t str,
    session: &'t Session,
    /// The home folder, which is written as `~`.
    home: Option<&'t str>,
    spans: Vec<Value>,
    records: Vec<Value>,
}

impl Told<'_> {
    fn short(&self, path: &str) -> String {
        hydration::shorten_homes(path, self.home)
    }

    fn add(&mut self, span: Span<'_>, lines: &mut Lines) -> Result<(), Fault> {
        self.spans.push(span.json());
        lines.written().spans += 1;
        if self.spans.len() >= SPANS {
            lines.add(&spans(self.session, &std::mem::take(&mut self.spans)))?;
        }
        Ok(())
    }

    fn record(&mut self, name: &str, at: i64, attributes: Attributes) {
        let attributes = attributes.text("gen_ai.conversation.id", &self.session.id);
        self.records.push(record(name, at, (self.trace, self.root), &attributes));
    }

    fn turn(
        &mut self,
        turn: &Turn,
        (began, ended): (i64, i64),
        usage: &Usage,
        lines: &mut Lines,
    ) -> Result<(), Fault> {
        let agent = self.session.place.source.rules();
        let (outcome, end) = match turn.outcome {
            Outcome::Answered => ("answered", Ended::Well),
            Outcome::Failed => ("failed", Ended::Badly),
            Outcome::Interrupted => ("interrupted", Ended::Unset),
            Outcome::Open => ("open", Ended::Unset),
        };
        let mut attributes = Attributes::default()
            .text("gen_ai.operation.name", "invoke_agent")
            .text("gen_ai.agent.name", agent.label)
            .text("gen_ai.conversation.id", &self.session.id)
            .some("gen_ai.response.model", usage.model.as_deref())
            .count("assay.turn.number", u64::from(turn.number))
            .text("assay.turn.outcome", outcome)
            .text("assay.workspace", &self.short(&self.session.place.workspace.to_string_lossy()))
            .text("assay.evidence", "recorded");
        if turn.taken_back {
            attributes = attributes.flag("assay.turn.taken_back", true);
        }
        if usage.input + usage.output > 0 {
            attributes = attributes
                .count("gen_ai.usage.input_tokens", usage.input)
                .count("gen_ai.usage.output_tokens", usage.output);
        }
        let (trace, id) = (self.trace, self.root.to_owned());
        let name = format!("invoke_agent {}", agent.label);
        self.add(Span { trace, id, parent: None, name, began, ended, end, attributes }, lines)
    }

    fn call(&mut self, call: &Call, ended: i64, end: Ended, lines: &mut Lines) -> Result<(), Fault> {
        let (trace, parent) = (self.trace, Some(self.root));
        let id = span_id(trace, "call", call.record);
        let mut attributes = Attributes::default()
            .text("gen_ai.operation.name", "execute_tool")
            .text("gen_ai.tool.name", &call.name)
            .text("gen_ai.tool.call.id", &call.id)
            .text("gen_ai.conversation.id", &self.session.id)
            .text("assay.evidence", "recorded");
        let mut name = format!("execute_tool {}", call.name);
        if let Some((skill, file)) = &call.skill {
            name = format!("{name} {skill}");
            attributes = attributes
                .text("gen_ai.skill.name", skill)
                .text("gen_ai.skill.resource.name", &self.short(file));
        }
        self.add(Span { trace, id, parent, name, began: call.at, ended, end, attributes }, lines)
    }

    /// A text of a skill that was given. That it was asked for by a tool is a span of its own.
    fn skill(
        &mut self,
        activated: &Activated,
        at: i64,
        drift: Option<&DriftFact>,
        lines: &mut Lines,
    ) -> Result<(), Fault> {
        let (trace, parent) = (self.trace, Some(self.root));
        let id = span_id(trace, "skill", activated.line);
        let word = |fact: Value| fact.as_str().map(str::to_owned).unwrap_or_default();
        let state = drift.and_then(|drift| serde_json::to_value(drift.state).ok()).map(word);
        let mut attributes = Attributes::default()
            .text("gen_ai.operation.name", "execute_tool")
            .text("gen_ai.tool.name", "load_skill")
            .text("gen_ai.conversation.id", &self.session.id)
            .text("gen_ai.skill.name", &activated.name)
            .text("gen_ai.skill.source.uri", &uri(&self.short(&activated.path.to_string_lossy())))
            .text("assay.skill.content.sha256", activated.hash.trim_start_matches("sha256:"))
            .text("assay.skill.scope", &activated.scope)
            .text("assay.skill.asked_by", &activated.by.to_string())
            .some("assay.drift.state", state.as_deref())
            .flag("assay.skill.copied", activated.copied)
            .text("assay.evidence", if activated.inferred.is_some() { "inferred" } else { "recorded" });
        if let Some(drift) = drift {
            attributes = attributes.flag("assay.drift.drifted", drift.drifted);
        }
        let name = format!("execute_tool load_skill {}", activated.name);
        self.add(Span { trace, id, parent, name, began: at, ended: at, end: Ended::Unset, attributes }, lines)
    }

    fn close(self, lines: &mut Lines) -> Result<(), Fault> {
        lines.written().traces += 1;
        if !self.spans.is_empty() {
            lines.add(&spans(self.session, &self.spans))?;
        }
        if !self.records.is_empty() {
            lines.written().records += self.records.len() as u64;
            lines.add(&records(self.session, &self.records))?;
        }
        Ok(())
    }
}

/// The recorded main file as an address; a home folder is `/~` in it.
fn uri(path: &str) -> String {
    match path.strip_prefix('~') {
        Some(rest) => format!("file:///~{}", utf8_percent_encode(rest, PATH)),
        None if path.is_empty() => String::new(),
        None => format!("file://{}", utf8_percent_encode(path, PATH)),
    }
}
