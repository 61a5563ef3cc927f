//! The file of a plugin's skill after the plugin was updated: agents keep each version in a folder of its own.

use std::cmp::Reverse;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Versions of one plugin that are looked at, at most.
const VERSIONS: usize = 100;

/// Finds the file that stands at the place of a missing one in the newest other version of its plugin.
///
/// Below a folder called `plugins`, the first missing folder of the path is the version if its name looks like one;
/// its siblings that look like versions are the others. Nothing is read but names.
pub(crate) fn other_version(path: &Path) -> Option<PathBuf> {
    let missing = path.ancestors().take_while(|at| disk::look(at).is_err()).last()?;
    let (versions, rest) = (missing.parent()?, path.strip_prefix(missing).ok()?);
    let is_of_plugins = versions.iter().any(|part| part == "plugins");
    if !is_of_plugins || !is_version(missing.file_name()?) {
        return None;
    }
    let others = disk::list(versions).ok()?;
    let names = others.iter().map(|entry| &entry.name).filter(|name| is_version(name)).take(VERSIONS);
    let files = names.map(|name| (name, versions.join(name).join(rest)));
    let found = files.filter_map(|(name, file)| {
        let look = disk::look(&file).ok().filter(|look| look.kind == disk::Kind::File)?;
        Some((numbers(name), look.stamp.modified_ns, Reverse(file.clone()), file))
    });
    found.max().map(|(.., file)| file)
}

/// Returns whether two paths name the same file of two versions of one plugin.
pub(crate) fn are_versions(one: &Path, other: &Path) -> bool {
    if one.components().count() != other.components().count() {
        return false;
    }
    let pairs = || one.iter().zip(other.iter());
    let mut different = pairs().filter(|(one, other)| one != other);
    let (Some((from, to)), None) = (different.next(), different.next()) else { return false };
    let before = pairs().take_while(|(one, other)| one == other);
    is_version(from) && is_version(to) && before.into_iter().any(|(part, _)| part == "plugins")
}

/// Returns whether a folder's name looks like a version: a number, a commit, or the word for one that is not known.
fn is_version(name: &OsStr) -> bool {
    let Some(name) = name.to_str() else { return false };
    let number = name.strip_prefix('v').unwrap_or(name);
    let is_commit = name.len() >= 7 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
    number.starts_with(|first: char| first.is_ascii_digit()) || is_commit || name == "unknown"
}

/// The numbers of a version up to the first part that is none, such as `[4, 3, 0]`; none of a commit.
fn numbers(name: &OsStr) -> Vec<u64> {
    let name = name.to_str().unwrap_or_default();
    let parts = name.strip_prefix('v').unwrap_or(name).split(['.', '-', '+']);
    parts.map_while(|part| part.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{are_versions, other_version};

    /// Whether the file of version 1.0.0 is found at `expected`, where these files are below the folder.
    fn check(missing: &str, files: &[&str], expected: Option<&str>) {
        let folder = tempfile::tempdir().expect("a folder");
        for file in files {
            let file = folder.path().join(file);
            disk::make_folder(file.parent().expect("it has one")).expect("made");
            disk::write_atomic(&file, b"text").expect("written");
        }
        let found = other_version(&folder.path().join(missing));
        assert_eq!(found, expected.map(|file| folder.path().join(file)), "{missing} {files:?}");
    }

    #[test]
    fn two_versions_of_a_plugin_differ_in_one_folder() {
        let check = |other: &str, expected: bool| {
            let recorded = Path::new("/h/plugins/cache/m/p/1.0.0/skills/a/SKILL.md");
            assert_eq!(are_versions(recorded, Path::new(other)), expected, "{other}");
        };
        check("/h/plugins/cache/m/p/1.3.0/skills/a/SKILL.md", true);
        check("/h/plugins/cache/m/p/0a1b2c3d/skills/a/SKILL.md", true);
        check("/h/plugins/cache/m/p/1.0.0/skills/a/SKILL.md", false);
        check("/h/plugins/cache/m/p/1.3.0/skills/b/SKILL.md", false);
        check("/h/plugins/cache/m/q/1.0.0/skills/a/SKILL.md", false);
        check("/h/plugins/cache/m/p/1.3.0/a/SKILL.md", false);
    }

    #[test]
    fn the_newest_other_version_of_a_plugin_with_the_file_is_found() {
        let missing = "plugins/cache/m/p/1.0.0/skills/a/SKILL.md";
        check(
            missing,
            &["plugins/cache/m/p/1.9.0/skills/a/SKILL.md", "plugins/cache/m/p/1.10.0/skills/a/SKILL.md"],
            Some("plugins/cache/m/p/1.10.0/skills/a/SKILL.md"),
        );
        check(
            missing,
            &["plugins/cache/m/p/0a1b2c3d/skills/a/SKILL.md"],
            Some("plugins/cache/m/p/0a1b2c3d/skills/a/SKILL.md"),
        );
        check(missing, &["plugins/cache/m/p/2.0.0/skills/b/SKILL.md"], None);
        check(missing, &["plugins/cache/m/q/1.0.0/skills/a/SKILL.md"], None);
        check(missing, &["plugins/cache/m/p/backup/skills/a/SKILL.md"], None);
        check("cache/p/1.0.0/a/SKILL.md", &["cache/p/2.0.0/a/SKILL.md"], None);
        check(missing, &[], None);
    }

    #[test]
    fn a_version_without_the_file_has_no_other() {
        let files =
            ["plugins/cache/m/p/1.0.0/skills/b/SKILL.md", "plugins/cache/m/p/2.0.0/skills/a/SKILL.md"];
        check("plugins/cache/m/p/1.0.0/skills/a/SKILL.md", &files, None);
    }
}
