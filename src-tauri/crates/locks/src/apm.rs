//! The lock of Microsoft's Agent Package Manager, `apm.lock.yaml`: a hash for each file it put somewhere, and one for
//! each package it keeps a copy of.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use disk::Digest;
use skills::{Field, Value, read_generated_document};

use crate::lock::{Entry, Lock, LockError, Origin, Proof, Target, Tool, broken, digest, few_enough, shown};

/// What a lock is called.
pub(crate) const NAME: &str = "apm.lock.yaml";

/// Reads the lock of a project.
pub(crate) fn read(project: &Path, path: &Path, text: &str) -> Result<Lock, LockError> {
    let value = read_generated_document(text).map_err(|no| broken(path, no.line, no.words))?;
    let Value::Map(fields) = &value else { return Err(broken(path, 1, "it is a list, not a mapping")) };
    unique_keys(path, &value)?;
    let version = get(fields, "lockfile_version");
    // Locks from before versions were written down are of the first.
    let found = version.map_or("1", |field| field.value.text().unwrap_or_default());
    if !["1", "2", "3"].contains(&found) {
        let line = version.map_or(1, |field| field.line);
        return Err(LockError::Version {
            path: path.to_owned(),
            line,
            found: shown(found),
            known: "versions 1 to 3",
        });
    }
    let mut entries = Vec::new();
    if let Some(field) = get(fields, "dependencies") {
        let list = list(path, field)?;
        few_enough(path, field.line, list.len())?;
        for (number, dependency) in (1..).zip(list) {
            let Value::Map(dependency) = dependency else {
                return Err(broken(path, field.line, format!("dependency {number} is not a mapping")));
            };
            entries.push(one(project, path, dependency)?);
        }
    }
    entries.extend(own(project, path, fields)?);
    Ok(Lock { path: path.to_owned(), tool: Tool::Apm, entries })
}

/// Refuses a mapping that has a key twice, at any depth: programs differ in which of the two they take.
fn unique_keys(path: &Path, value: &Value) -> Result<(), LockError> {
    match value {
        Value::Map(fields) => {
            let mut seen = BTreeSet::new();
            for field in fields {
                if !seen.insert(field.key.as_str()) {
                    return Err(broken(path, field.line, format!("{} is repeated", shown(&field.key))));
                }
                unique_keys(path, &field.value)?;
            }
            Ok(())
        }
        Value::List(values) => values.iter().try_for_each(|value| unique_keys(path, value)),
        Value::Text { .. } => Ok(()),
    }
}

fn get<'f>(fields: &'f [Field], key: &str) -> Option<&'f Field> {
    fields.iter().rev().find(|field| field.key == key)
}

fn word<'f>(fields: &'f [Field], key: &str) -> Option<&'f str> {
    get(fields, key).and_then(|field| field.value.text()).filter(|text| !text.is_empty() && *text != "null")
}

fn list<'f>(path: &Path, field: &'f Field) -> Result<&'f [Value], LockError> {
    match &field.value {
        Value::List(values) => Ok(values),
        Value::Text { text, .. } if text.is_empty() || text == "null" => Ok(&[]),
        _ => Err(broken(path, field.line, format!("{} is not a list", shown(&field.key)))),
    }
}

/// A package.
fn one(project: &Path, path: &Path, fields: &[Field]) -> Result<Entry, LockError> {
    let line = fields.first().map(|field| field.line);
    let Some(repository) = word(fields, "repo_url") else {
        return Err(broken(path, line.unwrap_or(1), "a dependency has no repo_url"));
    };
    let beneath = word(fields, "virtual_path");
    let mut targets = deployed(project, path, fields, "deployed_files", "deployed_file_hashes")?;
    if targets.is_empty() {
        // So it is behind an installation that failed halfway: what agents read is there and the lock does not name it.
        let why = "the lock names no file in an agent's skill folder".to_owned();
        targets.push(Target { place: project.to_owned(), proof: Proof::Nothing(why) });
    }
    targets.extend(copy(project, fields, repository, beneath));
    let source = match word(fields, "source") {
        // APM reads these two fields of such packages alone.
        Some("local") => relative(word(fields, "local_path").unwrap_or_default()),
        Some("registry") => word(fields, "resolved_url").unwrap_or_default().to_owned(),
        _ => remote(fields, repository, beneath),
    };
    Ok(Entry {
        name: shown(word(fields, "name").unwrap_or(repository)),
        line,
        origin: Origin {
            source: shown(&source),
            other_sources: others(fields, beneath).iter().map(|other| shown(other)).collect(),
            reference: word(fields, "resolved_ref").or(word(fields, "resolved_commit")).map(shown),
        },
        targets,
    })
}

/// The address of a package in a repository.
fn remote(fields: &[Field], repository: &str, beneath: Option<&str>) -> String {
    let mut address = word(fields, "host").unwrap_or_default().to_owned();
    if let Some(port) = word(fields, "port") {
        address.push_str(&format!(":{port}"));
    }
    for part in [word(fields, "registry_prefix"), Some(repository), beneath].into_iter().flatten() {
        if !address.is_empty() {
            address.push('/');
        }
        address.push_str(part);
    }
    address
}

