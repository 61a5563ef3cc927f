use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::CannotPack;

/// One thing of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thing {
    /// Its path from the top, with `/` between folders.
    pub name: String,
    /// What it is.
    pub matter: Matter,
    /// Unix permission bits.
    pub mode: u32,
}

/// What a [`Thing`] is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Matter {
    /// A folder.
    Folder,
    /// A file of these bytes.
    File(Vec<u8>),
    /// A link, and where it points.
    Link(String),
}

/// Packs files, folders and links as they are. The same things give the same bytes, whenever, wherever and in
/// whatever order: an archive holds no times and no owners.
///
/// Whether a link may be handed on is for the caller to say; a name that leads out is refused here.
///
/// # Errors
///
/// [`CannotPack::Name`] when a name leads out of the archive or two things have it, [`CannotPack::Failed`]
/// when the zip cannot be written, as when it would be too large for one.
pub fn archive(mut things: Vec<Thing>) -> Result<Vec<u8>, CannotPack> {
    things.sort_by(|a, b| a.name.cmp(&b.name));
    if let Some(odd) = things.iter().find(|thing| !stays(&thing.name)) {
        return Err(CannotPack::Name(odd.name.clone()));
    }
    if let Some(pair) = things.windows(2).find(|pair| pair[0].name == pair[1].name) {
        return Err(CannotPack::Name(pair[0].name.clone()));
    }
    write(&things).map_err(|error| CannotPack::Failed(error.to_string()))
}

fn write(things: &[Thing]) -> zip::result::ZipResult<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let plain = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default());
    for thing in things {
        let options = plain.unix_permissions(thing.mode & 0o777);
        match &thing.matter {
            Matter::Folder => zip.add_directory(thing.name.as_str(), options)?,
            Matter::Link(to) => zip.add_symlink(&thing.name, to, options)?,
            Matter::File(bytes) => {
                zip.start_file(&thing.name, options)?;
                zip.write_all(bytes)?;
            }
        }
    }
    Ok(zip.finish()?.into_inner())
}

/// Whether a name leads nowhere but down.
fn stays(name: &str) -> bool {
    let fits = |part: &str| !part.is_empty() && part != "." && part != "..";
    !name.contains(['\\', '\0']) && name.split('/').all(fits)
}
