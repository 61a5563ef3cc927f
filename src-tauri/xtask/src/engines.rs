//! Engines that read Assay's tables, to hold their answers against its own. They come from Python's registry into a
//! folder of their own below `target`.

use std::fs;
use std::process::Command;

use xtask::checkout;

use crate::step::{self, Failure};

/// Sets up Python with DuckDB, where it is not as the list asks for.
///
/// # Errors
/// There is no Python that makes environments, or a package cannot be had.
pub fn prepare() -> Result<(), Failure> {
    let (folder, list) =
        (checkout::target().join("xtask/engines"), checkout::root().join("tests/engines/requirements.txt"));
    let (kept, wanted) = (folder.join("requirements.txt"), fs::read(&list)?);
    if fs::read(&kept).is_ok_and(|there| there == wanted) {
        return Ok(());
    }
    step::quiet(
        "engines: a place for Python",
        Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder),
    )?;
    let mut install = Command::new(folder.join("bin/python"));
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"]).arg(&list);
    step::quiet("engines: DuckDB", &mut install)?;
    Ok(fs::write(&kept, wanted)?)
}
