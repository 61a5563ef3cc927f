//! What is executed, and that it is what was approved.

use std::os::fd::{AsFd, AsRawFd, BorrowedFd};

use disk::{Pinned, Sealed};
use rustix::io::FdFlags;

use super::task::Refusal;
use crate::Program;
use crate::program::is_of_the_system;

/// What is executed: through its descriptor, so it is what was checked.
pub enum Executable {
    /// A program of the system, by its file.
    File(Pinned),
    /// Any other, as a copy that nobody can change between the check and the start.
    Sealed(Sealed),
}

impl AsFd for Executable {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            Self::File(file) => file.as_fd(),
            Self::Sealed(file) => file.as_fd(),
        }
    }
}

impl Executable {
    /// The file it is, unless it is a copy.
    pub fn file(&self) -> Option<&Pinned> {
        match self {
            Self::File(file) => Some(file),
            Self::Sealed(_) => None,
        }
    }

    /// Whether it starts with `#!`: the interpreter then opens the descriptor itself.
    pub fn is_script(&self) -> Result<bool, Refusal> {
        let mut start = [0; 2];
        let count = rustix::io::pread(self.as_fd(), &mut start, 0);
        count.map_err(|error| Refusal::Failed(format!("The program cannot be read: {error}.")))?;
        Ok(&start == b"#!")
    }
}

/// Opens a program that is executed at its place, where what was approved lies sealed: what it is lies beside it.
pub fn open_sealed(program: &Program) -> Result<Executable, Refusal> {
    let file = Pinned::file(&program.path)?;
    if program.has_same_bytes(&file)? {
        return Ok(Executable::File(file));
    }
    Err(Refusal::Changed { what: "The program".into(), path: program.path.clone() })
}

pub fn open(program: &Program) -> Result<Executable, Refusal> {
    let changed = || Refusal::Changed { what: "The program".into(), path: program.path.clone() };
    let file = Pinned::file(&program.path)?;
    if is_of_the_system(&file, &program.path) {
        return if program.is_same(&file)? { Ok(Executable::File(file)) } else { Err(changed()) };
    }
    if file.look().stamp.size != program.size {
        return Err(changed());
    }
    let (copy, digest) = Sealed::copy(&file, program.size)?;
    if digest == program.digest { Ok(Executable::Sealed(copy)) } else { Err(changed()) }
}

/// Lets a descriptor stay open in the command.
pub fn keep_open(file: &impl AsFd) -> Result<(), Refusal> {
    rustix::io::fcntl_setfd(file, FdFlags::empty())
        .map_err(|error| Refusal::Failed(format!("A descriptor cannot be handed on: {error}.")))
}

/// A path to what a descriptor stands for, for this process and its children.
pub fn path_of(file: &impl AsFd) -> String {
    format!("/proc/self/fd/{}", file.as_fd().as_raw_fd())
}
