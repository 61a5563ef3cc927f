//! What may be asked about who wins.

use serde::{Deserialize, Serialize};

/// Which rows of the matrix.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct WhoWinsAsk {
    /// Only names that contain this, without regard to case; empty takes all.
    pub text: String,
    /// Only rows of which all of these hold.
    pub only: Vec<WinsOnly>,
    /// First row wanted, counted from 0.
    pub from: u32,
    /// How many rows, at most 500.
    pub count: u32,
}

/// The rows of the matrix to save as a table.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SaveWinsAsk {
    /// Only names that contain this, without regard to case; empty takes all.
    pub text: String,
    /// Only rows of which all of these hold.
    pub only: Vec<WinsOnly>,
    /// In which form.
    pub form: WinsTableForm,
}

/// The form of a saved table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum WinsTableForm {
    /// For programs: fields in quotes with commas between them.
    Csv,
    /// For people: a table of Markdown.
    Markdown,
}

/// What a row of the matrix can be narrowed to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum WinsOnly {
    /// Agents that know the name do not all use one and the same file.
    Differing,
    /// A file of it lies in this repository.
    Here,
}
