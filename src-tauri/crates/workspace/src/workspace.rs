//! The model of one opened folder: the skills that agents find in it, the sessions that were recorded in it, and the
//! join of the two.
//!
//! [`Workspace`] is the one place that looks at the disk. What it hands out ([`Logs`], [`Seen`], [`Wins`],
//! [`Joined`]) is as of one look, shared, and never changes: a change on disk makes the next one, which shares with
//! the last all that stays as it is. No lock is held while an answer is made of it.
//!
//! It knows neither JSON nor windows. Times are milliseconds since 1970 (UTC) where nothing else is said.

mod activated;
mod bundled;
mod catalog;
pub mod checks;
mod evidence;
mod force;
mod grown;
mod join;
mod ledgers;
mod letters;
mod locked;
mod logs;
mod look;
mod model;
mod other_version;
mod recorded_catalog;
mod ruling;
mod seen;
mod session;
mod signers;
mod snapshot;
mod standing;
mod surroundings;
mod text;
mod timeline;
mod versions;
mod wins;
mod witnessed;

pub use activated::{Activated, ActivatedBy, StaleDelivery, activated};
pub use bundled::Bundled;
pub use catalog::{Drawn, Entry, Listing};
pub use evidence::{LogPart, Noted};
pub use force::stretches;
pub use join::Joined;
pub use letters::{Letter, Letters};
pub use locked::{is_fresh, locked};
pub use logs::Logs;
pub use look::elsewhere::ElsewhereLogs;
pub use look::journal::damaged_lines;
pub use look::logs::LARGE_LOG;
pub use model::{Callbacks, Workspace};
pub use recorded_catalog::{RecordedCatalog, names_only};
pub use ruling::{MANAGED, convention_of};
pub use seen::{Seen, id_of, skill_id};
pub use session::{Read, Session, Traced, Viewing, time_of};
pub use signers::{Signers, signers_path};
pub use snapshot::{Snapshot, Use, sessions_of, stale_among, turns_of_uses};
pub(crate) use standing::VerdictKey;
pub use standing::{Present, Presents, RecordedText, Recording, Standing, Verdicts, are_of, kept, presents};
pub use surroundings::Surroundings;
pub use text::{body_of, floor, line_count};
pub use timeline::{Row, Timeline, What};
pub use versions::{Version, merged};
pub use wins::Wins;
pub use witnessed::Witnessed;
