//! Programs that read what Assay writes or says, and the reference tool for signatures of skills, to hold what they make
//! of it against its own. They come from Python's and from npm's registry into folders of their own below `target`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use xtask::checkout;

use crate::step::{self, Failure};

/// Sets up Python with DuckDB, a collector of OpenTelemetry and the tool that signs models, where it is not as the list asks for.
///
/// # Errors
/// There is no Python that makes environments, or a package cannot be had.
pub fn prepare() -> Result<(), Failure> {
    install("requirements.txt", "engines: DuckDB, a collector and a tool that signs")
}

/// Sets up ClickHouse and Spark beside it.
///
/// # Errors
/// As [`prepare`].
pub fn prepare_all() -> Result<(), Failure> {
    prepare()?;
    install("more.txt", "engines: ClickHouse and Spark")
}

/// Sets up the programs that speak to `assay mcp`, where they are not as the list asks for.
///
/// # Errors
/// A package cannot be had.
pub fn prepare_counterparts() -> Result<(), Failure> {
    let folder = checkout::target().join("xtask/counterparts");
    let list = checkout::root().join("tests/counterparts/package.json");
    install_node(&folder, &list, "counterparts: an inspector and a suite of MCP")
}

fn install(list: &str, step: &str) -> Result<(), Failure> {
    let folder = checkout::target().join("xtask/engines");
    install_python(&folder, &checkout::root().join("tests/engines").join(list), step)
}

/// Puts the packages of npm that a list names into a folder, unless they are there.
///
/// # Errors
/// A package cannot be had.
pub fn install_node(folder: &Path, list: &Path, step: &str) -> Result<(), Failure> {
    let kept = folder.join("installed.json");
    let wanted = fs::read(list)?;
    if fs::read(&kept).is_ok_and(|there| there == wanted) {
        return Ok(());
    }
    fs::create_dir_all(folder)?;
    fs::write(folder.join("package.json"), &wanted)?;
    let mut install = step::npm(&["install", "--no-audit", "--no-fund"]);
    step::quiet(step, install.current_dir(folder))?;
    Ok(fs::write(&kept, wanted)?)
}

/// Puts the packages of Python that a list names into an environment in a folder, unless they are there.
///
/// # Errors
/// There is no Python that makes environments, or a package cannot be had.
pub fn install_python(folder: &Path, list: &Path, step: &str) -> Result<(), Failure> {
    let kept = folder.join(list.file_name().unwrap_or_default());
    let wanted = fs::read(list)?;
    if fs::read(&kept).is_ok_and(|there| there == wanted) {
        return Ok(());
    }
    let python: PathBuf = folder.join("bin/python");
    if !python.exists() {
        let mut place = Command::new("python3");
        step::quiet(
            &format!("{step}: a place for Python"),
            place.args(["-m", "venv", "--clear"]).arg(folder),
        )?;
    }
    let mut install = Command::new(python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"]).arg(list);
    step::quiet(step, &mut install)?;
    Ok(fs::write(&kept, wanted)?)
}
