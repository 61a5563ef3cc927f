//! Filling the word index, a few megabytes at a time, while nothing else happens.
//!
//! Messages and calls are taken in whole, results with their first 2 KiB. The texts stay in the logs.

use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};
use sessions::{Event, EventKind, Kind, Row, Source};

use crate::seal::{SESSION, SESSION_COLUMNS, Sealer, lost};
use crate::texts::each_text_of_value;
use crate::{Index, Trouble, lengths, list, packed, seal};

/// Bytes of a result that can be found by its words.
const RESULT: usize = 2 << 10;
/// Rows taken in at once.
const ROWS: usize = 8192;

/// Which column a text belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Column {
    Message,
    Call,
    Result,
}

impl Column {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Message => "message",
            Self::Call => "call",
            Self::Result => "result",
        }
    }
}

/// The next session to fill.
struct Next {
    session: i64,
    path: String,
    source: Source,
    inode: String,
    worded: u32,
    lines: u32,
    pieces: i64,
    seal: i64,
}

impl Index {
    /// How many sessions have all their words, and how many there are.
    ///
    /// # Errors
    ///
    /// As [`Index::listed`].
    pub fn worded(&self) -> Result<(u32, u32), Trouble> {
        let count = "select count(*) filter (where worded >= lines), count(*) from session";
        Ok(self.db.query_row(count, [], |row| Ok((row.get(0)?, row.get(1)?)))?)
    }

    /// Takes in the words of about `budget` bytes of a log, the newest session first. Some bytes while there was
    /// something to do; an index in memory has no words.
    ///
    /// # Errors
    ///
    /// When the index cannot be read or written, or a row of it is damaged. A log that cannot be read is
    /// none: its words are left out.
    pub fn fill_words(&mut self, budget: u64) -> Result<Option<u64>, Trouble> {
        if self.file().is_none() {
            return Ok(None);
        }
        let Some(next) = next(&self.db)? else { return Ok(None) };
        if packed::sum(&self.db, next.session)? != next.pieces {
            return Err(lost("rows"));
        }
        let rows = packed::after(&self.db, next.session, next.worded, ROWS)?;
        let rows = within(&rows, budget, next.lines);
        // A log that has changed or is gone is told by the next sync; until then its words are let be.
        let (texts, reached, rows) = match read(&next, rows) {
            Ok(texts) => (texts, rows.last().map_or(next.lines, |row| row.line()), rows),
            Err(_) => (Vec::new(), next.lines, &rows[..0]),
        };
        let tx = self.db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // Another process may have been here since: what it wrote is as good.
        let now: Option<i64> = tx
            .query_row("select seal from session where id = ?", [next.session], |row| row.get(0))
            .optional()?;
        if now == Some(next.seal) {
            let mut counted = Vec::with_capacity(texts.len());
            for (line, column, text) in &texts {
                let insert = format!("insert into words (rowid, {}) values (?, ?)", column.name());
                tx.prepare_cached(&insert)?.execute(params![number(next.session, *line), text])?;
                counted.push(lengths::written(&tx, next.session, *line, *column)?);
            }
            lengths::add(&tx, next.session, &counted)?;
            tx.execute("update session set worded = ? where id = ?", params![reached, next.session])?;
            let seal = seal::session(&tx, next.session)?;
            seal::count(&tx, next.seal, seal)?;
            self.changed.seal(&tx)?;
            tx.commit()?;
        }
        Ok(Some(rows.iter().map(|row| u64::from(row.length())).sum()))
    }
}

fn next(db: &Connection) -> Result<Option<Next>, Trouble> {
    let select =
        format!("select {SESSION}, seal from session where worded < lines order by started desc limit 1");
    let mut select = db.prepare_cached(&select)?;
    let mut found = select.query([])?;
    let Some(row) = found.next()? else { return Ok(None) };
    Ok(Some(Next {
        seal: Sealer::default().checked("session", row, SESSION_COLUMNS)?,
        session: row.get(0)?,
        path: row.get(1)?,
        source: list::source(row)?,
        inode: row.get(21)?,
        worded: row.get(29)?,
        lines: row.get(25)?,
        pieces: row.get(34)?,
    }))
}

/// The first rows, of whole lines, that have together about `budget` bytes.
fn within(rows: &[Row], budget: u64, lines: u32) -> &[Row] {
    let mut left = budget;
    let count = rows.iter().take_while(|row| {
        let fits = left > 0 && row.line() <= lines;
        left = left.saturating_sub(u64::from(row.length()));
        fits
    });
    &rows[..count.count()]
}

