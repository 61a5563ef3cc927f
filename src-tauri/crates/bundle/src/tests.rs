use proptest::prelude::*;
use serde_json::Map;

use crate::{
    CannotPack, Finding, Listed, ListedKind, MANIFEST, Matter, NotABundle, NotUnpacked, Part, Thing, archive,
    open, pack, verify,
};

fn part(name: &str, bytes: &[u8]) -> Part {
    Part { name: name.to_owned(), what: "a part".to_owned(), bytes: bytes.to_vec() }
}

fn packed(parts: Vec<Part>) -> Vec<u8> {
    pack(parts, "assay 0", Map::new()).expect("parts that can be packed")
}

#[test]
fn only_names_that_lead_nowhere_are_packed() {
    for name in ["a.md", "snapshots/0a1b.md", "a/b/c-d_e.json"] {
        assert!(pack(vec![part(name, b"x")], "", Map::new()).is_ok(), "{name}");
    }
    for name in ["", "/a", "a/", "../a", "a/../b", "A.md", "a\\b", ".a", "a:b", MANIFEST, "a b"] {
        let refused = Err(CannotPack::Name(name.to_owned()));
        assert_eq!(pack(vec![part(name, b"x")], "", Map::new()), refused, "{name}");
    }
    assert!(pack(vec![part("a", b"1"), part("a", b"2")], "", Map::new()).is_err(), "twice");
}

#[test]
fn what_is_no_bundle_is_told() {
    assert!(matches!(verify(b"text"), Err(NotABundle::NotAZip(_))));
    assert!(matches!(verify(&[]), Err(NotABundle::NotAZip(_))));
    let cut = packed(vec![part("a", &[7; 4_000])]);
    assert!(verify(&cut[..cut.len() / 2]).is_err());
}

proptest! {
    #[test]
    fn a_bundle_is_what_was_packed_in_any_order(
        files in prop::collection::btree_map("[a-z]{1,8}(/[a-z0-9]{1,8})?", prop::collection::vec(any::<u8>(), 0..200), 1..8),
    ) {
        let parts: Vec<Part> = files.iter().map(|(name, bytes)| part(name, bytes)).collect();
        let mut turned = parts.clone();
        turned.reverse();
        let bytes = packed(parts.clone());
        prop_assert_eq!(&bytes, &packed(turned));
        let verified = verify(&bytes).expect("a bundle");
        prop_assert_eq!(verified.findings, Vec::new());
        prop_assert_eq!(verified.parts, parts);
    }

    // A flipped bit may hide in what a zip says twice; it never changes what a verified part holds.
    #[test]
    fn a_changed_byte_never_passes_as_a_part(at in any::<prop::sample::Index>(), bit in 0..8_u8) {
        let parts = vec![part("a", b"the first part"), part("b/c", &[42; 300])];
        let mut bytes = packed(parts.clone());
        let at = at.index(bytes.len());
        bytes[at] ^= 1 << bit;
        if let Ok(verified) = verify(&bytes) {
            for part in &verified.parts {
                prop_assert!(parts.contains(part) || !verified.findings.is_empty(), "{:?}", part.name);
            }
            if verified.findings.is_empty() {
                let held: Vec<&[u8]> = verified.parts.iter().map(|part| &*part.bytes).collect();
                let sums = verified.manifest.parts.iter().map(|row| row.sha256.clone());
                prop_assert_eq!(sums.collect::<Vec<_>>(), held.iter().map(|bytes| disk::Digest::of(bytes).to_string()).collect::<Vec<_>>());
            }
        }
    }
}

#[test]
fn a_part_put_in_or_left_out_is_found() {
    let whole = packed(vec![part("a", b"1"), part("b", b"2")]);
    let other = packed(vec![part("a", b"1"), part("c", b"2")]);
    // The manifest of one with the parts of the other.
    let swapped = swap_manifest(&whole, &other);
    let verified = verify(&swapped).expect("a zip with a manifest");
    assert!(verified.findings.contains(&Finding::NotListed("c".into())), "{:?}", verified.findings);
    assert!(verified.findings.contains(&Finding::Missing("b".into())), "{:?}", verified.findings);
}

/// The parts of `other` under the manifest of `whole`.
fn swap_manifest(whole: &[u8], other: &[u8]) -> Vec<u8> {
    use std::io::{Cursor, Read, Write};
    use zip::{ZipArchive, ZipWriter};
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (bytes, is_wanted) in [(whole, true), (other, false)] {
        let mut from = ZipArchive::new(Cursor::new(bytes)).expect("a zip");
        for at in 0..from.len() {
            let mut part = from.by_index(at).expect("a part");
            if (part.name().expect("a name") == MANIFEST) == is_wanted {
                let mut held = Vec::new();
                part.read_to_end(&mut held).expect("its bytes");
                let name = part.name().expect("a name").into_owned();
                zip.start_file(name, zip::write::SimpleFileOptions::default()).expect("a name");
                zip.write_all(&held).expect("memory");
            }
        }
    }
    zip.finish().expect("a zip").into_inner()
}

fn thing(name: &str, matter: Matter, mode: u32) -> Thing {
    Thing { name: name.to_owned(), matter, mode }
}

#[test]
fn an_archive_keeps_what_things_are_and_nothing_of_when() {
    let things = || {
        vec![
            thing("a/run.sh", Matter::File(b"#!/bin/sh\n".to_vec()), 0o750),
            thing("a", Matter::Folder, 0o755),
            thing("a/empty", Matter::Folder, 0o700),
            thing("a/again", Matter::Link("run.sh".into()), 0o777),
            thing("a/SKILL.md", Matter::File(Vec::new()), 0o644),
        ]
    };
    let mut turned = things();
    turned.reverse();
    let bytes = archive(things()).expect("an archive");
    assert_eq!(bytes, archive(turned).expect("an archive"));
    let mut opened = open(bytes).expect("a zip");
    let listed: Vec<Listed> = (0..opened.len()).map(|at| opened.listed(at).expect("an entry")).collect();
    let told: Vec<_> =
        listed.iter().map(|one| (String::from_utf8_lossy(&one.name), one.kind, one.mode, one.size)).collect();
    assert_eq!(
        told,
        [
            ("a/".into(), ListedKind::Folder, 0o755, 0),
            ("a/SKILL.md".into(), ListedKind::File, 0o644, 0),
            ("a/again".into(), ListedKind::Link, 0o777, 6),
            ("a/empty/".into(), ListedKind::Folder, 0o700, 0),
            ("a/run.sh".into(), ListedKind::File, 0o750, 10),
        ]
    );
    assert_eq!(opened.unpacked(2, 100), Ok(b"run.sh".to_vec()));
    assert_eq!(opened.unpacked(4, 10), Ok(b"#!/bin/sh\n".to_vec()));
    assert_eq!(opened.unpacked(4, 9), Err(NotUnpacked::TooLarge));
    for name in ["", "/a", "../a", "a/../b", "a//b", "a\\b", "a/.", "a\0b"] {
        let one = vec![thing(name, Matter::File(Vec::new()), 0o644)];
        assert_eq!(archive(one), Err(CannotPack::Name(name.to_owned())), "{name:?}");
    }
    let twice = vec![thing("a", Matter::Folder, 0o755), thing("a", Matter::File(Vec::new()), 0o644)];
    assert!(archive(twice).is_err(), "twice");
    assert!(open(b"text".to_vec()).is_err());
}
