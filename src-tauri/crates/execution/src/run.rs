use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use disk::Scratch;
use message::{Message, message};

use crate::capture::{News, Reading};
use crate::ending::{End, LastWord, Left, NotRun};
use crate::machine::{Machine, machine};
use crate::ours::place_of_scratch;
use crate::talk::{Feed, Talk};
use crate::{Captured, Level, Order, Stop, Writes, order, queue};

#[cfg(not(target_os = "linux"))]
use crate::plain::{Running, start};
#[cfg(target_os = "linux")]
use crate::sandbox::{Running, start};

/// A command that ran, and how it ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ran {
    /// How it ended.
    pub end: End,
    /// From its start until nothing of it was left.
    pub wall: Duration,
    /// What it wrote to its standard output.
    pub stdout: Captured,
    /// What it wrote to its standard error.
    pub stderr: Captured,
    /// How well it was contained.
    pub level: Level,
    /// What the record does not show or the walls did not stop, in sentences.
    pub limitations: Vec<Message>,
}

/// How often a running command is looked after.
const TICK: Duration = Duration::from_millis(20);
/// How long the end of its output is waited for once it has ended. On Linux nobody can hold the pipes any more, and
/// only a busy machine makes it wait at all; elsewhere a child that got away may hold them for ever.
const GRACE: Duration = Duration::from_millis(if cfg!(target_os = "linux") { 5000 } else { 100 });
/// How long a command may take to end by itself once all was said.
const LEAVE: Duration = Duration::from_secs(2);
/// How long what contains it may take to end it; then it is ended itself.
const GIVE_UP: Duration = Duration::from_secs(30);

/// Runs a command to its end, as well contained as this machine allows. Blocks, in a queue first if others run:
/// four run at once, sixteen wait, for five seconds at most, as in Pixir 0.1.12.
///
/// # Errors
///
/// [`NotRun`] when something is no longer what was approved, when the machine contains it less well than the
/// order asks for, when too many commands run already, or when it cannot be started. What the command itself
/// does wrong, a limit it meets and a wish to stop it are no errors: see [`Ran::end`].
pub fn run(order: &Order, stop: &Stop) -> Result<Ran, NotRun> {
    run_at(order, Level::Full, stop)
}

