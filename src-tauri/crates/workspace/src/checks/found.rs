//! What the rules found at the last look.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

use message::Message;
use skills::Finding;

use crate::Seen;

/// A finding, in the file of a skill that it is about.
#[derive(Debug, Clone)]
pub struct Said {
    /// The file, by its path from the skill's folder.
    pub rel: PathBuf,
    /// What is found.
    pub finding: Finding,
    /// What its quick fix does; nothing where there is none or nobody looked.
    pub mend: Option<Vec<Message>>,
}

/// A finding of the look.
#[derive(Debug, Clone)]
pub struct Found {
    /// The number of the skill in the look; absent for what should be a skill.
    pub skill: Option<usize>,
    /// The file, absolute.
    pub path: PathBuf,
    /// The same from the skill's folder.
    pub rel: Option<PathBuf>,
    /// What is found.
    pub finding: Finding,
    /// What its quick fix does, once somebody looked.
    pub mend: OnceLock<Option<Vec<Message>>>,
}

/// What the rules found.
pub struct Checked {
    /// The skills it is about.
    pub of: Arc<Seen>,
    /// What should be a skill first, then by skill, then what says the same.
    pub found: Vec<Found>,
    /// Files that were checked.
    pub checked: u32,
}

/// The last look.
#[derive(Default)]
pub(crate) struct ChecksLook {
    pub(super) last: Option<(SystemTime, Arc<Checked>)>,
    pub(super) kept: HashMap<PathBuf, Arc<Kept>>,
    pub(super) overlaps: Option<(Arc<Seen>, Arc<Vec<Found>>)>,
}

/// What was said of one skill, the state of its files then, and who was trusted.
pub(super) struct Kept {
    pub(super) state: skills::FolderState,
    // The file of trusted signers.
    pub(super) signers: disk::Digest,
    pub(super) said: Vec<Said>,
}

impl ChecksLook {
    /// The next request looks again.
    pub fn heard(&mut self) {
        self.last = None;
    }
}
