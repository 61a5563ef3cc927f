//! The programs beside which figures stand, each from its registry into a folder below `target`. Nothing else runs them,
//! and a figure without its peer is a figure less.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use xtask::checkout;

use crate::engines::{install_node, install_python};
use crate::step;

/// Sets them up where they are not as the lists ask for. What cannot be had is named and done without. Gives a `PATH`
/// on which the others are found first.
pub fn prepare() -> OsString {
    let folder = checkout::target().join("xtask/peers");
    let lists = checkout::root().join("tests/bench/peers");
    let (python, node) = (folder.join("python"), folder.join("node"));
    let done = [
        (
            "Python's",
            install_python(&python, &lists.join("requirements.txt"), "peers: from Python's registry"),
        ),
        ("npm's", install_node(&node, &lists.join("package.json"), "peers: from npm's registry")),
    ];
    for (registry, done) in done {
        if let Err(failure) = done {
            println!("peers … none from {registry} registry: {failure}");
        }
    }
    let debian = folder.join("debian");
    if lnav(&debian).is_none() {
        println!("peers … no lnav: Debian's packages cannot be reached, or this is no Debian");
    }
    let own = [python.join("bin"), node.join("node_modules/.bin"), debian.join("bin")];
    let before = env::var_os("PATH").unwrap_or_default();
    env::join_paths(own.into_iter().chain(env::split_paths(&before))).unwrap_or(before)
}

/// Puts lnav into `bin` of a folder: a script that starts it with a library that not every system has.
fn lnav(folder: &Path) -> Option<()> {
    let are_there = ["lnav", "libarchive13"].iter().all(|package| unpack(folder, package));
    let libraries = fs::read_dir(folder.join("usr/lib")).ok()?.flatten().map(|entry| entry.path());
    let library = libraries.filter(|path| path.join("libarchive.so.13").exists()).find(|_| are_there)?;
    let program = folder.join("usr/bin/lnav");
    let script = folder.join("bin/lnav");
    fs::create_dir_all(folder.join("bin")).ok()?;
    let text =
        format!("#!/bin/sh\nLD_LIBRARY_PATH='{}' exec '{}' \"$@\"\n", library.display(), program.display());
    fs::write(&script, text).ok()?;
    // It takes over the rights of the program, by which it can be started.
    fs::set_permissions(&script, fs::metadata(&program).ok()?.permissions()).ok()
}

/// Unpacks a package of Debian into a folder, which installs nothing and asks for no rights.
fn unpack(folder: &Path, package: &str) -> bool {
    // Every package has its own folder there.
    if folder.join("usr/share/doc").join(package).is_dir() {
        return true;
    }
    let fetched = || {
        fs::create_dir_all(folder).ok()?;
        let mut download = Command::new("apt-get");
        download.args(["download", package]).current_dir(folder);
        step::quiet(&format!("peers: {package}"), &mut download).ok()?;
        let entries = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
        let is_its = |path: &PathBuf| path.file_name().is_some_and(|name| is_archive_of(name, package));
        entries.into_iter().find(is_its)
    };
    let unpacked = |archive: PathBuf| {
        let mut unpack = Command::new("dpkg-deb");
        unpack.arg("-x").arg(archive).arg(folder);
        step::quiet(&format!("peers: unpack {package}"), &mut unpack).is_ok()
    };
    fetched().is_some_and(unpacked)
}

/// Whether a file is called as the archive of this package: `NAME_VERSION_MACHINE.deb`.
fn is_archive_of(name: &OsStr, package: &str) -> bool {
    let rest = name.to_str().and_then(|name| name.strip_prefix(package));
    rest.is_some_and(|rest| rest.starts_with('_') && rest.ends_with(".deb"))
}
