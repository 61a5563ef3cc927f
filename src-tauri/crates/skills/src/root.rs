use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use message::Message;

use crate::convention::{Dotted, OfHome, Origin, OwnFile, When};
use crate::expand::expand;
use crate::{Convention, Scope};

/// The surroundings, handed in: this crate reads no environment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Places {
    /// The folder the agent works in.
    pub workspace: PathBuf,
    /// The user's home, if there is one.
    pub home: Option<PathBuf>,
    /// The value of `PIXIR_HOME`, if it is set. An empty value counts as set and means the workspace.
    pub pixir_home: Option<OsString>,
    /// Where other agents were told to look.
    pub agents: AgentPlaces,
    /// Folders of skills that a person named (S4-42).
    pub named: Vec<PathBuf>,
    /// Whether conventions that may read Claude's folders do (S3-06).
    pub claude_folders: ClaudeFolders,
    /// Plugins whose skills agents read. A look at the disk finds them; what is handed in has none.
    pub plugins: Vec<Plugin>,
    /// The repositories around the workspace. A look at the disk finds them once; what is handed in has none.
    pub repositories: Option<Repositories>,
}

/// The nearest folders upwards from a workspace that are repositories.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repositories {
    /// The nearest with a `.git`; `None` if there is none.
    nearest: Option<PathBuf>,
    /// The nearest whose `.git` is a folder: to Pixir a `.git` file, as worktrees and submodules have, does not count.
    nearest_with_folder: Option<PathBuf>,
}

/// Where other agents were told to look, instead of in the home folder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AgentPlaces {
    /// The value of `CLAUDE_CONFIG_DIR`.
    pub claude: Option<OsString>,
    /// The value of `CODEX_HOME`.
    pub codex: Option<OsString>,
    /// The value of `XDG_CONFIG_HOME`.
    pub config: Option<OsString>,
    /// The folder of the machine's settings, such as `/etc`; nothing below it is looked at without it.
    pub machine: Option<PathBuf>,
}

impl AgentPlaces {
    /// The names of the environment it is made of.
    pub const VARIABLES: [&str; 3] = ["CLAUDE_CONFIG_DIR", "CODEX_HOME", "XDG_CONFIG_HOME"];

    /// What the environment says; `variable` looks up one of [`AgentPlaces::VARIABLES`]. An empty value counts
    /// as none.
    pub fn of(variable: impl Fn(&str) -> Option<OsString>, machine: Option<PathBuf>) -> Self {
        let [claude, codex, config] =
            Self::VARIABLES.map(|name| variable(name).filter(|value| !value.is_empty()));
        Self { claude, codex, config, machine }
    }
}

/// Whether Claude's folders are read by conventions that may.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ClaudeFolders {
    /// They are not.
    #[default]
    Left,
    /// They are, after all others of their scope.
    Read,
}

/// A plugin whose skills an agent reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plugin {
    /// Whose plugin it is.
    pub convention: Convention,
    /// What the names of its skills begin with.
    pub name: String,
    /// The version that is loaded; `None` where nothing tells it.
    pub version: Option<String>,
    /// The folders its skills lie in, absolute.
    pub roots: Vec<PathBuf>,
}

impl Plugin {
    /// The name and the version, such as `planner@1.3.0`.
    pub(crate) fn label(&self) -> String {
        match &self.version {
            Some(version) => format!("{}@{version}", self.name),
            None => self.name.clone(),
        }
    }
}

/// One folder that holds the skills of one scope.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Root {
    /// Whose skills lie there.
    pub scope: Scope,
    /// The folder, absolute, links not resolved.
    pub path: PathBuf,
}

/// What a look into a root gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RootLook {
    /// Whose skills lie there.
    pub scope: Scope,
    /// The folder; `None` when it could not even be named.
    pub path: Option<PathBuf>,
    /// What was found.
    pub outcome: RootOutcome,
}

/// What was found in a root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RootOutcome {
    /// It was listed and holds so many skills.
    Found(usize),
    /// There is no such folder, which is nothing unusual.
    Missing,
    /// It is there and cannot be listed; the words say why.
    Unreadable(Message),
    /// It was not looked at, because the home folder is unknown.
    NoHome,
}

