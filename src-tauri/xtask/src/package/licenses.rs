//! The licenses of everything that a package ships, as one text made of what each part itself brings.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use xtask::checkout;

use crate::step::{self, Failure};

use super::contents::Package;
use super::{answer, cargo_home, names, page_alone};

/// Beginnings of the names of files that hold terms.
const TERMS: [&str; 6] = ["license", "licence", "copying", "notice", "copyright", "unlicense"];

/// A part that somebody else wrote.
struct Part {
    name: String,
    /// The expression that it declares.
    license: String,
    folder: Option<PathBuf>,
}

/// Assay's own license, and where those of others are.
///
/// # Errors
/// `LICENSE` cannot be read.
pub fn own() -> Result<String, Failure> {
    let own = fs::read_to_string(checkout::root().join("LICENSE"))?;
    Ok(format!(
        "Assay\n\n{own}\nThe licenses of everything that is built into the program are in third-party.txt.gz beside this file.\n"
    ))
}

/// The licenses of all that is built into the program of a package, each text once with the names of those it is of.
///
/// # Errors
/// Cargo or npm does not tell what is built in.
pub fn of_others(package: Package) -> Result<String, Failure> {
    let mut parts = crates(package)?;
    if package == Package::Window {
        parts.extend(npm_packages()?);
    }
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut without = Vec::new();
    for part in &parts {
        let found = part.folder.as_deref().map_or(Ok(Vec::new()), terms)?;
        if found.is_empty() {
            without.push(format!("{} ({})", part.name, part.license));
        }
        for text in found {
            texts.entry(text).or_default().push(format!("{} ({})", part.name, part.license));
        }
    }
    let mut told = format!(
        "What is built into {} and who wrote it. Each text stands once, below the names of those that bring it.\n\
         The standard library of Rust is built in too: MIT OR Apache-2.0, by the Rust project's contributors.\n",
        package.name()
    );
    if !without.is_empty() {
        told += &format!(
            "\nThese bring no text of their own and declare a license by name:\n\n{}\n",
            without.join("\n")
        );
    }
    for (text, names) in texts {
        told += &format!("\n{}\n{}\n\n{text}\n", "=".repeat(80), names.join("\n"));
    }
    Ok(told)
}

fn crates(package: Package) -> Result<Vec<Part>, Failure> {
    let mut tree = step::cargo(&["tree", "--locked", "--edges", "normal", "--prefix", "none"]);
    tree.args(["--no-dedupe", "--format", "{p}|{l}", "-p", package.crate_name()]);
    let mut lines: Vec<String> = answer("cargo tree", &mut tree)?.lines().map(str::to_owned).collect();
    lines.sort();
    lines.dedup();
    let sources = cargo_home().join("registry/src");
    let registries: Vec<PathBuf> = names(&sources)?.iter().map(|name| sources.join(name)).collect();
    Ok(lines.iter().filter_map(|line| of_line(line, &registries)).collect())
}

/// A crate of a line such as `clap v4.6.7|MIT OR Apache-2.0`; those of this checkout name its folder and are left out.
fn of_line(line: &str, registries: &[PathBuf]) -> Option<Part> {
    let (package, license) = line.split_once('|')?;
    let mut words = package.split(' ');
    let (name, version) = (words.next()?, words.next()?.strip_prefix('v')?);
    if words.any(|word| word.starts_with("(/")) {
        return None;
    }
    let folders = registries.iter().map(|registry| registry.join(format!("{name}-{version}")));
    Some(Part {
        name: format!("{name} {version}"),
        license: license.to_owned(),
        folder: folders.into_iter().find(|folder| folder.is_dir()),
    })
}

fn npm_packages() -> Result<Vec<Part>, Failure> {
    let alone = page_alone()?;
    let list = ["ls", "--all", "--parseable", "--package-lock-only"];
    let list = answer("npm ls", step::npm(&list).current_dir(&alone))?;
    let below = list.lines().filter_map(|line| line.split_once("/node_modules/"));
    below.map(|(_, name)| npm_package(checkout::page().join("node_modules").join(name))).collect()
}

fn npm_package(folder: PathBuf) -> Result<Part, Failure> {
    let told = fs::read_to_string(folder.join("package.json"))?;
    let member = |name: &str| {
        let (_, behind) = told.split_once(&format!("\"{name}\":"))?;
        behind.split('"').nth(1).map(str::to_owned)
    };
    let name = folder.to_string_lossy().rsplit_once("/node_modules/").map(|(_, name)| name.to_owned());
    Ok(Part {
        name: format!("{} {}", name.unwrap_or_default(), member("version").unwrap_or_default()),
        license: member("license").unwrap_or_else(|| "no license declared".to_owned()),
        folder: Some(folder),
    })
}

/// The texts of terms in a folder, in the order of their names.
fn terms(folder: &Path) -> Result<Vec<String>, Failure> {
    let is_terms = |name: &String| {
        let name = name.to_lowercase();
        TERMS.iter().any(|start| name.starts_with(start)) && !name.ends_with(".rs")
    };
    let files = names(folder)?.into_iter().filter(is_terms).map(|name| folder.join(name));
    let texts = files.filter(|path| path.is_file()).map(fs::read);
    let texts: Vec<Vec<u8>> = texts.collect::<Result<_, _>>()?;
    // Line ends and blanks at the ends of lines make no other text of it.
    let plain = |bytes: Vec<u8>| {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        text.trim().lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
    };
    Ok(texts.into_iter().map(plain).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_of_the_checkout_are_no_parts_of_others() {
        let other = of_line("clap v4.6.7|MIT OR Apache-2.0", &[]).expect("a part");
        assert_eq!((other.name.as_str(), other.license.as_str()), ("clap 4.6.7", "MIT OR Apache-2.0"));
        assert!(of_line("serde_derive v1.0.0 (proc-macro)|MIT", &[]).is_some());
        assert!(of_line("api v0.1.0 (/src/api)|MIT", &[]).is_none());
        assert!(of_line("", &[]).is_none());
    }
}
