//! `cargo xtask package`: deb and rpm of the command line and of the window, and what tells what is in them.
//!
//! They are two packages, since servers and CI want `assay` and no browser engine. Both formats are made of one list of
//! files (`contents`), by the tools of their systems; nothing of them is compiled but Assay.

mod bill;
mod contents;
mod deb;
mod licenses;
mod release;
mod rpm;
mod trial;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use xtask::checkout;

use crate::build;
use crate::progress;
use crate::setup::{self, Consent, Purpose};
use crate::step::{self, Failure};
use crate::test;

use contents::{Format, Package};
use release::Release;

/// What becomes of the packages once they are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Then {
    /// Nothing.
    Keep,
    /// They are installed in a system of their own, used, and removed.
    Try,
}

/// Builds both packages in both formats, with licenses, bills of materials and checksums, into `target/packages`.
///
/// # Errors
/// A tool is missing, something does not build, or a checker of packages finds an error.
pub fn package(then: Then, consent: Consent) -> Result<(), Failure> {
    setup::prepare(Purpose::Package, consent)?;
    let release = Release::of_checkout()?;
    build::page()?;
    build_programs(&release)?;
    let (packages, made) = (emptied(&folder())?, emptied(&checkout::records().join("packages/made"))?);
    write_shell_files(&contents::shells(&made))?;
    contents::make(&release, &made)?;
    let stage = |format: Format, package: Package| -> Result<PathBuf, Failure> {
        let root = checkout::records().join("packages").join(format.name()).join(package.name());
        contents::stage(&contents::files(package, format, &made), &emptied(&root)?, &release)?;
        Ok(root)
    };
    for package in Package::ALL {
        deb::build(package, &stage(Format::Deb, package)?, &release, &packages)?;
        stage(Format::Rpm, package)?;
        bill::write(package, &release, &packages)?;
    }
    rpm::build(&checkout::records().join("packages/rpm"), &release, &packages)?;
    sum(&packages)?;
    check(&packages, &made)?;
    println!("packages: {}", packages.display());
    if then == Then::Try { trial::try_out(&packages, &release) } else { Ok(()) }
}

fn folder() -> PathBuf {
    checkout::target().join("packages")
}

/// Both programs as they are shipped.
fn build_programs(release: &Release) -> Result<(), Failure> {
    let mut command = step::cargo(&["build", "--release"]);
    release.give(&mut command);
    // Where somebody keeps the checkout and cargo's files is in no byte of the programs.
    command.env(
        "CARGO_ENCODED_RUSTFLAGS",
        [
            format!("--remap-path-prefix={}=/assay", checkout::root().display()),
            format!("--remap-path-prefix={}=/cargo", cargo_home().display()),
        ]
        .join("\u{1f}"),
    );
    progress::build("cargo build --release", &mut command, &build::PROGRAMS)
}

/// Writes completions and man pages, by a program that is built as the tests are: beside those that are shipped it would
/// change which features of their libraries they have.
fn write_shell_files(folder: &Path) -> Result<(), Failure> {
    let mut build = step::cargo(&["build", "--example", "shell_files"]);
    step::quiet("cargo build shell_files", build.args(test::ALL))?;
    fs::create_dir_all(folder)?;
    let mut writer = Command::new(checkout::target().join("debug/examples/shell_files"));
    step::quiet("completions and man pages", writer.arg(folder))
}

fn cargo_home() -> PathBuf {
    let home = || std::env::home_dir().unwrap_or_default().join(".cargo");
    std::env::var_os("CARGO_HOME").map_or_else(home, PathBuf::from)
}

/// A folder that asks npm for what is built into the page, and for nothing that only builds it. With tools at hand npm
/// counts among what is shipped those that a shipped package can do without.
///
/// # Errors
/// The page's two files cannot be copied, or npm cannot make its list anew.
fn page_alone() -> Result<PathBuf, Failure> {
    let folder = emptied(&checkout::records().join("packages/assay-page"))?;
    for name in ["package.json", "package-lock.json"] {
        fs::copy(checkout::page().join(name), folder.join(name))?;
    }
    step::quiet("npm pkg", step::npm(&["pkg", "delete", "devDependencies"]).current_dir(&folder))?;
    let prune = ["prune", "--package-lock-only", "--offline", "--no-audit", "--no-fund"];
    step::quiet("npm prune", step::npm(&prune).current_dir(&folder))?;
    Ok(folder)
}

fn emptied(folder: &Path) -> Result<PathBuf, Failure> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    Ok(folder.to_owned())
}

/// What a command prints.
fn answer(step: &str, command: &mut Command) -> Result<String, Failure> {
    let ending = step::kept(step, command)?;
    ending.failure.map_or(Ok(ending.text), Err)
}

/// The names of the files in a folder, in order.
fn names(folder: &Path) -> Result<Vec<String>, Failure> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

fn sum(packages: &Path) -> Result<(), Failure> {
    let mut sums = Command::new("sha256sum");
    let sums = answer("sha256sum", sums.arg("--").args(names(packages)?).current_dir(packages))?;
    Ok(fs::write(packages.join("SHA256SUMS"), sums)?)
}

/// Asks the checkers of Debian, of rpm and of the desktops; they fail on errors, and what else they say is kept.
fn check(packages: &Path, made: &Path) -> Result<(), Failure> {
    let ending = |end: &str| -> Result<Vec<PathBuf>, Failure> {
        Ok(names(packages)?.iter().filter(|n| n.ends_with(end)).map(|n| packages.join(n)).collect())
    };
    let lintian = ["--fail-on", "error", "--tag-display-limit", "0", "--allow-root"];
    step::quiet("lintian", Command::new("lintian").args(lintian).args(ending(".deb")?))?;
    let rules = checkout::root().join("packaging/rpmlint.toml");
    step::quiet("rpmlint", Command::new("rpmlint").arg("--config").arg(rules).args(ending(".rpm")?))?;
    let entry = checkout::root().join("packaging/app.assay.window.desktop");
    step::quiet("desktop-file-validate", Command::new("desktop-file-validate").arg(entry))?;
    let metainfo = made.join("app.assay.window.metainfo.xml");
    let mut appstream = Command::new("appstreamcli");
    step::quiet("appstreamcli validate", appstream.args(["validate", "--no-net"]).arg(metainfo))
}
