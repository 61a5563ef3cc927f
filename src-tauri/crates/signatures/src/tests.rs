use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::{
    Certificate, Envelope, FILE_NAME, KEY_FILE, SigningKey, SigningKeyError, TrustStore, Verdict,
    Verification, verify,
};

const MAIN: &str = "SKILL.md";

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

fn trusted(name: &str) -> TrustStore {
    TrustStore::from_pem(&disk::read(&fixture(name), 1 << 20).expect("read").bytes).expect("certificates")
}

/// A copy of the signed folder, to be spoiled.
fn signed() -> (tempfile::TempDir, PathBuf) {
    let room = tempfile::tempdir().expect("a folder");
    let skill = room.path().join("skill");
    disk::copy_passing(&fixture("skill"), &skill, disk::Bounds::default()).expect("copied");
    (room, skill)
}

fn looked_at(folder: &Path, store: &TrustStore) -> Verification {
    verify(folder, MAIN, Ok(store), SystemTime::now()).expect("it is signed")
}

#[track_caller]
fn check(folder: &Path, word: &str, words: &str) {
    let found = looked_at(folder, &trusted("root.pem"));
    assert_eq!(found.verdict.word(), word, "{found}");
    assert_eq!(found.to_string(), words);
}

#[track_caller]
fn rewritten(change: impl FnOnce(&mut Value), word: &str, words: &str) {
    let (_room, folder) = signed();
    let file = folder.join(FILE_NAME);
    let mut bundle: Value =
        serde_json::from_slice(&disk::read(&file, 1 << 20).expect("read").bytes).expect("JSON");
    change(&mut bundle);
    disk::write_atomic(&file, bundle.to_string().as_bytes()).expect("written");
    check(&folder, word, words);
}

#[test]
fn a_folder_is_what_was_signed_or_the_files_are_named_that_are_not() {
    let (_room, folder) = signed();
    check(&folder, "unchanged", "Signed by Signer (Example), unchanged.");
    disk::write_atomic(&folder.join(".gitignore"), b"x").expect("written");
    check(
        &folder,
        "unchanged",
        "Signed by Signer (Example), unchanged. Not covered by the signature: .gitignore.",
    );
    let (_room, folder) = signed();
    disk::write_atomic(&folder.join("new.md"), b"x").expect("written");
    disk::write_atomic(&folder.join("references/form.md"), b"x").expect("written");
    disk::remove(&folder.join("empty.txt")).expect("removed");
    check(
        &folder,
        "changed",
        "Changed since Signer (Example) signed it: empty.txt was removed, new.md was added, references/form.md was \
         changed.",
    );
    disk::write_atomic(&folder.join("scripts/x"), b"x").expect("written");
    let found = looked_at(&folder, &trusted("root.pem")).to_string();
    assert!(found.ends_with("references/form.md was changed and 1 more."), "{found}");
}

#[test]
fn what_is_not_signed_has_no_verdict() {
    let (_room, folder) = signed();
    disk::remove(&folder.join(FILE_NAME)).expect("removed");
    assert_eq!(verify(&folder, MAIN, Ok(&trusted("root.pem")), SystemTime::now()), None);
    assert_eq!(verify(&folder.join("nowhere"), MAIN, Ok(&trusted("root.pem")), SystemTime::now()), None);
}

#[test]
fn a_chain_that_nobody_trusts_is_told_with_what_was_changed() {
    let (_room, folder) = signed();
    disk::write_atomic(&folder.join("new.md"), b"x").expect("written");
    for store in [TrustStore::default(), trusted("other.pem")] {
        let found = looked_at(&folder, &store);
        assert_eq!(found.verdict.word(), "not_trusted");
        assert_eq!(
            found.to_string(),
            "The signature claims to be by Signer (Example), but the chain ends at Root (Example), which is not \
             trusted. The files also differ from the signed ones: new.md was added."
        );
    }
    let found = verify(&folder, MAIN, Err("trusted-signers.pem cannot be read"), SystemTime::now());
    assert_eq!(
        found.expect("it is signed").to_string(),
        "The signature cannot be checked: trusted-signers.pem cannot be read."
    );
}

