//! A skill as a server tells of it: its frontmatter, and all its files with digest and size.

use std::collections::HashSet;

use disk::Digest;
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};
use skills::manage::ServedMark;
use skills::{Unfit, check_fields, verbatim_skill};

/// Most files of a skill.
const FILES: usize = 512;
/// Most bytes of all its files together: 16 MiB.
const BYTES: u64 = 16 << 20;
/// What the address of a skill ends in.
const MAIN: &str = "/SKILL.md";

/// A skill of a server.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    /// The address of its `SKILL.md`.
    pub uri: String,
    /// Its folder in the server's space of names, with `/`.
    pub folder: String,
    pub frontmatter: Map<String, Value>,
    /// Every file of it.
    pub files: Vec<File>,
}

/// A file of it.
#[derive(Debug, Clone)]
pub(crate) struct File {
    pub uri: String,
    /// Its path from the skill's folder, with `/`.
    pub rel: String,
    digest: Digest,
    size: u64,
}

impl Entry {
    /// Reads what a server tells of one skill. The words of an error go on from "it is not taken:".
    pub fn of(told: &Value) -> Result<Self, String> {
        let uri = told["uri"].as_str().ok_or("it has no address")?.to_owned();
        let top = uri.strip_suffix(MAIN).filter(|top| !top.contains(['?', '#']));
        let top = top.ok_or_else(|| format!("its address {uri:?} does not end in {MAIN}"))?;
        let path = top.split_once("://").map(|(_, path)| path).ok_or("its address has no scheme")?;
        let folder = decoded(path).ok_or_else(|| format!("its address {uri:?} is not a valid path"))?;
        let Value::Object(frontmatter) = told["frontmatter"].clone() else {
            return Err("it has no frontmatter".to_owned());
        };
        check_fields(&frontmatter).map_err(|why: Unfit| format!("its frontmatter {why}"))?;
        let name = frontmatter["name"].as_str().unwrap_or_default();
        if folder.rsplit('/').next() != Some(name) {
            return Err(format!("its name {name:?} does not match its address"));
        }
        let rows = match &told["resources"] {
            Value::Array(rows) => rows,
            Value::String(word) if word == "dynamic" => {
                return Err("it has no digests (\"dynamic\"), so it cannot be verified".to_owned());
            }
            _ => return Err("it has no list of files".to_owned()),
        };
        if rows.len() > FILES {
            return Err(format!("it has {} files; the limit is {FILES}", rows.len()));
        }
        let files = rows.iter().map(|row| File::of(row, top)).collect::<Result<Vec<_>, _>>()?;
        let mut seen = HashSet::new();
        if let Some(twice) = files.iter().find(|file| !seen.insert(&file.rel)) {
            return Err(format!("it lists {} twice", twice.uri));
        }
        if !files.iter().any(|file| file.uri == uri) {
            return Err("its list of files lacks its own SKILL.md".to_owned());
        }
        let bytes = files.iter().fold(0_u64, |sum, file| sum.saturating_add(file.size));
        if bytes > BYTES {
            return Err(format!("it has {bytes} bytes; the limit is {BYTES}"));
        }
        Ok(Self { folder, frontmatter, files, uri })
    }

    /// What was told of its files, to be shown and kept.
    pub fn marks(&self) -> Vec<ServedMark> {
        let mark = |file: &File| ServedMark {
            uri: file.uri.clone(),
            digest: file.digest.to_string(),
            size: file.size,
        };
        self.files.iter().map(mark).collect()
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        self.frontmatter["name"].as_str().unwrap_or_default()
    }
}

impl File {
    fn of(told: &Value, top: &str) -> Result<Self, String> {
        let uri = told["uri"].as_str().ok_or("one of its files has no address")?.to_owned();
        let rel = uri.strip_prefix(top).and_then(|rest| rest.strip_prefix('/'));
        let rel = rel.filter(|rel| !rel.contains(['?', '#'])).and_then(decoded);
        let rel = rel.ok_or_else(|| format!("{uri:?} is not a file below {top}"))?;
        let digest = told["digest"].as_str().and_then(|text| text.strip_prefix("sha256:"));
        let digest = digest.filter(|hex| hex.len() == 64 && !hex.contains(|c: char| c.is_ascii_uppercase()));
        let digest = digest.and_then(Digest::parse);
        let digest = digest.ok_or_else(|| format!("{uri} has no digest of the form sha256:…"))?;
        let size = told["size"].as_u64().ok_or_else(|| format!("{uri} has no size in bytes"))?;
        Ok(Self { uri, rel, digest, size })
    }

    /// Why bytes are not those that were told of.
    pub fn differs(&self, bytes: &[u8]) -> Option<String> {
        if bytes.len() as u64 != self.size {
            return Some(format!("it has {} bytes, but its entry says {}", bytes.len(), self.size));
        }
        let digest = Digest::of(bytes);
        (digest != self.digest)
            .then(|| format!("its SHA-256 is {digest}, but its entry says {}", self.digest))
    }
}

/// Why the frontmatter of a file is not what was told of it, or cannot be compared.
pub(crate) fn frontmatter_differs(told: &Map<String, Value>, file: &[u8]) -> Option<String> {
    let own = match verbatim_skill(file) {
        Ok(own) => own,
        Err(why) => return Some(format!("its frontmatter cannot be compared: it {why}")),
    };
    let keys = own.keys().chain(told.keys().filter(|key| !own.contains_key(*key)));
    let odd = keys.into_iter().find(|key| !is_same(own.get(*key), told.get(*key)))?;
    let shown = |value: Option<&Value>| value.map_or("nothing".to_owned(), Value::to_string);
    Some(format!(
        "the field {odd} of its frontmatter is {}, but its entry says {}",
        shown(own.get(odd)),
        shown(told.get(odd))
    ))
}

