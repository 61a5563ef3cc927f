//! Who wins where, for all agents together.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use skills::manage::Plan;
use skills::{Convention, Flip, Matrix, Ruling, Survey, Visibility, matrix, rule, survey};

use crate::model::{is_fresh, locked};
use crate::{Seen, Workspace};

/// The last look at all conventions' roots.
#[derive(Default)]
pub(crate) struct WinsLook {
    last: Option<(SystemTime, Arc<Wins>)>,
    // Also before something changed: what it read and has not changed is not read again.
    seen: Option<Arc<Wins>>,
}

/// A look at the roots of all agents and what their conventions make of it.
pub struct Wins {
    /// What lies there.
    pub survey: Survey,
    /// What a person trusted and let be seen.
    own: Visibility,
    /// Every name against every agent.
    pub matrix: Arc<Matrix>,
    // Those somebody asked for, as long as nothing changes.
    rulings: Arc<Mutex<BTreeMap<Convention, Arc<Seen>>>>,
}

impl Wins {
    /// What one convention makes of the look: the same in every screen. Files that `known` has keep their ids.
    pub fn seen(&self, convention: Convention, known: &Seen) -> Arc<Seen> {
        let of = |ruling: &&Ruling| ruling.convention == convention;
        let mut rulings = locked(&self.rulings);
        let seen = rulings.entry(convention).or_insert_with(|| {
            let ruling = self.matrix.rulings.iter().find(of);
            let ruling = ruling.cloned().unwrap_or_else(|| rule(convention, &self.survey, &self.own));
            Arc::new(Seen::of(ruling, Some(known)))
        });
        Arc::clone(seen)
    }

    /// The cells that a plan turns over.
    pub fn flips(&self, plan: &Plan) -> Vec<Flip> {
        let after = matrix(&self.survey.after(plan), &self.own);
        self.matrix.flips(&after)
    }
}

impl WinsLook {
    /// The next request looks again.
    pub fn forget(&mut self) {
        self.last = None;
    }
}

impl Workspace {
    /// What was seen of all agents' roots, if anybody ever asked.
    pub fn last_wins(&self) -> Option<Arc<Wins>> {
        locked(&self.wins).seen.clone()
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
        let found = match &look.seen {
            Some(seen) => seen.survey.again(&places, now),
            None => survey(&places),
        };
        let wins = match look.seen.take().filter(|seen| seen.survey == found && seen.own == own) {
            // The clock moves on all the same, so that what has rested by now need not be read again.
            Some(seen) => {
                let (matrix, rulings) = (Arc::clone(&seen.matrix), Arc::clone(&seen.rulings));
                Arc::new(Wins { survey: found, own, matrix, rulings })
            }
            None => Arc::new(Wins {
                matrix: Arc::new(matrix(&found, &own)),
                survey: found,
                own,
                rulings: Arc::default(),
            }),
        };
        look.seen = Some(Arc::clone(&wins));
        look.last = Some((now, Arc::clone(&wins)));
        wins
    }
}
