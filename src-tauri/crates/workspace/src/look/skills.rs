//! The looks at the roots of skills.

use std::collections::BTreeSet;
use std::sync::Arc;

use skills::{Convention, Ruling, SKILL_LIMIT, Skill, Survey, Trust, Visibility, rule};

use crate::locked::{is_fresh, locked};
use crate::{MANAGED, Seen, Wins, Workspace, skill_id};

impl Workspace {
    /// What a convention makes of the skills as of now, or as of less than a second ago when nothing was said to have changed since.
    /// As long as nothing changes it is the same one.
    pub fn ruling(&self, convention: Convention) -> Arc<Seen> {
        self.ruled(convention, |convention| self.catalog_room(convention))
    }

    /// What these conventions make of the skills as of now, for what no catalog matters to: their catalogs are drawn within
    /// the limits Assay knows, and no log is looked at.
    pub fn rulings(&self, conventions: &BTreeSet<Convention>) -> Vec<Arc<Seen>> {
        let ruled = |convention: &Convention| self.ruled(*convention, |one| one.rules().room());
        conventions.iter().map(ruled).collect()
    }

    fn ruled(&self, convention: Convention, room: impl FnOnce(Convention) -> usize) -> Arc<Seen> {
        if convention == MANAGED {
            return self.managed();
        }
        self.wins().seen(convention, &self.managed(), room(convention))
    }

    /// Returns the look that a skill with this id is changed by: that at Pixir's folders where it lies in one of them, else
    /// that of the first agent which reads it; `None` once it is gone.
    pub fn ruling_with(&self, id: &str) -> Option<Arc<Seen>> {
        self.ruling_with_all(&[id])
    }

    /// The same for skills that are changed together; `None` where no agent reads all of them.
    pub fn ruling_with_all(&self, ids: &[&str]) -> Option<Arc<Seen>> {
        self.looks().find(|seen| ids.iter().all(|id| seen.skill(id).is_some()))
    }

    /// Returns the looks of all agents, that at Pixir's folders first, for what no catalog matters to: each is made when it
    /// is asked for, and no log is looked at.
    pub fn looks(&self) -> impl Iterator<Item = Arc<Seen>> {
        let others = Convention::ALL.iter().filter(|convention| **convention != MANAGED);
        [MANAGED].iter().chain(others).map(|convention| self.ruled(*convention, |one| one.rules().room()))
    }

    /// The same for an agent that sees the skills otherwise than all others do.
    pub fn ruling_seen(&self, convention: Convention, visibility: &Visibility) -> Ruling {
        rule(convention, &self.wins().survey, visibility)
    }

    /// The skill with an id, also one that lies where only other agents than Pixir look; nothing once it is gone.
    pub fn skill(&self, id: &str) -> Option<Skill> {
        self.ruling(MANAGED).skill(id).cloned().or_else(|| self.skill_elsewhere(id))
    }

    fn skill_elsewhere(&self, id: &str) -> Option<Skill> {
        let wins = self.wins();
        let claims = wins.matrix().rulings.iter().flat_map(|ruling| &ruling.claims);
        let claim = claims.into_iter().find(|claim| skill_id(&claim.skill) == id)?;
        let contents = disk::read(&claim.skill.path, SKILL_LIMIT).ok()?;
        Some(claim.skill_with(&contents))
    }

    fn managed(&self) -> Arc<Seen> {
        self.begin();
        let (places, now) = (self.places(), self.now());
        let mut look = locked(&self.managed);
        if let Some((at, seen)) = &look.last
            && is_fresh(*at, now)
        {
            return Arc::clone(seen);
        }
        let (survey, seen) = match look.seen.take() {
            Some((before, seen)) => {
                let survey = before.again(&places, now);
                let same = survey == before;
                (survey, Some(seen).filter(|_| same))
            }
            None => (Survey::nothing_for(MANAGED).again(&places, now), None),
        };
        let judged = || rule(MANAGED, &survey, &Visibility::whole(Trust::Trusted));
        let seen = seen.unwrap_or_else(|| Arc::new(Seen::of(judged(), None, MANAGED.rules().room())));
        look.seen = Some((survey, Arc::clone(&seen)));
        look.last = Some((now, Arc::clone(&seen)));
        seen
    }
}

impl Workspace {
    /// What was seen of all agents' roots, if anybody ever asked.
    pub fn last_wins(&self) -> Option<Arc<Wins>> {
        locked(&self.wins).seen.clone()
    }

    /// Takes what is in roots that another workspace of the same surroundings has too from that one's look as of now,
    /// so that many workspaces are judged without looking at the user's own skills for each of them.
    pub fn share_roots(&self, other: &Self) {
        locked(&self.wins).beside = Some(other.wins());
    }

    /// Who wins as of now, or as of less than a second ago when nothing was said to have changed since.
    pub fn wins(&self) -> Arc<Wins> {
        // Changes that an earlier run left half done are ended before anything is looked at.
        self.begin();
        let (places, now, own) = (self.places(), self.now(), self.visibility());
        let mut look = locked(&self.wins);
        if let Some((at, wins)) = &look.last
            && is_fresh(*at, now)
            && wins.own == own
        {
            return Arc::clone(wins);
        }
        let before = look.seen.as_ref().map_or_else(Survey::nothing, |seen| seen.survey.clone());
        let found = match &look.beside {
            Some(beside) => before.again_beside(&beside.survey, &places, now),
            None => before.again(&places, now),
        };
        let wins = match look.seen.take().filter(|seen| seen.survey == found && seen.own == own) {
            // The clock moves on all the same, so that what has rested by now need not be read again.
            Some(seen) => Arc::new(Wins { survey: found, own, told: Arc::clone(&seen.told) }),
            None => Arc::new(Wins { survey: found, own, told: Arc::default() }),
        };
        look.seen = Some(Arc::clone(&wins));
        look.last = Some((now, Arc::clone(&wins)));
        wins
    }
}
