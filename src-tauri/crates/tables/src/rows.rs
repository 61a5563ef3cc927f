//! What of a workspace becomes rows.

mod disk_now;
mod recorded;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ::workspace::Workspace;
use serde::Serialize;
use sessions::LogPlace;

use crate::book::Book;
use crate::sheet::Value;
use crate::trouble::Trouble;

/// What was taken in already, where several workspaces are written.
#[derive(Debug, Default)]
pub struct Known {
    sessions: BTreeSet<String>,
    texts: BTreeSet<String>,
    decisions: BTreeSet<(PathBuf, u32)>,
}

/// How much is told.
pub struct Telling<'t> {
    /// Prompts, titles and texts of skills as well.
    pub texts: bool,
    /// Whether a session is this workspace's.
    pub is_own: &'t dyn Fn(&LogPlace) -> bool,
    /// Asked between sessions; `true` ends the export.
    pub stop: &'t dyn Fn() -> bool,
}

/// Writes the rows of a workspace.
///
/// # Errors
///
/// [`Trouble::Stopped`] when somebody stopped it, else when a fact cannot be had or a file not be written.
pub fn write(
    workspace: &Workspace,
    telling: &Telling<'_>,
    known: &mut Known,
    book: &mut Book,
) -> Result<(), Trouble> {
    recorded::write(workspace, telling, known, book)?;
    disk_now::write(workspace, telling, book)
}

/// The day of a time, as `YYYY-MM-DD` in UTC.
fn day(millis: i64) -> String {
    let mut written = sessions::written(time(millis));
    written.truncate(10);
    written
}

fn time(millis: i64) -> SystemTime {
    UNIX_EPOCH + Duration::from_millis(u64::try_from(millis).unwrap_or(0))
}

/// The milliseconds of a time as logs write it.
fn millis(written: Option<&str>) -> Option<i64> {
    let since = sessions::instant(written?)?.duration_since(UNIX_EPOCH).ok()?;
    i64::try_from(since.as_millis()).ok()
}

fn text(text: &str) -> Value<'_> {
    if text.is_empty() { Value::Absent } else { Value::Text(text) }
}

fn some(words: Option<&str>) -> Value<'_> {
    words.map_or(Value::Absent, text)
}

fn count(number: impl TryInto<i64>) -> Value<'static> {
    number.try_into().map_or(Value::Absent, Value::Count)
}

fn at(millis: Option<i64>) -> Value<'static> {
    millis.map_or(Value::Absent, Value::Time)
}

/// The word a fact has in JSON.
fn word(fact: impl Serialize) -> String {
    let written = serde_json::to_value(fact).ok();
    written.and_then(|word| word.as_str().map(str::to_owned)).unwrap_or_default()
}
