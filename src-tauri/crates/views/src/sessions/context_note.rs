//! Oddities of what was in context, as codes.

use serde::Serialize;
use skills::Quote;
use thiserror::Error;

/// A version of a skill in context.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct VersionInContext {
    /// Its letter.
    pub letter: String,
    /// The turn it was activated in.
    pub turn: Option<u32>,
}

/// Something odd about what was in context.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum ContextNote {
    /// Several versions of one skill.
    #[error("{} versions of {} are in context: {}.", number(versions.len()), name.as_str(), listed(versions))]
    Versions {
        /// The skill.
        name: Quote,
        /// Its versions.
        versions: Vec<VersionInContext>,
    },
    /// A recorded hash is not that of the recorded text.
    #[error("{}: the recorded hash does not match the recorded text (line {line}).", name.as_str())]
    Mismatch {
        /// The skill.
        name: Quote,
        /// The line of the activation.
        line: u32,
    },
    /// A text is sent several times.
    #[error("The text of {} ({letter}) is sent {times} times.", name.as_str())]
    SentAgain {
        /// The skill.
        name: Quote,
        /// The letter of the text.
        letter: String,
        /// How often.
        times: usize,
    },
    /// A text is in context several times.
    #[error("The text of {} ({letter}) is in context {times} times.", name.as_str())]
    InContextAgain {
        /// The skill.
        name: Quote,
        /// The letter of the text.
        letter: String,
        /// How often.
        times: usize,
    },
    /// Texts without a recorded hash.
    #[error("{count} of the sent texts have no recorded hash.")]
    NoHash {
        /// How many.
        count: usize,
    },
    /// The order of a call and of texts is not recorded.
    #[error("The log does not show if this call was made before or after the texts marked as unknown.")]
    OpenOrder,
    /// The history before is in another thread.
    #[error("Unknown: the history{} is in thread {}; its skill texts are not included.", before(*end), thread.as_str())]
    OtherHistory {
        /// The thread.
        thread: Quote,
        /// The ordinal at which it ends.
        end: Option<u64>,
    },
    /// Assay recorded the session and does not know what was sent.
    #[error("Assay recorded this session itself; it does not know what the agent sent to the model.")]
    RecordedByAssay,
    /// The agent does not record what it sends.
    #[error("{agent} does not record its requests to the model.")]
    NoRequests {
        /// The agent.
        agent: String,
    },
}

fn number(count: usize) -> &'static str {
    ["Two", "Three", "Four", "Five"].get(count.wrapping_sub(2)).copied().unwrap_or("Several")
}

fn listed(versions: &[VersionInContext]) -> String {
    let words = versions.iter().map(|version| match version.turn {
        Some(turn) => format!("{} from turn {turn}", version.letter),
        None => version.letter.clone(),
    });
    words.collect::<Vec<_>>().join(" and ")
}

fn before(end: Option<u64>) -> String {
    end.map(|end| format!(" before ordinal {end}")).unwrap_or_default()
}
