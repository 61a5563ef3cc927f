//! `cargo xtask test`: every check and every suite, and one line at the end.

use std::process::Command;
use std::time::Instant;

use crate::build;
use crate::count::{Count, count, failed_tests};
use crate::engines;
use crate::progress;
use crate::setup::{self, Consent, Purpose};
use crate::slow;
use crate::step::{self, Failure, seconds};

/// A part of the tests that can be asked for by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Suite {
    /// Types, lint and component tests of the page.
    Page,
    /// Format, lint and tests of everything written in Rust.
    Rust,
    /// Readers of hostile bytes, each fed for half a minute.
    Fuzz,
    /// The real window, driven from outside.
    Window,
    /// Engines of some size that read the tables; only by name.
    Engines,
}

impl Suite {
    /// Those that run when none is named, in their order.
    pub const ALL: [Self; 4] = [Self::Page, Self::Rust, Self::Fuzz, Self::Window];

    /// The suite of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().chain([Self::Engines]).find(|suite| suite.name() == name)
    }

    fn name(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Rust => "rust",
            Self::Fuzz => "fuzz",
            Self::Window => "window",
            Self::Engines => "engines",
        }
    }

    fn purpose(self) -> Purpose {
        match self {
            Self::Page => Purpose::Page,
            Self::Rust | Self::Fuzz | Self::Engines => Purpose::Build,
            Self::Window => Purpose::Window,
        }
    }
}

/// Runs the suites; the first that fails does not keep the next from running.
///
/// A check without tests of its own, such as the formatter, counts as one test of its suite when it fails.
pub fn test(suites: &[Suite], consent: Consent) -> Result<Count, Failure> {
    let purpose = if suites.contains(&Suite::Window) {
        Purpose::Window
    } else if suites.iter().any(|suite| suite.purpose() == Purpose::Build) {
        Purpose::Build
    } else {
        Suite::Page.purpose()
    };
    setup::prepare(purpose, consent)?;
    // The page comes first in any case: the desktop program embeds it.
    build::packages()?;
    let mut sum = Count::default();
    let mut lines = Vec::new();
    let mut failures = Vec::new();
    for suite in suites {
        let begun = Instant::now();
        let found = run(*suite);
        let (Count { passed, failed }, steps) = (found.count, found.steps.join(", "));
        let time = seconds(begun.elapsed());
        lines.push(format!("{}: {passed} passed, {failed} failed, {time} ({steps})", suite.name()));
        failures.extend(found.failures);
        sum += found.count;
    }
    let slowest = if suites.contains(&Suite::Rust) { slow::slowest() } else { Vec::new() };
    if !slowest.is_empty() {
        println!("\nthe slowest tests in Rust:\n{}", slowest.join("\n"));
    }
    println!("\n{}", lines.join("\n"));
    for failure in failures {
        println!("failed: {failure}");
    }
    Ok(sum)
}

/// The result of one suite.
#[derive(Default)]
struct SuiteResult {
    count: Count,
    /// Each step with its time, in order.
    steps: Vec<String>,
    /// Names of failed tests, and of steps that failed without a test.
    failures: Vec<String>,
}

fn run(suite: Suite) -> SuiteResult {
    let mut result = SuiteResult::default();
    for Step { name, run } in steps(suite) {
        let begun = Instant::now();
        match run() {
            Ok(found) => {
                result.count += found.count;
                result.failures.extend(found.failures);
            }
            Err(failure) => {
                eprintln!("{failure}");
                result.count.failed += 1;
                result.failures.push((*name).to_owned());
            }
        }
        result.steps.push(format!("{name} {}", seconds(begun.elapsed())));
    }
    result
}

/// One check or one run of tests within a suite.
struct Step {
    name: &'static str,
    run: fn() -> Result<StepResult, Failure>,
}

/// The result of one step that could be run.
#[derive(Default)]
struct StepResult {
    count: Count,
    /// Names of the tests that failed.
    failures: Vec<String>,
}

const BUILD: Step = Step { name: "build", run: || prepared(build()) };

