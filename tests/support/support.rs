//! What tests share: where the oracle lies, and a whole fake home that cleans up after itself.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test lays files out by hand and fails by panicking"
)]
#![allow(clippy::print_stderr, reason = "whoever runs the tests must see that something was not compared")]

pub mod example;
pub mod generated;
pub mod mutated;
pub mod readers;
pub mod room;

use std::path::{Path, PathBuf};

use api::{App, Audience, Failure};
use skills::{Convention, Places, Ruling, Trust, Visibility, rule, survey_for};

/// The folder of real skills beside the checkout, when there is one.
///
/// The project stands without it: tests that use it say so and pass when it is missing.
pub fn shared() -> Option<PathBuf> {
    let folder = checkout().parent()?.join("shared");
    if folder.join("corpus").is_dir() {
        return Some(folder);
    }
    eprintln!("no corpus beside this checkout: nothing was compared with it");
    None
}

/// What Pixir did and answered, as it was recorded: a file or folder of `tests/fixtures/pixir`, or of the folder that
/// `ASSAY_RECORDINGS` names.
pub fn recording(name: &str) -> PathBuf {
    match std::env::var_os("ASSAY_RECORDINGS") {
        Some(folder) => PathBuf::from(folder).join(name),
        None => fixture("pixir").join(name),
    }
}

/// What Pixir makes of the skills as they lie.
pub fn pixir(places: &Places) -> Ruling {
    rule(Convention::Pixir, &survey_for(Convention::Pixir, places), &Visibility::whole(Trust::Trusted))
}

/// The top of this checkout.
pub fn checkout() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests lie in the checkout")
}

/// A fixture of this project.
pub fn fixture(name: &str) -> PathBuf {
    checkout().join("tests/fixtures").join(name)
}

/// Asks as a script where scripts may ask, else as the first of those who may.
///
/// # Errors
///
/// As [`api::answer`].
pub fn answer(app: &App, name: &str, body: &str) -> Result<String, Failure> {
    let may = api::request(name).map_or(&[][..], |request| request.audience);
    let who = may.iter().find(|who| **who == Audience::Scripts).or(may.first());
    api::answer(app, *who.unwrap_or(&Audience::Scripts), name, body)
}
