//! Asking for a change, showing the question it raises, and taking the answer.

use std::sync::Arc;

use ::workspace::{Workspace, locked};
use message::message;

use super::{
    Asked, DecideLooseningAsk, Loosening, LooseningView, PermissionChange, PermissionOutcome, PermissionView,
    SetBuiltInAsk, SetTrustAsk, SetVisibilityAsk, built_ins, mode, trust, visibility,
};
use crate::{App, Code, Failure};
use views::wire::Nothing;

/// Makes a change that loosens nothing, and has a person asked about any other.
pub(crate) fn change_permission(app: &App, change: &PermissionChange) -> Result<PermissionView, Failure> {
    let _turn = locked(&app.loosenings.turn);
    // The workspace that is open now, whichever the page opens meanwhile.
    let workspace = app.workspace.folder();
    let there = app.workspace.beside(&workspace);
    if question(app, &there, change)?.is_none() {
        make(app, &there, change.clone())?;
        return Ok(PermissionView { outcome: PermissionOutcome::Done });
    }
    let asked = Asked { change: Arc::new(change.clone()), workspace, shown: None };
    locked(&app.loosenings.waiting).asked = Some(asked);
    app.loosenings.tell();
    Ok(PermissionView { outcome: PermissionOutcome::Asked })
}

/// The question on screen. A new showing begins whenever it is another one.
pub(crate) fn loosening(app: &App, _: &Nothing) -> Result<LooseningView, Failure> {
    show(app).map(|(view, _)| view)
}

/// Takes an answer to what was on screen.
pub(crate) fn decide_loosening(app: &App, ask: &DecideLooseningAsk) -> Result<LooseningView, Failure> {
    let _turn = locked(&app.loosenings.turn);
    let (view, shown) = show(app)?;
    let on_screen = shown.filter(|_| view.showing == ask.showing && view.armed_after_ms == 0);
    let asked = on_screen.and_then(|shown| {
        let is_it = |asked: &mut Asked| Arc::ptr_eq(&asked.change, &shown);
        locked(&app.loosenings.waiting).asked.take_if(is_it)
    });
    let Some(asked) = asked else {
        let words = message!("The request changed while it was shown; nothing was decided.");
        return Err(Failure::new(Code::Refused, words));
    };
    let there = app.workspace.beside(&asked.workspace);
    let made = if ask.yes { make(app, &there, PermissionChange::clone(&asked.change)) } else { Ok(()) };
    app.loosenings.tell();
    made?;
    loosening(app, &Nothing {})
}

// What is on screen, and the change it asks about.
fn show(app: &App) -> Result<(LooseningView, Option<Arc<PermissionChange>>), Failure> {
    loop {
        let place = app.workspace.folder();
        let change = {
            let mut waiting = locked(&app.loosenings.waiting);
            waiting.asked.take_if(|asked| asked.workspace != place);
            waiting.asked.as_ref().map(|asked| Arc::clone(&asked.change))
        };
        let asked = change
            .as_ref()
            .map(|change| question(app, &app.workspace.beside(&place), change))
            .transpose()?
            .flatten();
        let mut waiting = locked(&app.loosenings.waiting);
        let now = waiting.asked.as_ref().map(|asked| &asked.change);
        // Another one was asked about meanwhile: the words would not be its.
        if now.map(Arc::as_ptr) != change.as_ref().map(Arc::as_ptr) {
            continue;
        }
        let armed_after_ms = waiting.show(asked.as_ref());
        let view = LooseningView {
            showing: waiting.showing,
            armed_after_ms,
            place: place.display().to_string(),
            question: asked,
        };
        return Ok((view, change));
    }
}

// What is asked about a change in a workspace; nothing where it loosens nothing.
fn question(app: &App, there: &Workspace, change: &PermissionChange) -> Result<Option<Loosening>, Failure> {
    match change {
        PermissionChange::Mode { mode } => Ok(mode::loosens(there, *mode)),
        PermissionChange::Trust { trust } => trust::loosens(there, *trust),
        PermissionChange::BuiltIn { name, switch } => built_ins::loosens(app, name.as_deref(), *switch),
        PermissionChange::Visibility { changes } => visibility::loosens(there, changes),
    }
}

fn make(app: &App, there: &Workspace, change: PermissionChange) -> Result<(), Failure> {
    match change {
        PermissionChange::Mode { mode } => mode::set_mode(there, &app.desk, mode),
        PermissionChange::Trust { trust } => trust::set_trust(there, &SetTrustAsk { trust }).map(drop),
        PermissionChange::BuiltIn { name, switch } => {
            built_ins::set_built_in(app, &SetBuiltInAsk { name, switch }).map(drop)
        }
        PermissionChange::Visibility { changes } => {
            visibility::set_visibility(there, &SetVisibilityAsk { changes }).map(drop)
        }
    }
}
