//! The statement of in-toto that signs the files of a folder.

use std::collections::{BTreeMap, BTreeSet};

use disk::{Digest, Hashing};
use serde::Deserialize;

const TYPE: &str = "https://in-toto.io/Statement/v1";
const PREDICATE: &str = "https://model_signing/signature/v1.0";
/// What is never looked at, whether the statement says so or not.
const NEVER: [&str; 4] = [".git", ".gitattributes", ".github", ".gitignore"];

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Raw {
    #[serde(rename = "_type")]
    kind: String,
    subject: Vec<Subject>,
    predicate_type: String,
    // Of another type of predicate nothing can be said but that.
    #[serde(default)]
    predicate: serde_json::Value,
}

#[derive(Deserialize)]
struct Subject {
    digest: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct Predicate {
    serialization: Serialization,
    resources: Vec<Resource>,
}

#[derive(Deserialize)]
struct Serialization {
    method: String,
    hash_type: String,
    #[serde(default)]
    ignore_paths: Vec<String>,
}

#[derive(Deserialize)]
struct Resource {
    name: String,
    algorithm: String,
    digest: String,
}

/// What was signed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Statement {
    /// Every file, by its path from the folder with `/` between names, and its digest.
    pub files: BTreeMap<String, Digest>,
    /// Paths that are not covered, with all that lies below them.
    pub ignored: BTreeSet<String>,
}

/// Why a statement cannot be compared with a folder.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StatementError {
    /// It is none; why.
    #[error("the signed statement is not readable: {0}")]
    Malformed(String),
    /// It is of another type or says something else; which.
    #[error("the signed statement has the unsupported type {0}; Assay reads {PREDICATE}")]
    Type(String),
    /// It is about several things; how many.
    #[error("it has {0} subjects instead of one folder")]
    Subjects(usize),
    /// The files were put together in another way; which.
    #[error(
        "its files were listed by the unsupported method `{0}` with `{1}`; Assay reads `files` with `sha256`"
    )]
    Method(String, String),
    /// A path is none within the folder.
    #[error("it names {0:?}, which is not a path within the folder")]
    Path(String),
    /// A path stands twice.
    #[error("it names {0:?} twice, and programs differ in which of the two they use")]
    Twice(String),
    /// A digest is none.
    #[error("its digest of {0:?} is not SHA-256")]
    Digest(String),
    /// The digest of all digests is another.
    #[error("the digest of its list does not match its subject")]
    Contradiction,
}

impl Statement {
    /// Reads a statement.
    pub fn read(payload: &[u8]) -> Result<Self, StatementError> {
        let malformed = |error: serde_json::Error| StatementError::Malformed(error.to_string());
        let whole = disk::unique_json(payload).map_err(malformed)?;
        let raw: Raw = serde_json::from_value(whole).map_err(malformed)?;
        for (is, expected) in [(&raw.kind, TYPE), (&raw.predicate_type, PREDICATE)] {
            if is != expected {
                return Err(StatementError::Type(is.chars().take(80).collect()));
            }
        }
        let [subject] = raw.subject.as_slice() else {
            return Err(StatementError::Subjects(raw.subject.len()));
        };
        let Predicate { serialization, resources } =
            serde_json::from_value(raw.predicate).map_err(malformed)?;
        if serialization.method != "files" || serialization.hash_type != "sha256" {
            let words = [serialization.method, serialization.hash_type];
            let [method, hash] = words.map(|word| word.chars().take(40).collect());
            return Err(StatementError::Method(method, hash));
        }
        let (files, all) = files(&resources)?;
        if subject.digest.get("sha256").is_none_or(|digest| *digest != all.to_string()) {
            return Err(StatementError::Contradiction);
        }
        let own = serialization.ignore_paths.iter().filter_map(|path| ignored(path));
        Ok(Self { files, ignored: NEVER.map(str::to_owned).into_iter().chain(own).collect() })
    }

    /// The ignored path that a path is or lies below; empty where everything is ignored.
    pub fn ignores(&self, path: &str) -> Option<&str> {
        let above = path.match_indices('/').map(|(at, _)| &path[..at]);
        let found = std::iter::once("").chain(above).chain([path]).find_map(|above| self.ignored.get(above));
        found.map(String::as_str)
    }
}

/// The files by their paths, and the digest of all digests in the order in which they stand.
fn files(resources: &[Resource]) -> Result<(BTreeMap<String, Digest>, Digest), StatementError> {
    let (mut files, mut all) = (BTreeMap::new(), Hashing::default());
    for Resource { name, algorithm, digest } in resources {
        let named = || name.chars().take(200).collect();
        let parsed = Digest::parse(digest).filter(|_| algorithm == "sha256");
        let digest = parsed.ok_or_else(|| StatementError::Digest(named()))?;
        if !is_inside(name) {
            return Err(StatementError::Path(named()));
        }
        all.add(digest.as_bytes());
        if files.insert(name.clone(), digest).is_some() {
            return Err(StatementError::Twice(named()));
        }
    }
    Ok((files, all.digest()))
}

fn is_inside(path: &str) -> bool {
    !path.contains('\0') && path.split('/').all(|part| !matches!(part, "" | "." | ".."))
}

