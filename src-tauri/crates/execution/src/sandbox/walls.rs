//! Which files a contained command may touch: an allow-list that the kernel keeps (Landlock).

use std::fmt::Display;
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};

use disk::{Kind, Pinned};
use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, LandlockStatus, PathBeneath, PathFd, PathFdError, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetStatus, Scope,
};

use crate::{Level, Writes};

/// What of the disk a command may touch.
pub struct Ground<'a> {
    pub workspace: &'a Pinned,
    pub workspace_path: &'a Path,
    pub writes: Writes,
    /// Its private folder.
    pub scratch: Option<&'a Path>,
    pub readable: &'a [PathBuf],
    /// What is only read, whatever may be written.
    pub kept: &'a [PathBuf],
    /// What is executed, unless that is a copy in memory.
    pub program: Option<&'a Pinned>,
}

/// The rights that are asked for; an older kernel gives those it knows.
const KNOWN: ABI = ABI::V6;

/// Programs and what they need to run: of the system, and of the two distributions that keep it elsewhere.
const PROGRAMS: &[&str] =
    &["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store"];

/// Settings that programs read and that hold no secrets. The rest of `/etc` is nobody's business.
const SETTINGS: &[&str] = &[
    "/etc/alternatives",
    "/etc/ca-certificates",
    "/etc/debian_version",
    "/etc/gitattributes",
    "/etc/gitconfig",
    "/etc/group",
    "/etc/host.conf",
    "/etc/hosts",
    "/etc/inputrc",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/ld.so.preload",
    "/etc/locale.alias",
    "/etc/locale.conf",
    "/etc/localtime",
    "/etc/mime.types",
    "/etc/nsswitch.conf",
    "/etc/os-release",
    "/etc/passwd",
    "/etc/perl",
    "/etc/pki/tls/certs",
    "/etc/protocols",
    "/etc/python3",
    "/etc/services",
    "/etc/shells",
    "/etc/ssl/certs",
    "/etc/ssl/openssl.cnf",
    "/etc/terminfo",
    "/etc/timezone",
    // Facts about the machine, not about processes.
    "/proc/cpuinfo",
    "/proc/filesystems",
    "/proc/loadavg",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/uptime",
    "/proc/version",
    "/sys/devices/system/cpu",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
    "/dev/zero",
];

/// Shuts this process, and all it will start, in. Returns the version of Landlock in force.
pub fn raise(ground: &Ground<'_>) -> Result<u32, String> {
    let failed = |error: &dyn Display| format!("Landlock cannot be asked for: {error}.");
    let look = BitFlags::from(AccessFs::ReadFile) | AccessFs::ReadDir;
    let execute = look | AccessFs::Execute;
    let write = AccessFs::from_write(KNOWN) & !BitFlags::from(AccessFs::IoctlDev);
    let mut rules = Rules(
        Ruleset::default()
            .handle_access(AccessFs::from_all(KNOWN))
            .and_then(|rules| rules.handle_access(AccessNet::from_all(KNOWN)))
            .and_then(|rules| rules.scope(Scope::from_all(KNOWN)))
            .and_then(Ruleset::create)
            .map_err(|error| failed(&error))?,
    );
    let programs = PROGRAMS.iter().map(|path| (Path::new(*path), execute));
    let settings = SETTINGS.iter().map(|path| (Path::new(*path), look));
    let readable = ground.readable.iter().map(|path| (path.as_path(), execute));
    let null = (Path::new("/dev/null"), look | AccessFs::WriteFile);
    let scratch = ground.scratch.map(|path| (path, look | write));
    for (path, rights) in programs.chain(settings).chain(readable).chain([null]).chain(scratch) {
        rules.allow_path(path, rights).map_err(|error| failed(&error))?;
    }
    rules.allow(ground.workspace, execute).map_err(|error| failed(&error))?;
    if let Some(program) = ground.program {
        rules.allow(program, execute).map_err(|error| failed(&error))?;
    }
    if ground.writes == Writes::Workspace {
        let kept: Vec<PathBuf> = ground.kept.iter().map(|path| real(path)).collect();
        for entry in writable(&real(ground.workspace_path), &kept) {
            rules.allow(&entry, execute | write).map_err(|error| failed(&error))?;
        }
    }
    let status = rules.0.restrict_self().map_err(|error| failed(&error))?;
    match (status.ruleset, status.landlock) {
        (RulesetStatus::NotEnforced, _)
        | (_, LandlockStatus::NotEnabled | LandlockStatus::NotImplemented) => {
            Err("This kernel has no Landlock, or it is disabled.".into())
        }
        (_, LandlockStatus::Available { effective_abi, .. }) => Ok(effective_abi as u32),
    }
}

struct Rules(RulesetCreated);

impl Rules {
    /// What is not there needs no rule.
    fn allow_path(&mut self, path: &Path, rights: BitFlags<AccessFs>) -> Result<(), String> {
        match PathFd::new(path) {
            Ok(file) => self.allow(&file, rights),
            Err(PathFdError::OpenCall { .. }) => Ok(()),
            Err(error) => Err(error.to_string()),
        }
    }

    fn allow(&mut self, file: &impl AsFd, rights: BitFlags<AccessFs>) -> Result<(), String> {
        let found = rustix::fs::fstat(file).map_err(|error| error.to_string())?;
        let is_folder = rustix::fs::FileType::from_raw_mode(found.st_mode).is_dir();
        // Some rights make sense for folders only.
        let rights = if is_folder { rights } else { rights & AccessFs::from_file(KNOWN) };
        let rule = PathBeneath::new(file.as_fd(), rights);
        (&mut self.0).add_rule(rule).map(drop).map_err(|error| error.to_string())
    }
}

/// What may be written of a workspace: each entry by itself, because Landlock knows no exceptions. A folder in which
/// something is kept is taken apart in the same way, so that none of its entries can be added, renamed or removed. A
/// link is not followed: what it leads to, inside, has an entry of its own.
fn writable(folder: &Path, kept: &[PathBuf]) -> Vec<Pinned> {
    let mut found = Vec::new();
    for name in disk::list(folder).unwrap_or_default().into_iter().map(|entry| entry.name) {
        let path = folder.join(&name);
        let is_kept = kept.iter().any(|kept| path.starts_with(kept)) || name.eq_ignore_ascii_case(PIXIR);
        let Some(entry) = Pinned::entry(&path).ok().filter(|_| !is_kept) else { continue };
        match entry.look().kind {
            Kind::Folder if kept.iter().any(|kept| kept.starts_with(&path)) => {
                found.extend(writable(&path, kept));
            }
            Kind::File | Kind::Folder => found.push(entry),
            Kind::Link | Kind::Other(_) => {}
        }
    }
    found
}

/// Where the log of every session lies.
const PIXIR: &str = ".pixir";

/// A path with the links on the way to it resolved; the last name stays as it is written.
fn real(path: &Path) -> PathBuf {
    let above = path.parent().and_then(|above| disk::canonical(above).ok());
    match (above, path.file_name()) {
        (Some(above), Some(name)) => above.join(name),
        _ => path.to_owned(),
    }
}

/// What the walls of a level do not stop on a kernel of this version of Landlock.
pub fn holes(level: Level, version: u32) -> Vec<String> {
    let mut holes = Vec::new();
    if level == Level::Walls && version < 6 {
        holes.push(
            "This kernel (before 6.12) let it send signals to other processes of this user.".to_owned(),
        );
    }
    holes
}
