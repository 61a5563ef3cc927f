//! What the approval window shows and says.

use ::drift::{Spaces, compare, unified};
use ::hydration::{
    Act, Capture, Carried, CommandWork, Face, NotDecided, Prepared, Request, Stage, Work, order_description,
};
use ::workspace::Workspace;
use execution::{End, Level, OrderDescription};
use message::{Message, message};

use super::approval_text::{AgainstLast, BoundPart, CommandKind, CutText, LimitsText, RunEnd};
use super::approvals::{asker, changed, skill_now, turn_of};
use super::lifetimes::{choices, on_release};
use super::sources::declared_at;
use super::{
    ApprovalAct, ApprovalView, Choice, CommandView, DecideAsk, ExecutableView, OutputAsk, OutputForm,
    RequestView, RunFacts, SecretView, SendFacts, StepView,
};
use crate::access::SandboxView;
use crate::{App, Code, Failure};
use views::decisions::Records;
use views::window;
use views::wire::{Millis, Nothing, TextWindow};

/// Lines of a diff that are shown.
const DIFF: usize = 400;

/// The request on screen.
pub(crate) fn approval(app: &App, _: &Nothing) -> Result<ApprovalView, Failure> {
    app.desk.recheck();
    Ok(view(app, app.desk.face()))
}

/// Takes a decision on what was on screen.
pub(crate) fn decide(app: &App, ask: &DecideAsk) -> Result<ApprovalView, Failure> {
    app.desk.was_shown(&ask.request, ask.showing).map_err(|not| refused(&not))?;
    let id = &ask.request;
    let done = match &ask.choice {
        Choice::Run { lifetime } => app.desk.run(id, *lifetime),
        Choice::Deny { note } => app.desk.deny(id, note),
        Choice::Send => app.desk.send(id, &[]),
        Choice::RedactAndSend { marks } => {
            let marks: Vec<_> = marks.iter().filter_map(|mark| (*mark as usize).checked_sub(1)).collect();
            app.desk.send(id, &marks)
        }
        Choice::Discard => app.desk.discard(id),
    };
    match done {
        Ok(()) => Ok(view(app, app.desk.face())),
        Err(not) => Err(refused(&not)),
    }
}

fn refused(not: &NotDecided) -> Failure {
    Failure::new(
        Code::Refused,
        match not {
            NotDecided::Gone => message!("This request is not pending anymore; nothing was decided."),
            NotDecided::NotShown => {
                message!("The request changed while it was shown; nothing was decided.")
            }
            NotDecided::NotOffered => {
                message!("A permission of this length is not offered for this request; nothing was decided.")
            }
        },
    )
}

/// Lines of the output on screen.
pub(crate) fn approval_output(app: &App, ask: &OutputAsk) -> Result<TextWindow, Failure> {
    let requests = app.desk.requests();
    let request = requests.iter().find(|request| request.id == ask.request);
    match request.map(|request| &request.stage) {
        Some(Stage::Captured(capture)) => Ok(match ask.form {
            OutputForm::AsSent => window::whole_lines(&capture.text.text, ask.from, ask.count),
            OutputForm::Raw => window::lines(&capture.raw, ask.from, ask.count),
        }),
        _ => Err(Failure::not_found(message!("the output of this request is gone."))),
    }
}

fn view(app: &App, face: Face) -> ApprovalView {
    ApprovalView {
        showing: face.showing,
        armed_after_ms: u32::try_from(face.unarmed.as_millis()).unwrap_or(u32::MAX),
        position: face.position as u32,
        waiting: face.waiting as u32,
        request: face.request.as_ref().map(|request| RequestView {
            id: request.id.clone(),
            skill: skill_now(&app.workspace, request),
            act: match request.wish.prepared.carried {
                Carried::ByAsker(Act::Activation) => ApprovalAct::Activation,
                Carried::ByAsker(Act::Script) => ApprovalAct::Script,
                Carried::ByAsker(Act::Hook) => ApprovalAct::Hook,
                Carried::ByAsker(Act::Tool) => ApprovalAct::Tool,
                Carried::Here => ApprovalAct::Hydration,
            },
            command: command(&request.wish.prepared.work),
            step: match &request.stage {
                Stage::Waits => StepView::Run { facts: Box::new(run_facts(&app.workspace, request)) },
                Stage::Runs { since, .. } => StepView::Running {
                    since: Millis::at(*since),
                    limit_ms: u32::try_from(request.wish.prepared.source.timeout.as_millis())
                        .unwrap_or(u32::MAX),
                },
                Stage::Captured(capture) => {
                    StepView::Send { facts: Box::new(send_facts(app, request, capture)) }
                }
            },
        }),
        left: face.left,
    }
}

