//! Where in the files of its agent something stands that a log tells: a text lies on a line, or in a row of a database.

use std::fmt;
use std::path::PathBuf;

/// Where a record stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stands {
    /// The file; of a session in a database that database.
    pub file: PathBuf,
    /// Where in it.
    pub spot: Spot,
    /// Which it is, from 1, of how many that were read there; none where it is the only one.
    pub part: Option<(u32, u32)>,
}

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Spot {
    /// A line, from 1.
    Line(u32),
    /// A row of a database.
    Row {
        /// Its table.
        table: &'static str,
        /// What names it there.
        id: String,
    },
    /// A message of a file that is one list of them, from 1.
    Message(u32),
    /// The file as a whole, which says nothing else.
    Whole,
    /// Nowhere by itself: it follows from several rows or files.
    Derived,
}

/// In words that go on from the name of the file.
impl fmt::Display for Stands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.spot {
            Spot::Line(line) => write!(f, "line {line}")?,
            Spot::Row { table, id } => write!(f, "row {id} of table {table}")?,
            Spot::Message(number) => write!(f, "message {number}")?,
            Spot::Whole => f.write_str("the whole file")?,
            Spot::Derived => f.write_str("several rows")?,
        }
        match self.part {
            Some((part, of)) => write!(f, ", part {part} of {of}"),
            None => Ok(()),
        }
    }
}
