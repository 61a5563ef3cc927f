use std::collections::BTreeSet;
use std::fmt;

use disk::Digest;
use signatures::PublicKey;

use crate::layout::{Entry, NotWhole, layout};
use crate::pack::{is_name, written};
use crate::{MANIFEST, Manifest, Part, SIGNATURE, signed};

/// Bytes of all parts together that are packed, and read again, at the most (1 GiB).
pub const LIMIT: u64 = 1 << 30;
/// Bytes of a manifest.
const MANIFEST_LIMIT: u64 = 16 << 20;
/// Parts of a bundle; a zip of more needs another form of directory.
pub const PARTS: usize = 65_000;

/// What a bundle was found to be.
#[derive(Debug, Clone, PartialEq)]
pub struct Verified {
    /// What it says it holds.
    pub manifest: Manifest,
    /// What is not as the manifest says; nothing when all is.
    pub findings: Vec<Finding>,
    /// The parts that are as the manifest says.
    pub parts: Vec<Part>,
    /// SHA-256 of the key that it is signed with; nothing when it is unsigned, or the signature is a finding.
    pub signed_by: Option<Digest>,
}

/// One thing that is not as the manifest says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// A part that the manifest lists is not there.
    Missing(String),
    /// A part that is there is not listed.
    NotListed(String),
    /// The bytes of a part are others.
    Changed {
        /// The part.
        name: String,
        /// What the manifest says.
        listed: String,
        /// What was found.
        found: String,
    },
    /// A part cannot be unpacked; why.
    Unreadable(String, String),
    /// No part may have this name.
    BadName(String),
    /// Two parts have this name, and programs differ in which they show.
    Twice(String),
    /// The signature is not one of what is here; why.
    Signature(String),
    /// The zip is not laid out as a bundle is; how, with the part it concerns.
    Laid(String),
}

/// Why a file is no bundle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotABundle {
    /// No zip; why.
    #[error("not a readable zip: {0}")]
    NotAZip(String),
    /// No manifest, or none that can be read; why.
    #[error("{MANIFEST} cannot be read: {0}")]
    NoManifest(String),
    /// Made by a later version of Assay; the form it has.
    #[error("it has format {0}, from a later Assay; this one supports format 1")]
    Later(u32),
    /// It would unpack to more than is read.
    #[error("it unpacks to more than {LIMIT} bytes")]
    TooLarge,
}

/// Compares every part with the manifest, and the zip with how Assay lays one out, so that every program that
/// opens it shows these parts and no others. Nothing is unpacked to a disk.
///
/// # Errors
///
/// [`NotABundle`] when the bytes are no zip or have more than [`PARTS`] parts, when the manifest is missing,
/// cannot be read or is of a later version, and when the parts unpack to more than [`LIMIT`] bytes. A part
/// that is wrong is a [`Finding`], no error.
pub fn verify(bytes: &[u8]) -> Result<Verified, NotABundle> {
    let zip = layout(bytes, PARTS).map_err(NotABundle::NotAZip)?;
    let of_manifest = zip.entries.iter().find(|entry| entry.name == MANIFEST);
    let of_manifest = of_manifest.ok_or_else(|| NotABundle::NoManifest("it is missing".to_owned()))?;
    let (manifest, text) = manifest(of_manifest)?;
    let is_as_written = written(&manifest).is_ok_and(|written| written.as_bytes() == text);
    let mut verified = Verified { findings: Vec::new(), parts: Vec::new(), signed_by: None, manifest };
    verified.findings.extend(zip.odd.into_iter().map(Finding::Laid));
    if !is_as_written {
        let words = format!("{MANIFEST} is not in Assay's format, so other programs may read it differently");
        verified.findings.push(Finding::Laid(words));
    }
    let mut listed = BTreeSet::new();
    let twice = verified.manifest.parts.iter().filter(|row| !listed.insert(&row.name));
    let twice: Vec<Finding> = twice.map(|row| Finding::Twice(row.name.clone())).collect();
    verified.findings.extend(twice);
    let mut left = LIMIT;
    let mut seen = BTreeSet::new();
    for entry in &zip.entries {
        if !seen.insert(entry.name.clone()) {
            verified.findings.push(Finding::Twice(entry.name.clone()));
        } else if entry.name == SIGNATURE {
            verified.signature(entry, &text);
        } else if entry.name != MANIFEST {
            left = verified.take(entry, left)?;
        }
    }
    let missing = verified.manifest.parts.iter().filter(|row| !seen.contains(&row.name));
    verified.findings.extend(missing.map(|row| Finding::Missing(row.name.clone())).collect::<Vec<_>>());
    Ok(verified)
}