fn command(work: &Work) -> CommandView {
    let text = work.text();
    match work {
        Work::Command(command) => {
            let kind = match &command.shell {
                Some(_) => CommandKind::Shell,
                None => CommandKind::NoShell { arguments: command.argv.len() as u32 },
            };
            CommandView { text, argv: command.argv.clone(), kind, added: command.added.clone() }
        }
        Work::Files(_) => of_kind(text, CommandKind::Files),
        Work::Resource(_) => of_kind(text, CommandKind::Resource),
        Work::ByAsker(_) => of_kind(text, CommandKind::ByAssay),
    }
}

fn of_kind(text: String, kind: CommandKind) -> CommandView {
    CommandView { text, argv: Vec::new(), kind, added: Vec::new() }
}

fn run_facts(workspace: &Workspace, request: &Request) -> RunFacts {
    let wish = &request.wish;
    let prepared = &wish.prepared;
    let command = match &prepared.work {
        Work::Command(command) => Some(command.as_ref()),
        Work::Files(_) | Work::Resource(_) | Work::ByAsker(_) => None,
    };
    let (diff, mut changes) = (diff(workspace, request), changed(request));
    if let (Some((count, _)), Some(first)) = (&diff, changes.first_mut())
        && first.part == BoundPart::Skill
    {
        first.lines = Some(*count);
    }
    let runs = order_description(&wish.ground, prepared);
    let place = command.map_or(&wish.ground.workspace, |command| &command.cwd);
    RunFacts {
        changed: changes,
        diff: diff.map(|(_, text)| text).unwrap_or_default(),
        allowed_before: request.since_grant.is_some(),
        asker: asker(request),
        turn: turn_of(workspace, request),
        activation: activation(request),
        resolves: command.map(|command| executable(request, command)),
        cwd: place.display().to_string(),
        environment: runs.as_ref().map(|runs| runs.environment.clone()).unwrap_or_default(),
        withheld: command.map_or(0, |command| command.withheld as u32),
        rule: prepared.rule.clone(),
        reasons: prepared.reasons.clone(),
        sandbox: SandboxView::of(prepared.level),
        limits: limits(request, runs.as_ref()),
        reason_given: prepared.source.title.clone(),
        reason_place: reason_place(prepared),
        lifetimes: choices(request),
    }
}

fn activation(request: &Request) -> Message {
    match &request.wish.turn {
        None => message!("asked for no session"),
        Some(turn) => match &turn.activation {
            Some(activation) => activation.words.clone(),
            None => message!("not activated in this session"),
        },
    }
}

fn executable(request: &Request, command: &CommandWork) -> ExecutableView {
    let prepared = &request.wish.prepared;
    let sealed: Vec<_> = command.bindings.sealed.iter().map(|seal| seal.path.display().to_string()).collect();
    let paths = sealed.join(", ");
    let sealed = match (sealed.is_empty(), prepared.level) {
        (true, _) => None,
        (false, Level::Full) => Some(message!("runs from a sealed copy, read-only: {paths}.", paths)),
        (false, _) => Some(message!("compared before and after the run: {paths}.", paths)),
    };
    let not_bound = prepared.not_bound.iter().map(|why| message!("Not bound: {why}", why => why.clone()));
    ExecutableView {
        path: command.program.path.display().to_string(),
        hash: command.program.digest.to_string(),
        notes: sealed.into_iter().chain(not_bound).collect(),
    }
}

/// The limits, made of what will run.
fn limits(request: &Request, runs: Option<&OrderDescription>) -> LimitsText {
    let prepared = &request.wish.prepared;
    if matches!(prepared.work, Work::ByAsker(_)) {
        return LimitsText::Exactly;
    }
    let Some(runs) = runs else { return LimitsText::ReadOnly { keep: prepared.source.max_bytes } };
    let (ms, keep) = (runs.wall_ms, runs.keep);
    match prepared.level {
        Level::None => LimitsText::Open { ms, keep },
        _ if !runs.writes_workspace => LimitsText::WorkspaceReadOnly { ms, keep },
        _ => LimitsText::WorkspaceWritable { ms, keep },
    }
}

/// The place of the words that are quoted; empty where they are Assay's own.
fn reason_place(prepared: &Prepared) -> String {
    match prepared.carried {
        Carried::Here => declared_at(&prepared.source),
        Carried::ByAsker(_) => String::new(),
    }
}

