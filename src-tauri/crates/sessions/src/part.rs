//! In which of its logs an event of a session stands.

/// In which of a session's two logs an event stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// The session's own log.
    Log,
    /// Assay's companion log.
    Companion,
}
