//! Everything once more as a user without rights: root is not stopped by what stops a user, nor the reverse.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use crate::room::{has, helper};

const USER: &str = "4242";

#[test]
fn every_attack_again_without_rights() {
    if !rustix::process::getuid().is_root() {
        eprintln!("not repeated: these tests already run as a user without rights");
        return;
    }
    if !has("setpriv") {
        return;
    }
    // The build may lie where only root may enter.
    let room = tempfile::Builder::new().prefix("attack-").tempdir_in("/tmp").unwrap();
    fs::set_permissions(room.path(), Permissions::from_mode(0o755)).unwrap();
    let [tests, contain] = ["tests", "contain"].map(|name| room.path().join(name));
    for (from, to) in [(std::env::current_exe().unwrap(), &tests), (helper(), &contain)] {
        fs::copy(from, to).unwrap();
        fs::set_permissions(to, Permissions::from_mode(0o755)).unwrap();
    }
    let output = Command::new("setpriv")
        .args(["--reuid", USER, "--regid", USER, "--clear-groups"])
        .arg(&tests)
        .args(["--test-threads", "2"])
        .env("ASSAY_CONTAIN", &contain)
        .env("HOME", "/")
        .current_dir("/")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let last = said.lines().find(|line| line.starts_with("test result")).unwrap_or_default();
    println!("as user {USER}: {last}");
}
