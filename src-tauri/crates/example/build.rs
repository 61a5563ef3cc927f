//! Takes the fixtures into the program: a table of paths and bytes. Cargo looks at their folders, so that a new file is
//! noticed as well as a changed one.

#![allow(clippy::disallowed_methods, reason = "a build reads the checkout, not a user's files")]

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

/// Folders below `tests/fixtures`.
const TAKEN: [&str; 3] = ["agents", "demo", "example"];

fn main() -> io::Result<()> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/fixtures").canonicalize()?;
    let mut table = String::from("&[\n");
    for name in TAKEN {
        println!("cargo:rerun-if-changed={}", fixtures.join(name).display());
        take(&fixtures, &fixtures.join(name), &mut table)?;
    }
    let target = env::var("OUT_DIR").expect("cargo names the folder for what is made");
    fs::write(Path::new(&target).join("files.rs"), table + "]")
}

/// Adds the files of a folder, and of those below it, in the order of their names.
fn take(fixtures: &Path, folder: &Path, table: &mut String) -> io::Result<()> {
    let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    for path in paths {
        if path.is_dir() {
            take(fixtures, &path, table)?;
            continue;
        }
        let rel = path.strip_prefix(fixtures).map_err(io::Error::other)?;
        let parts: Vec<_> = rel.iter().map(|part| part.to_string_lossy()).collect();
        writeln!(table, "({:?}, include_bytes!({path:?})),", parts.join("/")).map_err(io::Error::other)?;
    }
    Ok(())
}
