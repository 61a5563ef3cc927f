//! Plans made, shown and carried out.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ::skills::manage::{self, Entry, Ledger, Many, Meeting, Plan, Trouble};
use ::skills::{Convention, Ruling, SKILL_LIMIT, Skill};
use ::workspace::{MANAGED, Seen, Workspace};
use message::{Message, message};

use super::changes::journal_row;
use super::files::{bytes_of, digest_of, outline_of};
use super::restore::restore;
use super::shown::{Shown, Texts};
use super::{
    CarriedOutView, CarryOutAsk, ManyAct, PlanAnswer, PlanAsk, PlanDiffAsk, PlanSide, PlanTextAsk,
    PlanThreeAsk, PlanView, RefusedView, Size, StepDoes, StepRow, UndoAsk, Way,
};
use crate::landing::{import_plan, update_plan};
use crate::ledger::ledger;
use crate::{App, Code, Failure, Tag};
use views::convention;
use views::wins::flips;
use views::wire::{Occupied, PlanDiffView, PlanThreeView, TextWindow, finding_row};
use views::{checks, window};

/// Why there is no plan.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub why: Message,
    pub way: Option<Way>,
    pub moved: Vec<PathBuf>,
}

impl Refusal {
    pub(crate) fn of(why: Message) -> Self {
        Self { why, way: None, moved: Vec::new() }
    }
}

impl From<Trouble> for Refusal {
    fn from(trouble: Trouble) -> Self {
        let why = trouble.message();
        let moved = if let Trouble::Moved(paths) = trouble { paths } else { Vec::new() };
        Self { why, way: None, moved }
    }
}

