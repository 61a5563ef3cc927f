//! The shape that every lock is read into.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use disk::{Digest, Fault};
use serde_json::Value;
use serde_json::value::RawValue;

/// Who wrote a lock, which decides what its hashes are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tool {
    /// `npx skills`: `skills-lock.json` and `.skill-lock.json`.
    SkillsCli,
    /// `gh skill`: what it writes into the frontmatter of each skill.
    Github,
    /// Microsoft's Agent Package Manager: `apm.lock.yaml`.
    Apm,
    /// The index below `.well-known/agent-skills` that a site publishes its skills with.
    WellKnown,
}

impl Tool {
    /// For programs.
    pub fn name(self) -> &'static str {
        match self {
            Self::SkillsCli => "skills",
            Self::Github => "gh-skill",
            Self::Apm => "apm",
            Self::WellKnown => "well-known",
        }
    }
}

/// A lock that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lock {
    /// Its file.
    pub path: PathBuf,
    /// Who wrote it.
    pub tool: Tool,
    /// In the order of the file.
    pub entries: Vec<Entry>,
}

/// What a lock says of one skill or package. Hostile text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The name it stands under.
    pub name: String,
    /// Where it stands, counted from 1.
    pub line: Option<u32>,
    /// Where it came from.
    pub origin: Origin,
    /// Where it is installed; empty when it is nowhere.
    pub targets: Vec<Target>,
}

/// Where a skill came from, as its lock has it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Origin {
    /// An address, a repository or a path; empty when the lock names none.
    pub source: String,
    /// Other places from which a release of the tool may install the skill, by other fields of the lock; mostly none.
    pub other_sources: Vec<String>,
    /// The branch, tag or commit it was taken at.
    pub reference: Option<String>,
}

/// One place that an entry speaks of, and what should be there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// A folder; of [`Proof::Bytes`] a file.
    pub place: PathBuf,
    /// What should be there.
    pub proof: Proof,
}

/// What a lock gives to recognise the locked bytes by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proof {
    /// One hash over paths and bytes of all files, as `npx skills` makes it.
    Folder(Digest),
    /// The name git gives the folder: 40 hexadecimal digits.
    Tree(String),
    /// One hash over paths and bytes of all files, as APM makes it of a package.
    Package(Digest),
    /// A hash for each file, by its path from the place; nothing where the lock has none.
    Files(BTreeMap<String, Option<Digest>>),
    /// The digest of what a site served: a `SKILL.md`, an archive, or a list of files.
    Served(Digest),
    /// The bytes of one file.
    Bytes(Digest),
    /// Nothing that could be compared, and why.
    Nothing(String),
}

impl Proof {
    /// Whether the bytes at `rel`, a path from the place, go into what is compared.
    pub fn covers(&self, rel: &Path) -> bool {
        let is_free_of = |names: &[&str]| !rel.iter().any(|part| names.iter().any(|name| part == *name));
        match self {
            Self::Folder(_) => is_free_of(&[".git", "node_modules"]),
            Self::Package(_) => is_free_of(&[".git", "__pycache__"]),
            Self::Tree(_) => is_free_of(&[".git"]),
            Self::Served(_) => true,
            Self::Files(files) => rel.to_str().is_some_and(|rel| files.contains_key(rel)),
            Self::Bytes(_) | Self::Nothing(_) => false,
        }
    }
}

/// Why a lock was not read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LockError {
    /// The disk did not give it.
    #[error("{0}")]
    NotRead(Fault),
    /// It is not of the form its tool writes.
    #[error("{path}:{line}: {words}; repair the file or recreate it with its tool", path = .path.display())]
    Broken {
        /// The lock.
        path: PathBuf,
        /// Counted from 1.
        line: u32,
        /// What is wrong.
        words: String,
    },
    /// Two states of it were merged and nobody decided.
    #[error(
        "{path}:{line}: unresolved merge conflict; resolve it or recreate the lock with its tool",
        path = .path.display()
    )]
    Unmerged {
        /// The lock.
        path: PathBuf,
        /// Counted from 1.
        line: u32,
    },
    /// It is of a version that Assay does not know.
    #[error(
        "{path}:{line}: unsupported lock version {found}, Assay reads {known}; nothing was checked",
        path = .path.display()
    )]
    Version {
        /// The lock.
        path: PathBuf,
        /// Counted from 1.
        line: u32,
        /// The version it says it has.
        found: String,
        /// The versions that are read.
        known: &'static str,
    },
    /// It has more entries than anybody installs.
    #[error(
        "{path}:{line}: {entries} entries, Assay reads at most 10,000; nothing was checked",
        path = .path.display()
    )]
    TooMany {
        /// The lock.
        path: PathBuf,
        /// Where they stand, counted from 1.
        line: u32,
        /// How many there are.
        entries: usize,
    },
}

impl LockError {
    /// The lock it is about.
    pub fn path(&self) -> &Path {
        match self {
            Self::NotRead(fault) => &fault.path,
            Self::Broken { path, .. }
            | Self::Unmerged { path, .. }
            | Self::Version { path, .. }
            | Self::TooMany { path, .. } => path,
        }
    }

