//! What work costs: time on the wall and time of processors, of several ways to do it in turn.

use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What one run costs.
#[derive(Clone, Copy)]
pub struct Cost {
    pub wall: Duration,
    /// Time of processors in this process, its threads and the programs it waited for; only Linux tells.
    pub cpu: Option<Duration>,
}

/// One way to do some work.
pub struct Runner<'a> {
    name: &'static str,
    // Does the work so many times and tells what that cost together.
    run: Box<dyn FnMut(u32) -> Cost + 'a>,
}

/// The median cost of each way; a program that this machine does not have is missing.
pub type Costs = BTreeMap<&'static str, Cost>;

/// Processor time comes in steps of ten milliseconds, so short work is repeated for at least this long.
const LONG_ENOUGH: Duration = Duration::from_millis(150);

impl<'a> Runner<'a> {
    /// Work of ours.
    pub fn ours(name: &'static str, mut work: impl FnMut() + 'a) -> Self {
        Self { name, run: Box::new(move |times| measure(times, &mut work)) }
    }

    /// Work of ours on something that must be made anew each time, which is not counted.
    pub fn ours_on<T>(
        name: &'static str,
        mut fresh: impl FnMut() -> T + 'a,
        mut work: impl FnMut(&mut T) + 'a,
    ) -> Self {
        let run = move |times| {
            let mut made: Vec<T> = (0..times).map(|_| fresh()).collect();
            let mut rest = made.iter_mut();
            measure(times, &mut || rest.next().into_iter().for_each(&mut work))
        };
        Self { name, run: Box::new(run) }
    }

    /// A program from start to end, its output thrown away.
    pub fn program(name: &'static str, command: impl Fn() -> Command + 'a) -> Self {
        let work = move || {
            // `diff` tells by its exit code that there is a difference, so the code says nothing here.
            let _ = quiet(&mut command()).status();
        };
        Self::ours(name, work)
    }
}

/// Whether the machine has a program.
pub fn has(program: &str) -> bool {
    quiet(Command::new(program).arg("--version")).status().is_ok()
}

fn quiet(command: &mut Command) -> &mut Command {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null())
}

/// Lets every runner run in each round, in turns, so that a busy moment hits all of them alike.
pub fn race(rounds: usize, mut runners: Vec<Runner<'_>>) -> Costs {
    let times: Vec<u32> = runners.iter_mut().map(|runner| repeats(&mut runner.run)).collect();
    let mut costs: Vec<Vec<Cost>> = runners.iter().map(|_| Vec::new()).collect();
    for round in 0..rounds {
        for turn in 0..runners.len() {
            let at = (round + turn) % runners.len();
            costs[at].push((runners[at].run)(times[at]).of_one(times[at]));
        }
    }
    runners.iter().zip(costs).map(|(runner, costs)| (runner.name, median(&costs))).collect()
}

/// How often work is repeated to be long enough; finding out also warms the caches.
fn repeats(run: &mut dyn FnMut(u32) -> Cost) -> u32 {
    let mut times = 1;
    loop {
        let wall = run(times).wall;
        if wall * 2 >= LONG_ENOUGH {
            return (f64::from(times) * LONG_ENOUGH.as_secs_f64() / wall.as_secs_f64()).ceil() as u32;
        }
        times *= 2;
    }
}

fn measure(times: u32, work: &mut dyn FnMut()) -> Cost {
    let (cpu, begun) = (cpu_time(), Instant::now());
    for _ in 0..times {
        work();
    }
    let wall = begun.elapsed();
    Cost { wall, cpu: cpu_time().zip(cpu).map(|(after, before)| after.saturating_sub(before)) }
}

impl Cost {
    fn of_one(self, times: u32) -> Self {
        Self { wall: self.wall / times, cpu: self.cpu.map(|cpu| cpu / times) }
    }
}

fn median(costs: &[Cost]) -> Cost {
    let middle = |mut times: Vec<Duration>| {
        times.sort();
        times.get(times.len() / 2).copied()
    };
    let wall = middle(costs.iter().map(|cost| cost.wall).collect()).unwrap_or_default();
    Cost { wall, cpu: middle(costs.iter().filter_map(|cost| cost.cpu).collect()) }
}

/// Processor time of this process and of the children it waited for, in the hundredths Linux counts.
fn cpu_time() -> Option<Duration> {
    cpu_in("/proc/self/stat")
}

/// The same of another process.
pub fn cpu_of(process: u32) -> Option<Duration> {
    cpu_in(&format!("/proc/{process}/stat"))
}

fn cpu_in(stat: &str) -> Option<Duration> {
    let stat = fs::read_to_string(stat).ok()?;
    // The program's name may hold anything but ends with the last bracket; the four times are fields 14 to 17.
    let (_, fields) = stat.rsplit_once(')')?;
    let ticks: u64 =
        fields.split_whitespace().skip(11).take(4).filter_map(|tick| tick.parse::<u64>().ok()).sum();
    Some(Duration::from_millis(ticks * 10))
}

/// The most memory this process ever had in use, in bytes.
pub fn peak_memory() -> Option<u64> {
    memory_in("/proc/self/status", "VmHWM:")
}

/// The memory this process has in use, in bytes.
pub fn resident() -> Option<u64> {
    memory_in("/proc/self/status", "VmRSS:")
}

/// The same of a program, from start to end. It is asked every millisecond: when it has ended, nobody tells any more.
pub fn peak_of(mut command: Command) -> Option<u64> {
    let mut child = quiet(&mut command).spawn().ok()?;
    let path = format!("/proc/{}/status", child.id());
    let mut peak = None;
    while child.try_wait().ok()?.is_none() {
        peak = memory_in(&path, "VmHWM:").max(peak);
        std::thread::sleep(Duration::from_millis(1));
    }
    peak
}

fn memory_in(status: &str, what: &str) -> Option<u64> {
    let status = fs::read_to_string(status).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(what))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}
