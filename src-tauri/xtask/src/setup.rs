//! What the machine must have, and how it gets it.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::step::{self, Failure};

/// The oldest Node that the page's bundler runs on.
const NODE: (u32, u32) = (20, 19);

/// Whether somebody is asked before the system is changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Consent {
    /// Ask on the terminal.
    Ask,
    /// Given on the command line, or by `CI=true`.
    Given,
}

/// What is about to happen; each needs what stands above it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// The page alone: Node.
    Page,
    /// Building the desktop program.
    Build,
    /// Building it and starting it without a display.
    Screen,
    /// Building it and driving its window.
    Window,
    /// Building packages, checking and trying them.
    Package,
}

/// A package of Debian and Ubuntu and how one sees that it is there.
struct Package {
    name: &'static str,
    /// A program that does as well, whoever installed it.
    program: Option<&'static str>,
    from: Purpose,
}

const PACKAGES: &[Package] = &[
    Package { name: "gcc", program: Some("cc"), from: Purpose::Build },
    Package { name: "make", program: Some("make"), from: Purpose::Build },
    Package { name: "libc6-dev", program: None, from: Purpose::Build },
    Package { name: "pkg-config", program: Some("pkg-config"), from: Purpose::Build },
    Package { name: "git", program: Some("git"), from: Purpose::Build },
    Package { name: "libwebkit2gtk-4.1-dev", program: None, from: Purpose::Build },
    Package { name: "xvfb", program: Some("Xvfb"), from: Purpose::Screen },
    Package { name: "fonts-dejavu-core", program: None, from: Purpose::Screen },
    Package { name: "webkit2gtk-driver", program: Some("WebKitWebDriver"), from: Purpose::Window },
    Package { name: "xdotool", program: Some("xdotool"), from: Purpose::Window },
    Package { name: "dbus", program: Some("dbus-daemon"), from: Purpose::Window },
    Package { name: "dpkg-dev", program: Some("dpkg-shlibdeps"), from: Purpose::Package },
    Package { name: "rpm", program: Some("rpmbuild"), from: Purpose::Package },
    Package { name: "lintian", program: Some("lintian"), from: Purpose::Package },
    Package { name: "rpmlint", program: Some("rpmlint"), from: Purpose::Package },
    Package { name: "desktop-file-utils", program: Some("desktop-file-validate"), from: Purpose::Package },
    Package { name: "appstream", program: Some("appstreamcli"), from: Purpose::Package },
    Package { name: "mmdebstrap", program: Some("mmdebstrap"), from: Purpose::Package },
];

/// Brings the machine to where `purpose` works, or says what is missing.
///
/// Rust needs no look: cargo itself refuses to build this program with one that is too old.
pub fn prepare(purpose: Purpose, consent: Consent) -> Result<(), Failure> {
    check_node()?;
    if purpose == Purpose::Page {
        return Ok(());
    }
    if !is_debian() {
        println!("setup … {}", elsewhere());
        return Ok(());
    }
    let missing: Vec<&str> = PACKAGES
        .iter()
        .filter(|package| package.from <= purpose && !is_there(package))
        .map(|p| p.name)
        .collect();
    if missing.is_empty() {
        println!("setup … nothing is missing");
        return Ok(());
    }
    install(&missing, consent)
}

fn is_there(package: &Package) -> bool {
    package.program.is_some_and(is_program)
        || Command::new("dpkg-query")
            .args(["-W", "-f=${db:Status-Status}", package.name])
            .stderr(Stdio::null())
            .output()
            .is_ok_and(|answer| answer.stdout == b"installed")
}

fn install(missing: &[&str], consent: Consent) -> Result<(), Failure> {
    let root = is_root();
    let before = if root { "" } else { "sudo " };
    let line = format!("{before}apt-get install -y --no-install-recommends {}", missing.join(" "));
    println!("setup … these packages are missing: {}", missing.join(", "));
    if consent == Consent::Ask && !agreed(&line)? {
        return Err(Failure::words(format!("Nothing was installed. Assay builds after this:\n  {line}")));
    }
    step::quiet("setup: apt-get update", apt(root).arg("update"))?;
    let mut command = apt(root);
    command.args(["install", "-y", "--no-install-recommends"]).args(missing);
    step::quiet("setup: apt-get install", &mut command)
}

