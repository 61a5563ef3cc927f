//! Whether a git repository keeps to settings that cannot run a program or lead elsewhere.
//!
//! git runs programs a repository names: for changed files, for differences, for signatures, for missing
//! objects. Most of that is switched off by [`crate::harden`]; what filters files is not, and a command in
//! shell text is not hardened at all. So the settings are read, and all of them must be on a list.

use std::path::Path;

use disk::{Cause, Kind};

use crate::Places;

/// Bytes of settings that are read.
const LONGEST: u64 = 256 << 10;

/// Settings that cannot run a program nor lead outside: a section and its keys; `*` is any key.
const PLAIN: &[(&str, &str)] = &[
    (
        "core",
        "repositoryformatversion filemode bare logallrefupdates ignorecase precomposeunicode symlinks autocrlf eol \
         safecrlf abbrev quotepath whitespace untrackedcache preloadindex trustctime checkstat longpaths \
         commentchar protecthfs protectntfs compression bigfilethreshold",
    ),
    ("remote", "url pushurl fetch push tagopt prune prunetags gh-resolved skipfetchall skipdefaultupdate"),
    (
        "branch",
        "remote merge rebase description pushremote vscode-merge-base github-pr-owner-number autosetupmerge",
    ),
    ("user", "name email signingkey"),
    ("author", "name email"),
    ("committer", "name email"),
    ("init", "defaultbranch"),
    ("pull", "rebase ff"),
    ("push", "default autosetupremote followtags"),
    ("fetch", "prune prunetags parallel"),
    ("color", "*"),
    ("column", "*"),
    ("gc", "auto autodetach autopacklimit"),
    ("index", "version threads"),
    ("advice", "*"),
    ("commit", "verbose gpgsign"),
    ("tag", "gpgsign"),
    ("rebase", "autosquash autostash"),
    ("rerere", "enabled autoupdate"),
    ("status", "showuntrackedfiles relativepaths short branch"),
    ("log", "date decorate follow abbrevcommit"),
    ("merge", "ff conflictstyle"),
    ("diff", "algorithm renames renamelimit colormoved mnemonicprefix noprefix context"),
    ("extensions", "objectformat refstorage"),
    ("lfs", "repositoryformatversion"),
];

/// Whether the repository that a command meets lies in the workspace and has only harmless settings. The
/// error is the reason, for a person.
pub(crate) fn is_plain(places: &Places<'_>) -> Result<(), String> {
    let in_workspace = |folder: &&Path| folder.starts_with(places.workspace);
    for folder in places.folder.ancestors().take_while(in_workspace) {
        let git = folder.join(".git");
        match disk::look_at_entry(&git) {
            Ok(found) if found.kind == Kind::Folder => {
                return whole(&git).and_then(|()| settings(folder, &git));
            }
            Err(fault) if fault.cause == Cause::Missing && is_bare(folder) => {
                return Err(
                    "the folder itself looks like a git repository, and its settings would count".to_owned()
                );
            }
            Ok(_) => {
                return Err("the git repository lies elsewhere; its settings were not looked at".to_owned());
            }
            Err(fault) if fault.cause == Cause::Missing => {}
            Err(fault) => return Err(format!("the settings of the git repository cannot be read: {fault}")),
        }
    }
    Err("there is no git repository in the workspace; git would look for one above it".to_owned())
}

/// Whether git would take a folder for a repository without a folder of its own.
fn is_bare(folder: &Path) -> bool {
    disk::look_at_entry(&folder.join("HEAD")).is_ok() && disk::look_at_entry(&folder.join("objects")).is_ok()
}

/// Whether git would take this folder for its own: if not, it would go on looking above, where nobody looked.
fn whole(git: &Path) -> Result<(), String> {
    let is = |name: &str, kind| disk::look_at_entry(&git.join(name)).is_ok_and(|found| found.kind == kind);
    let head = disk::read(&git.join("HEAD"), LONGEST).map(|head| head.bytes).unwrap_or_default();
    let names_a_commit = head.len() >= 40 && head[..40].iter().all(u8::is_ascii_hexdigit);
    let is_head = is("HEAD", Kind::File) && (head.starts_with(b"ref: refs/") || names_a_commit);
    if is_head && is("objects", Kind::Folder) && is("refs", Kind::Folder) {
        return Ok(());
    }
    Err("`.git` is not a whole repository; git would look for one above it".to_owned())
}