/// Plans a change. What is asked for and cannot be done is an answer, not a failure.
pub(crate) fn plan(app: &App, ask: &PlanAsk) -> Result<PlanAnswer, Failure> {
    app.end_interrupted();
    let planned = |plan: Result<Plan, Trouble>| answered(app, plan.map_err(Refusal::from), None);
    let by = |agent: Option<&str>, id: &str, made: &dyn Fn(&Ruling, &Skill) -> Result<Plan, Trouble>| {
        let ruling = ruling_by(&app.workspace, agent, &[id])?.ok_or_else(Failure::skill_gone)?;
        let skill = ruling.skill(id).ok_or_else(Failure::skill_gone)?;
        Ok(planned(made(&ruling, skill)))
    };
    let with = |id: &str, made: &dyn Fn(&Ruling, &Skill) -> Result<Plan, Trouble>| by(None, id, made);
    match ask {
        PlanAsk::Restore { key, line, to, unverified } => {
            let restoring = restore(&app.workspace, key, *line, *to, *unverified)?;
            let answer = answered(app, restoring.plan, Some(&restoring.recorded));
            Ok(PlanAnswer { places: restoring.places, ..answer })
        }
        PlanAsk::Hide { skill, convention } => by(convention.as_deref(), skill, &manage::hide),
        PlanAsk::Show { skill, convention } => by(convention.as_deref(), skill, &manage::show),
        PlanAsk::Remove { skill } => with(skill, &manage::remove),
        PlanAsk::Rename { skill, name } => with(skill, &|ruling, skill| manage::rename(ruling, skill, name)),
        PlanAsk::Duplicate { skill, name } => {
            with(skill, &|ruling, skill| manage::duplicate(ruling, skill, name))
        }
        PlanAsk::Copy { skill, scope } => {
            with(skill, &|ruling, skill| manage::copy(ruling, skill, scope.scope()))
        }
        PlanAsk::Move { skill, scope } => {
            with(skill, &|ruling, skill| manage::relocate(ruling, skill, scope.scope()))
        }
        PlanAsk::Many { skills, convention, act } => many(app, skills, convention.as_deref(), *act),
        PlanAsk::PutBack { item, occupied, name } => {
            let meeting = match occupied {
                Occupied::Refused => Meeting::Refused,
                Occupied::Replaced => Meeting::Replaced,
                Occupied::Beside => Meeting::Named(name.clone().unwrap_or_default()),
            };
            let ledger = ledger(&app.workspace)?;
            let known = manage::trash(&ledger)?.0.into_iter().find(|known| known.id == *item);
            let paths: Vec<PathBuf> = known.into_iter().map(|known| known.origin).collect();
            Ok(planned(manage::put_back(&ledger, &ruling_over(&app.workspace, &paths), item, &meeting)))
        }
        PlanAsk::Undo { entry } => {
            let ledger = ledger(&app.workspace)?;
            let entry = match entry {
                Some(entry) => entry.clone(),
                None => latest(&app.workspace)?,
            };
            let known = manage::journal(&ledger)?.entry(&entry).cloned();
            let paths: Vec<PathBuf> =
                known.iter().flat_map(|known| known.steps.iter().map(|step| step.path.clone())).collect();
            match manage::undo(&ledger, &ruling_over(&app.workspace, &paths), &entry) {
                Err(Trouble::Moved(paths)) => Ok(undo_moved(app, &ledger, &entry, &paths)),
                plan => Ok(planned(plan)),
            }
        }
        PlanAsk::Create { convention, scope, name, description, outline, folders } => {
            let outline = outline_of(*outline);
            let beginning = manage::Beginning { name, description, outline, folders };
            let ruling = app.workspace.ruling(convention::named(convention.as_deref())?);
            Ok(planned(manage::create(&ruling, scope.scope(), &beginning)))
        }
        PlanAsk::Write { skill: id, rel, seen, base, contents } => {
            let (bytes, seen) = (bytes_of(contents)?, digest_of(seen)?);
            let ruling = app.workspace.ruling_with(id).ok_or_else(Failure::skill_gone)?;
            let skill = ruling.skill(id).ok_or_else(Failure::skill_gone)?;
            match manage::write(&ruling, skill, Path::new(rel), seen, &bytes) {
                Err(Trouble::Moved(paths)) => {
                    let base = base.as_ref().map(String::as_bytes);
                    Ok(write_moved(app, &paths, base.filter(|base| disk::Digest::of(base) == seen), &bytes))
                }
                plan => Ok(planned(plan)),
            }
        }
        PlanAsk::AddFile { skill: id, rel, contents } => {
            let bytes = bytes_of(contents)?;
            with(id, &|ruling, skill| manage::add(ruling, skill, Path::new(rel), &bytes))
        }
        PlanAsk::RenameFile { skill: id, rel, to } => {
            with(id, &|ruling, skill| manage::rename_file(ruling, skill, Path::new(rel), Path::new(to)))
        }
        PlanAsk::RemoveFile { skill: id, rel } => {
            with(id, &|ruling, skill| manage::remove_file(ruling, skill, Path::new(rel)))
        }
        PlanAsk::Import { import, convention, scope, picks } => {
            let convention = convention::named(convention.as_deref())?;
            import_plan(app, import, convention, *scope, picks).map(planned)
        }
        PlanAsk::Fix(ask) => checks::fix_plan(&app.workspace, ask).map(planned),
        PlanAsk::Update { import, theirs } => update_plan(app, import, theirs).map(planned),
    }
}

/// Returns the look by which skills are changed: that of the agent which was named, where it reads them all, else that of
/// the agent in whose folders they lie; `None` where no agent reads all of them.
fn ruling_by(workspace: &Workspace, agent: Option<&str>, ids: &[&str]) -> Result<Option<Arc<Seen>>, Failure> {
    let named = agent.map(|name| convention::named(Some(name))).transpose()?;
    let ruling = named.map(|convention| workspace.ruling(convention));
    let reads_all = |seen: &Arc<Seen>| ids.iter().all(|id| seen.skill(id).is_some());
    Ok(ruling.filter(reads_all).or_else(|| workspace.ruling_with_all(ids)))
}

