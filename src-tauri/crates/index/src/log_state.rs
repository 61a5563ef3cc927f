//! The state of a log as the row of its session has it, by which a change of the log is seen.

use std::str::FromStr;

use disk::Stamp;
use rusqlite::Row;

/// The state of a log and of its companion, as they were when they were read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LogState {
    pub stamp: Stamp,
    /// Empty where there is no companion.
    pub companion: String,
}

impl LogState {
    /// The state in the row of a session.
    pub fn stored(row: &Row<'_>) -> rusqlite::Result<Self> {
        let stamp = Stamp {
            device: number(row, 20)?,
            inode: number(row, 21)?,
            size: row.get::<_, i64>(7)?.unsigned_abs(),
            modified_ns: number(row, 22)?,
            changed_ns: number(row, 23)?,
        };
        Ok(Self { stamp, companion: row.get(24)? })
    }
}

/// A number that is stored as text, as it may have more than 64 bits.
fn number<T: FromStr + Default>(row: &Row<'_>, at: usize) -> rusqlite::Result<T> {
    Ok(row.get_ref(at)?.as_str()?.parse().unwrap_or_default())
}
