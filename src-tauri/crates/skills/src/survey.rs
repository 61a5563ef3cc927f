//! One look at all roots of all conventions. Every folder is read once, however many conventions look there;
//! what each makes of it is decided in `ruling.rs`.

mod flat;
mod ground;
mod reading;
mod walk;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use disk::{Digest, Stamp};

use crate::finding::line_at;
use crate::manage::Plan;
use crate::root::placed;
use crate::skill::line_count;
use crate::{Convention, Places, Problem, RootOutcome};

use ground::Ground;
pub(crate) use reading::Readings;
pub(crate) use walk::folder_cap;

/// Most folders that are listed below one root. Pixir lists only the root, and all of it.
pub const FOLDERS: usize = 2_000;
/// Most folders between a root and a `SKILL.md`, whoever looks: some agents know no limit of their own.
pub const DEEPEST: usize = 12;
/// Most bytes of a `SKILL.md` that conventions other than Pixir's read: 512 KiB (D28).
pub(crate) const SURVEYED: u64 = 512 << 10;
/// Most bytes of a `SKILL.md` that are read at all: 16 MiB. A larger one is a [`Problem`] and stays unread.
pub const SKILL_LIMIT: u64 = 16 << 20;

/// What one look at the roots of some conventions gave. Two are equal when they saw the same, whenever that was.
#[derive(Debug, Clone)]
pub struct Survey {
    /// Whose roots were looked at.
    conventions: &'static [Convention],
    /// The surroundings it was made in.
    pub(crate) places: Places,
    /// Every root once, by its path.
    pub(crate) roots: BTreeMap<PathBuf, Looked>,
    /// When, in nanoseconds since 1970 (UTC).
    at_ns: i128,
}

impl PartialEq for Survey {
    fn eq(&self, other: &Self) -> bool {
        (self.conventions, &self.places, &self.roots) == (other.conventions, &other.places, &other.roots)
    }
}

impl Eq for Survey {}

/// One root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Looked {
    pub outcome: RootOutcome,
    /// In the order they were found: nearer to the root first, then by path.
    pub files: Vec<Sighting>,
    /// What there is to say of the root and of the names in it.
    pub problems: Vec<Problem>,
    /// What there is to say of the folders in it, where that is kept apart.
    pub inner: Vec<Problem>,
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
    pub lines: u32,
    pub hash: Digest,
    /// The line of the first byte that is not UTF-8.
    pub not_utf8: Option<u32>,
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
    Survey::nothing(Convention::ALL).again(places, UNIX_EPOCH)
}

/// A look at the roots of one convention alone, and no deeper than it looks: all that [`crate::rule`] needs to rule by
/// it.
pub fn survey_for(convention: Convention, places: &Places) -> Survey {
    Survey::nothing_for(convention).again(places, UNIX_EPOCH)
}

impl Survey {
    /// Before the first look at the roots of one convention.
    pub fn nothing_for(convention: Convention) -> Self {
        Self::nothing(convention.alone())
    }

    fn nothing(conventions: &'static [Convention]) -> Self {
        Self { conventions, places: Places::default(), roots: BTreeMap::new(), at_ns: 0 }
    }

    /// Looks at the same conventions' roots, with the answer of a first look. But a file whose stamp has not changed is
    /// not read again. One that had changed less than two seconds before it was read is read again, because a second
    /// change can leave the same stamp. `now` is the clock, handed in.
    pub fn again(&self, places: &Places, now: SystemTime) -> Self {
        let at_ns = now.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as i128);
        let roots = if self.is_flat() {
            flat::look(placed(Convention::Pixir, places), self)
        } else {
            self.walked(places, Ground::now())
        };
        Self { conventions: self.conventions, places: places.clone(), roots, at_ns }
    }

    /// Whether it is for Pixir alone, which looks into no folder of a folder.
    pub(crate) fn is_flat(&self) -> bool {
        self.conventions == Convention::Pixir.alone()
    }

    /// The look there would be once a plan is carried out. Nothing is written.
    pub fn after(&self, plan: &Plan) -> Self {
        let roots = self.walked(&self.places, Ground::after(&plan.steps));
        Self { conventions: self.conventions, places: self.places.clone(), roots, at_ns: self.at_ns }
    }

    fn walked(&self, places: &Places, ground: Ground<'_>) -> BTreeMap<PathBuf, Looked> {
        let paths =
            |convention: Convention| placed(convention, places).into_iter().filter_map(|root| root.path);
        // Pixir reads every name of its roots, however many there are.
        let pixir: BTreeSet<PathBuf> = paths(Convention::Pixir).collect();
        let all: BTreeSet<PathBuf> = self.conventions.iter().copied().flat_map(paths).collect();
        let known = self.settled();
        let walk = |root: &PathBuf| {
            let breadth = if pixir.contains(root) { walk::Breadth::Whole } else { walk::Breadth::Bounded };
            (root.clone(), walk::walk(root, breadth, ground, &known))
        };
        in_threads(&all.into_iter().collect::<Vec<_>>(), walk).into_iter().collect()
    }

    /// The files that had rested when they were read, by path.
    fn settled(&self) -> HashMap<&Path, &Arc<Found>> {
        let files = self.roots.values().flat_map(|root| &root.files).map(|sighting| &sighting.file);
        files.filter(|file| self.has_rested(file)).map(|file| (file.path.as_path(), file)).collect()
    }

    /// Whether a file had been as it is for two seconds when it was read.
    fn has_rested(&self, file: &Found) -> bool {
        self.at_ns - file.stamp.modified_ns.max(file.stamp.changed_ns) >= 2_000_000_000
    }
}

/// Does one thing with each of some roots, in a few threads; the answers come in no order. One root may hold as much as
/// all others together, so each thread takes the next one when it is done.
fn in_threads<T: Send>(roots: &[PathBuf], task: impl Fn(&PathBuf) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let work = || {
        let taken = std::iter::from_fn(|| roots.get(next.fetch_add(1, Ordering::Relaxed)));
        taken.map(&task).collect::<Vec<_>>()
    };
    let threads = thread::available_parallelism().map_or(1, |count| count.get().min(4)).min(roots.len());
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let join = |other: thread::ScopedJoinHandle<'_, _>| {
            other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        let own = work();
        own.into_iter().chain(others.into_iter().flat_map(join)).collect()
    })
}

impl Found {
    /// A file with these bytes; nothing is read.
    pub fn of(path: PathBuf, id: FileId, stamp: Stamp, content: &[u8], readings: Readings) -> Self {
        Self {
            name: path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default(),
            path,
            id,
            stamp,
            size: content.len() as u64,
            lines: line_count(content),
            hash: Digest::of(content),
            not_utf8: std::str::from_utf8(content).err().map(|error| line_at(content, error.valid_up_to())),
            readings,
            kept_from_codex: false,
        }
    }
}
