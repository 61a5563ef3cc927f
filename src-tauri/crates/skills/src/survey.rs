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

use disk::Stamp;

use crate::manage::Plan;
use crate::root::placed;
use crate::{Convention, Places};

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
    /// Every folder that was listed, by its path with all links resolved.
    folders: HashMap<PathBuf, Arc<Listed>>,
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
        Self { conventions, places, roots, folders, at_ns: 0 }
    }

    /// Looks at the same conventions' roots, with the answer of a first look. But a file whose stamp has not changed is
    /// not read again, and a folder not listed again. What had changed less than two seconds before it was read is read
    /// again, because a second change can leave the same stamp. `now` is the clock, handed in.
    pub fn again(&self, places: &Places, now: SystemTime) -> Self {
        let at_ns = now.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as i128);
        let (roots, folders) = if self.is_flat() {
            (flat::look(placed(Convention::Pixir, places), self), HashMap::new())
        } else {
            self.walked(places, Ground::now())
        };
        Self { conventions: self.conventions, places: places.clone(), roots, folders, at_ns }
    }

    /// Whether it is for Pixir alone, which looks into no folder of a folder.
    pub(crate) fn is_flat(&self) -> bool {
        self.conventions == Convention::Pixir.alone()
    }

    /// The look there would be once a plan is carried out. Nothing is written.
    pub fn after(&self, plan: &Plan) -> Self {
        let taken = Taken::of(&plan.steps);
        let (roots, folders) = self.walked(&self.places, Ground::after(&taken));
        let (conventions, places, at_ns) = (self.conventions, self.places.clone(), self.at_ns);
        Self { conventions, places, roots, folders, at_ns }
    }

    fn walked(
        &self,
        places: &Places,
        ground: Ground<'_>,
    ) -> (BTreeMap<PathBuf, Looked>, HashMap<PathBuf, Arc<Listed>>) {
        let paths =
            |convention: Convention| placed(convention, places).into_iter().filter_map(|root| root.path);
        // Pixir reads every name of its roots, however many there are.
        let pixir: BTreeSet<PathBuf> = paths(Convention::Pixir).collect();
        let all: BTreeSet<PathBuf> = self.conventions.iter().copied().flat_map(paths).collect();
        let known = Known::of(self);
        let walk = |root: &PathBuf| {
            let breadth = if pixir.contains(root) { walk::Breadth::Whole } else { walk::Breadth::Bounded };
            walk::walk(root, breadth, ground, &known)
        };
        let all: Vec<PathBuf> = all.into_iter().collect();
        let (looked, folders): (Vec<_>, Vec<_>) =
            disk::in_threads(&all, 1, |_, root| walk(root)).into_iter().unzip();
        (all.into_iter().zip(looked).collect(), folders.into_iter().flatten().collect())
    }

    /// Whether what has this stamp had been as it is for two seconds when it was read.
    fn has_rested(&self, stamp: &Stamp) -> bool {
        self.at_ns - stamp.modified_ns.max(stamp.changed_ns) >= 2_000_000_000
    }
}

/// What a look found that had rested by then.
struct Known<'a> {
    survey: &'a Survey,
    files: HashMap<&'a Path, &'a Arc<Found>>,
}

impl<'a> Known<'a> {
    fn of(survey: &'a Survey) -> Self {
        let files = survey.roots.values().flat_map(|root| &root.files).map(|sighting| &sighting.file);
        let rested = files.filter(|file| survey.has_rested(&file.stamp));
        Self { survey, files: rested.map(|file| (file.path.as_path(), file)).collect() }
    }

    fn folder(&self, path: &Path) -> Option<&'a Arc<Listed>> {
        self.survey.folders.get(path).filter(|listed| self.survey.has_rested(&listed.stamp))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::{Duration, SystemTime};

    use super::{Survey, survey};
    use crate::Places;

    #[test]
    fn a_folder_is_listed_again_when_a_name_comes_or_goes_and_not_before() {
        let room = tempfile::tempdir().expect("a folder");
        let workspace = disk::canonical(room.path()).expect("it is there");
        let root = workspace.join(".agents/skills");
        let write = |rel: &str| {
            let path = root.join(rel);
            disk::make_folder(path.parent().expect("a folder above")).expect("made");
            disk::write_atomic(&path, b"---\nname: a\ndescription: b\n---\n").expect("written");
        };
        write("a/SKILL.md");
        write("more/b/SKILL.md");
        let places = Places { workspace, ..Places::default() };
        let later = SystemTime::now() + Duration::from_secs(30);
        let mut before = Survey::nothing().again(&places, later);
        let same = before.again(&places, later);
        let [one, other] = [&before, &same].map(|survey| &survey.folders[&root.join("more")]);
        assert!(Arc::ptr_eq(one, other), "it was listed again");
        let changes: [&dyn Fn(); 4] = [
            &|| write("more/c/SKILL.md"),
            &|| write("a/references/deep/SKILL.md"),
            &|| disk::remove(&root.join("more/b/SKILL.md")).expect("removed"),
            &|| disk::clear(&root.join("a")).expect("removed"),
        ];
        for change in changes {
            // Clocks of file systems tick every few milliseconds.
            std::thread::sleep(Duration::from_millis(30));
            change();
            let after = before.again(&places, later);
            assert_eq!(after, survey(&places));
            assert_ne!(after, before);
            before = after;
        }
    }
}
