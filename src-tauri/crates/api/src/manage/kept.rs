//! The plans that are remembered.

use std::sync::Arc;

use ::workspace::locked;
use message::message;

use super::shown::{REMEMBERED, Shown, Texts};
use super::{MovedRow, MovedView};
use crate::{App, Failure};

impl App {
    /// Remembers what is shown; the id stands for exactly that.
    pub(crate) fn keep_shown(&self, shown: Shown) -> String {
        let mut plans = locked(&self.plans);
        plans.count += 1;
        let id = format!("plan-{}", plans.count);
        if plans.shown.len() >= REMEMBERED {
            plans.shown.pop_front();
        }
        plans.shown.push_back((id.clone(), Arc::new(shown)));
        id
    }

    pub(crate) fn shown_plan(&self, id: &str) -> Result<Arc<Shown>, Failure> {
        let plans = locked(&self.plans);
        let found = plans.shown.iter().find(|(known, _)| known == id);
        found.map(|(_, shown)| Arc::clone(shown)).ok_or_else(|| {
            Failure::not_found(message!("this plan has expired; nothing was written."))
                .hint(message!("Create it again."))
        })
    }

    /// A plan is carried out once.
    pub(crate) fn forget_plan(&self, id: &str) {
        locked(&self.plans).shown.retain(|(known, _)| known != id);
    }

    pub(crate) fn moved_view(&self, texts: Vec<Texts>) -> MovedView {
        let rows = texts.iter().zip(0..).map(|(texts, step)| MovedRow {
            step,
            path: self.workspace.shown(&texts.path),
            texts: texts.facts(),
        });
        let steps = rows.collect();
        MovedView { id: self.keep_shown(Shown { plan: None, texts }), steps }
    }
}
