//! The one way to change anything about a skill: a plan, which is data; its carrying out; the journal; undo.
//!
//! A [`Plan`] says for every touched place what stands there and what will stand there, to the byte. It is
//! shown, and only then carried out: [`carry_out`] refuses when anything differs from what the plan has seen,
//! lays every old state into the trash before it touches it, and writes the journal before and after. Undo
//! and putting back from the trash are plans like all others: they restore what was kept and compute nothing.
//!
//! Start with `plan.rs` for how plans are made, `carry_out.rs` for the order of things.

mod arrive;
mod carry_out;
mod change;
mod checked;
mod create;
mod edit;
#[cfg(test)]
mod edit_tests;
mod fields;
mod fix;
mod foresee;
mod ground;
mod hiding;
mod journal;
mod many;
mod origin;
mod plan;
mod recover;
mod reverse;
mod staging;
#[cfg(test)]
mod tests;
mod trash;
mod update;

pub use arrive::{Arrival, Taken, import};
pub use carry_out::{Progress, Tell, carry_out, carry_out_watched, recovered};
pub use change::{Act, Deed, Origin, OriginSource, Plan, ServedMark, Shift, StartedFile, Step, Trouble};
pub(crate) use change::{Source, settled};
pub use create::{Beginning, FOLDERS, Outline, create, place_of};
pub use edit::{WRITTEN, add, remove_file, rename_file, write};
pub use fields::{Setting, field_lines, set_field};
pub use fix::{Mended, Mending, PLACES, fix};
pub use hiding::{hide, show};
pub use journal::{Entry, EntryStep, Journal, Ledger, Mark, Outcome, journal};
pub use many::{Many, SKILLS, many};
pub use origin::{FileDrift, SkillOrigins, origin};
pub(crate) use plan::is_device;
pub use plan::is_name;
pub use plan::{copy, duplicate, relocate, remove, rename, restore};
pub use reverse::{Meeting, put_back, undo};
pub(crate) use staging::STAGING;
pub use trash::{TrashItem, empty_trash, trash, wrote};
pub use update::{ChangedBy, Divergence, divergences, update};
