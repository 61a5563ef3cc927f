//! Reads of files by their names, judged as the words of a command are.

use std::path::{Path, PathBuf};

use crate::guarded::{NO_TEXT, guarded, guarded_end, guarded_twins};
use crate::inquiry::{MOST_REASONS, unasked};
use crate::judge::Judgement;
use crate::links::{End, Links};

/// Judges files below `top` that are read and shown, as a command that prints them is judged: by their names, by those
/// they have where their links lead, and by other names of the same file. A place outside `top` is not judged.
pub fn judge_files<P: AsRef<Path>>(top: &Path, files: &[P]) -> Judgement {
    let mut links = Links::new(None);
    let root = links.real(top);
    let mut others = Vec::new();
    let mut named = |file: &Path| {
        let end = match links.follow(&root.join(file)) {
            End::Whole(end) | End::Part(end) => Some(end),
            End::Lost => None,
        };
        let name = file.to_str().map_or_else(|| Some(NO_TEXT.to_owned()), guarded);
        name.or_else(|| end.and_then(|end| guarded_end(&root, &end)))
    };
    let mut found: Vec<(&Path, String)> = Vec::new();
    for file in files.iter().map(AsRef::as_ref) {
        match named(file) {
            Some(name) => found.push((file, name)),
            None => others.push(file),
        }
    }
    let paths: Vec<PathBuf> = others.iter().map(|file| root.join(file)).collect();
    found.extend(guarded_twins(&root, &paths).into_iter().map(|(at, name)| (others[at], name)));
    let reasons = found.into_iter().take(MOST_REASONS);
    let reasons: Vec<_> = reasons.map(|(file, name)| unasked(&file.to_string_lossy(), &name)).collect();
    Judgement { reads_only: reasons.is_empty(), reasons }
}
