//! Names the app's own commands, so that Tauri's access list covers it too, and the commit a release is built from.

use std::process::Command;

fn main() {
    name_commit();
    // The page that lists releases; whoever hands the program on by itself names it (`Host::releases`).
    println!("cargo:rerun-if-env-changed=ASSAY_RELEASES");
    let manifest = tauri_build::AppManifest::new().commands(&["ask", "approve"]);
    tauri_build::try_build(tauri_build::Attributes::new().app_manifest(manifest))
        .expect("tauri.conf.json, the capability and the icons are in place");
}

/// Tells the program its commit, as `ASSAY_COMMIT` or else git names it. While one develops there is none, so that a
/// commit builds nothing anew; nor is there outside a checkout.
fn name_commit() {
    println!("cargo:rerun-if-env-changed=ASSAY_COMMIT");
    if std::env::var_os("ASSAY_COMMIT").is_some() || std::env::var("PROFILE").as_deref() != Ok("release") {
        return;
    }
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo:rerun-if-changed={log}");
    }
    if let Some(commit) = git(&["rev-parse", "HEAD"]) {
        println!("cargo:rustc-env=ASSAY_COMMIT={commit}");
    }
}

fn git(asked: &[&str]) -> Option<String> {
    let told = Command::new("git").args(asked).output().ok().filter(|told| told.status.success())?;
    let words = String::from_utf8(told.stdout).ok()?;
    Some(words.trim().to_owned()).filter(|words| !words.is_empty())
}
