//! A text that is mended, and what must not go by it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::fence::body;
use crate::{Finding, Skill, read_yaml};

/// A file of a skill that findings are about.
#[derive(Debug, Clone, Copy)]
pub struct Flawed<'a> {
    /// Its path from the skill's folder; `SKILL.md` is one too.
    pub rel: &'a Path,
    /// Its bytes.
    pub bytes: &'a [u8],
    /// The paths of all files of the skill, for links that lead to them.
    pub beside: &'a [PathBuf],
}

/// One finding in one file.
pub(super) struct At<'a> {
    pub skill: &'a Skill,
    pub file: Flawed<'a>,
    pub finding: &'a Finding,
}

/// Whether two texts are the same skill to a reader of YAML: the same fields, in whatever order and however long
/// their lines are, and the same body. Where nothing was read before, nothing was lost.
pub(super) fn keeps(before: &[u8], after: &[u8]) -> bool {
    let (was, is) = (read_yaml(before), read_yaml(after));
    let values = |fields: &[crate::Field]| -> BTreeMap<String, String> {
        fields.iter().map(|field| (field.key.clone(), folded(&field.value.shown()))).collect()
    };
    let text = |content: &[u8]| body(content).map(|(text, _)| text);
    was.stage.is_none() || (values(&was.fields) == values(&is.fields) && text(before) == text(after))
}

/// On one line, with single blanks.
pub(super) fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The lines of a file, each with its end.
pub(super) fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    bytes.split_inclusive(|byte| *byte == b'\n').collect()
}
