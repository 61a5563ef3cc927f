//! One look at all roots of all conventions. Every folder is read once, however many conventions look there;
//! what each makes of it is decided in `ruling.rs`.

#[cfg(test)]
pub(crate) mod drawn;
mod flat;
mod found;
mod ground;
mod limits;
mod reading;
#[cfg(test)]
mod tests;
mod walk;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use disk::Stamp;

use crate::manage::Plan;
use crate::plugins::plugins;
use crate::root::placed;
use crate::switches::{Settings, settings_file};
use crate::{Convention, Places, Scope};

pub use found::FileId;
pub(crate) use found::{Found, Listed, Looked, Sighting};
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
    /// The settings files of the agents.
    pub(crate) settings: Settings,
    /// Every folder that was listed, by its path with all links resolved.
    folders: HashMap<PathBuf, Arc<Listed>>,
    /// When, in nanoseconds since 1970 (UTC).
    at_ns: i128,
}

impl PartialEq for Survey {
    fn eq(&self, other: &Self) -> bool {
        (self.conventions, &self.places, &self.roots, &self.settings)
            == (other.conventions, &other.places, &other.roots, &other.settings)
    }
}

impl Eq for Survey {}

/// Looks at the roots of every convention. At most [`FOLDERS`] folders and [`DEEPEST`] levels of each root
/// are listed; links are followed, and never in a circle.
pub fn survey(places: &Places) -> Survey {
    Survey::nothing().again(places, UNIX_EPOCH)
}

/// A look at the roots of one convention alone, and no deeper than it looks: all that [`crate::rule`] needs to rule by
/// it.
pub fn survey_for(convention: Convention, places: &Places) -> Survey {
    Survey::nothing_for(convention).again(places, UNIX_EPOCH)
}

impl Survey {
    /// Before the first look at the roots of every convention.
    pub fn nothing() -> Self {
        Self::nothing_of(Convention::ALL)
    }

    /// Before the first look at the roots of one convention.
    pub fn nothing_for(convention: Convention) -> Self {
        Self::nothing_of(convention.alone())
    }

    fn nothing_of(conventions: &'static [Convention]) -> Self {
        let (places, roots, folders) = (Places::default(), BTreeMap::new(), HashMap::new());
        Self { conventions, places, roots, settings: Settings::new(), folders, at_ns: 0 }
    }

    /// Looks at the same conventions' roots, with the answer of a first look. But a file whose stamp has not changed is
    /// not read again, and a folder not listed again. What had changed less than two seconds before it was read is read
    /// again, because a second change can leave the same stamp. `now` is the clock, handed in.
    pub fn again(&self, places: &Places, now: SystemTime) -> Self {
        self.look_again(None, places, now)
    }

    /// The same for another folder of the surroundings that `shared` is a look at: roots that both have are taken from
    /// that, and not looked at again.
    pub fn again_beside(&self, shared: &Self, places: &Places, now: SystemTime) -> Self {
        self.look_again(Some(shared), places, now)
    }

