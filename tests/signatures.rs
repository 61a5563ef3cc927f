//! Signatures of skills, held against the reference tool of their format: it signs, and judges what was spoiled.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use api::checks::CheckAsk;
use api::export::{SignerKind, bundle_into, verify_bundle};
use api::gate::GateAsk;
use api::import::{ImportAsk, ImportStage, OriginSource, begin_at};
use api::signers::verify_file;
use api::signers::{SignersChange, change_signers, own_key};
use api::skills::SignaturesAsk;
use api::wire::{Nothing, SignatureVerdict, SkillUnderAsk};
use serde_json::Value;
use signatures::{FILE_NAME, SigningKey, TrustStore, Verdict, verify};
use tests::room::Room;
use xtask::checkout;

/// Cases that the reference tool accepts and Assay does not: constraints on names, which Assay does not work out, and never
/// takes for kept; and a signer whose certificate is for servers.
const STRICTER: [&str; 2] = ["names-allowed", "signer-signs-for-web"];

/// Cases that the tool refuses and Assay accepts as `openssl verify` does: every certificate holds now, and one above the
/// signer's began after it.
const JUDGED_NOW: [&str; 2] = ["middle-begins-later", "root-begins-later"];

/// Python with the reference tool, which `cargo xtask test` sets up; else it is said that there is none.
fn python() -> Option<PathBuf> {
    let python = checkout::target().join("xtask/engines/bin/python");
    let has_it = Command::new(&python).args(["-c", "import model_signing"]).output();
    if !has_it.is_ok_and(|told| told.status.success()) {
        println!(
            "{} has no model_signing; nothing was compared with it. `cargo xtask test` sets it up.",
            python.display()
        );
        return None;
    }
    Some(python)
}

/// What the reference tool says of each case that it made in a folder.
fn judged(python: &Path, folder: &Path) -> BTreeMap<String, (bool, String)> {
    let script = checkout::root().join("tests/engines/signing.py");
    let told = Command::new(python).arg(script).arg(folder).output().expect("Python runs");
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    let row = |line: &str| {
        let row: Value = serde_json::from_str(line).expect("JSON");
        let text = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
        (text("case"), (row["accepted"] == true, text("why")))
    };
    String::from_utf8(told.stdout).expect("UTF-8").lines().map(row).collect()
}

