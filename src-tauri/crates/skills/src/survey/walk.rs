//! One root, folder by folder: nearer ones first, then by name.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use disk::{Cause, Entry, Fault, Kind};
use message::{Template, message, template};

use super::ground::{Ground, Target};
use super::{
    DEEPEST, FOLDERS, FileId, Found, Known, Listed, Looked, Readings, SKILL_LIMIT, SURVEYED, Sighting,
};
use crate::convention::IGNORED;
use crate::dialect;
use crate::reading::problem_of;
use crate::skill::FILE_NAME;
use crate::{Problem, RootOutcome};

/// How many folders of a root are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Breadth {
    /// Every folder in the root itself, then the next ones up to the limit.
    Whole,
    /// The next ones up to the limit.
    Bounded,
}

/// Folders below the deepest level that are looked into to say what is not read.
const PEEKED: usize = 50;
/// Most bytes of the file with Codex's own settings of a skill.
const POLICY: u64 = 64 << 10;
/// Most problems that are told of one root.
const PROBLEMS: usize = 200;

/// What there is in a root, and every folder that was listed for it.
pub(super) fn walk(
    root: &Path,
    breadth: Breadth,
    ground: Ground<'_>,
    known: &Known<'_>,
) -> (Looked, Vec<(PathBuf, Arc<Listed>)>) {
    if !ground.is_ahead() && is_missing(root) {
        // Most roots of most folders are not there: no link has to be resolved to say so.
        let (outcome, files, problems, inner) = (RootOutcome::Missing, Vec::new(), Vec::new(), Vec::new());
        return (Looked { outcome, files, problems, inner }, Vec::new());
    }
    let real = ground.real(root);
    let mut walk = Walk {
        breadth,
        ground,
        known,
        files: Vec::new(),
        problems: Vec::new(),
        folders: Vec::new(),
        listed: 0,
        inside: 0,
        queue: VecDeque::new(),
        within: VecDeque::new(),
    };
    let first = Folder {
        path: root.to_owned(),
        is_touched: ground.touches(&real),
        real,
        names: Vec::new(),
        above: Rc::default(),
        inside: false,
    };
    let outcome = match walk.list(&first) {
        Ok(listed) => {
            walk.folder(&first, &listed.entries);
            walk.rest();
            RootOutcome::Found(walk.files.len())
        }
        Err(Fault { cause: Cause::Missing, .. }) if disk::look_at_entry(root).is_err() => {
            RootOutcome::Missing
        }
        Err(fault) => {
            let problem =
                problem_of(&fault, root, "root_unreadable", &message!("so its skills are not found"));
            let words = problem.message.clone();
            walk.problems.push(problem);
            RootOutcome::Unreadable(words)
        }
    };
    walk.problems.truncate(PROBLEMS);
    let looked = Looked { outcome, files: walk.files, problems: walk.problems, inner: Vec::new() };
    (looked, walk.folders)
}

/// Returns whether nothing stands at a path, not even a link that leads nowhere.
fn is_missing(path: &Path) -> bool {
    disk::look_at_entry(path).is_err_and(|fault| fault.cause == Cause::Missing)
}

/// A folder on the way.
struct Folder {
    /// As the root leads to it.
    path: PathBuf,
    /// With every link resolved.
    real: PathBuf,
    /// Names from the root to it.
    names: Vec<String>,
    /// Real paths of the folders above it, so that links in a circle are seen. All folders in one have the same.
    above: Rc<[PathBuf]>,
    /// Whether it lies inside the folder of a skill.
    inside: bool,
    /// Whether a step of the plan is about it, or about something in it.
    is_touched: bool,
}

struct Walk<'a> {
    breadth: Breadth,
    ground: Ground<'a>,
    known: &'a Known<'a>,
    files: Vec<Sighting>,
    problems: Vec<Problem>,
    folders: Vec<(PathBuf, Arc<Listed>)>,
    listed: usize,
    /// The same of those inside skills, which only some agents look into.
    inside: usize,
    queue: VecDeque<Folder>,
    within: VecDeque<Folder>,
}

