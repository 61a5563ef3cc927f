//! Where things lie in this checkout.

use std::path::{Path, PathBuf};

/// The folder that holds the workspace's `Cargo.toml`.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("xtask lies two folders below the root of the checkout")
}

/// The page's folder.
pub fn page() -> PathBuf {
    root().join("ui")
}

/// Where cargo builds to: `CARGO_TARGET_DIR`, else `target`.
pub fn target() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => root().join(folder),
        None => root().join("target"),
    }
}

/// Where chores leave their output.
pub fn records() -> PathBuf {
    target().join("xtask")
}

/// Set for programs as users get them, not as they are built for development.
pub const OPTIMISED: &str = "ASSAY_IS_OPTIMISED";

/// A program that was built: for development unless [`OPTIMISED`] is set.
pub fn program(name: &str) -> PathBuf {
    let profile = if std::env::var_os(OPTIMISED).is_some() { "release" } else { "debug" };
    target().join(profile).join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}