/// Plans one change of many skills that one agent reads.
fn many(app: &App, ids: &[String], agent: Option<&str>, act: ManyAct) -> Result<PlanAnswer, Failure> {
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let Some(ruling) = ruling_by(&app.workspace, agent, &ids)? else {
        if ids.iter().any(|id| app.workspace.ruling_with(id).is_none()) {
            return Err(Failure::skill_gone());
        }
        let why = message!(
            "No agent reads all of these skills, so they cannot be changed together. Select those of one agent."
        );
        return Ok(answered(app, Err(Refusal::of(why)), None));
    };
    let skills: Vec<&Skill> = ids.iter().filter_map(|id| ruling.skill(id)).collect();
    let plan = manage::many(&ruling, &skills, many_of(act));
    Ok(answered(app, plan.map_err(Refusal::from), None))
}

fn many_of(act: ManyAct) -> Many {
    match act {
        ManyAct::Remove => Many::Remove,
        ManyAct::Hide => Many::Hide,
        ManyAct::Show => Many::Show,
        ManyAct::Copy { scope } => Many::Copy(scope.scope()),
        ManyAct::Move { scope } => Many::Move(scope.scope()),
    }
}

fn answered(app: &App, plan: Result<Plan, Refusal>, recorded: Option<&[u8]>) -> PlanAnswer {
    let (plan, refused) = match plan {
        Ok(plan) => (Some(view(app, plan, recorded)), None),
        Err(refusal) => (None, Some(RefusedView { why: refusal.why, way: refusal.way, moved: None })),
    };
    PlanAnswer { plan, refused, places: Vec::new() }
}

fn view(app: &App, plan: Plan, recorded: Option<&[u8]>) -> PlanView {
    let texts: Vec<Texts> = plan
        .steps
        .iter()
        .map(|step| Texts {
            path: step.path.clone(),
            // A restore is compared with the snapshot; everything else with what was seen, which is the disk.
            seen: recorded.map(<[u8]>::to_vec),
            disk: step.text_before.clone(),
            result: step.text_after.clone(),
        })
        .collect();
    let steps = plan.steps.iter().zip(&texts).zip(0..).map(|((step, texts), number)| StepRow {
        step: number,
        path: app.workspace.shown(&step.path),
        does: match (step.seen.is_nothing(), step.after.is_nothing()) {
            (true, _) => StepDoes::Makes,
            (_, true) => StepDoes::Trashes,
            _ => StepDoes::Replaces,
        },
        before: Size::of(&step.seen),
        after: Size::of(&step.after),
        texts: texts.facts(),
    });
    let flips = flips(&app.workspace, &plan);
    PlanView {
        act: plan.act.name().to_owned(),
        agent: plan.convention.label().to_owned(),
        words: plan.deed.proposed.clone(),
        steps: steps.collect(),
        notes: plan.notes.clone(),
        effects: plan.effects(),
        findings: plan
            .findings
            .iter()
            .map(|(path, finding)| finding_row(&app.workspace, Path::new(path), finding))
            .collect(),
        agents: Convention::ALL.len() as u32,
        flips,
        read_at: app.read_at(),
        id: app.keep_shown(Shown { plan: Some(plan), texts }),
    }
}

/// What stands in the way of an undo, with what the change wrote, what is there now, and what would come back.
fn undo_moved(app: &App, ledger: &Ledger, id: &str, paths: &[PathBuf]) -> PlanAnswer {
    let entry = manage::journal(ledger).ok().and_then(|journal| journal.entry(id).cloned());
    let kept = manage::trash(ledger).map(|(items, _)| items).unwrap_or_default();
    let texts = paths.iter().map(|path| {
        let number = entry.as_ref().and_then(|entry| entry.steps.iter().position(|step| step.path == *path));
        let item = number.and_then(|number| kept.iter().find(|item| item.id == format!("{id}.{number}")));
        Texts {
            path: path.clone(),
            seen: number.and_then(|number| manage::wrote(ledger, id, number)),
            disk: text_at(path),
            result: item.and_then(|item| text_at(&item.kept)),
        }
    });
    let texts: Vec<_> = texts.collect();
    let shown: Vec<_> = paths.iter().map(|path| app.workspace.shown(path)).collect();
    let why = message!(
        "{paths} changed after this change, so it cannot be undone. Nothing was written.",
        paths = shown.join(", ")
    );
    let moved = Some(app.moved_view(texts));
    PlanAnswer { plan: None, refused: Some(RefusedView { why, way: None, moved }), places: Vec::new() }
}

