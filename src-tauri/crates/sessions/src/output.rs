//! Outputs too long for an event: kept once under their digest (requirement S1-12).

use std::path::{Path, PathBuf};

use disk::{Digest, Fault};
use message::{Message, message};

/// The longest output that stands in its event, in bytes (16 KiB).
pub const INLINE_LIMIT: usize = 16 << 10;
/// Bytes of a longer one that stand there (2 KiB).
pub const EXCERPT_LIMIT: usize = 2 << 10;
/// The longest output that is kept or read, in bytes (16 MiB).
pub const OUTPUT_LIMIT: u64 = 16 << 20;

/// An output as its event holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Output {
    /// The whole text.
    Inline(String),
    /// Its beginning; the rest is kept under the digest.
    Kept {
        /// At most [`EXCERPT_LIMIT`] bytes.
        excerpt: String,
        /// The digest of the whole text.
        digest: Digest,
    },
}

/// Why a kept output cannot be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OutputLost {
    /// The event names none, or in a form this version does not know.
    NotNamed,
    /// It is not there, or cannot be read.
    Disk(Fault),
    /// What is there is something else.
    Changed {
        /// Where.
        path: PathBuf,
    },
}

impl OutputLost {
    /// Returns the reason as a sentence.
    pub fn message(&self) -> Message {
        match self {
            Self::NotNamed => message!("the event does not name the file of its output."),
            Self::Disk(fault) => message!("the output is gone: {fault}.", fault => fault.message()),
            Self::Changed { path, .. } => {
                message!("{path} does not match the event: its SHA-256 differs.", path = path.display())
            }
        }
    }
}

impl std::fmt::Display for OutputLost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message().text)
    }
}

impl std::error::Error for OutputLost {}

/// Where an output is kept.
pub fn output_path(kept: &Path, digest: Digest) -> PathBuf {
    kept.join("outputs").join(digest.to_string())
}

/// Keeps an output the way its event needs it: short ones stand in the event, longer ones are written to
/// `kept` for this user's eyes only, once however often they come.
///
/// # Errors
///
/// As [`keep_text`], for a long one.
pub fn keep_output(kept: &Path, text: &str) -> Result<Output, Fault> {
    if text.len() <= INLINE_LIMIT {
        return Ok(Output::Inline(text.to_owned()));
    }
    let digest = keep_text(kept, text)?;
    let excerpt = text[..text.floor_char_boundary(EXCERPT_LIMIT)].to_owned();
    Ok(Output::Kept { excerpt, digest })
}

/// Keeps a text under its digest, for this user's eyes only, once however often it comes.
///
/// # Errors
///
/// When the folder or the file cannot be written.
pub fn keep_text(kept: &Path, text: &str) -> Result<Digest, Fault> {
    let digest = Digest::of(text.as_bytes());
    if read_output(kept, digest).is_err() {
        disk::make_private_folder(&kept.join("outputs"))?;
        disk::write_private(&output_path(kept, digest), text.as_bytes())?;
    }
    Ok(digest)
}

/// Reads a kept output and checks that it is still the same.
///
/// # Errors
///
/// [`OutputLost::Disk`] when it is missing, cannot be read or has more than [`OUTPUT_LIMIT`] bytes, and
/// [`OutputLost::Changed`] when its digest is another.
pub fn read_output(kept: &Path, digest: Digest) -> Result<Vec<u8>, OutputLost> {
    let path = output_path(kept, digest);
    let bytes = disk::read(&path, OUTPUT_LIMIT).map_err(OutputLost::Disk)?.bytes;
    if Digest::of(&bytes) == digest { Ok(bytes) } else { Err(OutputLost::Changed { path }) }
}

/// The digest an event names in `output_ref`.
pub fn output_digest(reference: &str) -> Option<Digest> {
    Digest::parse(reference.strip_prefix("sha256:")?)
}
