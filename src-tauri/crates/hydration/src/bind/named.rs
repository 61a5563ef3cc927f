//! Which paths the words of a command may name, and what stands there. A word is taken apart at every mark that may
//! stand before a path: what is taken for one by mistake is bound too, and does no harm.

use std::path::{Component, Path, PathBuf};

use disk::Kind;

/// Marks that may stand between a path and what is no part of it.
const BETWEEN: &[char] = &[
    '=', ':', ',', ';', '@', '<', '>', '|', '&', '(', ')', '{', '}', '[', ']', '"', '\'', '`', ' ', '\t',
    '\r', '\n',
];
/// Letters of the longest word that is looked up.
const LONGEST: usize = 4096;
/// Links on the way of one path.
const MOST_LINKS: usize = 40;

/// What a word may name: itself, and each of its pieces, also behind an option's letter.
pub fn candidates(word: &str) -> Vec<&str> {
    let mut found = vec![word];
    for piece in word.split(BETWEEN) {
        found.push(piece);
        if let Some(option) = piece.strip_prefix('-') {
            found.push(option.trim_start_matches('-'));
            // `-Ipath`
            found.extend(option.char_indices().nth(1).map(|(at, _)| &option[at..]));
        }
    }
    // What is written before another path, as `$(dirname "$0")/lib.sh` is, leaves a piece that begins with a slash.
    let inner: Vec<&str> = found.iter().filter_map(|piece| piece.strip_prefix('/')).collect();
    found.extend(inner);
    found.retain(|piece| !piece.is_empty() && piece.len() < LONGEST && !piece.contains('\0'));
    found.sort_unstable();
    found.dedup();
    found
}

/// Where a path leads.
#[derive(Debug)]
pub struct Reached {
    /// Its real path.
    pub real: PathBuf,
    /// What stands there.
    pub kind: Kind,
    /// The links on the way, each by its own path, with its target as it is written in it.
    pub links: Vec<(PathBuf, PathBuf)>,
}

/// Follows an absolute path; nothing if it leads nowhere.
pub fn reach(path: &Path) -> Option<Reached> {
    let (mut real, mut links) = (PathBuf::new(), Vec::new());
    let mut rest: Vec<PathBuf> = reversed(path);
    while let Some(part) = rest.pop() {
        if part.as_os_str() == ".." {
            real.pop();
            continue;
        }
        real.push(&part);
        let found = disk::look_at_entry(&real).ok()?;
        if found.kind != Kind::Link {
            continue;
        }
        if links.len() >= MOST_LINKS {
            return None;
        }
        let target = disk::link_target(&real).ok()?;
        links.push((real.clone(), target.clone()));
        real.pop();
        if target.is_absolute() {
            real = PathBuf::new();
        }
        rest.extend(reversed(&target));
    }
    let kind = disk::look_at_entry(&real).ok()?.kind;
    Some(Reached { real, kind, links })
}

fn reversed(path: &Path) -> Vec<PathBuf> {
    let parts = path.components().filter(|part| !matches!(part, Component::CurDir));
    parts.map(|part| PathBuf::from(part.as_os_str())).collect::<Vec<_>>().into_iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::candidates;

    #[test]
    fn a_path_is_found_in_every_form_of_a_word() {
        for word in [
            "a/x.sh",
            "--file=a/x.sh",
            "-Ia/x.sh",
            "-fa/x.sh",
            "@a/x.sh",
            "X=a/x.sh",
            "file:a/x.sh",
            "'a/x.sh'",
            "x(\"a/x.sh\")",
            "do \"a/x.sh\"",
            "<a/x.sh",
            "-a/x.sh",
            "b:a/x.sh",
            "/a/x.sh",
            "--a=b=a/x.sh",
        ] {
            assert!(candidates(word).contains(&"a/x.sh"), "{word}: {:?}", candidates(word));
        }
        assert!(candidates("a b.sh").contains(&"a b.sh"), "a quoted blank");
    }
}
