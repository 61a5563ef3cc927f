//! Rows of one table and one day, held column by column until they become a file.

use parquet::basic::Compression;
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use std::sync::Arc;

use crate::schema::{Kind, Table, VERSION};

/// What stands in one column of one row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value<'v> {
    /// UTF-8.
    Text(&'v str),
    /// A whole number.
    Count(i64),
    /// Milliseconds since 1970 (UTC).
    Time(i64),
    /// True or false.
    Flag(bool),
    /// It is not known, or there is none.
    Absent,
}

/// The columns of some rows.
#[derive(Debug)]
pub struct Sheet {
    table: &'static Table,
    columns: Vec<Held>,
    /// Rows in it.
    pub rows: usize,
    /// Bytes they take.
    pub bytes: usize,
}

/// The values of one column, those that are there, and for each row whether one is.
#[derive(Debug, Default)]
struct Held {
    texts: Vec<u8>,
    ends: Vec<usize>,
    numbers: Vec<i64>,
    flags: Vec<bool>,
    present: Vec<i16>,
}

impl Sheet {
    /// Without rows.
    pub fn new(table: &'static Table) -> Self {
        let columns = table.columns.iter().map(|_| Held::default()).collect();
        Self { table, columns, rows: 0, bytes: 0 }
    }

    /// Takes in a row: its values by the names of the columns, in their order.
    ///
    /// # Panics
    ///
    /// When the names are not the table's, or a value is of another type than its column.
    pub fn add(&mut self, row: &[(&str, Value<'_>)]) {
        assert_eq!(row.len(), self.table.columns.len(), "a row of {} has all columns", self.table.name);
        for ((column, held), (name, value)) in self.table.columns.iter().zip(&mut self.columns).zip(row) {
            assert_eq!(column.name, *name, "a column of {}", self.table.name);
            self.bytes += 2;
            held.present.push(i16::from(*value != Value::Absent));
            match (column.kind, *value) {
                (_, Value::Absent) => {}
                (Kind::Text, Value::Text(text)) => {
                    held.texts.extend_from_slice(text.as_bytes());
                    held.ends.push(held.texts.len());
                    self.bytes += text.len() + 8;
                }
                (Kind::Count, Value::Count(number)) | (Kind::Time, Value::Time(number)) => {
                    held.numbers.push(number);
                    self.bytes += 8;
                }
                (Kind::Flag, Value::Flag(flag)) => {
                    held.flags.push(flag);
                    self.bytes += 1;
                }
                (kind, value) => panic!("{}.{name} is {kind:?}, not {value:?}", self.table.name),
            }
        }
        self.rows += 1;
    }

    /// The rows as a Parquet file.
    ///
    /// # Errors
    ///
    /// When the library that writes Parquet says so; it has no reason to.
    pub fn file(self) -> Result<Vec<u8>, ParquetError> {
        let schema = Arc::new(parse_message_type(&message(self.table))?);
        let about = KeyValue { key: "assay.tables".to_owned(), value: Some(VERSION.to_string()) };
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by(concat!("assay ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_key_value_metadata(Some(vec![about]))
            .build();
        let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties))?;
        let mut group = writer.next_row_group()?;
        for held in self.columns {
            let Some(mut column) = group.next_column()? else { break };
            let present = Some(held.present.as_slice());
            match column.untyped() {
                ColumnWriter::ByteArrayColumnWriter(typed) => {
                    let texts = bytes::Bytes::from(held.texts);
                    let starts = std::iter::once(&0).chain(&held.ends);
                    let pieces = starts.zip(&held.ends).map(|(start, end)| texts.slice(*start..*end));
                    let texts: Vec<ByteArray> = pieces.map(ByteArray::from).collect();
                    typed.write_batch(&texts, present, None)?;
                }
                ColumnWriter::Int64ColumnWriter(typed) => {
                    typed.write_batch(&held.numbers, present, None)?;
                }
                ColumnWriter::BoolColumnWriter(typed) => {
                    typed.write_batch(&held.flags, present, None)?;
                }
                _ => unreachable!("a schema has no other types"),
            }
            column.close()?;
        }
        group.close()?;
        writer.into_inner()
    }
}

/// The schema as Parquet writes one.
fn message(table: &Table) -> String {
    let columns = table.columns.iter().map(|column| {
        let name = column.name;
        match column.kind {
            Kind::Text => format!("  OPTIONAL BYTE_ARRAY {name} (UTF8);\n"),
            Kind::Count => format!("  OPTIONAL INT64 {name};\n"),
            Kind::Time => format!("  OPTIONAL INT64 {name} (TIMESTAMP(MILLIS,true));\n"),
            Kind::Flag => format!("  OPTIONAL BOOLEAN {name};\n"),
        }
    });
    format!("message {} {{\n{}}}\n", table.name, columns.collect::<String>())
}
