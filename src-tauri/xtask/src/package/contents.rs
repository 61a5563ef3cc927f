//! Which files each package has, and where they go.

use std::fs::{self, File as Opened, Permissions};
#[cfg(unix)]
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

use xtask::checkout;

use crate::step::{self, Failure};

use super::licenses;
use super::names;
use super::release::Release;

/// The two packages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Package {
    /// `assay`: the command line.
    Terminal,
    /// `assay-window`: the window; it needs the other, which it starts to contain commands.
    Window,
}

impl Package {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Terminal, Self::Window];

    /// What it is called, as its program is.
    pub fn name(self) -> &'static str {
        match self {
            Self::Terminal => "assay",
            Self::Window => "assay-window",
        }
    }

    /// The crate that its program is built of.
    pub fn crate_name(self) -> &'static str {
        match self {
            Self::Terminal => "cli",
            Self::Window => "assay-window",
        }
    }
}

/// What a package is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For Debian and Ubuntu.
    Deb,
    /// For Fedora, openSUSE and their like.
    Rpm,
}

impl Format {
    /// Its ending.
    pub fn name(self) -> &'static str {
        match self {
            Self::Deb => "deb",
            Self::Rpm => "rpm",
        }
    }
}

/// A file of a package.
#[derive(Debug)]
pub struct File {
    from: PathBuf,
    /// Below the root of a system, without the first slash.
    to: String,
}

/// Sizes of the icon in points, and the pictures of it.
const ICONS: [(&str, &str); 8] = [
    ("16x16", "16x16.png"),
    ("24x24", "24x24.png"),
    ("32x32", "32x32.png"),
    ("48x48", "48x48.png"),
    ("64x64", "64x64.png"),
    ("128x128", "128x128.png"),
    ("256x256", "128x128@2x.png"),
    ("512x512", "icon.png"),
];

/// The files of a package; `made` is where [`make`] left what is generated.
pub fn files(package: Package, format: Format, made: &Path) -> Vec<File> {
    let name = package.name();
    let release = checkout::target().join("release");
    let mut files = vec![
        File { from: release.join(name), to: format!("usr/bin/{name}") },
        File {
            from: made.join(name).join("third-party.txt.gz"),
            to: format!("usr/share/doc/{name}/third-party.txt.gz"),
        },
    ];
    match format {
        Format::Deb => {
            files.push(File { from: made.join("copyright"), to: format!("usr/share/doc/{name}/copyright") });
            let from = made.join(name).join("changelog.gz");
            files.push(File { from, to: format!("usr/share/doc/{name}/changelog.gz") });
        }
        Format::Rpm => {
            let from = checkout::root().join("LICENSE");
            files.push(File { from, to: format!("usr/share/licenses/{name}/LICENSE") });
        }
    }
    files.extend(match package {
        Package::Terminal => terminal_files(format, made),
        Package::Window => window_files(made),
    });
    files
}

fn terminal_files(format: Format, made: &Path) -> Vec<File> {
    let zsh = match format {
        Format::Deb => "vendor-completions",
        Format::Rpm => "site-functions",
    };
    let shells = shells(made);
    let mut files = vec![
        File { from: shells.join("assay.bash"), to: "usr/share/bash-completion/completions/assay".into() },
        File { from: shells.join("_assay"), to: format!("usr/share/zsh/{zsh}/_assay") },
        File { from: shells.join("assay.fish"), to: "usr/share/fish/vendor_completions.d/assay.fish".into() },
    ];
    let pages = names(&shells).unwrap_or_default();
    files.extend(
        pages
            .into_iter()
            .filter(|name| name.ends_with(".1.gz"))
            .map(|name| File { from: shells.join(&name), to: format!("usr/share/man/man1/{name}") }),
    );
    files
}

