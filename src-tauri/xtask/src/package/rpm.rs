//! Packages for Fedora, openSUSE and their like, by `rpmbuild`.

use std::fs;
use std::path::Path;
use std::process::Command;

use xtask::checkout;

use crate::step::{self, Failure};

use super::contents::MAINTAINER;
use super::release::Release;
use super::{emptied, names};

/// Builds both packages of what lies in a folder for each below `stage` into `packages`.
///
/// # Errors
/// `rpmbuild` is missing or refuses.
pub fn build(stage: &Path, release: &Release, packages: &Path) -> Result<(), Failure> {
    let top = emptied(&checkout::records().join("packages/rpmbuild"))?;
    let mut make = Command::new("rpmbuild");
    let defined = [
        format!("_topdir {}", top.display()),
        format!("_rpmdir {}", top.join("made").display()),
        "_rpmfilename %%{NAME}-%%{VERSION}-%%{RELEASE}.%%{ARCH}.rpm".to_owned(),
        format!("stage {}", stage.display()),
        format!("release_version {}", release.version),
        format!("release_day {}", release.date("%a %b %d %Y")?),
        format!("maintainer {MAINTAINER}"),
    ];
    for defined in &defined {
        make.args(["--define", defined]);
    }
    make.arg("-bb").arg(checkout::root().join("packaging/assay.spec"));
    release.give(&mut make);
    step::quiet("rpmbuild", &mut make)?;
    for name in names(&top.join("made"))? {
        fs::copy(top.join("made").join(&name), packages.join(&name))?;
    }
    Ok(())
}
