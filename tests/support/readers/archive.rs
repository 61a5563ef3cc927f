//! Archives that are imported, and bundles of evidence.

use super::Reader;

fn zips() -> Vec<Vec<u8>> {
    let part = |name: &str, bytes: &[u8]| bundle::Part {
        name: name.to_owned(),
        what: "a part".to_owned(),
        bytes: bytes.to_vec(),
    };
    let parts = vec![part("a.txt", b"aaaa"), part("b/c.txt", &[b'c'; 4000])];
    vec![bundle::pack(parts, "a test", serde_json::Map::new(), None).unwrap()]
}

pub fn archives() -> Reader {
    Reader::new(zips(), |bytes| {
        let Ok(mut opened) = bundle::open(bytes.to_vec()) else { return };
        let (_, _) = (opened.has_twins(), opened.has_overlaps());
        for at in 0..opened.len().min(200) {
            if opened.listed(at).is_ok() {
                // However much it promises, no more comes out than was asked for.
                if let Ok(unpacked) = opened.unpacked(at, 1 << 20) {
                    assert!(unpacked.len() <= 1 << 20);
                }
            }
        }
    })
}

pub fn bundles() -> Reader {
    Reader::new(zips(), |bytes| {
        let (once, twice) = (format!("{:?}", bundle::verify(bytes)), format!("{:?}", bundle::verify(bytes)));
        assert_eq!(once, twice);
    })
}
