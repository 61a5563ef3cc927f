use std::fmt;
use std::io::{Cursor, Read};

use zip::ZipArchive;

/// An archive that a stranger packed, opened to be looked at. Nothing is unpacked to a disk here.
pub struct Opened {
    zip: ZipArchive<Cursor<Vec<u8>>>,
}

/// One entry of an archive as it says it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its name, in the archive's own bytes; it may lead anywhere.
    pub name: Vec<u8>,
    /// What it is.
    pub kind: ListedKind,
    /// Bytes it says it has. A claim.
    pub size: u64,
    /// Bytes it takes in the archive.
    pub packed: u64,
    /// Unix permission bits; 0 where the archive names none.
    pub mode: u32,
    /// It cannot be read without a password.
    pub is_encrypted: bool,
}

/// What an entry is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListedKind {
    /// A file.
    File,
    /// A folder.
    Folder,
    /// A link; its bytes are where it points.
    Link,
    /// A device, pipe or socket.
    Special,
}

/// Why an entry was not unpacked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotUnpacked {
    /// It has more bytes than may be read of it.
    TooLarge,
    /// Its bytes are not those the archive promises; why.
    Damaged(String),
}

/// Opens an archive. The error says why it is none.
///
/// # Errors
///
/// When the bytes are no zip whose directory can be read.
pub fn open(bytes: Vec<u8>) -> Result<Opened, String> {
    ZipArchive::new(Cursor::new(bytes)).map(|zip| Opened { zip }).map_err(|error| error.to_string())
}

impl fmt::Debug for Opened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Opened").field("entries", &self.len()).finish()
    }
}

impl Opened {
    /// How many entries it says it has.
    pub fn len(&self) -> usize {
        self.zip.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.zip.is_empty()
    }

    /// Whether two entries have one name; the later hides the earlier, and no list shows both.
    pub fn has_twins(&self) -> bool {
        self.zip.has_duplicate_names()
    }

    /// Whether entries share their packed bytes, which lets a small archive become a large one.
    pub fn has_overlaps(&mut self) -> bool {
        self.zip.has_overlapping_files().unwrap_or(true)
    }

    /// The entry of that number, unless its header cannot be read.
    ///
    /// # Errors
    ///
    /// When there is no such entry, or its header cannot be read.
    pub fn listed(&mut self, at: usize) -> Result<Listed, String> {
        let part = self.zip.by_index_raw(at).map_err(|error| error.to_string())?;
        let mode = part.unix_mode().unwrap_or(0);
        let kind = match mode & 0o170_000 {
            _ if part.is_symlink() => ListedKind::Link,
            _ if part.is_dir() => ListedKind::Folder,
            0 | 0o100_000 => ListedKind::File,
            _ => ListedKind::Special,
        };
        Ok(Listed {
            name: part.name_raw().to_vec(),
            kind,
            size: part.size(),
            packed: part.compressed_size(),
            mode: mode & 0o7777,
            is_encrypted: part.encrypted(),
        })
    }

    /// The bytes of the entry of that number, at most `most`; its checksum is compared.
    ///
    /// # Errors
    ///
    /// [`NotUnpacked::TooLarge`] when it has more than `most` bytes, [`NotUnpacked::Damaged`] when it cannot
    /// be unpacked, needs a password, or its checksum is another.
    pub fn unpacked(&mut self, at: usize, most: u64) -> Result<Vec<u8>, NotUnpacked> {
        let damaged = |error: &dyn fmt::Display| NotUnpacked::Damaged(error.to_string());
        let part = self.zip.by_index(at).map_err(|error| damaged(&error))?;
        let mut bytes = Vec::new();
        // What the archive says of the size is a claim; what is read is counted.
        part.take(most.saturating_add(1)).read_to_end(&mut bytes).map_err(|error| damaged(&error))?;
        if bytes.len() as u64 > most { Err(NotUnpacked::TooLarge) } else { Ok(bytes) }
    }
}
