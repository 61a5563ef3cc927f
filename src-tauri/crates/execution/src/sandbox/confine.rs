//! The walls and limits that the second start puts around itself, and with that around all it will start.

use rustix::io::Errno;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustix::thread::{CapabilitySet, CapabilitySets};

use super::task::{Most, Refusal};
use super::tree;
use super::walls::{self, Ground};
use crate::Level;

/// What stands around this process.
#[derive(Clone, Copy)]
pub struct Confined {
    pub level: Level,
    /// The version of Landlock in force; 0 for none.
    pub version: u32,
}

/// Builds the walls of a level, all but the filter of system calls, and sets the limits.
pub fn confine(level: Level, most: Option<Most>, ground: &Ground<'_>) -> Result<Confined, Refusal> {
    let version = if level == Level::None {
        0
    } else {
        drop_capabilities()?;
        walls::raise(ground).map_err(Refusal::Failed)?
    };
    let confined = Confined { level, version };
    match most {
        Some(most) => limit(most, confined).map(|()| confined),
        None => Ok(confined),
    }
}

impl Confined {
    /// Whether a signal to all reaches only what is inside: since Linux 6.12.
    pub fn signals_stay_inside(self) -> bool {
        self.level == Level::Walls && self.version >= 6
    }
}

fn limit(most: Most, confined: Confined) -> Result<(), Refusal> {
    let mut limits = vec![
        (Resource::Cpu, most.cpu_seconds),
        (Resource::As, most.memory.saturating_mul(4)),
        (Resource::Nofile, most.files),
        (Resource::Fsize, most.file_size),
        (Resource::Core, 0),
    ];
    limits.extend(processes(most, confined).map(|most| (Resource::Nproc, most)));
    for (resource, most) in limits {
        // A limit that is lower already cannot be raised, and need not be.
        let most = getrlimit(resource).maximum.map_or(most, |hard| hard.min(most));
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })
            .map_err(|error| Refusal::Failed(format!("A limit cannot be set: {error}.")))?;
    }
    Ok(())
}

/// This process and its thread.
const OURS: u64 = 2;
/// Room for what else is started while the command runs.
const ROOM: u64 = 256;

/// The kernel's own limit of processes. Whoever passes the order's is found by counting; this one only slows down
/// who multiplies faster than one can count. It does not hold for root.
fn processes(most: Most, confined: Confined) -> Option<u64> {
    // Linux counts within a namespace since 5.14, and Landlock's second version is of 5.19. Before and without,
    // it counts the user's whole desktop, which is not more than the whole machine has now and a little room.
    if confined.level == Level::Full && confined.version >= 2 {
        return Some(most.processes + OURS);
    }
    tree::of_this_machine().map(|now| now + most.processes + ROOM)
}

/// Gives up what root may, here or in the new namespace, so that a program of root's gets none of it back.
fn drop_capabilities() -> Result<(), Refusal> {
    let failed = |error: Errno| Refusal::Failed(format!("The rights of root cannot be given up: {error}."));
    for one in CapabilitySet::all().iter() {
        match rustix::thread::remove_capability_from_bounding_set(one) {
            // A right this kernel does not know; and who is not root has none to get back.
            Ok(()) | Err(Errno::INVAL) => {}
            Err(Errno::PERM) if !rustix::process::geteuid().is_root() => {}
            Err(error) => return Err(failed(error)),
        }
    }
    let none = CapabilitySet::empty();
    let none = CapabilitySets { effective: none, permitted: none, inheritable: none };
    rustix::thread::clear_ambient_capability_set().map_err(failed)?;
    rustix::thread::set_capabilities(None, none).map_err(failed)
}