fn apt(root: bool) -> Command {
    let mut command = if root { Command::new("apt-get") } else { Command::new("sudo") };
    if !root {
        command.arg("apt-get");
    }
    // Another installation may hold the lock for a while; failing at once would help nobody.
    command.args(["-o", "DPkg::Lock::Timeout=300"]).env("DEBIAN_FRONTEND", "noninteractive");
    command
}

fn agreed(line: &str) -> Result<bool, Failure> {
    if !io::stdin().is_terminal() {
        let words =
            format!("There is no terminal to ask on. Run this, or give --yes to let xtask run it:\n  {line}");
        return Err(Failure::Words(words));
    }
    print!("Run `{line}`? [y/N] ");
    io::stdout().flush()?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}

fn check_node() -> Result<(), Failure> {
    let how = "Node comes from nodejs.org or your system's packages.";
    let found = version_of("node").ok_or_else(|| {
        Failure::Words(format!("`node` was not found; Assay needs {}.{} or newer. {how}", NODE.0, NODE.1))
    })?;
    if numbers(&found) < NODE {
        let words = format!("Node is {found}; Assay needs {}.{} or newer. {how}", NODE.0, NODE.1);
        return Err(Failure::Words(words));
    }
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    version_of(npm)
        .map(drop)
        .ok_or_else(|| Failure::words("`npm` was not found. It usually comes with Node."))
}

/// What a program says its version is.
pub fn version_of(program: impl AsRef<OsStr>) -> Option<String> {
    let answer = Command::new(program).arg("--version").output().ok()?;
    let text = String::from_utf8(answer.stdout).ok()?;
    answer.status.success().then(|| text.trim().trim_start_matches('v').to_owned())
}

/// The first two numbers of a version.
pub fn numbers(version: &str) -> (u32, u32) {
    let mut parts = version.split('.').map(|part| part.parse().unwrap_or(0));
    (parts.next().unwrap_or(0), parts.next().unwrap_or(0))
}

/// Whether root asks.
pub fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|answer| answer.stdout == b"0\n")
}

fn is_program(name: &str) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths).any(|folder| folder.join(name).is_file())
}

fn is_debian() -> bool {
    let release = fs::read_to_string(Path::new("/etc/os-release")).unwrap_or_default();
    is_program("apt-get") && is_program("dpkg-query") && names_debian(&release)
}

fn names_debian(release: &str) -> bool {
    let lines = release.lines().filter(|line| line.starts_with("ID=") || line.starts_with("ID_LIKE="));
    lines.flat_map(|line| line.split(['=', '"', ' '])).any(|word| word == "debian" || word == "ubuntu")
}

fn elsewhere() -> &'static str {
    match std::env::consts::OS {
        "macos" => "macOS needs the Xcode command line tools (xcode-select --install). Not tested.",
        "windows" => "Windows needs the MSVC build tools and the WebView2 runtime. Not tested.",
        _ => {
            "this is neither Debian nor Ubuntu. Assay needs a C compiler, make, pkg-config and the development \
             files of WebKitGTK 4.1; without a display also Xvfb, for the window tests WebKitWebDriver."
        }
    }
}

/// Whether a window could be shown here.
pub fn has_display() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| value != OsStr::new(""));
    cfg!(any(target_os = "macos", windows)) || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_as_numbers() {
        assert_eq!(numbers("20.19.2"), (20, 19));
        assert!(numbers("20.9.0") < NODE);
        assert!(numbers("22.1.0") > NODE);
        assert!(numbers("odd") < NODE);
    }

    #[test]
    fn relatives_of_debian_are_known() {
        assert!(names_debian("NAME=\"Debian GNU/Linux\"\nID=debian\n"));
        assert!(names_debian("ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n"));
        assert!(!names_debian("ID=fedora\nNAME=\"not debian\"\n"));
    }

    #[test]
    fn each_purpose_wants_what_the_smaller_one_wants() {
        let count = |purpose| PACKAGES.iter().filter(|package| package.from <= purpose).count();
        assert_eq!(
            [Purpose::Page, Purpose::Build, Purpose::Screen, Purpose::Window, Purpose::Package].map(count),
            [0, 6, 8, 11, 18]
        );
    }
}