/// Runs a command as [`run`] does and talks with it by lines until `talk` returns; it then has two seconds to end by
/// itself. `order.input` is not given to it, and nothing of it may be sealed.
///
/// # Errors
///
/// As [`run`], and on systems other than Linux.
pub fn converse<T: Send>(
    order: &Order,
    stop: &Stop,
    talk: impl FnOnce(&mut Talk<'_>) -> T + Send,
) -> Result<(T, Ran), NotRun> {
    let (ran, told) = carry_out(order, Level::Full, stop, Some(talk))?;
    told.map(|told| (told, ran)).ok_or_else(|| NotRun::Failed("The conversation broke off.".into()))
}

/// As [`run`], no better contained than `most`.
///
/// # Errors
///
/// As [`run`].
pub fn run_at(order: &Order, most: Level, stop: &Stop) -> Result<Ran, NotRun> {
    carry_out(order, most, stop, None::<fn(&mut Talk<'_>)>).map(|(ran, _)| ran)
}

fn carry_out<T: Send, F: FnOnce(&mut Talk<'_>) -> T + Send>(
    order: &Order,
    most: Level,
    stop: &Stop,
    talk: Option<F>,
) -> Result<(Ran, Option<T>), NotRun> {
    order::check(order)?;
    let _turn = queue::ALL.enter(stop)?;
    let machine = machine(&order.helper);
    let level = machine.level.min(most);
    if level < order.least {
        let why = machine.shortfall.unwrap_or_else(|| "A lower level was asked for.".into());
        return Err(NotRun::BelowLevel { offered: level, least: order.least, why });
    }
    // With namespaces the copy that runs is compared, and that is enough.
    let is_open = level < Level::Full && !order.sealed.is_empty();
    if is_open && let Some(path) = order::changed(order) {
        return Err(NotRun::Changed { what: "The file".into(), path });
    }
    let scratch = Scratch::below(&place_of_scratch()).map_err(NotRun::Missing)?;
    // Where its view of the disk is put together, if it needs one: not in the folder that it may write.
    let stage = Scratch::below(&place_of_scratch()).map_err(NotRun::Missing)?;
    let mut feed = talk.as_ref().map(|_| Feed::make()).transpose()?;
    let (sender, news) = mpsc::channel();
    let begun = Instant::now();
    let ours = (scratch.path(), stage.path(), feed.as_ref().map(Feed::path));
    let mut running = start(order, level, ours, &sender)?;
    let read = |stream: Box<dyn io::Read + Send>, sender: &Sender<_>| {
        Reading::start(stream, (order.limits.keep, order.limits.read), sender.clone())
            .map_err(|error| NotRun::Failed(format!("Its output cannot be read: {error}.")))
    };
    let streams = running.streams();
    let (stdout, stderr) = (read(streams.0, &sender)?, read(streams.1, &sender)?);
    let said = Stop::default();
    let (followed, told) = thread::scope(|scope| {
        let talking = talk.zip(feed.as_mut().and_then(Feed::take)).map(|(talk, to)| {
            let mut wire = Talk::new(to, stdout.clone(), stop);
            let said = said.clone();
            scope.spawn(move || {
                let told = talk(&mut wire);
                drop(wire);
                said.now();
                told
            })
        });
        let followed = follow(&mut running, &news, order, (stop, &said), begun);
        (followed, talking.and_then(|talking| talking.join().ok()))
    });
    let (end, words) = followed?;
    let wall = begun.elapsed();
    if is_open && let Some(path) = order::changed(order) {
        return Err(NotRun::Overtaken { path });
    }
    let (stdout, stderr) = (stdout.captured(), stderr.captured());
    let mut limitations = limitations(order, level, &machine);
    limitations.extend(words);
    limitations.extend(cut(&stdout, end, false));
    limitations.extend(cut(&stderr, end, true));
    Ok((Ran { end, wall, stdout, stderr, level, limitations }, told))
}

fn follow(
    running: &mut Running,
    news: &Receiver<News<LastWord>>,
    order: &Order,
    (stop, said): (&Stop, &Stop),
    begun: Instant,
) -> Result<(End, Vec<Message>), NotRun> {
    let (mut ended_by, mut asked_at, mut open) = (None, None, 2);
    let mut said_at = None;
    let last = loop {
        if said.is_wished() {
            said_at.get_or_insert_with(Instant::now);
        }
        if ended_by.is_none() {
            let is_late = begun.elapsed() >= order.limits.wall;
            let has_left = said_at.is_some_and(|said: Instant| said.elapsed() >= LEAVE);
            let is_over = stop.is_wished() || has_left;
            ended_by = if is_over { Some(End::Stopped) } else { is_late.then_some(End::TimedOut) };
        }
        if ended_by.is_some() && asked_at.is_none() {
            running.end();
            asked_at = Some(Instant::now());
        }
        if asked_at.is_some_and(|asked: Instant| asked.elapsed() >= GIVE_UP) {
            break None;
        }
        let left = order.limits.wall.saturating_sub(begun.elapsed());
        let patience = if ended_by.is_none() { TICK.min(left) } else { TICK };
        match news.recv_timeout(patience) {
            Ok(News::End(last)) => break last,
            Ok(News::Flood) => {
                ended_by.get_or_insert(End::Flooded);
                open -= 1;
            }
            Ok(News::Closed) => open -= 1,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break None,
        }
    };
    running.reap();
    let until = Instant::now() + GRACE;
    while open > 0 {
        match news.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(News::Flood) => {
                ended_by.get_or_insert(End::Flooded);
                open -= 1;
            }
            Ok(News::Closed) => open -= 1,
            Ok(News::End(_)) => {}
            Err(_) => break,
        }
    }
    let mut words = Vec::new();
    let mut say = |sentence: Message| words.push(sentence);
    if open > 0 {
        say(message!("Its output may be incomplete: something still held it open."));
    }
    let end = match last {
        Some(LastWord::NotRun(why)) => return Err(why),
        Some(LastWord::Ended(end, left)) => {
            if left == Left::Something && ended_by.is_none() {
                say(message!("Something it had started still ran when it ended, and was ended too."));
            }
            end
        }
        None => {
            say(message!("The sandbox ended before it could report the result of the command."));
            End::Unknown
        }
    };
    Ok((ended_by.unwrap_or(end), words))
}

fn limitations(order: &Order, level: Level, machine: &Machine) -> Vec<Message> {
    let mut words = Vec::new();
    let mut say = |sentence: Message| words.push(sentence);
    match level {
        Level::None => {
            say(message!("It was not contained: it could read, write and connect as this user can."));
            if !cfg!(target_os = "linux") {
                say(message!("Children that left its process group may still run."));
            }
        }
        Level::Walls | Level::Full => {
            say(message!("It could see names, sizes and times of files it could not read."));
            if level == Level::Full && !order.sealed.is_empty() {
                say(message!(
                    "The approved bytes ran from a sealed copy, which the command could not write."
                ));
            }
            say(message!(
                "It had no network and no sockets, and could not change permissions, owners or times of files."
            ));
            if order.writes == Writes::Workspace {
                if !order.kept.is_empty() {
                    say(message!(
                        "It could write in the workspace, except what was there of .git, of skills and agents, and of hooks."
                    ));
                }
                say(message!(
                    "A file in the workspace that has a second name outside it could be written by either."
                ));
                say(message!(
                    "It could not add, rename or remove entries directly in the workspace's top folder."
                ));
            }
        }
    }
    if level < Level::Full && !order.sealed.is_empty() {
        say(message!(
            "The approved bytes were compared before and after the run; a change that was reverted in between \
             is not detected."
        ));
    }
    if level == Level::Walls {
        say(message!("It ran beside this user's other processes, without namespaces of its own."));
    }
    if level > Level::None {
        words.extend(machine.holes.iter().cloned().map(Message::verbatim));
    }
    if level == machine.level {
        words.extend(machine.shortfall.clone().map(Message::verbatim));
    }
    words
}

/// Names how much of a stream was kept, if not all of it was.
fn cut(stream: &Captured, end: End, is_error: bool) -> Option<Message> {
    let (kept, total) = (stream.kept.len() as u64, stream.total);
    if kept >= total {
        return None;
    }
    Some(match (is_error, end == End::Flooded) {
        (false, false) => message!("Of its output the first {kept} of {total} bytes were kept.", kept, total),
        (false, true) => {
            message!("Of its output the first {kept} of at least {total} bytes were kept.", kept, total)
        }
        (true, false) => {
            message!("Of its error output the first {kept} of {total} bytes were kept.", kept, total)
        }
        (true, true) => {
            message!("Of its error output the first {kept} of at least {total} bytes were kept.", kept, total)
        }
    })
}
