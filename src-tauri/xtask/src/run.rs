//! `cargo xtask run`: builds everything and starts the app.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use xtask::checkout;
use xtask::screen::{self, Screen};

use crate::build;
use crate::setup::{self, Consent, Purpose};
use crate::step::{self, Failure, seconds};

/// How long the first picture may take.
const PAINT_LIMIT: Duration = Duration::from_secs(60);

/// What the app is opened on.
struct Subject {
    workspace: PathBuf,
    /// Only the example brings a home; otherwise the user's own counts.
    home: Option<PathBuf>,
}

/// Builds the app and opens it on `folder`, on the current folder, or on the example.
pub fn run(folder: Option<&Path>, consent: Consent) -> Result<(), Failure> {
    let display = setup::has_display();
    setup::prepare(if display { Purpose::Build } else { Purpose::Screen }, consent)?;
    build::all()?;
    let subject = choose(folder)?;
    println!("opening {}", subject.workspace.display());
    if display { with_display(&subject) } else { without_display(&subject) }
}

fn choose(folder: Option<&Path>) -> Result<Subject, Failure> {
    let here = std::env::current_dir()?;
    if let Some(folder) = folder {
        let workspace = here.join(folder);
        if !workspace.is_dir() {
            return Err(Failure::words(format!("{} is not a folder", workspace.display())));
        }
        return Ok(Subject { workspace, home: None });
    }
    if here.join(".pixir").is_dir() {
        return Ok(Subject { workspace: here, home: None });
    }
    let example = checkout::target().join("example");
    step::quiet("the example", Command::new(checkout::program("assay")).arg("example").arg(&example))?;
    Ok(Subject { workspace: example.join("workspace"), home: Some(example.join("home")) })
}

fn app(subject: &Subject) -> Command {
    let mut command = Command::new(checkout::program("assay-window"));
    command.arg("--workspace").arg(&subject.workspace).stdin(Stdio::null());
    if let Some(home) = &subject.home {
        command.arg("--home").arg(home);
    }
    command
}

fn with_display(subject: &Subject) -> Result<(), Failure> {
    let status =
        app(subject).status().map_err(|error| Failure::words(format!("The app does not start: {error}")))?;
    if status.success() { Ok(()) } else { Err(Failure::words(format!("The app ended with {status}"))) }
}

/// Starts the app on an Xvfb of its own, waits until it is painted, and saves a picture of the screen.
///
/// The picture is the X server's framebuffer, so it shows what a person would see and needs no package.
fn without_display(subject: &Subject) -> Result<(), Failure> {
    let screen = Screen::start(1440, 900, &checkout::records().join("screen"))?;
    let output = checkout::records().join("app.log");
    let log = fs::File::create(&output)?;
    let mut command = app(subject);
    screen::draw_on(&mut command, OsStr::new(screen.display()));
    let child = command
        .stdout(log.try_clone()?)
        .stderr(log)
        .spawn()
        .map_err(|error| Failure::words(format!("The app does not start: {error}")))?;
    let mut app = Running(child);
    let begun = Instant::now();
    let png = await_paint(&screen, &mut app, &output)?;
    let shot = checkout::target().join("assay.png");
    fs::write(&shot, png)?;
    println!(
        "no display here; the app runs on {} and was painted after {}",
        screen.display(),
        seconds(begun.elapsed())
    );
    println!("picture: {}", shot.display());
    if io::stdout().is_terminal() && io::stdin().is_terminal() {
        println!("the app stays open until Ctrl-C");
        app.0.wait()?;
    }
    Ok(())
}

/// Waits until the screen is painted and at rest, and gives its picture.
///
/// # Errors
/// The app ended, or painted nothing within a minute.
pub fn await_paint(screen: &Screen, app: &mut Running, output: &Path) -> Result<Vec<u8>, Failure> {
    let begun = Instant::now();
    let mut before = None;
    while begun.elapsed() < PAINT_LIMIT {
        if let Some(status) = app.0.try_wait()? {
            let words = format!("The app ended with {status}; its output is {}", output.display());
            return Err(Failure::Words(words));
        }
        let now = screen.picture()?.filter(xtask::picture::Picture::is_painted);
        match (&before, &now) {
            // Painted and at rest: the same picture twice.
            (Some(before), Some(now)) if before == now => return Ok(now.png()),
            _ => before = now,
        }
        std::thread::sleep(Duration::from_millis(700));
    }
    let words = format!(
        "The app painted nothing within {}; its output is {}",
        seconds(PAINT_LIMIT),
        output.display()
    );
    Err(Failure::Words(words))
}

/// The app, ended when this chore ends.
pub struct Running(pub Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have been closed already.
        self.0.kill().ok();
        self.0.wait().ok();
    }
}
