//! The first start: outside the walls, where what is inside cannot reach it.

use std::io;
use std::net::Shutdown;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{getpid, set_child_subreaper, setpriority_process};

use super::task::SECOND;
use super::task::{Ending, Most, Refusal, Task, Verdict};
use super::{namespaces, task, tree, view};
use crate::Level;
use crate::ending::Left;

/// How long the one inside may take to end the others there. It needs a moment, but where many multiply it may be
/// long until its moment comes, and only it can end them all at once.
const PATIENCE: Timespec = Timespec { tv_sec: 15, tv_nsec: 0 };
/// How often processes and memory are counted. Who doubles has a thousand of itself after ten times a fork; once
/// they are so many, it takes long until this one gets to run.
const TICK: Timespec = Timespec { tv_sec: 0, tv_nsec: 8_000_000 };

pub fn supervise() -> ExitCode {
    close_inherited();
    // No limit of processes holds for root. But root may be served before all others, and so keep up with them.
    let _ = setpriority_process(None, -20);
    let Ok(control) = standard_input() else { return ExitCode::FAILURE };
    let Ok(bytes) = task::read_bytes(&control) else { return ExitCode::FAILURE };
    let verdict = serde_json::from_slice::<Task>(&bytes)
        .map_err(|error| format!("The order cannot be read: {error}."))
        .and_then(|task| follow(&control, task, bytes))
        .unwrap_or_else(|words| Verdict::NotRun(Refusal::Failed(words)));
    tree::end_all();
    // Whoever asked may be gone.
    let _ = task::write(&control, &verdict);
    ExitCode::SUCCESS
}

/// The socket that stands in place of the standard input.
pub fn standard_input() -> io::Result<UnixStream> {
    Ok(UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?))
}

/// Closes what the program that started this one had left open for its children.
fn close_inherited() {
    let open = disk::list(Path::new("/proc/self/fd")).unwrap_or_default();
    let numbers = open.iter().filter_map(|entry| entry.name.to_str()?.parse::<i32>().ok());
    for number in numbers.filter(|number| *number > 2) {
        // The list's own descriptor is among them and closed already.
        let _ = nix::unistd::close(number);
    }
}

fn follow(control: &UnixStream, task: Task, mut bytes: Vec<u8>) -> Result<Verdict, String> {
    set_child_subreaper(Some(getpid()))
        .map_err(|error| format!("This system does not hand orphans over: {error}."))?;
    let (level, limits) = match &task {
        Task::Probe(level) => (*level, None),
        Task::Run(work) => (work.level, Some(work.limits)),
    };
    if level > Level::None && !tree::is_told() {
        return Err("This system does not tell a process's children.".into());
    }
    if level == Level::Full {
        match task {
            Task::Run(mut work) if !work.sealed.is_empty() => {
                namespaces::enter(true)?;
                if let Err(refusal) = view::build(&mut work) {
                    return Ok(Verdict::NotRun(refusal));
                }
                bytes = serde_json::to_vec(&Task::Run(work)).map_err(|error| error.to_string())?;
            }
            _ => namespaces::enter(false)?,
        }
    }
    let (second, theirs) = UnixStream::pair().map_err(failed("No socket can be made"))?;
    let mut inside = start(theirs).map_err(failed("The sandbox cannot be started again"))?;
    task::write_bytes(&second, &bytes).map_err(failed("The sandbox does not take the order"))?;
    let verdict = watch(control, &second, limits);
    if level != Level::Full {
        // It ends in one call what is with it inside.
        let _ = second.shutdown(Shutdown::Write);
        let _ = poll(&mut [PollFd::new(&second, PollFlags::IN)], Some(&PATIENCE));
    }
    // In a namespace of its own all end with it, at once and for certain.
    let _ = inside.kill();
    let _ = inside.wait();
    Ok(verdict)
}

fn failed(what: &str) -> impl Fn(io::Error) -> String {
    move |error| format!("{what}: {error}.")
}

fn start(control: UnixStream) -> io::Result<Child> {
    Command::new("/proc/self/exe").arg(SECOND).env_clear().stdin(Stdio::from(OwnedFd::from(control))).spawn()
}

/// Waits for a verdict from inside, for the wish to end, or for a limit to be passed.
fn watch(control: &UnixStream, inside: &UnixStream, limits: Option<Most>) -> Verdict {
    let unknown = Verdict::Ended(Ending::Unknown, Left::Nothing);
    loop {
        let mut sockets = [PollFd::new(control, PollFlags::IN), PollFd::new(inside, PollFlags::IN)];
        match poll(&mut sockets, Some(&TICK)) {
            Ok(0) => {
                let usage = tree::usage(limits.map_or(0, |limits| limits.processes));
                let passed = limits.and_then(|limits| {
                    // The first process inside is ours, not the command's.
                    let many = usage.processes > limits.processes + 1;
                    let much = usage.memory > limits.memory;
                    many.then_some(Ending::TooManyProcesses).or(much.then_some(Ending::TooMuchMemory))
                });
                if let Some(ending) = passed {
                    return Verdict::Ended(ending, Left::Something);
                }
            }
            Ok(_) if !sockets[1].revents().is_empty() => return task::read(inside).unwrap_or(unknown),
            Ok(_) => return unknown,
            Err(rustix::io::Errno::INTR) => {}
            Err(_) => return unknown,
        }
    }
}
