//! Who wins where, for all agents together.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::SystemTime;

use skills::manage::Plan;
use skills::{Convention, Flip, Matrix, Ruling, Survey, Visibility, column, flips, matrix};

use crate::Seen;
use crate::locked::locked;

/// The last look at all conventions' roots.
#[derive(Default)]
pub(crate) struct WinsLook {
    pub(crate) last: Option<(SystemTime, Arc<Wins>)>,
    // Also before something changed: what it read and has not changed is not read again.
    pub(crate) seen: Option<Arc<Wins>>,
}

/// A look at the roots of all agents and what their conventions make of it.
pub struct Wins {
    /// What lies there.
    pub survey: Survey,
    /// What a person trusted and let be seen.
    pub(crate) own: Visibility,
    // Every name against every agent, once somebody asked for more than one of them.
    pub(crate) matrix: Arc<OnceLock<Matrix>>,
    // Those somebody asked for, as long as nothing changes.
    pub(crate) rulings: Arc<Mutex<BTreeMap<Convention, Arc<Seen>>>>,
}

impl Wins {
    /// Every name against every agent.
    pub fn matrix(&self) -> &Matrix {
        self.matrix.get_or_init(|| matrix(&self.survey, &self.own))
    }

    /// What one convention makes of the look: the same in every screen. Files that `known` has keep their ids.
    pub fn seen(&self, convention: Convention, known: &Seen) -> Arc<Seen> {
        let of = |ruling: &&Ruling| ruling.convention == convention;
        let mut rulings = locked(&self.rulings);
        let seen = rulings.entry(convention).or_insert_with(|| {
            let ruling = self.matrix.get().and_then(|matrix| matrix.rulings.iter().find(of));
            let ruling = ruling.cloned().unwrap_or_else(|| column(convention, &self.survey, &self.own));
            Arc::new(Seen::of(ruling, Some(known)))
        });
        Arc::clone(seen)
    }

    /// The cells that a plan turns over.
    pub fn flips(&self, plan: &Plan) -> Vec<Flip> {
        flips(&self.survey, &self.survey.after(plan), &self.own)
    }
}

impl WinsLook {
    /// The next request looks again.
    pub fn forget(&mut self) {
        self.last = None;
    }
}