fn read(next: &Next, rows: &[Row]) -> Result<Vec<(u32, Column, String)>, disk::Fault> {
    let file = next.source.file(next.path.as_ref())?;
    if file.stamp()?.inode.to_string() != next.inode {
        return Err(disk::Fault { path: next.path.clone().into(), cause: disk::Cause::Missing });
    }
    let mut texts = Vec::new();
    let mut bytes = Vec::new();
    for row in rows.iter().filter(|row| has_words(row.kind())) {
        bytes.resize(row.length() as usize, 0);
        let read = file.read_at(&mut bytes, row.offset())?;
        if let Ok(event) = sessions::read_row(next.source, &bytes[..read], *row)
            && let Some((column, text)) = words_of(&event)
        {
            texts.push((row.line(), column, text));
        }
    }
    Ok(texts)
}

/// Removes the words of a session. Its row is to be sealed again.
pub(crate) fn forget(db: &Connection, session: i64) -> Result<(), Trouble> {
    let worded: Option<u32> =
        db.query_row("select worded from session where id = ?", [session], |row| row.get(0)).optional()?;
    if worded.is_none_or(|worded| worded == 0) {
        return Ok(());
    }
    let range = params![number(session, 0), number(session + 1, 0)];
    db.execute("delete from words where rowid >= ? and rowid < ?", range)?;
    lengths::forget(db, session)?;
    db.execute("update session set worded = 0 where id = ?", [session])?;
    Ok(())
}

/// The row of `words` for a line.
pub(crate) fn number(session: i64, line: u32) -> i64 {
    session << 32 | i64::from(line)
}

/// The session and the line of a row of `words`.
pub(crate) fn place(number: i64) -> (i64, u32) {
    (number >> 32, number as u32)
}

fn has_words(kind: Kind) -> bool {
    !matches!(
        kind,
        Kind::Unread
            | Kind::Unknown
            | Kind::Other
            | Kind::Reasoning
            | Kind::ProviderUsage
            | Kind::SessionFork
    )
}

/// What of an event can be found by its words.
pub(crate) fn words_of(event: &Event) -> Option<(Column, String)> {
    let join = |texts: &[&Option<String>]| {
        let texts: Vec<&str> = texts.iter().filter_map(|text| text.as_deref()).collect();
        texts.join("\n")
    };
    let (column, text) = match &event.kind {
        EventKind::UserMessage(told) => (Column::Message, join(&[&told.text])),
        EventKind::AssistantMessage(told) => (Column::Message, join(&[&told.text])),
        EventKind::BranchSummary(told) => (Column::Message, join(&[&told.summary])),
        EventKind::Compaction(told) => (Column::Message, join(&[&told.summary])),
        EventKind::Subagent(told) => (Column::Message, join(&[&told.task, &told.summary, &told.reason])),
        EventKind::TurnFailed(told) => (Column::Message, join(&[&told.error_kind, &told.error_message])),
        EventKind::SkillActivation(told) => (Column::Call, join(&[&told.name, &told.description])),
        EventKind::SkillListing(told) => (Column::Result, beginning(join(&[&told.text]))),
        EventKind::PermissionDecision(told) => {
            (Column::Call, join(&[&told.decision, &told.tool, &told.matched_rule, &told.note]))
        }
        EventKind::Workflow(told) => (Column::Call, join(&[&told.workflow_name, &told.step_id])),
        EventKind::ToolCall(told) => {
            let mut text = told.name.clone().unwrap_or_default();
            let args = told.args.as_deref().unwrap_or_default();
            each_text_of_value(args.as_bytes(), &mut |_, value| {
                text.push('\n');
                text.push_str(value);
            });
            (Column::Call, text)
        }
        EventKind::ToolResult(told) => {
            let message = told.error.as_ref().and_then(|error| error.message.clone());
            (Column::Result, beginning(join(&[&message, &told.output])))
        }
        EventKind::Hydration(told) => {
            (Column::Result, beginning(join(&[&told.output, &told.output_excerpt])))
        }
        EventKind::Reasoning(_)
        | EventKind::Posture(_)
        | EventKind::SessionFork(_)
        | EventKind::ProviderUsage(_)
        | EventKind::Other { .. }
        | EventKind::Unknown { .. } => return None,
    };
    (!text.trim().is_empty()).then_some((column, text))
}

fn beginning(mut text: String) -> String {
    text.truncate(text.floor_char_boundary(RESULT));
    text
}
