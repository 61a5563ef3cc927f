//! How a recorded text stands to what is there now, and what both are made of.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use drift::{Kept, Now, Present as OnDisk, Verdict, Writer};
use sessions::{Activation, Source, TextIntegrity, TextKept};
use skills::{Claim, Convention, Ruling};

use crate::Seen;

/// A snapshot as a session recorded it.
pub struct Recording<'a> {
    /// The skill's recorded name.
    pub name: &'a str,
    /// The recorded scope.
    pub scope: &'a str,
    /// The recorded path of its SKILL.md.
    pub path: &'a Path,
    /// The root it was found below.
    pub root: &'a Path,
    /// What names the text; empty when nothing does.
    pub hash: &'a str,
    /// Whether the text is what its hash says.
    pub integrity: TextIntegrity,
}

/// How a snapshot stands to the disk.
#[derive(Debug, Clone)]
pub struct Standing {
    /// Beside the file it came from.
    pub verdict: Verdict,
    /// Beside the file that would be taken now under its name, where that is another one.
    pub taken: Option<Verdict>,
    /// Other files of the name that hold the same text, the first 3; they are looked for where neither of the two does.
    pub same_at: Vec<PathBuf>,
}

impl Standing {
    /// The file it is compared with.
    pub fn compared(&self) -> Option<&Path> {
        self.verdict.now.as_ref().map(|place| place.path.as_path())
    }
}

/// A recorded text, with who recorded it.
#[derive(Debug, Default)]
pub struct RecordedText {
    /// The text, and how much of its file it is.
    pub activation: Activation,
    /// Whose log it is from.
    pub writer: Writer,
}

impl RecordedText {
    /// The text of an activation in a log of this source, written by this release.
    pub fn of(activation: Activation, source: Source, release: Option<&str>) -> Self {
        Self { activation, writer: Writer::named(source.rules().name, release) }
    }

    pub(crate) fn kept(&self) -> Kept<'_> {
        let Some(text) = self.activation.content.as_deref().map(str::as_bytes) else { return Kept::Nothing };
        kept(self.activation.kept, text)
    }
}

/// A recorded text as it is compared: as much of its file as was kept.
pub fn kept(of: TextKept, text: &[u8]) -> Kept<'_> {
    match of {
        TextKept::Whole => Kept::Whole(text),
        TextKept::Body => Kept::Body(text),
        TextKept::TrimmedBody => Kept::TrimmedBody(text),
        TextKept::Part => Kept::Part(text),
        TextKept::Mixed => Kept::Mixed(text),
        TextKept::Nothing => Kept::Nothing,
    }
}

/// Verdicts by what they depend on besides the disk: whose rules they go by, the path, the name, the hash with what it
/// is worth.
pub type Verdicts = HashMap<VerdictKey, Arc<Standing>>;

pub(crate) type VerdictKey = (Convention, PathBuf, String, String);

/// What is there now by the rules of one agent, for snapshots to be held against.
pub struct Present {
    pub(crate) ruling: Arc<Seen>,
    pub(crate) now: Now,
}

/// The same of every agent of some sessions.
pub type Presents = BTreeMap<Convention, Present>;

/// What is there now by each of these rulings.
pub fn presents(rulings: Vec<Arc<Seen>>) -> Presents {
    rulings.into_iter().map(|ruling| (ruling.convention, Present { now: now(&ruling), ruling })).collect()
}

/// Whether these are what is there now by exactly these rulings.
pub fn are_of(presents: &Presents, rulings: &[Arc<Seen>]) -> bool {
    presents.len() == rulings.len()
        && presents.values().zip(rulings).all(|(present, ruling)| Arc::ptr_eq(&present.ruling, ruling))
}

pub(crate) fn now(ruling: &Ruling) -> Now {
    Now::of(ruling.claims.iter().map(on_disk).collect())
}

pub(crate) fn on_disk(claim: &Claim) -> OnDisk {
    OnDisk {
        name: claim.full_name().to_owned(),
        scope_rank: claim.skill.scope.rank(),
        scope: claim.skill.scope.name().to_owned(),
        path: claim.skill.path.clone(),
        digest: Some(claim.skill.content_hash),
        wins: claim.is_visible(),
    }
}

/// Whether a path is one of another machine: written as another system writes them, or below a home that is not here.
/// That nothing is there says nothing of the file then.
pub(crate) fn is_elsewhere(path: &Path) -> bool {
    let Some(path) = path.to_str() else { return false };
    let is_of_windows =
        path.starts_with("\\\\") || path.get(1..3).is_some_and(|at| [":\\", ":/"].contains(&at));
    if is_of_windows || cfg!(windows) {
        return is_of_windows != cfg!(windows);
    }
    let homes = ["/home/", "/Users/"].iter().find_map(|homes| Some((homes, path.strip_prefix(homes)?)));
    let home = homes.and_then(|(homes, rest)| Some(format!("{homes}{}", rest.split_once('/')?.0)));
    home.is_some_and(|home| {
        disk::look(Path::new(&home)).is_err_and(|fault| fault.cause == disk::Cause::Missing)
    })
}

/// Where a recorded path is today. A workspace or a home that moved keeps its skills at the same
/// place below the root of the same scope; a path that is still there is taken as it is.
pub(crate) fn place_now(ruling: &Seen, activated: &Recording<'_>) -> PathBuf {
    let is_there = |path: &Path| ruling.at(path).is_some();
    if is_there(activated.path) {
        return activated.path.to_owned();
    }
    let root = ruling.roots.iter().find(|root| root.scope.name() == activated.scope);
    let moved = root
        .and_then(|root| root.path.as_ref())
        .zip(activated.path.strip_prefix(activated.root).ok())
        .map(|(root, rel)| root.join(rel));
    moved.filter(|path| is_there(path)).unwrap_or_else(|| activated.path.to_owned())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::is_elsewhere;

    #[cfg(unix)]
    #[test]
    fn a_path_of_another_system_or_of_a_home_that_is_not_here_is_elsewhere() {
        let check = |path: &str, expected| assert_eq!(is_elsewhere(Path::new(path)), expected, "{path}");
        check("D:\\work\\.claude\\skills\\a\\SKILL.md", true);
        check("c:/Users/a/SKILL.md", true);
        check("\\\\server\\share\\SKILL.md", true);
        check("/home/nobody-of-this-name/.claude/skills/a/SKILL.md", true);
        check("/Users/nobody-of-this-name/SKILL.md", true);
        check("/nowhere/SKILL.md", false);
        check("/home/SKILL.md", false);
        check("", false);
    }
}
