use std::collections::BTreeSet;
use std::fmt;
use std::io::{Cursor, Read};

use disk::Digest;
use zip::ZipArchive;

use crate::pack::is_name;
use crate::{MANIFEST, Manifest, Part};

/// Bytes of all parts together that are packed, and read again, at the most (1 GiB).
pub const LIMIT: u64 = 1 << 30;
/// Bytes of a manifest.
const MANIFEST_LIMIT: u64 = 16 << 20;
/// Parts of a bundle.
const PARTS: usize = 100_000;

/// What a bundle was found to be.
#[derive(Debug, Clone, PartialEq)]
pub struct Verified {
    /// What it says it holds.
    pub manifest: Manifest,
    /// What is not as the manifest says; nothing when all is.
    pub findings: Vec<Finding>,
    /// The parts that are as the manifest says.
    pub parts: Vec<Part>,
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
    /// A name leads out of the bundle or stands twice.
    BadName(String),
}

/// Why a file is no bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotABundle {
    /// No zip; why.
    NotAZip(String),
    /// No manifest, or none that can be read; why.
    NoManifest(String),
    /// Made by a later version of Assay; the form it has.
    Later(u32),
    /// It would unpack to more than is read.
    TooLarge,
}

/// Compares every part with the manifest. Nothing is unpacked to a disk.
pub fn verify(bytes: &[u8]) -> Result<Verified, NotABundle> {
    let mut zip =
        ZipArchive::new(Cursor::new(bytes)).map_err(|error| NotABundle::NotAZip(error.to_string()))?;
    if zip.len() > PARTS {
        return Err(NotABundle::TooLarge);
    }
    let manifest = manifest(&mut zip)?;
    let mut verified = Verified { findings: Vec::new(), parts: Vec::new(), manifest };
    let mut left = LIMIT;
    let mut seen = BTreeSet::from([MANIFEST.to_owned()]);
    for at in 0..zip.len() {
        let name = match zip.name_for_index(at) {
            Some(Ok(name)) => name.into_owned(),
            _ => format!("entry {at}"),
        };
        if at > 0 || name != MANIFEST {
            left = verified.take(&mut zip, at, name, &mut seen, left)?;
        }
    }
    let missing = verified.manifest.parts.iter().filter(|row| !seen.contains(&row.name));
    verified.findings.extend(missing.map(|row| Finding::Missing(row.name.clone())).collect::<Vec<_>>());
    Ok(verified)
}

impl Verified {
    fn take(
        &mut self,
        zip: &mut ZipArchive<Cursor<&[u8]>>,
        at: usize,
        name: String,
        seen: &mut BTreeSet<String>,
        left: u64,
    ) -> Result<u64, NotABundle> {
        if !is_name(&name) || !seen.insert(name.clone()) {
            self.findings.push(Finding::BadName(name));
            return Ok(left);
        }
        let Some(row) = self.manifest.parts.iter().find(|row| row.name == name).cloned() else {
            self.findings.push(Finding::NotListed(name));
            return Ok(left);
        };
        let mut bytes = Vec::new();
        // What a zip says of a part's size is a claim; what is read is counted.
        let read = zip.by_index(at).map_err(|error| error.to_string()).and_then(|part| {
            part.take(left.saturating_add(1)).read_to_end(&mut bytes).map_err(|error| error.to_string())
        });
        let left = left.checked_sub(bytes.len() as u64).ok_or(NotABundle::TooLarge)?;
        let found = Digest::of(&bytes).to_string();
        match read {
            Err(why) => self.findings.push(Finding::Unreadable(name, why)),
            Ok(_) if found != row.sha256 || bytes.len() as u64 != row.bytes => {
                self.findings.push(Finding::Changed { name, listed: row.sha256, found });
            }
            Ok(_) => self.parts.push(Part { name, what: row.what, bytes }),
        }
        Ok(left)
    }
}

fn manifest(zip: &mut ZipArchive<Cursor<&[u8]>>) -> Result<Manifest, NotABundle> {
    let none = |why: String| NotABundle::NoManifest(why);
    let mut bytes = Vec::new();
    let part = zip.by_name(MANIFEST).map_err(|error| none(error.to_string()))?;
    part.take(MANIFEST_LIMIT + 1).read_to_end(&mut bytes).map_err(|error| none(error.to_string()))?;
    if bytes.len() as u64 > MANIFEST_LIMIT {
        return Err(none(format!("it has more than {MANIFEST_LIMIT} bytes")));
    }
    let manifest: Manifest = serde_json::from_slice(&bytes).map_err(|error| none(error.to_string()))?;
    if manifest.version > 1 { Err(NotABundle::Later(manifest.version)) } else { Ok(manifest) }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(name) => write!(f, "{name} is listed and not there"),
            Self::NotListed(name) => write!(f, "{name} is there and not listed"),
            Self::Changed { name, listed, found } => {
                write!(f, "{name} was changed: its SHA-256 is {found}, listed is {listed}")
            }
            Self::Unreadable(name, why) => write!(f, "{name} cannot be unpacked: {why}"),
            Self::BadName(name) => write!(f, "{name:?} is a name that no part may have, or stands twice"),
        }
    }
}

impl fmt::Display for NotABundle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAZip(why) => write!(f, "it is no zip: {why}"),
            Self::NoManifest(why) => write!(f, "{MANIFEST} cannot be read: {why}"),
            Self::Later(version) => {
                write!(f, "it has the form {version}, which a later Assay made; this one knows 1")
            }
            Self::TooLarge => {
                write!(f, "it unpacks to more than {LIMIT} bytes or {PARTS} parts, which is not read")
            }
        }
    }
}

impl std::error::Error for NotABundle {}
