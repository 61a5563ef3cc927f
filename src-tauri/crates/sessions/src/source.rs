//! Whose log it is: the one table of sources of sessions.
//!
//! A source is a row below and a file in `source/`. It says where an agent keeps its logs and how their lines become
//! events ([`Dialect`]); it classifies, and the rest of the crate folds. Everything above reads events only.

mod available;
mod claude_code;
mod codex;
mod commands;
mod copilot_cli;
mod database;
mod dialect;
mod elsewhere;
mod gemini_cli;
mod goose;
mod heads;
mod homes;
mod laid;
mod opencode;
mod packed;
mod pi;
mod qwen_code;
mod reads;
mod roo_code;
mod rules;
mod shared;
mod shell;
mod wide;
pub(crate) mod writes;

use std::fmt;
use std::path::{Path, PathBuf};

use disk::{Fault, LogFile, Stamp};

use crate::Spot;
use crate::log_bytes::LogBytes;
use crate::members::Members;

pub use elsewhere::find_elsewhere;
pub use heads::Heads;
pub use homes::Homes;
pub(crate) use rules::Reading;
pub use rules::{Rules, Tells};

pub use dialect::{About, InheritedHistory};
pub(crate) use dialect::{Dialect, Told};
pub(crate) use laid::Laying;
pub(crate) use reads::main_files;
pub use shared::LogFamily;

macro_rules! sources {
    ($($(#[$doc:meta])* $source:ident = $rules:expr;)*) => {
        /// Whose log it is, and so who may write to it and how its lines are read.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Source {
            $($(#[$doc])* $source,)*
        }

        impl Source {
            /// Every source, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$source),*];

            /// What holds for its sessions.
            pub fn rules(self) -> &'static Rules {
                match self {
                    $(Self::$source => {
                        static RULES: Rules = $rules;
                        &RULES
                    })*
                }
            }
        }
    };
}

sources! {
    /// Pixir's: read only, but for [`crate::append_to`].
    Pixir = PIXIR;
    /// Assay's own, of a session it hosts; see [`crate::Hosted`].
    Assay = ASSAY;
    /// GitHub Copilot CLI's: never written to.
    CopilotCli = copilot_cli::RULES;
    /// Codex's: never written to.
    Codex = codex::RULES;
    /// Pi's: never written to.
    Pi = pi::RULES;
    /// Claude Code's: never written to.
    ClaudeCode = claude_code::RULES;
    /// OpenCode's, in its database or in files of JSON: never written to.
    OpenCode = opencode::RULES;
    /// Kilo Code's, which is a fork of OpenCode: never written to.
    Kilo = opencode::KILO;
    /// Qwen Code's: never written to.
    QwenCode = qwen_code::RULES;
    /// Gemini CLI's: never written to.
    GeminiCli = gemini_cli::RULES;
    /// Goose's, in its database: never written to.
    Goose = goose::RULES;
    /// Roo Code's, in files of JSON: never written to.
    RooCode = roo_code::RULES;
}

const PIXIR: Rules = Rules {
    name: "pixir",
    label: "Pixir",
    convention: "pixir",
    tells: Tells { permissions: true, live: true, requests: true },
    reading: Reading::Envelope,
    find: None,
};

const ASSAY: Rules = Rules {
    name: "assay",
    label: "Assay, over MCP",
    convention: "pixir",
    tells: Tells { permissions: true, live: true, requests: false },
    reading: Reading::Envelope,
    find: None,
};

impl Source {
    /// The source that scripts and the index call so.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|source| source.rules().name == name)
    }

    /// Whether its logs are in Pixir's envelope and numbered as Pixir numbers them.
    pub fn is_envelope(self) -> bool {
        matches!(self.rules().reading, Reading::Envelope)
    }

    pub(crate) fn dialect(self) -> Option<Box<dyn Dialect>> {
        match self.rules().reading {
            Reading::Envelope => None,
            Reading::Lines(make) | Reading::Laid(make, _) => Some(make()),
        }
    }

    /// What tells one state of a log from another without reading it. Of a session in a database the path is that of
    /// the database with the session's id behind it.
    ///
    /// # Errors
    ///
    /// When the file or the database is missing, or the session is no longer in it.
    pub fn look(self, path: &Path) -> Result<Stamp, Fault> {
        match self.laying_of(path) {
            Some(laying) => (laying.stamp)(path),
            None => Ok(disk::look(path)?.stamp),
        }
    }

    /// The bytes of a log as its lines stand in them.
    ///
    /// # Errors
    ///
    /// As [`Source::look`], and when it cannot be read.
    pub fn file(self, path: &Path) -> Result<LogFile, Fault> {
        match self.laying_of(path) {
            // The state comes first: what changes while the lines are made is seen by the next look.
            Some(laying) => LogFile::made(path, (laying.stamp)(path)?, laying.lines),
            None => {
                let file = LogFile::open(path)?;
                if self.is_envelope() || !wide::is_wide(&file) {
                    return Ok(file);
                }
                LogFile::made(path, disk::look(path)?.stamp, wide::lines)
            }
        }
    }

    /// The folder in which a file changes when a log does.
    pub fn folder_around(self, path: &Path) -> Option<&Path> {
        let database = self.laying_of(path).and_then(|_| database::parts(path));
        database.map_or(path, |(database, _)| database).parent()
    }

    /// What holds sessions and cannot be read.
    pub(crate) fn faults(self, homes: &Homes) -> Vec<Fault> {
        match self.rules().reading {
            Reading::Laid(_, laying) => (laying.faults)(homes),
            _ => Vec::new(),
        }
    }

    /// Says what the bytes of a log are; `None` if they are those of its file. Reads a packed log.
    pub fn bytes_are(self, path: &Path) -> Option<LogBytes> {
        self.is_made(path).then(|| {
            if packed::is_packed(path) {
                return LogBytes::Unpacked { unchecked: packed::is_unchecked(path) };
            }
            LogBytes::Derived { agent: self.to_string() }
        })
    }

    /// Where a line that was laid out was taken from, given its bytes; nothing of the line of a file of lines.
    pub(crate) fn stands(
        self,
        path: &Path,
        line: u32,
        bytes: impl Fn() -> Option<Vec<u8>>,
    ) -> Option<(PathBuf, Spot)> {
        let laying = self.laying_of(path)?;
        let bytes = bytes().unwrap_or_default();
        let members = Members::of_line(&bytes).ok().flatten().unwrap_or_default();
        Some((laying.stands)(path, line, &members))
    }

    /// Whether a log is no file of lines, so that its lines are made.
    pub fn is_made(self, path: &Path) -> bool {
        self.laying_of(path).is_some()
    }

    fn laying_of(self, path: &Path) -> Option<Laying> {
        match self.rules().reading {
            Reading::Laid(_, laying) if (laying.is_laid)(path) => Some(laying),
            _ => None,
        }
    }

    /// The folder a session was started in, where that is known without reading its log.
    fn folder_of(self, path: &Path) -> Option<PathBuf> {
        match self.rules().reading {
            Reading::Laid(_, laying) => (laying.folder)(path),
            _ => None,
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.rules().label)
    }
}
