//! The files beside a SKILL.md, as far as Assay itself saw them.

use std::time::{Duration, UNIX_EPOCH};

use ::skills::Ledger;

use super::BundledFact;
use crate::wire::Millis;

/// Files named in one list.
const NAMED: usize = 20;

/// How the files differ from what they were when a snapshot was last used; nothing while they were not seen.
pub(crate) fn bundled(ledger: &Ledger, used: Option<Millis>) -> Option<BundledFact> {
    let since = Millis::at(ledger.since()?);
    let moment =
        used.and_then(|used| UNIX_EPOCH.checked_add(Duration::from_millis(u64::try_from(used.0).ok()?)));
    let (then, change) = ledger.change_since(moment.unwrap_or(UNIX_EPOCH))?;
    let named = |files: &[String]| files.iter().take(NAMED).cloned().collect();
    Some(BundledFact {
        since,
        from: Millis::at(then.from),
        after_use: used.is_none_or(|used| used < since),
        count: u32::try_from(change.count()).unwrap_or(u32::MAX),
        changed: named(&change.changed),
        added: named(&change.added),
        removed: named(&change.removed),
        unhashed: ledger.sightings.last().map_or(0, |last| last.bundle.unhashed),
    })
}

impl BundledFact {
    /// `2 bundled files changed`
    pub(crate) fn words(&self) -> String {
        let files = if self.count == 1 { "bundled file" } else { "bundled files" };
        format!("{} {files} changed since Assay saw them", self.count)
    }
}
