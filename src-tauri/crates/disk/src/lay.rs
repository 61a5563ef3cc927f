use std::io::{self, Write};
use std::path::Path;

use cap_std::fs::{File, OpenOptions};

use crate::{Fault, Folder};

/// Laying out what a stranger named: whatever the name, nothing lands outside the folder, and nothing that is
/// there is replaced. It is not flushed: what is laid out so is made anew after a crash.
impl Folder {
    /// Makes a folder below this one, and those on the way to it.
    ///
    /// # Errors
    ///
    /// When the path leads out of the folder, something other than a folder stands on it, or the system
    /// cannot make one.
    pub fn lay_folder(&self, rel: &Path) -> Result<(), Fault> {
        self.inside(rel)?;
        self.dir().create_dir_all(rel).map_err(|error| self.fault(rel, &error))
    }

    /// Writes a new file below this folder, with these permission bits, and makes the folders on the way to it.
    ///
    /// # Errors
    ///
    /// [`Cause::Exists`](crate::Cause::Exists) when something has that name, and otherwise as
    /// [`Folder::lay_folder`]. What was written before an error stays.
    pub fn lay_file(&self, rel: &Path, bytes: &[u8], mode: u32) -> Result<(), Fault> {
        self.make_above(rel)?;
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        let written = self.dir().open_with(rel, &options).and_then(|mut file| {
            file.write_all(bytes)?;
            set_mode(&file, mode)
        });
        written.map_err(|error| self.fault(rel, &error))
    }

    /// Makes a link below this folder, and the folders on the way to it. Where it points is not looked at, but an
    /// absolute target is refused.
    ///
    /// # Errors
    ///
    /// As [`Folder::lay_file`], and when the target is absolute. Always on systems other than Unix.
    pub fn lay_link(&self, rel: &Path, target: &Path) -> Result<(), Fault> {
        self.make_above(rel)?;
        #[cfg(unix)]
        let made = self.dir().symlink(target, rel);
        #[cfg(not(unix))]
        let made: io::Result<()> = {
            let _ = target;
            Err(io::Error::new(io::ErrorKind::Unsupported, "links are not made on this system"))
        };
        made.map_err(|error| self.fault(rel, &error))
    }

    fn make_above(&self, rel: &Path) -> Result<(), Fault> {
        self.inside(rel)?;
        match rel.parent().filter(|above| !above.as_os_str().is_empty()) {
            Some(above) => self.lay_folder(above),
            None => Ok(()),
        }
    }
}

#[cfg(unix)]
fn set_mode(file: &File, mode: u32) -> io::Result<()> {
    use cap_std::fs::{Permissions, PermissionsExt};
    file.set_permissions(Permissions::from_mode(mode & 0o777))
}

#[cfg(not(unix))]
fn set_mode(_: &File, _: u32) -> io::Result<()> {
    Ok(())
}
