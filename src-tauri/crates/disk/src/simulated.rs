//! A seam for tests: a disk that fails, tears and forgets on purpose.
//!
//! In a build with debug assertions every step that changes something through [`crate::FolderHandle`] or an
//! [`crate::Appender`] is told to the [`Simulation`] of its thread before it is taken, and may be refused or cut
//! short; without one, and in every release build, nothing stands in between. What a crash would leave is for
//! the simulation to work out: it is told enough of every step.

use std::cell::RefCell;
use std::ffi::OsStr;
use std::io;
use std::path::Path;

/// What a file or folder is known by while it exists: its numbers on this disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Node {
    /// The file system's number.
    pub device: u64,
    /// The file's number on it.
    pub inode: u64,
}

impl Node {
    #[cfg(unix)]
    #[allow(clippy::unnecessary_cast, reason = "Unix systems give these numbers different widths")]
    pub(crate) fn of(found: &rustix::fs::Stat) -> Self {
        Self { device: found.st_dev as u64, inode: found.st_ino as u64 }
    }
}

/// A step that changes a disk.
#[derive(Debug)]
#[allow(missing_docs, reason = "the fields are what their names say")]
pub enum Operation<'a> {
    /// A new folder, mode 0700.
    MakeFolder { within: Node, name: &'a OsStr },
    /// A new empty file.
    Create { within: Node, name: &'a OsStr },
    /// Bytes behind what the file has.
    Write { file: Node, bytes: &'a [u8] },
    /// The file keeps its first bytes alone.
    Cut { file: Node, size: u64 },
    /// Permission bits of a file or folder.
    SetMode { file: Node, mode: u32 },
    /// The content of a file outlasts a crash.
    FlushFile { file: Node },
    /// The names in a folder outlast a crash.
    FlushFolder { folder: Node },
    /// A new link.
    Link { within: Node, name: &'a OsStr, target: &'a Path },
    /// Another name for what has one, in place of what stands there.
    Rename { from: Node, name: &'a OsStr, to: Node, new_name: &'a OsStr },
    /// Two things change places.
    Swap { one: Node, name: &'a OsStr, other: Node, other_name: &'a OsStr },
    /// A file, a link or an empty folder goes.
    Remove { within: Node, name: &'a OsStr },
}

/// What becomes of a step.
#[derive(Debug)]
pub enum Verdict {
    /// It is taken.
    Go,
    /// Of a write, so many bytes are written, and then it fails. Another step fails without being taken.
    Torn(usize),
    /// It fails without being taken.
    Fail(io::Error),
}

/// A disk that decides what becomes of every step.
pub trait Simulation {
    /// Before a step.
    fn before(&mut self, operation: &Operation<'_>) -> Verdict;
    /// After a step that was taken and worked; `made` is what it made.
    fn after(&mut self, operation: &Operation<'_>, made: Option<Node>);
}

thread_local! {
    static SIMULATION: RefCell<Option<Box<dyn Simulation>>> = const { RefCell::new(None) };
}

/// Lets this thread's steps pass a simulation while `work` runs, and hands it back.
///
/// In a release build it is asked nothing.
pub fn with<S: Simulation + 'static, T>(simulation: S, work: impl FnOnce() -> T) -> T {
    SIMULATION.with(|slot| *slot.borrow_mut() = Some(Box::new(simulation)));
    let done = work();
    SIMULATION.with(|slot| slot.borrow_mut().take());
    done
}

/// What a simulated disk keeps is for it to say, so the real one need not flush.
pub(crate) fn is_on() -> bool {
    cfg!(debug_assertions) && SIMULATION.with(|slot| slot.borrow().is_some())
}

pub(crate) fn asked<'a>(told: impl FnOnce() -> Operation<'a>) -> Verdict {
    if !cfg!(debug_assertions) {
        return Verdict::Go;
    }
    SIMULATION.with(|slot| match slot.borrow_mut().as_mut() {
        None => Verdict::Go,
        Some(simulation) => {
            let operation = told();
            let verdict = simulation.before(&operation);
            if let (Verdict::Go, Operation::Write { .. }) = (&verdict, &operation) {
                simulation.after(&operation, None);
            }
            verdict
        }
    })
}

pub(crate) fn through<'a, T>(
    told: impl Fn() -> Operation<'a>,
    act: impl FnOnce() -> io::Result<T>,
    made: impl FnOnce() -> Option<Node>,
) -> io::Result<T> {
    if !is_on() {
        return act();
    }
    match asked(&told) {
        Verdict::Go => {}
        Verdict::Torn(_) => return Err(io::Error::other("the simulated disk was cut off")),
        Verdict::Fail(error) => return Err(error),
    }
    let done = act()?;
    let made = made();
    SIMULATION.with(|slot| {
        if let Some(simulation) = slot.borrow_mut().as_mut() {
            simulation.after(&told(), made);
        }
    });
    Ok(done)
}
