use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use cap_std::fs::{Dir, OpenOptions};

use crate::folder::kind_of;
use crate::{Cause, Fault, Folder, Kind};

impl Folder {
    /// Replaces a file below the folder at once, or makes it, with the folders on the way that are missing: a reader
    /// sees the old bytes or the new ones, also after a crash. A file that is replaced keeps its permissions.
    ///
    /// A link on the way is followed as long as it stays inside; one that leads out is [`Cause::Outside`]. What
    /// stands at the path itself must be a file or nothing: through a link nothing is written.
    ///
    /// # Errors
    ///
    /// [`Cause::Outside`] when the path or a link on its way leads out of the folder, [`Cause::NotAFile`]
    /// when a folder, a link or anything else but a file stands there, and what the system says when it
    /// cannot write, flush or rename.
    pub fn write(&self, rel: &Path, bytes: &[u8]) -> Result<(), Fault> {
        self.inside(rel)?;
        let fault = |error: &io::Error| self.fault(rel, error);
        let Some(name) = rel.file_name() else { return Err(Fault::new(rel, Cause::NotAFile("folder"))) };
        let opened;
        let dir = match rel.parent().filter(|above| !above.as_os_str().is_empty()) {
            None => self.dir(),
            Some(above) => {
                opened = match self.dir().open_dir(above) {
                    Err(error) if error.kind() == io::ErrorKind::NotFound => {
                        self.dir().create_dir_all(above).and_then(|()| self.dir().open_dir(above))
                    }
                    found => found,
                }
                .map_err(|error| fault(&error))?;
                &opened
            }
        };
        let name = Path::new(name);
        let before = match dir.symlink_metadata(name) {
            Ok(found) => match kind_of(found.file_type()) {
                Kind::File => Some(found),
                Kind::Folder => return Err(self.in_the_way(rel, "folder")),
                Kind::Link => return Err(self.in_the_way(rel, "link")),
                Kind::Other(what) => return Err(self.in_the_way(rel, what)),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(fault(&error)),
        };
        let beside = name_beside(name);
        let written = write_beside(dir, &beside, bytes, before.as_ref()).and_then(|()| {
            dir.rename(&beside, dir, name)?;
            flush(dir)
        });
        written.map_err(|error| {
            // Made exclusively a moment ago, so it is ours and nobody else's.
            let _ = dir.remove_file(&beside);
            fault(&error)
        })
    }

    fn in_the_way(&self, rel: &Path, what: &'static str) -> Fault {
        Fault::new(&self.path().join(rel), Cause::NotAFile(what))
    }
}

fn write_beside(
    dir: &Dir,
    beside: &Path,
    bytes: &[u8],
    before: Option<&cap_std::fs::Metadata>,
) -> io::Result<()> {
    let mut file = dir.open_with(beside, OpenOptions::new().write(true).create_new(true))?;
    file.write_all(bytes)?;
    if let Some(before) = before {
        file.set_permissions(before.permissions())?;
    }
    file.sync_all()
}

#[cfg(unix)]
fn flush(dir: &Dir) -> io::Result<()> {
    dir.open(".")?.sync_all()
}

#[cfg(not(unix))]
fn flush(_: &Dir) -> io::Result<()> {
    Ok(())
}

fn name_beside(name: &Path) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let mut beside = name.as_os_str().to_owned();
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    beside.push(format!(".tmp-{}-{count}", std::process::id()));
    PathBuf::from(beside)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::disallowed_methods, reason = "the tests lay out what the door is tried on")]

    use std::fs;
    use std::path::Path;

    use crate::{Cause, Folder};

    #[test]
    fn a_file_below_is_replaced_whole_or_made() {
        let room = tempfile::tempdir().expect("a temporary folder");
        let folder = Folder::open(room.path()).unwrap();
        folder.write(Path::new("a/b/c.txt"), b"one").unwrap();
        folder.write(Path::new("a/b/c.txt"), b"two").unwrap();
        assert_eq!(fs::read(room.path().join("a/b/c.txt")).unwrap(), b"two");
        assert_eq!(fs::read_dir(room.path().join("a/b")).unwrap().count(), 1, "nothing lies beside it");
        fs::create_dir(room.path().join("folder")).unwrap();
        let cause = |rel: &str| folder.write(Path::new(rel), b"x").unwrap_err().cause;
        assert_eq!(cause("folder"), Cause::NotAFile("folder"));
        assert_eq!(cause("../x"), Cause::Outside);
        assert_eq!(cause("/x"), Cause::Outside);
        assert!(matches!(cause("a/b/c.txt/d"), Cause::NotAFolder | Cause::Exists | Cause::Other(_)));
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_written_through_a_link_or_outside() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let room = tempfile::tempdir().expect("a temporary folder");
        let at = |rel: &str| room.path().join(rel);
        fs::create_dir_all(at("in/real")).unwrap();
        fs::create_dir(at("out")).unwrap();
        fs::write(at("out/kept"), "kept").unwrap();
        fs::write(at("in/tool"), "#!").unwrap();
        fs::set_permissions(at("in/tool"), fs::Permissions::from_mode(0o755)).unwrap();
        for (target, name) in [
            ("../out", "in/away"),
            ("../out/kept", "in/file"),
            ("real", "in/inside"),
            ("gone", "in/dangling"),
        ] {
            symlink(target, at(name)).unwrap();
        }
        let folder = Folder::open(&at("in")).unwrap();
        let cause = |rel: &str| folder.write(Path::new(rel), b"x").unwrap_err().cause;
        assert_eq!(cause("away/kept"), Cause::Outside);
        assert_eq!(cause("away/new/deep"), Cause::Outside);
        assert_eq!(cause("file"), Cause::NotAFile("link"));
        assert_eq!(cause("dangling"), Cause::NotAFile("link"));
        assert_eq!(fs::read_to_string(at("out/kept")).unwrap(), "kept");
        assert_eq!(fs::read_dir(at("out")).unwrap().count(), 1);
        folder.write(Path::new("inside/x"), b"x").unwrap();
        assert_eq!(fs::read(at("in/real/x")).unwrap(), b"x");
        folder.write(Path::new("tool"), b"#!/bin/sh").unwrap();
        let mode = fs::metadata(at("in/tool")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o755, "it stays a program");
    }
}