#[test]
fn verdicts_are_those_of_the_reference_tool_over_every_file_chain_and_bundle() {
    let Some(python) = python() else { return };
    let room = tempfile::tempdir().unwrap();
    let cases = judged(&python, &room.path().join("cases"));
    let mut differences = Vec::new();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (case, (accepted, why)) in &cases {
        let folder = room.path().join("cases").join(case);
        let trusted = std::fs::read(folder.join("trusted.pem")).unwrap();
        let store = TrustStore::from_pem(&trusted).expect("certificates");
        let found = verify(&folder.join("skill"), "SKILL.md", Ok(&store), SystemTime::now());
        let found = found.unwrap_or_else(|| panic!("{case}: no signature"));
        *counts.entry(found.verdict.word()).or_default() += 1;
        let is_accepted = found.verdict == Verdict::Unchanged;
        // A flipped bit that base64 leaves unused changes no byte, so Python's reader takes it; here it is a change.
        // The tool judges a chain at the day from which the signer's certificate holds, Assay as openssl does: now.
        let is_stricter = STRICTER.contains(&case.as_str())
            || found.to_string().contains(", not now.")
            || (case.starts_with("bit-") && is_of_unused_bits(&found.to_string()));
        let is_looser = JUDGED_NOW.contains(&case.as_str());
        let is_expected = *accepted && !is_stricter || is_accepted && is_looser;
        if is_accepted != is_expected && !is_in_copy_of_root(case, &folder) {
            differences.push(format!("{case}: {found} The tool: {accepted} {why}"));
        }
    }
    println!("{} cases: {counts:?}", cases.len());
    assert!(cases.len() > 200 && counts.len() == 4, "{counts:?}");
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// Tells whether a case flipped a bit within the bundle's copy of the root. Assay, as `openssl verify`, takes the trusted
/// root of its own, and either may fail over a copy that is no certificate any more.
fn is_in_copy_of_root(case: &str, folder: &Path) -> bool {
    let Some(at) = case.strip_prefix("bit-").and_then(|case| case.split('-').nth(1)?.parse::<usize>().ok())
    else {
        return false;
    };
    let text = std::fs::read(folder.join("skill").join(FILE_NAME)).unwrap();
    let member = b"\"rawBytes\": \"";
    let begins =
        |start: &usize| text[*start..].starts_with(member) || text[*start..].starts_with(b"\"rawBytes\":\"");
    let copies: Vec<usize> = (0..text.len()).filter(begins).collect();
    let end = |start: usize| (start + member.len()..text.len()).find(|at| text[*at] == b'"');
    copies.len() == 3 && copies[2] + member.len() < at && end(copies[2]).is_some_and(|end| at < end)
}

/// Tells the words for base64 whose last letter has bits that no byte takes, in a signature or a certificate.
fn is_of_unused_bits(words: &str) -> bool {
    words.ends_with("is not base64.") || words.contains("Invalid last symbol")
}

/// A workspace with a skill that the reference tool signed, and the file with the root of its signer.
fn with_a_signed_skill() -> (Room, PathBuf) {
    let fixtures = checkout::root().join("src-tauri/crates/signatures/tests/fixtures");
    let room = Room::with(&[]);
    for rel in ["SKILL.md", ".hidden", "empty.txt", "references/form.md", "scripts/go.sh", FILE_NAME] {
        let bytes = std::fs::read(fixtures.join("skill").join(rel)).unwrap();
        room.write(&format!("ws/.agents/skills/notes/{rel}"), bytes);
    }
    (room, fixtures.join("root.pem"))
}

fn words(room: &Room) -> String {
    let report = room.scripts().signatures_report(&SignaturesAsk { skills: Vec::new() }).unwrap();
    report.signed[0].signature.words.clone()
}

fn findings(room: &Room) -> Vec<String> {
    let ask = CheckAsk::default();
    let found = room.scripts().check_report(&ask).unwrap().findings;
    found.into_iter().map(|row| row.rule).filter(|rule| rule.starts_with("signature")).collect()
}

#[test]
fn a_signed_skill_is_told_everywhere_by_whom_a_person_trusts() {
    let (room, root) = with_a_signed_skill();
    let unknown = "The signature claims to be by Signer (Example), but the chain ends at Root (Example), which \
     is not trusted.";
    assert_eq!((words(&room).as_str(), findings(&room)), (unknown, vec!["signature-not-trusted".to_owned()]));
    let view = |room: &Room| {
        let ask = SkillUnderAsk { id: room.skill("notes").id, convention: None };
        room.page().skill(&ask).unwrap().signature.expect("it is signed")
    };
    assert_eq!(view(&room).verdict, SignatureVerdict::NotTrusted);

    change_signers(&room.app, &SignersChange::Trust(root.clone())).unwrap();
    assert_eq!(
        (words(&room).as_str(), findings(&room)),
        ("Signed by Signer (Example), unchanged.", Vec::new())
    );
    let signers = room.scripts().signers_report(&Nothing {}).unwrap();
    assert_eq!((signers.certificates.len(), signers.problem), (1, None));
    assert!(signers.certificates[0].is_root);
    let import =
        begin_at(&room.app, OriginSource::Folder { path: room.at("ws/.agents/skills/notes") }).unwrap();
    let ask = ImportAsk { import };
    let imported = loop {
        let view = room.page().import(&ask).unwrap();
        if !matches!(view.stage, ImportStage::Fetching | ImportStage::Laying | ImportStage::Looking) {
            break view;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    };
    let verdict = imported.skills[0].signature.as_ref().map(|signature| signature.verdict);
    assert_eq!(verdict, Some(SignatureVerdict::Unchanged), "{imported:?}");

    room.write("ws/.agents/skills/notes/scripts/go.sh", b"rm -rf ~\n");
    let changed = "Changed since Signer (Example) signed it: scripts/go.sh was changed.";
    let room = room.again();
    assert_eq!((words(&room).as_str(), findings(&room)), (changed, vec!["signature-changed".to_owned()]));
    assert_eq!(view(&room).changes.len(), 1);

    let fingerprint = signers.certificates[0].fingerprint.clone();
    change_signers(&room.app, &SignersChange::Distrust(fingerprint[..12].to_owned())).unwrap();
    assert!(words(&room).ends_with("The files also differ from the signed ones: scripts/go.sh was changed."));
    assert!(change_signers(&room.app, &SignersChange::Distrust("0000".to_owned())).is_err());
    assert!(
        change_signers(&room.app, &SignersChange::Trust(room.at("ws/.agents/skills/notes/SKILL.md")))
            .is_err()
    );
}

#[test]
fn a_gate_lets_in_what_the_signers_of_its_policy_signed() {
    let (room, root) = with_a_signed_skill();
    let judged = |allowed: &str| {
        room.write("ws/assay-policy.yaml", format!("version: 1\nsigners:\n  allow: [{allowed}]\n"));
        let ask = GateAsk { policy: None, baseline: None, scans: Vec::new() };
        let report = room.again().scripts().gate_report(&ask).unwrap();
        assert!(report.unchecked.is_empty(), "{report:?}");
        report.broken.into_iter().map(|row| row.message).collect::<Vec<_>>()
    };
    let nobody = format!("{{spki: 'sha256:{}'}}", "0".repeat(64));
    assert!(judged(&nobody)[0].contains("which is not trusted"));
    change_signers(&room.app, &SignersChange::Trust(root)).unwrap();
    let report = room.again().scripts().signatures_report(&SignaturesAsk { skills: Vec::new() }).unwrap();
    let identity = report.signed[0].signature.identity.clone().expect("it is proved");
    let (subject, issuer) = (identity.subject.unwrap(), identity.issuer.unwrap());
    assert_eq!(subject, "CN=Signer,O=Example,C=DE");
    assert_eq!(judged(&format!("{{spki: '{}'}}", identity.spki)), Vec::<String>::new());
    assert_eq!(judged(&format!("{{subject: '{subject}', issuer: '{issuer}'}}")), Vec::<String>::new());
    let told = judged(&format!("{{subject: '{subject}', issuer: '{}'}}", identity.spki));
    assert!(told[0].starts_with("notes is signed by spki sha256:") && told[0].contains(&subject), "{told:?}");
    assert!(judged(&nobody)[0].ends_with("which is not allowed."));
    room.write("ws/.agents/skills/notes/scripts/go.sh", b"rm -rf ~\n");
    let allowed = format!("{{spki: '{}'}}", identity.spki);
    assert_eq!(
        judged(&allowed),
        ["notes: Changed since Signer (Example) signed it: scripts/go.sh was changed."]
    );
    std::fs::remove_file(room.at("ws/.agents/skills/notes").join(FILE_NAME)).unwrap();
    assert_eq!(judged(&allowed), ["notes is not signed."]);

    // A name alone proves nothing.
    room.write("ws/assay-policy.yaml", "version: 1\nsigners:\n  allow: ['Signer (*)']\n");
    let ask = GateAsk { policy: None, baseline: None, scans: Vec::new() };
    let error = room.again().scripts().gate_report(&ask).unwrap_err().to_string();
    assert!(error.contains("names a signer by text") && error.contains("assay signatures --json"), "{error}");
}

#[test]
fn what_is_trusted_and_cannot_be_read_is_trusted_no_more() {
    let (room, root) = with_a_signed_skill();
    change_signers(&room.app, &SignersChange::Trust(root.clone())).unwrap();
    room.write("kept/assay/trusted-signers.pem", b"-----BEGIN CERTIFICATE-----\n");
    let told = words(&room);
    assert!(told.starts_with("The signature cannot be checked: cannot read the trusted signers: "), "{told}");
    assert_eq!(findings(&room), ["signature-unverifiable"]);
    assert!(
        change_signers(&room.app, &SignersChange::Trust(root)).is_err(),
        "a damaged file is not written over"
    );
}

/// A signed bundle of the example, and its public key in a file.
fn evidence(room: &Room) -> (PathBuf, PathBuf) {
    let (file, key) = (room.at("s.assay.zip"), room.at("key.pem"));
    bundle_into(&room.app.workspace, "20260918T141102-7be41d", None, false, &file).unwrap();
    std::fs::write(&key, own_key(&room.app).unwrap().to_pem()).unwrap();
    (file, key)
}

#[test]
fn a_bundle_is_signed_with_the_key_of_the_machine_and_told_by_whose() {
    let room = Room::example();
    let (file, key) = evidence(&room);
    let id = own_key(&room.app).unwrap().id().to_string();
    let report = verify_file(&room.app.workspace, &file).unwrap();
    assert_eq!(report.findings, Vec::<String>::new());
    assert_eq!((report.signed_by.as_deref(), report.signer), (Some(id.as_str()), Some(SignerKind::Own)));
    assert!(
        report.proved.iter().any(|words| words.contains("the key of this machine")),
        "{:?}",
        report.proved
    );

    let elsewhere = Room::with(&[]);
    let report = verify_file(&elsewhere.app.workspace, &file).unwrap();
    assert_eq!((report.findings.len(), report.signer), (0, Some(SignerKind::Unknown)));
    assert!(report.limits.iter().any(|words| words.contains("unknown key")), "{:?}", report.limits);
    assert!(!elsewhere.at("kept/assay/signing-key.pem").exists(), "a look makes no key");
    change_signers(&elsewhere.app, &SignersChange::Trust(key)).unwrap();
    let report = verify_file(&elsewhere.app.workspace, &file).unwrap();
    assert_eq!((report.findings.len(), report.signer), (0, Some(SignerKind::Trusted)));
    assert!(!report.limits.iter().any(|words| words.contains("unknown key")), "{:?}", report.limits);

    // Signed once, and packed anew without the signature.
    let whole = bundle::verify(&std::fs::read(&file).unwrap()).unwrap();
    let about = whole.manifest.about.clone();
    let stripped = bundle::pack(whole.parts, &whole.manifest.made_by, about, None).unwrap();
    let report = verify_bundle(&stripped).unwrap();
    assert_eq!(report.findings, ["signature.json is missing, but listed in the manifest."]);
}

#[test]
fn verifiers_that_others_wrote_accept_a_bundle_and_no_flipped_bit_of_any_part() {
    let Some(python) = python() else { return };
    let room = Room::example();
    let (file, key) = evidence(&room);
    let judge = |file: &Path| {
        let script = checkout::root().join("tests/engines/evidence.py");
        let told = Command::new(&python).arg(script).arg(file).arg(&key).output().expect("Python runs");
        String::from_utf8_lossy(&told.stdout).trim().to_owned()
    };
    assert_eq!(judge(&file), "good");
    let bytes = std::fs::read(&file).unwrap();
    let whole = bundle::verify(&bytes).unwrap();
    let names: Vec<String> = whole.parts.iter().map(|part| part.name.clone()).collect();
    for name in names {
        // The part alone is another one: manifest and digests are made anew, and the signature is the old one.
        let parts = whole.parts.iter().cloned().map(|mut part| {
            if part.name == name {
                let at = part.bytes.len() / 2;
                if part.bytes.is_empty() {
                    part.bytes.push(b'x');
                } else {
                    part.bytes[at] ^= 1;
                }
            }
            part
        });
        let other = SigningKey::kept_in(&room.at("other")).unwrap();
        let about = whole.manifest.about.clone();
        let forged = bundle::pack(parts.collect(), &whole.manifest.made_by, about, Some(&other)).unwrap();
        let path = room.at("forged.zip");
        std::fs::write(&path, &forged).unwrap();
        assert_ne!(judge(&path), "good", "{name}: another key signed it");
        let report = verify_file(&room.app.workspace, &path).unwrap();
        assert_ne!(report.signer, Some(SignerKind::Own), "{name}");
    }
}

#[test]
fn signature_that_cannot_be_checked_passes_no_gate() {
    let (room, root) = with_a_signed_skill();
    change_signers(&room.app, &SignersChange::Trust(root)).unwrap();
    let report = room.again().scripts().signatures_report(&SignaturesAsk { skills: Vec::new() }).unwrap();
    let spki = report.signed[0].signature.identity.clone().expect("it is proved").spki;
    let allowed = format!("{{spki: '{spki}'}}");
    room.write("ws/assay-policy.yaml", format!("version: 1\nsigners:\n  allow: [{allowed}]\n"));
    let judged = || {
        let ask = GateAsk { policy: None, baseline: None, scans: Vec::new() };
        let report = room.again().scripts().gate_report(&ask).unwrap();
        report.broken.len() + report.unchecked.len()
    };
    assert_eq!(judged(), 0);
    room.write(&format!("ws/.agents/skills/notes/{FILE_NAME}"), b"{ broken");
    assert_eq!(judged(), 1);
}

#[test]
fn no_request_changes_who_is_trusted_to_sign() {
    let of_signers = api::REQUESTS.iter().filter(|request| request.name.contains("signer"));
    let names: Vec<_> = of_signers.map(|request| (request.name, request.effect)).collect();
    assert_eq!(names, [("signers_report", api::Effect::Reads)]);
}
