//! Who wins where, for all agents together.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::SystemTime;

use skills::manage::Plan;
use skills::{Claim, Convention, Flip, Matrix, Ruling, Survey, Visibility, column, flips, matrix};

use crate::Seen;
use crate::locked::locked;

/// The last look at all conventions' roots.
#[derive(Default)]
pub(crate) struct WinsLook {
    pub(crate) last: Option<(SystemTime, Arc<Wins>)>,
    // Also before something changed: what it read and has not changed is not read again.
    pub(crate) seen: Option<Arc<Wins>>,
    /// A look from another folder of the same surroundings, whose roots need not be looked at again.
    pub(crate) beside: Option<Arc<Wins>>,
}

/// A look at the roots of all agents and what their conventions make of it.
pub struct Wins {
    /// What lies there.
    pub survey: Survey,
    /// What a person trusted and let be seen.
    pub(crate) own: Visibility,
    // Looks that saw the same share it.
    pub(crate) told: Arc<Told>,
}

/// What follows from a look, each once somebody asked for it.
#[derive(Default)]
pub(crate) struct Told {
    matrix: OnceLock<Matrix>,
    // Where a name stands in the matrix: which ruling, and which of its claims.
    by_name: OnceLock<HashMap<String, Vec<(usize, usize)>>>,
    rulings: Mutex<BTreeMap<(Convention, usize), Arc<Seen>>>,
}

impl Wins {
    /// Every name against every agent.
    pub fn matrix(&self) -> &Matrix {
        self.told.matrix.get_or_init(|| matrix(&self.survey, &self.own))
    }

    /// What all agents make of the skills that say they have a name, in the order of the agents.
    pub fn claims_of(&self, name: &str) -> impl Iterator<Item = &Claim> {
        let rulings = &self.matrix().rulings;
        let by_name = self.told.by_name.get_or_init(|| {
            let mut by_name = HashMap::<String, Vec<(usize, usize)>>::new();
            for (ruling, claims) in rulings.iter().map(|ruling| &ruling.claims).enumerate() {
                for (at, claim) in claims.iter().enumerate() {
                    by_name.entry(claim.full_name().to_owned()).or_default().push((ruling, at));
                }
            }
            by_name
        });
        let places = by_name.get(name).into_iter().flatten();
        places.map(|(ruling, at)| &rulings[*ruling].claims[*at])
    }

    /// What one convention makes of the look: the same in every screen. Files that `known` has keep their ids. `room` is
    /// what the agent gives its catalog.
    pub fn seen(&self, convention: Convention, known: &Seen, room: usize) -> Arc<Seen> {
        let of = |ruling: &&Ruling| ruling.convention == convention;
        let mut rulings = locked(&self.told.rulings);
        let seen = rulings.entry((convention, room)).or_insert_with(|| {
            let ruling = self.told.matrix.get().and_then(|matrix| matrix.rulings.iter().find(of));
            let ruling = ruling.cloned().unwrap_or_else(|| column(convention, &self.survey, &self.own));
            Arc::new(Seen::of(ruling, Some(known), room))
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
