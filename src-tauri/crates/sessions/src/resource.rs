//! Resources attached to one of Pixir's sessions, and whether its store still has them.

use std::path::{Path, PathBuf};

use disk::Digest;

use crate::event::{ResourceMark, UserMessage};
use crate::find::{LogPlace, safe_state_path};
use crate::index::{Flags, Kind};
use crate::{EventKind, Log};

/// Bytes of a stored resource that are hashed at the most.
const RESOURCE_LIMIT: u64 = 64 << 20;

/// A resource a message carried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resource {
    /// Position of the message.
    pub position: usize,
    /// What the log says about it.
    pub mark: ResourceMark,
    /// What the store holds.
    pub stored: Stored,
}

/// What the store holds of a resource.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stored {
    /// The file, with its size in bytes.
    Here {
        /// Where.
        path: PathBuf,
        /// How large.
        size: u64,
    },
    /// Nothing; Pixir tells the model that it could not be read.
    Missing {
        /// Where it should be.
        path: PathBuf,
    },
    /// Something, behind a link or not a file.
    Unsafe(String),
    /// Nothing is stored for it: a link, or a descriptor without hash.
    NotKept,
}

/// The resources of a log, in the order of their messages.
pub fn resources(log: &Log, place: &LogPlace) -> Vec<Resource> {
    let has = |row: &crate::Row| row.kind() == Kind::UserMessage && row.flags().has(Flags::RESOURCES);
    let messages = log.folded(0).filter(|(_, row)| has(row)).filter_map(|(position, _)| {
        match log.event(position)?.kind {
            EventKind::UserMessage(message) => Some((position, message)),
            _ => None,
        }
    });
    messages.flat_map(|(position, message)| resources_of(position, &message, place)).collect()
}

/// The resources of one message.
pub fn resources_of(position: usize, message: &UserMessage, place: &LogPlace) -> Vec<Resource> {
    let resource =
        |mark: &ResourceMark| Resource { position, mark: mark.clone(), stored: stored(place, mark) };
    message.resources.iter().map(resource).collect()
}

/// Whether a stored resource has the bytes the log names; none where there is nothing to compare.
pub fn is_unchanged(resource: &Resource) -> Option<bool> {
    let recorded = Digest::parse(resource.mark.content_hash.as_deref()?)?;
    let Stored::Here { path, .. } = &resource.stored else { return None };
    let contents = disk::read(path, RESOURCE_LIMIT).ok()?;
    Some(Digest::of(&contents.bytes) == recorded)
}

fn stored(place: &LogPlace, mark: &ResourceMark) -> Stored {
    let Some(path) = store_path(place, mark) else { return Stored::NotKept };
    match safe_state_path(&place.workspace, &path) {
        Ok(true) => match disk::look_at_entry(&path) {
            Ok(look) => Stored::Here { path, size: look.stamp.size },
            Err(fault) => Stored::Unsafe(fault.to_string()),
        },
        Ok(false) => Stored::Missing { path },
        Err(why) => Stored::Unsafe(why.to_string()),
    }
}

/// `resources/<resource_id>/<sha256>.<ext>` beside the log. The three parts come from the log, so they are
/// taken only where none of them can lead elsewhere.
fn store_path(place: &LogPlace, mark: &ResourceMark) -> Option<PathBuf> {
    let plain = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    let id = mark.resource_id.as_deref().filter(|id| plain(id))?;
    let hash = Digest::parse(mark.content_hash.as_deref()?)?;
    let extension = mark.extension.as_deref().map(|text| text.trim_start_matches('.'));
    let extension = extension.filter(|text| plain(text))?;
    let beside = place.path.parent().map(Path::to_owned)?.join(place.id.as_str());
    Some(beside.join("resources").join(id).join(format!("{hash}.{extension}")))
}
