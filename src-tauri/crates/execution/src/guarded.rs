//! What is read by nobody unasked, although it lies in the workspace: the insides of `.git` and `.pixir`, and files
//! that usually hold secrets. Names are all there is to go by; what a file of another name holds is not known, and
//! what is released is looked through for secrets in any case.

use std::path::Path;

use disk::Kind;

/// Names, in small letters; `*` at an end stands for anything.
const NAMES: &[&str] = &[
    ".git",
    ".pixir",
    ".env*",
    ".netrc",
    "_netrc",
    ".npmrc",
    ".yarnrc*",
    ".pypirc",
    ".pgpass",
    ".my.cnf",
    ".mylogin.cnf",
    ".htpasswd",
    ".git-credentials",
    ".dockercfg",
    ".docker",
    ".aws",
    ".azure",
    ".gcloud",
    ".boto",
    ".s3cfg",
    ".ssh",
    ".gnupg",
    ".kube",
    "kubeconfig*",
    ".vault-token",
    ".terraformrc",
    ".password-store",
    "*_history",
    "*.pem",
    "*.key",
    "*.p12",
    "*.pfx",
    "*.pk8",
    "*.ppk",
    "*.jks",
    "*.keystore",
    "*.kdbx",
    "*.asc",
    "*.gpg",
    "*.tfstate",
    "*.tfstate.backup",
    "*.tfvars",
    "id_rsa*",
    "id_dsa*",
    "id_ecdsa*",
    "id_ed25519*",
    "credentials*",
    "*credentials",
    "*credentials.json",
    "secrets*",
    "*secrets",
    "*secrets.yml",
    "*secrets.yaml",
    "*secrets.json",
    "*secrets.toml",
    "secret.y*ml",
    "secret.json",
    "secret.toml",
    "service-account*.json",
    "auth.json",
    "*.ovpn",
    "*.keytab",
];

/// Returns the patterns of names that are read by nobody unasked, for programs that take such patterns. They are wider
/// than the names themselves: `id_map.rs` fits the pattern for keys of one's own naming.
pub(crate) fn guarded_names() -> impl Iterator<Item = &'static str> {
    NAMES.iter().copied().chain(["id_[!.]*"])
}

/// Returns the name in a path of a workspace that is read by nobody unasked; `None` if there is none.
pub fn guarded_part(path: &Path) -> Option<String> {
    path.iter()
        .map(|part| part.to_string_lossy())
        .find(|part| is_guarded(part))
        .map(|part| format!("`{part}`"))
}

/// Returns the name below `top` that is read by nobody unasked, in a path whose links were followed.
pub(crate) fn guarded_end(top: &Path, end: &Path) -> Option<String> {
    let below = end.strip_prefix(top).ok()?;
    below.to_str().map_or_else(|| Some(NO_TEXT.to_owned()), guarded)
}

/// The words for a name that is no text.
pub(crate) const NO_TEXT: &str = "a name that is not UTF-8";

/// Returns another name of a file below `top` that is read by nobody unasked: hard links are one file by several names.
/// `None` if the file has a single name. What cannot be looked through is taken to hold such a name.
pub fn guarded_twin(top: &Path, file: &Path) -> Option<String> {
    guarded_twins(top, &[file]).pop().map(|(_, name)| name)
}

