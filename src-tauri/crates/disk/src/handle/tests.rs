#![cfg(unix)]
#![allow(clippy::disallowed_methods, reason = "the tests lay out what the door is tried on")]

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use crate::{Cause, Displaced, Fault, FolderHandle, Imprint, Kind, clear};

fn name(name: &str) -> &OsStr {
    OsStr::new(name)
}

struct Room {
    folder: tempfile::TempDir,
    handle: FolderHandle,
}

fn room() -> Room {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::create_dir_all(folder.path().join("in/side")).unwrap();
    fs::create_dir(folder.path().join("out")).unwrap();
    fs::write(folder.path().join("out/kept"), "kept").unwrap();
    symlink("../out", folder.path().join("in/door")).unwrap();
    symlink("../out/kept", folder.path().join("in/file")).unwrap();
    let handle = FolderHandle::following(&folder.path().join("in")).unwrap();
    Room { folder, handle }
}

impl Room {
    fn at(&self, rel: &str) -> std::path::PathBuf {
        self.folder.path().join(rel)
    }
}

#[test]
fn nothing_is_reached_through_a_link_or_by_a_path() {
    let room = room();
    let cause = |rel: &str| room.handle.folder(Path::new(rel)).unwrap_err().cause;
    assert_eq!((cause("door"), cause("door/deep")), (Cause::NotAFolder, Cause::NotAFolder));
    for rel in ["..", "side/..", "/", "/tmp", "."] {
        assert_eq!(cause(rel), Cause::Outside, "{rel}");
    }
    for odd in ["..", ".", "", "/", "a/b", "side/", "../out"] {
        let outside = |done: Result<(), Fault>| assert_eq!(done.unwrap_err().cause, Cause::Outside, "{odd}");
        outside(room.handle.write_new(name(odd), b"x", 0o600));
        outside(room.handle.clear(name(odd)));
        outside(room.handle.make_folder(name(odd)).map(|_| ()));
        outside(room.handle.place(name("side"), &room.handle, name(odd)));
        outside(room.handle.append(name(odd)).map(|_| ()));
        outside(room.handle.copy(name("side"), &room.handle, name(odd), &[]));
    }
    assert_eq!(room.handle.write_new(name("file"), b"x", 0o600).unwrap_err().cause, Cause::Exists);
    assert_eq!(room.handle.append(name("file")).unwrap_err().cause, Cause::NotAFile("link"));
    room.handle.write_whole(name("file"), b"new").unwrap();
    assert!(fs::symlink_metadata(room.at("in/file")).unwrap().is_file(), "the link itself was replaced");
    let real = fs::canonicalize(room.at("in")).unwrap();
    FolderHandle::real(&real).unwrap();
    assert!(FolderHandle::real(&real.join("door")).is_err());
    assert!(FolderHandle::real(&real.join("door/../side")).is_err());
    room.handle.clear(name("door")).unwrap();
    assert_eq!(fs::read_to_string(room.at("out/kept")).unwrap(), "kept");
}

#[test]
fn a_handle_stays_with_its_folder() {
    let room = room();
    let id = room.handle.id();
    fs::rename(room.at("in"), room.at("moved")).unwrap();
    symlink("out", room.at("in")).unwrap();
    room.handle.write_new(name("new"), b"x", 0o640).unwrap();
    assert_eq!(room.handle.id(), id);
    assert_ne!(FolderHandle::following(&room.at("in")).unwrap().id(), id);
    assert_eq!(fs::metadata(room.at("moved/new")).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(fs::read_dir(room.at("out")).unwrap().count(), 1);
}

#[test]
fn what_is_copied_is_the_same_but_for_what_is_left_out() {
    let room = room();
    fs::write(room.at("in/side/run"), [7; 300_000]).unwrap();
    fs::set_permissions(room.at("in/side/run"), fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(room.at("in/side/left"), "").unwrap();
    symlink("../../out", room.at("in/side/up")).unwrap();
    fs::set_permissions(room.at("in/side"), fs::Permissions::from_mode(0o500)).unwrap();
    room.handle.copy(name("side"), &room.handle, name("copy"), &[]).unwrap();
    assert_eq!(room.handle.imprint(name("copy")), room.handle.imprint(name("side")));
    room.handle.copy(name("side"), &room.handle, name("part"), &[Path::new("left")]).unwrap();
    assert_eq!(room.handle.imprint(name("part")).unwrap().files(), 2);
    room.handle.copy(name("door"), &room.handle, name("again"), &[]).unwrap();
    assert_eq!(room.handle.look(name("again")), Ok(Some(Kind::Link)), "a link is copied as one");
    let taken = room.handle.copy(name("side"), &room.handle, name("copy"), &[]);
    assert_eq!(taken.unwrap_err().cause, Cause::Exists);
    for locked in ["in/copy", "in/side"] {
        clear(&room.at(locked)).unwrap();
        assert!(!room.at(locked).exists());
    }
    assert_eq!(fs::read_to_string(room.at("out/kept")).unwrap(), "kept");
}

#[test]
fn things_change_places_and_what_is_there_is_never_replaced_unseen() {
    let room = room();
    room.handle.write_new(name("a"), b"a", 0o600).unwrap();
    room.handle.write_new(name("b"), b"b", 0o600).unwrap();
    let side = room.handle.folder(Path::new("side")).unwrap();
    let taken = room.handle.place(name("a"), &room.handle, name("b"));
    assert_eq!(taken.unwrap_err().cause, Cause::Exists);
    room.handle.place(name("a"), &side, name("c")).unwrap();
    if room.handle.exchange(name("b"), &side, name("c")).unwrap() == Displaced::Swapped {
        assert_eq!(fs::read(room.at("in/b")).unwrap(), b"a");
    }
    assert_eq!(fs::read(room.at("in/side/c")).unwrap(), b"b");
    assert_eq!(room.handle.make_folder(name("side")).unwrap_err().cause, Cause::Exists);
    assert!(!room.handle.remove_empty_folder(name("side")));
}

#[test]
fn only_what_is_known_is_removed() {
    let room = room();
    fs::write(room.at("in/side/known"), "x").unwrap();
    let imprint = room.handle.imprint(name("side")).unwrap();
    fs::write(room.at("in/side/later"), "x").unwrap();
    assert!(room.handle.remove(name("side"), &imprint).is_err());
    assert!(room.at("in/side/later").exists());
    assert!(room.handle.remove(name("door"), &Imprint::default()).is_err());
    room.handle.remove(name("side"), &room.handle.imprint(name("side")).unwrap()).unwrap();
    assert!(!room.at("in/side").exists());
}
