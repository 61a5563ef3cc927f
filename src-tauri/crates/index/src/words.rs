//! Filling the word index, a few megabytes at a time, while nothing else happens.
//!
//! Messages and calls are taken in whole, results with their first 2 KiB. The texts stay in the logs.

use disk::LogFile;
use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};
use sessions::{Event, EventKind, Kind, Row};

use crate::texts::each_text_of_value;
use crate::{Index, Trouble, packed};

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
    inode: String,
    worded: u32,
    lines: u32,
}

impl Index {
    /// How many sessions have all their words, and how many there are.
    pub fn worded(&self) -> Result<(u32, u32), Trouble> {
        let count = "select count(*) filter (where worded >= lines), count(*) from session";
        Ok(self.db.query_row(count, [], |row| Ok((row.get(0)?, row.get(1)?)))?)
    }

    /// Takes in the words of about `budget` bytes of a log, the newest session first. Some bytes while there was
    /// something to do; an index in memory has no words.
    pub fn fill_words(&mut self, budget: u64) -> Result<Option<u64>, Trouble> {
        if self.file().is_none() {
            return Ok(None);
        }
        let Some(next) = next(&self.db)? else { return Ok(None) };
        let rows = packed::after(&self.db, next.session, next.worded, ROWS)?;
        let rows = within(&rows, budget, next.lines);
        let Ok(texts) = read(&next, rows) else {
            // The log has changed or gone; the next sync says so, and until then its words are let be.
            self.db.execute("update session set worded = lines where id = ?", [next.session])?;
            return Ok(Some(0));
        };
        let reached = rows.last().map_or(next.lines, |row| row.line());
        let tx = self.db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let now = tx
            .query_row("select worded from session where id = ?", [next.session], |row| row.get::<_, u32>(0));
        if now.optional()? == Some(next.worded) {
            for (line, column, text) in &texts {
                let insert = format!("insert into words (rowid, {}) values (?, ?)", column.name());
                tx.prepare_cached(&insert)?.execute(params![number(next.session, *line), text])?;
            }
            tx.execute("update session set worded = ? where id = ?", params![reached, next.session])?;
            tx.commit()?;
        }
        Ok(Some(rows.iter().map(|row| u64::from(row.length())).sum()))
    }
}

fn next(db: &Connection) -> Result<Option<Next>, Trouble> {
    let mut select = db.prepare_cached(
        "select id, path, inode, worded, lines from session where worded < lines order by started desc, id limit 1",
    )?;
    let found = select.query_row([], |row| {
        Ok(Next {
            session: row.get(0)?,
            path: row.get(1)?,
            inode: row.get(2)?,
            worded: row.get(3)?,
            lines: row.get(4)?,
        })
    });
    Ok(found.optional()?)
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
    let file = LogFile::open(next.path.as_ref())?;
    if file.stamp()?.inode.to_string() != next.inode {
        return Err(disk::Fault { path: next.path.clone().into(), cause: disk::Cause::Missing });
    }
    let mut texts = Vec::new();
    let mut bytes = Vec::new();
    for row in rows.iter().filter(|row| has_words(row.kind())) {
        bytes.resize(row.length() as usize, 0);
        let read = file.read_at(&mut bytes, row.offset())?;
        if let Ok(event) = sessions::read_line(&bytes[..read], row.line(), row.offset())
            && let Some((column, text)) = words_of(&event)
        {
            texts.push((row.line(), column, text));
        }
    }
    Ok(texts)
}

/// Removes the words of a session from a line on.
pub(crate) fn forget(db: &Connection, session: i64, from: u32) -> Result<(), Trouble> {
    let worded: Option<u32> =
        db.query_row("select worded from session where id = ?", [session], |row| row.get(0)).optional()?;
    if worded.is_none_or(|worded| worded == 0 || worded < from) {
        return Ok(());
    }
    let range = params![number(session, from), number(session + 1, 0)];
    db.execute("delete from words where rowid >= ? and rowid < ?", range)?;
    db.execute("update session set worded = ? where id = ?", params![from.saturating_sub(1), session])?;
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
    !matches!(kind, Kind::Unread | Kind::Unknown | Kind::Reasoning | Kind::ProviderUsage | Kind::SessionFork)
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
        | EventKind::Unknown { .. } => return None,
    };
    (!text.trim().is_empty()).then_some((column, text))
}

fn beginning(mut text: String) -> String {
    if text.len() > RESULT {
        let end = (0..=RESULT).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        text.truncate(end);
    }
    text
}