#[test]
fn a_certificate_that_ended_is_told() {
    let (_room, folder) = signed();
    let later = SystemTime::now() + Duration::from_secs(60 * 60 * 24 * 365 * 20);
    let found = verify(&folder, MAIN, Ok(&trusted("root.pem")), later).expect("it is signed");
    assert_eq!((found.verdict.word(), found.identity.as_ref()), ("not_trusted", None));
    assert_eq!(
        found.to_string(),
        "The signature claims to be by Signer (Example), but the certificate of Signer (Example) is valid from \
         2026-01-01 to 2035-12-30, not now. The signer's certificate expired on 2035-12-30; the signature may \
         be from before or after."
    );
    let before = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000);
    let found = verify(&folder, MAIN, Ok(&trusted("root.pem")), before).expect("it is signed");
    assert_eq!((found.verdict.word(), found.expired), ("not_trusted", None));
}

#[test]
fn signature_of_many_names_is_checked_in_linear_time_or_refused() {
    let (_room, folder) = signed();
    let file = folder.join(FILE_NAME);
    disk::write_atomic(&file, &vec![b' '; (4 << 20) + 1]).expect("written");
    assert_eq!(looked_at(&folder, &trusted("root.pem")).verdict.word(), "unverifiable");

    let key = SigningKey::kept_in(&folder.with_file_name("kept")).expect("made");
    let digest = disk::Digest::of(b"x");
    let mut resources = Vec::new();
    let mut all = disk::Hashing::default();
    for at in 0..18_000 {
        resources
            .push(json!({ "name": format!("f{at}"), "algorithm": "sha256", "digest": digest.to_string() }));
        all.add(digest.as_bytes());
    }
    let ignored: Vec<String> = (0..10_000).map(|at| format!("i{at}")).collect();
    let statement = json!({
        "_type": "https://in-toto.io/Statement/v1", "predicateType": "https://model_signing/signature/v1.0",
        "subject": [{ "name": "notes", "digest": { "sha256": all.digest().to_string() } }],
        "predicate": {
            "serialization": { "method": "files", "hash_type": "sha256", "ignore_paths": ignored },
            "resources": resources,
        },
    });
    let envelope = Envelope::sign(statement.to_string().as_bytes(), &key);
    let bundle = json!({
        "mediaType": "application/vnd.dev.sigstore.bundle.v0.3+json",
        "verificationMaterial": { "publicKey": { "hint": "x" } }, "dsseEnvelope": envelope,
    });
    disk::write_atomic(&file, bundle.to_string().as_bytes()).expect("written");
    let mut store = TrustStore::default();
    store.trust_key(key.public());
    let begun = std::time::Instant::now();
    let found = verify(&folder, "f0", Ok(&store), SystemTime::now()).expect("it is signed");
    assert!(found.changes.len() >= 18_000, "{found}");
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
}