/// Numbers are one if they are one in JSON, however they are written.
fn is_same(a: Option<&Value>, b: Option<&Value>) -> bool {
    match (a, b) {
        (Some(Value::Number(a)), Some(Value::Number(b))) => a == b || a.as_f64() == b.as_f64(),
        (Some(Value::Array(a)), Some(Value::Array(b))) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(Some(a), Some(b)))
        }
        (Some(Value::Object(a)), Some(Value::Object(b))) => {
            a.len() == b.len() && a.iter().all(|(key, value)| is_same(Some(value), b.get(key)))
        }
        (a, b) => a == b,
    }
}

/// A path of names with its escapes resolved; nothing where a name is none or hides a way on.
fn decoded(path: &str) -> Option<String> {
    let name = |part: &str| {
        let name = percent_decode_str(part).decode_utf8().ok()?.into_owned();
        let is_odd = matches!(name.as_str(), "" | "." | "..") || name.contains(['/', '\\', '\0']);
        (!is_odd).then_some(name)
    };
    Some(path.split('/').map(name).collect::<Option<Vec<_>>>()?.join("/"))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Entry, frontmatter_differs};

    fn entry() -> Value {
        let digest = format!("sha256:{}", "0a".repeat(32));
        json!({
            "uri": "skill://acme/a/SKILL.md",
            "frontmatter": { "name": "a", "description": "d" },
            "resources": [
                { "uri": "skill://acme/a/SKILL.md", "digest": digest, "size": 3 },
                { "uri": "skill://acme/a/b%20c/d.md", "digest": digest, "size": 0 },
            ],
        })
    }

    #[test]
    fn an_entry_is_taken_whole() {
        let entry = Entry::of(&entry()).unwrap();
        assert_eq!((entry.name(), entry.folder.as_str()), ("a", "acme/a"));
        let rels: Vec<_> = entry.files.iter().map(|file| file.rel.as_str()).collect();
        assert_eq!(rels, ["SKILL.md", "b c/d.md"]);
    }

    #[test]
    fn what_is_odd_about_an_entry_is_said() {
        let check = |change: &dyn Fn(&mut Value), words: &str| {
            let mut told = entry();
            change(&mut told);
            let why = Entry::of(&told).map(|entry| entry.uri).expect_err(words);
            assert!(why.contains(words), "{why}");
        };
        check(&|told| told["uri"] = json!(5), "no address");
        check(&|told| told["uri"] = json!("skill://acme/a"), "does not end in /SKILL.md");
        check(&|told| told["uri"] = json!("skill://acme/../a/SKILL.md"), "not a valid path");
        check(&|told| told["uri"] = json!("skill://acme/b/SKILL.md"), "does not match its address");
        check(&|told| told["frontmatter"] = json!("x"), "no frontmatter");
        check(&|told| told["frontmatter"]["name"] = json!("A B"), "has no name of");
        check(
            &|told| drop(told["frontmatter"].as_object_mut().unwrap().remove("description")),
            "no description",
        );
        check(&|told| told["resources"] = json!("dynamic"), "it cannot be verified");
        check(&|told| told["resources"] = json!("static"), "no list of files");
        check(&|told| drop(told.as_object_mut().unwrap().remove("resources")), "no list of files");
        check(&|told| drop(told["resources"].as_array_mut().unwrap().remove(0)), "lacks its own SKILL.md");
        let second = |key: &'static str, value: Value| {
            move |told: &mut Value| told["resources"][1][key] = value.clone()
        };
        check(&second("uri", json!("skill://acme/b/SKILL.md")), "is not a file below skill://acme/a");
        check(&second("uri", json!("skill://acme/a/../b")), "is not a file below");
        check(&second("uri", json!("skill://acme/a/%2e%2e/b")), "is not a file below");
        check(&second("uri", json!("skill://acme/a/b%2fc")), "is not a file below");
        check(&second("uri", json!("skill://acme/a/%53KILL.md")), "twice");
        check(&second("digest", json!("md5:00")), "no digest of the form");
        check(&second("digest", json!(format!("sha256:{}", "0A".repeat(32)))), "no digest of the form");
        check(&second("size", json!(-1)), "no size in bytes");
        check(&second("size", json!((16 << 20) + 1)), "the limit is 16777216");
        check(&|told| told["resources"] = json!(vec![told["resources"][0].clone(); 513]), "the limit is 512");
    }

    #[test]
    fn frontmatter_is_compared_field_by_field() {
        let told = json!({ "name": "a", "description": "d", "metadata": { "version": 1, "list": [1.5] } });
        let told = told.as_object().unwrap();
        let check = |lines: &str, words: Option<&str>| {
            let file = format!("---\nname: a\ndescription: d\n{lines}---\nx\n");
            let why = frontmatter_differs(told, file.as_bytes());
            assert_eq!(why.is_some(), words.is_some(), "{lines}: {why:?}");
            assert!(why.unwrap_or_default().contains(words.unwrap_or_default()), "{lines}");
        };
        check("metadata: {version: 1.0, list: [1.5]}\n", None);
        check("metadata: {version: '1', list: [1.5]}\n", Some("the field metadata of its frontmatter is"));
        check("", Some("is nothing, but its entry says"));
        check("metadata: {version: 1, list: [1.5]}\nmore: x\n", Some("its entry says nothing"));
        check("metadata: &m {version: 1}\n", Some("cannot be compared"));
    }
}