/// The roots of a convention in rank order; one whose place is unknown is left out.
pub fn roots(convention: Convention, places: &Places) -> Vec<Root> {
    placed(convention, places)
        .into_iter()
        .filter_map(|placed| placed.path.map(|path| Root { scope: placed.scope, path }))
        .collect()
}

/// One root of a convention.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Placed {
    pub scope: Scope,
    /// `None` where the surroundings do not name it.
    pub path: Option<PathBuf>,
    pub own: OwnFile,
    /// Whether folders whose names begin with a dot are passed over there.
    pub dotted: Option<Dotted>,
    /// Folders between the workspace and the one it is counted from.
    pub steps_up: usize,
    /// As a reason names it: `.agents/skills`.
    pub rel: &'static str,
    /// The plugin whose skills lie there.
    pub plugin: Option<Plugin>,
}

/// Every root of a convention, the one that wins first. Where a home lies above the workspace, its folder of skills is
/// the user's and not a repository's as well.
pub(crate) fn placed(convention: Convention, places: &Places) -> Vec<Placed> {
    let rules = convention.rules().roots.iter();
    let home = &places.home.as_ref().map(|home| places.expanded(home));
    let looked_at =
        rules.filter(|rule| rule.when == When::Always || places.claude_folders == ClaudeFolders::Read);
    let placed = looked_at.flat_map(|rule| {
        let is_looked_at =
            |base: &Option<PathBuf>| rule.of_home == OfHome::Looked || base.is_none() || base != home;
        let bases = places.origins(rule.from).into_iter().enumerate();
        bases.filter(move |(_, base)| is_looked_at(base)).map(|(steps_up, base)| Placed {
            scope: rule.scope,
            path: base.map(|base| base.join(rule.rel)),
            own: rule.own,
            dotted: rule.dotted,
            rel: rule.rel,
            steps_up,
            plugin: None,
        })
    });
    let mut of_user = HashSet::new();
    let is_first = |placed: &Placed| match (placed.scope, &placed.path) {
        (Scope::User, Some(path)) => {
            of_user.insert(path.clone());
            true
        }
        (Scope::Repo, Some(path)) => !of_user.contains(path),
        _ => true,
    };
    placed.filter(is_first).chain(of_plugins(convention, places)).collect()
}

/// The folders of plugins. Their skills have names of their own, so their rank matters to the order of a list alone.
fn of_plugins(convention: Convention, places: &Places) -> impl Iterator<Item = Placed> {
    let own = places.plugins.iter().filter(move |plugin| plugin.convention == convention);
    own.flat_map(|plugin| {
        plugin.roots.iter().map(|root| Placed {
            scope: Scope::Plugin,
            path: Some(root.clone()),
            own: OwnFile::Ignored,
            dotted: None,
            steps_up: 0,
            rel: "",
            plugin: Some(plugin.clone()),
        })
    })
}

impl Places {
    /// Returns whether one of the folders is there that an agent makes for itself.
    pub fn is_used(&self, convention: Convention) -> bool {
        let is_there = |(from, below): &(Origin, &str)| {
            let mut folders = self.origins(*from).into_iter().flatten();
            folders.any(|folder| {
                disk::look(&folder.join(below)).is_ok_and(|look| look.kind == disk::Kind::Folder)
            })
        };
        convention.rules().used.iter().any(is_there)
    }

    /// The settings files of an agent, those that count more last. They need not be there.
    pub fn settings_files(&self, convention: Convention) -> Vec<(PathBuf, Scope)> {
        let rules = convention.rules().settings.iter();
        let paths = rules.flat_map(|rule| {
            let bases = self.origins(rule.from).into_iter().flatten();
            bases.map(|base| (base.join(rule.rel), rule.scope))
        });
        paths.collect()
    }

