//! Logs that share lines: a session that was resumed, forked or moved begins with the lines of another. Each line is
//! owned by the first log that has it; the others hold copies.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use disk::Fault;

use super::Source;
use crate::find::LogPlace;
use crate::members::Members;
use crate::mend::mend;

/// Bytes of a log whose lines are compared; most copies are far shorter.
const LIMIT: u64 = 256 << 20;

/// The keys and times of the lines of a log, in their order.
struct Lines(Vec<(Vec<u64>, String)>);

/// Names for each log the others that have its first line. `starts` are the keys of the first line of each log's
/// conversation, by its path.
pub(super) fn find_families(logs: &mut [LogPlace], starts: &HashMap<PathBuf, Vec<u64>>) {
    let mut by_key: HashMap<u64, Vec<usize>> = HashMap::new();
    for (at, place) in logs.iter().enumerate() {
        for key in starts.get(&place.path).into_iter().flatten() {
            by_key.entry(*key).or_default().push(at);
        }
    }
    for members in by_key.into_values().filter(|members| members.len() > 1) {
        for at in &members {
            for other in members.iter().filter(|other| *other != at) {
                let path = logs[*other].path.clone();
                if !logs[*at].family.contains(&path) {
                    logs[*at].family.push(path);
                }
            }
        }
    }
    logs.iter_mut().for_each(|place| place.family.sort());
}

/// Returns the keys of lines that other logs of a family own; none of a log that cannot be read.
pub(crate) fn owned_by_others(place: &LogPlace) -> HashSet<u64> {
    let read = |path: &PathBuf| Some((path.clone(), Lines::read(place.source, path).ok()?));
    let Some(own) = read(&place.path) else { return HashSet::new() };
    let others = place.family.iter().filter_map(read);
    let owners = others.filter(|other| is_before(other, &own));
    owners.flat_map(|(_, lines)| lines.0).flat_map(|(keys, _)| keys).collect()
}

/// Returns whether a log owns the lines that it shares with another: the log that went on first, or not at all, does.
/// Of two files of one session it is the longer one.
fn is_before((path, lines): &(PathBuf, Lines), (other, others): &(PathBuf, Lines)) -> bool {
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

    /// When the first line was written that another log does not have; `None` if that has all of them.
    fn left(&self, other: &Self) -> Option<&str> {
        let known: HashSet<u64> = other.0.iter().flat_map(|(keys, _)| keys.iter().copied()).collect();
        let own = self.0.iter().find(|(keys, _)| keys.iter().all(|key| !known.contains(key)));
        own.map(|(_, time)| time.as_str())
    }
}
