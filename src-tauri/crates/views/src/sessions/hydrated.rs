//! The hydrations of a timeline row, from whichever log they stand in.

use std::path::Path;

use ::sessions::event::Decision;
use ::sessions::evidence::{Surface, command_line};
use ::sessions::{Event, EventKind, Hydration, Kind, OutputLost};
use ::workspace::{Noted, Read, Row, Workspace};
use message::message;

use super::texts::clip;
use super::{
    Clip, CompanionFact, EventView, HydratedCard, HydratedFact, HydrationStep, LogPart, RefusedFact,
    ReleaseFact,
};
use crate::Failure;
use crate::wire::Millis;

/// A hydration and where it is recorded.
pub(crate) struct Hydrated {
    pub log: LogPart,
    pub line: u32,
    pub seq: String,
    pub hydration: Box<Hydration>,
}

impl Hydrated {
    fn of(log: LogPart, event: Event) -> Option<Self> {
        let seq = event.seq.to_string();
        match event.kind {
            EventKind::Hydration(hydration) => Some(Self { log, line: event.line, seq, hydration }),
            _ => None,
        }
    }
}

/// The hydrations of a row: those of its own log first, then those of companions in their order.
pub(crate) fn hydrated(read: &Read, number: u32, row: &Row) -> Vec<Hydrated> {
    hydrated_before(read, number, row, usize::MAX)
}

/// Those that stand before a position.
pub(crate) fn hydrated_before(read: &Read, number: u32, row: &Row, end: usize) -> Vec<Hydrated> {
    let is = |at: &usize| read.log.at(*at).is_some_and(|row| row.kind() == Kind::SkillContextHydration);
    let own = row.positions().filter(|at| *at < end && is(at));
    let own = own.filter_map(|at| Some((LogPart::Log, read.log.event(at)?)));
    let noted = read.evidence.of_kind(noted_before(read, number, end), Kind::SkillContextHydration);
    own.chain(noted.map(|(part, event)| (part.into(), event)))
        .filter_map(|(log, event)| Hydrated::of(log, event))
        .collect()
}

/// What companions noted in a row before a position.
pub(crate) fn noted_before(read: &Read, number: u32, end: usize) -> &[Noted] {
    let noted = read.placement().of_row(number);
    &noted[..noted.partition_point(|one| one.after.is_none_or(|after| after < end))]
}

/// How many they are.
pub(crate) fn count(read: &Read, number: u32, row: &Row) -> u32 {
    let is = |kind: Option<Kind>| u32::from(kind == Some(Kind::SkillContextHydration));
    let own = row.positions().map(|at| is(read.log.at(at).map(::sessions::Row::kind)));
    let kind = |one: &Noted| read.evidence.log(one.part)?.at(one.position).map(::sessions::Row::kind);
    own.chain(read.placement().of_row(number).iter().map(|one| is(kind(one)))).sum()
}

pub(crate) fn card(found: &Hydrated) -> HydratedCard {
    HydratedCard { log: found.log, line: found.line, seq: found.seq.clone(), fact: fact(&found.hydration) }
}

/// A hydration as an event. `kept` is where longer outputs lie.
pub(crate) fn event(hydration: &Hydration, kept: Option<&Path>) -> EventView {
    let (output, lost) = match output(hydration, kept) {
        Ok(text) => (clip(&text), None),
        Err(lost) => {
            let begun = clip(hydration.output_excerpt.as_deref().unwrap_or_default());
            (Clip { cut: false, ..begun }, Some(lost.message()))
        }
    };
    EventView::Hydration { fact: Box::new(fact(hydration)), output, lost }
}