    /// The folders a rule counts from, none of them looked at; `None` for one that is not known.
    pub(crate) fn origins(&self, from: Origin) -> Vec<Option<PathBuf>> {
        let workspace = || self.expanded(Path::new(""));
        let named = |value: &Option<OsString>, default: &str| match value {
            Some(set) => Some(self.expanded(Path::new(set))),
            None => self.home.as_ref().map(|home| self.expanded(&home.join(default))),
        };
        let one = match from {
            Origin::Workspace => Some(workspace()),
            Origin::PixirRepository => {
                Some(self.repositories().nearest_with_folder.unwrap_or_else(workspace))
            }
            Origin::Repository => Some(self.repositories().nearest.unwrap_or_else(workspace)),
            Origin::UpToRepository | Origin::DownFromRepository => {
                let top = self.repositories().nearest.unwrap_or_else(workspace);
                let inside = self.upwards().into_iter().filter(|folder| folder.starts_with(&top));
                let mut folders: Vec<_> = inside.map(Some).collect();
                if from == Origin::DownFromRepository {
                    folders.reverse();
                }
                return folders;
            }
            Origin::UpToRepositoryOrTop => {
                let top = self.repositories().nearest;
                let is_inside = |folder: &PathBuf| top.as_ref().is_none_or(|top| folder.starts_with(top));
                return self.upwards().into_iter().filter(is_inside).map(Some).collect();
            }
            Origin::Home => self.home.as_ref().map(|home| self.expanded(home)),
            Origin::PixirHome => named(&self.pixir_home, ".pixir"),
            Origin::ClaudeHome => named(&self.agents.claude, ".claude"),
            Origin::CodexHome => named(&self.agents.codex, ".codex"),
            Origin::Config => named(&self.agents.config, ".config"),
            Origin::Machine => return self.agents.machine.iter().cloned().map(Some).collect(),
            Origin::Named => return self.named.iter().map(|path| Some(self.expanded(path))).collect(),
        };
        vec![one]
    }

    /// The same with the repositories around the workspace, so that the disk is asked for them once.
    pub(crate) fn with_repositories(&self) -> Self {
        Self { repositories: Some(self.repositories()), ..self.clone() }
    }

    /// The repositories around the workspace, as they are known or as the disk has them now.
    fn repositories(&self) -> Repositories {
        if let Some(known) = &self.repositories {
            return known.clone();
        }
        let mut nearest = None;
        for folder in self.upwards() {
            match disk::look(&folder.join(".git")).map(|git| git.kind) {
                Ok(disk::Kind::Folder) => {
                    let nearest = nearest.or_else(|| Some(folder.clone()));
                    return Repositories { nearest, nearest_with_folder: Some(folder) };
                }
                // A worktree and a submodule have a file of that name.
                Ok(disk::Kind::File) => nearest = nearest.or(Some(folder)),
                _ => {}
            }
        }
        Repositories { nearest, nearest_with_folder: None }
    }

    /// The workspace and the folders above it. The home is not among those above a workspace that is gone, since nobody
    /// can say what that was part of.
    fn upwards(&self) -> Vec<PathBuf> {
        let workspace = self.expanded(Path::new(""));
        let home = self.home.as_ref().map(|home| self.expanded(home));
        let may_be = |folder: &&Path| home.as_deref() != Some(*folder) || disk::look(&workspace).is_ok();
        workspace.ancestors().filter(may_be).map(Path::to_owned).collect()
    }

    fn expanded(&self, path: &Path) -> PathBuf {
        expand(path, &self.workspace, self.home.as_deref())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::disallowed_methods, reason = "a test may")]

    use std::fs;

    use super::{Places, roots};
    use crate::Convention;

    /// The repositories of a workspace were looked for by every rule of every agent.
    #[test]
    fn roots_with_known_repositories_are_those_of_the_disk() {
        let folder = tempfile::tempdir().expect("a folder");
        let workspace = folder.path().join("repository/worktree/deep/down");
        fs::create_dir_all(&workspace).expect("made");
        let places = Places { workspace, ..Places::default() };
        let all = |places: &Places| {
            Convention::ALL.iter().map(|convention| roots(*convention, places)).collect::<Vec<_>>()
        };
        let check = || {
            let known = places.with_repositories();
            assert_eq!(all(&known), all(&places));
            all(&known)
        };
        let without = check();
        fs::write(folder.path().join("repository/worktree/.git"), "gitdir: elsewhere").expect("written");
        let in_worktree = check();
        fs::create_dir(folder.path().join("repository/.git")).expect("made");
        let in_both = check();
        assert!(without != in_worktree && in_worktree != in_both);
    }
}
