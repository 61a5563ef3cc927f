//! How long a permission holds, what it covers and what it does not, in the words that every door shows.

use std::path::Path;

use ::hydration::{Act, By, Carried, Given, LifetimeKind, Request, part_words};
use execution::{Bound, Lifetime, Part};

use super::LifetimeChoice;
use crate::App;

/// What a person may choose from, each with what it covers.
pub(crate) fn choices(request: &Request) -> Vec<LifetimeChoice> {
    let wish = &request.wish;
    let carried = wish.prepared.carried;
    let choice = |lifetime: LifetimeKind| {
        let parts = parts(&wish.prepared.bound);
        LifetimeChoice {
            lifetime,
            head: head(lifetime).to_owned(),
            covers: match lifetime {
                LifetimeKind::Once => match carried {
                    Carried::ByAsker(Act::Hook) => {
                        "this hook’s text for every call it is for, until this agent’s connection ends"
                            .to_owned()
                    }
                    _ => "this request only".to_owned(),
                },
                LifetimeKind::Session => {
                    let session = wish.writer().filter(|_| wish.turn.is_some());
                    let end = match session {
                        Some((session, _)) => format!("until …{} ends", tail(&session)),
                        None => "until this agent’s connection ends".to_owned(),
                    };
                    format!("{end}, for the same bytes")
                }
                LifetimeKind::Bytes => parts,
                LifetimeKind::Output => format!("{parts}, and the output that you send"),
            },
            not_covered: not_covered(lifetime, carried).to_owned(),
        }
    };
    wish.choices().into_iter().map(choice).collect()
}

/// A lifetime as it is called everywhere.
pub(crate) fn head(lifetime: LifetimeKind) -> &'static str {
    match lifetime {
        LifetimeKind::Once => "once",
        LifetimeKind::Session => "this session",
        LifetimeKind::Bytes => "while these bytes stay the same",
        LifetimeKind::Output => "these bytes and this output",
    }
}

/// What a permission in force covers, and what it does not.
pub(crate) fn held(given: &Given) -> String {
    let parts = parts(&given.grant.bound);
    match given.grant.lifetime {
        Lifetime::Output(seen) => format!("It covers {parts}, and the output {}.", seen.short()),
        _ => format!("It covers {parts}. It does not cover the output, which may differ each time."),
    }
}

/// What sending and discarding do to a permission that lasts, in sentences.
pub(crate) fn on_release(app: &App, request: &Request) -> Vec<String> {
    let Some(allowed) = &request.allowed else { return Vec::new() };
    let lifetime = allowed.lifetime;
    if lifetime == LifetimeKind::Once {
        return Vec::new();
    }
    let name = head(lifetime);
    let not_covered = not_covered(lifetime, Carried::Here).to_owned();
    if allowed.by != By::Grant {
        let begins = format!("Sending begins your permission “{name}”; discarding permits nothing.");
        return vec![begins, not_covered];
    }
    let in_force = app.desk.grants().iter().any(|given| Some(&given.grant.id) == allowed.grant.as_ref());
    if !in_force {
        return vec![format!("It ran under your permission “{name}”, which has ended since.")];
    }
    let under = format!("It ran under your permission “{name}”; discarding ends that.");
    match lifetime {
        LifetimeKind::Output => {
            vec![under, "Sending makes it cover this output in place of the one before.".to_owned()]
        }
        _ => vec![under, not_covered],
    }
}

/// Whether a permission that is tied to no session lets exactly these bytes run.
pub(crate) fn outlasts_sessions(app: &App, bound: &Bound) -> bool {
    let tied = |given: &Given| matches!(given.grant.lifetime, Lifetime::Session { .. });
    app.desk.covering(bound).iter().any(|given| !tied(given))
}

fn not_covered(lifetime: LifetimeKind, carried: Carried) -> &'static str {
    match (lifetime, carried) {
        (LifetimeKind::Once, _) | (_, Carried::ByAsker(Act::Activation)) => "",
        (_, Carried::ByAsker(_)) => "Not its output: the agent gets it without you seeing it.",
        (LifetimeKind::Output, _) => "Any other output is shown to you before it is sent.",
        _ => "Not the output: a later one is sent without you seeing it, unless likely secrets are found.",
    }
}

/// What a permission is bound to: `SKILL.md, the command, the folder`.
fn parts(bound: &Bound) -> String {
    let folders = bound.parts().iter().filter_map(|(part, _)| match part {
        Part::Folder(folder) => Some(Path::new(folder)),
        _ => None,
    });
    // A folder stands for all that is in it.
    let is_within = |part: &Part| match part {
        Part::File(file) => folders.clone().any(|folder| Path::new(file).starts_with(folder)),
        _ => false,
    };
    let parts = bound.parts().iter().filter(|(part, _)| !is_within(part)).map(|(part, _)| part_words(part));
    parts.collect::<Vec<_>>().join(", ")
}

fn tail(session: &str) -> &str {
    session.char_indices().rev().nth(5).map_or(session, |(at, _)| &session[at..])
}
