//! What turns over between two looks. Most of two looks is the same, and a name that nothing is about turns nowhere, so
//! that only what shares a name with what has changed is ruled anew.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

use unicode_normalization::UnicodeNormalization;

use crate::convention::Key;
use crate::matrix::matrix_of;
use crate::survey::{FOLDERS, Found, Looked, Sighting};
use crate::{Convention, Flip, Survey, Visibility, column};

/// The cells that are other in the second look than in the first, by name. `own` is what [`crate::matrix`] is given.
pub fn flips(before: &Survey, after: &Survey, own: &Visibility) -> Vec<Flip> {
    let Some(words) = words_changed(before, after) else {
        return crate::matrix(before, own).flips(&crate::matrix(after, own));
    };
    let may_turn = |sighting: &Sighting| {
        // A file in the root itself may be the only one there.
        sighting.folders.is_empty() || words_of(sighting).iter().any(|word| words.contains(word))
    };
    let parts = [before, after].map(|survey| (survey, survey.only(may_turn)));
    let [before, after] = parts.each_ref().map(|(whole, part)| {
        matrix_of(|convention: Convention| {
            // There a file has a name from each folder that leads to it, and one of them decides over the others.
            let is_whole = convention.rules().key == Key::Folder;
            column(convention, if is_whole { whole } else { part }, own)
        })
    });
    before.flips(&after)
}

/// The words of all files that one look has and the other has not, or not so; nothing where every file counts.
fn words_changed(before: &Survey, after: &Survey) -> Option<HashSet<String>> {
    let mut words = HashSet::new();
    for (one, other) in [(before, after), (after, before)] {
        for (root, looked) in &one.roots {
            let there: HashSet<_> = other.roots.get(root).into_iter().flat_map(marks).collect();
            for sighting in looked.files.iter().filter(|sighting| !there.contains(&mark(sighting))) {
                if sighting.folders.is_empty() {
                    return None;
                }
                words.extend(words_of(sighting));
            }
        }
    }
    Some(words)
}

/// What tells one sighting in a root from another: a look takes what has not changed from the one before.
fn mark(sighting: &Sighting) -> (*const Found, bool, bool, bool) {
    let Sighting { file, ordinal, inside, is_link, .. } = sighting;
    (Arc::as_ptr(file), *ordinal >= FOLDERS, *inside, *is_link)
}

fn marks(looked: &Looked) -> impl Iterator<Item = (*const Found, bool, bool, bool)> {
    looked.files.iter().map(mark)
}

/// What the names of a file come down to, by whichever reader: of two that some convention calls alike, one word is the
/// same.
fn words_of(sighting: &Sighting) -> Vec<String> {
    let folder = sighting.file.path.parent().and_then(Path::file_name).map(OsStr::to_string_lossy);
    let names = folder.as_deref().into_iter().chain(sighting.file.readings.names());
    let mut words = Vec::new();
    for name in names {
        words.push(word(name.chars()));
        // Some look at other characters in another form first.
        words.extend((!name.is_ascii()).then(|| word(name.nfkc())));
    }
    words
}

/// Letters and digits of ASCII, which are in every key that is made of a name.
fn word(name: impl Iterator<Item = char>) -> String {
    name.flat_map(char::to_lowercase).filter(char::is_ascii_alphanumeric).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::flips;
    use crate::survey::drawn::{deed, lie, places, plan, room, step};
    use crate::{Trust, Visibility, matrix, survey};

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn what_turns_is_what_differs_between_two_whole_matrices(
            lies in prop::collection::vec(lie(), 1..12),
            deeds in prop::collection::vec(deed(), 1..5),
            is_trusted in any::<bool>(),
        ) {
            let (_room, top) = room(&lies);
            let before = survey(&places(&top));
            let plan = plan(deeds.iter().filter_map(|(at, deed)| step(&top, at, deed)).collect());
            let own = Visibility::whole(if is_trusted { Trust::Trusted } else { Trust::Untrusted });
            let after = before.after(&plan);
            prop_assert_eq!(flips(&before, &after, &own), matrix(&before, &own).flips(&matrix(&after, &own)));
        }
    }
}
