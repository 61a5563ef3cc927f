//! Which skills a setting means.

use std::path::{Path, PathBuf};

use globset::{Glob, GlobBuilder, GlobSet, GlobSetBuilder};

use crate::Scope;
use crate::skill::FILE_NAME;

/// A skill as settings name it.
pub(crate) struct Subject<'a> {
    /// Whose it is.
    pub scope: Scope,
    /// Its folder.
    pub dir: &'a Path,
    /// Its file, links resolved.
    pub file: &'a Path,
    /// Its name in the frontmatter, or its folder's; of a plugin the name that calls it.
    pub name: &'a str,
}

/// Which skills a setting means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Selector {
    /// All of them.
    All,
    /// Those whose folder has a name.
    Folder(String),
    /// Those with a name in the frontmatter, or their folder's where it names none.
    Name(String),
    /// The same in any case.
    NameInAnyCase(String),
    /// Those whose name fits a pattern.
    NamePattern(Pattern),
    /// Those whose folder or name is a text.
    FolderOrName(String),
    /// Those whose folder or name begins with a text.
    FolderOrNamePrefix(String),
    /// The one whose file this is, links resolved.
    File(PathBuf),
    /// Those below a folder.
    Below(PathBuf),
    /// Those whose folder or `SKILL.md` is a path.
    Path(PathBuf),
    /// Those whose folder's name, folder or `SKILL.md` fits a pattern; paths are also compared from a base folder on.
    PathPattern(Pattern, PathBuf),
}

/// Longest pattern that is compared, in bytes.
const PATTERN: usize = 1_024;

/// A pattern of names or paths.
#[derive(Debug, Clone)]
pub(crate) struct Pattern {
    glob: Glob,
    // A set of one: unlike a single matcher, it returns an error where the pattern is too large.
    set: GlobSet,
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.glob == other.glob
    }
}

impl Eq for Pattern {}

impl Pattern {
    /// A pattern in which `*` and `?` stand for any characters, and all others for themselves; `None` where it is too
    /// large.
    pub fn of_name(text: &str) -> Option<Self> {
        let text = globset::escape(text).replace("[*]", "*").replace("[?]", "?");
        Self::built(GlobBuilder::new(&text).backslash_escape(false))
    }

    /// A pattern of paths, in which only `**` stands for a slash; `None` where it is none or too large.
    pub fn of_path(text: &str) -> Option<Self> {
        Self::built(GlobBuilder::new(text).literal_separator(true).backslash_escape(true))
    }

    fn built(builder: &GlobBuilder<'_>) -> Option<Self> {
        let glob = builder.build().ok().filter(|glob| glob.glob().len() <= PATTERN)?;
        let set = GlobSetBuilder::new().add(glob.clone()).build().ok()?;
        Some(Self { glob, set })
    }

    pub fn fits(&self, text: &str) -> bool {
        self.set.is_match(text)
    }
}

impl Selector {
    pub fn is_pattern(&self) -> bool {
        matches!(self, Self::NamePattern(_) | Self::PathPattern(..))
    }

    pub fn means(&self, subject: &Subject<'_>) -> bool {
        let (dir, name) = (subject.dir, subject.name);
        let folder = || dir.file_name().unwrap_or_default().to_string_lossy();
        // A skill of a plugin is called by the plugin's name and its own, and never by its folder alone.
        let is_of_plugin = subject.scope == Scope::Plugin;
        match self {
            Self::All => true,
            Self::Folder(text) => !is_of_plugin && folder() == text.as_str(),
            Self::Name(text) => name == text,
            Self::NameInAnyCase(text) => name.to_lowercase() == text.to_lowercase(),
            Self::NamePattern(pattern) => pattern.fits(name),
            Self::FolderOrName(text) => name == text || !is_of_plugin && folder() == text.as_str(),
            Self::FolderOrNamePrefix(text) => {
                name.starts_with(text) || !is_of_plugin && folder().starts_with(text.as_str())
            }
            Self::File(path) => subject.file == path,
            Self::Below(path) => dir.starts_with(path),
            Self::Path(path) => dir == path || dir.join(FILE_NAME) == *path,
            Self::PathPattern(pattern, base) => {
                let file = dir.join(FILE_NAME);
                let fits = |path: &Path| path.to_str().is_some_and(|path| pattern.fits(path));
                pattern.fits(&folder())
                    || [dir, &file]
                        .into_iter()
                        .any(|path| fits(path) || path.strip_prefix(base).is_ok_and(fits))
            }
        }
    }
}