#[test]
fn a_signature_that_was_tampered_with_is_none() {
    let forged = "skill.oms.sig claims to be signed by Signer (Example), but the signature does not match its \
     content: one of the two was changed.";
    rewritten(|_| {}, "unchanged", "Signed by Signer (Example), unchanged.");
    rewritten(
        |bundle| {
            let payload = STANDARD.encode(br#"{"_type":"https://in-toto.io/Statement/v1"}"#);
            bundle["dsseEnvelope"]["payload"] = json!(payload);
        },
        "changed",
        forged,
    );
    rewritten(|bundle| bundle["dsseEnvelope"]["signatures"][0]["sig"] = json!(""), "changed", forged);
}

#[test]
fn what_cannot_be_checked_says_why() {
    let check = |change: fn(&mut Value), words: &str| {
        rewritten(
            change,
            "unverifiable",
            &format!("The signature cannot be checked: skill.oms.sig: {words}."),
        );
    };
    check(
        |bundle| bundle["mediaType"] = json!("application/vnd.dev.sigstore.bundle.v0.4+json"),
        "unsupported format application/vnd.dev.sigstore.bundle.v0.4+json; Assay reads \
         application/vnd.dev.sigstore.bundle.v0.3+json",
    );
    check(
        |bundle| {
            let one = bundle["dsseEnvelope"]["signatures"][0].clone();
            bundle["dsseEnvelope"]["signatures"] = json!([one, one]);
        },
        "it has 2 signatures instead of one",
    );
    check(
        |bundle| bundle["dsseEnvelope"]["payloadType"] = json!("x"),
        "it signs the type x, not an in-toto statement (application/vnd.in-toto+json)",
    );
    check(
        |bundle| bundle["verificationMaterial"] = json!({ "certificate": { "rawBytes": "" } }),
        "it was signed with a certificate of Sigstore that held for minutes; only a transparency log can prove \
         that it was signed then, and Assay does not use the network",
    );
    check(
        |bundle| bundle["verificationMaterial"]["publicKey"] = json!({ "hint": "x" }),
        "it has neither a certificate chain nor a key",
    );
    check(
        |bundle| {
            let certificates = &mut bundle["verificationMaterial"]["x509CertificateChain"]["certificates"];
            let one = certificates[0].clone();
            *certificates = Value::Array(vec![one; 21]);
        },
        "it has 21 certificates; 1 to 20 are allowed",
    );
    check(
        |bundle| {
            let certificates = &mut bundle["verificationMaterial"]["x509CertificateChain"]["certificates"];
            certificates[1]["rawBytes"] = json!(STANDARD.encode([0x30; 70_000]));
        },
        "its certificate 2 cannot be read: it has 70000 bytes, more than the limit of 65536",
    );
}

#[test]
fn a_main_file_that_is_not_covered_is_no_signed_skill() {
    let (_room, folder) = signed();
    let found = verify(&folder, "OTHER.md", Ok(&trusted("root.pem")), SystemTime::now());
    assert_eq!(
        found.expect("it is signed").to_string(),
        "The signature cannot be checked: skill.oms.sig: it does not cover OTHER.md."
    );
}

#[cfg(unix)]
#[test]
fn links_and_a_signature_that_is_a_pipe_are_not_followed() {
    let (_room, folder) = signed();
    std::os::unix::fs::symlink("/etc/passwd", folder.join("passwd")).expect("linked");
    check(&folder, "changed", "Changed since Signer (Example) signed it: passwd is a link.");
    disk::remove(&folder.join(FILE_NAME)).expect("removed");
    std::os::unix::fs::symlink("/dev/zero", folder.join(FILE_NAME)).expect("linked");
    let found = looked_at(&folder, &trusted("root.pem"));
    assert_eq!(found.verdict.word(), "unverifiable", "{found}");
}

#[test]
fn bytes_of_strangers_make_no_certificate_and_no_panic() {
    let (_room, folder) = signed();
    let der = trusted("root.pem").certificates()[0].der().to_vec();
    for length in 0..der.len() {
        assert!(Certificate::from_der(&der[..length]).is_err(), "{length}");
    }
    for at in 0..der.len() {
        for bit in 0..8 {
            let mut bytes = der.clone();
            bytes[at] ^= 1 << bit;
            if let Ok(certificate) = Certificate::from_der(&bytes) {
                let told = (certificate.subject(), certificate.issuer(), certificate.days());
                assert!(told.0.chars().count() <= 300, "{told:?}");
            }
        }
    }
    let file = folder.join(FILE_NAME);
    let text = disk::read(&file, 1 << 20).expect("read").bytes;
    for at in (0..text.len()).step_by(97) {
        disk::write_atomic(&file, &text[..at]).expect("written");
        assert_ne!(looked_at(&folder, &trusted("root.pem")).verdict, Verdict::Unchanged);
    }
}

#[test]
fn a_file_of_trust_is_read_whole_or_not_at_all() {
    let pem = disk::read(&fixture("root.pem"), 1 << 20).expect("read").bytes;
    let pem = String::from_utf8(pem).expect("a text");
    let check = |text: &str, words: &str| {
        let error = TrustStore::from_pem(text.as_bytes()).expect_err(words).to_string();
        assert!(error.contains(words), "{error}");
    };
    check("", "has no block");
    check("hello", "has no block");
    check(&pem.replace("CERTIFICATE", "PRIVATE KEY"), "block 1 is a PRIVATE KEY");
    check(
        &format!("{pem}-----BEGIN CERTIFICATE-----\nAAAA"),
        "block 2 is not PEM: no line -----END CERTIFICATE----- ends it",
    );
    check(&format!("{pem}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"), "block 2");
    check("-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n", "the key in block 1");
    assert!(TrustStore::from_pem(b"\xff").is_err());
    let wide = pem.replace('\n', "\r\n").replacen("\r\n", "\n", 3);
    assert!(TrustStore::from_pem(wide.as_bytes()).is_ok());

    let mut store = TrustStore::from_pem(format!("Ours:\n{pem}\n{pem}").as_bytes()).expect("certificates");
    let (one, other) = (trusted("root.pem"), trusted("other.pem"));
    assert!(!store.add(one) && store.add(other));
    let again = TrustStore::from_pem(store.to_pem().as_bytes()).expect("certificates");
    assert_eq!(again.certificates().len(), store.certificates().len());
    let first = store.certificates()[0].fingerprint().to_string();
    assert_eq!((store.remove("zz"), store.remove(&first[..16])), (0, 2));
    assert_eq!(store.certificates().len(), 1);
}

#[test]
fn a_key_is_made_once_for_its_owner_alone_and_signs() {
    let room = tempfile::tempdir().expect("a folder");
    let kept = room.path().join("kept");
    let key = SigningKey::kept_in(&kept).expect("made");
    let again = SigningKey::kept_in(&kept).expect("read");
    assert_eq!(key.public().id(), again.public().id());
    let envelope = Envelope::sign(b"{}", &key);
    assert_eq!(envelope, Envelope::sign(b"{}", &again));
    assert_eq!(envelope.is_signed_with(key.public()), Ok(true));
    assert_eq!(envelope.payload().expect("a payload"), b"{}");
    let other = SigningKey::kept_in(&room.path().join("other")).expect("made");
    assert_eq!(envelope.is_signed_with(other.public()), Ok(false));

    let path = kept.join(KEY_FILE);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(disk::look(&path).expect("there").mode, 0o600);
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).expect("set");
        assert!(matches!(SigningKey::kept_in(&kept), Err(SigningKeyError::Open(_))));
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).expect("set");
    }
    disk::write_private(&path, b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n")
        .expect("written");
    assert!(matches!(SigningKey::kept_in(&kept), Err(SigningKeyError::Damaged(_))));
    assert!(disk::look(&path).is_ok(), "a damaged key is not replaced");
}

