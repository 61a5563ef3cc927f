//! Enums that stand in the file as numbers.

use rusqlite::Row;

/// The case of an enum whose number stands in a column. A later Assay keeps other numbers in a file of another version.
pub(crate) fn of_number<T>(row: &Row<'_>, at: usize, case: fn(u8) -> Option<T>) -> rusqlite::Result<T> {
    known(row.get(at)?, at, case)
}

/// The case with this number, which stood in that column.
pub(crate) fn known<T>(number: u8, at: usize, case: fn(u8) -> Option<T>) -> rusqlite::Result<T> {
    case(number).ok_or(rusqlite::Error::IntegralValueOutOfRange(at, number.into()))
}
