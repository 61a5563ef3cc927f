//! One look at all roots of all conventions. Every folder is read once, however many conventions look there;
//! what each makes of it is decided in `ruling.rs`.

mod ground;
mod reading;
mod walk;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use disk::{Digest, Stamp};

use crate::manage::Plan;
use crate::root::placed;
use crate::{Convention, Places, Problem, RootOutcome};

use ground::Ground;
pub(crate) use reading::{Read, Readings, patterns};
pub(crate) use walk::folder_cap;

/// Most folders that are listed below one root. Pixir lists only the root, and all of it.
pub const FOLDERS: usize = 2_000;
/// Most folders between a root and a `SKILL.md`, whoever looks: some agents know no limit of their own.
pub const DEEPEST: usize = 12;
/// Most bytes of a `SKILL.md` that conventions other than Pixir's read: 512 KiB (D28).
pub const SURVEYED: u64 = 512 << 10;

/// What one look at the roots of all conventions gave. Two are equal when they saw the same, whenever that was.
#[derive(Debug, Clone)]
pub struct Survey {
    /// The surroundings it was made in.
    pub(crate) places: Places,
    /// Every root once, by its path.
    pub(crate) roots: BTreeMap<PathBuf, Looked>,
    /// When, in nanoseconds since 1970 (UTC).
    at_ns: i128,
}

impl PartialEq for Survey {
    fn eq(&self, other: &Self) -> bool {
        self.places == other.places && self.roots == other.roots
    }
}

impl Eq for Survey {}

/// One root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Looked {
    pub outcome: RootOutcome,
    /// In the order they were found: nearer to the root first, then by path.
    pub files: Vec<Sighting>,
    pub problems: Vec<Problem>,
}

/// A file where a root leads to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sighting {
    pub file: Arc<Found>,
    /// Names of the folders between the root and the file.
    pub folders: Vec<String>,
    /// Folders that were listed before its own.
    pub ordinal: usize,
    /// Whether it lies inside the folder of another skill.
    pub inside: bool,
    /// Whether the file itself is a link.
    pub is_link: bool,
}

/// A file that may be a skill's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Found {
    /// As the root leads to it.
    pub path: PathBuf,
    /// `SKILL.md`, or that in another case.
    pub name: String,
    pub id: FileId,
    pub stamp: Stamp,
    pub size: u64,
    pub hash: Digest,
    pub readings: Readings,
    /// Whether `agents/openai.yaml` beside it keeps it from Codex's list.
    pub kept_from_codex: bool,
}

/// Tells whether two paths lead to one file.
#[derive(Debug, Clone)]
pub struct FileId {
    /// The path with every link resolved.
    pub real: PathBuf,
    device: u64,
    inode: u64,
}

// Two paths lead to one file when they are one once links are resolved, and when they are two names of it.
impl PartialEq for FileId {
    fn eq(&self, other: &Self) -> bool {
        self.real == other.real || self.inode != 0 && (self.device, self.inode) == (other.device, other.inode)
    }
}

impl Eq for FileId {}

impl FileId {
    pub(crate) fn new(real: PathBuf, stamp: Stamp) -> Self {
        Self { real, device: stamp.device, inode: stamp.inode }
    }
}

/// Looks at the roots of every convention. At most [`FOLDERS`] folders and [`DEEPEST`] levels of each root
/// are listed; links are followed, and never in a circle.
pub fn survey(places: &Places) -> Survey {
    look(places, Convention::ALL, Ground::now(), &HashMap::new(), 0)
}

/// A look at the roots of one convention alone: all that [`crate::rule`] needs to rule by it.
pub fn survey_for(convention: Convention, places: &Places) -> Survey {
    look(places, &[convention], Ground::now(), &HashMap::new(), 0)
}

/// The same answer as [`survey`], but a file whose stamp has not changed is not read again. One that had changed
/// less than two seconds before it was read is read again, because a second change can leave the same stamp.
/// `now` is the clock, handed in.
pub fn survey_again(places: &Places, before: &Survey, now: SystemTime) -> Survey {
    let now_ns = now.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as i128);
    look(places, Convention::ALL, Ground::now(), &before.settled(), now_ns)
}

impl Survey {
    /// The look there would be once a plan is carried out. Nothing is written.
    pub fn after(&self, plan: &Plan) -> Survey {
        look(&self.places, Convention::ALL, Ground::after(&plan.steps), &self.settled(), self.at_ns)
    }

    /// The files that had rested for two seconds when they were read, by path.
    fn settled(&self) -> HashMap<&Path, &Arc<Found>> {
        let files = self.roots.values().flat_map(|root| &root.files).map(|sighting| &sighting.file);
        let rested = |file: &&Arc<Found>| {
            self.at_ns - file.stamp.modified_ns.max(file.stamp.changed_ns) >= 2_000_000_000
        };
        files.filter(rested).map(|file| (file.path.as_path(), file)).collect()
    }
}

fn look(
    places: &Places,
    conventions: &[Convention],
    ground: Ground<'_>,
    known: &HashMap<&Path, &Arc<Found>>,
    at_ns: i128,
) -> Survey {
    let paths = |convention: Convention| placed(convention, places).into_iter().filter_map(|root| root.path);
    // Pixir reads every name of its roots, however many there are.
    let pixir: BTreeSet<PathBuf> = paths(Convention::Pixir).collect();
    let all: BTreeSet<PathBuf> = conventions.iter().copied().flat_map(paths).collect();
    let walked = all.into_iter().map(|root| {
        let breadth = if pixir.contains(&root) { walk::Breadth::Whole } else { walk::Breadth::Bounded };
        let looked = walk::walk(&root, breadth, ground, known);
        (root, looked)
    });
    Survey { places: places.clone(), roots: walked.collect(), at_ns }
}