impl Walk<'_> {
    fn rest(&mut self) {
        while let Some(folder) = self.queue.pop_front() {
            let is_first_level = folder.names.len() == 1;
            if self.listed >= FOLDERS && !(self.breadth == Breadth::Whole && is_first_level) {
                let root = folder.path.ancestors().nth(folder.names.len()).unwrap_or(&folder.path);
                self.problems.push(folder_cap(root));
                break;
            }
            match self.list(&folder) {
                Ok(listed) => self.folder(&folder, &listed.entries),
                Err(fault) => {
                    self.problems.push(problem_of(&fault, &folder.path, "unreadable", &UNSEEN.message()));
                }
            }
        }
        // What cannot be read inside a skill is told where its files are.
        while let Some(folder) = self.within.pop_front().filter(|_| self.inside < FOLDERS) {
            self.inside += 1;
            if let Ok(listed) = self.list(&folder) {
                self.folder(&folder, &listed.entries);
            }
        }
    }

    /// The names in a folder. One that has the same stamp as before has the same names, and is not listed again; of a
    /// look ahead it has the names of before, as far as the plan does not change them.
    fn list(&mut self, folder: &Folder) -> Result<Arc<Listed>, Fault> {
        let known = self.known.folder(&folder.real);
        if let Some(known) = known.filter(|_| self.ground.is_ahead() && !folder.is_touched) {
            return Ok(self.keep(folder, Arc::clone(known)));
        }
        let stamp = self.ground.folder_stamp(&folder.real);
        if let Some(known) = known.filter(|known| stamp == Some(known.stamp)) {
            return Ok(self.keep(folder, Arc::clone(known)));
        }
        let before = known.filter(|_| self.ground.is_ahead()).map(|known| known.entries.as_slice());
        let entries = self.ground.list(&folder.real, before)?;
        let listed = Arc::new(Listed { stamp: stamp.unwrap_or_default(), entries });
        Ok(if stamp.is_some() { self.keep(folder, listed) } else { listed })
    }

    fn keep(&mut self, folder: &Folder, listed: Arc<Listed>) -> Arc<Listed> {
        self.folders.push((folder.real.clone(), Arc::clone(&listed)));
        listed
    }

    /// Takes in one folder that was listed.
    fn folder(&mut self, folder: &Folder, entries: &[Entry]) {
        let ordinal = self.listed;
        self.listed += usize::from(!folder.inside);
        let mains = entries.iter().filter(|entry| entry.name.eq_ignore_ascii_case(FILE_NAME));
        // The right spelling first; then the first other one.
        let main = mains.min_by_key(|entry| entry.name != FILE_NAME);
        let policy = entries.iter().any(|entry| entry.name == "agents").then(|| self.policy(folder));
        let found = main.is_some_and(|main| self.file(folder, main, ordinal, policy.unwrap_or_default()));
        let is_skill = found && main.is_some_and(|main| main.name == FILE_NAME) && !folder.names.is_empty();
        let at_the_end = folder.names.len() >= DEEPEST;
        // Pixir looks one level deep, whatever the folder is called; what is below these comes last.
        let passed_over = folder.names.last().is_some_and(|name| IGNORED.contains(&name.as_str()));
        if passed_over && folder.names.last().is_some_and(|name| name == ".git") {
            return;
        }
        let inside = folder.inside || is_skill;
        let above: Rc<[PathBuf]> = folder.above.iter().chain([&folder.real]).cloned().collect();
        let is_within = inside || passed_over;
        // Those behind the last one that is looked into need no place in the queue.
        let is_wanted = at_the_end || !is_within || self.inside + self.within.len() < FOLDERS;
        let inner = |entry| self.inner(folder, entry, &above, inside, is_wanted);
        let below: Vec<Folder> = entries.iter().filter_map(inner).collect();
        if at_the_end {
            self.peek(&below);
        } else if is_within {
            self.within.extend(below);
        } else {
            self.queue.extend(below);
        }
    }

    /// Whether the file with Codex's own settings of a skill keeps it from the list.
    fn policy(&self, folder: &Folder) -> bool {
        let read = self.ground.read(&folder.real.join("agents/openai.yaml"), POLICY);
        read.is_ok_and(|read| dialect::is_kept_from_the_list(&read.bytes))
    }

    /// Reads the file of a folder; says whether it is one.
    fn file(&mut self, folder: &Folder, main: &Entry, ordinal: usize, kept_from_codex: bool) -> bool {
        let (path, real) = (folder.path.join(&main.name), folder.real.join(&main.name));
        let real = match main.kind {
            Kind::File => Ok(real),
            Kind::Link => self.ground.follow(&real).map(|Target { real, .. }| real),
            Kind::Folder => Err(Fault { path: path.clone(), cause: Cause::NotAFile("folder") }),
            Kind::Other(what) => Err(Fault { path: path.clone(), cause: Cause::NotAFile(what) }),
        };
        match real.and_then(|real| self.read(folder, &path, real, kept_from_codex)) {
            Ok(file) => {
                let (folders, inside) = (folder.names.clone(), folder.inside);
                let is_link = main.kind == Kind::Link;
                self.files.push(Sighting { file, folders, ordinal, inside, is_link });
                true
            }
            Err(fault) => {
                self.problems.push(problem_of(&fault, &path, "unreadable", &UNSEEN.message()));
                false
            }
        }
    }

    fn read(
        &self,
        folder: &Folder,
        path: &Path,
        real: PathBuf,
        kept_from_codex: bool,
    ) -> Result<Arc<Found>, Fault> {
        let limit = match self.breadth {
            Breadth::Whole if folder.names.len() == 1 => SKILL_LIMIT,
            _ => SURVEYED,
        };
        let is_as_it_was = |known: &Found| match self.ground.is_ahead() {
            true => !self.ground.covers(&real),
            false => self.ground.stamp(&real) == Some(known.stamp),
        };
        if let Some(known) = self.known.files.get(path)
            && known.id.real == real
            && known.kept_from_codex == kept_from_codex
            // Another root may lead to it by the same path, and take more of it.
            && known.size <= limit
            && is_as_it_was(known)
        {
            return Ok(Arc::clone(known));
        }
        let read = self.ground.read(&real, limit)?;
        let (id, name) = (FileId::new(real, read.stamp), folder.path.file_name().unwrap_or_default());
        let readings = Readings::of(&name.to_string_lossy(), &read.bytes);
        let found = Found::of(path.to_owned(), id, read.stamp, &read.bytes, readings);
        Ok(Arc::new(Found { kept_from_codex, ..found }))
    }

    /// The folder an entry is or leads to, unless it leads back to one above.
    fn inner(
        &mut self,
        folder: &Folder,
        entry: &Entry,
        above: &Rc<[PathBuf]>,
        inside: bool,
        is_wanted: bool,
    ) -> Option<Folder> {
        let real = match entry.kind {
            Kind::Folder => folder.real.join(&entry.name),
            Kind::Link if entry.name.eq_ignore_ascii_case(FILE_NAME) => return None,
            Kind::Link => match self.ground.follow(&folder.real.join(&entry.name)) {
                Ok(Target { real, kind: Kind::Folder }) => real,
                Ok(_) => return None,
                Err(fault) => {
                    let path = folder.path.join(&entry.name);
                    self.problems.push(problem_of(&fault, &path, "unreadable", &UNSEEN.message()));
                    return None;
                }
            },
            Kind::File | Kind::Other(_) => return None,
        };
        let path = || folder.path.join(&entry.name);
        let Some(name) = entry.name.to_str() else {
            let path = path();
            let words = message!(
                "The name of {path} is not UTF-8, so no agent sees it. Rename it.",
                path = path.display()
            );
            self.problems.push(Problem::new(&path, "name_not_utf8", words));
            return None;
        };
        // In the root itself they may be skills to some, and hold some.
        if IGNORED.contains(&name) && !folder.names.is_empty() {
            return None;
        }
        if above.contains(&real) {
            let path = path();
            let words = message!("{path} is a link to a folder above it.", path = path.display());
            self.problems.push(Problem::new(&path, "link_loop", words));
            return None;
        }
        if !is_wanted {
            return None;
        }
        let mut names = folder.names.clone();
        names.push(name.to_owned());
        // What lies in a folder that no step is about is touched by none either, unless it leads elsewhere.
        let may_be = folder.is_touched || entry.kind == Kind::Link;
        let is_touched = may_be && self.ground.touches(&real);
        Some(Folder { path: path(), real, names, above: Rc::clone(above), inside, is_touched })
    }

    /// Names what lies in folders that are too deep.
    fn peek(&mut self, below: &[Folder]) {
        for folder in below.iter().take(PEEKED) {
            let holds = |entries: Vec<Entry>| entries.iter().any(|entry| entry.name == FILE_NAME);
            if self.ground.list(&folder.real, None).is_ok_and(holds) {
                let file = folder.path.join(FILE_NAME);
                let words = message!(
                    "{path} is nested more than {limit} folders deep and is not read.",
                    path = file.display(),
                    limit = DEEPEST
                );
                self.problems.push(Problem::new(&file, "depth_cap", words));
            }
        }
    }
}

/// What there is to say of a root that holds too much.
pub(crate) fn folder_cap(root: &Path) -> Problem {
    let words = message!(
        "More than {limit} folders are below {path}; only Pixir reads the rest of them, by name.",
        limit = FOLDERS,
        path = root.display()
    );
    Problem::new(root, "folder_cap", words)
}

const UNSEEN: Template = template!("so no agent sees a skill there");