    fn look_again(&self, shared: Option<&Self>, places: &Places, now: SystemTime) -> Self {
        let at_ns = now.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as i128);
        let places = places.with_repositories();
        let settings = self.settings_of(&places, shared);
        let places = &Places { plugins: plugins(&settings, &places), ..places };
        let (roots, folders) = if self.is_flat() {
            (flat::look(placed(Convention::Pixir, places), self), HashMap::new())
        } else {
            let nothing = BTreeMap::new();
            self.walked(places, Ground::now(), shared.map_or(&nothing, |shared| &shared.roots))
        };
        Self { conventions: self.conventions, places: places.clone(), roots, settings, folders, at_ns }
    }

    /// Whether it is for Pixir alone, which looks into no folder of a folder.
    pub(crate) fn is_flat(&self) -> bool {
        self.conventions == Convention::Pixir.alone()
    }

    /// The look there would be once a plan is carried out: this one, and of what the plan changes what will be there.
    /// Nothing is written, and the disk is asked only for what this look has not seen.
    pub fn after(&self, plan: &Plan) -> Self {
        let taken = Taken::of(&plan.steps);
        let (roots, folders) = self.walked(&self.places, Ground::after(&taken), &BTreeMap::new());
        let (conventions, places, at_ns) = (self.conventions, self.places.clone(), self.at_ns);
        Self { conventions, places, roots, settings: self.settings.clone(), folders, at_ns }
    }

    /// The same with only some of the files.
    pub(crate) fn only(&self, counts: impl Fn(&Sighting) -> bool) -> Self {
        let part = |looked: &Looked| Looked {
            outcome: looked.outcome.clone(),
            files: looked.files.iter().filter(|sighting| counts(sighting)).cloned().collect(),
            problems: Vec::new(),
            inner: Vec::new(),
        };
        let roots = self.roots.iter().map(|(root, looked)| (root.clone(), part(looked))).collect();
        let (conventions, places, at_ns) = (self.conventions, self.places.clone(), self.at_ns);
        Self { conventions, places, roots, settings: self.settings.clone(), folders: HashMap::new(), at_ns }
    }

    /// Reads the settings files of the agents; those of the user that `shared` has read are taken from there.
    fn settings_of(&self, places: &Places, shared: Option<&Self>) -> Settings {
        let of = |convention: Convention| {
            let known = shared.and_then(|shared| shared.settings.get(&convention)).map(Vec::as_slice);
            let file = |(path, scope): (PathBuf, Scope)| {
                let of_user = known.unwrap_or_default().iter().filter(|_| scope == Scope::User);
                let known = of_user.into_iter().find(|file| file.path == path).cloned();
                known.or_else(|| settings_file(convention, &path, scope, places).map(Arc::new))
            };
            places.settings_files(convention).into_iter().filter_map(file).collect()
        };
        self.conventions.iter().map(|convention| (*convention, of(*convention))).collect()
    }

    fn walked(
        &self,
        places: &Places,
        ground: Ground<'_>,
        shared: &BTreeMap<PathBuf, Looked>,
    ) -> (BTreeMap<PathBuf, Looked>, HashMap<PathBuf, Arc<Listed>>) {
        let paths =
            |convention: Convention| placed(convention, places).into_iter().filter_map(|root| root.path);
        // Pixir reads every name of its roots, however many there are.
        let pixir: BTreeSet<PathBuf> = paths(Convention::Pixir).collect();
        let all: BTreeSet<PathBuf> = self.conventions.iter().copied().flat_map(paths).collect();
        let known = Known::of(self, ground.is_ahead());
        let walk = |root: &PathBuf| {
            if let Some(looked) = shared.get(root) {
                return (looked.clone(), Vec::new());
            }
            let breadth = if pixir.contains(root) { walk::Breadth::Whole } else { walk::Breadth::Bounded };
            walk::walk(root, breadth, ground, &known)
        };
        let all: Vec<PathBuf> = all.into_iter().collect();
        // The few roots that another look does not have are looked at sooner than a thread has begun.
        let few = if shared.is_empty() { 1 } else { usize::MAX };
        let (looked, folders): (Vec<_>, Vec<_>) =
            disk::in_threads(&all, few, |_, root| walk(root)).into_iter().unzip();
        (all.into_iter().zip(looked).collect(), folders.into_iter().flatten().collect())
    }

    /// Whether what has this stamp had been as it is for two seconds when it was read.
    fn has_rested(&self, stamp: &Stamp) -> bool {
        self.at_ns - stamp.modified_ns.max(stamp.changed_ns) >= 2_000_000_000
    }
}

/// What a look found, as far as the next one may rely on it.
struct Known<'a> {
    survey: &'a Survey,
    /// Also what had not rested by then: a look ahead is one at the same moment.
    is_all: bool,
    files: HashMap<&'a Path, &'a Arc<Found>>,
}

impl<'a> Known<'a> {
    fn of(survey: &'a Survey, is_all: bool) -> Self {
        let files = survey.roots.values().flat_map(|root| &root.files).map(|sighting| &sighting.file);
        let known = files.filter(|file| is_all || survey.has_rested(&file.stamp));
        Self { survey, is_all, files: known.map(|file| (file.path.as_path(), file)).collect() }
    }

    fn folder(&self, path: &Path) -> Option<&'a Arc<Listed>> {
        let listed = self.survey.folders.get(path)?;
        (self.is_all || self.survey.has_rested(&listed.stamp)).then_some(listed)
    }
}
