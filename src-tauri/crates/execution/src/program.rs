use std::path::{Path, PathBuf};

use disk::{Cause, Digest, Fault, Kind, Pinned, Stamp};
use message::{Message, message};

/// A program as it was found: which file, with which bytes, and the folder it was to run in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// Its path, every link resolved.
    pub path: PathBuf,
    /// What the file held.
    pub digest: Digest,
    /// Its size in bytes.
    pub size: u64,
    /// The state of the file when it was read.
    pub(crate) stamp: Stamp,
    /// The device and number of the folder it was resolved in.
    pub(crate) place: (u64, u64),
}

/// Why a command names no program.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unresolved {
    /// The name is empty or has a NUL byte.
    #[error("the command names no program")]
    NoName,
    /// No folder of the search path has an executable file of this name.
    #[error("there is no program `{name}` in the folders of PATH")]
    NotFound {
        /// What was looked for.
        name: String,
    },
    /// What stands there is not a file this user may execute.
    #[error("{path} is not a file that this user may execute")]
    NotExecutable {
        /// Where.
        path: PathBuf,
    },
    /// It cannot be read, or the folder is not there.
    #[error("{0}")]
    Unreadable(Fault),
}

/// Bytes of the largest program; the largest in use have some hundred million.
const LARGEST: u64 = 1 << 30;

/// Finds the program a command means, as a shell does: a name with a `/` is a path from `cwd`, another is looked
/// for in the folders of `search` (`PATH`, handed in), of which relative ones do not count.
///
/// The whole file is read for its digest. Approve what this returns: [`crate::run`] refuses a program whose
/// bytes, or a folder whose identity, is another by then.
///
/// # Errors
///
/// [`Unresolved`] says whether there is no name, nothing of that name in `search`, something that may not be
/// executed, or a file or folder that cannot be read.
pub fn resolve(name: &str, cwd: &Path, search: &[PathBuf]) -> Result<Program, Unresolved> {
    if name.is_empty() || name.contains('\0') {
        return Err(Unresolved::NoName);
    }
    let folder = disk::look(cwd).map_err(Unresolved::Unreadable)?;
    if folder.kind != Kind::Folder {
        return Err(Unresolved::Unreadable(Fault { path: cwd.to_owned(), cause: Cause::NotAFolder }));
    }
    let place = (folder.stamp.device, folder.stamp.inode);
    if name.contains('/') || (cfg!(windows) && name.contains('\\')) {
        let path = cwd.join(name);
        let path = disk::canonical(&path).map_err(Unresolved::Unreadable)?;
        return take(path, place);
    }
    let places = search.iter().filter(|folder| folder.is_absolute());
    let mut denied = None;
    for path in places.flat_map(|folder| file_names(name).map(|name| folder.join(name))) {
        let Ok(path) = disk::canonical(&path) else { continue };
        if is_executable(&path) {
            return take(path, place);
        }
        denied.get_or_insert(path);
    }
    Err(match denied {
        Some(path) => Unresolved::NotExecutable { path },
        None => Unresolved::NotFound { name: name.to_owned() },
    })
}

fn take(path: PathBuf, place: (u64, u64)) -> Result<Program, Unresolved> {
    if !is_executable(&path) {
        return Err(Unresolved::NotExecutable { path });
    }
    let file = Pinned::file(&path).map_err(Unresolved::Unreadable)?;
    let digest = file.read_through(LARGEST, |_| Ok(())).map_err(Unresolved::Unreadable)?;
    let stamp = file.look().stamp;
    Ok(Program { path, digest, size: stamp.size, stamp, place })
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    let is_file = disk::look(path).is_ok_and(|found| found.kind == Kind::File && found.mode & 0o111 != 0);
    is_file && rustix::fs::access(path, rustix::fs::Access::EXEC_OK).is_ok()
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    disk::look(path).is_ok_and(|found| found.kind == Kind::File)
}

fn file_names(name: &str) -> impl Iterator<Item = String> {
    let ends: &[&str] = if cfg!(windows) { &[".exe", ""] } else { &[""] };
    ends.iter().map(move |end| format!("{name}{end}"))
}

impl Program {
    /// Whether the file that was opened to be executed is the one that was approved. A program of the system, which
    /// no user can change, is known by its state; any other is read through once more.
    pub(crate) fn is_same(&self, file: &Pinned) -> Result<bool, Fault> {
        if is_of_the_system(file, &self.path) && file.look().stamp == self.stamp {
            return Ok(true);
        }
        self.has_same_bytes(file)
    }

    /// Whether a file that was just opened holds what was approved.
    pub(crate) fn has_same_bytes(&self, file: &Pinned) -> Result<bool, Fault> {
        Ok(file.read_through(LARGEST, |_| Ok(()))? == self.digest)
    }
}

/// Whether the program at a path, its links resolved, is one of the system's, which no user can change. False where
/// that cannot be told.
pub fn is_of_system(path: &Path) -> bool {
    Pinned::file(path).is_ok_and(|file| is_of_the_system(&file, path))
}

/// Whether nobody but its owner can write a file.
pub fn is_changed_by_owner_alone(path: &Path) -> bool {
    cfg!(unix) && disk::look(path).is_ok_and(|found| found.mode & 0o022 == 0)
}

/// Whether a path lies where the system keeps its programs, so that no user turns a link there to another place.
pub fn is_kept_by_system(path: &Path) -> bool {
    let above = path.parent();
    above.is_some_and(|above| above == Path::new("/") || PLACES.iter().any(|place| above.starts_with(place)))
}

