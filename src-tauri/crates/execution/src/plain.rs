//! How a command is run where nothing can contain it: in a process group of its own, which is killed at the end.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use disk::{Cause, Fault, Pinned};

use crate::capture::News;
use crate::ending::{LastWord, Left};
use crate::ours::Ours;
use crate::{End, Level, NotRun, Order, order};

/// How often it is looked whether the command has ended.
const TICK: Duration = Duration::from_millis(5);

/// A command that was started.
pub(crate) struct Running {
    child: Arc<Mutex<Child>>,
}

/// Starts a command; its last word comes as news. The file is checked and then executed by its path: in between
/// it could be exchanged, which only Linux can prevent.
pub(crate) fn start(
    order: &Order,
    _level: Level,
    (scratch, _, _): Ours<'_>,
    news: &Sender<News<LastWord>>,
) -> Result<Running, NotRun> {
    check(order)?;
    let mut command = Command::new(&order.program.path);
    command
        .args(&order.argv[1..])
        .env_clear()
        .envs(order::environment(order, scratch))
        .current_dir(&order.cwd)
        .stdin(if order.input.is_empty() { Stdio::null() } else { Stdio::piped() })
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let failed = |error: io::Error| NotRun::Failed(format!("{} cannot be started: {error}.", order.argv[0]));
    let mut started = command.spawn().map_err(failed)?;
    if let Some(mut stream) = started.stdin.take() {
        let input = order.input.clone();
        // A command need not read what it is given; the pipe breaks when it ends.
        let feed = move || drop(stream.write_all(&input));
        thread::Builder::new().name("input of a command".into()).spawn(feed).map_err(failed)?;
    }
    let child = Arc::new(Mutex::new(started));
    let (news, waited) = (news.clone(), Arc::clone(&child));
    let wait = move || {
        let end = loop {
            match locked(&waited).try_wait() {
                Ok(Some(status)) => break end(status),
                Ok(None) => {}
                Err(_) => break End::Unknown,
            }
            thread::sleep(TICK);
        };
        // Nobody listens any more when the command was given up.
        let _ = news.send(News::End(Some(LastWord::Ended(end, Left::Nothing))));
    };
    thread::Builder::new().name("end of a command".into()).spawn(wait).map_err(failed)?;
    Ok(Running { child })
}

fn check(order: &Order) -> Result<(), NotRun> {
    let missing = |fault: Fault| NotRun::Missing(fault);
    let changed = |what: &str, path: &Path| NotRun::Changed { what: what.into(), path: path.to_owned() };
    let file = Pinned::file(&order.program.path).map_err(missing)?;
    if !order.program.is_same(&file).map_err(missing)? {
        return Err(changed("The program", &order.program.path));
    }
    let stamp = disk::look_at_entry(&order.cwd).map_err(missing)?;
    if stamp.kind != disk::Kind::Folder {
        return Err(changed("The folder", &order.cwd));
    }
    if (stamp.stamp.device, stamp.stamp.inode) != order.program.place {
        return Err(changed("The folder", &order.cwd));
    }
    let real = disk::canonical(&order.cwd).map_err(missing)?;
    let top = disk::canonical(&order.workspace).map_err(missing)?;
    if real.starts_with(top) {
        Ok(())
    } else {
        Err(NotRun::Missing(Fault { path: order.cwd.clone(), cause: Cause::Outside }))
    }
}

fn locked(child: &Mutex<Child>) -> std::sync::MutexGuard<'_, Child> {
    child.lock().unwrap_or_else(PoisonError::into_inner)
}

fn end(status: ExitStatus) -> End {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return End::Signal(signal);
    }
    status.code().map_or(End::Unknown, End::Exit)
}

impl Running {
    /// What it writes: its output and its errors. Can be taken once.
    pub(crate) fn streams(&mut self) -> (Box<dyn Read + Send>, Box<dyn Read + Send>) {
        let none = || -> Box<dyn Read + Send> { Box::new(io::empty()) };
        let mut child = locked(&self.child);
        let stdout = child.stdout.take().map_or_else(none, |stream| Box::new(stream));
        let stderr = child.stderr.take().map_or_else(none, |stream| Box::new(stream));
        (stdout, stderr)
    }

    /// Ends it.
    pub(crate) fn end(&mut self) {
        let mut child = locked(&self.child);
        #[cfg(unix)]
        if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = child.kill();
    }

    /// Ends what it left behind in its group.
    pub(crate) fn reap(&mut self) {
        self.end();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};
    use std::sync::mpsc::{Receiver, channel};
    use std::time::{Duration, Instant};

    use super::{Running, start};
    use crate::capture::News;
    use crate::ending::LastWord;
    use crate::{End, Further, Level, Limits, NotRun, Order, Writes, resolve};

    fn order(place: &Path, script: &str) -> Order {
        Order {
            argv: ["sh", "-c", script].map(String::from).to_vec(),
            program: resolve("sh", place, &[PathBuf::from("/bin"), PathBuf::from("/usr/bin")])
                .expect("a shell"),
            sealed: Vec::new(),
            workspace: place.to_owned(),
            cwd: place.to_owned(),
            environment: Vec::new(),
            further: Further::Usual,
            input: Vec::new(),
            readable: Vec::new(),
            writes: Writes::Nothing,
            kept: Vec::new(),
            limits: Limits::for_source(Duration::from_secs(9), 99),
            least: Level::None,
            helper: PathBuf::new(),
        }
    }

    fn last(news: &Receiver<News<LastWord>>) -> Option<End> {
        match news.recv_timeout(Duration::from_secs(20)) {
            Ok(News::End(Some(LastWord::Ended(end, _)))) => Some(end),
            _ => None,
        }
    }

    #[test]
    fn a_command_that_nothing_contains_still_ends() {
        let room = tempfile::tempdir().expect("a folder");
        let place = disk::canonical(room.path()).expect("a path");
        let run = |script: &str| {
            let (sender, news) = channel();
            start(&order(&place, script), Level::None, (&place, &place, None), &sender)
                .map(|running: Running| (running, news))
        };
        let (mut running, news) = run("pwd; echo $TMPDIR; exit 3").expect("a shell");
        let mut said = String::new();
        running.streams().0.read_to_string(&mut said).expect("words");
        assert_eq!(said, format!("{0}\n{0}\n", place.display()));
        assert_eq!(last(&news), Some(End::Exit(3)));
        running.reap();
        let begun = Instant::now();
        let (mut running, news) = run("trap '' TERM; sleep 60 & sleep 60").expect("a shell");
        let mut streams = running.streams();
        running.end();
        assert_eq!(last(&news), Some(End::Signal(9)));
        // Its child had the same pipe, and is gone too.
        assert_eq!(streams.0.read_to_string(&mut said).expect("nothing"), 0);
        assert!(begun.elapsed() < Duration::from_secs(20));
        let elsewhere = tempfile::tempdir().expect("a folder");
        let mut moved = order(&place, "true");
        moved.cwd = elsewhere.path().to_owned();
        let (sender, _news) = channel();
        let why = start(&moved, Level::None, (&place, &place, None), &sender).err();
        assert!(matches!(why, Some(NotRun::Changed { .. })), "{why:?}");
    }
}
