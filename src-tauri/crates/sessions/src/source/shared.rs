//! Logs that share lines: a session that was resumed, forked or moved begins with the lines of another. Each line is
//! owned by the first log that has it; the others hold copies.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use disk::{Fault, Stamp};

use super::Source;
use crate::find::LogPlace;
use crate::members::Members;
use crate::mend::mend;

/// Bytes of a log whose lines are compared; most copies are far shorter.
const LIMIT: u64 = 256 << 20;
/// Logs of a family that may own the lines of another, the first by path. Sessions are copied a few times; more logs
/// than these begin alike by chance, such as those of a script.
const OWNERS: usize = 64;

/// Logs that begin with the same line, so that a line of one may be a copy of a line of another.
#[derive(Debug, Default)]
pub struct LogFamily {
    /// The logs, sorted.
    paths: Vec<PathBuf>,
    /// The lines of those that were read, each with the state of its file then.
    lines: Mutex<HashMap<PathBuf, (Stamp, Arc<Lines>)>>,
}

/// Two families of the same logs are equal, whatever was read of them.
impl PartialEq for LogFamily {
    fn eq(&self, other: &Self) -> bool {
        self.paths == other.paths
    }
}

impl Eq for LogFamily {}

/// The families found last, by their first log.
pub(super) type Families = HashMap<PathBuf, Arc<LogFamily>>;

/// The keys and times of the lines of a log, in their order.
#[derive(Debug)]
struct Lines(Vec<(Vec<u64>, String)>);

/// Gives each log the family of logs that have its first line; a family that was known keeps what was read of it.
/// `starts` are the keys of the first line of each log's conversation, in the order of the logs.
pub(super) fn find_families(logs: &mut [LogPlace], starts: &[Vec<u64>], known: &Families) -> Families {
    let mut families = Families::new();
    for members in alike(starts) {
        let mut paths: Vec<PathBuf> = members.iter().map(|at| logs[*at].path.clone()).collect();
        paths.sort();
        let Some(first) = paths.first().cloned() else { continue };
        let known = known.get(&first).filter(|known| known.paths == paths);
        let family = known.cloned().unwrap_or_else(|| Arc::new(LogFamily { paths, lines: Mutex::default() }));
        members.iter().for_each(|at| logs[*at].family = Some(Arc::clone(&family)));
        families.insert(first, family);
    }
    families
}

/// The logs that have a key of their first line in common, directly or through others; each with one other at least.
fn alike(starts: &[Vec<u64>]) -> Vec<Vec<usize>> {
    let mut leader: Vec<usize> = (0..starts.len()).collect();
    let mut by_key: HashMap<u64, usize> = HashMap::new();
    for (at, keys) in starts.iter().enumerate() {
        for key in keys {
            let other = *by_key.entry(*key).or_insert(at);
            let (one, other) = (led_by(&mut leader, at), led_by(&mut leader, other));
            leader[one.max(other)] = one.min(other);
        }
    }
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for at in 0..starts.len() {
        groups.entry(led_by(&mut leader, at)).or_default().push(at);
    }
    groups.into_values().filter(|members| members.len() > 1).collect()
}

/// The first log of the group that a log is in.
fn led_by(leader: &mut [usize], mut at: usize) -> usize {
    while leader[at] != at {
        leader[at] = leader[leader[at]];
        at = leader[at];
    }
    at
}

impl LogFamily {
    /// Returns the keys of lines of one log that others own; none of a log that cannot be read.
    pub(crate) fn owned_by_others(&self, source: Source, path: &Path) -> HashSet<u64> {
        let Some(own) = self.lines(source, path) else { return HashSet::new() };
        let others = self.paths.iter().take(OWNERS).filter(|other| *other != path);
        let owners = others
            .filter_map(|other| Some((other, self.lines(source, other)?)))
            .filter(|(other, lines)| is_before((other, lines), (path, &own)));
        owners.flat_map(|(_, lines)| lines.keys().collect::<Vec<_>>()).collect()
    }

    /// Returns the lines of one log as its file is now; `None` if it cannot be read.
    fn lines(&self, source: Source, path: &Path) -> Option<Arc<Lines>> {
        let stamp = source.look(path).ok()?;
        let known = |lines: &HashMap<PathBuf, (Stamp, Arc<Lines>)>| {
            lines.get(path).filter(|(at, _)| *at == stamp).map(|(_, lines)| Arc::clone(lines))
        };
        if let Some(lines) = known(&self.lines.lock().unwrap_or_else(PoisonError::into_inner)) {
            return Some(lines);
        }
        let read = Arc::new(Lines::read(source, path).ok()?);
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.insert(path.to_owned(), (stamp, Arc::clone(&read)));
        Some(read)
    }
}

/// Returns whether a log owns the lines that it shares with another: the log that went on first, or not at all, does.
/// Of two files of one session it is the longer one.
fn is_before((path, lines): (&Path, &Lines), (other, others): (&Path, &Lines)) -> bool {
    if path.file_name() == other.file_name() {
        return (lines.0.len(), other) > (others.0.len(), path);
    }
    match (lines.left(others), others.left(lines)) {
        (None, Some(_)) => true,
        (Some(_), None) => false,
        (own, their) => (own, path) < (their, other),
    }
}

impl Lines {
    fn read(source: Source, path: &Path) -> Result<Self, Fault> {
        let (file, mut bytes) = (source.file(path)?, Vec::new());
        let size = file.size()?.min(LIMIT);
        bytes.resize(usize::try_from(size).unwrap_or(0), 0);
        let read = file.read_at(&mut bytes, 0)?;
        let Some(dialect) = source.dialect() else { return Ok(Self(Vec::new())) };
        let line = |line: &[u8]| {
            let text = mend(line);
            let members = Members::of_line(&text).ok().flatten()?;
            let keys = dialect.keys(&members);
            (!keys.is_empty()).then(|| (keys, members.text("timestamp").unwrap_or_default()))
        };
        Ok(Self(bytes[..read].split(|byte| *byte == b'\n').filter_map(line).collect()))
    }

    /// The keys of all lines.
    fn keys(&self) -> impl Iterator<Item = u64> {
        self.0.iter().flat_map(|(keys, _)| keys.iter().copied())
    }

    /// When the first line was written that another log does not have; `None` if that has all of them.
    fn left(&self, other: &Self) -> Option<&str> {
        let known: HashSet<u64> = other.keys().collect();
        let own = self.0.iter().find(|(keys, _)| keys.iter().all(|key| !known.contains(key)));
        own.map(|(_, time)| time.as_str())
    }
}
