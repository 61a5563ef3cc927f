//! One step of a chore: a command, its time, and where its output lies.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use xtask::checkout;

/// Lines of output repeated when a command fails.
const REPEATED_LINES: usize = 40;

/// Why a chore stopped.
#[derive(Debug)]
pub enum Failure {
    /// A command ended badly.
    Command {
        /// The command as one could type it.
        command: String,
        /// How it ended, such as `exit status: 1`.
        ending: String,
        /// Its whole output.
        output: PathBuf,
        /// Whether the output has been on the terminal already.
        seen: bool,
    },
    /// Something is missing or wrong; the sentence says what to do.
    Words(String),
}

impl Failure {
    /// A failure that is a sentence.
    pub fn words(words: impl Into<String>) -> Self {
        Self::Words(words.into())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Words(error.to_string())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Words(words) => write!(out, "{words}"),
            Self::Command { command, ending, output, seen } => {
                if !seen {
                    writeln!(out, "{}", last_lines(output))?;
                }
                write!(out, "{command}\nended with {ending}; its output is {}", output.display())
            }
        }
    }
}

/// Runs a command with its output in a file, and prints the step and its time.
pub fn quiet(step: &str, command: &mut Command) -> Result<(), Failure> {
    kept(step, command)?.failure.map_or(Ok(()), Err)
}

/// As [`quiet`], and gives the output; a command that ends badly is no error here.
pub fn kept(step: &str, command: &mut Command) -> Result<Ending, Failure> {
    let waits = io::stdout().is_terminal();
    if waits {
        print!("{step} … ");
        io::stdout().flush()?;
    }
    let begun = Instant::now();
    let (file, path) = output_file(step)?;
    let status = command
        .stdin(Stdio::null())
        .stdout(file.try_clone()?)
        .stderr(file)
        .status()
        .map_err(|error| not_started(command, &error))?;
    let took = took(status, begun);
    if waits {
        println!("{took}");
    } else {
        println!("{step} … {took}");
    }
    let text = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
    let failure = (!status.success()).then(|| failed(command, status, path));
    Ok(Ending { text, failure })
}

/// Why a command whose output is in a file alone counts as failed.
pub fn failed(command: &Command, status: ExitStatus, output: PathBuf) -> Failure {
    Failure::Command { command: typed(command), ending: status.to_string(), output, seen: false }
}

/// Runs a command with its output both on the terminal and in a file. Gives the output.
///
/// A command that ends badly is no error here: `Ending` says so, since a suite with failures has counts too.
pub fn aloud(step: &str, command: &mut Command) -> Result<Ending, Failure> {
    println!("{step} …");
    let begun = Instant::now();
    let (file, path) = output_file(step)?;
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| not_started(command, &error))?;
    let written = Mutex::new((file, Vec::new()));
    let streams: [Option<Box<dyn Read + Send>>; 2] = [
        child.stdout.take().map(|stream| Box::new(stream) as Box<dyn Read + Send>),
        child.stderr.take().map(|stream| Box::new(stream) as Box<dyn Read + Send>),
    ];
    std::thread::scope(|scope| {
        for stream in streams.into_iter().flatten() {
            scope.spawn(|| repeat(stream, &written));
        }
    });
    let status = child.wait()?;
    println!("{step} … {}", took(status, begun));
    let (_, text) = written.into_inner().unwrap_or_else(PoisonError::into_inner);
    let failure = (!status.success()).then(|| Failure::Command {
        command: typed(command),
        ending: status.to_string(),
        output: path,
        seen: true,
    });
    Ok(Ending { text: String::from_utf8_lossy(&text).into_owned(), failure })
}

/// How a command ended, and what it printed.
#[derive(Debug)]
pub struct Ending {
    /// Everything it printed.
    pub text: String,
    /// Why it counts as failed.
    pub failure: Option<Failure>,
}

fn repeat(mut stream: impl Read, written: &Mutex<(File, Vec<u8>)>) {
    let mut piece = [0; 8192];
    while let Ok(length @ 1..) = stream.read(&mut piece) {
        let mut written = written.lock().unwrap_or_else(PoisonError::into_inner);
        // A closed terminal or a full disk must not end the command; the counts come from memory.
        io::stdout().write_all(&piece[..length]).ok();
        io::stdout().flush().ok();
        written.0.write_all(&piece[..length]).ok();
        written.1.extend_from_slice(&piece[..length]);
    }
}

/// Cargo in the checkout, without colours.
pub fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(checkout::root());
    plain(&mut command);
    command
}

/// Npm in the page's folder, without colours.
pub fn npm(arguments: &[&str]) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.args(arguments).current_dir(checkout::page()).env("npm_config_update_notifier", "false");
    plain(&mut command);
    command
}

fn plain(command: &mut Command) {
    command.env("NO_COLOR", "1").env("CARGO_TERM_COLOR", "never").env("CARGO_TERM_PROGRESS_WHEN", "never");
}

/// The file that a step's output goes into.
pub fn output_file(step: &str) -> Result<(File, PathBuf), Failure> {
    let folder = checkout::records();
    fs::create_dir_all(&folder)?;
    let name: String = step.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let path = folder.join(format!("{name}.log"));
    Ok((File::create(&path)?, path))
}

/// Why a command could not be started.
pub fn not_started(command: &Command, error: &io::Error) -> Failure {
    Failure::Words(format!("{} does not start: {error}", typed(command)))
}

fn typed(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let line = words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ");
    match command.get_current_dir() {
        Some(folder) => format!("{line}  (in {})", folder.display()),
        None => line,
    }
}

fn last_lines(path: &Path) -> String {
    let text = fs::read(path).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(REPEATED_LINES)..].join("\n")
}

/// How long a command took that has just ended, and whether it failed.
pub fn took(status: ExitStatus, begun: Instant) -> String {
    let time = seconds(begun.elapsed());
    if status.success() { time } else { format!("failed after {time}") }
}

/// A time in words.
pub fn seconds(time: Duration) -> String {
    let whole = time.as_secs();
    if whole >= 100 {
        format!("{} min {} s", whole / 60, whole % 60)
    } else {
        format!("{:.1} s", time.as_secs_f64())
    }
}
