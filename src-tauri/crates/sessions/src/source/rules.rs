use super::dialect::Dialect;
use super::homes::{FoundTraces, Homes};
use super::laid::Laying;

/// What holds for the sessions of a source.
#[derive(Debug)]
pub struct Rules {
    /// What scripts and the index call it.
    pub name: &'static str,
    /// What people call it.
    pub label: &'static str,
    /// The name of the convention by which its agent finds skills.
    pub convention: &'static str,
    /// What its logs tell.
    pub tells: Tells,
    pub(crate) reading: Reading,
    /// Where its logs lie; none where they lie in the workspace itself.
    pub(crate) find: Option<fn(&Homes) -> FoundTraces>,
}

/// What the logs of a source can tell. What they cannot is shown as not recorded, never as absent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tells {
    /// Who approved a tool call.
    pub permissions: bool,
    /// Whether a process holds the log now.
    pub live: bool,
    /// What the model was sent, so that it can be composed again.
    pub requests: bool,
}

/// How the bytes of a log are read.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Reading {
    /// Lines in Pixir's envelope.
    Envelope,
    /// Lines of JSON of another shape.
    Lines(fn() -> Box<dyn Dialect>),
    /// The same, where some logs are no files of lines and are laid out as such in memory.
    Laid(fn() -> Box<dyn Dialect>, Laying),
}