/// The whole text of a hydration: from its event, or from where longer ones are kept.
fn output(hydration: &Hydration, kept: Option<&Path>) -> Result<String, OutputLost> {
    if let Some(text) = &hydration.output {
        return Ok(text.clone());
    }
    let Some(reference) = &hydration.output_ref else { return Ok(String::new()) };
    let digest = ::sessions::output_digest(reference).ok_or(OutputLost::NotNamed)?;
    let bytes = ::sessions::read_output(kept.ok_or(OutputLost::NotNamed)?, digest)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The same for a request: what is lost is a failure.
pub(crate) fn whole_output(workspace: &Workspace, hydration: &Hydration) -> Result<String, Failure> {
    output(hydration, workspace.surroundings().kept.as_deref()).map_err(|lost| match lost {
        OutputLost::Disk(fault) => {
            Failure::from(fault).hint(message!("Only the text in the event is available."))
        }
        lost => Failure::new(crate::Code::Damaged, lost.message()),
    })
}

/// What was not run, where a decision refused a hydration.
pub(crate) fn refused(decision: &Decision) -> Option<RefusedFact> {
    let source = decision.context_source_id.clone()?;
    Some(RefusedFact {
        skill: decision.skill.clone().unwrap_or_default(),
        source,
        command: command_line(&decision.argv, None),
        by: decision.by.clone().unwrap_or_default(),
        note: decision.note.clone().filter(|note| !note.is_empty()),
    })
}

pub(crate) fn companion(read: &Read) -> Option<CompanionFact> {
    let companion = read.evidence.companion()?;
    let log = companion.log()?;
    let broken_at = match companion.chain() {
        Ok(::sessions::Chain::Broken { line }) => Some(line),
        // A file that cannot be read now is told as such by the next look.
        Ok(::sessions::Chain::Whole) | Err(_) => None,
    };
    Some(CompanionFact {
        path: companion.path().display().to_string(),
        events: log.len() as u32,
        unread: log.unread().len() as u32,
        broken_at,
    })
}

pub(crate) fn fact(hydration: &Hydration) -> HydratedFact {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let skill = hydration.skill.clone().unwrap_or_default();
    let permission = hydration.permission.clone().unwrap_or_default();
    let result = hydration.result.clone().unwrap_or_default();
    let (surface, shell, cwd) = surface(hydration);
    let there = hydration.output.as_ref().map_or(0, |text| text.len() as u64);
    HydratedFact {
        id: text(&hydration.hydration_id),
        skill: text(&skill.name),
        scope: text(&skill.scope),
        hash: text(&skill.content_hash),
        source: text(&hydration.context_source_id),
        title: hydration.source.as_ref().and_then(|source| source.title.clone()).unwrap_or_default(),
        command: hydration.command(),
        surface: surface.to_owned(),
        shell,
        cwd,
        executable: hydration.executable.as_ref().and_then(|found| found.path.clone()),
        execution: text(&hydration.execution),
        mode: permission.mode,
        by: text(&permission.by),
        rule: permission.rule,
        lifetime: permission.lifetime,
        exit_code: result.exit_code.and_then(|code| i32::try_from(code).ok()),
        ended: result.signal.or(result.end.filter(|end| end != "exit")),
        duration_ms: result.duration_ms.map(small),
        sandbox: hydration.sandbox.as_ref().and_then(|sandbox| sandbox.words.clone()),
        bytes_total: hydration.bytes_total,
        bytes_kept: hydration.bytes_kept.unwrap_or(there),
        truncated: hydration.truncated,
        redactions: hydration.redactions.map_or(0, small),
        replaced: hydration.replaced_bytes.unwrap_or(0),
        limitations: hydration.limitations.clone(),
        sha256: text(&hydration.sha256),
        requester: requester(hydration),
        steps: hydration.steps.iter().map(step).collect(),
        released: hydration
            .released
            .as_ref()
            .map(|release| ReleaseFact { to: text(&release.to), at: at(release.at.as_deref()) }),
    }
}

fn surface(hydration: &Hydration) -> (&'static str, Option<String>, Option<String>) {
    match &hydration.surface {
        Some(Surface::Command { shell, cwd, .. }) => ("command", shell.clone(), cwd.clone()),
        Some(Surface::Files { .. }) => ("files", None, None),
        Some(Surface::Resource { .. }) => ("resource", None, None),
        Some(Surface::Presenter) => ("presenter", None, None),
        None => ("", None, None),
    }
}

fn requester(hydration: &Hydration) -> Option<String> {
    let found = hydration.requester.as_ref()?;
    let words: Vec<&str> = [&found.name, &found.version].into_iter().flatten().map(String::as_str).collect();
    match (words.join(" "), &found.kind) {
        (name, Some(kind)) if name.is_empty() => Some(kind.clone()),
        (name, Some(kind)) => Some(format!("{name} ({kind})")),
        (name, None) => Some(name).filter(|name| !name.is_empty()),
    }
}

fn step(step: &::sessions::evidence::Step) -> HydrationStep {
    HydrationStep {
        step: step.step.clone().unwrap_or_default(),
        at: at(step.at.as_deref()),
        by: step.by.clone().unwrap_or_default(),
        words: step.words.clone().unwrap_or_default(),
    }
}

fn at(text: Option<&str>) -> Option<Millis> {
    ::sessions::instant(text?).map(Millis::at)
}

fn small(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
