//! Plans that were shown and wait to be carried out, and texts that were shown because they moved.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;

use ::skills::manage::Plan;
use message::message;

use super::{PlanSide, PlanText};
use crate::Failure;
use views::window;

/// Most that are remembered; an older one must be made again.
pub(super) const REMEMBERED: usize = 16;

/// What is remembered, oldest first.
#[derive(Default)]
pub(crate) struct ShownPlans {
    pub(super) count: u64,
    pub(super) shown: VecDeque<(String, Arc<Shown>)>,
}

/// What was shown under one id.
pub(crate) struct Shown {
    /// Absent when it was refused because something moved.
    pub plan: Option<Plan>,
    pub texts: Vec<Texts>,
}

/// The texts of one place.
#[derive(Clone)]
pub(crate) struct Texts {
    pub path: PathBuf,
    pub seen: Option<Vec<u8>>,
    /// Read when it was shown.
    pub disk: Option<Vec<u8>>,
    pub result: Option<Vec<u8>>,
}

impl Texts {
    fn side(&self, side: PlanSide) -> Option<&Vec<u8>> {
        match side {
            PlanSide::Seen => self.seen.as_ref(),
            PlanSide::Disk => self.disk.as_ref(),
            PlanSide::Result => self.result.as_ref(),
        }
    }

    pub(crate) fn facts(&self) -> Vec<PlanText> {
        let fact = |side: PlanSide| {
            let bytes = self.side(side)?;
            Some(PlanText {
                side,
                hash: disk::Digest::of(bytes).to_string(),
                lines: window::line_count(bytes),
                bytes: bytes.len() as u64,
            })
        };
        [PlanSide::Seen, PlanSide::Disk, PlanSide::Result].into_iter().filter_map(fact).collect()
    }
}

impl Shown {
    /// The text of a side; empty where there is none.
    pub(crate) fn text(&self, step: u32, side: PlanSide) -> Result<&[u8], Failure> {
        let texts = self.texts.get(step as usize);
        let texts = texts.ok_or_else(|| Failure::not_found(message!("this plan has no such step.")))?;
        Ok(texts.side(side).map_or(&[], Vec::as_slice))
    }
}