/// An ignored path without `.` and doubled slashes. One that leads out of the folder ignores nothing in it.
fn ignored(path: &str) -> Option<String> {
    let parts: Vec<&str> = path.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    (!path.starts_with('/') && !parts.contains(&"..")).then(|| parts.join("/"))
}

#[cfg(test)]
mod tests {
    use disk::Digest;
    use serde_json::{Value, json};

    use super::{Statement, StatementError};

    fn statement(change: impl FnOnce(&mut Value)) -> Result<Statement, StatementError> {
        Statement::read(signed(change).to_string().as_bytes())
    }

    fn signed(change: impl FnOnce(&mut Value)) -> Value {
        let (one, two) = (Digest::of(b"one"), Digest::of(b"two"));
        let all = Digest::of(&[*one.as_bytes(), *two.as_bytes()].concat());
        let mut value = json!({
            "_type": "https://in-toto.io/Statement/v1",
            "subject": [{ "name": "notes", "digest": { "sha256": all.to_string() } }],
            "predicateType": "https://model_signing/signature/v1.0",
            "predicate": {
                "serialization": {
                    "method": "files", "hash_type": "sha256", "allow_symlinks": false,
                    "ignore_paths": ["./drafts//", "../x", "/etc"],
                },
                "resources": [
                    { "name": "SKILL.md", "algorithm": "sha256", "digest": one.to_string() },
                    { "name": "a/b.md", "algorithm": "sha256", "digest": two.to_string() },
                ],
            },
        });
        change(&mut value);
        value
    }

    #[test]
    fn a_statement_tells_its_files_and_what_it_does_not_cover() {
        let read = statement(|_| {}).expect("it is one");
        assert_eq!(read.files.keys().collect::<Vec<_>>(), ["SKILL.md", "a/b.md"]);
        for (path, ignored) in [
            (".git/config", Some(".git")),
            (".gitignore", Some(".gitignore")),
            ("drafts", Some("drafts")),
            ("drafts/x/y", Some("drafts")),
            ("draftsman.md", None),
            ("a/.git/config", None),
            ("etc", None),
        ] {
            assert_eq!(read.ignores(path), ignored, "{path}");
        }
        let all = statement(|value| value["predicate"]["serialization"]["ignore_paths"] = json!(["."]));
        assert_eq!(all.expect("it is one").ignores("SKILL.md"), Some(""));
    }

    #[test]
    fn what_contradicts_itself_or_leads_out_is_no_statement() {
        let check = |change: fn(&mut Value), expected: &str| {
            let error = statement(change).expect_err(expected).to_string();
            assert!(error.contains(expected), "{error}");
        };
        check(|value| value["_type"] = json!("x"), "the unsupported type x");
        check(|value| value["predicateType"] = json!("https://model_signing/Digests/v0.1"), "Digests/v0.1");
        check(|value| value["subject"] = json!([]), "0 subjects");
        check(|value| value["predicate"]["serialization"]["method"] = json!("shards"), "`shards`");
        check(|value| value["predicate"]["serialization"]["hash_type"] = json!("blake3"), "`blake3`");
        check(|value| value["predicate"]["resources"][0]["algorithm"] = json!("blake3"), "\"SKILL.md\"");
        check(|value| value["predicate"]["resources"][0]["digest"] = json!("00"), "\"SKILL.md\"");
        check(|value| value["predicate"]["resources"][0]["name"] = json!("SKILL.txt/.."), "not a path");
        check(|value| value["predicate"]["resources"][0]["name"] = json!("/etc/passwd"), "not a path");
        check(|value| value["predicate"]["resources"][0]["name"] = json!("a//b.md"), "not a path");
        check(|value| value["predicate"]["resources"][0]["name"] = json!("a/b.md"), "twice");
        check(|value| value["predicate"]["resources"][0] = json!({}), "missing field");
        // Programs differ in which of two keys they take.
        let whole = signed(|_| {}).to_string();
        for (once, twice) in [
            ("\"name\":\"SKILL.md\"", "\"name\":\"a\",\"name\":\"SKILL.md\""),
            ("\"algorithm\":\"sha256\"", "\"algorithm\":\"sha256\",\"algorithm\":\"sha256\""),
            ("\"resources\":", "\"resources\":[],\"resources\":"),
            ("\"digest\":{\"sha256\":", "\"digest\":{\"sha256\":\"\",\"sha256\":"),
            ("\"hash_type\":", "\"more\":{\"a\":1,\"a\":1},\"hash_type\":"),
            ("\"_type\":", "\"x\":1,\"x\":2,\"_type\":"),
        ] {
            assert!(whole.contains(once), "{once}: {whole}");
            let error =
                Statement::read(whole.replacen(once, twice, 1).as_bytes()).expect_err(twice).to_string();
            assert!(error.contains("is twice in one object"), "{twice}: {error}");
        }
        check(
            |value| {
                let resources = value["predicate"]["resources"].as_array_mut().expect("a list");
                resources.swap(0, 1);
            },
            "does not match its subject",
        );
        assert!(Statement::read(b"\xff").is_err());
    }
}
