//! One import: what it comes from, how far it is, and what was found.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};

use execution::Stop;
use message::Message;
use serde::Serialize;
use signatures::Verification;
use skills::incoming::{Doubt, Inspected};
use skills::manage::{Origin, ServedMark};
use workspace::{Signers, locked};

use crate::quarantine::Quarantine;

/// One import. What lies in its quarantine goes when it is dropped.
pub struct Import {
    /// The source, as the origin of what lands will have it.
    pub origin: Origin,
    /// The skill that it updates; absent when it brings new ones.
    pub updates: Option<Updated>,
    /// Whom a person trusted to say who signed a skill when it began.
    pub(crate) signers: Signers,
    pub(crate) stop: Stop,
    pub(crate) quarantine: Quarantine,
    state: Mutex<State>,
}

/// The skill that an import updates.
#[derive(Clone)]
pub struct Updated {
    /// The id of its row.
    pub skill: String,
    /// Its name.
    pub name: String,
    /// What was imported then.
    pub origin: Origin,
}

/// How far an import is.
#[derive(Clone, Default)]
pub struct State {
    /// The step it is at.
    pub stage: Stage,
    /// The reason that it ended without skills; absent otherwise.
    pub why: Option<Message>,
    /// Files laid into quarantine so far.
    pub files: u32,
    /// Bytes of them.
    pub bytes: u64,
    /// The commit it was taken from.
    pub commit: Option<String>,
    /// SHA-256 of the archive it was taken from.
    pub archive: Option<String>,
    /// What a server told of the files of each skill, by the skill's folder from the top of the source.
    pub served: Vec<(PathBuf, Vec<ServedMark>)>,
    /// What is odd about the source as a whole; when one refuses, nothing of it lands.
    pub doubts: Vec<Doubt>,
    /// Its skills, in the order of the source.
    pub skills: Vec<Arc<Found>>,
}

/// The step an import is at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ImportStage"))]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// The source is being fetched or opened.
    #[default]
    Fetching,
    /// Its files come into quarantine.
    Laying,
    /// They are being read.
    Looking,
    /// Its skills can be chosen from.
    Ready,
    /// Nothing of it lands.
    Refused,
    /// Somebody stopped it.
    Stopped,
    /// It could not be fetched or read.
    Failed,
}

/// A skill in quarantine.
pub struct Found {
    /// Its folder from the top of the source.
    pub rel: PathBuf,
    /// The folder it would get; empty when none fits.
    pub folder: String,
    /// Where it lies.
    pub dir: PathBuf,
    /// What was seen of it.
    pub inspected: Inspected,
    /// What its signature comes to; nothing where it has none.
    pub signature: Option<Verification>,
}

impl State {
    /// What a server told of the files of a skill; empty for every other source.
    pub fn served_of(&self, found: &Found) -> &[ServedMark] {
        let of = self.served.iter().find(|(rel, _)| *rel == found.rel);
        of.map_or(&[], |(_, marks)| marks.as_slice())
    }
}

impl Import {
    pub(crate) fn new(
        origin: Origin,
        updates: Option<Updated>,
        signers: Signers,
        quarantine: Quarantine,
    ) -> Self {
        Self { origin, updates, signers, stop: Stop::default(), quarantine, state: Mutex::default() }
    }

    /// How far it is. Hold it shortly: what still comes in waits for it.
    pub fn state(&self) -> MutexGuard<'_, State> {
        locked(&self.state)
    }

    /// Says how far it is.
    pub(crate) fn tell(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state());
    }

    /// Where a skill that was found comes from.
    pub(crate) fn origin_of(&self, found: &Found) -> Origin {
        let state = self.state();
        Origin {
            rel: found.rel.clone(),
            commit: state.commit.clone(),
            archive: state.archive.clone(),
            served: state.served_of(found).to_owned(),
            ..self.origin.clone()
        }
    }
}
