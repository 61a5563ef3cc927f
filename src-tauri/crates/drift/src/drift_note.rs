//! What goes with a state, as codes: the fields that changed, the new place, the winner, the reason.

use std::fmt;
use std::path::Path;

use serde::Serialize;
use skills::Quote;
use thiserror::Error;

use crate::class::Verdict;
use crate::frontmatter::FrontmatterChange;
use crate::state::{Basis, State, Why};
use crate::template::Hole;
use crate::whitespace::Whitespace;

/// Placeholders that are named in one line.
const NAMED: usize = 3;

/// How much of a file was recorded, where that is not the whole file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum RecordedPart {
    /// Some of its lines.
    #[error("part")]
    Part,
    /// What follows the frontmatter.
    #[error("body")]
    Body,
}

/// What is to be said of a snapshot besides its state.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum DriftNote {
    /// It was not compared yet.
    #[error("not compared yet")]
    NotCompared,
    /// The recorded part is the same.
    #[error("{} {part} is unchanged; only {} {part} was recorded", this(*part), article(*part))]
    Unchanged {
        /// The part.
        part: RecordedPart,
    },
    /// The note holds, and only a part was recorded.
    #[error("{note}; only {} {part} was recorded", article(*part))]
    Only {
        /// The note.
        #[cfg_attr(feature = "typescript", ts(type = "DriftNote"))]
        note: Box<Self>,
        /// The part.
        part: RecordedPart,
    },
    /// The body changed, and only lines were recorded.
    #[error("only a part was recorded")]
    PartRecorded,
    /// The body changed, and nothing is known of the frontmatter.
    #[error("the frontmatter was not recorded")]
    NoFrontmatter,
    /// The body changed and the frontmatter, too.
    #[error("frontmatter too: {change}")]
    FrontmatterToo {
        /// The change.
        change: FrontmatterChange,
    },
    /// Only the frontmatter changed.
    #[error("{change}")]
    Frontmatter {
        /// The change.
        change: FrontmatterChange,
    },
    /// Only whitespace changed.
    #[error("{}", listed(kinds))]
    Whitespace {
        /// The kinds.
        kinds: Vec<Whitespace>,
    },
    /// The text is at another path.
    #[error("now at {}", path.as_str())]
    NowAt {
        /// The path.
        path: Quote,
    },
    /// The text has another name.
    #[error("now {}", name.as_str())]
    NowNamed {
        /// The name.
        name: Quote,
    },
    /// The text is in another scope.
    #[error("from {} to {}", from.as_str(), to.as_str())]
    Moved {
        /// The scope it was in.
        from: Quote,
        /// The scope it is in.
        to: Quote,
    },
    /// A skill of another scope takes precedence.
    #[error("by {}", scope.as_str())]
    Shadowed {
        /// That scope.
        scope: Quote,
    },
    /// The file is deleted.
    #[error("the log holds the last copy{}", of_part(*part))]
    LastCopy {
        /// The part that was recorded; absent for the whole file.
        part: Option<RecordedPart>,
    },
    /// The agent filled in placeholders.
    #[error("except {}", named(names, *more))]
    Filled {
        /// The first of them.
        names: Vec<Quote>,
        /// How many more there are.
        more: usize,
    },
    /// The agent removed placeholders.
    #[error("{} removed", named(names, *more))]
    Removed {
        /// The first of them.
        names: Vec<Quote>,
        /// How many more there are.
        more: usize,
    },
    /// No text was recorded.
    #[error("no text was recorded")]
    NoText,
    /// The recorded hash is not that of the recorded text.
    #[error("recorded hash does not match recorded text")]
    Mismatch,
    /// The file cannot be read.
    #[error("{}", fault.as_str())]
    Unreadable {
        /// The message of the system.
        fault: Quote,
    },
    /// The recorded path is on another machine.
    #[error("the recorded path is on another machine")]
    OtherMachine,
    /// The log does not name the file.
    #[error("the log does not name the file")]
    NoPlace,
    /// The recorded lines may be from another file.
    #[error("the recorded lines may not be from the file")]
    PartUnknown,
    /// The file has too many placeholders.
    #[error("the file has too many placeholders")]
    TooManyPlaces,
    /// Files beside `SKILL.md` changed.
    #[error("{count} bundled {} changed since Assay saw them", if *count == 1 { "file" } else { "files" })]
    BundledChanged {
        /// How many.
        count: u32,
    },
}

impl Basis {
    /// The part that was recorded; `None` if that is the whole file, or nothing was compared.
    pub(crate) fn recorded_part(self) -> Option<RecordedPart> {
        match self {
            Self::Digest | Self::WholeText | Self::Template | Self::Nothing => None,
            Self::Part => Some(RecordedPart::Part),
            Self::Body | Self::TrimmedBody => Some(RecordedPart::Body),
        }
    }
}

