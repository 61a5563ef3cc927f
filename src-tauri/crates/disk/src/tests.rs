//! What the door promises, tried on a real disk.
#![allow(clippy::disallowed_methods, reason = "the tests lay out what the door is tried on")]

use std::fs;
#[cfg(target_os = "linux")]
use std::io::Write;
use std::path::Path;

use crate::{
    Cause, Digest, Folder, HeldFolder, Kind, LogFile, Pinned, Scratch, append, append_to_existing, canonical,
    create_whole, link_target, list, look, look_at_entry, make_private_folder, read, remove, write_atomic,
    write_private,
};

fn room() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

#[cfg(unix)]
fn link(target: &str, at: &Path) {
    std::os::unix::fs::symlink(target, at).expect("a link");
}

#[test]
fn a_read_keeps_its_limit() {
    let room = room();
    let file = room.path().join("a");
    fs::write(&file, [7; 100]).unwrap();
    assert_eq!(read(&file, 100).unwrap().bytes.len(), 100);
    let fault = read(&file, 99).unwrap_err();
    assert_eq!(fault.cause, Cause::TooLarge { size: 100, limit: 99 });
    assert!(fault.to_string().contains("has 100 bytes"), "{fault}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_says_it_is_empty_is_read_to_its_end() {
    let file = Path::new("/proc/self/mountinfo");
    if look(file).is_ok_and(|look| look.stamp.size == 0) {
        let bytes = read(file, 1 << 20).unwrap().bytes;
        assert_eq!(bytes, fs::read(file).unwrap());
        assert!(read(file, bytes.len() as u64).is_ok());
        let cause = read(file, bytes.len() as u64 - 1).unwrap_err().cause;
        assert!(matches!(cause, Cause::TooLarge { .. }), "{cause:?}");
    }
}

#[cfg(unix)]
#[test]
fn what_is_not_a_file_is_refused_at_once() {
    let room = room();
    let at = |name: &str| room.path().join(name);
    fs::create_dir(at("folder")).unwrap();
    link("nowhere", &at("dangling"));
    link("circle", &at("circle"));
    let pipe = std::process::Command::new("mkfifo").arg(at("pipe")).status();
    let _socket = std::os::unix::net::UnixListener::bind(at("socket")).unwrap();
    for (name, cause) in [
        ("folder", Cause::NotAFile("folder")),
        ("dangling", Cause::Missing),
        ("circle", Cause::Loop),
        ("absent", Cause::Missing),
    ] {
        assert_eq!(read(&at(name), 10).unwrap_err().cause, cause, "{name}");
        assert!(LogFile::open(&at(name)).is_err(), "{name}");
    }
    assert!(read(&at("socket"), 10).is_err());
    if pipe.is_ok_and(|status| status.success()) {
        assert_eq!(read(&at("pipe"), 10).unwrap_err().cause, Cause::NotAFile("pipe (fifo)"));
        assert!(LogFile::open(&at("pipe")).is_err());
    }
}

#[cfg(unix)]
#[test]
fn a_folder_is_not_left() {
    let room = room();
    let skill = room.path().join("skill");
    fs::create_dir_all(skill.join("deep/er")).unwrap();
    fs::write(room.path().join("secret"), "s").unwrap();
    fs::write(skill.join("deep/er/a.md"), "inside").unwrap();
    link("../secret", &skill.join("out"));
    link("deep/er/a.md", &skill.join("in"));
    link("../..", &skill.join("deep/up"));
    let folder = Folder::open(&skill).unwrap();
    let cause = |rel: &str| folder.read(Path::new(rel), 100).unwrap_err().cause;
    assert_eq!(folder.read(Path::new("deep/er/a.md"), 100).unwrap().bytes, b"inside");
    assert_eq!(folder.read(Path::new("in"), 100).unwrap().bytes, b"inside");
    assert_eq!(cause("out"), Cause::Outside);
    assert_eq!(cause("../secret"), Cause::Outside);
    assert_eq!(cause("/etc/passwd"), Cause::Outside);
    assert_eq!(cause("deep/up/secret"), Cause::Outside);
    assert_eq!(cause("deep"), Cause::NotAFile("folder"));
    assert_eq!(cause("absent"), Cause::Missing);

    let kind = |rel: &str| folder.kind(Path::new(rel)).map_err(|fault| fault.cause);
    assert_eq!((kind("in"), kind("deep")), (Ok(Kind::File), Ok(Kind::Folder)));
    for rel in ["out", "../secret", "/etc/passwd", "deep/up/secret"] {
        assert_eq!(kind(rel), Err(Cause::Outside), "{rel}");
    }
    assert_eq!(kind("absent"), Err(Cause::Missing));

    let listed = |rel: &str| {
        let leaves = folder.list(Path::new(rel)).map_err(|fault| fault.cause)?;
        Ok(leaves.into_iter().map(|leaf| leaf.rel.display().to_string()).collect::<Vec<_>>())
    };
    assert_eq!(listed(""), Ok(vec!["deep".to_owned(), "in".to_owned(), "out".to_owned()]));
    assert_eq!(listed("deep"), Ok(vec!["deep/er".to_owned(), "deep/up".to_owned()]));
    assert_eq!(listed("deep/up"), Err(Cause::Outside));
    assert_eq!(listed("in"), Err(Cause::NotAFolder));

    let (leaves, omitted) = folder.tree(100, 8);
    let names: Vec<_> = leaves.iter().map(|leaf| (leaf.rel.to_str().unwrap(), leaf.kind)).collect();
    let wanted = [
        ("deep", Kind::Folder),
        ("deep/er", Kind::Folder),
        ("deep/er/a.md", Kind::File),
        ("deep/up", Kind::Link),
        ("in", Kind::Link),
        ("out", Kind::Link),
    ];
    assert_eq!(names, wanted);
    assert_eq!(omitted, 0);
    assert_eq!(folder.tree(2, 8).1, 4, "what is beyond the limit is counted");
    assert_eq!(folder.tree(100, 1).0.len(), 3, "one level");
}

#[test]
fn names_come_sorted_by_bytes() {
    let room = room();
    for name in ["b", "a", "B", ".hidden", "ä"] {
        fs::write(room.path().join(name), "").unwrap();
    }
    let names: Vec<_> = list(room.path()).unwrap().into_iter().map(|entry| entry.name).collect();
    assert_eq!(names, [".hidden", "B", "a", "b", "ä"]);
    assert_eq!(list(&room.path().join("a")).unwrap_err().cause, Cause::NotAFolder);
}

#[cfg(unix)]
#[test]
fn from_an_open_folder_everything_is_as_from_the_top() {
    let room = room();
    let folder = room.path().join("folder");
    fs::create_dir_all(folder.join("a")).unwrap();
    fs::write(room.path().join("outside"), "out").unwrap();
    fs::write(folder.join("a/file"), [7; 5000]).unwrap();
    fs::write(folder.join("empty"), "").unwrap();
    link("../outside", &folder.join("out"));
    link("nowhere", &folder.join("dangling"));
    link("circle", &folder.join("circle"));
    let pipe = std::process::Command::new("mkfifo").arg(folder.join("pipe")).status();
    let _socket = std::os::unix::net::UnixListener::bind(folder.join("socket")).unwrap();
    let base = HeldFolder::open(&folder).unwrap();
    assert_eq!(list(&folder).unwrap().len(), if pipe.is_ok_and(|it| it.success()) { 7 } else { 6 });
    let mut buffer = Vec::new();
    for rel in ["a", "a/file", "empty", "out", "dangling", "circle", "pipe", "socket", "absent", "empty/x"] {
        assert_eq!(base.look(Path::new(rel)), look(&folder.join(rel)), "{rel}");
        assert_eq!(base.look_at_entry(Path::new(rel)), look_at_entry(&folder.join(rel)), "{rel}");
        for limit in [5000, 4999] {
            let read_from_top = read(&folder.join(rel), limit).map(|read| (read.bytes, read.stamp));
            let found = base.read(Path::new(rel), limit, &mut buffer);
            assert_eq!(found.map(|(bytes, stamp)| (bytes.to_vec(), stamp)), read_from_top, "{rel}");
        }
    }
    assert_eq!(base.read(Path::new("a/file"), 5000, &mut buffer).unwrap().0, [7; 5000]);
    assert_eq!(base.read(Path::new("out"), 5000, &mut buffer).unwrap().0, b"out", "nothing of the last");
    assert_eq!(HeldFolder::open(&folder.join("empty")).unwrap_err().cause, Cause::NotAFolder);
}

#[cfg(unix)]
#[test]
fn a_look_follows_links_and_a_look_at_the_entry_does_not() {
    let room = room();
    fs::write(room.path().join("file"), "12345").unwrap();
    link("file", &room.path().join("door"));
    let door = room.path().join("door");
    assert_eq!(look(&door).unwrap().kind, Kind::File);
    assert_eq!(look(&door).unwrap().stamp.size, 5);
    assert_eq!(look_at_entry(&door).unwrap().kind, Kind::Link);
    assert_eq!(link_target(&door).unwrap(), Path::new("file"));
    assert_eq!(canonical(&door).unwrap(), canonical(&room.path().join("file")).unwrap());
}

#[test]
fn a_write_replaces_whole_or_not_at_all() {
    let room = room();
    let file = room.path().join("a");
    write_atomic(&file, b"old").unwrap();
    write_atomic(&file, b"new").unwrap();
    assert_eq!(fs::read(&file).unwrap(), b"new");
    // A folder of that name cannot be replaced by a file; nothing is left behind.
    fs::create_dir(room.path().join("taken")).unwrap();
    fs::write(room.path().join("taken/x"), "").unwrap();
    assert!(write_atomic(&room.path().join("taken"), b"x").is_err());
    assert_eq!(list(room.path()).unwrap().len(), 2, "no temporary file stays");
    assert_eq!(write_atomic(&room.path().join("absent/a"), b"x").unwrap_err().cause, Cause::Missing);
}

#[test]
fn a_growing_file_is_read_by_place() {
    let room = room();
    let file = room.path().join("log");
    fs::write(&file, "0123456789").unwrap();
    let log = LogFile::open(&file).unwrap();
    let mut buffer = [0; 4];
    assert_eq!(log.read_at(&mut buffer, 8).unwrap(), 2);
    assert_eq!(&buffer[..2], b"89");
    assert_eq!(log.read_at(&mut buffer, 100).unwrap(), 0);
    assert_eq!(log.stamp().unwrap().size, 10);
}

#[test]
fn a_resting_log_is_opened_again_unless_another_took_its_name() {
    let room = room();
    let file = room.path().join("log");
    fs::write(&file, "0123456789").unwrap();
    let log = LogFile::open(&file).unwrap();
    log.rest();
    let mut buffer = [0; 4];
    assert_eq!(log.read_at(&mut buffer, 2).unwrap(), 4);
    assert_eq!(&buffer, b"2345");
    fs::write(room.path().join("other"), "abc").unwrap();
    fs::rename(room.path().join("other"), &file).unwrap();
    if cfg!(unix) {
        assert!(log.read_at(&mut buffer, 0).unwrap_err().to_string().contains("it was replaced"));
    }
}

#[test]
fn what_is_pinned_stays_the_same_under_another_name() {
    let room = room();
    let path = room.path().join("program");
    fs::write(&path, "one").unwrap();
    let pinned = Pinned::file(&path).unwrap();
    fs::write(room.path().join("other"), "two").unwrap();
    fs::rename(room.path().join("other"), &path).unwrap();
    let mut bytes = Vec::new();
    let digest = pinned.read_through(3, |piece| {
        bytes.extend_from_slice(piece);
        Ok(())
    });
    assert_eq!((digest.unwrap(), bytes.as_slice()), (Digest::of(b"one"), &b"one"[..]));
    let too_large = Pinned::file(&path).unwrap().read_through(2, |_| Ok(()));
    assert_eq!(too_large.unwrap_err().cause, Cause::TooLarge { size: 3, limit: 2 });
    assert!(Pinned::file(room.path()).is_err());
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_sealed_cannot_be_changed() {
    use std::os::fd::{AsFd, AsRawFd};
    let room = room();
    let path = room.path().join("program");
    fs::write(&path, "one").unwrap();
    let (sealed, digest) = crate::Sealed::copy(&Pinned::file(&path).unwrap(), 3).unwrap();
    assert_eq!(digest, Digest::of(b"one"));
    assert!(crate::Sealed::copy(&Pinned::file(&path).unwrap(), 2).is_err());
    let again = format!("/proc/self/fd/{}", sealed.as_fd().as_raw_fd());
    assert_eq!(fs::read(&again).unwrap(), b"one");
    assert!(fs::write(&again, "two").is_err());
    assert!(fs::OpenOptions::new().append(true).open(&again).and_then(|mut it| it.write_all(b"x")).is_err());
    assert_eq!(fs::read(&again).unwrap(), b"one");
}

#[cfg(target_os = "linux")]
#[test]
fn no_link_is_followed_to_a_folder_beneath() {
    let room = room();
    fs::create_dir_all(room.path().join("in/side")).unwrap();
    link("side", &room.path().join("in/link"));
    link("..", &room.path().join("in/out"));
    let top = Pinned::folder(&room.path().join("in")).unwrap();
    let beneath = |rel: &str| top.folder_beneath(Path::new(rel)).map(|it| it.look().stamp.inode);
    assert_eq!(beneath(""), Ok(top.look().stamp.inode));
    assert_eq!(beneath("side"), Ok(look(&room.path().join("in/side")).unwrap().stamp.inode));
    assert_eq!(beneath("link").unwrap_err().cause, Cause::Loop);
    assert_eq!(beneath("out").unwrap_err().cause, Cause::Loop);
    assert_eq!(beneath("..").unwrap_err().cause, Cause::Outside);
    assert_eq!(beneath("/").unwrap_err().cause, Cause::Outside);
    assert_eq!(Pinned::entry(&room.path().join("in/out")).unwrap().look().kind, Kind::Link);
}

#[test]
fn a_scratch_folder_goes_with_all_in_it_and_nothing_else() {
    let room = room();
    fs::create_dir(room.path().join("kept")).unwrap();
    fs::write(room.path().join("kept/file"), "").unwrap();
    let (one, two) = (Scratch::below(room.path()).unwrap(), Scratch::below(room.path()).unwrap());
    assert_ne!(one.path(), two.path());
    fs::create_dir_all(one.path().join("a/b")).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(one.path()).unwrap().permissions().mode() & 0o777, 0o700);
        link("../kept", &one.path().join("out"));
        for folder in ["a/b", "a"] {
            fs::set_permissions(one.path().join(folder), fs::Permissions::from_mode(0o000)).unwrap();
        }
    }
    let path = one.path().to_owned();
    drop(one);
    assert!(!path.exists() && two.path().exists());
    assert!(room.path().join("kept/file").exists());
}

