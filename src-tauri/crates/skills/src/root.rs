use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::expand::expand;
use crate::{Convention, Scope};

/// The surroundings, handed in: this crate reads no environment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Places {
    /// The folder the agent works in.
    pub workspace: PathBuf,
    /// The user's home, if there is one.
    pub home: Option<PathBuf>,
    /// The value of `PIXIR_HOME`, if it is set. An empty value counts as set and means the workspace
    /// (pixir-contract §1.1).
    pub pixir_home: Option<OsString>,
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
    Unreadable(String),
    /// It was not looked at, because the home folder is unknown.
    NoHome,
}

/// The roots of a convention in rank order; one whose place is unknown is left out.
pub fn roots(convention: Convention, places: &Places) -> Vec<Root> {
    placed(convention, places)
        .into_iter()
        .filter_map(|(scope, path)| path.map(|path| Root { scope, path }))
        .collect()
}

/// Every scope of a convention with its root, or `None` where the surroundings do not name it.
pub(crate) fn placed(convention: Convention, places: &Places) -> Vec<(Scope, Option<PathBuf>)> {
    let Convention::Pixir = convention;
    let home = places.home.as_deref();
    let expanded = |path: &Path| expand(path, &places.workspace, home);
    let global = match &places.pixir_home {
        Some(set) => Some(expanded(Path::new(set))),
        None => home.map(|home| expanded(&home.join(".pixir"))),
    };
    vec![
        (Scope::Repo, Some(repository(&expanded(Path::new(""))).join(".agents/skills"))),
        (Scope::User, home.map(|home| expanded(&home.join(".agents/skills")))),
        (Scope::PixirGlobal, global.map(|global| global.join("skills"))),
    ]
}

/// The nearest folder upwards with a `.git` folder, else the workspace itself. A `.git` file, as
/// worktrees and submodules have, does not count (pixir-contract §5.1).
fn repository(workspace: &Path) -> PathBuf {
    let is_repository =
        |folder: &&Path| disk::look(&folder.join(".git")).is_ok_and(|git| git.kind == disk::Kind::Folder);
    workspace.ancestors().find(is_repository).unwrap_or(workspace).to_owned()
}
