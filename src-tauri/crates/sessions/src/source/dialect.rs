//! How the lines of one agent's logs become events.

use std::collections::HashSet;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use crate::EventKind;
use crate::index::Flags;
use crate::members::Members;

/// Reads the logs of one agent. One value belongs to one log, is given its lines from the first on, and remembers of
/// them what other lines need: which skill a call asked for, what was advertised, what was counted already.
pub(crate) trait Dialect: Again + fmt::Debug + Send + Sync {
    /// Takes in the next line. `first` is the number its first event has, from 1. Called once for every line, in the
    /// order of the file, before [`Dialect::events`] is asked about it.
    fn learn(&mut self, first: u32, line: &Members<'_>);

    /// The events of a line that was taken in, in their order; empty for a line that says nothing of the
    /// conversation. Asked again whenever somebody looks at one, and how many there are stays the same whatever lines
    /// follow. A search asks a dialect that has seen no other line: what a line says by itself comes first, and what
    /// only earlier lines explain, such as that a tool's answer is the text of a skill, may then be missing at the end.
    fn events(&self, first: u32, line: &Members<'_>) -> Vec<Told>;

    /// The same events without the texts of which no row is made, above all what tools put out: most of a log is that.
    fn outline(&self, first: u32, line: &Members<'_>) -> Vec<Told> {
        self.events(first, line)
    }

    /// What the log has said about itself so far.
    fn about(&self) -> &About;

    /// Returns the keys by which a line is known where another log holds a copy of it; empty if it has none.
    fn keys(&self, _line: &Members<'_>) -> Vec<u64> {
        Vec::new()
    }

    /// Takes in what lines are known by that stand in a log before this one: here they are copies.
    fn know(&mut self, _keys: Arc<HashSet<u64>>) {}

    /// The first records of lines that stand at another place than the conversation has them, each with the first
    /// record of the line behind which it belongs, in the order of the file.
    fn moved(&self) -> &[(u32, u32)] {
        &[]
    }
}

/// The same dialect once more, with all that it has learned: what a log gains is taken in by a copy of it.
pub(crate) trait Again {
    fn again(&self) -> Box<dyn Dialect>;
}

impl<D: Dialect + Clone + 'static> Again for D {
    fn again(&self) -> Box<dyn Dialect> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Dialect> {
    fn clone(&self) -> Self {
        (**self).again()
    }
}

/// One event of a line.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Told {
    /// What happened.
    pub kind: EventKind,
    /// When, as RFC 3339 in UTC.
    pub ts: Option<String>,
    /// The event's own id.
    pub id: Option<String>,
    /// What its place in a turn depends on, besides its kind.
    pub flags: Flags,
    /// See [`crate::Event::goes_on_from`].
    pub goes_on_from: Option<u32>,
}

impl Told {
    /// An event with nothing to add.
    pub fn of(kind: EventKind) -> Self {
        Self { kind, ts: None, id: None, flags: Flags::default(), goes_on_from: None }
    }

    /// With its time and id.
    pub fn at(mut self, ts: Option<String>, id: Option<String>) -> Self {
        (self.ts, self.id) = (ts, id);
        self
    }

    /// With a flag.
    pub fn with(mut self, flags: Flags) -> Self {
        self.flags = self.flags.and(flags);
        self
    }
}

/// What a log says about its session.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct About {
    /// The session's id, where the log names it.
    pub session: Option<String>,
    /// The folder the agent was started in.
    pub folder: Option<PathBuf>,
    /// The release of the agent that wrote last.
    pub release: Option<String>,
    /// A title the agent or its user gave.
    pub title: Option<String>,
    /// The branch of the repository.
    pub branch: Option<String>,
    /// Its commit when the session began.
    pub commit: Option<String>,
    /// Where the repository comes from.
    pub repository: Option<String>,
    /// The session this one was made from.
    pub parent: Option<String>,
    /// Whether it is a sub-agent's of that session; else a fork of it.
    pub is_subagent: bool,
    /// The model that answered last.
    pub model: Option<String>,
    /// The history before its first line, where that lies in another session's log.
    pub base: Option<InheritedHistory>,
}

/// A history that a log goes on from and does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InheritedHistory {
    /// The session in whose log it lies.
    pub session: String,
    /// The number of that session's line before which it ends, where it is told.
    pub end: Option<u64>,
}
