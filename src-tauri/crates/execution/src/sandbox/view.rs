//! The view of the disk that a command gets where something was approved to the byte.
//!
//! A new root in memory: what was approved lies in it as a copy that is compared with the yes and then cannot be
//! written, everything else is bound into it. The folders on the way to a copy are in memory too, for a folder that is
//! renamed from outside takes along what is mounted on it. So whatever becomes of the disk meanwhile, at these paths
//! stand these bytes. This is done by the first start, which has the rights for it in its own namespaces.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::{Component, Path, PathBuf};

use disk::Pinned;
use nix::mount::{MntFlags, MsFlags, mount, umount2};
use rustix::fs::{FileType, Mode, OFlags, Stat, fstat, openat, readlinkat};
use rustix::io::Errno;

use super::task::{Refusal, Sealed, Work};
use crate::seal::{self, NOT_SEALED};

/// Links on the way of one path.
const MOST_LINKS: usize = 40;
/// Entries of one folder that are shown beside a copy, each bound by itself.
const MOST_ENTRIES: usize = 20_000;
/// What a new root in memory may take up.
const SIZE: &str = "mode=0755,size=512m,nr_inodes=200000";
/// Folders of the system, shown whole.
const SYSTEM: &[&str] = &[
    "/bin", "/dev", "/etc", "/gnu", "/lib", "/lib32", "/lib64", "/libx32", "/nix", "/proc", "/sbin", "/sys",
    "/usr",
];

/// Gives this process, and all it starts, that view. What an order says of its folders is true in it afterwards.
pub fn build(work: &mut Work) -> Result<(), Refusal> {
    let none = None::<&str>;
    mount(none, "/", none, MsFlags::MS_REC | MsFlags::MS_PRIVATE, none).map_err(failed)?;
    let mut root = Node::of(rustix::fs::open("/", by_name(), Mode::empty()).map_err(failed)?)?;
    let workspace = root.add(&work.workspace, Role::Shown)?;
    for (number, sealed) in work.sealed.iter().enumerate() {
        let real = root.add(&sealed.path, Role::Sealed(number))?;
        if real != sealed.path {
            return Err(changed(&sealed.path));
        }
    }
    root.add(&work.scratch, Role::Shown)?;
    // Its standard input is opened by this path, before the command starts.
    if let Some(folder) = work.feed.as_deref().and_then(Path::parent) {
        root.add(folder, Role::Shown)?;
    }
    for path in work.readable.iter().chain([&work.program]).filter(|path| !is_of_system(path)) {
        match root.add(path, Role::Shown) {
            Ok(_) | Err(Refusal::Missing(_)) => {}
            Err(other) => return Err(other),
        }
    }
    // Only where it is not shown whole anyway.
    let parted =
        root.at(&workspace).is_some_and(|node| !node.children.is_empty()) || root.is_sealed(&workspace);
    if parted {
        let real = root.add(&work.cwd, Role::Shown)?;
        let found = root.at(&real).map(|node| (node.found.st_dev, node.found.st_ino));
        if found != Some(work.place) {
            return Err(Refusal::Changed { what: "The folder".into(), path: work.cwd.clone() });
        }
    }
    let top = work.stage.clone();
    mount(Some("assay"), &top, Some("tmpfs"), MsFlags::MS_NOSUID | MsFlags::MS_NODEV, Some(SIZE))
        .map_err(failed)?;
    root.lay(&work.sealed, &top, Path::new("/"), true)?;
    let readonly = MsFlags::MS_REMOUNT | MsFlags::MS_BIND | MsFlags::MS_RDONLY;
    mount(none, &top, none, readonly | MsFlags::MS_NOSUID | MsFlags::MS_NODEV, none).map_err(failed)?;
    drop(root);
    enter(&top)?;
    if parted {
        let stamp = Pinned::folder(&work.cwd)?.look().stamp;
        work.place = (stamp.device, stamp.inode);
    }
    Ok(())
}

/// Makes a folder the root; the old one is gone for this process.
fn enter(top: &Path) -> Result<(), Refusal> {
    rustix::process::chdir(top).map_err(failed)?;
    rustix::process::pivot_root(".", ".").map_err(failed)?;
    umount2(".", MntFlags::MNT_DETACH).map_err(failed)?;
    rustix::process::chdir("/").map_err(failed)
}

