//! Chains that `openssl` makes, judged by Assay and by `openssl verify`.

use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

use crate::chain::verify_chain;
use crate::{Certificate, TrustStore, pem};

/// A certificate to be made: its name, who signs it, its extensions, and its days from now.
#[derive(Clone, Copy)]
struct Wanted<'w> {
    name: &'w str,
    issuer: &'w str,
    extensions: &'w str,
    days: (i64, i64),
}

const CA: &str =
    "basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign\nsubjectKeyIdentifier=hash\n";
const LEAF: &str = "basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\n\
                    extendedKeyUsage=codeSigning\nsubjectKeyIdentifier=hash\nauthorityKeyIdentifier=keyid\n";
const DAYS: (i64, i64) = (-1, 100);

/// Runs `openssl` in a folder; whether it ended well, and what it said.
fn openssl(folder: &Path, arguments: &[&str]) -> (bool, String) {
    let done = Command::new("openssl").args(arguments).current_dir(folder).output().expect("openssl runs");
    let said = [done.stdout, done.stderr].concat();
    (done.status.success(), String::from_utf8_lossy(&said).into_owned())
}

fn has_openssl() -> bool {
    let found = Command::new("openssl").arg("version").output().is_ok_and(|done| done.status.success());
    if !found {
        println!("openssl is not installed; no chain was compared with it.");
    }
    found
}

/// Makes a certificate with `openssl ca`, which takes any day.
fn make(folder: &Path, one: &Wanted<'_>) {
    let Wanted { name, issuer, extensions, days } = one;
    let ok = |arguments: &[&str]| {
        let (is_well, said) = openssl(folder, arguments);
        assert!(is_well, "{arguments:?}: {said}");
    };
    let day = |after: i64| {
        let seconds = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("after 1970").as_secs();
        let at = (seconds / 86_400) as i64 + after;
        let (said, format) = (format!("@{}", at * 86_400), "+%Y%m%d%H%M%SZ");
        let told = Command::new("date").args(["-u", "-d", &said, format]).output().expect("date runs");
        String::from_utf8(told.stdout).expect("a text").trim().to_owned()
    };
    let (key, request, file) = (format!("{name}.key"), format!("{name}.csr"), format!("{name}.pem"));
    if !folder.join(&key).exists() {
        ok(&["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", &key]);
    }
    // What stands behind a point tells certificates of one name apart.
    let common = name.split('.').next().expect("a name");
    ok(&["req", "-new", "-key", &key, "-subj", &format!("/O=Example/CN={common}"), "-out", &request]);
    let write = |name: &str, text: &str| {
        disk::write_atomic(&folder.join(name), text.as_bytes()).expect("written");
    };
    write("index.txt", "");
    write("serial", &format!("{:04x}\n", 4096 + folder.read_dir().expect("a folder").count()));
    write(
        "ca.cnf",
        &format!(
            "[ca]\ndefault_ca=d\n[d]\ndatabase=index.txt\nserial=serial\nnew_certs_dir=.\ndefault_md=sha256\npolicy=p\n\
         unique_subject=no\nx509_extensions=e\n[p]\norganizationName=optional\ncommonName=supplied\n[e]\n{extensions}"
        ),
    );
    let (from, to) = (day(days.0), day(days.1));
    let (signer, own) = (format!("{issuer}.key"), format!("{issuer}.pem"));
    let mut arguments = vec![
        "ca",
        "-batch",
        "-config",
        "ca.cnf",
        "-in",
        &request,
        "-out",
        &file,
        "-notext",
        "-startdate",
        &from,
        "-enddate",
        &to,
        "-keyfile",
        &signer,
    ];
    if issuer == name {
        arguments.push("-selfsign");
    } else {
        arguments.extend(["-cert", &own]);
    }
    ok(&arguments);
}

fn certificate(folder: &Path, name: &str) -> Option<Certificate> {
    let bytes = disk::read(&folder.join(format!("{name}.pem")), 1 << 20).expect("read").bytes;
    let text = String::from_utf8(bytes).expect("a text");
    let (_, der) = pem::decoded(pem::blocks(&text)[0]).expect("PEM");
    Certificate::from_der(&der).ok()
}