/// Places that APM 0.35 installs a package from instead of the one that the lock names first.
fn others(fields: &[Field], beneath: Option<&str>) -> Vec<String> {
    let mirror = word(fields, "materialization_repo_url").map(|mirror| remote(fields, mirror, beneath));
    let anchored = word(fields, "anchored_local_path").map(relative);
    // It holds rules and sources of its own, which are not taken apart here.
    let replaced = get(fields, "replacement").map(|_| "the source of its replacement".to_owned());
    [mirror, anchored, replaced].into_iter().flatten().collect()
}

/// A path of a package beside the lock, so that it is not taken for the name of a repository.
fn relative(path: &str) -> String {
    if path.is_empty() || path.starts_with(['.', '/', '~']) { path.to_owned() } else { format!("./{path}") }
}

/// What the project itself keeps below `.apm`; nothing where the lock names nothing of it.
fn own(project: &Path, path: &Path, fields: &[Field]) -> Result<Option<Entry>, LockError> {
    let targets = deployed(project, path, fields, "local_deployed_files", "local_deployed_file_hashes")?;
    let line = get(fields, "local_deployed_files").map(|field| field.line);
    let is_any = !targets.is_empty();
    let origin = Origin { source: ".".to_owned(), ..Origin::default() };
    Ok(is_any.then(|| Entry { name: "the project itself".to_owned(), line, origin, targets }))
}

/// The files that were put somewhere, one target for each folder of a skill.
fn deployed(
    project: &Path,
    path: &Path,
    fields: &[Field],
    names: &str,
    hashes: &str,
) -> Result<Vec<Target>, LockError> {
    let mut files: BTreeMap<&str, Option<Digest>> = BTreeMap::new();
    for value in get(fields, names).map_or(Ok(&[][..]), |field| list(path, field))? {
        files.insert(value.text().unwrap_or_default(), None);
    }
    if let Some(field) = get(fields, hashes) {
        let Value::Map(hashes) = &field.value else {
            return Err(broken(path, field.line, format!("{} is not a mapping", shown(&field.key))));
        };
        for field in hashes {
            files.insert(&field.key, field.value.text().and_then(digest));
        }
    }
    let mut targets: BTreeMap<PathBuf, BTreeMap<String, Option<Digest>>> = BTreeMap::new();
    let mut refused = Vec::new();
    for (rel, hash) in files {
        if !is_below(rel) {
            let why = format!("{} is outside the project and was not opened", shown(rel));
            refused.push(Target { place: project.to_owned(), proof: Proof::Nothing(why) });
            continue;
        }
        let rel = rel.trim_end_matches('/');
        let (folder, file) = skill_folder(rel);
        let target = targets.entry(project.join(folder)).or_default();
        // The folder of a skill is named too; it has no bytes.
        if !file.is_empty() {
            target.insert(file.to_owned(), hash);
        }
    }
    let target = |(place, files)| Target { place, proof: Proof::Files(files) };
    Ok(targets.into_iter().map(target).chain(refused).collect())
}

fn is_below(rel: &str) -> bool {
    let is_plain = Path::new(rel).components().all(|part| matches!(part, Component::Normal(_)));
    is_plain && !rel.is_empty() && !rel.contains('\\')
}

/// The folder of the skill that a file belongs to, and its path from there; a file of no skill belongs to the project.
fn skill_folder(rel: &str) -> (&str, &str) {
    let name = match rel.find("skills/") {
        Some(at) if at == 0 || rel.as_bytes()[at - 1] == b'/' => at + "skills/".len(),
        _ => return ("", rel),
    };
    match rel[name..].find('/') {
        Some(end) => (&rel[..name + end], &rel[name + end + 1..]),
        None => (rel, ""),
    }
}

/// The copy of the package that APM keeps, where it is there: a project may leave it out of its repository.
fn copy(project: &Path, fields: &[Field], repository: &str, beneath: Option<&str>) -> Option<Target> {
    let digest = digest(word(fields, "content_hash")?)?;
    let rel =
        [Some("apm_modules"), Some(repository), beneath].into_iter().flatten().collect::<Vec<_>>().join("/");
    let place = is_below(&rel).then(|| project.join(rel))?;
    disk::look(&place).ok()?;
    Some(Target { place, proof: Proof::Package(digest) })
}

#[cfg(test)]
mod tests {
    use super::{is_below, skill_folder};

    #[test]
    fn a_file_belongs_to_the_skill_whose_folder_it_lies_in() {
        let check = |rel: &str, found: (&str, &str)| assert_eq!(skill_folder(rel), found, "{rel}");
        check(".claude/skills/a/SKILL.md", (".claude/skills/a", "SKILL.md"));
        check(".claude/skills/a/b/c.md", (".claude/skills/a", "b/c.md"));
        check(".claude/skills/a", (".claude/skills/a", ""));
        check("skills/a/skills/b", ("skills/a", "skills/b"));
        check(".github/prompts/a.md", ("", ".github/prompts/a.md"));
        check("myskills/a/b", ("", "myskills/a/b"));
    }

    #[test]
    fn a_path_that_leads_out_is_not_opened() {
        ["../x", "/etc/passwd", "a/../../x", "", "a\\..\\x"]
            .iter()
            .for_each(|rel| assert!(!is_below(rel), "{rel}"));
        assert!(is_below("a/b"));
    }
}
