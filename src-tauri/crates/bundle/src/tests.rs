use proptest::prelude::*;
use serde_json::Map;

use crate::{
    CannotPack, Finding, Listed, ListedKind, MANIFEST, Matter, NotABundle, NotUnpacked, Part, SIGNATURE,
    Thing, archive, open, pack, verify,
};

fn part(name: &str, bytes: &[u8]) -> Part {
    Part { name: name.to_owned(), what: "a part".to_owned(), bytes: bytes.to_vec() }
}

fn packed(parts: Vec<Part>) -> Vec<u8> {
    pack(parts, "assay 0", Map::new(), None).expect("parts that can be packed")
}

#[test]
fn only_names_that_lead_nowhere_are_packed() {
    for name in ["a.md", "snapshots/0a1b.md", "a/b/c-d_e.json"] {
        assert!(pack(vec![part(name, b"x")], "", Map::new(), None).is_ok(), "{name}");
    }
    for name in ["", "/a", "a/", "../a", "a/../b", "A.md", "a\\b", ".a", "a:b", MANIFEST, SIGNATURE, "a b"] {
        let refused = Err(CannotPack::Name(name.to_owned()));
        assert_eq!(pack(vec![part(name, b"x")], "", Map::new(), None), refused, "{name}");
    }
    assert!(pack(vec![part("a", b"1"), part("a", b"2")], "", Map::new(), None).is_err(), "twice");
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

    #[test]
    fn a_changed_byte_is_found_or_shows_nowhere(at in any::<prop::sample::Index>(), bit in 0..8_u8) {
        let parts = vec![part("a", b"the first part"), part("b/c", &[42; 300])];
        let mut bytes = packed(parts.clone());
        let at = at.index(bytes.len());
        let may_pass = is_packed_or_a_version(&bytes, at);
        bytes[at] ^= 1 << bit;
        if let Ok(verified) = verify(&bytes)
            && verified.findings.is_empty()
        {
            prop_assert!(may_pass, "byte {at} bit {bit}");
            prop_assert_eq!(verified.parts, parts);
        }
    }
}

/// Whether a byte is packed, where other bits may come to the same bytes, or says which version of a program made a
/// part, which no program shows.
fn is_packed_or_a_version(zip: &[u8], at: usize) -> bool {
    let starts = |at: usize, mark: &[u8]| zip[at..].starts_with(mark);
    let long = |at: usize| u32::from_le_bytes(zip[at..at + 4].try_into().expect("four bytes")) as usize;
    (0..zip.len()).any(|start| {
        let begin = start + 30 + if starts(start, b"PK\x03\x04") { long(start + 26) & 0xffff } else { 0 };
        (starts(start, b"PK\x03\x04") && (begin..begin + long(start + 18)).contains(&at))
            || (starts(start, b"PK\x01\x02") && at == start + 4)
    })
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

/// A zip made by hand: what the directory has, and what the headers have.
fn by_hand(headers: &[(&str, &[u8])], directory: &[usize]) -> Vec<u8> {
    use std::io::Write;
    let (mut zip, mut rows) = (Vec::new(), Vec::new());
    for (name, bytes) in headers {
        let mut packed = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::default());
        packed.write_all(bytes).expect("memory");
        let packed = packed.finish().expect("memory");
        let mut sum = flate2::Crc::new();
        sum.update(bytes);
        let mut fields = vec![20, 0, 0, 0, 8, 0, 0, 0, 0x21, 0];
        for number in [sum.sum(), packed.len() as u32, bytes.len() as u32] {
            fields.extend(number.to_le_bytes());
        }
        fields.extend((name.len() as u32).to_le_bytes());
        let start = zip.len() as u32;
        zip.extend(b"PK\x03\x04");
        zip.extend(&fields);
        zip.extend(name.as_bytes());
        zip.extend(packed);
        let mut row = b"PK\x01\x02\x14\x03".to_vec();
        row.extend(&fields);
        row.extend([0; 6]);
        row.extend((0o100_644_u32 << 16).to_le_bytes());
        row.extend(start.to_le_bytes());
        row.extend(name.as_bytes());
        rows.push(row);
    }
    let start = zip.len() as u32;
    directory.iter().for_each(|at| zip.extend(&rows[*at]));
    let length = zip.len() as u32 - start;
    let count = (directory.len() as u16).to_le_bytes();
    zip.extend(b"PK\x05\x06\0\0\0\0");
    zip.extend(count.iter().chain(&count));
    zip.extend(length.to_le_bytes());
    zip.extend(start.to_le_bytes());
    zip.extend([0, 0]);
    zip
}