/// Whether Assay and `openssl verify` take a chain from `leaf` over `others` to a root.
fn judged(folder: &Path, root: &str, others: &[&str], leaf: &str) -> (bool, bool, String) {
    let text = |names: &[&str]| -> String {
        let read =
            |name: &&str| disk::read(&folder.join(format!("{name}.pem")), 1 << 20).expect("read").bytes;
        names.iter().map(|name| String::from_utf8(read(name)).expect("a text")).collect()
    };
    disk::write_atomic(&folder.join("others.pem"), text(others).as_bytes()).expect("written");
    let (root_file, leaf_file) = (format!("{root}.pem"), format!("{leaf}.pem"));
    let mut arguments = vec!["verify", "-CAfile", &root_file];
    if !others.is_empty() {
        arguments.extend(["-untrusted", "others.pem"]);
    }
    let (by_openssl, said) = openssl(folder, &[arguments.as_slice(), &[leaf_file.as_str()]].concat());
    let store = TrustStore::from_pem(text(&[root]).as_bytes());
    let all: Option<Vec<Certificate>> = others.iter().map(|name| certificate(folder, name)).collect();
    let own = match (store, all, certificate(folder, leaf)) {
        (Ok(store), Some(others), Some(leaf)) => {
            verify_chain(&leaf, &others, &store, SystemTime::now()).map(drop).map_err(|why| why.to_string())
        }
        _ => Err("a certificate cannot be read".to_owned()),
    };
    (own.is_ok(), by_openssl, format!("openssl: {said}\nassay: {own:?}"))
}

/// The chain of a root, an authority and a signer, with other extensions or days for one of them.
fn three(folder: &Path, changed: &str, extensions: &str, days: (i64, i64)) {
    for (name, issuer, usual) in [("root", "root", CA), ("middle", "root", CA), ("leaf", "middle", LEAF)] {
        let extensions = if name == changed { extensions } else { usual };
        let days = if name == changed { days } else { DAYS };
        make(folder, &Wanted { name, issuer, extensions, days });
    }
}

#[test]
fn rsa_key_that_is_too_short_is_never_trusted() {
    if !has_openssl() {
        return;
    }
    for (bits, trusted) in [("1024", false), ("2048", true), ("4096", true)] {
        // The key of the leaf signs no certificate, so a chain does not depend on it.
        for name in ["root", "middle"] {
            let room = tempfile::tempdir().expect("a folder");
            let (key, size) = (format!("{name}.key"), format!("rsa_keygen_bits:{bits}"));
            let arguments = ["genpkey", "-algorithm", "RSA", "-pkeyopt", &size, "-out", &key];
            let (is_well, said) = openssl(room.path(), &arguments);
            assert!(is_well, "{said}");
            three(room.path(), "none", "", DAYS);
            let (own, _, said) = judged(room.path(), "root", &["middle"], "leaf");
            assert_eq!(own, trusted, "{name} of {bits} bits: {said}");
        }
    }
}

/// A case: its name, the certificate that is changed, its extensions, its first and last day from now, and the verdict.
type ChainCase<'a> = (&'a str, &'a str, String, (i64, i64), Result<(), &'a str>);

