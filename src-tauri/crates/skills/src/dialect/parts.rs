//! What the readers of several agents share.

use std::borrow::Cow;

use crate::read::Read;
use crate::yaml::{self, Document};
use crate::{Field, Skip, Value};

/// Blocks of frontmatter that were read as YAML, so that what several readers cut out alike is parsed once.
#[derive(Debug, Default)]
pub(crate) struct Blocks(Vec<(String, Option<Document>)>);

impl Blocks {
    /// The value of a block; nothing where it is no YAML.
    pub(super) fn document(&mut self, block: &str) -> Option<&Document> {
        let at = self.0.iter().position(|(known, _)| known == block).unwrap_or_else(|| {
            self.0.push((block.to_owned(), yaml::read_past_marks(block).ok()));
            self.0.len() - 1
        });
        self.0[at].1.as_ref()
    }

    /// The fields of a block that is a mapping in which no key stands twice.
    pub(super) fn fields(&mut self, block: &str) -> Option<&[Field]> {
        match &self.document(block)?.value {
            Value::Map(fields) if !has_twice(fields) => Some(fields),
            _ => None,
        }
    }

    /// The same for readers that know no tags.
    pub(super) fn untagged(&mut self, block: &str) -> Option<&[Field]> {
        if self.document(block)?.has_tags { None } else { self.fields(block) }
    }
}

pub(super) fn has_twice(fields: &[Field]) -> bool {
    let mut keys: Vec<&str> = fields.iter().map(|field| field.key.as_str()).collect();
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

/// The value of a key, the last one where it stands twice.
pub(super) fn value<'a>(fields: &'a [Field], key: &str) -> Option<&'a Value> {
    fields.iter().rev().find(|field| field.key == key).map(|field| &field.value)
}

/// A file that is no skill to the reader.
pub(super) fn passed_over(skip: Skip) -> Read {
    Read { unreadable: Some(skip), ..Read::default() }
}

/// A file as text, for all readers of it.
pub(crate) struct Text<'c> {
    /// With U+FFFD for what is not UTF-8, as most programs have it.
    pub shown: Cow<'c, str>,
    pub is_utf8: bool,
}

impl<'c> Text<'c> {
    pub fn of(content: &'c [u8]) -> Self {
        match std::str::from_utf8(content) {
            Ok(text) => Self { shown: Cow::Borrowed(text), is_utf8: true },
            Err(_) => Self { shown: String::from_utf8_lossy(content), is_utf8: false },
        }
    }
}

/// With LF for every CRLF; nearly all texts have none.
pub(super) fn with_lf(text: &str) -> Cow<'_, str> {
    if text.contains('\r') { text.replace("\r\n", "\n").into() } else { text.into() }
}

/// Without a byte order mark.
pub(super) fn unmarked(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The text between a first line that begins with `---` and the first line below that does.
pub(super) fn between_dashes(text: &str) -> Result<&str, Skip> {
    let rest = text.strip_prefix("---").ok_or(Skip::NoFrontmatter)?;
    let end = rest.find("\n---").ok_or(Skip::Unclosed)?;
    Ok(&rest[..end])
}

/// As many characters as a program counts whose texts are UTF-16.
pub(super) fn utf16(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}