impl DriftNote {
    /// Returns what goes with a verdict, with paths as `shown` writes them; `None` if the state says it all.
    pub fn of(verdict: &Verdict, shown: &dyn Fn(&Path) -> String) -> Option<Self> {
        let part = verdict.basis.recorded_part();
        match (&verdict.state, part) {
            (State::Identical, part) => part.map(|part| Self::Unchanged { part }),
            (State::BodyChanged { frontmatter: Some(change), .. }, _) => {
                Some(Self::FrontmatterToo { change: change.clone() })
            }
            (State::BodyChanged { .. }, _) if verdict.basis.is_whole() => None,
            (State::BodyChanged { .. }, Some(RecordedPart::Part)) => Some(Self::PartRecorded),
            (State::BodyChanged { .. }, _) => Some(Self::NoFrontmatter),
            (State::Deleted, part) => Some(Self::LastCopy { part }),
            (state, Some(part)) => {
                Self::of_state(state, shown).map(|note| Self::Only { note: Box::new(note), part })
            }
            (state, None) => Self::of_state(state, shown),
        }
    }

    /// Returns what goes with a state; `None` if it says it all.
    fn of_state(state: &State, shown: &dyn Fn(&Path) -> String) -> Option<Self> {
        Some(match state {
            State::Identical | State::BodyChanged { .. } => return None,
            State::Deleted => Self::LastCopy { part: None },
            State::WhitespaceOnly(kinds) => Self::Whitespace { kinds: kinds.clone() },
            State::FrontmatterOnly(change) => Self::Frontmatter { change: change.clone() },
            State::Renamed { from, to } if from.name != to.name => {
                Self::NowNamed { name: Quote::whole(&to.name) }
            }
            State::Renamed { to, .. } | State::InAnotherVersion { to } => {
                Self::NowAt { path: Quote::whole(shown(&to.path)) }
            }
            State::MovedScope { from, to } => {
                Self::Moved { from: Quote::whole(from), to: Quote::whole(&to.scope) }
            }
            State::ShadowedNow { by } => Self::Shadowed { scope: Quote::whole(&by.scope) },
            State::Filled(holes) => {
                let (names, more) = first_names(holes.iter());
                Self::Filled { names, more }
            }
            State::ChangedByAgent(holes) => {
                let (names, more) = first_names(holes.iter().filter(|hole| hole.blanked));
                Self::Removed { names, more }
            }
            State::Unverifiable(why) => of_why(why),
        })
    }
}

/// Writes what goes with the state, such as `CRLF to LF` or `by repo`; nothing for [`State::Identical`].
impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Self::BodyChanged { added, removed, .. } = self {
            return write!(f, "+{added} −{removed}");
        }
        DriftNote::of_state(self, &as_written).map_or(Ok(()), |note| note.fmt(f))
    }
}

/// Writes what goes with the state, and what it does not reach because it was not recorded.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let State::BodyChanged { .. } = self.state {
            let only = self
                .basis
                .recorded_part()
                .map(|part| format!("; only {} {part} was recorded", article(part)));
            return write!(f, "{}{}", self.state, only.unwrap_or_default());
        }
        DriftNote::of(self, &as_written).map_or(Ok(()), |note| note.fmt(f))
    }
}

fn as_written(path: &Path) -> String {
    path.display().to_string()
}

fn of_why(why: &Why) -> DriftNote {
    match why {
        Why::NoText => DriftNote::NoText,
        Why::Mismatch => DriftNote::Mismatch,
        Why::Unreadable(fault) => DriftNote::Unreadable { fault: Quote::whole(fault) },
        Why::OtherMachine => DriftNote::OtherMachine,
        Why::NoPlace => DriftNote::NoPlace,
        Why::PartUnknown => DriftNote::PartUnknown,
        Why::TooManyPlaces => DriftNote::TooManyPlaces,
    }
}

/// The first placeholders by name, each once, and how many more there are.
fn first_names<'h>(holes: impl Iterator<Item = &'h Hole>) -> (Vec<Quote>, usize) {
    let mut names: Vec<&str> = Vec::new();
    for hole in holes {
        let name = hole.placeholder.lines().next().unwrap_or_default();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let more = names.len().saturating_sub(NAMED);
    (names.into_iter().take(NAMED).map(Quote::whole).collect(), more)
}

fn named(names: &[Quote], more: usize) -> String {
    let named = names.iter().map(Quote::as_str).collect::<Vec<_>>().join(", ");
    if more > 0 { format!("{named} and {more} more") } else { named }
}

fn listed(kinds: &[Whitespace]) -> String {
    kinds.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn this(part: RecordedPart) -> &'static str {
    if part == RecordedPart::Part { "this" } else { "the" }
}

fn article(part: RecordedPart) -> &'static str {
    if part == RecordedPart::Part { "a" } else { "the" }
}

fn of_part(part: Option<RecordedPart>) -> String {
    part.map_or_else(String::new, |part| format!(" of {} {part}", article(part)))
}
