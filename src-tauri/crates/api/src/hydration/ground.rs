//! From an id of the page, or a name of an agent, to a request with everything it rests on.

use std::path::{Path, PathBuf};

use ::hydration::{Asker, AskerDoor, ForTurn, Ground, Prepared, Remote, Wish, prepare, sources};
use ::skills::{SKILL_LIMIT, Skill};
use execution::Mode;

use super::mode::in_force;
use super::turn::for_turn;
use super::{HydrateAsk, RequestedView};
use crate::{App, Code, Failure, Surroundings};

/// Which source of which skill, by what does not change while a request waits.
#[derive(Debug, Clone)]
pub(crate) struct Aim {
    pub surroundings: Surroundings,
    pub workspace: PathBuf,
    /// Path of the SKILL.md.
    pub skill: PathBuf,
    /// The source's id.
    pub source: String,
    /// A mode that the asker wants at least.
    pub at_least: Option<Mode>,
}

impl Aim {
    /// Looks at everything as it is now.
    pub(crate) fn take(&self) -> Result<(Ground, Prepared), Failure> {
        let ground = self.ground();
        let places = self.surroundings.places(&self.workspace);
        let found = ::skills::discover(&places);
        let skill =
            found.skills.iter().find(|skill| skill.path == self.skill).ok_or_else(|| {
                Failure::not_found(format!("{} is no skill any more", self.skill.display()))
            })?;
        let content = disk::read(&skill.path, SKILL_LIMIT)?.bytes;
        let declared = sources(skill, &content, Remote::No);
        let source = declared.list.iter().find(|source| source.id == self.source).ok_or_else(|| {
            let known: Vec<_> = declared.list.iter().map(|source| source.id.as_str()).collect();
            let words = format!("the skill {} has no context source {}", skill.name, self.source);
            let hint = match known.as_slice() {
                [] => "it declares none that can be read".to_owned(),
                known => format!("known: {}", known.join(", ")),
            };
            Failure::not_found(words).hint(hint)
        })?;
        let prepared = prepare(&ground, skill, &content, source)
            .map_err(|cannot| Failure::new(Code::Refused, cannot.to_string()))?;
        Ok((ground, prepared))
    }

    /// The ground it would stand on now.
    pub(crate) fn ground(&self) -> Ground {
        let found = in_force(&self.surroundings, &self.workspace);
        let (mode, mode_from) = match self.at_least {
            Some(wanted) if wanted > found.mode => (wanted, "asked for by the asker".to_owned()),
            _ => (found.mode, found.from),
        };
        Ground {
            workspace: self.workspace.clone(),
            home: self.surroundings.home.clone(),
            mode,
            mode_from,
            environment: self.surroundings.environment.clone(),
            helper: self.surroundings.helper.clone(),
        }
    }

    /// The request.
    pub(crate) fn wish(self, asker: Asker, turn: Option<ForTurn>) -> Result<Wish, Failure> {
        let (ground, prepared) = self.take()?;
        let again = move || match self.take() {
            Ok((_, prepared)) => Ok(prepared),
            Err(failure) => Err(failure.message),
        };
        Ok(Wish { asker, ground, prepared, turn, again: Box::new(again) })
    }
}

impl App {
    /// The aim at a source of a skill of the open workspace.
    pub(crate) fn aim(&self, skill: &Path, source: &str) -> Aim {
        Aim {
            surroundings: self.surroundings.clone(),
            workspace: self.workspace(),
            skill: skill.to_owned(),
            source: source.to_owned(),
            at_least: None,
        }
    }

    /// The skill of a row, also of one that lies where only other agents than Pixir look.
    pub(crate) fn skill_of(&self, id: &str) -> Result<Skill, Failure> {
        let known = self.discovery().skill(id).cloned();
        known.or_else(|| crate::skills::elsewhere(self, id)).ok_or_else(crate::skills::gone)
    }
}

/// Asks for a source from the window. What needs a person waits in the approval window.
pub(crate) fn hydrate(app: &App, ask: &HydrateAsk) -> Result<RequestedView, Failure> {
    let skill = app.discovery().skill(&ask.skill).cloned().ok_or_else(crate::skills::gone)?;
    let turn = match &ask.session {
        Some(key) => {
            let session = app.session(key)?;
            Some(for_turn(app, &session, ask.turn, &skill.name)?)
        }
        None => None,
    };
    let asker = Asker {
        door: AskerDoor::Window,
        name: "Assay’s window".to_owned(),
        version: String::new(),
        connection: None,
    };
    let wish = app.aim(&skill.path, &ask.source).wish(asker, turn)?;
    let ticket = app.desk.submit(wish);
    let ended = ticket.ended().map(|ended| match ended {
        ::hydration::Ended::Released(_) => "It ran and was recorded.".to_owned(),
        ::hydration::Ended::Agreed(_) => "It was allowed and recorded.".to_owned(),
        ::hydration::Ended::Refused(refused) => refused.words,
    });
    Ok(RequestedView { id: ticket.id.clone(), ended })
}
