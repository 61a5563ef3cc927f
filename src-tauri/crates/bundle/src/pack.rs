use std::io::{Cursor, Write};

use disk::Digest;
use serde_json::{Map, Value};
use signatures::SigningKey;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::signed::sign;
use crate::{LIMIT, MANIFEST, Manifest, PARTS, PartRow, SIGNATURE};

/// One part of a bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Its name: lower-case letters, digits, `.`, `-`, `_`, with `/` between folders.
    pub name: String,
    /// What it is, in a few words.
    pub what: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// Why nothing was packed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CannotPack {
    /// No part can have this name, or two have it.
    #[error("invalid or repeated part name {0:?}")]
    Name(String),
    /// The parts have more bytes together than are read again; their bytes.
    #[error("the parts have {0} bytes, more than the limit of {LIMIT}; select fewer turns")]
    TooLarge(u64),
    /// The zip could not be written; why.
    #[error("cannot create the bundle: {0}")]
    Failed(String),
}

/// Packs parts and a manifest about them, signed where there is a key. The same parts and key give the same bytes,
/// whenever and wherever.
///
/// # Errors
///
/// [`CannotPack::Name`] when a part may not have its name or two have it, [`CannotPack::TooLarge`] when the
/// parts have more than [`LIMIT`] bytes together, [`CannotPack::Failed`] when there are so many of them that
/// the zip would have more than [`PARTS`], or the zip cannot be written.
pub fn pack(
    mut parts: Vec<Part>,
    made_by: &str,
    about: Map<String, Value>,
    key: Option<&SigningKey>,
) -> Result<Vec<u8>, CannotPack> {
    parts.sort_by(|a, b| a.name.cmp(&b.name));
    if let Some(part) = parts.iter().find(|part| !is_name(&part.name)) {
        return Err(CannotPack::Name(part.name.clone()));
    }
    if let Some(pair) = parts.windows(2).find(|pair| pair[0].name == pair[1].name) {
        return Err(CannotPack::Name(pair[0].name.clone()));
    }
    let bytes = parts.iter().map(|part| part.bytes.len() as u64).sum();
    if bytes > LIMIT {
        return Err(CannotPack::TooLarge(bytes));
    }
    if parts.len() >= PARTS - 1 {
        return Err(CannotPack::Failed(format!(
            "it would have {} parts, more than the limit of {PARTS}",
            parts.len()
        )));
    }
    let manifest =
        Manifest { version: 1, made_by: made_by.to_owned(), about, parts: parts.iter().map(row).collect() };
    let text = written(&manifest).map_err(CannotPack::Failed)?;
    let signature = key.map(|key| sign(&manifest, text.as_bytes(), key)).transpose();
    let signature = signature.map_err(CannotPack::Failed)?;
    // The manifest comes first, so that it can be read of a file that was cut off.
    write(
        std::iter::once((MANIFEST, text.as_bytes()))
            .chain(signature.iter().map(|signature| (SIGNATURE, signature.as_bytes())))
            .chain(parts.iter().map(|part| (&*part.name, &*part.bytes))),
    )
    .map_err(|error| CannotPack::Failed(error.to_string()))
}

/// A manifest as it stands in a bundle.
pub(crate) fn written(manifest: &Manifest) -> Result<String, String> {
    serde_json::to_string_pretty(manifest).map_err(|error| error.to_string())
}

fn row(part: &Part) -> PartRow {
    PartRow {
        name: part.name.clone(),
        what: part.what.clone(),
        bytes: part.bytes.len() as u64,
        sha256: Digest::of(&part.bytes).to_string(),
    }
}

fn write<'a>(files: impl Iterator<Item = (&'a str, &'a [u8])>) -> zip::result::ZipResult<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        // The earliest a zip can name; the time of packing would make two bundles of one thing differ.
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    for (name, bytes) in files {
        zip.start_file(name, options)?;
        zip.write_all(bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}

/// Whether a part may have this name: one that means the same on every system and leads nowhere else.
pub(crate) fn is_name(name: &str) -> bool {
    let fits = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b".-_".contains(&byte))
    };
    ![MANIFEST, SIGNATURE].contains(&name) && name.len() <= 200 && name.split('/').all(fits)
}
