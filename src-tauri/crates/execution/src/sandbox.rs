//! How a command is contained on Linux.
//!
//! Nothing here is unsafe, so nothing can be done between fork and exec. Instead the program starts itself twice
//! more. The **first** start ([`supervise`]) stays outside the walls: it makes the namespaces, counts processes and
//! memory, and at the end kills whatever is left, for it is the one that orphans fall to. The **second**
//! ([`inside`]), the first process of the new namespace, checks that everything still is what was approved, builds
//! the walls around itself and starts the command, which cannot get rid of them.
//!
//! What to run goes through a socket in place of the standard input: it is in no list of processes and in no
//! environment. When the other end of that socket closes, all ends; so nothing outlives Assay.

mod confine;
mod executable;
mod filter;
mod inside;
mod namespaces;
mod supervise;
mod task;
mod tree;
mod view;
mod walls;

use std::ffi::OsString;
use std::io::{self, Read};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use disk::{Cause, Fault};

use crate::capture::News;
use crate::ending::LastWord;
use crate::ours::Ours;
use crate::{End, Level, NotRun, Order, order};
use task::SECOND;
use task::{Ending, Refusal, Task, Verdict, Work};

/// What the program is started with to be the first and the second process of this module.
const FIRST: &str = "--contain-a-command";

/// How long the machine is tried.
const PROBE_LIMIT: Duration = Duration::from_secs(10);
/// How long the first start may take to read its task.
const WRITE_LIMIT: Duration = Duration::from_secs(5);

/// Does what this process was started for, if it was started by this module.
pub(crate) fn helper(mut arguments: impl Iterator<Item = OsString>) -> Option<ExitCode> {
    let word = arguments.nth(1)?;
    match word.to_str()? {
        FIRST => Some(supervise::supervise()),
        SECOND => Some(inside::contain()),
        _ => None,
    }
}

/// Builds the walls of a level around nothing; returns where they have holes, or why they cannot be built.
pub(crate) fn probe(helper: &Path, level: Level) -> Result<Vec<String>, String> {
    let mut running = Running::start(helper, &Task::Probe(level)).map_err(|error| error.to_string())?;
    let answer =
        running.control.set_read_timeout(Some(PROBE_LIMIT)).and_then(|()| task::read(&running.control));
    running.end();
    running.reap();
    match answer {
        Ok(Verdict::Ready { holes }) => Ok(holes),
        Ok(Verdict::NotRun(Refusal::Failed(words))) => Err(words),
        Ok(other) => Err(format!("The sandbox answered {other:?}.")),
        Err(error) => Err(format!("{} did not answer as the sandbox: {error}.", helper.display())),
    }
}

/// A command that was handed over to be run.
pub(crate) struct Running {
    first: Child,
    control: UnixStream,
}

/// Hands an order over; its last word comes as news.
pub(crate) fn start(
    order: &Order,
    level: Level,
    ours: Ours<'_>,
    news: &Sender<News<LastWord>>,
) -> Result<Running, NotRun> {
    let work = Work::of(order, level, ours, order::environment(order, ours.0));
    let running = Running::start(&order.helper, &Task::Run(Box::new(work)))?;
    let failed = |error: io::Error| NotRun::Failed(format!("The command cannot be followed: {error}."));
    let control = running.control.try_clone().map_err(failed)?;
    let news = news.clone();
    let listen = move || {
        let last = task::read(&control).ok().map(last_word);
        // Nobody listens any more when the command was given up.
        let _ = news.send(News::End(last));
    };
    thread::Builder::new().name("end of a command".into()).spawn(listen).map_err(failed)?;
    Ok(running)
}

fn last_word(verdict: Verdict) -> LastWord {
    match verdict {
        Verdict::Ended(ending, left) => {
            let end = match ending {
                Ending::Exit(code) => End::Exit(code),
                Ending::Signal(number) => End::Signal(number),
                Ending::TooManyProcesses => End::TooManyProcesses,
                Ending::TooMuchMemory => End::TooMuchMemory,
                Ending::Unknown => End::Unknown,
            };
            LastWord::Ended(end, left)
        }
        Verdict::NotRun(Refusal::Changed { what, path }) => LastWord::NotRun(NotRun::Changed { what, path }),
        Verdict::NotRun(Refusal::Missing(path)) => {
            LastWord::NotRun(NotRun::Missing(Fault { path, cause: Cause::Missing }))
        }
        Verdict::NotRun(Refusal::Failed(words)) => LastWord::NotRun(NotRun::Failed(words)),
        Verdict::Ready { .. } => LastWord::NotRun(NotRun::Failed("The sandbox answered a probe.".into())),
    }
}

impl Running {
    fn start(helper: &Path, task: &Task) -> Result<Self, NotRun> {
        let failed = |error: &dyn std::fmt::Display| {
            NotRun::Failed(format!("{} cannot be started to contain the command: {error}.", helper.display()))
        };
        let (control, theirs) = UnixStream::pair().map_err(|error| failed(&error))?;
        let first = Command::new(helper)
            .arg(FIRST)
            .env_clear()
            .current_dir("/")
            .stdin(Stdio::from(OwnedFd::from(theirs)))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
            .map_err(|error| failed(&error))?;
        // From here on dropping it ends what was started.
        let running = Self { first, control };
        let sent = running
            .control
            .set_write_timeout(Some(WRITE_LIMIT))
            .and_then(|()| task::write(&running.control, task));
        sent.map(|()| running).map_err(|error| failed(&error))
    }

    /// What it writes: its output and its errors. Can be taken once.
    pub(crate) fn streams(&mut self) -> (Box<dyn Read + Send>, Box<dyn Read + Send>) {
        let none = || -> Box<dyn Read + Send> { Box::new(io::empty()) };
        let stdout = self.first.stdout.take().map_or_else(none, |stream| Box::new(stream));
        let stderr = self.first.stderr.take().map_or_else(none, |stream| Box::new(stream));
        (stdout, stderr)
    }

    /// Asks for its end.
    pub(crate) fn end(&mut self) {
        // The other direction stays open for the last word.
        let _ = self.control.shutdown(Shutdown::Write);
    }

    /// Waits for the first start, whose last word has come or will not come any more.
    pub(crate) fn reap(&mut self) {
        let _ = self.first.kill();
        let _ = self.first.wait();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
        let _ = self.control.shutdown(Shutdown::Both);
        // It ends by itself then; waiting here only keeps it from staying in the list of processes.
        let _ = self.first.wait();
    }
}
