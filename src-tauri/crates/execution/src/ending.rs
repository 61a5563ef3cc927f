//! How a command ended, or why none ran.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use disk::Fault;
use message::{Message, message};

use crate::Level;

/// How a command ended. Nothing of it runs any more in any case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// By itself, with this exit code.
    Exit(i32),
    /// By this signal.
    Signal(i32),
    /// It was ended at its wall-clock limit.
    TimedOut,
    /// It was ended for more output than is read.
    Flooded,
    /// It was ended because somebody wished so.
    Stopped,
    /// It was ended for more processes than it may have.
    TooManyProcesses,
    /// It was ended for more memory than it may use.
    TooMuchMemory,
    /// It is not known: what contained it was itself ended from outside.
    Unknown,
}

/// Why a command was not run. Nothing of it has run, but for [`NotRun::Overtaken`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotRun {
    /// Something is no longer what was approved.
    Changed {
        /// The thing: `The program`, `The file`, `The folder`.
        what: String,
        /// Where it is.
        path: PathBuf,
    },
    /// It ran, and meanwhile something that was approved became another: nothing of what it wrote is kept.
    Overtaken {
        /// Where it is.
        path: PathBuf,
    },
    /// This machine cannot contain it as well as is asked for.
    BelowLevel {
        /// What the machine allows.
        offered: Level,
        /// What is asked for.
        least: Level,
        /// Why the machine does not allow more.
        why: String,
    },
    /// The program or the folder is not there any more, or cannot be read.
    Missing(Fault),
    /// Too many commands run already.
    Busy {
        /// How long it waited for its turn.
        waited: Duration,
    },
    /// Somebody wished it to stop before it began.
    Stopped,
    /// Anything else, in a sentence.
    Failed(String),
}

impl NotRun {
    /// Returns the reason as a sentence without a full stop.
    pub fn message(&self) -> Message {
        match self {
            Self::Changed { path, .. } => message!(
                "{path} changed since it was approved; check and approve it again",
                path = path.display()
            ),
            Self::Overtaken { path } => message!(
                "while it ran, {path} became another than was approved; nothing of what it wrote is kept",
                path = path.display()
            ),
            Self::BelowLevel { offered, least, why } => {
                message!("it must be {least}, and here it would be {offered}: {why}", least, offered, why)
            }
            Self::Missing(fault) => fault.message(),
            Self::Busy { waited } => busy(*waited),
            Self::Stopped => message!("it was stopped before it began"),
            Self::Failed(why) => Message::verbatim(why),
        }
    }
}

impl fmt::Display for NotRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message().text)
    }
}

impl std::error::Error for NotRun {}

/// The last word about a command from whatever contained it.
#[derive(Debug)]
pub(crate) enum LastWord {
    Ended(End, Left),
    #[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "elsewhere it is known before the start"))]
    NotRun(NotRun),
}

/// Whether something of it still ran when it ended by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(target_os = "linux", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Left {
    Nothing,
    Something,
}

impl End {
    /// The word that evidence uses.
    pub fn word(self) -> &'static str {
        match self {
            Self::Exit(_) => "exit",
            Self::Signal(_) => "signal",
            Self::TimedOut => "timeout",
            Self::Flooded => "flood",
            Self::Stopped => "stopped",
            Self::TooManyProcesses => "processes",
            Self::TooMuchMemory => "memory",
            Self::Unknown => "unknown",
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exit(code) => write!(f, "ended with exit code {code}"),
            Self::Signal(number) => write!(f, "ended by signal {number}"),
            Self::TimedOut => write!(f, "ended at its time limit"),
            Self::Flooded => write!(f, "ended for too much output"),
            Self::Stopped => write!(f, "stopped by wish"),
            Self::TooManyProcesses => write!(f, "ended for too many processes"),
            Self::TooMuchMemory => write!(f, "ended for too much memory"),
            Self::Unknown => write!(f, "ended, it is not known how"),
        }
    }
}

fn busy(waited: Duration) -> Message {
    if waited.is_zero() {
        return message!("too many commands run or wait already; try again when some have ended");
    }
    message!("it waited {seconds} s for other commands to end; try again", seconds = waited.as_secs())
}
