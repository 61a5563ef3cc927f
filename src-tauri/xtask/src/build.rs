//! Builds the page and the two programs, skipping what is up to date.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use xtask::checkout;

use crate::progress;
use crate::step::{self, Failure};

/// Installs the page's packages and builds it, then both programs.
pub fn all() -> Result<(), Failure> {
    page()?;
    programs()
}

/// Installs the page's packages if the lock changed, and builds the page if a source is newer.
pub fn page() -> Result<(), Failure> {
    packages()?;
    let folder = checkout::page();
    let parts = [
        "src",
        "public",
        "index.html",
        "package.json",
        "package-lock.json",
        "vite.config.ts",
        "lingui.config.ts",
        "tsconfig.json",
    ];
    let newest = parts.iter().filter_map(|part| newest(&folder.join(part))).max();
    let built = modified(&folder.join("dist/index.html"));
    if built.is_some() && built >= newest {
        println!("npm run build … up to date");
        return Ok(());
    }
    step::quiet("npm run build", &mut step::npm(&["run", "build"]))
}

/// Installs the page's packages if `package-lock.json` or what npm made of it changed since the last time.
pub fn packages() -> Result<(), Failure> {
    let folder = checkout::page();
    let lock = fs::read(folder.join("package-lock.json"))
        .map_err(|error| Failure::words(format!("ui/package-lock.json cannot be read: {error}")))?;
    // A copy of the lock, written after npm has: as long as it is equal and the newer of the two, all is well.
    let stamp = folder.join("node_modules/.installed-lock.json");
    let installed = modified(&folder.join("node_modules/.package-lock.json"));
    if installed.is_some() && modified(&stamp) >= installed && fs::read(&stamp).is_ok_and(|kept| kept == lock)
    {
        println!("npm ci … up to date");
        return Ok(());
    }
    step::quiet("npm ci", &mut step::npm(&["ci", "--no-audit", "--no-fund"]))?;
    Ok(fs::write(stamp, lock)?)
}

/// The choice of packages for the two programs.
pub const PROGRAMS: [&str; 5] = ["--locked", "-p", "assay-window", "-p", "cli"];

/// Builds the desktop program and the terminal program.
pub fn programs() -> Result<(), Failure> {
    if !checkout::program("assay-window").exists() {
        println!(
            "the first build compiles everything: five to ten minutes on two cores, later ones take seconds"
        );
    }
    progress::build("cargo build", &mut step::cargo(&["build"]), &PROGRAMS)
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|found| found.modified()).ok()
}

/// The latest change of a file, or of anything below a folder.
fn newest(path: &Path) -> Option<SystemTime> {
    let below = fs::read_dir(path).into_iter().flatten().flatten().filter_map(|entry| newest(&entry.path()));
    below.chain(modified(path)).max()
}
