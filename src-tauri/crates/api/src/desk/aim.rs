//! From an id of the page, or a name of an agent, to a request with everything it rests on.

use std::path::{Path, PathBuf};

use ::hydration::{Asker, Called, Ground, Prepared, Source, Wish, prepare, sources};
use ::skills::{Claim, Content, Convention, Ruling, SKILL_LIMIT, Skill, State, rule, survey_for};
use ::workspace::Workspace;
use disk::Digest;
use engine::Offered;
use execution::Mode;
use message::{Message, message};

use super::turn::{Purpose, for_facts};
use crate::access::{for_user, in_force_at, mode_in_force, skill_origin};
use crate::{Code, Failure, Surroundings};

/// Which source of which skill, by what does not change while a request waits.
#[derive(Debug, Clone)]
pub(crate) struct Aim {
    pub surroundings: Surroundings,
    pub workspace: PathBuf,
    /// By whose rules the file is a skill.
    pub convention: Convention,
    /// Path of the SKILL.md.
    pub skill: PathBuf,
    /// The source's id.
    pub source: String,
    /// Which of the files of a convention may be aimed at.
    pub among: Among,
    /// A mode that the asker wants at least.
    pub at_least: Option<Mode>,
}

/// Which of the files of a convention facts may be fetched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Among {
    /// Those that an agent may call.
    Called,
    /// Those and the ones that lose their name: a person chose the very row.
    Rows,
}

impl Aim {
    /// Looks at everything as it is now.
    pub(crate) fn take(&self) -> Result<(Ground, Prepared), Failure> {
        let survey = survey_for(self.convention, &crate::access::places(&self.surroundings, &self.workspace));
        self.take_by(&rule(self.convention, &survey, &in_force_at(&self.surroundings, &self.workspace)))
    }

    /// The same by a look that was taken.
    pub(crate) fn take_by(&self, ruling: &Ruling) -> Result<(Ground, Prepared), Failure> {
        let ground = self.ground();
        let claim = self.claim(ruling)?;
        let contents = disk::read(&claim.skill.path, SKILL_LIMIT)?;
        let skill = claim.skill_with(&contents);
        let origin = skill_origin(&self.surroundings, &skill.dir, &Digest::of(&contents.bytes));
        let declared = sources(&skill, &Content::of(&contents.bytes), origin);
        let source = of_id(&skill.name, &declared.list, &self.source)?;
        let prepared = prepare(&ground, &skill, &contents.bytes, source)
            .map_err(|cannot| Failure::new(Code::Refused, cannot.message()))?;
        Ok((ground, prepared))
    }