fn settings(folder: &Path, git: &Path) -> Result<(), String> {
    for elsewhere in ["commondir", "config.worktree", "objects/info/alternates"] {
        if disk::look_at_entry(&git.join(elsewhere)).is_ok() {
            return Err(format!("`.git/{elsewhere}` leads elsewhere"));
        }
    }
    if disk::look_at_entry(&folder.join(".gitmodules")).is_ok() {
        return Err("`.gitmodules` names repositories within this one, whose settings count too".to_owned());
    }
    // The one hook that commands which read may set off: they write down what they learned of the files.
    if disk::look_at_entry(&git.join("hooks/post-index-change")).is_ok() {
        return Err("`.git/hooks/post-index-change` is a program that may run".to_owned());
    }
    match disk::look_at_entry(&git.join("config")) {
        Ok(found) if found.kind == Kind::File => {}
        Err(fault) if fault.cause == Cause::Missing => return Ok(()),
        _ => return Err("`.git/config` is not a file".to_owned()),
    }
    let read = disk::read(&git.join("config"), LONGEST);
    let bytes =
        read.map_err(|fault| format!("the settings of the git repository cannot be read: {fault}"))?.bytes;
    match std::str::from_utf8(&bytes) {
        Ok(text) => odd_setting(text).map_or(Ok(()), Err),
        Err(_) => Err("`.git/config` is not UTF-8".to_owned()),
    }
}

/// The first line of a git configuration that is not known to be harmless.
///
/// Deliberately less than git reads: sections and keys on lines of their own, and values that end with theirs.
fn odd_setting(text: &str) -> Option<String> {
    let mut keys = "";
    let mut section = String::new();
    for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = line.trim();
        let odd = |what: &str| {
            Some(format!("`{what}` in .git/config, line {}, may run a program or lead elsewhere", number + 1))
        };
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        if line.ends_with('\\') {
            return odd(line);
        }
        if let Some(head) = line.strip_prefix('[') {
            let Some(inner) = head.strip_suffix(']') else { return odd(line) };
            if inner.contains([']', '\\']) {
                return odd(line);
            }
            section = inner.split([' ', '\t', '.']).next().unwrap_or_default().to_ascii_lowercase();
            match PLAIN.iter().find(|(name, _)| *name == section) {
                Some((_, known)) => keys = known,
                None => return odd(line),
            }
        } else {
            let key = line.split(['=', ' ', '\t', '#', ';']).next().unwrap_or_default().to_ascii_lowercase();
            if keys != "*" && !keys.split_ascii_whitespace().any(|known| known == key) {
                return odd(&format!("{section}.{key}"));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::odd_setting;

    #[test]
    fn a_setting_that_is_not_listed_is_named() {
        let check = |text: &str, odd: &str| match odd_setting(text) {
            None => assert_eq!(odd, "", "{text:?}"),
            Some(words) => assert!(!odd.is_empty() && words.contains(odd), "{text:?}: {words}"),
        };
        check("", "");
        check("[core]\n\tbare = false\n\tfileMode = true\n# x\n; y\n", "");
        check(
            "[remote \"origin\"]\n\turl = git@x:y\n\tfetch = +refs/*:refs/*\n[Branch \"a.b\"]\nremote=o",
            "",
        );
        check("[core]\nfsmonitor = ./x", "core.fsmonitor");
        check("[core]\nFSMonitor", "core.fsmonitor");
        check("[core]\nworktree = /etc", "core.worktree");
        check("[core]\nbare = fal\\\nse", "line 2");
        check("[filter \"x\"]\nclean = ./x", "[filter \"x\"]");
        check("[include]\npath = x", "[include]");
        check("[diff \"x\"]\ntextconv = ./x", "diff.textconv");
        check("[diff \"x\"]\ncommand = ./x", "diff.command");
        check("[core] bare = true", "line 1");
        check("[core][filter \"x\"]", "line 1");
        check("[remote \"o\"]\npromisor = true", "remote.promisor");
        check("[remote \"o\"]\nuploadpack = ./x", "remote.uploadpack");
        check("bare = true", ".bare");
        check("[a\\]\n", "line 1");
        check("[core]\nbare = \"x\ry\"\rfsmonitor = x", "");
    }
}