impl Verified {
    fn signature(&mut self, entry: &Entry<'_>, manifest: &[u8]) {
        let signature = entry.unpacked(signed::LIMIT).map_err(|why| match why {
            NotWhole::TooLarge => format!("it has more than {} bytes", signed::LIMIT),
            NotWhole::Damaged(why) => why,
        });
        let found = signature.and_then(|signature| signed::verify(&signature, &self.manifest, manifest));
        match found.as_ref().map(PublicKey::id) {
            Ok(id) => self.signed_by = Some(id),
            Err(why) => self.findings.push(Finding::Signature(why.clone())),
        }
    }

    fn take(&mut self, entry: &Entry<'_>, left: u64) -> Result<u64, NotABundle> {
        let name = entry.name.clone();
        if !is_name(&name) {
            self.findings.push(Finding::BadName(name));
            return Ok(left);
        }
        let Some(row) = self.manifest.parts.iter().find(|row| row.name == name).cloned() else {
            self.findings.push(Finding::NotListed(name));
            return Ok(left);
        };
        let bytes = match entry.unpacked(left) {
            Ok(bytes) => bytes,
            Err(NotWhole::TooLarge) => return Err(NotABundle::TooLarge),
            Err(NotWhole::Damaged(why)) => {
                self.findings.push(Finding::Unreadable(name, why));
                return Ok(left);
            }
        };
        let left = left - bytes.len() as u64;
        let found = Digest::of(&bytes).to_string();
        if found != row.sha256 || bytes.len() as u64 != row.bytes {
            self.findings.push(Finding::Changed { name, listed: row.sha256, found });
        } else {
            self.parts.push(Part { name, what: row.what, bytes });
        }
        Ok(left)
    }
}

/// Reads the manifest. Returns its bytes too, since JSON can be written in many ways and Assay writes it in one.
fn manifest(entry: &Entry<'_>) -> Result<(Manifest, Vec<u8>), NotABundle> {
    let none = |why: String| NotABundle::NoManifest(why);
    let bytes = entry.unpacked(MANIFEST_LIMIT).map_err(|why| match why {
        NotWhole::TooLarge => none(format!("it has more than {MANIFEST_LIMIT} bytes")),
        NotWhole::Damaged(why) => none(why),
    })?;
    let whole = disk::unique_json(&bytes).map_err(|error| none(error.to_string()))?;
    let manifest: Manifest = serde_json::from_value(whole).map_err(|error| none(error.to_string()))?;
    if manifest.version > 1 {
        return Err(NotABundle::Later(manifest.version));
    }
    Ok((manifest, bytes))
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(name) => write!(f, "{name} is listed, but missing"),
            Self::NotListed(name) => write!(f, "{name} is not listed"),
            Self::Changed { name, listed, found } => {
                write!(f, "{name} was changed: its SHA-256 is {found}, but {listed} is listed")
            }
            Self::Unreadable(name, why) => write!(f, "{name} cannot be unpacked: {why}"),
            Self::BadName(name) => write!(f, "{name:?} is not a valid part name"),
            Self::Twice(name) => write!(f, "{name} is there twice, and programs differ in which they show"),
            Self::Signature(why) => write!(f, "{SIGNATURE} does not sign this bundle: {why}"),
            Self::Laid(words) => f.write_str(words),
        }
    }
}
