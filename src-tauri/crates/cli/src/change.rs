//! `assay new`, `assay restore`, `assay undo`, `assay trash`: what changes skills; `managing.rs`, `importing.rs` and
//! `fixing.rs` have the rest. The plan is printed first; a person at this terminal, or `--yes`, says that it is carried out.

use std::io::{BufRead, IsTerminal};

use api::draft::NameCheckAsk;
use api::import::ImportView;
use api::manage::{
    CarryOutAsk, ChangesAsk, EmptyTrashAsk, JournalRow, PlanAsk, PlanDiffAsk, PlanSide, PlanTextAsk,
    PlanView, RefusedView, Size, StepDoes, StepRow, Unverified, Way,
};
use api::sessions::SessionReportAsk;
use api::wins::flip_words;
use api::wire::{DiffLine, DiffRow, SkillScope};
use api::{App, Code, Failure, Scripts};
use message::{Message, message};
use serde::Serialize;

use crate::screen::{ask, say, tell, visible_line, visible_text};
use crate::telling::print_json;
use crate::text::{counted, seq, word};

/// Lines of a difference that are printed.
const SHOWN: u32 = 400;

/// How a yes is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Yes {
    /// It was given beforehand.
    Given,
    /// It is asked for.
    Asked,
    /// Nothing is carried out.
    Never,
}

/// The plan to put a text back that a session recorded.
pub fn restoring(
    app: &App,
    session: &str,
    what: &str,
    to: Option<SkillScope>,
    unverified: bool,
) -> Result<PlanAsk, Failure> {
    let report = Scripts(app).verify_report(&SessionReportAsk { id: session.to_owned() })?;
    // `#12` is a sequence number, anything else the name of a skill, whose latest activation is meant.
    let mut latest = report.activations.iter().rev();
    let found = match what.strip_prefix('#') {
        Some(number) => latest.find(|one| seq(&one.seq) == number),
        None => latest.find(|one| one.name == what),
    };
    let Some(found) = found else {
        let words =
            message!("session {session} has no activation of `{what}`.", session, what = visible_text(what));
        return Err(Failure::new(Code::NotFound, words).hint(message!(
            "Run `assay session {session}` to list its activations, then pass a skill name or #SEQ.",
            session
        )));
    };
    let unverified = if unverified { Unverified::Accepted } else { Unverified::Refused };
    Ok(PlanAsk::Restore { key: report.key, line: found.record, to, unverified })
}

/// Says what a description lacks; nothing is refused for that.
pub fn advise(app: &App, ask: &NameCheckAsk, as_json: bool) -> Result<(), Failure> {
    let check = Scripts(app).name_check(ask)?;
    if !as_json {
        check.advice.iter().for_each(|advice| tell(&format!("note: {}", visible_text(advice.to_string()))));
    }
    Ok(())
}

/// What is told as JSON of a plan.
#[derive(Serialize)]
struct Told<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    import: Option<&'a ImportView>,
    plan: &'a PlanView,
    #[serde(skip_serializing_if = "Option::is_none")]
    entry: Option<&'a JournalRow>,
}

/// Prints a plan, asks, and carries it out. 0 done, 1 refused or not wanted.
pub fn planned(app: &App, ask: &PlanAsk, yes: Yes, as_json: bool) -> Result<u8, Failure> {
    planned_beside(app, ask, yes, as_json, None)
}

/// The same; as JSON it is told beside the import that was looked at before.
pub fn planned_beside(
    app: &App,
    ask: &PlanAsk,
    yes: Yes,
    as_json: bool,
    import: Option<&ImportView>,
) -> Result<u8, Failure> {
    let answer = Scripts(app).plan(ask)?;
    match answer.plan {
        Some(plan) => proceed(app, &plan, yes, as_json, import),
        None => Err(refused(answer.refused)),
    }
}

/// Prints a plan that was made, asks, and carries it out.
pub fn proceed(
    app: &App,
    plan: &PlanView,
    yes: Yes,
    as_json: bool,
    import: Option<&ImportView>,
) -> Result<u8, Failure> {
    if !as_json {
        show(app, plan)?;
    }
    if yes == Yes::Never {
        if as_json {
            print_json(&Told { import, plan, entry: None })?;
        }
        return Ok(0);
    }
    if yes == Yes::Asked && !agreed("Apply these changes?", as_json)? {
        tell("Canceled. Nothing was written.");
        return Ok(1);
    }
    let done = Scripts(app).carry_out(&CarryOutAsk { plan: plan.id.clone() })?;
    let Some(entry) = &done.entry else { return Err(refused(done.refused)) };
    if as_json {
        print_json(&Told { import, plan, entry: Some(entry) })?;
    } else {
        say(&format!("Done. Run `assay undo {}` to undo it.", visible_text(&entry.id)));
    }
    Ok(0)
}

fn refused(refused: Option<RefusedView>) -> Failure {
    let Some(refused) = refused else { return Failure::broken("a refusal without a reason") };
    let failure = Failure::new(Code::Refused, Message::verbatim(visible_text(&refused.why)));
    match refused.way {
        Some(Way::Scope) => failure.hint(message!("Pass --to repo, --to user or --to pixir-global.")),
        Some(Way::Accept) => failure.hint(message!("Pass --unverified to restore it anyway.")),
        None => failure,
    }
}

