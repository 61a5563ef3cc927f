//! A zip as a source. What its index says of an entry is held against what is unpacked.

use message::message;
use skills::incoming::{Doubt, Entry, EntryKind, MOST_BYTES, MOST_ENTRIES};

use bundle::{ListedKind, NotUnpacked};

use crate::lay::{Ended, Reading, lay_out, refused};
use crate::{Import, Stage};

/// Bytes of an archive that are read: as many as it may unpack to.
pub(crate) const MOST_PACKED: u64 = MOST_BYTES;

struct Archive {
    opened: bundle::Opened,
    sizes: Vec<u64>,
}

impl Reading for Archive {
    fn read(&mut self, entry: usize, most: u64) -> Result<Vec<u8>, Doubt> {
        let claimed = self.sizes[entry];
        let lies = || {
            Doubt::refuses(
                "lying-size",
                "",
                message!("It does not have the {claimed} bytes it declares.", claimed),
            )
        };
        match self.opened.unpacked(entry, claimed.min(most)) {
            Ok(bytes) if bytes.len() as u64 == claimed => Ok(bytes),
            Ok(_) | Err(NotUnpacked::TooLarge) => Err(lies()),
            Err(NotUnpacked::Damaged(why)) => {
                Err(Doubt::refuses("damaged", "", message!("It cannot be unpacked: {why}.", why)))
            }
        }
    }
}

/// Lays out the skills of a zip; `stem` names the skill that is the zip itself.
pub(crate) fn lay_archive(import: &Import, bytes: Vec<u8>, stem: &str) -> Result<(), Ended> {
    import.tell(|state| state.stage = Stage::Laying);
    let mut opened =
        bundle::open(bytes).map_err(|why| Ended::Failed(message!("It is not a zip: {why}.", why)))?;
    if opened.len() > MOST_ENTRIES {
        let words = message!(
            "It has {count} entries; the limit is {most_entries}.",
            count = opened.len(),
            most_entries = MOST_ENTRIES
        );
        return Err(refused("too-many", "", words));
    }
    if opened.has_twins() {
        return Err(refused(
            "same-name",
            "",
            message!("Two entries have the same name; programs differ in which they use."),
        ));
    }
    if opened.has_overlaps() {
        return Err(refused("bomb", "", message!("Several entries share the same packed bytes.")));
    }
    let (mut entries, mut modes) = (Vec::new(), Vec::new());
    for at in 0..opened.len() {
        let listed = opened
            .listed(at)
            .map_err(|why| refused("damaged", "", message!("Entry {at}: {why}.", at, why)))?;
        if listed.is_encrypted {
            let name = String::from_utf8_lossy(&listed.name).into_owned();
            return Err(refused("encrypted", &name, message!("It is protected by a password.")));
        }
        modes.push(listed.mode);
        entries.push(Entry {
            name: listed.name,
            kind: match listed.kind {
                ListedKind::File => EntryKind::File,
                ListedKind::Folder => EntryKind::Folder,
                ListedKind::Link => EntryKind::Link,
                ListedKind::Special => EntryKind::Special,
            },
            size: listed.size,
            packed: Some(listed.packed),
        });
    }
    let sizes = entries.iter().map(|entry| entry.size).collect();
    lay_out(import, &entries, &modes, &mut Archive { opened, sizes }, stem)
}
