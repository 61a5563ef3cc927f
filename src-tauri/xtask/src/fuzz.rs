//! `cargo xtask fuzz READER COUNT`: libFuzzer feeds a reader of hostile bytes.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use xtask::checkout;

use crate::setup::{self, Consent, Purpose};
use crate::step::{self, Failure};

/// Has the compiler count what is reached and tell what is compared, as libFuzzer wants it; the stable compiler can.
const COVERAGE: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1 --cfg fuzzing";

/// Feeds a reader with so many inputs; what reached new code is kept for the next time.
///
/// # Errors
/// An input broke the reader's law, took longer than 10 s or more than 2 GiB; the input lies in `target/fuzz`.
pub fn fuzz(reader: &str, count: u64, consent: Consent) -> Result<(), Failure> {
    setup::prepare(Purpose::Build, consent)?;
    let folder = |name: &str| -> Result<PathBuf, Failure> {
        let folder = checkout::target().join("fuzz").join(reader).join(name);
        fs::create_dir_all(&folder)?;
        Ok(folder)
    };
    let (kept, seeds, found) = (folder("kept")?, folder("seeds")?, folder("found")?);
    let mut command =
        step::cargo(&["run", "--locked", "--profile", "fuzz", "-p", "fuzz", "--features", "coverage"]);
    // With a target named, what runs while building is built without coverage.
    command.args(["--target", &host()?, "--"]);
    command.args([&format!("-runs={count}"), "-max_len=65536", "-timeout=10", "-rss_limit_mb=2048"]);
    command.args(["-print_final_stats=1", &format!("-artifact_prefix={}/", found.display())]);
    command.args([&kept, &seeds]);
    command.envs([("RUSTFLAGS", COVERAGE), ("ASSAY_READER", reader)]).env("ASSAY_SEEDS", &seeds);
    step::aloud(&format!("fuzz {reader}"), &mut command)?.failure.map_or(Ok(()), Err)
}

/// The system the compiler runs on, as it names it.
fn host() -> Result<String, Failure> {
    let told = Command::new("rustc").arg("-vV").output()?;
    let told = String::from_utf8_lossy(&told.stdout);
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| Failure::words("`rustc -vV` does not name this system."))
}
