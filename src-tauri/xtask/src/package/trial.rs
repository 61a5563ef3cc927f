//! Packages are tried by using them: installed in a bare Debian, started, looked at, removed, and what is left is named.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use xtask::checkout;
use xtask::screen::{self, Screen};

use crate::run::{self, Running};
use crate::setup;
use crate::step::{self, Failure};

use super::release::Release;
use super::{answer, emptied, names};

/// What a system has before Assay comes: what reads entries, types and man pages, and a type to draw with.
const AROUND: &str = "desktop-file-utils,shared-mime-info,man-db,fonts-dejavu-core,hicolor-icon-theme,git";

/// Where installing and removing anything at all leaves traces: the book-keeping of dpkg, caches, and logs.
const KEPT_BY_DPKG: [&str; 3] = ["./var/lib/dpkg/", "./var/log/", "./var/cache/"];

/// The session of the example that is opened.
const SESSION: &str = "20260918T141102-7be41d";

/// Installs both debs in a system of their own, uses them, removes them, and holds what is there against what was.
///
/// The rpms are laid out in an empty root and erased again, without the systems that they are for.
///
/// # Errors
/// This is not root, no Debian can be had, or something does not work or stays.
pub fn try_out(packages: &Path, release: &Release) -> Result<(), Failure> {
    if !setup::is_root() {
        return Err(Failure::words("Packages are tried in a system of their own, which only root can make."));
    }
    let work = checkout::records().join("packages");
    let room = work.join("room");
    copy_base(&base(&work, packages)?, &room)?;
    // The example names its own paths, so it is seen at the same ones from inside.
    let example = emptied(&work.join("example"))?;
    fs::create_dir_all(inside(&room, &example))?;
    fs::create_dir_all(room.join("packages"))?;
    let debs: Vec<String> = names(packages)?.into_iter().filter(|name| name.ends_with(".deb")).collect();
    for deb in &debs {
        fs::copy(packages.join(deb), room.join("packages").join(deb))?;
    }
    let before = listing("what was there", &room)?;
    let room = Room { root: room, example };
    room.does("dpkg --install", &format!("dpkg --install /packages/{}", debs.join(" /packages/")))?;
    // What is installed brings it along.
    room.does("assay example", &format!("assay example '{}'", room.example.display()))?;
    use_terminal(&room, release)?;
    use_window(&room, packages)?;
    room.does("dpkg --purge", "dpkg --purge assay-window assay")?;
    compare(&before, &listing("what is there", &room.root)?)?;
    println!("in the home folder stays what is a person's: {}", kept_at_home(&room.home())?.join(", "));
    try_rpms(packages, &work)
}

/// A Debian with the libraries that the packages need, and nothing of Assay; made once.
fn base(work: &Path, packages: &Path) -> Result<PathBuf, Failure> {
    let mut needed = AROUND.to_owned();
    for deb in names(packages)?.iter().filter(|name| name.ends_with(".deb")) {
        let mut field = Command::new("dpkg-deb");
        let depends = answer("dpkg-deb --field", field.arg("-f").arg(packages.join(deb)).arg("Depends"))?;
        let first_words = depends.trim().split(", ").filter_map(|one| one.split(' ').next());
        needed.extend(first_words.filter(|name| *name != "assay").map(|name| format!(",{name}")));
    }
    let (base, stamp) = (work.join("base"), work.join("base.txt"));
    if fs::read_to_string(&stamp).is_ok_and(|made| made == needed) {
        println!("a bare Debian … there already");
        return Ok(base);
    }
    emptied(&base)?;
    let mut make = Command::new("mmdebstrap");
    make.args(["--variant=minbase", &format!("--include={needed}")]).arg("bookworm").arg(&base);
    step::quiet("a bare Debian", &mut make)?;
    fs::write(stamp, needed)?;
    Ok(base)
}

fn copy_base(base: &Path, room: &Path) -> Result<(), Failure> {
    if room.exists() {
        fs::remove_dir_all(room)?;
    }
    step::quiet("a copy of it", Command::new("cp").arg("-a").arg(base).arg(room))
}

/// Where a path of the host is in the system of its own.
fn inside(room: &Path, path: &Path) -> PathBuf {
    room.join(path.strip_prefix("/").unwrap_or(path))
}

struct Room {
    root: PathBuf,
    /// Empty until the installed program lays it out.
    example: PathBuf,
}

impl Room {
    /// A command in it, with the example at its place. All that it mounts and starts is gone when it ends.
    fn command(&self, line: &str) -> Command {
        const ENTER: &str = "set -e; mount --bind \"$1\" \"$2$1\"; mount -t proc proc \"$2/proc\"; \
                             mount -t tmpfs tmpfs \"$2/dev/shm\"; exec chroot \"$2\" sh -c \"cd '$3'; $4\"";
        let mut command = Command::new("unshare");
        command.args(["--mount", "--pid", "--fork", "--kill-child", "sh", "-c", ENTER, "enter"]);
        let workspace = Some(self.example.join("workspace")).filter(|folder| folder.is_dir());
        command.arg(&self.example).arg(&self.root).arg(workspace.as_ref().unwrap_or(&self.example)).arg(line);
        command.env_clear().env("HOME", self.home()).env("LC_ALL", "C.UTF-8");
        command.env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin").env("DEBIAN_FRONTEND", "noninteractive");
        command
    }

    fn home(&self) -> PathBuf {
        self.example.join("home")
    }

    fn does(&self, step: &str, line: &str) -> Result<String, Failure> {
        answer(step, &mut self.command(line))
    }
}

