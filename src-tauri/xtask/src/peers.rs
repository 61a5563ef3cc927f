//! The programs beside which figures stand, each from its registry into a folder below `target`. Nothing else runs them,
//! and a figure without its peer is a figure less.

use std::env;
use std::ffi::OsString;
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
    let lnav = folder.join("debian");
    if !unpack(&lnav, "lnav") {
        println!("peers … no lnav: Debian's packages cannot be reached, or this is no Debian");
    }
    let own = [python.join("bin"), node.join("node_modules/.bin"), lnav.join("usr/bin")];
    let before = env::var_os("PATH").unwrap_or_default();
    env::join_paths(own.into_iter().chain(env::split_paths(&before))).unwrap_or(before)
}

/// Unpacks a package of Debian into a folder, which installs nothing and asks for no rights.
fn unpack(folder: &Path, package: &str) -> bool {
    if folder.join("usr/bin").join(package).is_file() {
        return true;
    }
    let fetched = || {
        fs::create_dir_all(folder).ok()?;
        let mut download = Command::new("apt-get");
        download.args(["download", package]).current_dir(folder);
        step::quiet(&format!("peers: {package}"), &mut download).ok()?;
        let entries = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
        entries.into_iter().find(|path| path.extension().is_some_and(|kind| kind == "deb"))
    };
    let unpacked = |archive: PathBuf| {
        let mut unpack = Command::new("dpkg-deb");
        unpack.arg("-x").arg(archive).arg(folder);
        step::quiet(&format!("peers: unpack {package}"), &mut unpack).is_ok()
    };
    fetched().is_some_and(unpacked)
}
