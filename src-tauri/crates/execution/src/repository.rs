//! Whether a git repository keeps to settings that cannot run a program or lead elsewhere.
//!
//! git runs programs a repository names: for changed files, for differences, for signatures, for missing
//! objects. Most of that is switched off by [`crate::harden`]; what filters files is not, and a command in
//! shell text is not hardened at all. So the settings are read, and all of them must be on a list.

use std::path::Path;

use disk::{Cause, Kind};
use message::{Message, message};

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
pub(crate) fn is_plain(places: &Places<'_>) -> Result<(), Message> {
    let in_workspace = |folder: &&Path| folder.starts_with(places.workspace);
    for folder in places.folder.ancestors().take_while(in_workspace) {
        let git = folder.join(".git");
        match disk::look_at_entry(&git) {
            Ok(found) if found.kind == Kind::Folder => {
                return whole(&git).and_then(|()| settings(folder, &git));
            }
            Err(fault) if fault.cause == Cause::Missing && is_bare(folder) => {
                return Err(message!(
                    "the folder itself looks like a git repository, and its settings would count"
                ));
            }
            Ok(_) => {
                return Err(message!("the git repository is elsewhere; its settings were not checked"));
            }
            Err(fault) if fault.cause == Cause::Missing => {}
            Err(fault) => {
                return Err(
                    message!("the settings of the git repository cannot be read: {fault}", fault => fault.message()),
                );
            }
        }
    }
    Err(message!("there is no git repository in the workspace; git would look for one above it"))
}

/// Whether git would take a folder for a repository without a folder of its own.
fn is_bare(folder: &Path) -> bool {
    disk::look_at_entry(&folder.join("HEAD")).is_ok() && disk::look_at_entry(&folder.join("objects")).is_ok()
}

/// Whether git would take this folder for its own: if not, it would go on looking above, where nobody looked.
fn whole(git: &Path) -> Result<(), Message> {
    let is = |name: &str, kind| disk::look_at_entry(&git.join(name)).is_ok_and(|found| found.kind == kind);
    let head = disk::read(&git.join("HEAD"), LONGEST).map(|head| head.bytes).unwrap_or_default();
    let names_a_commit = head.len() >= 40 && head[..40].iter().all(u8::is_ascii_hexdigit);
    let is_head = is("HEAD", Kind::File) && (head.starts_with(b"ref: refs/") || names_a_commit);
    // git keeps only commits as branches; what else HEAD may be led to can be a file.
    if is_head && !names_a_commit && !head.starts_with(b"ref: refs/heads/") {
        return Err(message!("`.git/HEAD` names no branch, so it may lead to a file by its number"));
    }
    if is_head && is("objects", Kind::Folder) && is("refs", Kind::Folder) {
        return Ok(());
    }
    Err(message!("`.git` is not a whole repository; git would look for one above it"))
}

fn settings(folder: &Path, git: &Path) -> Result<(), Message> {
    for elsewhere in ["commondir", "config.worktree", "objects/info/alternates"] {
        if disk::look_at_entry(&git.join(elsewhere)).is_ok() {
            return Err(message!("`.git/{elsewhere}` leads elsewhere", elsewhere));
        }
    }
    if disk::look_at_entry(&folder.join(".gitmodules")).is_ok() {
        return Err(message!("`.gitmodules` names repositories within this one, whose settings count too"));
    }
    // git needs no `.gitmodules` to look into a repository within this one: an entry of the index is enough.
    within(git)?;
    // The one hook that commands which read may set off: they write down what they learned of the files.
    if disk::look_at_entry(&git.join("hooks/post-index-change")).is_ok() {
        return Err(message!("`.git/hooks/post-index-change` is a program that may run"));
    }
    match disk::look_at_entry(&git.join("config")) {
        Ok(found) if found.kind == Kind::File => {}
        Err(fault) if fault.cause == Cause::Missing => return Ok(()),
        _ => return Err(message!("`.git/config` is not a file")),
    }
    let read = disk::read(&git.join("config"), LONGEST);
    let bytes =
        read.map_err(|fault| message!("the settings of the git repository cannot be read: {fault}", fault => fault.message()))?.bytes;
    match std::str::from_utf8(&bytes) {
        Ok(text) => odd_setting(text).map_or(Ok(()), Err),
        Err(_) => Err(message!("`.git/config` is not UTF-8")),
    }
}

/// Bytes of an index that are read: some 500,000 files.
const LONGEST_INDEX: u64 = 64 << 20;