/// The command line answers, its pages are found, its completions are read, and the system knows entry and type.
fn use_terminal(room: &Room, release: &Release) -> Result<(), Failure> {
    let told = room.does("assay --version", "assay --version")?;
    must(told.trim() == format!("assay {}", release.version), &told)?;
    let told = room.does("assay sessions", "assay sessions")?;
    must(told.contains(SESSION), &told)?;
    let told = room.does("man", "man -w assay assay-drift assay-window")?;
    must(told.lines().count() == 3, &told)?;
    room.does(
        "bash completion",
        "bash -c '. /usr/share/bash-completion/completions/assay; complete -p assay'",
    )?;
    let told =
        room.does("types", "grep assay /usr/share/mime/globs2 /usr/share/applications/mimeinfo.cache")?;
    must(told.contains("vnd.assay.bundle+zip:*.assay.zip") && told.contains("x-scheme-handler/assay"), &told)
}

/// The window opens on a session by its address and is painted; what it shows is for a person to look at.
fn use_window(room: &Room, packages: &Path) -> Result<(), Failure> {
    let work = checkout::records().join("packages");
    let screen = Screen::start(1440, 900, &work.join("screen"))?;
    let output = work.join("window.log");
    let log = fs::File::create(&output)?;
    let ask = format!(r#"assay ask sessions '{{"text":"{SESSION}","sort":"newest","from":0,"count":1}}'"#);
    let told = room.does("assay ask", &ask)?;
    let key = told.split_once("\"key\": \"").and_then(|(_, rest)| rest.split('"').next());
    let key = key.ok_or_else(|| Failure::words(format!("{SESSION} has no key:\n{told}")))?;
    // The key is made of the log's whole path, so the workspace is named in whole too.
    let line = format!("exec assay-window --workspace \"$PWD\" assay://session/{key}");
    let mut command = room.command(&line);
    screen::draw_on(&mut command, OsStr::new(screen.display()));
    let child = command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log).spawn()?;
    let mut window = Running(child);
    let png = run::await_paint(&screen, &mut window, &output)?;
    let picture = packages.with_file_name("assay-installed.png");
    fs::write(&picture, png)?;
    println!("picture of the installed window: {}", picture.display());
    Ok(())
}

fn must(holds: bool, told: &str) -> Result<(), Failure> {
    if holds { Ok(()) } else { Err(Failure::words(format!("The installed package said otherwise:\n{told}"))) }
}

/// Every file with its hash, every folder and every link with where it leads.
fn listing(step: &str, root: &Path) -> Result<Vec<String>, Failure> {
    const LIST: &str = "{ find . -xdev -type f -exec sha256sum {} +; find . -xdev ! -type f -printf '%y %l %p\\n'; } \
                        | grep -v '  \\./packages/' | LC_ALL=C sort";
    let mut list = Command::new("sh");
    Ok(answer(step, list.args(["-c", LIST]).current_dir(root))?.lines().map(str::to_owned).collect())
}

fn compare(before: &[String], after: &[String]) -> Result<(), Failure> {
    let differing = differing(before, after);
    if differing.is_empty() {
        println!("no trace is left in the system but what dpkg and caches keep of any package");
        return Ok(());
    }
    Err(Failure::words(format!("The packages left traces:\n{}", differing.join("\n"))))
}

/// Lines of one listing that the other does not have, but for what dpkg keeps of any package.
fn differing(before: &[String], after: &[String]) -> Vec<String> {
    let is_of_dpkg = |line: &String| KEPT_BY_DPKG.iter().any(|kept| line.contains(kept));
    let lost = before.iter().filter(|line| after.binary_search(line).is_err()).map(|line| ("gone", line));
    let new = after.iter().filter(|line| before.binary_search(line).is_err()).map(|line| ("new", line));
    lost.chain(new)
        .filter(|(_, line)| !is_of_dpkg(line))
        .map(|(word, line)| format!("{word}: {line}"))
        .collect()
}

/// Folders with Assay's name that appeared in the home folder.
fn kept_at_home(home: &Path) -> Result<Vec<String>, Failure> {
    let mut find = Command::new("find");
    find.args([".", "-iname", "*assay*", "-prune"]).current_dir(home);
    Ok(answer("home", &mut find)?.lines().map(str::to_owned).collect())
}

/// The rpms are installed in an empty root and erased; whether a Fedora has what they need is not seen here.
fn try_rpms(packages: &Path, work: &Path) -> Result<(), Failure> {
    let root = emptied(&work.join("rpm-root"))?;
    let rpms: Vec<PathBuf> = names(packages)?
        .iter()
        .filter(|name| name.ends_with(".rpm"))
        .map(|name| packages.join(name))
        .collect();
    let rpm = |step: &str, words: &[&str], what: &[PathBuf]| {
        let mut rpm = Command::new("rpm");
        answer(step, rpm.arg("--root").arg(&root).args(words).args(what))
    };
    rpm("rpm --install", &["--install", "--nodeps"], &rpms)?;
    must(root.join("usr/bin/assay-window").is_file(), "there is no usr/bin/assay-window")?;
    rpm("rpm --erase", &["--erase", "--nodeps", "assay-window", "assay"], &[])?;
    let mut find = Command::new("find");
    let left = answer("what rpm left", find.args([".", "-path", "*assay*"]).current_dir(&root))?;
    must(left.is_empty(), &left)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_stays_or_changes_is_a_trace() {
        let lines = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
        let before = lines(&["1  ./etc/mime", "2  ./var/lib/dpkg/status", "d  ./usr"]);
        let after = lines(&["3  ./etc/mime", "4  ./var/lib/dpkg/status", "d  ./usr", "d  ./usr/assay"]);
        assert_eq!(
            differing(&before, &after),
            ["gone: 1  ./etc/mime", "new: 3  ./etc/mime", "new: d  ./usr/assay"]
        );
        assert!(differing(&before, &before).is_empty());
    }
}
