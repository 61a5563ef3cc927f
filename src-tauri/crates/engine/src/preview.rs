//! What a model would be given of a skill, told without taking it in: no task, no copy, nothing asked or recorded.

use std::path::Path;

use execution::Mode;

use crate::activate::{Loaded, Moment, consented, load, told};
use crate::mount::{folder_name, shelf};
use crate::offered::find;
use crate::render::{body_start, commands, places};
use crate::{Activation, Call, Consent, Offered, Platform, Refusal, Stays};

/// A skill as it would be taken in.
#[derive(Debug, Clone)]
pub struct Preview {
    /// Exactly what the first activation of a task gives.
    pub activation: Activation,
    /// Whether a person is asked before.
    pub consent: Asked,
    /// Where its text has variables, or seems to; at most 200.
    pub fillings: Vec<Filling>,
    /// Further places.
    pub further: usize,
}

/// Whether a person is asked before a skill is taken in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// Nobody is.
    Nobody,
    /// A person is, the first time in a task.
    Person,
}

/// A place where a variable stands, or seems to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filling {
    /// Its line in the file, counted from 1.
    pub line: u32,
    /// As it is written.
    pub written: String,
    /// What takes its place, or why it stays.
    pub value: Result<String, Stays>,
}

/// Most places that are told.
const FILLINGS: usize = 200;

/// What [`crate::Task::activate`] would give in the first turn of a new task, and every refusal it would give.
/// `session` stands for the id of the session. Files are looked at; none is copied, and nothing runs.
///
/// # Errors
///
/// As [`crate::Task::activate`] would refuse, apart from what only the copying meets.
pub fn preview(
    visible: &[Offered],
    call: &Call,
    mode: Mode,
    (session, platform): (&str, Platform),
) -> Result<Preview, Refusal> {
    let skill = find(visible, &call.name)?;
    let loaded = load(skill, call)?;
    let given = consented(mode, Consent::NotAsked, call.via, &loaded, false)?;
    let consent = if given.is_some() { Asked::Nobody } else { Asked::Person };
    folder_name(&skill.id, platform).ok_or_else(|| Refusal::no_folder(&skill.id))?;
    let shelf = shelf(&skill.dir).map_err(Refusal::Unreadable)?;
    let (fillings, further) = fillings(&loaded, &skill.dir, session);
    let moment = Moment { turn: 1, session, held_before: false, consent: given.unwrap_or("user") };
    Ok(Preview { activation: told(&loaded, call.via, &shelf, &moment), consent, fillings, further })
}

fn fillings(loaded: &Loaded, dir: &Path, session: &str) -> (Vec<Filling>, usize) {
    let dir = dir.to_string_lossy();
    let start = body_start(&loaded.content);
    let (before, body) = loaded.content.split_at(start);
    let (kept, variables) = (commands(body), loaded.variables(&dir, session));
    let (mut line, mut at) = (1 + lines(before), 0);
    let mut found = Vec::new();
    let mut further = 0;
    for (range, value) in places(body, &kept, &variables) {
        if found.len() == FILLINGS {
            further += 1;
            continue;
        }
        line += lines(&body[at..range.start]);
        at = range.start;
        found.push(Filling { line, written: body[range].to_owned(), value });
    }
    (found, further)
}

fn lines(text: &str) -> u32 {
    let ends = text.bytes().filter(|byte| *byte == b'\n').count();
    u32::try_from(ends).unwrap_or(u32::MAX)
}