#[test]
fn twins_and_whatever_no_list_shows_are_found() {
    let parts = [part("a.html", b"true"), part("b", b"2")];
    let manifest = {
        use std::io::Read;
        let whole = packed(parts.to_vec());
        let mut zip = zip::ZipArchive::new(std::io::Cursor::new(whole)).expect("a zip");
        let mut text = String::new();
        zip.by_name(MANIFEST).expect("it is there").read_to_string(&mut text).expect("text");
        text
    };
    let (manifest, a, b) = ((MANIFEST, manifest.as_bytes()), ("a.html", &b"true"[..]), ("b", &b"2"[..]));
    let forged = ("a.html", &b"FORGED"[..]);
    let found = |zip: &[u8]| -> Vec<String> {
        verify(zip).map_or_else(
            |not| vec![not.to_string()],
            |verified| verified.findings.iter().map(ToString::to_string).collect(),
        )
    };
    let check = |zip: &[u8], words: &str| {
        let found = found(zip);
        assert!(found.iter().any(|one| one.contains(words)), "{words}: {found:?}");
    };
    let right = by_hand(&[manifest, a, b], &[0, 1, 2]);
    assert_eq!(found(&right), Vec::<String>::new());
    check(&by_hand(&[manifest, forged, a, b], &[0, 1, 2, 3]), "a.html is there twice");
    check(&by_hand(&[manifest, a, forged, b], &[0, 1, 2, 3]), "a.html is there twice");
    check(&by_hand(&[manifest, a, a, b], &[0, 1, 2, 3]), "a.html is there twice");
    check(&by_hand(&[manifest, a, b], &[0, 1, 1, 2]), "a.html is there twice");
    check(&by_hand(&[manifest, manifest, a, b], &[0, 1, 2, 3]), "manifest.json is there twice");
    check(&by_hand(&[forged, manifest, a, b], &[1, 2, 3]), "manifest.json: it does not directly follow");
    check(&by_hand(&[manifest, forged, a, b], &[0, 2, 3]), "a.html: it does not directly follow");
    check(&by_hand(&[manifest, a, b, forged], &[0, 1, 2]), "belong to no part");
    check(&by_hand(&[manifest, a, b, ("A.html", b"x")], &[0, 1, 2, 3]), "\"A.html\" is not a valid part");
    check(&by_hand(&[manifest, a, b, ("b/../c", b"x")], &[0, 1, 2, 3]), "is not a valid part");
    check(&by_hand(&[manifest, a, b, ("c", b"x")], &[0, 1, 2, 3]), "c is not listed");
    check(&by_hand(&[manifest, a], &[0, 1]), "b is listed, but missing");
    check(&[&right[..], b"more"].concat(), "more bytes follow the end of the zip: 4");
    check(&[b"more", &right[..]].concat(), "does not end where the zip ends");
    // Another checksum, length or name in the header than in the directory.
    for at in [14, 18, 22, 30] {
        let mut other = right.clone();
        other[at] ^= 1;
        assert!(!found(&other).is_empty(), "byte {at} of the first header");
    }
}

#[test]
fn manifest_and_signature_with_a_key_twice_are_refused_by_name() {
    use std::io::Read;

    let room = tempfile::tempdir().expect("a folder");
    let key = signatures::SigningKey::kept_in(room.path()).expect("a key");
    let bytes = pack(vec![part("a", b"1")], "assay 0", Map::new(), Some(&key)).expect("a bundle");
    let read = |name: &str| {
        let mut text = String::new();
        let mut zip = zip::ZipArchive::new(std::io::Cursor::new(&bytes)).expect("a zip");
        zip.by_name(name).expect("it is there").read_to_string(&mut text).expect("text");
        text
    };
    let (manifest, signature) = (read(MANIFEST), read(SIGNATURE));
    let double = |text: &str, member: &str| text.replacen('{', &format!("{{{member},"), 1);
    for member in ["\"version\": 9", "\"x\": 1, \"x\": 1"] {
        let zip = by_hand(&[(MANIFEST, double(&manifest, member).as_bytes()), ("a", b"1")], &[0, 1]);
        let error = verify(&zip).expect_err(member).to_string();
        assert!(error.contains("manifest.json") && error.contains("is twice in one object"), "{error}");
    }
    for member in ["\"payloadType\": \"x\"", "\"x\": 1, \"x\": 1"] {
        let forged = double(&signature, member);
        let parts = [(MANIFEST, manifest.as_bytes()), ("a", &b"1"[..]), (SIGNATURE, forged.as_bytes())];
        let verified = verify(&by_hand(&parts, &[0, 1, 2])).expect("a bundle");
        let found = verified.findings.iter().map(ToString::to_string).collect::<Vec<_>>();
        let is_named =
            |one: &String| one.contains("signature.json") && one.contains("is twice in one object");
        assert!(found.iter().any(is_named) && verified.signed_by.is_none(), "{found:?}");
    }
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

#[test]
fn a_signed_bundle_tells_its_key_and_any_other_byte_of_a_part_is_found() {
    let room = tempfile::tempdir().expect("a folder");
    let key = signatures::SigningKey::kept_in(room.path()).expect("a key");
    let other = signatures::SigningKey::kept_in(&room.path().join("other")).expect("a key");
    let parts = || vec![part("a", b"the first part"), part("b/c", &[42; 300])];
    let signed = |parts, key| pack(parts, "assay 0", Map::new(), Some(key)).expect("packed");
    let bytes = signed(parts(), &key);
    assert_eq!(bytes, signed(parts(), &key), "the same twice");
    let verified = verify(&bytes).expect("a bundle");
    assert_eq!((verified.findings, verified.parts), (Vec::new(), parts()));
    assert_eq!(verified.signed_by, Some(key.public().id()));
    assert_eq!(verify(&packed(parts())).expect("a bundle").signed_by, None);

    assert_eq!(verify(&signed(parts(), &other)).expect("a bundle").signed_by, Some(other.public().id()));
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut flipped = bytes.clone();
            flipped[at] ^= 1 << bit;
            let Ok(found) = verify(&flipped) else { continue };
            // Bits that are packed may come to the same bytes; then nothing has changed.
            let is_same = found.parts == parts() && found.signed_by == Some(key.public().id());
            assert!(!found.findings.is_empty() || is_same, "byte {at} bit {bit}: {found:?}");
        }
    }
}