/// A file that is not as it was seen when its editing began: that text, the one on disk, and the edited one.
fn write_moved(app: &App, paths: &[PathBuf], base: Option<&[u8]>, edited: &[u8]) -> PlanAnswer {
    let texts = paths.iter().map(|path| Texts {
        path: path.clone(),
        seen: base.map(<[u8]>::to_vec),
        disk: text_at(path),
        result: Some(edited.to_vec()),
    });
    let texts: Vec<_> = texts.collect();
    let shown: Vec<_> = paths.iter().map(|path| app.workspace.shown(path)).collect();
    let why = message!(
        "{paths} changed on disk since you opened it. Nothing was written; compare, then edit the current text.",
        paths = shown.join(", ")
    );
    let moved = Some(app.moved_view(texts));
    PlanAnswer { plan: None, refused: Some(RefusedView { why, way: None, moved }), places: Vec::new() }
}

/// The text of a file, or of the `SKILL.md` in a folder.
fn text_at(path: &Path) -> Option<Vec<u8>> {
    let file = match disk::look(path).ok()?.kind {
        disk::Kind::Folder => path.join("SKILL.md"),
        _ => path.to_owned(),
    };
    disk::read(&file, SKILL_LIMIT).ok().map(|read| read.bytes)
}

/// Carries out a plan that was shown, exactly as it was shown.
pub(crate) fn carry_out(app: &App, ask: &CarryOutAsk) -> Result<CarriedOutView, Failure> {
    let shown = app.shown_plan(&ask.plan)?;
    let Some(plan) = &shown.plan else {
        return Err(Failure::new(Code::WrongUse, message!("this was refused; there is nothing to apply.")));
    };
    let done = carried(app, plan);
    if done.is_ok() {
        app.forget_plan(&ask.plan);
    }
    match done {
        Ok(entry) => Ok(CarriedOutView {
            skill: skill_at(&app.workspace, &entry),
            entry: Some(journal_row(&app.workspace, &entry)),
            refused: None,
        }),
        Err(trouble) => {
            let mut refusal = Refusal::from(trouble);
            let moved: Vec<Texts> = shown
                .texts
                .iter()
                .zip(&plan.steps)
                .filter(|(_, step)| refusal.moved.contains(&step.path))
                .map(|(texts, step)| Texts {
                    seen: step.text_before.clone(),
                    disk: text_at(&step.path),
                    ..texts.clone()
                })
                .collect();
            if !moved.is_empty() {
                let paths: Vec<_> = moved.iter().map(|texts| app.workspace.shown(&texts.path)).collect();
                refusal.why = message!(
                    "{paths} changed since it was shown. Nothing was written.",
                    paths = paths.join(", ")
                );
            }
            let moved = (!moved.is_empty()).then(|| app.moved_view(moved));
            let refused = Some(RefusedView { why: refusal.why, way: None, moved });
            Ok(CarriedOutView { entry: None, skill: None, refused })
        }
    }
}

/// The row of the skill that stands where something was written.
fn skill_at(workspace: &Workspace, entry: &Entry) -> Option<String> {
    let written: Vec<&Path> =
        entry.steps.iter().filter(|step| !step.after.is_nothing()).map(|step| step.path.as_path()).collect();
    let of = |ruling: Arc<Seen>| {
        let found = ruling.skills().position(|skill| {
            disk::canonical(&skill.dir).is_ok_and(|dir| written.iter().any(|path| path.starts_with(&dir)))
        });
        found.and_then(|at| ruling.ids.get(at).cloned())
    };
    workspace.looks().find_map(of)
}