fn failed(error: impl Display) -> Refusal {
    Refusal::Failed(format!("Cannot copy the approved files for the command: {error}."))
}

fn changed(path: &Path) -> Refusal {
    Refusal::Changed { what: "The file".into(), path: path.to_owned() }
}

fn by_name() -> OFlags {
    OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC
}

fn is_of_system(path: &Path) -> bool {
    SYSTEM.iter().any(|place| path.starts_with(place))
}

/// What somebody wants of a path.
#[derive(Clone, Copy)]
enum Role {
    /// It is there as it is.
    Shown,
    /// It is there as a copy: the number of a seal.
    Sealed(usize),
}

/// A path that matters, held open, so that what was looked at is what is bound.
struct Node {
    file: OwnedFd,
    found: Stat,
    role: Option<Role>,
    children: BTreeMap<OsString, Node>,
}

impl Node {
    fn of(file: OwnedFd) -> Result<Self, Refusal> {
        let found = fstat(&file).map_err(failed)?;
        Ok(Self { file, found, role: None, children: BTreeMap::new() })
    }

    fn kind(&self) -> FileType {
        FileType::from_raw_mode(self.found.st_mode)
    }

    fn target(&self) -> Result<OsString, Refusal> {
        use std::os::unix::ffi::OsStringExt;
        let target = readlinkat(&self.file, "", Vec::new()).map_err(failed)?;
        Ok(OsString::from_vec(target.into_bytes()))
    }

    /// Takes in a path and all on the way to it, links too; returns where it leads. What is to be sealed may be a
    /// link itself, and is not followed at its end.
    fn add(&mut self, path: &Path, role: Role) -> Result<PathBuf, Refusal> {
        let mut rest: Vec<OsString> = reversed(path);
        let (mut real, mut links) = (PathBuf::from("/"), 0);
        while let Some(name) = rest.pop() {
            if name == ".." {
                real.pop();
                continue;
            }
            let above = self.reach(&real).ok_or_else(|| failed("a folder was lost"))?;
            if !above.children.contains_key(&name) {
                let file =
                    openat(&above.file, &name, by_name(), Mode::empty()).map_err(|error| match error {
                        Errno::NOENT | Errno::NOTDIR => Refusal::Missing(path.to_owned()),
                        error => failed(format!("{}: {error}", path.display())),
                    })?;
                above.children.insert(name.clone(), Self::of(file)?);
            }
            let Some(node) = above.children.get(&name) else { continue };
            let is_end = rest.is_empty() && matches!(role, Role::Sealed(_));
            if node.kind() != FileType::Symlink || is_end {
                real.push(name);
                continue;
            }
            links += 1;
            if links > MOST_LINKS {
                return Err(failed(format!("{}: too many links", path.display())));
            }
            let target = PathBuf::from(node.target()?);
            if target.is_absolute() {
                real = PathBuf::from("/");
            }
            rest.extend(reversed(&target));
        }
        let node = self.reach(&real).ok_or_else(|| failed("a path was lost"))?;
        if !matches!(node.role, Some(Role::Sealed(_))) {
            node.role = Some(role);
        }
        Ok(real)
    }

    fn reach(&mut self, real: &Path) -> Option<&mut Self> {
        reversed(real).iter().rev().try_fold(self, |node, name| node.children.get_mut(name))
    }

    fn at(&self, real: &Path) -> Option<&Self> {
        reversed(real).iter().rev().try_fold(self, |node, name| node.children.get(name))
    }

    /// Whether a path lies in something sealed.
    fn is_sealed(&self, real: &Path) -> bool {
        real.ancestors().any(|path| matches!(self.at(path).and_then(|node| node.role), Some(Role::Sealed(_))))
    }