// SKILL.md as it was allowed against what it is now, when the old text is still kept.
fn diff(workspace: &Workspace, request: &Request) -> Option<((u32, u32), String)> {
    let since = request.since_grant.as_ref()?;
    let now = &request.wish.prepared.skill;
    if since.content_hash == now.content_hash.to_string() {
        return None;
    }
    let digest = disk::Digest::parse(&since.content_hash)?;
    let before = ::sessions::read_output(workspace.surroundings().kept.as_ref()?, digest).ok()?;
    let comparison = compare(&before, &now.content, Spaces::Compared);
    let patch = unified(&comparison, "SKILL.md as it was allowed", "SKILL.md now");
    let text = String::from_utf8_lossy(&patch);
    let shown: Vec<_> = text.lines().take(DIFF).collect();
    let signs = |sign: char| {
        let head: String = std::iter::repeat_n(sign, 3).collect();
        text.lines().filter(|line| line.starts_with(sign) && !line.starts_with(&head)).count() as u32
    };
    Some(((signs('+'), signs('-')), shown.join("\n")))
}

fn send_facts(app: &App, request: &Request, capture: &Capture) -> SendFacts {
    let text = &capture.text;
    SendFacts {
        end: end(request, capture),
        ok: matches!(capture.end, None | Some(End::Exit(0))),
        duration_ms: u32::try_from(capture.wall.as_millis()).unwrap_or(u32::MAX),
        stdout_bytes: capture.raw_bytes,
        stderr_bytes: capture.stderr_bytes,
        hash: capture.raw_digest.to_string(),
        lines: window::line_count(text.text.as_bytes()),
        kept_bytes: text.text.len() as u64,
        tokens: window::tokens(text.text.len() as u64),
        cut: text.is_truncated().then_some(CutText {
            kept: text.text.len() as u64,
            total: text.total_bytes,
            lines: text.lines_left_out,
        }),
        secrets: secrets(capture),
        made_visible: ::hydration::made_visible(&text.text),
        against_last: against_last(&app.workspace, request, capture),
        limitations: capture.limitations.iter().chain(&text.limitations).cloned().collect(),
        permission: on_release(app, request),
    }
}

fn end(request: &Request, capture: &Capture) -> RunEnd {
    match capture.end {
        None => RunEnd::FilesRead { count: capture.files.len() },
        Some(End::Exit(code)) => RunEnd::Exit { code },
        Some(End::Signal(signal)) => RunEnd::Signal { signal },
        Some(End::TimedOut) => RunEnd::TimedOut { seconds: request.wish.prepared.source.timeout.as_secs() },
        Some(End::Flooded) => RunEnd::Flooded,
        Some(End::Stopped) => RunEnd::Stopped,
        Some(End::TooManyProcesses) => RunEnd::TooManyProcesses,
        Some(End::TooMuchMemory) => RunEnd::TooMuchMemory,
        Some(End::Unknown) => RunEnd::Unknown,
    }
}

// Where each mark stands, in the lines and units that the page draws with.
fn secrets(capture: &Capture) -> Vec<SecretView> {
    let text = &capture.text.text;
    let place = |at: usize| {
        let before = &text[..at];
        let line = before.bytes().filter(|byte| *byte == b'\n').count();
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        (line as u32, text[start..at].encode_utf16().count() as u32)
    };
    let view = |(number, secret): (usize, &::hydration::Secret)| {
        let ((line, from), (to_line, to)) = (place(secret.start), place(secret.end));
        SecretView {
            number: number as u32 + 1,
            words: secret.words.to_owned(),
            by: secret.by.clone(),
            line,
            from,
            to,
            to_line,
        }
    };
    capture.secrets.iter().enumerate().map(view).collect()
}

fn against_last(workspace: &Workspace, request: &Request, capture: &Capture) -> AgainstLast {
    let prepared = &request.wish.prepared;
    let records = Records::of(workspace);
    let ran = |record: &&views::decisions::Record| {
        record.data["sha256_raw"].is_string()
            && record.data["context_source_id"] == prepared.source.id.as_str()
            && record.data["skill"]["path"].as_str() == prepared.skill.path.to_str()
    };
    match records.list.iter().find(ran) {
        None => AgainstLast::First,
        Some(last) if last.data["sha256_raw"] == capture.raw_digest.to_string() => AgainstLast::Same,
        Some(last) => AgainstLast::Differs {
            before: last.data["bytes_total"].as_u64().unwrap_or(0),
            now: capture.raw_bytes,
        },
    }
}