/// Returns the places in `files` of those with such another name, and that name. All of `top` is looked through once.
pub fn guarded_twins<P: AsRef<Path>>(top: &Path, files: &[P]) -> Vec<(usize, String)> {
    let own = |file: &P| disk::look(file.as_ref()).ok().filter(|own| own.kind == Kind::File && own.names > 1);
    let mut wanted: Vec<_> = (0..).zip(files).filter_map(|(at, file)| Some((at, own(file)?.stamp))).collect();
    let (mut folders, mut seen, mut found) = (vec![top.to_owned()], 0, Vec::new());
    while let Some(folder) = folders.pop().filter(|_| !wanted.is_empty()) {
        let unseen = match disk::list(&folder) {
            Ok(entries) => {
                seen += entries.len();
                for entry in entries {
                    let path = folder.join(&entry.name);
                    if entry.kind == Kind::Folder {
                        folders.push(path);
                        continue;
                    }
                    let is_guarded = path.strip_prefix(top).is_ok_and(|rel| guarded_part(rel).is_some());
                    let Some(other) = is_guarded.then(|| disk::look(&path).ok()).flatten() else { continue };
                    let name = format!("`{}`, which is the same file", entry.name.to_string_lossy());
                    wanted.retain(|(at, own)| {
                        let is_same = (other.stamp.device, other.stamp.inode) == (own.device, own.inode);
                        if is_same {
                            found.push((*at, name.clone()));
                        }
                        !is_same
                    });
                }
                (seen > MOST).then(|| format!("a name that cannot be looked for among more than {MOST}"))
            }
            Err(_) => Some("a name that cannot be looked for".to_owned()),
        };
        if let Some(unseen) = unseen {
            found.extend(wanted.drain(..).map(|(at, _)| (at, unseen.clone())));
        }
    }
    found
}

/// Most entries that are looked at below a folder.
const MOST: usize = 20_000;

/// What a word names that is read by nobody unasked: any part of it between the marks that part paths, references
/// and values.
pub(crate) fn guarded(word: &str) -> Option<String> {
    let parts = word.split(['/', '\\', ':', '=', ',', ' ', '\t', '(', ')', '{', '}', '@', '\'', '"']);
    parts.into_iter().find(|part| is_guarded(part)).map(|part| format!("`{part}`"))
}

/// What a folder holds that is read by nobody unasked, in words; links are not followed, as those who read a folder
/// through do not follow them. What cannot be looked through is taken to hold something.
pub(crate) fn guarded_below(folder: &Path) -> Option<String> {
    if disk::look(folder).is_ok_and(|found| found.kind != Kind::Folder) {
        return None;
    }
    let (mut folders, mut seen) = (vec![folder.to_owned()], 0);
    while let Some(folder) = folders.pop() {
        let Ok(entries) = disk::list(&folder) else {
            return Some("not all of it can be looked through".to_owned());
        };
        seen += entries.len();
        if seen > MOST {
            return Some(format!("it holds more than {MOST} names, too many to be looked through"));
        }
        for entry in entries {
            match entry.name.to_str() {
                Some(name) if is_guarded(name) => return Some(format!("`{name}` is in it")),
                Some(_) => {}
                None => return Some("a name that is not UTF-8 is in it".to_owned()),
            }
            if entry.kind == Kind::Folder {
                folders.push(folder.join(&entry.name));
            }
        }
    }
    None
}

fn is_guarded(name: &str) -> bool {
    let name = name.to_lowercase();
    // A key of one's own naming: `id_work` and `id_work.pub`, while `id_map.rs` is a text like any other.
    let is_key = name.strip_prefix("id_").is_some_and(|rest| !rest.trim_end_matches(".pub").contains('.'));
    is_key || NAMES.iter().any(|known| matches(known, &name))
}

fn matches(known: &str, name: &str) -> bool {
    match known.split_once('*') {
        None => name == known,
        Some((head, tail)) => {
            name.len() >= head.len() + tail.len() && name.starts_with(head) && name.ends_with(tail)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::guarded;

    #[test]
    fn a_word_that_names_a_secret_is_told() {
        for word in [
            ".git/config",
            "./.GIT/config",
            "a/.env.local",
            "HEAD:.env",
            ":0:deploy/server.pem",
            "--file=.npmrc",
            "id_rsa",
            "id_work",
            "keys/id_work.pub",
            ".pixir/sessions",
            ":(top).netrc",
            "config/credentials.yml.enc",
        ] {
            assert!(guarded(word).is_some(), "{word}");
        }
        for word in [
            "a.txt",
            "src/id_map.rs",
            ".github/x.yml",
            ".gitignore",
            "environment.md",
            "main..dev",
            "keys.rs",
            "HEAD^",
        ] {
            assert_eq!(guarded(word), None, "{word}");
        }
    }
}
