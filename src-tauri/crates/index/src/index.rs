//! Search and lists over all sessions, in a file that may be deleted at any time.
//!
//! Logs and skills are the truth; this is a cache of what follows from them, rebuilt from the logs whenever it
//! is missing, from another version, or not what was written. A law holds it to that: an index that followed
//! its logs equals one that was built from them at once.
//!
//! What is read here is compared with a checksum of what was written (`seal.rs`, `proven.rs`), and what differs is
//! not told: the file is put aside, and made anew.
//!
//! Two kinds of search. [`search_logs`] reads the logs themselves and needs no index; [`Reader::ranked`] asks
//! FTS5, which is filled while nothing else happens, and shows no hit that is not in the log.
//!
//! This crate must not know which skills are on disk now, nor which door asks. It reads no clock and no home.
//! Start with [`LiveIndex`] for the index of a process, [`Index`] for the file, `sync.rs` for how it follows logs, `schema.rs` for what stands in it.

mod ahead;
mod blocks;
mod contents;
mod door;
mod exact;
mod fact;
mod index_note;
mod lengths;
mod list;
mod live;
mod log_state;
mod needle;
mod number;
mod open;
mod packed;
mod places;
mod proven;
mod ranked;
mod record;
mod schema;
mod seal;
mod snippet;
mod sync;
mod take_in;
mod texts;
mod trouble;
mod wal;
mod words;

pub use exact::{Asked, Hit, Place, Searched, Told, search_logs};
pub use index_note::IndexNote;
pub use list::{Listed, Recorded, SessionFacts};
pub use live::{Anew, Following, LiveIndex, LogPlaces, Logs, SnapshotTexts, Stage};
pub use needle::{BadQuery, Letters, Query, query};
pub use open::{Index, Reader};
pub use places::{FOLDER_LIMIT, Looked, workspaces_below};
pub use ranked::{Ranked, RankedHit};
pub use record::Records;
pub use snippet::Snippet;
pub use sync::{Go, Pending, Progress, Wanted, Work};
pub use trouble::Trouble;