fn steps(suite: Suite) -> &'static [Step] {
    match suite {
        Suite::Page => &[
            Step { name: "check", run: || checked("npm run check", &mut step::npm(&["run", "check"])) },
            Step { name: "tests", run: || counted("npm test", &mut step::npm(&["test"])) },
        ],
        Suite::Rust => &[
            Step {
                name: "fmt",
                run: || checked("cargo fmt", &mut step::cargo(&["fmt", "--all", "--check"])),
            },
            Step { name: "page", run: || prepared(build::page()) },
            Step { name: "clippy", run: || checked("cargo clippy", &mut clippy()) },
            // Tests ask the program `assay` and build it if they must: from cold, longer than a test may take.
            BUILD,
            Step { name: "engines", run: with_engines },
            Step { name: "tests", run: || counted("cargo test", &mut rust_tests()) },
        ],
        Suite::Fuzz => &[BUILD, Step { name: "fuzz", run: || counted("fuzz", &mut fuzz_tests()) }],
        Suite::Engines => &[
            Step { name: "engines", run: || prepared(engines::prepare_all()) },
            BUILD,
            Step { name: "tests", run: || counted("engines", &mut engine_tests()) },
        ],
        Suite::Window => {
            &[BUILD, Step { name: "tests", run: || counted("window suite", &mut window_tests(&[])) }]
        }
    }
}

/// The result of a step that prepares and tests nothing.
fn prepared(done: Result<(), Failure>) -> Result<StepResult, Failure> {
    done.map(|()| StepResult::default())
}

/// Programs whose answers are compared with Assay's; without them the comparison says that it was left out.
fn with_engines() -> Result<StepResult, Failure> {
    if let Err(failure) = engines::prepare() {
        println!("engines … their answers are not compared: {failure}");
    }
    if let Err(failure) = engines::prepare_counterparts() {
        println!("counterparts … they are not asked: {failure}");
    }
    Ok(StepResult::default())
}

fn clippy() -> Command {
    let mut command = step::cargo(&["clippy", "--all-targets"]);
    command.args(ALL).args(["--", "-D", "warnings"]);
    command
}

/// What every build of the tests asks for. With one and the same choice of packages and features nothing that stands
/// below them is compiled twice.
pub const ALL: [&str; 4] = ["--locked", "--workspace", "--features", "tests/window"];

/// Builds the page, the programs and every test.
pub fn build() -> Result<(), Failure> {
    build::page()?;
    progress::build("cargo build", &mut step::cargo(&["build", "--bins", "--tests"]), &ALL)
}

/// The whole workspace, by nextest where it is installed: it shows a hanging test by name.
fn rust_tests() -> Command {
    let nextest = step::cargo(&["nextest", "--version"]).output().is_ok_and(|answer| answer.status.success());
    if !nextest {
        return step::cargo(&["test", "--no-fail-fast", "--locked", "--workspace"]);
    }
    let mut command = step::cargo(&["nextest", "run", "--no-fail-fast"]);
    command.args(ALL).args(["-E", "not binary(=window)"]).env("ASSAY_IS_BUILT", "1");
    command
}

/// Readers of hostile bytes, half a minute each.
fn fuzz_tests() -> Command {
    let mut command = step::cargo(&["test", "--no-fail-fast"]);
    command.args(ALL).args(["--test", "all", "--", "fuzz::"]);
    command.envs([("ASSAY_IS_BUILT", "1"), ("ASSAY_FUZZ_SECONDS", "30")]);
    command
}

/// The same questions to every engine.
fn engine_tests() -> Command {
    let mut command = step::cargo(&["test"]);
    command.args(ALL).args(["--test", "all", "--", "--ignored", "--nocapture", "tables::engines"]);
    command.env("ASSAY_IS_BUILT", "1");
    command
}

/// The window suite, one test after the other: each times what it sees.
pub fn window_tests(words: &[&str]) -> Command {
    let mut command = step::cargo(&["test"]);
    command.args(ALL).args(["--test", "window", "--", "--test-threads=1", "--nocapture"]).args(words);
    command
}

fn checked(name: &str, command: &mut Command) -> Result<StepResult, Failure> {
    prepared(step::quiet(name, command))
}

fn counted(name: &str, command: &mut Command) -> Result<StepResult, Failure> {
    let ending = step::aloud(name, command)?;
    let found = count(&ending.text);
    match ending.failure {
        // The runner itself failed, for instance because the tests did not compile.
        Some(failure) if found.failed == 0 => Err(failure),
        None if found.passed == 0 => Err(Failure::words(format!("{name} ended well but ran no test"))),
        _ => Ok(StepResult { count: found, failures: failed_tests(&ending.text) }),
    }
}
