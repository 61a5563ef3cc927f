//! Paths in declarations: always from a folder, and never out of it as they are written. Links are judged
//! when a path is used.

use skills::PathFlaw;

/// A relative path without `.` and doubled slashes; an error says what is wrong.
pub(super) fn inside(path: &str) -> Result<String, PathFlaw> {
    let bytes = path.as_bytes();
    if path.contains(char::is_control) {
        return Err(PathFlaw::Control);
    }
    if path.contains('\\') {
        return Err(PathFlaw::Backslash);
    }
    if path.starts_with('/') || bytes.get(1) == Some(&b':') && bytes[0].is_ascii_alphabetic() {
        return Err(PathFlaw::Absolute);
    }
    if path == "~" || path.starts_with("~/") {
        return Err(PathFlaw::Home);
    }
    let parts: Vec<&str> = path.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    if parts.contains(&"..") {
        return Err(PathFlaw::Upwards);
    }
    Ok(parts.join("/"))
}

/// Whether a path or a pattern names a folder that no source reads.
pub(super) fn is_kept_out(path: &str) -> bool {
    path.split('/').any(crate::gather::is_kept_out)
}

#[cfg(test)]
mod tests {
    use skills::PathFlaw;

    use super::inside;

    #[test]
    fn a_path_stays_inside() {
        for (path, expected) in [
            ("a/b", Ok("a/b")),
            ("./a//b/./c/", Ok("a/b/c")),
            ("", Ok("")),
            (".", Ok("")),
            ("...", Ok("...")),
            ("a..b", Ok("a..b")),
            ("~a", Ok("~a")),
            ("a b/é", Ok("a b/é")),
            ("/a", Err(PathFlaw::Absolute)),
            ("C:/a", Err(PathFlaw::Absolute)),
            ("c:a", Err(PathFlaw::Absolute)),
            ("..", Err(PathFlaw::Upwards)),
            ("a/../b", Err(PathFlaw::Upwards)),
            ("a\\b", Err(PathFlaw::Backslash)),
            ("~/a", Err(PathFlaw::Home)),
            ("a\0b", Err(PathFlaw::Control)),
        ] {
            assert_eq!(inside(path).as_deref(), expected.as_ref().copied(), "{path:?}");
        }
    }
}
