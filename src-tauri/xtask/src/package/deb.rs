//! A package for Debian and Ubuntu, by `dpkg-deb`.

use std::fs;
use std::path::Path;
use std::process::Command;

use xtask::checkout;

use crate::step::{self, Failure};

use super::contents::{MAINTAINER, Package};
use super::release::Release;
use super::{answer, emptied, names};

/// Builds `NAME_VERSION_ARCHITECTURE.deb` of what lies below `root` into `packages`.
///
/// # Errors
/// A tool of dpkg is missing or refuses.
pub fn build(package: Package, root: &Path, release: &Release, packages: &Path) -> Result<(), Failure> {
    let architecture = answer("dpkg", Command::new("dpkg").arg("--print-architecture"))?.trim().to_owned();
    let control = root.join("DEBIAN");
    let (size, sums) = (size(root)?, sums(root)?);
    fs::create_dir_all(&control)?;
    let text = format!(
        "Package: {}\nVersion: {}\nArchitecture: {architecture}\nMaintainer: {MAINTAINER}\nInstalled-Size: {size}\n{}\
         Section: devel\nPriority: optional\nDescription: {}\n",
        package.name(),
        release.version,
        relations(package, root, release)?,
        description(package)
    );
    fs::write(control.join("control"), text)?;
    fs::write(control.join("md5sums"), sums)?;
    let file = packages.join(format!("{}_{}_{architecture}.deb", package.name(), release.version));
    let mut make = Command::new("dpkg-deb");
    make.args(["--root-owner-group", "-Zxz", "--build"]).arg(root).arg(file);
    release.give(&mut make);
    step::quiet(&format!("dpkg-deb {}", package.name()), &mut make)
}

fn description(package: Package) -> &'static str {
    match package {
        Package::Terminal => {
            "which skill shaped every turn of a coding agent\n \
             Assay shows which Agent Skill shaped every turn of an agent session, and\n \
             proves whether it is still the skill on disk. This is its command line,\n \
             which needs no desktop; the window is in assay-window."
        }
        Package::Window => {
            "window of Assay: the skills that shaped an agent session\n \
             The window of Assay, which shows the sessions of coding agents turn by turn\n \
             with the skills that shaped them, and asks before a skill runs anything."
        }
    }
}

/// What the package needs: libraries as dpkg finds them in the program, and the other package.
fn relations(package: Package, root: &Path, release: &Release) -> Result<String, Failure> {
    let libraries = libraries(package, root)?;
    Ok(match package {
        Package::Terminal => format!("Depends: {libraries}\nRecommends: git\nSuggests: assay-window\n"),
        Package::Window => {
            format!("Depends: assay (= {}), hicolor-icon-theme, {libraries}\n", release.version)
        }
    })
}

fn libraries(package: Package, root: &Path) -> Result<String, Failure> {
    // The tool works in folders that hold the sources of a package, and reads the names of packages there.
    let folder = emptied(&checkout::records().join("packages/libraries"))?;
    fs::create_dir_all(folder.join("debian"))?;
    fs::write(
        folder.join("debian/control"),
        format!("Source: assay\n\nPackage: {}\nArchitecture: any\n", package.name()),
    )?;
    let mut find = Command::new("dpkg-shlibdeps");
    find.arg("-O").arg(root.join("usr/bin").join(package.name())).current_dir(&folder);
    let told = answer(&format!("dpkg-shlibdeps {}", package.name()), &mut find)?;
    let found = told.lines().find_map(|line| line.strip_prefix("shlibs:Depends="));
    found
        .map(str::to_owned)
        .ok_or_else(|| Failure::words(format!("dpkg-shlibdeps names no library:\n{told}")))
}

/// What it takes on a disk in KiB, as dpkg counts: files rounded up, and one for each folder.
fn size(folder: &Path) -> Result<u64, Failure> {
    let mut sum = 1;
    for name in names(folder)? {
        let path = folder.join(name);
        sum += if path.is_dir() { size(&path)? } else { fs::metadata(&path)?.len().div_ceil(1024) };
    }
    Ok(sum)
}

/// The checksums by which dpkg finds files that changed on a disk.
fn sums(root: &Path) -> Result<String, Failure> {
    let mut sums = Command::new("sh");
    sums.args(["-c", "find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum"]).current_dir(root);
    answer("md5sum", &mut sums)
}
