//! Then against now: how a recorded snapshot of a skill differs from what stands on disk.
//!
//! Two questions are answered here. [`classify`] names the state of a snapshot in one word (identical,
//! whitespace only, moved scope, deleted, …) and never claims more than the recorded bytes prove: with the state it
//! says what the comparison rests on ([`Basis`]) and what was done to both texts before it ([`Steps`]).
//! [`compare`] finds the changed lines of two texts within a deadline; [`Rows`] lays them out for a
//! page that asks for them window by window, and [`unified`] writes them so that `patch` can apply them.
//!
//! This crate must not know how skills are discovered or how a log is read: it is told what was
//! recorded ([`Recorded`]) and what is present ([`Now`]). It opens no file; the caller hands in how.
//! Start with [`classify`] for the report, [`compare`] for the picture and [`line_history`] for one line.

mod agent;
mod body;
mod class;
mod compare;
mod drift_note;
mod elsewhere;
mod frontmatter;
mod hunk;
#[cfg(test)]
mod laws;
mod lines;
mod note;
mod part;
mod restored;
mod state;
mod step;
mod template;
mod three;
mod unified;
mod versions;
mod whitespace;
mod words;

pub use agent::{Agent, Release, Writer};
pub use class::{Kept, Now, Present, Recorded, Verdict, classify, compare_recorded};
pub use compare::{Change, Comparison, Count, Section, Spaces, TIME_ALLOWED, compare};
pub use drift_note::{DriftNote, RecordedPart};
pub use elsewhere::{holding, taken_now};
pub use frontmatter::{Field, FieldState, FrontmatterChange};
pub use hunk::{CONTEXT, DiffRow, Extent, Hunk, Layout, Line, Rows, WINDOW, Window};
pub use lines::Text;
pub use note::{Note, Side};
pub use restored::{NotRestored, restored};
pub use state::{Basis, Place, State, Why};
pub use step::{Step, Steps};
pub use template::Hole;
pub use three::{Beside, Three, ThreeRow};
pub use unified::unified;
pub use versions::{Held, LineHistory, Stretch, TurnOf, Version, line_history, line_of, turns_of};
pub use whitespace::Whitespace;
pub use words::Marks;
