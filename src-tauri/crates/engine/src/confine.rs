//! What a path from an agent may look like. This is the first of two checks; the second is that the file is
//! opened below the skill's folder by a handle that no link leads out of.

use std::fmt;
use std::path::PathBuf;

/// What is wrong with a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PathFault {
    /// It is empty or has a NUL byte.
    Odd,
    /// It does not begin at the skill: `/x`, `~/x`, `C:\x`.
    Absolute,
    /// It begins above the skill: `../x`.
    Above,
    /// It goes up on its way: `a/../../x`.
    Through,
    /// It would be one of those above if somebody decoded it: `..%2fx`.
    Encoded,
    /// A link on its way leads out of the skill.
    Link,
}

impl PathFault {
    /// The kind of refusal.
    pub fn kind(self) -> &'static str {
        match self {
            Self::Odd => "invalid_args",
            Self::Absolute | Self::Above | Self::Through | Self::Encoded | Self::Link => "outside_workspace",
        }
    }

    /// One word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Odd => "odd",
            Self::Absolute => "absolute",
            Self::Above => "above",
            Self::Through => "through",
            Self::Encoded => "encoded",
            Self::Link => "link",
        }
    }
}

impl fmt::Display for PathFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Odd => "is not a file path. Name a file of the skill.",
            Self::Absolute => "must be a relative path inside the skill's folder.",
            Self::Above => "begins above the skill's folder. Name a file below it.",
            Self::Through => "goes up with '..' on its way. Name the file directly.",
            Self::Encoded => "hides a path in an encoding. Write it plainly.",
            Self::Link => "is reached by a link that leads out of the skill's folder, and is not followed.",
        })
    }
}

/// The path below a skill's folder that an agent names, by its text alone. `\` counts as `/`, a leading `./` and
/// doubled separators go; any `..` is refused, whether or not it would stay inside.
///
/// # Errors
///
/// [`PathFault`] when the path is empty, has a NUL byte, is absolute, has a `..`, or would be one of these
/// once its `%` escapes were decoded.
pub fn inside(path: &str) -> Result<PathBuf, PathFault> {
    let mut found = PathBuf::new();
    for (number, part) in parts(path)?.into_iter().enumerate() {
        match part {
            ".." if number == 0 => return Err(PathFault::Above),
            ".." => return Err(PathFault::Through),
            part => found.push(part),
        }
    }
    if found.as_os_str().is_empty() { Err(PathFault::Odd) } else { Ok(found) }
}

/// As [`inside`], but a `..` that stays below the folder is resolved by text, as Pixir does.
pub(crate) fn normalised(path: &str) -> Result<PathBuf, PathFault> {
    let mut found: Vec<&str> = Vec::new();
    for (number, part) in parts(path)?.into_iter().enumerate() {
        if part != ".." {
            found.push(part);
        } else if found.pop().is_none() {
            return Err(if number == 0 { PathFault::Above } else { PathFault::Through });
        }
    }
    if found.is_empty() { Err(PathFault::Odd) } else { Ok(found.iter().collect()) }
}

/// The parts of a relative path, `.` left out.
fn parts(path: &str) -> Result<Vec<&str>, PathFault> {
    if path.is_empty() || path.contains('\0') {
        return Err(PathFault::Odd);
    }
    let is_drive = |path: &str| {
        let mut letters = path.chars();
        letters.next().is_some_and(|first| first.is_ascii_alphabetic()) && letters.next() == Some(':')
    };
    if path.starts_with(['/', '\\', '~']) || is_drive(path) {
        return Err(PathFault::Absolute);
    }
    let parts: Vec<_> = path.split(['/', '\\']).filter(|part| !part.is_empty() && *part != ".").collect();
    if !parts.contains(&"..") && climbs_when_decoded(path) {
        return Err(PathFault::Encoded);
    }
    Ok(parts)
}

/// Whether percent signs, decoded up to three times, make it climb or begin elsewhere.
fn climbs_when_decoded(path: &str) -> bool {
    let mut bytes = path.as_bytes().to_vec();
    for _ in 0..3 {
        let decoded = decoded(&bytes);
        if decoded == bytes {
            return false;
        }
        bytes = decoded;
        let is_separator = |byte: &u8| matches!(byte, b'/' | b'\\');
        let climbs = bytes.split(is_separator).any(|part| part == b"..");
        if climbs || bytes.contains(&0) || bytes.first().is_some_and(is_separator) {
            return true;
        }
    }
    false
}

fn decoded(bytes: &[u8]) -> Vec<u8> {
    let digit = |byte: Option<&u8>| byte.and_then(|byte| char::from(*byte).to_digit(16));
    let (mut found, mut at) = (Vec::with_capacity(bytes.len()), 0);
    while let Some(&byte) = bytes.get(at) {
        match (byte, digit(bytes.get(at + 1)), digit(bytes.get(at + 2))) {
            (b'%', Some(high), Some(low)) => {
                found.push(u8::try_from(high * 16 + low).unwrap_or(b'?'));
                at += 3;
            }
            _ => {
                found.push(byte);
                at += 1;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{PathFault, inside, normalised};

    #[test]
    fn s4_79_s4_14_a_path_stays_below_the_skill_by_its_text() {
        let check = |path: &str, expected: Result<&str, PathFault>| {
            assert_eq!(inside(path), expected.map(PathBuf::from), "{path:?}");
        };
        check("scripts/a.py", Ok("scripts/a.py"));
        check("./scripts//a.py", Ok("scripts/a.py"));
        check("scripts\\a.py", Ok("scripts/a.py"));
        check("..a/b..", Ok("..a/b.."));
        check("100%/a", Ok("100%/a"));
        check("a%20b", Ok("a%20b"));
        for absolute in ["/abs", "\\abs", "~/x", "C:\\x", "c:x", "//server/x"] {
            check(absolute, Err(PathFault::Absolute));
        }
        for above in ["..", "../x", "./../x", "..\\x"] {
            check(above, Err(PathFault::Above));
        }
        for through in ["a/../../x", "a/..", "a\\..\\x"] {
            check(through, Err(PathFault::Through));
        }
        for encoded in ["%2e%2e/x", "..%2fx", "%2fetc/passwd", "%252e%252e%252fx", "a/%2E%2e/x", "a%00"] {
            check(encoded, Err(PathFault::Encoded));
        }
        for odd in ["", ".", "./", "a\0b"] {
            check(odd, Err(PathFault::Odd));
        }
    }

    #[test]
    fn each_fault_has_a_word_for_programs() {
        use PathFault::{Above, Absolute, Encoded, Link, Odd, Through};
        let words = [Odd, Absolute, Above, Through, Encoded, Link].map(PathFault::word);
        assert_eq!(words, ["odd", "absolute", "above", "through", "encoded", "link"]);
    }

    #[test]
    fn s0_13_what_stays_inside_is_resolved_where_pixir_does() {
        assert_eq!(normalised("x/../SKILL.md"), Ok("SKILL.md".into()));
        assert_eq!(normalised("a/b/../c"), Ok("a/c".into()));
        assert_eq!(normalised("a/../.."), Err(PathFault::Through));
        assert_eq!(normalised("../a"), Err(PathFault::Above));
        assert_eq!(normalised("a/.."), Err(PathFault::Odd));
    }
}