/// Whether the index keeps no repository within this one.
fn within(git: &Path) -> Result<(), Message> {
    let path = git.join("index");
    match disk::look_at_entry(&path) {
        Err(fault) if fault.cause == Cause::Missing => return Ok(()),
        Ok(found) if found.kind == Kind::File => {}
        _ => return Err(message!("`.git/index` is not a file")),
    }
    let read = disk::read(&path, LONGEST_INDEX);
    let bytes =
        read.map_err(|fault| message!("the index of the git repository cannot be read: {fault}", fault => fault.message()))?.bytes;
    match links_to_repositories(&bytes) {
        Some(false) => Ok(()),
        Some(true) => Err(message!("the index names a repository within this one, whose settings count too")),
        None => Err(message!("`.git/index` is written in a way that is not known")),
    }
}

/// Whether an index (gitformat-index, versions 2 to 4) has an entry that is a repository; nothing if it is not
/// understood to its last entry, or has a part elsewhere.
fn links_to_repositories(index: &[u8]) -> Option<bool> {
    // Which of the two is used stands in the settings; read by the wrong one, the entries do not come out even.
    [20, 32].into_iter().find_map(|hash| entries_link(index, hash))
}

fn entries_link(index: &[u8], hash: usize) -> Option<bool> {
    const STAT: usize = 40;
    const GITLINK: u32 = 0o160_000;
    let number = |at: usize| -> Option<u32> {
        index.get(at..at + 4).and_then(|bytes| bytes.try_into().ok()).map(u32::from_be_bytes)
    };
    if !index.starts_with(b"DIRC") {
        return None;
    }
    let (version, count) = (number(4)?, number(8)?);
    if !(2..=4).contains(&version) {
        return None;
    }
    let (mut at, mut found) = (12, false);
    for _ in 0..count {
        let begin = at;
        found |= number(at + 24)? & 0o170_000 == GITLINK;
        let flags = at + STAT + hash;
        let is_extended = index.get(flags)? & 0x40 != 0;
        at = flags + if is_extended && version > 2 { 4 } else { 2 };
        if version == 4 {
            while index.get(at)? & 0x80 != 0 {
                at += 1;
            }
            at += 1;
        }
        at += index.get(at..)?.iter().position(|byte| *byte == 0)? + 1;
        if version < 4 {
            at = begin + (at - begin).next_multiple_of(8);
        }
    }
    // Behind the entries stand extensions, each with a name and a length, and the hash of all.
    let end = index.len().checked_sub(hash)?;
    while at < end {
        let name = index.get(at..at + 4)?;
        // A part of the entries lies in another file.
        if name == b"link" || !name.iter().all(u8::is_ascii_alphabetic) {
            return None;
        }
        at = at.checked_add(8)?.checked_add(number(at + 4)? as usize)?;
    }
    (at == end).then_some(found)
}

/// The first line of a git configuration that is not known to be harmless.
///
/// Deliberately less than git reads: sections and keys on lines of their own, and values that end with theirs.
fn odd_setting(text: &str) -> Option<Message> {
    let mut keys = "";
    let mut section = String::new();
    for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = line.trim();
        let odd = |what: &str| {
            Some(message!(
                "`{what}` in .git/config, line {number}, may run a program or lead elsewhere",
                what,
                number = number + 1
            ))
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
    use super::{links_to_repositories, odd_setting};

    #[test]
    fn an_index_says_whether_a_repository_lies_within() {
        let index = |mode: u32, hash: usize, extension: &[u8]| {
            let mut bytes = b"DIRC\0\0\0\x02\0\0\0\x01".to_vec();
            bytes.extend([0; 24]);
            bytes.extend(mode.to_be_bytes());
            bytes.extend([0; 12]);
            bytes.extend(vec![7; hash]);
            bytes.extend(b"\0\x01a\0");
            bytes.resize(12 + (bytes.len() - 12).next_multiple_of(8), 0);
            bytes.extend(extension);
            bytes.extend(vec![9; hash]);
            bytes
        };
        for hash in [20, 32] {
            assert_eq!(links_to_repositories(&index(0o100_644, hash, b"")), Some(false));
            assert_eq!(links_to_repositories(&index(0o160_000, hash, b"")), Some(true));
            assert_eq!(links_to_repositories(&index(0o160_000, hash, b"TREE\0\0\0\x02ab")), Some(true));
            assert_eq!(links_to_repositories(&index(0o100_644, hash, b"link\0\0\0\0")), None);
        }
        let whole = index(0o100_644, 20, b"");
        (0..whole.len()).for_each(|cut| assert_eq!(links_to_repositories(&whole[..cut]), None, "{cut}"));
    }

    #[test]
    fn a_setting_that_is_not_listed_is_named() {
        let check = |text: &str, odd: &str| match odd_setting(text) {
            None => assert_eq!(odd, "", "{text:?}"),
            Some(words) => assert!(!odd.is_empty() && words.text.contains(odd), "{text:?}: {words}"),
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
