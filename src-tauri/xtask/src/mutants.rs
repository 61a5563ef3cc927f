//! `cargo xtask mutants CRATE`: changes planted one by one in the code that facts rest on; what no test notices is
//! listed.

use std::ffi::OsString;
use std::fs;

use xtask::checkout;

use crate::setup::{self, Consent, Purpose};
use crate::step::{self, Failure};

/// The crates that are tried, and which files of each below its `src`.
const CRATES: [(&str, &[&str]); 6] = [
    ("drift", &["**/*.rs"]),
    ("skills", &["manage/**/*.rs"]),
    ("sessions", &["context.rs", "turn.rs", "compose.rs", "compose/**/*.rs"]),
    ("hydration", &["**/*.rs"]),
    ("engine", &["**/*.rs"]),
    ("execution", &["judge.rs", "judging.rs", "rules.rs", "rules/**/*.rs"]),
];

/// Plants changes in a crate and runs its own tests over each; those that live meet the tests of the whole product.
///
/// `words` go to cargo-mutants, such as `--shard 0/8`. What lived stands in `target/mutants/CRATE/mutants.out`.
///
/// # Errors
/// The crate is none of those that are tried, cargo-mutants cannot be installed, or a change lived.
pub fn mutants(name: &str, words: &[&str], consent: Consent) -> Result<(), Failure> {
    let Some((_, files)) = CRATES.iter().find(|(known, _)| *known == name) else {
        let known = CRATES.map(|(known, _)| known).join(", ");
        return Err(Failure::words(format!("{name} is none of the crates that are tried: {known}.")));
    };
    setup::prepare(Purpose::Build, consent)?;
    let tools = checkout::target().join("tools");
    let mut install = step::cargo(&["install", "--locked", "--quiet", "cargo-mutants", "--root"]);
    step::quiet("cargo install cargo-mutants", install.arg(&tools))?;
    let found = checkout::target().join("mutants").join(name);
    fs::create_dir_all(&found)?;
    let mut path = OsString::from(tools.join("bin"));
    path.push(if cfg!(windows) { ";" } else { ":" });
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let round = |tests: &str, more: &[&str]| {
        let mut command = step::cargo(&["mutants", "--package", name, "--test-package", tests]);
        command.args(["--no-shuffle", "--colors", "never", "--cargo-arg", "--locked", "--output"]);
        command.arg(&found).args(words).args(more).env("PATH", &path);
        for file in *files {
            command.args(["--file", &format!("src-tauri/crates/{name}/src/{file}")]);
        }
        step::aloud(&format!("mutants {name}, tests of {tests}"), &mut command)
    };
    round(name, &[])?;
    // What was caught is not planted again.
    round("tests", &["--iterate"])?.failure.map_or(Ok(()), Err)
}
