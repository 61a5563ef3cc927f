//! Paths in declarations: always from a folder, and never out of it as they are written. Links are judged
//! when a path is used.

/// A relative path without `.` and doubled slashes; an error says what is wrong, to go on from "it".
pub(super) fn inside(path: &str) -> Result<String, &'static str> {
    let bytes = path.as_bytes();
    if path.contains(char::is_control) {
        return Err("has a control character");
    }
    if path.contains('\\') {
        return Err("has a backslash");
    }
    if path.starts_with('/') || bytes.get(1) == Some(&b':') && bytes[0].is_ascii_alphabetic() {
        return Err("is absolute");
    }
    if path == "~" || path.starts_with("~/") {
        return Err("begins at the home folder");
    }
    let parts: Vec<&str> = path.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    if parts.contains(&"..") {
        return Err("contains `..`");
    }
    Ok(parts.join("/"))
}

/// Whether a path or a pattern names a folder that no source reads.
pub(super) fn is_kept_out(path: &str) -> bool {
    path.split('/').any(crate::gather::is_kept_out)
}

#[cfg(test)]
mod tests {
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
            ("/a", Err("is absolute")),
            ("C:/a", Err("is absolute")),
            ("c:a", Err("is absolute")),
            ("..", Err("contains `..`")),
            ("a/../b", Err("contains `..`")),
            ("a\\b", Err("has a backslash")),
            ("~/a", Err("begins at the home folder")),
            ("a\0b", Err("has a control character")),
        ] {
            assert_eq!(inside(path).as_deref().map_err(|words| *words), expected, "{path:?}");
        }
    }
}
