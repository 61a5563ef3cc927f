//! Where a path leads when its links are followed one by one, as Pixir follows them.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf};

use disk::Kind;

/// Most links that are followed on the way of one path.
const MOST_LINKS: usize = 40;

/// Follows links, and remembers what it has looked at: one command may name thousands of paths.
#[derive(Debug)]
pub(crate) struct Links<'a> {
    home: Option<&'a Path>,
    seen: HashMap<OsString, Step>,
}

/// Where a path leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum End {
    /// All of it is there; this is its real name.
    Whole(PathBuf),
    /// Only this much of it is there.
    Part(PathBuf),
    /// Too many links.
    Lost,
}

#[derive(Debug, Clone)]
enum Step {
    Missing,
    There,
    Link(PathBuf),
}

impl<'a> Links<'a> {
    /// `home` is what a link that is written `~/…` means.
    pub(crate) fn new(home: Option<&'a Path>) -> Self {
        Self { home, seen: HashMap::new() }
    }

    /// Follows an absolute path.
    pub(crate) fn follow(&mut self, path: &Path) -> End {
        let mut path = expand(path);
        let mut links = 0;
        'again: loop {
            let mut current = PathBuf::new();
            let mut rest = path.components();
            while let Some(part) = rest.next() {
                current.push(part);
                match self.step(&current) {
                    Step::There => continue,
                    Step::Link(_) if links == MOST_LINKS => return End::Lost,
                    Step::Missing => {
                        current.pop();
                        return End::Part(current);
                    }
                    Step::Link(target) => {
                        current.pop();
                        links += 1;
                        path = expand(&current.join(self.at_home(&target)).join(rest.as_path()));
                        continue 'again;
                    }
                }
            }
            return End::Whole(current);
        }
    }

    /// The real name of a path, or its written one if it is not all there.
    pub(crate) fn real(&mut self, path: &Path) -> PathBuf {
        match self.follow(path) {
            End::Whole(real) => real,
            End::Part(_) | End::Lost => expand(path),
        }
    }

    fn step(&mut self, path: &Path) -> Step {
        // By its letters: comparing paths part by part would cost more than looking again.
        let name: &OsStr = path.as_os_str();
        if let Some(known) = self.seen.get(name) {
            return known.clone();
        }
        let step = match disk::look_at_entry(path) {
            Ok(found) if found.kind == Kind::Link => {
                disk::link_target(path).map_or(Step::Missing, Step::Link)
            }
            Ok(_) => Step::There,
            Err(_) => Step::Missing,
        };
        self.seen.insert(name.to_owned(), step.clone());
        step
    }

    fn at_home(&self, target: &Path) -> PathBuf {
        match (self.home, target.strip_prefix("~")) {
            (Some(home), Ok(rest)) => home.join(rest),
            _ => target.to_owned(),
        }
    }
}

/// The path without `.`, `..` and doubled slashes, as written; links are not followed.
pub(crate) fn expand(path: &Path) -> PathBuf {
    let mut parts = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts
}
