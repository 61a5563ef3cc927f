//! The permission mode: Pixir's, unless the person sets another for this workspace.

use ::hydration::Desk;
use ::workspace::Workspace;
use execution::Mode;
use message::{Message, message};
use serde::Serialize;
use serde_json::Value;

use crate::access::{Loosening, MODES, ModeSource, SandboxView, mode_in_force, project};
use crate::{App, Code, Failure};
use views::wire::Nothing;

/// The permission mode in force, and why.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ModeView {
    /// In force.
    pub mode: Mode,
    /// Where it comes from.
    pub from: ModeSource,
    /// It is set in Assay for this workspace.
    pub set_here: bool,
    /// What Pixir's configuration says.
    pub pixir: Mode,
    /// What is odd about that configuration, in a sentence.
    pub problem: Option<Message>,
    /// What contains a command on this machine.
    pub sandbox: SandboxView,
    /// Requests that wait for a decision.
    pub waiting: u32,
}

/// The mode in force.
pub(crate) fn mode(app: &App, _: &Nothing) -> Result<ModeView, Failure> {
    let found = mode_in_force(app.workspace.surroundings(), &app.workspace.folder());
    Ok(ModeView {
        mode: found.mode,
        from: found.from,
        set_here: found.set_here,
        pixir: found.pixir,
        problem: found.problem,
        sandbox: SandboxView::of(execution::best(&app.workspace.surroundings().helper)),
        waiting: waiting(&app.desk),
    })
}

/// Sets the workspace's mode, or follows Pixir's configuration again.
pub(crate) fn set_mode(workspace: &Workspace, desk: &Desk, mode: Option<Mode>) -> Result<(), Failure> {
    let Some(kept) = &workspace.surroundings().kept else {
        return Err(Failure::new(Code::NotHere, message!("no home folder to store the mode in.")));
    };
    let Some(key) = project(&workspace.folder()).to_str().map(str::to_owned) else {
        return Err(Failure::new(
            Code::Refused,
            message!("the workspace’s path is not UTF-8, so its mode cannot be stored."),
        ));
    };
    MODES.change(workspace.surroundings(), kept, |modes| {
        match mode {
            Some(mode) => drop(modes.insert(key, Value::from(mode.word()))),
            None => drop(modes.remove(&key)),
        }
        Ok(())
    })?;
    // A request that was asked under another mode is another request.
    desk.recheck();
    Ok(())
}

/// What is asked before the mode becomes this one; nothing where it is no looser than the one in force.
pub(crate) fn loosens(workspace: &Workspace, mode: Option<Mode>) -> Option<Loosening> {
    let found = mode_in_force(workspace.surroundings(), &workspace.folder());
    let wanted = mode.unwrap_or(found.pixir);
    if strictness(wanted) >= strictness(found.mode) {
        return None;
    }
    Some(Loosening::Mode { from: found.mode, to: wanted, is_set: mode.is_some() })
}

fn strictness(mode: Mode) -> u8 {
    match mode {
        Mode::Auto => 0,
        Mode::Ask => 1,
        Mode::ReadOnly => 2,
    }
}

/// Requests that wait for a person.
pub(crate) fn waiting(desk: &Desk) -> u32 {
    desk.face().waiting as u32
}
