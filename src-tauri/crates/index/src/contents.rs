//! Everything an index holds, in an order and in words of its own, so that two can be compared.

use rusqlite::types::ValueRef;

use crate::words::place;
use crate::{Index, Trouble};

/// Tables and the columns that depend on when a log was read, or in which order, and not on what it says.
const TABLES: [(&str, &str); 5] = [
    ("session", "id inode device modified changed companion worded activated related pieces seal"),
    ("activation", "session seal"),
    ("hydration", "session seal"),
    ("relation", "session seal"),
    ("snapshot", ""),
];

impl Index {
    /// Everything it holds, a line each, sorted. Two indexes of the same logs have the same lines, however they
    /// came to them.
    ///
    /// # Errors
    ///
    /// As [`Index::listed`].
    pub fn contents(&self) -> Result<Vec<String>, Trouble> {
        let mut lines = Vec::new();
        for (table, left_out) in TABLES {
            let owner = if left_out.starts_with("session") { "session" } else { "id" };
            let select = match table {
                "session" => "select path as owner, * from session".to_owned(),
                "snapshot" => "select '' as owner, * from snapshot".to_owned(),
                _ => format!(
                    "select s.path as owner, t.* from {table} t left join session s on s.id = t.{owner}"
                ),
            };
            let mut select = self.db.prepare(&select)?;
            let names: Vec<String> = select.column_names().map(str::to_owned).collect();
            let mut found = select.query([])?;
            while let Some(row) = found.next()? {
                let mut line = table.to_owned();
                for (at, name) in names.iter().enumerate() {
                    if !left_out.split(' ').any(|left_out| left_out == name) {
                        line.push_str(&format!(" {name}={}", text(row.get_ref(at)?)));
                    }
                }
                lines.push(line);
            }
        }
        self.rows(&mut lines)?;
        self.words(&mut lines)?;
        lines.sort();
        Ok(lines)
    }

    fn rows(&self, lines: &mut Vec<String>) -> Result<(), Trouble> {
        let mut select = self.db.prepare("select id, path, pieces from session")?;
        let sessions: Vec<(i64, String, i64)> = select
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
            .collect::<Result<_, _>>()?;
        for (id, path, pieces) in sessions {
            for row in crate::packed::read(&self.db, id, pieces)?.iter() {
                lines.push(format!("row {path} {row:?}"));
            }
        }
        let orphans: i64 = self.db.query_row(
            "select count(*) from rows where id / ? not in (select id from session)",
            [crate::packed::PIECES],
            |row| row.get(0),
        )?;
        lines.push(format!("orphans {orphans}"));
        Ok(())
    }

    /// Every word with the places it leads to.
    fn words(&self, lines: &mut Vec<String>) -> Result<(), Trouble> {
        self.db.execute_batch(
            "create virtual table if not exists temp.term using fts5vocab(main, words, 'row')",
        )?;
        let terms: Vec<String> = {
            let mut select = self.db.prepare("select term from temp.term")?;
            select.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?
        };
        let mut select = self.db.prepare("select rowid from words where words match ?")?;
        let mut lengths = crate::lengths::Lengths::new(&self.db);
        for term in terms {
            crate::proven::prove(&self.db, std::slice::from_ref(&term))?;
            let quoted = format!("\"{}\"", term.replace('"', "\"\""));
            let places: Vec<i64> = select.query_map([quoted], |row| row.get(0))?.collect::<Result<_, _>>()?;
            for number in places {
                let (session, line) = place(number);
                let path: String =
                    self.db
                        .query_row("select path from session where id = ?", [session], |row| row.get(0))?;
                let (column, length) = lengths.of(session, line)?;
                lines.push(format!("word {term} {path} {line} {} of {length}", column.name()));
            }
        }
        Ok(())
    }
}

fn text(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => "-".to_owned(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => number.to_string(),
        ValueRef::Text(text) | ValueRef::Blob(text) => String::from_utf8_lossy(text).into_owned(),
    }
}
