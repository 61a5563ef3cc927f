//! Where something a log tells stands in the files of its agent.

use ::sessions::{Spot, Stands};
use serde::Serialize;

/// Where a record stands.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct StandsFact {
    /// The file; of a session in a database that database.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub file: String,
    /// Its line there, from 1; nothing where that is no file of lines.
    pub line: Option<u32>,
    /// The table of the database.
    pub table: Option<String>,
    /// What names its row there.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
    pub row: Option<String>,
    /// Which message it is, from 1, of a file that is one list of them.
    pub message: Option<u32>,
    /// Which it is, from 1, where several were read there.
    pub part: Option<u32>,
    /// How many were.
    pub parts: Option<u32>,
    /// It follows from several rows or files.
    pub derived: bool,
    /// The same in words that go on from the name of the file.
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub words: String,
}

impl From<&Stands> for StandsFact {
    fn from(stands: &Stands) -> Self {
        let spot = match &stands.spot {
            Spot::Line(line) => Self { line: Some(*line), ..Self::default() },
            Spot::Row { table, id } => {
                Self { table: Some((*table).to_owned()), row: Some(id.clone()), ..Self::default() }
            }
            Spot::Message(number) => Self { message: Some(*number), ..Self::default() },
            Spot::Derived => Self { derived: true, ..Self::default() },
            Spot::Whole => Self::default(),
        };
        Self {
            file: stands.file.display().to_string(),
            part: stands.part.map(|(part, _)| part),
            parts: stands.part.map(|(_, parts)| parts),
            words: stands.to_string(),
            ..spot
        }
    }
}
