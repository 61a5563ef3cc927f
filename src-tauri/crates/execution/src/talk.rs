//! A conversation with a command that runs, line by line.

use std::io::{self, PipeWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use disk::Scratch;

use crate::capture::Reading;
use crate::ours::place_of_scratch;
use crate::{NotRun, Stop};

/// How often it is looked whether the command said something.
const TICK: Duration = Duration::from_millis(5);

/// Why a command was not told something, or no line of it came.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Silence {
    /// It ended, or closed its output.
    #[error("it ended")]
    Ended,
    /// Nothing came for so long.
    #[error("it said nothing for {} ms", .0.as_millis())]
    Late(Duration),
    /// It did not read what it was told for so long.
    #[error("it did not read what it was told for {} ms", .0.as_millis())]
    Deaf(Duration),
    /// Its line has more bytes than this, and may have no end.
    #[error("it says a line of more than {0} bytes")]
    TooLong(usize),
    /// Somebody wished it to end.
    #[error("it was stopped")]
    Stopped,
    /// What the system says of the pipe.
    #[error("{0}")]
    Broken(String),
}

/// What is said to a command, and what it answers.
pub struct Talk<'s> {
    to: PipeWriter,
    from: Reading,
    // Bytes of its output that were taken from there.
    at: usize,
    part: Vec<u8>,
    // Where in the part the next line begins, and where it was not yet searched for an end.
    begin: usize,
    looked: usize,
    stop: &'s Stop,
}

impl<'s> Talk<'s> {
    pub(crate) fn new(to: PipeWriter, from: Reading, stop: &'s Stop) -> Self {
        Self { to, from, at: 0, part: Vec::new(), begin: 0, looked: 0, stop }
    }

    /// Says a line; its end is added. A command that reads nothing is waited for as long as `patience`.
    ///
    /// # Errors
    ///
    /// [`Silence`] when it ended, nobody wishes to wait any more, or `patience` is over.
    pub fn say(&mut self, line: &str, patience: Duration) -> Result<(), Silence> {
        let line = format!("{line}\n");
        let (mut rest, begun) = (line.as_bytes(), Instant::now());
        while !rest.is_empty() {
            match self.to.write(rest) {
                Ok(count) => rest = &rest[count..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // Both ends are held here, so that a full pipe never breaks.
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    self.go_on(self.from.has_ended())?;
                    if begun.elapsed() >= patience {
                        return Err(Silence::Deaf(patience));
                    }
                    std::thread::sleep(TICK);
                }
                Err(error) => return Err(Silence::Broken(error.to_string())),
            }
        }
        Ok(())
    }

    /// The next line that it says, without its end; at most `longest` bytes.
    ///
    /// # Errors
    ///
    /// [`Silence`] when it ended without one, nobody wishes to wait any more, `patience` is over, or the line is longer.
    pub fn hear(&mut self, patience: Duration, longest: usize) -> Result<Vec<u8>, Silence> {
        let begun = Instant::now();
        loop {
            let end = self.part[self.looked..].iter().position(|byte| *byte == b'\n');
            let until = end.map_or(self.part.len(), |end| self.looked + end);
            if until - self.begin > longest {
                return Err(Silence::TooLong(longest));
            }
            if end.is_some() {
                let line = self.part[self.begin..until].to_vec();
                (self.begin, self.looked) = (until + 1, until + 1);
                return Ok(line);
            }
            self.part.drain(..self.begin);
            (self.begin, self.looked) = (0, self.part.len());
            let (more, has_ended) = self.from.behind(self.at);
            self.at += more.len();
            self.part.extend_from_slice(&more);
            if more.is_empty() {
                self.go_on(has_ended)?;
                if begun.elapsed() >= patience {
                    return Err(Silence::Late(patience));
                }
                std::thread::sleep(TICK);
            }
        }
    }

    fn go_on(&self, has_ended: bool) -> Result<(), Silence> {
        match (self.stop.is_wished(), has_ended) {
            (true, _) => Err(Silence::Stopped),
            (false, true) => Err(Silence::Ended),
            (false, false) => Ok(()),
        }
    }
}

/// The pipe that a command is spoken to through.
pub(crate) struct Feed {
    path: PathBuf,
    to: Option<PipeWriter>,
    // The pipe goes with its folder.
    _place: Scratch,
}

impl Feed {
    #[cfg(target_os = "linux")]
    pub fn make() -> Result<Self, NotRun> {
        let place = Scratch::below(&place_of_scratch()).map_err(NotRun::Missing)?;
        let path = place.path().join("input");
        let to = disk::make_pipe(&path).map_err(NotRun::Missing)?;
        Ok(Self { path, to: Some(to), _place: place })
    }

    #[cfg(not(target_os = "linux"))]
    pub fn make() -> Result<Self, NotRun> {
        Err(NotRun::Failed("Assay talks with commands on Linux only.".into()))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is said goes here; its end is the end of what is said. Once.
    pub fn take(&mut self) -> Option<PipeWriter> {
        self.to.take()
    }
}
