//! Fresh facts, with permission.
//!
//! A skill declares where current facts come from ([`Source`]); a person decides on exact bytes, twice: that
//! it runs, and that its output is released; the evidence stays. Nothing here runs because it was looked at.
//!
//! This crate must not know the window, nor how an agent's question arrives. It reads no environment and no
//! clock; both come in.
//!
//! `SOURCES.md` beside the manifest tells authors of skills how a source is declared. Start with [`sources`]
//! for what is declared, [`prepare`] for what exactly would run, and [`Desk`] for who decides.

mod acceptance;
mod bind;
mod carry_out;
mod clean;
mod declared;
mod definition;
pub mod desk;
mod evidence;
mod flaw;
mod gather;
mod grants;
mod inline;
mod invisible;
mod kept;
mod lifetime;
mod misled;
mod output;
mod prepare;
#[cfg(test)]
mod reading;
mod request;
pub mod secret;
mod source;
mod sources;
#[cfg(test)]
mod tests;
mod unseen;

pub use acceptance::{Acceptance, acceptance};
pub use bind::{Bindings, Reached, candidates, files_named, reach, unsealed_starts};
pub use carry_out::{Capture, order_description};
pub use clean::{Cleaned, clean, shorten_homes};
pub use definition::definition_hash;
pub use desk::{ARMED_AFTER, Desk, Face, NO_SESSION, NotDecided, Ticket};
pub use gather::{Gathered, GatheredFile, Limits, Ungathered, gather};
pub use grants::Given;
pub use inline::{body_with_output, command_ranges};
pub use invisible::{MadeVisible, UnseenKind, invisible_count, is_invisible, made_visible};
pub use kept::kept;
pub use lifetime::LifetimeKind;
pub use output::{Bounded, bounded};
pub use prepare::{
    Act, CannotPrepare, Carried, CommandWork, Ground, PASSED, Prepared, SkillFacts, Work, part_words,
    path_of, prepare,
};
pub use request::{
    Again, Allowed, Asker, AskerDoor, By, Called, Ended, ForActivation, ForTurn, Keeping, Refused,
    RefusedCode, Release, Request, Since, Stage, Wish,
};
pub use secret::Secret;
pub use source::{Blocked, Origin, SkillOrigin, Source, Surface};
pub use sources::{FILE, Sources, sources};
