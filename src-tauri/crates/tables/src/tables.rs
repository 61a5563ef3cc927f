//! What Assay knows, as tables of Parquet files that engines read: sessions, turns, activations, texts by hash, and how
//! they stand against the disk.
//!
//! Names and hashes are written, texts only where somebody asked for them. A file stands whole or not at all; a day
//! that is over is written once.

mod book;
mod rows;
mod schema;
mod sheet;
mod trouble;

pub use book::{Book, Written};
pub use rows::{Known, Telling, write};
pub use schema::{Column, Kind, TABLES, Table, VERSION, page};
pub use sheet::{Sheet, Value};
pub use trouble::Trouble;
