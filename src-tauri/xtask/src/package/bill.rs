//! Bills of materials in CycloneDX: of each program by `cargo-cyclonedx`, of the page by npm itself.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use xtask::checkout;

use crate::step::{self, Failure};

use super::contents::Package;
use super::release::Release;
use super::{answer, emptied, page_alone};

const TOOL: &str = "0.5.9";

/// Writes `NAME-VERSION.cdx.json`, and for the window one more of the page that is built into it.
///
/// # Errors
/// The tool cannot be installed, or cargo or npm does not tell what is built in.
pub fn write(package: Package, release: &Release, packages: &Path) -> Result<(), Failure> {
    let name = package.name();
    let source = source()?;
    let manifest = match package {
        Package::Terminal => source.join("src-tauri/crates/cli"),
        Package::Window => source.join("src-tauri"),
    };
    let mut tool = step::cargo(&["cyclonedx", "--format", "json", "--spec-version", "1.5"]);
    tool.args(["--no-build-deps", "--override-filename", "bill", "--manifest-path"]);
    tool.arg(manifest.join("Cargo.toml")).env("PATH", with_tool()?);
    release.give(&mut tool);
    step::quiet(&format!("cargo cyclonedx {name}"), &mut tool)?;
    let bill = fs::read_to_string(manifest.join("bill.json"))?;
    // Where the checkout lies is no part of what was built.
    let bill = bill.replace(&*source.to_string_lossy(), "/assay");
    fs::write(packages.join(format!("{name}-{}.cdx.json", release.version)), bill)?;
    if package == Package::Window {
        let bill = page(release)?;
        let bill = settled(&bill, &release.date("%FT%T.000Z")?);
        fs::write(packages.join(format!("{name}-page-{}.cdx.json", release.version)), bill)?;
    }
    Ok(())
}

/// What npm says is built into the page. It asks for a version, which the page has not, since it is Assay's.
fn page(release: &Release) -> Result<String, Failure> {
    let folder = page_alone()?;
    let manifest = fs::read_to_string(folder.join("package.json"))?;
    let version = format!("{{\n  \"version\": \"{}\",", release.version);
    fs::write(folder.join("package.json"), manifest.replacen('{', &version, 1))?;
    let mut npm = step::npm(&["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"]);
    answer("npm sbom", npm.current_dir(&folder))
}

/// npm writes the moment, and a number by chance; both would make another file of the same contents.
fn settled(bill: &str, time: &str) -> String {
    let lines = bill.lines().filter(|line| !line.trim_start().starts_with("\"serialNumber\":"));
    let lines = lines.map(|line| match line.split_once("\"timestamp\":") {
        Some((before, _)) => format!("{before}\"timestamp\": \"{time}\","),
        None => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

/// A copy of what is committed: the tool writes beside the manifest of every crate.
fn source() -> Result<PathBuf, Failure> {
    let folder = emptied(&checkout::records().join("packages/source"))?;
    let archive = folder.join("source.tar");
    let mut pack = Command::new("git");
    pack.args(["archive", "--output"]).arg(&archive).arg("HEAD").current_dir(checkout::root());
    step::quiet("git archive", &mut pack)?;
    step::quiet("tar", Command::new("tar").arg("-xf").arg(&archive).arg("-C").arg(&folder))?;
    Ok(folder)
}

/// Where programs are found, with the tool; cargo builds it if this release of it is not there.
fn with_tool() -> Result<String, Failure> {
    let folder = checkout::records().join("tools");
    let mut install = step::cargo(&["install", "--locked", "--version", TOOL, "cargo-cyclonedx", "--root"]);
    step::quiet("cargo install cargo-cyclonedx", install.arg(&folder))?;
    Ok(format!("{}:{}", folder.join("bin").display(), std::env::var("PATH").unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_and_chance_are_taken_out_of_a_bill() {
        let bill = "{\n  \"serialNumber\": \"urn:uuid:1\",\n  \"metadata\": {\n    \"timestamp\": \"now\",\n    \"tools\": []\n";
        let told = settled(bill, "then");
        assert_eq!(told, "{\n  \"metadata\": {\n    \"timestamp\": \"then\",\n    \"tools\": []\n");
    }
}