fn window_files(made: &Path) -> Vec<File> {
    let (share, root) = ("usr/share", checkout::root());
    let mut files = vec![
        File { from: made.join("assay-window.1.gz"), to: format!("{share}/man/man1/assay-window.1.gz") },
        File {
            from: root.join("packaging/app.assay.window.desktop"),
            to: format!("{share}/applications/app.assay.window.desktop"),
        },
        File {
            from: made.join("app.assay.window.metainfo.xml"),
            to: format!("{share}/metainfo/app.assay.window.metainfo.xml"),
        },
        File {
            from: root.join("packaging/app.assay.window.mime.xml"),
            to: format!("{share}/mime/packages/app.assay.window.xml"),
        },
        File {
            from: root.join("icons/icon.svg"),
            to: format!("{share}/icons/hicolor/scalable/apps/app.assay.window.svg"),
        },
    ];
    files.extend(ICONS.map(|(size, picture)| File {
        from: root.join("icons").join(picture),
        to: format!("{share}/icons/hicolor/{size}/apps/app.assay.window.png"),
    }));
    files
}

/// Where in `made` completions and man pages are.
pub fn shells(made: &Path) -> PathBuf {
    made.join("shells")
}

/// Makes in `made` what else stands in no file of the checkout, and packs man pages.
///
/// # Errors
/// A template cannot be read, or a tool is missing.
pub fn make(release: &Release, made: &Path) -> Result<(), Failure> {
    let shells = shells(made);
    for template in ["app.assay.window.metainfo.xml", "assay-window.1"] {
        let text = fs::read_to_string(checkout::root().join("packaging").join(template))?;
        let text = text.replace("@VERSION@", release.version).replace("@DATE@", &release.date("%F")?);
        fs::write(made.join(template), text)?;
    }
    fs::write(made.join("copyright"), licenses::own()?)?;
    for package in Package::ALL {
        let folder = made.join(package.name());
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("third-party.txt"), licenses::of_others(package)?)?;
        fs::write(folder.join("changelog"), changelog(package, release)?)?;
        pack(&[folder.join("third-party.txt"), folder.join("changelog")])?;
    }
    let mut pages = vec![made.join("assay-window.1")];
    pages.extend(names(&shells)?.iter().filter(|name| name.ends_with(".1")).map(|name| shells.join(name)));
    pack(&pages)
}

/// The form that Debian's tools read; what changed is in one place, the changelog of the repository.
fn changelog(package: Package, release: &Release) -> Result<String, Failure> {
    Ok(format!(
        "{} ({}) unstable; urgency=medium\n\n  * Version {1}; its CHANGELOG.md says what is new.\n\n -- {}  {}\n",
        package.name(),
        release.version,
        MAINTAINER,
        release.date("%a, %d %b %Y %T +0000")?
    ))
}

/// Who answers for the packages. They have no mailbox: problems go where SECURITY.md and the repository say.
pub const MAINTAINER: &str = "Assay contributors <assay@packages.invalid>";

fn pack(files: &[PathBuf]) -> Result<(), Failure> {
    // Without name and time, so that the same text is always the same bytes.
    step::quiet("gzip", Command::new("gzip").args(["-9", "-n", "--"]).args(files))
}

/// Lays files out below `root` as a system has them, all with the time of the release.
///
/// # Errors
/// A file is missing or cannot be copied.
pub fn stage(files: &[File], root: &Path, release: &Release) -> Result<(), Failure> {
    for file in files {
        let to = root.join(&file.to);
        fs::create_dir_all(to.parent().unwrap_or(root))?;
        fs::copy(&file.from, &to)
            .map_err(|error| Failure::words(format!("{} cannot be copied: {error}", file.from.display())))?;
        set_mode(&to, if file.to.starts_with("usr/bin/") { 0o755 } else { 0o644 })?;
    }
    settle(root, SystemTime::UNIX_EPOCH + Duration::from_secs(release.epoch))
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) -> Result<(), Failure> {
    Ok(fs::set_permissions(path, Permissions::from_mode(mode))?)
}

#[cfg(not(unix))]
fn set_mode(_: &Path, _: u32) -> Result<(), Failure> {
    Err(Failure::words("Packages for Debian and for rpm are built on Debian or Ubuntu."))
}

/// Gives a folder and all below it one time, and folders the mode that they have in a system.
fn settle(folder: &Path, time: SystemTime) -> Result<(), Failure> {
    for name in names(folder)? {
        let path = folder.join(name);
        if path.is_dir() { settle(&path, time)? } else { Opened::open(&path)?.set_modified(time)? }
    }
    set_mode(folder, 0o755)?;
    Ok(Opened::open(folder)?.set_modified(time)?)
}
