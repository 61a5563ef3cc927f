//! Where links lead, told from the words in them: nothing is followed.

use std::path::{Component, Path};

/// Whether a link at `rel` that says `target` stays below the top that `rel` is counted from. An absolute one
/// does not, wherever it leads.
pub fn stays_below(rel: &Path, target: &Path) -> bool {
    // Deep enough that no sum of parts leaves the numbers.
    let mut depth = rel.components().count() as i64 - 1;
    for part in target.components() {
        match part {
            Component::Normal(_) => depth += 1,
            Component::CurDir => {}
            Component::ParentDir => depth -= 1,
            Component::RootDir | Component::Prefix(_) => return false,
        }
        if depth < 0 {
            return false;
        }
    }
    !target.as_os_str().is_empty()
}