/// Takes a change back at once, which is the plan of its undo carried out.
pub(crate) fn undo(app: &App, ask: &UndoAsk) -> Result<CarriedOutView, Failure> {
    let answer = plan(app, &PlanAsk::Undo { entry: ask.entry.clone() })?;
    match answer.plan {
        Some(plan) => carry_out(app, &CarryOutAsk { plan: plan.id }),
        None => Ok(CarriedOutView { entry: None, skill: None, refused: answer.refused }),
    }
}

/// The latest change that stands, is no undo itself, and lies in this workspace's roots.
fn latest(workspace: &Workspace) -> Result<String, Failure> {
    let journal = manage::journal(&ledger(workspace)?)?;
    let rulings: Vec<_> = workspace.looks().collect();
    let here = |entry: &&Entry| {
        let inside = |path: &Path| rulings.iter().any(|ruling| lies_in(ruling, path));
        entry.outcome == manage::Outcome::Done
            && entry.undone_by.is_none()
            && entry.undoes.is_none()
            && entry.steps.iter().any(|step| inside(&step.path))
    };
    let found = journal.entries.iter().rev().find(here).map(|entry| entry.id.clone());
    found.ok_or_else(|| Failure::not_found(message!("no changes to undo.")))
}

/// By whose rules the places of a change are skills': those Assay changes skills by, else those of the agent in whose
/// roots they lie, since a recorded text is put back there too.
fn ruling_over(workspace: &Workspace, paths: &[PathBuf]) -> Arc<Seen> {
    let holds_all = |ruling: &Arc<Seen>| paths.iter().all(|path| lies_in(ruling, path));
    workspace.looks().find(holds_all).unwrap_or_else(|| workspace.ruling(MANAGED))
}

fn lies_in(ruling: &Ruling, path: &Path) -> bool {
    let roots = ruling.roots.iter().filter_map(|look| look.path.as_deref());
    roots.filter_map(|root| disk::canonical(root).ok()).any(|root| path.starts_with(root))
}

fn carried(app: &App, plan: &Plan) -> Result<Entry, Trouble> {
    let ledger = ledger(&app.workspace).map_err(|failure| Trouble::Refused(failure.message))?;
    let mut tell = |progress| app.going.told(progress);
    let done = manage::carry_out_watched(&ledger, plan, app.host.door(), app.now(), &mut tell);
    app.going.over();
    app.heard(&[Tag::Skills]);
    done
}

/// Lines of one text of what was shown.
pub(crate) fn plan_text(app: &App, ask: &PlanTextAsk) -> Result<TextWindow, Failure> {
    let shown = app.shown_plan(&ask.plan)?;
    Ok(window::lines(shown.text(ask.step, ask.side)?, ask.from, ask.count))
}

/// Rows of the difference of two texts of what was shown.
pub(crate) fn plan_diff(app: &App, ask: &PlanDiffAsk) -> Result<PlanDiffView, Failure> {
    let shown = app.shown_plan(&ask.plan)?;
    let (left, right) = (shown.text(ask.step, ask.left)?, shown.text(ask.step, ask.right)?);
    Ok(views::drift::rows_between(left, right, ask.from, ask.count))
}

/// The three texts of a place beside each other.
pub(crate) fn plan_three(app: &App, ask: &PlanThreeAsk) -> Result<PlanThreeView, Failure> {
    let shown = app.shown_plan(&ask.plan)?;
    let text = |side| shown.text(ask.step, side);
    let texts = [text(PlanSide::Seen)?, text(PlanSide::Disk)?, text(PlanSide::Result)?];
    Ok(views::wire::three_rows(texts, ask.from, ask.count))
}