    // One file may be reached through several roots; the way that counts is among them.
    fn claim<'a>(&self, ruling: &'a Ruling) -> Result<&'a Claim, Failure> {
        let of_path = || ruling.claims.iter().filter(|claim| claim.skill.path == self.skill);
        let found = of_path().find(|claim| claim.is_visible()).or_else(|| of_path().next());
        let gone =
            || Failure::not_found(message!("{skill} is not a skill anymore.", skill = self.skill.display()));
        let claim = found.ok_or_else(gone)?;
        match refused(claim, self.among) {
            None => Ok(claim),
            // What an agent may not see cannot be told from what is not there.
            Some(_) if self.among == Among::Called => Err(gone()),
            Some(words) => Err(Failure::new(Code::Refused, words)),
        }
    }

    /// The ground it would stand on now.
    pub(crate) fn ground(&self) -> Ground {
        let found = mode_in_force(&self.surroundings, &self.workspace);
        let (mode, mode_from) = match self.at_least {
            Some(wanted) if wanted > found.mode => (wanted, "asked for by the asker".to_owned()),
            _ => (found.mode, found.from.to_string()),
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

    /// The request, for a turn of a session if one is named.
    pub(crate) fn wish(
        self,
        workspace: &Workspace,
        asker: Asker,
        purpose: Option<&Purpose<'_>>,
    ) -> Result<Wish, Failure> {
        let (ground, mut prepared) = self.take()?;
        let turn = purpose.map(|purpose| for_facts(workspace, purpose, &prepared.skill)).transpose()?;
        if let Some(turn) = &turn {
            prepared.work.tell_session(&turn.session.to_string());
        }
        let again = move || match self.take() {
            Ok((_, prepared)) => Ok(prepared),
            Err(failure) => Err(failure.message),
        };
        Ok(Wish { asker, called: Called::Explicitly, ground, prepared, turn, again: Box::new(again) })
    }
}

/// Returns why no facts are fetched for a file; `None` if they may be.
pub(crate) fn refused(claim: &Claim, among: Among) -> Option<Message> {
    let skill = &claim.skill.short_path;
    Some(match &claim.state {
        State::Wins | State::Kept | State::Unsettled => return None,
        State::Shadowed { .. } | State::SameFile { .. } if among == Among::Rows => return None,
        State::Shadowed { .. } | State::SameFile { .. } => message!("{skill} does not win its name.", skill),
        State::HeldBack => {
            message!("{skill} needs trust: hidden until you trust this project.", skill)
        }
        State::Barred(_) => message!("{skill} is blocked for agents in this project.", skill),
        State::Off => message!("{skill} is disabled in the settings of the agent.", skill),
        State::Invalid(_) => message!("{skill} is not a skill by these rules.", skill),
    })
}

/// The source of that id among those a skill declares.
pub(crate) fn of_id<'a>(skill: &str, declared: &'a [Source], id: &str) -> Result<&'a Source, Failure> {
    declared.iter().find(|source| source.id == id).ok_or_else(|| {
        let known: Vec<_> = declared.iter().map(|source| source.id.as_str()).collect();
        let hint = match known.as_slice() {
            [] => message!("It declares no readable context source."),
            known => message!("Available: {known}.", known = known.join(", ")),
        };
        Failure::not_found(message!("the skill {skill} has no context source {id}.", skill, id)).hint(hint)
    })
}

/// The aim at a source of a skill of the open workspace, by the rules of a convention.
pub(crate) fn aim(workspace: &Workspace, convention: Convention, skill: &Path, source: &str) -> Aim {
    Aim {
        surroundings: workspace.surroundings().clone(),
        workspace: workspace.folder(),
        convention,
        skill: skill.to_owned(),
        source: source.to_owned(),
        among: Among::Rows,
        at_least: None,
    }
}

/// The ground of the open workspace.
pub(crate) fn ground(workspace: &Workspace) -> Ground {
    aim(workspace, Convention::Pixir, Path::new(""), "").ground()
}

/// Every source of the skills that an agent may call by the rules of a convention, and what aims at it.
pub(crate) fn aims(
    workspace: &Workspace,
    convention: Convention,
    ruling: &Ruling,
) -> Vec<(Offered, Source, Aim)> {
    let mut found = Vec::new();
    for offered in for_user(ruling) {
        for source in declared(workspace, ruling, &offered).unwrap_or_default() {
            let aim = Aim { among: Among::Called, ..aim(workspace, convention, &offered.path, &source.id) };
            found.push((offered.clone(), source, aim));
        }
    }
    found
}

/// The sources that a skill declares, as its files are now.
pub(crate) fn declared(
    workspace: &Workspace,
    ruling: &Ruling,
    skill: &Offered,
) -> Result<Vec<Source>, Failure> {
    let contents = disk::read(&skill.path, SKILL_LIMIT)?;
    let claim = ruling.claims.iter().find(|claim| claim.skill.path == skill.path);
    let skill = claim.map_or_else(|| Skill::alone(&skill.path, &contents), |one| one.skill_with(&contents));
    let origin = skill_origin(workspace.surroundings(), &skill.dir, &Digest::of(&contents.bytes));
    Ok(sources(&skill, &Content::of(&contents.bytes), origin).list)
}
