//! The logs of other agents, which lie in no workspace: found once for all of them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use sessions::{Found, Heads, LogPlace, Problem, find_elsewhere};

use crate::Workspace;
use crate::locked::{FRESH, locked};

/// The result of a search is used this many times as long as the search took, so that a long list is not made over and
/// over.
const USED_AS_LONG: u32 = 10;

/// The heads of logs, below Assay's own folder.
const HEADS: &str = "index/heads";

/// The last search, shared by all workspaces of one process.
#[derive(Default)]
pub(crate) struct ElsewhereCache {
    /// Read from Assay's own folder with the first search.
    heads: Option<Heads>,
    last: Option<LastSearch>,
}

struct LastSearch {
    begun: SystemTime,
    used_until: SystemTime,
    found: Arc<ElsewhereLogs>,
}

/// The logs of other agents as of one search.
#[derive(Debug, Default)]
pub struct ElsewhereLogs {
    /// The logs, in the order they were found.
    pub logs: Arc<[LogPlace]>,
    /// Files and folders that should hold logs and cannot be read.
    pub problems: Vec<Problem>,
    /// The numbers of the logs that were started in a folder.
    by_folder: BTreeMap<PathBuf, Vec<usize>>,
}

impl ElsewhereLogs {
    fn new(logs: Vec<LogPlace>, problems: Vec<Problem>) -> Self {
        let mut by_folder: BTreeMap<PathBuf, Vec<usize>> = BTreeMap::new();
        let mut number = 0;
        // Most logs of a folder are found one after the other.
        for together in logs.chunk_by(|one, next| one.workspace == next.workspace) {
            let numbers = by_folder.entry(together[0].workspace.clone()).or_default();
            numbers.extend(number..number + together.len());
            number += together.len();
        }
        Self { logs: logs.into(), problems, by_folder }
    }

    /// Returns the logs that were started in a folder or below it, in the order they were found.
    pub fn below(&self, folder: &Path) -> Vec<&LogPlace> {
        // Paths are sorted by their parts, so that those below a folder follow it.
        let inside =
            self.by_folder.range(folder.to_owned()..).take_while(|(path, _)| path.starts_with(folder));
        let mut numbers: Vec<usize> = inside.flat_map(|(_, numbers)| numbers.iter().copied()).collect();
        numbers.sort_unstable();
        numbers.into_iter().map(|number| &self.logs[number]).collect()
    }

    /// Returns every folder in which a session was started, sorted; of sessions without a folder of this system the
    /// name that they are listed below.
    pub fn folders(&self) -> impl Iterator<Item = &Path> {
        self.by_folder.keys().map(PathBuf::as_path)
    }

    /// Returns whether a session was started in exactly this folder.
    pub fn has_folder(&self, folder: &Path) -> bool {
        self.by_folder.contains_key(folder)
    }
}

impl ElsewhereCache {
    /// Makes the next request search again.
    pub fn forget_search(&mut self) {
        self.last = None;
    }
}

impl Workspace {
    /// Returns the logs of other agents, whatever their folder. A result is used for a second at least, and until
    /// something is said to have changed.
    pub fn logs_elsewhere(&self) -> Arc<ElsewhereLogs> {
        let mut cache = locked(&self.elsewhere);
        let begun = self.now();
        if let Some(last) = cache.last.as_ref().filter(|last| (last.begun..last.used_until).contains(&begun))
        {
            return Arc::clone(&last.found);
        }
        let found = self.find_logs_elsewhere(&mut cache.heads);
        let found = Arc::new(ElsewhereLogs::new(found.logs, found.problems));
        let took = self.now().duration_since(begun).unwrap_or_default();
        let used_until = begun + (took * USED_AS_LONG).max(FRESH);
        cache.last = Some(LastSearch { begun, used_until, found: Arc::clone(&found) });
        found
    }

    /// Finds them with the heads that an earlier process kept, and keeps those for the next one. Where they cannot be
    /// kept, logs are opened again.
    fn find_logs_elsewhere(&self, heads: &mut Option<Heads>) -> Found {
        let file = self.surroundings().kept.as_ref().map(|kept| kept.join(HEADS));
        let read = || file.as_deref().map(Heads::from_file).unwrap_or_default();
        let heads = heads.get_or_insert_with(read);
        let found = find_elsewhere(&self.surroundings().homes(), heads);
        if let Some(file) = file {
            heads.save(&file).ok();
        }
        found
    }
}
