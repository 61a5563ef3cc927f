use std::path::PathBuf;

/// Why no answer came, or why nobody listens.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// Nobody listens at this path: Assay's window is not open.
    #[error("Assay's window is not open: no process listens at {0}")]
    NotRunning(PathBuf),
    /// The socket belongs to somebody else, or others may use it.
    #[error("{0} is accessible to other users, so it is not used")]
    NotOurs(PathBuf),
    /// The path is longer than the system allows for a socket, in bytes.
    #[error("{0} has {1} bytes, too many for a socket path")]
    TooLong(PathBuf, usize),
    /// The other side hung up before it answered.
    #[error("Assay's window was closed before it answered")]
    HungUp,
    /// What came back is not a JSON object on one line, or is too long.
    #[error("cannot read the answer from the socket: {0}")]
    Garbled(String),
    /// The system refused, in its own words.
    #[error("{0}: {1}")]
    System(PathBuf, String),
    /// This system has no such socket.
    #[error("agents cannot reach the window on this system yet")]
    NotHere,
}
