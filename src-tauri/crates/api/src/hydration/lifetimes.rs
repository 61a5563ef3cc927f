//! How long a permission holds, what it covers and what it does not.

use std::path::Path;

use ::hydration::{Act, By, Carried, Given, LifetimeKind, Request};
use execution::{Bound, Lifetime, Part};

use super::LifetimeChoice;
use super::approval_text::{BoundPart, CoversText, HeldText, NotCovered, PermissionEffect};
use crate::App;

/// What a person may choose from, each with what it covers.
pub(crate) fn choices(request: &Request) -> Vec<LifetimeChoice> {
    let wish = &request.wish;
    let carried = wish.prepared.carried;
    let choice = |lifetime: LifetimeKind| {
        let parts = parts(&wish.prepared.bound);
        LifetimeChoice {
            lifetime,
            covers: match lifetime {
                LifetimeKind::Once if carried == Carried::ByAsker(Act::Hook) => CoversText::HookText,
                LifetimeKind::Once => CoversText::ThisRequest,
                LifetimeKind::Session => match wish.writer().filter(|_| wish.turn.is_some()) {
                    Some((session, _)) => CoversText::UntilSession { session: tail(&session).to_owned() },
                    None => CoversText::UntilConnection,
                },
                LifetimeKind::Bytes => CoversText::Parts { parts },
                LifetimeKind::Output => CoversText::PartsAndOutput { parts },
            },
            not_covered: not_covered(lifetime, carried),
        }
    };
    wish.choices().into_iter().map(choice).collect()
}

/// What a permission in force covers.
pub(crate) fn held(given: &Given) -> HeldText {
    let output = match given.grant.lifetime {
        Lifetime::Output(seen) => Some(seen.short()),
        Lifetime::Once | Lifetime::Session { .. } | Lifetime::Bytes => None,
    };
    HeldText { parts: parts(&given.grant.bound), output }
}

/// What sending and discarding do to a permission that lasts.
pub(crate) fn on_release(app: &App, request: &Request) -> Vec<PermissionEffect> {
    let Some(allowed) = &request.allowed else { return Vec::new() };
    let lifetime = allowed.lifetime;
    if lifetime == LifetimeKind::Once {
        return Vec::new();
    }
    let rest = not_covered(lifetime, Carried::Here).map(|what| PermissionEffect::NotCovered { what });
    if allowed.by != By::Grant {
        return [PermissionEffect::Begins { lifetime }].into_iter().chain(rest).collect();
    }
    let in_force = app.desk.grants().iter().any(|given| Some(&given.grant.id) == allowed.grant.as_ref());
    if !in_force {
        return vec![PermissionEffect::Ended { lifetime }];
    }
    let rest = if lifetime == LifetimeKind::Output { Some(PermissionEffect::Replaces) } else { rest };
    [PermissionEffect::RanUnder { lifetime }].into_iter().chain(rest).collect()
}

/// Whether a permission that is tied to no session lets exactly these bytes run.
pub(crate) fn outlasts_sessions(app: &App, bound: &Bound) -> bool {
    let tied = |given: &Given| matches!(given.grant.lifetime, Lifetime::Session { .. });
    app.desk.covering(bound).iter().any(|given| !tied(given))
}

fn not_covered(lifetime: LifetimeKind, carried: Carried) -> Option<NotCovered> {
    match (lifetime, carried) {
        (LifetimeKind::Once, _) | (_, Carried::ByAsker(Act::Activation)) => None,
        (_, Carried::ByAsker(_)) => Some(NotCovered::AgentOutput),
        (LifetimeKind::Output, _) => Some(NotCovered::OtherOutput),
        _ => Some(NotCovered::LaterOutput),
    }
}

/// What a permission is bound to.
fn parts(bound: &Bound) -> Vec<BoundPart> {
    let folders = bound.parts().iter().filter_map(|(part, _)| match part {
        Part::Folder(folder) => Some(Path::new(folder)),
        _ => None,
    });
    // A folder stands for all that is in it.
    let is_within = |part: &Part| match part {
        Part::File(file) => folders.clone().any(|folder| Path::new(file).starts_with(folder)),
        _ => false,
    };
    bound.parts().iter().filter(|(part, _)| !is_within(part)).map(|(part, _)| bound_part(part)).collect()
}

/// A part of what is bound.
pub(crate) fn bound_part(part: &Part) -> BoundPart {
    match part {
        Part::Folder(path) => BoundPart::Folder { path: path.clone() },
        Part::File(path) => BoundPart::File { path: path.clone() },
        Part::Skill => BoundPart::Skill,
        Part::Source => BoundPart::Source,
        Part::Command => BoundPart::Command,
        Part::Program => BoundPart::Program,
        Part::ProgramBytes => BoundPart::ProgramBytes,
        Part::Script => BoundPart::Script,
        Part::Place => BoundPart::Place,
        Part::Mode => BoundPart::Mode,
    }
}

fn tail(session: &str) -> &str {
    session.char_indices().rev().nth(5).map_or(session, |(at, _)| &session[at..])
}
