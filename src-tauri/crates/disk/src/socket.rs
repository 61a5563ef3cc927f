//! A socket is named by a path and belongs to one user; nothing is read from it here.
#![allow(clippy::disallowed_methods, reason = "this crate is the door to files")]

use std::fs::{self, Permissions};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt};
use std::path::Path;

use crate::Fault;

/// Whether the path is a socket of this user that nobody else may use.
///
/// # Errors
///
/// When nothing is there, or a folder on the way may not be entered.
pub fn is_own_socket(path: &Path) -> Result<bool, Fault> {
    let found = fs::symlink_metadata(path).map_err(|error| Fault::from_io(path, &error))?;
    let own = rustix::process::geteuid().as_raw();
    Ok(found.file_type().is_socket() && found.uid() == own && found.mode() & 0o077 == 0)
}

/// Makes the folder that a socket will stand in, for this user alone.
///
/// # Errors
///
/// When something on the path is no folder, or the system refuses to make one or to set its permissions.
pub fn make_own_folder(path: &Path) -> Result<(), Fault> {
    if path.is_dir() {
        return Ok(());
    }
    crate::make_folder(path)?;
    fs::set_permissions(path, Permissions::from_mode(0o700)).map_err(|error| Fault::from_io(path, &error))
}

/// Takes a socket away from everybody but this user.
///
/// # Errors
///
/// When nothing is there, or it belongs to another user.
pub fn close_to_others(socket: &Path) -> Result<(), Fault> {
    fs::set_permissions(socket, Permissions::from_mode(0o600)).map_err(|error| Fault::from_io(socket, &error))
}

/// Removes a socket that nobody listens on; anything else under that name stays.
pub fn remove_socket(path: &Path) {
    if fs::symlink_metadata(path).is_ok_and(|found| found.file_type().is_socket()) {
        let _ = fs::remove_file(path);
    }
}
