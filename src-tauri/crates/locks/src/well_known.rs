//! The index that a site publishes its skills with, `.well-known/agent-skills/index.json`, held against the files
//! beside it before it is published.

use std::path::{Component, Path, PathBuf};

use percent_encoding::percent_decode_str;
use serde_json::Value;

use crate::lock::{
    Entry, Lock, LockError, Member, Origin, Proof, Target, Tool, broken, digest, few_enough, items, json,
    members, shown,
};

/// Where an index lies below what a site serves.
pub(crate) const INDEX: &str = ".well-known/agent-skills/index.json";

/// Reads the index of a folder that is served as a site.
pub(crate) fn read(site: &Path, path: &Path, text: &str) -> Result<Lock, LockError> {
    let index = json(path, text)?;
    let top = members(text, text);
    let line = |key: &str| top.iter().find(|member| member.key == key).map_or(1, |member| member.line);
    let schema = index.get("$schema").and_then(Value::as_str).unwrap_or_default();
    if !schema.contains("/discovery/0.2.") {
        let line = line("$schema");
        let found = if schema.is_empty() { "none".to_owned() } else { shown(schema) };
        return Err(LockError::Version { path: path.to_owned(), line, found, known: "discovery 0.2" });
    }
    let Some(skills) = top.iter().find(|member| member.key == "skills" && member.json.starts_with('['))
    else {
        return Err(broken(path, line("skills"), "it has no list named skills"));
    };
    let skills = items(text, skills.json);
    few_enough(path, line("skills"), skills.len())?;
    let entries = skills.iter().map(|item| one(site, path, item)).collect();
    Ok(Lock { path: path.to_owned(), tool: Tool::WellKnown, entries })
}

fn one(site: &Path, index: &Path, item: &Member<'_>) -> Entry {
    let entry: Value = serde_json::from_str(item.json).unwrap_or_default();
    let word = |key: &str| entry.get(key).and_then(Value::as_str).unwrap_or_default();
    let place = place(site, index, word("url"));
    let proof = match (&place, digest(word("digest"))) {
        (Err(why), _) => Proof::Nothing((*why).to_owned()),
        (Ok(_), Some(digest)) if word("digest").starts_with("sha256:") => Proof::Bytes(digest),
        (Ok(_), _) => Proof::Nothing("its digest is not sha256: and 64 digits".to_owned()),
    };
    let target = Target { place: place.unwrap_or_else(|_| index.to_owned()), proof };
    Entry {
        name: shown(word("name")),
        line: Some(item.line),
        origin: Origin { source: shown(word("url")), ..Origin::default() },
        targets: vec![target],
    }
}

/// The file that an address of the index stands for.
fn place(site: &Path, index: &Path, url: &str) -> Result<PathBuf, &'static str> {
    let rel = match url.split_once("://") {
        // Another site's files are not here, and nothing is fetched.
        Some((_, rest)) => match rest.split_once('/') {
            Some((_, path)) if path.starts_with(".well-known/") => format!("/{path}"),
            _ => return Err("its address is on another site, and Assay does not fetch it"),
        },
        None => url.to_owned(),
    };
    let rel = rel.split(['?', '#']).next().unwrap_or_default();
    let decoded = percent_decode_str(rel).decode_utf8().map_err(|_| "its address is not UTF-8")?;
    let (base, rel) = match decoded.strip_prefix('/') {
        Some(rel) => (site, rel),
        None => (index.parent().unwrap_or(site), decoded.as_ref()),
    };
    let is_below =
        Path::new(rel).components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if rel.is_empty() || !is_below || rel.contains('\\') {
        return Err("its address leads out of the site");
    }
    Ok(base.join(rel))
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::place;

    #[test]
    fn an_address_stands_for_a_file_of_the_site_or_for_none() {
        let (site, index) = (Path::new("/s"), Path::new("/s/.well-known/agent-skills/index.json"));
        let check = |url: &str, found: Result<&str, &str>| {
            let own = place(site, index, url);
            assert_eq!(own, found.map(PathBuf::from), "{url}");
        };
        check("a/SKILL.md", Ok("/s/.well-known/agent-skills/a/SKILL.md"));
        check("/.well-known/agent-skills/a/SKILL.md", Ok("/s/.well-known/agent-skills/a/SKILL.md"));
        check(
            "https://example.org/.well-known/agent-skills/a.zip?v=1",
            Ok("/s/.well-known/agent-skills/a.zip"),
        );
        check("a%20b.zip", Ok("/s/.well-known/agent-skills/a b.zip"));
        let out = Err("its address leads out of the site");
        ["../../../etc/passwd", "/../x", "//x/../y", "%2e%2e/x", "..\\x", "", "/"]
            .iter()
            .for_each(|url| check(url, out));
        check(
            "https://example.org/a.zip",
            Err("its address is on another site, and Assay does not fetch it"),
        );
        check("%ff", Err("its address is not UTF-8"));
    }
}
