use std::fmt;
use std::path::PathBuf;

/// Why no answer came, or why nobody listens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// Nobody listens at this path: Assay's window is not open.
    NotRunning(PathBuf),
    /// The socket belongs to somebody else, or others may use it.
    NotOurs(PathBuf),
    /// The path is longer than the system allows for a socket, in bytes.
    TooLong(PathBuf, usize),
    /// The other side hung up before it answered.
    HungUp,
    /// What came back is not a JSON object on one line, or is too long.
    Garbled(String),
    /// The system refused, in its own words.
    System(PathBuf, String),
    /// This system has no such socket.
    NotHere,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotRunning(path) => {
                write!(f, "Assay's window is not open: nobody listens at {}", path.display())
            }
            Self::NotOurs(path) => {
                write!(f, "{} does not belong to this user alone, so nothing is asked there", path.display())
            }
            Self::TooLong(path, bytes) => {
                write!(f, "{} has {bytes} bytes, more than a socket's path may have", path.display())
            }
            Self::HungUp => f.write_str("Assay's window was closed before it answered"),
            Self::Garbled(words) => write!(f, "what came over the socket cannot be read: {words}"),
            Self::System(path, words) => write!(f, "{}: {words}", path.display()),
            Self::NotHere => f.write_str("agents cannot reach the window on this system yet"),
        }
    }
}

impl std::error::Error for Trouble {}
