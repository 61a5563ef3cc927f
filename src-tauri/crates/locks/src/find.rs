//! Which locks there are: of a project, and of a user.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use disk::Kind;

use crate::lock::{Lock, LockError, Proof, text_of};
use crate::skills_cli::Whose;
use crate::{apm, github, skills_cli, well_known};

/// The locks of a place.
#[derive(Debug, Default)]
pub struct Found {
    /// Those that were read.
    pub locks: Vec<Lock>,
    /// Why others were not.
    pub errors: Vec<LockError>,
}

/// Most names of a folder among which skills are looked for.
const NAMES: usize = 2_000;

/// The locks of a project: those that lie directly in its folder, and what is written into its skills.
pub fn find(project: &Path) -> Found {
    let mut found = Found::default();
    let roots = roots(project);
    let places = |name: &str| places(project, &roots, name);
    let path = project.join(skills_cli::OF_PROJECT);
    found.take(&path, &|text| skills_cli::read(&path, text, Whose::Project, &places));
    let path = project.join(apm::NAME);
    found.take(&path, &|text| apm::read(project, &path, text));
    let path = project.join(well_known::INDEX);
    found.take(&path, &|text| well_known::read(project, &path, text));
    found.take_provenance(roots.iter().chain([&project.join("skills")]), Some(project));
    found.keep_within(project);
    found
}

/// Returns the project that a file is a lock of, or an installed skill of, by its path alone; `None` for any other file.
/// Projects may lie in folders of a workspace.
pub fn project_of(path: &Path) -> Option<&Path> {
    let folder = path.parent()?;
    let name = path.file_name()?;
    if name == skills_cli::OF_PROJECT || name == apm::NAME {
        return Some(folder);
    }
    if path.ends_with(well_known::INDEX) {
        return path.ancestors().nth(Path::new(well_known::INDEX).components().count());
    }
    // `.NAME/skills/SKILL/…` and `.NAME/NAME/skills/SKILL/…`
    let root = path.ancestors().find(|above| above.file_name().is_some_and(|name| name == "skills"))?;
    let is_agents = |folder: &&Path| {
        folder.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with('.'))
    };
    root.ancestors().skip(1).take(2).find(is_agents)?.parent()
}

/// The locks of a user: `state` is the folder that `XDG_STATE_HOME` names, if it does.
pub fn find_of_user(home: &Path, state: Option<&Path>) -> Found {
    let mut found = Found::default();
    let roots = roots(home);
    let places = |name: &str| places(home, &roots, name);
    let path = match state {
        Some(state) => state.join("skills").join(skills_cli::OF_USER),
        None => home.join(".agents").join(skills_cli::OF_USER),
    };
    found.take(&path, &|text| skills_cli::read(&path, text, Whose::User, &places));
    found.take_provenance(roots.iter(), None);
    found
}

impl Found {
    fn take(&mut self, path: &Path, read: &dyn Fn(&str) -> Result<Lock, LockError>) {
        match text_of(path).and_then(|text| text.map(|text| read(&text)).transpose()) {
            Ok(lock) => self.locks.extend(lock),
            Err(error) => self.errors.push(error),
        }
    }

    fn take_provenance<'r>(&mut self, roots: impl Iterator<Item = &'r PathBuf>, within: Option<&Path>) {
        let mut known = BTreeSet::new();
        for root in roots {
            for name in folders(root) {
                let Ok(place) = disk::canonical(&root.join(name)) else { continue };
                let is_here = within.is_none_or(|project| leads_out(project, &place).is_none());
                if is_here && known.insert(place.clone()) {
                    self.locks.extend(github::read(&place));
                }
            }
        }
    }

    /// Lets nothing be opened that a link leads out of the project to: those are not the project's bytes.
    fn keep_within(&mut self, project: &Path) {
        let entries = self.locks.iter_mut().flat_map(|lock| &mut lock.entries);
        for target in entries.flat_map(|entry| &mut entry.targets) {
            if let Some(real) = leads_out(project, &target.place) {
                let why =
                    format!("a link leads out of the project, to {}, and was not followed", real.display());
                target.proof = Proof::Nothing(why);
            }
        }
    }
}

/// Where a place really lies, if that is not below the project.
fn leads_out(project: &Path, place: &Path) -> Option<PathBuf> {
    let (home, real) = (disk::canonical(project).ok()?, disk::canonical(place).ok()?);
    (!real.starts_with(&home)).then_some(real)
}

/// The folders of agents that skills are put into: `.NAME/skills`, and one level further down, as in
/// `.config/NAME/skills`.
fn roots(base: &Path) -> Vec<PathBuf> {
    let mut roots = Vec::new();
    for agent in folders(base).into_iter().filter(|name| name.starts_with('.') && name != ".git") {
        let agent = base.join(agent);
        roots.push(agent.join("skills"));
        roots.extend(folders(&agent).into_iter().map(|name| agent.join(name).join("skills")));
    }
    roots.retain(|root| disk::look(root).is_ok_and(|look| look.kind == Kind::Folder));
    roots
}

/// The names of folders, and of links that may lead to one, in a folder.
fn folders(folder: &Path) -> Vec<String> {
    let entries = disk::list(folder).unwrap_or_default();
    let is_folder = |kind: Kind| matches!(kind, Kind::Folder | Kind::Link);
    let named = entries.into_iter().filter(|entry| is_folder(entry.kind));
    named.filter_map(|entry| entry.name.into_string().ok()).take(NAMES).collect()
}

/// Where a skill lies, each place once however many links lead to it.
fn places(base: &Path, roots: &[PathBuf], name: &str) -> Vec<PathBuf> {
    let known = |roots: &mut dyn Iterator<Item = PathBuf>| -> Vec<PathBuf> {
        let there: BTreeSet<PathBuf> =
            roots.filter_map(|root| disk::canonical(&root.join(name)).ok()).collect();
        there.into_iter().collect()
    };
    let of_agents = known(&mut roots.iter().cloned());
    // A few agents look into a folder without a point before its name, where a project may also keep what it publishes.
    if of_agents.is_empty() { known(&mut std::iter::once(base.join("skills"))) } else { of_agents }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::project_of;

    #[test]
    fn project_of_a_lock_is_the_folder_it_lies_in() {
        for (path, project) in [
            ("ws/a/skills-lock.json", Some("ws/a")),
            ("ws/a/apm.lock.yaml", Some("ws/a")),
            ("ws/a/.well-known/agent-skills/index.json", Some("ws/a")),
            ("ws/a/.claude/skills/b/SKILL.md", Some("ws/a")),
            ("ws/a/.config/goose/skills/b/SKILL.md", Some("ws/a")),
            ("ws/a/skills/b/SKILL.md", None),
            ("ws/a/index.json", None),
            ("ws/a/package-lock.json", None),
        ] {
            assert_eq!(project_of(Path::new(path)), project.map(Path::new), "{path}");
        }
    }
}
