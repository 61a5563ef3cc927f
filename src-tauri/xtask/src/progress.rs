//! A build by cargo, and how far it is.

use std::collections::BTreeSet;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::step::{self, Failure, seconds};

/// How often it is told where there is no terminal to write over.
const TOLD_EVERY: Duration = Duration::from_secs(30);

/// As [`step::quiet`], of a `cargo build` of this choice of packages, and tells meanwhile how many it has begun.
pub fn build(step: &str, command: &mut Command, selection: &[&str]) -> Result<(), Failure> {
    let begun = Instant::now();
    let (mut file, path) = step::output_file(step)?;
    command.args(selection).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| step::not_started(command, &error))?;
    let mut progress = Progress { step, begun, told: begun, compiled: 0, of: 0 };
    let lines = child.stderr.take().map(|output| BufReader::new(output).lines());
    for line in lines.into_iter().flatten().map_while(Result::ok) {
        writeln!(file, "{line}")?;
        if line.trim_start().starts_with("Compiling ") {
            progress.one_more(selection)?;
        }
    }
    let status = child.wait()?;
    progress.end(status)?;
    if status.success() { Ok(()) } else { Err(step::failed(command, status, path)) }
}

/// What has been told of a build.
struct Progress<'a> {
    step: &'a str,
    begun: Instant,
    told: Instant,
    compiled: usize,
    /// About how many packages there are, those that are up to date among them.
    of: usize,
}

impl Progress<'_> {
    fn one_more(&mut self, selection: &[&str]) -> io::Result<()> {
        if self.compiled == 0 {
            self.of = packages(selection);
        }
        self.compiled += 1;
        let so_far = format!(
            "{} … {} of about {} packages, {}",
            self.step,
            self.compiled,
            self.of.max(self.compiled),
            seconds(self.begun.elapsed())
        );
        if io::stdout().is_terminal() {
            print!("\r{so_far}\u{1b}[K");
            io::stdout().flush()?;
        } else if self.told.elapsed() >= TOLD_EVERY {
            println!("{so_far}");
            self.told = Instant::now();
        }
        Ok(())
    }

    fn end(&self, status: ExitStatus) -> io::Result<()> {
        let over = if self.compiled > 0 && io::stdout().is_terminal() { "\r\u{1b}[K" } else { "" };
        println!("{over}{} … {}", self.step, step::took(status, self.begun));
        io::stdout().flush()
    }
}

/// How many packages a choice of them comes to; none where cargo does not say.
fn packages(selection: &[&str]) -> usize {
    let mut command = step::cargo(&["tree", "--edges", "normal,build", "--prefix", "none"]);
    let output = command.args(selection).stderr(Stdio::null()).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let names = text.lines().map(|line| line.trim_end_matches(" (*)")).filter(|line| !line.is_empty());
    names.collect::<BTreeSet<_>>().len()
}