#[test]
fn a_folder_signed_with_a_bare_key_is_told_by_a_key_that_is_trusted() {
    let (room, folder) = signed();
    let file = folder.join(FILE_NAME);
    let mut bundle: Value =
        serde_json::from_slice(&disk::read(&file, 1 << 20).expect("read").bytes).expect("JSON");
    let payload =
        STANDARD.decode(bundle["dsseEnvelope"]["payload"].as_str().expect("a text")).expect("base64");
    let key = SigningKey::kept_in(&room.path().join("kept")).expect("made");
    bundle["dsseEnvelope"] = serde_json::to_value(Envelope::sign(&payload, &key)).expect("JSON");
    bundle["verificationMaterial"] = json!({ "publicKey": { "hint": key.public().id().to_string() } });
    disk::write_atomic(&file, bundle.to_string().as_bytes()).expect("written");
    let found = looked_at(&folder, &TrustStore::default());
    assert_eq!(found.to_string(), "It is signed with a key that you do not trust.");
    let mut store = TrustStore::default();
    store.trust_key(key.public());
    let found = looked_at(&folder, &store);
    assert_eq!(found.verdict, Verdict::Unchanged, "{found}");
    assert_eq!(found.to_string(), format!("Signed by the key {}, unchanged.", key.public().id().short()));
}