#[test]
fn adding_leaves_what_is_there_and_waits_its_turn() {
    let room = room();
    let file = room.path().join("log");
    assert_eq!(append_to_existing(&file).unwrap_err().cause, Cause::Missing);
    fs::write(&file, "old\n").unwrap();
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let file = &file;
            scope.spawn(move || {
                for _ in 0..20 {
                    let mut log = append(file).unwrap();
                    // Two pieces: without the lock those of another writer would come between.
                    log.add(format!("{writer}").as_bytes()).unwrap();
                    log.add(format!("{writer}\n").as_bytes()).unwrap();
                }
            });
        }
    });
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.starts_with("old\n"), "{text}");
    assert_eq!(text.lines().count(), 81);
    assert!(text.lines().skip(1).all(|line| line.len() == 2 && line[..1] == line[1..]), "{text}");
}

#[cfg(unix)]
#[test]
fn only_files_are_added_to_and_new_ones_are_private() {
    let room = room();
    let at = |name: &str| room.path().join(name);
    fs::write(at("file"), "x").unwrap();
    link("file", &at("door"));
    link("nowhere", &at("dangling"));
    fs::create_dir(at("folder")).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(at("socket")).unwrap();
    for (name, what) in [("door", "link"), ("dangling", "link"), ("folder", "folder"), ("socket", "socket")] {
        assert_eq!(append(&at(name)).unwrap_err().cause, Cause::NotAFile(what), "{name}");
    }
    assert_eq!(fs::read(at("file")).unwrap(), b"x");
    make_private_folder(&at("kept/deep")).unwrap();
    append(&at("kept/deep/log")).unwrap().add(b"x").unwrap();
    write_private(&at("kept/deep/blob"), b"x").unwrap();
    for (name, mode) in [("kept", 0o700), ("kept/deep", 0o700), ("kept/deep/log", 0o600)] {
        assert_eq!(look(&at(name)).unwrap().mode, mode, "{name}");
    }
    assert_eq!(look(&at("kept/deep/blob")).unwrap().mode, 0o600);
}

#[test]
fn of_many_who_make_one_file_one_succeeds() {
    let room = room();
    let file = room.path().join("lease");
    let tries: Vec<_> = std::thread::scope(|scope| {
        let file = &file;
        let tries: Vec<_> =
            (0..8).map(|number| scope.spawn(move || create_whole(file, &[number; 64]))).collect();
        tries.into_iter().map(|attempt| attempt.join().unwrap()).collect()
    });
    assert_eq!(tries.iter().filter(|made| made.is_ok()).count(), 1);
    assert!(tries.iter().flat_map(|made| made.as_ref().err()).all(|fault| fault.cause == Cause::Exists));
    let bytes = fs::read(&file).unwrap();
    assert!(bytes.len() == 64 && bytes.iter().all(|byte| *byte == bytes[0]), "{bytes:?}");
    assert_eq!(list(room.path()).unwrap().len(), 1, "no temporary file stays");
    remove(&file).unwrap();
    assert_eq!(remove(&file).unwrap_err().cause, Cause::Missing);
}
