//! The permission mode: Pixir's, unless the person sets another for this workspace.

use ::hydration::Desk;
use ::workspace::Workspace;
use execution::Mode;
use serde::Serialize;
use serde_json::Value;

use crate::access::{Loosening, MODES, SandboxView, mode_in_force, project};
use crate::{App, Code, Failure};
use views::wire::Nothing;

/// The permission mode in force, and why.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ModeView {
    /// In force.
    pub mode: Mode,
    /// Where it comes from, in words: `set for this workspace`, `~/.pixir/config.json`, `Pixir's default`.
    pub from: String,
    /// It is set in Assay for this workspace.
    pub set_here: bool,
    /// What Pixir's configuration says.
    pub pixir: Mode,
    /// What is odd about that configuration, in a sentence.
    pub problem: Option<String>,
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
        return Err(Failure::new(Code::NotHere, "no home folder to store the mode in"));
    };
    let Some(key) = project(&workspace.folder()).to_str().map(str::to_owned) else {
        return Err(Failure::new(
            Code::Refused,
            "the workspace’s path is not UTF-8, so its mode cannot be stored",
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
    let (from, to) = (spoken(found.mode), spoken(wanted));
    Some(Loosening {
        title: format!("From {from} to {to}: fewer questions"),
        follows: follows(wanted).iter().map(|sentence| (*sentence).to_owned()).collect(),
        yes: match mode {
            Some(_) => format!("Set mode to {to}"),
            None => format!("Follow Pixir’s configuration: {to}"),
        },
        no: format!("Stay in {from}"),
    })
}

fn strictness(mode: Mode) -> u8 {
    match mode {
        Mode::Auto => 0,
        Mode::Ask => 1,
        Mode::ReadOnly => 2,
    }
}

fn spoken(mode: Mode) -> &'static str {
    match mode {
        Mode::Auto => "auto",
        Mode::Ask => "ask",
        Mode::ReadOnly => "read-only",
    }
}

fn follows(mode: Mode) -> &'static [&'static str] {
    match mode {
        Mode::Auto => &[
            "In auto, context sources that provably only read run when they are asked for, without asking you. What \
             they print is sent without being shown to you, unless likely secrets are found in it.",
            "Agents activate skills, run scripts that this machine can sandbox, and use the tools of enabled \
             built-in skills, also those that write files of the workspace, without asking you.",
            "Context sources that do not provably only read still wait for your yes.",
        ],
        Mode::Ask => &[
            "In ask, what read-only refuses is asked about instead: context sources that may change something, \
             scripts, hooks and tools that write.",
            "Each of them waits for your yes.",
        ],
        Mode::ReadOnly => &[],
    }
}

/// Requests that wait for a person.
pub(crate) fn waiting(desk: &Desk) -> u32 {
    desk.face().waiting as u32
}
