//! What the processes of the sandbox tell each other.

use std::ffi::OsStr;
use std::io::{self, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};

use disk::{Cause, Digest, Fault, Stamp};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::ending::Left;
use crate::ours::Ours;
use crate::{Level, Limits, Order, Program, Seal, Writes};

pub(super) const SECOND: &str = "--contain-a-command-inside";

#[derive(Debug, Serialize, Deserialize)]
pub enum Task {
    /// Build the walls and say so.
    Probe(Level),
    Run(Box<Work>),
}

/// An order as it crosses the socket.
#[derive(Debug, Serialize, Deserialize)]
pub struct Work {
    pub level: Level,
    pub argv: Vec<String>,
    pub program: PathBuf,
    digest: String,
    stamp: (u64, u64, u64, i128, i128),
    /// The device and number that the folder `cwd` must have.
    pub place: (u64, u64),
    /// What runs from its approved bytes.
    pub sealed: Vec<Sealed>,
    /// The program is among that.
    pub is_sealed: bool,
    pub workspace: PathBuf,
    pub cwd: PathBuf,
    pub environment: Vec<(String, String)>,
    pub input: Vec<u8>,
    /// The pipe that it reads instead.
    pub feed: Option<PathBuf>,
    pub readable: Vec<PathBuf>,
    pub writes: Writes,
    pub kept: Vec<PathBuf>,
    pub scratch: PathBuf,
    /// An empty folder in which a view of the disk may be put together.
    pub stage: PathBuf,
    pub limits: Most,
}

/// A seal as it crosses the socket: names are bytes, for JSON has no others than of Unicode.
#[derive(Debug, Serialize, Deserialize)]
pub struct Sealed {
    pub path: PathBuf,
    marks: Vec<(Vec<u8>, String)>,
    pub parts: usize,
    pub bytes: u64,
    pub whole: bool,
}

impl Sealed {
    fn of(seal: &Seal) -> Self {
        let mark = |(rel, mark): &(PathBuf, Digest)| (rel.as_os_str().as_bytes().to_vec(), mark.to_string());
        let marks = seal.marks.iter().map(mark).collect();
        Self { path: seal.path.clone(), marks, parts: seal.parts, bytes: seal.bytes, whole: seal.whole }
    }

    /// What was approved.
    pub fn marks(&self) -> Result<Vec<(PathBuf, Digest)>, Refusal> {
        let mark = |(rel, mark): &(Vec<u8>, String)| {
            let mark = Digest::parse(mark);
            let mark = mark.ok_or_else(|| Refusal::Failed("An approved digest cannot be read.".into()))?;
            Ok((PathBuf::from(OsStr::from_bytes(rel)), mark))
        };
        self.marks.iter().map(mark).collect()
    }
}

/// The limits that are kept inside.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Most {
    pub memory: u64,
    pub processes: u64,
    pub files: u64,
    pub file_size: u64,
    pub cpu_seconds: u64,
}

#[derive(Debug, Serialize, Deserialize)]
pub enum Verdict {
    /// The walls of a probe stand.
    Ready {
        holes: Vec<String>,
    },
    Ended(Ending, Left),
    NotRun(Refusal),
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub enum Ending {
    Exit(i32),
    Signal(i32),
    TooManyProcesses,
    TooMuchMemory,
    Unknown,
}

#[derive(Debug, Serialize, Deserialize)]
pub enum Refusal {
    Changed { what: String, path: PathBuf },
    Missing(PathBuf),
    Failed(String),
}

impl Work {
    pub fn of(
        order: &Order,
        level: Level,
        (scratch, stage, feed): Ours<'_>,
        environment: Vec<(String, String)>,
    ) -> Self {
        let Program { path, digest, stamp, place, .. } = &order.program;
        Self {
            level,
            argv: order.argv.clone(),
            program: path.clone(),
            digest: digest.to_string(),
            stamp: (stamp.device, stamp.inode, stamp.size, stamp.modified_ns, stamp.changed_ns),
            place: *place,
            sealed: order.sealed.iter().map(Sealed::of).collect(),
            is_sealed: order.sealed.iter().any(|seal| path.starts_with(&seal.path)),
            workspace: order.workspace.clone(),
            cwd: order.cwd.clone(),
            environment,
            input: order.input.clone(),
            feed: feed.map(Path::to_owned),
            readable: order
                .readable
                .iter()
                .chain(order.sealed.iter().map(|seal| &seal.path))
                .cloned()
                .collect(),
            writes: order.writes,
            kept: order.kept.clone(),
            scratch: scratch.to_owned(),
            stage: stage.to_owned(),
            limits: Most::of(&order.limits),
        }
    }

    /// What was approved to be executed.
    pub fn program(&self) -> Result<Program, Refusal> {
        let (device, inode, size, modified_ns, changed_ns) = self.stamp;
        let digest = Digest::parse(&self.digest)
            .ok_or_else(|| Refusal::Failed("The approved digest cannot be read.".into()))?;
        let stamp = Stamp { device, inode, size, modified_ns, changed_ns };
        Ok(Program { path: self.program.clone(), digest, size, stamp, place: self.place })
    }
}

impl Most {
    fn of(limits: &Limits) -> Self {
        let whole = u64::from(limits.cpu.subsec_nanos() > 0);
        Self {
            memory: limits.memory,
            processes: limits.processes,
            files: limits.files,
            file_size: limits.file_size,
            cpu_seconds: (limits.cpu.as_secs() + whole).max(1),
        }
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        match fault.cause {
            Cause::Missing => Self::Missing(fault.path),
            _ => Self::Failed(format!("{fault}.")),
        }
    }
}

/// Bytes of the largest thing told: an input in its JSON, with room.
const LARGEST: u32 = 64 << 20;

pub fn write(stream: &UnixStream, told: &impl Serialize) -> io::Result<()> {
    write_bytes(stream, &serde_json::to_vec(told)?)
}

pub fn read<T: DeserializeOwned>(stream: &UnixStream) -> io::Result<T> {
    Ok(serde_json::from_slice(&read_bytes(stream)?)?)
}

pub fn write_bytes(mut stream: &UnixStream, bytes: &[u8]) -> io::Result<()> {
    let length = u32::try_from(bytes.len()).ok().filter(|length| *length <= LARGEST);
    let length = length.ok_or_else(|| io::Error::other("the order is too large"))?;
    stream.write_all(&length.to_le_bytes())?;
    stream.write_all(bytes)
}

pub fn read_bytes(mut stream: &UnixStream) -> io::Result<Vec<u8>> {
    let mut length = [0; 4];
    stream.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    if length > LARGEST {
        return Err(io::Error::other("more is announced than an order has"));
    }
    let mut bytes = vec![0; length as usize];
    stream.read_exact(&mut bytes)?;
    Ok(bytes)
}