pub fn agreed(question: &str, as_json: bool) -> Result<bool, Failure> {
    if as_json || !std::io::stdin().is_terminal() {
        let why = match as_json {
            true => message!("cannot ask for confirmation with --json."),
            false => message!("not a terminal."),
        };
        return Err(Failure::new(Code::Refused, why)
            .hint(message!("Pass `--yes` to apply, or `--dry-run` to preview.")));
    }
    ask(&format!("{question} [y/N]: "));
    let mut line = String::new();
    let _ = std::io::stdin().lock().read_line(&mut line);
    Ok(matches!(line.trim().to_lowercase().as_str(), "y" | "yes"))
}

/// Returns `1 file, 20 bytes`, or `5,212 → 5,291 bytes` of what is replaced.
fn size(step: &StepRow) -> String {
    let whole = |size: &Size| format!("{}, {}", counted(size.files, "file"), counted(size.bytes, "byte"));
    match step.does {
        StepDoes::Makes => whole(&step.after),
        StepDoes::Trashes => whole(&step.before),
        StepDoes::Replaces => format!("{} → {} bytes", step.before.bytes, step.after.bytes),
    }
}

fn show(app: &App, plan: &PlanView) -> Result<(), Failure> {
    say(&visible_text(&plan.words.text));
    for step in &plan.steps {
        let does = match step.does {
            StepDoes::Makes => "create",
            StepDoes::Trashes => "move to the trash",
            StepDoes::Replaces => "replace",
        };
        say(&format!("  {does} {} ({})", visible_text(&step.path), size(step)));
        match step.does {
            StepDoes::Makes => made(app, plan, step)?,
            StepDoes::Replaces => difference(app, plan, step)?,
            StepDoes::Trashes => {}
        }
    }
    for (mark, sentences) in [("winners:", &plan.effects), ("note:", &plan.notes)] {
        sentences.iter().for_each(|words| say(&format!("  {mark} {}", visible_text(words))));
    }
    if plan.effects.is_empty() {
        say(&format!("  winners: no winner changes in {}.", plan.agent));
    }
    say(&format!("  agents: {}", visible_text(flip_words(&plan.flips))));
    plan.flips.iter().for_each(|flip| say(&format!("    {}", visible_text(flip.words()))));
    for finding in &plan.findings {
        let (rule, message) = (visible_text(&finding.rule), visible_text(finding.text.to_string()));
        say(&format!("  {}: [{rule}] {message}", word(&finding.severity)));
    }
    Ok(())
}

fn difference(app: &App, plan: &PlanView, step: &StepRow) -> Result<(), Failure> {
    let (left, right) = (PlanSide::Disk, PlanSide::Result);
    let ask = PlanDiffAsk { plan: plan.id.clone(), step: step.step, left, right, from: 0, count: SHOWN };
    let view = Scripts(app).plan_diff(&ask)?;
    for row in &view.rows {
        match row {
            DiffRow::Same { left, .. } => say(&format!("      {}", line_of(left))),
            DiffRow::Fold { lines, .. } => say(&format!("    … {lines} unchanged lines")),
            DiffRow::Changed { left, right, .. } => {
                for (side, sign) in [(left, '-'), (right, '+')] {
                    side.iter().for_each(|line| say(&format!("    {sign} {}", line_of(line))));
                }
            }
        }
    }
    if view.total > SHOWN {
        say(&format!("    … {} more rows", view.total - SHOWN));
    }
    Ok(())
}

fn line_of(line: &DiffLine) -> String {
    visible_line(&line.pieces.iter().map(|piece| piece.text.as_str()).collect::<String>())
}

/// The text of what is made.
fn made(app: &App, plan: &PlanView, step: &StepRow) -> Result<(), Failure> {
    let side = PlanSide::Result;
    if !step.texts.iter().any(|text| text.side == side) {
        return Ok(());
    }
    let ask = PlanTextAsk { plan: plan.id.clone(), step: step.step, side, from: 0, count: SHOWN };
    let text = Scripts(app).plan_text(&ask)?;
    for line in &text.lines {
        say(&format!("    + {}", visible_line(line)));
    }
    if text.total > SHOWN {
        say(&format!("    … {} more lines", text.total - SHOWN));
    }
    Ok(())
}

/// Prints what is in the trash.
pub fn listed(app: &App, as_json: bool) -> Result<u8, Failure> {
    let trash = Scripts(app).trash(&ChangesAsk { from: 0, count: 500 })?;
    if as_json {
        return print_json(&trash);
    }
    for row in &trash.rows {
        let [id, origin, kind] = [&row.id, &row.origin, &row.kind].map(visible_text);
        say(&format!(
            "{id}  {origin}  {kind}, {}, {}",
            counted(row.files, "file"),
            counted(row.bytes, "byte")
        ));
        say(&format!("    {}", visible_text(&row.reason.text)));
    }
    let (items, bytes) = (counted(trash.total, "item"), counted(trash.bytes, "byte"));
    say(&format!("{items}, {bytes} in {}", visible_text(&trash.path)));
    Ok(0)
}

/// Removes everything in the trash for good.
pub fn empty(app: &App, yes: Yes, as_json: bool) -> Result<u8, Failure> {
    let trash = Scripts(app).trash(&ChangesAsk { from: 0, count: 1 })?;
    let all = format!("{} ({})", counted(trash.total, "item"), counted(trash.bytes, "byte"));
    match yes {
        Yes::Never => say(&format!("Would delete {all} permanently.")),
        Yes::Asked if !agreed(&format!("Delete {all} permanently? This cannot be undone."), as_json)? => {
            return Ok(1);
        }
        _ => {
            let left = Scripts(app).empty_trash(&EmptyTrashAsk { items: None })?;
            if as_json {
                print_json(&left)?;
            } else {
                say(&format!("Deleted {all} permanently."));
            }
        }
    }
    Ok(0)
}
