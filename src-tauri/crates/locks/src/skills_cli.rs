//! The locks of `npx skills`: `skills-lock.json` of a project, `.skill-lock.json` of a user. `gh skill` writes into the
//! second one too.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::lock::{
    Entry, Lock, LockError, Member, Origin, Proof, Target, Tool, broken, digest, few_enough, json, members,
    shown,
};

/// What a project's lock is called.
pub(crate) const OF_PROJECT: &str = "skills-lock.json";
/// What the user's is called.
pub(crate) const OF_USER: &str = ".skill-lock.json";

/// Which of the two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Whose {
    Project,
    User,
}

/// Reads a lock. `places` finds the folders that a skill of a name is installed in.
pub(crate) fn read(
    path: &Path,
    text: &str,
    whose: Whose,
    places: &dyn Fn(&str) -> Vec<PathBuf>,
) -> Result<Lock, LockError> {
    let lock = json(path, text)?;
    let (known, word) = match whose {
        Whose::Project => (1, "version 1"),
        Whose::User => (3, "version 3"),
    };
    let top = members(text, text);
    let line = |key: &str| top.iter().find(|member| member.key == key).map_or(1, |member| member.line);
    match lock.get("version") {
        Some(found) if found.as_u64() == Some(known) => {}
        Some(found) => {
            let (found, line) = (shown(&found.to_string()), line("version"));
            return Err(LockError::Version { path: path.to_owned(), line, found, known: word });
        }
        None => return Err(broken(path, 1, "it has no version")),
    }
    let Some(skills) = top.iter().find(|member| member.key == "skills" && member.json.starts_with('{'))
    else {
        return Err(broken(path, line("skills"), "it has no object named skills"));
    };
    let skills = members(text, skills.json);
    few_enough(path, line("skills"), skills.len())?;
    let entries = skills.iter().map(|member| one(member, whose, places)).collect();
    Ok(Lock { path: path.to_owned(), tool: Tool::SkillsCli, entries })
}

fn one(member: &Member<'_>, whose: Whose, places: &dyn Fn(&str) -> Vec<PathBuf>) -> Entry {
    let entry: Value = serde_json::from_str(member.json).unwrap_or_default();
    let word = |key: &str| entry.get(key).and_then(Value::as_str).filter(|word| !word.is_empty());
    let named = word("source").unwrap_or_default();
    let named =
        if word("sourceType") == Some("node_modules") { named.to_owned() } else { installed_from(named) };
    // Releases before 1.5.18 read `source` alone in the lock of a project, later ones prefer `sourceUrl`.
    let mut sources = match (whose, word("sourceUrl").map(installed_from)) {
        (Whose::User, Some(url)) => vec![url],
        (_, Some(url)) => vec![named, url],
        (_, None) => vec![named],
    };
    sources.retain(|source| !source.is_empty());
    sources.dedup();
    let mut sources = sources.iter().map(|source| shown(source));
    let proof = proof(&entry, &word);
    let name = member.key.as_str();
    let targets = places(&folder_name(name)).into_iter().map(|place| Target { place, proof: proof.clone() });
    Entry {
        name: shown(name),
        line: Some(member.line),
        origin: Origin {
            source: sources.next().unwrap_or_default(),
            other_sources: sources.collect(),
            reference: word("ref").map(shown),
        },
        targets: targets.collect(),
    }
}

/// Returns what `npx skills` installs for a source: `owner/repository` is one of GitHub, whatever type the lock gives it.
fn installed_from(source: &str) -> String {
    for (short, host) in [("github:", "github.com"), ("gitlab:", "gitlab.com")] {
        if let Some(repository) = source.strip_prefix(short) {
            return format!("https://{host}/{repository}");
        }
    }
    let is_repository =
        source.contains('/') && !source.contains([':', '\\']) && !source.starts_with(['.', '/', '@', '~']);
    if is_repository { format!("https://github.com/{source}") } else { source.to_owned() }
}

fn proof<'e>(entry: &'e Value, word: &dyn Fn(&str) -> Option<&'e str>) -> Proof {
    if !entry.is_object() {
        return Proof::Nothing("the entry is not an object".to_owned());
    }
    let Some(hash) = word("computedHash").or(word("skillFolderHash")) else {
        // Of what a site served, a user's lock holds the site's own digest alone.
        return match word("wellKnownDigest").map(|text| (text, digest(text))) {
            Some((_, Some(digest))) => Proof::Served(digest),
            Some((text, None)) => unlike(text),
            None => Proof::Nothing("the lock has no hash for it".to_owned()),
        };
    };
    match digest(hash) {
        Some(digest) => Proof::Folder(digest),
        None if is_git_name(hash) => Proof::Tree(hash.to_owned()),
        None => unlike(hash),
    }
}

fn unlike(hash: &str) -> Proof {
    Proof::Nothing(format!("{} is not a hash in a known format", shown(hash)))
}

pub(crate) fn is_git_name(text: &str) -> bool {
    text.len() == 40 && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

/// The folder that `npx skills` makes for a name: small letters, with one hyphen for each run of what is no letter,
/// digit, point or underscore of ASCII, and neither points nor hyphens at its ends.
pub(crate) fn folder_name(name: &str) -> String {
    let mut folder = String::new();
    for character in name.to_lowercase().chars() {
        match character {
            'a'..='z' | '0'..='9' | '.' | '_' => folder.push(character),
            _ if folder.ends_with('-') => {}
            _ => folder.push('-'),
        }
    }
    let folder = folder.trim_matches(['.', '-']);
    if folder.is_empty() { "unnamed-skill".to_owned() } else { folder.chars().take(255).collect() }
}

#[cfg(test)]
mod tests {
    use super::{folder_name, installed_from};

    #[test]
    fn source_is_what_the_tool_installs() {
        let check = |source: &str, from: &str| assert_eq!(installed_from(source), from, "{source}");
        check("acme/skills", "https://github.com/acme/skills");
        check("acme/skills/deep", "https://github.com/acme/skills/deep");
        check("github:acme/skills", "https://github.com/acme/skills");
        check("gitlab:acme/skills", "https://gitlab.com/acme/skills");
        for same in [
            "https://evil.example/x",
            "git@host:a/b.git",
            "./x",
            "../x",
            "/x",
            ".",
            "docs.example.org",
            "C:\\x\\y",
            "",
        ] {
            check(same, same);
        }
    }

    #[test]
    fn a_folder_is_named_as_the_tool_names_it_and_leads_nowhere() {
        let check = |name: &str, folder: &str| assert_eq!(folder_name(name), folder, "{name:?}");
        check("notes", "notes");
        check("Other Name", "other-name");
        check("../../etc/passwd", "etc-passwd");
        check("..", "unnamed-skill");
        check("a--b", "a-b");
        check("ÄÖ.x_y", "x_y");
        check("", "unnamed-skill");
    }
}
