//! What the page sees of a hydration.

use serde::Serialize;

use crate::sessions::LogPart;
use crate::wire::Millis;

/// The evidence of one hydration. It says to whom the text was released, never that a model read it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct HydratedFact {
    /// `hyd_…`.
    pub id: String,
    /// The skill's name.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub skill: String,
    /// The skill's scope then.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub scope: String,
    /// The skill's recorded hash; empty where none is.
    pub hash: String,
    /// The source's id in the skill.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub source: String,
    /// What it is for, in the skill's words.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub title: String,
    /// The command, the pattern or the path, verbatim on one line.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub command: String,
    /// `command`, `files`, `resource` or `presenter`; empty where it is not recorded.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub surface: String,
    /// The shell that read the command.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
    pub shell: Option<String>,
    /// The folder it ran in.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
    pub cwd: Option<String>,
    /// The program that ran.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
    pub executable: Option<String>,
    /// `explicit` or `auto`.
    pub execution: String,
    /// The permission mode then.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
    pub mode: Option<String>,
    /// `user`, `grant` or `rule`; empty where it is not recorded.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub by: String,
    /// The rule, in words.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
    pub rule: Option<String>,
    /// `once`, `session` or `bytes`.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
    pub lifetime: Option<String>,
    /// The exit status.
    pub exit_code: Option<i32>,
    /// How else the run ended: a signal's name, `timeout`, …
    #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
    pub ended: Option<String>,
    /// How long it ran, in milliseconds.
    pub duration_ms: Option<u32>,
    /// What it was kept from, in words.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
    pub sandbox: Option<String>,
    /// Bytes that were read; absent where that is not recorded.
    pub bytes_total: Option<u64>,
    /// Of them, bytes that were kept; where that is not recorded, the bytes that are there.
    pub bytes_kept: u64,
    /// Bytes were left out; absent where that is not recorded.
    pub truncated: Option<bool>,
    /// Marks in place of what a person took out.
    pub redactions: u32,
    /// Bytes that were no UTF-8.
    pub replaced: u64,
    /// What else keeps the text from being all there was.
    #[cfg_attr(feature = "typescript", ts(type = "Array<Foreign>"))]
    pub limitations: Vec<String>,
    /// SHA-256 of the text released.
    pub sha256: String,
    /// Who asked, in words.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
    pub requester: Option<String>,
    /// What happened when.
    pub steps: Vec<HydrationStep>,
    /// To whom the text was given; absent where that is not recorded.
    pub released: Option<ReleaseFact>,
}

/// One thing that happened in a hydration.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct HydrationStep {
    /// `asked`, `run`, `shown` or `sent`.
    pub step: String,
    /// When.
    pub at: Option<Millis>,
    /// By whom.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub by: String,
    /// In words.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub words: String,
}

/// To whom a text was given, and when.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ReleaseFact {
    /// In words.
    pub to: String,
    /// When.
    pub at: Option<Millis>,
}

/// One hydration with its place.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct HydratedCard {
    /// Which log it stands in.
    pub log: LogPart,
    /// Its line there.
    pub line: u32,
    /// Its sequence number there, as written.
    pub seq: String,
    /// The evidence.
    pub fact: HydratedFact,
}

/// What is known of a session's companion log.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CompanionFact {
    /// The file, absolute.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub path: String,
    /// Its events.
    pub events: u32,
    /// Lines that cannot be read.
    pub unread: u32,
    /// The first line that does not name the one before it: that one, or this, is not what was written.
    pub broken_at: Option<u32>,
}
