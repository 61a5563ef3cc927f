use std::io;
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::path::Path;

use disk::Cause;
use serde_json::Value;

use crate::{Trouble, line};

/// A question that waits for its answer.
#[derive(Debug)]
pub struct Asking(UnixStream);

/// Gives up waiting, from another thread.
#[derive(Debug)]
pub struct HangUp(UnixStream);

/// Asks whoever listens at `path` and waits for the answer, as long as a person needs.
///
/// # Errors
///
/// As [`begin`] and [`Asking::answer`].
pub fn ask(path: &Path, question: &Value) -> Result<Value, Trouble> {
    begin(path, question)?.answer()
}

/// Asks whoever listens at `path`. The end of the connection, or of this process, tells the other side that
/// nobody waits any more.
///
/// # Errors
///
/// [`Trouble::NotRunning`] when nobody listens there, [`Trouble::NotOurs`] when others may use the socket,
/// [`Trouble::HungUp`] when the question could not be written, and what the system says otherwise. Always
/// [`Trouble::NotHere`] on systems other than Unix.
pub fn begin(path: &Path, question: &Value) -> Result<Asking, Trouble> {
    let stream = connect(path)?;
    line::write(&stream, question).map_err(|_| Trouble::HungUp)?;
    Ok(Asking(stream))
}

impl Asking {
    /// What gives up waiting.
    ///
    /// # Errors
    ///
    /// When the system gives no second handle of the connection.
    pub fn hang_up(&self) -> Result<HangUp, Trouble> {
        self.0.try_clone().map(HangUp).map_err(|error| Trouble::Garbled(error.to_string()))
    }

    /// Waits for the answer.
    ///
    /// # Errors
    ///
    /// [`Trouble::HungUp`] when the other side closes before it answered, [`Trouble::Garbled`] when what
    /// comes is no JSON object on one line or has more than [`LINE_LIMIT`](crate::LINE_LIMIT) bytes.
    pub fn answer(self) -> Result<Value, Trouble> {
        line::read(&self.0)?.ok_or(Trouble::HungUp)
    }
}

impl HangUp {
    /// Ends the connection; whoever waits for the answer is told that it was hung up.
    pub fn now(&self) {
        let _ = self.0.shutdown(Shutdown::Both);
    }
}

fn connect(path: &Path) -> Result<UnixStream, Trouble> {
    let own = rustix::process::geteuid().as_raw();
    match disk::is_own_socket(path) {
        Ok(true) => {}
        Ok(false) => return Err(Trouble::NotOurs(path.to_owned())),
        Err(fault) if fault.cause == Cause::Missing => return Err(Trouble::NotRunning(path.to_owned())),
        Err(fault) => return Err(Trouble::System(path.to_owned(), fault.to_string())),
    }
    let stream = UnixStream::connect(path).map_err(|error| match error.kind() {
        io::ErrorKind::ConnectionRefused | io::ErrorKind::NotFound => Trouble::NotRunning(path.to_owned()),
        _ => Trouble::System(path.to_owned(), error.to_string()),
    })?;
    // Somebody else's program could have been put in its place between the look and the connection.
    match rustix::net::sockopt::socket_peercred(&stream) {
        Ok(peer) if peer.uid.as_raw() == own => Ok(stream),
        _ => Err(Trouble::NotOurs(path.to_owned())),
    }
}
