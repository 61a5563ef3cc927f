//! What the page sees of a skill's versions and of one line.

use serde::Serialize;

use crate::wire::{DriftFact, Integrity, Millis, SnapshotRef, TurnRef};

/// Every distinct text of a skill that a session recorded.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct VersionsView {
    /// The skill's name.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub name: String,
    /// The hash of its SKILL.md on disk; absent when it is gone.
    pub disk_hash: Option<String>,
    /// Distinct recorded texts.
    pub total: u32,
    /// Distinct turns in which one of them was in front of the model. Turns that a fork copied count once.
    pub in_force: u32,
    /// Sessions that activated one.
    pub sessions: u32,
    /// The first row's number.
    pub from: u32,
    /// The rows of the window, the latest used first.
    pub rows: Vec<VersionRow>,
    /// When the disk was read.
    pub read_at: Millis,
}

/// One distinct recorded text.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct VersionRow {
    /// Which it is in the order of first activations, from 1.
    pub number: u32,
    /// Its recorded hash; empty when none was.
    pub hash: String,
    /// The paths it was recorded under.
    #[cfg_attr(feature = "typescript", ts(type = "Array<Foreign>"))]
    pub paths: Vec<String>,
    /// How it differs from the disk.
    pub drift: DriftFact,
    /// What recomputing the hash says.
    pub integrity: Integrity,
    /// Bytes of the text.
    pub bytes: u64,
    /// Its lines.
    pub lines: u32,
    /// Activations.
    pub activations: u32,
    /// Distinct turns that activated it.
    pub turns: u32,
    /// Distinct turns in which it was in front of the model, these and later ones.
    pub in_force: u32,
    /// Sessions that activated it.
    pub sessions: u32,
    /// Its first activation.
    pub first: SnapshotRef,
    /// Its latest activation.
    pub latest: SnapshotRef,
    /// It is the text on disk now.
    pub on_disk: bool,
}

/// Where one line was held, and the turns in which it was in force.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LineView {
    /// The skill's name.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub name: String,
    /// The line's number in the text it was asked for in, from 1.
    pub number: u32,
    /// The line, without its end. A line over 16 KiB is cut and ends in a count of what is left out.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub text: String,
    /// The line is blank: it says nothing, and stands in almost every text.
    pub blank: bool,
    /// The texts that hold a line of the same bytes, the latest used first, at most 200.
    pub held: Vec<HeldRow>,
    /// Texts that hold it.
    pub held_total: u32,
    /// Distinct recorded texts that were looked at.
    pub versions: u32,
    /// Texts that were not looked at: beyond 500 texts or 32 MiB.
    pub left_out: u32,
    /// The SKILL.md on disk holds it.
    pub on_disk: bool,
    /// Distinct turns in which a text that holds it was in front of the model.
    pub turns: u32,
    /// Sessions of those turns.
    pub sessions: u32,
    /// Time of the first of these turns.
    pub first: Option<Millis>,
    /// Time of the last.
    pub last: Option<Millis>,
    /// The first row's number.
    pub from: u32,
    /// The turns of the window, the latest first.
    pub rows: Vec<TurnRef>,
}

/// A text that holds a line.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct HeldRow {
    /// Which version it is, as in [`VersionRow`].
    pub number: u32,
    /// Its recorded hash; empty when none was.
    pub hash: String,
    /// The lines of it with these bytes, from 1, the first 20.
    pub lines: Vec<u32>,
    /// How often it holds the line.
    pub times: u32,
    /// Distinct turns in which it was in front of the model.
    pub in_force: u32,
    /// Its latest activation.
    pub latest: SnapshotRef,
}
