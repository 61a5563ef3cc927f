//! Saved texts as pages and scripts see them.

use ::sessions::Source;
use serde::{Deserialize, Serialize};

use super::Text;
use views::wire::{DriftFact, Millis, ProblemRow, SourceFact, TextKept};

/// Whether texts are saved from now on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Saving {
    /// Each text of a skill that a log of another agent holds, as soon as it is seen.
    On,
    /// None.
    Off,
}

/// Begins or ends to save texts.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SaveTextsAsk {
    /// Which.
    pub saving: Saving,
}

/// Deletes saved texts.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DeleteTextsAsk {
    /// Which ones; all where none is named.
    pub ids: Vec<String>,
}

/// Some lines of a saved text.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SavedTextAsk {
    /// Which.
    pub id: String,
    /// The first line, counted from 0.
    pub from: u32,
    /// How many lines.
    pub count: u32,
}

/// What is saved, and what could be.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SavedTextsView {
    /// What a person said.
    pub saving: Saving,
    /// Where they are saved, one file each.
    pub folder: String,
    /// Bytes of the texts that are saved.
    pub saved_bytes: u64,
    /// Bytes of those that logs hold and that are not saved.
    pub unsaved_bytes: u64,
    /// Every text, by the skill's name and the last given first.
    pub texts: Vec<SavedTextRow>,
    /// Files of the archive that are no texts.
    pub problems: Vec<ProblemRow>,
}

/// One text of one skill.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SavedTextRow {
    /// Its name in the archive.
    pub id: String,
    /// The skill's recorded name.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub name: String,
    /// Whose session recorded it.
    pub source: SourceFact,
    /// The release that wrote it, where the log said so.
    #[cfg_attr(test, ts(type = "Foreign | null"))]
    pub release: Option<String>,
    /// The path it was recorded to come from.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub path: String,
    /// The workspace of the session that recorded it.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub workspace: String,
    /// That session.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub session: String,
    /// The hash of the text.
    pub hash: String,
    /// How much of the file it is.
    pub kept: TextKept,
    /// Its bytes.
    pub bytes: u64,
    /// When it was given last.
    pub last: Option<Millis>,
    /// When it was saved; nothing where it is not.
    pub saved: Option<Millis>,
    /// A log holds it still.
    pub has_log: bool,
    /// How it stands against the disk.
    pub drift: DriftFact,
}

impl SavedTextRow {
    pub(super) fn of(id: String, text: Text, drift: DriftFact) -> Self {
        let Text { archived, is_saved, has_log } = text;
        Self {
            id,
            source: Source::named(&archived.source).map_or_else(
                || SourceFact { name: archived.source.clone(), label: archived.source },
                Into::into,
            ),
            kept: archived.kept,
            bytes: archived.text.len() as u64,
            name: archived.name,
            release: archived.release,
            path: archived.path,
            workspace: archived.workspace,
            session: archived.session,
            hash: archived.hash,
            last: archived.at.map(Millis),
            saved: is_saved.then_some(Millis(archived.saved)),
            has_log,
            drift,
        }
    }
}