    /// Where in it, counted from 1.
    pub fn line(&self) -> Option<u32> {
        match self {
            Self::NotRead(_) => None,
            Self::Broken { line, .. }
            | Self::Unmerged { line, .. }
            | Self::Version { line, .. }
            | Self::TooMany { line, .. } => Some(*line),
        }
    }
}

/// Most bytes of a lock: 4 MiB.
const LIMIT: u64 = 4 << 20;
/// Most entries of a lock.
const ENTRIES: usize = 10_000;
/// Most characters of a word that are kept to be shown.
const SHOWN: usize = 300;

/// The text of a lock; nothing where there is none.
pub(crate) fn text_of(path: &Path) -> Result<Option<String>, LockError> {
    let bytes = match disk::read(path, LIMIT) {
        Ok(read) => read.bytes,
        Err(fault) if fault.cause == disk::Cause::Missing && disk::look_at_entry(path).is_ok() => {
            let cause = disk::Cause::NotAFile("broken link");
            return Err(LockError::NotRead(Fault { cause, ..fault }));
        }
        Err(Fault { cause: disk::Cause::Missing | disk::Cause::NotAFolder, .. }) => return Ok(None),
        Err(fault) => return Err(LockError::NotRead(fault)),
    };
    let text = String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        broken(path, number(newlines(&String::from_utf8_lossy(good)) + 1), "not UTF-8")
    })?;
    let marks = ["<<<<<<< ", "||||||| ", ">>>>>>> "];
    let marked = text.lines().position(|line| marks.iter().any(|mark| line.starts_with(mark)));
    match marked {
        Some(at) => Err(LockError::Unmerged { path: path.to_owned(), line: number(at + 1) }),
        None => Ok(Some(text)),
    }
}

pub(crate) fn broken(path: &Path, line: u32, words: impl Into<String>) -> LockError {
    LockError::Broken { path: path.to_owned(), line, words: words.into() }
}

/// The JSON of a lock.
pub(crate) fn json(path: &Path, text: &str) -> Result<Value, LockError> {
    disk::unique_json(text.as_bytes()).map_err(|error| {
        let words = error.to_string();
        let words = words.rsplit_once(" at line ").map_or(words.as_str(), |(words, _)| words);
        broken(path, number(error.line()).max(1), format!("not JSON: {words}"))
    })
}

/// A member of an object or an item of a list, as it stands in the text of a lock.
pub(crate) struct Member<'t> {
    /// Its key; empty of an item.
    pub key: String,
    /// Where its value begins, counted from 1.
    pub line: u32,
    /// The JSON of its value.
    pub json: &'t str,
}

/// The members of an object that is a part of `text`, in the order of the text; none where it is no object.
pub(crate) fn members<'t>(text: &'t str, object: &'t str) -> Vec<Member<'t>> {
    let found: BTreeMap<String, &RawValue> = serde_json::from_str(object).unwrap_or_default();
    lined(text, found.into_iter().map(|(key, value)| (key, value.get())).collect())
}

/// The items of a list that is a part of `text`; none where it is no list.
pub(crate) fn items<'t>(text: &'t str, list: &'t str) -> Vec<Member<'t>> {
    let found: Vec<&RawValue> = serde_json::from_str(list).unwrap_or_default();
    lined(text, found.into_iter().map(|value| (String::new(), value.get())).collect())
}

/// Counts the lines in one pass, however many parts there are.
fn lined<'t>(text: &'t str, parts: Vec<(String, &'t str)>) -> Vec<Member<'t>> {
    let offset = |part: &str| part.as_ptr().addr() - text.as_ptr().addr();
    let mut parts: Vec<_> = parts.into_iter().map(|(key, json)| (offset(json), key, json)).collect();
    parts.sort_by_key(|(at, ..)| *at);
    let (mut line, mut counted) = (1, 0);
    let member = |(at, key, json)| {
        line += newlines(&text[counted..at]);
        counted = at;
        Member { key, line: number(line), json }
    };
    parts.into_iter().map(member).collect()
}

fn newlines(text: &str) -> usize {
    text.bytes().filter(|&byte| byte == b'\n').count()
}

/// Refuses a lock with more than 10,000 entries.
pub(crate) fn few_enough(path: &Path, line: u32, entries: usize) -> Result<(), LockError> {
    if entries <= ENTRIES {
        return Ok(());
    }
    Err(LockError::TooMany { path: path.to_owned(), line, entries })
}

pub(crate) fn number(line: usize) -> u32 {
    u32::try_from(line).unwrap_or(u32::MAX)
}

/// A word of a lock, cut where nobody would read on.
pub(crate) fn shown(text: &str) -> String {
    text.chars().take(SHOWN).collect()
}

/// The digest that `sha256:` or nothing stands before.
pub(crate) fn digest(text: &str) -> Option<Digest> {
    Digest::parse(text.strip_prefix("sha256:").unwrap_or(text))
}
