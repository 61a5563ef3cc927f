//! Names that a stranger gave, judged before anything of that name is made.

use std::collections::{HashMap, HashSet};

use message::{Message, message};
use unicode_normalization::UnicodeNormalization;

use super::entry::{Entry, EntryKind};
use super::{DEEPEST, Doubt};
use crate::manage::{STAGING, is_device};

/// Most bytes of one name between two slashes, which file systems allow.
const LONGEST_PART: usize = 255;
/// Most bytes of a whole path from the top.
const LONGEST: usize = 1_000;

/// The parts of a name, or why nothing may be made under it.
pub(crate) fn parts(name: &[u8]) -> Result<Vec<&str>, Doubt> {
    let at = String::from_utf8_lossy(name).into_owned();
    let refuse = |rule, words: Message| Err(Doubt::refuses(rule, at.clone(), words));
    let Ok(text) = std::str::from_utf8(name) else {
        return refuse("name-not-utf8", message!("The name is not UTF-8."));
    };
    // A folder's name ends with a slash in an archive.
    let text = text.strip_suffix('/').unwrap_or(text);
    if text.contains('\0') {
        return refuse("name-nul", message!("The name has a NUL byte, where some programs end it."));
    }
    let drive = text.as_bytes().get(1) == Some(&b':') && text.as_bytes()[0].is_ascii_alphabetic();
    if text.starts_with(['/', '\\']) || drive {
        return refuse("absolute-name", message!("The name is absolute; unpacked, it would be outside."));
    }
    let parts: Vec<&str> = text.split('/').collect();
    if text.split(['/', '\\']).any(|part| part == "..") {
        return refuse("leads-out", message!("The name has `..`; unpacked, it would be outside."));
    }
    if text.contains('\\') {
        return refuse(
            "name-backslash",
            message!("The name has a backslash, which separates folders on some systems."),
        );
    }
    if text.len() > LONGEST || parts.iter().any(|part| part.len() > LONGEST_PART) {
        return refuse(
            "name-length",
            message!(
                "A name has at most {part} bytes, a path at most {path}.",
                part = LONGEST_PART,
                path = LONGEST
            ),
        );
    }
    if parts.len() > DEEPEST + 1 {
        return refuse("depth", message!("It is nested more than {limit} folders deep.", limit = DEEPEST));
    }
    for part in &parts {
        if part.is_empty() || *part == "." {
            return refuse(
                "name-empty",
                message!("The name has an empty part or a single full stop as one."),
            );
        }
        if let Some(odd) = part.chars().find(|c| c.is_control()) {
            let words = message!(
                "The name has the control character {character}.",
                character = format!("U+{:04X}", u32::from(odd))
            );
            return refuse("name-control", words);
        }
        if let Some(odd) = crate::hidden::unseen_in_name(part) {
            let words = message!(
                "The name has the invisible character {character}.",
                character = format!("U+{:04X}", u32::from(odd))
            );
            return refuse("name-invisible", words);
        }
        if part.contains(':') || part.ends_with(['.', ' ']) || part.starts_with(' ') {
            return refuse(
                "name-not-portable",
                message!(
                    "The name has a colon, a blank at an end or a full stop at its end, which systems read differently."
                ),
            );
        }
        if is_device(part) {
            return refuse("device-name", message!("The name is a device name on some systems."));
        }
        if part.starts_with(STAGING) {
            return refuse(
                "reserved-name",
                message!("Names that begin with `.assay-` are reserved for Assay."),
            );
        }
    }
    Ok(parts)
}

/// What is known of a name, by what file systems make of it.
struct Known {
    own: String,
    is_folder: bool,
    /// An entry of its own, and not only on the way to one.
    is_listed: bool,
}

/// Names that are one on some system: equal, equal but for case, equal after Unicode normalisation, or a file
/// where another needs a folder.
pub(crate) fn collisions(entries: &[(&Entry, Vec<&str>)]) -> Vec<Doubt> {
    let mut seen: HashMap<String, Known> = HashMap::new();
    let (mut doubts, mut told) = (Vec::new(), HashSet::new());
    for (entry, parts) in entries {
        for depth in 1..=parts.len() {
            let own = parts[..depth].join("/");
            let is_listed = depth == parts.len();
            let is_folder = !is_listed || entry.kind == EntryKind::Folder;
            let Some(known) = seen.get_mut(&folded(&own)) else {
                seen.insert(folded(&own), Known { own, is_folder, is_listed });
                continue;
            };
            let words = if known.own != own {
                let other = &known.own;
                if other.to_lowercase() == own.to_lowercase() {
                    message!("It differs from `{other}` only in upper and lower case.", other)
                } else {
                    message!("It is the same name as `{other}` after Unicode normalisation.", other)
                }
            } else if is_folder != known.is_folder {
                message!("The same name is a folder and a file or link.")
            } else if is_listed && known.is_listed && !is_folder {
                // Folders may be named twice; a file that is there twice hides one of them.
                message!("It occurs twice.")
            } else {
                known.is_listed |= is_listed;
                continue;
            };
            if told.insert(own.clone()) {
                doubts.push(Doubt::refuses("same-name", own, words));
            }
        }
    }
    doubts
}

/// What a file system without case, and one that normalises, makes of a name.
pub(super) fn folded(name: &str) -> String {
    let lower: String = name.nfc().flat_map(char::to_lowercase).collect();
    lower.nfc().collect()
}