/// A file that only root may write; for root itself, one of those that come with the system.
pub(crate) fn is_of_the_system(file: &Pinned, path: &Path) -> bool {
    let of_root = file.owner() == 0 && file.look().mode & 0o022 == 0;
    cfg!(unix) && of_root && (!is_root() || PLACES.iter().any(|place| path.starts_with(place)))
}

/// Where the system keeps its programs.
const PLACES: &[&str] = &[
    "/usr/bin",
    "/usr/sbin",
    "/usr/lib",
    "/usr/libexec",
    "/usr/local/bin",
    "/bin",
    "/sbin",
    "/nix/store",
    "/gnu/store",
];

/// Where the programs that a command names are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Programs<'a> {
    /// In these folders, in this order: those of the `PATH` that the command gets. One that is no absolute path is the
    /// folder it runs in.
    In(&'a [PathBuf]),
    /// Nowhere: what is said then holds of the words alone, if every name leads to the system's own program.
    AsNamed,
}

/// Why the program of this name is not known to be the system's own; nothing if it is. A shell looks for it once more when the command runs, so no folder it would look
/// into before may lie in the workspace.
pub(crate) fn not_the_systems(
    name: &str,
    programs: Programs<'_>,
    workspace: &Path,
    by_shell: bool,
) -> Option<Message> {
    let Programs::In(search) = programs else { return None };
    for folder in search {
        let real = disk::canonical(folder).unwrap_or_else(|_| folder.clone());
        if by_shell && (!folder.is_absolute() || [folder, &real].iter().any(|at| at.starts_with(workspace))) {
            return Some(message!(
                "a shell looks for `{name}` in `{folder}` first, a folder of the workspace that PATH names",
                name,
                folder = folder.display()
            ));
        }
        let found = file_names(name).map(|name| folder.join(name)).find(|path| is_executable(path));
        let Some(found) = found.filter(|_| folder.is_absolute()) else { continue };
        let path = disk::canonical(&found).unwrap_or(found);
        let is_known = is_the_systems(&real) && is_the_systems(&path);
        return (!is_known).then(|| {
            let path = path.display();
            message!("`{name}` is {path}, which is not one of the system’s own programs", name, path)
        });
    }
    Some(message!("there is no program `{name}` in the folders of PATH", name))
}

/// Whether something lies where the system keeps its programs, and nobody but root and this user could have put it
/// there: neither it nor a folder above it is another user's, or can be written by others.
fn is_the_systems(path: &Path) -> bool {
    let is_safe = |path: &Path| {
        // Where only owners may replace what stands in a folder, others may add to it all the same.
        let shared = |look: &disk::Look| look.mode & 0o1000 != 0 && look.kind == Kind::Folder;
        disk::look(path).is_ok_and(|look| {
            (look.owner == 0 || is_mine(look.owner)) && (look.mode & 0o022 == 0 || shared(&look))
        })
    };
    cfg!(unix) && PLACES.iter().any(|place| path.starts_with(place)) && path.ancestors().all(is_safe)
}

#[cfg(unix)]
fn is_mine(owner: u32) -> bool {
    rustix::process::geteuid().as_raw() == owner
}

#[cfg(not(unix))]
fn is_mine(_: u32) -> bool {
    false
}

#[cfg(unix)]
fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

#[cfg(not(unix))]
fn is_root() -> bool {
    false
}

#[allow(clippy::disallowed_methods, clippy::unwrap_used, reason = "the tests lay out what is resolved")]
#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::{Path, PathBuf};

    use disk::{Cause, Digest};

    use super::{Unresolved, resolve};

    fn put(path: &Path, text: &str, mode: u32) {
        fs::write(path, text).unwrap();
        fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn a_program_is_found_where_a_shell_finds_it() {
        let room = tempfile::tempdir().unwrap();
        let room = fs::canonicalize(room.path()).unwrap();
        for folder in ["one", "two/tool", "cwd"] {
            fs::create_dir_all(room.join(folder)).unwrap();
        }
        put(&room.join("one/tool"), "not executable", 0o644);
        put(&room.join("two/other"), "other", 0o755);
        put(&room.join("cwd/tool"), "here", 0o755);
        symlink("../two/other", room.join("one/link")).unwrap();
        symlink("nowhere", room.join("one/lost")).unwrap();
        let search = [PathBuf::from("cwd"), room.join("one"), room.join("absent"), room.join("two")];
        let find = |name: &str| resolve(name, &room.join("cwd"), &search);
        let check = |name: &str, path: &str, text: &str| {
            let found = find(name).unwrap();
            assert_eq!((found.path, found.digest), (room.join(path), Digest::of(text.as_bytes())), "{name}");
            assert_eq!(found.size, text.len() as u64);
        };
        check("other", "two/other", "other");
        check("link", "two/other", "other");
        check("./tool", "cwd/tool", "here");
        check("../two/other", "two/other", "other");
        check(room.join("cwd/tool").to_str().unwrap(), "cwd/tool", "here");
        for (name, path) in [("tool", "one/tool"), ("../one/tool", "one/tool"), ("../two/tool", "two/tool")] {
            assert_eq!(
                find(name).unwrap_err(),
                Unresolved::NotExecutable { path: room.join(path) },
                "{name}"
            );
        }
        for name in ["absent", "lost"] {
            assert_eq!(find(name).unwrap_err(), Unresolved::NotFound { name: name.to_owned() });
        }
        for name in ["", "a\0b"] {
            assert_eq!(find(name).unwrap_err(), Unresolved::NoName);
        }
        let Err(Unresolved::Unreadable(fault)) = find("./absent") else { panic!("it was found") };
        assert_eq!(fault.cause, Cause::Missing);
        assert!(matches!(resolve("other", &room.join("gone"), &search), Err(Unresolved::Unreadable(_))));
    }
}
