//! What happened: the logs of sessions, Pixir's and other agents' ([`Source`]).
//!
//! A log is one JSON object a line. This crate reads any log, says what Pixir itself would say to one of its own, folds
//! its events into turns and answers what the model saw of each skill. Files stay where they are; of a line
//! some six bytes are kept, and its text is read again when somebody looks at it. What Assay records itself goes to
//! a [`Companion`], or to the log of a session that it hosts ([`Hosted`]); another program's log is written to only under its lease ([`hold()`], [`append_to`]).
//!
//! This crate must not know which skills are on disk now, nor what a screen looks like. It reads no clock:
//! the time comes in.
//!
//! Start with [`Log`] for a file, [`last_events`] for a first look at one, [`fold`] for
//! turns, [`Context`] for what the model saw of skills, [`compose()`] for
//! everything it was sent, [`find()`] and [`tree()`] for the sessions of a workspace.

mod accept;
mod append;
mod archive;
mod call;
mod columns;
mod companion;
mod compose;
mod context;
mod decode;
mod detail;
mod encode;
pub mod event;
pub mod evidence;
mod facts;
mod find;
mod force;
mod glance;
mod header;
mod hold;
mod hosted;
mod id;
mod index;
mod instant;
mod integrity;
mod json;
mod kept;
mod lease;
mod lineage;
mod log;
mod log_bytes;
mod members;
mod mend;
mod models;
mod output;
mod pack;
mod part;
mod pieces;
mod refresh;
mod resource;
mod scan;
mod seq;
mod skim;
mod source;
mod spans;
mod stale;
mod stands;
mod tail;
mod take_back;
#[cfg(test)]
mod tests;
mod title;
mod token;
mod trace;
mod tree;
mod turn;
mod validate;
mod witness;

pub use accept::{Refusal, Verdict, accept, next_seq};
pub use append::{Accepts, CannotAppend, DRAFT_LIMIT, Draft, append_to, line_of};
pub use archive::{ArchivedText, TextArchive};
pub use companion::{Chain, Companion, Placed, chain, companion_folder, companion_path};
pub use compose::{Form, Item, Piece, Point, Reading, SkillTexts, Told, Written, compose, lasting, write};
pub use context::{Band, Context, Dropped, activation_at, provider_history};
pub use decode::Reason;
pub use detail::{Detail, Opened, Shaped, Shaping, Tokens, detail};
pub use event::{Activation, Activator, Event, EventKind, InferredBy, Oddity, TextKept};
pub use evidence::Hydration;
pub use facts::{Fact, Role, facts, inherited_facts};
pub use find::{Found, LogPlace, Looked, Outlook, Problem, Trouble, Unsafe, find};
pub use force::{InForce, in_force};
pub use hold::{CannotHold, Clock, HEARTBEAT, Held, Lost, hold, release_left_behind};
pub use hosted::{Hosted, find_hosted, hosted_folder, presence_path};
pub use id::{BadId, ID_LIMIT, SessionId};
pub use index::{Kind, Row, Unread};
pub use instant::{instant, written};
pub use integrity::{Ending, Gaps, Integrity, Soundness, TextIntegrity, soundness, verify};
pub use json::{Flaw, Met};
pub use kept::{Cost, Kept, read_line, read_row};
pub use lease::{Holder, Lease, lease, lease_path};
pub use lineage::{Ancestry, Child, Lineage, lineage};
pub use log::{Change, FULL_LIMIT, Line, Log, Threads};
pub use log_bytes::LogBytes;
pub use models::{Models, models};
pub use output::{
    EXCERPT_LIMIT, INLINE_LIMIT, OUTPUT_LIMIT, Output, OutputLost, keep_output, keep_text, output_digest,
    output_path, read_output,
};
pub use pack::{ROW_BYTES, unpack};
pub use part::Part;
pub use pieces::{Entry, PIECE, Pieces};
pub use resource::{Resource, Stored, is_unchanged, resources, resources_of};
pub use scan::Unfinished;
pub use seq::Seq;
pub use source::{About, Heads, Homes, InheritedHistory, LogFamily, Rules, Source, Tells, find_elsewhere};
pub use stale::{Proof, Stale, stale};
pub use stands::{Spot, Stands};
pub use tail::{TAIL_LIMIT, Tail, last_events};
pub use title::{first_words, title};
pub use token::hexadecimal;
pub use trace::{Trace, traces};
pub use tree::{Branch, DEPTH_LIMIT, Node, Stop, roots, tree};
pub use turn::{Origin, Outcome, Turn, Turns, fold, fold_before};
pub use validate::Checked;

pub use witness::{
    BLOCK, Difference, Extended, MARKED_LINES, Reach, Tail as WitnessTail, Testimony, WITNESS_LIMIT, Witness,
    witness_path,
};

/// The longest line that is read, in bytes (256 MiB).
pub const LINE_LIMIT: u64 = 256 << 20;
/// Lines of one file that are indexed at the most; some 200 MB of rows.
pub const ROW_LIMIT: usize = 32_000_000;
/// Bytes of another agent's log that are read; the rest is told as not read. A log of this size is read in about two
/// seconds.
pub const FOREIGN_LOG_LIMIT: u64 = 512 << 20;
/// Bytes of one line of another agent's log; a longer one is not read.
pub const FOREIGN_LINE_LIMIT: u64 = 64 << 20;
/// Events of another agent's log that are read; the rest is told as not read.
pub const FOREIGN_ROW_LIMIT: usize = 200_000;
