use std::path::{Path, PathBuf};

/// Makes `path` absolute against `from` without looking at the disk: `.` and `..` are resolved by
/// text alone, double and trailing slashes go, and a leading `~` is the home folder (when there is
/// one). This is how Pixir expands every path.
pub(crate) fn expand(path: &Path, from: &Path, home: Option<&Path>) -> PathBuf {
    let path = at_home(path, home);
    let whole = if path.is_absolute() { path } else { at_home(from, home).join(path) };
    let mut expanded = PathBuf::new();
    for part in whole.components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir => {
                expanded.pop();
            }
            other => expanded.push(other),
        }
    }
    expanded
}

fn at_home(path: &Path, home: Option<&Path>) -> PathBuf {
    match (path.strip_prefix("~"), home) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_resolved_by_text_alone() {
        let check = |path: &str, expected: &str| {
            let found = expand(Path::new(path), Path::new("/a/b"), Some(Path::new("/home/u")));
            assert_eq!(found, Path::new(expected), "{path:?}");
        };
        check("c", "/a/b/c");
        check("./c//d/", "/a/b/c/d");
        check("x/../c", "/a/b/c");
        check("../../../../c", "/c");
        check("/x/./y/..", "/x");
        check("", "/a/b");
        check("~", "/home/u");
        check("~/s", "/home/u/s");
        check("~x/s", "/a/b/~x/s");
    }
}