#[test]
fn chain_that_openssl_refuses_is_never_trusted() {
    if !has_openssl() {
        return;
    }
    // What is changed, in which certificate, its days, and whether it is to be trusted; with the reason where openssl
    // takes a chain that Assay does not.
    let cases: &[ChainCase<'_>] = &[
        ("plain", "none", String::new(), DAYS, Ok(())),
        ("leaf over", "leaf", LEAF.into(), (-10, -1), Err("")),
        ("leaf to come", "leaf", LEAF.into(), (5, 10), Err("")),
        ("middle over", "middle", CA.into(), (-10, -1), Err("")),
        ("middle to come", "middle", CA.into(), (5, 10), Err("")),
        ("root over", "root", CA.into(), (-10, -1), Err("")),
        ("root to come", "root", CA.into(), (5, 10), Err("")),
        ("middle no authority", "middle", CA.replace("CA:TRUE", "CA:FALSE"), DAYS, Err("")),
        ("middle without constraints", "middle", "keyUsage=critical,keyCertSign\n".into(), DAYS, Err("")),
        ("root no authority", "root", CA.replace("CA:TRUE", "CA:FALSE"), DAYS, Err("")),
        ("middle may not certify", "middle", CA.replace("keyCertSign", "digitalSignature"), DAYS, Err("")),
        ("root may not certify", "root", CA.replace("keyCertSign", "digitalSignature"), DAYS, Err("")),
        ("path length 0 below the root", "root", CA.replace("CA:TRUE", "CA:TRUE,pathlen:0"), DAYS, Err("")),
        ("path length 1 below the root", "root", CA.replace("CA:TRUE", "CA:TRUE,pathlen:1"), DAYS, Ok(())),
        (
            "path length 0 above the signer",
            "middle",
            CA.replace("CA:TRUE", "CA:TRUE,pathlen:0"),
            DAYS,
            Ok(()),
        ),
        (
            "leaf with addresses of networks",
            "leaf",
            format!("{LEAF}sbgp-ipAddrBlock=IPv4:10.0.0.0/8\n"),
            DAYS,
            Err(""),
        ),
        (
            "middle with numbers of networks",
            "middle",
            format!("{CA}sbgp-autonomousSysNum=AS:1\n"),
            DAYS,
            Err(
                "the types of Netscape, addresses of networks, proxies and constraints on policies are not followed",
            ),
        ),
        (
            "leaf of a proxy",
            "leaf",
            format!("{LEAF}proxyCertInfo=language:id-ppl-anyLanguage\n"),
            DAYS,
            Err(""),
        ),
        ("leaf with odd names", "leaf", format!("{LEAF}2.5.29.17=ASN1:NULL\n"), DAYS, Err("")),
        ("leaf with odd lists", "leaf", format!("{LEAF}2.5.29.31=ASN1:NULL\n"), DAYS, Err("")),
        ("middle with odd names", "middle", format!("{CA}2.5.29.17=ASN1:NULL\n"), DAYS, Err("")),
        ("middle with odd lists", "middle", format!("{CA}2.5.29.31=ASN1:NULL\n"), DAYS, Err("")),
        ("leaf demands", "leaf", format!("{LEAF}1.2.3.4=critical,ASN1:NULL\n"), DAYS, Err("")),
        ("middle demands", "middle", format!("{CA}1.2.3.4=critical,ASN1:NULL\n"), DAYS, Err("")),
        ("root demands", "root", format!("{CA}1.2.3.4=critical,ASN1:NULL\n"), DAYS, Err("")),
        ("leaf says more", "leaf", format!("{LEAF}1.2.3.4=ASN1:NULL\n"), DAYS, Ok(())),
        (
            "names forbidden",
            "middle",
            format!("{CA}nameConstraints=critical,excluded;dirName:names\n[names]\nO=Example\n"),
            DAYS,
            Err(""),
        ),
        (
            "other names permitted",
            "middle",
            format!("{CA}nameConstraints=critical,permitted;dirName:names\n[names]\nO=Other\n"),
            DAYS,
            Err(""),
        ),
        (
            "names permitted",
            "middle",
            format!("{CA}nameConstraints=critical,permitted;dirName:names\n[names]\nO=Example\n"),
            DAYS,
            Err("constraints on names are not worked out"),
        ),
        (
            "names permitted, not critical",
            "root",
            format!("{CA}nameConstraints=permitted;DNS:example.org\n"),
            DAYS,
            Err("constraints on names are not worked out"),
        ),
        (
            "leaf for servers",
            "leaf",
            LEAF.replace("codeSigning", "serverAuth"),
            DAYS,
            Err("a signer has to be one for signing code"),
        ),
        (
            "leaf for any use",
            "leaf",
            LEAF.replace("codeSigning", "anyExtendedKeyUsage"),
            DAYS,
            Err("a signer has to be one for signing code"),
        ),
        (
            "leaf without a use",
            "leaf",
            LEAF.replace("extendedKeyUsage=codeSigning\n", ""),
            DAYS,
            Err("a signer has to be one for signing code"),
        ),
        (
            "leaf without key usage",
            "leaf",
            LEAF.replace("keyUsage=critical,digitalSignature\n", ""),
            DAYS,
            Ok(()),
        ),
        (
            "leaf for agreeing on keys",
            "leaf",
            LEAF.replace("digitalSignature", "keyAgreement"),
            DAYS,
            Err("a signer has to be one for signing code"),
        ),
        (
            "middle for servers",
            "middle",
            format!("{CA}extendedKeyUsage=serverAuth\n"),
            DAYS,
            Err("an authority may not allow more than it has"),
        ),
        ("middle for code", "middle", format!("{CA}extendedKeyUsage=codeSigning\n"), DAYS, Ok(())),
        ("middle for any use", "middle", format!("{CA}extendedKeyUsage=anyExtendedKeyUsage\n"), DAYS, Ok(())),
        (
            "middle without key usage",
            "middle",
            CA.replace("keyUsage=critical,keyCertSign\n", ""),
            DAYS,
            Ok(()),
        ),
    ];
    let mut wrong = Vec::new();
    for (case, changed, extensions, days, expected) in cases {
        let room = tempfile::tempdir().expect("a folder");
        three(room.path(), changed, extensions, *days);
        let (own, by_openssl, said) = judged(room.path(), "root", &["middle"], "leaf");
        let is_stricter = matches!(expected, Err(reason) if !reason.is_empty());
        if own != expected.is_ok() || by_openssl != (expected.is_ok() || is_stricter) {
            wrong.push(format!("{case}: {said}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn chain_that_winds_or_is_forged_is_never_trusted() {
    if !has_openssl() {
        return;
    }
    let room = tempfile::tempdir().expect("a folder");
    let folder = room.path();
    three(folder, "none", "", DAYS);
    let plain = |name, issuer, extensions| make(folder, &Wanted { name, issuer, extensions, days: DAYS });
    // Of the same name as the authority, with another key.
    plain("middle.other", "root", CA);
    plain("leaf.forged", "middle.other", LEAF);
    // Two authorities that sign each other, below no root.
    plain("round", "round", CA);
    plain("trip", "round", CA);
    disk::write_atomic(
        &folder.join("round.back.key"),
        &disk::read(&folder.join("round.key"), 1 << 16).expect("read").bytes,
    )
    .expect("written");
    plain("round.back", "trip", CA);
    plain("lost", "trip", LEAF);
    plain("stranger", "stranger", CA);
    let deep: Vec<String> = (0..12).map(|at| format!("deep{at}")).collect();
    for (at, name) in deep.iter().enumerate() {
        plain(name, if at == 0 { "root" } else { &deep[at - 1] }, CA);
    }
    plain("low", &deep[11], LEAF);
    let names: Vec<&str> = deep.iter().map(String::as_str).collect();
    // A signature that is another's: the last byte of the signer's certificate is one of its signature.
    let bytes = disk::read(&folder.join("leaf.pem"), 1 << 16).expect("read").bytes;
    let (_, mut der) = pem::decoded(pem::blocks(&String::from_utf8(bytes).expect("a text"))[0]).expect("PEM");
    *der.last_mut().expect("bytes") ^= 1;
    disk::write_atomic(&folder.join("spoiled.pem"), pem::encoded(pem::CERTIFICATE, &der).as_bytes())
        .expect("written");

    let check = |case: &str, (own, by_openssl, said): (bool, bool, String), expected: (bool, bool)| {
        assert_eq!((own, by_openssl), expected, "{case}: {said}");
        assert!(by_openssl || !own, "{case}: {said}");
    };
    check("as made", judged(folder, "root", &["middle"], "leaf"), (true, true));
    check(
        "with more than is needed",
        judged(folder, "root", &["trip", "middle", "round.back"], "leaf"),
        (true, true),
    );
    check("another root", judged(folder, "stranger", &["middle"], "leaf"), (false, false));
    check("the authority is missing", judged(folder, "root", &[], "leaf"), (false, false));
    check("forged authority", judged(folder, "root", &["middle"], "leaf.forged"), (false, false));
    check("spoiled signature", judged(folder, "root", &["middle"], "spoiled"), (false, false));
    check("loop", judged(folder, "root", &["trip", "round.back"], "lost"), (false, false));
    // Assay follows 10 certificates, and says so; openssl follows 100.
    check("long chain", judged(folder, "root", &names, "low"), (false, true));
}
