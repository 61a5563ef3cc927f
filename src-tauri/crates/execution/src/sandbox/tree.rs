//! The processes below this one.

use std::collections::BTreeSet;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, wait};

/// What they use together.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Usage {
    pub processes: u64,
    /// Bytes of memory that are theirs alone.
    pub memory: u64,
}

/// Bytes read of one of the kernel's lists.
const LIST: u64 = 1 << 20;
/// How long it is tried to end all. What does not end then is stuck in the kernel.
const PATIENCE: Duration = Duration::from_secs(10);

/// Whether this system tells a process's children.
pub fn is_told() -> bool {
    let own = getpid().as_raw_nonzero();
    disk::read(Path::new(&format!("/proc/{own}/task/{own}/children")), LIST).is_ok()
}

/// What the processes below this one use. Two more than `most` are not counted further.
pub fn usage(most: u64) -> Usage {
    let mut usage = Usage::default();
    let most = usize::try_from(most).unwrap_or(usize::MAX).saturating_add(2);
    for pid in descendants(most).into_iter().take(most) {
        usage.processes += 1;
        usage.memory += memory(pid).unwrap_or(0);
    }
    usage
}

/// All processes and threads of this machine, as the kernel counts them.
pub fn of_this_machine() -> Option<u64> {
    let load = disk::read(Path::new("/proc/loadavg"), LIST).ok()?;
    // `0.20 0.18 0.12 1/1080 11206`: of these, one runs.
    let load = String::from_utf8(load.bytes).ok()?;
    load.split_whitespace().nth(3)?.split_once('/')?.1.parse().ok()
}

/// Kills every process below this one until none is left. Orphans among them become children of this one, which
/// is their reaper; so when there is no child there is nobody.
pub fn end_all() {
    let begun = Instant::now();
    let mut stopped = BTreeSet::new();
    while reap_all() && begun.elapsed() < PATIENCE {
        let all: BTreeSet<i32> =
            descendants(usize::MAX).into_iter().map(|pid| pid.as_raw_nonzero().get()).collect();
        // A stopped one starts no others and still takes up its place below the kernel's limit; so who multiplies
        // comes to an end. Killed at once, each would make room for the next.
        if all.is_subset(&stopped) {
            all.iter().for_each(|pid| signal(*pid, Signal::KILL));
            stopped.clear();
            thread::sleep(Duration::from_micros(500));
        } else {
            all.difference(&stopped).for_each(|pid| signal(*pid, Signal::STOP));
            stopped = all;
        }
    }
    // Out of time: what can be reached goes, stopped or not.
    descendants(usize::MAX).into_iter().for_each(|pid| signal(pid.as_raw_nonzero().get(), Signal::KILL));
}

fn signal(pid: i32, signal: Signal) {
    if let Some(pid) = Pid::from_raw(pid) {
        let _ = kill_process(pid, signal);
    }
}

/// Children that are taken leave of at once: where many multiply, there is always another.
const CHILDREN: usize = 1000;

/// Takes leave of the children that have ended; tells whether there may be others.
fn reap_all() -> bool {
    for _ in 0..CHILDREN {
        match wait(WaitOptions::NOHANG) {
            Ok(Some(_)) | Err(Errno::INTR) => {}
            Ok(None) => return true,
            Err(_) => return false,
        }
    }
    true
}

/// The processes below this one, at most so many.
fn descendants(most: usize) -> Vec<Pid> {
    let mut found = Vec::new();
    children(getpid(), &mut found);
    let mut at = 0;
    while let Some(pid) = found.get(at).copied().filter(|_| found.len() < most) {
        children(pid, &mut found);
        at += 1;
    }
    found
}

fn children(of: Pid, found: &mut Vec<Pid>) {
    let tasks = format!("/proc/{}/task", of.as_raw_nonzero());
    let tasks = Path::new(&tasks);
    // It may have ended since it was seen; then its children are ours.
    for task in disk::list(tasks).unwrap_or_default() {
        let Ok(list) = disk::read(&tasks.join(task.name).join("children"), LIST) else { continue };
        let list = String::from_utf8_lossy(&list.bytes).into_owned();
        found.extend(list.split_whitespace().filter_map(|pid| Pid::from_raw(pid.parse().ok()?)));
    }
}

fn memory(of: Pid) -> Option<u64> {
    let list = disk::read(Path::new(&format!("/proc/{}/statm", of.as_raw_nonzero())), LIST).ok()?;
    let list = String::from_utf8(list.bytes).ok()?;
    let mut pages = list.split_whitespace().skip(1).map_while(|pages| pages.parse::<u64>().ok());
    let (resident, shared) = (pages.next()?, pages.next()?);
    Some(resident.saturating_sub(shared) * rustix::param::page_size() as u64)
}
