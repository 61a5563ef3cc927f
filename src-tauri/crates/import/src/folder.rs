//! A folder of this machine as a source. Links in it are kept as links, never followed.

use std::path::{Path, PathBuf};

use disk::{Fault, Folder, Kind};
use message::message;
use skills::incoming::{DEEPEST, Doubt, Entry, EntryKind, MOST_ENTRIES, is_passed_over};

use crate::lay::{Ended, Reading, lay_out, refused};
use crate::{Import, Stage};

/// Names of a folder that are looked at in search of skills.
const SEEN: usize = 100_000;

struct FolderReading {
    folder: Folder,
    rels: Vec<PathBuf>,
    kinds: Vec<EntryKind>,
    path: PathBuf,
}

impl Reading for FolderReading {
    fn read(&mut self, entry: usize, most: u64) -> Result<Vec<u8>, Doubt> {
        let rel = &self.rels[entry];
        let unreadable =
            |fault: Fault| Doubt::refuses("unreadable", "", message!("It cannot be read: {fault}.", fault));
        if self.kinds[entry] == EntryKind::Link {
            let target = disk::link_target(&self.path.join(rel)).map_err(unreadable)?;
            return Ok(target.into_os_string().into_encoded_bytes());
        }
        self.folder.read(rel, most).map(|read| read.bytes).map_err(unreadable)
    }
}

/// Searches a folder for skills and lays them out.
pub(crate) fn lay_folder(import: &Import, path: &Path) -> Result<(), Ended> {
    import.tell(|state| state.stage = Stage::Laying);
    // A link to the folder is followed once, here.
    let path = disk::canonical(path)?;
    let folder = Folder::open(&path)?;
    let mut walk =
        Walk { import, folder: &folder, seen: 0, entries: Vec::new(), modes: Vec::new(), rels: Vec::new() };
    walk.search(Path::new(""))?;
    let (entries, modes, rels) = (walk.entries, walk.modes, walk.rels);
    let stem = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let kinds = entries.iter().map(|entry| entry.kind).collect();
    let mut reading = FolderReading { folder, rels, kinds, path };
    lay_out(import, &entries, &modes, &mut reading, &stem)
}

/// A walk through a folder in search of skills; only what belongs to one becomes an entry.
struct Walk<'w> {
    import: &'w Import,
    folder: &'w Folder,
    seen: usize,
    entries: Vec<Entry>,
    modes: Vec<u32>,
    rels: Vec<PathBuf>,
}

impl Walk<'_> {
    fn search(&mut self, at: &Path) -> Result<(), Ended> {
        let leaves = self.list(at)?;
        let is_skill = |leaf: &disk::Leaf| {
            leaf.rel.file_name().is_some_and(|name| name == "SKILL.md")
                && matches!(leaf.kind, Kind::File | Kind::Link)
        };
        if leaves.iter().any(is_skill) {
            return self.take(leaves);
        }
        for leaf in leaves.into_iter().filter(|leaf| leaf.kind == Kind::Folder) {
            if leaf.rel.iter().count() <= DEEPEST {
                self.search(&leaf.rel)?;
            }
        }
        Ok(())
    }

    fn take(&mut self, leaves: Vec<disk::Leaf>) -> Result<(), Ended> {
        for leaf in leaves {
            let kind = match leaf.kind {
                Kind::File => EntryKind::File,
                Kind::Folder => EntryKind::Folder,
                Kind::Link => EntryKind::Link,
                Kind::Other(_) => EntryKind::Special,
            };
            let parts: Vec<&[u8]> = leaf.rel.iter().map(std::ffi::OsStr::as_encoded_bytes).collect();
            self.entries.push(Entry { name: parts.join(&b'/'), kind, size: leaf.size, packed: None });
            self.modes.push(leaf.mode);
            self.rels.push(leaf.rel.clone());
            // One more than may come in is enough to say so.
            if self.entries.len() > MOST_ENTRIES {
                return Ok(());
            }
            if kind == EntryKind::Folder && leaf.rel.iter().count() <= DEEPEST + 1 {
                let inside = self.list(&leaf.rel)?;
                self.take(inside)?;
            }
        }
        Ok(())
    }

    fn list(&mut self, at: &Path) -> Result<Vec<disk::Leaf>, Ended> {
        if self.import.stop.is_wished() {
            return Err(Ended::Stopped);
        }
        let mut leaves = self.folder.list(at)?;
        leaves.retain(|leaf| {
            let name = leaf.rel.file_name().unwrap_or_default().to_string_lossy();
            leaf.kind != Kind::Folder || !is_passed_over(&name)
        });
        self.seen += leaves.len();
        if self.seen > SEEN {
            let words =
                message!("It holds more than {seen} names. Select the skill’s own folder.", seen = SEEN);
            return Err(refused("too-many", "", words));
        }
        Ok(leaves)
    }
}