    /// Lays it out at a path of the new root. `whole`: what else lies in the folder is shown as well.
    fn lay(&self, sealed: &[Sealed], at: &Path, real: &Path, whole: bool) -> Result<(), Refusal> {
        if let Some(Role::Sealed(number)) = self.role {
            return self.copy(&sealed[number], sealed, at, real);
        }
        if self.children.is_empty() || self.kind() != FileType::Directory {
            return self.show(at);
        }
        let whole = whole || self.role.is_some() || is_of_system(real);
        let is_root = real == Path::new("/");
        if !is_root {
            let mode = Mode::from_raw_mode(self.found.st_mode) & (Mode::RWXU | Mode::RWXG | Mode::RWXO);
            rustix::fs::mkdir(at, mode).map_err(failed)?;
        }
        for (name, child) in &self.children {
            child.lay(sealed, &at.join(name), &real.join(name), whole && !is_root)?;
        }
        if whole || self.is_of_another() { self.lay_others(at) } else { Ok(()) }
    }

    /// A folder that this user cannot change.
    fn is_of_another(&self) -> bool {
        self.found.st_uid != rustix::process::geteuid().as_raw() && self.found.st_mode & 0o002 == 0
    }

    /// Shows what it is at a path where nothing is.
    fn show(&self, at: &Path) -> Result<(), Refusal> {
        match self.kind() {
            FileType::Symlink => rustix::fs::symlink(self.target()?, at).map_err(failed),
            kind => bind(&self.file, kind == FileType::Directory, at),
        }
    }

    /// Binds what lies in a folder beside what was asked for.
    fn lay_others(&self, at: &Path) -> Result<(), Refusal> {
        let entries = disk::list(Path::new(&path_of(&self.file)))?;
        if entries.len() > MOST_ENTRIES {
            return Err(failed(format!("a folder beside it has more than {MOST_ENTRIES} entries")));
        }
        for name in
            entries.into_iter().map(|entry| entry.name).filter(|name| !self.children.contains_key(name))
        {
            // It may have gone since it was listed.
            let Ok(file) = openat(&self.file, &name, by_name(), Mode::empty()) else { continue };
            Self::of(file)?.show(&at.join(name))?;
        }
        Ok(())
    }

    /// Copies what was approved, and compares the copy: nobody else can reach it.
    fn copy(&self, sealed: &Sealed, all: &[Sealed], at: &Path, real: &Path) -> Result<(), Refusal> {
        let (marks, bounds) = (sealed.marks()?, seal::bounds(sealed.parts, sealed.bytes, sealed.whole));
        disk::copy_passing(&sealed.path, at, bounds).map_err(|_| {
            // It no longer is what can be copied; the difference is better told by its name.
            seal::changed(&sealed.path, &marks, &sealed.path, bounds)
                .map_or_else(|| changed(&sealed.path), |path| changed(&path))
        })?;
        if let Some(path) = seal::changed(&sealed.path, &marks, at, bounds) {
            return Err(changed(&path));
        }
        if self.kind() != FileType::Directory || sealed.whole {
            return Ok(());
        }
        for name in NOT_SEALED {
            if let Some(child) = self.children.get(OsStr::new(name)) {
                child.lay(all, &at.join(name), &real.join(name), true)?;
            } else if let Ok(file) = openat(&self.file, *name, by_name(), Mode::empty()) {
                Self::of(file)?.show(&at.join(name))?;
            }
        }
        Ok(())
    }
}

/// The names of a path, the last one first.
fn reversed(path: &Path) -> Vec<OsString> {
    let names = path.components().rev().filter_map(|part| match part {
        Component::Normal(name) => Some(name.to_owned()),
        Component::ParentDir => Some("..".into()),
        Component::CurDir | Component::RootDir | Component::Prefix(_) => None,
    });
    names.collect()
}

fn path_of(file: &OwnedFd) -> String {
    format!("/proc/self/fd/{}", file.as_raw_fd())
}

/// Shows what a descriptor stands for at a path where nothing is.
fn bind(file: &OwnedFd, is_folder: bool, at: &Path) -> Result<(), Refusal> {
    if is_folder {
        rustix::fs::mkdir(at, Mode::RWXU).map_err(failed)?;
    } else {
        let flags = OFlags::CREATE | OFlags::EXCL | OFlags::WRONLY | OFlags::CLOEXEC;
        rustix::fs::open(at, flags, Mode::RUSR).map_err(failed)?;
    }
    let none = None::<&str>;
    mount(Some(path_of(file).as_str()), at, none, MsFlags::MS_BIND | MsFlags::MS_REC, none)
        .map_err(|error| failed(format!("{}: {error}", at.display())))
}
