//! The second start: checks what was approved, builds the walls around itself, starts the command and reaps.
//!
//! In a namespace of processes it is the first of them. That one cannot be the command: signals that have no
//! handler do nothing to it, and orphans would stay with it for ever.

use std::fmt::Display;
use std::io;
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::thread;

use disk::{Pinned, Sealed};
use nix::sys::signal;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{
    Pid, PidfdFlags, WaitOptions, WaitStatus, getpid, getppid, pidfd_open, set_child_subreaper,
    setpriority_process, wait, waitpid,
};

use super::confine::{Confined, confine};
use super::executable::{self, keep_open, path_of};
use super::supervise::standard_input;
use super::task::{Ending, Refusal, Task, Verdict, Work};
use super::walls::{self, Ground};
use super::{filter, task};
use crate::ending::Left;
use crate::{Level, Writes};

/// How often orphans that have ended are taken leave of.
const TICK: Timespec = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };

pub fn contain() -> ExitCode {
    let Ok(control) = standard_input() else { return ExitCode::FAILURE };
    let verdict = match task::read(&control) {
        Ok(Task::Probe(level)) => probe(level),
        Ok(Task::Run(work)) => run(&work, &control),
        Err(_) => return ExitCode::FAILURE,
    };
    let _ = task::write(&control, &verdict.unwrap_or_else(Verdict::NotRun));
    ExitCode::SUCCESS
}

fn failed(what: &str) -> impl Fn(&dyn Display) -> Refusal {
    move |error| Refusal::Failed(format!("{what}: {error}."))
}

fn run(work: &Work, control: &UnixStream) -> Result<Verdict, Refusal> {
    let workspace = Pinned::folder(&work.workspace)?;
    let cwd = enter(work, &workspace)?;
    let approved = work.program()?;
    let program =
        if work.is_sealed { executable::open_sealed(&approved)? } else { executable::open(&approved)? };
    let at = if work.is_sealed { approved.path.into_os_string() } else { path_of(&program).into() };
    if !work.is_sealed && program.is_script()? {
        keep_open(&program)?;
    }
    rustix::process::fchdir(&cwd).map_err(|error| failed("Its folder cannot be entered")(&error))?;
    // Fails only for one that leads a session already, and this was just started by another.
    let _ = rustix::process::setsid();
    set_child_subreaper(Some(getpid())).map_err(|error| failed("Orphans are not handed over")(&error))?;
    let ground = Ground {
        workspace: &workspace,
        workspace_path: &work.workspace,
        writes: work.writes,
        scratch: Some(&work.scratch),
        readable: &work.readable,
        kept: &work.kept,
        program: program.file(),
    };
    // What it is spoken to through stands where it may not read.
    let input = input(work)?;
    let confined = confine(work.level, Some(work.limits), &ground)?;
    let mut command = Command::new(at);
    command
        .arg0(&work.argv[0])
        .args(&work.argv[1..])
        .env_clear()
        .envs(work.environment.iter().map(|(name, value)| (name, value)))
        .stdin(input)
        .process_group(0);
    let pid = spawn(command, confined, work)?;
    drop(program);
    Ok(follow(pid, control, confined))
}

/// What it reads: what it is told in the course of a conversation, or bytes that nobody can change or wait for, and
/// then the end.
fn input(work: &Work) -> Result<Stdio, Refusal> {
    if let Some(feed) = &work.feed {
        return Ok(disk::open_pipe(feed)?.into());
    }
    if work.input.is_empty() {
        return Ok(Stdio::null());
    }
    let own = Sealed::of(&work.input)?.as_fd().try_clone_to_owned();
    own.map(Stdio::from).map_err(|error| failed("Its input cannot be handed over")(&error))
}

/// Opens the folder to run in, if it still is the one that was approved and no link leads to it.
fn enter(work: &Work, workspace: &Pinned) -> Result<Pinned, Refusal> {
    let changed = || Refusal::Changed { what: "The folder".into(), path: work.cwd.clone() };
    let rel = work.cwd.strip_prefix(&work.workspace).map_err(|_| changed())?;
    let cwd = workspace.folder_beneath(rel).map_err(|fault| match fault.cause {
        disk::Cause::Missing | disk::Cause::Denied => Refusal::from(fault),
        _ => changed(),
    })?;
    let stamp = cwd.look().stamp;
    if (stamp.device, stamp.inode) == work.place { Ok(cwd) } else { Err(changed()) }
}

