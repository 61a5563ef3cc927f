//! What an archive or a folder holds.

/// One name of a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its path from the top, in the source's own bytes, with `/` between folders. Hostile.
    pub name: Vec<u8>,
    /// What it says it is.
    pub kind: EntryKind,
    /// Bytes it says it has.
    pub size: u64,
    /// Bytes it takes where it is packed; nothing where it is not.
    pub packed: Option<u64>,
}

/// What an entry is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// A file.
    File,
    /// A folder.
    Folder,
    /// A link.
    Link,
    /// A device, pipe or socket.
    Special,
}
