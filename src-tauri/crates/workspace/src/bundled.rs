//! The files beside a SKILL.md, as far as Assay itself saw them.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use skills::Ledger;

/// Files named in one list.
const NAMED: usize = 20;

/// What is known of the files beside a SKILL.md, of which sessions record nothing.
#[derive(Debug, Clone)]
pub struct Bundled {
    /// When Assay first saw them; nothing is known of the time before.
    pub since: SystemTime,
    /// Since when they had been what they are compared with.
    pub from: SystemTime,
    /// Assay first saw them after the snapshot's last activation.
    pub after_use: bool,
    /// Files that differ, in all.
    pub count: u32,
    /// Files with other bytes, the first 20.
    pub changed: Vec<String>,
    /// Files that were not there, the first 20.
    pub added: Vec<String>,
    /// Files that are gone, the first 20.
    pub removed: Vec<String>,
    /// Files that were not hashed: links, or beyond 500 files or 16 MiB.
    pub unhashed: u32,
}

impl Bundled {
    /// How the files differ from what they were when a snapshot was last used; nothing while they were not seen.
    pub(crate) fn of(ledger: &Ledger, used: Option<i64>) -> Option<Self> {
        let since = ledger.since()?;
        let moment =
            used.and_then(|used| UNIX_EPOCH.checked_add(Duration::from_millis(u64::try_from(used).ok()?)));
        let (then, change) = ledger.change_since(moment.unwrap_or(UNIX_EPOCH))?;
        let named = |files: &[String]| files.iter().take(NAMED).cloned().collect();
        Some(Self {
            since,
            from: then.from,
            after_use: moment.is_none_or(|used| used < since),
            count: u32::try_from(change.count()).unwrap_or(u32::MAX),
            changed: named(&change.changed),
            added: named(&change.added),
            removed: named(&change.removed),
            unhashed: ledger.sightings.last().map_or(0, |last| last.bundle.unhashed),
        })
    }

    /// `2 bundled files changed`
    pub fn words(&self) -> String {
        let files = if self.count == 1 { "bundled file" } else { "bundled files" };
        format!("{} {files} changed since Assay saw them", self.count)
    }
}
