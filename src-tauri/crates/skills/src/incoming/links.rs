//! Where links lead, told from the words in them, all links of a skill together: nothing is followed on the disk.

use std::collections::{HashMap, VecDeque};
use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf};

use message::message;

use super::names::folded;
use super::{Doubt, shown};

/// The links of a skill, by their paths from its folder.
///
/// A link may lead through another, and a `..` behind one goes up from where that one leads, so no link can be judged
/// by its own words alone.
#[derive(Debug, Clone, Default)]
pub struct Links {
    /// By a name as a file system without case, or one that normalises, takes it: there more names meet a link.
    targets: HashMap<String, PathBuf>,
}

/// Where a link leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Somewhere in the skill's folder; perhaps nothing is there.
    Inside,
    /// Out of it, or to an absolute path, wherever that lies.
    Outside,
    /// Back to itself, or through more links than a system follows.
    Nowhere,
}

/// As many links as Linux follows for one path.
const FOLLOWED: usize = 40;

impl Links {
    /// All links of a skill: where each lies, and what it says.
    pub fn of<'l>(links: impl IntoIterator<Item = (&'l Path, &'l Path)>) -> Self {
        let all = links.into_iter().map(|(rel, to)| (key(rel.iter()), to.to_owned()));
        Self { targets: all.collect() }
    }

    /// Those of what stands in a folder.
    pub fn in_imprint(imprint: &disk::Imprint) -> Self {
        Self::of(imprint.parts.iter().filter_map(|part| match &part.matter {
            disk::Matter::Link(to) => Some((part.rel.as_path(), to.as_path())),
            _ => None,
        }))
    }

    /// Where a link at `rel` leads that says `target`. A name that is not there counts as a folder.
    pub fn end(&self, rel: &Path, target: &Path) -> End {
        if target.as_os_str().is_empty() {
            return End::Outside;
        }
        let mut at: Vec<OsString> =
            rel.parent().into_iter().flat_map(Path::iter).map(OsStr::to_owned).collect();
        let mut rest: VecDeque<Component<'_>> = target.components().collect();
        let mut followed = 1;
        while let Some(part) = rest.pop_front() {
            match part {
                Component::CurDir => {}
                Component::RootDir | Component::Prefix(_) => return End::Outside,
                Component::ParentDir if at.pop().is_none() => return End::Outside,
                Component::ParentDir => {}
                Component::Normal(name) => {
                    at.push(name.to_owned());
                    let Some(target) = self.targets.get(&key(at.iter().map(OsString::as_os_str))) else {
                        continue;
                    };
                    at.pop();
                    followed += 1;
                    if followed > FOLLOWED {
                        return End::Nowhere;
                    }
                    for part in target.components().rev() {
                        rest.push_front(part);
                    }
                }
            }
        }
        End::Inside
    }

    /// Why a link cannot come in; nothing when it can.
    pub fn doubt(&self, rel: &Path, target: &Path) -> Option<Doubt> {
        let to = target.display();
        match self.end(rel, target) {
            End::Inside => None,
            End::Outside => {
                let words = message!("It is a link to {to}, outside the skill’s folder.", to);
                Some(Doubt::refuses("link-out", shown(rel), words))
            }
            End::Nowhere => {
                let words = message!("It is a link to {to}, which leads back to itself.", to);
                Some(Doubt::refuses("link-loop", shown(rel), words))
            }
        }
    }
}

fn key<'n>(names: impl Iterator<Item = &'n OsStr>) -> String {
    let names: Vec<String> = names.map(|name| folded(&name.to_string_lossy())).collect();
    names.join("/")
}
