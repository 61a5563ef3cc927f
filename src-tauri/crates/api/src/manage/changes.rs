//! The journal and the trash, as the page sees them.

use ::skills::manage::{self, Entry, Outcome, TrashItem};
use ::workspace::{Workspace, damaged_lines};
use message::message;

use super::{ChangesAsk, EmptyTrashAsk, JournalRow, JournalState, JournalView, TrashRow, TrashView};
use crate::ledger::{end_interrupted, ledger};
use crate::{App, Code, Failure};
use views::wire::{Millis, ProblemRow, ROWS, problem};

impl App {
    /// The same, after the first look.
    pub(crate) fn end_interrupted(&self) {
        if end_interrupted(self.workspace.surroundings()) {
            self.heard(&[crate::Tag::Skills]);
        }
    }
}

/// What was done, latest first.
pub(crate) fn journal(app: &App, ask: &ChangesAsk) -> Result<JournalView, Failure> {
    app.end_interrupted();
    let ledger = ledger(&app.workspace)?;
    let journal = manage::journal(&ledger)?;
    let rows = journal.entries.iter().rev().skip(ask.from as usize).take(ask.count.min(ROWS) as usize);
    let path = ledger.journal_path().display().to_string();
    Ok(JournalView {
        total: journal.entries.len() as u32,
        from: ask.from,
        rows: rows.map(|entry| journal_row(&app.workspace, entry)).collect(),
        problems: damaged_lines(&ledger, &journal).iter().map(problem).collect(),
        path,
    })
}

pub(crate) fn journal_row(workspace: &Workspace, entry: &Entry) -> JournalRow {
    let (state, why) = match &entry.outcome {
        Outcome::Done if entry.undone_by.is_some() => (JournalState::Undone, None),
        Outcome::Done => (JournalState::Done, None),
        Outcome::Open => (JournalState::Open, None),
        Outcome::TakenBack(why) => (JournalState::TakenBack, Some(why.clone())),
        Outcome::Left(why) => (JournalState::Left, Some(why.clone())),
    };
    JournalRow {
        id: entry.id.clone(),
        at: Millis(entry.at_ms),
        by: entry.by.clone(),
        act: entry.act.clone(),
        words: entry.words.clone(),
        state,
        why,
        places: entry.steps.iter().map(|step| workspace.shown(&step.path)).collect(),
        undoes: entry.undoes.clone(),
    }
}

/// What was replaced or removed, latest first.
pub(crate) fn trash(workspace: &Workspace, ask: &ChangesAsk) -> Result<TrashView, Failure> {
    let ledger = ledger(workspace)?;
    let (items, faults) = manage::trash(&ledger)?;
    let rows = items.iter().skip(ask.from as usize).take(ask.count.min(ROWS) as usize);
    Ok(TrashView {
        total: items.len() as u32,
        bytes: items.iter().map(|item| item.mark.bytes).sum(),
        path: ledger.trash_path().display().to_string(),
        from: ask.from,
        rows: rows.map(|item| trash_row(workspace, item)).collect(),
        problems: faults
            .iter()
            .map(|fault| ProblemRow {
                path: fault.path.display().to_string(),
                code: "unreadable_trash".to_owned(),
                message: message!("{fault}.", fault),
            })
            .collect(),
    })
}

fn trash_row(workspace: &Workspace, item: &TrashItem) -> TrashRow {
    TrashRow {
        id: item.id.clone(),
        origin: workspace.shown(&item.origin),
        at: Millis(item.at_ms),
        reason: item.reason.clone(),
        kind: item.mark.kind.clone(),
        hash: item.mark.content.clone().unwrap_or_else(|| item.mark.digest.clone()),
        files: item.mark.files as u32,
        bytes: item.mark.bytes,
        occupied: disk::look_at_entry(&item.origin).is_ok(),
    }
}

/// Removes from the trash for good what a person named.
pub(crate) fn empty_trash(workspace: &Workspace, ask: &EmptyTrashAsk) -> Result<TrashView, Failure> {
    let emptied = manage::empty_trash(&ledger(workspace)?, ask.items.as_deref(), workspace.now());
    emptied.map_err(|trouble| Failure::new(Code::Failed, trouble.message()))?;
    trash(workspace, &ChangesAsk { from: 0, count: ROWS })
}