/// Starts the command from a thread that is filtered, as its children then are too. This process itself is not: it
/// must be able to end them.
fn spawn(mut command: Command, confined: Confined, work: &Work) -> Result<Pid, Refusal> {
    let filtered = move || {
        if confined.level > Level::None {
            filter::install(confined).map_err(Refusal::Failed)?;
        }
        // Whatever it was started with to keep up with the command; lower than that nobody gets by asking.
        let _ = setpriority_process(None, 0);
        let child = command.spawn();
        child.map_err(|error| failed(&format!("{} cannot be started", work.argv[0]))(&error))
    };
    let child = thread::scope(|scope| {
        let thread = thread::Builder::new().spawn_scoped(scope, filtered);
        let thread = thread.map_err(|error| failed("No thread can be started")(&error))?;
        thread.join().map_err(|_| Refusal::Failed("The sandbox panicked.".into()))?
    })?;
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    pid.ok_or_else(|| Refusal::Failed("The command has no number.".into()))
}

/// Waits for the command, or for the wish to end it, and ends what is left of it.
fn follow(command: Pid, control: &UnixStream, confined: Confined) -> Verdict {
    // Without one it is looked for at every tick.
    let handle = pidfd_open(command, PidfdFlags::empty()).ok();
    let (ending, left) = loop {
        let mut watched = vec![PollFd::new(control, PollFlags::IN)];
        watched.extend(handle.as_ref().map(|handle| PollFd::new(handle, PollFlags::IN)));
        let _ = poll(&mut watched, Some(&TICK));
        if !watched[0].revents().is_empty() {
            break (Ending::Unknown, Left::Something);
        }
        if let (Some(ending), left) = reap(command) {
            break (ending, left);
        }
    };
    // Before anything else: where many multiply, there is always another to take leave of.
    if confined.signals_stay_inside() {
        end_all_inside();
    }
    Verdict::Ended(ending, left)
}

/// Orphans that are taken leave of at once.
const ORPHANS: usize = 100;

/// Takes leave of some that have ended; tells how the command did, if it has, and whether others live.
fn reap(command: Pid) -> (Option<Ending>, Left) {
    let mut ended = None;
    if let Ok(Some((_, status))) = waitpid(Some(command), WaitOptions::NOHANG) {
        ended = Some(ending(status));
    }
    for _ in 0..ORPHANS {
        match wait(WaitOptions::NOHANG) {
            Ok(Some((pid, status))) if pid == command => ended = Some(ending(status)),
            Ok(Some(_)) | Err(Errno::INTR) => {}
            Ok(None) => return (ended, Left::Something),
            Err(_) => return (ended, Left::Nothing),
        }
    }
    (ended, Left::Something)
}

fn ending(status: WaitStatus) -> Ending {
    let exit = status.exit_status().map(Ending::Exit);
    exit.or_else(|| status.terminating_signal().map(Ending::Signal)).unwrap_or(Ending::Unknown)
}

/// Ends everything inside in one system call, which nobody can outrun by multiplying: the kernel sends a signal to
/// all that this process may reach, and Landlock lets it reach only what is inside.
fn end_all_inside() {
    // Were that not so, this would end everything of this user; so it is tried out on the one outside.
    let outside = getppid().map(rustix::process::test_kill_process);
    if outside == Some(Err(Errno::PERM)) {
        let _ = signal::kill(nix::unistd::Pid::from_raw(-1), signal::Signal::SIGKILL);
    }
}

/// Builds the walls and tries them.
fn probe(level: Level) -> Result<Verdict, Refusal> {
    let workspace = Pinned::folder(Path::new("/usr"))?;
    let ground = Ground {
        workspace: &workspace,
        workspace_path: Path::new("/usr"),
        writes: Writes::Nothing,
        scratch: None,
        readable: &[],
        kept: &[],
        program: None,
    };
    let confined = confine(level, None, &ground)?;
    filter::install(confined).map_err(Refusal::Failed)?;
    let does_not_hold = |what: &str| Err(Refusal::Failed(format!("{what} was asked for and does not hold.")));
    if disk::list(Path::new("/")).is_ok() {
        return does_not_hold("Landlock");
    }
    if std::net::UdpSocket::bind(("127.0.0.1", 0)).map_err(|error| error.kind()).err()
        != Some(io::ErrorKind::PermissionDenied)
    {
        return does_not_hold("A filter of system calls");
    }
    if level == Level::Full && getpid() != Pid::INIT {
        return does_not_hold("A namespace of processes");
    }
    if confined.signals_stay_inside()
        && getppid().map(rustix::process::test_kill_process) != Some(Err(Errno::PERM))
    {
        return does_not_hold("Landlock's scope of signals");
    }
    Ok(Verdict::Ready { holes: walls::holes(level, confined.version) })
}
