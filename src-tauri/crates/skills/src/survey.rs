//! One look at all roots of all conventions. Every folder is read once, however many conventions look there;
//! what each makes of it is decided in `ruling.rs`.

mod flat;
mod found;
mod ground;
mod limits;
mod reading;
mod walk;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::manage::Plan;
use crate::root::placed;
use crate::{Convention, Places};

pub use found::FileId;
pub(crate) use found::{Found, Looked, Sighting};
use ground::{Ground, Taken};
pub(crate) use limits::SURVEYED;
pub use limits::{DEEPEST, FOLDERS, SKILL_LIMIT};
pub(crate) use reading::Readings;
pub(crate) use walk::folder_cap;

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
        let taken = Taken::of(&plan.steps);
        let roots = self.walked(&self.places, Ground::after(&taken));
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
        disk::in_threads(&all.into_iter().collect::<Vec<_>>(), 1, |_, root| walk(root)).into_iter().collect()
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
